"""The movement roll, and where the token may go (QC-MOVE)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance import Chance
from companion.games.quest_circuit.common import (
    D6,
    NONE,
    Events,
    Outcome,
    card_name,
    cell_name,
    event,
    require_step,
)
from companion.games.quest_circuit.moves import Go, Roll
from companion.games.quest_circuit.ring import START, Step, choices, distance
from companion.games.quest_circuit.state import Cell, State
from companion.games.quest_circuit.vigour import restored
from companion.moves import IllegalMove


def roll(state: State, seat: int, move: Roll, chance: Chance) -> Outcome:
    """QC-MOVE-01: one die; Speed is added when it is looked at, since it may still change."""
    require_step(state, seat, "roll")
    (die,) = chance.roll(D6)
    state = state.now(step="move", die=die)
    args = {"name": state.active.name, "die": die, "distance": reach(state)}
    return state, (event("rolls", **args, rule="QC-MOVE-01"),)


def reach(state: State) -> int:
    """The distance of this turn; 0 before the roll."""
    if state.turn.die is None or state.active_player is None:
        return 0
    return distance(state.turn.die + state.turn.plus, state.bonuses(state.active_player).speed)


def reachable(state: State) -> tuple[Step, ...]:
    """Where the token may go; with a distance of 0 it stays, and that is a move (QC-MOVE-07)."""
    here = state.active.position
    far = reach(state)
    if far == 0:
        return (Step(here, 0, restores=False),)
    return choices(here, far, state.last_cell, state.empty_cells)


def go(state: State, seat: int, move: Go, chance: Chance) -> Outcome:
    """The token moves; Start restores, before the destination is played; a face-down card is turned up."""
    require_step(state, seat, "move", rule="QC-MOVE-02")
    step = next((step for step in reachable(state) if step.cell == move.cell), None)
    if step is None:
        raise IllegalMove("move.too_far", rule="QC-MOVE-02", field="cell", got=move.cell)
    name = state.active.name
    state = state.change(seat, position=step.cell).now(step="auto", destination=step.cell)
    key = "goes" if step.steps else "stays"
    told: Events = (
        event(key, name=name, cell=cell_name(step.cell), rule="QC-MOVE-02" if step.steps else "QC-MOVE-07"),
    )
    if step.restores:
        state = restored(state, seat)
        told += (event("restored", name=name, rule="QC-MOVE-08"),)
    state, more = turned_up(state, step.cell, chance)
    return state, told + more


def turned_up(state: State, at: int, chance: Chance) -> Outcome:
    """The card on a cell face up: it is drawn when it is seen (QC-MOVE-09)."""
    cell = state.cells[at]
    if at == START or not cell.covered:
        return state, NONE
    if cell.card is not None:  # the Goal, that everybody knew
        return state.put(at, replace(cell, covered=False)), (
            event("turns", card=card_name(state, cell.card), rule="QC-MOVE-09"),
        )
    (key,) = chance.draw(state.unseen, 1, of="cards", tag="quest")
    state = replace(state, unseen=state.unseen.remove(key)).put(at, Cell(key))
    return state, (event("turns", card=card_name(state, key), rule="QC-MOVE-09"),)
