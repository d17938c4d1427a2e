"""Where everything on the set-up page lies: the boxes to tick are read, the numbers and the words stand beside them.

All of it keeps between the markers of the left and of the right.
"""

from __future__ import annotations

from companion.games.roll_player.constants import SETUP_DISCARDS
from companion.games.roll_player.rules import VARIANTS
from printables.faces.furniture import CODE_BOX, LANE
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value

SET_UP = "U"
STRIP = 5.6
TICK = 4.0

COLUMNS: tuple[str | int, ...] = ("solo", *SETUP_DISCARDS)
"""Alone, and by the number of players."""

ROWS = 10
"""Of the table of numbers."""

STEPS = 12

CHOICES = Box(CODE_BOX.right + 9, LANE.y, LANE.right - CODE_BOX.right - 9, 46)
"""The variants, beside the code."""

NUMBERS = Box(LANE.x, CHOICES.bottom + 3, LANE.width, 72)
LABELS = 70.0
"""The width of the column of names of the table of numbers."""

DOING = Box(LANE.x, NUMBERS.bottom + 5, LANE.width, LANE.bottom - NUMBERS.bottom - 5)
"""The steps."""

BETWEEN = 5.0
"""Between two columns of boxes to tick."""


def _two_columns(room: Box, n: int, each: int, down: bool) -> Box:
    """Place `n` of some in two columns below a heading, each with so many: column by column, or row by row."""
    top = room.y + STRIP + 2.2
    column, row = divmod(n, each) if down else (n % 2, n // 2)
    width, height = (room.width - BETWEEN) / 2, (room.bottom - top) / each
    return Box(room.x + column * (width + BETWEEN), top + row * height, width, height - 0.6)


def variant_box(n: int) -> Box:
    """The place of a variant, counted from 0."""
    return _two_columns(CHOICES, n, (len(VARIANTS) + 1) // 2, down=False)


def step_box(n: int) -> Box:
    """The place of a step, counted from 0."""
    return _two_columns(DOING, n, STEPS // 2, down=True)


def tick_of(place: Box) -> Box:
    """The box to tick of a place."""
    return Box(place.x + 1.6, place.y + 0.4, TICK, TICK)


def column_box(n: int) -> Box:
    """A column of the table of numbers, counted from 0, below the heading of the table."""
    width = (NUMBERS.width - LABELS) / len(COLUMNS)
    return Box(NUMBERS.x + LABELS + n * width, NUMBERS.y + STRIP, width, NUMBERS.height - STRIP)


def players_tick(n: int) -> Box:
    """The box to tick in the heading of a column: so many play."""
    column = column_box(n)
    return Box(column.x + 1, NUMBERS.y + (STRIP - TICK) / 2, TICK, TICK)


def layout() -> Geometry:
    """The page as it is laid out at present."""
    variants = tuple(Value.of(key, tick_of(variant_box(n)), "square") for n, key in enumerate(VARIANTS))
    players = tuple(Value.of(str(column), players_tick(n), "square") for n, column in enumerate(COLUMNS))
    steps = tuple(Value.of(str(n + 1), tick_of(step_box(n)), "square") for n in range(STEPS))
    groups = (Group("variants", "tick", variants), Group("players", "choice", players), Group("steps", "tick", steps))
    return Geometry(SET_UP, 0, (PageGeometry(CODE_BOX, groups),))
