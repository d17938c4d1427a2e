"""The Roll phase and the Dice phase (RP-ROLL, RP-DICE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask, after
from companion.games.roll_player.common import (
    Events,
    Outcome,
    directions,
    event,
    gains,
    gold_die_income,
    require_turn_in,
    row_word,
    step_taken,
)
from companion.games.roll_player.constants import market_size
from companion.games.roll_player.content import GOLD
from companion.games.roll_player.layouts import BY_FACE, layouts
from companion.games.roll_player.moves import (
    AssignInitiative,
    AttributeAction,
    ChooseInitiative,
    Keep,
    PlaceDie,
    Roll,
    SkipAction,
)
from companion.games.roll_player.perks import action_rows, income, perks_of
from companion.games.roll_player.state import (
    SLOTS,
    Die,
    InitiativeCard,
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


def roll(state: State, seat: int, move: Roll, chance: Chance) -> Outcome:
    """RP-ROLL-01, 02: as many dice as initiative cards, drawn, rolled, and laid out in ascending order."""
    require_turn_in(state, seat, "roll")
    if state.pending:
        raise IllegalMove("ask.first")
    k = market_size(state)
    colors = chance.draw(state.bag, k)
    faces = chance.roll(6, k)
    dice = tuple(map(Die.showing, colors, faces))
    told = event("dice_roll", name=state.players[seat - 1].name, n=k, dice=[die.short for die in dice])
    cards = tuple([card.number for card in state.initiative])
    state, more = lay_out(state, seat, dice, cards, bag=state.bag.remove(*colors))
    return state, (told, *more)


def lay_out(state: State, seat: int, dice: Sequence[Die], cards: tuple[int, ...], **changes: Any) -> Outcome:
    """Dice onto cards in ascending order; where equal faces leave a choice, the seat is asked (RP-ROLL-03). `changes`
    are what else becomes of the state."""
    orders = layouts(dice)
    if len(orders) == 1:
        return assigned(state, orders[0], cards, **changes)
    options = tuple([[die.code for die in order] for order in orders])
    ask = Ask(seat, "assign_initiative", options, {"cards": list(cards)}, "RP-ROLL-03")
    pool = tuple(sorted(dice, key=BY_FACE))
    return replace(state, pool=pool, pending=(*state.pending, ask), **changes), ()


def assigned(state: State, order: Sequence[Die], cards: tuple[int, ...], **changes: Any) -> Outcome:
    """Dice lie on cards, from the lowest card on; coins stay where they are (RP-ROLL-04)."""
    lying = dict(zip(cards, order, strict=True))
    laid = tuple([_bearing(card, lying[card.number]) if card.number in lying else card for card in state.initiative])
    told = event("assign_initiative", dice=[die.short for die in order])
    pending = tuple([ask for ask in state.pending if ask.key != "assign_initiative"]) if state.pending else ()
    if state.phase == "roll":
        changes |= {"phase": "dice", "active_player": state.start_player}
    return replace(state, initiative=laid, pool=(), pending=pending, **changes), (told,)


def _bearing(card: InitiativeCard, die: Die) -> InitiativeCard:
    return InitiativeCard.bearing(card.number, card.coin, die.color, die.face, card.holder)


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
    return replace(state, pending=others(state, ask))


def others(state: State, ask: Ask) -> tuple[Ask, ...]:
    """The questions that wait, without one of them."""
    return tuple([a for a in state.pending if a is not ask])


def choose_initiative(state: State, seat: int, move: ChooseInitiative, chance: Chance) -> Outcome:
    """RP-DICE-01: a card still in the centre, with its die; the coin is collected with the other gold."""
    require_turn_in(state, seat, "dice")
    player, card = state.players[seat - 1], state.card(move.card)
    if player.held_initiative is not None:
        raise IllegalMove("initiative.has_one", rule="RP-DICE-01")
    if card.holder is not None or card.die is None:
        raise IllegalMove("initiative.taken", rule="RP-DICE-01", card=move.card)
    state = replace(
        state,
        initiative=state.initiative_with(InitiativeCard.bare(card.number, card.coin, seat)),
        players=state.players_with(seat, replace(player, held_initiative=card.number, dice=(card.die,))),
    )
    return state, (event("choose_initiative", name=player.name, card=card.number, die=card.die.word),)


def place_die(state: State, seat: int, move: PlaceDie, chance: Chance) -> Outcome:
    """RP-DICE-02, 03: place, collect; then the row's action may be used."""
    require_turn_in(state, seat, "dice")
    player = state.players[seat - 1]
    if not player.dice:
        raise IllegalMove("place.choose_first", rule="RP-DICE-01")
    die = player.dice[0]
    if move.die not in (None, die.code):
        raise IllegalMove("place.no_such_die", field="die", got=move.die, dice=[die.code])
    sheet, slot = placed(player.sheet, move.row, die)
    card = state.card(player.held_initiative or 0)
    gold, told = placement_income(state, player, die, move.row, slot, card.coin)
    player = replace(player, gold=gold, sheet=sheet, dice=(), placed_row=move.row)
    taken = {"initiative": state.initiative_with(replace(card, coin=0))} if card.coin else {}
    if not _can_act(state, player):
        return end_dice_turn(state, player, {}, **taken), told
    return replace(state, players=state.players_with(seat, player), **taken), told


def placement_income(state: State, player: Player, die: Die, row: str, slot: int, coin: int = 0) -> tuple[int, Events]:
    """The gold that a player has after placing a die, and what is told: the coin of its card, 1 in slot 3, the income
    of a gold die, and what abilities pay; they add up (RP-DICE-03)."""
    told = event("place_die", name=player.name, die=die.word, row=row_word(row), slot=slot)
    third, shiny = int(slot == SLOTS), gold_die_income(state, player.seat) if die.color == GOLD else 0
    perks = perks_of(state, player)
    by_coin = income(perks, "coin") if perks and coin else 0
    by_die = income(perks, "place", die, row, slot) if perks else 0
    total = coin + by_coin + third + shiny + by_die
    if not total:
        return player.gold, (told,)
    more = gains(
        player,
        (coin, "coin", "RP-GOLD-04"),
        (by_coin, "ability", "RP-GOLD-05"),
        (third, "third_slot", "RP-GOLD-03"),
        (shiny, "gold_die", "RP-GOLD-01"),
        (by_die, "ability", "RP-GOLD-05"),
    )
    return player.gold + total, (told, *more)


def _can_act(state: State, player: Player) -> bool:
    """Whether there is any use of the action of the row just placed in (`action_moves` lists them): on the die that
    was just placed there always is, but a swap needs another one, and charisma tokens may run out."""
    if player.placed_row == "DEX" and len(dice_on(player.sheet)) > 1:
        return not player.attribute_action_used
    if player.placed_row in ("DEX", "CHA"):
        return next(_actions(state, player), None) is not None
    return not player.attribute_action_used


def action_moves(state: State, seat: int) -> Iterator[AttributeAction]:
    """Every use of the action of the row just placed in, or of one that a perk allows instead."""
    return _actions(state, state.player(seat))


def _actions(state: State, player: Player) -> Iterator[AttributeAction]:
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


Action = tuple[dict[str, Any], Events, Ask | None]
"""What an action comes to: what becomes of the player, what is told, and what the player is asked."""


def attribute_action(state: State, seat: int, move: AttributeAction, chance: Chance) -> Outcome:
    """RP-DICE-04…06: the action of the row the die was placed in, at most one, on any own die; it triggers nothing."""
    require_turn_in(state, seat, "dice")
    player = state.players[seat - 1]
    if player.placed_row is None or player.attribute_action_used:
        raise IllegalMove("action.not_now", rule="RP-DICE-04")
    rows = action_rows(state, player)
    if move.row not in rows:
        raise IllegalMove("action.other_row", rule="RP-DICE-04", field="row", row=[row_word(row) for row in rows])
    changes, told, ask = _ACTIONS[move.row](state, player, move, chance)
    changes["attribute_action_used"] = True
    if ask is None:
        return end_dice_turn(state, player, changes), told
    return replace(state, players=state.players_with(seat, replace(player, **changes)), pending=(ask,)), told


def target_die(state: State, seat: int, slot: str | None, field: str = "target") -> tuple[Slot, Die]:
    """The die of a slot on the player's own sheet. Raises IllegalMove for none."""
    return own_die(state.player(seat), slot, field)


def own_die(player: Player, slot: str | None, field: str = "target") -> tuple[Slot, Die]:
    """The same, of a player."""
    if slot is None:
        raise IllegalMove("read.missing", field=field)
    place = Slot.of(slot)
    die = die_at(player.sheet, place)
    if die is None:
        raise IllegalMove("slot.empty", field=field, row=row_word(place.row), slot=place.number)
    return place, die


def turn_die(state: State, seat: int, slot: Slot, face: int, why: str) -> Outcome:
    """A die on a sheet shows another face."""
    player = state.player(seat)
    old = die_at(player.sheet, slot)
    assert old is not None
    sheet, told = turned(player, slot, old, face, why)
    return state.change(seat, sheet=sheet), told


def turned(player: Player, slot: Slot, old: Die, face: int, why: str) -> tuple[Sheet, Events]:
    """The sheet with a die that shows another face, and what is told."""
    new = Die.showing(old.color, face)
    told = event(f"attribute_action.{why}", name=player.name, old=old.word, new=new.word)
    return with_die(player.sheet, slot, new), (told,)


def _flip(state: State, player: Player, move: AttributeAction, chance: Chance) -> Action:
    slot, die = own_die(player, move.target)
    sheet, told = turned(player, slot, die, 7 - (die.face or 0), "flip")
    return {"sheet": sheet}, told, None


def swap_dice(state: State, seat: int, one: str | None, two: str | None) -> Outcome:
    """Two dice exchange their places; both slots must hold one (RP-DICE-DEX)."""
    sheet, told = swapped(state.player(seat), one, two)
    return state.change(seat, sheet=sheet), told


def swapped(player: Player, one: str | None, two: str | None) -> tuple[Sheet, Events]:
    """The sheet after a swap, and what is told."""
    first, a = own_die(player, one)
    second, b = own_die(player, two, "other")
    if first == second:
        raise IllegalMove("swap.same", rule="RP-DICE-DEX", field="other")
    sheet = with_die(with_die(player.sheet, first, b), second, a)
    return sheet, (event("attribute_action.swap", name=player.name, one=a.word, two=b.word),)


def _swap(state: State, player: Player, move: AttributeAction, chance: Chance) -> Action:
    sheet, told = swapped(player, move.target, move.other)
    return {"sheet": sheet}, told, None


def _adjust(state: State, player: Player, move: AttributeAction, chance: Chance) -> Action:
    slot, die = own_die(player, move.target)
    sheet, told = turned(player, slot, die, changed_by(die, move.by), "adjust")
    return {"sheet": sheet}, told, None


def changed_by(die: Die, by: int | None) -> int:
    """The face one up or one down; there is no way past 6 or 1 (RP-DICE-CON)."""
    if by is None:
        raise IllegalMove("read.missing", field="by")
    face = (die.face or 0) + by
    if not 1 <= face <= 6:
        raise IllegalMove("adjust.no_wrap", rule="RP-DICE-CON", field="by", face=die.face)
    return face


def _reroll(state: State, player: Player, move: AttributeAction, chance: Chance) -> Action:
    """RP-DICE-INT: the new face is rolled now; which one stays is a question of its own."""
    slot, die = own_die(player, move.target)
    face = chance.roll(6)[0]
    told = event("attribute_action.reroll", name=player.name, die=die.word, face=face)
    if face == die.face:
        return {}, (told,), None
    options = tuple(sorted((die.face or 0, face)))
    args = {"target": str(slot), "old": die.face, "new": face, "color": die.color}
    return {}, (told,), Ask(player.seat, "keep", options, args, "RP-DICE-INT")


def keep(state: State, seat: int, move: Keep, chance: Chance) -> Outcome:
    ask = asked(state, seat, "keep")
    if move.face not in ask.options:
        raise IllegalMove("keep.neither", rule="RP-DICE-INT", field="face", old=ask.args["old"], new=ask.args["new"])
    player = state.players[seat - 1]
    sheet, told = turned(player, *own_die(player, ask.args["target"]), move.face, "keep")
    pending = others(state, ask)
    if player.placed_row is not None and player.attribute_action_used:
        return end_dice_turn(state, player, {"sheet": sheet}, pending=pending), told
    players = state.players_with(seat, replace(player, sheet=sheet))
    return replace(state, players=players, pending=pending), told  # a skill's re-roll leaves the turn where it is


def _step(state: State, player: Player, move: AttributeAction, chance: Chance) -> Action:
    if move.step is None:
        raise IllegalMove("read.missing", field="step")
    cell, told = step_taken(player, move.step)
    return {"alignment_pos": cell}, told, None


def _charisma(state: State, player: Player, move: AttributeAction, chance: Chance) -> Action:
    if state.charisma_supply < 1:
        raise IllegalMove("charisma.none_left", rule="RP-DICE-CHA")
    told = event("attribute_action.charisma", name=player.name)
    return {"charisma_tokens": player.charisma_tokens + 1}, (told,), None


_ACTIONS = {"STR": _flip, "DEX": _swap, "CON": _adjust, "INT": _reroll, "WIS": _step, "CHA": _charisma}


def skip_action(state: State, seat: int, move: SkipAction, chance: Chance) -> Outcome:
    require_turn_in(state, seat, "dice")
    player = state.players[seat - 1]
    if player.placed_row is None:
        raise IllegalMove("action.not_now", rule="RP-DICE-04")
    return end_dice_turn(state, player, {}), (event("skip_action", name=player.name),)


def end_dice_turn(state: State, player: Player, became: Mapping[str, Any], **changes: Any) -> State:
    """The next player clockwise acts; after the last one the phase is over (rounds.py). `became` is what else becomes
    of the player whose turn it was, `changes` what else becomes of the state."""
    following = after(len(state.players), player.seat)
    done = following == player.seat or state.players[following - 1].dice_turn_done
    over = replace(player, dice_turn_done=True, placed_row=None, **became)
    players = state.players_with(player.seat, over)
    return replace(state, players=players, active_player=None if done else following, **changes)


def all_dice(state: State) -> list[Die]:
    """Every die that is out of the bag, the opponent die apart."""
    found = list(state.pool)
    for player in state.players:
        found += [*dice_on(player.sheet), *player.dice]
    return found + [card.die for card in state.initiative if card.die is not None]
