"""The Market phase: buying, discarding, weapons in two hands (RP-MARKET, RP-WEAP, RP-TRAIT, RP-NOTE-01, 02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.chance import Chance
from companion.flow import Ask
from companion.games.roll_player.common import (
    NONE,
    Events,
    Outcome,
    event,
    gains,
    move_alignment,
    require_active,
    require_phase,
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
from companion.values import evolve

DISCARD_GOLD = 2
HANDS = 2


def deal(state: State, chance: Chance, **changes: Any) -> Outcome:
    """A new market from the deck; if it runs out, what is there is dealt, then the discard pile is shuffled and the
    rest is dealt (RP-CLEAN-04). `changes` are what else becomes of the state."""
    wanted = market_size(state)
    told: Events = ()
    deck, discard = state.deck, state.market_discard
    if wanted > len(deck) and discard:
        told += (event("reshuffle", n=len(discard)),)
        deck, discard = deck.reshuffled(discard), ()
    cards, deck = deck.draw(min(wanted, len(deck)), chance)
    deals = state.deals + 1
    market = tuple([MarketPlace(f"{deals}.{at}", card) for at, card in enumerate(cards, 1)])
    names = [state.content.name("market", card) for card in cards] if state.cards != "none" else []
    told += (event("deal_market", n=len(cards), cards=names),)
    laid = {"deck": deck, "market_discard": discard, "market": market, "deals": deals, "places": len(market)}
    return state.replace(**laid, **changes), told


def before_market(state: State, **changes: Any) -> Outcome:
    """Attuned players are asked before the phase begins; then it begins (RP-NOTE-01). `changes` are what else becomes
    of the state."""
    if changes:
        state = state.replace(**changes)
    if state.market_discard:
        for seat in turn_order(state):
            player = state.player(seat)
            if _ability(state, player) == "attuned" and not player.attuned_used:
                options = tuple(dict.fromkeys(state.market_discard))
                ask = Ask(seat, "attune", options, {}, "RP-NOTE-01")
                return state.replace(phase="attune", active_player=None, pending=(ask,)), ()
    return _begin_market(state)


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


def _begin_market(state: State) -> Outcome:
    active, told = None, NONE
    if state.market:
        active = _following(state.players)
    else:
        state, told = _skipped(state)
    return state.replace(phase="market", active_player=active), told


def _following(players: Iterable[Player]) -> int | None:
    """The player with the lowest initiative card who has not acted (RP-MARKET-01)."""
    waiting = [(p.held_initiative, p.seat) for p in players if not p.market_turn_done and p.held_initiative is not None]
    return min(waiting)[1] if waiting else None


def _skipped(state: State) -> Outcome:
    """If the market is empty, turns are skipped without income (RP-MARKET-10)."""
    told: Events = ()
    while (seat := _following(state.players)) is not None:
        told += (event("market_skipped", name=state.player(seat).name),)
        state = _turn_over(state, seat)
    return state, told


def _turn_over(state: State, seat: int, **changes: Any) -> State:
    """The initiative card goes back to its place in the centre (RP-MARKET-08); whoever is next may act."""
    player, initiative = state.player(seat), state.initiative
    if player.held_initiative is not None:
        initiative = state.initiative_with(evolve(state.card(player.held_initiative), holder=None))
    players = state.players_with(seat, evolve(player, market_turn_done=True, held_initiative=None, **changes))
    return state.replace(initiative=initiative, players=players, active_player=_following(players))


def end_turn(state: State, seat: int, **changes: Any) -> Outcome:
    """The market turn of a player is over. `changes` are what else becomes of the player."""
    state = _turn_over(state, seat, **changes)
    return (state, NONE) if state.market or state.active_player is None else _ended(*_skipped(state))


def _ended(state: State, told: Events) -> Outcome:
    return state.replace(active_player=None), told


def require_turn(state: State, seat: int) -> None:
    require_phase(state, "market")
    require_active(state, seat)
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


def pay(state: State, seat: int, card: str, paid: int, tokens: int, *, discounts: bool = True) -> Outcome:
    """Pay for a card. Raises IllegalMove for a wrong price, and for coins or tokens that are not there (RP-MARKET-03,
    04, RP-GOLD-06)."""
    player = state.player(seat)
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
    state = state.change(seat, gold=player.gold - paid, charisma_tokens=player.charisma_tokens - tokens)
    name = state.content.name("market", card)
    key = "buy_card_tokens" if tokens else "buy_card"
    return state, (event(key, name=player.name, card=name, n=paid, tokens=tokens),)


def hands(state: State, player: Player) -> int:
    """Hands in use; a weapon whose hands nobody knows counts one until somebody says."""
    return sum(weapon_hands(state, weapon.card) or 1 for weapon in player.weapons)


def weapon_hands(state: State, card: str) -> int | None:
    record = state.content.card(card)
    typed = state.known.get(f"{card}.hands")
    if record is not None and record.hands is not None:
        return record.hands
    return typed if isinstance(typed, int) else None


def require_hands(state: State, seat: int, card: str) -> None:
    """RP-WEAP-03."""
    record = state.content.card(card)
    if record is None or record.type != "weapon":
        return
    free = HANDS - hands(state, state.player(seat))
    if (weapon_hands(state, card) or 1) > free:
        raise IllegalMove("weapon.hands", rule="RP-WEAP-03", field="place", free=max(free, 0))


def buy(state: State, seat: int, move: Buy, chance: Chance) -> Outcome:
    """RP-MARKET-02…07."""
    require_turn(state, seat)
    place = state.at_place(move.place)
    may_buy(state, seat)
    require_hands(state, seat, place.card)
    state, told = pay(state, seat, place.card, move.paid, move.tokens)
    state = state.replace(market=tuple(m for m in state.market if m.place != place.place))
    ref = place.place if place.card == ANY_CARD else place.card
    state, more = receive(state, seat, ref, place.card)
    state, ended = bought_one(state, seat)
    return state, told + more + ended


def may_buy(state: State, seat: int) -> None:
    """One purchase in a market turn, two for a Charming bard (RP-MARKET-02, RP-NOTE-02)."""
    player = state.player(seat)
    if player.bought >= purchases(state, player):
        raise IllegalMove("buy.one", rule="RP-MARKET-02")


def purchases(state: State, player: Player) -> int:
    return 2 if _ability(state, player) == "charming" else 1


def bought_one(state: State, seat: int) -> Outcome:
    """A purchase was made; the turn ends unless another one is possible."""
    player = state.player(seat)
    bought = player.bought + 1
    if bought < purchases(state, player) and state.market:
        return state.change(seat, bought=bought), ()
    return end_turn(state, seat, bought=bought)


def receive(state: State, seat: int, ref: str, card: str) -> Outcome:
    """A card comes into the area of its type (RP-MARKET-03, 07); what a rule needs to know about it is asked."""
    player, record = state.player(seat), state.content.card(card)
    if record is None:
        return state.change(seat, cards=(*player.cards, OwnedCard(ref, card))), ()
    match record.type:
        case "weapon":
            state = state.change(seat, weapons=(*player.weapons, OwnedCard(ref, card)))
            return _ask_hands(state, seat, card), ()
        case "armor":
            return state.change(seat, armors=(*player.armors, Armor(ref, card, record.set or "chain"))), ()
        case "skill":
            return state.change(seat, skills=(*player.skills, Skill(ref, card))), ()
    state = state.change(seat, traits=(*player.traits, OwnedCard(ref, card)))
    return _trait_step(state, seat, card)


def _ask_hands(state: State, seat: int, card: str) -> State:
    if weapon_hands(state, card) is not None:
        return state
    return state.replace(pending=(*state.pending, Ask(seat, "hands", (1, 2), {"card": card}, "RP-WEAP-01")))


def known_arrow(state: State, card: str) -> str | None:
    record = state.content.card(card)
    typed = state.known.get(f"{card}.arrow")
    if record is not None and record.arrow is not None:
        return record.arrow
    return typed if isinstance(typed, str) else None


def _trait_step(state: State, seat: int, card: str) -> Outcome:
    """RP-ALIGN-03: the arrow's step if it is possible; the purchase stands either way."""
    arrow = known_arrow(state, card)
    if arrow is None:
        ask = Ask(seat, "arrow", ("up", "down", "left", "right"), {"card": card}, "RP-TRAIT-01")
        return state.replace(pending=(*state.pending, ask)), ()
    return forced_step(state, seat, arrow)


def forced_step(state: State, seat: int, arrow: str) -> Outcome:
    if stepped(state.player(seat).alignment_pos, arrow) is None:
        return state, (event("alignment_stays", name=state.player(seat).name),)
    return move_alignment(state, seat, arrow)


def discard_for_gold(state: State, seat: int, move: DiscardForGold, chance: Chance) -> Outcome:
    """RP-MARKET-02, RP-GOLD-02; with a friendly market the card stays (RP-VAR-04)."""
    require_turn(state, seat)
    player = state.player(seat)
    if player.bought:
        raise IllegalMove("discard.after_buying", rule="RP-NOTE-02")
    told: Events = ()
    if state.has("friendly_market"):
        if move.place is not None:
            raise IllegalMove("discard.friendly", rule="RP-VAR-04", field="place")
    else:
        if move.place is None:
            raise IllegalMove("read.missing", field="place")
        place = state.at_place(move.place)
        state = state.replace(
            market=tuple(m for m in state.market if m.place != place.place),
            market_discard=(*state.market_discard, place.card),
        )
        told = (event("discard_card", name=player.name, card=state.content.name("market", place.card)),)
    parts = (
        (DISCARD_GOLD, "discard", "RP-GOLD-02"),
        (income(perks_of(state, player), "discard"), "ability", "RP-GOLD-05"),
    )
    state, ended = end_turn(state, seat, gold=player.gold + parts[0][0] + parts[1][0])
    return state, told + gains(player, *parts) + ended


def end_market(state: State, seat: int, move: EndMarket, chance: Chance) -> Outcome:
    require_turn(state, seat)
    if not state.player(seat).bought:
        raise IllegalMove("market.must_act", rule="RP-MARKET-02")
    return end_turn(state, seat)


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
    return state.replace(pending=asks)
