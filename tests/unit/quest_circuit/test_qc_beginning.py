"""Heroes, who begins, and the board of a quest (QC-SETUP)."""

from __future__ import annotations

from companion.games.quest_circuit import game
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.content import GOAL_CELL
from tests.unit.quest_circuit.play import (
    content_with,
    do,
    keys,
    offered,
    opened,
    refused,
    started,
    strength,
    told,
)
from tests.unit.quest_circuit.quest_cards import BELL, FAIR


def test_QC_SETUP_01_each_player_picks_a_hero_that_nobody_has() -> None:
    state = do(opened(), m.PlanQuests((BELL,)), seat=1)
    state = do(state, m.ChooseHero("gatewarden"), seat=2)
    assert m.ChooseHero("gatewarden") not in offered(state, 1)
    refused(state, m.ChooseHero("gatewarden"), "setup.taken", 1)
    refused(state, m.ChooseHero("picklock"), "setup.has_hero", 2)


def test_QC_SETUP_01_six_players_take_the_four_heroes_a_second_time() -> None:
    state = started(6)
    assert [player.hero for player in state.players].count("gatewarden") == 2


def test_QC_SETUP_02_everybody_begins_on_level_1_with_full_health_and_mana() -> None:
    state = started(2)
    assert [(p.level, p.xp) for p in state.players] == [(1, 0), (1, 0)]
    assert strength(state, 1) == (5, 5)
    assert (state.mana(2), state.max_mana(2)) == (2, 2)


def test_QC_SETUP_03_the_table_agrees_which_quests_are_played_in_which_order() -> None:
    state = opened(quests=2)
    assert [m.PlanQuests((BELL, FAIR)), m.PlanQuests((FAIR, BELL))] == offered(state, 1)[:2]
    assert do(state, m.PlanQuests((FAIR, BELL)), seat=1).quests == (FAIR, BELL)
    refused(state, m.PlanQuests((FAIR,)), "setup.quests", 1)
    assert do(opened(quests=3), m.PlanQuests((FAIR, BELL, FAIR)), seat=1).quests[2] == FAIR


def test_QC_SETUP_04_the_goal_lies_face_up_on_cell_20() -> None:
    state = started()
    assert (state.cells[GOAL_CELL].card, state.cells[GOAL_CELL].face_up) == ("bell-keeper", True)
    hidden = started(goal_face_up="no")
    assert (hidden.cells[GOAL_CELL].card, hidden.cells[GOAL_CELL].covered) == ("bell-keeper", True)


def test_QC_SETUP_05_three_stacks_and_nobody_knows_their_order() -> None:
    state = started()
    assert (len(state.items), len(state.uniques)) == (16, 3)
    assert len(state.unseen) == 32, "the Goal is not among them"


def test_QC_SETUP_06_every_free_cell_gets_a_card_face_down() -> None:
    state = started()
    assert all(state.cells[at].covered and state.cells[at].card is None for at in range(1, 20))
    assert state.stack == 13


def test_QC_SETUP_07_start_never_holds_a_card() -> None:
    assert not started().cells[0].filled


def test_QC_SETUP_08_a_small_stack_fills_the_cells_from_1_upward() -> None:
    state = started(board_cells=40)
    filled = [at for at, cell in enumerate(state.cells) if cell.filled]
    assert filled == list(range(1, 34)), "32 cards and the Goal"
    assert state.stack == 0


def test_QC_SETUP_09_all_tokens_stand_on_start() -> None:
    assert {player.position for player in started(4).players} == {0}


def test_QC_SETUP_10_the_highest_die_begins_and_ties_roll_again() -> None:
    state = opened(3)
    state = do(state, m.PlanQuests((BELL,)), seat=1)
    for seat, hero in enumerate(("gatewarden", "picklock", "fen-archer"), 1):
        state = do(state, m.ChooseHero(hero), seat=seat)
    state = do(state, m.RollStart(), [5], seat=1)
    refused(state, m.RollStart(), "setup.rolled", 1)
    state = do(state, m.RollStart(), [2], seat=2)
    refused(state, m.LayBoard(), "setup.roll_first", 3)
    state, events = told(state, m.RollStart(), [5], seat=3)
    assert keys(events) == ["start_roll", "start_tie"]
    assert game.to_act(state) == (1, 3)
    state = do(do(state, m.RollStart(), [1], seat=1), m.RollStart(), [4], seat=3)
    assert state.first_player == 3
    state = do(state, m.LayBoard(), seat=3)
    assert (state.active_player, state.turn.step) == (3, "roll")
    state = do(do(state, m.Roll(), [1]), m.Go(1), ["warm-spring"])
    assert state.active_player == 1, "clockwise"


def test_QC_SETUP_06_extras_are_shuffled_in_if_the_table_wants_them() -> None:
    assert len(started(extras="yes").unseen) == 34


def test_the_second_quest_of_the_same_name_lacks_what_players_own() -> None:
    state = started(quests=(BELL, BELL))
    assert state.quests == (BELL, BELL)
    assert content_with().order() == (BELL, FAIR)
