"""The player aid: a round on its front, the end of the game on its back, four to a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.roll_player.content import ATTRIBUTES
from companion.games.roll_player.scoring import BACKSTORY_STARS, GOLD_PER_STAR
from printables.faces import styles
from printables.faces.aid import AID, BODY, Entry, draw_aid, draw_title
from printables.faces.deck import Card, Face, deck_pages
from printables.games.roll_player.cards import ICONS, draw_table
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen

COPIES = 4
"""One for each player (section 1.1 of the specification)."""

LABEL, NUMBER = 11.0, 4.6
"""The width of the column of labels, and of one that holds numbers only (mm)."""


def reference_pages(order: Order) -> Sequence[Page]:
    card = Card(Face(lambda pen: front(pen, order)), Face(lambda pen: back(pen, order)))
    return deck_pages(order, "print.item.reference", [card] * COPIES, AID)


def front(pen: Pen, order: Order) -> None:
    """The four phases of a round, the six actions, where gold comes from."""
    draw_title(pen, order.words("print.aid.round"), ICONS["initiative"], "print.aid.round")
    draw_aid(pen, BODY, list(_round(order)), "reference.round", label=LABEL)


def _round(order: Order) -> Iterator[Entry]:
    words = order.words
    for number, phase in enumerate(("roll", "dice", "market", "cleanup"), 1):
        yield Entry(f"{number}. {words(f'phase.{phase}')}", heading=True)
        yield Entry(words(f"print.aid.{phase}"))
        if phase == "dice":
            for row in ATTRIBUTES:
                yield Entry(words(f"print.aid.action.{row}"), words(f"attribute.{row}.short"))
            yield Entry(words("print.aid.after_action"))
            yield Entry(words("print.aid.gold"))


def back(pen: Pen, order: Order) -> None:
    """The six ways to score, the solo star, and what settles a tie."""
    draw_title(pen, order.words("print.aid.end"), "star", "print.aid.end")
    table = 9.0
    room = Box(BODY.x, BODY.y, BODY.width, BODY.height - table - 8)
    draw_aid(pen, room, list(_end(order)), "reference.end", label=NUMBER)
    title = Box(BODY.x, BODY.bottom - table - 5, BODY.width, 4)
    pen.write(title, order.words("print.aid.matches"), styles.CARD_KIND, field="reference.matches", shade=pen.ink.quiet)
    below = Box(BODY.x, BODY.bottom - table, BODY.width, table)
    counts = [str(n) for n in range(len(BACKSTORY_STARS))]
    draw_table(pen, below, counts, [str(n) for n in BACKSTORY_STARS], "reference.stars")


SCORED = ("attribute_goals", "class_dice", "alignment", "backstory", "armor", "traits")


def _end(order: Order) -> Iterator[Entry]:
    words = order.words
    yield Entry(words("print.aid.before"))
    yield Entry(words("print.aid.stars"), heading=True)
    for number, key in enumerate(SCORED, 1):
        yield Entry(f"{words(f'score.{key}')}: {words(f'print.aid.score.{key}')}", str(number))
    yield Entry(words("print.aid.goals"), heading=True)
    for key in ("exact", "range", "min"):
        yield Entry(words(f"print.aid.goal.{key}"))
    yield Entry(words("print.aid.tie"), heading=True)
    yield Entry(words("print.aid.ties"))
    yield Entry(words("print.aid.alone"), heading=True)
    yield Entry(words("print.aid.solo", n=GOLD_PER_STAR))
