"""How the cards look: 41 × 63 mm, so that twenty of them lie in the ring of a board.

Everything stands in the card's own coordinates and at least SAFE from where it is cut. A face is a head (icon with its
letter, kind, name), a line of facts at a glance, and the whole text of the card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from printables.faces import styles
from printables.faces.card import Kind, draw_badge, draw_rules
from printables.faces.codes import ROOM
from printables.faces.deck import Stock
from printables.imposition import Box
from printables.ink import mix
from printables.pen import Pen
from printables.typeset import DoesNotFit, Fitted, Style, fit, width

SMALL = Stock(41, 63)
"""Half a playing card: sleeves for it are sold as Mini American."""

SAFE = 3.0
INNER = SMALL.box.inset(SAFE)
RADIUS = 3.5
HEAD = Box(INNER.x, INNER.y, INNER.width, 11.6)
FACTS = Box(INNER.x, HEAD.bottom + 1.6, INNER.width, 10)
FOOT = Box(INNER.x, INNER.bottom - 2.4, INNER.width, 2.4)
PANEL = Box(INNER.x - 0.5, FACTS.bottom + 1.2, INNER.width + 1, FOOT.y - FACTS.bottom - 2)
AROUND = 1.6
TEXT = PANEL.inset(1.8, AROUND)
LEAST = 11.0
"""The least height of the panel (mm)."""

BELOW = FACTS.bottom + 1.2

NAME = Style("title", 10, leading=1.02)
KIND = Style("text", 6.5, tracking=0.15)
LETTER = Style("text-bold", 7)
FACT = Style("title", 13)
SAYS = Style("text", 8.5, leading=1.16)


class Fact(Struct, frozen=True):
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
    top = Box(left, HEAD.y, HEAD.right - left - room, 2.6)
    pen.write(top, what, KIND, field=f"{field}.kind", shade=pen.ink.quiet)
    place = Box(left, HEAD.y + 3.4, top.width, 8.2)
    if name is None:
        draw_rules(pen, Box(place.x, place.y, place.width, 6), 1)
    else:
        if "-" in name and width(max(name.split(), key=len), NAME) > place.width:
            name = name.replace("-", "-\n", 1)
        pen.write(place, name, NAME, field=f"{field}.name", valign="top", lines=2)
    pen.line(HEAD.x, HEAD.bottom + 0.4, HEAD.right, HEAD.bottom + 0.4, pen.ink.accent, 0.25)


def draw_facts(pen: Pen, facts: Sequence[Fact], field: str) -> None:
    """What a card is at a glance: an icon above each number, side by side."""
    step = FACTS.width / max(len(facts), 1)
    for n, fact in enumerate(facts):
        box = Box(FACTS.x + n * step, FACTS.y, step, FACTS.height)
        x = box.centre[0]
        pen.icon(fact.icon, x, box.y + 2.1, 1.9, fill=pen.ink.accent)
        low = Box(box.x, box.y + 4.6, box.width, 5.2)
        if fact.text is None:
            pen.box(Box.around(*low.centre, min(6.5, step - 1), 5), line=pen.ink.rule, radius=0.6)
        else:
            pen.write(low, fact.text, FACT, field=f"{field}.{fact.icon}", align="centre")


READABLE = 7.0
"""Where a code stands on a card its text is never set smaller (pt)."""


def draw_says(
    pen: Pen,
    text: str | None,
    picture: str,
    field: str,
    *,
    top: float = BELOW,
    code: Callable[[Box], bool] | None = None,
) -> None:
    """The whole text of a card in a panel as high as it needs, and a large pale icon between the facts and the panel,
    where there is room for one, or the card's `code` instead of it. None: lines to write on, all the way up."""
    if text is None:
        _panel(pen, Box(PANEL.x, top, PANEL.width, PANEL.bottom - top))
        draw_rules(pen, TEXT, int(TEXT.height // 5.4))
        return
    found = fit(text, SAYS, (TEXT.width, TEXT.height), f"{field}.text")
    high = max(found.height + 2 * AROUND, LEAST)
    panel = Box(PANEL.x, PANEL.bottom - high, PANEL.width, high)
    room = panel.y - top
    if code is not None and room < ROOM + 1:
        low = PANEL.bottom - top - ROOM - 1
        small = _fitted(text, (TEXT.width, low - 2 * AROUND), f"{field}.text")
        if small is not None:
            found, panel, room = small, Box(PANEL.x, PANEL.bottom - low, PANEL.width, low), ROOM + 1
    if code is not None and code(Box(PANEL.x, top, PANEL.width, room)):
        pass
    elif room > 7:
        radius = min(room * 0.42, 9)
        x, y = PANEL.centre[0], top + room / 2 - 0.3
        if pen.ink.cloth is None:
            pen.icon(picture, x, y, radius, line=pen.ink.hair, weight=0.2)
        else:
            pen.icon(picture, x, y, radius, fill=mix(pen.ink.cloth, "#ffffff", 0.75))
    _panel(pen, panel)
    pen.fitted(panel.inset(TEXT.x - PANEL.x, AROUND), found, valign="middle")


def _fitted(text: str, room: tuple[float, float], field: str) -> Fitted | None:
    """The text in a box if it can be read there."""
    try:
        found = fit(text, SAYS, room, field)
    except DoesNotFit:
        return None
    return found if found.style.size >= READABLE else None


def _panel(pen: Pen, box: Box) -> None:
    if pen.ink.tint is not None:
        pen.box(box, fill=pen.ink.tint, radius=1.4)
    else:
        pen.box(box, line=pen.ink.hair, radius=1.4)


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
