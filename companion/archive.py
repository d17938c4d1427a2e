"""A table as one file, out and in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.canonical import Plain
from companion.log import FIRST, FORMAT, Entry, Secret, secret_digest
from companion.packs import Pack
from companion.refusals import Refusal
from companion.side_tables import game_for
from companion.table import Table
from companion.view import Viewer


class BadArchive(Refusal):
    """A file that is not a table, or not a whole one: what is wrong with it, and where."""


class Archive(Struct, frozen=True):
    """What a file holds: entries, the packs they were played with, and state hashes by seq.

    `whole` says that every secret is there, so that the table can be played on.
    """

    game: str
    entries: tuple[Entry, ...]
    packs: tuple[Pack, ...]
    states: Mapping[int, str]
    whole: bool

    def table(self) -> Table:
        """The folded table. Raises UnknownName for a game that is not installed, and BadArchive for the public file of
        a game that is not over: what is still sealed in it cannot be played again."""
        entries = with_openings(self.entries)
        for entry in entries:
            known = {secret.digest for secret in entry.secrets}
            if any(name not in known for name in _sealed_in({**entry.open, "seed": None})):
                raise BadArchive("archive.sealed", seq=entry.seq)
        return Table.fold(game_for(self.game, entries[0].open["options"]), entries, self.packs)


def write_archive(
    table: Table, viewer: Viewer = None, *, sealed: bool = False, states: Mapping[int, str] | None = None
) -> dict[str, Plain]:
    """A table as plain values, cut for a viewer; `sealed` writes every secret, which moves the table elsewhere.

    State hashes are left out while anything is secret: a state of few possibilities could be guessed from its hash.
    """
    told = sealed or not table.unopened
    entries = [
        {"open": entry.open, "secrets": [s.__plain__() for s in entry.secrets if sealed or viewer in s.to]}
        for entry in table.entries
    ]
    return {
        "format": FORMAT,
        "game": table.game.key,
        "rules": table.game.rules,
        "whole": sealed,
        "entries": [entry if entry["secrets"] else {"open": entry["open"]} for entry in entries],
        "packs": [{"key": pack.key, "hash": pack.hash, "records": pack.records} for pack in table.packs],
        "states": {str(seq): value for seq, value in (states or {}).items()} if told else {},
    }


def read_archive(text: str | bytes) -> Archive:
    """A table out of a file.

    Raises BadArchive: not JSON, another format, a broken chain, a secret that is not the one that was sealed, a pack
    that is not the one that the table was opened with.
    """
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as caught:
        raise BadArchive("archive.json", detail=str(caught)[:80]) from caught
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, Mapping) else None
        raise BadArchive("archive.format", wanted=FORMAT, got=str(found)[:40])
    try:
        entries = tuple(_entry(record) for record in data["entries"])
        packs = tuple(_pack(record) for record in data["packs"])
        states = {int(seq): str(value) for seq, value in data.get("states", {}).items()}
        check_chain(entries)
        game = str(entries[0].open["game"])
        opened = [(pack["key"], pack["hash"]) for pack in entries[0].open["packs"]]
        false = [entry.seq for entry in entries if not all(map(is_sealed, entry.secrets))]
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as caught:
        raise BadArchive("archive.shape", detail=f"{type(caught).__name__}: {caught}"[:80]) from caught
    if [(pack.key, pack.hash) for pack in packs] != opened:
        raise BadArchive("archive.pack", pack=", ".join(pack.key for pack in packs))
    if false:
        raise BadArchive("archive.secret", seq=false[0])
    return Archive(game, entries, packs, states, bool(data.get("whole")))


def _entry(record: Mapping[str, Any]) -> Entry:
    secrets = tuple(Secret(**{**s, "to": tuple(s["to"])}) for s in record.get("secrets", ()))
    entry = Entry(record["open"], secrets)
    int(entry.open["seq"]), str(entry.open["kind"]), str(entry.open["prev"])
    return entry


def _pack(record: Mapping[str, Any]) -> Pack:
    pack = Pack(str(record["key"]), record["records"])
    if pack.hash != record["hash"]:
        raise BadArchive("archive.pack", pack=pack.key)
    return pack


def is_sealed(secret: Secret) -> bool:
    """Whether a secret is what its digest says."""
    return secret_digest(bytes.fromhex(secret.salt), secret.value) == secret.digest


def check_chain(entries: Iterable[Entry]) -> None:
    """Raises BadArchive at the first entry that does not follow from the one before it."""
    prev = FIRST
    for number, entry in enumerate(entries, 1):
        if entry.seq != number or entry.open["prev"] != prev:
            raise BadArchive("archive.chain", seq=number)
        prev = entry.hash
    if prev == FIRST:
        raise BadArchive("archive.shape", detail="entries")


def with_openings(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries with the secrets that later entries open: what a public file of a finished table has."""
    entries = tuple(entries)
    opened = {o["digest"]: o for entry in entries for o in entry.open.get("opens", ())}
    return tuple(_opened_up(entry, opened) for entry in entries)


def _opened_up(entry: Entry, opened: Mapping[str, Any]) -> Entry:
    if '"sealed"' not in entry.text:
        # most entries hold no secret, and to look into all their parts takes its time
        return entry
    known = {secret.digest for secret in entry.secrets}
    found = [
        Secret(name, opened[name]["salt"], opened[name]["value"], (), "opened")
        for name in _sealed_in(entry.open)
        if name in opened and name not in known
    ]
    return replace(entry, secrets=(*entry.secrets, *found)) if found else entry


def _sealed_in(value: Plain) -> list[str]:
    if isinstance(value, Mapping):
        if set(value) == {"sealed"}:
            return [str(value["sealed"])]
        return [name for item in value.values() for name in _sealed_in(item)]
    if isinstance(value, list | tuple):
        return [name for item in value for name in _sealed_in(item)]
    return []
