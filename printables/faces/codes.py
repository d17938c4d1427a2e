"""Codes for phones on cards: where there is room, and never smaller than a phone can read."""

from __future__ import annotations

from urllib.parse import urlsplit

from printables.faces import styles
from printables.imposition import Box
from printables.items import Order
from printables.pen import Pen
from printables.reading.card_code import LEAST, card_code, code_boxes, linked

BLACK = "#000000"
CAPTION = 2.6
"""The height of the line below a code (mm)."""

ROOM = LEAST + CAPTION + 0.4
"""So much height a code and its line take (mm)."""


def code_of(order: Order, kind: str, key: str) -> str:
    """The code of a card of an order."""
    return card_code(order.game.key, order.sets[-1], kind, key)


def draw_card_code(pen: Pen, order: Order, kind: str, key: str, box: Box) -> bool:
    """The code of a card in the middle of a box, as large as it fits, with the same in letters below it. Nothing, and
    False, where it would be too small to be read."""
    side = min(box.width, box.height - CAPTION - 0.4)
    if side < LEAST - 1e-6:
        return False
    text = code_of(order, kind, key)
    x, _ = box.centre
    square = Box(x - side / 2, box.y + (box.height - side - CAPTION - 0.4) / 2, side, side)
    pen.boxes(code_boxes(linked(order.link, text), square), BLACK)
    below = Box(box.x - 1, square.bottom + 0.4, box.width + 2, CAPTION)
    pen.write(below, text, styles.CARD_FOOT, field=f"{kind}.{key}.code", align="centre", shade=pen.ink.text)
    return True


CLEAR = 5.0
"""A link keeps so far from everything else on a page (mm): what a camera reads stays readable."""

SIDE = 16.0
TALL = SIDE + 2 * CAPTION + 0.6
LINK_ROOM = (SIDE + 2 * CLEAR, TALL + 2 * CLEAR)
"""The white that a link needs on a page (mm)."""


def draw_link(pen: Pen, link: str, code: str, room: Box) -> None:
    """The link of a page in a white room: a code for phones, and below it where it leads, for whoever types."""
    square = Box(room.x + CLEAR, room.y + CLEAR, SIDE, SIDE)
    pen.boxes(code_boxes(linked(link, code), square), BLACK)
    lines = (code, urlsplit(link).netloc)
    for n, text in enumerate(lines):
        below = Box(square.x - CLEAR + 0.5, square.bottom + 0.6 + n * CAPTION, SIDE + 2 * CLEAR - 1, CAPTION)
        pen.write(below, text, styles.CARD_FOOT, field="link", align="centre", shade=pen.ink.quiet)
