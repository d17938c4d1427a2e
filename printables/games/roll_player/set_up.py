"""The set-up page: the variants to tick, the numbers for two, three and four players and for one, and the steps."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll_player.constants import EXTRA_GOLD, ROUND_TOTAL, SETUP_DISCARDS, START_GOLD
from companion.games.roll_player.content import DICE, Content
from companion.games.roll_player.rules import VARIANTS
from printables.faces import styles
from printables.faces.furniture import draw_marked, page_code
from printables.faces.sheet import draw_strip, draw_ticks
from printables.form import Field, fields_of
from printables.games.roll_player.set_up_layout import (
    CHOICES,
    COLUMNS,
    DOING,
    LABELS,
    NUMBERS,
    SET_UP,
    STEPS,
    STRIP,
    column_box,
    layout,
    players_tick,
    step_box,
    tick_of,
    variant_box,
)
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, Value, newest
from printables.reading.markers import frame_on

NAME = "print.item.set-up"


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
    geometry = newest(order.package, SET_UP, layout())

    def draw(pen: Pen, number: int, total: int) -> None:
        pen = draw_marked(pen, order, NAME, geometry, 1, (number, total))
        variants(pen, order)
        table(pen, order)
        steps(pen, order)

    return [Page(draw, fields=lambda: fields(order, geometry), code=page_code(order, geometry, 1).text)]


def fields(order: Order, geometry: Geometry) -> Sequence[Field]:
    """What is ticked, to be ticked on a screen."""
    words = order.words

    def told(group: Group, value: Value | None) -> str:
        if value is None:
            return words("print.set_up.numbers")
        if group.key == "variants":
            return words(f"option.variants.{value.key}")
        return f"{words('print.set_up.steps')}, {value.key}"

    return tuple(fields_of(geometry.pages[0], frame_on(order.paper), told))


def strip(pen: Pen, order: Order, box: Box, key: str, room: float | None = None) -> None:
    """The heading at the top of a box."""
    draw_strip(pen, Box(box.x, box.y, box.width, STRIP), order.words(key), key, room=room)


def variants(pen: Pen, order: Order) -> None:
    """The variants, each with a box to tick and what it changes."""
    words = order.words
    strip(pen, order, CHOICES, "option.variants.name")
    for n, key in enumerate(VARIANTS):
        box = variant_box(n)
        tick = tick_of(box)
        draw_ticks(pen, [tick])
        name, hint = f"option.variants.{key}", f"print.set_up.variant.{key}"
        left = tick.right + 2.2
        pen.write(Box(left, box.y, box.right - left, 5), words(name), styles.STRONG, field=name)
        room = Box(left, box.y + 5.2, box.right - left, box.height - 5.2)
        pen.write(room, words(hint), styles.NOTE_TEXT, field=hint, valign="top", lines=None, shade=pen.ink.quiet)


def table(pen: Pen, order: Order) -> None:
    """The numbers of a game by how many play, with a box to tick for that."""
    words = order.words
    strip(pen, order, NUMBERS, "print.set_up.numbers", LABELS)
    found = [numbers(order.content, column) for column in COLUMNS]
    for n, column in enumerate(COLUMNS):
        draw_ticks(pen, [players_tick(n)])
        x, _ = column_box(n).centre
        box = Box.around(x, NUMBERS.y + STRIP / 2, 11, STRIP)
        text = words("print.set_up.alone") if column == "solo" else words("print.set_up.players", n=int(column))
        pen.write(box, text, styles.STRONG, field="print.set_up.players", align="centre", shade=pen.ink.accent)
    height = (NUMBERS.height - STRIP - 0.6) / len(found[0])
    for line, key in enumerate(found[0]):
        y = NUMBERS.y + STRIP + 0.6 + line * height
        word = f"print.set_up.row.{key}"
        pen.write(Box(NUMBERS.x + 1.6, y, LABELS - 2, height), words(word), styles.LABEL, field=word)
        for n, column_numbers in enumerate(found):
            column_ = column_box(n)
            cell = Box(column_.x, y, column_.width, height)
            pen.write(cell, column_numbers[key], styles.FILLED, field=word, align="centre")
        pen.line(NUMBERS.x, y + height, NUMBERS.right, y + height, pen.ink.hair, 0.15)


def steps(pen: Pen, order: Order) -> None:
    """The steps in two columns, with boxes to tick."""
    words = order.words
    strip(pen, order, DOING, "print.set_up.steps")
    gone = [card.name for card in order.content.market.values() if not card.solo]
    for n in range(STEPS):
        box = step_box(n)
        tick = tick_of(box)
        draw_ticks(pen, [tick])
        field = f"set_up.step.{n + 1}"
        mark = Box(tick.right + 2, box.y, 5.6, 4.8)
        pen.write(mark, str(n + 1), styles.STRONG, field=field, shade=pen.ink.accent)
        room = Box(mark.right, box.y + 0.9, box.right - mark.right, box.height - 0.9)
        text = words(f"print.set_up.step.{n + 1}", cards=gone)
        pen.write(room, text, styles.LABEL, field=field, valign="top", lines=None)
