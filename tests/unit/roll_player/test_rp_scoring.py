"""Final scoring by category (RP-SCORE, RP-NOTE-07, 13, RP-TRAIT-02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.canonical import Plain
from companion.games.roll_player.content import Criterion
from companion.games.roll_player.criteria import is_met
from companion.games.roll_player.ending import hero
from companion.games.roll_player.hero import Hero
from companion.games.roll_player.measures import attribute_score, class_color_dice, dice_sum, matches
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import State
from companion.refusals import Unreadable
from tests.unit.roll_player.given import (
    beacon,
    table,
)
from tests.unit.roll_player.heroes import FX_ARM, points, read, rows, total, with_total

# attribute goals


def test_RP_SCORE_01_faces_race_and_weapons() -> None:
    plain = read(sheet=rows("STR[r6 g6 b4]"))
    assert attribute_score(plain, "STR") == 16
    orc = read(sheet=rows("STR[r6 g6 b4]"), race="orc")
    assert attribute_score(orc, "STR") == 18
    armed = read(sheet=rows("STR[r6 g6 b4]"), race="orc", weapons=[{"per_row": {"STR": -1}}])
    assert attribute_score(armed, "STR") == 17
    assert attribute_score(plain, "DEX") == 0


@pytest.mark.parametrize(
    ("weapon", "score"),
    [
        pytest.param({"per_die": {"gold": 1}}, 18, id="each-gold-die"),
        pytest.param({"per_die": {"STR": 1}}, 19, id="each-die-of-the-row"),
        pytest.param({"per_die": {"DEX": 1}}, 16, id="each-die-of-another-row"),
        pytest.param({"per_die": {"blue": 2}}, 18, id="each-blue-die"),
        pytest.param({"per_row": {"STR": 2}}, 18, id="the-row"),
        pytest.param({"per_row": {"STR": -2}}, 14, id="the-row-less"),
    ],
)
def test_RP_SCORE_02_weapon_modifiers_by_die_and_by_row(weapon: Mapping[str, Plain], score: int) -> None:
    assert attribute_score(read(sheet=rows("STR[b5 y6 y5]"), weapons=[weapon]), "STR") == score
    assert dice_sum(read(sheet=rows("STR[b5 y6 y5]"), weapons=[weapon]), "STR") == 16


def test_RP_SCORE_02_an_unknown_filter_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        read(weapons=[{"per_die": {"pink": 1}}])
    assert caught.value.key == "read.unknown"


GOAL_CASES = {
    "17(3)": {17},
    "16-17(2)": {16, 17},
    "14+(1)": {14, 15, 16, 17, 18, 20},
}


@pytest.mark.parametrize(
    ("goal", "score"),
    [
        pytest.param(g, s, id=f"RP-EX-09-RP-SCORE-03-{g}-at-{s}")
        for g in GOAL_CASES
        for s in (13, 14, 15, 16, 17, 18, 20)
    ],
)
def test_goals(goal: str, score: int) -> None:
    by_weapon = score - 13
    found = read(
        goals={"STR": goal}, sheet=rows("STR[r6 g6 b1]"), weapons=[{"per_row": {"STR": by_weapon}}] if by_weapon else []
    )
    stars = int(goal[-2])
    assert points(found)["attribute_goals"] == (stars if score in GOAL_CASES[goal] else 0)


def test_RP_EX_06_jeweled_dagger() -> None:
    found = read(sheet=rows("STR[b5 y6 y5]"), race="human", weapons=[{"name": "Jeweled Dagger"}])
    assert attribute_score(found, "STR") == 18
    assert dice_sum(found, "STR") == 16


def test_RP_NOTE_07_effective_faces_above_6_for_goals_only() -> None:
    sheets = ["STR[y6 y6 y6]"]
    state = table(2, beacon(), sheets=sheets, owned={1: ["gilded-awl", "lucky", "frail"]})
    found = hero(state, 1)
    assert attribute_score(found, "STR") == 21
    row = Criterion("row_sum", row="STR", least=19)
    assert not is_met(row, found)
    assert is_met(Criterion("row_sum", row="STR", least=18, most=18), found)
    assert is_met(Criterion("faces", face=6, least=3), found)


def test_RP_NOTE_07_a_weapon_with_a_row_filter() -> None:
    state = table(2, beacon(), sheets=["STR[r6 g6 b4] DEX[r6 g6 b4]"], owned={1: ["long-oar"]})
    assert (attribute_score(hero(state, 1), "STR"), attribute_score(hero(state, 1), "DEX")) == (19, 16)


def test_RP_TRAIT_02_weapon_bonuses_never_count_for_criteria() -> None:
    """Also not for a criterion about goals that are met: faces and race alone decide."""
    given: dict[str, Any] = {"sheets": ["CON[r6 g6 b4]"], "classes": ("lampwright", "carter")}
    goal = Criterion("goals_met", least=1)
    bare, armed = (table(2, beacon(), owned={1: owned}, **given) for owned in ([], ["iron-ladle"]))
    for state, met in ((bare, True), (armed, True)):
        assert is_met(goal, hero(state, 1)) is met
    given["sheets"] = ["CON[r6 g5 b4]"]
    armed = table(2, beacon(), owned={1: ["iron-ladle"]}, **given)
    assert points(hero(armed, 1))["attribute_goals"] == 2
    assert not is_met(goal, hero(armed, 1))


# class dice, alignment, backstory


def test_RP_SCORE_04_a_star_for_each_die_of_the_class_colour() -> None:
    found = read(**{"class": "warrior"}, sheet=rows("STR[r1 r2 b3] DEX[y6 r4 w5]"))
    assert points(found)["class_dice"] == 3
    assert points(read(sheet=rows("STR[r1 r2 b3]")))["class_dice"] == 0


def test_RP_EX_75_gold_never_counts_as_the_class_colour() -> None:
    found = read(**{"class": "bard"}, sheet=rows("STR[p1 p2 p3] DEX[p4 y1 y2] CON[y3 y4 y5]"))
    assert points(found)["class_dice"] == 4
    assert class_color_dice(found) == 4


@pytest.mark.parametrize(("cell", "value"), list(enumerate((-1, -1, 0, -1, 0, 0, 0, 0, 3))))
def test_RP_SCORE_05_the_number_of_the_token_s_cell(cell: int, value: int) -> None:
    assert points(read(alignment={"card": "maniac", "cell": cell}))["alignment"] == value
    assert points(read(alignment={"grid": [-1, -1, 0, -1, 0, 0, 0, 0, 3], "cell": cell}))["alignment"] == value


def test_RP_EX_74_a_negative_cell() -> None:
    found = with_total(20, alignment={"card": "truth-seeker", "cell": 8})
    assert points(found)["alignment"] == -3
    assert total(found) == 17


TARGETS = {"STR": "b3", "DEX": "k1", "CON": "g2", "INT": "r3", "WIS": "w3", "CHA": "p2"}
HITS = ("STR[r1 r1 b1]", "DEX[k1 r1 r1]", "CON[r1 g1 r1]", "INT[k1 k1 r1]", "WIS[r1 r1 w1]", "CHA[r1 p1 r1]")


@pytest.mark.parametrize(
    ("count", "stars"),
    [pytest.param(n, s, id=f"RP-EX-08-RP-SCORE-06-{n}") for n, s in enumerate((0, 0, 1, 1, 3, 3, 6))],
)
def test_backstory_stars(count: int, stars: int) -> None:
    found = read(backstory=TARGETS, sheet=rows(" ".join(HITS[:count])) if count else {})
    assert matches(found) == count
    assert points(found)["backstory"] == stars


def test_RP_SCORE_06_faces_are_irrelevant_and_row_and_slot_must_agree() -> None:
    assert matches(read(backstory=TARGETS, sheet=rows("STR[r1 r1 b6]"))) == 1
    assert matches(read(backstory=TARGETS, sheet=rows("STR[b6 r1 r1]"))) == 0
    assert matches(read(backstory=TARGETS, sheet=rows("DEX[r1 r1 b6]"))) == 0
    assert matches(read(backstory="Savage", sheet=rows("STR[r1 r1 b6]"))) == 1


def test_RP_EX_76_right_colour_wrong_slot() -> None:
    targets = {**TARGETS, "CON": "g2"}
    assert matches(read(backstory=targets, sheet=rows("CON[g6 b6 p5]"))) == 0
    assert matches(read(backstory=targets, sheet=rows("CON[b6 g6 p5]"))) == 1


# armour


def armored(side: str, **counts: int) -> Hero:
    return read(**{"class": side}, armor=counts, armor_sets=FX_ARM)


@pytest.mark.parametrize(
    ("side", "counts", "stars"),
    [
        pytest.param("cleric", {"chain": 4}, 8, id="RP-EX-07"),
        pytest.param("rogue", {"chain": 2, "leather": 3, "mystic": 1}, 10, id="RP-EX-68"),
        pytest.param("rogue", {}, 0, id="RP-SCORE-07-none"),
        pytest.param("rogue", {"chain": 4}, 7, id="RP-SCORE-07-no-bonus"),
        pytest.param("rogue", {"leather": 1}, 2, id="RP-SCORE-07-one-card"),
        pytest.param("rogue", {"leather": 4}, 9, id="RP-SCORE-07-bonus-once-per-set"),
        pytest.param("cleric", {"chain": 5, "leather": 4, "mystic": 3}, 26, id="RP-SCORE-07-all"),
    ],
)
def test_armor(side: str, counts: dict[str, int], stars: int) -> None:
    assert points(armored(side, **counts))["armor"] == stars


def test_RP_SCORE_07_from_a_state_and_typed_in() -> None:
    owned = ["ring-cap", "ring-coat", "hide-boots", "hide-mitts", "hide-hood", "woven-cape"]
    state = table(2, beacon(), owned={1: owned}, classes=("smith", "carter"))
    assert points(hero(state, 1))["armor"] == 10
    typed = read(**{"class": "cleric"}, armor={"chain": 4}, armor_stars={"chain": 8})
    assert points(typed)["armor"] == 8
    unknown = read(**{"class": "cleric"}, armor={"chain": 4})
    assert points(unknown)["armor"] == 0
    assert [said.key for said in SHEET.breakdown(unknown).lines["armor"].near] == ["score.near.armor"]


def test_RP_SCORE_07_never_more_cards_than_there_are() -> None:
    for key, size in (("chain", 5), ("leather", 4), ("mystic", 3)):
        assert read(armor={key: size}).armor[key] == size
        with pytest.raises(Unreadable):
            read(armor={key: size + 1})


@pytest.mark.parametrize(
    ("counts", "extra"),
    [
        pytest.param({}, 0, id="RP-EX-69-RP-NOTE-13-a-no-armour"),
        pytest.param({"chain": 5, "leather": 4, "mystic": 3}, 0, id="RP-EX-69-RP-NOTE-13-b-complete"),
        pytest.param({"chain": 2, "leather": 3}, 3, id="RP-EX-69-RP-NOTE-13-c-best-set"),
    ],
)
def test_tower_shield(counts: dict[str, int], extra: int) -> None:
    bare = armored("rogue", **counts)
    data: dict[str, Plain] = {"class": "rogue", "armor": counts, "armor_sets": FX_ARM}
    shield = read(**data, weapons=[{"name": "Tower Shield"}])
    assert points(shield)["armor"] - points(bare)["armor"] == extra


def test_RP_NOTE_13_from_a_state() -> None:
    owned = ["ring-cap", "ring-coat", "hide-boots", "hide-mitts", "hide-hood"]
    bare = table(2, beacon(), owned={1: owned}, classes=("smith", "carter"))
    shield = table(2, beacon(), owned={1: [*owned, "broad-lid"]}, classes=("smith", "carter"))
    assert points(hero(shield, 1))["armor"] - points(hero(bare, 1))["armor"] == 3


# traits, skills, gold


def test_RP_SCORE_08_stars_of_traits_whose_criterion_is_met() -> None:
    found = read(traits=[2, {"stars": 3, "met": False}, {"stars": -1}, 4])
    assert points(found)["traits"] == 5


CRITERIA: list[tuple[str, str, dict[str, Any]]] = [
    ("frail", "STR[r1 b2 g6]", {}),
    ("sturdy", "CON[r6 b6 g4]", {}),
    ("learned", "INT[r6 b6 g4]", {}),
    ("lucky", "STR[r6 b6 g6] DEX[r6 b6 g6]", {}),
    ("humble", "CHA[r1 _ _]", {}),
    ("colourful", "STR[y1 y2 y3] DEX[y4 _ _]", {}),
    ("single-minded", "WIS[r1 r2 _]", {}),
    ("thrifty", "", {"gold": (6, 0)}),
    ("penniless", "", {"gold": (0, 0)}),
    ("upright", "", {"cells": (3, 4)}),
    ("versatile", "", {"more": ["hush", "topple"]}),
    ("armed", "", {"more": ["boat-hook"]}),
    ("shielded", "", {"more": ["ring-cap", "hide-boots", "woven-cape"]}),
    ("ambitious", "STR[r6 b6 g6] DEX[r6 b6 g5] CON[r6 b6 g5] INT[r6 b6 g6]", {}),
    ("careless", "", {}),
]
UNMET: dict[str, tuple[str, dict[str, Any]]] = {
    "frail": ("STR[r1 b3 g6]", {}),
    "sturdy": ("CON[r6 b6 g3]", {}),
    "learned": ("INT[r6 b6 g3]", {}),
    "lucky": ("STR[r6 b6 g6] DEX[r6 b6 g5]", {}),
    "humble": ("STR[r1 _ _] CHA[r2 _ _]", {}),
    "colourful": ("STR[y1 y2 y3]", {}),
    "single-minded": ("WIS[r1 b2 _] STR[r1 _ _]", {}),
    "thrifty": ("", {"gold": (5, 0)}),
    "penniless": ("", {"gold": (1, 0)}),
    "upright": ("", {"cells": (4, 4)}),
    "versatile": ("", {"more": ["hush"]}),
    "armed": ("", {"more": []}),
    "shielded": ("", {"more": ["ring-cap", "hide-boots"]}),
    "ambitious": ("STR[r6 b6 g6] DEX[r6 b6 g5] CON[r6 b6 g5]", {}),
    "careless": ("STR[r6 b6 g6] DEX[r6 b6 g5]", {}),
}
STARS = {
    "frail": 2, "sturdy": 2, "learned": 3, "lucky": 3, "humble": 1, "colourful": 2, "single-minded": 2, "thrifty": 2,
    "penniless": 1, "upright": 2, "versatile": 2, "armed": 1, "shielded": 2, "ambitious": 3, "careless": -1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("trait", "sheet", "given"), [pytest.param(*case, id=f"RP-SCORE-08-{case[0]}") for case in CRITERIA]
)
def test_every_kind_of_criterion(trait: str, sheet: str, given: dict[str, Any]) -> None:
    assert points(hero(_with_trait(trait, sheet, given), 1))["traits"] == STARS[trait]
    assert points(hero(_with_trait(trait, *UNMET[trait]), 1))["traits"] == 0


def _with_trait(trait: str, sheet: str, given: dict[str, Any]) -> State:
    given = dict(given)
    owned = [trait, *given.pop("more", [])]
    return table(2, beacon(), sheets=[sheet], owned={1: owned}, classes=("lampwright", "carter"), **given)


def test_RP_TRAIT_02_a_criterion_about_a_score_adds_the_race() -> None:
    """Seat 2 is an islander, INT −2: faces 17 are a score of 15."""
    state = table(2, beacon(), sheets=["", "INT[r6 b6 g5]"], owned={2: ["learned"]})
    assert state.player(2).modifiers == {"INT": -2, "STR": 2}
    assert points(hero(state, 2))["traits"] == 0
    state = table(2, beacon(), sheets=["", "INT[r6 b6 g6]"], owned={2: ["learned"]})
    assert points(hero(state, 2))["traits"] == 3


def test_RP_SCORE_09_skills_and_gold_are_worth_nothing_by_themselves() -> None:
    poor = table(2, beacon(), gold=(0, 0))
    rich = table(2, beacon(), gold=(40, 0), owned={1: ["hush", "topple", "nudge"]})
    assert total(hero(rich, 1)) == total(hero(poor, 1))
    assert total(with_total(10, gold=40)) == 10


def test_RP_SCORE_10_the_breakdown_has_a_line_for_each_category_and_adds_up() -> None:
    found = SHEET.breakdown(with_total(7, sheet=rows("STR[r1 r2 r3]"), alignment={"card": "hermit"}))
    assert list(found.lines) == ["attribute_goals", "class_dice", "alignment", "backstory", "armor", "traits", "gold"]
    assert found.total == sum(line.points for line in found.lines.values()) == 7 + 3 + 3
    assert found.__plain__()["total"] == 13
