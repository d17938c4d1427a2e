"""What came against what was to be expected: counts of colours and faces with the band that honest luck stays in.

Expected is what follows from what was in the bag at each draw, and from the sides of each die. The band is one for all
counts together: in at least 19 of 20 honest evenings every count ends inside its own. Of the p-values only the smallest
is told, corrected for how many were looked at (Holm, step-down). The seed is the proof (docs/luck.md); this is for
peace of mind.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, comb, floor, sqrt
from statistics import NormalDist
from typing import Any, Literal

from msgspec import Struct

ALPHA = Fraction(1, 20)
"""How often at least one count of an honest evening may leave its band."""

EXACT = {"draw": 150, "roll": 1_500}
"""Things drawn, and dice rolled, up to which the distribution is computed exactly; beyond that the normal one with the
exact mean and variance is as good."""

_MOST_KINDS = 12
"""A pile with more kinds than this is a deck of different cards, and there is nothing to compare."""

Record = Mapping[str, Any]
"""A record of luck whose request and outcome are both known (docs/luck.md, point 7)."""

By = Literal["sealed", "typed"]


class Trial(Struct, frozen=True):
    """One request as a single count sees it: `hits` came out of `k` taken from `total`, of which `good` would count.

    With `again` each of the `k` is taken from all of them: a die.
    """

    k: int
    good: int
    total: int
    again: bool = False

    @property
    def mean(self) -> Fraction:
        return Fraction(self.k * self.good, self.total)

    @property
    def variance(self) -> Fraction:
        share = Fraction(self.good, self.total)
        left = Fraction(1) if self.again or self.total == 1 else Fraction(self.total - self.k, self.total - 1)
        return self.k * share * (1 - share) * left

    def ways(self) -> tuple[int, list[int]]:
        """The least number of hits, and in how many equally likely ways it and each greater one comes."""
        bad = self.total - self.good
        if self.again:
            return 0, [comb(self.k, n) * self.good**n * bad ** (self.k - n) for n in range(self.k + 1)]
        least, most = max(0, self.k - bad), min(self.k, self.good)
        return least, [comb(self.good, n) * comb(bad, self.k - n) for n in range(least, most + 1)]


class Spread(Struct, frozen=True):
    """How a count is spread if luck is honest: the chance of at most so many, and of at least so many."""

    least: int
    below: tuple[int, ...] = ()
    """Ways of at most `least + n`; the last one is all of them. Empty where the normal distribution stands in."""

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @classmethod
    def of(cls, trials: Sequence[Trial], exact: bool) -> Spread:
        alike = Counter(trials)
        mean = sum((many * trial.mean for trial, many in alike.items()), Fraction(0))
        variance = sum((many * trial.variance for trial, many in alike.items()), Fraction(0))
        if not exact:
            return cls(0, (), mean, variance)
        least, ways = 0, [1]
        for trial in _merged(trials):
            low, more = trial.ways()
            least, ways = least + low, _convolved(ways, more)
        return cls(least, tuple(accumulate(ways)), mean, variance)

    def at_most(self, count: int) -> Fraction:
        if not self.below:
            return self._normal(count + 0.5)
        if count < self.least:
            return Fraction(0)
        return Fraction(self.below[min(count - self.least, len(self.below) - 1)], self.below[-1])

    def at_least(self, count: int) -> Fraction:
        return 1 - self.at_most(count - 1)

    def two_sided(self, count: int) -> Fraction:
        """How often honest luck is at least so far out on either side."""
        return min(Fraction(1), 2 * min(self.at_most(count), self.at_least(count)))

    def band(self, alpha: Fraction) -> tuple[int, int]:
        """The least and the greatest count whose two-sided chance is above `alpha`."""
        if not self.below:
            reach = sqrt(self.variance) * NormalDist().inv_cdf(1 - float(alpha) / 2)
            low, high = ceil(float(self.mean) - reach - 0.5), floor(float(self.mean) + reach + 0.5)
            return max(low, 0), high
        # 2 · below / all > alpha, in whole numbers; the upper tail is what the lower one leaves
        every, ways = self.below[-1], len(self.below)
        tail = alpha.numerator * every // (2 * alpha.denominator)
        return self.least + bisect_right(self.below, tail), self.least + bisect_left(
            self.below, every - tail, 0, ways - 1
        )

    def _normal(self, point: float) -> Fraction:
        if not self.variance:
            return Fraction(int(point >= self.mean))
        return Fraction(NormalDist(float(self.mean), sqrt(self.variance)).cdf(point))


def _merged(trials: Iterable[Trial]) -> Iterator[Trial]:
    """Dice of the same sides are one request for many."""
    dice: dict[tuple[int, int], int] = {}
    for trial in trials:
        if trial.again:
            key = (trial.good, trial.total)
            dice[key] = dice.get(key, 0) + trial.k
        else:
            yield trial
    for (good, total), k in dice.items():
        yield Trial(k, good, total, again=True)


def _convolved(one: list[int], other: list[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for at, ways in enumerate(one):
        for more, times in enumerate(other):
            found[at + more] += ways * times
    return found


class Count(Struct, frozen=True):
    """How often one thing came: a kind out of bags (`name` is its key), or a face. `low` and `high` are the band."""

    name: str
    came: int
    expected: Fraction
    low: int
    high: int
    chance: Fraction
    """How often honest luck is at least so far out, before any correction."""

    @property
    def inside(self) -> bool:
        return self.low <= self.came <= self.high


class Comparison(Struct, frozen=True):
    """Counts that belong together: what came out of bags (`sides` is 0), or the faces of dice of so many sides.

    by: whether the phone drew or people did. trials: things drawn, or dice rolled. exact: else the normal distribution
    stands in.
    """

    by: By
    sides: int
    trials: int
    counts: tuple[Count, ...]
    exact: bool = True

    @property
    def stands_out(self) -> int:
        """By how many percent the likeliest of the counts would have to come too often to leave its band."""
        count = max(self.counts, key=lambda each: each.expected)
        return ceil(100 * (count.high + 1 - count.expected) / count.expected)


class Fairness(Struct, frozen=True):
    """Everything that was compared, which count is the most unusual one, and how often honest luck has one as unusual
    among as many (Holm's correction; its first step is the smallest)."""

    comparisons: tuple[Comparison, ...] = ()
    most_unusual: tuple[Comparison, Count] | None = None
    corrected: Fraction = Fraction(1)

    @property
    def outside(self) -> tuple[Count, ...]:
        return tuple(count for each in self.comparisons for count in each.counts if not count.inside)


def fairness(records: Iterable[Record]) -> Fairness:
    """Compare what came with what was to be expected. Sealed requests or outcomes, and an opponent's own choices and
    orders, are passed over."""
    families = _families(records)
    many = sum(len(names) for names in families.values())
    comparisons = tuple(
        _compared(by, sides, counted, ALPHA / many) for (by, sides, _), counted in sorted(families.items())
    )
    every = [(each, count) for each in comparisons for count in each.counts]
    if not every:
        return Fairness(comparisons)
    worst = min(every, key=lambda pair: pair[1].chance)
    return Fairness(comparisons, worst, holm([count.chance for _, count in every])[every.index(worst)])


def holm(chances: Sequence[Fraction]) -> list[Fraction]:
    """p-values corrected for being many (Holm 1979): step down from the smallest, never smaller than the one before."""
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found, least = [Fraction(1)] * len(chances), Fraction(0)
    for step, at in enumerate(order):
        least = max(least, min(Fraction(1), (len(chances) - step) * chances[at]))
        found[at] = least
    return found


_Key = tuple[By, int, tuple[str, ...]]
_Family = dict[str, tuple[list[Trial], int]]
"""Of each thing that is counted: the requests that could bring it, and how often it came."""


def _families(records: Iterable[Record]) -> dict[_Key, _Family]:
    rolls: dict[_Key, _Family] = {}
    draws: dict[By, list[tuple[dict[str, int], int, list[str]]]] = {}
    for record in records:
        ask, got, by = record["ask"], record["got"], record["by"]
        if not isinstance(ask, list) or not isinstance(got, list):
            continue
        if ask[0] in ("roll", "explode"):
            faces = got if ask[0] == "roll" else [face for chain in got for face in chain]
            family = rolls.setdefault((by, ask[1], ()), {str(face): ([], 0) for face in range(1, ask[1] + 1)})
            for face, (trials, came) in family.items():
                trials.append(Trial(len(faces), 1, ask[1], again=True))
                family[face] = (trials, came + faces.count(int(face)))
        elif ask[0] == "draw":
            draws.setdefault(by, []).append(({str(kind): int(count) for kind, count in ask[1]}, ask[2], got))
    drawn = {key: family for by, asked in draws.items() for key, family in _piles(by, asked)}
    return {**rolls, **drawn}


def _piles(by: By, asked: Sequence[tuple[dict[str, int], int, list[str]]]) -> Iterator[tuple[_Key, _Family]]:
    """Draws by the pile that they came from: those that share a kind are of one pile. A pile of single things (a deck
    of different cards) has nothing to compare."""
    piles: list[tuple[set[str], list[tuple[dict[str, int], int, list[str]]]]] = []
    for draw in asked:
        kinds, draws = set(draw[0]), [draw]
        for pile in [pile for pile in piles if not kinds.isdisjoint(pile[0])]:
            piles.remove(pile)
            kinds, draws = kinds | pile[0], pile[1] + draws
        piles.append((kinds, draws))
    for kinds, draws in piles:
        single = all(count == 1 for bag, _, _ in draws for count in bag.values())
        if single or len(kinds) > _MOST_KINDS:
            continue
        family: _Family = {}
        for kind in sorted(kinds):
            trials = [Trial(k, bag[kind], sum(bag.values())) for bag, k, _ in draws if kind in bag]
            family[kind] = (trials, sum(got.count(kind) for _, _, got in draws))
        yield (by, 0, tuple(sorted(kinds))), family


def _compared(by: By, sides: int, family: _Family, alpha: Fraction) -> Comparison:
    if sides:
        trials = sum(trial.k for trial in next(iter(family.values()))[0])
    else:
        trials = sum(came for _, came in family.values())
    exact = trials <= EXACT["roll" if sides else "draw"]
    counts, known = [], dict[tuple[Trial, ...], Spread]()
    for name, (requests, came) in family.items():
        asked = tuple(requests)
        spread = known[asked] = known.get(asked) or Spread.of(asked, exact)
        low, high = spread.band(alpha)
        counts.append(Count(name, came, spread.mean, low, high, spread.two_sided(came)))
    return Comparison(by, sides, trials, tuple(counts), exact)
