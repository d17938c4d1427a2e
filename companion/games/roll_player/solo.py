"""The solo mode: the opponent die and the sweep (RP-SOLO)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.chance import Chance
from companion.games.roll_player.common import Events, Outcome, event, require_turn_in
from companion.games.roll_player.market import before_market
from companion.games.roll_player.moves import OpponentRoll
from companion.games.roll_player.state import State

LEFT, MIDDLE, RIGHT = 1, 2, 3
POSITIONS = {LEFT: "left", MIDDLE: "middle", RIGHT: "right"}

OPPONENT: dict[int, tuple[int | None, ...]] = {
    2: (LEFT, MIDDLE, RIGHT, None, None, None),
    3: (LEFT, LEFT, MIDDLE, MIDDLE, RIGHT, RIGHT),
}
"""The position of the dealt market that is trashed, by initiative card and face 1…6; card 1 rolls nothing."""


def trashed_position(card: int, face: int) -> int | None:
    """The table of the opponent die (RP-SOLO-06): 1 left, 2 middle, 3 right; None: nothing."""
    return OPPONENT[card][face - 1] if card in OPPONENT else None


def after_dice(state: State) -> Outcome:
    """Before the Market phase the opponent die is rolled, unless card 1 was taken."""
    player = state.player(1)
    if player.held_initiative in OPPONENT:
        return replace(state, phase="opponent", active_player=1), ()
    return before_market(state)


def opponent_roll(state: State, seat: int, move: OpponentRoll, chance: Chance) -> Outcome:
    require_turn_in(state, seat, "opponent")
    face = chance.roll(6, whose=(None,))[0]
    position = trashed_position(state.players[seat - 1].held_initiative or 0, face)
    assert state.opponent_die is not None
    die = replace(state.opponent_die, last_roll=face)
    told: Events = (event("opponent_roll", face=face),)
    name = f"{state.deals}.{position}"
    for place in state.market:
        if place.place == name:
            told += (event(f"trash_card.{POSITIONS[position or 0]}", card=state.content.name("market", place.card)),)
            market = tuple([m for m in state.market if m is not place])
            state, more = before_market(state, opponent_die=die, market=market, trash=(*state.trash, place.card))
            return state, told + more
    state, more = before_market(state, opponent_die=die)
    return state, (*told, event("opponent_nothing"), *more)


def sweep(state: State) -> tuple[dict[str, Any], Events]:
    """RP-SOLO-08: the leftmost card that is left goes to the discard pile, the rest to the trash. What becomes of the
    state, and what is told."""
    if not state.market:
        return {}, ()
    left, *rest = [place.card for place in state.market]
    name = state.content.name
    told = event("sweep", card=name("market", left), rest=[name("market", card) for card in rest], n=len(rest))
    discard, trash = (*state.market_discard, left), (*state.trash, *rest)
    return {"market": (), "market_discard": discard, "trash": trash}, (told,)
