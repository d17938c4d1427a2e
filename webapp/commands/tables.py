"""Tables on this machine, without the server: a new host link, export and import, and the check of all luck."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from companion import offer
from companion.archive import Archive, BadArchive, read_archive, write_archive
from companion.chance import Mismatch
from companion.offer import Offered
from companion.table import Actor, Table
from companion.verify import Report
from companion.verify import verify as check
from companion.words import Words
from webapp.access import HOST, new_token, token_hash
from webapp.bus import LocalBus
from webapp.codes import new_code, new_table, read_code
from webapp.commands.files import LARGEST_ARCHIVE, BadFile, read_bytes, write_bytes
from webapp.commands.terms import program, speak
from webapp.config import Settings
from webapp.links import Links
from webapp.store import CodeTaken, KeyChange, NoTable, Row, SqliteStore, Store
from webapp.tables import Tables, now

# Under which the server leaves the address that it is found at.
ADDRESS = "address"
DATABASE = "tableside.db"

# What a damaged file may be without being no table at all.
_FAULTS = ("archive.json", "archive.format", "archive.shape")


def new_host_link(table: str, data: Path | None, lang: str) -> str:
    """A new link for the host; the old one ends. Raises Refusal for a table that is not there."""
    with data_store(data) as store:
        found = _find(store, table)
        token = new_token()
        store.rekey(found, KeyChange(frozenset({HOST}), {token_hash(token): HOST}))
        return speak(lang)("cli.host", table=found, link=f"{_base(store)}/h/{token}")


def export(table: str, data: Path | None, output: Path | None, lang: str, *, sealed: bool) -> str:
    """The table as one file; without an output the file itself is given."""
    settings = Settings.from_environ(os.environ, data=data)
    with data_store(data) as store:
        folded = Tables(store, LocalBus(), settings).current(_find(store, table))
        archive = write_archive(folded.whole, None, sealed=sealed, states=folded.states)
    text = json.dumps(archive, ensure_ascii=False, separators=(",", ":")) + "\n"
    if output is None:
        return text
    write_bytes(output, text.encode())
    return speak(lang)("cli.written", file=str(output))


def import_table(path: Path, data: Path | None, lang: str) -> str:
    """Open a sealed export as a table of this machine. Raises Refusal for what cannot be played on here."""
    archive = read_archive(read_bytes(path, LARGEST_ARCHIVE))
    if not archive.whole:
        raise BadFile("cli.not_whole", file=str(path))
    try:
        archive.table()
    except Mismatch as caught:
        raise BadFile("cli.not_legal", file=str(path)) from caught
    settings = Settings.from_environ(os.environ, data=data)
    with data_store(data, make=True) as store:
        table, code, token = _put(store, archive)
        tables = Tables(store, LocalBus(), settings)
        for number, seat in enumerate(tables.current(table).table.seats, 1):
            if seat.phone:
                # Its phone has a token of the other machine.
                tables.write(table, partial(_without_phone, number))
        return speak(lang)("cli.imported", table=table, code=code, link=f"{_base(store)}/h/{token}")


def _without_phone(seat: int, table: Table) -> Offered:
    return offer.seated(table, Actor(host=True), now(), seat, {"phone": False})


def verify(path: Path, lang: str, *, as_json: bool) -> tuple[str, bool]:
    """What the check of a file has found, and whether all is well."""
    words = speak(lang)
    try:
        archive = read_archive(read_bytes(path, LARGEST_ARCHIVE))
    except BadArchive as caught:
        if caught.key in _FAULTS:
            raise
        message = words(caught.key, **caught.args_)
        return (program({"good": False, "faults": [message]}) if as_json else message), False
    report = check(archive.entries)
    return (_program(words, report) if as_json else _shown(words, report)), report.good


def _program(words: Words, report: Report) -> str:
    return program(
        {
            "good": report.good,
            "faults": [words.say(fault) for fault in report.faults],
            "sealed": report.sealed,
            "typed": report.typed,
            "unknown": report.unknown,
            "epochs": [{"epoch": number, "revealed": revealed} for number, revealed in report.epochs],
            "test": report.test,
        }
    )


def _shown(words: Words, report: Report) -> str:
    lines = [words.say(fault) for fault in report.faults]
    if report.good:
        lines.append(words("cli.verify.good"))
    for key, count in (("sealed", report.sealed), ("typed", report.typed), ("unknown", report.unknown)):
        if count:
            lines.append(words(f"cli.verify.{key}", n=count))
    hidden = [number for number, revealed in report.epochs if not revealed]
    if hidden:
        lines.append(words("cli.verify.hidden"))
    if report.test:
        lines.append(words("cli.verify.test"))
    return "\n".join(lines)


@contextmanager
def data_store(data: Path | None, *, make: bool = False) -> Iterator[Store]:
    """The database of the data folder; it has to be there already, unless it may be made."""
    folder = Settings.from_environ(os.environ, data=data).folder
    if not make and not (folder / DATABASE).is_file():
        raise BadFile("cli.no_database", path=str(folder))
    store = SqliteStore(folder)
    try:
        yield store
    finally:
        store.dispose()


def _find(store: Store, text: str) -> str:
    """A table by its id or its join code. Raises NoTable."""
    table = text.strip().upper()
    if store.head(table) is not None:
        return table
    code = read_code(text)
    found = store.by_code(code) if code is not None else None
    if found is None:
        raise NoTable("store-no-table", table=text[:20])
    return found


def _base(store: Store) -> str:
    """Where the server is found: as it said itself when it ran last."""
    known = store.get_setting(ADDRESS)
    if known is not None:
        opened = str(json.loads(known))
        if urlsplit(opened).hostname != "localhost":
            return opened
        return Links().base(opened)
    settings = Settings.from_environ(os.environ)
    return Links(settings.base_url).base(f"http://localhost:{settings.port}")


def _put(store: Store, archive: Archive) -> tuple[str, str, str]:
    """Store an archive as a new table; gives its id, its join code, and the host's token."""
    rows = [
        Row(entry.seq, entry.text, entry.sealed_text, entry.hash, archive.states.get(entry.seq))
        for entry in archive.entries
    ]
    table, token = new_table(), new_token()
    packs = {pack.hash: pack.text for pack in archive.packs}
    while True:
        code = new_code()
        try:
            store.create(table, archive.game, code, rows[0], {token_hash(token): HOST}, packs)
            break
        except CodeTaken:
            continue
    for row in rows[1:]:
        store.append(table, row.seq - 1, row)
    return table, code, token
