"""Lines that tell where a sheet of cards is cut and folded: they follow its slots and are never part of a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from printables.imposition.boxes import CLOSE, Box, Line
from printables.imposition.sides import SheetSide, cuts_of

REACH = 3.0
"""How far dashed seams go beyond the outermost cards (mm)."""


def mark_lines(side: SheetSide, style: str, *, length: float, offset: float, safe: float) -> tuple[Line, ...]:
    """The lines of one style of marks (see STYLES) on a side; none of them leaves the sheet."""
    if style == "safe":
        return _within(side.sheet, _frames(spot.box.inset(safe) for spot in side.spots))
    # which cards lie on the sheet makes no difference
    return _around(replace(side, number=0, spots=()), style, length, offset)


@lru_cache(maxsize=64)
def _around(side: SheetSide, style: str, length: float, offset: float) -> tuple[Line, ...]:
    found: Iterable[Line]
    if style in ("ticks", "edge"):
        found = _outside(side, offset, length if style == "ticks" else None)
    elif style == "lines":
        found = edges(side)
    elif style == "dashed":
        found = _seams(side)
    elif style in ("corners", "crosses"):
        found = _at_corners(side, length, cross=style == "crosses")
    elif style == "outline":
        found = _frames(side.pieces)
    else:
        found = _frames(piece.inset(-side.bleed) for piece in side.pieces)
    return _within(side.area, found)


def _within(area: Box, lines: Iterable[Line]) -> tuple[Line, ...]:
    """Each line once, as far as it lies in an area."""
    return tuple(dict.fromkeys(line for line in (_kept(line, area) for line in lines) if line is not None))


def edges(side: SheetSide) -> tuple[Line, ...]:
    """Where a guillotine cuts a sheet that is full; where it is folded, only the cuts that its cards need."""
    return side.cuts if side.folds else cuts_of(side.area, side.slots)


def fold_lines(side: SheetSide, offset: float) -> tuple[Line, ...]:
    """What shows where to fold: outside of the cards, and across the sheet where no card touches the fold."""
    block, sheet, found = side.block, side.sheet, []
    for fold in side.folds:
        across = Line(fold.x1, sheet.y, fold.x2, sheet.bottom) if fold.x1 == fold.x2 else None
        level = Line(sheet.x, fold.y1, sheet.right, fold.y2)
        if not any(_touches(box, fold) for box in side.slots):
            found.append(across or level)
        elif across:
            found += [Line(fold.x1, sheet.y, fold.x1, block.y - offset)]
            found += [Line(fold.x1, block.bottom + offset, fold.x1, sheet.bottom)]
        else:
            found += [Line(sheet.x, fold.y1, block.x - offset, fold.y1)]
            found += [Line(block.right + offset, fold.y1, sheet.right, fold.y1)]
    return tuple(found)


def _touches(box: Box, fold: Line) -> bool:
    if fold.x1 == fold.x2:
        return box.x - CLOSE < fold.x1 < box.right + CLOSE
    return box.y - CLOSE < fold.y1 < box.bottom + CLOSE


def _outside(side: SheetSide, offset: float, length: float | None) -> Iterator[Line]:
    """Where each cut begins and ends: outside of the block, so long, or (None) as far as the paper's edge."""
    block, sheet = side.cut_block, side.area
    for cut in edges(side):
        if cut.x1 == cut.x2:
            top, bottom = block.y - offset, block.bottom + offset
            yield Line(cut.x1, top, cut.x1, sheet.y if length is None else top - length)
            yield Line(cut.x1, bottom, cut.x1, sheet.bottom if length is None else bottom + length)
        else:
            left, right = block.x - offset, block.right + offset
            yield Line(left, cut.y1, sheet.x if length is None else left - length, cut.y1)
            yield Line(right, cut.y1, sheet.right if length is None else right + length, cut.y1)


def _seams(side: SheetSide) -> Iterator[Line]:
    block = side.cut_block.inset(-REACH)
    for cut in edges(side):
        if cut.x1 == cut.x2:
            yield Line(cut.x1, block.y, cut.x1, block.bottom)
        else:
            yield Line(block.x, cut.y1, block.right, cut.y1)


def _at_corners(side: SheetSide, length: float, *, cross: bool) -> Iterator[Line]:
    """At each corner of each piece two lines along its edges, inwards, or for a cross both ways."""
    for box in side.pieces:
        for x, right in ((box.x, 1), (box.right, -1)):
            for y, down in ((box.y, 1), (box.bottom, -1)):
                yield Line(x - right * length * cross, y, x + right * length, y)
                yield Line(x, y - down * length * cross, x, y + down * length)


def _frames(boxes: Iterable[Box]) -> Iterator[Line]:
    for box in boxes:
        corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom), (box.x, box.y))
        yield from (Line(*one, *other) for one, other in pairwise(corners))


def _kept(line: Line, sheet: Box) -> Line | None:
    """A line as far as it lies on the sheet."""
    x1, x2 = (min(max(x, sheet.x), sheet.right) for x in (line.x1, line.x2))
    y1, y2 = (min(max(y, sheet.y), sheet.bottom) for y in (line.y1, line.y2))
    if abs(x1 - x2) < CLOSE and abs(y1 - y2) < CLOSE:
        return None
    return Line(x1, y1, x2, y2)
