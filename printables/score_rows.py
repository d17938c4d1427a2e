"""Score pads of games that we do not know: from a list of rows that somebody has written.

The list is data: title, rows and rules are texts in one language or in several, and nothing in them is carried out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, cast

from msgspec import Struct

from companion.game import Game, nearest
from companion.reading import Between, Length, Pattern, read
from companion.refusals import Unreadable
from companion.scoring import ScoreSheet
from companion.words import LANGUAGES, Text, Words, catalogue
from printables.binding import Prepared, Section
from printables.faces import bubble_pad, pad
from printables.faces.pad import Kept
from printables.faces.pad_rows import MOST_PLAYERS, SUM, TOTAL, Block, PadRow, Rows
from printables.faces.pad_stock import bound
from printables.ink import find_ink
from printables.items import Item, Order, PadStock, Page
from printables.paper import A4, A5, LETTER, find_paper
from printables.press import check_paper

KINDS = ("pencil", "bubbles")
KEY = "own-pad"
PLACE = "own"
"""Keys of the words of a list begin so; what follows is the place in it."""


class Written(Text, frozen=True):
    """A text in one language, or one for each: languages have two letters, so that a record is never taken for it."""

    @classmethod
    def __read__(cls, data: Any, where: str) -> Written:
        if isinstance(data, Mapping):
            for key in data:
                if not re.fullmatch("[a-z]{2}", str(key)):
                    raise Unreadable("read.unknown", field=f"{where}.{key}", known=", ".join(LANGUAGES))
        return cls(Text.__read__(data, where).by)

    @classmethod
    def __schema__(cls) -> dict[str, Any]:
        return {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "minProperties": 1,
                    "additionalProperties": False,
                    "patternProperties": {"^[a-z]{2}$": {"type": "string"}},
                },
            ]
        }


class PartRecord(Struct, frozen=True):
    """A row of a block: a number up to `most`."""

    name: Written
    most: Annotated[int, Between(1, 99_999)] = 99
    signed: bool = False
    unit: Written | None = None


class RowRecord(Struct, frozen=True):
    """A row: a number, a text or a tick; or, with `rows` of its own, a block of numbers with a `sum` below it.

    A number that is not `counted` is told and not added up.
    """

    name: Written
    kind: Literal["number", "text", "tick"] = "number"
    most: Annotated[int, Between(1, 99_999)] = 99
    signed: bool = False
    unit: Written | None = None
    counted: bool = True
    rows: tuple[PartRecord | Written, ...] = ()
    sum: bool = True


class RuleRecord(Struct, frozen=True):
    """A heading and a text for the back."""

    name: Written
    text: Written


class PadRecord(Struct, frozen=True):
    """A list of rows as somebody writes it."""

    title: Written
    rows: Annotated[tuple[RowRecord | Written, ...], Length(200, 1)]
    players: Annotated[int, Between(1, MOST_PLAYERS)] = 4
    unit: Written | None = None
    accent: Annotated[str, Pattern("#[0-9a-fA-F]{6}", "print.rows.colour")] = "#1f5f6b"
    about: Annotated[tuple[Written, ...], Length(3)] = ()
    total: bool = True
    rules: tuple[RuleRecord, ...] = ()


def read_rows(data: Any) -> PadRecord:
    """The list that plain data holds. Raises Unreadable naming the place in it."""
    found: PadRecord = read(PadRecord, data)
    for n, row in enumerate(found.rows, 1):
        if isinstance(row, RowRecord) and row.rows and row.kind != "number":
            raise Unreadable("print.rows.block", field=f"rows.{n}.kind")
    return found


class UnknownGame(Struct, frozen=True):
    """As much of a game as a pad looks at."""

    accent: str
    scores: ScoreSheet
    key: str = KEY
    package: str = "printables"
    options: tuple[Any, ...] = ()


def print_rows(record: PadRecord, kind: str = "pencil", paper: str = "A4", lang: str = "en", **more: Any) -> bytes:
    """A PDF of the score pad of a list; `more` is what `prepare_rows` takes."""
    return prepare_rows(record, kind, paper, lang, **more).bind()


def prepare_rows(
    record: PadRecord,
    kind: str = "pencil",
    paper: str = "A4",
    lang: str = "en",
    ink: str = "colour",
    *,
    stock: PadStock | None = None,
    fillable: bool = False,
    kept: Kept = lambda geometry: geometry,
) -> Prepared:
    """The pages of the score pad of a list, not yet drawn.

    `kept` is given the geometry of the pad as it is laid out, and answers with the one to draw. Raises UnknownName for
    a kind, paper, language or ink that we do not have, and Refusal for rows that a pad has no room for; drawing raises
    DoesNotFit and UnknownIcon for texts that cannot be set. Their `field` is a place in the list, after `own.`.
    """
    if kind not in KINDS:
        raise nearest("print.rows.kind", kind, KINDS)
    if lang not in LANGUAGES:
        raise nearest("print.lang.unknown", lang, LANGUAGES)
    item = _item(record, kind, kept)
    sheet = find_paper(paper)
    check_paper(item, sheet)
    game = UnknownGame(record.accent, ScoreSheet((), lambda data, content: data))
    about = hashlib.sha256(repr(record).encode()).hexdigest()
    order = Order(
        cast(Game, game), words_of(record, lang), sheet, find_ink(ink, record.accent),
        series=about, pad=stock or PadStock(), fillable=fillable,
    )  # fmt: skip
    name = order.words(item.name)
    title = f"{order.words('game.name')}: {name}"
    return Prepared(order, (Section(item.key, name, list(item.pages(order))),), title, order.whose)


def _item(record: PadRecord, kind: str, kept: Kept) -> Item:
    rows = rows_of(record)

    def pages(order: Order) -> Sequence[Page]:
        rules = [(order.words.say(rule.name), order.words.say(rule.text)) for rule in record.rules]
        if kind == "bubbles":
            return bubble_pad.bubble_sheets(order, rows, {}, rules, kept)
        return bound(order, lambda piece: pad.leaves(piece, rows, {}, kept), rules, "score-pad")

    if kind == "bubbles":
        return Item("bubble-pad", bubble_pad.NAME, pages)
    return Item("score-pad", pad.NAME, pages, papers=(A4, LETTER, A5))


# the rows


def rows_of(record: PadRecord) -> Rows:
    """What the pad of a list asks for."""
    about = tuple(PadRow(f"about.{n}", f"{PLACE}.about.{n}", "text") for n in range(1, len(record.about) + 1))
    headings = (PadRow("heading.name", "print.pad.name", "text"), *about)
    return Rows(headings, tuple(_blocks(record)), _unit(record))


def _unit(record: PadRecord) -> str:
    return "print.pad.points" if record.unit is None else f"{PLACE}.unit"


def _blocks(record: PadRecord) -> Iterator[Block]:
    """Rows in the order of the list, the total below what is counted, and below it what is only told."""
    found = [_row(n, row) for n, row in enumerate(record.rows, 1)]
    counted = [row for row in found if row.counted]
    yield from _gathered(record, counted)
    numbers = [row for row in counted if row.kind == "number"]
    if record.total and numbers:
        most = sum(sum(part.most for part in row.rows) if row.rows else row.most for row in numbers)
        signed = any(row.signed for row in numbers)
        notes = () if record.unit is None else (f"{PLACE}.unit",)
        digits = _sum_digits(most, numbers)
        total = PadRow(TOTAL, "print.pad.total", "number", digits, signed, (), notes, strong=True)
        yield Block(TOTAL, (total,), players=record.players)
    yield from _gathered(record, [row for row in found if not row.counted])


class _Row(Struct, frozen=True):
    """A row of the list with its place in it."""

    place: str
    kind: Literal["number", "text", "tick"]
    most: int
    signed: bool
    unit: bool
    counted: bool
    rows: tuple[_Row, ...] = ()
    sum: bool = False


def _row(n: int, row: RowRecord | Text) -> _Row:
    place = f"rows.{n}"
    if isinstance(row, Text):
        return _Row(place, "number", 99, False, False, True)
    parts = tuple(_part(f"{place}.rows.{k}", part) for k, part in enumerate(row.rows, 1))
    signed = row.signed or any(part.signed for part in parts)
    return _Row(place, row.kind, row.most, signed, row.unit is not None, row.counted, parts, row.sum)


def _part(place: str, part: PartRecord | Text) -> _Row:
    if isinstance(part, Text):
        return _Row(place, "number", 99, False, False, True)
    return _Row(place, "number", part.most, part.signed, part.unit is not None, True)


def _gathered(record: PadRecord, rows: Sequence[_Row]) -> Iterator[Block]:
    """Single rows that follow each other are one block; a row with rows is a block of its own."""
    single: list[PadRow] = []
    for row in rows:
        if not row.rows:
            single.append(_pad_row(row))
            continue
        if single:
            yield Block(single[0].key, tuple(single), players=record.players)
            single = []
        parts = tuple(_pad_row(part) for part in row.rows)
        if row.sum and len(parts) > 1:
            digits = _sum_digits(sum(part.most for part in row.rows), row.rows)
            parts = (*parts, PadRow(f"{row.place}{SUM}", "print.pad.sum", "number", digits, row.signed))
        yield Block(row.place, parts, f"{PLACE}.{row.place}", record.players)
    if single:
        yield Block(single[0].key, tuple(single), players=record.players)


def _pad_row(row: _Row) -> PadRow:
    notes = (f"{PLACE}.{row.place}.unit",) if row.unit else ()
    return PadRow(row.place, f"{PLACE}.{row.place}", row.kind, _digits(row.most), row.signed, (), notes)


def _digits(most: int) -> int:
    return len(str(most))


def _sum_digits(most: int, rows: Sequence[_Row]) -> int:
    """The digits of a sum: three, unless a single number is larger; nobody has the most of everything."""
    return min(_digits(most), max(3, *(_digits(row.most) for row in rows)))


# the words


def words_of(record: PadRecord, lang: str) -> Words:
    """The words of a pad: those of every page, and those of the list by their places."""
    base = catalogue(lang, "printables")
    own = {key: _safe(text.say(lang)) for key, text in _texts(record)}
    footer = base("print.footer_pad", title=record.title)
    fixed = {"game.name": _safe(record.title.say(lang)), "print.footer_own": _safe(footer)}
    return Words(lang, {**base.entries, **own, **fixed})


def _safe(text: str) -> str:
    """A text that stands in a catalogue as it is: braces mean nothing in it."""
    return text.replace("{", "{{").replace("}", "}}")


def _texts(record: PadRecord) -> Iterator[tuple[str, Text]]:
    if record.unit is not None:
        yield f"{PLACE}.unit", record.unit
    yield from ((f"{PLACE}.about.{n}", text) for n, text in enumerate(record.about, 1))
    for n, row in enumerate(record.rows, 1):
        yield from _row_texts(f"{PLACE}.rows.{n}", row)
        if isinstance(row, RowRecord):
            for k, part in enumerate(row.rows, 1):
                yield from _row_texts(f"{PLACE}.rows.{n}.rows.{k}", part)


def _row_texts(key: str, row: RowRecord | PartRecord | Text) -> Iterator[tuple[str, Text]]:
    if isinstance(row, Text):
        yield key, row
        return
    yield key, row.name
    if row.unit is not None:
        yield f"{key}.unit", row.unit
