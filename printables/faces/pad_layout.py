"""The rows of a score pad, and where their boxes lie: made from a game's score sheet, without a word or a drawing.

The pad is one page for up to four players, who are its columns. What has its own steps (dice, modifier, score) has a
small box for each of them, and the value that counts stands in the last box of the row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from math import ceil

from companion.canonical import Plain
from companion.game import Game
from companion.refusals import Refusal
from companion.scoring import Category, Row, ScoreSheet
from printables.faces.furniture import BODY_BOTTOM, BODY_TOP, CODE_BOX, LEFT, RIGHT
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, Kind, PageGeometry, Value

PAD = "P"
PLAYERS = 4

LABELS = 33.0
"""The width of the column of row names (mm)."""

PITCH = (RIGHT - LEFT - LABELS) / PLAYERS
GUTTER = 1.75
"""From one player's column to the next, and the gap between them (mm)."""

NUMERALS = 6.0
"""The height of the line with the numbers of the players."""

HEADING_ROW, HEADING_GAP = 8.4, 0.8
STRIP, CAPTIONED_STRIP = 6.4, 11.0
"""The height of a block's heading, and of one that names the boxes below it."""

DATE = "date"
DATE_TOP, DATE_HEIGHT = 5.4, 7.6
"""Below the code and its text: the box for the date."""

BLOCK_GAP = 2.2
ROW_LEAST, ROW_MOST = 6.0, 7.8
BOX_LEAST, BOX_MOST = 5.4, 7.6
HINT = 5.0
"""Room for the line below the last block that says how to write."""


@dataclass(frozen=True)
class PadRow:
    """One row: its key in the geometry, the key of its name, a note on it, and the boxes before its value.

    `notes` are keys of words that stand below the name, `lines` is how many lines of boxes it takes.
    """

    key: str
    label: str
    kind: Kind = "number"
    digits: int = 2
    signed: bool = False
    boxes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    strong: bool = False

    @property
    def value_width(self) -> float:
        return max(7.6, 1.2 + 3.2 * self.digits + (1.6 if self.signed and self.digits > 1 else 0))

    @property
    def per_line(self) -> int:
        """How many of its boxes stand side by side before the value."""
        return max(int((PITCH - GUTTER - self.value_width) // BOX_LEAST), 1)

    @property
    def lines(self) -> int:
        return max(ceil(len(self.boxes) / self.per_line), 1)


@dataclass(frozen=True)
class Block:
    """Rows that belong together, below a heading (`title` is the key of its words) or without one.

    `players` is for how many columns it is meant: rows for a game alone have only the first.
    """

    key: str
    rows: tuple[PadRow, ...]
    title: str | None = None
    players: int = PLAYERS

    @property
    def captions(self) -> tuple[str, ...]:
        """The boxes named in the heading: those of its rows, if these have boxes and all the same."""
        found = {row.boxes for row in self.rows if row.boxes}
        return found.pop() if self.title is not None and len(found) == 1 else ()

    @property
    def strip(self) -> float:
        if self.title is None:
            return 0.0
        return CAPTIONED_STRIP if self.captions else STRIP

    @property
    def units(self) -> float:
        """Its height in rows, without the heading."""
        return sum(_units(row) for row in self.rows)


def _units(row: PadRow) -> float:
    return (1.25 if row.strong else 1.0) if row.lines == 1 else 0.9 * row.lines


WHO = "who"
TOTAL = "total"


def heading_rows(scores: ScoreSheet) -> tuple[PadRow, ...]:
    """The rows about who is scored; a name is always asked for."""
    rows = [PadRow(f"heading.{row.key}", f"score.heading.{row.key}", row.kind) for row in scores.headings]
    if not any(row.key == "heading.name" for row in rows):
        rows.insert(0, PadRow("heading.name", "print.pad.name", "text"))
    return tuple(rows)


def blocks(game: Game) -> tuple[Block, ...]:
    """Everything below the names: the categories, the total, the facts that separate ties, and below the total what
    counts at some tables only, with a total of its own."""
    scores = game.scores
    always = [category for category in scores.categories if not _optional(game, category)]
    found = list(_categories(always))
    sometimes = [category for category in scores.categories if _optional(game, category)]
    total = PadRow(TOTAL, "print.pad.total", digits=3, strong=True)
    found.append(Block(TOTAL, (total, *(() if sometimes else _rank(scores)))))
    facts = _facts(scores)
    if facts:
        found.append(Block("facts", facts))
    if sometimes:
        found += _sometimes(game, sometimes)
    return tuple(found)


def _categories(categories: list[Category]) -> Iterator[Block]:
    """A block for each category of several rows; neighbours of one row share a block."""
    single: list[PadRow] = []
    for category in categories:
        if len(category.rows) < 2:
            single.append(_single(category))
            continue
        if single:
            yield Block(single[0].key, tuple(single))
            single = []
        rows = tuple(_row(row, f"{category.key}.{row.key}") for row in category.rows)
        total = PadRow(f"{category.key}.sum", "print.pad.sum", digits=category.digits, signed=category.signed)
        yield Block(category.key, (*rows, total), f"score.{category.key}")
    if single:
        yield Block(single[0].key, tuple(single))


def _single(category: Category) -> PadRow:
    boxes = category.rows[0].boxes if category.rows else ()
    notes = tuple(dict.fromkeys(f"score.box.{box}" for box in boxes))
    return PadRow(
        category.key, f"score.{category.key}", "number", category.digits, category.signed, numbered(boxes), notes
    )


def _row(row: Row, key: str) -> PadRow:
    return PadRow(key, f"score.row.{row.key}", row.kind, row.digits, row.signed, numbered(row.boxes))


def numbered(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of boxes; several of one name are told apart by a number (`trait`, `trait.2` …)."""
    return tuple(box if box not in boxes[:n] else f"{box}.{boxes[: n + 1].count(box)}" for n, box in enumerate(boxes))


def _facts(scores: ScoreSheet) -> tuple[PadRow, ...]:
    prefer = {tie.key: (f"print.pad.tie.{tie.prefer}",) for tie in scores.tie_breaks}
    rows = [replace(_row(row, f"fact.{row.key}"), notes=prefer.get(row.key, ())) for row in scores.facts]
    known = {row.key for row in scores.facts}
    rows += [
        PadRow(f"fact.{tie.key}", f"tie_break.{tie.key}", notes=prefer[tie.key])
        for tie in scores.tie_breaks
        if tie.key not in known
    ]
    return tuple(rows)


def _rank(scores: ScoreSheet) -> tuple[PadRow, ...]:
    """A row for the rank that a total gives, in a game that has ranks."""
    usual = next(field.default for field in fields(ScoreSheet) if field.name == "rank")
    return () if scores.rank is usual else (PadRow("rank", "print.pad.rank", "text"),)


def _settings(game: Game) -> Iterator[dict[str, Plain]]:
    """The options of a table as they come, and with each choice of each option in turn."""
    usual = {option.key: option.default for option in game.options}
    yield usual
    for option in game.options:
        for choice in option.choices:
            yield usual | {option.key: [choice] if option.kind == "flags" else choice}


def _optional(game: Game, category: Category) -> bool:
    return not all(category.when(options) for options in _settings(game))


def _sometimes(game: Game, categories: list[Category]) -> Iterator[Block]:
    """What counts at some tables only; what counts exactly where one may sit alone has one column."""
    alone = _alone(game, categories)
    rows = [row for block in _categories(categories) for row in block.rows]
    rows.append(PadRow("total.sometimes", "print.pad.total" if alone else "print.pad.total_sometimes", digits=3))
    rows += _rank(game.scores)
    title = "print.pad.alone" if alone else "print.pad.sometimes"
    yield Block("sometimes", tuple(rows), title, 1 if alone else PLAYERS)


def _alone(game: Game, categories: list[Category]) -> bool:
    """Whether these count at every table that may have a single seat, and at no other."""
    return all(
        (1 in game.seats_for(options)) == any(category.when(options) for category in categories)
        for options in _settings(game)
    )


def layout(game: Game) -> Geometry:
    """Where the boxes of the pad of a game lie, on as many pages as its rows need.

    Raises Refusal (`print.pad.boxes`) for a value of more digits than a column has room for.
    """
    rows = blocks(game)
    for row in (row for block in rows for row in block.rows):
        if row.kind == "number" and row.value_width + (BOX_LEAST if row.boxes else 0) > PITCH - GUTTER:
            raise Refusal("print.pad.boxes", field=row.key, digits=row.digits)
    headings = heading_rows(game.scores)
    return Geometry(PAD, 0, tuple(_page(headings, page) for page in _pages(headings, rows)))


def _head_height(headings: tuple[PadRow, ...]) -> float:
    rows = NUMERALS + len(headings) * (HEADING_ROW + HEADING_GAP)
    code = CODE_BOX.height + DATE_TOP + DATE_HEIGHT
    return max(rows, code) + BLOCK_GAP


def _pages(headings: tuple[PadRow, ...], found: tuple[Block, ...]) -> list[list[Block]]:
    """The blocks page by page, at the least height of a row.

    What does not fit goes on on the next page; a block with a heading is parted only if a whole page is too short.
    """
    room = BODY_BOTTOM - HINT - BODY_TOP - _head_height(headings)
    pages: list[list[Block]] = [[]]
    left = room
    for block in found:
        rest = block
        while rest.rows:
            fits = _how_many(rest, left)
            whole = fits == len(rest.rows)
            if not whole and pages[-1] and (fits == 0 or (block.title and _height(rest) <= room)):
                pages.append([])
                left = room
                continue
            fits = max(fits, 1)
            part = replace(rest, rows=rest.rows[:fits])
            pages[-1].append(part)
            left -= _height(part) + BLOCK_GAP
            rest = replace(rest, rows=rest.rows[fits:])
    return pages


def _height(block: Block) -> float:
    return block.strip + block.units * ROW_LEAST


def _how_many(block: Block, left: float) -> int:
    """How many of its rows fit into that height."""
    count = 0
    while count < len(block.rows) and _height(replace(block, rows=block.rows[: count + 1])) <= left:
        count += 1
    return count


def _page(headings: tuple[PadRow, ...], page: list[Block]) -> PageGeometry:
    date = Box(LEFT, CODE_BOX.bottom + DATE_TOP, LABELS - GUTTER, DATE_HEIGHT)
    groups = [Group(DATE, "text", (Value.of("value", date),))]
    y = BODY_TOP + NUMERALS
    for row in headings:
        for player in range(1, PLAYERS + 1):
            box = Box(column(player).x, y, PITCH - GUTTER, HEADING_ROW)
            groups.append(Group(f"{player}.{row.key}", row.kind, (Value.of("value", box),)))
        y += HEADING_ROW + HEADING_GAP
    y = BODY_TOP + _head_height(headings)
    room = BODY_BOTTOM - HINT - y
    fixed = sum(block.strip + BLOCK_GAP for block in page) - BLOCK_GAP
    height = min((room - fixed) / sum(block.units for block in page), ROW_MOST)
    for block in page:
        y += block.strip
        for row in block.rows:
            tall = height * _units(row)
            for player in range(1, block.players + 1):
                groups.append(_group(row, player, Box(column(player).x, y, PITCH - GUTTER, tall)))
            y += tall
        y += BLOCK_GAP
    return PageGeometry(CODE_BOX, tuple(groups))


def column(player: int) -> Box:
    """The column of a player, counted from 1, over the whole height of the page."""
    return Box(LEFT + LABELS + (player - 1) * PITCH + GUTTER, BODY_TOP, PITCH - GUTTER, BODY_BOTTOM - BODY_TOP)


def _group(row: PadRow, player: int, room: Box) -> Group:
    """The boxes of one row in the column of one player: small ones from the right, before the value."""
    room = room.inset(0, 0.4)
    key = f"{player}.{row.key}"
    if row.kind == "text":
        return Group(key, row.kind, (Value.of("value", room),))
    value = Box(room.right - row.value_width, room.y, row.value_width, room.height)
    if not row.boxes:
        return Group(key, row.kind, (Value.of("value", value),))
    count = ceil(len(row.boxes) / row.lines)
    width = min((room.width - row.value_width) / count, BOX_MOST)
    height = room.height / row.lines
    left = value.x - count * width
    small = tuple(
        Value.of(box, Box(left + n % count * width, room.y + n // count * height, width, height))
        for n, box in enumerate(row.boxes)
    )
    return Group(key, row.kind, (*small, Value.of("value", value)))
