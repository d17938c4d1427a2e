"""A page to see how far the back of a sheet lies from its front: the same crosses on both, and scales to read."""

from __future__ import annotations

from collections.abc import Callable

from printables.faces import styles
from printables.faces.furniture import draw_footer, draw_title, frame_pen
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.markers import frame_of

NAME = "print.item.alignment"


def alignment_pages(order: Order) -> list[Page]:
    """The front and the back of the sheet."""
    return [Page(_side(order, back=back), back=back) for back in (False, True)]


def _side(order: Order, *, back: bool) -> Callable[[Pen, int, int], None]:
    def draw(pen: Pen, number: int, total: int) -> None:
        frame = frame_of(order.paper)
        pen = frame_pen(pen, order.paper)
        draw_title(pen, order, NAME, Box(0, 0, frame.width, 10))
        middle = frame.width / 2
        for x, y in ((middle, 60), (middle, frame.height - 50)):
            pen.lines([Line(x - 20, y, x + 20, y), Line(x, y - 20, x, y + 20)], pen.ink.text, 0.15)
            if back:
                pen.circle(x, y, 3, line=pen.ink.accent, weight=0.2)
        text = Box(10, frame.height / 2 - 20, frame.width - 20, 30)
        key = "print.kit.align.back" if back else "print.kit.align.front"
        pen.write(text, order.words(key), styles.CARD_TEXT, field=key, lines=None, align="centre")
        draw_footer(pen, order, number, total, Box(0, frame.height - 4.5, frame.width, 4.5))

    return draw
