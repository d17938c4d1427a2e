"""What each move is called on a button and in the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.flow import pending_of
from companion.games.roll_player import moves as m
from companion.games.roll_player.abilities import ability_name
from companion.games.roll_player.common import die_word, row_word
from companion.games.roll_player.content import ATTRIBUTES
from companion.games.roll_player.forms import place_name, slot_label
from companion.games.roll_player.state import Die, State, die_at
from companion.games.roll_player.state import Slot as SheetSlot
from companion.moves import Move
from companion.words import Word, word


def label(state: State, seat: int, move: Move) -> Word:
    """Words for a move that is legal now (places that are gone are named plainly)."""
    maker = _LABELS.get(type(move))
    return maker(state, seat, move) if maker is not None else Word(f"move.{move.type}")


def _name(state: State, kind: str, key: str) -> Word:
    return Word("content.name", {"name": state.content.name(kind, key)})


def _owned(state: State, seat: int, ref: str) -> Word:
    card = next((c.card for c in state.player(seat).owned if c.ref == ref), ref)
    return _name(state, "market", card)


def _place_die(state: State, seat: int, move: m.PlaceDie) -> Word:
    row = state.player(seat).sheet[ATTRIBUTES.index(move.row)]
    slot = min(sum(die is not None for die in row) + 1, 3)
    if move.die is None:
        return word("move.place", row=row_word(move.row), slot=slot)
    return word("move.place_die", die=die_word(Die.of(move.die)), row=row_word(move.row), slot=slot)


def _assign(state: State, seat: int, move: m.AssignInitiative) -> Word:
    return word("move.assign_initiative", dice=[die_word(Die.of(code)) for code in move.order])


def _choose_initiative(state: State, seat: int, move: m.ChooseInitiative) -> Word:
    card = state.card(move.card)
    if card.die is None:
        return word("move.choose_card", card=move.card)
    key = "move.choose_initiative_coin" if card.coin else "move.choose_initiative"
    return word(key, card=move.card, die=die_word(card.die))


def _action(state: State, seat: int, move: m.AttributeAction) -> Word:
    player, args = state.player(seat), {}
    for name in ("target", "other"):
        slot = getattr(move, name)
        if slot is not None and die_at(player.sheet, SheetSlot.of(slot)) is not None:
            args[name] = slot_label(player, slot)
    if move.step is not None:
        args["step"] = Word(f"direction.{move.step}")
    if move.row == "CON" and move.by is not None:
        return Word("move.action.CON_up" if move.by > 0 else "move.action.CON_down", args)
    return Word(f"move.action.{move.row}", args)


def _buy(state: State, seat: int, move: m.Buy) -> Word:
    if all(place.place != move.place for place in state.market):
        return word("move.buy_gone", n=move.paid)
    args: dict[str, Any] = {"card": place_name(state, move.place), "n": move.paid, "tokens": move.tokens}
    return Word("move.buy_tokens" if move.tokens else "move.buy", args)


def _discard(state: State, seat: int, move: m.DiscardForGold) -> Word:
    if move.place is None or all(place.place != move.place for place in state.market):
        return word("move.take_gold")
    return word("move.discard_for_gold", card=place_name(state, move.place))


def _tell(state: State, seat: int, move: m.Tell) -> Word:
    ask = pending_of(state.pending, seat)
    key = ask.key if ask is not None else "value"
    if key == "arrow":
        return Word(f"direction.{move.value}")
    if key == "open_lock":
        return word("move.tell.leave") if move.value == "leave" else word("move.tell.pay", n=move.value)
    return Word(f"move.tell.{key}" if key == "hands" else "move.tell.value", {"n": move.value})


def _use_skill(state: State, seat: int, move: m.UseSkill) -> Word:
    args: dict[str, Any] = {"card": _owned(state, seat, move.card)}
    parts: list[Word] = []
    if move.arrow is not None:
        parts.append(Word(f"direction.{move.arrow}"))
    if move.decline:
        parts.append(word("move.skill.decline"))
    parts += _skill_parts(state, seat, move)
    return Word("move.use_skill_with", {**args, "parts": parts}) if parts else Word("move.use_skill", args)


def _use_ability(state: State, seat: int, move: m.UseAbility) -> Word:
    args: dict[str, Any] = {"ability": ability_name(state, state.player(seat), move.source)}
    use = m.UseSkill(
        move.source,
        target=move.target,
        other=move.other,
        row=move.row,
        by=move.by,
        face=move.face,
        initiative=move.initiative,
    )
    parts = _skill_parts(state, seat, use)
    return Word("move.use_ability_with", {**args, "parts": parts}) if parts else Word("move.use_ability", args)


def _skill_parts(state: State, seat: int, move: m.UseSkill) -> list[Word]:
    player, parts = state.player(seat), []
    if move.seat is not None and move.skill is not None:
        parts.append(
            word("move.skill.of", name=state.player(move.seat).name, card=_owned(state, move.seat, move.skill))
        )
    if move.initiative is not None:
        parts.append(word("move.choose_card", card=move.initiative))
    for slot in (move.target, move.other):
        if slot is not None and die_at(player.sheet, SheetSlot.of(slot)) is not None:
            parts.append(slot_label(player, slot))
    if move.row is not None:
        parts.append(row_word(move.row))
    if move.by is not None:
        parts.append(word("move.skill.by", n=move.by))
    if move.face is not None:
        parts.append(word("move.skill.face", face=move.face))
    if move.color is not None:
        parts.append(Word(f"colour.{move.color}.name"))
    if move.bought is not None:
        parts.append(word("move.buy", card=_name(state, "market", move.bought), n=move.paid or 0))
    return parts


def _keep(state: State, seat: int, move: m.Keep) -> Word:
    """The face that stays, with the colour of the die that was re-rolled."""
    ask = pending_of(state.pending, seat)
    color = ask.args.get("color") if ask is not None else None
    return word("move.keep", die=die_word(Die(color, move.face)) if color else move.face)


def _by_card(state: State, seat: int, move: m.ByCard) -> Word:
    return word("move.by_card", card=move.card or Word("card.any"))


_LABELS: dict[type[Move], Callable[[State, int, Any], Word]] = {
    m.ChooseRace: lambda s, seat, v: _name(s, "races", v.race),
    m.ChooseClass: lambda s, seat, v: _name(s, "classes", v.class_),
    m.PlaceDie: _place_die,
    m.AssignInitiative: _assign,
    m.ChooseInitiative: _choose_initiative,
    m.AttributeAction: _action,
    m.Keep: _keep,
    m.Attune: lambda s, seat, v: word("move.attune", card=_name(s, "market", v.card)),
    m.Buy: _buy,
    m.DiscardForGold: _discard,
    m.DiscardWeapon: lambda s, seat, v: word("move.discard_weapon", card=_owned(s, seat, v.card)),
    m.DiscardCard: lambda s, seat, v: word("move.discard_card", card=_owned(s, seat, v.card)),
    m.UseSkill: _use_skill,
    m.UseAbility: _use_ability,
    m.RefreshSkill: lambda s, seat, v: word("move.refresh_skill", card=_owned(s, seat, v.card)),
    m.Tell: _tell,
    m.ByCard: _by_card,
    m.Done: lambda s, seat, v: word("move.ready" if s.phase == "scoring" else "move.done"),
}
