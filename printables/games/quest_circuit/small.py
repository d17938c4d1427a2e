"""How the cards look: 41 × 63 mm, so that twenty of them lie in the ring of a board.

Everything stands in the card's own coordinates and at least SAFE from where it is cut. A face is a head (icon with its
letter, kind, name), a line of facts at a glance, and the whole text of the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.faces import styles
from printables.faces.card import Kind, draw_badge, draw_rules
from printables.faces.deck import Stock
from printables.icons import icons
from printables.imposition import Box
from printables.ink import mix
from printables.pen import Pen
from printables.typeset import Style

SMALL = Stock(41, 63)
"""Half a playing card: sleeves for it are sold as Mini American."""

SAFE = 3.0
INNER = SMALL.box.inset(SAFE)
RADIUS = 3.5
HEAD = Box(INNER.x, INNER.y, INNER.width, 11.6)
FACTS = Box(INNER.x, HEAD.bottom + 1.6, INNER.width, 10)
FOOT = Box(INNER.x, INNER.bottom - 2.4, INNER.width, 2.4)
PANEL = Box(INNER.x - 0.5, FACTS.bottom + 1.2, INNER.width + 1, FOOT.y - FACTS.bottom - 2)
TEXT = PANEL.inset(1.8, 1.7)

NAME = Style("title", 10, leading=1.02)
KIND = Style("text", 6.5, tracking=0.15)
LETTER = Style("text-bold", 7)
FACT = Style("title", 13)
SAYS = Style("text", 8, leading=1.16)


@dataclass(frozen=True)
class Fact:
    """A number with its icon; None: a box to write it in."""

    icon: str
    text: str | None


def draw_head(pen: Pen, field: str, kind: Kind, what: str, name: str | None, *, room: float = 0) -> None:
    """The icon with its letter, what the card is, and its name or a line for it; `room` mm at the right stay free."""
    x, y = HEAD.x + RADIUS, HEAD.y + RADIUS
    draw_badge(pen, x, y, RADIUS, kind.icon)
    letter = Box(HEAD.x, y + RADIUS + 0.5, 2 * RADIUS, 2.8)
    pen.write(letter, kind.letter, LETTER, field=f"{field}.letter", align="centre", shade=pen.ink.accent)
    left = HEAD.x + 2 * RADIUS + 1.6
    width = HEAD.right - left
    top = Box(left, HEAD.y, width - room, 2.6)
    pen.write(top, what, KIND, field=f"{field}.kind", shade=pen.ink.quiet)
    place = Box(left, HEAD.y + 3.4, width - room, 8.2)
    if name is None:
        draw_rules(pen, Box(place.x, place.y, place.width, 6), 1)
    else:
        pen.write(place, name, NAME, field=f"{field}.name", valign="top", lines=2)
    pen.line(HEAD.x, HEAD.bottom + 0.4, HEAD.right, HEAD.bottom + 0.4, pen.ink.accent, 0.25)


def draw_facts(pen: Pen, facts: Sequence[Fact], field: str) -> None:
    """What a card is at a glance: an icon above each number, side by side."""
    width = FACTS.width / max(len(facts), 1)
    for n, fact in enumerate(facts):
        box = Box(FACTS.x + n * width, FACTS.y, width, FACTS.height)
        x = box.centre[0]
        pen.outline(icons()[fact.icon], x, box.y + 2.1, 1.9, fill=pen.ink.accent)
        low = Box(box.x, box.y + 4.6, box.width, 5.2)
        if fact.text is None:
            pen.box(Box.around(*low.centre, min(6.5, width - 1), 5), line=pen.ink.rule, radius=0.6)
        else:
            pen.write(low, fact.text, FACT, field=f"{field}.{fact.icon}", align="centre")


def draw_picture(pen: Pen, icon: str) -> None:
    """A large pale icon where a card has no number."""
    if pen.ink.cloth is None:
        pen.outline(icons()[icon], *FACTS.centre, 4.8, line=pen.ink.rule, weight=0.2)
    else:
        pen.outline(icons()[icon], *FACTS.centre, 4.8, fill=mix(pen.ink.cloth, "#ffffff", 0.85))


def draw_says(pen: Pen, text: str | None, field: str) -> None:
    """The whole text of a card in its panel; None: lines to write on."""
    if pen.ink.tint is not None:
        pen.box(PANEL, fill=pen.ink.tint, radius=1.4)
    else:
        pen.box(PANEL, line=pen.ink.hair, radius=1.4)
    if text is None:
        draw_rules(pen, TEXT, int(TEXT.height // 5.4))
    else:
        pen.write(TEXT, text, SAYS, field=f"{field}.text", lines=None, valign="top")


def draw_foot(pen: Pen, text: str, field: str) -> None:
    """Which set a card belongs to, in small type."""
    pen.write(FOOT, text, styles.CARD_FOOT, field=f"{field}.foot", align="centre", valign="bottom", shade=pen.ink.quiet)


def draw_frame(pen: Pen) -> None:
    """A frame for a card that stands out: the Goal, a Unique."""
    pen.box(SMALL.box.inset(1.5), line=pen.ink.accent, weight=0.5, radius=2.2)


def draw_value(pen: Pen, text: str | None, field: str) -> None:
    """What a card is worth to the Junk Dealer, in a coin at its upper right corner; None: a coin to write in."""
    x, y = HEAD.right - 2.9, HEAD.y + 2.9
    pen.circle(x, y, 2.9, line=pen.ink.accent, weight=0.35)
    pen.circle(x, y, 2.35, line=pen.ink.accent, weight=0.12)
    if text is not None:
        box = Box.around(x, y, 4.4)
        pen.write(box, text, Style("title", 9.5), field=field, align="centre")
