"""Between quests: the Junk Dealer, with disputes settled by dice or by an auction (QC-TRADE)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask, clockwise
from companion.games.quest_circuit.common import (
    D6,
    NONE,
    Events,
    Outcome,
    asked,
    event,
    item_name,
    require_phase,
    without,
)
from companion.games.quest_circuit.moves import Bid, Buy, Contest, Ready, Sell
from companion.games.quest_circuit.state import Auction, State
from companion.games.quest_circuit.vigour import gain_xp, pay_xp, with_card, without_card
from companion.games.quest_circuit.wealth import can_buy, levels_to_give, wealth
from companion.moves import IllegalMove


def price(state: State, ref: str) -> int:
    """What a card costs at the Junk Dealer: its value (QC-TRADE-02)."""
    return state.item(ref).value or 0


def affordable(state: State, seat: int, xp: int) -> bool:
    """QC-TRADE-04, with the setting `sell_levels`."""
    player = state.player(seat)
    return can_buy(player.level, player.xp, xp, repeat=state.is_set("sell_levels", "repeat"))


def sellable(state: State, seat: int) -> tuple[str, ...]:
    return tuple(ref for ref in state.player(seat).owned if state.item(ref).value is not None)


def sell(state: State, seat: int, move: Sell, chance: Chance) -> Outcome:
    """QC-TRADE-01: any card with a value, equipped or not."""
    _trading(state, seat)
    if move.card not in sellable(state, seat):
        raise IllegalMove("trade.no_value", rule="QC-TRADE-01", field="card", got=move.card)
    value = price(state, move.card)
    state = without_card(state, seat, move.card).replace(dealer=(*state.dealer, move.card))
    args = {"name": state.player(seat).name, "card": item_name(state, move.card), "n": value}
    told = event("sells", **args, rule="QC-TRADE-01")
    state, more = gain_xp(state, seat, value)
    return state, (told, *more)


def buy(state: State, seat: int, move: Buy, chance: Chance) -> Outcome:
    """Whoever else could pay for the card says whether they want it, too (QC-TRADE-05)."""
    _trading(state, seat)
    if move.card not in state.dealer:
        raise IllegalMove("card.not_there", rule="QC-TRADE-02", field="card", got=move.card)
    value = price(state, move.card)
    if not affordable(state, seat, value):
        player = state.player(seat)
        raise IllegalMove("trade.too_dear", rule="QC-TRADE-04", n=value, wealth=wealth(player.level, player.xp))
    others = [o for o in clockwise(state.n, seat)[1:] if not state.player(o).ready and affordable(state, o, value)]
    if not others:
        return _sold(state, seat, move.card, value)
    args = {"card": move.card, "seat": seat, "name": state.player(seat).name}
    asks = tuple(Ask(other, "contest", (), args, "QC-TRADE-05") for other in others)
    told = event("wants", name=state.player(seat).name, card=item_name(state, move.card), rule="QC-TRADE-05")
    auction = Auction(move.card, (seat,), value, seat)
    return replace(state, pending=asks, auction=auction), (told,)


def contest(state: State, seat: int, move: Contest, chance: Chance) -> Outcome:
    """When everybody has said, dice or an auction decide."""
    ask, auction = asked(state, seat, "contest"), state.auction
    assert auction is not None
    state = without(state, ask)
    seats = (*auction.seats, seat) if move.want else auction.seats
    state = replace(state, auction=Auction(auction.card, seats, auction.bid, auction.holder))
    told: Events = ()
    if move.want:
        told = (event("wants", name=state.player(seat).name, card=item_name(state, auction.card), rule="QC-TRADE-05"),)
    if state.pending:
        return state, told
    state, more = _decided(state, chance)
    return state, told + more


def _decided(state: State, chance: Chance) -> Outcome:
    auction = state.auction
    assert auction is not None
    if len(auction.seats) == 1:
        return _sold(state, auction.holder, auction.card, auction.bid)
    if state.is_set("dealer_dispute", "auction"):
        return _next_bid(state, auction.holder)
    winner, told = _dice(state, auction.seats, chance)
    state, more = _sold(state, winner, auction.card, auction.bid)
    return state, told + more


def _dice(state: State, seats: tuple[int, ...], chance: Chance) -> tuple[int, Events]:
    """The highest die; those who tie roll again."""
    told: Events = ()
    while True:
        faces = dict(zip(seats, chance.roll(D6, len(seats), whose=seats), strict=True))
        told += tuple(
            event("start_roll", name=state.player(seat).name, die=face, rule="QC-TRADE-05")
            for seat, face in faces.items()
        )
        seats = tuple(seat for seat, face in faces.items() if face == max(faces.values()))
        if len(seats) == 1:
            return seats[0], told


def _next_bid(state: State, last: int) -> Outcome:
    """The next bidder clockwise, as long as anybody could bid more than the highest bid."""
    auction = state.auction
    assert auction is not None
    still = tuple(seat for seat in auction.seats if seat == auction.holder or affordable(state, seat, auction.bid + 1))
    state = replace(state, auction=Auction(auction.card, still, auction.bid, auction.holder))
    if len(still) == 1:
        return _sold(state, auction.holder, auction.card, auction.bid)
    seat = next(s for s in clockwise(state.n, last)[1:] if s in still and s != auction.holder)
    args = {"card": auction.card, "n": auction.bid, "name": state.player(auction.holder).name}
    return replace(state, pending=(Ask(seat, "bid", (), args, "QC-TRADE-05"),)), NONE


def bid(state: State, seat: int, move: Bid, chance: Chance) -> Outcome:
    ask, auction = asked(state, seat, "bid"), state.auction
    assert auction is not None
    state = without(state, ask)
    name = state.player(seat).name
    if move.xp is None:
        seats = tuple(each for each in auction.seats if each != seat)
        state = replace(state, auction=Auction(auction.card, seats, auction.bid, auction.holder))
        state, more = _next_bid(state, seat)
        return state, (event("bids_no_more", name=name, rule="QC-TRADE-05"), *more)
    if move.xp <= auction.bid or not affordable(state, seat, move.xp):
        raise IllegalMove("trade.bid", rule="QC-TRADE-05", field="xp", n=auction.bid)
    state = replace(state, auction=Auction(auction.card, auction.seats, move.xp, seat))
    state, more = _next_bid(state, seat)
    return state, (event("bids", name=name, n=move.xp, rule="QC-TRADE-05"), *more)


def _sold(state: State, seat: int, ref: str, xp: int) -> Outcome:
    """QC-TRADE-04: W − price; the levels that go with it are told."""
    player = state.player(seat)
    given = levels_to_give(player.level, player.xp, xp)
    state = replace(state, auction=None, dealer=tuple(each for each in state.dealer if each != ref))
    state = with_card(pay_xp(state, seat, xp), seat, ref)
    told: Events = (event("buys", name=player.name, card=item_name(state, ref), n=xp, rule="QC-TRADE-02"),)
    if given:
        told += (event("levels_given", name=player.name, n=state.player(seat).level, rule="QC-TRADE-04"),)
    return state, told


def ready(state: State, seat: int, move: Ready, chance: Chance) -> Outcome:
    """Done with this phase; who is done does not contest any more."""
    require_phase(state, "trade", "refit")
    if state.pending:
        raise IllegalMove("ask.first")
    if state.player(seat).ready:
        raise IllegalMove("trade.ready")
    return state.change(seat, ready=True), ()


def _trading(state: State, seat: int) -> None:
    require_phase(state, "trade")
    if state.pending:
        raise IllegalMove("ask.first")
    if state.player(seat).ready:
        raise IllegalMove("trade.ready")
