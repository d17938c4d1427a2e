"""Dice against dice, wealth, and the ring: the worked examples of section 6.2 that are arithmetic alone."""

from __future__ import annotations

import pytest

from companion.games.quest_circuit import wealth
from companion.games.quest_circuit.contests import hero_shot, margin, melee, ranged, trap_damage
from companion.games.quest_circuit.ring import Step, choices, distance, steps, steps_to

# two dice


def test_QC_EX_02_the_lower_total_loses_the_difference() -> None:
    assert ranged(5, 3, 1, 0) == 3


def test_QC_EX_03_a_monster_that_shoots_at_a_hero_who_does_not() -> None:
    assert ranged(2, 5, None, 1) == -4


def test_QC_EX_04_a_higher_roll_of_the_target_is_a_dodge() -> None:
    assert ranged(6, 4, None, 0) == 0


def test_QC_EX_05_nobody_shoots_with_a_sum_of_0_and_no_shot_value() -> None:
    assert hero_shot(1 - 1) is None
    assert {ranged(a, b, hero_shot(0), None) for a in range(1, 7) for b in range(1, 7)} == {0}


def test_QC_EX_06_a_negative_sum_is_ignored_and_a_tie_dodges() -> None:
    assert hero_shot(-2) is None
    assert ranged(3, 3, hero_shot(-2), 0) == 0


def test_QC_FIGHT_07_a_lone_shooter_is_never_hurt() -> None:
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert min(ranged(a, b, 1, None) for a, b in rolls) == 0
    assert max(ranged(a, b, None, 1) for a, b in rolls) == 0


def test_QC_FIGHT_09_melee_is_the_difference_and_a_tie_hurts_nobody() -> None:
    assert (melee(4, 2, 1, 0), melee(1, 6, 0, 2), melee(3, 2, 0, 1)) == (3, -7, 0)


def test_QC_EX_07_an_attempt_that_equals_the_difficulty_opens() -> None:
    assert margin(4, 3, 1, 2) == 0


def test_QC_EX_08_a_trap_costs_what_is_missing() -> None:
    assert trap_damage(2, 4, 1, 3) == 4
    assert trap_damage(6, 1, 0, 0) == 0


# wealth


def test_QC_EX_13_ten_points_make_a_level_and_the_rest_stays() -> None:
    assert wealth.gained(1, 8, 5) == (2, 3)


def test_QC_EX_14_sales_raise_the_level() -> None:
    assert wealth.wealth(2, 7) == 17
    assert wealth.gained(2, 7, 4 + 2) == (3, 3)


def test_QC_EX_15_a_level_is_given_up_and_the_change_is_kept() -> None:
    assert wealth.bought(3, 2, 8) == (2, 4)
    assert wealth.levels_to_give(3, 2, 8) == 1


def test_QC_EX_16_more_than_the_wealth_is_refused() -> None:
    assert not wealth.can_buy(1, 6, 8)
    with pytest.raises(ValueError, match="-2"):
        wealth.bought(1, 6, 8)


def test_QC_EX_17_two_levels_for_one_card() -> None:
    assert wealth.bought(3, 1, 15) == (1, 6)
    assert wealth.can_buy(3, 1, 15)
    # the setting sell_levels: one_per_purchase
    assert not wealth.can_buy(3, 1, 15, repeat=False)
    assert wealth.can_buy(3, 2, 8, repeat=False)


@pytest.mark.parametrize("w", range(35))
def test_QC_XP_06_wealth_and_standing_are_the_same_thing(w: int) -> None:
    level, xp = wealth.standing(w)
    assert wealth.wealth(level, xp) == w
    assert (level >= 1, 0 <= xp <= 9) == (True, True)


# the ring


def test_QC_EX_01_the_distance_is_the_die_and_all_speed() -> None:
    assert distance(4, 1 + 1) == 6
    assert [step.steps for step in choices(3, 6, 20)] == [1, 2, 3, 4, 5, 6]


def test_QC_EX_10_over_start_and_on_it_everything_is_restored() -> None:
    found = choices(18, 5, 20)
    assert [step.cell for step in found] == [19, 20, 0, 1, 2]
    assert [step.restores for step in found] == [False, False, True, True, True]


def test_QC_EX_11_empty_cells_are_not_counted_and_not_chosen() -> None:
    assert [step.cell for step in choices(3, 2, 20, {4, 5})] == [6, 7]


def test_QC_EX_12_with_distance_0_the_token_stays() -> None:
    assert distance(1, -2) == 0
    assert choices(9, distance(1, -2), 20) == ()


def test_QC_MOVE_06_start_counts_even_when_every_other_cell_is_empty() -> None:
    assert steps(18, 20, range(1, 20)) == (Step(20, 1, False), Step(0, 2, True))
    assert steps_to(18, 7, 20, range(1, 20)) is None


def test_a_whole_round_ends_where_it_began() -> None:
    round_ = steps(5, 20)
    assert len(round_) == 21
    assert (round_[-1], round_[15]) == (Step(5, 21, True), Step(0, 16, True))
