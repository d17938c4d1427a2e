"""Tokens, both sides alike: heroes, the Pretender, who begins, trackers for hero sheets; and counters for wounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from companion.games.quest_circuit.content import Content
from companion.palette import palette
from printables.faces import styles
from printables.faces.deck import Card, Face, Stock, deck_pages
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.marks import WEIGHT
from printables.pen import Pen
from printables.typeset import Style

TOKEN = Stock(22, 22, bleed=0, margin=10, seams=True)
COUNTER = Stock(16, 16, bleed=0, margin=10, seams=True)

MOST_HEROES = 6
SPARE = ("blue", "orange", "gold", "teal")
"""Colours for heroes of one's own, as far as our own leave places free."""

TRACKS = (("level", "flag"), ("xp", "star"), ("health", "heart"), ("mana", "drop"))
"""What a hero sheet tracks, and the icon of each."""

SETS = MOST_HEROES + 1
"""Trackers for every hero and for the Pretender."""

WOUNDS = ((1, 55), (2, 33), (5, 22))
"""Counters by how many wounds they stand for."""

WHOLE = TOKEN.box.inset(0.9)


def token_pages(order: Order) -> Sequence[Page]:
    faces = [Face(hero(order, colour, name)) for colour, name in heroes(order)]
    faces.append(Face(marked(order, "mask", "rival.name")))
    faces.append(Face(marked(order, "die", "print.token.first")))
    small = Card(Face(trackers(mirrored=False), name="trackers"), Face(trackers(mirrored=True), name="trackers-back"))
    cards = [*(Card(face, face) for face in faces), *([small] * SETS)]
    return deck_pages(order, "print.item.tokens", cards, TOKEN)


def heroes(order: Order) -> list[tuple[str, str]]:
    """The colours of heroes with their names; spare ones are for heroes of one's own."""
    content: Content = order.content
    found = [(hero.token, order.words.say(hero.name)) for hero in content.heroes.values()]
    spare = [colour for colour in SPARE if colour not in {colour for colour, _ in found}]
    own = order.words("print.token.own")
    return [*found, *((colour, own) for colour in spare[: max(MOST_HEROES - len(found), 0)])]


def hero(order: Order, colour: str, name: str) -> Callable[[Pen], None]:
    """The token of a hero: paint, shape, letter, and whose it is."""

    def draw(pen: Pen) -> None:
        x, y = WHOLE.centre
        paint = pen.ink.chip(colour)
        pen.circle(x, y, 10, fill=paint.fill, line=paint.line, weight=0.4)
        pen.circle(x, y, 9.1, line=paint.ink, weight=0.15)
        pen.shape(palette()[colour].shape, x - 2.7, y - 3.2, 2.5, fill=paint.ink)
        key = f"colour.{colour}.letter"
        letter = Box(x + 0.3, y - 6.2, 5.6, 6)
        pen.write(letter, order.words(key), Style("title", 13), field=key, align="centre", shade=paint.ink)
        label = Box(x - 8.2, y + 0.6, 16.4, 5.6)
        pen.write(label, name, styles.CARD_FACT.at(7.5), field=f"tokens.{colour}", align="centre", lines=2,
                  shade=paint.ink)  # fmt: skip

    return draw


def marked(order: Order, icon: str, word: str) -> Callable[[Pen], None]:
    """A token of no hero: an icon, and its name."""

    def draw(pen: Pen) -> None:
        x, y = WHOLE.centre
        pen.box(WHOLE, fill=pen.ink.tint, line=pen.ink.accent, weight=0.5, radius=3)
        pen.icon(icon, x, y - 3, 5, fill=pen.ink.accent)
        label = Box(WHOLE.x + 1.2, y + 3.2, WHOLE.width - 2.4, 5.6)
        pen.write(label, order.words(word), styles.CARD_FACT.at(8), field=word, align="centre", lines=2,
                  shade=pen.ink.accent)  # fmt: skip

    return draw


def trackers(*, mirrored: bool) -> Callable[[Pen], None]:
    """The four trackers of a hero sheet in one square, to be cut apart; `mirrored` is the back of the same."""

    def draw(pen: Pen) -> None:
        half = TOKEN.width / 2
        for n, (_, icon) in enumerate(TRACKS):
            column = 1 - n % 2 if mirrored else n % 2
            box = Box(column * half, n // 2 * half, half, half).inset(0.8)
            if pen.ink.cloth is None:
                pen.box(box, line=pen.ink.accent, weight=0.3, radius=1.2)
                pen.icon(icon, *box.centre, 3, fill=pen.ink.accent)
            else:
                pen.box(box, fill=pen.ink.accent, radius=1.2)
                pen.icon(icon, *box.centre, 3, fill="#ffffff")
        if mirrored:
            return
        whole = TOKEN.width
        cross = (Line(half, 0, half, whole), Line(0, half, whole, half))
        pen.lines(cross, pen.ink.quiet, WEIGHT, dash=(1.5, 1.5))

    return draw


def wound_pages(order: Order) -> Sequence[Page]:
    faces = [Face(wounds(count), name=f"wounds-{count}") for count, times in WOUNDS for _ in range(times)]
    return deck_pages(order, "print.item.wound-counters", [Card(face, face) for face in faces], COUNTER)


def wounds(count: int) -> Callable[[Pen], None]:
    """So many wounds: the number, and as many drops of blood around it."""

    def draw(pen: Pen) -> None:
        box = COUNTER.box.inset(0.8)
        x, y = box.centre
        pen.circle(x, y, 7.1, fill="#ffffff", line=pen.ink.text, weight=0.35)
        number = Box.around(x, y + 1.6, 8, 7)
        pen.write(number, str(count), Style("title", 15), field="wounds", align="centre")
        for n in range(count):
            angle = -pi / 2 + (n - (count - 1) / 2) * 0.56
            pen.icon("drop", x + 5 * cos(angle), y + 5 * sin(angle), 1.15, fill=pen.ink.text)

    return draw
