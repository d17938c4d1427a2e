"""Reads a deck: its file, its rows, its layouts, and everything that is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.palette import palette
from companion.refusals import Refusal
from companion.words import Word
from printables.deck.cards import Deck, Part, Record, Side
from printables.deck.conditions import BadCondition, NotANumber, Test, compiled, fields_of, number
from printables.deck.fill import Template, in_language, template
from printables.deck.images import BadPicture, Pictures
from printables.deck.language import DECK, ROLES, SPECIAL
from printables.deck.layout import NO_BACK, Element, Field, Layout, Library, changed, check_element, check_keys
from printables.deck.problems import BadDeck, Problems, in_cell, in_line, in_row, near_word
from printables.deck.sizes import card_size
from printables.deck.tabular import Row, Table, read_table, records_table
from printables.documents import Document, decoded, parse_yaml, read_file

MOST_COPIES = 9_999_999
"""So many copies of a row are a quantity, however unlikely."""

LARGEST = 20_000_000
"""Bytes of a deck file."""

ACCENT = "#39597a"
"""The colour of a deck that names none."""

SAID = ("text", "icon", "image", "code", "repeat", "colour", "fill", "outline")
"""Properties in which fields are put in."""


def read_deck(path: Path, lang: str = "en") -> Deck:
    """The deck in a file. Raises BadFile, and BadDeck with everything that is wrong, each with its place."""
    name = path.name
    document = parse_yaml(name, decoded(name, read_file(path, LARGEST)), most=2_000_000)
    if not isinstance(document.data, Mapping):
        raise BadDeck([in_line(name, 1, Word("homebrew.deck_record", {}))])
    problems = Problems()
    problems.extend(check_keys(document.data, DECK, document, ""))
    problems.check()
    return _Reader(path, document, lang, problems).deck()


class _Plan(Struct, frozen=True):
    """How the fields of a row are read: each with the places it may stand in and what it holds otherwise; and which are
    checked."""

    fields: tuple[tuple[str, tuple[int, ...], str], ...]
    checked: tuple[Field, ...]


class _Reader:
    """Reads one deck; collects what is wrong with it."""

    def __init__(self, path: Path, document: Document, lang: str, problems: Problems) -> None:
        self.path, self.document, self.problems = path, document, problems
        self.data: Mapping[str, Any] = document.data
        self.lang = str(self.data.get("lang", lang))
        self.sides: dict[tuple[str, str], Side | None] = {}
        self.places: dict[str, tuple[int, ...]] = {}
        self.plans: dict[tuple[int, int], _Plan] = {}
        self.missing: set[str] = set()

    def deck(self) -> Deck:
        folder = self.path.parent
        self.pictures = Pictures(folder)
        self.table = self._table(folder)
        self.columns = self._columns()
        self.library = Library(self.document, folder, self._own_layouts())
        self.values = {str(key): in_language(text, self.lang) for key, text in self.data.get("values", {}).items()}
        self.name = in_language(self.data["deck"], self.lang)
        self.only = self._condition()
        self._check_changes()
        self.problems.check()
        records = tuple(self._records())
        self.problems.check()
        size = str(self.data.get("size", self._size(records)))
        self._check_size(size, records)
        sources = {self.path, *self.pictures.opened}
        sources |= {file for layout in self.library.known.values() for file in layout.files}
        if isinstance(self.data["rows"], str):
            sources.add(folder / self.data["rows"])
        return Deck(
            self.name,
            self.path.stem,
            self.lang,
            self.document.name,
            self.table,
            records,
            size,
            str(self.data.get("accent", ACCENT)),
            float(self.data.get("floor", 6)),
            self.pictures,
            frozenset(sources),
        )

    def _line(self, *place: str) -> int | None:
        return self.document.line(".".join(place))

    def _wrong(self, place: str, what: Word) -> None:
        self.problems.add(in_line(self.document.name, self._line(place), what))

    # The rows

    def _table(self, folder: Path) -> Table:
        rows = self.data["rows"]
        if not isinstance(rows, str):
            return records_table(self.document, rows, "rows")
        from printables.deck.images import local_file

        try:
            path = local_file(folder, rows)
        except BadPicture as caught:
            message = caught.args_["message"]
            raise BadDeck([in_line(self.document.name, self._line("rows"), message)]) from caught
        told = {key: None if self.data.get(key) is None else str(self.data[key]) for key in _OF_TABLES}
        return read_table(path, rows, **told)

    def _columns(self) -> dict[str, int]:
        """Where each field stands in a row, by name; those of `columns` first, then the columns themselves."""
        found = {column: n for n, column in enumerate(self.table.columns)}
        for name, column in self.data.get("columns", {}).items():
            if str(column) in self.table.columns:
                found[str(name)] = self.table.columns.index(str(column))
            else:
                what = near_word("homebrew.column_unknown", str(column), list(self.table.columns))
                self._wrong(f"columns.{name}", what)
        return found

    def _name(self, row: Row) -> str:
        """What a card is called: its name or its title, else what stands in the first column, else its number."""
        found = self._cell(row, "name") or self._cell(row, "title") or (row.cells[0] if row.cells else "")
        return found.replace("\n", " ")[:60] or f"#{row.number}"

    def _places(self, name: str) -> tuple[int, ...]:
        """Where a field may stand: in the column of its language first."""
        found = self.places.get(name)
        if found is None:
            wanted = (f"{name}.{self.lang}", name)
            found = self.places[name] = tuple(self.columns[one] for one in wanted if one in self.columns)
        return found

    def _column(self, name: str) -> str:
        """How the column of a field is called in the file."""
        places = self._places(name)
        return self.table.columns[places[0]] if places else name

    # The layouts

    def _own_layouts(self) -> dict[str, Mapping[str, Any]]:
        found = {}
        for name, told in self.data.get("layouts", {}).items():
            if isinstance(told, Mapping):
                found[str(name)] = told
            else:
                self._wrong(f"layouts.{name}", Word("homebrew.layout_record", {}))
        return found

    def _condition(self) -> Test | None:
        if "only" not in self.data:
            return None
        try:
            test = compiled(self.data["only"])
        except BadCondition as caught:
            self._wrong("only", caught.args_["message"])
            return None
        for name in fields_of(self.data["only"]):
            if not self._places(name) and name not in self.values:
                self._wrong("only", near_word("homebrew.field_unknown", name, sorted(self.columns), element="only"))
        return test

    def _check_changes(self) -> None:
        for name, told in self.data.get("set", {}).items():
            place = f"set.{name}"
            if not isinstance(told, Mapping):
                self._wrong(place, Word("homebrew.record_wanted", {"name": str(name)}))
            else:
                self.problems.extend(check_element(told, self.document, place))

    def _side(self, told: Any, role: str) -> Side | None:
        """The layout that a deck or a row names, made ready; None for one that is wrong, or for no back."""
        if told is None or told == NO_BACK:
            return None
        key = (role, str(told) if isinstance(told, str) else f"<{role}>")
        if key not in self.sides:
            self.sides[key] = None
            layout = self.library.layout(told) if isinstance(told, str) else self.library.written(told, role)
            self.sides[key] = self._ready(layout, f"{role}-{len(self.sides)}")
        return self.sides[key]

    def _ready(self, layout: Layout, key: str) -> Side:
        changes = {name: told for name, told in self.data.get("set", {}).items() if isinstance(told, Mapping)}
        if changes:
            layout = changed(layout, changes, self.document, "set", self.problems)
        parts = tuple(self._part(element, layout) for element in layout.elements)
        fields = tuple(dict.fromkeys(name for part in parts for name in sorted(part.fields)))
        special = any(name in SPECIAL and name != "deck" and not self._places(name) for name in fields)
        return Side(key, layout, parts, fields, special)

    def _part(self, element: Element, layout: Layout) -> Part:
        def known(name: str) -> bool:
            return bool(self._places(name)) or name in self.values or name in layout.fields or name in SPECIAL

        templates = {}
        for name in SAID:
            if name in element.properties:
                text = in_language(element.properties[name], self.lang)
                templates[name] = template(text, known)
                self._check_text(name, text, templates[name], element, layout)
        when = element.properties.get("when")
        test = compiled(when) if when else None
        looked_at = {name for one in templates.values() for name in one.fields}
        for name in fields_of(when or {}):
            looked_at.add(name)
            if not known(name):
                self._unknown_field(name, element, layout)
        return Part(element, templates, test, frozenset(looked_at))

    def _check_text(self, name: str, text: str, ready: Template, element: Element, layout: Layout) -> None:
        """What stands in braces is a field, or in a text an icon; what holds no field is checked at once."""
        from printables.icons import icons

        # where every brace belongs to a field, there is nothing to look for
        braced = r"(?<!\{)\{([^{}]+)\}(?!\})"
        for found in re.findall(braced, text) if text.count("{") > len(ready.fields) else ():
            plain = found.strip()
            if plain not in ready.fields and not (name == "text" and plain in icons()):
                self._unknown_field(plain, element, layout)
        if ready.fields or not text:
            return
        kind = {"icon": "icon", "image": "image", "colour": "colour", "fill": "colour", "outline": "colour"}.get(name)
        what = self._wrong_text(kind, text) if kind else None
        if what is not None:
            self.problems.add(in_line(element.file, element.line, what))

    def _unknown_field(self, name: str, element: Element, layout: Layout) -> None:
        names = list(dict.fromkeys([*self.columns, *self.values, *layout.fields]))
        what = near_word("homebrew.field_unknown", name, names, element=element.name)
        self.problems.add(in_line(element.file, element.line, what))

    # The cards

    def _records(self) -> Iterator[Record]:
        front, back = self.data["layout"], self.data.get("back")
        for row in self.table.rows:
            record = self._record(row, front, back)
            if record is not None:
                yield record

    def _record(self, row: Row, front: Any, back: Any) -> Record | None:
        count = self._count(row)
        own_front, own_back = self._cell(row, "layout"), self._cell(row, "back")
        side = self._side_of_row(row, "layout", own_front or front)
        if side is None:
            return None
        if own_back or back is not None:
            behind = self._side_of_row(row, "back", own_back or back)
        else:
            behind = self._side_of_row(row, "back", side.layout.back)
        plan = self._plan(side, behind)
        values = self._values(row, plan)
        self._check_cells(row, plan, values)
        if self.only is not None and not self._meets(row, values):
            return None
        return Record(row, self._name(row), values, count, side, behind)

    def _side_of_row(self, row: Row, role: str, told: Any) -> Side | None:
        try:
            return self._side(told, role)
        except BadDeck as caught:
            if self._cell(row, role):
                message = caught.args_.get("message", Word(caught.key, caught.args_))
                self.problems.add(in_cell(self.table.file(row), row.number, self._column(role), message))
                self.sides.pop((role, str(told)), None)
            else:
                for problem in caught.problems:
                    if problem.key == "homebrew.at.file" and problem.args_["file"] == self.document.name:
                        self._wrong(role, problem.args_["message"])
                    else:
                        self.problems.add(problem)
            return None

    def _cell(self, row: Row, name: str) -> str:
        for place in self._places(name):
            if row.cells[place]:
                return row.cells[place]
        return ""

    def _count(self, row: Row) -> int:
        """How many copies a row is printed as: an empty quantity is one."""
        text = self._cell(row, "count") or self.values.get("count", "")
        if not text:
            return 1
        if re.fullmatch(r"[0-9]{1,7}", text) and int(text) <= MOST_COPIES:
            return int(text)
        self.problems.add(
            in_cell(self.table.file(row), row.number, self._column("count"), Word("homebrew.count", {"got": text[:40]}))
        )
        return 0

    def _plan(self, front: Side, back: Side | None) -> _Plan:
        """How the fields of a row are read that is printed through these two sides."""
        key = (id(front), id(back))
        if key not in self.plans:
            fields = {**(back.layout.fields if back is not None else {}), **front.layout.fields}
            used = dict.fromkeys((*front.fields, *(back.fields if back is not None else ()), *fields))
            looked_up = []
            for name in used:
                if name in SPECIAL and name != "deck" and not self._places(name):
                    continue
                told = in_language(fields[name].default, self.lang) if name in fields else ""
                looked_up.append((name, self._places(name), self.values.get(name) or told))
            checked = tuple(one for one in fields.values() if one.required or one.kind != "text" or one.choices)
            self.plans[key] = _Plan(tuple(looked_up), checked)
        return self.plans[key]

    def _values(self, row: Row, plan: _Plan) -> dict[str, str]:
        """The fields of a row: those that its sides look at, and every column besides."""
        cells = row.cells
        found = dict(zip(self.table.columns, cells, strict=True))
        found.setdefault("deck", self.name)
        for name, places, otherwise in plan.fields:
            for place in places:
                if cells[place]:
                    found[name] = cells[place]
                    break
            else:
                found[name] = otherwise or found.get(name, "")
        return found

    def _check_cells(self, row: Row, plan: _Plan, values: Mapping[str, str]) -> None:
        """What the layouts want of a row."""
        for wanted in plan.checked:
            text = values[wanted.name]
            if not text:
                if wanted.required:
                    self._missing(row, wanted.name)
            elif wanted.kind != "text" or wanted.choices:
                what = self._wrong_cell(wanted, text)
                if what is not None:
                    column = self._column(wanted.name)
                    self.problems.add(in_cell(self.table.file(row), row.number, column, what))

    def _missing(self, row: Row, name: str) -> None:
        if self._places(name):
            what = Word("homebrew.required", {"name": name})
            self.problems.add(in_cell(self.table.file(row), row.number, self._column(name), what))
        elif name not in self.missing:
            self.missing.add(name)
            what = near_word("homebrew.column_missing", name, list(self.table.columns))
            self.problems.add(in_row(self.table.name, 1, what))

    def _wrong_cell(self, wanted: Field, text: str) -> Word | None:
        if wanted.choices and text.casefold() not in {choice.casefold() for choice in wanted.choices}:
            return Word("homebrew.choice", {"got": text[:40], "choices": ", ".join(wanted.choices)})
        return self._wrong_text(wanted.kind, text)

    def _wrong_text(self, kind: str, text: str) -> Word | None:
        """What is wrong with a text that is to be a number, an icon, a picture or a colour."""
        if kind == "number":
            return None if number(text) is not None else Word("homebrew.number", {"got": text[:40]})
        if kind == "icon":
            from printables.icons import icons

            return None if text in icons() else near_word("homebrew.icon", text, list(icons()))
        if kind == "colour":
            if text in ROLES or re.fullmatch(r"#(?:[0-9a-fA-F]{3}){1,2}", text):
                return None
            return None if text in palette() else near_word("homebrew.colour", text, [*ROLES, *palette()])
        if kind == "image":
            try:
                self.pictures.find(text)
            except BadPicture as caught:
                message: Word = caught.args_["message"]
                return message
        return None

    def _meets(self, row: Row, values: Mapping[str, str]) -> bool:
        assert self.only is not None
        try:
            return self.only(lambda name: values.get(name, self.values.get(name, "")))
        except NotANumber as caught:
            column = self._column(caught.args_["column"])
            self.problems.add(in_cell(self.table.file(row), row.number, column, caught.args_["message"]))
            return False

    def _check_size(self, wanted: str, records: Sequence[Record]) -> None:
        """Raises BadDeck for a size that nothing has, of the deck or of a layout."""
        layouts = {
            id(side.layout): side.layout for one in records for side in (one.front, one.back) if side is not None
        }
        for size in dict.fromkeys([wanted, *(layout.size for layout in layouts.values())]):
            try:
                card_size(size)
            except Refusal as caught:
                self._wrong("size", Word(caught.key, caught.args_))
        self.problems.check()

    def _size(self, records: Sequence[Record]) -> str:
        """The size that the layouts have; all cards of a deck are of one size."""
        sizes = dict.fromkeys(record.front.layout.size for record in records)
        if len(sizes) > 1:
            self._wrong("layout", Word("homebrew.sizes", {"sizes": ", ".join(sizes)}))
            self.problems.check()
        return next(iter(sizes), "poker")


_OF_TABLES = ("sheet", "separator", "encoding")
