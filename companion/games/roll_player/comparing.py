"""What the phone believes, to be compared with the table: counts first, then each seat; differences are set at once.

Dice that are corrected come out of the bag and go back into it. Whoever has counted the bag, too, has told both sides
of the same sum: it must come out, or nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain
from companion.chance import Chance, Recorded
from companion.changes import told
from companion.game import Adjustable, Belief, Event
from companion.games.roll_player.cards_told import card_beliefs, with_cards
from companion.games.roll_player.constants import WITH_TOKENS
from companion.games.roll_player.content import ATTRIBUTES, DICE
from companion.games.roll_player.ending import with_questions
from companion.games.roll_player.rounds import settle
from companion.games.roll_player.state import (
    CHARISMA_SUPPLY,
    SLOTS,
    Die,
    InitiativeCard,
    Player,
    State,
    dice_on,
    with_row,
)
from companion.moves import Field, IllegalMove
from companion.palette import palette
from companion.scoring import Input
from companion.words import Word, word

Values = Mapping[str, Plain]

MOST_GOLD = 99
COLORS: tuple[tuple[Plain, Word], ...] = tuple((palette()[c].letter, Word(f"colour.{c}.name")) for c in DICE)


def beliefs(state: State) -> tuple[Belief, ...]:
    """The bag, what lies in the centre, and each seat; nothing in the set-up, and nothing once the score stands."""
    if state.phase in ("setup", "finished"):
        return ()
    found = [*_bag(state), *_centre(state)]
    found += [belief for belief in card_beliefs(state) if belief.seat is None]
    for player in state.players:
        found += seat_beliefs(state, player)
        found += [belief for belief in card_beliefs(state) if belief.seat == player.seat]
    return tuple(found)


def seat_beliefs(state: State, player: Player) -> Iterator[Belief]:
    """Coins, tokens, the alignment token, and the sheet."""
    seat = player.seat
    yield Belief(Input(f"gold.{seat}", "int", "gold", word("input.gold"), max=MOST_GOLD, default=player.gold), seat)
    if state.phase in WITH_TOKENS:
        label, most = word("adjustable.charisma_tokens"), CHARISMA_SUPPLY
        yield Belief(Input(f"tokens.{seat}", "int", "gold", label, max=most, default=player.charisma_tokens), seat)
    cells = tuple((cell, Word(f"cell.{cell}")) for cell in range(9))
    yield Belief(
        Input(f"cell.{seat}", "choice", "alignment", word("input.cell"), choices=cells, default=player.alignment_pos),
        seat,
    )
    yield from sheet_beliefs(player)


def sheet_beliefs(player: Player) -> Iterator[Belief]:
    """The eighteen slots of a sheet."""
    for row, dice in zip(ATTRIBUTES, player.sheet, strict=True):
        for number, die in enumerate(dice, 1):
            yield Belief(
                Input(
                    f"sheet.{player.seat}.{row}.{number}",
                    "die",
                    "sheet",
                    word("input.slot", row=Word(f"attribute.{row}.name"), slot=number),
                    min=1,
                    max=6,
                    choices=COLORS,
                    default=die.code if die is not None else None,
                    row=row,
                    column=str(number),
                    heading=Word(f"attribute.{row}.name"),
                ),
                player.seat,
            )


def _bag(state: State) -> Iterator[Belief]:
    for color, total in DICE.items():
        label = Word(f"colour.{color}.name")
        yield Belief(Input(f"bag.{color}", "int", "bag", label, max=total, default=state.bag.count(color)))


def _centre(state: State) -> Iterator[Belief]:
    """The dice and coins on the initiative cards."""
    for card in state.initiative:
        if card.die is not None and card.holder is None:
            label = word("compare.initiative_die", card=card.number)
            yield Belief(
                Input(
                    f"initiative.{card.number}",
                    "die",
                    "initiative",
                    label,
                    min=1,
                    max=6,
                    choices=COLORS,
                    default=card.die.code,
                    row=str(card.number),
                    column="1",
                    heading=word("compare.card", card=card.number),
                )
            )
    for card in state.initiative[1:-1]:
        label = word("compare.coin", card=card.number)
        yield Belief(Input(f"coin.{card.number}", "flag", "coins", label, default=bool(card.coin)))


# what is set


def apply(state: State, change: Mapping[str, Plain]) -> tuple[State, Event]:
    """All differences at once. Raises IllegalMove where something would be made or lost."""
    known = beliefs(state)
    values = told(change, known)
    before = state
    state = with_sheets(state, values)
    state = _with_centre(state, values)
    state = balanced(state, before, values)
    for player in state.players:
        state = _with_counters(state, player.seat, values)
    state = with_cards(state, values)
    if state.charisma_supply < 0:
        raise IllegalMove("charisma.none_left", field="changes.values", most=CHARISMA_SUPPLY)
    state = with_questions(state) if state.phase == "scoring" else state
    state = settle(state, Chance(Recorded(())))[0]
    return state, Event(Word("compare.compared", {"changes": list(differences(known, values, before))}))


def differences(known: tuple[Belief, ...], values: Values, state: State) -> Iterator[Word]:
    """What was corrected, each as: whose, what, before and now."""
    for belief in known:
        entry = belief.input
        if entry.key in values and values[entry.key] != entry.default:
            args = {"what": entry.label, "old": _shown(entry, entry.default), "new": _shown(entry, values[entry.key])}
            if belief.seat is None:
                yield Word("compare.difference", args)
            else:
                yield Word("compare.difference_of", {**args, "name": state.player(belief.seat).name})


def _shown(entry: Input, value: Plain) -> Any:
    if value is None:
        return "–"
    if entry.kind == "flag":
        return Word("compare.yes" if value else "compare.no")
    if entry.kind == "choice":
        return next((label for choice, label in entry.choices if choice == value), str(value))
    if entry.kind == "die":
        die = Die.of(str(value))
        return word("die.rolled", color=Word(f"colour.{die.color}.name"), face=die.face)
    return value


def with_sheets(state: State, values: Values) -> State:
    """The sheets as they really are; rows have no gaps, so dice move up."""
    for player in state.players:
        sheet = player.sheet
        for row, dice in zip(ATTRIBUTES, player.sheet, strict=True):
            keys = [f"sheet.{player.seat}.{row}.{n}" for n in range(1, SLOTS + 1)]
            if any(key in values for key in keys):
                new = [_die(values[key]) if key in values else old for key, old in zip(keys, dice, strict=True)]
                sheet = with_row(sheet, row, new)
        if sheet != player.sheet:
            require_at_rest(state)
            state = state.change(player.seat, sheet=sheet)
    return state


def require_at_rest(state: State) -> None:
    """Raises IllegalMove while dice wait for somebody's choice: the answer would meet other dice."""
    ask = next((ask for ask in state.pending if ask.key in ("keep", "assign_initiative")), None)
    if ask is not None:
        raise IllegalMove("ask.first", rule=ask.rule)


def _die(code: Plain) -> Die | None:
    return Die.of(str(code)) if code is not None else None


def _with_centre(state: State, values: Values) -> State:
    for card in state.initiative:
        code, coin = values.get(f"initiative.{card.number}"), values.get(f"coin.{card.number}")
        if f"initiative.{card.number}" in values and code is None:
            raise IllegalMove("compare.no_die", field=f"changes.values.initiative.{card.number}", card=card.number)
        if code is not None:
            require_at_rest(state)
        die = Die.of(str(code)) if code is not None else card.die
        number = int(bool(coin)) if coin is not None else card.coin
        state = state.with_card(InitiativeCard(card.number, number, die, card.holder))
    return state


def balanced(state: State, before: State, values: Values) -> State:
    """The state with its bag: what is corrected comes out of it and goes back into it.

    Raises IllegalMove: a sheet with more or fewer dice than it must have now, more dice of a colour than there are, or
    a bag that was counted and does not fit.
    """
    for player in before.players:
        had, has = len(dice_on(player.sheet)), len(dice_on(state.player(player.seat).sheet))
        if had != has:
            raise IllegalMove("compare.dice_count", name=player.name, n=had, got=has)
    counts = {color: before.bag.count(color) for color in DICE}
    for sign, each in ((1, before), (-1, state)):
        for die in _lying(each):
            counts[die.color] += sign
    return replace(state, bag=bag_of(counts, values))


def bag_of(counts: Mapping[str, int], values: Values) -> Bag:
    """The bag that is left, if it can be, and is what was counted. Raises IllegalMove."""
    for color, count in counts.items():
        colour, said = Word(f"colour.{color}.name"), values.get(f"bag.{color}")
        if count < 0:
            raise IllegalMove("compare.too_many", field=f"bag.{color}", colour=colour, n=DICE[color], over=-count)
        if said is not None and said != count:
            raise IllegalMove("compare.bag", field=f"bag.{color}", colour=colour, n=count, got=said)
    return Bag.of(counts)


def _lying(state: State) -> list[Die]:
    """The dice that can be corrected: on sheets and in the centre."""
    centre = [card.die for card in state.initiative if card.die is not None]
    return [*centre, *(die for player in state.players for die in dice_on(player.sheet))]


def _with_counters(state: State, seat: int, values: Values) -> State:
    fields = {"gold": "gold", "charisma_tokens": "tokens", "alignment_pos": "cell"}
    found = {field: values[f"{key}.{seat}"] for field, key in fields.items() if values.get(f"{key}.{seat}") is not None}
    return state.change(seat, **found) if found else state


def no_fields(state: State) -> tuple[Field, ...]:
    return ()


COMPARED = Adjustable("compared", "set", no_fields, apply, beliefs)
