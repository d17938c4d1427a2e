"""How large everything on a score pad is: once for the large frame of A4 and Letter, once for the small one of A5.

Every box is written in with a pencil: none is narrower than 6 mm or lower than 5.5 mm on A5. Where the small boxes of a
game leave no room for four columns of that kind, two players share a page, and the other two have one of their own.

A quarter of a sheet and less has one row for each category. On a sixth and on an eighth the code stands at the head of
the names of rows, with the title, the date and the players beside it, so that rows begin right below it; what does not
fit goes on on a second leaf.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from printables.faces.furniture import BODY_BOTTOM, BODY_TOP, CODE_TEXT
from printables.faces.pad_rows import PLAYERS, Block, PadRow
from printables.imposition import Box
from printables.reading.code import MODULES
from printables.reading.code import SIDE as CODE
from printables.reading.markers import (
    EIGHTH,
    EIGHTH_LETTER,
    HALF,
    LARGE,
    QUARTER,
    SIXTH,
    SIXTH_LETTER,
    SMALL,
    Frame,
)

CODE_LEAST = 17.0
"""The side of the code on the lowest leaves, those of Letter (mm)."""

TEAR = 2.5
"""From the line that a leaf is torn off along to its frame (mm): the code keeps its quiet zone from that line."""


class Measures(Struct, frozen=True):
    """All lengths in millimetres.

    `abreast` is how many players share a page. `labels` is the width of the column of row names, `gutter` the gap
    before each player's column, `numerals` the line with the numbers of the players (0: they stand inside the first
    boxes). `head_least` is what the code and the things below it need. A row takes `row_least` to `row_most` of the
    height, `strong` times as much for a total and `wrapped` times for each line of boxes; its boxes keep `air` to its
    edges. `under` is the gap below a heading, `caption_air` what a caption on end keeps to its edges. `section`,
    `noted` and `label` are sizes of type (pt): of headings, of names that have a note below them, and of names. `alone`
    is the height of the line that takes the place of the rows for a game alone (0: they are rows). `players` have
    columns in all. A value is `value_least` wide or has `digit` for each of its digits, `sign` and a `rim`.
    `code_text` is the room for the text below the code. The foot has `foot_lines` lines and ends `foot_low` below the
    frame. `kind` is where the word for what the page is stands if it does not stand beside the title. `whole` keeps
    every block on one page that a page can hold, with a heading or without.
    """

    frame: Frame
    abreast: int
    labels: float
    body_top: float
    body_bottom: float
    title: Box
    title_size: float
    code_top: float
    date: Box
    head_least: float
    numerals: float
    head_row: float
    head_gap: float
    strip: float
    captioned: float
    block_gap: float
    row_least: float
    row_most: float
    wrapped: float
    air: float
    box_least: float
    box_most: float
    hint: float
    section: float = 10.5
    noted: float = 9.0
    label: float = 9.5
    gutter: float = 1.75
    under: float = 0.5
    caption_air: float = 0.8
    strong: float = 1.25
    alone: float = 0.0
    players: int = PLAYERS
    code_side: float = CODE
    code_text: float = CODE_TEXT
    digit: float = 3.2
    rim: float = 1.2
    sign: float = 1.6
    value_least: float = 7.6
    foot_lines: int = 1
    foot_low: float = 0.0
    kind: Box | None = None
    whole: bool = False

    @property
    def left(self) -> float:
        return self.frame.left

    @property
    def right(self) -> float:
        return self.frame.right

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def code(self) -> Box:
        return Box(self.left, self.code_top, self.code_side, self.code_side)

    @property
    def footer(self) -> Box:
        high = 4.5 if self.foot_lines == 1 else 6.4
        return Box(self.left, self.frame.height + self.foot_low - high, self.width, high)

    @property
    def pitch(self) -> float:
        return (self.width - self.labels) / self.abreast

    @property
    def room(self) -> float:
        """The width of a player's column."""
        return self.pitch - self.gutter

    @property
    def foot(self) -> float:
        """Where the rows end, and the line that says how to write begins."""
        return self.body_bottom - self.hint

    def column(self, player: int) -> Box:
        """The column of a player, counted from 1, over the whole height of their page."""
        left = self.left + self.labels + (player - 1) % self.abreast * self.pitch + self.gutter
        return Box(left, self.body_top, self.room, self.body_bottom - self.body_top)

    def pages_of_players(self) -> tuple[range, ...]:
        """The players, page by page."""
        end = self.players + 1
        return tuple(range(first, min(first + self.abreast, end)) for first in range(1, end, self.abreast))

    def value_width(self, row: PadRow) -> float:
        sign = self.sign if row.signed and row.digits > 1 else 0
        return max(self.value_least, self.rim + self.digit * row.digits + sign)

    def has_room(self, row: PadRow) -> bool:
        """Whether its value, and one small box before it if it has any, fit into a column."""
        return row.kind != "number" or self.value_width(row) + (self.box_least if row.boxes else 0) <= self.room

    def holds(self, row: PadRow) -> bool:
        """Whether its value and all its small boxes stand side by side in a column."""
        return row.kind != "number" or self.value_width(row) + len(row.boxes) * self.box_least <= self.room

    def lines(self, row: PadRow) -> int:
        """How many lines its small boxes take."""
        abreast = max(int((self.room - self.value_width(row)) // self.box_least), 1)
        return max(ceil(len(row.boxes) / abreast), 1)

    def units(self, row: PadRow) -> float:
        """Its height, in rows of one line."""
        lines = self.lines(row)
        return (self.strong if row.strong else 1.0) if lines == 1 else self.wrapped * lines

    def strip_of(self, block: Block) -> float:
        """The height of its heading."""
        if block.title is None or self.in_line(block):
            return 0.0
        return self.captioned if block.captions else self.strip

    def in_line(self, block: Block) -> bool:
        """Whether its rows stand side by side, each a box with its name in the corner."""
        short = len(block.rows) <= 4 and not any(row.boxes for row in block.rows)
        return short and block.players == 1 and self.alone > 0

    def height(self, block: Block, row: float) -> float:
        """The height of a block whose rows take that much each."""
        if self.in_line(block):
            return self.alone
        return self.strip_of(block) + row * sum(self.units(one) for one in block.rows)


LARGE_PAD = Measures(
    LARGE,
    abreast=4,
    labels=33.0,
    body_top=BODY_TOP,
    body_bottom=BODY_BOTTOM,
    title=Box(LARGE.left, 0, LARGE.right - LARGE.left, LARGE.side),
    title_size=21,
    code_top=BODY_TOP,
    date=Box(LARGE.left, BODY_TOP + CODE + 5.4, 33.0 - 1.75, 7.6),
    head_least=CODE + 5.4 + 7.6,
    numerals=6.0,
    head_row=8.4,
    head_gap=0.8,
    strip=6.4,
    captioned=11.0,
    block_gap=2.2,
    row_least=6.0,
    row_most=7.8,
    wrapped=0.9,
    air=0.4,
    box_least=5.4,
    box_most=7.6,
    hint=5.0,
)

SMALL_PAD = Measures(
    SMALL,
    abreast=2,
    labels=30.0,
    body_top=10.4,
    body_bottom=184.8,
    title=Box(SMALL.left, 0, 66.0, SMALL.side),
    title_size=17,
    code_top=12.5,
    date=Box(SMALL.left + 67.75, 0.2, 34.25, 7.2),
    head_least=26.0,
    numerals=0.0,
    head_row=8.0,
    head_gap=0.6,
    strip=5.4,
    captioned=8.9,
    block_gap=1.3,
    row_least=5.7,
    row_most=7.4,
    wrapped=1.0,
    air=0.1,
    box_least=6.0,
    box_most=7.6,
    hint=4.2,
    under=0.25,
    caption_air=0.05,
    section=9.5,
    noted=8.0,
    alone=7.4,
)

HALF_PAD = replace(
    SMALL_PAD,
    frame=HALF,
    labels=26.0,
    body_bottom=187.6,
    foot_lines=2,
    title=Box(HALF.left, 0, 60.0, HALF.side),
    date=Box(HALF.left + 61.5, 0.2, 31.5, 7.2),
)

QUARTER_PAD = replace(
    SMALL_PAD,
    frame=QUARTER,
    abreast=4,
    labels=20.0,
    body_top=34.2,
    body_bottom=112.2,
    title=Box(QUARTER.left, 0, QUARTER.right - QUARTER.left, 7.0),
    title_size=13,
    code_top=9.5,
    date=Box(QUARTER.left + 24.6, 9.4, 34.4, 8.0),
    head_least=8.0,
    row_least=5.6,
    row_most=8.2,
    hint=0.0,
    gutter=0.9,
    section=9.0,
    noted=7.5,
    label=8.0,
    alone=0.0,
    digit=2.6,
    rim=0.6,
    sign=0.0,
    value_least=6.0,
    foot_lines=2,
)


def _low(frame: Frame, code_side: float, row_least: float) -> Measures:
    """The pad of a low leaf. Between its markers everything counts: the footer stands below the frame, still on paper
    that every printer reaches, and nothing of it is read."""
    top = ceil(4 * (4 * code_side / MODULES - TEAR)) / 4
    rows = top + code_side + 4.2
    labels, gutter, gap, names = 25.2, 0.6, 0.65, 15.1
    right = Box(frame.left + labels + gutter, -0.6, frame.right - frame.left - labels - gutter, 7.0)
    return replace(
        QUARTER_PAD,
        frame=frame,
        labels=labels,
        gutter=gutter,
        body_top=names,
        body_bottom=frame.height - 0.5,
        title=replace(right, height=6.4),
        title_size=12.5,
        kind=Box(right.x, 7.4, 14.0, 7.0),
        code_top=top,
        code_side=code_side,
        code_text=labels,
        date=Box(right.x + 14.6, 7.6, right.width - 14.6, 6.6),
        head_row=rows - names - gap - QUARTER_PAD.head_gap,
        head_least=rows - names - gap,
        block_gap=gap,
        row_least=row_least,
        row_most=7.4,
        digit=2.4,
        whole=True,
        foot_low=5.9,
    )


PADS = {
    LARGE: (LARGE_PAD,),
    SMALL: (replace(SMALL_PAD, abreast=4), SMALL_PAD),
    HALF: (replace(HALF_PAD, abreast=4), HALF_PAD),
    QUARTER: (QUARTER_PAD,),
    **{
        frame: (low, replace(low, abreast=2))
        for frame, low in (
            (SIXTH, _low(SIXTH, CODE, 5.5)),
            (SIXTH_LETTER, _low(SIXTH_LETTER, CODE_LEAST, 5.3)),
            (EIGHTH, _low(EIGHTH, CODE, 5.3)),
            (EIGHTH_LETTER, _low(EIGHTH_LETTER, CODE_LEAST, 5.3)),
        )
    },
}
"""What a frame may be laid out by, as many players to a page as may be first."""

SHORT = (QUARTER, SIXTH, SIXTH_LETTER, EIGHTH, EIGHTH_LETTER)
"""The pieces that have room for short rows only."""


def measures_for(blocks: Sequence[Block], frame: Frame) -> Measures:
    """The first measures of a frame by which no row is longer than a line, else the last.

    More players than usual share a page if their columns are wide enough for that; fewer have wider ones.
    """
    rows = [row for block in blocks for row in block.rows]
    players = max((block.players for block in blocks), default=PLAYERS)
    *wider, last = PADS[frame]
    if players > PLAYERS:
        wider.insert(0, replace(last, abreast=players, players=players))
    if players < PLAYERS:
        wider = [replace(measures, abreast=players, players=players) for measures in wider]
        last = replace(last, abreast=min(last.abreast, players), players=players)
    return next((measures for measures in wider if all(measures.holds(row) for row in rows)), last)
