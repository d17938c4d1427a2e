"""What a seat may do now: complete moves, and a form for a bid."""

from __future__ import annotations

from collections.abc import Iterator

from companion.flow import Ask, pending_of
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.abilities import payments, use_moves
from companion.games.quest_circuit.cells import activated, automatic, played_cell
from companion.games.quest_circuit.content import Paid
from companion.games.quest_circuit.fights import can_attack, can_attack_rival
from companion.games.quest_circuit.movement import reachable
from companion.games.quest_circuit.setup import free_heroes, orders
from companion.games.quest_circuit.state import State
from companion.games.quest_circuit.trade import affordable, price, sellable
from companion.games.quest_circuit.wealth import wealth
from companion.moves import Field, Form, Move
from companion.words import Word, word

BIDS = 3
"""How many bids are offered as buttons; more are typed in."""


def legal_moves(state: State, seat: int) -> Iterator[Move]:
    """Every complete move of a seat: what is asked, else what is due; then what may be done at any time."""
    if state.phase == "finished":
        return
    ask = pending_of(state.pending, seat)
    if ask is not None:
        yield from _answers(state, seat, ask)
    elif not state.pending:
        yield from _due(state, seat)
    if state.phase == "turn" and all(each.key == "window" for each in state.pending):
        yield from use_moves(state, seat)
    if not state.pending:
        yield from gear_moves(state, seat)


def _answers(state: State, seat: int, ask: Ask) -> Iterator[Move]:
    match ask.key:
        case "window":
            yield m.Pass()
        case "divert":
            yield m.Divert()
            yield from (m.Divert(str(ref)) for ref in ask.options)
        case "spoils":
            yield from (m.TakeCard(str(ref)) for ref in ask.options)
            yield m.TakeCard()
        case "by_text":
            yield m.Done()
        case "contest":
            yield m.Contest(want=True)
            yield m.Contest(want=False)
        case "bid":
            lowest = int(ask.args["n"]) + 1
            yield from (m.Bid(xp) for xp in range(lowest, lowest + BIDS) if affordable(state, seat, xp))
            yield m.Bid()


def _due(state: State, seat: int) -> Iterator[Move]:
    match state.phase:
        case "heroes":
            if seat == 1 and not state.quests:
                yield from (m.PlanQuests(order) for order in orders(state))
            if state.player(seat).hero is None:
                yield from (m.ChooseHero(hero) for hero in free_heroes(state))
        case "board":
            if state.first_player is None:
                if dict(state.start_rolls).get(seat, 0) is None:
                    yield m.RollStart()
            elif seat == max(1, state.first_player):
                yield m.LayBoard()
        case "turn":
            yield from _turn(state, seat)
        case "trade" if not state.player(seat).ready:
            yield m.Ready()
            yield from (m.Sell(ref) for ref in sellable(state, seat))
            yield from (m.Buy(ref) for ref in state.dealer if affordable(state, seat, price(state, ref)))
        case "refit" if not state.player(seat).ready:
            yield m.Ready()


def _turn(state: State, seat: int) -> Iterator[Move]:
    if state.fight is not None:
        if seat == state.fight.seat and state.fight.dice is None:
            yield m.Strike()
        return
    if seat != state.active_player:
        return
    match state.turn.step:
        case "roll":
            yield m.Roll()
        case "move":
            yield from (m.Go(step.cell) for step in reachable(state))
        case "auto":
            yield from (m.Play(effect) for effect in automatic(state))
        case "active":
            yield from _tries(state, seat)
            yield m.Finish()
        case "unlock":
            yield m.EndTurn()
        case "rival":
            yield m.RivalTurn()


def _tries(state: State, seat: int) -> Iterator[Move]:
    found = played_cell(state)
    for effect in activated(state):
        assert found is not None
        kind = found[2].effects[effect]
        if isinstance(kind, Paid):
            yield from (m.Play(effect, cards or None) for cards in payments(state, seat, kind.cost))
        else:
            yield m.Play(effect)
    if state.player(seat).position == state.turn.destination:
        yield from (m.Attack(other) for other in can_attack(state, seat))
        if can_attack_rival(state, seat):
            yield m.AttackRival()


def gear_moves(state: State, seat: int) -> Iterator[Move]:
    """QC-GEAR-02: whenever equipment is not locked."""
    if state.may_equip(seat):
        player = state.player(seat)
        yield from (m.Equip(ref) for ref in player.inventory)
        yield from (m.TakeOff(ref) for ref in player.equipment)


def legal_forms(state: State, seat: int) -> Iterator[Form]:
    """Any bid that can be paid (QC-TRADE-05)."""
    ask = pending_of(state.pending, seat)
    if ask is None or ask.key != "bid":
        return
    player, lowest = state.player(seat), int(ask.args["n"]) + 1
    most = wealth(player.level, player.xp)
    if lowest <= most:
        fields = (Field("xp", "int", Word("field.xp"), lowest, most, default=lowest),)
        yield Form("bid", word("form.bid"), fields)
