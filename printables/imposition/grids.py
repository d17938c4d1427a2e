"""Equal cells in rows and columns on a sheet, and where notes find room beside them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.refusals import Refusal
from printables.imposition.boxes import CLOSE, Box, Line


class Grid(Struct, frozen=True):
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

    def cuts(self) -> tuple[Line, ...]:
        """The cuts of a guillotine, each from one edge of the sheet to the other, no two in the same place."""
        sheet = self.sheet
        xs, ys = self._edges()
        upright = tuple(Line(x, sheet.y, x, sheet.bottom) for x in xs if sheet.x + CLOSE < x < sheet.right - CLOSE)
        level = tuple(Line(sheet.x, y, sheet.right, y) for y in ys if sheet.y + CLOSE < y < sheet.bottom - CLOSE)
        return upright + level

    def _edges(self) -> tuple[list[float], list[float]]:
        """Where cells begin and end, across and down."""
        xs = _edges([cell.x for cell in self.cells] + [cell.right for cell in self.cells])
        ys = _edges([cell.y for cell in self.cells] + [cell.bottom for cell in self.cells])
        return xs, ys


def behind(sheet: Box, box: Box, level: bool = False) -> Box:
    """The place on the other side of a sheet that lies behind a place on this one: the sheet is turned over around an
    upright line, like the page of a book, or around a level one."""
    if level:
        return replace(box, y=sheet.y + sheet.bottom - box.bottom)
    return replace(box, x=sheet.x + sheet.right - box.right)


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
