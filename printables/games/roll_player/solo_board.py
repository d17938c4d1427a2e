"""The board for playing alone: places for the market and its three piles, the opponent die, the rounds, the ranks."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll_player.constants import ROUND_TOTAL
from companion.games.roll_player.scoring import RANKS
from companion.games.roll_player.solo import OPPONENT, POSITIONS
from printables.faces import styles
from printables.faces.deck import POKER
from printables.faces.furniture import PLAIN, draw_plain
from printables.faces.sheet import ROUND, draw_strip
from printables.games.roll_player.decks import MARKET_ICON
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen
from printables.typeset import STAR

NAME = "print.item.solo-board"
GAP = (PLAIN.width - 3 * POKER.width) / 2
ROW = POKER.height + 1.5
"""From one row of cards to the next (mm)."""

PILES = (("deck", "stack"), ("discard", "discard"), ("trash", "cross"))
"""The piles below the market, and the icon of each."""

LOW = Box(0, PLAIN.y + 2 * ROW + 1, PLAIN.width, PLAIN.bottom - PLAIN.y - 2 * ROW - 1)
STRIP = 5.2
TABLE = Box(0, LOW.y, 108, 33)
RANK = Box(TABLE.right + 5, LOW.y, PLAIN.width - TABLE.right - 5, 33)
TRACK = Box(0, LOW.bottom - 9.5, PLAIN.width, 9.5)
ROUNDS = ROUND_TOTAL - 6
"""The rounds of a game alone (RP-SOLO-11)."""


def solo_pages(order: Order) -> Sequence[Page]:
    def draw(pen: Pen, number: int, total: int) -> None:
        pen = draw_plain(pen, order, NAME, number, total)
        for column, place in POSITIONS.items():
            card_place(pen, order, (column - 1, 0), f"panel.position.{place}", f"print.solo.{place}")
        for column, (pile, _) in enumerate(PILES):
            card_place(pen, order, (column, 1), f"panel.{pile}", f"print.solo.{pile}")
        opponent_table(pen, order)
        ranks(pen, order)
        track(pen, order)

    return [Page(draw)]


def card_place(pen: Pen, order: Order, at: tuple[int, int], name: str, note: str) -> None:
    """A place for a card or a pile: what lies there, and what becomes of it."""
    column, row = at
    box = Box(column * (POKER.width + GAP), PLAIN.y + row * ROW, POKER.width, POKER.height).inset(0.4)
    pen.box(box, line=pen.ink.rule, weight=0.25, radius=3)
    x, y = box.centre
    icon = MARKET_ICON if row == 0 else PILES[column][1]
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
    top, height = TABLE.y + STRIP + 0.8, 5.6
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
    """What a total is called (RP-SOLO-13)."""
    words = order.words
    draw_strip(pen, Box(RANK.x, RANK.y, RANK.width, STRIP), words("panel.ranks"), "panel.ranks")
    rows: list[tuple[str, str]] = []
    low = 0
    for most, key in RANKS:
        rows.append(
            (words("panel.rank_to", high=most) if not rows else words("panel.rank_from", low=low, high=most), key)
        )
        low = most + 1
    rows.append((words("panel.rank_above", low=low), "true_hero"))
    top, height = RANK.y + STRIP + 0.6, (RANK.height - STRIP - 0.6) / len(rows)
    for n, (range_, key) in enumerate(rows):
        line = Box(RANK.x, top + n * height, RANK.width, height)
        if n:
            pen.line(line.x, line.y, line.right, line.y, pen.ink.hair, 0.15)
        name = f"rank.{key}"
        pen.write(Box(line.x + 1.6, line.y, line.width - 28, height), words(name), styles.LABEL, field=name)
        stars = Box(line.right - 27, line.y, 25.4, height)
        pen.write(stars, f"{range_} {STAR}", styles.LABEL, field="panel.rank_from", align="right", shade=pen.ink.quiet)


def track(pen: Pen, order: Order) -> None:
    """A square for each round, and what is put into the trash by its end."""
    pen.write(
        Box(0, TRACK.y, 22, TRACK.height),
        order.words("panel.round"),
        styles.SECTION,
        field="panel.round",
        shade=pen.ink.accent,
    )
    width = (TRACK.width - 24) / ROUNDS
    for n in range(1, ROUNDS + 1):
        box = Box(24 + (n - 1) * width, TRACK.y, width, TRACK.height).inset(0.5, 0)
        pen.box(box, line=pen.ink.rule, weight=0.25, radius=ROUND)
        pen.write(box, str(n), styles.FILLED, field="solo.round", align="centre", shade=pen.ink.quiet)
