"""The decks: the quest cards, the Items and the Uniques of every quest, and cards to write on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.quest_circuit.content import Content, Deck
from printables.faces.deck import Card, deck_pages
from printables.games.quest_circuit.cards import back, blank_item, blank_quest, emblem, item_face, quest_face
from printables.games.quest_circuit.small import SMALL
from printables.items import Order, Page, PrintedCard
from printables.things.box import Boxed, deck_box_pages

BLANKS = {"quest": 8, "item": 6, "unique": 2}


def quest_pages(order: Order) -> Sequence[Page]:
    """Quest by quest: the Goal, the cards of the stack, and those that lie beside the set."""
    content: Content = order.content
    cards = []
    for quest in content.order():
        behind = back(order, "quest", quest)
        keys = (content.goal(quest), *content.quest_cards(quest, extras=True))
        cards += [Card(quest_face(order, key, content.cards[key]), behind) for key in keys]
    return deck_pages(order, "print.item.quest-cards", cards, SMALL)


def item_pages(order: Order) -> Sequence[Page]:
    return deck_pages(order, "print.item.items", _stack(order, "item"), SMALL)


def unique_pages(order: Order) -> Sequence[Page]:
    return deck_pages(order, "print.item.uniques", _stack(order, "unique"), SMALL)


def _stack(order: Order, deck: Deck) -> list[Card]:
    content: Content = order.content
    return [
        Card(item_face(order, key, content.items[key]), back(order, deck, quest))
        for quest in content.order()
        for key in content.stack(quest, deck)
    ]


def every_card(order: Order) -> Iterator[PrintedCard]:
    """The cards that carry codes, by the kinds and the keys of their records."""
    content: Content = order.content
    for key, card in content.cards.items():
        yield PrintedCard("cards", key, card.name, quest_face(order, key, card), SMALL)
    for key, item in content.items.items():
        yield PrintedCard("items", key, item.name, item_face(order, key, item), SMALL)


def box_pages(order: Order) -> Sequence[Page]:
    """A box for each quest and its cards, and one for everything that a hero carries."""
    content: Content = order.content
    boxes = [
        Boxed(
            order.words.say(content.quests[quest].name),
            emblem(quest),
            1 + len(content.quest_cards(quest, extras=True)),
            SMALL,
        )
        for quest in content.order()
    ]
    carried = sum(len(_stack(order, deck)) for deck in ("item", "unique"))
    return deck_box_pages(order, [*boxes, Boxed(order.words("print.box.carried"), "chest", carried, SMALL)])


def blank_pages(order: Order) -> Sequence[Page]:
    """A sheet of cards to write on, without backs of any quest."""
    cards = []
    for deck, count in BLANKS.items():
        face = blank_quest(order) if deck == "quest" else blank_item(order, deck)
        cards += [Card(face)] * count
    return deck_pages(order, "print.item.blanks", cards, SMALL)
