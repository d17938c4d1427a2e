"""What the dice may still do, on tables written by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest

from companion.bag import Bag
from companion.games.roll_player.content import Goal, Target
from companion.games.roll_player.ending import hero
from companion.games.roll_player.odds import (
    chosen_odds,
    color_odds,
    hits,
    land_odds,
    needs,
    reroll_mean,
    reroll_odds,
    start_odds,
    weapons_to_drop,
)
from companion.games.roll_player.state import Die, OwnedCard, State
from companion.packs import Pack
from tests.unit.roll_player.given import beacon, overlay, sheet_of, table

EXACT_18 = Goal("exact", 18, 18, 4)
SIXTEEN_17 = Goal("range", 16, 17, 2)
AT_LEAST_14 = Goal("min", 14, None, 1)
GOALS = {"STR": EXACT_18, "DEX": SIXTEEN_17, "CON": AT_LEAST_14}


def seat_one(sheet: str, *packs: Pack, **changes: Any) -> State:
    """Seat 1 with that sheet; fields of the player may be named."""
    return table(2, *packs).change(1, sheet=sheet_of(sheet), **changes)


def test_a_row_with_two_sixes_lands_18_with_one_in_six() -> None:
    assert land_odds(EXACT_18, 12, 1) == Fraction(1, 6)
    assert land_odds(SIXTEEN_17, 11, 1) == Fraction(2, 6)
    assert land_odds(AT_LEAST_14, 8, 1) == Fraction(1, 6)
    assert land_odds(AT_LEAST_14, 14, 0) == 1
    assert land_odds(EXACT_18, 0, 3) == Fraction(1, 216)


def test_the_best_of_two_dice_lands_18_with_eleven_in_thirty_six() -> None:
    assert chosen_odds(EXACT_18, 12, 1, 2) == Fraction(11, 36)
    assert chosen_odds(EXACT_18, 12, 1, 1) == land_odds(EXACT_18, 12, 1)


@pytest.mark.parametrize("score", range(3, 18))
@pytest.mark.parametrize("goal", GOALS.values(), ids=GOALS)
def test_dice_that_are_chosen_are_what_icepool_says(goal: Goal, score: int) -> None:
    def best(now: int, to_come: int) -> Fraction:
        if not to_come:
            return Fraction(int(goal.met(now)))
        pair = icepool.tupleize(icepool.d6, icepool.d6)
        return sum(
            (p * max(best(now + face, to_come - 1) for face in faces) for faces, p in pair.items()), Fraction(0)
        ) / Fraction(36)

    assert chosen_odds(goal, score, 2, 2) == best(score, 2)


def test_a_re_roll_that_may_be_kept_never_harms() -> None:
    # 17 with a 5 in it: a 6 makes 18; met already, it stays met if the old face may stay
    assert reroll_odds(EXACT_18, 17, 5) == Fraction(1, 6)
    assert reroll_odds(EXACT_18, 18, 6) == 1
    assert reroll_odds(EXACT_18, 18, 6, keep=False) == Fraction(1, 6)
    assert reroll_mean(2) == Fraction(2 * 2 + 3 + 4 + 5 + 6, 6)
    assert reroll_mean(2, keep=False) == Fraction(7, 2)


def test_each_row_tells_what_it_still_needs() -> None:
    state = seat_one("STR[r6 g6 _] DEX[r5 _ _] CON[b1 b1 b1]", goals=GOALS, modifiers={"DEX": 2})
    by_row = {need.row: need for need in needs(state, 1)}
    assert (by_row["STR"].low, by_row["STR"].high, by_row["STR"].empty) == (6, 6, 1)
    assert by_row["STR"].chance == Fraction(1, 6)
    # 5 and the race's 2 are 7: two dice have to show 9 or 10
    assert (by_row["DEX"].low, by_row["DEX"].high) == (9, 10)
    assert by_row["DEX"].chance == Fraction(4 + 3, 36)
    assert not by_row["CON"].possible
    assert "INT" not in by_row


def test_what_a_die_would_hit() -> None:
    state = seat_one("STR[r6 g6 _] DEX[r5 _ _] CON[b1 b1 b1]", goals=GOALS, class_color="red")
    by_row = {hit.row: hit for hit in hits(state, 1, Die("red", 6))}
    assert (by_row["STR"].slot, by_row["STR"].before, by_row["STR"].after) == (3, Fraction(1, 6), 1)
    assert by_row["STR"].gold == 1
    assert by_row["STR"].class_color
    assert by_row["WIS"].after is None
    assert "CON" not in by_row
    gold = {hit.row: hit for hit in hits(state, 1, Die("gold", 6))}
    assert (gold["STR"].gold, gold["DEX"].gold, gold["DEX"].class_color) == (3, 2, False)


def test_a_die_of_the_right_colour_in_the_right_slot_matches_the_backstory() -> None:
    state = seat_one("CON[g6 _ _]", backstory=(Target("CON", 2, "green"),))
    found = {(hit.row, hit.match) for hit in hits(state, 1, Die("green", 3))}
    assert ("CON", True) in found
    assert ("STR", False) in found


def test_how_many_of_a_colour_come_next() -> None:
    state = seat_one("STR[r6 _ _]").replace(bag=Bag.of({"red": 2, "blue": 2}))
    assert color_odds(state, "red", 2) == (Fraction(1, 6), Fraction(4, 6), Fraction(1, 6))


def test_RP_SETUP_01_who_begins() -> None:
    state = seat_one("STR[r6 _ _]").replace(start_rolls=((1, 6), (2, None)))
    assert start_odds(state) == {1: Fraction(11, 12), 2: Fraction(1, 12)}


def test_RP_EX_70_a_weapon_that_spoils_an_exact_goal_is_to_be_dropped() -> None:
    pack = overlay(market={"iron-ladle": {"per_row": {"CON": 1}}})
    goals = {"CON": Goal("exact", 17, 17, 3)}
    state = seat_one("CON[b6 g6 p5]", beacon(), pack, goals=goals)
    state = state.change(1, weapons=(OwnedCard("iron-ladle", "iron-ladle"),))
    dropped, stars = weapons_to_drop(hero(state, 1))
    assert [weapon.name.say("en") for weapon in dropped] == ["Iron Ladle"]
    assert stars == 3
