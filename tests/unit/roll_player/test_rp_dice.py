"""Rounds, the Roll phase, placing dice, and gold (RP-ROUND, RP-ROLL, RP-DICE-01…03, 07, RP-GOLD)."""

from __future__ import annotations

import pytest

from companion.games.roll_player.layouts import count_layouts
from companion.games.roll_player.moves import (
    AssignInitiative,
    AttributeAction,
    ChooseInitiative,
    PlaceDie,
    Roll,
    SkipAction,
    UseSkill,
)
from companion.moves import BadMove, read_move
from tests.unit.roll_player.given import (
    GAME,
    NAMES,
    after,
    asked,
    at_roll,
    beacon,
    centre_text,
    luck_of,
    moves,
    play,
    played_on,
    refused,
    roll_dice,
    row_text,
    sheet_text,
    table,
    told,
)
from tests.unit.roll_player.turns import turn

# rounds


@pytest.mark.parametrize("n", [2, 3, 4])
def test_RP_ROUND_01_four_phases_in_order(n: int) -> None:
    state = at_roll(n)
    phases = [state.phase]
    while state.round == 1:
        seat = GAME.to_act(state)[0]
        state, _ = luck_of(state, seat, moves(state, seat)[-1])
        if state.phase != phases[-1]:
            phases.append(state.phase)
    assert phases == ["roll", "dice", "market", "cleanup", "roll"]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_RP_ROUND_01_the_start_player_of_each_round(n: int) -> None:
    state = at_roll(n, cards="none")
    starts = {}
    while state.phase not in ("scoring", "finished"):
        starts[state.round] = state.start_player
        seat = GAME.to_act(state)[0]
        state, _ = luck_of(state, seat, moves(state, seat)[-1], seed=state.round)
    assert starts == {r: (r - 1) % n + 1 for r in range(1, 18 - (n + 4) + 1)}


# the Roll phase


@pytest.mark.parametrize(("n", "count"), [(2, 3), (3, 4), (4, 5)])
def test_RP_ROLL_01_as_many_dice_as_initiative_cards(n: int, count: int) -> None:
    state = at_roll(n)
    refused(state, 2, Roll(), "turn.not_yours")
    rolled, records = luck_of(state, 1, Roll())
    assert [(record.ask.wire[0], record.ask.wire[-1]) for record in records] == [("draw", count), ("roll", count)]
    assert len(rolled.bag) == len(state.bag) - count


def test_RP_ROLL_01_only_in_the_roll_phase() -> None:
    refused(table(2, centre="r1 g2* b3"), 1, Roll(), "phase.not_now")


def test_RP_ROLL_02_ascending_on_the_cards() -> None:
    state = roll_dice(at_roll(4), "w6 r2 k5 g1 p4")
    assert centre_text(state) == "g1 r2* p4* k5* w6"
    assert (state.phase, state.active_player) == ("dice", 1)


def test_RP_ROLL_03_the_start_player_decides_between_equal_faces() -> None:
    state = roll_dice(at_roll(2), "g5 r5 b2")
    assert asked(state) == [(1, "assign_initiative")]
    assert moves(state, 1) == [AssignInitiative(("b2", "g5", "r5")), AssignInitiative(("b2", "r5", "g5"))]
    refused(state, 2, AssignInitiative(("b2", "g5", "r5")), "ask.others")
    refused(state, 1, AssignInitiative(("g5", "b2", "r5")), "assign.not_ascending", "RP-ROLL-03")
    refused(state, 1, AssignInitiative(("b2", "r5", "r5")), "assign.not_ascending", "RP-ROLL-03")
    refused(state, 1, ChooseInitiative(1), "ask.first", "RP-ROLL-03")
    state = after(state, 1, AssignInitiative(("b2", "r5", "g5")))
    assert centre_text(state) == "b2 r5* g5"


def test_RP_ROLL_03_dice_that_look_alike_ask_nothing() -> None:
    state = roll_dice(at_roll(2), "g5 g5 b2")
    assert asked(state) == []
    assert centre_text(state) == "b2 g5* g5"


def test_RP_ROLL_04_coins_stay_on_their_cards() -> None:
    state = at_roll(3)
    before = [card.coin for card in state.initiative]
    state = roll_dice(state, "y6 y1 g3 b2")
    assert [card.coin for card in state.initiative] == before == [0, 1, 1, 0]


def test_RP_EX_02_two_legal_layouts() -> None:
    state = roll_dice(at_roll(3), "g6 r1 y4 p6")
    orders = [move.order for move in moves(state, 1, AssignInitiative)]  # type: ignore[attr-defined]  # of that kind
    assert sorted(orders) == [("r1", "y4", "g6", "p6"), ("r1", "y4", "p6", "g6")]
    state = after(state, 1, AssignInitiative(("r1", "y4", "p6", "g6")))
    assert centre_text(state) == "r1 y4* p6* g6"


@pytest.mark.parametrize(
    ("faces", "dice", "count"),
    [
        pytest.param([3, 3, 3, 5, 5], "r3 g3 b3 p5 k5", 12, id="RP-EX-28-RP-ROLL-03-33355"),
        pytest.param([1, 2, 3, 4, 5], "r1 g2 b3 p4 k5", 1, id="RP-EX-28-RP-ROLL-03-12345"),
        pytest.param([6, 6, 4], "r6 g6 b4", 2, id="RP-EX-28-RP-ROLL-03-664"),
    ],
)
def test_number_of_legal_layouts(faces: list[int], dice: str, count: int) -> None:
    assert count_layouts(faces) == count
    state = roll_dice(at_roll(len(faces) - 1), dice)
    assert len(moves(state, 1, AssignInitiative)) == (count if count > 1 else 0)
    if faces == [6, 6, 4]:
        assert all(move.order[0] == "b4" for move in moves(state, 1))  # type: ignore[attr-defined]  # of that kind


# choosing, placing, gold


def test_RP_DICE_01_take_a_card_that_is_still_in_the_centre() -> None:
    state = table(3, centre="r1 y4* p6* g6")
    refused(state, 2, ChooseInitiative(1), "turn.not_yours")
    refused(state, 1, ChooseInitiative(5), "initiative.unknown")
    refused(state, 1, PlaceDie("STR"), "place.choose_first", "RP-DICE-01")
    state = after(state, 1, ChooseInitiative(2))
    assert state.player(1).held_initiative == 2
    assert [die.code for die in state.player(1).dice] == ["y4"]
    assert centre_text(state) == "r1 -* p6* g6"
    refused(state, 1, ChooseInitiative(1), "initiative.has_one", "RP-DICE-01")
    state = played_on(state, (1, PlaceDie("STR")), (1, SkipAction()))
    assert state.active_player == 2
    refused(state, 2, ChooseInitiative(2), "initiative.taken", "RP-DICE-01")


def test_RP_DICE_02_the_leftmost_empty_slot_of_a_row_that_is_not_full() -> None:
    state = turn("STR[r1 b2 g3] DEX[k4 _ _]", "w5")
    refused(state, 1, PlaceDie("STR"), "place.row_full", "RP-DICE-02")
    state = after(state, 1, PlaceDie("DEX"))
    assert sheet_text(state.player(1).sheet) == "STR[r1 b2 g3] DEX[k4 w5 _]"


def test_RP_EX_30_full_row_and_slot_3_of_a_row_with_one_die() -> None:
    state = turn("CON[r1 b2 g3] INT[b2 _ _]", "w5")
    refused(state, 1, PlaceDie("CON"), "place.row_full", "RP-DICE-02")
    with pytest.raises(BadMove) as caught:
        read_move(GAME.moves_types, {"type": "place_die", "row": "INT", "slot": 3})
    assert caught.value.key == "read.unknown"
    assert row_text(after(state, 1, PlaceDie("INT")), 1, "INT") == "b2 w5 _"


@pytest.mark.parametrize(
    ("card", "hand", "sheet", "side", "income"),
    [
        pytest.param(1, "w3", "", "cleric", 0, id="nothing"),
        pytest.param(2, "w3", "", "cleric", 1, id="RP-GOLD-04-coin"),
        pytest.param(1, "w3", "STR[r1 r2 _]", "cleric", 1, id="RP-GOLD-03-third-slot"),
        pytest.param(1, "y3", "", "cleric", 2, id="RP-GOLD-01-gold-die"),
        pytest.param(1, "y3", "", "thief", 4, id="RP-GOLD-01-RP-NOTE-03-gold-die-thief"),
        pytest.param(2, "y3", "STR[r1 r2 _]", "cleric", 4, id="RP-EX-20-most"),
        pytest.param(2, "y3", "STR[r1 r2 _]", "thief", 6, id="RP-EX-20-most-thief"),
    ],
)
def test_RP_DICE_03_income_of_a_placement(card: int, hand: str, sheet: str, side: str, income: int) -> None:
    state = turn(sheet, hand, card=card, centre="_ _* k6" if card == 2 else "_ k2* k6", classes=(side, "ranger"))
    state = after(state, 1, PlaceDie("STR"))
    assert state.player(1).gold == 5 + income
    assert state.card(card).coin == 0


def test_RP_EX_03_coin_and_gold_die_then_flip() -> None:
    state = table(3, sheets=["STR[k2 _ _] CON[b1 _ _]"], centre="r1 y4* p6* g6")
    state = after(state, 1, ChooseInitiative(2))
    placed, events = play(state, 1, PlaceDie("STR"))
    assert placed.player(1).gold - state.player(1).gold == 3
    assert [(e.key, e.word.args["n"]) for e in events if "gain" in e.key] == [
        ("event.gain_gold.coin", 1),
        ("event.gain_gold.gold_die", 2),
    ]
    assert row_text(placed, 1, "STR") == "k2 y4 _"
    assert row_text(after(placed, 1, AttributeAction("STR", "CON.1")), 1, "CON") == "b6 _ _"


def test_RP_EX_19_slot_3_and_a_con_action() -> None:
    state = turn("CON[g5 p3 _]", "w6", card=3, centre="k1 k2* _")
    state = after(state, 1, PlaceDie("CON"))
    assert state.player(1).gold == 6
    state = after(state, 1, AttributeAction("CON", "CON.2", by=1))
    assert row_text(state, 1, "CON") == "g5 p4 w6"
    assert sum(die.face or 0 for die in state.player(1).sheet[2] if die) == 15


# gold


def test_RP_GOLD_05_effects_pay_as_printed_and_are_told() -> None:
    state = table(2, beacon(), phase="market", holds={1: 1, 2: 2}, market=["ring-cap"], owned={1: ["busking"]})
    assert after(state, 1, UseSkill("busking")).player(1).gold == 7
    assert told(state, 1, UseSkill("busking")) == ["use_skill", "alignment_move", "gain_gold.skill"]


def test_RP_GOLD_06_the_60_coins_are_no_hard_limit() -> None:
    state = turn("STR[r1 r2 _]", "y3", card=2, centre="k1 _* k6", gold=(40, 19))
    assert state.gold_supply == 0
    state = after(state, 1, PlaceDie("STR"))
    assert state.player(1).gold == 44
    assert state.gold_supply == -3


def test_the_names_of_the_players_are_told() -> None:
    _, events = play(table(2, centre="r1 y4* g6"), 1, ChooseInitiative(2))
    assert events[0].word.args["name"] == NAMES[0]
