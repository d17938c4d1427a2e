"""Tuck boxes: a net that holds so many cards of a thickness, to be cut, folded and glued at two places."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from msgspec import Struct

from companion.refusals import Refusal
from printables.faces.card import card_back
from printables.faces.deck import draw_note
from printables.faces.styles import NOTE_TEXT
from printables.imposition import Box, Line, Stock
from printables.ink import mix
from printables.items import Job, Order, Page
from printables.pen import Pen
from printables.shapes import Point
from printables.things.lines import draw_cut, draw_folds, draw_glue, draw_legend
from printables.typeset import Style

AIR = 1.5
"""So much wider and higher than its cards a box is, and so much deeper than their pile (mm)."""

SHALLOW = 6.0
"""The least depth of a box (mm): a lid that is narrower tears."""

SEAM, TUCK, SLOPE = 11.0, 14.0, 3.0
"""The flap that closes the side, the one that is tucked in, and how far flaps narrow (mm)."""

THUMB = 9.0
"""The radius of the notch for a thumb (mm)."""

NOTE = 16.0
"""The room below a net for what its lines mean (mm)."""

MARGIN = 6.0
TITLE = Style("title", 24, leading=1.05)
SPINE = Style("title", 12)
FACTS = Style("text", 8.5)


class TuckBox(Struct, frozen=True):
    """What a box holds: cards of a size (mm), how many, and how thick one of them is (mm; sleeves included)."""

    width: float
    height: float
    cards: int
    thickness: float

    @property
    def inside(self) -> tuple[float, float, float]:
        """Width, height and depth of the room inside (mm)."""
        depth = max(self.cards * self.thickness + AIR, SHALLOW)
        return self.width + AIR, self.height + AIR, depth


class Net(Struct, frozen=True):
    """A box laid flat, from (0, 0): the outline that is cut, folds, flaps that get glue, and its panels by name."""

    size: tuple[float, float]
    outline: tuple[Point, ...]
    folds: tuple[Line, ...]
    glue: tuple[tuple[Point, ...], ...]
    panels: dict[str, Box]


def net_of(box: TuckBox) -> Net:
    """The net: seam, back, side, front, side from left to right; lid above the back, bottom below it."""
    w, h, d = box.inside
    top = d + TUCK
    xs = (SEAM, SEAM + w, SEAM + w + d, SEAM + 2 * w + d, SEAM + 2 * w + 2 * d)
    dust = min(d, w / 2) * 0.8
    low = top + h
    thumb = min(THUMB, w / 4)
    outline: list[Point] = [(SEAM, top), (0, top + SLOPE), (0, low - SLOPE), (SEAM, low)]
    # below, from left to right: the bottom under the back, a dust flap, the bottom under the front, a dust flap
    outline += [(xs[0] + 0.6, low + d - 1), (xs[1] - 0.6, low + d - 1), (xs[1], low)]
    outline += [(xs[1] + 0.8, low + dust), (xs[2] - SLOPE, low + dust), (xs[2], low)]
    outline += [(xs[2] + 0.6, low + d - 1), (xs[3] - 0.6, low + d - 1), (xs[3], low)]
    outline += [(xs[3] + SLOPE, low + dust), (xs[4] - 0.8, low + dust), (xs[4], low)]
    # above, from right to left: a dust flap, the front with its notch, a dust flap, the lid and its tuck
    outline += [(xs[4], top), (xs[4] - 0.8, top - dust), (xs[3] + SLOPE, top - dust), (xs[3], top)]
    middle = (xs[2] + xs[3]) / 2
    outline += [(middle + thumb * cos(pi * n / 24), top + thumb * sin(pi * n / 24)) for n in range(25)]
    outline += [(xs[2], top), (xs[2] - SLOPE, top - dust), (xs[1] + 0.8, top - dust), (xs[1], top), (xs[1], TUCK)]
    outline += [(xs[1] - 0.6, TUCK - 3), *_rounded(xs[1] - 0.6, xs[0] + 0.6), (xs[0] + 0.6, TUCK - 3), (xs[0], TUCK)]
    folds = [Line(x, top, x, low) for x in xs[:4]]
    folds += [Line(xs[n], low, xs[n + 1], low) for n in range(4)]
    folds += [Line(xs[3], top, xs[4], top), Line(xs[1], top, xs[2], top), Line(xs[0], top, xs[1], top)]
    folds.append(Line(xs[0], TUCK, xs[1], TUCK))
    glue = (
        ((SEAM, top), (0, top + SLOPE), (0, low - SLOPE), (SEAM, low)),
        ((xs[2], low), (xs[2] + 0.6, low + d - 1), (xs[3] - 0.6, low + d - 1), (xs[3], low)),
    )
    panels = {
        "back": Box(xs[0], top, w, h),
        "left": Box(xs[1], top, d, h),
        "front": Box(xs[2], top, w, h),
        "right": Box(xs[3], top, d, h),
        "lid": Box(xs[0], TUCK, w, d),
        "bottom": Box(xs[0], low, w, d),
    }
    return Net((xs[4], low + d), tuple(outline), tuple(folds), glue, panels)


def _rounded(right: float, left: float) -> list[Point]:
    """The free edge of the tuck, its corners rounded, from right to left."""
    r = TUCK - 4
    east = [(right - r + r * cos(a), r - r * sin(a)) for a in (pi / 2 * n / 8 for n in range(9))]
    west = [(left + r - r * sin(a), r - r * cos(a)) for a in (pi / 2 * n / 8 for n in range(9))]
    return [*east, *west]


def box_pages(
    job: Job, box: TuckBox, title: str, icon: str, text: str = "", *, name: str = "print.thing.box"
) -> list[Page]:
    """A page with the net of a box; `name` is the key of what the page is.

    Raises Refusal (`print.thing.box_large`) if it lies on the paper neither way, and DoesNotFit for a title that is too
    long."""
    net = net_of(box)
    wide, high = net.size[0] + 2 * MARGIN, net.size[1] + 2 * MARGIN + NOTE
    for lying in (False, True):
        sheet = (job.paper.height, job.paper.width) if lying else (job.paper.width, job.paper.height)
        if wide <= sheet[0] and high <= sheet[1]:
            place = Box((sheet[0] - net.size[0]) / 2, (sheet[1] - NOTE - net.size[1]) / 2, *net.size)
            drawing = _Sheet(job, box, net, place, Box(0, 0, *sheet), title, icon, text, name)
            return [Page(drawing.draw, lying=lying, block=place)]
    raise Refusal(
        "print.thing.box_large", field="cards", width=f"{wide:.0f}", height=f"{high:.0f}", paper=job.paper.name
    )


THICKNESS = 0.32
"""A card of 250 to 300 g/m² (mm)."""


class Boxed(Struct, frozen=True):
    """A deck of a game that gets a box of its own: what it is called, its icon, how many cards of which size it has."""

    title: str
    icon: str
    cards: int
    stock: Stock


def deck_box_pages(order: Order, boxes: Iterable[Boxed]) -> list[Page]:
    """A box for each deck of a game, the game's name at its foot."""
    game = order.words("game.name")
    return [
        page
        for box in boxes
        for page in box_pages(
            order,
            TuckBox(box.stock.width, box.stock.height, box.cards, THICKNESS),
            box.title,
            box.icon,
            order.words("print.thing.cards", n=box.cards, game=game),
            name="print.item.boxes",
        )
    ]


class _Sheet(Struct, frozen=True):
    """The page of a box."""

    job: Job
    box: TuckBox
    net: Net
    place: Box
    sheet: Box
    title: str
    icon: str
    text: str
    name: str

    def draw(self, pen: Pen, number: int, total: int) -> None:
        net = pen.at(self.place.x, self.place.y)
        panels = self.net.panels
        if pen.ink.cloth is not None:
            net.boxes([panels[key] for key in ("back", "left", "right", "lid", "bottom", "front")], pen.ink.cloth)
        for flap in self.net.glue:
            draw_glue(net, flap)
        self.back(net, panels["back"])
        self.front(net, panels["front"])
        for key in ("left", "right"):
            self.spine(net, panels[key])
        self.lid(net, panels["lid"])
        draw_folds(net, self.net.folds)
        draw_cut(net, self.net.outline)
        below = self.place.bottom + 7
        draw_legend(pen, self.job, max(self.place.x, 10), below)
        w, h, d = (f"{side:.1f}" for side in self.box.inside)
        told = self.job.words("print.thing.box_holds", n=self.box.cards, width=w, height=h, depth=d)
        room = Box(max(self.place.x, 10), below + 3.4, self.sheet.width - 20, 4)
        pen.write(room, told, NOTE_TEXT, field="box.holds", shade=pen.ink.quiet)
        whole = Box(self.place.x, self.place.y, self.place.width, self.place.height + 8)
        draw_note(pen, self.job, self.sheet, whole, self.name, number, total)

    def back(self, pen: Pen, panel: Box) -> None:
        face = card_back(self.icon, self.title, "box", stock=Stock(panel.width, panel.height))
        face.draw(pen.at(panel.x, panel.y))

    def front(self, pen: Pen, panel: Box) -> None:
        inner = panel.inset(4)
        pen.box(inner, fill="#ffffff", line=pen.ink.accent, weight=0.4, radius=3)
        pen.box(inner.inset(1), line=pen.ink.accent, weight=0.15, radius=2.2)
        x, y = inner.centre
        radius = min(inner.width * 0.26, inner.height * 0.2)
        middle = y - inner.height * 0.08
        shade = pen.ink.accent
        if pen.ink.cloth is None:
            pen.icon(self.icon, x, middle, radius, line=shade, weight=0.4)
        else:
            pen.icon(self.icon, x, middle, radius, fill=mix(shade, "#ffffff", 0.9))
        label = Box(inner.x + 4, middle + radius + 2, inner.width - 8, inner.height * 0.26)
        pen.write(label, self.title, TITLE, field="box.title", align="centre", shade=shade, lines=2)
        if self.text:
            low = Box(inner.x + 4, inner.bottom - 9, inner.width - 8, 6)
            pen.write(low, self.text, FACTS, field="box.text", align="centre", shade=pen.ink.quiet, lines=2)

    def spine(self, pen: Pen, panel: Box) -> None:
        style = SPINE.at(min(SPINE.size, panel.width * 1.6))
        if panel.width >= SHALLOW:
            room = Box(panel.x + 0.8, panel.y + 14, panel.width - 1.6, panel.height - 18)
            pen.write_upright(room, self.title, style, field="box.side", shade=pen.ink.accent)
            pen.icon(self.icon, panel.centre[0], panel.y + 7.5, min(panel.width * 0.34, 4), fill=pen.ink.accent)

    def lid(self, pen: Pen, panel: Box) -> None:
        """It is read by somebody who looks at the front, from above."""
        style = SPINE.at(min(SPINE.size, panel.height * 1.6))
        room = Box(0, 0, panel.width, panel.height).inset(4, 0.8)

        def draw(lid: Pen) -> None:
            lid.write(room, self.title, style, field="box.lid", align="centre", shade=lid.ink.accent)

        pen.side(panel, draw, turned=180)
