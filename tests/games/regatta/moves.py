"""What a player can do."""

from __future__ import annotations

from dataclasses import dataclass

from companion.moves import Move


@dataclass(frozen=True)
class Roll(Move):
    """Roll the die once more."""

    type = "roll"


@dataclass(frozen=True)
class Moor(Move):
    """Moor the boat: what was rolled is safe, and the turn is over."""

    type = "moor"
