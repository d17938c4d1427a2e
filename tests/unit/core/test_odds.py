"""Exact odds: by hand, and equal to an independent calculator on a thousand questions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import icepool
import pytest

from companion.bag import Bag
from companion.odds import (
    better_of,
    count_odds,
    draw_odds,
    draws,
    opposed,
    percent_word,
    percentages,
    roll_off,
    sum_odds,
)
from companion.words import LANGUAGES, catalogue

KINDS = ("black", "blue", "gold", "green", "purple", "red", "white")


def some_bag(random: Random) -> Bag:
    return Bag.of({kind: random.randint(0, 13) for kind in KINDS} | {"gold": random.randint(5, 13)})


# out of a bag


def test_one_of_two_reds_among_two_of_four() -> None:
    # 6 pairs: red-red 1, red-blue 4, blue-blue 1
    odds = count_odds(Bag.of({"red": 2, "blue": 2}), "red", 2)
    assert odds == (Fraction(1, 6), Fraction(4, 6), Fraction(1, 6))


def test_at_least_one_of_a_colour_in_a_round_of_three_out_of_a_full_bag() -> None:
    # 1 - (63·62·61)/(73·72·71)
    full = Bag.of({kind: 10 for kind in KINDS if kind != "gold"} | {"gold": 13})
    assert draw_odds(full, {"red": 1}, 3) == 1 - Fraction(63 * 62 * 61, 73 * 72 * 71)


def test_a_draw_of_nothing_and_a_draw_of_everything_are_certain() -> None:
    bag = Bag.of({"red": 2, "blue": 1})
    assert draws(bag, 0) == {Bag(): 1}
    assert draws(bag, 3) == {bag: 1}
    with pytest.raises(ValueError, match="4 things cannot be drawn out of 3"):
        count_odds(bag, "red", 4)


@pytest.mark.parametrize("seed", range(400))
def test_how_many_of_a_kind_come_is_what_icepool_says(seed: int) -> None:
    random = Random(seed)
    bag, kind, k = some_bag(random), random.choice(KINDS), random.randint(1, 5)
    hers = icepool.Deck(bag.counts).deal(k).keep_outcomes([kind]).size()
    assert count_odds(bag, kind, k) == tuple(hers.probability(n) for n in range(k + 1))


@pytest.mark.parametrize("seed", range(200))
def test_at_least_so_many_of_each_kind_is_what_icepool_says(seed: int) -> None:
    random = Random(seed)
    bag, k = some_bag(random), random.randint(2, 5)
    wanted = {kind: random.randint(1, 2) for kind in random.sample(KINDS, 2)}
    hand = [kind for kind, least in wanted.items() for _ in range(least)]
    hers = icepool.Deck(bag.counts).deal(k).issuperset(hand).probability(True)
    assert draw_odds(bag, wanted, k) == hers


@pytest.mark.parametrize("seed", range(20))
def test_all_draws_together_are_certain_and_agree_with_each_count(seed: int) -> None:
    random = Random(seed)
    bag, k = some_bag(random), random.randint(1, 4)
    every = draws(bag, k)
    assert sum(every.values()) == 1
    for kind in KINDS:
        of_kind = [sum(p for drawn, p in every.items() if drawn.count(kind) == n) for n in range(k + 1)]
        assert tuple(of_kind) == count_odds(bag, kind, k)


# dice


def test_two_dice_show_seven_in_six_of_thirty_six_ways() -> None:
    assert sum_odds(2, 7, 7) == Fraction(6, 36)
    assert sum_odds(3, 18, None) == Fraction(1, 216)
    assert sum_odds(2, -5, 1) == 0


def test_one_die_against_one_is_higher_in_fifteen_of_thirty_six() -> None:
    found = opposed(1, 1)
    assert (found.higher, found.equal, found.lower) == (Fraction(15, 36), Fraction(6, 36), Fraction(15, 36))


@pytest.mark.parametrize("seed", range(200))
def test_opposed_dice_are_what_icepool_says(seed: int) -> None:
    random = Random(seed)
    k, against, plus, sides = random.randint(1, 5), random.randint(1, 5), random.randint(-6, 6), random.choice((6, 8))
    mine, theirs = k @ icepool.d(sides) + plus, against @ icepool.d(sides)
    found = opposed(k, against, plus, sides)
    assert found.higher == (mine > theirs).probability(True)
    assert found.equal == (mine - theirs).probability(0)
    assert found.lower == (mine < theirs).probability(True)


@pytest.mark.parametrize("seed", range(200))
def test_sums_of_dice_are_what_icepool_says(seed: int) -> None:
    random = Random(seed)
    k, low = random.randint(1, 6), random.randint(0, 30)
    high = random.choice((None, low + random.randint(0, 5)))
    dice = k @ icepool.d6
    inside = [p for total, p in dice.items() if low <= total and (high is None or total <= high)]
    assert sum_odds(k, low, high) == Fraction(sum(inside), 6**k)


def test_who_has_rolled_a_six_begins_unless_another_six_comes_and_wins_the_roll_again() -> None:
    # one is left to roll: 5/6 no six; 1/6 a tie, won by half
    assert roll_off([6, None, 3]) == (Fraction(11, 12), Fraction(1, 12), 0)
    assert roll_off([None, None, None]) == (Fraction(1, 3),) * 3
    assert roll_off([5, 5, None]) == (Fraction(7, 18), Fraction(7, 18), Fraction(2, 9))
    assert roll_off([2, 4]) == (0, 1)


@pytest.mark.parametrize("seed", range(20))
def test_rolling_for_the_start_is_certain_to_find_somebody(seed: int) -> None:
    random = Random(seed)
    rolled = [random.choice((None, 1, 2, 3, 4, 5, 6)) for _ in range(random.randint(1, 5))]
    found = roll_off(rolled)
    assert sum(found) == 1
    assert len({odds for face, odds in zip(rolled, found, strict=True) if face is None}) <= 1


@pytest.mark.parametrize("face", range(1, 7))
def test_the_better_of_two_faces_is_the_formula_of_the_specification(face: int) -> None:
    # E[max] = (f·f + Σ_{v>f} v) / 6
    assert better_of(face, lambda new: new) == Fraction(face * face + sum(range(face + 1, 7)), 6)
    assert better_of(face, lambda new: new) == icepool.d6.map(lambda new: max(face, new)).mean()


# printed


def test_percentages_that_stand_together_add_up() -> None:
    assert percentages([Fraction(1, 3)] * 3) == (34, 33, 33)
    assert percentages([Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)]) == (17, 67, 16)
    assert percentages([Fraction(0), Fraction(1)]) == (0, 100)
    with pytest.raises(ValueError, match="whole"):
        percentages([Fraction(1, 3)])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_and_everything_are_said_only_when_they_are_exact(lang: str) -> None:
    words = catalogue(lang)
    said = [words.say(percent_word(Fraction(n, 1000))) for n in (0, 1, 500, 999, 1000)]
    assert len(set(said)) == 5
    assert (said[0], said[2], said[4]) == ("0\u00a0%", "50\u00a0%", "100\u00a0%")
    assert "1\u00a0%" in said[1]
    assert "99\u00a0%" in said[3]
