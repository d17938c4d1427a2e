"""Powers and usable cards: when they may be used, what they cost, and what they do (QC-FIGHT-12, QC-GEAR-07)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask
from companion.games.quest_circuit.common import D6, NONE, Outcome, asked, event, require_phase, source_name, without
from companion.games.quest_circuit.content import Cost, Gain, Twist, Usable
from companion.games.quest_circuit.gains import queued
from companion.games.quest_circuit.moves import Pass, Use
from companion.games.quest_circuit.state import POWER, Boost, State, companion_health
from companion.games.quest_circuit.vigour import bounded, without_card
from companion.moves import IllegalMove

STANDING = ("move", "start")
"""Gains that move a token: never in the middle of a fight."""


# what it costs


def can_pay(state: State, seat: int, cost: Cost) -> bool:
    """The full payment: never a level, never the last Health (QC-PLAY-05)."""
    player = state.player(seat)
    return (
        state.mana(seat) >= cost.mana
        and player.xp >= cost.xp
        and (not cost.health or state.health(seat) > cost.health)
        and len(player.owned) >= cost.card
    )


def payments(state: State, seat: int, cost: Cost) -> Iterator[tuple[str, ...]]:
    """The cards that could pay for it, one choice after another."""
    yield from combinations(state.player(seat).owned, cost.card)


def pay(state: State, seat: int, cost: Cost, cards: tuple[str, ...]) -> State:
    """Pay all of it. Raises IllegalMove if something is missing."""
    player = state.player(seat)
    if not can_pay(state, seat, cost):
        raise IllegalMove("pay.too_little", rule="QC-PLAY-05")
    if len(cards) != cost.card or len(set(cards)) != len(cards) or not set(cards) <= set(player.owned):
        raise IllegalMove("pay.cards", rule="QC-PLAY-05", field="cards", n=cost.card)
    state = state.change(
        seat, mana_spent=player.mana_spent + cost.mana, xp=player.xp - cost.xp, wounds=player.wounds + cost.health
    )
    for ref in cards:
        state = without_card(state, seat, ref)
    return replace(state, discard=(*state.discard, *cards))


# when it may be used


def moments(state: State, seat: int) -> frozenset[str]:
    """The timings that are now, for this seat."""
    fight, trial, step = state.fight, state.trial, state.turn.step
    if state.phase != "turn":
        return frozenset()
    if fight is not None:
        if fight.dice is None or seat not in (fight.seat, fight.target):
            return frozenset()
        return frozenset({"roll", "exchange", fight.stage})
    if seat != state.active_player or step == "rival":
        return frozenset()
    if trial is not None:
        return frozenset({"roll", "try"})
    return frozenset({"roll", "move", "turn"}) if step == "move" else frozenset({"turn"})


def usable_now(state: State, seat: int) -> Iterator[tuple[str, Usable]]:
    """What this seat can use now, and pay for."""
    now = moments(state, seat)
    if not now:
        return
    for source, usable in state.usables(seat):
        if usable.timing in now and can_pay(state, seat, usable.cost) and _ready(state, seat, source, usable):
            yield source, usable


def _ready(state: State, seat: int, source: str, usable: Usable) -> bool:
    player = state.player(seat)
    if usable.per is not None and (usable.per, source) in player.used:
        return False
    if state.fight is not None and any(isinstance(does, Gain) and does.kind in STANDING for does in usable.does):
        return False
    companion = next((companion for companion in player.companions if companion.card == source), None)
    return companion is None or companion.wounds < companion_health(state.content, source)


def use_moves(state: State, seat: int) -> Iterator[Use]:
    for source, usable in usable_now(state, seat):
        yield from (Use(source, cards or None) for cards in payments(state, seat, usable.cost) if source not in cards)


def windows(state: State) -> tuple[Ask, ...]:
    """Who may still change the dice that lie on the table (QC-FIGHT-12)."""
    thing = state.fight if state.fight is not None else state.trial
    if thing is None:
        return ()
    seats = (state.fight.seat, state.fight.target) if state.fight is not None else (state.active_player,)
    return tuple(
        Ask(seat, "window", (), {}, "QC-FIGHT-12")
        for seat in seats
        if seat is not None and seat not in thing.passed and any(usable_now(state, seat))
    )


# using it


def use(state: State, seat: int, move: Use, chance: Chance) -> Outcome:
    """Use a power or a card. Other questions than the window come first."""
    require_phase(state, "turn")
    if any(ask.key != "window" for ask in state.pending):
        raise IllegalMove("ask.first")
    usable = dict(usable_now(state, seat)).get(move.source)
    if usable is None or move.source in (move.cards or ()):
        raise IllegalMove("use.not_now", rule="QC-GEAR-07", field="source", got=move.source)
    told = event("uses", name=state.player(seat).name, what=source_name(state, seat, move.source), rule="QC-GEAR-07")
    state = pay(state, seat, usable.cost, move.cards or ())
    if usable.per is not None:
        state = state.change(seat, used=(*state.player(seat).used, (usable.per, move.source)))
    for does in usable.does:
        state = _twisted(state, seat, does, chance) if isinstance(does, Twist) else queued(state, seat, (does,))
    if usable.single_use and move.source != POWER:
        state = without_card(state, seat, move.source)
        state = replace(state, discard=(*state.discard, move.source))
    return _reopened(state, seat), (told,)


def _reopened(state: State, seat: int) -> State:
    """Whoever let the dice stand may think again: they lie otherwise now."""
    state = replace(state, pending=tuple(ask for ask in state.pending if ask.key != "window"))
    if state.fight is not None:
        return replace(state, fight=replace(state.fight, passed=()))
    return replace(state, trial=replace(state.trial, passed=())) if state.trial is not None else state


def _twisted(state: State, seat: int, twist: Twist, chance: Chance) -> State:
    if twist.kind == "boost":
        boost = Boost(str(twist.stat), twist.n, str(twist.lasts))
        return state.change(seat, boosts=(*state.player(seat).boosts, boost))
    if state.fight is not None:
        return _in_fight(state, seat, twist, chance)
    if state.trial is not None:
        if twist.kind == "reroll":
            return replace(state, trial=replace(state.trial, die=chance.roll(D6)[0]))
        return replace(state, trial=replace(state.trial, plus=state.trial.plus + twist.n))
    if twist.kind == "reroll":
        return state.now(die=chance.roll(D6)[0])
    return state.now(plus=state.turn.plus + twist.n)


def _in_fight(state: State, seat: int, twist: Twist, chance: Chance) -> State:
    fight = state.fight
    assert fight is not None
    assert fight.dice is not None
    side = 0 if seat == fight.seat else 1
    if twist.kind == "reroll":
        (face,) = chance.roll(D6)
        dice = (face, fight.dice[1]) if side == 0 else (fight.dice[0], face)
        return replace(state, fight=replace(fight, dice=dice))
    field = {"roll": "plus", "guard": "guard", "harm": "harm"}[twist.kind]
    pair: tuple[int, int] = getattr(fight, field)
    pair = (pair[0] + twist.n, pair[1]) if side == 0 else (pair[0], pair[1] + twist.n)
    return replace(state, fight=replace(fight, **{field: pair}))


def let_stand(state: State, seat: int, move: Pass, chance: Chance) -> Outcome:
    ask = asked(state, seat, "window")
    state = without(state, ask)
    if state.fight is not None:
        return replace(state, fight=replace(state.fight, passed=(*state.fight.passed, seat))), NONE
    assert state.trial is not None
    return replace(state, trial=replace(state.trial, passed=(*state.trial.passed, seat))), NONE


def forgotten(state: State, seat: int, period: str) -> State:
    """What lasted for a fight, a turn or a quest is over."""
    player = state.player(seat)
    boosts = tuple(boost for boost in player.boosts if boost.lasts != period)
    used = tuple(each for each in player.used if each[0] != period)
    if (boosts, used) == (player.boosts, player.used):
        return state
    return bounded(state.change(seat, boosts=boosts, used=used), seat)
