"""My copy on a terminal: what it tells, out as a file, and in."""

from __future__ import annotations

import os
from pathlib import Path

from companion import my_copy
from companion.game import Game, find_game
from companion.packs import Pack
from webapp.commands.files import read_yaml, write_bytes
from webapp.commands.tables import data_store
from webapp.commands.terms import program, speak
from webapp.config import Settings
from webapp.copies import Copies, overlay_of, written


def list_copy(game_key: str, data: Path | None, lang: str, *, as_json: bool) -> str:
    """Every field of the copy, one a line."""
    game = _game(game_key)
    pack = _read(game, data)
    if as_json:
        return program(pack.records)
    lines = [
        f"{kind}.{name}.{field}: {value}"
        for kind, table in pack.records.items()
        for name, record in table.items()
        for field, value in record.items()
    ]
    return "\n".join([*lines, speak(lang)("copy.told", n=len(lines))])


def export_copy(game_key: str, data: Path | None, output: Path | None, lang: str) -> str:
    """The copy as YAML; without an output the text itself is given."""
    text = written(_read(_game(game_key), data))
    if output is None:
        return text
    write_bytes(output, text.encode())
    return speak(lang)("cli.written", file=str(output))


def import_copy(game_key: str, path: Path, data: Path | None, lang: str) -> str:
    """Lay a file over the copy: all of it or nothing. Raises Refusal with file, line and field."""
    game = _game(game_key)
    told = overlay_of(game, read_yaml(path))
    with data_store(data, make=True) as store:
        found = Copies(store, Settings.from_environ(os.environ, data=data)).merge(game, told)
    return speak(lang)("cli.copy.imported", n=my_copy.count(found))


def _game(key: str) -> Game:
    game = find_game(key)
    my_copy.require_published(game)
    return game


def _read(game: Game, data: Path | None) -> Pack:
    with data_store(data) as store:
        return Copies(store, Settings.from_environ(os.environ, data=data)).read(game)
