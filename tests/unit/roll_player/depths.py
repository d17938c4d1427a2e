"""Tables at each depth of cards."""

from __future__ import annotations

from typing import Any

from companion.games.roll_player.moves import (
    DiscardForGold,
)
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    PUBLISHED,
    after,
    beacon,
    some_sheets,
    table,
)


def market(*cards: str, depth: str = "types", **given: Any) -> State:
    """Seat 1 is to act in the Market phase; numbers of the published cards are not known."""
    defaults: dict[str, Any] = {"phase": "market", "holds": {1: 1, 2: 2}, "gold": (9, 9), "cards": depth}
    return table(2, PUBLISHED, market=cards, **{**defaults, **given})


def scoring(**given: Any) -> State:
    """The market turn that ends the game has just been taken."""
    defaults: dict[str, Any] = {"phase": "market", "round": 12, "holds": {1: 2}, "market": ["climb", "honest"]}
    defaults["sheets"] = some_sheets(2, 18)
    state = table(2, given.pop("pack", PUBLISHED), **{**defaults, **given}).change(2, market_turn_done=True)
    return after(state, 1, DiscardForGold("12.1"))


def dice(**given: Any) -> State:
    return table(2, beacon(), **{"centre": "r1 y4* b5", "sheets": ["STR[r2 b3 g4] DEX[w1 _ _]"], **given})
