"""Equipment: what is put on and taken off, and when (QC-GEAR)."""

from __future__ import annotations

from companion.chance import Chance
from companion.games.quest_circuit.common import Outcome, event, item_name
from companion.games.quest_circuit.moves import Equip, TakeOff
from companion.games.quest_circuit.state import Player, State
from companion.games.quest_circuit.vigour import bounded
from companion.moves import IllegalMove


def equip(state: State, seat: int, move: Equip, chance: Chance) -> Outcome:
    """Put a card on; the one that is in its house slot comes off."""
    player = _unlocked(state, seat)
    if move.card not in player.inventory:
        raise IllegalMove("card.not_yours", rule="QC-GEAR-02", field="card", got=move.card)
    slot = state.item(move.card).slot
    off = tuple(ref for ref in player.equipment if slot is not None and state.item(ref).slot == slot)
    inventory = (*(ref for ref in player.inventory if ref != move.card), *off)
    equipment = (*(ref for ref in player.equipment if ref not in off), move.card)
    state = bounded(state.change(seat, equipment=equipment, inventory=inventory), seat)
    return state, (event("equips", name=player.name, card=item_name(state, move.card), rule="QC-GEAR-02"),)


def take_off(state: State, seat: int, move: TakeOff, chance: Chance) -> Outcome:
    player = _unlocked(state, seat)
    if move.card not in player.equipment:
        raise IllegalMove("card.not_yours", rule="QC-GEAR-02", field="card", got=move.card)
    equipment = tuple(ref for ref in player.equipment if ref != move.card)
    state = bounded(state.change(seat, equipment=equipment, inventory=(*player.inventory, move.card)), seat)
    return state, (event("takes_off", name=player.name, card=item_name(state, move.card), rule="QC-GEAR-02"),)


def _unlocked(state: State, seat: int) -> Player:
    """The player, if equipment may be changed. Raises IllegalMove while it is locked (QC-GEAR-01)."""
    if not state.may_equip(seat):
        raise IllegalMove("gear.locked", rule="QC-GEAR-01")
    return state.player(seat)
