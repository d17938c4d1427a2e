"""Automatic seats: opponents that decide from what their seat may see, and say why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.chance import Chance
from companion.moves import Move
from companion.words import Word


@dataclass(frozen=True)
class Decision:
    """What an opponent does and why: words with the terms, the rule ids and the runner-up.

    The reasons are sealed for as long as the move is (`Move.secret`); those of an open move are told at once, so they
    name nothing that only the opponent sees.
    """

    move: Move
    because: tuple[Word, ...] = ()


@dataclass(frozen=True)
class Opponent:
    """An opponent that can take a seat: its key, its levels from the easiest, and how it decides.

    `decide(view, seat, chance)` is given the view of its own seat; what the seat may not know is `Unknown` there.
    """

    key: str
    decide: Callable[[Any, int, Chance], Decision]


@dataclass(frozen=True)
class AutomaMove(Move):
    """A seated person asks an automatic seat to act."""

    type = "automa"
    seat: int
