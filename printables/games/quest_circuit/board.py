"""The board: twenty cells and Start in a ring, and in the middle of it places for the stacks.

A cell has a place for a card of 41 × 63 mm, and beside it its number and an arrow to the next one, which stay in sight.
The seam of two sheets of A4 runs between the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.games.quest_circuit.content import GOAL_CELL
from printables.faces import styles
from printables.faces.deck import Card, Face, Stock, deck_pages
from printables.faces.poster import Piece, Poster, poster_pages
from printables.games.quest_circuit.small import SMALL
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen
from printables.typeset import Style

NAME = "print.item.board"
COLUMNS, ROWS = 8, 4
PITCH = (47.0, 65.0)
EDGE = (4.5, 2.5)
"""From the edge of the board to its cells (mm)."""

WIDTH, HEIGHT = COLUMNS * PITCH[0] + 2 * EDGE[0], ROWS * PITCH[1] + 2 * EDGE[1]
TAB = 4.6
"""The strip beside a card, with the number of the cell (mm)."""

MIDDLE = Box(EDGE[0] + PITCH[0], EDGE[1] + PITCH[1], (COLUMNS - 2) * PITCH[0], (ROWS - 2) * PITCH[1]).inset(0.8)
START = Box.around(MIDDLE.x + 23.5, HEIGHT / 2, 43)
SEAM = WIDTH / 2
STACKS_Y = MIDDLE.bottom - SMALL.height - 2.5
GHOST = Style("title-light", 40)
MOST_CELLS = 40
"""So many cells a board may have (section 1.5 of the specification)."""

STACKS = (
    ("panel.stack", "compass"), ("panel.items", "basket"), ("panel.uniques", "gem"), ("panel.dealer", "coin"),
    ("panel.discard", "cross"),
)  # fmt: skip


def board_pages(order: Order) -> Sequence[Page]:
    return poster_pages(order, NAME, Poster(WIDTH, HEIGHT, ground, tuple(_pieces(order))))


def ring() -> Iterator[tuple[Box, str]]:
    """The cells from 1 on, clockwise, each with the way to the next."""
    last_row, last_column = ROWS - 1, COLUMNS - 1
    steps = [(0, row) for row in range(ROWS // 2 - 1, 0, -1)]
    steps += [(column, 0) for column in range(last_column)]
    steps += [(last_column, row) for row in range(last_row)]
    steps += [(column, last_row) for column in range(last_column, 0, -1)]
    steps += [(0, row) for row in range(last_row, ROWS // 2 - 1, -1)]
    for n, (column, row) in enumerate(steps):
        box = Box(EDGE[0] + column * PITCH[0], EDGE[1] + row * PITCH[1], *PITCH).inset(0.7)
        ahead = steps[(n + 1) % len(steps)]
        ways = {(0, -1): "up", (1, 0): "right", (0, 1): "down", (-1, 0): "left"}
        yield box, ways[ahead[0] - column, ahead[1] - row]


def ground(pen: Pen) -> None:
    """The road, and the middle that it runs round."""
    whole = Box(0, 0, WIDTH, HEIGHT)
    pen.box(whole.inset(0.3), fill=pen.ink.cloth, line=pen.ink.accent, weight=0.6, radius=5)
    pen.box(MIDDLE, fill="#ffffff", line=pen.ink.accent, weight=0.3, radius=4)
    pen.box(MIDDLE.inset(1.2), line=pen.ink.accent, weight=0.12, radius=3)


def _pieces(order: Order) -> Iterator[Piece]:
    for number, (box, way) in enumerate(ring(), 1):
        yield Piece(box, cell(order, number, box, way), str(number))
    yield Piece(START, start(order), order.words("cell.start"))
    left = Box(START.right + 4, MIDDLE.y + 8, SEAM - START.right - 8, STACKS_Y - MIDDLE.y - 18)
    yield Piece(left, title(order, left))
    right = Box(SEAM + 4, MIDDLE.y + 6, MIDDLE.right - SEAM - 8, STACKS_Y - MIDDLE.y - 15)
    yield Piece(right, turn(order, right))
    pitch = SMALL.width + 3.4
    for n, (key, icon) in enumerate(STACKS):
        x = SEAM + 3 + n * pitch if n < 3 else SEAM - 2.6 - (5 - n) * pitch
        box = Box(x, STACKS_Y, SMALL.width, SMALL.height).inset(-0.5)
        yield Piece(box, stack(order, key, icon, box), order.words(key))


def cell(order: Order, number: int, box: Box, way: str) -> Callable[[Pen], None]:
    """A cell in its own coordinates; the one of the Goal is framed and bears a crown."""
    goal = number == GOAL_CELL

    def draw(pen: Pen) -> None:
        whole = Box(0, 0, box.width, box.height)
        pen.box(whole, fill="#ffffff", line=pen.ink.accent, weight=0.9 if goal else 0.3, radius=2.2)
        place = Box(TAB - 0.4, 0.5, box.width - TAB - 0.1, box.height - 1)
        pen.box(place.inset(0.8), line=pen.ink.hair, weight=0.15, radius=2)
        x, y = place.centre
        if goal:
            pen.icon("crown", x, y - 7, 8, fill=pen.ink.ground, line=pen.ink.hair)
            label = Box(place.x + 3, y + 4, place.width - 6, 8)
            pen.write(label, order.words("print.card.kind.goal"), styles.ROW_NAME, field="board.goal", align="centre",
                      shade=pen.ink.accent)  # fmt: skip
        else:
            ghost = Box.around(x, y, 30, 24)
            pen.write(ghost, str(number), GHOST, field="board.cell", align="centre", shade=pen.ink.hair)
        tab = Box(0.3, 2.4, TAB, 5)
        pen.write(tab, str(number), styles.STRONG, field="board.cell", align="centre", shade=pen.ink.accent)
        pen.icon(f"arrow-{way}", TAB / 2 + 0.3, 10.6, 1.5, fill=pen.ink.accent)

    return draw


def start(order: Order) -> Callable[[Pen], None]:
    """Start: a gate between the last cell and the first."""

    def draw(pen: Pen) -> None:
        r = START.width / 2
        pen.circle(r, r, r, fill=pen.ink.tint, line=pen.ink.accent, weight=0.9)
        pen.circle(r, r, r - 1.4, line=pen.ink.accent, weight=0.2)
        for name, dx in (("heart", -4.4), ("drop", 4.4)):
            pen.icon(name, r + dx, r - 11.5, 2.7, fill=pen.ink.accent)
        label = Box(4, r - 6.5, 2 * r - 8, 10)
        pen.write(label, order.words("cell.start"), Style("title", 19), field="cell.start", align="centre",
                  shade=pen.ink.accent)  # fmt: skip
        note = Box(6, r + 4.5, 2 * r - 12, 11)
        pen.write(note, order.words("print.board.start"), styles.NOTE_TEXT, field="print.board.start", align="centre",
                  valign="top", lines=3)  # fmt: skip
        for dy, y in ((-1, 1.0), (1, 2 * r - 1.0)):  # out to cell 1 above, in from the last cell below
            pen.icon("arrow-up", r - 17.5, y + dy * 2.2, 2.6, fill=pen.ink.accent)

    return draw


def title(order: Order, box: Box) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        name = Box(0, 4, box.width, 14)
        pen.write(name, order.words("game.name"), Style("title", 32), field="game.name", align="centre",
                  shade=pen.ink.accent)  # fmt: skip
        middle = box.width / 2
        pen.line(middle - 22, 21.5, middle - 4, 21.5, pen.ink.accent, 0.25)
        pen.line(middle + 4, 21.5, middle + 22, 21.5, pen.ink.accent, 0.25)
        pen.shape("diamond", middle, 21.5, 1.5, fill=pen.ink.accent)
        short = Box(0, 25, box.width, 6)
        pen.write(short, order.words("game.short"), styles.HINT.at(10.5), field="game.short", align="centre",
                  shade=pen.ink.quiet)  # fmt: skip

    return draw


TURN = ("lock", "roll", "move", "auto", "active", "unlock", "tidy", "next")
"""The steps of a turn (QC-TURN-01)."""


def turn(order: Order, box: Box) -> Callable[[Pen], None]:
    """The eight steps of a turn in two columns."""

    def draw(pen: Pen) -> None:
        head = Box(0, 0, box.width, 6)
        pen.write(head, order.words("print.board.turn"), styles.SECTION, field="print.board.turn", shade=pen.ink.accent)
        pen.line(0, 6.8, box.width, 6.8, pen.ink.hair, 0.2)
        width, height = (box.width - 6) / 2, (box.height - 8) / 4
        for n, step in enumerate(TURN):
            x, y = n // 4 * (width + 6), 8 + n % 4 * height
            pen.circle(x + 2.4, y + height / 2, 2.3, line=pen.ink.accent, weight=0.25)
            number = Box.around(x + 2.4, y + height / 2, 4.2)
            pen.write(number, str(n + 1), styles.STEP_STRONG, field="board.turn", align="centre", shade=pen.ink.accent)
            key = f"print.turn.{step}"
            pen.write(Box(x + 6.4, y, width - 6.4, height), order.words(key), styles.NOTE_TEXT, field=key, lines=2)

    return draw


def stack(order: Order, key: str, icon: str, box: Box) -> Callable[[Pen], None]:
    """A place for a stack: its name above it, which stays in sight, and what it is for."""

    def draw(pen: Pen) -> None:
        whole = Box(0, 0, box.width, box.height)
        name = Box(0, -6.2, box.width, 5.4)
        pen.write(name, order.words(key), styles.SECTION, field=key, align="centre", shade=pen.ink.accent)
        pen.box(whole, line=pen.ink.rule, weight=0.25, radius=2.2)
        x, y = whole.centre
        pen.icon(icon, x, y - 11, 7.5, fill=pen.ink.ground, line=pen.ink.hair)
        hint = f"print.board.{key.split('.')[1]}"
        note = Box(3, y + 1, box.width - 6, 26)
        pen.write(note, order.words(hint), styles.NOTE_TEXT, field=hint, align="centre", valign="top", lines=None,
                  shade=pen.ink.quiet)  # fmt: skip

    return draw


# cells for a longer ring

LOOSE = Stock(PITCH[0], PITCH[1], bleed=0)


def cell_pages(order: Order) -> Sequence[Page]:
    """Cells 21 to 40, to be laid between the last cell of the board and Start."""
    box = LOOSE.box.inset(0.7)
    cells = [Card(Face(_loose(cell(order, n, box, "right"), box))) for n in range(GOAL_CELL + 1, MOST_CELLS + 1)]
    return deck_pages(order, "print.item.more-cells", cells, LOOSE)


def _loose(draw: Callable[[Pen], None], box: Box) -> Callable[[Pen], None]:
    return lambda pen: draw(pen.at(box.x, box.y))
