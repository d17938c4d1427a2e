"""The solo mode at the table: the Pretender's turns, duels, the campaign and the time trial (QC-SOLO)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.canonical import Plain
from companion.games.quest_circuit import game
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.odds import Side
from companion.games.quest_circuit.rival import goal_side, threat_now
from companion.games.quest_circuit.state import EMPTY, Rival, State
from tests.unit.quest_circuit.play import BELL, FAIR, do, give, going, keys, lay, offered, on, started, told, won


def alone(rival: str = "knight", quests: tuple[str, ...] = (BELL,), **fields: Any) -> State:
    """The Pretender is to act; its fields as given."""
    state = started(1, quests=quests, rival=rival)
    return rivals_turn(state, **fields)


def rivals_turn(state: State, **fields: Any) -> State:
    assert state.rival is not None
    state = state.now(step="rival").replace(rival=replace(state.rival, **fields))
    assert game.to_act(state) == (1,)
    return state


def rival(state: State) -> Rival:
    assert state.rival is not None
    return state.rival


def acts(state: State, *luck: Plain) -> tuple[State, list[str]]:
    """One tap: the state after it, and what the Pretender did."""
    assert offered(state)[0] == m.RivalTurn()
    after, events = told(state, m.RivalTurn(), *luck)
    return after, [key.removeprefix("rival.") for key in keys(events) if key.startswith("rival.")]


def test_QC_SOLO_01_one_hero_and_one_more_token_and_the_human_begins() -> None:
    state = started(1)
    assert (state.n, rival(state).position, state.active_player, state.turn.step) == (1, 0, 1, "roll")
    state = going(lay(state, 3, "warm-spring"), 3)
    assert state.turn.step == "rival"


def test_QC_SOLO_02_the_phone_knows_the_goal_with_its_wounds() -> None:
    state = started(1).with_cell(20, wounds=4)
    assert goal_side(state) == Side(6, 2, 0)


def test_QC_SOLO_03_it_has_a_place_a_level_xp_wounds_gear_and_turns() -> None:
    state, _ = acts(alone(), [3], [4])
    assert rival(state) == Rival("knight", 3, 1, 2, 1, 0, 3, 1, 0)


def test_QC_SOLO_10_distance_empty_cells_and_start() -> None:
    state = alone("legend").put(2, EMPTY).put(3, EMPTY)
    state, _ = acts(state, [1], [4])
    assert rival(state).position == 4, "1 and Speed +1 are two countable steps: 1 and 4"
    state, did = acts(rivals_turn(started(1), position=19, wounds=2), [3], [6])
    assert (rival(state).position, rival(state).wounds) == (1, 0)
    assert "restored" in did


def test_QC_SOLO_10_it_waits_if_only_the_goal_is_in_reach() -> None:
    state, did = acts(alone(position=19), [1])
    assert did == ["rolls", "waits"]
    assert rival(state).position == 19


def test_QC_SOLO_11_line_1_it_goes_for_the_goal_when_it_would_win() -> None:
    state = alone(position=18, level=9, gear=3).with_cell(20, wounds=5)
    state, did = acts(state, [4], [6, 1])
    assert "line_1" in did
    assert state.hero_of_quest == (0,)
    _, did = acts(alone(position=18), [4], [4])
    assert "line_1" not in did


def test_QC_SOLO_11_line_1_or_when_its_patience_is_over() -> None:
    _, did = acts(alone(position=18, turn=25), [2], [1, 6])
    assert did[:2] == ["rolls", "line_1"]


def test_QC_SOLO_11_line_2_half_dead_it_rests_on_start() -> None:
    state, did = acts(alone(position=18, wounds=3), [4])
    assert did == ["rolls", "line_2", "restored"]
    assert (rival(state).position, rival(state).wounds) == (0, 0)


def test_QC_SOLO_11_line_3_a_duel_if_the_die_says_so() -> None:
    state = lay(on(alone("champion"), 1, 2), 2, "fishers-chest")
    state, did = acts(state, [3], [5])
    assert did == ["rolls", "line_3"]
    assert state.fight is not None
    assert not state.may_equip(1)
    _, did = acts(lay(on(alone("champion"), 1, 2), 2, "fishers-chest"), [3], [4], [6])
    assert "line_4" in did


def test_QC_SOLO_11_line_4_the_farthest_face_down_card() -> None:
    state, did = acts(lay(alone(), 4, "fishers-chest"), [4], [6])
    assert did[1] == "line_4"
    assert rival(state).position == 3


def test_QC_SOLO_11_line_5_else_as_far_as_it_can() -> None:
    state = lay(lay(alone(), 1, "fishers-chest"), 2, "vault-door")
    state, did = acts(state, [2])
    assert did == ["rolls", "line_5"]
    assert rival(state).position == 2
    assert state.cells[2].card == "vault-door", "face-up cards are ignored"


@pytest.mark.parametrize(
    ("die", "fields", "after", "card_stays"),
    [
        (1, {}, {"wounds": 3, "xp": 0, "gear": 0}, True),
        (3, {}, {"wounds": 2, "xp": 2, "gear": 0}, False),
        (5, {}, {"wounds": 1, "xp": 2, "gear": 0}, False),
        (6, {}, {"wounds": 0, "xp": 3, "gear": 1}, False),
        (6, {"gained": 2, "level": 3}, {"wounds": 0, "xp": 4, "gear": 1}, False),
    ],
)
def test_QC_SOLO_12_the_road_roll(die: int, fields: Any, after: Any, card_stays: bool) -> None:
    before = alone(**fields)
    state, _ = acts(before, [1], [die])
    found = rival(state)
    assert {key: getattr(found, key) for key in after} == after
    assert state.stack == before.stack - (not card_stays)
    assert state.unseen_discards == int(not card_stays)
    assert state.cells[1].covered


def test_QC_SOLO_12_wounds_that_bring_it_down_gain_nothing() -> None:
    state, did = acts(alone(wounds=2, level=1, position=3), [1], [1])
    assert did[-1] == "falls"
    assert (rival(state).position, rival(state).wounds, rival(state).xp) == (0, 0, 0)
    assert state.unseen_discards == 0


def test_QC_SOLO_13_levels_by_xp_and_a_lost_goal_fight_leaves_wounds() -> None:
    state, _ = acts(alone(xp=8), [1], [3])
    assert (rival(state).level, rival(state).xp, rival(state).gained) == (2, 0, 1)
    lost = alone(position=18, turn=30)
    lost, did = acts(lost, [2], [6, 1], [6, 1], [1, 6])
    assert did[-1] == "loses_goal"
    assert lost.cells[20].wounds == 4
    assert (rival(lost).position, rival(lost).wounds) == (0, 0)


def duel() -> State:
    state = give(lay(on(alone("champion"), 1, 2), 2, "fishers-chest"), 1, "short-blade", "broad-axe", worn=False)
    return acts(state, [3], [6])[0]


def test_QC_SOLO_14_the_human_loses_the_best_card() -> None:
    state = duel().change(1, wounds=4)
    state = do(state, m.Strike(), [1], [6])
    assert (state.removed, state.player(1).inventory) == (("broad-axe",), ("short-blade",))
    assert (rival(state).xp, state.player(1).position) == (4, 0)
    assert state.turn.step == "roll", "the human is next"


def test_QC_SOLO_14_the_human_wins_and_draws_an_item() -> None:
    state = duel().replace(rival=replace(rival(duel()), wounds=5))
    state = do(state, m.Strike(), [6], [1], ["wind-boots"])
    assert rival(state).position == 0
    assert "wind-boots" in state.player(1).inventory
    assert state.turn.step == "roll"


def test_QC_SOLO_15_the_human_may_attack_on_a_shared_cell() -> None:
    state = lay(started(1), 3, "fishers-chest")
    state = going(state.replace(rival=replace(rival(state), position=3, wounds=4)), 3)
    state = do(do(state, m.AttackRival()), m.Strike(), [6], [1], ["wind-boots"])
    assert rival(state).position == 0
    assert state.turn.step == "active", "the lock is still there"
    assert m.AttackRival() not in offered(state)


def test_QC_SOLO_16_the_threat_bar_is_its_chance_at_full_health() -> None:
    state = started(1)
    fresh = threat_now(state)
    wounded = threat_now(state.with_cell(20, wounds=8).replace(rival=replace(rival(state), wounds=3)))
    assert fresh is not None
    assert wounded is not None
    assert fresh < wounded


def test_QC_SOLO_20_either_side_ends_the_quest() -> None:
    ours = won(going(on(started(1), 1, 18, level=30).with_cell(20, wounds=9), 20))
    theirs, _ = acts(alone(position=18, level=9, gear=3).with_cell(20, wounds=9), [2], [6, 1])
    for state, rank in ((ours, "rank.victory"), (theirs, "rank.defeat")):
        result = game.result(state)
        assert state.phase == "finished"
        assert result is not None
        assert result.places[0].rank is not None
        assert result.places[0].rank.key == rank


def test_QC_SOLO_21_an_earlier_quest_only_gives_the_first_move() -> None:
    state = alone(quests=(BELL, FAIR, BELL), position=18, level=9, gear=3).with_cell(20, wounds=9)
    state, _ = acts(state, [2], [6, 1])
    assert (state.phase, state.hero_of_quest) == ("trade", (0,))
    state = do(do(state, m.Ready()), m.Ready())
    state = do(state, m.LayBoard())
    assert state.turn.step == "rival"


def test_QC_SOLO_22_it_is_refitted_for_a_later_quest() -> None:
    state = alone(quests=(BELL, FAIR), position=18, level=9, gear=3).with_cell(20, wounds=9)
    state = give(state, 1, "tide-blade").change(1, level=4)
    state, _ = acts(state, [2], [6, 1])
    state = do(do(do(state, m.Ready()), m.Ready()), m.LayBoard())
    assert rival(state) == Rival("knight", level=3, gear=2, most_gear=5), "Attack 4 − 1 − 1, and the cap 3"


def test_QC_SOLO_23_the_goal_of_a_later_quest_follows_the_hero() -> None:
    state = alone(quests=(BELL, FAIR), position=18, level=9, gear=3).with_cell(20, wounds=9)
    state = give(state, 1, "tide-blade").change(1, level=4)
    state, _ = acts(state, [2], [6, 1])
    state = do(do(do(state, m.Ready()), m.Ready()), m.LayBoard())
    goal = state.card("ringmaster").monster
    assert goal is not None
    assert (goal.health, goal.attack, goal.shot) == (12, 5, 0), "1.5 × 8, and 4 + 1"


@pytest.mark.parametrize(("turns", "medal"), [(13, "gold"), (18, "silver"), (25, "bronze"), (26, "finished")])
def test_QC_SOLO_24_the_medals_of_the_time_trial(turns: int, medal: str) -> None:
    state = on(started(1, rival="none"), 1, 18, level=30, turns=turns).with_cell(20, wounds=9)
    state = won(going(state, 20))
    result = game.result(state)
    assert result is not None
    assert result.places[0].rank is not None
    assert result.places[0].rank.key == f"rank.{medal}"
