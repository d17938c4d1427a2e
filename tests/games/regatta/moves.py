"""What a player can do."""

from __future__ import annotations

from companion.moves import Move


class Roll(Move, frozen=True):
    """Roll the die once more."""

    type = "roll"


class Moor(Move, frozen=True):
    """Moor the boat: what was rolled is safe, and the turn is over."""

    type = "moor"
