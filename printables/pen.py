"""The pen that faces draw with: millimetres from the top left corner of whatever is being drawn, y down.

A face never sees the page: it gets a pen whose origin is its own corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from printables import operators
from printables.fonts import BOX_WIDTH, ICON_WIDTH, STAR_WIDTH, Run, font, runs
from printables.icons import icons
from printables.imposition import Box, Line
from printables.ink import Ink, Shade
from printables.markup import read
from printables.paper import MM
from printables.proof import Proof
from printables.shapes import Point, outlines, star
from printables.typeset import CAP_HEIGHT, FLOOR, Fitted, Style, fit, width

HAIR = 0.2
"""The width of a thin line (mm)."""

Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "middle", "bottom"]


class Pen(Struct, frozen=True):
    """Draws on one page. `left` and `top` are where its origin lies on a page that is `page_height` high (mm); `proof`
    takes notes of what is not as it should be."""

    canvas: Canvas
    ink: Ink
    page_height: float
    left: float = 0
    top: float = 0
    proof: Proof = field(default_factory=Proof)

    def at(self, x: float, y: float) -> Pen:
        """A pen with its origin at that point of this one."""
        return Pen(self.canvas, self.ink, self.page_height, self.left + x, self.top + y, self.proof)

    def once(self, name: str, box: Box, draw: Callable[[Pen], None]) -> None:
        """Something that stands on many places of a document, drawn into it once by that name, and shown in a box."""
        if not self.canvas.hasForm(name):
            self.canvas.beginForm(name, 0, 0, box.width * MM, box.height * MM)
            draw(replace(self, page_height=box.height, left=0.0, top=0.0))
            self.canvas.endForm()
        self._show(name, box)

    def _show(self, form: str, box: Box) -> None:
        """A form of the document with its origin in the lower left corner of a box."""
        self._put("q")
        self._put(operators.moved(self._x(box.x), self._y(box.bottom)))
        self.canvas.doForm(form)
        self._put("Q")

    def side(
        self,
        box: Box,
        draw: Callable[[Pen], None],
        *,
        turned: int = 0,
        name: str | None = None,
        over: float = 0,
        room: Box | None = None,
    ) -> None:
        """One side of a card in a box of the page, its top turned clockwise by `turned` degrees (0, 90, 180, 270).

        It is drawn in its own coordinates; with a name, into the document once. It runs on `over` mm beyond its edges,
        but not out of `room`.
        """
        if not turned and name is None and room is None:
            draw(self.at(box.x, box.y))
            return
        canvas = self.canvas
        wide, high = (box.height, box.width) if turned % 180 else (box.width, box.height)
        if name is not None and not canvas.hasForm(name):
            corner: Any = -over * MM  # the stub says int
            canvas.beginForm(name, corner, corner, (wide + over) * MM, (high + over) * MM)
            draw(replace(self, page_height=high, left=0.0, top=0.0))
            canvas.endForm()
        if name is not None and not turned and room is None:
            self._show(name, box)
            return
        canvas.saveState()
        if room is not None:
            window = canvas.beginPath()
            window.rect(self._x(room.x), self._y(room.bottom), room.width * MM, room.height * MM)
            canvas.clipPath(window, stroke=0, fill=0)
        if turned:
            x, y = box.centre
            canvas.translate(self._x(x), self._y(y))
            canvas.rotate(-turned)
            canvas.translate(-wide / 2 * MM, -high / 2 * MM)
        else:
            canvas.translate(self._x(box.x), self._y(box.bottom))
        if name is not None:
            canvas.doForm(name)
        else:
            draw(replace(self, page_height=high, left=0.0, top=0.0))
        canvas.restoreState()

    def part(self, part: Box, place: Box, draw: Callable[[Pen], None]) -> None:
        """A part of a drawing in a place of this one, cut off at its edges; it is drawn in coordinates of the whole."""
        self.canvas.saveState()
        window = self.canvas.beginPath()
        window.rect(self._x(place.x), self._y(place.bottom), place.width * MM, place.height * MM)
        self.canvas.clipPath(window, stroke=0, fill=0)
        draw(self.at(place.x - part.x, place.y - part.y))
        self.canvas.restoreState()

    def _x(self, x: float) -> float:
        return (self.left + x) * MM

    def _y(self, y: float) -> float:
        return (self.page_height - self.top - y) * MM

    def _put(self, *operations: str) -> None:
        self.canvas.addLiteral(" ".join(operations))

    def box(
        self,
        box: Box,
        *,
        fill: Shade | None = None,
        line: Shade | None = None,
        weight: float = HAIR,
        radius: float = 0,
    ) -> None:
        """A rectangle, its corners rounded by `radius`."""
        if fill is None and line is None:
            return
        paint = operators.paint(fill, line, weight * MM)
        if radius:
            self._put(paint)
            place = (self._x(box.x), self._y(box.bottom), box.width * MM, box.height * MM)
            self.canvas.roundRect(*place, radius * MM, stroke=int(line is not None), fill=int(fill is not None))
        else:
            self._put(paint, self._rectangle(box), operators.finish(fill, line))

    def _rectangle(self, box: Box) -> str:
        return f"{operators.numbers(self._x(box.x), self._y(box.bottom), box.width * MM, box.height * MM)} re"

    def boxes(self, boxes: Iterable[Box], fill: Shade) -> None:
        """Rectangles filled as one path, so that neighbours show no seam between them."""
        self._put(operators.paint(fill, None, 0), *map(self._rectangle, boxes), "f")

    def line(
        self, x1: float, y1: float, x2: float, y2: float, shade: Shade, weight: float = HAIR, dash: Sequence[float] = ()
    ) -> None:
        """A straight line; `dash` is the length of strokes and gaps in mm."""
        self.lines((Line(x1, y1, x2, y2),), shade, weight, dash)

    def lines(self, lines: Iterable[Line], shade: Shade, weight: float = HAIR, dash: Sequence[float] = ()) -> None:
        """Many straight lines of one kind."""
        paths = [operators.line(self._x(at.x1), self._y(at.y1), self._x(at.x2), self._y(at.y2)) for at in lines]
        if not paths:
            return
        strokes = f"[{operators.numbers(*(part * MM for part in dash))}] 0 d" if dash else ""
        self._put(operators.paint(None, shade, weight * MM), strokes, *paths, "S", "[] 0 d" if dash else "")

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: Shade | None = None,
        line: Shade | None = None,
        weight: float = HAIR,
    ) -> None:
        """A circle around `x`, `y`."""
        path = operators.circle(self._x(x), self._y(y), radius * MM)
        self._put(operators.paint(fill, line, weight * MM), path, operators.finish(fill, line))

    def polygon(
        self,
        rings: Iterable[Sequence[Point]],
        *,
        fill: Shade | None = None,
        line: Shade | None = None,
        weight: float = HAIR,
    ) -> None:
        """Closed rings of corners, filled by the even-odd rule."""
        placed = [[(self._x(x), self._y(y)) for x, y in ring] for ring in rings]
        self._put(
            operators.paint(fill, line, weight * MM),
            operators.rings(placed),
            operators.finish(fill, line, even_odd=True),
        )

    def star(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: Shade | None = None,
        line: Shade | None = None,
        weight: float = HAIR,
    ) -> None:
        """A star around `x`, `y`."""
        self.outline((star(),), x, y, radius, fill=fill, line=line, weight=weight)

    def outline(
        self,
        rings: Iterable[Sequence[Point]],
        x: float,
        y: float,
        radius: float,
        *,
        fill: Shade | None = None,
        line: Shade | None = None,
        weight: float = HAIR,
    ) -> None:
        """Rings that stand in a square of side 2 (a shape, an icon), around `x`, `y` and scaled to `radius`."""
        placed = [[(x + px * radius, y + py * radius) for px, py in ring] for ring in rings]
        self.polygon(placed, fill=fill, line=line, weight=weight)

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        radius: float,
        *,
        fill: Shade | None = None,
        line: Shade | None = None,
        weight: float = HAIR,
    ) -> None:
        """An icon around `x`, `y`. Its drawing is in the document once, and takes the colour of where it is shown."""
        if fill is None or line is not None:
            self.outline(icons()[name], x, y, radius, fill=fill, line=line, weight=weight)
            return
        form = f"icon-{name}"
        if not self.canvas.hasForm(form):
            self.canvas.beginForm(form, -2, -2, 2, 2)
            self._put(operators.rings([[(px, -py) for px, py in ring] for ring in icons()[name]]), "f*")
            self.canvas.endForm()
        scale = operators.numbers(radius * MM, 0, 0, radius * MM, self._x(x), self._y(y))
        self._put(operators.fill_colour(fill), "q", scale, "cm")
        self.canvas.doForm(form)
        self._put("Q")

    def shape(
        self, name: str, x: float, y: float, radius: float, *, fill: Shade | None = None, line: Shade | None = None
    ) -> None:
        """A shape of the palette around `x`, `y`."""
        self.outline(outlines()[name], x, y, radius, fill=fill, line=line)

    def hatch(self, box: Box, shade: Shade, pitch: float = 2, weight: float = 0.12) -> None:
        """Thin slanting lines across a box: a grey for which hardly any ink is needed."""
        found = []
        reach = box.width + box.height
        steps = int(reach / pitch)
        for n in range(1, steps + 1):
            along = n * pitch
            x1, y1 = (box.x + along, box.y) if along <= box.width else (box.right, box.y + along - box.width)
            x2, y2 = (box.x, box.y + along) if along <= box.height else (box.x + along - box.height, box.bottom)
            found.append(Line(x1, y1, x2, y2))
        self.lines(found, shade, weight)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        style: Style,
        *,
        align: Align = "left",
        shade: Shade | None = None,
        field: str = "text",
    ) -> float:
        """One line with its baseline at `y`; answers with its width (mm). Raises UnknownIcon."""
        return self._line(x, y, read(text, field), style, align, shade, field)

    def _line(
        self, x: float, y: float, line: str, style: Style, align: Align, shade: Shade | None, where: str
    ) -> float:
        wide = width(line, style)
        start = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        shade = shade or self.ink.text
        parts = runs(style.face, line)
        for part in parts:
            if part.face is None:
                start += self._sign(start, y, part, style, shade, where)
                continue
            self._letters(start, y, part.face, (part.text,), style, shade)
            if len(parts) > 1:
                start += font(part.face).width(part.text, style.size, style.tracking) / MM + style.tracking / MM
        return wide

    def _letters(self, x: float, y: float, face: str, lines: Sequence[str], style: Style, shade: Shade) -> None:
        """Lines of letters that one face has, the first one's baseline at `y`."""
        text = operators.text(self.canvas, font(face).registered, style.size, lines, style.size * style.leading)
        if style.tracking:
            text = f"{operators.number(style.tracking)} Tc {text} 0 Tc"
        at = operators.numbers(self._x(x), self._y(y))
        self._put(f"{operators.fill_colour(shade)} BT {at} Td {text} ET")

    def _sign(self, x: float, y: float, sign: Run, style: Style, shade: Shade, where: str) -> float:
        """Something in a line that is no letter; answers with how far the line goes on (mm)."""
        em = style.size / MM
        if sign.icon is None:
            self.proof.lacks(where, sign.text)
            box = Box(x + 0.06 * em, y - CAP_HEIGHT * em, (BOX_WIDTH - 0.12) * em, CAP_HEIGHT * em)
            self.box(box, line=shade, weight=0.04 * em)
            crossed = (Line(box.x, box.y, box.right, box.bottom), Line(box.x, box.bottom, box.right, box.y))
            self.lines(crossed, shade, 0.04 * em)
            return BOX_WIDTH * em + style.tracking / MM
        wide = STAR_WIDTH if sign.icon == "star" else ICON_WIDTH
        self.icon(sign.icon, x + wide * em / 2, y - 0.32 * em, 0.46 * em, fill=shade)
        return wide * em + style.tracking / MM

    def fitted(
        self,
        box: Box,
        text: Fitted,
        *,
        align: Align = "left",
        valign: VAlign = "middle",
        shade: Shade | None = None,
    ) -> None:
        """A text that has been made to fit, in its box."""
        cap = text.cap
        if valign == "top":
            first = box.y + cap
        else:
            block = cap + (len(text.lines) - 1) * text.leading
            if valign == "middle":
                first = box.y + (box.height - block) / 2 + cap
            else:
                first = box.bottom - 0.25 * text.style.size / MM - block + cap
        if align == "left" and font(text.style.face).known.issuperset("".join(text.lines)):
            self._letters(box.x, first, text.style.face, text.lines, text.style, shade or self.ink.text)
            return
        x = {"left": box.x, "centre": box.centre[0], "right": box.right}[align]
        for n, line in enumerate(text.lines):
            self._line(x, first + n * text.leading, line, text.style, align, shade, text.field)

    def write(
        self,
        box: Box,
        text: str,
        style: Style,
        *,
        field: str,
        align: Align = "left",
        valign: VAlign = "middle",
        shade: Shade | None = None,
        lines: int | None = 1,
        floor: float = FLOOR,
    ) -> None:
        """A text made to fit a box and set there, no smaller than the floor (pt). Raises DoesNotFit and UnknownIcon,
        naming the field."""
        found = fit(text, style, (box.width, box.height), field, lines=lines, floor=floor)
        self.fitted(box, found, align=align, valign=valign, shade=shade)

    def write_upright(self, box: Box, text: str, style: Style, *, field: str, shade: Shade | None = None) -> None:
        """One line that is read from bottom to top, centred in a narrow box."""
        found = fit(text, style, (box.height, box.width), field, lines=1)
        x, y = box.centre
        self.canvas.saveState()
        self.canvas.translate(self._x(x), self._y(y))
        self.canvas.rotate(90)
        turned = replace(self, page_height=0.0, left=0.0, top=0.0)
        turned._line(0, found.cap / 2, found.lines[0], found.style, "centre", shade, field)
        self.canvas.restoreState()
