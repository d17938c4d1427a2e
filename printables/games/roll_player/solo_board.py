"""The board for playing alone: places for the market and its three piles, the opponent die, the rounds, the ranks."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll_player.scoring import RANKS as BOUNDS
from companion.games.roll_player.solo import OPPONENT, POSITIONS
from printables.faces import styles
from printables.faces.furniture import draw_marked, page_code
from printables.faces.sheet import ROUND, draw_strip
from printables.games.roll_player.decks import MARKET_ICON
from printables.games.roll_player.solo_layout import (
    PILES,
    RANKS,
    ROUNDS,
    SOLO,
    TABLE,
    TRACK,
    TRACK_LABEL,
    card_box,
    layout,
    round_box,
)
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import newest
from printables.typeset import STAR

NAME = "print.item.solo-board"
PILE_ICONS = {"deck": "stack", "discard": "discard", "trash": "cross"}
STRIP = 5.2


def solo_pages(order: Order) -> Sequence[Page]:
    geometry = newest(order.package, SOLO, layout())

    def draw(pen: Pen, number: int, total: int) -> None:
        pen = draw_marked(pen, order, NAME, geometry, 1, (number, total))
        for column, place in POSITIONS.items():
            card_place(pen, order, card_box(column - 1, 0), f"panel.position.{place}", f"print.solo.{place}")
        for column, pile in enumerate(PILES):
            card_place(pen, order, card_box(column, 1), f"panel.{pile}", f"print.solo.{pile}", PILE_ICONS[pile])
        track(pen, order)
        opponent_table(pen, order)
        ranks(pen, order)

    return [Page(draw, code=page_code(order, geometry, 1).text)]


def card_place(pen: Pen, order: Order, box: Box, name: str, note: str, icon: str = MARKET_ICON) -> None:
    """A place for a card or a pile: what lies there, and what becomes of it."""
    pen.box(box, line=pen.ink.rule, weight=0.25, radius=3)
    x, y = box.centre
    pen.icon(icon, x, y - 14, 8, fill=pen.ink.ground, line=pen.ink.hair)
    title = Box(box.x + 5, y, box.width - 10, 8)
    pen.write(title, order.words(name), styles.ROW_NAME, field=name, align="centre", shade=pen.ink.accent)
    text = Box(box.x + 6, y + 8.5, box.width - 12, 24)
    pen.write(
        text, order.words(note), styles.NOTE_TEXT, field=note, align="centre", valign="top", lines=None,
        shade=pen.ink.quiet,
    )  # fmt: skip


def opponent_table(pen: Pen, order: Order) -> None:
    """What the opponent die trashes, by the initiative card that was taken (RP-SOLO-06)."""
    words = order.words
    draw_strip(pen, Box(TABLE.x, TABLE.y, TABLE.width, STRIP), words("panel.opponent_die"), "panel.opponent_die")
    left, width = TABLE.x + 26, (TABLE.width - 26) / 6
    top, height = TABLE.y + STRIP + 0.8, 6.0
    for face in range(1, 7):
        box = Box(left + (face - 1) * width, top, width, height)
        pen.write(box, str(face), styles.STRONG, field="solo.face", align="centre", shade=pen.ink.accent)
    for n, card in enumerate((1, *OPPONENT)):
        line = Box(TABLE.x, top + (n + 1) * height, TABLE.width, height)
        pen.line(line.x, line.y, line.right, line.y, pen.ink.hair, 0.15)
        name = words("panel.card_number", n=card)
        pen.write(Box(line.x + 1.6, line.y, 24, height), name, styles.LABEL, field="panel.card_number")
        if card not in OPPONENT:
            room = Box(left, line.y, TABLE.right - left, height)
            pen.write(room, words("print.solo.no_roll"), styles.NOTE_TEXT, field="solo.no_roll", align="centre")
            continue
        for face, position in enumerate(OPPONENT[card]):
            cell = Box(left + face * width, line.y, width, height)
            trashed(pen, order, cell, position)
    below = Box(TABLE.x + 1.6, top + 4 * height + 0.4, TABLE.width - 3, TABLE.bottom - top - 4 * height - 0.4)
    pen.write(below, words("panel.sweep"), styles.NOTE_TEXT, field="panel.sweep", lines=2, shade=pen.ink.quiet)


def trashed(pen: Pen, order: Order, cell: Box, position: int | None) -> None:
    """Three small cards, the trashed one filled, and its letter beside them."""
    x, y = cell.centre
    for n in POSITIONS:
        card = Box.around(x - 5.6 + 2.5 * (n - 1), y, 1.9, 2.8)
        here = n == position
        pen.box(card, fill=pen.ink.accent if here else None, line=pen.ink.accent if here else pen.ink.rule, weight=0.2)
    key = f"panel.opponent_trash.{'nothing' if position is None else POSITIONS[position]}"
    letter = Box(x + 1.8, cell.y, 5, cell.height)
    pen.write(letter, order.words(key), styles.STRONG, field=key)


def ranks(pen: Pen, order: Order) -> None:
    """What a total is called (RP-SOLO-13), side by side."""
    words = order.words
    named = Box(RANKS.x, RANKS.y, 15, RANKS.height)
    pen.write(named, words("panel.ranks"), styles.SECTION, field="panel.ranks", shade=pen.ink.accent)
    cells: list[tuple[str, str]] = []
    low = 0
    for most, key in BOUNDS:
        cells.append(
            (words("panel.rank_to", high=most) if not cells else words("panel.rank_from", low=low, high=most), key)
        )
        low = most + 1
    cells.append((words("panel.rank_above", low=low), "true_hero"))
    left, width = named.right + 1, (RANKS.right - named.right - 1) / len(cells)
    for n, (range_, key) in enumerate(cells):
        cell = Box(left + n * width, RANKS.y, width, RANKS.height).inset(1, 0)
        name, half = f"rank.{key}", cell.height / 2
        upper, lower = Box(cell.x, cell.y, cell.width, half), Box(cell.x, cell.y + half, cell.width, half)
        pen.write(upper, words(name), styles.NOTE_TEXT, field=name, align="centre")
        text = f"{range_} {STAR}"
        pen.write(lower, text, styles.STEP, field="panel.rank_from", align="centre", shade=pen.ink.quiet)
    edges = [left + n * width for n in range(1, len(cells))]
    pen.lines([Line(x, RANKS.y + 0.6, x, RANKS.bottom - 0.6) for x in edges], pen.ink.hair, 0.15)


def track(pen: Pen, order: Order) -> None:
    """A square for each round."""
    label = Box(TRACK.x + 0.6, TRACK.y, TRACK_LABEL - 2, TRACK.height)
    pen.write(label, order.words("panel.round"), styles.SECTION, field="panel.round", shade=pen.ink.accent)
    for n in range(1, ROUNDS + 1):
        box = round_box(n)
        pen.box(box, line=pen.ink.rule, weight=0.25, radius=ROUND)
        pen.write(box, str(n), styles.FILLED, field="solo.round", align="centre", shade=pen.ink.quiet)
