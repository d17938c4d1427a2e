"""Where a line of small type and a ruler stand at the edge of a sheet, clear of everything that is cut out of it."""

from __future__ import annotations

from functools import lru_cache

from printables.imposition.boxes import CLOSE, Box
from printables.imposition.grids import note_room

RULER = 50.0
"""The length of the line that everybody measures (mm)."""

BESIDE = 11.0
"""The room for what it says, at its end."""

OFF, THICK = 4.6, 3.2
"""How far its middle lies from the edge of the paper, and how high it is (mm)."""

START = 30.0
"""Where it begins on a page that a camera may read: beside the markers."""


@lru_cache(maxsize=64)  # most sheets of a deck are alike
def ruler_room(sheet: Box, block: Box, *, start: float | None = None) -> tuple[Box, bool] | None:
    """The room for a ruler and what it says, and whether it reads from bottom to top: at the edge with the most room,
    but for the one where the note stands. None where there is no room that is clear of the block.

    `start` is how far from the corner it begins (None: a little after the block does).
    """
    _, upright = note_room(sheet, block)
    above, below = block.y - sheet.y, sheet.bottom - block.bottom
    left, right = block.x - sheet.x, sheet.right - block.right
    ways = {"above": above, "right": right, "left": left, "below": below}
    del ways["left" if upright else "below"]
    for way in sorted(ways, key=lambda name: -round(ways[name], 3)):
        level = way in ("above", "below")
        along = sheet.width if level else sheet.height
        first = start if start is not None else max((block.x if level else sheet.bottom - block.bottom) + 2, OFF)
        first = max(min(first, along - RULER - BESIDE - OFF), 0)
        if ways[way] < OFF + THICK / 2 - CLOSE or along < RULER + BESIDE + 2 * OFF:
            continue
        near = OFF - THICK / 2
        if level:
            y = sheet.y + near if way == "above" else sheet.bottom - near - THICK
            return Box(sheet.x + first, y, RULER + BESIDE, THICK), False
        x = sheet.x + near if way == "left" else sheet.right - near - THICK
        return Box(x, sheet.bottom - first - RULER - BESIDE, THICK, RULER + BESIDE), True
    return None
