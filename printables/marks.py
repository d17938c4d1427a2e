"""Lines that are not part of a thing but tell where it is cut."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from printables.faces.styles import RULER_SAYS
from printables.imposition import Box, Line, Setting, SheetSide, Stock, note_room
from printables.imposition.cut_marks import fold_lines, mark_lines
from printables.imposition.registration import WEIGHT as REGISTRATION_WEIGHT
from printables.imposition.registration import registration
from printables.imposition.rooms import RULER
from printables.pen import Pen

WEIGHT = 0.1
"""The width of a mark (mm): thinner than a blade."""

USUAL, SCISSORS = ("ticks",), ("dashed",)
"""The marks of cards, and of small things, if nothing else is asked for."""


def marks_of(setting: Setting, stock: Stock) -> tuple[str, ...]:
    """The styles of marks that are asked for, else those of what is cut."""
    return (SCISSORS if stock.seams else USUAL) if setting.marks.styles is None else setting.marks.styles


def draw_side_marks(pen: Pen, side: SheetSide, setting: Setting, stock: Stock) -> None:
    """Everything that tells where a sheet of cards is cut and folded."""
    marks = setting.marks
    offset = max(side.bleed + 0.5, 1.5) if marks.offset is None else marks.offset
    for style in marks_of(setting, stock):
        lines = mark_lines(side, style, length=marks.length, offset=offset, safe=setting.safe)
        _draw(pen, side, style, lines, marks.width)
    if side.folds:
        pen.lines(fold_lines(side, offset), pen.ink.quiet, marks.width, dash=(3, 1, 0.6, 1))
    if setting.registration:
        draw_registration(pen, side)


def _draw(pen: Pen, side: SheetSide, style: str, lines: tuple[Line, ...], width: float) -> None:
    """Lines of one style; they are the same on many sheets, so they are drawn into the document once."""
    soft = style in ("dashed", "bleed", "safe")
    dash = {"dashed": (1.5, 1.5), "bleed": (0.6, 0.8), "safe": (1.2, 0.8)}.get(style, ())

    def draw(pen: Pen) -> None:
        pen.lines(lines, pen.ink.quiet if soft else pen.ink.text, width, dash=dash)

    pen.once(_name(lines, style, width), side.sheet, draw)


@lru_cache(maxsize=64)
def _name(lines: tuple[Line, ...], style: str, width: float) -> str:
    """What some marks are called in a document, by what they look like."""
    return f"marks-{sha256(repr((lines, style, width)).encode()).hexdigest()[:12]}"


def draw_registration(pen: Pen, side: SheetSide) -> None:
    """The square and the corners that a cutting machine looks for, pure black whatever the ink."""
    found = registration(side.area, side.slots, side.bleed)
    if found is not None:
        pen.box(found.square, fill="#000000")
        pen.lines(found.lines, "#000000", REGISTRATION_WEIGHT)


def side_note_room(side: SheetSide) -> tuple[Box, bool]:
    """Where the note of a sheet of cards stands, and whether it reads from bottom to top."""
    return note_room(side.area, side.cut_block)


def draw_ruler(pen: Pen, box: Box, upright: bool, says: str) -> None:
    """A line of 50 mm with a tick at every fifth, and what it says at its end."""
    own = Box(0, 0, box.width, box.height)
    way = "upright" if upright else "level"
    pen.once(f"ruler-{way}", box, lambda pen: _ruler(pen, own, upright, says))


def _ruler(pen: Pen, box: Box, upright: bool, says: str) -> None:
    steps = range(0, int(RULER) + 1, 5)
    if upright:
        x, y = box.right - 0.4, box.bottom - 0.2
        lines = [Line(x, y, x, y - RULER), *(Line(x, y - n, x - _tick(n), y - n) for n in steps)]
        label = Box(box.x, box.y, box.width, box.height - RULER - 1.4)
        pen.lines(lines, pen.ink.quiet, 0.15)
        pen.write_upright(label, says, RULER_SAYS, field="ruler", shade=pen.ink.quiet)
        return
    x, y = box.x + 0.2, box.bottom - 0.4
    lines = [Line(x, y, x + RULER, y), *(Line(x + n, y, x + n, y - _tick(n)) for n in steps)]
    label = Box(x + RULER + 1.2, box.y, box.width - RULER - 1.4, box.height)
    pen.lines(lines, pen.ink.quiet, 0.15)
    pen.write(label, says, RULER_SAYS, field="ruler", shade=pen.ink.quiet)


def _tick(n: int) -> float:
    return 2.4 if n % 50 == 0 else 1.7 if n % 10 == 0 else 1.0
