"""What the table may set, because the table wins: numbers are set, dice and cards are moved from place to place."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.chance import Chance, Recorded
from companion.changes import Change, only, whole_number
from companion.game import Adjustable, Event
from companion.games.roll_player.common import event, require_phase, telling
from companion.games.roll_player.constants import ROUND_TOTAL, WITH_TOKENS, rounds, starting_dice
from companion.games.roll_player.ending import with_questions
from companion.games.roll_player.market import lose
from companion.games.roll_player.rounds import settle
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import (
    CHARISMA_SUPPLY,
    Die,
    InitiativeCard,
    ManualStars,
    Slot,
    State,
    dice_on,
    die_at,
    placed,
    row_index,
    with_row,
)
from companion.moves import Choice, Field, IllegalMove
from companion.refusals import Unreadable
from companion.words import Word


def _seats(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(player.seat, Word("name", {"name": player.name})) for player in state.players)


def _seat_field(state: State) -> Field:
    return Field("seat", "choice", Word("field.seat"), choices=_seats(state))


def _number(name: str, low: int, high: int) -> Callable[[State], tuple[Field, ...]]:
    return lambda state: (_seat_field(state), Field(name, "int", Word(f"field.{name}"), low, high))


def _seat(state: State, change: Change) -> int:
    return whole_number(change, "seat", 1, state.n)


def _set(key: str, low: int, high: int) -> Adjustable:
    """A number of a player that is set."""

    def apply(state: State, change: Change) -> tuple[State, Event]:
        only(change, "seat", "value")
        seat, value = _seat(state, change), whole_number(change, "value", low, high)
        told = telling(event(f"adjust.{key}", name=state.player(seat).name, value=value))
        return state.change(seat, **{key: value}), told

    return Adjustable(key, "set", _number("value", low, high), apply)


def _tokens(state: State, change: Change) -> tuple[State, Event]:
    """Charisma tokens: there are six, and none outside Dice and Market (INV-10)."""
    only(change, "seat", "value")
    seat, value = _seat(state, change), whole_number(change, "value", 0, CHARISMA_SUPPLY)
    player = state.player(seat)
    if value:
        require_phase(state, *WITH_TOKENS)
    if value - player.charisma_tokens > state.charisma_supply:
        raise IllegalMove("charisma.none_left", field="changes.value", most=CHARISMA_SUPPLY)
    told = telling(event("adjust.charisma_tokens", name=player.name, value=value))
    return state.change(seat, charisma_tokens=value), told


def _coin(state: State, change: Change) -> tuple[State, Event]:
    """A coin on a middle initiative card, or none (INV-06: the first and the last never have one)."""
    only(change, "card", "value")
    card = state.card(whole_number(change, "card", 1, 5))
    if card.number in (1, len(state.initiative)):
        raise IllegalMove("adjust.no_place", field="changes.card", got=str(card.number))
    value = whole_number(change, "value", 0, 1)
    state = state.with_card(InitiativeCard(card.number, value, card.die, card.holder))
    return state, telling(event("adjust.coin", card=card.number, value=value))


def _coin_fields(state: State) -> tuple[Field, ...]:
    middle = range(2, len(state.initiative))
    choices = tuple(Choice(number, Word("move.choose_card", {"card": number})) for number in middle)
    return Field("card", "choice", Word("field.card"), choices=choices), Field(
        "value", "int", Word("field.value"), 0, 1
    )


def _stars(state: State, change: Change) -> tuple[State, Event]:
    """Stars given by hand."""
    only(change, "seat", "category", "value", "reason")
    seat, value = _seat(state, change), whole_number(change, "value", -99, 99)
    keys = [category.key for category in SHEET.categories]
    category = change.get("category")
    if category not in keys:
        raise Unreadable("read.choice", field="changes.category", choices=", ".join(keys), got=str(category)[:40])
    reason = str(change.get("reason", ""))[:200]
    player = state.player(seat)
    state = state.change(
        seat, manual_adjustments=(*player.manual_adjustments, ManualStars(str(category), value, reason))
    )
    return state, telling(event("adjust.stars", name=player.name, n=value, category=Word(f"score.{category}")))


def _stars_fields(state: State) -> tuple[Field, ...]:
    choices = tuple(Choice(c.key, Word(f"score.{c.key}")) for c in SHEET.categories)
    return (
        _seat_field(state),
        Field("category", "choice", Word("field.category"), choices=choices),
        Field("value", "int", Word("field.value"), -99, 99),
    )


def _die(state: State, change: Change) -> tuple[State, Event]:
    """A die goes from one place to another; places are `bag`, `initiative.2`, `sheet.1.STR`. Nothing is made or lost.

    `die` is its code; a die out of the bag needs the face that it shows.
    """
    only(change, "die", "from", "to")
    _dice_at_rest(state)
    try:
        die = Die.of(str(change.get("die", "")))
    except ValueError as caught:
        raise Unreadable(
            "read.pattern", field="changes.die", form=Word("form.die"), got=str(change.get("die"))[:20]
        ) from caught
    state = _take_die(state, str(change.get("from", "")), die)
    state = _put_die(state, str(change.get("to", "")), die)
    return state, telling(event("adjust.die", die=die.code, source=str(change["from"]), target=str(change["to"])))


def _dice_at_rest(state: State) -> None:
    """Raises IllegalMove while dice wait for somebody's choice: the answer would meet other dice."""
    ask = next((ask for ask in state.pending if ask.key in ("keep", "assign_initiative")), None)
    if ask is not None:
        raise IllegalMove("ask.first", rule=ask.rule)


def _take_die(state: State, place: str, die: Die) -> State:
    kind, _, rest = place.partition(".")
    if kind == "bag":
        return replace(state, bag=state.bag.remove(die.color))
    if kind == "initiative" and rest.isdigit():
        card = state.card(int(rest))
        if card.die == die and _may_spare(state):
            return state.with_card(InitiativeCard(card.number, card.coin, None, card.holder))
    if kind == "sheet":
        seat, slot = _sheet_place(state, rest)
        row = state.player(seat).sheet[row_index(slot.row)]
        if die_at(state.player(seat).sheet, slot) == die:
            left = [d for n, d in enumerate(row, 1) if n != slot.number]
            return state.change(seat, sheet=with_row(state.player(seat).sheet, slot.row, left))
    raise IllegalMove("adjust.no_die", field="changes.from", got=place[:40], die=die.code)


def _put_die(state: State, place: str, die: Die) -> State:
    kind, _, rest = place.partition(".")
    if kind == "bag":
        return replace(state, bag=state.bag.add(die.color))
    if die.face is None:
        raise Unreadable("read.pattern", field="changes.die", form=Word("form.die"), got=die.code)
    if kind == "initiative" and rest.isdigit():
        card = state.card(int(rest))
        if card.die is None and card.holder is None and state.phase in WITH_DICE:
            return state.with_card(InitiativeCard(card.number, card.coin, die))
    if kind == "sheet":
        seat, slot = _sheet_place(state, rest + (".1" if rest.count(".") == 1 else ""))
        if len(dice_on(state.player(seat).sheet)) + still_to_place(state, seat) >= ROUND_TOTAL:
            raise IllegalMove("adjust.no_place", field="changes.to", got=place[:40])  # a slot for each die to come
        return state.change(seat, sheet=placed(state.player(seat).sheet, slot.row, die)[0])
    raise IllegalMove("adjust.no_place", field="changes.to", got=place[:40])


WITH_DICE = ("dice", "opponent", "attune", "market")
"""The phases in which dice lie on initiative cards and stay there until they go back into the bag."""


def _may_spare(state: State) -> bool:
    """Whether a die may go from the centre: one must be left for each player who has not chosen."""
    waiting = sum(p.held_initiative is None and not p.dice_turn_done for p in state.players)
    return state.phase != "dice" or sum(card.die is not None for card in state.initiative) > waiting


def still_to_place(state: State, seat: int) -> int:
    """How many dice a player places between now and the end of the game: the sheet needs a slot for each."""
    player = state.player(seat)
    if state.phase == "setup":
        begun = player.dice or dice_on(player.sheet)
        return rounds(state) + (len(player.dice) if begun else starting_dice(state))
    placed_already = player.dice_turn_done or player.placed_row is not None
    return rounds(state) - state.round + (0 if placed_already else 1)


def _sheet_place(state: State, rest: str) -> tuple[int, Slot]:
    seat, _, slot = rest.partition(".")
    if not seat.isdigit() or not 1 <= int(seat) <= state.n:
        raise IllegalMove("adjust.no_place", field="changes", got=rest[:40])
    return int(seat), Slot.of(slot)


def _die_fields(state: State) -> tuple[Field, ...]:
    return tuple(Field(name, "text", Word(f"field.{name}")) for name in ("die", "from", "to"))


def _face(state: State, change: Change) -> tuple[State, Event]:
    """A die on a sheet shows another face."""
    only(change, "seat", "slot", "value")
    _dice_at_rest(state)
    seat, value = _seat(state, change), whole_number(change, "value", 1, 6)
    player, slot = state.player(seat), Slot.of(str(change.get("slot", "")))
    die = die_at(player.sheet, slot)
    if die is None:
        raise IllegalMove("slot.empty", field="changes.slot", row=Word(f"attribute.{slot.row}.name"), slot=slot.number)
    row = list(player.sheet[row_index(slot.row)])
    row[slot.number - 1] = Die(die.color, value)
    state = state.change(seat, sheet=with_row(player.sheet, slot.row, row))
    return state, telling(event("adjust.face", name=player.name, die=die.code, value=value))


def _face_fields(state: State) -> tuple[Field, ...]:
    return (
        _seat_field(state),
        Field("slot", "text", Word("field.slot")),
        Field("value", "int", Word("field.value"), 1, 6),
    )


def _card(state: State, change: Change) -> tuple[State, Event]:
    """A market card goes from a player to the discard pile."""
    only(change, "seat", "card")
    seat = _seat(state, change)
    player = state.player(seat)
    card = next((c for c in player.owned if c.ref == change.get("card")), None)
    if card is None:
        raise IllegalMove("card.not_yours", field="changes.card", got=str(change.get("card"))[:40])
    told = telling(event("discard_owned", name=player.name, card=state.content.name("market", card.card)))
    state = lose(state, seat, card)
    state = with_questions(state) if state.phase == "scoring" else state
    return settle(state, Chance(Recorded(())))[0], told  # a question that is gone may have held the game up


def _card_fields(state: State) -> tuple[Field, ...]:
    return _seat_field(state), Field("card", "text", Word("field.card"))


ADJUSTABLES: tuple[Adjustable, ...] = (
    _set("gold", 0, 999),
    Adjustable("charisma_tokens", "set", _number("value", 0, CHARISMA_SUPPLY), _tokens),
    _set("alignment_pos", 0, 8),
    Adjustable("coin", "set", _coin_fields, _coin),
    Adjustable("face", "set", _face_fields, _face),
    Adjustable("stars", "set", _stars_fields, _stars),
    Adjustable("die", "move", _die_fields, _die),
    Adjustable("card", "move", _card_fields, _card),
)
