"""What a phone says of the odds, on tables written by hand: where it stands, and in which words."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from companion.bag import Bag
from companion.flow import Ask
from companion.games.roll_player.aid import aid
from companion.games.roll_player.content import Goal, Target
from companion.games.roll_player.state import Die, OwnedCard, State
from companion.packs import Pack
from companion.panels import Row
from companion.words import catalogue
from tests.unit.roll_player.given import beacon, overlay, sheet_of, table

GOALS = {"STR": Goal("exact", 18, 18, 4), "DEX": Goal("range", 16, 17, 2), "CON": Goal("min", 14, None, 1)}
SHEET = "STR[r6 g6 _] DEX[r5 _ _] CON[b1 b1 b1]"
WORDS = catalogue("en", "companion.games.roll_player")


def seat_one(sheet: str, *packs: Pack, **changes: Any) -> State:
    return table(2, *packs, active=1).change(1, sheet=sheet_of(sheet), **{"goals": GOALS, **changes})


def said(state: State, seat: int | None = 1) -> list[tuple[str, str | None, str]]:
    """Every remark: its place, the place that is touched first, and its text without wide spaces."""
    return [(r.at, r.when, WORDS.say(r.text).replace("\u00a0", " ")) for r in aid(state, seat).remarks]


def test_every_row_that_is_not_full_says_what_it_needs_and_how_likely_that_is() -> None:
    state = seat_one(SHEET, modifiers={"DEX": 2}).replace(phase="market")

    assert said(state) == [
        ("sheet.STR", None, "needs 6 with 1 die: 17 %"),
        # 5 and the race's 2 are 7: two dice have to show 9 or 10, in 7 of 36 ways
        ("sheet.DEX", None, "needs 9–10 with 2 dice: 19 %"),
    ]


def test_what_no_dice_can_show_is_nothing_and_what_all_show_is_everything() -> None:
    goals = {"STR": Goal("exact", 18, 18, 4), "DEX": Goal("min", 3, None, 1), "CON": Goal("range", 0, 9, 1)}
    state = seat_one("STR[r5 g6 _] DEX[r5 _ _] CON[b6 _ _]", goals=goals).replace(phase="market")

    assert [text for _, _, text in said(state)] == [
        "no dice can reach the goal: 0 %",
        "needs anything with 2 dice: 100 %",
        "needs 3 or less with 2 dice: 8 %",
    ]


def test_a_die_in_the_hand_says_what_it_would_hit() -> None:
    state = seat_one(SHEET, class_color="red", dice=(Die("red", 6),), backstory=(Target("DEX", 2, "red"),))
    by_row = {at: text for at, when, text in said(state.replace(phase="dice")) if text.startswith("red 6")}

    assert by_row["sheet.STR"] == "red 6: 17 % → 100 %, class colour, and +1 gold"
    # 11 or 12 with two dice in 3 of 36 ways; then a 5 or a 6
    assert by_row["sheet.DEX"] == "red 6: 8 % → 33 %, class colour, and backstory"
    assert by_row["sheet.INT"] == "red 6: class colour"
    assert "sheet.CON" not in by_row


def test_of_several_dice_the_one_that_is_picked_up_speaks() -> None:
    state = seat_one(SHEET, dice=(Die("red", 6), Die("blue", 1))).replace(phase="setup", stage="dice")

    assert {when for _, when, _ in said(state)} == {None, "dice.r6", "dice.b1"}


def test_RP_DICE_INT_the_die_that_is_best_rolled_again_is_named_and_neither_face_is_praised_unduly() -> None:
    state = seat_one("STR[r6 g6 b2]")
    state = state.replace(phase="dice").change(1, placed_row="INT")
    rerolls = [(at, text) for at, _, text in said(state) if text.startswith("re-roll")]
    assert rerolls == [("sheet.STR", "re-roll blue 2: 0 % → 17 %")]

    asked = Ask(1, "keep", (2, 6), {"target": "STR.3", "old": 2, "new": 6, "color": "blue"}, "RP-DICE-INT")
    kept = [(at, text) for at, _, text in said(state.replace(pending=(asked,))) if at.startswith("keep")]
    assert kept == [("keep.2", "Strength: 0 %"), ("keep.6", "Strength: 100 %")]


def test_RP_EX_70_the_weapon_to_drop_says_so_before_scoring_and_not_earlier() -> None:
    pack = overlay(market={"iron-ladle": {"per_row": {"CON": 1}}})
    state = seat_one("CON[b6 g6 p5]", beacon(), pack, goals={"CON": Goal("exact", 17, 17, 3)})
    state = state.change(1, weapons=(OwnedCard("iron-ladle", "iron-ladle"),))

    assert said(state.replace(phase="scoring")) == [("owned.iron-ladle", None, "better without it; more stars: 3")]
    assert not [at for at, _, _ in said(state.replace(phase="market")) if at.startswith("owned")]
    # RP-END-03: whoever is ready has decided
    assert said(state.replace(phase="scoring").change(1, ready=True)) == []


def test_the_next_draw_names_each_colour_and_how_many_of_the_own_one() -> None:
    bag = Bag.of({"red": 5, "blue": 5})
    state = seat_one(SHEET, class_color="red").replace(phase="market", bag=bag)
    (placed,) = aid(state, 1).panels
    assert isinstance(placed.panel, Row)
    slots = {slot.at: slot for slot in placed.panel.slots}
    # two players have three dice a round
    none = Fraction(comb(5, 3), comb(10, 3))
    assert WORDS.say(slots["draw.blue"].title) == f"{round(100 * (1 - none))}\u00a0%"
    assert WORDS.say(slots["draw.green"].title) == "0\u00a0%"
    own = [WORDS.say(line) for line in slots["draw.red"].text]
    # 10, 50 and 60 of 120: they add up
    assert own == ["none: 8\u00a0%", "just one: 42\u00a0%", "two or more: 50\u00a0%"]


def test_who_only_looks_on_and_whoever_has_no_goals_yet_is_told_nothing() -> None:
    state = seat_one(SHEET)

    assert said(state, None) == []
    assert said(state.change(1, goals=None)) == []
    assert said(state.replace(phase="finished")) == []
