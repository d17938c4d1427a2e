"""The attribute actions and what is left after the Dice phase (RP-DICE-04…07, STR to CHA), alignment (RP-ALIGN)."""

from __future__ import annotations

import pytest

from companion.games.roll_player.moves import (
    AttributeAction,
    ChooseInitiative,
    Keep,
    PlaceDie,
    SkipAction,
)
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    GAME,
    after,
    asked,
    at_roll,
    moves,
    play,
    refused,
    roll_dice,
    row_text,
    sheet_text,
    table,
)
from tests.unit.roll_player.turns import acting, turn

# attribute actions


def test_RP_DICE_04_one_optional_action_of_the_row_just_placed_in() -> None:
    state = acting("DEX[r2 b3 _]", "STR")
    refused(state, 1, AttributeAction("DEX", "DEX.1", "DEX.2"), "action.other_row", "RP-DICE-04")
    refused(state, 2, AttributeAction("STR", "DEX.1"), "turn.not_yours")
    assert moves(state, 1)[-1] == SkipAction()
    used = after(state, 1, AttributeAction("STR", "DEX.1"))
    assert used.player(1).attribute_action_used
    refused(used, 1, AttributeAction("STR", "DEX.1"), "turn.not_yours")
    skipped = after(state, 1, SkipAction())
    assert (used.active_player, skipped.active_player) == (2, 2)
    assert not skipped.player(1).attribute_action_used


def test_RP_DICE_04_no_action_before_placing() -> None:
    state = turn("DEX[r2 b3 _]", "w3")
    refused(state, 1, AttributeAction("STR", "DEX.1"), "action.not_now", "RP-DICE-04")
    refused(state, 1, SkipAction(), "action.not_now", "RP-DICE-04")


def test_RP_DICE_05_the_die_just_placed_or_an_earlier_one_of_the_own_sheet() -> None:
    state = table(2, sheets=["DEX[r2 _ _]", "CHA[g1 _ _]"], hand="w3", holds={1: 1}, centre="_ k2* k5")
    state = after(state, 1, PlaceDie("STR"))
    assert row_text(after(state, 1, AttributeAction("STR", "STR.1")), 1, "STR") == "w4 _ _"
    assert row_text(after(state, 1, AttributeAction("STR", "DEX.1")), 1, "DEX") == "r5 _ _"
    refused(state, 1, AttributeAction("STR", "CHA.1"), "slot.empty")


def test_RP_DICE_06_dice_moved_or_changed_trigger_nothing() -> None:
    state = acting("STR[k1 k2 g3] WIS[y5 _ _]", "DEX")
    assert state.player(1).gold == 5
    state = after(state, 1, AttributeAction("DEX", "STR.3", "WIS.1"))
    assert row_text(state, 1, "STR") == "k1 k2 y5"
    assert state.player(1).gold == 5
    assert state.active_player == 2


def test_RP_EX_05_a_swap_starts_no_other_action() -> None:
    state = acting("STR[r2 _ _] CHA[b5 _ _]", "DEX")
    state, events = play(state, 1, AttributeAction("DEX", "CHA.1", "STR.1"))
    assert sheet_text(state.player(1).sheet) == "STR[b5 _ _] DEX[w3 _ _] CHA[r2 _ _]"
    assert [event.key for event in events] == ["event.attribute_action.swap"]
    assert (state.player(1).charisma_tokens, state.active_player) == (0, 2)
    refused(state, 1, AttributeAction("STR", "STR.1"), "turn.not_yours")
    refused(state, 1, AttributeAction("CHA"), "turn.not_yours")


def test_RP_EX_31_a_gold_die_swapped_pays_nothing() -> None:
    state = acting("DEX[w4 _ _] WIS[y6 _ _]", "DEX", hand="b2")
    assert row_text(state, 1, "DEX") == "w4 b2 _"
    state = after(state, 1, AttributeAction("DEX", "DEX.1", "WIS.1"))
    assert row_text(state, 1, "DEX") == "y6 b2 _"
    assert state.player(1).gold == 5


@pytest.mark.parametrize(("n", "left"), [(2, 1), (3, 1), (4, 1)])
def test_RP_DICE_07_one_initiative_card_remains(n: int, left: int) -> None:
    state = roll_dice(at_roll(n, cards="none"), " ".join(f"w{face}" for face in range(1, n + 2)))
    state = _dice_phase(state)
    assert state.phase == "market"
    assert sum(card.die is not None for card in state.initiative) == left
    assert sum(card.holder is None for card in state.initiative) == left


def test_RP_DICE_07_two_remain_in_solo() -> None:
    state = _dice_phase(roll_dice(at_roll(1, solo=True, cards="none"), "w1 g2 b3"))
    assert [card.die.code for card in state.initiative if card.die] == ["g2", "b3"]


def _dice_phase(state: State) -> State:
    while state.phase == "dice":
        seat = GAME.to_act(state)[0]
        kinds = [m for m in moves(state, seat) if not isinstance(m, AttributeAction)]
        state = after(state, seat, kinds[0])
    return state


# the six actions


@pytest.mark.parametrize(("old", "new"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_RP_DICE_STR_RP_EX_21_flip_to_the_opposite_face(old: int, new: int) -> None:
    state = acting(f"DEX[b{old} _ _]", "STR")
    assert row_text(after(state, 1, AttributeAction("STR", "DEX.1")), 1, "DEX") == f"b{new} _ _"


def test_RP_EX_29_flip_the_die_just_placed() -> None:
    state = acting("", "STR", hand="r1")
    assert row_text(after(state, 1, AttributeAction("STR", "STR.1")), 1, "STR") == "r6 _ _"


def test_RP_DICE_STR_needs_a_target() -> None:
    refused(acting("", "STR"), 1, AttributeAction("STR"), "read.missing")
    refused(acting("", "STR"), 1, AttributeAction("STR", "STR.4"), "slot.unknown")


def test_RP_DICE_DEX_swaps_two_dice_and_never_into_an_empty_slot() -> None:
    state = acting("STR[r2 b5 _] CHA[g1 _ _]", "DEX")
    swapped = after(state, 1, AttributeAction("DEX", "STR.2", "CHA.1"))
    assert sheet_text(swapped.player(1).sheet) == "STR[r2 g1 _] DEX[w3 _ _] CHA[b5 _ _]"
    refused(state, 1, AttributeAction("DEX", "STR.2", "INT.1"), "slot.empty")
    refused(state, 1, AttributeAction("DEX", "STR.3", "CHA.1"), "slot.empty")
    refused(state, 1, AttributeAction("DEX", "STR.2", "STR.2"), "swap.same", "RP-DICE-DEX")


@pytest.mark.parametrize(
    ("one", "two", "key"),
    [
        pytest.param("STR.1", "WIS.1", "slot.empty", id="RP-EX-23-empty"),
        pytest.param("STR.1", "STR.1", "swap.same", id="RP-EX-23-same"),
    ],
)
def test_illegal_swaps(one: str, two: str, key: str) -> None:
    refused(acting("STR[r2 b5 _]", "DEX"), 1, AttributeAction("DEX", one, two), key)


def test_RP_EX_23_two_dice_of_one_row_may_change_places() -> None:
    state = after(acting("STR[r2 b5 _]", "DEX"), 1, AttributeAction("DEX", "STR.1", "STR.2"))
    assert row_text(state, 1, "STR") == "b5 r2 _"


def test_RP_DICE_CON_one_up_or_down_without_wrap() -> None:
    state = acting("STR[r6 b1 g3]", "CON")
    assert row_text(after(state, 1, AttributeAction("CON", "STR.3", by=1)), 1, "STR") == "r6 b1 g4"
    assert row_text(after(state, 1, AttributeAction("CON", "STR.3", by=-1)), 1, "STR") == "r6 b1 g2"
    refused(state, 1, AttributeAction("CON", "STR.1", by=1), "adjust.no_wrap", "RP-DICE-CON")
    refused(state, 1, AttributeAction("CON", "STR.2", by=-1), "adjust.no_wrap", "RP-DICE-CON")
    refused(state, 1, AttributeAction("CON", "STR.2"), "read.missing")


@pytest.mark.parametrize(
    ("face", "by", "new"),
    [
        pytest.param(6, 1, None, id="RP-EX-22-6-up"),
        pytest.param(1, -1, None, id="RP-EX-22-1-down"),
        pytest.param(6, -1, 5, id="RP-EX-22-6-down"),
    ],
)
def test_con_at_the_ends(face: int, by: int, new: int | None) -> None:
    state = acting(f"STR[r{face} _ _]", "CON")
    move = AttributeAction("CON", "STR.1", by=by)  # type: ignore[arg-type]  # one of the literals
    if new is None:
        refused(state, 1, move, "adjust.no_wrap", "RP-DICE-CON")
    else:
        assert row_text(after(state, 1, move), 1, "STR") == f"r{new} _ _"


def test_RP_DICE_INT_reroll_then_keep_either_face() -> None:
    state = after(acting("STR[r2 _ _]", "INT"), 1, AttributeAction("INT", "STR.1"), [5])
    assert asked(state) == [(1, "keep")]
    assert row_text(state, 1, "STR") == "r2 _ _"
    refused(state, 1, Keep(4), "keep.neither", "RP-DICE-INT")
    refused(state, 2, ChooseInitiative(2), "ask.others")
    refused(state, 1, SkipAction(), "ask.first", "RP-DICE-INT")
    kept, changed = after(state, 1, Keep(2)), after(state, 1, Keep(5))
    assert (row_text(kept, 1, "STR"), row_text(changed, 1, "STR")) == ("r2 _ _", "r5 _ _")
    assert kept.active_player == changed.active_player == 2
    assert kept.player(1).attribute_action_used


def test_RP_DICE_INT_the_same_face_again_asks_nothing() -> None:
    state = after(acting("STR[r2 _ _]", "INT"), 1, AttributeAction("INT", "STR.1"), [2])
    assert (asked(state), state.active_player) == ([], 2)


@pytest.mark.parametrize("face", [2, 1])
def test_RP_EX_24_shows_2_and_rolls_1(face: int) -> None:
    state = after(acting("STR[r2 _ _]", "INT"), 1, AttributeAction("INT", "STR.1"), [1])
    assert moves(state, 1, Keep) == [Keep(1), Keep(2)]
    assert row_text(after(state, 1, Keep(face)), 1, "STR") == f"r{face} _ _"


STEPS = {"up": -3, "down": 3, "left": -1, "right": 1}
POSSIBLE = {
    0: "right down",
    1: "left right down",
    2: "left down",
    3: "up right down",
    4: "up left right down",
    5: "up left down",
    6: "up right",
    7: "up left right",
    8: "up left",
}


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param(cell, id={0: "RP-EX-25-cell-0", 5: "RP-EX-26-cell-5"}.get(cell, f"cell-{cell}"))
        for cell in range(9)
    ],
)
def test_RP_DICE_WIS_RP_ALIGN_01_one_orthogonal_step_on_the_grid(cell: int) -> None:
    state = acting("", "WIS", cells=(cell, 4, 4, 4))
    for step, by in STEPS.items():
        move = AttributeAction("WIS", step=step)  # type: ignore[arg-type]  # one of the literals
        if step in POSSIBLE[cell].split():
            assert after(state, 1, move).player(1).alignment_pos == cell + by
        else:
            refused(state, 1, move, "align.off_grid", "RP-ALIGN-01")


def test_RP_ALIGN_02_free_choice_among_the_possible_steps() -> None:
    state = acting("", "WIS")
    steps = {move.step for move in moves(state, 1, AttributeAction)}  # type: ignore[attr-defined]  # of that kind
    assert steps == {"up", "down", "left", "right"}
    refused(state, 1, AttributeAction("WIS"), "read.missing")


def test_RP_DICE_CHA_takes_a_token() -> None:
    state = after(acting("", "CHA"), 1, AttributeAction("CHA"))
    assert state.player(1).charisma_tokens == 1
    assert state.charisma_supply == 5


def test_RP_DICE_CHA_without_a_token_in_the_supply_there_is_no_action() -> None:
    state = acting("", "CHA", tokens=(2, 4))
    assert state.active_player == 2
    assert state.player(1).charisma_tokens == 2
