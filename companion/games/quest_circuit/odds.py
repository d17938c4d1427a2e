"""Exact odds: fights to the end, locks, traps, and which cells a roll reaches (section 5 of the specification).

A fight is one pass over its states: weights are whole numbers over one common denominator, so nothing is rounded and no
fraction is shortened on the way. Beyond EXACT Health on a side the same pass runs on floats, and the odds say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from companion.games.quest_circuit.contests import ranged
from companion.odds import FACES, opposed

EXACT = 20
"""Up to this Health on both sides odds are exact."""

WAYS = FACES * FACES
MARGINS: Mapping[int, int] = {k: FACES - abs(k) for k in range(1 - FACES, FACES)}
"""In how many of the 36 ways one die is higher than another by k."""

Number = Fraction | float


class Side(Struct, frozen=True):
    """One side of a fight. `shot` None: it cannot shoot (a hero with a sum below 1: see contests.hero_shot)."""

    health: int
    attack: int
    shot: int | None = None


class FightOdds(Struct, frozen=True):
    """How a fight ends: weights of what the winner has left, by Health from 1 on, over `ways`; and the melee exchanges.

    With `exact` every share is a Fraction, else a float.
    """

    mine: tuple[float, ...]
    theirs: tuple[float, ...]
    rounds: float
    ways: float
    exact: bool

    def _share(self, weight: float) -> Number:
        return Fraction(int(weight), int(self.ways)) if self.exact else weight / self.ways

    @property
    def win(self) -> Number:
        """The chance that the first side wins."""
        return self._share(sum(self.mine))

    @property
    def left(self) -> Number:
        """The expected Health that the first side has left; 0 counts for a loss."""
        return self._share(sum(n * weight for n, weight in enumerate(self.mine, 1)))

    @property
    def left_if_won(self) -> Number | None:
        """The same among the fights that are won; None if none is."""
        return self.left / self.win if self.win else None

    @property
    def foe_left_if_lost(self) -> Number | None:
        """The Health that the foe has left in the fights that are lost: what the next hero meets; None if none is."""
        lost = self._share(sum(self.theirs))
        return self._share(sum(n * weight for n, weight in enumerate(self.theirs, 1))) / lost if lost else None

    @property
    def exchanges(self) -> Number:
        """The expected number of melee exchanges, ties included."""
        return self._share(self.rounds)

    @property
    def mine_left(self) -> dict[int, Number]:
        """The chance of each Health that the first side may win with."""
        return {n: self._share(weight) for n, weight in enumerate(self.mine, 1) if weight}

    @property
    def theirs_left(self) -> dict[int, Number]:
        """The chance of each Health that the foe may win with."""
        return {n: self._share(weight) for n, weight in enumerate(self.theirs, 1) if weight}

    def foe_at_most(self, health: int) -> Number:
        """The chance that the foe ends with so much Health or less (0 is beaten)."""
        return self._share(sum(self.mine) + sum(self.theirs[: max(0, health)]))


@lru_cache(maxsize=4096)
def fight_odds(me: Side, foe: Side) -> FightOdds:
    """A whole fight: the ranged exchange if anybody can shoot, then melee to the end (QC-FIGHT-02).

    Raises ValueError for a side without Health: it does not fight.
    """
    if me.health < 1 or foe.health < 1:
        raise ValueError("a side without Health does not fight")
    exact = max(me.health, foe.health) <= EXACT
    start = {x: ways if exact else ways / WAYS for x, ways in ranged_ways(me.shot, foe.shot).items()}
    return _play_out(me.health, foe.health, me.attack - foe.attack, start, exact=exact)


def melee_odds(health: int, foe_health: int, advantage: int) -> FightOdds:
    """Melee alone; `advantage` is the difference of the two Attacks."""
    return fight_odds(Side(health, advantage), Side(foe_health, 0))


def ranged_ways(shot: int | None, foe_shot: int | None) -> dict[int, int]:
    """In how many of the 36 ways a ranged exchange costs the foe so much Health (below 0: the first side)."""
    found: dict[int, int] = {}
    for k, ways in MARGINS.items():
        x = ranged(k, 0, shot, foe_shot)
        found[x] = found.get(x, 0) + ways
    return found


class Blow(Struct, frozen=True):
    """A melee exchange that hurts somebody by `hurt`: in so many `ways`, and those brought to the denominator of the
    state it leads to."""

    hurt: int
    ways: int
    scaled: float


def _blows(advantage: int, base: float) -> tuple[tuple[Blow, ...], tuple[Blow, ...]]:
    """The blows that hurt the foe, and those that hurt the first side; ties are left out."""
    mine: list[Blow] = []
    theirs: list[Blow] = []
    for k, ways in MARGINS.items():
        x = advantage + k
        if x:
            hurt = abs(x)
            (mine if x > 0 else theirs).append(Blow(hurt, ways, ways * base ** (hurt - 1)))
    return tuple(mine), tuple(theirs)


def _play_out(health: int, foe_health: int, advantage: int, start: Mapping[int, float], *, exact: bool) -> FightOdds:
    """From the states after the ranged exchange to the end of the fight.

    Every exchange that counts (no tie) is one of `base` equal ways and takes at least one Health, so a state with `sum`
    Health in all is reached over a denominator of base^(S − sum), S being the sum at the beginning, and every end over
    base^(S − 1). With floats each way is divided by the base at once, and the denominators are 1.
    """
    whole = health + foe_health
    base: float = WAYS - MARGINS.get(-advantage, 0)
    one: float = base if exact else 1.0  # what one step of the denominator is worth
    mine, theirs = _blows(advantage, one)
    per_way = 1 if exact else 1 / base
    visits = [[0.0 if not exact else 0] * (foe_health + 1) for _ in range(health + 1)]
    wins: list[float] = [0] * health
    losses: list[float] = [0] * foe_health
    for x, weight in start.items():
        h, m = (health, foe_health - x) if x > 0 else (health + x, foe_health)
        if m <= 0:
            wins[h - 1] += weight * one ** (whole - 1)
        elif h <= 0:
            losses[m - 1] += weight * one ** (whole - 1)
        else:
            visits[h][m] += weight * one ** (whole - h - m)
    rounds: float = 0
    for h, m in _downwards(health, foe_health):
        seen = visits[h][m]
        if not seen:
            continue
        rounds += seen * one ** (h + m - 2)
        seen *= per_way
        end = seen * one ** (h + m - 2)
        row = visits[h]
        for blow in mine:
            if blow.hurt < m:
                row[m - blow.hurt] += seen * blow.scaled
            else:
                wins[h - 1] += end * blow.ways
        for blow in theirs:
            if blow.hurt < h:
                visits[h - blow.hurt][m] += seen * blow.scaled
            else:
                losses[m - 1] += end * blow.ways
    ways = WAYS * one ** (whole - 1) if exact else 1.0
    rounds = rounds * WAYS if exact else rounds * WAYS / base
    return FightOdds(tuple(wins), tuple(losses), rounds, ways, exact)


def _downwards(health: int, foe_health: int) -> Iterator[tuple[int, int]]:
    """The states of a fight in an order in which each comes before those it leads to."""
    for h in range(health, 0, -1):
        for m in range(foe_health, 0, -1):
            yield h, m


# locks, traps, movement


def open_odds(level: int, security: int) -> Fraction:
    """The chance to open a lock, or to evade a trap (5.3)."""
    found = opposed(1, 1, security - level)
    return found.higher + found.equal


def trap_odds(level: int, security: int) -> dict[int, Fraction]:
    """The chance of each damage of a trap; 0 is evading it."""
    found: dict[int, int] = {}
    for k, ways in MARGINS.items():
        damage = max(0, level - security - k)
        found[damage] = found.get(damage, 0) + ways
    return {damage: Fraction(found[damage], WAYS) for damage in sorted(found)}


def expected_damage(level: int, security: int) -> Fraction:
    """The Health that a trap costs on average."""
    return sum((damage * chance for damage, chance in trap_odds(level, security).items()), Fraction(0))


def damage_at_least(level: int, security: int, damage: int) -> Fraction:
    """The chance that a trap costs so much Health or more."""
    return sum((chance for hurt, chance in trap_odds(level, security).items() if hurt >= damage), Fraction(0))


def reach_odds(steps: int, speed: int) -> Fraction:
    """The chance that a movement roll reaches a cell so many countable steps ahead (5.3)."""
    return Fraction(min(max(FACES + 1 - (steps - speed), 0), FACES), FACES)
