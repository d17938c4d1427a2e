"""Lines that are not part of a thing but tell where it is cut."""

from __future__ import annotations

from printables.imposition import Box, Grid, crop_marks
from printables.pen import Pen

WEIGHT = 0.1
"""The width of a mark (mm): thinner than a blade."""


def draw_cuts(pen: Pen, grid: Grid) -> None:
    """The cuts of a grid from edge to edge, dashed."""
    pen.lines(grid.cuts(), pen.ink.quiet, WEIGHT, dash=(2, 2))


def draw_crop_marks(pen: Pen, box: Box, *, length: float = 4, offset: float = 1) -> None:
    """Crop marks at the corners of a box, outside of it."""
    pen.lines(crop_marks(box, length=length, offset=offset), pen.ink.text, WEIGHT)


def draw_marks(pen: Pen, grid: Grid, *, offset: float = 3.5, length: float = 3) -> None:
    """Marks where each cut of a grid begins and ends, clear of what runs on beyond the cuts."""
    pen.lines(grid.marks(offset=offset, length=length), pen.ink.text, WEIGHT)


def draw_seams(pen: Pen, grid: Grid) -> None:
    """The cuts between small things, dashed: what scissors follow."""
    pen.lines(grid.seams(), pen.ink.quiet, WEIGHT, dash=(1.5, 1.5))
