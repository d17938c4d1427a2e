"""Layouts: read, checked, and put together with the layouts that they extend.

`call > layout > default`: what a deck sets wins over its layout, a layout over the one it extends, and what nobody says
has the default that `language.py` states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from companion.refusals import Refusal
from companion.words import Word, data_folder
from printables.deck.conditions import BadCondition, compiled
from printables.deck.language import (
    BY_KIND,
    EVERY,
    FIELD,
    LAYOUT_KEYS,
    NEEDS,
    PROPERTIES,
    Key,
)
from printables.deck.problems import BadDeck, Problems, in_line, near_word
from printables.documents import Document, decoded, parse_yaml, read_file

NO_BACK = "none"
"""The name that says that a card has no back."""

LARGEST = 1_000_000
"""Bytes of a layout file."""


class Field(Struct, frozen=True):
    """What a row may tell. `default` is by language, "" for all."""

    name: str
    kind: str = "text"
    required: bool = False
    choices: tuple[str, ...] = ()
    default: Any = ""


class Element(Struct, frozen=True):
    """One thing that is drawn: its properties, those that nobody set left out, and where it was written last."""

    name: str
    kind: str
    properties: Mapping[str, Any]
    file: str
    line: int | None


class Layout(Struct, frozen=True):
    """A side of a card, put together: nothing of what it extends is left to be looked up."""

    name: str
    size: str
    fields: Mapping[str, Field]
    elements: tuple[Element, ...]
    back: str | Mapping[str, Any] | None
    files: tuple[Path, ...] = ()


class Part(Struct, frozen=True):
    """A layout as it is written: its data, the document it stands in, and at which place of it."""

    name: str
    data: Mapping[str, Any]
    document: Document
    place: str = ""
    path: Path | None = None

    def line(self, *names: str) -> int | None:
        return self.document.line(".".join((*((self.place,) if self.place else ()), *names)))


@cache
def built_in_names() -> tuple[str, ...]:
    """The names of our layouts."""
    found = (data_folder("printables.deck") / "layouts").iterdir()
    return tuple(sorted(item.name.removesuffix(".yaml") for item in found if item.name.endswith(".yaml")))


@cache
def built_in(name: str) -> Part:
    """A layout of ours."""
    file = f"{name}.yaml"
    document = parse_yaml(file, (data_folder("printables.deck") / "layouts" / file).read_text(encoding="utf-8"))
    return Part(name, document.data, document)


class Library(Struct):
    """The layouts that a deck can name: its own, those in files below its folder, and ours."""

    document: Document
    folder: Path
    own: Mapping[str, Mapping[str, Any]]
    known: dict[str, Layout] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return [*self.own, *built_in_names()]

    def find(self, name: str) -> Part:
        """The layout of that name as it is written. Raises BadDeck with the nearest names."""
        if name in self.own:
            return Part(name, self.own[name], self.document, f"layouts.{name}")
        if name.lower().endswith((".yaml", ".yml")):
            from printables.deck.images import local_file

            path = local_file(self.folder, name)
            document = parse_yaml(name, decoded(name, read_file(path, LARGEST)))
            if not isinstance(document.data, Mapping):
                raise BadDeck([in_line(name, 1, Word("homebrew.layout_record", {}))])
            return Part(name, document.data, document, path=path)
        if name in built_in_names():
            return built_in(name)
        raise BadDeck([in_line(self.document.name, None, near_word("homebrew.layout_unknown", name, self.names))])

    def layout(self, name: str) -> Layout:
        """The layout of that name, put together. Raises BadDeck with everything that is wrong with it."""
        if name not in self.known:
            self.known[name] = assembled(self.find(name), self.find)
        return self.known[name]

    def written(self, data: Mapping[str, Any], place: str) -> Layout:
        """A layout that stands in the deck file itself."""
        name = f"{self.document.name}:{place}"
        if name not in self.known:
            self.known[name] = assembled(Part(place, data, self.document, place), self.find)
        return self.known[name]


def assembled(part: Part, find: Callable[[str], Part]) -> Layout:
    """A layout with what it extends. Raises BadDeck."""
    chain = _chain(part, find)
    problems = Problems()
    fields: dict[str, dict[str, Any]] = {}
    elements: dict[str, dict[str, Any]] = {}
    origins: dict[str, Part] = {}
    top: dict[str, Any] = {}
    for one in reversed(chain):
        problems.extend(check_keys(one.data, LAYOUT_KEYS, one.document, one.place))
        top |= {key: one.data[key] for key in ("size", "back") if key in one.data}
        for name, told in _records(one, "fields", problems):
            problems.extend(check_keys(told, FIELD, one.document, _place(one, "fields", name)))
            fields[name] = fields.get(name, {}) | dict(told)
        for name, told in _records(one, "elements", problems):
            problems.extend(check_element(told, one.document, _place(one, "elements", name)))
            elements[name] = elements.get(name, {}) | dict(told)
            origins[name] = one
    problems.check()
    drawn = [
        _element(name, told, origins[name], problems)
        for name, told in _ordered(elements, origins, problems)
        if not told.get("drop")
    ]
    problems.check()
    paths = tuple(one.path for one in chain if one.path is not None)
    made = {name: _field(name, told) for name, told in fields.items()}
    return Layout(part.name, str(top.get("size", "poker")), made, tuple(drawn), top.get("back"), paths)


def _place(part: Part, *names: str) -> str:
    return ".".join((*((part.place,) if part.place else ()), *names))


def _chain(part: Part, find: Callable[[str], Part]) -> list[Part]:
    """A layout and what it extends, the nearest first. Raises BadDeck for a ring."""
    chain = [part]
    while "extend" in chain[-1].data:
        wanted = str(chain[-1].data["extend"])
        try:
            found = find(wanted)
        except BadDeck as caught:
            last = chain[-1]
            message = caught.args_.get("message", Word(caught.key, caught.args_))
            raise BadDeck([in_line(last.document.name, last.line("extend"), message)]) from caught
        if any((found.name, found.document.name) == (one.name, one.document.name) for one in chain):
            ring = " → ".join([*(one.name for one in chain), found.name])
            where = in_line(chain[-1].document.name, chain[-1].line("extend"), Word("homebrew.ring", {"ring": ring}))
            raise BadDeck([where])
        chain.append(found)
    return chain


def _records(part: Part, key: str, problems: Problems) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The records of a table of a layout; whatever is none is told and left out."""
    table = part.data.get(key, {})
    for name, told in (table if isinstance(table, Mapping) else {}).items():
        if isinstance(told, Mapping):
            yield str(name), told
        elif told is None and key == "fields":
            yield str(name), {}
        else:
            line = part.line(key, str(name))
            problems.add(in_line(part.document.name, line, Word("homebrew.record_wanted", {"name": str(name)})))


def check_keys(
    data: Mapping[str, Any], keys: Iterable[Key], document: Document, place: str, *, whole: bool = True
) -> Iterator[Refusal]:
    """What is wrong with the keys of a record: unknown ones, wrong values, and, of a whole one, missing ones."""
    known = {key.name: key for key in keys}
    for name, value in data.items():
        at = f"{place}.{name}" if place else str(name)
        key = known.get(str(name))
        if key is None:
            what = near_word("homebrew.key_unknown", str(name), list(known))
            yield in_line(document.name, document.line(at), what)
        elif not key.kind.accepts(value):
            yield in_line(document.name, document.line(at), wrong_value(key, value))
    for key in known.values():
        if whole and key.required and key.name not in data:
            yield in_line(document.name, document.line(place), Word("homebrew.key_missing", {"name": key.name}))


def wrong_value(key: Key, value: Any) -> Word:
    """What is said of a value that a key does not take."""
    told = str(value)
    got = told if len(told) <= 40 else f"{told[:39]}…"
    choices = key.kind.schema.get("enum", ())
    limits = {name: key.kind.schema.get(name, "") for name in ("minimum", "maximum")}
    expected = Word(
        key.kind.word,
        {
            "choices": ", ".join(map(str, choices)),
            "low": f"{limits['minimum']:g}" if limits["minimum"] != "" else "",
            "high": f"{limits['maximum']:g}" if limits["maximum"] != "" else "",
        },
    )
    return Word("homebrew.value", {"name": key.name, "got": got, "expected": expected})


def check_element(data: Mapping[str, Any], document: Document, place: str) -> Iterator[Refusal]:
    """What is wrong with the properties of an element, its condition too; it need not be whole."""
    yield from check_keys(data, PROPERTIES.values(), document, place, whole=False)
    if isinstance(data.get("when"), Mapping):
        try:
            compiled(data["when"])
        except BadCondition as caught:
            yield in_line(document.name, document.line(f"{place}.when"), caught.args_["message"])


def _ordered(
    elements: Mapping[str, Mapping[str, Any]], origins: Mapping[str, Part], problems: Problems
) -> list[tuple[str, Mapping[str, Any]]]:
    """Elements in the order they are drawn in: as they are written, those with `under` before that element."""
    names = [name for name, told in elements.items() if "under" not in told]
    for name, told in elements.items():
        under = told.get("under")
        if under is None:
            continue
        if under in names:
            names.insert(names.index(under), name)
        else:
            part = origins[name]
            what = near_word("homebrew.element_unknown", str(under), [one for one in elements if one != name])
            problems.add(in_line(part.document.name, part.line("elements", name, "under"), what))
    return [(name, elements[name]) for name in names]


def _element(name: str, told: Mapping[str, Any], part: Part, problems: Problems) -> Element:
    line = part.line("elements", name)
    return made_element(name, told, part.document.name, line, problems)


def made_element(name: str, told: Mapping[str, Any], file: str, line: int | None, problems: Problems) -> Element:
    """An element of its properties, whole now: it has a kind and a place, and nothing that its kind does not know."""
    kind = str(told.get("kind", ""))
    if kind not in BY_KIND:
        problems.add(in_line(file, line, Word("homebrew.kind_missing", {"element": name})))
        return Element(name, "box", {}, file, line)
    known = (*EVERY, *BY_KIND[kind])
    for key in told:
        if key not in known:
            what = near_word("homebrew.property_unknown", str(key), list(known), element=name, kind=kind)
            problems.add(in_line(file, line, what))
    for key in ("at", *((NEEDS[kind],) if kind in NEEDS else ())):
        if key not in told:
            problems.add(in_line(file, line, Word("homebrew.property_missing", {"element": name, "name": key})))
    return Element(name, kind, dict(told), file, line)


def _field(name: str, told: Mapping[str, Any]) -> Field:
    return Field(
        name,
        str(told.get("kind", "text")),
        bool(told.get("required", False)),
        tuple(str(choice) for choice in told.get("choices", ())),
        told.get("default", ""),
    )


def changed(
    layout: Layout, changes: Mapping[str, Mapping[str, Any]], document: Document, place: str, problems: Problems
) -> Layout:
    """A layout with what a deck sets for its elements. Elements that it does not have are left to the other side."""
    elements: Sequence[Element] = layout.elements
    made = []
    for element in elements:
        told = changes.get(element.name)
        if told is None:
            made.append(element)
            continue
        properties = {**element.properties, **told}
        if properties.get("drop"):
            continue
        made.append(
            made_element(element.name, properties, document.name, document.line(f"{place}.{element.name}"), problems)
        )
    return Layout(layout.name, layout.size, layout.fields, tuple(made), layout.back, layout.files)
