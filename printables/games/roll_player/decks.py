"""The decks of Roll Player: which cards they hold, and what stands on their backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.roll_player.content import CLASS_COLORS, Content
from printables.faces.card import card_back
from printables.faces.deck import POKER, Card, Face, deck_pages
from printables.games.roll_player.cards import (
    BLANK,
    ICONS,
    PLAYERS,
    alignment_face,
    backstory_face,
    blank_market,
    class_face,
    initiative_face,
    market_face,
)
from printables.items import Order, Page, PrintedCard
from printables.things.box import Boxed, deck_box_pages

MARKET_ICON = "basket"
TYPES = ("weapon", "armor", "skill", "trait")


def back(order: Order, deck: str) -> Face:
    """The back of a deck; `deck` is the key of its item."""
    icons = {"market": MARKET_ICON, "backstories": ICONS["backstory"], "alignments": ICONS["alignment"]}
    return card_back(icons.get(deck, ICONS["initiative"]), order.words(f"print.back.{deck}"), deck)


def box_pages(order: Order) -> Sequence[Page]:
    """A box for the market, and one for everything that a hero is made of."""
    content: Content = order.content
    sides = sum(len(content.sides(colour)) for colour in CLASS_COLORS)
    heroes = (sides + 1) // 2 + len(content.backstories) + len(content.alignments) + max(PLAYERS) + 1
    return deck_box_pages(
        order,
        (
            Boxed(order.words("print.back.market"), MARKET_ICON, len(content.market), POKER),
            Boxed(order.words("print.box.heroes"), ICONS["backstory"], heroes, POKER),
        ),
    )


def class_pages(order: Order) -> Sequence[Page]:
    """Class cards: the two sides of a colour are the two sides of a card, and a colour of one side has a blank back.
    Without backs every side is a card of its own: none of them is lost."""
    content: Content = order.content
    cards = []
    for colour in CLASS_COLORS:
        faces = [class_face(order, key, content.classes[key]) for key in content.sides(colour)]
        if not order.backs:
            cards += [Card(face) for face in faces]
            continue
        if len(faces) % 2:
            faces.append(class_face(order, BLANK, None))
        cards += [Card(faces[n], faces[n + 1]) for n in range(0, len(faces), 2)]
    return deck_pages(order, "print.item.classes", cards)


def backstory_pages(order: Order) -> Sequence[Page]:
    behind = back(order, "backstories")
    faces = [backstory_face(order, key, record) for key, record in order.content.backstories.items()]
    return deck_pages(order, "print.item.backstories", [Card(face, behind) for face in faces])


def alignment_pages(order: Order) -> Sequence[Page]:
    behind = back(order, "alignments")
    faces = [alignment_face(order, key, record) for key, record in order.content.alignments.items()]
    return deck_pages(order, "print.item.alignments", [Card(face, behind) for face in faces])


def market_pages(order: Order) -> Sequence[Page]:
    """Market cards, one dot before two, type by type."""
    behind = back(order, "market")
    cards = sorted(order.content.market.items(), key=lambda item: (item[1].dots, TYPES.index(item[1].type)))
    faces = [market_face(order, key, card) for key, card in cards]
    return deck_pages(order, "print.item.market", [Card(face, behind) for face in faces])


def initiative_pages(order: Order) -> Sequence[Page]:
    behind = back(order, "initiative")
    numbers = range(1, max(PLAYERS) + 2)
    return deck_pages(
        order, "print.item.initiative", [Card(initiative_face(order, number), behind) for number in numbers]
    )


def every_card(order: Order) -> Iterator[PrintedCard]:
    """The cards that carry codes, by the kinds and the keys of their records."""
    content: Content = order.content
    for key, side in content.classes.items():
        yield PrintedCard("classes", key, side.name, class_face(order, key, side), POKER)
    for key, story in content.backstories.items():
        yield PrintedCard("backstories", key, story.name, backstory_face(order, key, story), POKER)
    for key, way in content.alignments.items():
        yield PrintedCard("alignments", key, way.name, alignment_face(order, key, way), POKER)
    for key, card in content.market.items():
        yield PrintedCard("market", key, card.name, market_face(order, key, card), POKER)


def blank_pages(order: Order) -> Sequence[Page]:
    """A sheet of cards to write on, of every kind, each with its own back."""
    market, backstory, alignment = (back(order, deck) for deck in ("market", "backstories", "alignments"))
    cards = [
        *(Card(blank_market(order, type_), market) for type_ in TYPES),
        *(Card(backstory_face(order, BLANK, None), backstory) for _ in range(2)),
        *(Card(alignment_face(order, BLANK, None), alignment) for _ in range(2)),
        Card(class_face(order, BLANK, None), class_face(order, BLANK, None)),
    ]
    return deck_pages(order, "print.item.blanks", cards)
