"""Tables with the published cards that have names in the rules; their numbers are typed in by the test."""

from __future__ import annotations

from typing import Any

from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    PUBLISHED,
    overlay,
    table,
)

ARROWS = overlay(
    market={
        "climb": {"arrow": "left"},
        "intimidate": {"arrow": "right"},
        "negotiate": {"arrow": "down"},
        "search": {"arrow": "up"},
        "sleight-of-hand": {"arrow": "up"},
        "open-lock": {"arrow": "down"},
        "move-silently": {"arrow": "right"},
        "heavy-crossbow": {"hands": 2},
        "knowledge": {"arrow": "right"},
        "chain-helm": {"cost": 5},
        "honest": {"cost": 4, "arrow": "up"},
        "quarterstaff": {"cost": 4, "hands": 2},
        "mystic-robes": {"cost": 3},
        "steadfast": {"cost": 0, "arrow": "down"},
    }
)
"""Numbers that somebody typed in for a table: the published ones are not known."""


def named(n: int = 2, **given: Any) -> State:
    return table(n, PUBLISHED, ARROWS, **given)


def dice_phase(n: int = 2, **given: Any) -> State:
    return named(n, **{"centre": "r1 y4* b5", **given})


def buying(**given: Any) -> State:
    """Seat 1 is to act in the Market phase."""
    defaults = {"phase": "market", "holds": {1: 1, 2: 2}, "market": ["longbow", "climb"]}
    return named(**{**defaults, **given})
