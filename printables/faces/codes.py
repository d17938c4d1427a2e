"""Codes for phones on cards: where there is room, and never smaller than a phone can read."""

from __future__ import annotations

from printables.faces import styles
from printables.imposition import Box
from printables.items import Order
from printables.pen import Pen
from printables.reading.card_code import LEAST, card_code, linked, module_boxes

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
    pen.boxes(module_boxes(linked(order.link, text), square), BLACK)
    below = Box(box.x - 1, square.bottom + 0.4, box.width + 2, CAPTION)
    pen.write(below, text, styles.CARD_FOOT, field=f"{kind}.{key}.code", align="centre", shade=pen.ink.text)
    return True
