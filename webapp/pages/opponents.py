"""Opponents on the pages: what they did last and why, the button that lets one play, and their seats in the lobby."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.automa import AutomaMove
from companion.canonical import Plain, plain
from companion.log import Entry
from companion.table import Table
from companion.view import Viewer
from companion.words import Word, Words
from webapp.pages.coloured import plain as unmarked
from webapp.render import heard, say
from webapp.tables import Folded
from webapp.views import entry_label, opponents_to_act, reasons

_SHOWN = 6
"""Entries of opponents that a page shows at most: each of three may have acted twice since."""


class Told(Struct, frozen=True):
    """An entry of an opponent: who it was, what happened, and why, decision by decision, in words (coloured)."""

    seq: int
    seat: int
    name: str
    colour: str | None
    lines: tuple[str, ...]
    why: tuple[tuple[str, ...], ...]


def told(folded: Folded, seat: Viewer, coloured: Words) -> list[Told]:
    """What the opponents did since a person acted last, the newest at the end."""
    found = [_told(folded, entry, seat, coloured) for entry in _latest(folded)]
    return found[::-1]


def _latest(folded: Folded) -> Iterator[Entry]:
    """The opponents' entries at the end of the log; what changes no state in between does not count."""
    shown = 0
    for entry in reversed(folded.entries):
        if entry.kind in ("noted", "seated") or "setting" in entry.open:
            continue
        if "decisions" not in entry.open or shown == _SHOWN:
            return
        shown += 1
        yield entry


def _told(folded: Folded, entry: Entry, seat: Viewer, coloured: Words) -> Told:
    table, number = folded.table, int(entry.open["seat"])
    lines = heard(coloured, table.told.get(entry.seq, ()), seat)
    return Told(
        entry.seq,
        number,
        table.names.get(number, ""),
        table.seats[number - 1].colour,
        tuple(lines or [say(coloured, entry_label(folded, entry, seat))]),
        why(folded, entry, coloured),
    )


def why(folded: Folded, entry: Entry, coloured: Words) -> tuple[tuple[str, ...], ...]:
    """The reasons of an entry, decision by decision, as far as they tell no secret."""
    said = (tuple(say(coloured, reason) for reason in decision) for decision in reasons(folded, entry))
    return tuple(decision for decision in said if decision)


def to_let(folded: Folded, words: Words) -> list[Mapping[str, Any]]:
    """The buttons that let an opponent play, for those whose turn it is."""
    if not folded.table.started or folded.read_only:
        return []
    names = folded.table.names
    return [
        {"move": plain(AutomaMove(seat)), "label": say(words, Word("opponents.let", {"name": names[seat]}))}
        for seat in opponents_to_act(folded)
    ]


# the lobby


def levels(table: Table, words: Words) -> list[dict[str, str]]:
    """The opponents of a game as they are chosen: `{key, name}`; the standard one is `usual`."""
    return [
        {"key": one.key, "name": say(words, Word(f"opponent.{one.key}")), "usual": "1" if one.standard else ""}
        for one in table.game.opponents
    ]


def lobby(folded: Folded, words: Words) -> Mapping[str, Any] | None:
    """What the host sets about opponents: an empty seat for one, and seats that change hands."""
    table = folded.table
    offered = levels(table, words)
    if not offered or folded.read_only or (table.started and table.result is not None):
        return None
    return {
        "levels": offered,
        "name": _free_name(table, words),
        "people": [_seat(number, seat.name) for number, seat in enumerate(table.seats, 1) if seat.automa is None],
        "played": [_seat(number, seat.name) for number, seat in enumerate(table.seats, 1) if seat.automa is not None],
    }


def switches(folded: Folded, words: Words) -> list[Mapping[str, Any]]:
    """What the host switches on and off: opponents that play at once, and the odds."""
    table = folded.table
    if folded.read_only or (table.started and table.result is not None):
        return []
    keys = (["at_once"] if any(seat.automa is not None for seat in table.seats) else []) + (
        ["odds"] if table.game.aid is not None else []
    )
    return [
        {
            "key": key,
            "on": bool(table.settings.get(key)),
            "name": words(f"switch.{key}.name"),
            "why": words(f"switch.{key}.why"),
        }
        for key in keys
    ]


def _seat(number: int, name: str) -> dict[str, Plain]:
    return {"number": number, "name": name}


def _free_name(table: Table, words: Words) -> str:
    """A name to begin with, in the host's language; it can be typed over."""
    names: Iterable[str] = [name.strip() for name in words("opponents.names").split(",")]
    taken = {seat.name.casefold() for seat in table.seats}
    return next((name for name in names if name.casefold() not in taken), "")


def level_name(table: Table, key: str, words: Words) -> str:
    """What the opponent of a seat is called."""
    return unmarked(say(words, Word(f"opponent.{key}")))
