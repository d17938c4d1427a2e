"""The rows of a score pad: made from a game's score sheet, without a word, a measure or a drawing.

Players are the columns. What has its own steps (dice, modifier, score) has a small box for each of them, and the value
that counts stands in the last box of the row.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields, replace

from companion.canonical import Plain
from companion.game import Game
from companion.scoring import Category, Row, ScoreSheet
from printables.reading.geometry import Kind
from printables.typeset import STAR

PLAYERS, MOST_PLAYERS = 4, 6
"""A pad has columns for four players, on one page or on several; where more may sit at a table, for up to six if they
have room side by side. Whoever has no column takes another sheet."""


def columns(game: Game) -> int:
    """How many players the pad of a game may have columns for."""
    return min(max(game.seats.stop - 1, PLAYERS), MOST_PLAYERS)


class PadRow(Struct, frozen=True):
    """One row: its key in the geometry, the key of its name, a note on it, and the boxes before its value.

    `notes` are keys of words that stand below the name.
    """

    key: str
    label: str
    kind: Kind = "number"
    digits: int = 2
    signed: bool = False
    boxes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    strong: bool = False


class Block(Struct, frozen=True):
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


TOTAL = "total"
SUM = ".sum"
"""How the key of a row ends that adds up those above it."""


class Rows(Struct, frozen=True):
    """Everything that a pad asks for: who is scored, and what. `unit` is the key of the word for what is counted, or
    ★ where stars are."""

    headings: tuple[PadRow, ...]
    blocks: tuple[Block, ...]
    unit: str = "print.pad.points"

    @property
    def short(self) -> Rows:
        """As much as a small piece of paper has room for: who it is, and one row for each category, without the steps
        that lead to it, without notes and without what counts in a game alone."""
        most = max((block.players for block in self.blocks), default=PLAYERS)
        found: list[Block] = []
        for block in (block for block in self.blocks if block.players == most):
            rows = tuple(replace(row, boxes=(), notes=()) for row in block.rows)
            title = block.title
            if title is not None and rows[-1].key.endswith(SUM):
                rows, title = (replace(rows[-1], label=title),), None
            last = found[-1] if found else None
            if (
                last is not None
                and title is None
                and last.title is None
                and not (rows[0].strong or last.rows[0].strong)
            ):
                found[-1] = replace(last, rows=last.rows + rows)
            else:
                found.append(replace(block, rows=rows, title=title))
        return replace(self, headings=self.headings[:1], blocks=tuple(found))


UNITS = {"stars": STAR}
"""What is counted, where an icon stands for it; other units are written."""


def rows_of(game: Game) -> Rows:
    """What the pad of a game asks for."""
    return Rows(heading_rows(game.scores), blocks(game), UNITS.get(game.scores.unit, "print.pad.points"))


def heading_rows(scores: ScoreSheet) -> tuple[PadRow, ...]:
    """The rows about who is scored; a name is always asked for."""
    rows = [PadRow(f"heading.{row.key}", f"score.heading.{row.key}", row.kind) for row in scores.headings]
    if not any(row.key == "heading.name" for row in rows):
        rows.insert(0, PadRow("heading.name", "print.pad.name", "text"))
    return tuple(rows)


def blocks(game: Game) -> tuple[Block, ...]:
    """Everything below the names: the categories, the total, what is told and not added up, the facts that separate
    ties, and below the total what counts at some tables only, with a total of its own."""
    scores = game.scores
    always = [category for category in scores.categories if not _optional(game, category)]
    found = list(_categories([category for category in always if not category.remark]))
    sometimes = [category for category in scores.categories if _optional(game, category)]
    total = PadRow(TOTAL, "print.pad.total", digits=3, strong=True)
    found.append(Block(TOTAL, (total, *(() if sometimes else _rank(scores)))))
    facts = _facts(scores, [category for category in always if category.remark])
    if facts:
        found.append(Block("facts", facts))
    if sometimes:
        found += _sometimes(game, sometimes)
    return tuple(replace(block, players=columns(game)) if block.players == PLAYERS else block for block in found)


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
        total = PadRow(f"{category.key}{SUM}", "print.pad.sum", digits=category.digits, signed=category.signed)
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


def _facts(scores: ScoreSheet, remarks: list[Category]) -> tuple[PadRow, ...]:
    """What is not added up. A number that settles a tie says so, and is asked for once."""
    prefer = {tie.key: (f"print.pad.tie.{tie.prefer}",) for tie in scores.tie_breaks}
    rows = [replace(row, notes=prefer.get(row.key, row.notes)) for row in map(_single, remarks)]
    rows += [replace(_row(row, f"fact.{row.key}"), notes=prefer.get(row.key, ())) for row in scores.facts]
    known = {row.key for row in scores.facts} | {category.key for category in remarks}
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
