"""The tokens of Roll Player on one sheet, both sides alike: coins, charisma tokens, trackers, the opponent die."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.roll_player.content import CLASS_COLORS, GOLD
from companion.palette import palette
from printables.faces import styles
from printables.faces.deck import Card, Face, Stock, deck_pages
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen

SIDE = 22.0
TOKEN = Stock(SIDE, SIDE, bleed=0, margin=10, seams=True)
COINS = ((1, 40), (5, 16))
"""Coins by what they are worth: 120 gold, twice what a game is known to need."""

CHARISMA, TRACKERS = 6, 2
"""Charisma tokens in all, and trackers for each class colour (section 1.1 of the specification)."""

WHOLE = Box(0, 0, SIDE, SIDE).inset(0.9)


def token_pages(order: Order) -> Sequence[Page]:
    faces: list[Face] = []
    for worth, count in COINS:
        faces += [Face(coin(order, worth), name=f"coin-{worth}")] * count
    faces += [Face(charisma(order), name="charisma")] * CHARISMA
    for colour in CLASS_COLORS:
        faces += [Face(tracker(order, colour))] * TRACKERS
    faces.append(Face(opponent(order)))
    return deck_pages(order, "print.item.tokens", [Card(face, face) for face in faces], TOKEN)


def coin(order: Order, worth: int) -> Callable[[Pen], None]:
    """A round coin: its worth, and the letter and the shape of gold."""

    def draw(pen: Pen) -> None:
        x, y = WHOLE.centre
        paint = pen.ink.chip(GOLD)
        pen.circle(x, y, 10, fill=paint.fill, line=pen.ink.text if paint.fill is None else paint.line, weight=0.3)
        pen.circle(x, y, 8.7, line=paint.ink, weight=0.45 if worth > 1 else 0.15)
        box = Box.around(x, y - 0.9, 11, 9)
        pen.write(box, str(worth), styles.TOKEN, field=f"tokens.{worth}", align="centre", shade=paint.ink)
        pen.shape(palette()[GOLD].shape, x, y + 5.2, 1.5, fill=paint.ink)

    return draw


def charisma(order: Order) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        x, y = WHOLE.centre
        pen.box(WHOLE, fill=pen.ink.tint, line=pen.ink.accent, weight=0.4, radius=4)
        pen.icon("speech", x, y - 2.6, 4.8, fill=pen.ink.accent)
        label = Box(WHOLE.x + 1, y + 4, WHOLE.width - 2, 4.4)
        text = order.words("attribute.CHA.short")
        pen.write(label, text, styles.CARD_FACT, field="tokens.charisma", align="centre", shade=pen.ink.accent)

    return draw


def tracker(order: Order, colour: str) -> Callable[[Pen], None]:
    """A square marker of a class colour: paint, shape and letter."""

    def draw(pen: Pen) -> None:
        x, y = WHOLE.centre
        paint = pen.ink.chip(colour)
        pen.box(WHOLE, fill=paint.fill, line=paint.line, weight=0.3, radius=2)
        pen.shape(palette()[colour].shape, x, y - 2.8, 4.2, fill=paint.ink)
        key = f"colour.{colour}.letter"
        label = Box(WHOLE.x + 1, y + 3, WHOLE.width - 2, 5.6)
        pen.write(label, order.words(key), styles.TOKEN_LETTER, field=key, align="centre", shade=paint.ink)

    return draw


def opponent(order: Order) -> Callable[[Pen], None]:
    """The marker that lies where the opponent die is (RP-SOLO-03)."""

    def draw(pen: Pen) -> None:
        x, y = WHOLE.centre
        pen.box(WHOLE, line=pen.ink.accent, weight=0.6, radius=2)
        pen.icon("die", x, y - 2.6, 4.8, fill=pen.ink.accent)
        label = Box(WHOLE.x + 0.8, y + 4, WHOLE.width - 1.6, 4.4)
        text = order.words("print.opponent")
        pen.write(label, text, styles.CARD_FACT, field="tokens.opponent", align="centre", shade=pen.ink.accent)

    return draw
