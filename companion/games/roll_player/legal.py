"""What a seat may do now: complete moves, and forms for what only a person can fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.flow import Ask, pending_of
from companion.games.roll_player import moves as m
from companion.games.roll_player.abilities import ability_moves
from companion.games.roll_player.content import ATTRIBUTES
from companion.games.roll_player.dice import action_moves
from companion.games.roll_player.forms import legal_forms
from companion.games.roll_player.market import HANDS, hands, prices, purchases, weapon_hands
from companion.games.roll_player.perks import perks_of
from companion.games.roll_player.setup import class_choices
from companion.games.roll_player.skills import skill_moves
from companion.games.roll_player.state import Player, State, row_index
from companion.moves import Move

PLAYED = ("roll", "dice", "opponent", "attune", "market", "sweep", "cleanup")

__all__ = ["legal_forms", "legal_moves"]


def legal_moves(state: State, seat: int) -> Iterator[Move]:
    """Every complete move of a seat; what is due first, then what is allowed at any time."""
    if state.phase == "finished":
        return
    ask = pending_of(state.pending, seat)
    if ask is not None:
        yield from _answers(state.player(seat), ask)
    elif state.phase == "scoring":
        yield from _at_scoring(state, state.player(seat))
    elif not state.pending:
        yield from due(state, seat)
    if state.phase in PLAYED:
        yield from skill_moves(state, seat)
        yield from ability_moves(state, seat)
    if state.phase not in ("setup", "scoring") and (ask is None or ask.key != "free_hands"):
        yield from (m.DiscardWeapon(weapon.ref) for weapon in state.player(seat).weapons)


def _answers(player: Player, ask: Ask) -> Iterator[Move]:
    match ask.key:
        case "assign_initiative":
            yield from (m.AssignInitiative(tuple(order)) for order in ask.options)
        case "keep":
            yield from (m.Keep(int(face)) for face in ask.options)
        case "attune":
            yield from (m.Attune(str(card)) for card in ask.options)
            yield m.SkipAttune()
        case "refresh":
            yield from _refreshes(player)
            yield m.SkipRefresh()
        case "last_chance":
            yield m.Done()
            yield from _refreshes(player)
        case "free_hands":
            yield from (m.DiscardWeapon(str(ref)) for ref in ask.options)
        case _:
            yield from (m.Tell(option) for option in ask.options)


def _refreshes(player: Player) -> Iterator[Move]:
    if not player.refresh_used:
        yield from (m.RefreshSkill(skill.ref) for skill in player.skills if skill.exhausted)


def _at_scoring(state: State, player: Player) -> Iterator[Move]:
    if not player.ready:
        yield m.Done()
        yield from (m.DiscardCard(card.ref) for card in player.owned)


def due(state: State, seat: int) -> Iterator[Move]:
    """What the seat is expected to do in this phase."""
    if state.phase == "setup" and state.stage == "start":
        if dict(state.start_rolls).get(seat, 0) is None:
            yield m.RollStart()
        return
    if state.active_player != seat:
        return
    yield from _PHASES[state.phase](state, seat)


FORCED: Mapping[str, Move] = {"roll": m.Roll(), "opponent": m.OpponentRoll(), "cleanup": m.DealMarket()}
FORCED_AT_SETUP: Mapping[str, Move] = {"start": m.RollStart(), "deal": m.Deal(), "deck": m.BuildDeck()}


def forced(state: State, seat: int) -> Move | None:
    """The one legal move of a seat that is to act, where it is plain that there is no other: of players without skills,
    weapons and abilities, in phases in which nothing is chosen and no question waits."""
    if state.pending:
        return None
    if state.phase == "setup":
        return FORCED_AT_SETUP.get(state.stage)
    move = FORCED.get(state.phase)
    if move is not None:
        player = state.players[seat - 1]
        if player.skills or perks_of(state, player) or player.weapons:
            return None
    return move


def _setup(state: State, seat: int) -> Iterator[Move]:
    player = state.player(seat)
    match state.stage:
        case "race":
            taken = {p.race for p in state.players}
            yield from (m.ChooseRace(key) for key in state.content.races if key not in taken)
        case "class":
            if player.class_color is None and state.class_choice == "draw":
                yield m.DrawClass()
            yield from (m.ChooseClass(key) for key in class_choices(state, seat))
        case "deal":
            yield m.Deal()
        case "deck":
            yield m.BuildDeck()
        case "dice":
            if not player.dice:
                yield m.DrawDice()
            yield from _placements(player)


def _placements(player: Player) -> Iterator[Move]:
    for die in dict.fromkeys(player.dice):
        for row in ATTRIBUTES:
            if player.sheet[row_index(row)][2] is None:
                yield m.PlaceDie(row, die.code)  # type: ignore[arg-type]  # rows are the literal


def _dice(state: State, seat: int) -> Iterator[Move]:
    player = state.player(seat)
    if player.dice:
        yield from _placements(player)
    elif player.placed_row is not None:
        yield from action_moves(state, seat)
        yield m.SkipAction()
    else:
        yield from (
            m.ChooseInitiative(card.number) for card in state.initiative if card.holder is None and card.die is not None
        )


def _market(state: State, seat: int) -> Iterator[Move]:
    player = state.player(seat)
    if player.bought < purchases(state, player):
        for place in state.market:
            if buyable(state, player, place.card):
                ways = prices(state, seat, place.card)
                yield from (m.Buy(place.place, paid, tokens) for paid, tokens in ways)
    if player.bought:
        yield m.EndMarket()
    elif state.has("friendly_market"):
        yield m.DiscardForGold()
    else:
        yield from (m.DiscardForGold(place.place) for place in state.market)


def buyable(state: State, player: Player, card: str) -> bool:
    """Whether the hands allow it (RP-WEAP-03)."""
    record = state.content.card(card)
    if record is None or record.type != "weapon":
        return True
    return hands(state, player) + (weapon_hands(state, card) or 1) <= HANDS


_PHASES: dict[str, Callable[[State, int], Iterator[Move]]] = {
    "setup": _setup,
    "roll": lambda state, seat: iter((m.Roll(),)),
    "dice": _dice,
    "opponent": lambda state, seat: iter((m.OpponentRoll(),)),
    "attune": lambda state, seat: iter(()),
    "market": _market,
    "sweep": lambda state, seat: iter(()),
    "cleanup": lambda state, seat: iter((m.DealMarket(),)),
}
