"""Cleanup, the deck, the bag, and the end of the game (RP-CLEAN, RP-END, table 2.1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roll_player.constants import rounds
from companion.games.roll_player.ending import projected
from companion.games.roll_player.moves import (
    AttributeAction,
    ChooseInitiative,
    DealMarket,
    DiscardCard,
    DiscardForGold,
    DiscardWeapon,
    Done,
    PlaceDie,
    Roll,
    SkipAction,
)
from companion.games.roll_player.state import State, dice_on
from tests.unit.roll_player.given import (
    GAME,
    after,
    asked,
    at_roll,
    beacon,
    centre_text,
    dice_out,
    luck_of,
    moves,
    played_on,
    refused,
    roll_dice,
    some_sheets,
    table,
)


def last_market_turn(n: int = 2, **given: Any) -> State:
    """Seat n is to take the last market turn of the round; the last initiative card is left."""
    defaults: dict[str, Any] = {"phase": "market", "holds": {n: n}, "active": n, "market": ["frail", "odd"]}
    defaults["sheets"] = some_sheets(n, n + 4 + 2)
    state = table(n, beacon(), **{**defaults, **given})
    for seat in range(1, n):
        state = state.change(seat, market_turn_done=True)
    return state


def ordinary_round(state: State) -> State:
    """A round without actions and special cards: the first die that is there, the first row that has room, 2 gold."""
    this = state.round
    while state.round == this and state.phase not in ("scoring", "finished"):
        (seat,) = GAME.to_act(state)
        found = moves(state, seat, Roll, ChooseInitiative, PlaceDie, SkipAction, DiscardForGold, DealMarket)
        state, _ = luck_of(state, seat, (found or moves(state, seat))[0], seed=this)
    return state


# Cleanup


def test_RP_CLEAN_01_unused_tokens_are_discarded() -> None:
    state = last_market_turn(tokens=(2, 1))
    state = after(state, 2, DiscardForGold("2.1"))
    assert [player.charisma_tokens for player in state.players] == [0, 0]
    assert state.charisma_supply == 6


def test_RP_EX_27_a_token_that_is_not_spent_is_gone() -> None:
    state = table(2, beacon(), centre="_ k2* k6", hand="w3", holds={1: 1}, market=["frail", "odd", "armed"])
    state = played_on(state, (1, PlaceDie("CHA")), (1, AttributeAction("CHA")))
    assert state.player(1).charisma_tokens == 1
    state = played_on(state, (2, ChooseInitiative(2)), (2, PlaceDie("STR")), (2, SkipAction()))
    assert (state.phase, state.player(1).charisma_tokens) == ("market", 1)
    state = played_on(state, (1, DiscardForGold("2.1")), (2, DiscardForGold("2.2")))
    assert state.player(1).charisma_tokens == 0


def test_RP_CLEAN_03_dice_into_the_bag_and_cards_to_the_discard_pile() -> None:
    state = last_market_turn(market=["frail", "odd"], discard=["armed"])
    bag = state.bag.count("red")
    state = after(state, 2, DiscardForGold("2.1"))
    assert state.bag.count("red") == bag + 1
    assert all(card.die is None for card in state.initiative)
    assert state.market == ()
    assert state.market_discard == ("armed", "frail", "odd")


@pytest.mark.parametrize("n", [2, 3, 4])
def test_RP_CLEAN_04_a_new_market_of_n_plus_1(n: int) -> None:
    state = after(last_market_turn(n), n, DiscardForGold("2.1"))
    deck = len(state.deck)
    start = state.start_player or 0
    refused(state, start % n + 1, DealMarket(), "turn.not_yours")
    state, _ = luck_of(state, start, DealMarket())
    assert (len(state.market), len(state.deck)) == (n + 1, deck - n - 1)
    assert [place.place for place in state.market] == [f"3.{at}" for at in range(1, n + 2)]


def test_RP_CLEAN_04_when_the_deck_runs_out_the_discard_pile_is_shuffled() -> None:
    state = last_market_turn(deck=["lucky"], market=["frail", "odd"], discard=["armed", "hush", "upright"])
    state = after(state, 2, DiscardForGold("2.1"))
    state, records = luck_of(state, 2, DealMarket())
    assert state.market[0].card == "lucky"
    assert dict(records[0].ask.wire[1]) == dict.fromkeys(("armed", "hush", "upright", "frail", "odd"), 1)
    assert (len(state.market), len(state.deck), state.market_discard) == (3, 3, ())


def test_RP_CLEAN_04_where_there_are_too_few_cards_the_market_is_smaller() -> None:
    state = last_market_turn(deck=[], market=["frail"], discard=["armed"])
    state = after(state, 2, DiscardForGold("2.1"))
    state, _ = luck_of(state, 2, DealMarket())
    assert (len(state.market), len(state.deck), state.market_discard) == (2, 0, ())


def test_RP_EX_46_deck_of_two_discard_of_nine() -> None:
    cards = list(beacon().records["market"])
    left, deck, discard, one = cards[:1], cards[1:3], cards[3:12], cards[12]
    state = last_market_turn(4, deck=deck, market=[*left, one], discard=discard[:8], centre="_ _* _* _* r6")
    state = after(state, 4, DiscardForGold("2.2"))
    assert len(state.market_discard) == 10
    state, _ = luck_of(state, state.start_player or 0, DealMarket())
    assert [place.card for place in state.market][:2] == deck
    assert len(state.market) == 5
    assert (len(state.deck), len(state.market_discard)) == (7, 0)


def test_RP_CLEAN_05_a_coin_on_each_middle_card_never_more_than_one() -> None:
    state = last_market_turn(4, centre="_ _ _* _ r6", holds={4: 4})
    state = after(state, 4, DiscardForGold("2.1"))
    supply = state.gold_supply
    state, _ = luck_of(state, state.start_player or 0, DealMarket())
    assert centre_text(state) == "_ _* _* _* _"
    assert state.gold_supply == supply - 2


def test_RP_EX_45_four_players_took_1_2_4_and_5() -> None:
    state = roll_dice(at_roll(4), "w1 w2 w3 w4 w5")
    for seat, card in ((1, 1), (2, 2), (3, 4), (4, 5)):
        row = "INT"
        state = played_on(state, (seat, ChooseInitiative(card)), (seat, PlaceDie(row)), (seat, SkipAction()))  # type: ignore[arg-type]  # rows of the test
    assert [card.coin for card in state.initiative] == [0, 0, 1, 0, 0]
    for seat in (1, 2, 3, 4):
        state = after(state, seat, moves(state, seat, DiscardForGold)[0])
    supply = state.gold_supply
    state, _ = luck_of(state, 1, DealMarket())
    assert [card.coin for card in state.initiative] == [0, 1, 1, 1, 0]
    assert state.gold_supply == supply - 2


@pytest.mark.parametrize("n", [2, 3, 4])
def test_RP_CLEAN_06_the_bag_goes_to_the_left(n: int) -> None:
    for round_ in range(1, n + 2):
        state = ordinary_round(at_roll(n, round=round_))
        assert state.round == round_ + 1
        assert state.start_player == round_ % n + 1
        assert state.active_player == state.start_player


def test_RP_EX_49_start_player_of_round_6_is_B() -> None:
    state = at_roll(4)
    for _ in range(5):
        state = ordinary_round(state)
    assert (state.round, state.player(state.start_player or 0).name) == (6, "Bob")


# counts of dice and cards


def test_RP_EX_47_dice_of_round_1_with_three_players() -> None:
    state = at_roll(3)
    assert (len(state.bag), sum(len(dice_on(p.sheet)) for p in state.players)) == (52, 21)
    state = roll_dice(state, "w1 b2 g3 r4")
    assert (len(state.bag), sum(card.die is not None for card in state.initiative)) == (48, 4)
    for seat in (1, 2, 3):
        state = played_on(state, (seat, moves(state, seat)[0]), (seat, PlaceDie("INT")), (seat, SkipAction()))
    assert sum(len(dice_on(p.sheet)) for p in state.players) == 24
    assert sum(card.die is not None for card in state.initiative) == 1
    for seat in (1, 2, 3):
        state = after(state, seat, moves(state, seat, DiscardForGold)[0])
    assert (len(state.bag), len(dice_out(state))) == (49, 24)


LAST_DEAL = {"solo": 1, "n2": 3, "n3": 3, "n4": 3}
BEFORE_LAST_ROLL = {"solo": 55, "n2": 39, "n3": 22, "n4": 5}
AFTER_THE_GAME = {"solo": 54, "n2": 37, "n3": 19, "n4": 1}
ROUNDS = {"solo": 12, "n2": 12, "n3": 11, "n4": 10}
COLUMNS = {"solo": (1, True), "n2": (2, False), "n3": (3, False), "n4": (4, False)}


@pytest.mark.parametrize(
    "column",
    [
        pytest.param("solo", id="table-2.1-RP-SOLO-11-solo"),
        pytest.param("n2", id="table-2.1-RP-EX-50-n2"),
        pytest.param("n3", id="table-2.1-n3"),
        pytest.param("n4", id="table-2.1-RP-EX-48-n4"),
    ],
)
@pytest.mark.parametrize("cards", ["none", "full"])
def test_RP_END_01_the_game_ends_when_all_sheets_are_full(column: str, cards: str) -> None:
    n, solo = COLUMNS[column]
    start = _deck_after_setup(column, cards)
    state = start
    while state.phase != "scoring":
        assert state.round <= ROUNDS[column]
        assert all(len(dice_on(player.sheet)) < 18 for player in state.players)
        if state.round == ROUNDS[column]:
            assert len(state.bag) == BEFORE_LAST_ROLL[column]
            assert len(state.deck) == LAST_DEAL[column]
            assert sum(len(dice_on(player.sheet)) for player in state.players) == 17 * n
        state = ordinary_round(state)
    assert state.round == ROUNDS[column]
    assert all(len(dice_on(player.sheet)) == 18 for player in state.players)
    assert len(state.bag) == AFTER_THE_GAME[column]
    assert len(state.deck) == LAST_DEAL[column]
    if solo:
        assert len(state.trash) == 13


def _deck_after_setup(column: str, cards: str) -> State:
    """Round 1 with the deck and the piles as the set-up leaves them."""
    n, solo = COLUMNS[column]
    discards = {"solo": 14, "n2": 14, "n3": 6, "n4": 0}[column]
    names = [key for key in at_roll(2).content.market if not solo or key != "diplomacy"]
    size = (2 if solo else n) + 1
    if cards == "none":
        names = ["card"] * len(names)
    given: dict[str, Any] = {"market": names[:size], "discard": names[size : size + discards], "cards": cards}
    if solo:
        given |= {"solo": True, "trash": names[-1:]}
    return at_roll(n, **given)


def test_RP_EX_48_the_last_roll_of_four_empties_the_bag() -> None:
    state = at_roll(4, round=10, sheets=some_sheets(4, 17))
    assert (len(state.bag), sum(len(dice_on(p.sheet)) for p in state.players)) == (5, 68)
    rolled, _ = luck_of(state, state.start_player or 0, Roll())
    assert len(rolled.bag) == 0
    state = ordinary_round(state)
    assert (state.phase, len(state.bag)) == ("scoring", 1)
    assert sum(len(dice_on(p.sheet)) for p in state.players) == 72


# the end


def last_round(n: int = 2, **given: Any) -> State:
    """The last market turn of the last round."""
    length = {2: 12, 3: 11, 4: 10}[n]
    return last_market_turn(n, round=length, sheets=some_sheets(n, 18), **given)


def test_RP_END_02_tokens_dice_and_cards_but_no_new_market_coins_or_start_player() -> None:
    state = last_round(tokens=(1, 0), centre="_ _ r6", deck=["lucky", "armed", "hush"])
    start = state.start_player
    state = after(state, 2, DiscardForGold("12.1"))
    assert (state.phase, state.round) == ("scoring", 12)
    assert state.player(1).charisma_tokens == 0
    assert all(card.die is None for card in state.initiative)
    assert (state.market, state.market_discard) == ((), ("frail", "odd"))
    assert len(state.deck) == 3
    assert [card.coin for card in state.initiative] == [0, 0, 0]
    assert state.start_player == start


def test_RP_END_03_weapons_and_any_other_card_may_go_before_scoring() -> None:
    owned = {1: ["iron-ladle", "careless", "hush", "ring-cap"]}
    state = last_round(owned=owned, phase="scoring", active=None, holds={})
    assert moves(state, 1) == [Done(), *(DiscardCard(card) for card in ("iron-ladle", "ring-cap", "hush", "careless"))]
    for card in ("iron-ladle", "ring-cap", "hush", "careless"):
        gone = after(state, 1, DiscardCard(card))
        assert card not in [owned.card for owned in gone.player(1).owned]
        assert gone.market_discard[-1] == card
        assert gone.player(1).gold == 5
    refused(state, 1, DiscardCard("lucky"), "card.not_yours", "RP-END-03")
    refused(state, 2, DiscardCard("hush"), "card.not_yours", "RP-END-03")
    assert after(state, 1, DiscardWeapon("iron-ladle")).player(1).weapons == ()


def test_RP_END_03_only_before_scoring() -> None:
    state = last_market_turn(owned={2: ["careless"]})
    refused(state, 2, DiscardCard("careless"), "phase.not_now")
    ready = after(last_round(owned={1: ["careless", "boat-hook"]}, phase="scoring", active=None, holds={}), 1, Done())
    refused(ready, 1, DiscardCard("careless"), "scoring.ready")
    refused(ready, 1, DiscardWeapon("boat-hook"), "scoring.ready")
    refused(ready, 1, Done(), "scoring.ready")


def test_the_game_is_over_when_all_are_ready() -> None:
    state = last_round(phase="scoring", active=None, holds={})
    assert GAME.to_act(state) == (1, 2)
    assert GAME.result(state) is None
    state = after(state, 2, Done())
    assert GAME.to_act(state) == (1,)
    state = after(state, 1, Done())
    assert state.phase == "finished"
    assert GAME.to_act(state) == ()
    assert GAME.result(state) == projected(state)
    refused(state, 1, Done(), "game.over")
    refused(state, 1, Roll(), "game.over")


def test_the_length_of_the_game_is_18_less_the_starting_dice() -> None:
    assert [rounds(at_roll(n)) for n in (2, 3, 4)] == [12, 11, 10]
    assert asked(at_roll(2)) == []
