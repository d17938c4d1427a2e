"""Exact probabilities: whole numbers over one common denominator, Fractions at the border, nothing rounded before it is
printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb

from msgspec import Struct

from companion.bag import Bag
from companion.words import Word, word

FACES = 6

Ways = tuple[int, ...]
"""In how many equally likely ways each number comes, by that number."""


# out of a bag, without replacement


def count_odds(bag: Bag, kind: str, k: int) -> tuple[Fraction, ...]:
    """The chance of each number of a kind, from 0 to `k`, among the next `k` things.

    Raises ValueError if the bag holds fewer.
    """
    total, held = _enough(bag, k), bag.count(kind)
    ways = comb(total, k)
    return tuple(Fraction(comb(held, n) * comb(total - held, k - n), ways) for n in range(k + 1))


def draw_odds(bag: Bag, wanted: Mapping[str, int], k: int) -> Fraction:
    """The chance that the next `k` things hold at least so many of each kind that is named.

    Raises ValueError if the bag holds fewer than `k`.
    """
    total = _enough(bag, k)
    ways, others = [1] + [0] * k, total
    for kind, least in wanted.items():
        held = bag.count(kind)
        others -= held
        each = [comb(held, n) if n >= least else 0 for n in range(k + 1)]
        ways = [sum(ways[n - m] * each[m] for m in range(n + 1)) for n in range(k + 1)]
    found = sum(ways[n] * comb(others, k - n) for n in range(k + 1))
    return Fraction(found, comb(total, k))


def draws(bag: Bag, k: int) -> dict[Bag, Fraction]:
    """Every possible next draw of `k` things, whatever their order, with its chance.

    Raises ValueError if the bag holds fewer.
    """
    ways = comb(_enough(bag, k), k)
    return {Bag(drawn, k): Fraction(count, ways) for drawn, count in _draws(bag.items, k)}


def _draws(items: tuple[tuple[str, int], ...], k: int) -> Iterator[tuple[tuple[tuple[str, int], ...], int]]:
    if not items:
        if not k:
            yield (), 1
        return
    (kind, held), rest = items[0], items[1:]
    for n in range(min(held, k) + 1):
        first, ways = ((kind, n),) if n else (), comb(held, n)
        for others, count in _draws(rest, k - n):
            yield (*first, *others), ways * count


def _enough(bag: Bag, k: int) -> int:
    total = len(bag)
    if not 0 <= k <= total:
        raise ValueError(f"{k} things cannot be drawn out of {total}")
    return total


# dice


@lru_cache(maxsize=256)
def sum_ways(k: int, sides: int = FACES) -> Ways:
    """In how many of the `sides`ᵏ ways `k` dice show each sum."""
    ways = [1]
    for _ in range(k):
        longer = [0, *([0] * (len(ways) + sides - 1))]
        for total, count in enumerate(ways):
            for face in range(1, sides + 1):
                longer[total + face] += count
        ways = longer
    return tuple(ways)


def sum_odds(k: int, low: int, high: int | None = None, sides: int = FACES) -> Fraction:
    """The chance that the sum of `k` dice lies from `low` to `high`, both included; `high` None is no limit."""
    ways = sum_ways(k, sides)
    inside = ways[max(low, 0) :] if high is None else ways[max(low, 0) : max(high + 1, 0)]
    return Fraction(sum(inside), sides**k)


class Opposed(Struct, frozen=True):
    """Two sides that compare their numbers: in how many of all ways the first is higher, and equal."""

    higher_ways: int
    equal_ways: int
    ways: int

    @property
    def higher(self) -> Fraction:
        return Fraction(self.higher_ways, self.ways)

    @property
    def equal(self) -> Fraction:
        return Fraction(self.equal_ways, self.ways)

    @property
    def lower(self) -> Fraction:
        return Fraction(self.ways - self.higher_ways - self.equal_ways, self.ways)


def opposed(k: int, against: int, plus: int = 0, sides: int = FACES) -> Opposed:
    """The sum of `k` dice and `plus`, against the sum of `against` dice."""
    theirs, below = sum_ways(against, sides), _below(against, sides)
    most, everything = len(theirs), below[-1]
    higher = equal = 0
    for total, ways in enumerate(sum_ways(k, sides), plus):
        if total >= most:
            higher += ways * everything
        elif total >= 0:
            higher += ways * below[total]
            equal += ways * theirs[total]
    return Opposed(higher, equal, sides ** (k + against))


@lru_cache(maxsize=256)
def _below(k: int, sides: int) -> Ways:
    """In how many ways `k` dice show less than each sum."""
    return (0, *accumulate(sum_ways(k, sides)))


def best_of_ways(worth: Sequence[Fraction], among: int) -> Fraction:
    """The expected worth of the best among `among` dice, where a face f is worth `worth[f - 1]`."""
    sides = len(worth)
    ordered = enumerate(sorted(worth), 1)
    return sum((value * (n**among - (n - 1) ** among) for n, value in ordered), Fraction(0)) / Fraction(sides**among)


def roll_off(rolled: Sequence[int | None], sides: int = FACES) -> tuple[Fraction, ...]:
    """The chance of each to be the one who rolls highest; those who tie for the highest roll again.

    `rolled` are the faces so far, None for whoever has not rolled. Whoever ties has the same chance as the others of
    the tie, so nothing is cut off.
    """
    open_ = sum(face is None for face in rolled)
    if open_ == len(rolled):
        return (Fraction(1, open_),) * open_
    best = max(face for face in rolled if face is not None)
    tied = sum(face == best for face in rolled)
    held = Fraction(0)  # each of those who are ahead: nobody comes higher, and some draw level
    for level in range(open_ + 1):
        ways = comb(open_, level) * (best - 1) ** (open_ - level)
        held += Fraction(ways, (tied + level) * sides**open_)
    fresh = (1 - held * tied) / open_ if open_ else Fraction(0)
    return tuple(fresh if face is None else held if face == best else Fraction(0) for face in rolled)


def better_of(old: int, worth: Callable[[int], Fraction | int], sides: int = FACES) -> Fraction:
    """The expected worth of a die that is rolled once more, of which the better face is kept."""
    kept = Fraction(worth(old))
    return sum((max(kept, Fraction(worth(face))) for face in range(1, sides + 1)), Fraction(0)) / sides


# printed


def percentages(parts: Sequence[Fraction]) -> tuple[int, ...]:
    """Whole percentages of parts that make up a whole: they add up to 100 (largest remainder).

    Raises ValueError if the parts do not make up a whole.
    """
    if sum(parts) != 1 or min(parts) < 0:
        raise ValueError("the parts do not make up a whole")
    floors = [int(100 * part) for part in parts]
    order = sorted(range(len(parts)), key=lambda at: (floors[at] - 100 * parts[at], at))
    for at in order[: 100 - sum(floors)]:
        floors[at] += 1
    return tuple(floors)


def percent_word(part: Fraction, shown: int | None = None) -> Word:
    """A chance in words: 0 % and 100 % are said only when they are exact. `shown` is its share of `percentages`."""
    whole = round(100 * part) if shown is None else shown
    if whole <= 0 < part:
        return word("odds.under", n=1)
    if whole >= 100 and part < 1:
        return word("odds.over", n=99)
    return word("odds.percent", n=whole)
