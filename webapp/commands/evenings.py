"""Past evenings on a terminal: how often who has won, and the files for other programs."""

from __future__ import annotations

import json
import os
from pathlib import Path

from companion.canonical import plain
from companion.evenings import Evening, by_name
from companion.game import games
from companion.play_files import as_bg_stats, as_csv
from webapp.bus import LocalBus
from webapp.commands.files import write_bytes
from webapp.commands.tables import data_store
from webapp.commands.terms import program, speak
from webapp.config import Settings
from webapp.evenings import Evenings, local
from webapp.tables import Tables


def evenings(data: Path | None, csv: Path | None, bgstats: Path | None, lang: str, *, as_json: bool) -> str:
    """What is written, or who has won how often. Raises Refusal."""
    found = _past(data)
    told = []
    if csv is not None:
        write_bytes(csv, as_csv(found, local, lang).encode())
        told.append(csv)
    if bgstats is not None:
        names = {key: speak(lang, game)("game.name") for key, game in games().items()}
        write_bytes(bgstats, json.dumps(as_bg_stats(found, names, local, lang), ensure_ascii=False).encode())
        told.append(bgstats)
    if told:
        return "\n".join(speak(lang)("cli.written", file=str(path)) for path in told if str(path) != "-")
    if as_json:
        return program([plain(evening) for evening in found])
    return _shown(found, lang)


def _past(data: Path | None) -> tuple[Evening, ...]:
    settings = Settings.from_environ(os.environ, data=data)
    with data_store(data) as store:
        evenings = Evenings(store)
        evenings.fold_by(Tables(store, LocalBus(), settings).current)
        past = evenings.past(seconds=float("inf"))
        return tuple(sorted(past.evenings, key=lambda evening: -evening.ended))


def _shown(found: tuple[Evening, ...], lang: str) -> str:
    words = speak(lang)
    lines = [words("cli.evenings.count", n=len(found))]
    lines += [
        words("cli.evenings.line", name=one.label, wins=one.wins, games=one.games, best=one.best)
        for one in by_name(found)
    ]
    return "\n".join(lines)
