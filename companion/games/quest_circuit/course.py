"""Everything that follows a move without a choice, in its order, until a person has to act again."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.chance import Chance
from companion.games.quest_circuit import cells, ending, fights, gains, rival, setup, turn
from companion.games.quest_circuit.abilities import windows
from companion.games.quest_circuit.common import NONE, Events, Outcome
from companion.games.quest_circuit.state import State


def settle(state: State, chance: Chance) -> Outcome:
    """Raises IllegalMove only where real dice or cards are typed wrong."""
    told: Events = ()
    while not state.pending and state.phase != "finished":
        following = _next(state, chance)
        if following is None:
            break
        state, more = following
        told += more
    return state, told


def _next(state: State, chance: Chance) -> Outcome | None:
    """A blow lands, then gains, then dice that nobody changes count; then the turn goes on."""
    if state.blow is not None:
        return fights.land(state)
    if state.queue:
        return gains.next_gain(state, chance)
    if state.fight is not None:
        return _dice_lie(state, fights.resolve) if state.fight.dice is not None else None
    if state.trial is not None:
        return _dice_lie(state, cells.resolve_trial)
    if state.completed is not None:
        return ending.quest_end(state)
    match state.phase:
        case "heroes":
            return setup.after_heroes(state)
        case "turn" if state.turn.step == "rival":
            return _after_rival(state)
        case "turn":
            return turn.follow(state, chance)
        case "trade":
            return ending.after_trade(state)
        case "refit":
            return ending.after_refit(state)
    return None


def _dice_lie(state: State, count: Callable[[State], Outcome]) -> Outcome:
    """The dice count when nobody can or wants to change them any more (QC-FIGHT-12)."""
    asks = windows(state)
    return (replace(state, pending=asks), NONE) if asks else count(state)


def _after_rival(state: State) -> Outcome | None:
    """A duel that the Pretender began is over."""
    return rival.after_duel(state) if state.turn.tried else None
