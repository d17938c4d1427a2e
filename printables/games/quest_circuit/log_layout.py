"""Where the places to write in lie on the campaign log: five quests to a page, more on the pages after it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Option
from companion.games.quest_circuit.settings import SETTINGS
from printables.faces.furniture import BESIDE_CODE, CODE_BOX, LANE
from printables.games.quest_circuit.tokens import MOST_HEROES
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value

LOG = "L"
QUESTS, MOST_PAGES = 5, 4
MOST_QUESTS = QUESTS * MOST_PAGES
STRIP = 5.6
ROW = 8.0
LINES = 7
TICK = 3.4
"""Lines for what lies at the Junk Dealer’s; the side of a box to tick (mm)."""

NAME = Box(BESIDE_CODE.x, BESIDE_CODE.y, BESIDE_CODE.width, 11)
DATE = Box(BESIDE_CODE.x, NAME.bottom + 1.6, 60, 11)
WINNERS = Box(LANE.x, LANE.y + 28.5, LANE.width, STRIP + 4.6 + QUESTS * ROW)
HEROES = Box(LANE.x, WINNERS.bottom + 8, LANE.width, STRIP + 9 + (MOST_HEROES + 1) * ROW)
LOW = Box(LANE.x, HEROES.bottom + 4, LANE.width, LANE.bottom - HEROES.bottom - 4)
HALF = (LANE.width - 8) / 2
DEALER = Box(LOW.x, LOW.y, HALF, LOW.height)
AGREED = Box(LOW.right - HALF, LOW.y, HALF, LOW.height)

STOPS = tuple(LANE.x + x for x in (0.0, 8.0, 74.0, 132.0, LANE.width))
"""The columns of the quests: number, quest, hero, turns."""

NAMES, PLAYED = LANE.x + 33.0, LANE.x + 62.0
"""Where the column of heroes begins, and that of what they are after each quest."""

PAIR = (LANE.right - PLAYED) / QUESTS


def choices() -> list[Option]:
    """What a table has agreed is ticked for."""
    return [option for option in SETTINGS if option.kind == "choice"]


def layout() -> Geometry:
    """The log as it is laid out at present."""
    return Geometry(LOG, 0, tuple(PageGeometry(CODE_BOX, tuple(_page(page))) for page in range(MOST_PAGES)))


def _page(page: int) -> Iterator[Group]:
    first = page * QUESTS + 1
    yield _text("name", NAME)
    yield _text("date", DATE)
    for n in range(QUESTS):
        y = WINNERS.y + STRIP + 4.6 + n * ROW
        for k, key in enumerate(("quest", "hero", "turns"), 1):
            box = Box(STOPS[k], y, STOPS[k + 1] - STOPS[k], ROW).inset(0.4)
            yield _text(f"quest.{first + n}.{key}", box)
    for hero in range(1, MOST_HEROES + 2):
        y = HEROES.y + STRIP + 9 + (hero - 1) * ROW
        yield _text(f"hero.{hero}.name", Box(LANE.x, y, NAMES - LANE.x, ROW).inset(0.4))
        yield _text(f"hero.{hero}.hero", Box(NAMES, y, PLAYED - NAMES, ROW).inset(0.4))
        for n in range(QUESTS):
            halves = [Box(PLAYED + (n + half / 2) * PAIR, y, PAIR / 2, ROW).inset(0.3) for half in (0, 1)]
            values = tuple(Value.of(key, box) for key, box in zip(("level", "xp"), halves, strict=True))
            yield Group(f"hero.{hero}.after.{first + n}", "number", values)
    high = (DEALER.height - STRIP - 1) / LINES
    for n in range(LINES):
        y = DEALER.y + STRIP + 1 + n * high
        yield _text(f"dealer.{n + 1}", Box(DEALER.x, y, DEALER.width - 16, high).inset(0.4))
        value = Box(DEALER.right - 13, y, 13, high).inset(0.8)
        yield Group(f"dealer.{n + 1}.value", "number", (Value.of("value", value),))
    for n, option in enumerate(choices()):
        ticks = [Box.around(*at, TICK) for at in option_places(n, option)]
        values = tuple(Value.of(str(key), box, "square") for key, box in zip(option.choices, ticks, strict=True))
        yield Group(f"option.{option.key}", "choice", values)


def option_places(n: int, option: Option) -> list[tuple[float, float]]:
    """The middles of the boxes to tick of an agreement, the `n`-th from the top."""
    y, high, width = *option_row(n), AGREED.width / len(option.choices)
    return [(AGREED.x + k * width + TICK / 2 + 0.2, y + high * 0.72) for k in range(len(option.choices))]


def option_row(n: int) -> tuple[float, float]:
    """Where the `n`-th agreement begins, and its height."""
    high = (AGREED.height - STRIP - 1) / len(choices())
    return AGREED.y + STRIP + 1 + n * high, high


def _text(key: str, box: Box) -> Group:
    return Group(key, "text", (Value.of("value", box),))
