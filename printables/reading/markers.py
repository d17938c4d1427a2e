"""The reading frames and their six ArUco markers (dictionary 4x4_50, ids 0 to 5).

A frame is centred on the sheet, with at least 10 mm of paper around it. The large one is 190 × 259 mm, so that the same
page fits A4 and Letter; the small one is for A5. All coordinates of a page that can be read are millimetres in its
frame: origin top left, y down.

Smaller pieces of a sheet have frames of their own, down to an eighth of a sheet: their six markers are as large as
those on A5, because smaller ones are often lost. A sixth and an eighth of A4 are higher than those of Letter, and each
has a frame of its own: on so small a leaf every millimetre is a row.
"""

from __future__ import annotations

from msgspec import Struct

from printables.imposition import CLOSE, Box
from printables.paper import Paper

EDGE = 10.0
"""The paper around a frame (mm): what no printer leaves out."""

CLEAR = 5.0
"""Nothing is drawn closer than this to a marker (mm)."""


class Frame(Struct, frozen=True):
    """The rectangle between the outer corners of the markers, and the side of a marker (mm).

    `name` tells the files of its geometries from those of the large frame, which has none.
    """

    name: str
    width: float
    height: float
    side: float

    @property
    def left(self) -> float:
        """From here to `right` whatever is drawn is clear of every marker at any height."""
        return self.side + CLEAR

    @property
    def right(self) -> float:
        return self.width - self.side - CLEAR

    def fits(self, paper: Paper) -> bool:
        """Whether enough of that paper is left around it."""
        room = Box(0, 0, paper.width, paper.height).inset(EDGE)
        return self.width <= room.width + CLOSE and self.height <= room.height + CLOSE


LARGE = Frame("", 190.0, 259.0, 10.0)
SMALL = Frame("A5", 128.0, 190.0, 8.0)
HALF = Frame("HL", 119.0, 195.0, 8.0)
"""Half a Letter is narrower than A5 and higher."""

QUARTER = Frame("Q", 85.0, 119.0, 8.0)
"""A quarter of A4 or of Letter."""

SIXTH, SIXTH_LETTER = Frame("6", 85.0, 79.0, 8.0), Frame("6L", 87.9, 73.1, 8.0)
EIGHTH, EIGHTH_LETTER = Frame("8", 85.0, 54.2, 8.0), Frame("8L", 87.9, 49.8, 8.0)
"""A sixth and an eighth of A4 and of Letter."""

FRAMES = (LARGE, SMALL, HALF, QUARTER, SIXTH, SIXTH_LETTER, EIGHTH, EIGHTH_LETTER)
"""What can be read, the largest first."""

FRAME = (LARGE.width, LARGE.height)
SIDE = LARGE.side
"""The large frame, and the side of its markers (mm)."""

PATTERNS = (0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD)
"""The inner 4 × 4 modules of each marker, row by row, the first one in the highest bit; 1 is white. A border of one
black module runs around them, so a marker has 6 × 6 modules."""

MODULES = 6
_INNER = 4


def frame_of(paper: Paper) -> Frame:
    """The frame of a paper: the largest that fits."""
    return next(frame for frame in FRAMES if frame.fits(paper))


def frame_on(paper: Paper) -> Box:
    """Where the frame lies on a sheet of paper."""
    frame = frame_of(paper)
    return Box.around(paper.width / 2, paper.height / 2, frame.width, frame.height)


def marker_boxes(frame: Frame = LARGE) -> tuple[Box, ...]:
    """The six markers by id: top left, top right, bottom right, bottom left, left middle, right middle."""
    side = frame.side
    left, right = 0.0, frame.width - side
    top, middle, bottom = 0.0, (frame.height - side) / 2, frame.height - side
    corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, middle), (right, middle))
    return tuple(Box(x, y, side, side) for x, y in corners)


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


def marker_modules(marker: int, frame: Frame = LARGE) -> tuple[Box, ...]:
    """The black modules of a marker as boxes in the frame."""
    place, size = marker_boxes(frame)[marker], frame.side / MODULES
    return tuple(Box(place.x + c * size, place.y + r * size, size, size) for r, c in black(marker))
