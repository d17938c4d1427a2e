"""Setting up (RP-SETUP)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.chance import Chance, Seeded, Typed
from companion.games.roll_player.constants import starting_gold
from companion.games.roll_player.moves import (
    AttributeAction,
    BuildDeck,
    ChooseClass,
    ChooseRace,
    Deal,
    DrawClass,
    DrawDice,
    PlaceDie,
    Roll,
    RollStart,
)
from companion.moves import IllegalMove
from tests.unit.roll_player.given import (
    GAME,
    PUBLISHED,
    after,
    centre_text,
    luck_of,
    moves,
    opened,
    overlay,
    played_on,
    refused,
    row_text,
    sheet_text,
    told,
)
from tests.unit.roll_player.setups import (
    RACES,
    at_class,
    at_deal,
    at_deck,
    at_dice,
    at_race,
    column_table,
    finished_setup,
    placing,
    with_dice,
)

# the first player, the bag, races, gold


def test_RP_SETUP_01_the_highest_roll_begins() -> None:
    state = opened(3)
    assert GAME.to_act(state) == (1, 2, 3)
    state = played_on(state, (1, RollStart(), [2]), (3, RollStart(), [6]), (2, RollStart(), [5]))
    assert (state.first, state.start_player, state.active_player) == (3, 3, 3)


def test_RP_SETUP_01_tied_highest_players_roll_again() -> None:
    state = played_on(opened(3), (1, RollStart(), [6]), (2, RollStart(), [3]), (3, RollStart(), [6]))
    assert GAME.to_act(state) == (1, 3)
    refused(state, 2, RollStart(), "setup.rolled_already", "RP-SETUP-01")
    state = played_on(state, (1, RollStart(), [4]), (3, RollStart(), [5]))
    assert state.first == 3


def test_RP_SETUP_01_nobody_rolls_twice() -> None:
    state = after(opened(2), 1, RollStart(), [6])
    refused(state, 1, RollStart(), "setup.rolled_already", "RP-SETUP-01")


def test_RP_SETUP_01_a_tie_of_all_is_told_and_rolled_again() -> None:
    state = after(opened(2), 1, RollStart(), [4])
    assert told(state, 2, RollStart(), [4]) == ["start_roll", "start_tie"]


def test_RP_SETUP_02_all_73_dice_are_in_the_bag() -> None:
    bag = opened(4).bag
    assert len(bag) == 73
    assert bag.counts == {"green": 10, "blue": 10, "red": 10, "purple": 10, "black": 10, "white": 10, "gold": 13}


def test_RP_SETUP_03_sheets_are_chosen_clockwise_from_the_start_player() -> None:
    state = played_on(opened(3), (1, RollStart(), [1]), (2, RollStart(), [6]), (3, RollStart(), [2]))
    refused(state, 3, ChooseRace("elf"), "turn.not_yours")
    state = after(state, 2, ChooseRace("elf", "female"))
    assert state.player(2).modifiers == {"DEX": 2, "CON": -2}
    assert state.player(2).side == "female"
    assert state.active_player == 3
    refused(state, 3, ChooseRace("elf"), "setup.race_taken", "RP-SETUP-03")
    state = played_on(state, (3, ChooseRace("orc")), (1, ChooseRace("human")))
    assert state.stage == "class"


def test_RP_SETUP_03_the_side_changes_nothing() -> None:
    one, two = (after(at_race(2), 1, ChooseRace("orc", side)) for side in ("female", "male"))
    assert one.change(1, side=None) == two.change(1, side=None)


def test_RP_SETUP_03_an_unknown_sheet_is_refused() -> None:
    refused(at_race(2), 1, ChooseRace("ogre"), "setup.no_such_race")


def test_RP_SETUP_04_third_and_fourth_player_get_more_gold() -> None:
    state = played_on(opened(4), *((seat, RollStart(), [6 if seat == 3 else 1]) for seat in (1, 2, 3, 4)))
    state = played_on(state, *((seat, ChooseRace(RACES[seat - 1])) for seat in (3, 4, 1, 2)))
    assert {player.seat: player.gold for player in state.players} == {3: 5, 4: 5, 1: 6, 2: 7}
    assert state.gold_supply == 60 - 23 - 3


@pytest.mark.parametrize(
    ("n", "solo", "variants", "expected"),
    [
        pytest.param(1, True, [], [5], id="RP-EX-12-solo"),
        pytest.param(2, False, [], [5, 5], id="RP-EX-12-n2"),
        pytest.param(3, False, [], [5, 5, 6], id="RP-EX-12-n3"),
        pytest.param(4, False, [], [5, 5, 6, 7], id="RP-EX-12-n4"),
        pytest.param(4, False, ["short_game"], [5, 5, 5, 5], id="RP-EX-12-short"),
    ],
)
def test_starting_gold(n: int, solo: bool, variants: list[str], expected: list[int]) -> None:
    state = opened(n, solo=solo, variants=variants)
    assert [starting_gold(state, turn) for turn in range(1, n + 1)] == expected
    assert [player.gold for player in at_class(n, solo=solo, variants=variants).players] == expected


# classes


def test_RP_SETUP_05_taken_colours_and_gold_are_passed_over() -> None:
    state = after(at_class(2), 1, DrawClass(), ["white"])
    state = after(state, 1, ChooseClass("cleric"))
    state = after(state, 2, DrawClass(), ["white"], ["gold"], ["white"], ["red"])
    assert state.player(2).class_color == "red"
    assert [player.gold for player in state.players] == [5, 5]
    assert len(state.bag) == 73 - 1 - 4
    state = after(state, 2, ChooseClass("warrior"))
    assert len(state.bag) == 73
    assert all(not player.dice for player in state.players)


def test_RP_SETUP_05_only_the_active_player_draws_and_only_once() -> None:
    state = at_class(2)
    refused(state, 2, DrawClass(), "turn.not_yours")
    state = after(state, 1, DrawClass(), ["red"])
    refused(state, 1, DrawClass(), "phase.not_now")


def test_RP_SETUP_05_a_colour_without_a_class_card_is_passed_over() -> None:
    """An own set may leave out a colour."""
    gone = overlay(classes={"cleric": {"drop": True}, "paladin": {"drop": True}})
    state = opened(2, PUBLISHED, gone)
    state = played_on(state, (1, RollStart(), [6]), (2, RollStart(), [1]))
    state = played_on(state, (1, ChooseRace("orc")), (2, ChooseRace("elf")))
    state = after(state, 1, DrawClass(), ["white"], ["red"])
    assert state.player(1).class_color == "red"


def test_RP_EX_01_gold_then_white_takes_the_white_card() -> None:
    state = after(at_class(2), 1, DrawClass(), ["gold"], ["white"])
    assert state.player(1).class_color == "white"
    assert state.player(1).gold == 5
    assert moves(state, 1) == [ChooseClass("cleric"), ChooseClass("paladin")]
    state = after(state, 1, ChooseClass("paladin"))
    assert state.player(1).class_side == "paladin"
    assert len(state.bag) == 71
    state = played_on(state, (2, DrawClass(), ["blue"]), (2, ChooseClass("wizard")))
    assert len(state.bag) == 73


def test_RP_SETUP_06_classes_are_chosen_in_reverse_turn_order() -> None:
    state = at_class(3, class_choice="choose")
    assert state.active_player == 3
    refused(state, 1, ChooseClass("druid"), "turn.not_yours")
    refused(state, 3, DrawClass(), "phase.not_now")
    state = played_on(state, (3, ChooseClass("druid")))
    assert state.active_player == 2
    refused(state, 2, ChooseClass("ranger"), "setup.class_not_free", "RP-SETUP-07")
    state = played_on(state, (2, ChooseClass("bard")), (1, ChooseClass("thief")))
    assert [player.class_side for player in state.players] == ["thief", "bard", "druid"]


def test_RP_SETUP_07_one_of_the_two_sides_of_the_own_card() -> None:
    state = after(at_class(2), 1, DrawClass(), ["green"])
    assert moves(state, 1) == [ChooseClass("druid"), ChooseClass("ranger")]
    refused(state, 1, ChooseClass("bard"), "setup.class_not_free", "RP-SETUP-07")
    refused(state, 1, ChooseClass("baker"), "setup.no_such_class")
    state = after(state, 1, ChooseClass("ranger"))
    assert state.player(1).goals == state.content.classes["ranger"].goals


# backstories, alignments, tokens


def test_RP_SETUP_08_a_backstory_and_an_alignment_for_each() -> None:
    state = after(at_deal(2), 1, Deal(), ["mentor"], ["hermit"])
    assert state.player(1).backstory == state.content.backstories["mentor"].places
    assert state.player(1).alignment_grid == (-1, 0, -1, 0, 3, 0, -1, 0, -1)
    refused(state, 1, Deal(), "turn.not_yours")
    dealt, records = luck_of(state, 2, Deal())
    backstories, alignments = (dict(record.ask.wire[1]) for record in records)
    assert (len(backstories), len(alignments)) == (15, 16)
    assert "mentor" not in backstories
    assert "hermit" not in alignments
    assert dealt.player(2).backstory_name != "mentor"


def test_RP_SETUP_09_the_token_begins_on_the_centre_cell() -> None:
    assert [player.alignment_pos for player in at_deck(4).players] == [4, 4, 4, 4]


# the deck, the market, initiative cards


@pytest.mark.parametrize(("n", "discards"), [(2, 7), (3, 3), (4, 0)])
def test_RP_SETUP_10_discards_of_each_pile_and_one_dot_on_top(n: int, discards: int) -> None:
    state, records = luck_of(at_deck(n, cards="full"), 1, BuildDeck())
    market = state.content.market
    dots = Counter(market[card].dots for card in state.market_discard)
    assert dots == Counter({1: discards, 2: discards})
    one, two = state.deck.segments
    assert {market[card].dots for card in one} == {1}
    assert {market[card].dots for card in two} == {2}
    assert len(two) == 27 - discards
    assert all(market[place.card].dots == 1 for place in state.market)
    piles = [sum(dict(record.ask.wire[1]).values()) for record in records if record.ask.wire[0] == "draw"]
    assert piles == ([26, 27] if discards else []) + [26 - discards]


@pytest.mark.parametrize(
    ("n", "before", "left", "discard"),
    [
        pytest.param(2, 39, 36, 14, id="RP-EX-17-n2"),
        pytest.param(3, 47, 43, 6, id="RP-EX-17-n3"),
        pytest.param(4, 53, 48, 0, id="RP-EX-17-n4"),
    ],
)
@pytest.mark.parametrize("cards", ["none", "types", "full"])
def test_deck_sizes(n: int, before: int, left: int, discard: int, cards: str) -> None:
    state = at_dice(n, cards=cards)
    assert len(state.deck) + len(state.market) == before
    assert len(state.deck) == left
    assert len(state.market_discard) == discard


@pytest.mark.parametrize("n", [2, 3, 4])
def test_RP_SETUP_11_a_market_of_n_plus_1_cards_in_order(n: int) -> None:
    state = at_dice(n, cards="full")
    assert [place.place for place in state.market] == [f"1.{at}" for at in range(1, n + 2)]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_RP_SETUP_12_initiative_cards_1_to_n_plus_1(n: int) -> None:
    state = opened(n)
    assert [card.number for card in state.initiative] == list(range(1, n + 2))
    assert all(card.holder is None and card.die is None for card in state.initiative)


@pytest.mark.parametrize(
    ("n", "coins"),
    [
        pytest.param(2, [2], id="RP-SETUP-13-RP-EX-11-n2"),
        pytest.param(3, [2, 3], id="RP-SETUP-13-RP-EX-11-n3"),
        pytest.param(4, [2, 3, 4], id="RP-SETUP-13-RP-EX-11-n4"),
    ],
)
def test_coins_on_the_middle_cards(n: int, coins: list[int]) -> None:
    assert [card.number for card in opened(n).initiative if card.coin == 1] == coins
    assert [card.number for card in opened(n).initiative if card.coin == 0] == [
        number for number in range(1, n + 2) if number not in coins
    ]


# starting dice


@pytest.mark.parametrize(("n", "count"), [(2, 6), (3, 7), (4, 8)])
def test_RP_SETUP_14_n_plus_4_dice_drawn_rolled_and_all_placed(n: int, count: int) -> None:
    state, records = luck_of(at_dice(n), 1, DrawDice())
    assert [(record.ask.wire[0], record.ask.wire[-1]) for record in records] == [("draw", count), ("roll", count)]
    assert len(state.player(1).dice) == count
    assert len(state.bag) == 73 - count
    refused(state, 1, DrawDice(), "phase.not_now")
    refused(state, 2, DrawDice(), "turn.not_yours")
    while state.player(1).dice:
        state = after(state, 1, moves(state, 1, PlaceDie)[0])
    assert state.active_player == 2


def test_RP_SETUP_15_leftmost_empty_slot_and_no_action() -> None:
    state = with_dice(at_dice(2), 1, "r1 b2 g3 p4 k5 w6")
    state = placing(state, 1, "WIS:r1 WIS:b2")
    assert sheet_text(state.player(1).sheet) == "WIS[r1 b2 _]"
    refused(state, 1, AttributeAction("WIS", step="up"), "phase.not_now")
    assert not moves(state, 1, AttributeAction)
    refused(state, 1, PlaceDie("STR", "y6"), "place.no_such_die")
    refused(state, 2, PlaceDie("STR", "g3"), "turn.not_yours")
    state = placing(state, 1, "WIS:g3")
    refused(state, 1, PlaceDie("WIS", "p4"), "place.row_full", "RP-DICE-02")


def test_RP_SETUP_16_a_full_row_and_gold_dice_pay() -> None:
    state = with_dice(at_dice(2), 1, "r1 b2 y3 p4 k5 w6")
    state = placing(state, 1, "STR:r1 STR:b2")
    assert state.player(1).gold == 5
    state = placing(state, 1, "STR:p4")
    assert state.player(1).gold == 6
    state = placing(state, 1, "DEX:y3")
    assert state.player(1).gold == 8


def test_RP_SETUP_16_a_thief_gets_4_for_a_gold_die() -> None:
    state = with_dice(at_dice(2, sides=("thief", "ranger")), 1, "r1 b2 y3 p4 k5 w6")
    assert placing(state, 1, "DEX:y3").player(1).gold == 9


@pytest.mark.parametrize(
    ("side", "gold"),
    [pytest.param("rogue", 10, id="RP-EX-13"), pytest.param("thief", 14, id="RP-EX-14-thief")],
)
def test_income_of_seven_starting_dice(side: str, gold: int) -> None:
    state = at_dice(3, sides=("cleric", side, "ranger"))
    state = with_dice(state, 1, "r1 b2 g3 p4 k5 w6 g4")
    state = placing(state, 1, "STR:r1 DEX:b2 CON:g3 INT:p4 WIS:k5 CHA:w6 CHA:g4")
    assert state.player(2).gold == 5
    state = with_dice(state, 2, "y3 y5 r2 b6 b1 w4 g6")
    state = placing(state, 2, "STR:y3 STR:y5 STR:r2 DEX:b6 DEX:b1 CON:w4 CON:g6")
    assert sheet_text(state.player(2).sheet) == "STR[y3 y5 r2] DEX[b6 b1 _] CON[w4 g6 _]"
    assert state.player(2).gold == gold
    assert not state.player(2).attribute_action_used


TOO_MANY = ["red", "red", "blue", "white", "gold", "green", "black"]


@pytest.mark.parametrize("name", ["RP_SETUP_17_too_many_dice", "RP_EX_18_seven_dice_drawn_instead_of_six"])
def test_too_many_dice_go_back_and_are_drawn_anew(name: str) -> None:
    """Real dice: seven are typed in where six are asked; nothing changes, and six are drawn anew."""
    state = at_dice(2)
    other = Seeded(Random(0))
    with pytest.raises(IllegalMove) as caught:
        GAME.play(state, 1, DrawDice(), Chance(Typed([TOO_MANY], other)))
    assert caught.value.key == "typed.count"
    assert (caught.value.args_["wanted"], caught.value.args_["got"]) == (6, 7)
    assert len(state.bag) == 73
    typed = Typed([["white", "gold", "gold", "red", "red", "red"], [1, 2, 3, 4, 5, 6]], other)
    state, _ = GAME.play(state, 1, DrawDice(), Chance(typed))
    assert [die.code for die in state.player(1).dice] == ["w1", "y2", "y3", "r4", "r5", "r6"]
    assert len(state.bag) == 67


def test_RP_SETUP_17_seven_dice_in_the_round_s_roll() -> None:
    state = column_table("n2")
    with pytest.raises(IllegalMove) as caught:
        GAME.play(state, 1, Roll(), Chance(Typed([["red"] * 4], Seeded(Random(0)))))
    assert caught.value.key == "typed.count"


def test_RP_SETUP_18_the_start_player_begins_round_1() -> None:
    state = finished_setup(opened(4), seed=5)
    assert (state.phase, state.round) == ("roll", 1)
    assert state.active_player == state.start_player == state.first
    assert moves(state, state.first) == [Roll()]


def test_the_whole_setup_for_three_on_scripted_luck() -> None:
    state = played_on(opened(3), (1, RollStart(), [3]), (2, RollStart(), [6]), (3, RollStart(), [1]))
    state = played_on(state, (2, ChooseRace("orc")), (3, ChooseRace("elf")), (1, ChooseRace("human")))
    assert [player.gold for player in state.players] == [6, 5, 5]
    state = played_on(
        state,
        (2, DrawClass(), ["purple"]),
        (2, ChooseClass("bard")),
        (3, DrawClass(), ["gold"], ["red"]),
        (3, ChooseClass("warrior")),
        (1, DrawClass(), ["purple"], ["green"]),
        (1, ChooseClass("druid")),
        (2, Deal(), ["savant"], ["rebel"]),
        (3, Deal(), ["hunter"], ["maniac"]),
        (1, Deal(), ["devoted"], ["hermit"]),
    )
    assert (len(state.market), len(state.deck), len(state.market_discard)) == (4, 43, 6)
    for seat in (2, 3, 1):
        state = with_dice(state, seat, "r1 b2 g3 p4 k5 w6 y4")
        state = placing(state, seat, "STR:r1 DEX:b2 CON:g3 INT:p4 WIS:k5 CHA:w6 CHA:y4")
    assert (state.phase, state.round, state.active_player) == ("roll", 1, 2)
    assert [player.gold for player in state.players] == [8, 7, 7]
    assert len(state.bag) == 52
    assert centre_text(state) == "_ _* _* _"
    assert row_text(state, 1, "CHA") == "w6 y4 _"
