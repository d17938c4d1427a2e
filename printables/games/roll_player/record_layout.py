"""Where the places of a hero record lie: a blank one is written on, and any of them can be read again."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Game
from companion.games.roll_player.content import ARMOR_SETS, ATTRIBUTES
from printables.faces.furniture import BESIDE_CODE, CODE_BOX, LANE
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value
from printables.reading.markers import LARGE

RECORD = "R"
STRIP, AIR = 5.2, 1.2
DIE = 12.6
ROW = 14.6
"""The side of a die, and from one row to the next (mm)."""

HEAD = Box(BESIDE_CODE.x, LANE.y + 1, BESIDE_CODE.width, 23)
ROWS = Box(LANE.x, LANE.y + 28, 110.2, STRIP + 4 + 6 * ROW)
RIGHT = Box(ROWS.right + 3.5, ROWS.y, LANE.right - ROWS.right - 3.5, ROWS.height)
SCORE = Box(LANE.x, ROWS.bottom + 3, 99, LANE.bottom - ROWS.bottom - 3)
CARDS = Box(SCORE.right + 4, SCORE.y, LANE.right - SCORE.right - 4, SCORE.height)
TOTAL = Box(SCORE.x, SCORE.bottom - 11.4, SCORE.width, 11.4)

LABELS = 23.0
SUMS = (("dice", 8.5), ("modifier", 8.5), ("score", 9.5), ("goal", 12.0), ("stars", 9.0))
SUMS_LEFT = ROWS.right - sum(width for _, width in SUMS)
CELL = 11.3
GRID = (RIGHT.right - 3 * CELL, RIGHT.y + STRIP + AIR + 8.4 + 7)
STORY = Box(RIGHT.x, RIGHT.y + 56.6, RIGHT.width, RIGHT.height - 56.6)
SHORT = 10.0
"""The column of short names beside the places of a backstory."""

LISTS = (("weapon", 2), ("armor", 3), ("trait", 4))
"""What was owned, and the lines for it; more goes on on the next page."""

BELOW = 10.0
GAP = 1.4
PITCH = (CARDS.height - 3 * (STRIP + AIR + GAP) - BELOW) / sum(count for _, count in LISTS)

MORE = Box(LANE.x, LANE.y + 30, LANE.width, LANE.height - 30)
MORE_LINES, MOST_PAGES = 28, 9
"""Lines of a page that goes on with what had no room."""

MORE_PITCH = MORE.height / MORE_LINES


def layout(game: Game) -> Geometry:
    """The record as it is laid out at present: the page of a hero, and the pages that go on with its lists."""
    first = PageGeometry(CODE_BOX, tuple(_groups(game)))
    more = [
        PageGeometry(CODE_BOX, tuple(_text(f"more.{page}.{n}", more_line(n)) for n in range(MORE_LINES)))
        for page in range(2, MOST_PAGES + 1)
    ]
    return Geometry(RECORD, 0, (first, *more), LARGE)


def _groups(game: Game) -> Iterator[Group]:
    for key, box in head_boxes().items():
        yield _text(key, box)
    for n, row in enumerate(ATTRIBUTES):
        dice = tuple(Value.of(str(slot + 1), die_box(n, slot), "square") for slot in range(3))
        yield Group(f"dice.{row}", "number", dice)
        yield Group(f"row.{row}", "number", tuple(Value.of(key, box) for key, box in sum_boxes(n).items()))
    yield _text("alignment.card", card_box(RIGHT.y))
    cells = tuple(Value.of(str(n), cell_box(n), "square") for n in range(9))
    yield Group("alignment", "number", cells)
    yield _text("backstory.card", card_box(STORY.y))
    for n, row in enumerate(ATTRIBUTES):
        yield Group(f"backstory.{row}", "text", tuple(Value.of(str(s), story_box(n, s)) for s in (1, 2, 3)))
    for key, line in score_lines(game).items():
        yield Group(f"score.{key}", "number", (Value.of("value", points_box(line)),))
    yield Group("total", "number", (Value.of("value", Box(TOTAL.right - 21, TOTAL.y + 1, 19, TOTAL.height - 2)),))
    for kind, lines in list_lines().items():
        for n, line in enumerate(lines):
            yield _text(f"{kind}.{ARMOR_SETS[n] if kind == 'armor' else n + 1}", line.inset(0, 0.3))
    for key, box in zip(("gold", "skills"), below_boxes(), strict=True):
        yield _text(key, box)


def _text(key: str, box: Box) -> Group:
    return Group(key, "text", (Value.of("value", box),))


def head_boxes() -> dict[str, Box]:
    """Who it is."""
    third = (HEAD.width - 2 * AIR) / 3
    x, y, high = HEAD.x, HEAD.y, 10.6
    return {
        "hero": Box(x, y, 2 * third + AIR, high),
        "date": Box(x + 2 * (third + AIR), y, third, high),
        "name": Box(x, y + high + AIR, third, high),
        "race": Box(x + third + AIR, y + high + AIR, third, high),
        "class": Box(x + 2 * (third + AIR), y + high + AIR, third, high),
    }


def row_top(n: int) -> float:
    return ROWS.y + STRIP + 4.2 + n * ROW


def die_box(n: int, slot: int) -> Box:
    return Box(ROWS.x + LABELS + slot * (DIE + 0.6), row_top(n), DIE, DIE)


def sum_boxes(n: int) -> dict[str, Box]:
    """The boxes behind a row."""
    found, x = {}, SUMS_LEFT
    for key, width in SUMS:
        found[key] = Box(x, row_top(n) + (DIE - 10) / 2, width, 10)
        x += width
    return found


def card_box(top: float) -> Box:
    """The name of a card, below a heading."""
    return Box(RIGHT.x, top + STRIP + AIR, RIGHT.width, 8.4)


def cell_box(n: int) -> Box:
    return Box(GRID[0] + n % 3 * CELL, GRID[1] + n // 3 * CELL, CELL, CELL)


def story_box(n: int, slot: int) -> Box:
    """A place of the backstory; slots count from 1."""
    top = card_box(STORY.y).bottom + AIR
    width, height = (STORY.width - SHORT) / 3, (STORY.bottom - top) / len(ATTRIBUTES)
    return Box(STORY.x + SHORT + (slot - 1) * width, top + n * height, width, height)


def score_lines(game: Game) -> dict[str, Box]:
    """A line for each category."""
    keys = [category.key for category in game.scores.categories]
    high = (TOTAL.y - 1.2 - SCORE.y - STRIP - AIR) / len(keys)
    top = SCORE.y + STRIP + AIR
    return {key: Box(SCORE.x, top + n * high, SCORE.width, high) for n, key in enumerate(keys)}


def points_box(line: Box) -> Box:
    return Box.around(line.right - 5.5, line.centre[1], 11, min(line.height - 1, 9))


def list_tops() -> dict[str, float]:
    """Where the lists begin, their headings included."""
    found, y = {}, CARDS.y
    for key, count in LISTS:
        found[key] = y
        y += STRIP + AIR + PITCH * count + GAP
    return found


def list_lines() -> dict[str, list[Box]]:
    """The lines of each list."""
    tops = list_tops()
    return {
        key: [Box(CARDS.x, tops[key] + STRIP + AIR + n * PITCH, CARDS.width, PITCH) for n in range(count)]
        for key, count in LISTS
    }


def below_boxes() -> tuple[Box, Box]:
    """What is left: gold and skills."""
    half, y = (CARDS.width - AIR) / 2, CARDS.bottom - BELOW
    return Box(CARDS.x, y, half, BELOW), Box(CARDS.right - half, y, half, BELOW)


def more_line(n: int) -> Box:
    """A line of a page that goes on."""
    return Box(MORE.x, MORE.y + n * MORE_PITCH, MORE.width, MORE_PITCH).inset(0, 0.3)
