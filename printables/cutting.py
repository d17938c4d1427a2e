"""What a cutting machine follows: the edges of the cards on a sheet as SVG and as DXF (R12), in millimetres.

Where cards touch, they share one line, so that nothing is cut twice; round corners are cut card by card and want a
gutter. Folded strips are cut around both sides, and their folds are lines of their own. A sheet that is folded once is
cut after it is glued, so only the half that lies upwards has lines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import pi, tan

from msgspec import Struct

from companion.refusals import nearest
from printables.imposition import CLOSE, Box, Line, Setting, SheetSide
from printables.imposition.registration import WEIGHT, Registration, registration
from printables.items import Page

KINDS = ("svg", "dxf")

CUT, FOLD, REGISTRATION = "CUT", "FOLD", "REGISTRATION"
LAYERS = {CUT: (1, "#ff0000"), FOLD: (5, "#0000ff"), REGISTRATION: (7, "#000000")}
"""The layers, and the colour of each in DXF and in SVG."""

HAIR = 0.1


class CutSheet(Struct, frozen=True):
    """What is cut out of a sheet: straight `cuts`, or `pieces` with round corners of `corner` mm."""

    sheet: Box
    cuts: tuple[Line, ...]
    pieces: tuple[Box, ...]
    corner: float
    folds: tuple[Line, ...]
    marks: Registration | None


class CutFile(Struct, frozen=True):
    """One file, and the pages (from 1) of the print that it is for."""

    text: str
    pages: tuple[int, ...]


def cut_sheet(side: SheetSide, setting: Setting) -> CutSheet:
    """What is cut out of a sheet, seen from this side."""
    marks = registration(side.area, side.slots, side.bleed) if setting.registration else None
    folds = tuple(_scores(side))
    if setting.corner:
        return CutSheet(side.sheet, (), side.pieces, setting.corner, folds, marks)
    return CutSheet(side.sheet, shared_edges(side.pieces), (), 0, folds, marks)


def cut_files(pages: Sequence[Page], setting: Setting, kind: str) -> list[CutFile]:
    """A file for every different sheet among the pages of a print; none where nothing is cut.

    Raises UnknownName (`print.cuts.kind`) for a kind that we do not write.
    """
    if kind not in KINDS:
        raise nearest("print.cuts.kind", kind, KINDS)
    write = cut_svg if kind == "svg" else cut_dxf
    found: dict[str, list[int]] = defaultdict(list)
    for number, page in enumerate(pages, 1):
        if page.side is not None and not page.back and not page.side.single:
            found[write(cut_sheet(page.side, setting))].append(number)
    return [CutFile(text, tuple(numbers)) for text, numbers in found.items()]


def shared_edges(pieces: Sequence[Box]) -> tuple[Line, ...]:
    """The edges of boxes, each cut once: what lies on one straight line and touches is one line."""
    upright, level = defaultdict(list), defaultdict(list)
    for box in pieces:
        for x in (box.x, box.right):
            upright[round(x, 4)].append((box.y, box.bottom))
        for y in (box.y, box.bottom):
            level[round(y, 4)].append((box.x, box.right))
    lines = [Line(x, start, x, end) for x, spans in sorted(upright.items()) for start, end in _merged(spans)]
    lines += [Line(start, y, end, y) for y, spans in sorted(level.items()) for start, end in _merged(spans)]
    return tuple(lines)


def _merged(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1] + CLOSE:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _scores(side: SheetSide) -> Iterator[Line]:
    """The folds that run through pieces, as far as these reach."""
    for fold in side.folds:
        if fold.x1 == fold.x2:
            spans = [(piece.y, piece.bottom) for piece in side.pieces if piece.x < fold.x1 < piece.right]
            yield from (Line(fold.x1, start, fold.x1, end) for start, end in _merged(spans))
        else:
            spans = [(piece.x, piece.right) for piece in side.pieces if piece.y < fold.y1 < piece.bottom]
            yield from (Line(start, fold.y1, end, fold.y1) for start, end in _merged(spans))


def cut_svg(sheet: CutSheet) -> str:
    """The lines as SVG 1.1: a unit is a millimetre, origin top left, y down."""
    wide, high = _told(sheet.sheet.width), _told(sheet.sheet.height)
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">',
    ]
    for layer, (_, colour) in LAYERS.items():
        shapes = list(_svg_shapes(sheet, layer))
        if shapes:
            out.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{HAIR}">')
            out += [*shapes, "</g>"]
    return "\n".join([*out, "</svg>", ""])


def _svg_shapes(sheet: CutSheet, layer: str) -> Iterator[str]:
    if layer == REGISTRATION:
        if sheet.marks is not None:
            yield _svg_rect(sheet.marks.square, ' fill="#000000" stroke="none"')
            for line in sheet.marks.lines:
                yield _svg_line(line, f' stroke-width="{WEIGHT}"')
        return
    yield from (_svg_line(line) for line in (sheet.cuts if layer == CUT else sheet.folds))
    if layer == CUT:
        corner = f' rx="{_told(sheet.corner)}" ry="{_told(sheet.corner)}"'
        yield from (_svg_rect(piece, corner) for piece in sheet.pieces)


def _svg_line(line: Line, more: str = "") -> str:
    x1, y1, x2, y2 = map(_told, (line.x1, line.y1, line.x2, line.y2))
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{more}/>'


def _svg_rect(box: Box, more: str) -> str:
    x, y, wide, high = map(_told, (box.x, box.y, box.width, box.height))
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"{more}/>'


def cut_dxf(sheet: CutSheet) -> str:
    """The lines as DXF R12 (AC1009): a unit is a millimetre, origin bottom left, y up."""
    high = sheet.sheet.bottom
    out = _Dxf(high)
    out.pair(999, "millimetres")
    out.section("HEADER")
    out.pairs((9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, 4), (9, "$EXTMIN"), (10, 0.0), (20, 0.0))
    out.pairs((9, "$EXTMAX"), (10, sheet.sheet.width), (20, high), (0, "ENDSEC"))
    out.section("TABLES")
    out.pairs((0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE"), (2, "CONTINUOUS"), (70, 64), (3, "Solid line"))
    out.pairs((72, 65), (73, 0), (40, 0.0), (0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, len(LAYERS)))
    for layer, (colour, _) in LAYERS.items():
        out.pairs((0, "LAYER"), (2, layer), (70, 0), (62, colour), (6, "CONTINUOUS"))
    out.pairs((0, "ENDTAB"), (0, "ENDSEC"))
    out.section("ENTITIES")
    for line in sheet.cuts:
        out.line(CUT, line)
    for piece in sheet.pieces:
        out.box(CUT, piece, sheet.corner)
    for line in sheet.folds:
        out.line(FOLD, line)
    if sheet.marks is not None:
        out.box(REGISTRATION, sheet.marks.square, 0)
        for line in sheet.marks.lines:
            out.line(REGISTRATION, line)
    out.pairs((0, "ENDSEC"), (0, "EOF"))
    return out.text


class _Dxf:
    """Pairs of a code and a value, one a line each; y is turned up."""

    def __init__(self, high: float) -> None:
        self.high = high
        self.lines: list[str] = []

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def pair(self, code: int, value: str | float) -> None:
        whole = code >= 60  # flags and counts; the codes below are texts and lengths
        self.lines += [f"{code:>3}", value if isinstance(value, str) else _told(value, whole=whole)]

    def pairs(self, *pairs: tuple[int, str | float]) -> None:
        for code, value in pairs:
            self.pair(code, value)

    def section(self, name: str) -> None:
        self.pairs((0, "SECTION"), (2, name))

    def line(self, layer: str, line: Line) -> None:
        self.pairs((0, "LINE"), (8, layer), (10, line.x1), (20, self.high - line.y1), (30, 0.0))
        self.pairs((11, line.x2), (21, self.high - line.y2), (31, 0.0))

    def box(self, layer: str, box: Box, corner: float) -> None:
        """A closed outline, against the clock; a bulge of tan(90°/4) makes a quarter of a circle."""
        self.pairs((0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0), (70, 1))
        left, right, low, top = box.x, box.right, self.high - box.bottom, self.high - box.y
        c = corner
        if c:
            corners = [(left + c, low, 0), (right - c, low, 1), (right, low + c, 0), (right, top - c, 1),
                       (right - c, top, 0), (left + c, top, 1), (left, top - c, 0), (left, low + c, 1)]  # fmt: skip
        else:
            corners = [(left, low, 0), (right, low, 0), (right, top, 0), (left, top, 0)]
        for x, y, round_ in corners:
            self.pairs((0, "VERTEX"), (8, layer), (10, x), (20, y), (30, 0.0), (42, tan(pi / 8) if round_ else 0.0))
        self.pairs((0, "SEQEND"), (8, layer))


def _told(value: float, *, whole: bool = False) -> str:
    """A number with at most six decimals, never in powers of ten."""
    if whole:
        return str(int(value))
    text = f"{value:.6f}".rstrip("0")
    return "0.0" if text in ("0.", "-0.") else text + "0" if text.endswith(".") else text
