"""The solo mode: the opponent die, the sweep, the trash, the ranks (RP-SOLO-05…13)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roll_player.moves import (
    Attune,
    Buy,
    ChooseInitiative,
    DealMarket,
    DiscardForGold,
    OpponentRoll,
    PlaceDie,
    RefreshSkill,
    Roll,
    SkipAction,
)
from companion.games.roll_player.solo import sweep, trashed_position
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    GAME,
    PUBLISHED,
    after,
    asked,
    at_roll,
    centre_text,
    luck_of,
    moves,
    overlay,
    played_on,
    refused,
    roll_dice,
    some_sheets,
    table,
    told,
)

L, M, R = "chain-helm", "leather-gloves", "mystic-robes"
"""Left, middle and right in the market of these tests: armour, free to buy where it is bought."""

COSTS = overlay(market={card: {"cost": 0} for card in (L, M, R)})
NAMES = {"L": L, "M": M, "R": R}
PLACES = {"L": "2.1", "M": "2.2", "R": "2.3"}


def solo(**given: Any) -> State:
    """Round 2 of a solo game, dice laid out, market L, M, R."""
    defaults: dict[str, Any] = {"solo": True, "centre": "w1 b2* g3", "market": [L, M, R], "trash": ["longbow"]}
    return table(1, PUBLISHED, COSTS, **{**defaults, **given})


def chose(card: int, roll: int | None = None, **given: Any) -> State:
    """The card was chosen, its die placed, and the opponent die rolled."""
    state = played_on(solo(**given), (1, ChooseInitiative(card)), (1, PlaceDie("STR")), (1, SkipAction()))
    return state if roll is None else after(state, 1, OpponentRoll(), [roll])


def piles(state: State) -> tuple[list[str], list[str]]:
    """What lies in the discard pile, and what the trash holds besides its first card."""
    known = {card: letter for letter, card in NAMES.items()}
    return [known[card] for card in state.market_discard], [known[card] for card in state.trash[1:]]


def buy(state: State, *letters: str) -> State:
    for letter in letters:
        state = after(state, 1, Buy(PLACES[letter], 0))
    return state


# the Roll and the Dice phase


def test_RP_SOLO_05_the_roll_phase_is_unchanged() -> None:
    state = at_roll(1, solo=True)
    _, records = luck_of(state, 1, Roll())
    assert [(record.ask.wire[0], record.ask.wire[-1]) for record in records] == [("draw", 3), ("roll", 3)]
    assert centre_text(roll_dice(state, "w6 b2 g4")) == "b2 g4* w6"


CELLS = {
    (1, 1): None, (1, 2): None, (1, 3): None, (1, 4): None, (1, 5): None, (1, 6): None,
    (2, 1): "L", (2, 2): "M", (2, 3): "R", (2, 4): None, (2, 5): None, (2, 6): None,
    (3, 1): "L", (3, 2): "L", (3, 3): "M", (3, 4): "M", (3, 5): "R", (3, 6): "R",
}  # fmt: skip
"""The table of the opponent die: initiative card and face; the market card that is trashed."""


@pytest.mark.parametrize(
    ("card", "face", "trashed"),
    [pytest.param(card, face, gone, id=f"RP-SOLO-06-card-{card}-face-{face}") for (card, face), gone in CELLS.items()],
)
def test_opponent_die(card: int, face: int, trashed: str | None) -> None:
    assert trashed_position(card, face) == (None if trashed is None else "LMR".index(trashed) + 1)
    state = chose(card)
    if card == 1:
        assert state.phase == "market"
        refused(state, 1, OpponentRoll(), "phase.not_now")
        return
    assert (state.phase, moves(state, 1)) == ("opponent", [OpponentRoll()])
    state = after(state, 1, OpponentRoll(), [face])
    assert state.phase == "market"
    assert state.opponent_die is not None
    assert state.opponent_die.last_roll == face
    assert piles(state) == ([], [trashed] if trashed else [])
    assert [place.card for place in state.market] == [NAMES[letter] for letter in "LMR" if letter != trashed]


def test_RP_SOLO_06_card_two_rolls_five_trashes_nothing() -> None:
    state = chose(2)
    assert told(state, 1, OpponentRoll(), [5]) == ["opponent_roll", "opponent_nothing"]
    assert after(state, 1, OpponentRoll(), [5]).market == state.market


def test_RP_SOLO_06_the_coin_of_card_2_is_gained_as_usual() -> None:
    assert chose(2).player(1).gold == 6
    assert chose(3).player(1).gold == 5


def test_RP_SOLO_06_the_die_is_rolled_after_the_action_and_before_the_market() -> None:
    state = played_on(solo(), (1, ChooseInitiative(3)), (1, PlaceDie("STR")))
    refused(state, 1, OpponentRoll(), "phase.not_now")
    state = after(state, 1, SkipAction())
    refused(state, 1, DiscardForGold("2.1"), "phase.not_now")


def test_RP_SOLO_06_the_die_sees_the_dealt_cards_and_an_attuned_card_comes_after_it() -> None:
    state = chose(3, classes=("druid",), discard=["longbow"], trash=["climb"])
    assert state.phase == "opponent"
    state = after(state, 1, OpponentRoll(), [6])
    assert asked(state) == [(1, "attune")]
    state = after(state, 1, Attune("longbow"))
    assert [place.card for place in state.market] == [L, M, "longbow"]


# the Market phase and the sweep


def test_RP_SOLO_07_one_normal_market_turn_with_what_is_left() -> None:
    state = chose(3, 2)
    refused(state, 1, Buy("2.1", 0), "market.not_there")
    assert buy(state, "M").player(1).armor["leather"] == 1
    assert after(state, 1, DiscardForGold("2.3")).player(1).gold == 7


def test_RP_SOLO_08_leftmost_to_the_discard_pile_the_rest_to_the_trash() -> None:
    state = chose(1)
    assert piles(buy(state, "L")) == (["M"], ["R"])
    assert piles(buy(state, "M")) == (["L"], ["R"])
    assert piles(buy(state, "R")) == (["L"], ["M"])


@pytest.mark.parametrize(
    ("left", "discard", "trash"),
    [
        pytest.param("", [], [], id="RP-SOLO-08-sweep-0"),
        pytest.param("M", ["M"], [], id="RP-SOLO-08-sweep-1"),
        pytest.param("LR", ["L"], ["R"], id="RP-SOLO-08-sweep-2"),
        pytest.param("LMR", ["L"], ["M", "R"], id="RP-SOLO-08-sweep-3"),
    ],
)
def test_sweep_of_0_to_3_cards(left: str, discard: list[str], trash: list[str]) -> None:
    state = table(1, PUBLISHED, COSTS, solo=True, phase="market", market=[NAMES[x] for x in left], trash=["longbow"],
                  centre="_ b2* g3", holds={1: 1})  # fmt: skip
    swept = state.replace(**sweep(state)[0])
    assert piles(swept) == (discard, trash)
    assert swept.market == ()


def test_RP_EX_53_card_1_buys_M() -> None:
    state = chose(1)
    assert state.phase == "market"
    assert piles(buy(state, "M")) == (["L"], ["R"])


def test_RP_EX_54_card_2_roll_5_buys_L() -> None:
    state = chose(2, 5)
    assert state.player(1).gold == 6
    assert piles(state) == ([], [])
    assert piles(buy(state, "L")) == (["M"], ["R"])


@pytest.mark.parametrize("roll", [pytest.param(roll, id=f"RP-EX-55-roll-{roll}") for roll in (4, 5, 6)])
def test_card_2_high_rolls_trash_nothing(roll: int) -> None:
    state = chose(2, roll)
    assert piles(state) == ([], [])
    assert len(state.market) == 3


def test_RP_EX_56_card_2_roll_2_buys_R() -> None:
    state = chose(2, 2)
    assert state.player(1).gold == 6
    assert piles(state) == ([], ["M"])
    assert piles(buy(state, "R")) == (["L"], ["M"])


def test_RP_EX_57_card_3_roll_6_discards_L() -> None:
    state = chose(3, 6)
    assert piles(state) == ([], ["R"])
    done = after(state, 1, DiscardForGold("2.1"))
    assert done.player(1).gold == state.player(1).gold + 2
    assert piles(done) == (["L", "M"], ["R"])


def test_RP_EX_58_card_3_roll_4_buys_L() -> None:
    state = chose(3, 4)
    assert piles(state) == ([], ["M"])
    assert piles(buy(state, "L")) == (["R"], ["M"])


def test_RP_EX_59_bard_card_1_buys_L_and_M() -> None:
    assert piles(buy(chose(1, classes=("bard",)), "L", "M")) == (["R"], [])


def test_RP_EX_60_bard_card_3_roll_1_buys_M_and_R() -> None:
    state = chose(3, 1, classes=("bard",))
    assert piles(state) == ([], ["L"])
    state = buy(state, "M", "R")
    assert piles(state) == ([], ["L"])
    assert state.phase == "cleanup"


def test_RP_EX_61_friendly_market_card_1_takes_2_gold() -> None:
    state = chose(1, variants=["friendly_market"])
    done = after(state, 1, DiscardForGold())
    assert done.player(1).gold == state.player(1).gold + 2
    assert piles(done) == (["L"], ["M", "R"])


# Cleanup and the trash


def test_RP_SOLO_09_cleanup_as_usual() -> None:
    state = chose(2, 5, owned={1: ["climb!"]})
    bag = len(state.bag)
    state = buy(state, "L")
    assert asked(state) == [(1, "refresh")]
    state = after(state, 1, RefreshSkill("climb"))
    assert len(state.bag) == bag + 2
    assert state.player(1).skills[0].exhausted is False
    assert state.opponent_die is not None
    assert moves(state, 1, DealMarket) == [DealMarket()]


def test_RP_SOLO_09_three_new_cards_a_coin_and_the_start_player() -> None:
    state = _round(at_roll(1, solo=True, trash=["longbow"]))
    assert (state.round, len(state.market), centre_text(state)) == (2, 3, "_ _* _")
    assert (state.start_player, state.active_player) == (1, 1)


def _round(state: State, card: int = 2) -> State:
    """One ordinary round: the card, any row with room, no action, one market card for 2 gold."""
    this = state.round
    while state.round == this and state.phase not in ("scoring", "finished"):
        found = moves(state, 1, Roll, PlaceDie, SkipAction, OpponentRoll, DiscardForGold, DealMarket)
        if ChooseInitiative(card) in moves(state, 1):
            found = [ChooseInitiative(card)]
        state, _ = luck_of(state, 1, (found or moves(state, 1))[0], seed=this)
    return state


@pytest.mark.parametrize("card", [1, 2, 3])
def test_RP_EX_65_trash_after_12_ordinary_rounds(card: int) -> None:
    state = at_roll(1, solo=True, trash=["longbow"])
    for round_ in range(1, 13):
        assert state.round == round_
        assert len(state.trash) == round_
        state = _round(state, card)
    assert len(state.trash) == 13
    assert state.phase == "scoring"


def test_RP_EX_64_a_reshuffle_uses_the_discard_pile_only() -> None:
    content = at_roll(2).content
    cards = [key for key in content.market if key not in ("diplomacy", L, M, R)]
    state = table(
        1, PUBLISHED, COSTS, solo=True, phase="market", centre="_ b2* g3", holds={1: 1}, market=[R],
        sheets=some_sheets(1, 8), deck=cards[:1], discard=cards[1:14], trash=cards[14:23],
    )  # fmt: skip
    state = after(state, 1, Buy("2.1", 0))
    state, records = luck_of(state, 1, DealMarket())
    assert state.market[0].card == cards[0]
    assert set(dict(records[0].ask.wire[1])) == set(cards[1:14])
    assert (len(state.market), len(state.deck), len(state.market_discard), len(state.trash)) == (3, 11, 0, 9)


def test_RP_EX_52_dice_totals_of_round_1() -> None:
    state = at_roll(1, solo=True)
    assert (len(state.bag), _on_sheet(state)) == (66, 6)
    state = roll_dice(state, "w1 b2 g3")
    assert (len(state.bag), _on_cards(state)) == (63, 3)
    state = played_on(state, (1, ChooseInitiative(1)), (1, PlaceDie("INT")))
    assert (_on_sheet(state), _on_cards(state)) == (7, 2)
    state = played_on(state, (1, SkipAction()), (1, DiscardForGold("1.1")))
    assert (len(state.bag), _on_sheet(state)) == (65, 7)
    assert len(state.bag) + _on_sheet(state) + 1 == 73


def _on_sheet(state: State) -> int:
    return sum(die is not None for row in state.player(1).sheet for die in row)


def _on_cards(state: State) -> int:
    return sum(card.die is not None for card in state.initiative)


def test_RP_SOLO_03_the_opponent_die_is_never_in_the_bag() -> None:
    state = at_roll(1, solo=True, trash=["longbow"])
    for _ in range(12):
        state = _round(state, 3)
        golden = [die for row in state.player(1).sheet for die in row if die and die.color == "gold"]
        golden += [card.die for card in state.initiative if card.die and card.die.color == "gold"]
        assert state.bag.count("gold") + len(golden) == 12


def test_RP_SOLO_10_always_start_player() -> None:
    state = at_roll(1, solo=True, trash=["longbow"])
    for _ in range(11):
        state = _round(state)
        assert (state.start_player, state.active_player) == (1, 1)


def test_RP_SOLO_11_over_after_round_12() -> None:
    state = at_roll(1, solo=True, trash=["longbow"])
    for _ in range(12):
        assert state.phase == "roll"
        state = _round(state)
    assert (state.phase, state.round) == ("scoring", 12)
    assert _on_sheet(state) == 18
    assert GAME.to_act(state) == (1,)
