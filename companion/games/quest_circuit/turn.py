"""The steps of a turn, and whose turn is next (QC-TURN)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import after
from companion.games.quest_circuit.abilities import forgotten
from companion.games.quest_circuit.cells import activated, automatic, begin_effect, forced, tidied
from companion.games.quest_circuit.common import NONE, Outcome, event, require_step
from companion.games.quest_circuit.fights import can_attack, can_attack_rival
from companion.games.quest_circuit.moves import EndTurn, Finish
from companion.games.quest_circuit.state import State, Turn


def begin_turn(state: State, seat: int) -> Outcome:
    """Step 1: equipment locks, and the roll is next (QC-TURN-01, QC-GEAR-01)."""
    player = state.player(seat)
    state = state.change(seat, turns=player.turns + 1).replace(active_player=seat, turn=Turn())
    return state, (event("turn", name=player.name, rule="QC-TURN-01"),)


def begin_rival_turn(state: State) -> Outcome:
    """The Pretender is next; a tap lets it act."""
    return replace(state, active_player=1, turn=Turn("rival")), NONE


def follow(state: State, chance: Chance) -> Outcome | None:
    """What a turn does by itself: None while a person has to act."""
    match state.turn.step:
        case "auto":
            if not automatic(state):
                return state.now(step="active"), NONE
            effect = forced(state)
            return None if effect is None else begin_effect(state, state.active.seat, effect, (), chance)
        case "active":
            return None if has_choice(state) else (state.now(step="unlock"), NONE)
        case "unlock" if not state.turn.waits:
            return (state.now(waits=True), NONE) if state.active.inventory else next_turn(state)
    return None


def has_choice(state: State) -> bool:
    """Whether there is anything that the active player might still do on the cell (QC-PLAY-03)."""
    if activated(state):
        return True
    found = state.active
    return found.position == state.turn.destination and bool(
        can_attack(state, found.seat) or can_attack_rival(state, found.seat)
    )


def finish(state: State, seat: int, move: Finish, chance: Chance) -> Outcome:
    """No more effects: equipment unlocks (step 6)."""
    require_step(state, seat, "active")
    return state.now(step="unlock"), NONE


def end_turn(state: State, seat: int, move: EndTurn, chance: Chance) -> Outcome:
    require_step(state, seat, "unlock")
    return next_turn(state)


def next_turn(state: State) -> Outcome:
    """Steps 7 and 8: the cell is tidied, what lasted for the turn is over, and the next player is on."""
    seat = state.active.seat
    state, told = tidied(state)
    for player in state.players:
        state = forgotten(state, player.seat, "turn")
    if state.rival is not None:
        state, more = begin_rival_turn(state)
    else:
        state, more = begin_turn(state, after(state.n, seat))
    return state, told + more
