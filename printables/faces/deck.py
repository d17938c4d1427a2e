"""Cards onto pages: fronts, and behind each front its back.

A face draws one side of a card in the card's own coordinates, (0, 0) at its upper left corner after it is cut. Cards
touch each other, so that one cut parts two of them; whatever lies all over a side of a deck runs on 3 mm beyond the
outermost cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from companion.words import Word
from printables.faces.furniture import footer_key
from printables.faces.styles import FOOTER
from printables.imposition import Box, Grid, Place, grid, note_room
from printables.items import Order, Page, Work
from printables.marks import draw_marks, draw_seams
from printables.pen import Pen

Draw = Callable[[Pen], None]


@dataclass(frozen=True)
class Face:
    """One side of a card; `cloth` says that the shade of a back lies below all of it, beyond its edges too.

    A face that many cards have has a name: it is drawn into the document once.
    """

    draw: Draw
    cloth: bool = False
    name: str | None = None


@dataclass(frozen=True)
class Card:
    """A card: its two sides (None: the back stays empty)."""

    front: Face
    back: Face | None = None


@dataclass(frozen=True)
class Stock:
    """What is cut: its size, how far a ground runs on beyond the cuts, and the least margin of the paper (mm)."""

    width: float
    height: float
    bleed: float = 3
    margin: float = 7
    seams: bool = False
    """Cut with scissors: dashed lines between the pieces instead of marks around them."""

    @property
    def box(self) -> Box:
        """A card in its own coordinates."""
        return Box(0, 0, self.width, self.height)


POKER = Stock(63, 88)
"""The size of most cards, 63 × 88 mm: what sleeves are made for."""


def deck_grid(order: Order, stock: Stock, count: int | None = None) -> Grid:
    """The grid that cards lie in on a sheet, with no more rows than `count` of them need if they are cut by seams.

    Raises Refusal if not even one fits.
    """
    sheet = Box(0, 0, order.paper.width, order.paper.height)
    found = grid(sheet, (stock.width, stock.height), margin=stock.margin)
    if stock.seams and count is not None:
        return replace(found, rows=min(found.rows, ceil(count / found.columns)))
    return found


def deck_pages(order: Order, name: str, cards: Sequence[Card], stock: Stock = POKER) -> list[Page]:
    """The pages of a deck: each sheet's fronts, and unless the order leaves them out its backs on the page after it.

    `name` is the key of what is printed, told at the edge of each page.
    """
    found = deck_grid(order, stock, len(cards))
    sheets = found.sheets(len(cards))
    pages = []
    with_backs = order.backs and any(card.back is not None for card in cards)
    for number in range(sheets):
        fronts = [(place.box, cards[place.index].front) for place in _on(found.places(len(cards)), number)]
        work = sheet_work([box for box, _ in fronts], stock)
        pages.append(Page(_Side(order, name, found, stock, tuple(fronts), front=True).draw, work=work))
        if with_backs:
            backs = [(place.box, cards[place.index].back) for place in _on(found.backs(len(cards)), number)]
            there = tuple((box, back) for box, back in backs if back is not None)
            pages.append(Page(_Side(order, name, found, stock, there, front=False).draw, back=True))
    return pages


def sheet_work(boxes: Sequence[Box], stock: Stock) -> Work:
    """What is done to a sheet with pieces of a stock in these boxes: pieces that touch are parted by one cut."""
    edges = (
        [edge for box in boxes for edge in (box.x, box.right)],
        [edge for box in boxes for edge in (box.y, box.bottom)],
    )
    cuts = sum(len({round(edge, 3) for edge in way}) for way in edges)
    return Work(len(boxes), (stock.width, stock.height), cuts, small=stock.seams)


def _on(places: Iterator[Place], page: int) -> list[Place]:
    return [place for place in places if place.page == page]


@dataclass(frozen=True)
class _Side:
    """One side of a sheet of cards."""

    order: Order
    name: str
    grid: Grid
    stock: Stock
    faces: tuple[tuple[Box, Face], ...]
    front: bool

    def draw(self, pen: Pen, number: int, total: int) -> None:
        bleed = self.stock.bleed
        if pen.ink.cloth is not None:
            for box, face in self.faces:
                if face.cloth:
                    pen.box(box.inset(-bleed), fill=pen.ink.cloth)
        for box, face in self.faces:
            if face.name is None:
                face.draw(pen.at(box.x, box.y))
            else:
                pen.once(face.name, box, face.draw)
        if self.front:
            if self.stock.seams:
                draw_seams(pen, self.grid)
            else:
                draw_marks(pen, self.grid, offset=max(bleed + 0.5, 1.5))
        draw_note(pen, self.order, self.grid.sheet, self.grid.block, self.name, number, total)


def draw_note(pen: Pen, order: Order, sheet: Box, block: Box, name: str, number: int, total: int) -> None:
    """What the page is, whose game it is and which page of how many, at the edge of a sheet that a block fills."""
    whose = order.words.say(Word(footer_key(order), {"game": order.words("game.name")}))
    text = f"{whose} · {order.words(name)} · {order.words('print.page', number=number, total=total)}"
    box, upright = note_room(sheet, block)
    if upright:
        pen.write_upright(box, text, FOOTER, field="footer", shade=pen.ink.quiet)
    else:
        pen.write(box, text, FOOTER, field="footer", align="centre", shade=pen.ink.quiet)
