"""The campaign log: which quests were played and who won them, how the heroes grew, and what the Junk Dealer has."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.quest_circuit.settings import SETTINGS
from printables.faces import styles
from printables.faces.furniture import PLAIN, draw_plain
from printables.faces.sheet import draw_named_box, draw_strip, draw_ticks
from printables.games.quest_circuit.tokens import MOST_HEROES
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen

NAME = "print.item.campaign-log"
STRIP = 5.6
QUESTS = 5
TOP = Box(0, PLAIN.y + 1, PLAIN.width, 12)
WINNERS = Box(0, TOP.bottom + 4, PLAIN.width, STRIP + 4.6 + QUESTS * 8.4)
HEROES = Box(0, WINNERS.bottom + 9, PLAIN.width, STRIP + 9 + (MOST_HEROES + 1) * 8.4)
LOW = Box(0, HEROES.bottom + 5, PLAIN.width, PLAIN.bottom - HEROES.bottom - 5)
LINES = 7


def log_pages(order: Order) -> Sequence[Page]:
    def draw(pen: Pen, number: int, total: int) -> None:
        pen = draw_plain(pen, order, NAME, number, total)
        words = order.words
        draw_named_box(pen, Box(0, TOP.y, 128, TOP.height), words("print.log.name"), "print.log.name")
        draw_named_box(pen, Box(132, TOP.y, PLAIN.width - 132, TOP.height), words("print.pad.date"), "print.pad.date")
        winners(pen, order)
        heroes(pen, order)
        half = (PLAIN.width - 8) / 2
        dealer(pen, order, Box(0, LOW.y, half, LOW.height))
        settings(pen, order, Box(half + 8, LOW.y, half, LOW.height))

    return [Page(draw)]


def heading(pen: Pen, order: Order, box: Box, key: str) -> None:
    draw_strip(pen, Box(box.x, box.y, box.width, STRIP), order.words(key), key)


def caption(pen: Pen, order: Order, box: Box, key: str, *, centre: bool = False) -> None:
    pen.write(box, order.words(key), styles.CAPTION, field=key, align="centre" if centre else "left",
              shade=pen.ink.quiet)  # fmt: skip


def winners(pen: Pen, order: Order) -> None:
    """The quests in their order, and who won each; the last one decides."""
    heading(pen, order, WINNERS, "panel.quests")
    stops = (0.0, 9.0, 90.0, 160.0, PLAIN.width)
    head = WINNERS.y + STRIP
    for n, key in enumerate(("print.log.quest", "print.log.hero", "print.log.turns"), 1):
        caption(pen, order, Box(stops[n] + 1, head, stops[n + 1] - stops[n] - 2, 4.6), key)
    top = head + 4.6
    for n in range(QUESTS):
        y = top + n * 8.4
        number = Box(1, y, 7, 8.4)
        pen.write(number, str(n + 1), styles.STRONG, field="log.quest", align="centre", shade=pen.ink.accent)
        pen.line(0, y + 8.4, PLAIN.width, y + 8.4, pen.ink.hair, 0.2)
    pen.lines([Line(x, head + 0.8, x, top + QUESTS * 8.4) for x in stops[1:-1]], pen.ink.hair, 0.2)
    below = Box(0, WINNERS.bottom + 1, PLAIN.width, 5)
    pen.write(below, order.words("panel.last_decides"), styles.HINT, field="panel.last_decides", shade=pen.ink.quiet)


def heroes(pen: Pen, order: Order) -> None:
    """Level and XP of every hero after each quest; the last line is for the Pretender, or for one more hero."""
    words = order.words
    heading(pen, order, HEROES, "print.log.heroes")
    first, second, head = 40.0, 76.0, HEROES.y + STRIP
    pair = (PLAIN.width - second) / QUESTS
    caption(pen, order, Box(1, head + 4.4, first - 2, 4.6), "score.heading.name")
    caption(pen, order, Box(first + 1, head + 4.4, second - first - 2, 4.6), "score.heading.hero")
    for n in range(QUESTS):
        x = second + n * pair
        room = Box(x, head + 0.4, pair, 4.4)
        text = words("print.log.after", n=n + 1)
        pen.write(room, text, styles.STEP_STRONG, field="print.log.after", align="centre", shade=pen.ink.accent)
        caption(pen, order, Box(x, head + 4.4, pair / 2, 4.6), "score.level", centre=True)
        caption(pen, order, Box(x + pair / 2, head + 4.4, pair / 2, 4.6), "score.xp", centre=True)
    top, rows = head + 9, MOST_HEROES + 1
    for n in range(1, rows + 1):
        pen.line(0, top + n * 8.4, PLAIN.width, top + n * 8.4, pen.ink.hair, 0.2)
    bottom = top + rows * 8.4
    strong = [first, *(second + n * pair for n in range(QUESTS))]
    pen.lines([Line(x, head + 0.8, x, bottom) for x in strong], pen.ink.rule, 0.2)
    pen.lines([Line(x + pair / 2, head + 5, x + pair / 2, bottom) for x in strong[1:]], pen.ink.hair, 0.15)
    last = Box(first + 1, bottom - 8.4, second - first - 2, 8.4)
    caption(pen, order, last, "print.log.rival")


def dealer(pen: Pen, order: Order, box: Box) -> None:
    """What lies at the Junk Dealer's, and what it costs."""
    heading(pen, order, box, "panel.dealer")
    value = Box(box.right - 24, box.y, 22.4, STRIP)
    pen.write(value, order.words("print.log.value"), styles.CAPTION, field="print.log.value", align="right",
              shade=pen.ink.quiet)  # fmt: skip
    high = (box.height - STRIP - 1) / LINES
    for n in range(1, LINES + 1):
        y = box.y + STRIP + 1 + n * high
        pen.line(box.x, y, box.right - 16, y, pen.ink.hair, 0.2)
        cell = Box(box.right - 13, y - high, 13, high).inset(0.8)
        pen.box(cell, line=pen.ink.hair, radius=0.8)


def settings(pen: Pen, order: Order, box: Box) -> None:
    """What the table has agreed, one box of each line to tick: from the declared settings of the game."""
    words = order.words
    heading(pen, order, box, "print.log.settings")
    chosen = [option for option in SETTINGS if option.kind == "choice"]
    high = (box.height - STRIP - 1) / len(chosen)
    for n, option in enumerate(chosen):
        y = box.y + STRIP + 1 + n * high
        name = f"option.{option.key}.name"
        pen.write(Box(box.x, y, box.width, high * 0.5), words(name), styles.STEP_STRONG, field=name)
        width = box.width / len(option.choices)
        for at, choice in enumerate(option.choices):
            x = box.x + at * width
            draw_ticks(pen, [Box.around(x + 1.6, y + high * 0.72, 2.6)])
            key = f"option.{option.key}.{choice}"
            room = Box(x + 4.2, y + high * 0.46, width - 5, high * 0.5)
            pen.write(room, words(key), styles.STEP, field=key)
