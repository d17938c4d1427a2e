"""Tables that people keep: CSV as any program writes it, XLSX, YAML. Every row knows where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.refusals import Refusal
from companion.words import LANGUAGES, Word
from printables.deck.problems import BadDeck, Problems, in_cell, in_line, in_row, near_word
from printables.documents import Document, parse_yaml, read_file

LARGEST = 50_000_000
"""Bytes of a table."""

MOST_ROWS = 100_000
MOST_COLUMNS = 300

SEPARATORS = (",", ";", "\t")


class Row(Struct, frozen=True):
    """One row: its number as a spreadsheet counts (the head is row 1; a list of records counts from 1), and its cells
    as text in the order of the columns."""

    number: int
    cells: tuple[str, ...]
    line: int | None = None
    """Where a record stands in a YAML file."""


class Table(Struct, frozen=True):
    """A table with a head. `name` is how it is called in messages."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def file(self, row: Row) -> str:
        """What a row stands in: the file, and the line where it is no spreadsheet."""
        return self.name if row.line is None else f"{self.name}:{row.line}"


def read_table(path: Path, name: str, *, sheet: str | None, separator: str | None, encoding: str | None) -> Table:
    """The table in a file, by the ending of its name. Raises BadFile and BadDeck with everything that is wrong."""
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv", ".txt"):
        text = _decoded(name, read_file(path, LARGEST), encoding)
        return csv_table(name, text, "\t" if separator == "tab" else separator)
    if ending in (".xlsx", ".xlsm"):
        return _xlsx_table(path, name, sheet)
    if ending in (".yaml", ".yml", ".json"):
        document = parse_yaml(name, _decoded(name, read_file(path, LARGEST), "utf-8"), most=2_000_000)
        return records_table(document, document.data, "")
    raise BadDeck([in_line(name, None, Word("homebrew.ending", {"ending": ending or "–"}))])


def _decoded(name: str, content: bytes, encoding: str | None) -> str:
    """The text of a file: as it was told, by its byte-order mark, as UTF-8, and as cp1251 if it is no UTF-8."""
    if encoding is None:
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            encoding = "utf-16"
        else:
            encoding = "utf-8-sig"
            try:
                return content.decode(encoding)
            except UnicodeDecodeError:
                encoding = "cp1251"
    try:
        return content.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except UnicodeDecodeError as caught:
        raise BadDeck([in_line(name, None, Word("homebrew.encoding", {"encoding": encoding}))]) from caught


def csv_table(name: str, text: str, separator: str | None = None) -> Table:
    """A table from the text of a CSV file. Raises BadDeck."""
    import csv
    from io import StringIO

    problems = Problems()
    told, text = _told_separator(text)
    separator = separator or told or _separator(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    csv.field_size_limit(1_000_000)
    records: list[tuple[int, list[str]]] = []
    number = 1 + (told is not None)
    try:
        for cells in reader:
            records.append((number, cells))
            number += 1
    except csv.Error as caught:
        problems.add(in_row(name, number, Word("homebrew.csv", {"detail": str(caught)})))
    return _table(name, records, problems)


def _told_separator(text: str) -> tuple[str | None, str]:
    """The separator that a first line `sep=;` tells, as some spreadsheets write it, and the text after that line."""
    first, _, rest = text.partition("\n")
    if first.startswith("sep=") and len(first.rstrip("\r")) == 5:
        return first[4], rest
    return None, text


def _separator(text: str) -> str:
    """What the first line has most of outside of quotes; a comma if it has none of them."""
    counts = dict.fromkeys(SEPARATORS, 0)
    quoted = False
    for char in text:
        if char == '"':
            quoted = not quoted
        elif char in "\r\n" and not quoted:
            if any(counts.values()):
                break
        elif char in counts and not quoted:
            counts[char] += 1
    return max(SEPARATORS, key=lambda one: counts[one])


def _xlsx_table(path: Path, name: str, sheet: str | None) -> Table:
    """The values of a sheet: what formulas came to when the file was saved last."""
    read_file(path, LARGEST)
    problems = Problems()
    try:
        label, records = _xlsx_records(path, name, sheet, problems)
    except BadDeck:
        raise
    except Exception as caught:  # whatever a broken file does to the library, it is a broken file
        raise BadDeck([in_line(name, None, Word("homebrew.xlsx", {}))]) from caught
    return _table(label, records, problems)


def _xlsx_records(
    path: Path, name: str, sheet: str | None, problems: Problems
) -> tuple[str, list[tuple[int, list[str]]]]:
    """How a sheet is called, and its rows by number."""
    from openpyxl import load_workbook

    book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
    try:
        if sheet is not None and sheet not in book.sheetnames:
            raise BadDeck([in_line(name, None, near_word("homebrew.sheet", sheet, book.sheetnames))])
        found = book[sheet] if sheet is not None else book[book.sheetnames[0]]
        label = f"{name} ({found.title})" if len(book.sheetnames) > 1 else name
        width = min(found.max_column or MOST_COLUMNS, MOST_COLUMNS)
        return label, [
            (number, [_xlsx_text(label, number, n, cell, problems) for n, cell in enumerate(cells)])
            for number, cells in enumerate(found.iter_rows(max_row=MOST_ROWS + 2, max_col=width), 1)
        ]
    finally:
        book.close()


def _xlsx_text(name: str, number: int, index: int, cell: Any, problems: Problems) -> str:
    """The value of a cell as a person would type it."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "e":
        from openpyxl.utils import get_column_letter

        problems.add(in_cell(name, number, get_column_letter(index + 1), Word("homebrew.formula", {"got": str(value)})))
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.12g}"
    isoformat = getattr(value, "isoformat", None)
    if isoformat is not None:
        return str(isoformat()).removesuffix("T00:00:00")
    return str(value)


def records_table(document: Document, data: Any, place: str) -> Table:
    """A table from a list of records in a YAML file; `place` is where the list stands in it. Raises BadDeck."""
    if isinstance(data, Mapping) and not place and isinstance(data.get("rows"), list):
        data, place = data["rows"], "rows"
    if not isinstance(data, list):
        raise BadDeck([in_line(document.name, document.line(place), Word("homebrew.records", {}))])
    problems = Problems()
    columns: dict[str, int] = {}
    records = []
    for number, record in enumerate(data, 1):
        at = f"{place}.{number}" if place else str(number)
        line = document.line(at)
        if not isinstance(record, Mapping):
            problems.add(in_line(document.name, line, Word("homebrew.record", {"row": number})))
            continue
        cells = dict(_cells(document, at, number, record, problems))
        for column in cells:
            columns.setdefault(column, len(columns))
        records.append((number, cells, line))
    problems.check()
    rows = tuple(
        Row(number, tuple(cells.get(column, "") for column in columns), line) for number, cells, line in records
    )
    return Table(document.name, tuple(columns), rows)


def _cells(
    document: Document, at: str, number: int, record: Mapping[Any, Any], problems: Problems
) -> Iterator[tuple[str, str]]:
    """The cells of a record by column; a text told by language fills a column for each, as in a spreadsheet."""
    for column, value in record.items():
        if isinstance(value, Mapping) and value and all(lang in LANGUAGES for lang in value):
            told = {lang: _yaml_text(document, at, number, f"{column}.{lang}", text, problems)
                    for lang, text in value.items()}  # fmt: skip
            yield str(column), next(iter(told.values()))
            yield from ((f"{column}.{lang}", text) for lang, text in told.items())
        else:
            yield str(column), _yaml_text(document, at, number, str(column), value, problems)


def _yaml_text(document: Document, at: str, number: int, column: str, value: Any, problems: Problems) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return "\n".join(str(item) for item in value)
    if isinstance(value, Mapping | list):
        line = document.line(f"{at}.{column}")
        what = Word("homebrew.scalar", {"row": number, "column": column})
        problems.add(in_line(document.name, line, what))
        return ""
    return str(value).strip()


def _table(name: str, records: Iterable[tuple[int, list[str]]], problems: Problems) -> Table:
    """Head and rows; rows without anything in them are left out. Raises BadDeck."""
    filled = iter([(number, cells) for number, cells in records if any(cell.strip() for cell in cells)])
    head_number, head = next(filled, (1, []))
    if not head:
        problems.add(in_line(name, None, Word("homebrew.empty", {})))
        problems.check()
    written = len(head)
    head = [cell.strip() for cell in head]
    while head and not head[-1]:
        head.pop()
    problems.extend(_head_problems(name, head_number, head))
    rows = tuple(_rows(name, head, written, filled, problems))
    if len(rows) > MOST_ROWS:
        problems.add(in_line(name, None, Word("homebrew.too_many_rows", {"most": MOST_ROWS})))
    problems.check()
    keep = [n for n, column in enumerate(head) if column]
    if len(keep) < len(head):
        rows = tuple(Row(row.number, tuple(row.cells[n] for n in keep)) for row in rows)
    return Table(name, tuple(head[n] for n in keep), rows)


def _head_problems(name: str, number: int, head: list[str]) -> Iterator[Refusal]:
    seen: set[str] = set()
    for column in head:
        if column and column in seen:
            yield in_row(name, number, Word("homebrew.column_twice", {"column": column}))
        seen.add(column)


def _rows(
    name: str, head: list[str], written: int, records: Iterable[tuple[int, list[str]]], problems: Problems
) -> Iterator[Row]:
    """The rows below a head that was `written` with so many cells, the last of them perhaps empty."""
    width = len(head)
    for number, cells in records:
        if len(cells) > written:
            problems.add(in_row(name, number, Word("homebrew.row_long", {"count": len(cells), "wanted": width})))
            continue
        nameless = (n for n, cell in enumerate(cells) if cell.strip() and (n >= width or not head[n]))
        unnamed = next(nameless, None)
        if unnamed is not None:
            what = {"index": unnamed + 1, "got": cells[unnamed].strip()[:40]}
            problems.add(in_row(name, number, Word("homebrew.column_unnamed", what)))
            continue
        texts = [_clean(cell) for cell in cells[:width]]
        yield Row(number, tuple(texts + [""] * (width - len(texts))))


def _clean(cell: str) -> str:
    """A cell without spaces around it, its lines ended as ours are."""
    if "\r" in cell:
        cell = cell.replace("\r\n", "\n").replace("\r", "\n")
    return cell.strip()
