"""What positions are worth in stars, in tables that are made once: rows, backstory, alignment and gold."""

from __future__ import annotations

from functools import cache
from math import comb
from operator import mul

from companion.games.roll_player.common import directions, stepped
from companion.games.roll_player.constants import ROUND_TOTAL
from companion.games.roll_player.opponent.beliefs import weights
from companion.games.roll_player.scoring import BACKSTORY_STARS, GOLD_PER_STAR
from companion.games.roll_player.state import SLOTS
from companion.odds import FACES

Line = tuple[float, ...]
"""Stars by the score of a row, from `LOWEST` on."""

LOWEST, HIGHEST = -16, 46
NEAR, FAR = 1, 4
MOST_GOLD = 80
MOST_AT_ONCE = 20
"""Coins that one die could bring."""

Wish = tuple[int, int | None, int, int]
"""A row is wanted to have a sum: from, to (None: no limit), the stars of it, and what is added to the row's score
before it is compared (a trait looks at faces alone)."""


class RowTable:
    """The expected stars of a row with certain wishes, by rounds to come (0…18), empty slots (0…3) and score (counted
    from `LOWEST`). Made bit by bit, as it is asked for.

    Dice to come are the best of a few, and now and then an action moves the sum: a dynamic programme over slots, on top
    of a full row that is repaired in each round to come.
    """

    __slots__ = ("_full", "_lines", "_rerolls")

    def __init__(self, wishes: tuple[Wish, ...]) -> None:
        self._full: list[Line] = [tuple(float(_stars(wishes, score)) for score in range(LOWEST, HIGHEST + 1))]
        self._lines: dict[int, tuple[Line, ...]] = {}
        self._rerolls: dict[tuple[int, int, int, int], float] = {}

    def lines(self, left: int) -> tuple[Line, ...]:
        """With so many rounds to come: by empty slots, by score."""
        found = self._lines.get(left)
        if found is None:
            while len(self._full) <= left:
                self._full.append(_repaired(self._full[-1]))
            lines = [self._full[left]]
            for _ in range(SLOTS):
                lines.append(_one_more_die(lines[-1]))
            found = self._lines[left] = tuple(lines)
        return found

    def reroll(self, left: int, empty: int, at: int, face: int) -> float:
        """What a die of the row that shows `face` gains if it is rolled once more and may stay as it is."""
        key = (left, empty, at, face)
        found = self._rerolls.get(key)
        if found is None:
            line = self.lines(left)[empty]
            base, now = at - face, line[at]
            found = sum(max(line[base + new] - now, 0.0) for new in range(1, FACES + 1)) / FACES
            self._rerolls[key] = found
        return found


@cache
def row_table(wishes: tuple[Wish, ...]) -> RowTable:
    """The table of a row with these wishes."""
    return RowTable(wishes)


def _stars(wishes: tuple[Wish, ...], score: int) -> int:
    return sum(
        stars for low, high, stars, plus in wishes if low <= score + plus and (high is None or score + plus <= high)
    )


@cache
def _shares() -> Line:
    """The chance that the best of those rolled is the worst, the second worst, … of the six faces."""
    among = weights().chosen_of
    return tuple((place**among - (place - 1) ** among) / FACES**among for place in range(1, FACES + 1))


def _one_more_die(line: Line) -> Line:
    shares, found = _shares(), []
    padded = line + (line[-1],) * FACES
    for at in range(len(line)):
        after = padded[at + 1 : at + 1 + FACES]
        found.append(sum(map(mul, shares, sorted(after))) if min(after) != max(after) else after[0])
    return tuple(found)


def _repaired(line: Line) -> Line:
    near, far = weights().repair["near"], weights().repair["far"]
    found = []
    for at, stars in enumerate(line):
        best_near = max(line[max(at - NEAR, 0) : at + NEAR + 1])
        best_far = max(line[max(at - FAR, 0) : at + FAR + 1])
        found.append(stars + near * (best_near - stars) + far * (best_far - stars))
    return tuple(found)


@cache
def backstory_stars() -> tuple[Line, ...]:
    """The expected stars by places that match already and by places that are still empty (RP-SCORE-06)."""
    chance, most = weights().match, len(BACKSTORY_STARS) - 1

    def expected(met: int, empty: int) -> float:
        stars = [BACKSTORY_STARS[min(met + more, most)] for more in range(empty + 1)]
        return sum(comb(empty, n) * chance**n * (1 - chance) ** (empty - n) * stars[n] for n in range(empty + 1))

    return tuple(tuple(expected(met, empty) for empty in range(most + 1)) for met in range(most + 1))


@cache
def cell_stars(grid: tuple[int, ...]) -> tuple[Line, ...]:
    """The expected stars of an alignment card: by rounds to come, by the cell of the token (RP-SCORE-05)."""
    step, line = weights().step, tuple(float(stars) for stars in grid)
    found = [line]
    for _ in range(ROUND_TOTAL):
        line = tuple(
            (1 - step) * stars + step * max(stars, *(line[stepped(cell, way) or 0] for way in directions(cell)))
            for cell, stars in enumerate(line)
        )
        found.append(line)
    return tuple(found)


@cache
def gold_stars(solo: bool) -> tuple[Line, ...]:
    """What so much gold is worth: by rounds to come, by coins. Alone every eighth coin is a star at the end
    (RP-SOLO-12); until then coins buy cards, and more of them than can be spent are worth less and less."""
    gold = weights().gold
    at_end = gold["alone"] if solo else gold["among"]
    found = []
    for left in range(ROUND_TOTAL + 1):
        buys = gold["buys"] * min(1.0, left / gold["soon"])
        total, line = 0.0, [0.0]
        for coin in range(MOST_GOLD + MOST_AT_ONCE):
            total += at_end + buys * gold["fades"] ** max(0, coin - gold["plenty"])
            line.append(total)
        if solo and not left:
            line = [float(coins // GOLD_PER_STAR) for coins in range(MOST_GOLD + MOST_AT_ONCE + 1)]
        found.append(tuple(line))
    return tuple(found)


@cache
def at_least(count: int, tries: int, chance: float) -> float:
    """The chance that at least so many of the tries come off."""
    return sum(comb(tries, n) * chance**n * (1 - chance) ** (tries - n) for n in range(max(count, 0), tries + 1))
