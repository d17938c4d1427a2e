"""The set-up page: the numbers for two, three and four players and for one, the steps, and the variants to tick."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll_player.constants import EXTRA_GOLD, ROUND_TOTAL, SETUP_DISCARDS, START_GOLD
from companion.games.roll_player.content import DICE, Content
from companion.games.roll_player.rules import VARIANTS
from printables.faces import styles
from printables.faces.furniture import PLAIN, draw_plain
from printables.faces.sheet import draw_strip, draw_ticks
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen

NAME = "print.item.set-up"
STRIP = 5.6
COLUMNS: tuple[str | int, ...] = ("solo", *SETUP_DISCARDS)
"""Alone, and by the number of players."""

LABELS = 78.0
HEIGHT = 7.0
STEPS = 12
STEPS_TOP = PLAIN.y + STRIP + 1 + 10 * HEIGHT + 9
VARIANTS_TOP = PLAIN.bottom - STRIP - 31


def numbers(content: Content, column: str | int) -> dict[str, str]:
    """A column of the set-up table (section 2.1 of the specification), by the key of the row."""
    solo = column == "solo"
    n = 2 if solo else int(column)
    seats = range(1, 2 if solo else n + 1)
    deck = sum(len(content.pile(dots, solo=solo)) for dots in (1, 2)) - 2 * SETUP_DISCARDS[n]
    dice = n + 4
    bag = sum(DICE.values()) - len(seats) * dice - solo
    return {
        "market": str(n + 1),
        "initiative": f"1–{n + 1}",
        "coins": ", ".join(str(card) for card in range(2, n + 1)),
        "dice": str(dice),
        "gold": ", ".join(str(START_GOLD + EXTRA_GOLD.get(seat, 0)) for seat in seats),
        "discards": str(SETUP_DISCARDS[n]),
        "deck": str(deck),
        "dealt": str(deck - n - 1 - solo),
        "bag": str(bag),
        "rounds": str(ROUND_TOTAL - dice),
    }


def set_up_pages(order: Order) -> Sequence[Page]:
    def draw(pen: Pen, number: int, total: int) -> None:
        pen = draw_plain(pen, order, NAME, number, total)
        table(pen, order)
        steps(pen, order)
        variants(pen, order)

    return [Page(draw)]


def table(pen: Pen, order: Order) -> None:
    words = order.words
    strip = Box(0, PLAIN.y, PLAIN.width, STRIP)
    draw_strip(pen, strip, words("print.set_up.numbers"), "print.set_up.numbers", room=LABELS)
    width = (PLAIN.width - LABELS) / len(COLUMNS)
    found = [numbers(order.content, column) for column in COLUMNS]
    for n, column in enumerate(COLUMNS):
        box = Box(LABELS + n * width, strip.y, width, STRIP)
        text = words("print.set_up.alone") if column == "solo" else words("print.set_up.players", n=int(column))
        pen.write(box, text, styles.STRONG, field="print.set_up.players", align="centre", shade=pen.ink.accent)
    for line, key in enumerate(found[0]):
        y = strip.bottom + 1 + line * HEIGHT
        word = f"print.set_up.row.{key}"
        pen.write(Box(1.6, y, LABELS - 2, HEIGHT), words(word), styles.LABEL, field=word)
        for n, column_numbers in enumerate(found):
            cell = Box(LABELS + n * width, y, width, HEIGHT)
            pen.write(cell, column_numbers[key], styles.FILLED, field=word, align="centre")
        pen.line(0, y + HEIGHT, PLAIN.width, y + HEIGHT, pen.ink.hair, 0.15)


def steps(pen: Pen, order: Order) -> None:
    """The steps in two columns, with boxes to tick."""
    words = order.words
    draw_strip(pen, Box(0, STEPS_TOP, PLAIN.width, STRIP), words("print.set_up.steps"), "print.set_up.steps")
    gone = [card.name for card in order.content.market.values() if not card.solo]
    width, top = (PLAIN.width - 8) / 2, STEPS_TOP + STRIP + 2.5
    height = (VARIANTS_TOP - 4 - top) / (STEPS / 2)
    for n in range(STEPS):
        box = Box(n // (STEPS // 2) * (width + 8), top + n % (STEPS // 2) * height, width, height - 1)
        draw_ticks(pen, [Box(box.x + 1.6, box.y + 0.3, 4, 4)])
        text = words(f"print.set_up.step.{n + 1}", cards=gone)
        field = f"set_up.step.{n + 1}"
        mark = Box(box.x + 8, box.y, 6, 4.6)
        pen.write(mark, str(n + 1), styles.STRONG, field=field, shade=pen.ink.accent)
        room = Box(mark.right, box.y + 0.9, box.right - mark.right, box.height - 0.9)
        pen.write(room, text, styles.LABEL, field=field, valign="top", lines=None)


def variants(pen: Pen, order: Order) -> None:
    words = order.words
    strip = Box(0, VARIANTS_TOP, PLAIN.width, STRIP)
    draw_strip(pen, strip, words("option.variants.name"), "option.variants.name")
    width, height = (PLAIN.width - 8) / 2, 14.0
    for n, key in enumerate(VARIANTS):
        box = Box(n % 2 * (width + 8), strip.bottom + 2.5 + n // 2 * height, width, height)
        draw_ticks(pen, [Box(box.x + 1.6, box.y + 0.8, 4, 4)])
        name, hint = f"option.variants.{key}", f"print.set_up.variant.{key}"
        pen.write(Box(box.x + 8, box.y, width - 8, 5.4), words(name), styles.STRONG, field=name)
        room = Box(box.x + 8, box.y + 5.6, width - 8, height - 6)
        pen.write(room, words(hint), styles.NOTE_TEXT, field=hint, valign="top", lines=None, shade=pen.ink.quiet)
