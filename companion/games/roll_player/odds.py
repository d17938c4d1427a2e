"""What the dice may still do: goals that can be landed, what a die would hit, what to drop. All exact, all pure."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from companion.games.roll_player.common import gold_die_income, is_gold
from companion.games.roll_player.constants import market_size
from companion.games.roll_player.content import ATTRIBUTES, Goal
from companion.games.roll_player.ending import hero
from companion.games.roll_player.hero import Hero, Weapon
from companion.games.roll_player.scoring import best_discards, details
from companion.games.roll_player.state import SLOTS, Die, State, placed, row_index
from companion.odds import FACES, best_of_ways, better_of, count_odds, roll_off, sum_odds

SIDES = range(1, FACES + 1)


# the bag and the round's roll


def color_odds(state: State, color: str, dice: int | None = None) -> tuple[Fraction, ...]:
    """The chance of each number of a colour among the next dice out of the bag (those of a round, if none is said)."""
    return count_odds(state.bag, color, market_size(state) if dice is None else dice)


def start_odds(state: State) -> dict[int, Fraction]:
    """The chance of each seat to begin (RP-SETUP-01)."""
    seats = [seat for seat, _ in state.start_rolls]
    return dict(zip(seats, roll_off([face for _, face in state.start_rolls]), strict=True))


# rows and their goals


class Need(Struct, frozen=True):
    """What a row still needs: the sum that `empty` more dice have to show, from `low` to `high` (None: no limit), and
    the chance that they do if each is placed as it is rolled. `possible` says whether any dice could."""

    row: str
    goal: Goal
    score: int
    empty: int
    low: int
    high: int | None
    chance: Fraction

    @property
    def possible(self) -> bool:
        return self.chance > 0


def land_odds(goal: Goal, score: int, to_come: int) -> Fraction:
    """The chance that a row of that score meets its goal with so many dice to come, each placed as it is rolled."""
    if not to_come:
        return Fraction(int(goal.met(score)))
    return sum_odds(to_come, goal.low - score, None if goal.high is None else goal.high - score)


@lru_cache(maxsize=4096)
def chosen_odds(goal: Goal, score: int, to_come: int, among: int) -> Fraction:
    """The same where each die is the best for this row among `among` rolled together (the others go elsewhere)."""
    if not to_come:
        return Fraction(int(goal.met(score)))
    return best_of_ways([chosen_odds(goal, score + face, to_come - 1, among) for face in SIDES], among)


def needs(state: State, seat: int) -> tuple[Need, ...]:
    """What each row still needs; rows without a goal are left out."""
    player, found = state.player(seat), []
    scores = details(hero(state, seat))["attributes"]
    for row, goal in (player.goals or {}).items():
        score = scores[row]
        empty = sum(die is None for die in player.sheet[row_index(row)])
        high = None if goal.high is None else goal.high - score
        found.append(Need(row, goal, score, empty, goal.low - score, high, land_odds(goal, score, empty)))
    return tuple(sorted(found, key=lambda need: row_index(need.row)))


def reroll_odds(goal: Goal, score: int, face: int, *, keep: bool = True) -> Fraction:
    """The chance that a full row meets its goal after one of its dice, showing `face`, is rolled once more; with `keep`
    the old face may stay (RP-DICE-INT)."""
    met = [Fraction(int(goal.met(score - face + new))) for new in SIDES]
    return better_of(face, lambda new: met[new - 1]) if keep else sum(met, Fraction(0)) / FACES


def reroll_mean(face: int, *, keep: bool = True) -> Fraction:
    """The expected face after a re-roll of which the higher face is kept, or the new one in any case."""
    return better_of(face, lambda new: new) if keep else Fraction(sum(SIDES), FACES)


# one die


class Hit(Struct, frozen=True):
    """What a die would do in a row: where it comes, the chance of the goal before and after (None without a goal),
    whether it has the class colour and the colour of the backstory, and the gold it pays."""

    row: str
    slot: int
    before: Fraction | None
    after: Fraction | None
    class_color: bool
    match: bool
    gold: int


def hits(state: State, seat: int, die: Die) -> tuple[Hit, ...]:
    """What a die would hit in each row that is not full."""
    player = state.player(seat)
    targets = {(target.row, target.slot): target.color for target in player.backstory or ()}
    before, found = {need.row: need.chance for need in needs(state, seat)}, []
    for row in ATTRIBUTES:
        if player.sheet[row_index(row)][SLOTS - 1] is not None:
            continue
        sheet, slot = placed(player.sheet, row, die)
        after = {need.row: need.chance for need in needs(state.change(seat, sheet=sheet), seat)}
        gold = int(slot == SLOTS) + (gold_die_income(state, seat) if is_gold(die) else 0)
        match = targets.get((row, slot)) == die.color
        mine = die.color == player.class_color
        found.append(Hit(row, slot, before.get(row), after.get(row), mine, match, gold))
    return tuple(found)


# before scoring


def weapons_to_drop(scored: Hero) -> tuple[tuple[Weapon, ...], int]:
    """The weapons that are better discarded before scoring, and the stars that brings (RP-END-03, RP-EX-70)."""
    return best_discards(scored)
