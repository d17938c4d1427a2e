"""Finished evenings for other programs: rows for a spreadsheet, and a play file that BG Stats reads."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion.evenings import Evening, Guest, fact_keys, same_name
from companion.words import data_folder

Local = Callable[[int], str]
"""Milliseconds since 1970 as `2026-11-30 21:04:05`, by the clock on the wall."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet would take for the beginning of a formula."""

_SEPARATORS = {"ru": (";", ",")}
"""The column and the decimal separator where spreadsheets do not expect a comma and a point."""

_ABOUT = "Tableside"


def as_csv(evenings: Iterable[Evening], local: Local, lang: str) -> str:
    """One row for each seat, with a mark that tells spreadsheets the encoding; no cell is a formula."""
    evenings = tuple(evenings)
    between, point = _SEPARATORS.get(lang, (",", "."))
    facts = fact_keys(evenings)
    points = tuple(dict.fromkeys(key for evening in evenings for guest in evening.guests for key in guest.points))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=between)
    writer.writerow(
        ["date", "table", "game", "mode", "seat", "name", "opponent", "place", "winner", "score",
         *facts, *(f"points {key}" for key in points), "dice", "dice sum", "dice expected"]
    )  # fmt: skip
    for evening in evenings:
        for guest in evening.guests:
            writer.writerow(_cells(_row(evening, guest, local, lang, facts, points), point))
    return "\ufeff" + text.getvalue()


def _row(
    evening: Evening, guest: Guest, local: Local, lang: str, facts: Sequence[str], points: Sequence[str]
) -> Iterator[Any]:
    yield from (local(evening.ended), evening.table, evening.game, evening.mode, guest.seat, guest.name)
    yield from (int(guest.opponent), guest.place, int(evening.won(guest)), guest.total)
    yield from (guest.names.get(key, {}).get(lang, "") for key in facts)
    yield from (guest.points.get(key, "") for key in points)
    yield from (guest.dice.rolled, guest.dice.sum, guest.dice.expected)


def _cells(row: Iterable[Any], point: str) -> Iterator[str]:
    for value in row:
        if isinstance(value, float):
            yield f"{value:.1f}".replace(".", point)
        elif isinstance(value, int):
            yield str(value)
        else:
            yield guarded(str(value))


def guarded(text: str) -> str:
    """A text that no spreadsheet computes: one that looks like a formula begins with an apostrophe."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_FORMULA) or text.startswith(_FORMULA) else text


def as_bg_stats(evenings: Iterable[Evening], names: Mapping[str, str], local: Local, lang: str) -> dict[str, Any]:
    """A play file of BG Stats. names: what the games are called. Opponents are players whose role says so.

    Ids of things are made of what they are called, so that the same evening read twice is the same play.
    """
    evenings = tuple(evenings)
    games = {key: number for number, key in enumerate(dict.fromkeys(evening.game for evening in evenings), 1)}
    people: dict[str, str] = {}
    for evening in evenings:
        for guest in evening.guests:
            people.setdefault(_person(guest), " ".join(guest.name.split()))
    numbers = {person: number for number, person in enumerate(people, 1)}
    newest = local(max((evening.ended for evening in evenings), default=0))
    return {
        "about": _ABOUT,
        "games": [
            {
                "id": number,
                "uuid": _uuid("game", key),
                "name": names.get(key, key),
                "bggId": 0,
                "highestWins": True,
                "noPoints": False,
                "cooperative": False,
                "usesTeams": False,
                "modificationDate": newest,
            }
            for key, number in games.items()
        ],
        "players": [
            {
                "id": numbers[person],
                "uuid": _uuid("player", person),
                "name": name,
                "isAnonymous": False,
                "modificationDate": newest,
            }
            for person, name in people.items()
        ],
        "locations": [{"id": 1, "uuid": _uuid("location", _ABOUT), "name": _ABOUT, "modificationDate": newest}]
        if evenings
        else [],
        "plays": [_play(evening, games, numbers, local, lang) for evening in evenings],
    }


def _play(
    evening: Evening, games: Mapping[str, int], people: Mapping[str, int], local: Local, lang: str
) -> dict[str, Any]:
    return {
        "uuid": _uuid("play", f"{evening.table}/{evening.began}"),
        "gameRefId": games[evening.game],
        "locationRefId": 1,
        "playDate": local(evening.began),
        "entryDate": local(evening.ended),
        "modificationDate": local(evening.ended),
        "durationMin": max(0, (evening.ended - evening.began) // 60_000),
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "rounds": 0,
        "comments": "",
        "playerScores": [
            {
                "playerRefId": people[_person(guest)],
                "score": str(guest.total),
                "winner": evening.won(guest),
                "newPlayer": False,
                "startPlayer": False,
                "rank": guest.place,
                "seatOrder": guest.seat,
                "role": _role(guest, lang),
            }
            for guest in evening.guests
        ],
    }


def _role(guest: Guest, lang: str) -> str:
    return " / ".join(name.get(lang, "") for name in guest.names.values())


def _person(guest: Guest) -> str:
    return f"opponent {same_name(guest.name)}" if guest.opponent else same_name(guest.name)


def _uuid(kind: str, key: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"tableside:{kind}:{key}")).upper()


@cache
def bg_stats_schema() -> dict[str, Any]:
    """The JSON Schema of what `as_bg_stats` writes."""
    found: dict[str, Any] = json.loads(
        data_folder("companion").joinpath("bg_stats.schema.json").read_text(encoding="utf-8")
    )
    return found
