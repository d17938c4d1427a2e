"""What is larger than the paper, in equal parts that are glued together."""

from __future__ import annotations

from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from printables.imposition.boxes import CLOSE, Box


class Tile(Struct, frozen=True):
    """A part of something that is larger than the paper, on a sheet of its own.

    `part` is what is kept of the whole, in its coordinates; `place` is where that lies on the sheet. Beyond an edge
    that has a neighbour after it (`right`, `below`) a strip of `glue` mm stays on the sheet: the neighbour is glued on.
    """

    row: int
    column: int
    part: Box
    place: Box
    right: bool
    below: bool
    glue: float

    @property
    def strips(self) -> tuple[Box, ...]:
        """Where the neighbours are glued on: at the right, below, or both."""
        place, wide = self.place, self.glue
        right = Box(place.right, place.y, wide, place.height + (wide if self.below else 0))
        below = Box(place.x, place.bottom, place.width, wide)
        return tuple(strip for strip, there in ((right, self.right), (below, self.below)) if there)

    @property
    def whole(self) -> Box:
        """All that is kept of the sheet: the part and its strips."""
        place = self.place
        width, height = place.width + self.glue * self.right, place.height + self.glue * self.below
        return replace(place, width=width, height=height)


class Tiling(Struct, frozen=True):
    """Something larger than the paper in equal parts, row by row; `lying` says that the sheets lie on their side."""

    sheet: Box
    rows: int
    columns: int
    lying: bool
    tiles: tuple[Tile, ...]


def tiling(paper: tuple[float, float], whole: tuple[float, float], *, margin: float = 7, glue: float = 10) -> Tiling:
    """The parts of a `whole` on as few sheets of a paper as can be, upright or lying; one part where it fits whole.

    At least `margin` mm of every sheet stay free, but for the strips to glue on, which may come nearer to its edges.
    """
    found = [_tiling(side, whole, margin, glue, lying=n == 1) for n, side in enumerate((paper, paper[::-1]))]
    return min(found, key=lambda one: one.rows * one.columns)


def _tiling(
    paper: tuple[float, float], whole: tuple[float, float], margin: float, glue: float, *, lying: bool
) -> Tiling:
    columns, rows = (_parts(room, length, margin, glue) for room, length in zip(paper, whole, strict=True))
    width, height = whole[0] / columns, whole[1] / rows
    tiles = []
    for row in range(rows):
        for column in range(columns):
            right, below = column < columns - 1, row < rows - 1
            part = Box(column * width, row * height, width, height)
            x, y = _start(paper[0], width, margin, glue * right), _start(paper[1], height, margin, glue * below)
            tiles.append(Tile(row, column, part, replace(part, x=x, y=y), right, below, glue))
    return Tiling(Box(0, 0, *paper), rows, columns, lying, tuple(tiles))


def _parts(room: float, length: float, margin: float, glue: float) -> int:
    """How many equal parts of a length there are, so that each finds room."""
    if length <= room - 2 * margin + CLOSE:
        return 1
    return max(2, ceil(length / (room - margin - max(glue, margin)) - CLOSE))


def _start(room: float, length: float, margin: float, strip: float) -> float:
    """Where a part begins, so that it lies in the middle together with its strip, as far as the margin lets it."""
    return max((room - length - strip) / 2, margin)
