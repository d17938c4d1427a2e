"""Whole heroes, discards that help, solo ranks, winner and ties, and the score file (RP-TIE, RP-SOLO-12, 13)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.canonical import Plain
from companion.games.roll_player.ending import hero, projected
from companion.games.roll_player.hero import Hero
from companion.games.roll_player.moves import DiscardWeapon, Done
from companion.games.roll_player.scoring import (
    SHEET,
    attribute_score,
    best_discards,
    matches,
    rank_key,
)
from companion.games.roll_player.state import ManualStars
from companion.refusals import Unreadable
from companion.scoring import Result
from tests.unit.roll_player.given import (
    GAME,
    PUBLISHED,
    after,
    areas_of,
    beacon,
    content_of,
    overlay,
    sheet_of,
    table,
)
from tests.unit.roll_player.heroes import FX_ARM, points, read, rows, total, with_total

# whole heroes

EX_66: dict[str, Plain] = {
    "name": "Orc Warrior",
    "race": "orc",
    "class": "warrior",
    "sheet": rows("STR[r6 g6 b4] DEX[r5 k6 w5] CON[b6 g6 p5] INT[r6 p6 y3] WIS[r5 y4 w5] CHA[k6 p4 y5]"),
    "alignment": {"grid": [0, 0, -1, 3, 0, -1, 0, 0, -1], "cell": 3},
    "backstory": {"STR": "b3", "DEX": "k1", "CON": "g2", "INT": "r3", "WIS": "w3", "CHA": "p2"},
    "armor": {"chain": 4},
    "armor_sets": FX_ARM,
    "traits": [2],
}
EX_67: dict[str, Plain] = {
    "name": "Halfling Bard",
    "race": "halfling",
    "class": "bard",
    "sheet": rows("STR[r5 g6 y5] DEX[p6 b5 g6] CON[y3 b6 p5] INT[p6 y5 w6] WIS[y1 k5 k6] CHA[p5 w6 p5]"),
    "alignment": {"grid": [3, 1, 0, 1, 0, -1, 0, -1, -3], "cell": 8},
    "backstory": {"STR": "r2", "DEX": "g3", "CON": "b2", "INT": "w3", "WIS": "k3", "CHA": "p1"},
}


def test_RP_EX_66_orc_warrior() -> None:
    found = read(**EX_66)
    assert [attribute_score(found, row) for row in ("STR", "DEX", "CON", "INT", "WIS", "CHA")] == [
        18, 16, 17, 13, 14, 15,
    ]  # fmt: skip
    assert matches(found) == 4
    assert points(found) == {
        "attribute_goals": 11,
        "class_dice": 4,
        "alignment": 3,
        "backstory": 3,
        "armor": 8,
        "traits": 2,
        "gold": 0,
    }
    assert total(found) == 31


def test_RP_EX_66_its_printed_goals_and_near_miss() -> None:
    goals = {"STR": "18(4)", "DEX": "16–17(2)", "CON": "17(3)", "INT": "14+(1)", "WIS": "14+(1)", "CHA": "14+(1)"}
    data = {**EX_66, "goals": goals, "color": "red"}
    del data["class"]
    assert total(read(**data)) == 31
    near = SHEET.breakdown(read(**data)).lines["attribute_goals"].near
    assert [(said.args["score"], said.args["n"]) for said in near] == [(13, 1)]


def test_RP_EX_67_halfling_bard() -> None:
    found = read(**EX_67)
    assert [attribute_score(found, row) for row in ("STR", "DEX", "CON", "INT", "WIS", "CHA")] == [
        14, 17, 14, 17, 12, 18,
    ]  # fmt: skip
    assert matches(found) == 5
    assert points(found) == {
        "attribute_goals": 11,
        "class_dice": 5,
        "alignment": -3,
        "backstory": 3,
        "armor": 0,
        "traits": 0,
        "gold": 0,
    }
    assert total(found) == 16


@pytest.mark.parametrize(
    ("side", "data", "race", "cell", "expected"),
    [
        pytest.param("warrior", EX_66, "orc", 3, 31, id="RP-EX-66-from-a-state"),
        pytest.param("bard", EX_67, "halfling", 8, 16, id="RP-EX-67-from-a-state"),
    ],
)
def test_the_same_heroes_at_the_end_of_a_game(
    side: str, data: dict[str, Any], race: str, cell: int, expected: int
) -> None:
    sheet = " ".join(f"{row}[{dice}]" for row, dice in data["sheet"].items())
    state = table(2, sheets=[sheet], classes=(side, "ranger"), cells=(cell, 4), round=12, phase="scoring", active=None)
    content = content_of(PUBLISHED, overlay(armor=FX_ARM))
    backstory = {"warrior": "savage", "bard": "savant"}[side]
    armor = ["chain-helm", "chain-tunic", "chain-gorget", "chain-leggings"] if side == "warrior" else []
    state = state.replace(content=content).change(
        1,
        race=race,
        modifiers=dict(content.races[race].modifiers),
        alignment_grid=tuple(data["alignment"]["grid"]),
        backstory=content.backstories[backstory].places,
        **areas_of(content, armor),
    )
    if side == "warrior":
        state = state.change(1, manual_adjustments=(ManualStars("traits", 2, "Reckless"),))
    assert total(hero(state, 1)) == expected


def test_RP_EX_70_a_weapon_that_spoils_an_exact_goal() -> None:
    data: dict[str, Plain] = {"goals": {"CON": "17(3)"}, "sheet": rows("CON[r6 b6 g5]")}
    found = read(**data, weapons=[{"name": "+1 CON", "per_row": {"CON": 1}}])
    assert attribute_score(found, "CON") == 18
    assert points(found)["attribute_goals"] == 0
    weapons, gain = best_discards(found)
    assert ([weapon.name.say("en") for weapon in weapons], gain) == (["+1 CON"], 3)
    assert points(found.without(weapons))["attribute_goals"] == 3
    said = SHEET.advice(found)
    assert [(word.key, word.args["stars"]) for word in said] == [("advice.discard_weapon", 3)]
    assert SHEET.advice(read(**data)) == ()


def test_RP_EX_70_from_a_state() -> None:
    given: dict[str, Any] = {"phase": "scoring", "active": None, "classes": ("mason", "smith"), "round": 12}
    state = table(2, beacon(), sheets=["", "CON[r6 b6 g5]"], owned={2: ["iron-ladle"]}, **given)
    assert points(hero(state, 2))["attribute_goals"] == 0
    state = after(state, 2, DiscardWeapon("iron-ladle"))
    assert points(hero(state, 2))["attribute_goals"] == 3


def test_best_discards_tells_two_equal_weapons_apart() -> None:
    """CON 16 and two weapons of +1: one of them is to go."""
    weapon = {"per_row": {"CON": 1}}
    found = read(goals={"CON": "17(3)"}, sheet=rows("CON[r6 b6 g4]"), weapons=[weapon, weapon])
    assert points(found)["attribute_goals"] == 0
    weapons, gain = best_discards(found)
    assert (len(weapons), gain) == (1, 3)
    assert len(found.without(weapons).weapons) == 1


# solo


@pytest.mark.parametrize(("coins", "stars"), [(0, 0), (7, 0), (8, 1), (15, 1), (16, 2), (17, 2), (40, 5)])
def test_RP_SOLO_12_a_star_for_every_full_8_gold(coins: int, stars: int) -> None:
    assert points(with_total(10, gold=coins, solo=True))["gold"] == stars
    assert points(with_total(10, gold=coins))["gold"] == 0


def test_RP_EX_62_33_stars_and_17_gold() -> None:
    found = with_total(33, gold=17, solo=True)
    assert points(found)["gold"] == 2
    assert total(found) == 35
    assert rank_key(35) == "clan_leader"


EX_63 = [
    (21, 7, 21, "npc"),
    (21, 8, 22, "mercenary"),
    (25, 0, 25, "mercenary"),
    (26, 0, 26, "adventurer"),
    (29, 15, 30, "luminary"),
    (33, 7, 33, "luminary"),
    (34, 0, 34, "clan_leader"),
    (37, 8, 38, "true_hero"),
]


@pytest.mark.parametrize(
    ("base", "coins", "stars", "rank"),
    [pytest.param(*case, id=f"RP-EX-63-RP-SOLO-13-{case[0]}-stars-{case[1]}-gold") for case in EX_63],
)
def test_solo_ranks(base: int, coins: int, stars: int, rank: str) -> None:
    found = with_total(base, gold=coins, solo=True)
    result = SHEET.result({1: found}, {1: "Ann"})
    assert result.places[0].breakdown.total == stars
    assert result.places[0].__plain__()["rank"] == rank


@pytest.mark.parametrize(
    ("stars", "rank"),
    [
        (-5, "npc"),
        (21, "npc"),
        (22, "mercenary"),
        (25, "mercenary"),
        (26, "adventurer"),
        (29, "adventurer"),
        (30, "luminary"),
        (33, "luminary"),
        (34, "clan_leader"),
        (37, "clan_leader"),
        (38, "true_hero"),
        (60, "true_hero"),
    ],
)
def test_RP_SOLO_13_the_table_of_ranks(stars: int, rank: str) -> None:
    assert rank_key(stars) == rank


def test_ranks_only_in_solo() -> None:
    assert SHEET.result({1: with_total(30)}, {1: "Ann"}).places[0].rank is None


# winner and ties


def contest(*heroes: Hero) -> Result:
    names = dict(enumerate(("Ann", "Bob", "Cid", "Dee"), 1))
    return SHEET.result(dict(enumerate(heroes, 1)), names)


def told(result: Result) -> list[tuple[str, str]]:
    return [(said.key, said.args["what"].key if "what" in said.args else "") for said in result.told]


RED_3 = rows("STR[r1 r1 r1]")
RED_5 = rows("STR[r1 r1 r1] DEX[r1 r1 _]")


def tied(stars: int, gold: int, dice: int) -> Hero:
    """A red hero with so many stars in all, gold, and dice of the class colour."""
    sheet = {0: {}, 3: RED_3, 5: RED_5}[dice]
    return with_total(stars - dice, gold=gold, sheet=sheet)


def test_RP_TIE_01_most_stars_wins() -> None:
    result = contest(with_total(20), with_total(25), with_total(-4))
    assert [(place.seat, place.place) for place in result.places] == [(2, 1), (1, 2), (3, 3)]
    assert result.winners == (2,)
    assert told(result) == []
    assert result.places[2].breakdown.total == -4


def test_RP_TIE_02_RP_EX_71_then_most_gold_among_the_tied() -> None:
    result = contest(tied(31, 4, 0), tied(31, 6, 0), tied(30, 20, 0))
    assert result.winners == (2,)
    assert [(place.seat, place.place) for place in result.places] == [(2, 1), (1, 2), (3, 3)]
    assert told(result) == [("tie.most", "tie_break.gold_left")]
    assert result.told[0].args["first"] == ["Bob"]
    assert result.told[0].args["rule"] == "RP-TIE-02"
    assert [(value.args["name"], value.args["value"]) for value in result.told[0].args["values"]] == [
        ("Bob", 6),
        ("Ann", 4),
    ]


def test_RP_TIE_03_RP_EX_72_then_fewest_class_dice() -> None:
    result = contest(tied(31, 6, 3), tied(31, 6, 5))
    assert result.winners == (1,)
    assert told(result) == [("tie.fewest", "tie_break.class_color_dice")]
    assert result.told[0].args["rule"] == "RP-TIE-03"


def test_RP_TIE_04_RP_EX_73_then_a_shared_victory() -> None:
    result = contest(tied(31, 6, 3), tied(31, 6, 3), tied(30, 9, 0))
    assert result.winners == (1, 2)
    assert [(place.seat, place.place) for place in result.places] == [(1, 1), (2, 1), (3, 3)]
    assert told(result) == [("tie.shared", "")]
    assert result.told[0].args["names"] == ["Ann", "Bob"]
    assert result.told[0].args["total"] == 31


def test_RP_TIE_02_three_tied_the_least_gold_is_out_and_the_chain_goes_on() -> None:
    result = contest(tied(31, 6, 5), tied(31, 2, 0), tied(31, 6, 3))
    assert [(place.seat, place.place) for place in result.places] == [(3, 1), (1, 2), (2, 3)]
    assert told(result) == [("tie.most", "tie_break.gold_left"), ("tie.fewest", "tie_break.class_color_dice")]


def test_RP_TIE_04_three_share_the_victory() -> None:
    result = contest(tied(31, 6, 3), tied(31, 6, 3), tied(31, 6, 3))
    assert result.winners == (1, 2, 3)
    assert told(result) == [("tie.shared", "")]


def test_RP_TIE_04_all_zero_is_a_shared_victory_too() -> None:
    result = contest(tied(0, 0, 0), tied(0, 0, 0), tied(0, 0, 0), tied(0, 0, 0))
    assert result.winners == (1, 2, 3, 4)
    assert [place.breakdown.total for place in result.places] == [0, 0, 0, 0]
    assert told(result) == [("tie.shared", "")]


def test_RP_TIE_01_lower_places_are_ordered_by_the_same_keys() -> None:
    result = contest(tied(20, 3, 0), tied(31, 0, 0), tied(20, 5, 0))
    assert [(place.seat, place.place) for place in result.places] == [(2, 1), (3, 2), (1, 3)]
    assert told(result) == [("tie.most", "tie_break.gold_left")]


def test_RP_TIE_02_gold_of_the_game_breaks_the_tie() -> None:
    state = table(2, phase="scoring", active=None, round=12, gold=(4, 6), cells=(4, 4))
    assert [total(hero(state, seat)) for seat in (1, 2)] == [0, 0]
    state = after(after(state, 1, Done()), 2, Done())
    result = GAME.result(state)
    assert result is not None
    assert result.winners == (2,)
    assert result == projected(state)


# the score file


def test_names_are_found_by_key_and_in_both_languages() -> None:
    for name in ("warrior", "Warrior", "Воин"):
        assert read(**{"class": name}).class_color == "red"
    for name in ("orc", "Orc", "Орк"):
        assert read(race=name).modifiers == {"STR": 2, "INT": -2}


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"class": "baker"}, "class"),
        ({"race": "ogre"}, "race"),
        ({"backstory": "nobody"}, "backstory"),
        ({"alignment": {"card": "nobody"}}, "alignment.card"),
        ({"alignment": {"cell": 9}}, "alignment.cell"),
        ({"sheet": {"STR": "r7"}}, "sheet.STR.1"),
        ({"sheet": {"STR": "r1 r2 r3 r4"}}, "sheet.STR"),
        ({"sheet": {"LUK": "r1"}}, "sheet.LUK"),
        ({"gold": -1}, "gold"),
        ({"backstory": {"STR": "b3"}}, "backstory.DEX"),
        ({"goals": {"STR": "17"}}, "goals.STR"),
        ({"stars": 3}, "stars"),
    ],
)
def test_what_cannot_be_is_refused_naming_the_field(data: dict[str, Plain], field: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(**data)
    assert caught.value.field == field


def test_an_empty_slot_counts_nothing() -> None:
    assert sheet_of("STR[_ _ _]") == read(sheet=rows("STR[_ _ _]")).sheet
    assert attribute_score(read(sheet=rows("STR[r6 _ _]")), "STR") == 6
