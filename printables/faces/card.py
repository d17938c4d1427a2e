"""How a card looks: its head, its picture, its text, its foot, and its back.

Everything stands in the card's own coordinates and at least SAFE from where it is cut. What is not known, or is left
to whoever plays, is a line or a box to write on. `field` says of each text which deck, card and field it is
(`market.rope.text`): a text that does not fit is told by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from printables.faces import styles
from printables.faces.deck import POKER, Face, Stock
from printables.imposition import Box
from printables.ink import mix
from printables.pen import Pen
from printables.shapes import Point
from printables.typeset import STAR, fit

SAFE = 4.0
"""Nothing that matters stands nearer to a cut (mm)."""

INNER = POKER.box.inset(SAFE)
HEAD = Box(INNER.x, INNER.y, INNER.width, 14.5)
PICTURE = Box(INNER.x, HEAD.bottom + 3, INNER.width, 26)
FOOT = Box(INNER.x, INNER.bottom - 3, INNER.width, 3)
PANEL = Box(INNER.x, PICTURE.bottom + 2, INNER.width, FOOT.y - PICTURE.bottom - 3.5)
TEXT = PANEL.inset(2.6, 2.4)
"""What the card says stands in a panel."""


class Kind(Struct, frozen=True):
    """What a card is, at a glance: an icon, and the letter that doubles it."""

    icon: str
    letter: str


def draw_badge(pen: Pen, x: float, y: float, radius: float, icon: str) -> None:
    """An icon in a disc; where ink is saved, in a ring."""
    if pen.ink.cloth is None:
        pen.circle(x, y, radius, line=pen.ink.accent, weight=0.35)
        pen.icon(icon, x, y, radius * 0.6, fill=pen.ink.accent)
    else:
        pen.circle(x, y, radius, fill=pen.ink.accent)
        pen.icon(icon, x, y, radius * 0.6, fill="#ffffff")


def draw_head(pen: Pen, field: str, kind: Kind, what: str, title: str | None, *, room: float = 0) -> None:
    """The icon with its letter, what the card is, and its name or a line for it; `room` mm at the right stay free."""
    radius = 4.6
    x, y = HEAD.x + radius, HEAD.y + radius
    draw_badge(pen, x, y, radius, kind.icon)
    letter = Box(HEAD.x, y + radius + 0.8, 2 * radius, 3.6)
    pen.write(letter, kind.letter, styles.CARD_FACT, field=f"{field}.letter", align="centre", shade=pen.ink.accent)
    left = HEAD.x + 2 * radius + 2.6
    width = HEAD.right - left - room
    pen.write(Box(left, HEAD.y, width, 3.2), what, styles.CARD_KIND, field=f"{field}.type", shade=pen.ink.quiet)
    name = Box(left, HEAD.y + 4.3, width, 10)
    if title is None:
        draw_rules(pen, Box(name.x, name.y, name.width, 7.4), 1)
    else:
        pen.write(name, title, styles.CARD_TITLE, field=f"{field}.name", valign="top", lines=2)
    pen.line(HEAD.x, HEAD.bottom + 0.9, HEAD.right, HEAD.bottom + 0.9, pen.ink.accent, 0.3)


def draw_price(pen: Pen, text: str | None, field: str) -> None:
    """What a card costs, in a coin at its upper right corner; None: a coin to write in."""
    radius = 4.6
    x, y = HEAD.right - radius, HEAD.y + radius
    pen.circle(x, y, radius, line=pen.ink.accent, weight=0.5)
    pen.circle(x, y, radius - 0.9, line=pen.ink.accent, weight=0.15)
    if text is not None:
        box = Box.around(x, y, 2 * radius - 2.4)
        pen.write(box, text, styles.CARD_NUMBER, field=field, align="centre")


def draw_ghost(pen: Pen, icon: str, box: Box = PICTURE) -> None:
    """The icon of a card, large and pale: its picture."""
    radius = min(box.width, box.height) * 0.46
    if pen.ink.cloth is None:
        pen.icon(icon, *box.centre, radius, line=pen.ink.hair, weight=0.25)
    else:
        pen.icon(icon, *box.centre, radius, fill=mix(pen.ink.cloth, "#ffffff", 0.75))


def draw_panel(pen: Pen, box: Box = PANEL) -> None:
    """The ground of what a card says; where ink is saved, its outline."""
    if pen.ink.tint is not None:
        pen.box(box, fill=pen.ink.tint, radius=2)
    else:
        pen.box(box, line=pen.ink.hair, radius=2)


def draw_text(pen: Pen, text: str | None, field: str, box: Box = TEXT) -> None:
    """What the card says; None: lines to write on."""
    if text is None:
        draw_rules(pen, box, int(box.height // 6))
    elif text:
        pen.write(box, text, styles.CARD_TEXT, field=field, lines=None, valign="top")


def draw_flavour(pen: Pen, text: str, field: str, box: Box) -> None:
    """A sentence that has no effect, in italics at the bottom of its box."""
    pen.write(
        box, text, styles.CARD_FLAVOUR, field=field, lines=None, valign="bottom", align="centre", shade=pen.ink.quiet
    )


def draw_rules(pen: Pen, box: Box, count: int) -> None:
    """Lines to write on, spread over a box."""
    pitch = box.height / max(count, 1)
    for n in range(1, count + 1):
        y = box.y + n * pitch - 0.6
        pen.line(box.x, y, box.right, y, pen.ink.hair, 0.2)


def draw_foot(pen: Pen, text: str, field: str, *, room: float = 0) -> None:
    """Whose card it is, in small type; `room` mm at the right stay free."""
    box = Box(FOOT.x, FOOT.y, FOOT.width - room, FOOT.height)
    pen.write(box, text, styles.CARD_FOOT, field=f"{field}.foot", valign="bottom", shade=pen.ink.quiet)


def draw_dots(pen: Pen, count: int | None, most: int = 2) -> None:
    """The dots of the group that a card belongs to, in its lower right corner; None: rings to fill in."""
    for n in range(most if count is None else count):
        x = FOOT.right - 1.3 - n * 3.4
        if count is None:
            pen.circle(x, FOOT.bottom - 1.5, 1.1, line=pen.ink.rule, weight=0.25)
        else:
            pen.circle(x, FOOT.bottom - 1.5, 1.1, fill=pen.ink.accent)


def draw_arrow(pen: Pen, x: float, y: float, radius: float, direction: str | None) -> None:
    """An arrow; None: four pale ones, of which one is to be coloured in."""
    if direction is not None:
        pen.icon(f"arrow-{direction}", x, y, radius, fill=pen.ink.accent)
        return
    for way, dx, dy in (("up", 0, -1), ("right", 1, 0), ("down", 0, 1), ("left", -1, 0)):
        at = (x + dx * radius * 0.62, y + dy * radius * 0.62)
        pen.icon(f"arrow-{way}", *at, radius * 0.36, line=pen.ink.rule, weight=0.2)


def draw_stars(pen: Pen, box: Box, count: int | None, field: str) -> None:
    """A number of stars; None: a star to write in."""
    x, y = box.centre
    if count is None:
        pen.star(x, y, min(box.width, box.height) / 2, line=pen.ink.accent, weight=0.3)
        return
    pen.write(box, f"{count} {STAR}", styles.CARD_NUMBER, field=field, align="centre", shade=pen.ink.accent)


def card_back(icon: str, name: str, field: str, *, stock: Stock = POKER, under: str | None = None) -> Face:
    """The back that all cards of a deck have: small diamonds on the cloth, and the icon and the name of the deck;
    `under` is a second name, in smaller type, for decks of one kind that are kept apart."""
    size = stock.width / POKER.width

    def draw(pen: Pen) -> None:
        box = stock.box
        middle = Box.around(*box.centre, 37 * size, (44 + (8 if under else 0)) * size)
        rings = _diamonds(box.inset(2.5), middle.inset(-1))
        if pen.ink.cloth is None:
            pen.polygon(rings, line=pen.ink.hair, weight=0.15)
        else:
            pen.polygon(rings, fill=mix(pen.ink.cloth, pen.ink.accent, 0.78))
        pen.box(middle, fill="#ffffff", line=pen.ink.accent, weight=0.4, radius=3)
        pen.box(middle.inset(1), line=pen.ink.accent, weight=0.15, radius=2.2)
        x, y = middle.centre
        top = y - (10 if under else 6) * size
        draw_badge(pen, x, top, 10.5 * size, icon)
        label = Box(middle.x + 2.4 * size, top + 13 * size, middle.width - 4.8 * size, 11.4 * size)
        style = styles.BACK_NAME.at(styles.BACK_NAME.size * max(size, 0.8))
        found = fit(name, style, (label.width, label.height), f"{field}.back", lines=2)
        pen.fitted(label, found, align="centre", shade=pen.ink.accent)
        if under:
            low = Box(middle.x + 2, label.bottom, middle.width - 4, 8 * size)
            pen.write(
                low, under, styles.CARD_KIND, field=f"{field}.under", align="centre", shade=pen.ink.quiet, lines=2
            )

    return Face(draw, cloth=True, name=f"back-{field}")


def _diamonds(room: Box, hole: Box, pitch: float = 5.8, half: float = 1.15) -> list[tuple[Point, ...]]:
    """Small diamonds in staggered rows all over a box but for the hole."""
    columns, rows = int(room.width // pitch), int(room.height // pitch)
    across, down = room.width / columns, room.height / rows
    found: list[tuple[Point, ...]] = []
    for row in range(rows + 1):
        for column in range(columns + 1 - row % 2):
            x = room.x + (column + (row % 2) / 2) * across
            y = room.y + row * down
            if not Box.around(x, y, 2 * half).meets(hole):
                found.append(((x, y - half), (x + half, y), (x, y + half), (x - half, y)))
    return found


def sentences(parts: Sequence[str]) -> str:
    """Several sentences as one text, each on a line of its own; a short last word never stands alone on a line."""
    return "\n".join(re.sub(r" (\S{1,4})$", "\u00a0\\1", part) for part in parts)
