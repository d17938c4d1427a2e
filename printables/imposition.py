"""Where things lie on a sheet: boxes and lines in millimetres, origin top left, y down. Nothing here draws.

Later kinds of imposition (folds) are further functions that return the same boxes and lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from companion.refusals import Refusal

CLOSE = 1e-6
"""Lengths that differ by less are the same (mm)."""


@dataclass(frozen=True)
class Box:
    """A rectangle: its top left corner, its width and its height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box without a border of `dx` at the sides and `dy` (the same if not given) above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def meets(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right - CLOSE
            and other.x < self.right - CLOSE
            and self.y < other.bottom - CLOSE
            and other.y < self.bottom - CLOSE
        )

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float | None = None) -> Box:
        """The box with its centre at `x`, `y`; a square if only the width is given."""
        height = width if height is None else height
        return cls(x - width / 2, y - height / 2, width, height)


@dataclass(frozen=True)
class Line:
    """A straight line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Place:
    """Thing number `index` lies on sheet number `page` (both from 0) in `box`."""

    index: int
    page: int
    box: Box


@dataclass(frozen=True)
class Grid:
    """Equal cells in rows and columns, centred on a sheet, with a gutter between them."""

    sheet: Box
    cell: tuple[float, float]
    columns: int
    rows: int
    gutter: float = 0

    @property
    def block(self) -> Box:
        """The rectangle that all cells fill together."""
        width = self.columns * self.cell[0] + (self.columns - 1) * self.gutter
        height = self.rows * self.cell[1] + (self.rows - 1) * self.gutter
        return Box.around(*self.sheet.centre, width, height)

    @property
    def cells(self) -> tuple[Box, ...]:
        """The cells row by row, from the top left."""
        block, (width, height) = self.block, self.cell
        return tuple(
            Box(block.x + c * (width + self.gutter), block.y + r * (height + self.gutter), width, height)
            for r in range(self.rows)
            for c in range(self.columns)
        )

    def places(self, count: int) -> Iterator[Place]:
        """Where `count` things lie: cells are filled in order, and a sheet that is not full keeps its cells."""
        cells = self.cells
        for index in range(count):
            page, slot = divmod(index, len(cells))
            yield Place(index, page, cells[slot])

    def backs(self, count: int) -> Iterator[Place]:
        """Where the backs of `count` things lie, on sheets of their own: each behind its thing when the sheet is turned
        over its long edge."""
        return (replace(place, box=behind(self.sheet, place.box)) for place in self.places(count))

    def sheets(self, count: int) -> int:
        """How many sheets `count` things take: none for none, and never an empty one at the end."""
        return ceil(count / (self.columns * self.rows))

    def cuts(self) -> tuple[Line, ...]:
        """The cuts of a guillotine, each from one edge of the sheet to the other, no two in the same place."""
        sheet = self.sheet
        xs, ys = self._edges()
        upright = tuple(Line(x, sheet.y, x, sheet.bottom) for x in xs if sheet.x + CLOSE < x < sheet.right - CLOSE)
        level = tuple(Line(sheet.x, y, sheet.right, y) for y in ys if sheet.y + CLOSE < y < sheet.bottom - CLOSE)
        return upright + level

    def marks(self, *, offset: float = 4, length: float = 4) -> tuple[Line, ...]:
        """Where each cut begins and ends: short lines outside the block, `offset` away from it, `length` long."""
        block = self.block
        near, far = offset, offset + length
        xs, ys = self._edges()
        upright = tuple(
            Line(x, y + side * near, x, y + side * far) for x in xs for y, side in ((block.y, -1), (block.bottom, 1))
        )
        level = tuple(
            Line(x + side * near, y, x + side * far, y) for y in ys for x, side in ((block.x, -1), (block.right, 1))
        )
        return upright + level

    def seams(self, reach: float = 3) -> tuple[Line, ...]:
        """The cuts from one side of the block to the other, `reach` beyond it."""
        block = self.block.inset(-reach)
        xs, ys = self._edges()
        upright = tuple(Line(x, block.y, x, block.bottom) for x in xs)
        return upright + tuple(Line(block.x, y, block.right, y) for y in ys)

    def _edges(self) -> tuple[list[float], list[float]]:
        """Where cells begin and end, across and down."""
        xs = _edges([cell.x for cell in self.cells] + [cell.right for cell in self.cells])
        ys = _edges([cell.y for cell in self.cells] + [cell.bottom for cell in self.cells])
        return xs, ys


def behind(sheet: Box, box: Box) -> Box:
    """The place on the back of a sheet that lies behind a place on its front: the sheet is turned like the page of a
    book, over its long edge when it stands upright."""
    return Box(sheet.x + sheet.right - box.right, box.y, box.width, box.height)


EDGE = 7.0
"""How near the edge of a sheet a note may begin (mm)."""


def note_room(sheet: Box, block: Box, *, height: float = 3.2, clear: float = 9) -> tuple[Box, bool]:
    """Where a line of small type stands on a sheet that a block fills, clear of the block and its marks, and whether it
    is turned to read from bottom to top: below the block, or left of it where there is more room.
    """
    below, beside = sheet.bottom - block.bottom, block.x - sheet.x
    if below >= clear + height or below >= beside:
        middle = sheet.bottom - max((below - clear) / 2 + height / 2, 4.6)
        return Box.around(block.centre[0], middle, max(block.width, sheet.width - 2 * EDGE), height), False
    middle = sheet.x + max((beside - clear) / 2 + height / 2, 4.6)
    return Box(middle - height / 2, block.y, height, block.height), True


def grid(
    sheet: Box,
    cell: tuple[float, float],
    *,
    margin: float = 5,
    gutter: float = 0,
    columns: int | None = None,
    rows: int | None = None,
) -> Grid:
    """The grid of cells of that size on a sheet, at least `margin` from its edges: as many as fit, or as many as asked.

    Raises Refusal (`print.grid.too_large`) when not even one fits, or not as many as were asked for.
    """
    room = sheet.inset(margin)
    most = (_fit(room.width, cell[0], gutter), _fit(room.height, cell[1], gutter))
    wanted = (most[0] if columns is None else columns, most[1] if rows is None else rows)
    if min(*most, *wanted) < 1 or wanted[0] > most[0] or wanted[1] > most[1]:
        raise Refusal(
            "print.grid.too_large",
            field="grid",
            width=f"{cell[0]:g}",
            height=f"{cell[1]:g}",
            columns=max(wanted[0], 1),
            rows=max(wanted[1], 1),
            room_width=f"{room.width:g}",
            room_height=f"{room.height:g}",
        )
    return Grid(sheet, cell, wanted[0], wanted[1], gutter)


def _fit(room: float, cell: float, gutter: float) -> int:
    return int((room + gutter + CLOSE) // (cell + gutter))


def _edges(values: list[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > CLOSE:
            found.append(value)
    return found


@dataclass(frozen=True)
class Tile:
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


@dataclass(frozen=True)
class Tiling:
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


def crop_marks(box: Box, *, length: float = 4, offset: float = 1) -> tuple[Line, ...]:
    """Eight short lines at the corners of a box, outside of it: `offset` away from the corner, `length` long."""
    near, far = offset, offset + length
    across = tuple(
        Line(x + side * near, y, x + side * far, y)
        for y in (box.y, box.bottom)
        for x, side in ((box.x, -1), (box.right, 1))
    )
    down = tuple(
        Line(x, y + side * near, x, y + side * far)
        for x in (box.x, box.right)
        for y, side in ((box.y, -1), (box.bottom, 1))
    )
    return across + down
