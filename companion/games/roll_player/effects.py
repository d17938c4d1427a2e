"""What skills do (RP-NOTE, RP-GOLD-05): each kind of effect with the ways to use it now, and what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.canonical import Plain
from companion.chance import Chance
from companion.flow import Ask
from companion.games.roll_player.common import (
    Events,
    Outcome,
    die_word,
    event,
    gain,
    gold_die_income,
    is_gold,
    require_phase,
    row_word,
)
from companion.games.roll_player.constants import WITH_TOKENS
from companion.games.roll_player.content import ATTRIBUTES, Effect
from companion.games.roll_player.dice import lay_out, swap_dice, target_die, turn_die
from companion.games.roll_player.market import (
    known_cost,
    may_buy,
    pay,
    prices,
    purchased,
    require_hands,
    require_turn,
)
from companion.games.roll_player.moves import UseSkill
from companion.games.roll_player.state import (
    Die,
    InitiativeCard,
    Slot,
    State,
    die_at,
    occupied,
    placed,
    row_index,
    with_die,
    with_row,
)
from companion.moves import IllegalMove
from companion.words import Word

Fields = dict[str, Plain]


class Procedure(Struct, frozen=True):
    """How an effect is carried out: `ways` lists the complete sets of fields that are legal now."""

    ways: Callable[[State, int, Effect], Iterator[Fields]]
    apply: Callable[[State, int, Effect, UseSkill, Chance], Outcome]


# dice in the centre


def _open_cards(state: State) -> list[InitiativeCard]:
    """Initiative cards that nobody has chosen in this Dice phase, with their dice."""
    if state.phase != "dice":
        return []
    return [card for card in state.initiative if card.holder is None and card.die is not None]


def _open_card(state: State, number: int | None) -> InitiativeCard:
    if number is None:
        raise IllegalMove("read.missing", field="initiative")
    require_phase(state, "dice")
    card = state.card(number)
    if card.holder is not None or card.die is None:
        raise IllegalMove("initiative.taken", rule="RP-NOTE-04", field="initiative", card=number)
    return card


def rearranged(state: State, seat: int) -> Outcome:
    """The dice of the cards that nobody has chosen, ascending again; the user decides between equal faces like a start
    player. Coins do not move (RP-NOTE-04, 05)."""
    cards = _open_cards(state)
    dice = [card.die for card in cards if card.die is not None]
    for card in cards:
        state = state.with_card(InitiativeCard(card.number, card.coin))
    return lay_out(state, seat, dice, tuple(card.number for card in cards))


def _new_faces(effect: Effect, die: Die) -> Iterator[Fields]:
    """The changes of a face that an effect allows; what the printed card says is typed in where nobody knows it."""
    face = die.face or 0
    match effect.change:
        case "set":
            if face != effect.amount:
                yield {}
        case "flip" | "reroll":
            yield {}
        case "step":
            yield from ({"by": by} for by in (1, -1) if 1 <= face + by * effect.amount <= 6)
        case None:
            yield from ({"face": new} for new in range(1, 7) if new != face)


def _new_face(effect: Effect, die: Die, move: UseSkill, chance: Chance) -> int:
    face = die.face or 0
    match effect.change:
        case "set":
            return effect.amount
        case "flip":
            return 7 - face
        case "reroll":
            return chance.roll(6)[0]
        case "step":
            if move.by is None:
                raise IllegalMove("read.missing", field="by")
            new = face + move.by * effect.amount
            if not 1 <= new <= 6:
                raise IllegalMove("adjust.no_wrap", field="by", face=face)
            return new
    if move.face is None:
        raise IllegalMove("read.missing", field="face")
    return move.face


def _pool_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    for card in _open_cards(state):
        if card.die is not None:
            yield from ({"initiative": card.number, **way} for way in _new_faces(effect, card.die))


def _pool_face(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    """Climb, Intimidate (RP-NOTE-04)."""
    card = _open_card(state, move.initiative)
    assert card.die is not None
    new = Die(card.die.color, _new_face(effect, card.die, move, chance))
    told = event("pool_face", name=state.player(seat).name, old=die_word(card.die), new=die_word(new))
    state, more = rearranged(state.with_card(InitiativeCard(card.number, card.coin, new)), seat)
    return state, (told, *more)


def _negotiate_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    for card in _open_cards(state):
        for slot in occupied(state.player(seat).sheet):
            yield {"initiative": card.number, "target": str(slot)}


def _negotiate(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    """Negotiate: a die of the own sheet for one in the centre (RP-NOTE-05)."""
    card = _open_card(state, move.initiative)
    slot, own = target_die(state, seat, move.target)
    assert card.die is not None
    taken = card.die
    state = state.with_card(InitiativeCard(card.number, card.coin, own))
    state, told = _exchanged(state, seat, slot, own, taken, move, "negotiate")
    state, more = rearranged(state, seat)
    return state, told + more


def _exchanged(state: State, seat: int, slot: Slot, old: Die, new: Die, move: UseSkill, why: str) -> Outcome:
    """A die of the sheet is replaced by another: a gold die pays its income; slot 3 and the row's action only if the
    player says that the card gives them."""
    player = state.player(seat)
    state = state.change(seat, sheet=with_die(player.sheet, slot, new))
    told: Events = (event(why, name=player.name, old=die_word(old), new=die_word(new)),)
    state, shiny = gain(state, seat, gold_die_income(state, seat) if is_gold(new) else 0, "gold_die", "RP-GOLD-01")
    third = int(move.slot_gold and slot.number == 3)
    state, more = gain(state, seat, third, "third_slot", "RP-GOLD-03")
    if move.action:
        state = _grant_action(state, seat, slot.row)
    return state, told + shiny + more


def _grant_action(state: State, seat: int, row: str) -> State:
    """The action of that row instead of the one of the row just placed in: still one per Dice phase (RP-DICE-04)."""
    player = state.player(seat)
    if player.placed_row is None or player.attribute_action_used:
        raise IllegalMove("action.not_now", rule="RP-DICE-04", field="action")
    return state.change(seat, placed_row=row)


def _search_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    player = state.player(seat)
    for color in state.bag:
        if player.dice and state.phase == "dice":
            yield {"color": color}
        yield from ({"color": color, "target": str(slot)} for slot in occupied(player.sheet))


def _search(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    """Search: a die is looked for in the bag, rolled, and takes the place of an own one, which goes into the bag: the
    die just taken, or one on the sheet (RP-NOTE-11)."""
    if move.color is None:
        raise IllegalMove("read.missing", field="color")
    if move.color not in state.bag:
        raise IllegalMove("bag.not_there", rule="RP-NOTE-11", field="color", kind=Word(f"colour.{move.color}.name"))
    player = state.player(seat)
    if move.target is None and not (player.dice and state.phase == "dice"):
        raise IllegalMove("read.missing", field="target")
    new = Die(move.color, chance.roll(6)[0])
    if move.target is None:
        old = player.dice[0]
        state = replace(state, bag=state.bag.remove(new.color).add(old.color)).change(seat, dice=(new,))
        return state, (event("search", name=player.name, old=die_word(old), new=die_word(new)),)
    slot, old = target_die(state, seat, move.target)
    state = replace(state, bag=state.bag.remove(new.color).add(old.color))
    return _exchanged(state, seat, slot, old, new, move, "search")


# dice on the own sheet


def _own_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    sheet = state.player(seat).sheet
    for slot in occupied(sheet):
        die = die_at(sheet, slot)
        if die is not None:
            yield from ({"target": str(slot), **way} for way in _new_faces(effect, die))


def _own_face(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    slot, die = target_die(state, seat, move.target)
    face = _new_face(effect, die, move, chance)
    if effect.change == "reroll" and face != die.face:
        told = event("attribute_action.reroll", name=state.player(seat).name, die=die_word(die), face=face)
        args = {"target": str(slot), "old": die.face, "new": face, "color": die.color}
        options = tuple(sorted((die.face or 0, face)))
        return replace(state, pending=(*state.pending, Ask(seat, "keep", options, args, "RP-DICE-INT"))), (told,)
    return turn_die(state, seat, slot, face, "adjust")


def _swap_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    slots = list(occupied(state.player(seat).sheet))
    for at, slot in enumerate(slots):
        yield from ({"target": str(slot), "other": str(other)} for other in slots[at + 1 :])


def _swap(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    return swap_dice(state, seat, move.target, move.other)


def _move_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    sheet = state.player(seat).sheet
    open_rows = [row for row in ATTRIBUTES if sheet[row_index(row)][2] is None]
    for slot in occupied(sheet):
        yield from ({"target": str(slot), "row": row} for row in open_rows)


def move_die(state: State, seat: int, target: str | None, row: str | None) -> Outcome:
    """Sleight of Hand: no action, no gold; gaps are closed to the left (RP-NOTE-12)."""
    if row is None:
        raise IllegalMove("read.missing", field="row")
    slot, die = target_die(state, seat, target)
    player = state.player(seat)
    if player.sheet[row_index(row)][2] is not None:
        raise IllegalMove("place.row_full", rule="RP-NOTE-12", field="row", row=row_word(row))
    left = [d for n, d in enumerate(player.sheet[row_index(slot.row)], 1) if n != slot.number]
    sheet, _ = placed(with_row(player.sheet, slot.row, left), row, die)
    told = event("move_die", name=player.name, die=die_word(die), row=row_word(row))
    return state.change(seat, sheet=sheet), (told,)


def _move(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    return move_die(state, seat, move.target, move.row)


# gold and cards


def _one_way(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    yield {}


def _gold(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    return gain(state, seat, effect.amount, "skill", "RP-GOLD-05")


def _token_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    if state.phase in WITH_TOKENS and state.charisma_supply > 0:
        yield {}


def _tokens(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    """Charisma tokens, as many as there are; spent in this round's market like any other (RP-MARKET-04)."""
    require_phase(state, *WITH_TOKENS)
    count = min(effect.amount, state.charisma_supply)
    if count < 1:
        raise IllegalMove("charisma.none_left", rule="RP-DICE-CHA", field="card")
    player = state.player(seat)
    state = state.change(seat, charisma_tokens=player.charisma_tokens + count)
    return state, (event("tokens", name=player.name, n=player.charisma_tokens + count),)


def _prompt(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    """The printed ability is carried out by hand (RP-GEN-01)."""
    return state, (event("by_the_card", name=state.player(seat).name),)


def _on_turn(state: State, seat: int) -> bool:
    try:
        require_turn(state, seat)
        may_buy(state, state.player(seat))
    except IllegalMove:
        return False
    return True


def _hands_free(state: State, seat: int, card: str) -> bool:
    try:
        require_hands(state, state.player(seat), card)
    except IllegalMove:
        return False
    return True


def _discard_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    if not _on_turn(state, seat):
        return
    for card in dict.fromkeys(state.market_discard):
        if _hands_free(state, seat, card):
            for paid, tokens in prices(state, seat, card):
                yield {"bought": card, "paid": paid, "tokens": tokens}


def _buy_discard(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    """Move Silently: a card of the discard pile, as the purchase of this market turn (RP-NOTE-08)."""
    require_turn(state, seat)
    player = state.player(seat)
    may_buy(state, player)
    if move.bought is None or move.paid is None:
        raise IllegalMove("read.missing", field="bought" if move.bought is None else "paid")
    if move.bought not in state.market_discard:
        raise IllegalMove("attune.not_there", rule="RP-NOTE-08", field="bought")
    require_hands(state, player, move.bought)
    paid, told = pay(state, player, move.bought, move.paid, move.tokens)
    discard = list(state.market_discard)
    discard.remove(move.bought)
    state = replace(state, places=state.places + 1, market_discard=tuple(discard))
    return purchased(state, player, _ref(state, move.bought), move.bought, paid, told)


def _ref(state: State, card: str) -> str:
    """What a card that did not lie in the market is called: by its name, or by the place that was counted for it."""
    return card if state.content.card(card) is not None else f"{state.deals}.{state.places}"


def _top_ways(state: State, seat: int, effect: Effect) -> Iterator[Fields]:
    if _on_turn(state, seat) and len(state.deck):
        yield {}


def _buy_top(state: State, seat: int, effect: Effect, move: UseSkill, chance: Chance) -> Outcome:
    """Open Lock: the top card of the deck is turned up; then the player buys it at its full cost, or leaves it on top
    (RP-NOTE-10)."""
    require_turn(state, seat)
    may_buy(state, state.player(seat))
    if not len(state.deck):
        raise IllegalMove("deck.empty", rule="RP-NOTE-10", wanted=1, left=0)
    cards, deck = state.deck.draw(1, chance)
    card = cards[0]
    state = replace(state, deck=deck.on_top(card))
    name = state.content.name("market", card)
    cost = known_cost(state, card)
    args = {"card": card, "cost": cost}
    options = (*open_lock_prices(state, seat, card), "leave")
    ask = Ask(seat, "open_lock", options, args, "RP-NOTE-10")
    return replace(state, pending=(*state.pending, ask)), (event("turned_up", name=state.player(seat).name, card=name),)


def open_lock_prices(state: State, seat: int, card: str) -> list[int]:
    """What the card on top may be bought for: no token and no weapon takes anything off."""
    if not _hands_free(state, seat, card):
        return []
    return [paid for paid, _ in prices(state, seat, card, discounts=False)]


def buy_from_top(state: State, seat: int, card: str, paid: int) -> Outcome:
    """The card that was turned up is bought."""
    player = state.player(seat)
    require_hands(state, player, card)
    cost, told = pay(state, player, card, paid, 0, discounts=False)
    state = replace(state, places=state.places + 1, deck=state.deck.take(card))
    return purchased(state, player, _ref(state, card), card, cost, told)


EFFECTS: dict[str, Procedure] = {
    "pool_face": Procedure(_pool_ways, _pool_face),
    "negotiate": Procedure(_negotiate_ways, _negotiate),
    "search": Procedure(_search_ways, _search),
    "own_face": Procedure(_own_ways, _own_face),
    "swap": Procedure(_swap_ways, _swap),
    "move_die": Procedure(_move_ways, _move),
    "gold": Procedure(_one_way, _gold),
    "tokens": Procedure(_token_ways, _tokens),
    "prompt": Procedure(_one_way, _prompt),
    "buy_discard": Procedure(_discard_ways, _buy_discard),
    "buy_top": Procedure(_top_ways, _buy_top),
}
"""By the kind that content names; `borrow_skill` takes the effect of the skill it borrows (skills.py)."""
