"""What came against what was to be expected: every number beside one that was computed in another way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import pytest

from companion.fairness import ALPHA, EXACT, Spread, Trial, fairness, holm

BAG = {"blue": 3, "red": 2, "white": 1}


def roll(*faces: int, sides: int = 6, by: str = "sealed") -> dict[str, Any]:
    return {"e": 0, "by": by, "ask": ["roll", sides, len(faces)], "got": list(faces)}


def draw(bag: dict[str, int], *got: str, by: str = "sealed") -> dict[str, Any]:
    return {"e": 0, "by": by, "ask": ["draw", [[kind, n] for kind, n in sorted(bag.items())], len(got)], "got": [*got]}


def every_way(*bags: tuple[dict[str, int], int], kind: str) -> Counter[int]:
    """How often each number of a kind comes, by laying out every way in which the things can be drawn."""
    hands = [
        [sum(name == kind for name in hand) for hand in combinations([k for k, n in bag.items() for _ in range(n)], k)]
        for bag, k in bags
    ]
    return Counter(sum(hits) for hits in product(*hands))


@pytest.mark.parametrize("kind", BAG)
def test_a_spread_is_what_counting_every_way_gives(kind: str) -> None:
    # given three draws from two bags
    other = {"blue": 1, "red": 4}
    bags = ((BAG, 2), (other, 3), (BAG, 1))
    ways = every_way(*bags, kind=kind)
    every = sum(ways.values())
    # when the spread of one kind is computed
    spread = Spread.of([Trial(k, bag.get(kind, 0), sum(bag.values())) for bag, k in bags], exact=True)
    # then each tail is the share of the ways, and mean and variance are theirs
    for count in range(-1, 8):
        assert spread.at_most(count) == Fraction(sum(n for hits, n in ways.items() if hits <= count), every)
        assert spread.at_least(count) == Fraction(sum(n for hits, n in ways.items() if hits >= count), every)
    mean = Fraction(sum(hits * n for hits, n in ways.items()), every)
    assert spread.mean == mean
    assert spread.variance == Fraction(sum(hits**2 * n for hits, n in ways.items()), every) - mean**2


def test_a_band_holds_just_the_counts_that_are_likely_enough() -> None:
    for n, alpha in product((1, 2, 7, 30, 100), (Fraction(1, 20), Fraction(1, 280), Fraction(1, 3))):
        spread = Spread.of([Trial(n, 1, 6, again=True)], exact=True)
        likely = [count for count in range(n + 1) if spread.two_sided(count) > alpha]
        assert spread.band(alpha) == (likely[0], likely[-1])


def test_faces_follow_the_binomial_distribution() -> None:
    # given 60 rolls, 19 of them a six
    found = fairness([roll(*([6] * 19 + [1, 2, 3, 4, 5] * 8 + [1]))])
    six = found.comparisons[0].counts[5]
    # then: 10 expected, and 19 or more as often as the formula says
    tail = Fraction(sum(comb(60, n) * 5 ** (60 - n) for n in range(19, 61)), 6**60)
    assert (six.name, six.came, six.expected, six.chance) == ("6", 19, 10, 2 * tail)
    assert found.most_unusual == (found.comparisons[0], six)
    assert found.corrected == 6 * 2 * tail
    # and it leaves its band, as it is significant after the correction
    assert (six.inside, found.corrected > ALPHA) == (False, False)


def test_expected_is_what_was_in_the_bag_at_each_draw() -> None:
    found = fairness([draw(BAG, "blue", "blue"), draw({"blue": 1, "red": 2, "white": 1}, "blue", "red")])
    blue, red, white = found.comparisons[0].counts
    assert [each.came for each in (blue, red, white)] == [3, 1, 0]
    assert blue.expected == 2 * Fraction(3, 6) + 2 * Fraction(1, 4)
    assert red.expected == 2 * Fraction(2, 6) + 2 * Fraction(2, 4)
    assert sum(each.expected for each in (blue, red, white)) == 4


def test_a_chain_counts_every_face_that_was_rolled() -> None:
    found = fairness([{"e": 0, "by": "sealed", "ask": ["explode", 6, 2], "got": [[6, 6, 3], [1]]}])
    assert [count.came for count in found.comparisons[0].counts] == [1, 0, 1, 0, 0, 2]
    assert found.comparisons[0].trials == 4


def test_dice_of_the_phone_and_of_the_table_are_not_mixed() -> None:
    found = fairness([roll(1), roll(2, by="typed"), roll(5, sides=8)])
    assert [(each.by, each.sides, each.trials) for each in found.comparisons] == [
        ("sealed", 6, 1),
        ("sealed", 8, 1),
        ("typed", 6, 1),
    ]


def test_what_is_sealed_and_what_has_nothing_to_compare_is_passed_over() -> None:
    sealed = {"sealed": "ab" * 32}
    records = [
        {"e": 0, "by": "sealed", "ask": sealed, "got": ["red"]},
        {"e": 0, "by": "sealed", "ask": ["roll", 6, 2], "got": sealed},
        {"e": 0, "by": "sealed", "ask": ["pick", [3, 4]], "got": 1},
        {"e": 0, "by": "sealed", "ask": ["order", 3], "got": [2, 0, 1]},
        draw(dict.fromkeys("abcd", 1), "b"),
    ]
    found = fairness(records)
    assert (found.comparisons, found.most_unusual, found.corrected) == ((), None, 1)


def test_holm_steps_down() -> None:
    # by hand: 4·0.01, 3·0.02, 2·0.03 (not below the one before), 1·0.5
    chances = [Fraction(n, 100) for n in (3, 1, 50, 2)]
    assert holm(chances) == [Fraction(n, 100) for n in (6, 4, 50, 6)]
    assert holm([]) == []


def test_beyond_the_exact_the_normal_distribution_is_as_good() -> None:
    for trial in (Trial(1, 1, 6, again=True), Trial(3, 9, 73)):
        trials = [trial] * (EXACT["draw"] // 3)
        exact, near = (Spread.of(trials, each) for each in (True, False))
        assert (exact.mean, exact.variance) == (near.mean, near.variance)
        low, high = exact.band(ALPHA)
        assert all(abs(one - other) <= 1 for one, other in zip((low, high), near.band(ALPHA), strict=True))
        for count in range(low, high + 1):
            assert abs(exact.at_most(count) - near.at_most(count)) < Fraction(3, 100)


def evening(rng: Random, six: float = 1.0) -> list[dict[str, Any]]:
    """An evening of a game of four: dice out of a bag, back into it now and then, each rolled."""
    bag = {"black": 10, "blue": 9, "gold": 12, "green": 10, "purple": 10, "red": 11, "white": 11}
    records = []
    for number in range(20):
        got = rng.sample([kind for kind, n in bag.items() for _ in range(n)], 5)
        records.append(draw(bag, *got))
        records.append(roll(*rng.choices(range(1, 7), [1, 1, 1, 1, 1, six], k=5)))
        bag = {kind: bag[kind] - got.count(kind) * (number % 3 > 0) for kind in bag}
    return records


def test_honest_evenings_stay_in_their_bands_and_a_loaded_die_does_not() -> None:
    rng = Random(20)
    honest = [fairness(evening(rng)) for _ in range(60)]
    loaded = [fairness(evening(rng, six=4.0)) for _ in range(10)]
    # 1 in 20 may leave; more than 9 of 60 comes less than once in 1,000 times
    assert sum(bool(found.outside) for found in honest) <= 9
    assert sum(found.corrected <= ALPHA for found in honest) <= 9
    # a six that comes four times as often as another face is seen
    assert sum(count.name == "6" for found in loaded for count in found.outside) >= 8
    # and a count is outside just where its corrected chance is small
    for found in (*honest, *loaded):
        assert bool(found.outside) == (found.corrected <= ALPHA)
