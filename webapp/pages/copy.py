"""My copy: every card and sheet of the published set of which something is not known, with what the owner has typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from flask import request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import my_copy
from companion.canonical import Plain
from companion.game import Game
from companion.packs import load_set
from companion.words import Text, Word, Words
from webapp import copies
from webapp.pages.frame import page, page_words, reader_language
from webapp.render import say
from webapp.services import services


class Field(Struct, frozen=True):
    """One field of a record: what the copy says, as it would stand in the file."""

    name: str
    label: str
    text: str


class Record(Struct, frozen=True):
    """A card or a sheet: the fields that are not known from the published set, or that the copy tells."""

    kind: str
    id: str
    name: str
    fields: tuple[Field, ...]

    @property
    def told(self) -> int:
        return sum(bool(field.text) for field in self.fields)


def copy(game: str) -> ResponseReturnValue:
    """Listed, searched, edited, exported and imported; for hosts and for the machine itself."""
    found, served = copies.game_of(game), services()
    copies.require_edit(request, served.access, served.store, served.settings)
    words = page_words(reader_language(), found)
    search = request.args.get("q", "").strip()[:60]
    every = list(records(found, words))
    shown = [one for one in every if _matches(one, search)]
    groups = [(kind, [one for one in shown if one.kind == kind]) for kind in dict.fromkeys(one.kind for one in shown)]
    return page(
        "copy.html",
        found,
        key=found.key,
        search=search,
        groups=[(_word(words, "kind", kind), part) for kind, part in groups],
        told=sum(one.told for one in every),
        open=request.args.get("open", ""),
    )


def _matches(one: Record, search: str) -> bool:
    wanted = search.casefold()
    texts = (one.name, one.id, *(field.text for field in one.fields))
    return not wanted or any(wanted in text.casefold() for text in texts)


def records(game: Game, words: Words) -> Iterator[Record]:
    """The records of the published set with gaps, and every record of the copy; those that are told first."""
    base, mine = load_set(game.package, my_copy.require_published(game)).records, services().copies.read(game).records
    for kind in dict.fromkeys((*base, *mine)):
        table: Mapping[str, Mapping[str, Plain]] = base.get(kind, {})
        own: Mapping[str, Mapping[str, Plain]] = mine.get(kind, {})
        found = []
        for name in dict.fromkeys((*own, *table)):
            known, told = table.get(name, {}), own.get(name, {})
            gaps = [field for field, value in known.items() if value is None]
            fields = tuple(_field(words, field, told.get(field)) for field in dict.fromkeys((*gaps, *told)))
            if fields:
                title = told.get("name", known.get("name", name))
                found.append(Record(kind, name, _name(words, title), fields))
        yield from sorted(found, key=lambda one: (not one.told, one.name.casefold()))


def _name(words: Words, title: Plain) -> str:
    if isinstance(title, Mapping):
        return say(words, Text(tuple((str(lang), str(text)) for lang, text in title.items())))
    return str(title)


def _field(words: Words, name: str, value: Plain) -> Field:
    return Field(name, _word(words, "field", name), "" if value is None else as_text(value))


def as_text(value: Plain) -> str:
    """A value in one line, as it would stand in the file."""
    text: Any = yaml.safe_dump(value, allow_unicode=True, default_flow_style=True, width=10_000)
    return str(text).strip().removesuffix("...").strip()


def _word(words: Words, kind: str, name: str) -> str:
    """What a kind or a field is called; a game that has no word for it shows its key."""
    key = f"copy.{kind}.{name}"
    return say(words, Word(key)) if key in words else name


def offered(game: Game) -> dict[str, Any] | None:
    """What the start page offers: to use the copy, ticked where there is something in it."""
    if my_copy.published(game) is None:
        return None
    count, served = my_copy.count(services().copies.read(game)), services()
    editable = copies.may_edit(request, served.access, served.store, served.settings)
    return {"count": count, "editable": editable}
