"""Automatic seats: opponents that decide from what their seat may see, and say why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.chance import Chance
from companion.moves import Move
from companion.words import Word


class Decision(Struct, frozen=True):
    """What an opponent does and why: words with the terms, the rule ids and the runner-up.

    The reasons are sealed for as long as the move is (`Move.secret`); those of an open move are told at once, so they
    name nothing that only the opponent sees.
    """

    move: Move
    because: tuple[Word, ...] = ()


class Opponent(Struct, frozen=True):
    """An opponent that can take a seat, and how it decides. A game lists them from the easiest.

    `decide(view, seat, chance)` is given the view of its own seat; what the seat may not know is `Unknown` there.
    `choose` is the same choice without the reasons, where they cost time: for simulations. `level` is the name by which
    `tableside solo` finds it, and `standard` marks the one that plays if none is named.
    """

    key: str
    decide: Callable[[Any, int, Chance], Decision]
    level: str = ""
    standard: bool = False
    choose: Callable[[Any, int, Chance], Move] | None = None

    @property
    def move(self) -> Callable[[Any, int, Chance], Move]:
        """What it would do, without saying why."""
        return self.choose or self._decided

    def _decided(self, view: Any, seat: int, chance: Chance) -> Move:
        return self.decide(view, seat, chance).move


class AutomaMove(Move, frozen=True):
    """A seated person asks an automatic seat to act."""

    type = "automa"
    seat: int
