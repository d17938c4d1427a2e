"""What the game prints of its own: a reference card for each player, made of the rule book and the landings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rulebook import rulebook
from printables.faces.aid import Entry, draw_aid
from printables.faces.deck import Card, Face, Stock, deck_pages
from printables.items import Item, Order, Page, Prints
from printables.pen import Pen

PACKAGE, NAME = "regatta", "print.item.reference"
CARD = Stock(94, 128, bleed=0, margin=9)
COPIES = 4


def reference_pages(order: Order) -> Sequence[Page]:
    told = list(entries(order))

    def draw(pen: Pen) -> None:
        draw_aid(pen, CARD.box.inset(6), told, "reference", label=8)

    return deck_pages(order, NAME, [Card(Face(draw))] * COPIES, CARD)


def entries(order: Order) -> Iterator[Entry]:
    """The first part of the rule book, and what each landing gives, beside its number."""
    rules = [rule for rule in rulebook(PACKAGE, order.words.lang) if rule.id]
    for rule in rules:
        if rule.part == rules[0].part:
            yield Entry(rule.title, heading=True)
            yield Entry(rule.text)
    yield Entry(order.words("panel.landings"), heading=True)
    for landing in order.content:
        points = order.words("score.points", n=landing.points)
        yield Entry(f"{order.words.say(landing.name)}: {points}", label=order.words.say(landing.at))


prints = Prints(PACKAGE, (Item("reference", NAME, reference_pages),))
