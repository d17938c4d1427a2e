"""Skills (RP-SKILL, RP-ALIGN-04), and one of each kind of the invented set."""

from __future__ import annotations

from typing import Any

import pytest

from companion.chance import Chance, Scripted
from companion.games.roll_player.moves import (
    AssignInitiative,
    AttributeAction,
    Buy,
    DealMarket,
    DiscardForGold,
    Done,
    Keep,
    PlaceDie,
    RefreshSkill,
    SkipRefresh,
    UseSkill,
)
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    GAME,
    after,
    asked,
    beacon,
    centre_text,
    moves,
    play,
    played_on,
    refused,
    row_text,
    table,
    told,
)
from tests.unit.roll_player.named import buying, dice_phase

# using skills


def test_RP_SKILL_01_arrives_upright_and_may_be_used_at_once() -> None:
    state = table(2, beacon(), phase="market", market=["upend", "frail"], holds={1: 1, 2: 2}, sheets=["STR[r2 _ _]"])
    state = after(state, 1, Buy("2.1", 4))
    assert [skill.exhausted for skill in state.player(1).skills] == [False]
    state = after(state, 1, UseSkill("upend", target="STR.1"))
    assert row_text(state, 1, "STR") == "r5 _ _"
    assert [skill.exhausted for skill in state.player(1).skills] == [True]


def test_RP_SKILL_02_step_then_ability_then_turned() -> None:
    state = dice_phase(owned={1: ["climb"]})
    state, events = play(state, 1, UseSkill("climb", initiative=3, face=2))
    assert [event.key.removeprefix("event.") for event in events] == [
        "use_skill",
        "alignment_move",
        "pool_face",
        "assign_initiative",
    ]
    assert state.player(1).alignment_pos == 3
    assert state.player(1).skills[0].exhausted
    assert centre_text(state) == "r1 b2* y4"
    wrong = UseSkill("climb", arrow="up", initiative=3, face=2)
    refused(dice_phase(owned={1: ["climb"]}), 1, wrong, "skill.other_arrow", "RP-SKILL-02")


def test_RP_SKILL_03_RP_ALIGN_04_an_impossible_step_forbids_the_use() -> None:
    state = dice_phase(owned={1: ["climb"]}, cells=(6, 4))
    refused(state, 1, UseSkill("climb", initiative=3, face=2), "skill.no_step", "RP-SKILL-03")
    refused(state, 1, UseSkill("climb", decline=True), "skill.no_step", "RP-SKILL-03")
    assert not moves(state, 1, UseSkill)


def test_RP_EX_38_arrow_left_on_cell_3() -> None:
    state = dice_phase(owned={1: ["climb"]}, cells=(3, 4))
    refused(state, 1, UseSkill("climb", decline=True), "skill.no_step", "RP-SKILL-03")
    assert not state.player(1).skills[0].exhausted


def test_RP_SKILL_04_a_skill_may_be_used_for_its_step_only() -> None:
    state = dice_phase(owned={1: ["negotiate"]}, sheets=["STR[r2 _ _]"])
    used = after(state, 1, UseSkill("negotiate", decline=True))
    assert used.player(1).alignment_pos == 7
    assert used.player(1).skills[0].exhausted
    assert (centre_text(used), row_text(used, 1, "STR")) == (centre_text(state), "r2 _ _")


def test_RP_EX_39_arrow_right_on_4_declined() -> None:
    state = dice_phase(owned={1: ["knowledge"]})
    used = after(state, 1, UseSkill("knowledge", decline=True))
    assert used.player(1).alignment_pos == 5
    assert used.player(1).skills[0].exhausted
    assert used.change(1, alignment_pos=4, skills=state.player(1).skills) == state


def test_RP_SKILL_05_only_upright_skills() -> None:
    state = dice_phase(owned={1: ["climb!"]})
    refused(state, 1, UseSkill("climb", decline=True), "skill.exhausted", "RP-SKILL-05")
    refused(state, 2, UseSkill("climb", decline=True), "skill.not_yours", "RP-SKILL-05")


def test_RP_SKILL_05_also_in_another_player_s_turn() -> None:
    state = dice_phase(owned={2: ["climb"]})
    state = after(state, 2, UseSkill("climb", initiative=1, face=6))
    assert centre_text(state) == "y4 b5* r6"
    assert state.active_player == 1


@pytest.mark.parametrize("phase", ["roll", "dice", "market", "cleanup"])
def test_RP_SKILL_05_at_any_time_of_a_round(phase: str) -> None:
    state = buying(owned={2: ["knowledge"]}).replace(phase=phase, stage="deal" if phase == "cleanup" else "")
    assert UseSkill("knowledge", decline=True) in moves(state, 2)
    state, _ = GAME.play(state, 2, UseSkill("knowledge", decline=True), Chance(Scripted([])))
    assert state.player(2).alignment_pos == 5


@pytest.mark.parametrize("phase", ["setup", "scoring"])
def test_RP_SKILL_05_not_before_the_first_round_nor_while_scoring(phase: str) -> None:
    state = buying(owned={1: ["knowledge"]}).replace(phase=phase)
    refused(state, 1, UseSkill("knowledge", decline=True), "skill.not_now", "RP-SKILL-05")


def test_RP_SKILL_05_unless_the_card_restricts_it() -> None:
    state = table(2, beacon(), centre="r1 y4* b5", owned={1: ["busking"]})
    refused(state, 1, UseSkill("busking"), "skill.other_phase", "RP-SKILL-05")
    state = table(2, beacon(), phase="market", market=["frail"], holds={1: 1, 2: 2}, owned={1: ["busking"]})
    assert after(state, 1, UseSkill("busking")).player(1).gold == 7


def cleanup(owned: dict[int, list[str]], **given: Any) -> State:
    """The last market turn has just been taken."""
    state = buying(owned=owned, holds={1: 1, 2: 2}, **given)
    state = after(state, 1, DiscardForGold("2.1"))
    return after(state, 2, DiscardForGold("2.2"))


def test_RP_SKILL_06_RP_CLEAN_02_one_refresh_for_each_player_only_in_cleanup() -> None:
    early = buying(owned={1: ["climb!"]}, market=["longbow", "honest"])
    refused(early, 1, RefreshSkill("climb"), "ask.not_asked")
    state = cleanup({1: ["search!", "negotiate!"], 2: ["knowledge!", "open-lock"]})
    assert sorted(asked(state)) == [(1, "refresh"), (2, "refresh")]
    refused(state, 2, RefreshSkill("open-lock"), "skill.is_ready", "RP-SKILL-06")
    refused(state, 2, RefreshSkill("search"), "skill.not_yours")
    state = after(state, 2, RefreshSkill("knowledge"))
    assert [skill.exhausted for skill in state.player(2).skills] == [False, False]
    state = after(state, 1, RefreshSkill("negotiate"))
    assert [skill.exhausted for skill in state.player(1).skills] == [True, False]
    refused(state, 1, RefreshSkill("search"), "ask.not_asked")


def test_RP_SKILL_06_a_refresh_may_be_declined() -> None:
    state = after(cleanup({1: ["search!"]}), 1, SkipRefresh())
    assert state.player(1).skills[0].exhausted
    assert moves(state, 2, DealMarket) == [DealMarket()]


def test_RP_EX_40_three_exhausted_skills_at_cleanup() -> None:
    state = cleanup({1: ["search!", "negotiate!", "knowledge!"]})
    assert moves(state, 1, RefreshSkill) == [RefreshSkill(ref) for ref in ("search", "negotiate", "knowledge")]
    state = after(state, 1, RefreshSkill("negotiate"))
    assert [skill.exhausted for skill in state.player(1).skills] == [True, False, True]
    assert asked(state) == []


# skills of the invented set, one of each kind


def invented(*owned: str, sheet: str = "STR[r2 b6 _]", **given: Any) -> State:
    return table(2, beacon(), centre="r1 y4* b5", sheets=[sheet], owned={1: owned}, **given)


def test_pool_dice_by_what_the_card_prints() -> None:
    state = after(invented("topple"), 1, UseSkill("topple", initiative=1))
    assert centre_text(state) == "y4 b5* r6"
    state = after(invented("nudge"), 1, UseSkill("nudge", initiative=2, by=-1))
    assert centre_text(state) == "r1 y3* b5"
    refused(invented("nudge"), 1, UseSkill("nudge", initiative=1, by=-1), "adjust.no_wrap")
    refused(invented("nudge"), 1, UseSkill("nudge", initiative=1), "read.missing")
    state = after(invented("shake"), 1, UseSkill("shake", initiative=1), [6])
    assert centre_text(state) == "y4 b5* r6"


def test_a_face_that_the_card_sets() -> None:
    state = after(invented("hush"), 1, UseSkill("hush", initiative=2))
    assert moves(state, 1, AssignInitiative) == [
        AssignInitiative(("y1", "r1", "b5")),
        AssignInitiative(("r1", "y1", "b5")),
    ]


def test_own_dice_by_what_the_card_prints() -> None:
    state = after(invented("lean"), 1, UseSkill("lean", target="STR.1", by=1))
    assert row_text(state, 1, "STR") == "r4 b6 _"
    refused(invented("lean"), 1, UseSkill("lean", target="STR.2", by=1), "adjust.no_wrap")
    state = after(invented("upend"), 1, UseSkill("upend", target="STR.2"))
    assert row_text(state, 1, "STR") == "r2 b1 _"
    state = after(invented("polish"), 1, UseSkill("polish", target="STR.1", face=5))
    assert row_text(state, 1, "STR") == "r5 b6 _"
    refused(invented("polish"), 1, UseSkill("polish", target="STR.1"), "read.missing")
    state = after(invented("trade-places"), 1, UseSkill("trade-places", target="STR.1", other="STR.2"))
    assert row_text(state, 1, "STR") == "b6 r2 _"
    state = after(invented("shuffle-along"), 1, UseSkill("shuffle-along", target="STR.1", row="DEX"))
    assert row_text(state, 1, "DEX") == "r2 _ _"


def test_an_ability_that_is_carried_out_by_hand() -> None:
    assert told(invented("old-map"), 1, UseSkill("old-map")) == ["use_skill", "alignment_move", "by_the_card"]


def test_a_reroll_by_skill_leaves_the_attribute_action() -> None:
    """A skill's re-roll is no attribute action: the row's action may still be used after it (RP-DICE-04)."""
    state = invented("second-try", hand="w3", holds={1: 1})
    state = after(state, 1, PlaceDie("STR"))
    state = after(state, 1, UseSkill("second-try", target="STR.1"), [5])
    state = after(state, 1, Keep(5))
    assert (state.active_player, state.player(1).placed_row) == (1, "STR")
    state = after(state, 1, AttributeAction("STR", "STR.1"))
    assert row_text(state, 1, "STR") == "r2 b6 w3"
    assert state.active_player == 2


def last_round(owned: dict[int, list[str]]) -> State:
    """The last market turn of the last round (12 with two players) is to be taken by seat 1."""
    given: dict[str, Any] = {"phase": "market", "round": 12, "market": ["frail", "odd"], "holds": {1: 2}}
    return table(2, beacon(), owned=owned, cells=(3, 4), **given).change(2, market_turn_done=True)


def test_the_last_cleanup_a_refreshed_skill_may_still_be_used() -> None:
    state = after(last_round({1: ["upend!"]}), 1, DiscardForGold("12.1"))
    assert asked(state) == [(1, "refresh"), (1, "last_chance")]
    state = after(state, 1, RefreshSkill("upend"))
    state = after(state, 1, UseSkill("upend", decline=True))
    assert after(state, 1, Done()).phase == "scoring"


def test_the_last_cleanup_a_skill_used_in_it_may_be_refreshed() -> None:
    state = after(last_round({1: ["upend"], 2: ["hush"]}), 1, DiscardForGold("12.1"))
    assert sorted(asked(state)) == [(1, "last_chance"), (2, "last_chance")]
    state = after(state, 1, UseSkill("upend", decline=True))
    assert moves(state, 1) == [Done(), RefreshSkill("upend")]
    refused(state, 2, RefreshSkill("hush"), "skill.is_ready", "RP-SKILL-06")
    state = after(state, 1, RefreshSkill("upend"))
    assert (1, "last_chance") in asked(state)
    state = after(state, 1, UseSkill("upend", decline=True))
    refused(state, 1, RefreshSkill("upend"), "ask.not_asked", "RP-SKILL-06")
    state = played_on(state, (1, Done()), (2, Done()))
    assert state.phase == "scoring"
