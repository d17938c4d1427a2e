"""What heroes get from cards, one thing after another (section 1.3, QC-FIGHT-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask
from companion.games.quest_circuit.common import NONE, Outcome, asked, cell_name, event, item_name, item_names, without
from companion.games.quest_circuit.content import Gain
from companion.games.quest_circuit.moves import Done
from companion.games.quest_circuit.ring import START, steps
from companion.games.quest_circuit.state import Blow, State
from companion.games.quest_circuit.vigour import gain_xp, healed, restored, strike, with_card


def queued(state: State, seat: int, gains: Iterable[Gain]) -> State:
    """What a hero is about to get."""
    return replace(state, queue=(*state.queue, *((seat, gain) for gain in gains)))


def next_gain(state: State, chance: Chance) -> Outcome:
    """The next thing in the queue happens."""
    (seat, gain), *rest = state.queue
    return _KINDS[gain.kind](replace(state, queue=tuple(rest)), seat, gain, chance)


def draw_items(state: State, seat: int, n: int, chance: Chance) -> Outcome:
    """Cards from the top of the Item stack; an empty stack gives nothing (QC-FIGHT-14)."""
    n = min(n, len(state.items))
    cards = chance.draw(state.items, n, of="cards", tag="items")
    state = replace(state, items=state.items.remove(*cards))
    for ref in cards:
        state = with_card(state, seat, ref)
    name = state.player(seat).name
    key = "draws" if cards else "draws_nothing"
    return state, (event(key, name=name, cards=item_names(state, cards), rule="QC-FIGHT-14"),)


def _unique(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    """A named Unique, if it is still in its stack."""
    ref = next((ref for ref in state.uniques if ref.partition("+")[0] == gain.unique), None)
    if ref is None:
        return state, NONE
    state = with_card(replace(state, uniques=tuple(each for each in state.uniques if each != ref)), seat, ref)
    told = event("takes_unique", name=state.player(seat).name, card=item_name(state, ref), rule="QC-FIGHT-14")
    return state, (told,)


def _heal(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    n = min(gain.n, state.player(seat).wounds)
    return healed(state, seat, n), (event("heals", name=state.player(seat).name, n=n),)


def _lose(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    return strike(state, Blow(seat, gain.n, "card")), NONE


def _mana(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    spent = state.player(seat).mana_spent
    n = min(gain.n, spent)
    return state.change(seat, mana_spent=spent - n), (event("mana", name=state.player(seat).name, n=n),)


def _restore(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    return restored(state, seat), (event("restored", name=state.player(seat).name, rule="QC-MOVE-08"),)


def _xp(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    return gain_xp(state, seat, gain.n)


def _items(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    return draw_items(state, seat, gain.n, chance)


def _move(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    """So many cells ahead; the cell is not played."""
    ahead = steps(state.player(seat).position, state.last_cell, state.empty_cells)
    step = ahead[min(gain.n, len(ahead)) - 1]
    state = state.change(seat, position=step.cell)
    told = (event("goes", name=state.player(seat).name, cell=cell_name(step.cell), rule="QC-MOVE-02"),)
    if not step.restores:
        return state, told
    state, more = _restore(state, seat, gain, chance)
    return state, told + more


def _start(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    state, told = _restore(state.change(seat, position=START), seat, gain, chance)
    return state, (event("goes", name=state.player(seat).name, cell=cell_name(START), rule="QC-MOVE-08"), *told)


def _by_text(state: State, seat: int, gain: Gain, chance: Chance) -> Outcome:
    """The table does what the text says, and says when it is done."""
    return replace(state, pending=(Ask(seat, "by_text", (), {}, "QC-PLAY-02"), *state.pending)), NONE


def done(state: State, seat: int, move: Done, chance: Chance) -> Outcome:
    ask = asked(state, seat, "by_text")
    return without(state, ask), (event("by_text", name=state.player(seat).name),)


_KINDS: Mapping[str, Callable[[State, int, Gain, Chance], Outcome]] = {
    "heal": _heal,
    "lose": _lose,
    "mana": _mana,
    "restore": _restore,
    "xp": _xp,
    "items": _items,
    "unique": _unique,
    "move": _move,
    "start": _start,
    "by_text": _by_text,
}
