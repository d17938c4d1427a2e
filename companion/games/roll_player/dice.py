"""The Roll phase and the Dice phase (RP-ROLL, RP-DICE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, product
from operator import attrgetter
from typing import Any

from companion.chance import Chance
from companion.flow import Ask, after
from companion.games.roll_player.common import (
    Outcome,
    die_short,
    die_word,
    directions,
    event,
    gains,
    gold_die_income,
    is_gold,
    move_alignment,
    require_active,
    require_phase,
    row_word,
)
from companion.games.roll_player.constants import market_size
from companion.games.roll_player.moves import (
    AssignInitiative,
    AttributeAction,
    ChooseInitiative,
    Keep,
    PlaceDie,
    Roll,
    SkipAction,
)
from companion.games.roll_player.perks import action_rows, income
from companion.games.roll_player.state import (
    SLOTS,
    Die,
    Player,
    Sheet,
    Slot,
    State,
    dice_on,
    die_at,
    occupied,
    placed,
    with_die,
)
from companion.moves import IllegalMove
from companion.values import evolve


def roll(state: State, seat: int, move: Roll, chance: Chance) -> Outcome:
    """RP-ROLL-01, 02: as many dice as initiative cards, drawn, rolled, and laid out in ascending order."""
    require_phase(state, "roll")
    require_active(state, seat)
    if state.pending:
        raise IllegalMove("ask.first")
    k = market_size(state)
    colors = chance.draw(state.bag, k)
    faces = chance.roll(6, k)
    dice = tuple(map(Die.showing, colors, faces))
    state = state.replace(bag=state.bag.remove(*colors))
    told = event("dice_roll", name=state.player(seat).name, n=k, dice=[die_short(die) for die in dice])
    state, more = lay_out(state, seat, dice, tuple(card.number for card in state.initiative))
    return state, (told, *more)


def lay_out(state: State, seat: int, dice: Sequence[Die], cards: tuple[int, ...]) -> Outcome:
    """Dice onto cards in ascending order; where equal faces leave a choice, the seat is asked (RP-ROLL-03)."""
    orders = layouts(dice)
    if len(orders) == 1:
        return assigned(state, orders[0], cards)
    options = tuple([die.code for die in order] for order in orders)
    ask = Ask(seat, "assign_initiative", options, {"cards": list(cards)}, "RP-ROLL-03")
    return state.replace(pool=tuple(sorted(dice, key=lambda d: d.face or 0)), pending=(*state.pending, ask)), ()


def layouts(dice: Sequence[Die]) -> list[tuple[Die, ...]]:
    """The layouts that differ to the eye: faces ascending, equal faces in any order of colours."""
    ordered = sorted(dice, key=attrgetter("face", "color"))
    if len({die.face for die in ordered}) == len(ordered):
        return [tuple(ordered)]
    groups = [list(group) for _, group in groupby(ordered, key=lambda die: die.face)]
    ways = [list(dict.fromkeys(permutations(group))) for group in groups]
    return [tuple(die for part in parts for die in part) for parts in product(*ways)]


def count_layouts(faces: Sequence[int]) -> int:
    """The number of legal layouts, dice told apart: the product of the factorials of the tie groups (RP-ROLL-03)."""
    from math import factorial, prod

    return prod(factorial(len(list(group))) for _, group in groupby(sorted(faces)))


def assigned(state: State, order: Sequence[Die], cards: tuple[int, ...]) -> Outcome:
    """Dice lie on cards, from the lowest card on; coins stay where they are (RP-ROLL-04)."""
    lying = dict(zip(cards, order, strict=True))
    laid = tuple([evolve(c, die=lying[c.number]) if c.number in lying else c for c in state.initiative])
    told = event("assign_initiative", dice=[die_short(die) for die in order])
    pending = tuple([ask for ask in state.pending if ask.key != "assign_initiative"]) if state.pending else ()
    if state.phase == "roll":
        after_roll = {"phase": "dice", "active_player": state.start_player}
        return state.replace(initiative=laid, pool=(), pending=pending, **after_roll), (told,)
    return state.replace(initiative=laid, pool=(), pending=pending), (told,)


def assign_initiative(state: State, seat: int, move: AssignInitiative, chance: Chance) -> Outcome:
    ask = asked(state, seat, "assign_initiative")
    if list(move.order) not in list(ask.options):
        raise IllegalMove("assign.not_ascending", rule="RP-ROLL-03", field="order")
    return assigned(state, [Die.of(code) for code in move.order], tuple(ask.args["cards"]))


def asked(state: State, seat: int, key: str) -> Ask:
    """The question of that key that waits for the seat. Raises IllegalMove if there is none."""
    found = next((ask for ask in state.pending if ask.seat == seat), None)
    if found is None or found.key != key:
        raise IllegalMove("ask.not_asked")
    return found


def without_ask(state: State, ask: Ask) -> State:
    """The state with one question answered; others that wait stay."""
    return state.replace(pending=tuple(a for a in state.pending if a is not ask))


def choose_initiative(state: State, seat: int, move: ChooseInitiative, chance: Chance) -> Outcome:
    """RP-DICE-01: a card still in the centre, with its die; the coin is collected with the other gold."""
    require_phase(state, "dice")
    require_active(state, seat)
    player, card = state.player(seat), state.card(move.card)
    if player.held_initiative is not None:
        raise IllegalMove("initiative.has_one", rule="RP-DICE-01")
    if card.holder is not None or card.die is None:
        raise IllegalMove("initiative.taken", rule="RP-DICE-01", card=move.card)
    state = state.replace(
        initiative=state.initiative_with(evolve(card, die=None, holder=seat)),
        players=state.players_with(seat, evolve(player, held_initiative=card.number, dice=(card.die,))),
    )
    return state, (event("choose_initiative", name=player.name, card=card.number, die=die_word(card.die)),)


def place_die(state: State, seat: int, move: PlaceDie, chance: Chance) -> Outcome:
    """RP-DICE-02, 03: place, collect; then the row's action may be used."""
    require_phase(state, "dice")
    require_active(state, seat)
    player = state.player(seat)
    if not player.dice:
        raise IllegalMove("place.choose_first", rule="RP-DICE-01")
    die = player.dice[0]
    if move.die not in (None, die.code):
        raise IllegalMove("place.no_such_die", field="die", got=move.die, dice=[die.code])
    sheet, slot = placed(player.sheet, move.row, die)
    card = state.card(player.held_initiative or 0)
    if card.coin:
        state = state.with_card(evolve(card, coin=0))
    state, told = pay_placement(state, seat, die, move.row, slot, card.coin, sheet=sheet, dice=(), placed_row=move.row)
    if not _can_act(state, seat):
        state = end_dice_turn(state, seat)
    return state, told


def pay_placement(state: State, seat: int, die: Die, row: str, slot: int, coin: int = 0, **changes: Any) -> Outcome:
    """Gold for a die that was placed: the coin of its card, 1 in slot 3, the income of a gold die, and what abilities
    pay; they add up (RP-DICE-03). `changes` are what else becomes of the player."""
    player = state.player(seat)
    parts = (
        (coin, "coin", "RP-GOLD-04"),
        (income(state, player, "coin") if coin else 0, "ability", "RP-GOLD-05"),
        (int(slot == SLOTS), "third_slot", "RP-GOLD-03"),
        (gold_die_income(state, seat) if is_gold(die) else 0, "gold_die", "RP-GOLD-01"),
        (income(state, player, "place", die, row, slot), "ability", "RP-GOLD-05"),
    )
    told = event("place_die", name=player.name, die=die_word(die), row=row_word(row), slot=slot)
    state = state.change(seat, gold=player.gold + sum([amount for amount, _, _ in parts]), **changes)
    return state, (told, *gains(player, *parts))


def _can_act(state: State, seat: int) -> bool:
    """Whether there is any use of the action of the row just placed in (`action_moves` lists them): on the die that
    was just placed there always is, but a swap needs another one, and charisma tokens may run out."""
    if state.player(seat).placed_row in ("DEX", "CHA"):
        return next(action_moves(state, seat), None) is not None
    return not state.player(seat).attribute_action_used


def action_moves(state: State, seat: int) -> Iterator[AttributeAction]:
    """Every use of the action of the row just placed in, or of one that a perk allows instead."""
    player = state.player(seat)
    if player.attribute_action_used:
        return
    for row in action_rows(state, player):
        yield from _uses(state, player, row)


def _uses(state: State, player: Player, row: str) -> Iterator[AttributeAction]:
    match row:
        case "STR" | "INT":
            yield from (AttributeAction(row, str(slot)) for slot in occupied(player.sheet))
        case "DEX":
            slots = list(occupied(player.sheet))
            for at, slot in enumerate(slots):
                yield from (AttributeAction("DEX", str(slot), str(other)) for other in slots[at + 1 :])
        case "CON":
            yield from _adjustments(player.sheet)
        case "WIS":
            yield from (AttributeAction("WIS", step=step) for step in directions(player.alignment_pos))  # type: ignore[arg-type]  # directions are the literal
        case "CHA":
            if state.charisma_supply > 0:
                yield AttributeAction("CHA")


def _adjustments(sheet: Sheet) -> Iterator[AttributeAction]:
    for slot in occupied(sheet):
        die = die_at(sheet, slot)
        face = die.face if die is not None and die.face is not None else 0
        if face < 6:
            yield AttributeAction("CON", str(slot), by=1)
        if face > 1:
            yield AttributeAction("CON", str(slot), by=-1)


def attribute_action(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    """RP-DICE-04…06: the action of the row the die was placed in, at most one, on any own die; it triggers nothing."""
    require_phase(state, "dice")
    require_active(state, seat)
    player = state.player(seat)
    if player.placed_row is None or player.attribute_action_used:
        raise IllegalMove("action.not_now", rule="RP-DICE-04")
    rows = action_rows(state, player)
    if move.row not in rows:
        raise IllegalMove("action.other_row", rule="RP-DICE-04", field="row", row=[row_word(row) for row in rows])
    state, told = _ACTIONS[move.row](state, seat, move, chance)
    if state.pending:
        return state.change(seat, attribute_action_used=True), told
    return end_dice_turn(state, seat, attribute_action_used=True), told


def target_die(state: State, seat: int, slot: str | None, field: str = "target") -> tuple[Slot, Die]:
    """The die of a slot on the player's own sheet. Raises IllegalMove for none."""
    if slot is None:
        raise IllegalMove("read.missing", field=field)
    place = Slot.of(slot)
    die = die_at(state.player(seat).sheet, place)
    if die is None:
        raise IllegalMove("slot.empty", field=field, row=row_word(place.row), slot=place.number)
    return place, die


def turn_die(state: State, seat: int, slot: Slot, face: int, why: str) -> Outcome:
    """A die on a sheet shows another face."""
    player = state.player(seat)
    old = die_at(player.sheet, slot)
    assert old is not None
    new = Die.showing(old.color, face)
    told = event(f"attribute_action.{why}", name=player.name, old=die_word(old), new=die_word(new))
    return state.change(seat, sheet=with_die(player.sheet, slot, new)), (told,)


def _flip(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    slot, die = target_die(state, seat, move.target)
    return turn_die(state, seat, slot, 7 - (die.face or 0), "flip")


def swap_dice(state: State, seat: int, one: str | None, two: str | None) -> Outcome:
    """Two dice exchange their places; both slots must hold one (RP-DICE-DEX)."""
    first, a = target_die(state, seat, one)
    second, b = target_die(state, seat, two, "other")
    if first == second:
        raise IllegalMove("swap.same", rule="RP-DICE-DEX", field="other")
    player = state.player(seat)
    sheet = with_die(with_die(player.sheet, first, b), second, a)
    told = event("attribute_action.swap", name=player.name, one=die_word(a), two=die_word(b))
    return state.change(seat, sheet=sheet), (told,)


def _swap(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    return swap_dice(state, seat, move.target, move.other)


def _adjust(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    slot, die = target_die(state, seat, move.target)
    return turn_die(state, seat, slot, changed_by(die, move.by), "adjust")


def changed_by(die: Die, by: int | None) -> int:
    """The face one up or one down; there is no way past 6 or 1 (RP-DICE-CON)."""
    if by is None:
        raise IllegalMove("read.missing", field="by")
    face = (die.face or 0) + by
    if not 1 <= face <= 6:
        raise IllegalMove("adjust.no_wrap", rule="RP-DICE-CON", field="by", face=die.face)
    return face


def _reroll(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    """RP-DICE-INT: the new face is rolled now; which one stays is a question of its own."""
    slot, die = target_die(state, seat, move.target)
    face = chance.roll(6)[0]
    told = event("attribute_action.reroll", name=state.player(seat).name, die=die_word(die), face=face)
    if face == die.face:
        return state, (told,)
    options = tuple(sorted((die.face or 0, face)))
    args = {"target": str(slot), "old": die.face, "new": face, "color": die.color}
    return state.replace(pending=(Ask(seat, "keep", options, args, "RP-DICE-INT"),)), (told,)


def keep(state: State, seat: int, move: Keep, chance: Chance) -> Outcome:
    ask = asked(state, seat, "keep")
    if move.face not in ask.options:
        raise IllegalMove("keep.neither", rule="RP-DICE-INT", field="face", old=ask.args["old"], new=ask.args["new"])
    state, told = turn_die(without_ask(state, ask), seat, Slot.of(ask.args["target"]), move.face, "keep")
    player = state.player(seat)
    by_action = player.placed_row is not None and player.attribute_action_used
    return (end_dice_turn(state, seat) if by_action else state), told  # a skill's re-roll leaves the turn where it is


def _step(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    if move.step is None:
        raise IllegalMove("read.missing", field="step")
    return move_alignment(state, seat, move.step)


def _charisma(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    player = state.player(seat)
    if state.charisma_supply < 1:
        raise IllegalMove("charisma.none_left", rule="RP-DICE-CHA")
    told = event("attribute_action.charisma", name=player.name)
    return state.change(seat, charisma_tokens=player.charisma_tokens + 1), (told,)


_ACTIONS = {"STR": _flip, "DEX": _swap, "CON": _adjust, "INT": _reroll, "WIS": _step, "CHA": _charisma}


def skip_action(state: State, seat: int, move: SkipAction, chance: Chance) -> Outcome:
    require_phase(state, "dice")
    require_active(state, seat)
    if state.player(seat).placed_row is None:
        raise IllegalMove("action.not_now", rule="RP-DICE-04")
    told = event("skip_action", name=state.player(seat).name)
    return end_dice_turn(state, seat), (told,)


def end_dice_turn(state: State, seat: int, **changes: Any) -> State:
    """The next player clockwise acts; after the last one the phase is over (rounds.py). `changes` are what else becomes
    of the player."""
    following = after(state.n, seat)
    done = following == seat or state.player(following).dice_turn_done
    player = evolve(state.player(seat), dice_turn_done=True, placed_row=None, **changes)
    return state.replace(players=state.players_with(seat, player), active_player=None if done else following)


def all_dice(state: State) -> list[Die]:
    """Every die that is out of the bag, the opponent die apart."""
    found = list(state.pool)
    for player in state.players:
        found += [*dice_on(player.sheet), *player.dice]
    return found + [card.die for card in state.initiative if card.die is not None]
