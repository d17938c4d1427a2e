"""The Market phase: buying, discarding, weapons in two hands (RP-MARKET, RP-WEAP, RP-TRAIT, RP-NOTE-01, 02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask
from companion.games.roll_player.common import (
    NONE,
    Events,
    Outcome,
    event,
    gains,
    require_phase,
    require_turn_in,
    step_taken,
    stepped,
    turn_order,
)
from companion.games.roll_player.constants import market_size
from companion.games.roll_player.content import ANY_CARD
from companion.games.roll_player.dice import asked, without_ask
from companion.games.roll_player.moves import (
    Attune,
    Buy,
    DiscardForGold,
    DiscardWeapon,
    EndMarket,
    SkipAttune,
)
from companion.games.roll_player.perks import discount, income, perks_of
from companion.games.roll_player.state import Armor, MarketPlace, OwnedCard, Player, Skill, State
from companion.moves import IllegalMove

DISCARD_GOLD = 2
HANDS = 2


def deal(state: State, chance: Chance) -> Outcome:
    """A new market from the deck, laid out."""
    laid, told = dealt(state, chance, state.market_discard)
    return replace(state, **laid), told


def dealt(state: State, chance: Chance, discard: tuple[str, ...]) -> tuple[dict[str, Any], Events]:
    """What becomes of the state when a market is dealt: if the deck runs out, what is there is dealt, then the discard
    pile is shuffled and the rest is dealt (RP-CLEAN-04)."""
    wanted, deck, deals = market_size(state), state.deck, state.deals + 1
    there, told = len(deck), NONE
    if wanted > there and discard:
        told = (event("reshuffle", n=len(discard)),)
        deck, discard = deck.reshuffled(discard), ()
        there = len(deck)
    cards, deck = deck.draw(min(wanted, there), chance)
    market = tuple([MarketPlace.of(deals, at, card) for at, card in enumerate(cards, 1)])
    names = [state.content.name("market", card) for card in cards] if state.cards != "none" else []
    told += (event("deal_market", n=len(cards), cards=names),)
    return {"deck": deck, "market_discard": discard, "market": market, "deals": deals, "places": len(market)}, told


def before_market(state: State, **changes: Any) -> Outcome:
    """Attuned players are asked before the phase begins; then it begins (RP-NOTE-01). `changes` are what else becomes
    of the state."""
    if state.market_discard:
        for seat in turn_order(state):
            player = state.players[seat - 1]
            if _ability(state, player) == "attuned" and not player.attuned_used:
                options = tuple(dict.fromkeys(state.market_discard))
                ask = Ask(seat, "attune", options, {}, "RP-NOTE-01")
                return replace(state, phase="attune", active_player=None, pending=(ask,), **changes), ()
    return _begin_market(state, **changes)


def _ability(state: State, player: Player) -> str | None:
    return state.content.classes[player.class_side].ability if player.class_side else None


def attune(state: State, seat: int, move: Attune, chance: Chance) -> Outcome:
    ask = asked(state, seat, "attune")
    if move.card not in ask.options:
        raise IllegalMove("attune.not_there", rule="RP-NOTE-01", field="card")
    discard = list(state.market_discard)
    discard.remove(move.card)
    place = MarketPlace(f"{state.deals}.{state.places + 1}", move.card)
    state = without_ask(state, ask).replace(
        market=(*state.market, place), market_discard=tuple(discard), places=state.places + 1
    )
    told = event("attune", name=state.player(seat).name, card=state.content.name("market", move.card))
    return state.change(seat, attuned_used=True), (told,)


def skip_attune(state: State, seat: int, move: SkipAttune, chance: Chance) -> Outcome:
    ask = asked(state, seat, "attune")
    return without_ask(state, ask).change(seat, attuned_used=True), ()


def _begin_market(state: State, **changes: Any) -> Outcome:
    if changes.get("market", state.market):
        return replace(state, phase="market", active_player=_following(state.players), **changes), NONE
    return _skipped(replace(state, phase="market", active_player=None, **changes))


def _following(players: Iterable[Player]) -> int | None:
    """The player with the lowest initiative card who has not acted (RP-MARKET-01)."""
    lowest, seat = 0, None
    for player in players:
        held = player.held_initiative
        if held is not None and not player.market_turn_done and (seat is None or held < lowest):
            lowest, seat = held, player.seat
    return seat


def _skipped(state: State) -> Outcome:
    """If the market is empty, turns are skipped without income (RP-MARKET-10)."""
    told: Events = ()
    while (seat := _following(state.players)) is not None:
        player = state.players[seat - 1]
        told += (event("market_skipped", name=player.name),)
        state = _turn_over(state, player, {})
    return replace(state, active_player=None), told


def _turn_over(state: State, player: Player, became: Mapping[str, Any], **changes: Any) -> State:
    """The initiative card goes back to its place in the centre (RP-MARKET-08); whoever is next may act. `became` is
    what else becomes of the player, `changes` what else becomes of the state."""
    initiative, held = state.initiative, player.held_initiative
    if held is not None:
        initiative = state.initiative_with(initiative[held - 1].freed)
    player = replace(player, market_turn_done=True, held_initiative=None, **became)
    players = state.players_with(player.seat, player)
    return replace(state, initiative=initiative, players=players, active_player=_following(players), **changes)


def end_turn(state: State, player: Player, became: Mapping[str, Any], **changes: Any) -> Outcome:
    """The market turn of a player is over. `became` is what else becomes of the player, `changes` what else becomes of
    the state."""
    state = _turn_over(state, player, became, **changes)
    return (state, NONE) if state.market or state.active_player is None else _skipped(state)


def require_turn(state: State, seat: int) -> None:
    require_turn_in(state, seat, "market")
    if state.pending:
        raise IllegalMove("ask.first")


def known_cost(state: State, card: str) -> int | None:
    """The printed cost; None if nobody knows it, then what is paid is typed in."""
    record = state.content.card(card)
    return None if record is None else record.cost


def prices(state: State, seat: int, card: str, *, discounts: bool = True) -> Iterator[tuple[int, int]]:
    """Ways to pay for a card, as gold and tokens, the fewest coins first. Where the cost is not known only the smallest
    legal price stands here; others are typed in."""
    player = state.player(seat)
    cost = known_cost(state, card)
    if cost is None:
        yield 0, 0
        return
    due = max(0, cost - (discount(state, player, card) if discounts else 0))
    for tokens in range(min(player.charisma_tokens if discounts else 0, due), -1, -1):
        if due - tokens <= player.gold:
            yield due - tokens, tokens


def pay(
    state: State, player: Player, card: str, paid: int, tokens: int, *, discounts: bool = True
) -> tuple[dict[str, Any], Events]:
    """What becomes of a player who pays for a card, and what is told. Raises IllegalMove for a wrong price, and for
    coins or tokens that are not there (RP-MARKET-03, 04, RP-GOLD-06)."""
    cost = known_cost(state, card)
    if tokens and not discounts:
        raise IllegalMove("buy.no_discounts", rule="RP-NOTE-10", field="tokens")
    if tokens > player.charisma_tokens:
        raise IllegalMove("buy.tokens", rule="RP-MARKET-04", field="tokens", n=player.charisma_tokens)
    if cost is not None:
        due = max(0, cost - (discount(state, player, card) if discounts else 0))
        if paid + tokens != due:
            raise IllegalMove("buy.price", rule="RP-MARKET-03", field="paid", due=due, paid=paid, tokens=tokens)
    if paid > player.gold:
        raise IllegalMove("buy.gold", rule="RP-GOLD-06", field="paid", n=player.gold, paid=paid)
    name = state.content.name("market", card)
    told = event("buy_card_tokens" if tokens else "buy_card", name=player.name, card=name, n=paid, tokens=tokens)
    return {"gold": player.gold - paid, "charisma_tokens": player.charisma_tokens - tokens}, (told,)


def hands(state: State, player: Player) -> int:
    """Hands in use; a weapon whose hands nobody knows counts one until somebody says."""
    return sum(weapon_hands(state, weapon.card) or 1 for weapon in player.weapons)


def weapon_hands(state: State, card: str) -> int | None:
    record = state.content.card(card)
    typed = state.known.get(f"{card}.hands")
    if record is not None and record.hands is not None:
        return record.hands
    return typed if isinstance(typed, int) else None


def require_hands(state: State, player: Player, card: str) -> None:
    """RP-WEAP-03."""
    record = state.content.card(card)
    if record is None or record.type != "weapon":
        return
    free = HANDS - hands(state, player)
    if (weapon_hands(state, card) or 1) > free:
        raise IllegalMove("weapon.hands", rule="RP-WEAP-03", field="place", free=max(free, 0))


def buy(state: State, seat: int, move: Buy, chance: Chance) -> Outcome:
    """RP-MARKET-02…07."""
    require_turn(state, seat)
    place, player = state.at_place(move.place), state.players[seat - 1]
    card = place.card
    may_buy(state, player)
    require_hands(state, player, card)
    paid, told = pay(state, player, card, move.paid, move.tokens)
    left = tuple([m for m in state.market if m is not place])
    return purchased(state, player, place.place if card == ANY_CARD else card, card, paid, told, market=left)


def may_buy(state: State, player: Player) -> None:
    """One purchase in a market turn, two for a Charming bard (RP-MARKET-02, RP-NOTE-02)."""
    if player.bought >= purchases(state, player):
        raise IllegalMove("buy.one", rule="RP-MARKET-02")


def purchases(state: State, player: Player) -> int:
    return 2 if _ability(state, player) == "charming" else 1


def purchased(
    state: State, player: Player, ref: str, card: str, paid: Mapping[str, Any], told: Events, **changes: Any
) -> Outcome:
    """A card that is paid for comes into the area of its type (RP-MARKET-03, 07); the turn ends unless another purchase
    is possible. `paid` is what has become of the player, `changes` what else becomes of the state."""
    got, more, ask = _received(state, player, ref, card)
    bought = player.bought + 1
    became = {**paid, **got, "bought": bought}
    if ask is not None:
        changes["pending"] = (*state.pending, ask)
    if bought < purchases(state, player) and changes.get("market", state.market):
        return replace(
            state, players=state.players_with(player.seat, replace(player, **became)), **changes
        ), told + more
    state, ended = end_turn(state, player, became, **changes)
    return state, told + more + ended


def _received(state: State, player: Player, ref: str, card: str) -> tuple[dict[str, Any], Events, Ask | None]:
    """What becomes of a player who gets a card, what is told, and what a rule needs to know about it and has to ask."""
    record = state.content.card(card)
    if record is None:
        return {"cards": (*player.cards, OwnedCard(ref, card))}, NONE, None
    match record.type:
        case "weapon":
            known = weapon_hands(state, card) is not None
            ask = None if known else Ask(player.seat, "hands", (1, 2), {"card": card}, "RP-WEAP-01")
            return {"weapons": (*player.weapons, OwnedCard(ref, card))}, NONE, ask
        case "armor":
            return {"armors": (*player.armors, Armor(ref, card, record.set or "chain"))}, NONE, None
        case "skill":
            return {"skills": (*player.skills, Skill(ref, card))}, NONE, None
    got = {"traits": (*player.traits, OwnedCard(ref, card))}
    arrow = known_arrow(state, card)
    if arrow is None:
        return got, NONE, Ask(player.seat, "arrow", ("up", "down", "left", "right"), {"card": card}, "RP-TRAIT-01")
    step, told = _forced(player, arrow)
    return got | step, told, None


def known_arrow(state: State, card: str) -> str | None:
    record = state.content.card(card)
    typed = state.known.get(f"{card}.arrow")
    if record is not None and record.arrow is not None:
        return record.arrow
    return typed if isinstance(typed, str) else None


def forced_step(state: State, seat: int, arrow: str) -> Outcome:
    """RP-ALIGN-03: the arrow's step if it is possible; the purchase stands either way."""
    step, told = _forced(state.player(seat), arrow)
    return state.change(seat, **step), told


def _forced(player: Player, arrow: str) -> tuple[dict[str, Any], Events]:
    if stepped(player.alignment_pos, arrow) is None:
        return {}, (event("alignment_stays", name=player.name),)
    cell, told = step_taken(player, arrow)
    return {"alignment_pos": cell}, told


def discard_for_gold(state: State, seat: int, move: DiscardForGold, chance: Chance) -> Outcome:
    """RP-MARKET-02, RP-GOLD-02; with a friendly market the card stays (RP-VAR-04)."""
    require_turn(state, seat)
    player = state.players[seat - 1]
    if player.bought:
        raise IllegalMove("discard.after_buying", rule="RP-NOTE-02")
    told: Events = ()
    changes: dict[str, Any] = {}
    if state.has("friendly_market"):
        if move.place is not None:
            raise IllegalMove("discard.friendly", rule="RP-VAR-04", field="place")
    else:
        if move.place is None:
            raise IllegalMove("read.missing", field="place")
        place = state.at_place(move.place)
        changes["market"] = tuple([m for m in state.market if m is not place])
        changes["market_discard"] = (*state.market_discard, place.card)
        told = (event("discard_card", name=player.name, card=state.content.name("market", place.card)),)
    more = income(perks_of(state, player), "discard")
    parts = ((DISCARD_GOLD, "discard", "RP-GOLD-02"), (more, "ability", "RP-GOLD-05"))
    state, ended = end_turn(state, player, {"gold": player.gold + DISCARD_GOLD + more}, **changes)
    return state, told + gains(player, *parts) + ended


def end_market(state: State, seat: int, move: EndMarket, chance: Chance) -> Outcome:
    require_turn(state, seat)
    player = state.players[seat - 1]
    if not player.bought:
        raise IllegalMove("market.must_act", rule="RP-MARKET-02")
    return end_turn(state, player, {})


def discard_weapon(state: State, seat: int, move: DiscardWeapon, chance: Chance) -> Outcome:
    """RP-WEAP-02: at any moment of the game, for nothing."""
    if state.phase in ("setup", "finished"):
        require_phase(state, "market")
    player = state.player(seat)
    weapon = next((w for w in player.weapons if w.ref == move.card), None)
    if weapon is None:
        raise IllegalMove("weapon.not_yours", rule="RP-WEAP-02", field="card", got=move.card)
    if player.ready:
        raise IllegalMove("scoring.ready")
    told = event("discard_weapon", name=player.name, card=state.content.name("market", weapon.card))
    return lose(state, seat, weapon), (told,)


def lose(state: State, seat: int, card: OwnedCard) -> State:
    """An owned card goes to the market discard pile, and with it the questions that were about it."""
    player = state.player(seat)
    areas = {
        name: tuple(c for c in getattr(player, name) if c.ref != card.ref)
        for name in ("weapons", "armors", "skills", "traits", "cards")
    }
    state = state.change(seat, **areas).replace(market_discard=(*state.market_discard, card.card))
    asks = tuple(a for a in state.pending if not (a.key in ("hands", "arrow") and a.args["card"] == card.card))
    if hands(state, state.player(seat)) <= HANDS:
        asks = tuple(a for a in asks if not (a.key == "free_hands" and a.seat == seat))
    return replace(state, pending=asks)
