"""Cards onto pages: fronts, and behind each front its back.

A face draws one side of a card in the card's own coordinates, (0, 0) at its upper left corner after it is cut. Cards
touch each other unless a gutter is asked for, so that one cut parts two of them; whatever lies all over a side of a
deck runs on beyond the outermost cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.words import Text
from printables.faces.styles import FOOTER
from printables.imposition import Box, SheetSide, Spot, Stock, impose, note_room
from printables.imposition.stock import POKER
from printables.items import Job, Page
from printables.marks import draw_side_marks, side_note_room
from printables.pen import Pen
from printables.typeset import fit

__all__ = ["POKER", "Card", "Face", "Stock", "deck_pages", "draw_note"]

Draw = Callable[[Pen], None]


class Face(Struct, frozen=True):
    """One side of a card; `cloth` says that the shade of a back lies below all of it, beyond its edges too.

    A face that many cards have has a name: it is drawn into the document once. `bleeds` says that its drawing runs on
    beyond its edges, by as much as the stock's bleed; it is cut off half way to the next card.
    """

    draw: Draw
    cloth: bool = False
    name: str | None = None
    bleeds: bool = False


class Card(Struct, frozen=True):
    """A card: its two sides (None: the back stays empty)."""

    front: Face
    back: Face | None = None


def deck_pages(job: Job, name: str | Text, cards: Sequence[Card], stock: Stock = POKER) -> list[Page]:
    """The pages of a deck, laid out as the job's setting says: each sheet's fronts, and unless the job leaves them out
    its backs on the page after it (all fronts first is a matter of the whole job: see the press).

    `name` is what the pages are called at their edge: a key of the words, or a text that a maker has
    written.
    Raises Refusal when not even one card fits on the paper.
    """
    cards = tuple(cards)  # shared by all pages
    backs = [job.backs and card.back is not None for card in cards]
    setting = replace(job.setting, order="paired")
    sides = impose(len(cards), stock, job.paper, setting, backs=backs)
    return [
        Page(_Side(job, name, side, stock, cards).draw, back=side.back, lying=side.lying, side=side) for side in sides
    ]


class _Side(Struct, frozen=True):
    """One side of a sheet of cards."""

    job: Job
    name: str | Text
    side: SheetSide
    stock: Stock
    cards: Sequence[Card]

    def draw(self, pen: Pen, number: int, total: int) -> None:
        faces = [(spot, face) for spot in self.side.spots if (face := self.face(spot)) is not None]
        if pen.ink.cloth is not None:
            for spot, face in faces:
                if face.cloth:
                    pen.box(spot.ground, fill=pen.ink.cloth)
        for spot, face in faces:
            over, room = (self.side.bleed, spot.room) if face.bleeds else (0.0, None)
            pen.side(spot.box, face.draw, turned=spot.turned, name=face.name, over=over, room=room)
        if self.side.single:
            return
        if not self.side.back:
            draw_side_marks(pen, self.side, self.job.setting, self.stock)
        draw_side_note(pen, self.job, self.side, self.name, number, total)

    def face(self, spot: Spot) -> Face | None:
        card = self.cards[spot.index]
        return card.front if spot.side == "front" else card.back


def draw_note(pen: Pen, order: Job, sheet: Box, block: Box, name: str | Text, number: int, total: int) -> None:
    """What the page is, whose game it is and which page of how many, at the edge of a sheet that a block fills."""
    _write_note(pen, order, note_room(sheet, block), name, number, total)


def draw_side_note(pen: Pen, job: Job, side: SheetSide, name: str | Text, number: int, total: int) -> None:
    """The same on a sheet of cards; lines that run to the edge of the paper stop short of it."""
    crossed = bool(side.folds) or bool({"edge", "lines"} & set(job.setting.marks.styles or ()))
    _write_note(pen, job, side_note_room(side), name, number, total, crossed=crossed)


def _write_note(
    pen: Pen, job: Job, place: tuple[Box, bool], name: str | Text, number: int, total: int, *, crossed: bool = False
) -> None:
    called = job.words(name) if isinstance(name, str) else job.words.say(name)
    text = f"{job.whose} · {called} · {job.words('print.page', number=number, total=total)}"
    (box, upright), style = place, FOOTER
    if crossed:
        found = fit(text, style, (box.height, box.width) if upright else (box.width, box.height), "footer", lines=1)
        wide = found.width + 2
        pen.box(Box.around(*box.centre, *((box.width, wide) if upright else (wide, box.height))), fill="#ffffff")
    if upright:
        pen.write_upright(box, text, style, field="footer", shade=pen.ink.quiet)
    else:
        pen.write(box, text, style, field="footer", align="centre", shade=pen.ink.quiet)
