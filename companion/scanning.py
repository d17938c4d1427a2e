"""What a printed card that somebody scans can do at a table: the moves and adjustments that a game offers for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct

from companion.canonical import Plain, plain
from companion.game import Game, State
from companion.moves import Move
from companion.words import Word

Change = Mapping[str, Plain]
"""A change of an adjustable, with `what` it is, as it is posted."""


@runtime_checkable
class Scanning(Protocol):
    """A game in which scanned cards come to a hero. `scanned` tells what a seat can do with the card of that kind and
    key now: legal moves of the seat, and changes that the host may make (the table wins)."""

    def scanned(self, state: State, seat: int, kind: str, key: str) -> Iterator[Move | Change]: ...


class Offer(Struct, frozen=True):
    """One thing that can be done with a card: a move of the seat, or a change of the host, and what it is called."""

    label: Word | None
    move: Mapping[str, Plain] | None = None
    change: Change | None = None


def offers(game: Game, state: State, seat: int, kind: str, key: str) -> Iterator[Offer]:
    """What can be done with a card; nothing in a game that does not say."""
    if not isinstance(game, Scanning):
        return
    for found in game.scanned(state, seat, kind, key):
        if isinstance(found, Move):
            yield Offer(game.label(state, seat, found), move=plain_move(found))
        else:
            yield Offer(None, change=found)


def plain_move(move: Move) -> Mapping[str, Plain]:
    """A move as it is posted."""
    told = plain(move)
    assert isinstance(told, Mapping)
    return told


def naming(moves: Iterator[Move], names: frozenset[str]) -> Iterator[Move]:
    """Those of some moves in whose fields one of these names stands."""
    for move in moves:
        fields = [value for key, value in plain_move(move).items() if key != "type"]
        values = [each for value in fields for each in (value if isinstance(value, list | tuple) else [value])]
        if names & {str(value) for value in values}:
            yield move
