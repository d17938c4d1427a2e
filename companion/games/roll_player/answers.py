"""Answers to questions about cards, and what is done by hand because the phone does not know the card."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask, pending_of
from companion.games.roll_player.common import (
    Events,
    Outcome,
    die_word,
    event,
    gain,
    move_alignment,
    require_phase,
)
from companion.games.roll_player.constants import WITH_TOKENS
from companion.games.roll_player.dice import swap_dice, target_die, turn_die
from companion.games.roll_player.effects import buy_from_top, move_die
from companion.games.roll_player.ending import with_questions
from companion.games.roll_player.market import HANDS, forced_step, hands
from companion.games.roll_player.moves import ByCard, Tell
from companion.games.roll_player.state import CHARISMA_SUPPLY, Skill, State
from companion.moves import BadMove, IllegalMove
from companion.words import Word

TELLABLE = frozenset({"hands", "arrow", "armor_total", "trait_total", "armor_stars", "trait_stars", "open_lock"})
MOST_STARS = 30


def tell(state: State, seat: int, move: Tell, chance: Chance) -> Outcome:
    """Somebody says what the phone does not know; it is asked only once."""
    ask = pending_of(state.pending, seat)
    if ask is None or ask.key not in TELLABLE:
        raise IllegalMove("ask.not_asked")
    if not _possible(ask, move.value):
        choices = ", ".join(map(str, ask.options))
        raise IllegalMove("read.choice", rule=ask.rule, field="value", choices=choices, got=str(move.value))
    state = replace(state, pending=tuple(a for a in state.pending if a is not ask))
    match ask.key:
        case "hands":
            return _hands_told(state, seat, ask, int(move.value))
        case "arrow":
            state = replace(state, known={**state.known, f"{ask.args['card']}.arrow": move.value})
            state, more = forced_step(state, seat, str(move.value))
            arrow = Word(f"direction.{move.value}")
            return state, (event("told_arrow", card=_what(state, ask), direction=arrow), *more)
        case "open_lock" if move.value == "leave":
            return state, (event("left_on_top", name=state.player(seat).name),)
        case "open_lock":
            return buy_from_top(state, seat, ask.args["card"], int(move.value))
    told = {**state.player(seat).told, ask.args["about"]: int(move.value)}
    what = _what(state, ask)
    said = event("told_stars", name=state.player(seat).name, what=what, n=int(move.value))
    return with_questions(state.change(seat, told=told)), (said,)


def _what(state: State, ask: Ask) -> Any:
    """What somebody was asked about."""
    if "set" in ask.args:
        return state.content.armor[ask.args["set"]].name
    if "card" in ask.args:
        return state.content.name("market", ask.args["card"])
    return Word("score.armor" if ask.key == "armor_total" else "score.traits")


def _possible(ask: Ask, value: str | int) -> bool:
    """One of the options; stars and prices that nobody could list may be any number."""
    if value in ask.options:
        return True
    if type(value) is not int:
        return False
    if ask.key == "open_lock":
        return ask.args["cost"] is None and value >= 0
    return ask.key not in ("hands", "arrow") and -9 <= value <= MOST_STARS


def _hands_told(state: State, seat: int, ask: Ask, value: int) -> Outcome:
    """A two-handed weapon that came where one hand was free: other weapons have to go (RP-WEAP-01)."""
    state = replace(state, known={**state.known, f"{ask.args['card']}.hands": value})
    player = state.player(seat)
    told = (event("told_hands", card=_what(state, ask), n=value),)
    if hands(state, player) <= HANDS:
        return state, told
    free = Ask(seat, "free_hands", tuple(w.ref for w in player.weapons), {}, "RP-WEAP-03")
    return replace(state, pending=(*state.pending, free)), told


def by_card(state: State, seat: int, move: ByCard, chance: Chance) -> Outcome:
    """RP-GEN-01: the printed card wins. Each part that is named is carried out; what cannot be is refused whole."""
    if state.phase in ("setup", "finished"):
        require_phase(state, "market")
    player = state.player(seat)
    if player.ready:
        raise IllegalMove("scoring.ready")
    told: Events = (event("by_card", name=player.name, card=move.card or Word("card.any")),)
    done = len(told)
    if move.gold is not None:
        if player.gold + move.gold < 0:
            raise IllegalMove("gold.negative", rule="RP-GOLD-06", field="gold", n=player.gold)
        state, more = gain(state, seat, move.gold, "card", "RP-GOLD-05")
        told += more
    if move.tokens is not None:
        require_phase(state, *WITH_TOKENS)
        state = _tokens(state, seat, move.tokens)
        told += (event("tokens", name=player.name, n=state.player(seat).charisma_tokens),)
    if move.step is not None:
        state, more = move_alignment(state, seat, move.step)
        told += more
    if move.target is not None:
        require_dice_at_rest(state, seat)
        state, more = _die(state, seat, move)
        told += more
    if move.skill is not None:
        state, more = _turn_over(state, seat, move.skill)
        told += more
    if move.bonus is not None:
        state = _weapon_bonus(state, seat, move)
        told += (event("weapon_bonus", name=player.name, row=Word(f"attribute.{move.row}.name"), n=move.bonus),)
    if len(told) == done:
        raise BadMove("by_card.nothing", field="move")
    return state, told


def _tokens(state: State, seat: int, by: int) -> State:
    count = state.player(seat).charisma_tokens + by
    if count < 0 or state.charisma_supply < by:
        raise IllegalMove("charisma.none_left", rule="RP-DICE-CHA", field="tokens", most=CHARISMA_SUPPLY)
    return state.change(seat, charisma_tokens=count)


def require_dice_at_rest(state: State, seat: int) -> None:
    """Raises IllegalMove while a die of the seat waits for the choice between its old and its new face."""
    ask = next((ask for ask in state.pending if ask.seat == seat and ask.key == "keep"), None)
    if ask is not None:
        raise IllegalMove("ask.first", rule=ask.rule)


def _die(state: State, seat: int, move: ByCard) -> Outcome:
    if move.face is not None:
        slot, die = target_die(state, seat, move.target)
        if die.face == move.face:
            raise IllegalMove("by_card.same_face", field="face", die=die_word(die))
        return turn_die(state, seat, slot, move.face, "adjust")
    if move.other is not None:
        return swap_dice(state, seat, move.target, move.other)
    return move_die(state, seat, move.target, move.row)


def _turn_over(state: State, seat: int, ref: str) -> Outcome:
    player = state.player(seat)
    skill = player.skill(ref)
    skills = tuple(Skill(s.ref, s.card, not s.exhausted) if s.ref == ref else s for s in player.skills)
    key = "skill_ready" if skill.exhausted else "skill_turned"
    told = event(key, name=player.name, card=state.content.name("market", skill.card))
    return state.change(seat, skills=skills), (told,)


def _weapon_bonus(state: State, seat: int, move: ByCard) -> State:
    """What a weapon nobody knows adds to the score of a row (RP-SCORE-02)."""
    if move.row is None or move.bonus is None:
        raise IllegalMove("read.missing", field="row")
    return state.change(seat, told={**state.player(seat).told, f"weapon.{move.row}": move.bonus})
