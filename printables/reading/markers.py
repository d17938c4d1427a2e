"""The reading frame and its six ArUco markers (dictionary 4x4_50, ids 0 to 5).

The frame is 190 × 259 mm, so that the same page fits A4 and Letter with at least 10 mm of paper around it; it is
centred on the sheet. All coordinates of a page that can be read are millimetres in the frame: origin top left, y down.
"""

from __future__ import annotations

from printables.imposition import Box
from printables.paper import Paper

FRAME = (190.0, 259.0)
SIDE = 10.0
"""The side of a marker (mm)."""

CLEAR = 5.0
"""Nothing is drawn closer than this to a marker (mm)."""

PATTERNS = (0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD)
"""The inner 4 × 4 modules of each marker, row by row, the first one in the highest bit; 1 is white. A border of one
black module runs around them, so a marker has 6 × 6 modules."""

MODULES = 6
_INNER = 4


def frame_on(paper: Paper) -> Box:
    """Where the frame lies on a sheet of paper."""
    return Box.around(paper.width / 2, paper.height / 2, *FRAME)


def marker_boxes() -> tuple[Box, ...]:
    """The six markers by id: top left, top right, bottom right, bottom left, left middle, right middle."""
    left, right = 0.0, FRAME[0] - SIDE
    top, middle, bottom = 0.0, (FRAME[1] - SIDE) / 2, FRAME[1] - SIDE
    corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, middle), (right, middle))
    return tuple(Box(x, y, SIDE, SIDE) for x, y in corners)


def black(marker: int) -> tuple[tuple[int, int], ...]:
    """The black modules of a marker as (row, column), 0 to 5 from the top left."""
    bits = PATTERNS[marker]
    return tuple(
        (row, column) for row in range(MODULES) for column in range(MODULES) if not _is_white(bits, row - 1, column - 1)
    )


def _is_white(bits: int, row: int, column: int) -> bool:
    if not (0 <= row < _INNER and 0 <= column < _INNER):
        return False
    return bool(bits >> (_INNER * _INNER - 1 - (row * _INNER + column)) & 1)


def marker_modules(marker: int) -> tuple[Box, ...]:
    """The black modules of a marker as boxes in the frame."""
    place, size = marker_boxes()[marker], SIDE / MODULES
    return tuple(Box(place.x + c * size, place.y + r * size, size, size) for r, c in black(marker))
