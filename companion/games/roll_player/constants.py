"""The numbers of the set-up table (section 2.1), by number of players; solo takes the column for two."""

from __future__ import annotations

from companion.games.roll_player.state import State

ROUND_TOTAL = 18
WITH_TOKENS = ("dice", "opponent", "attune", "market", "sweep")
"""The phases in which there are charisma tokens: they are spent or lost in the round they are taken (INV-10)."""

SETUP_DISCARDS = {2: 7, 3: 3, 4: 0}
EXTRA_GOLD = {3: 1, 4: 2}
START_GOLD = 5


def column(state: State) -> int:
    """The column of the set-up table: the number of players, 2 for solo (RP-SOLO-01)."""
    return 2 if state.mode == "solo" else len(state.players)


def market_size(state: State) -> int:
    """Cards in the market, initiative cards in play, and dice rolled in a round (RP-SETUP-11, 12)."""
    return column(state) + 1


def starting_dice(state: State) -> int:
    """Dice per player at the start (RP-SETUP-14; two more in the short game, RP-VAR-03)."""
    return column(state) + (6 if "short_game" in state.variants else 4)


def rounds(state: State) -> int:
    """RP-END-01: 18 less the starting dice."""
    return ROUND_TOTAL - starting_dice(state)


def starting_gold(state: State, turn: int) -> int:
    """Gold of the player who is `turn`-th in turn order (1 is the start player). RP-SETUP-04, RP-VAR-03."""
    return START_GOLD + (0 if state.has("short_game") else EXTRA_GOLD.get(turn, 0))


def setup_discards(state: State) -> int:
    """Cards discarded from each pile of dots (RP-SETUP-10)."""
    return SETUP_DISCARDS[column(state)]
