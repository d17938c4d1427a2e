"""Everything that one viewer of a table receives, as one text to search in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from at_table import Sitting
from msgspec import Struct
from msgspec.structs import asdict

from companion.canonical import plain
from companion.packs import Pack
from companion.view import Viewer
from companion.words import Word, Words, catalogue

KINDS = 30
CANARIES = tuple(f"canary{n:02}x{n * 7919 % 104729:05}" for n in range(1, KINDS + 1))
"""The names of the pebbles of these tables: each there once, and its name nowhere else."""


def canary_pack() -> Pack:
    """Instead of the pebbles of the set, pebbles with names that are found again wherever they stand."""
    own = ("slate", "flint", "granite", "marble", "quartz", "agate", "jasper", "amber")
    records: dict[str, dict[str, Any]] = {name: {"drop": True} for name in own}
    for n, name in enumerate(CANARIES):
        records[name] = {"count": 1, "points": 1 + n % 9, "dice": 1 + n % 3}
    return Pack("canaries", {"pebbles": records})


def canary_table(seats: int, **options: Any) -> Sitting:
    return Sitting.down(seats, packs=[canary_pack()], **options)


@cache
def languages() -> tuple[Words, ...]:
    """English and Russian, with words for these pebbles."""
    names = {f"pebble.{name}": f"the {name}" for name in CANARIES}
    return tuple(Words(lang, {**catalogue(lang, "pebbles").entries, **names}) for lang in ("en", "ru"))


def received(sitting: Sitting, viewer: Viewer, since: int = 0) -> str:
    """View, log, export, events, panels, prompts, moves, forms and labels, in both languages.

    Of log and events only what is newer than the seq `since`; the export only if that is 0. What stands in the content
    is public and left out: the list of pebbles in the view, and the packs of the export.
    """
    table, game = sitting.table, sitting.table.game
    view = table.view(viewer)
    shown = plain(view)
    shown.pop("pebbles", None)
    parts: list[Any] = [shown, [entry.cut(viewer) for entry in table.entries[since:]], plain(table.result)]
    if not since:
        file = sitting.file(viewer, states={sitting.seq: sitting.hash})
        file.pop("packs")
        parts.append(file)
    told = [event for seq, events in table.told.items() if seq > since for event in events]
    heard = [event.word for event in told if may_hear(event.to, viewer)]
    words: list[Any] = [*heard, *_words_in(game.panels(view, viewer)), game.prompt(table.state, viewer)]
    if viewer is not None:
        moves = list(game.moves(table.state, viewer))
        parts += [plain(moves), plain([asdict(form) for form in game.forms(table.state, viewer)])]
        words += [game.label(table.state, viewer, move) for move in moves]
    parts.append(plain(words))
    parts += [[language.say(word) for word in words] for language in languages()]
    return json.dumps(parts, ensure_ascii=False)


def may_hear(to: frozenset[int] | None, viewer: Viewer) -> bool:
    return to is None or viewer in to


def _words_in(value: Any) -> Iterator[Word]:
    """Every word in a tree of panels."""
    if isinstance(value, Word):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _words_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _words_in(item)


class Knowledge:
    """What a viewer may know by now: pebbles that lay open once, and those of the own hand."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.known: set[str] = set()

    def learn(self, state: Any) -> None:
        self.known |= {*state.sea, *state.air.items}
        for player in state.players:
            self.known |= set(player.shore)
            if player.seat == self.viewer:
                self.known |= set(player.hand)

    def secrets(self) -> set[str]:
        return set(CANARIES) - self.known


def sealed_from(sitting: Sitting, viewer: Viewer) -> set[str]:
    """Salts and seeds that the viewer may not have: unopened ones that do not belong to its seat."""
    found: set[str] = set()
    told = {entry.open["reveal"] for entry in sitting.table.entries if "reveal" in entry.open}
    for entry in sitting.table.entries:
        for secret in entry.secrets:
            if secret.digest in sitting.table.opened or viewer in secret.to:
                continue
            found.add(secret.salt)
            if secret.tag == "seed" and secret.value not in told:
                found.add(secret.value)
    return found
