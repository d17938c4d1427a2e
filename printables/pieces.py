"""The pieces that a sheet of pads is cut into: equal, and parted by cuts that run from edge to edge.

A stack of printed sheets goes under the guillotine once; every pile is a pad, because each piece of a sheet is the
same.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.refusals import Refusal
from printables.imposition import Box, Flip, Grid, behind
from printables.paper import A4, LETTER, Paper

Turn = Literal[0, 90, 180, 270]
"""By how many degrees a piece is turned on its sheet, clockwise."""

COUNTS = (1, 2, 4, 6, 8)
"""So many pads lie on a sheet."""

_GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 8: (2, 4)}
_CODES = {
    A4: {2: "A5", 4: "4A", 6: "6A", 8: "8A"},
    LETTER: {2: "2L", 4: "4L", 6: "6L", 8: "8L"},
}
"""What a piece is called in the code of its pages; half of A4 is A5."""

SHEETS = tuple(_CODES)
"""What is cut into pieces."""


class Cut(Struct, frozen=True):
    """A sheet and the pieces it is cut into. `piece` is what somebody holds in the end, read upright; two to a sheet
    lie on their sides."""

    sheet: Paper
    columns: int
    rows: int
    piece: Paper
    turned: bool

    @property
    def grid(self) -> Grid:
        """The pieces as cells that fill the sheet."""
        sheet = Box(0, 0, self.sheet.width, self.sheet.height)
        return Grid(sheet, (sheet.width / self.columns, sheet.height / self.rows), self.columns, self.rows)

    @property
    def turn(self) -> Turn:
        """How a piece is turned on the front of the sheet."""
        return 270 if self.turned else 0

    def back(self, flip: Flip = "long") -> tuple[tuple[Box, Turn], ...]:
        """Where the backs lie, each behind its piece and head behind head, when the sheet is turned over that edge."""
        grid, level = self.grid, flip == "short"
        turn: Turn = (270 if level else 90) if self.turned else (180 if level else 0)
        return tuple((behind(grid.sheet, cell, level), turn) for cell in grid.cells)


def cut_into(sheet: Paper, count: int) -> Cut:
    """The pieces of a sheet. Raises Refusal (`print.pad.up`) for a number that is not in COUNTS, and for more than one
    on a paper other than A4 and Letter."""
    if count == 1:
        return Cut(sheet, 1, 1, sheet, False)
    if count not in COUNTS or sheet not in _CODES:
        papers = ", ".join(paper.name for paper in SHEETS)
        counts = ", ".join(map(str, COUNTS))
        raise Refusal("print.pad.up", field="up", count=count, paper=sheet.name, papers=papers, counts=counts)
    columns, rows = _GRIDS[count]
    width, height = sheet.width / columns, sheet.height / rows
    turned = count == 2
    size = (height, width) if turned else (width, height)
    return Cut(sheet, columns, rows, Paper(f"{sheet.name}/{count}", _CODES[sheet][count], *size), turned)


def pieces() -> tuple[Paper, ...]:
    """Every piece that has a name of its own in the code of a page."""
    found = (cut_into(sheet, count).piece for sheet, codes in _CODES.items() for count in codes)
    return tuple(piece for piece in found if piece.code != "A5")
