"""The invariants of section 4.2, checked over a whole state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.games.quest_circuit.content import GOAL_CELL
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.state import State, base_of
from companion.games.quest_circuit.wealth import PER_LEVEL, wealth
from companion.refusals import Broken


def check(state: State) -> None:
    """Raises Broken naming the first invariant that does not hold."""
    for rule, holds in INVARIANTS.items():
        if not holds(state):
            raise Broken("invariant", rule=rule)


def _start_and_goal(state: State) -> bool:
    """1: Start never holds a card; cell 20 holds the Goal until the quest is completed."""
    if state.phase != "turn":
        return True
    goal = state.cells[GOAL_CELL].card
    return not state.cells[START].filled and goal == state.content.goal(state.quest)


def _one_place(state: State) -> bool:
    """2: every card of the quest set is in exactly one place, and every owned card is owned once."""
    refs = [ref for player in state.players for ref in player.owned]
    refs += [*state.dealer, *state.removed, *state.uniques, *state.items]
    quest_cards = [cell.card for cell in state.cells if cell.card is not None] + list(state.unseen)
    both = Counter([*(base_of(ref) for ref in refs), *quest_cards, *(base_of(ref) for ref in state.discard)])
    if any(count > 1 for count in both.values()):
        return False
    if state.phase != "turn":
        return True
    extras = state.is_set("extras", "yes")
    quest = state.quest
    wanted = {*state.content.quest_cards(quest, extras=extras), state.content.goal(quest)}
    wanted |= {*state.content.stack(quest, "item"), *state.content.stack(quest, "unique")}
    return wanted <= both.keys() and state.stack >= 0 and state.unseen_discards >= 0


def _xp(state: State) -> bool:
    """3: 0 to 9 XP, level 1 and more."""
    return all(0 <= p.xp < PER_LEVEL and p.level >= 1 and wealth(p.level, p.xp) >= 0 for p in state.players)


def _health(state: State) -> bool:
    """4 and 5: no hero is without Health but while it dies, which is over before anybody is asked."""
    return state.blow is not None or all(
        player.hero is None or (player.wounds >= 0 and state.health(player.seat) >= 1) for player in state.players
    )


def _mana(state: State) -> bool:
    return all(p.hero is None or 0 <= p.mana_spent <= state.max_mana(p.seat) for p in state.players)


def _wounds(state: State) -> bool:
    """6: a monster has Health left; what lies face down has no wounds."""
    for cell in state.cells:
        monster = state.card(cell.card).monster if cell.card is not None else None
        most = monster.health - 1 if monster is not None and not cell.covered else 0
        if not 0 <= cell.wounds <= most:
            return False
    return True


def _locked(state: State) -> bool:
    """7: equipment is locked for the active player in steps 1 to 5, and for whoever is attacked."""
    if state.phase != "turn":
        return True
    for player in state.players:
        acting = player.seat == state.active_player and state.turn.step not in ("unlock", "rival")
        attacked = state.fight is not None and player.seat in (state.fight.seat, state.fight.target)
        if state.may_equip(player.seat) == (acting or attacked):
            return False
    return True


def _start_is_safe(state: State) -> bool:
    """8: nobody is attacked on Start."""
    fight = state.fight
    if fight is None or fight.foe == "monster":
        return True
    attacked = state.player(fight.target if fight.target is not None else fight.seat)
    return attacked.position != START


def _over(state: State) -> bool:
    """9: the game is over when the last quest is completed, and not before."""
    done = len(state.hero_of_quest)
    return (done == state.quests_planned) == (state.phase == "finished") and done <= state.quests_planned


def _slots(state: State) -> bool:
    """11.3: one card in each house slot."""
    for player in state.players:
        slots = [slot for slot in (state.item(ref).slot for ref in player.equipment) if slot is not None]
        if len(slots) != len(set(slots)):
            return False
    return True


INVARIANTS: dict[str, Callable[[State], bool]] = {
    "4.2.1": _start_and_goal,
    "4.2.2": _one_place,
    "4.2.3": _xp,
    "4.2.4": _health,
    "4.2.5": _mana,
    "4.2.6": _wounds,
    "4.2.7": _locked,
    "4.2.8": _start_is_safe,
    "4.2.9": _over,
    "11.3": _slots,
}
"""By their number in the specification."""
