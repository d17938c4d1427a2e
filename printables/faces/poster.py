"""What may be larger than the paper: on one sheet that holds it whole, else in parts that are glued together.

A poster is a ground without a word and pieces that lie on it, each drawn in its own coordinates. Seams should keep
clear of pieces with words: what lies on a seam is cut in two, a part on each sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printables.faces import styles
from printables.faces.aid import Entry, draw_aid
from printables.faces.deck import draw_note
from printables.faces.furniture import PLAIN, draw_plain
from printables.imposition import Box, Line, Tile, Tiling, crop_marks, tiling
from printables.items import Job, Page, Work
from printables.marks import WEIGHT
from printables.pen import Pen

BLEED = 2.0
"""So far the ground runs on over a strip that is glued: no white shows where two parts do not quite meet (mm)."""

RULER = 100.0
STEPS = 4


class Piece(Struct, frozen=True):
    """Something on a poster; `name` is what the overview of the parts calls it, if it is shown there at all."""

    box: Box
    draw: Callable[[Pen], None]
    name: str | None = None


class Poster(Struct, frozen=True):
    """Its size (mm), its ground in coordinates of the whole, and what lies on it."""

    width: float
    height: float
    ground: Callable[[Pen], None]
    pieces: tuple[Piece, ...]

    def tiling(self, order: Job) -> Tiling:
        """Its parts on the paper of an order."""
        return tiling((order.paper.width, order.paper.height), (self.width, self.height))


def poster_pages(order: Job, name: str, poster: Poster) -> Sequence[Page]:
    """A poster on one page, or an overview and a page for each of its parts; `name` is the key of what it is."""
    found = poster.tiling(order)
    pages = [
        Page(_Sheet(order, name, poster, found, n).draw, lying=found.lying, block=tile.whole, work=_work(tile))
        for n, tile in enumerate(found.tiles)
    ]
    if len(pages) == 1:
        return pages
    return [Page(lambda pen, number, total: overview(pen, order, name, poster, found, (number, total))), *pages]


def _work(tile: Tile) -> Work:
    """A part is cut out at its four sides, and its neighbours are glued onto its strips."""
    return Work(1, (tile.part.width, tile.part.height), 4, glue=len(tile.strips))


class _Sheet(Struct, frozen=True):
    """One part of a poster, with the marks it is cut by and the strips that its neighbours are glued onto."""

    order: Job
    name: str
    poster: Poster
    tiling: Tiling
    index: int

    @property
    def tile(self) -> Tile:
        return self.tiling.tiles[self.index]

    def draw(self, pen: Pen, number: int, total: int) -> None:
        tile = self.tile
        for strip, neighbour in zip(tile.strips, self.neighbours(), strict=True):
            self.strip(pen, strip, neighbour)
        over = (BLEED * tile.right, BLEED * tile.below)
        shown, place = (replace(box, width=box.width + over[0], height=box.height + over[1])
                        for box in (tile.part, tile.place))  # fmt: skip
        pen.part(shown, place, self.poster.ground)
        pen.part(shown, place, self.pieces)
        pen.lines(crop_marks(tile.place, length=4, offset=1), pen.ink.text, WEIGHT)
        draw_note(pen, self.order, self.tiling.sheet, tile.place, self.name, number, total)

    def pieces(self, whole: Pen) -> None:
        """What lies on this part, or partly on it."""
        for piece in self.poster.pieces:
            if piece.box.meets(self.tile.part):
                piece.draw(whole.at(piece.box.x, piece.box.y))

    def neighbours(self) -> list[int]:
        """The numbers of the sheets that are glued onto the strips, counted from 1."""
        tile = self.tile
        found = [(tile.right, self.index + 2), (tile.below, self.index + self.tiling.columns + 1)]
        return [number for there, number in found if there]

    def strip(self, pen: Pen, strip: Box, neighbour: int) -> None:
        pen.hatch(strip, pen.ink.hair, pitch=3)
        text = self.order.words("print.poster.glue", number=neighbour)
        turned = strip.height > strip.width
        room = Box.around(*strip.centre, *((4, 70) if turned else (70, 4)))
        pen.box(room, fill="#ffffff")
        if turned:
            pen.write_upright(room, text, styles.HINT, field="print.poster.glue", shade=pen.ink.quiet)
        else:
            pen.write(room, text, styles.HINT, field="print.poster.glue", align="centre", shade=pen.ink.quiet)


def overview(pen: Pen, order: Job, name: str, poster: Poster, found: Tiling, page: tuple[int, int]) -> None:
    """The whole, small, with its seams and the numbers of its sheets; how it is put together; a line to measure."""
    pen = draw_plain(pen, order, name, *page)
    scale = min(PLAIN.width / poster.width, PLAIN.height * 0.6 / poster.height)
    left = (PLAIN.width - poster.width * scale) / 2
    whole = Box(left, PLAIN.y + 4, poster.width * scale, poster.height * scale)
    pen.box(whole, fill=pen.ink.tint, line=pen.ink.accent, weight=0.35, radius=2)
    for piece in poster.pieces:
        if piece.name is not None:
            box = _scaled(piece.box, whole, scale)
            pen.box(box, fill="#ffffff", line=pen.ink.rule, radius=1)
            room = box.inset(1, 0.5)
            pen.write(room, piece.name, styles.NOTE_TEXT, field="print.poster.piece", align="centre", lines=3)
    for tile in found.tiles:
        part = _scaled(tile.part, whole, scale)
        seams = [Line(part.right, part.y, part.right, part.bottom)] if tile.right else []
        seams += [Line(part.x, part.bottom, part.right, part.bottom)] if tile.below else []
        pen.lines(seams, pen.ink.text, 0.5, dash=(2, 1.5))
    for number, tile in enumerate(found.tiles, 1):
        part = _scaled(tile.part, whole, scale)
        x, y = part.x + 8, part.y + 8
        pen.circle(x, y, 5.4, fill="#ffffff", line=pen.ink.accent, weight=0.5)
        at = Box.around(x, y, 9)
        pen.write(at, str(number), styles.TOKEN, field="print.poster.sheet", align="centre", shade=pen.ink.accent)
    below = Box(0, whole.bottom + 9, PLAIN.width, PLAIN.bottom - whole.bottom - 26)
    steps = [Entry(order.words("print.poster.title"), heading=True)]
    steps += [Entry(order.words(f"print.poster.step.{n}"), str(n)) for n in range(1, STEPS + 1)]
    end = draw_aid(pen, below, steps, "print.poster", label=6, size=10.5)
    ruler(pen, order, 6, end + 7)


def ruler(pen: Pen, order: Job, x: float, y: float) -> None:
    """A line of a known length, to see whether the printer has kept the size."""
    pen.line(x, y, x + RULER, y, pen.ink.text, 0.3)
    steps = range(0, int(RULER) + 1, 10)
    pen.lines([Line(x + n, y - (2 if n % 50 == 0 else 1.2), x + n, y) for n in steps], pen.ink.text, 0.2)
    room = Box(x + RULER + 4, y - 4, PLAIN.width - x - RULER - 4, 5)
    text = order.words("print.poster.ruler", n=int(RULER))
    pen.write(room, text, styles.NOTE_TEXT, field="print.poster.ruler", shade=pen.ink.quiet)


def _scaled(box: Box, whole: Box, scale: float) -> Box:
    return Box(whole.x + box.x * scale, whole.y + box.y * scale, box.width * scale, box.height * scale)
