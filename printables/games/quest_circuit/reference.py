"""The player aid: a turn on its front, fights and everything after them on its back, four to a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.quest_circuit.odds import open_odds
from companion.odds import percent_word
from printables.faces import styles
from printables.faces.aid import AID, BODY, Entry, draw_aid, draw_title
from printables.faces.deck import Card, Face, deck_pages
from printables.games.quest_circuit.board import TURN
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen

COPIES = 4

LABEL = 5.0
TABLE = 9.0
LEVELS = range(-3, 5)
"""The level of a lock or a trap less the Security of a hero: the chances of these are told."""

BACK: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("fight", ("ranged", "who", "melee", "won", "heroes")),
    ("death", ("start",)),
    ("xp", ("level",)),
    ("between", ("sell", "buy", "next")),
    ("end", ("last",)),
)
"""The headings of the back, and what stands under each."""


def reference_pages(order: Order) -> Sequence[Page]:
    card = Card(Face(lambda pen: front(pen, order)), Face(lambda pen: back(pen, order)))
    return deck_pages(order, "print.item.reference", [card] * COPIES, AID)


def front(pen: Pen, order: Order) -> None:
    draw_title(pen, order.words("print.board.turn"), "compass", "print.board.turn")
    room = Box(BODY.x, BODY.y, BODY.width, BODY.height - TABLE - 7)
    draw_aid(pen, room, list(_turn(order)), "reference.turn", label=LABEL, size=8.75)
    title = Box(BODY.x, BODY.bottom - TABLE - 5, BODY.width, 4)
    pen.write(title, order.words("print.aid.chance"), styles.CARD_KIND, field="reference.chance", shade=pen.ink.quiet)
    chances(pen, order, Box(BODY.x, BODY.bottom - TABLE, BODY.width, TABLE))


def _turn(order: Order) -> Iterator[Entry]:
    for number, step in enumerate(TURN, 1):
        yield Entry(order.words(f"print.aid.turn.{step}"), str(number))
    yield Entry(order.words("print.aid.trial"), heading=True)
    yield Entry(order.words("print.aid.trials"))


def chances(pen: Pen, order: Order, box: Box) -> None:
    """Two lines: by how much a level is higher than Security, and the chance to open or evade (exact, then rounded)."""
    width = box.width / len(LEVELS)
    for n, level in enumerate(LEVELS):
        cell = Box(box.x + n * width, box.y, width, box.height)
        text = f"+{level}" if level > 0 else f"−{-level}" if level else "0"
        top = Box(cell.x, cell.y, cell.width, box.height * 0.4)
        pen.write(top, text, styles.CARD_KIND, field="reference.level", align="centre", shade=pen.ink.quiet)
        low = Box(cell.x, top.bottom, cell.width, box.height - top.height).inset(0.4, 0)
        pen.box(low, line=pen.ink.hair, radius=0.8)
        chance = order.words.say(percent_word(open_odds(level, 0)))
        pen.write(low, chance, styles.CARD_FACT, field="reference.chance", align="centre")


def back(pen: Pen, order: Order) -> None:
    draw_title(pen, order.words("print.aid.title"), "sword", "print.aid.title")
    entries = []
    for heading, rows in BACK:
        entries.append(Entry(order.words(f"print.aid.{heading}.title"), heading=True))
        entries += [Entry(order.words(f"print.aid.{heading}.{row}")) for row in rows]
    draw_aid(pen, BODY, entries, "reference.back", label=LABEL, size=8.75)
