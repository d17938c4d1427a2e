"""Where the places of the character sheet lie: 18 squares for dice, and boxes for everything else that a hero has."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll_player.content import ARMOR_SETS, ATTRIBUTES, CLASS_COLORS
from printables.faces.furniture import BODY_BOTTOM, BODY_TOP, CODE_BOX, LEFT, RIGHT
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value

SHEET = "S"

DIE = 17.0
"""The side of a square for a die (mm): a 16 mm die and some air."""

SLOTS = ("1", "2", "3")
SUMS = (("dice", 10.5), ("modifier", 10.5), ("score", 11.5), ("goal", 14.5), ("value", 10.0))
"""The boxes behind a row and their widths; together they reach the right edge."""

SET_SIZES = {"chain": 5, "leather": 4, "mystic": 3}
LINES = 6
"""Lines for traits, and for skills."""

GOLD = 31
"""Steps of the gold track: 0 to 30."""

STRIP = 5.2
AIR, BETWEEN = 0.9, 3.6
"""The height of a heading; the gap between boxes, and between the columns of panels."""

HEAD = Box(44, BODY_TOP, RIGHT - 44, 35.5)
ROWS_TOP = 53.8
ROW_PITCH = DIE + 0.6
SLOTS_LEFT = 58.5
SUMS_LEFT = RIGHT - sum(width for _, width in SUMS)

PANELS = ROWS_TOP + 6 * ROW_PITCH + 2.6
LOWER = PANELS + 58.2
FIRST = Box(LEFT, PANELS, 49, BODY_BOTTOM - PANELS)
SECOND = Box(FIRST.right + BETWEEN, PANELS, 31, BODY_BOTTOM - PANELS)
THIRD = Box(SECOND.right + BETWEEN, PANELS, RIGHT - SECOND.right - BETWEEN, BODY_BOTTOM - PANELS)

CELL = 12.2
CARD = 7.2
"""The cells of the alignment grid, and the height of a box for the name of a card."""


def layout() -> Geometry:
    """The sheet as it is laid out at present: what becomes the next version when it is stored."""
    groups = [*_head(), *_rows(), *_alignment(), *_backstory(), *_third(), *_gold(), *_corner()]
    return Geometry(SHEET, 0, (PageGeometry(CODE_BOX, tuple(groups)),))


def _text(key: str, box: Box) -> Group:
    return Group(key, "text", (Value.of("value", box),))


def _head() -> Iterator[Group]:
    """Who it is: name; race and class; the six class colours; the ability."""
    x, y, wide = HEAD.x, HEAD.y, HEAD.width
    half = (wide - 2 * AIR) / 2
    yield _text("name", Box(x, y, wide, 8.2))
    yield _text("race", Box(x, y + 9.1, half, 8.2))
    yield _text("class", Box(x + half + 2 * AIR, y + 9.1, half, 8.2))
    pitch = wide / len(CLASS_COLORS)
    chips = [Value.of(key, Box(x + n * pitch, y + 18.9, 8.2, 5.4)) for n, key in enumerate(CLASS_COLORS)]
    yield Group("class_color", "choice", tuple(chips))
    yield _text("ability", Box(x, y + 25.9, wide, 9.6))
    yield _text("player", Box(LEFT, y + 25.9, x - LEFT - 2 * AIR, 9.6))


def _rows() -> Iterator[Group]:
    """A row for each attribute: three squares, and the boxes that lead to its stars."""
    for n, row in enumerate(ATTRIBUTES):
        y = ROWS_TOP + n * ROW_PITCH
        squares = [Box(SLOTS_LEFT + s * (DIE + 1.5), y, DIE, DIE) for s in range(3)]
        slots = zip(SLOTS, squares, strict=True)
        yield Group(f"dice.{row}", "die", tuple(Value.of(key, box, "square") for key, box in slots))
        values, x = [], SUMS_LEFT
        for key, width in SUMS:
            values.append(Value.of(key, Box(x, y + (DIE - 10.5) / 2, width, 10.5)))
            x += width
        yield Group(f"row.{row}", "number", tuple(values))


def _alignment() -> Iterator[Group]:
    panel = FIRST
    yield _text("alignment.card", Box(panel.x, panel.y + STRIP + AIR, panel.width, CARD))
    left, top = panel.right - 3 * CELL, LOWER - 2.4 - 3 * CELL
    cells = [Box(left + n % 3 * CELL, top + n // 3 * CELL, CELL, CELL) for n in range(9)]
    yield Group("alignment", "number", tuple(Value.of(str(n), box, "square") for n, box in enumerate(cells)))


def _backstory() -> Iterator[Group]:
    panel = SECOND
    yield _text("backstory.card", Box(panel.x, panel.y + STRIP + AIR, panel.width, CARD))
    width, height = 7.8, 6.7
    left, top = panel.right - 3 * width, LOWER - 2.4 - 6 * height
    for n, row in enumerate(ATTRIBUTES):
        places = [Box(left + s * width, top + n * height, width, height) for s in range(3)]
        yield Group(f"backstory.{row}", "text", tuple(Value.of(k, box) for k, box in zip(SLOTS, places, strict=True)))


def _third() -> Iterator[Group]:
    """Weapons, armour by set, traits and skills, from the top."""
    panel = THIRD
    y = panel.y + STRIP + AIR
    half = (panel.width - AIR) / 2
    yield _text("weapon.1", Box(panel.x, y, half, 9))
    yield _text("weapon.2", Box(panel.right - half, y, half, 9))
    y = armor_top() + STRIP + AIR
    for key in ARMOR_SETS:
        ticks = [Box(panel.x + 23 + n * 6.6, y + 0.4, 5.4, 5.4) for n in range(SET_SIZES[key])]
        yield Group(f"armor.{key}", "tick", tuple(Value.of(str(n), box) for n, box in enumerate(ticks, 1)))
        yield Group(f"armor.{key}.stars", "number", (Value.of("value", Box(panel.right - 10, y, 10, 6.2)),))
        y += 6.6
    y = lines_top() + STRIP + AIR
    half = (panel.width - 3) / 2
    pitch = (BODY_BOTTOM - y) / LINES
    for n in range(1, LINES + 1):
        line = Box(panel.x, y + (n - 1) * pitch, half, pitch)
        yield Group(
            f"trait.{n}",
            "text",
            (
                Value.of("name", Box(line.x, line.y, half - 7.6, pitch)),
                Value.of("value", Box(line.right - 7, line.y + 0.5, 7, pitch - 0.9)),
            ),
        )
    for n in range(1, LINES + 1):
        line = Box(panel.right - half, y + (n - 1) * pitch, half, pitch)
        yield _text(f"skill.{n}", Box(line.x, line.y, half - 11.6, pitch))
        ticks = [Box(line.right - back, line.y + 0.6, 4.6, pitch - 1.2) for back in (10.6, 4.6)]
        states = zip(("ready", "used"), ticks, strict=True)
        yield Group(f"skill.{n}.state", "choice", tuple(Value.of(key, box) for key, box in states))


def armor_top() -> float:
    return THIRD.y + STRIP + AIR + 9 + 2.6


def lines_top() -> float:
    return armor_top() + STRIP + AIR + 3 * 6.6 + 2.2


def _gold() -> Iterator[Group]:
    """Gold from 0 to 30, eight to a line."""
    top = LOWER + STRIP + AIR
    width, height = FIRST.width / 8, (BODY_BOTTOM - top) / 4
    steps = [Box(FIRST.x + n % 8 * width, top + n // 8 * height, width, height) for n in range(GOLD)]
    yield Group("gold", "choice", tuple(Value.of(str(n), box) for n, box in enumerate(steps)))


def _corner() -> Iterator[Group]:
    """Charisma tokens and the total."""
    top = LOWER + STRIP + AIR
    yield Group("charisma", "number", (Value.of("value", Box(SECOND.x, top, SECOND.width, 7)),))
    below = top + 7 + 2.2 + STRIP + AIR
    yield Group("total", "number", (Value.of("value", Box(SECOND.x, below, SECOND.width, BODY_BOTTOM - below)),))
