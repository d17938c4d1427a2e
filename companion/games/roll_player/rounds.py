"""How one phase leads to the next, and one round to the next (RP-ROUND, RP-CLEAN, RP-END)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask, pending_of
from companion.games.roll_player.common import (
    NONE,
    Events,
    Outcome,
    event,
    require_turn_in,
    turn_order,
    with_coins,
)
from companion.games.roll_player.constants import rounds
from companion.games.roll_player.dice import asked, without_ask
from companion.games.roll_player.ending import begin_scoring
from companion.games.roll_player.market import before_market, dealt
from companion.games.roll_player.moves import DealMarket, Done, RefreshSkill, SkipRefresh
from companion.games.roll_player.solo import after_dice, sweep
from companion.games.roll_player.state import InitiativeCard, State
from companion.moves import IllegalMove


def settle(state: State, chance: Chance) -> Outcome:
    """Everything that follows without a choice and without luck."""
    told: Events = ()
    while not state.pending and state.phase in _NEXT:
        following = _NEXT[state.phase](state, chance)
        if following is None:
            break
        state, more = following
        told += more
    return state, told


def _after_setup(state: State, chance: Chance) -> Outcome | None:
    return begin_round(state, 1) if state.stage == "done" else None


def _after_dice(state: State, chance: Chance) -> Outcome | None:
    for player in state.players:
        if not player.dice_turn_done:
            return None
    return after_dice(state) if state.solo else before_market(state)


def _after_market(state: State, chance: Chance) -> Outcome | None:
    if state.active_player is not None:
        return None
    if not state.solo:
        return begin_cleanup(state, chance)
    changes, told = sweep(state)
    state, more = begin_cleanup(state, chance, **changes)
    return state, told + more


def _after_cleanup(state: State, chance: Chance) -> Outcome | None:
    return finish_cleanup(state, chance) if state.stage == "" else None


_NEXT: Mapping[str, Callable[[State, Chance], Outcome | None]] = {
    "setup": _after_setup,
    "dice": _after_dice,
    "attune": lambda state, chance: before_market(state),
    "market": _after_market,
    "cleanup": _after_cleanup,
}
"""What follows in a phase; None while it goes on."""


FRESH: Mapping[str, Any] = {
    "dice_turn_done": False,
    "attribute_action_used": False,
    "market_turn_done": False,
    "refresh_used": False,
    "attuned_used": False,
    "used": (),
    "bought": 0,
}
"""What a player has not done yet when a round begins."""


def begin_round(state: State, number: int, **changes: Any) -> Outcome:
    """RP-ROUND-01: a new round with its start player; nobody has acted yet. `changes` are what else becomes of the
    state."""
    first = (state.first - 1 + number - 1) % len(state.players) + 1
    players = tuple([replace(player, **FRESH) for player in state.players])
    told = event("round", round=number, rounds=rounds(state), name=players[first - 1].name)
    whose = {"start_player": first, "active_player": first}
    return replace(state, round=number, phase="roll", stage="", players=players, **whose, **changes), (told,)


def begin_cleanup(state: State, chance: Chance, **changes: Any) -> Outcome:
    """RP-CLEAN-01, 02: charisma tokens go back; whoever has an exhausted skill may refresh one. In the last round
    whoever has skills gets a last chance to use them. Where nobody is asked, Cleanup is finished. `changes` are what
    else becomes of the state."""
    told: Events = ()
    asks: list[Ask] = []
    for seat in turn_order(state):
        player = state.players[seat - 1]
        if player.charisma_tokens:
            told += (event("discard_tokens", name=player.name, n=player.charisma_tokens),)
            state = state.change(seat, charisma_tokens=0)
        if player.skills:
            exhausted = tuple([skill.ref for skill in player.skills if skill.exhausted])
            if exhausted:
                asks.append(Ask(seat, "refresh", exhausted, {}, "RP-CLEAN-02"))
            if is_last_round(state):
                asks.append(Ask(seat, "last_chance", (), {}, "RP-SKILL-05"))
    if asks:
        waiting = {"active_player": None, "pending": tuple(asks)}
        return replace(state, phase="cleanup", stage="", **waiting, **changes), told
    state, more = finish_cleanup(state, chance, **changes)
    return state, told + more


def is_last_round(state: State) -> bool:
    """RP-END-01: everybody has filled the sheet in the same round."""
    return state.round == rounds(state)


def refresh_skill(state: State, seat: int, move: RefreshSkill, chance: Chance) -> Outcome:
    """RP-SKILL-06: one exhausted skill, once, in Cleanup only; in the last one also a skill that was used in it."""
    ask, player = pending_of(state.pending, seat), state.player(seat)
    if ask is None or ask.key not in ("refresh", "last_chance"):
        raise IllegalMove("ask.not_asked")
    if player.refresh_used:
        raise IllegalMove("ask.not_asked", rule="RP-SKILL-06")
    skill = player.skill(move.card)
    if not skill.exhausted:
        raise IllegalMove("skill.is_ready", rule="RP-SKILL-06", field="card")
    skills = tuple(type(s)(s.ref, s.card, False) if s.ref == skill.ref else s for s in player.skills)
    state = state.change(seat, skills=skills, refresh_used=True)
    told = event("refresh_skill", name=player.name, card=state.content.name("market", skill.card))
    return (state if ask.key == "last_chance" else without_ask(state, ask)), (told,)


def skip_refresh(state: State, seat: int, move: SkipRefresh, chance: Chance) -> Outcome:
    ask = asked(state, seat, "refresh")
    return without_ask(state, ask), ()


def last_chance_over(state: State, seat: int, move: Done, chance: Chance) -> Outcome:
    ask = asked(state, seat, "last_chance")
    return without_ask(state, ask), ()


def finish_cleanup(state: State, chance: Chance, **changes: Any) -> Outcome:
    """RP-CLEAN-03: dice back into the bag, the rest of the market to the discard pile. After the last round nothing
    more is done (RP-END-02); else a new market is dealt, by a move of the start player where cards have names.
    `changes` are what else becomes of the state."""
    left = [card.die for card in state.initiative if card.die is not None]
    told: Events = ()
    if left:
        told = (event("return_dice", n=len(left), dice=[die.short for die in left]),)
        changes["bag"] = state.bag.add(*[die.color for die in left])
    market, discard = changes.get("market", state.market), changes.get("market_discard", state.market_discard)
    changes |= {
        "initiative": tuple([InitiativeCard.bare(card.number, card.coin) for card in state.initiative]),
        "market_discard": (*discard, *[place.card for place in market]),
        "market": (),
    }
    if is_last_round(state):
        state, more = begin_scoring(replace(state, **changes))
    elif state.cards == "none":
        state, more = _next_round(state, chance, changes)
    else:
        more = NONE
        state = replace(state, phase="cleanup", stage="deal", active_player=state.start_player, **changes)
    return state, told + more


def deal_market(state: State, seat: int, move: DealMarket, chance: Chance) -> Outcome:
    require_turn_in(state, seat, "cleanup")
    if state.stage != "deal":
        raise IllegalMove("ask.first")
    return _next_round(state, chance, {"initiative": state.initiative, "market_discard": state.market_discard})


def _next_round(state: State, chance: Chance, changes: dict[str, Any]) -> Outcome:
    """RP-CLEAN-04…06: the new market, the coins, and the bag goes on to the left. `changes` are what else becomes of
    the state."""
    laid, told = dealt(state, chance, changes["market_discard"])
    changes |= laid
    changes["initiative"] = with_coins(changes["initiative"])
    state, more = begin_round(state, state.round + 1, **changes)
    return state, (*told, event("refill_coin"), *more)
