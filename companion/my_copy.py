"""My copy: what an owner types about a published card or sheet, kept as an overlay over the published set.

It is the owner's: nothing of it is shipped, and it never lies over our own set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from companion.canonical import Plain
from companion.game import Game, read_options
from companion.moves import Move
from companion.packs import BadPack, Pack, Records, load_set, merge, read_pack, sets

OWN = "own"
"""The set that we have written: it is whole, and nothing lies over it."""

MINE = "my-copy"
"""The key of the overlay among the packs of a table."""


@runtime_checkable
class Asking(Protocol):
    """A game that asks people about cards which nobody may ship.

    `learned` is what a move has told about the content, as records; it was legal on the state before. `overlaid` is the
    content with what an overlay tells known at every depth.
    """

    def learned(self, before: Any, seat: int, move: Move) -> Records: ...
    def overlaid(self, content: Any, merged: Records, overlay: Records) -> Any: ...


def published(game: Game) -> str | None:
    """The set that a copy lies over; None for a game that has only ours."""
    return next((key for key in sets(game.package) if key != OWN), None)


def require_published(game: Game) -> str:
    """Raises BadPack for a game without a published set."""
    found = published(game)
    if found is None:
        raise BadPack("copy.none", pack=MINE)
    return found


def overlay(game: Game, tree: Plain) -> Pack:
    """An overlay from plain data, without what tells nothing (null), validated whole on the published set.

    Raises BadPack, and Unreadable with the place (`market.longsword.cost`) and what would be right.
    """
    told = read_pack(MINE, {} if tree is None else tree)
    records: dict[str, dict[str, dict[str, Plain]]] = {}
    for kind, table in told.records.items():
        for name, record in table.items():
            fields = {field: value for field, value in record.items() if value is not None}
            if fields:
                records.setdefault(kind, {})[name] = fields
    pack = Pack(MINE, records)
    _validate(game, pack)
    return pack


def _validate(game: Game, pack: Pack) -> None:
    base = require_published(game)
    depth = {"cards": "full"} if any(option.key == "cards" for option in game.options) else {}
    options = read_options(game, {"set": base}) | depth
    game.content(merge([load_set(game.package, base), pack]), pack.hash, options)


def joined(game: Game, copy: Pack, told: Pack) -> Pack:
    """A copy with another overlay over it. Raises what `overlay` raises."""
    return overlay(game, merge([copy, told]))


def with_record(game: Game, copy: Pack, kind: str, name: str, fields: Mapping[str, Plain]) -> Pack:
    """A copy with some fields of one record set; None takes a field away. Raises what `overlay` raises."""
    records = {k: {n: dict(record) for n, record in table.items()} for k, table in copy.records.items()}
    record = records.setdefault(kind, {}).setdefault(name, {})
    record.update(fields)
    return overlay(game, records)


def unknown_of(game: Game, copy: Pack, told: Records) -> dict[str, dict[str, dict[str, Plain]]]:
    """The part of some records that neither the published set nor the copy knows yet: nothing known is overwritten."""
    known = merge([load_set(game.package, require_published(game)), copy])
    found: dict[str, dict[str, dict[str, Plain]]] = {}
    for kind, table in told.items():
        for name, record in table.items():
            there = known.get(kind, {}).get(name)
            fresh = {field: value for field, value in record.items() if there is not None and there.get(field) is None}
            if fresh:
                found.setdefault(kind, {})[name] = fresh
    return found


def count(pack: Pack) -> int:
    """How many fields a copy tells."""
    return sum(len(record) for table in pack.records.values() for record in table.values())
