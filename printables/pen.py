"""The pen that faces draw with: millimetres from the top left corner of whatever is being drawn, y down.

A face never sees the page: it gets a pen whose origin is its own corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from reportlab.pdfgen.canvas import Canvas

from printables.fonts import font
from printables.imposition import Box, Line
from printables.ink import Ink, Shade, channels
from printables.paper import MM
from printables.shapes import Point, outlines, star
from printables.typeset import STAR_WIDTH, Fitted, Style, check_glyphs, fit, pieces, width

HAIR = 0.2
"""The width of a thin line (mm)."""

Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "middle", "bottom"]


@dataclass(frozen=True)
class Pen:
    """Draws on one page. `left` and `top` are where its origin lies on a page that is `page_height` high (mm)."""

    canvas: Canvas
    ink: Ink
    page_height: float
    left: float = 0
    top: float = 0

    def at(self, x: float, y: float) -> Pen:
        """A pen with its origin at that point of this one."""
        return replace(self, left=self.left + x, top=self.top + y)

    def once(self, name: str, box: Box, draw: Callable[[Pen], None]) -> None:
        """Something that stands on many places of a document, drawn into it once by that name, and shown in a box."""
        if not self.canvas.hasForm(name):
            self.canvas.beginForm(name, 0, 0, box.width * MM, box.height * MM)
            draw(replace(self, page_height=box.height, left=0.0, top=0.0))
            self.canvas.endForm()
        self.canvas.saveState()
        self.canvas.translate(self._x(box.x), self._y(box.bottom))
        self.canvas.doForm(name)
        self.canvas.restoreState()

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

    def _paint(self, fill: Shade | None, line: Shade | None, weight: float) -> tuple[int, int]:
        """Set the colours; greys are set as greys, so that no coloured ink is mixed for them."""
        if fill is not None:
            red, green, blue = channels(fill)
            if red == green == blue:
                self.canvas.setFillGray(red)
            else:
                self.canvas.setFillColorRGB(red, green, blue)
        if line is not None:
            red, green, blue = channels(line)
            if red == green == blue:
                self.canvas.setStrokeGray(red)
            else:
                self.canvas.setStrokeColorRGB(red, green, blue)
            self.canvas.setLineWidth(weight * MM)
        return int(fill is not None), int(line is not None)

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
        filled, lined = self._paint(fill, line, weight)
        if not filled and not lined:
            return
        place = (self._x(box.x), self._y(box.bottom), box.width * MM, box.height * MM)
        if radius:
            self.canvas.roundRect(*place, radius * MM, stroke=lined, fill=filled)
        else:
            self.canvas.rect(*place, stroke=lined, fill=filled)

    def boxes(self, boxes: Iterable[Box], fill: Shade) -> None:
        """Rectangles filled as one path, so that neighbours show no seam between them."""
        self._paint(fill, None, 0)
        path = self.canvas.beginPath()
        for box in boxes:
            path.rect(self._x(box.x), self._y(box.bottom), box.width * MM, box.height * MM)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, shade: Shade, weight: float = HAIR, dash: Sequence[float] = ()
    ) -> None:
        """A straight line; `dash` is the length of strokes and gaps in mm."""
        self.lines((Line(x1, y1, x2, y2),), shade, weight, dash)

    def lines(self, lines: Iterable[Line], shade: Shade, weight: float = HAIR, dash: Sequence[float] = ()) -> None:
        """Many straight lines of one kind."""
        self._paint(None, shade, weight)
        if dash:
            self.canvas.setDash([part * MM for part in dash])
        self.canvas.lines([(self._x(at.x1), self._y(at.y1), self._x(at.x2), self._y(at.y2)) for at in lines])
        if dash:
            self.canvas.setDash([])

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
        filled, lined = self._paint(fill, line, weight)
        self.canvas.circle(self._x(x), self._y(y), radius * MM, stroke=lined, fill=filled)

    def polygon(
        self,
        rings: Iterable[Sequence[Point]],
        *,
        fill: Shade | None = None,
        line: Shade | None = None,
        weight: float = HAIR,
    ) -> None:
        """Closed rings of corners, filled by the even-odd rule."""
        filled, lined = self._paint(fill, line, weight)
        path = self.canvas.beginPath()
        for ring in rings:
            path.moveTo(self._x(ring[0][0]), self._y(ring[0][1]))
            for x, y in ring[1:]:
                path.lineTo(self._x(x), self._y(y))
            path.close()
        self.canvas.drawPath(path, stroke=lined, fill=filled, fillMode=0)

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
        """One line with its baseline at `y`; answers with its width (mm). Raises MissingGlyph."""
        check_glyphs(text, style, field)
        return self._line(x, y, text, style, align, shade)

    def _line(self, x: float, y: float, text: str, style: Style, align: Align, shade: Shade | None) -> float:
        wide = width(text, style)
        start = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        shade = shade or self.ink.text
        for icon, run in pieces(text):
            if icon:
                step = STAR_WIDTH * style.size / MM
                self.star(start + step / 2, y - 0.32 * style.size / MM, 0.46 * style.size / MM, fill=shade)
                start += step
                continue
            self._paint(shade, None, 0)
            self.canvas.setFont(font(style.face).name, style.size)
            self.canvas.drawString(self._x(start), self._y(y), run, charSpace=style.tracking)
            start += width(run, style)
        return wide

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
        block = text.cap + (len(text.lines) - 1) * text.leading
        first = {
            "top": box.y + text.cap,
            "middle": box.y + (box.height - block) / 2 + text.cap,
            "bottom": box.bottom - 0.25 * text.style.size / MM - block + text.cap,
        }[valign]
        x = {"left": box.x, "centre": box.centre[0], "right": box.right}[align]
        for n, line in enumerate(text.lines):
            self._line(x, first + n * text.leading, line, text.style, align, shade)

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
    ) -> None:
        """A text made to fit a box and set there. Raises DoesNotFit and MissingGlyph, naming the field."""
        found = fit(text, style, (box.width, box.height), field, lines=lines)
        self.fitted(box, found, align=align, valign=valign, shade=shade)

    def write_upright(self, box: Box, text: str, style: Style, *, field: str, shade: Shade | None = None) -> None:
        """One line that is read from bottom to top, centred in a narrow box."""
        found = fit(text, style, (box.height, box.width), field, lines=1)
        x, y = box.centre
        self.canvas.saveState()
        self.canvas.translate(self._x(x), self._y(y))
        self.canvas.rotate(90)
        turned = replace(self, page_height=0.0, left=0.0, top=0.0)
        turned._line(0, found.cap / 2, found.lines[0], found.style, "centre", shade)
        self.canvas.restoreState()
