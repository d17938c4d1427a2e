"""`tableside score` as a process, on the worked examples of the rules that a score file can tell (RP-EX-62 to 76); and
what the other commands print for a program."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from webapp.cli import main

Scored = Callable[[Any], Any]
Players = Callable[..., Any]

# The hero of RP-EX-66 in the form of the issue; `weapons` comes on top of it below.
WARRIOR = """
class: warrior
race: orc
sheet: {STR: r6 g6 b4, DEX: r5 k6 w5, CON: b6 g6 p5, INT: r6 p6 y3, WIS: r5 y4 w5, CHA: k6 p4 y5}
alignment: {grid: [0,0,-1,3,0,-1,0,0,-1], cell: 3}
backstory: {STR: b3, DEX: k1, CON: g2, INT: r3, WIS: w3, CHA: p2}
armor: {chain: 4}
armor_sets: {chain: {stars: [1,2,4,7,10], colors: [white, red]}}
traits: [2]
gold: 5
solo: false
"""
WEAPONS = "weapons: [{name: Dagger, hands: 1, per_die: {gold: 1}}, {name: Belt, hands: 1, per_row: {CON: 1}}]\n"

# FX-ARM of the rules: invented but for Chain 4 → 7.
FX_ARM = {
    "chain": {"stars": [1, 2, 4, 7, 10], "colors": ["white", "red"]},
    "leather": {"stars": [1, 3, 5, 8], "colors": ["black", "green"]},
    "mystic": {"stars": [2, 4, 7], "colors": ["blue", "purple"]},
}
BACKSTORY = {"STR": "b3", "DEX": "k1", "CON": "g2", "INT": "r3", "WIS": "w3", "CHA": "p2"}


def process(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    program = [sys.executable, "-c", "from webapp.cli import main; main()", *arguments]
    return subprocess.run(program, input=typed, capture_output=True, text=True, check=False)


def told(*arguments: str) -> Any:
    """What the command prints for a program, in this process."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit) as caught:
        main(list(arguments))
    assert caught.value.code == 0
    return json.loads(out.getvalue())


@pytest.fixture
def scored(tmp_path: Path) -> Scored:
    """Score one hero, as a file in YAML."""

    def scored(data: Any) -> Any:
        path = tmp_path / "hero.yaml"
        path.write_text(data if isinstance(data, str) else yaml.safe_dump(data), encoding="utf-8")
        return told("score", "roll-player", str(path), "--json")

    return scored


@pytest.fixture
def players(scored: Scored) -> Players:
    """Score several heroes, called A, B, C…"""

    def players(*heroes: dict[str, Any]) -> Any:
        named = [{"name": name, **hero} for name, hero in zip("ABCDEFGH", heroes, strict=False)]
        return scored({"players": named})

    return players


def plain(stars: int, gold: int = 0, **more: Any) -> dict[str, Any]:
    """A hero without dice, whose stars come from traits (a trait has at most 99)."""
    return {"class": "warrior", "goals": dict.fromkeys(BACKSTORY, "18(0)"), "traits": [stars], "gold": gold, **more}


# One hero


def test_RP_EX_66_the_warrior_scores_31(tmp_path: Path) -> None:
    path = tmp_path / "warrior.yaml"
    path.write_text(WARRIOR, encoding="utf-8")

    told = process("score", "roll-player", str(path), "--json")

    assert (told.returncode, told.stderr) == (0, "")
    assert json.loads(told.stdout) == {
        "total": 31,
        "categories": {
            "attribute_goals": 11,
            "class_dice": 4,
            "alignment": 3,
            "backstory": 3,
            "armor": 8,
            "traits": 2,
            "gold": 0,
        },
        "attributes": {"STR": 18, "DEX": 16, "CON": 17, "INT": 13, "WIS": 14, "CHA": 15},
        "rank": None,
        "advice": [],
    }


def test_RP_EX_66_with_its_goals_and_modifiers_written_out_and_as_json(tmp_path: Path) -> None:
    data = yaml.safe_load(WARRIOR)
    del data["class"], data["race"]
    data |= {
        "color": "red",
        "goals": {"STR": "18(4)", "DEX": "16-17(2)", "CON": "17(3)", "INT": "14+(1)", "WIS": "14+(1)", "CHA": "14+(1)"},
        "modifiers": {"STR": 2, "INT": -2},
    }
    path = tmp_path / "warrior.json"
    path.write_text(json.dumps(data), encoding="utf-8")

    told = json.loads(process("score", "roll-player", str(path), "--json").stdout)

    assert (told["total"], told["categories"]["attribute_goals"]) == (31, 11)


def test_RP_EX_66_with_weapons_that_spoil_a_goal_the_calculator_says_which_to_discard(scored: Scored) -> None:
    found = scored(WARRIOR + WEAPONS)

    # The dagger lifts INT, WIS and CHA by their gold die: INT 14 is 1 star more. The belt lifts CON to 18, off its 17.
    assert found["attributes"] == {"STR": 18, "DEX": 16, "CON": 18, "INT": 14, "WIS": 15, "CHA": 16}
    assert found["total"] == 31 + 1 - 3
    assert [(said["weapons"], said["stars"]) for said in found["advice"]] == [(["Belt"], 3)]


def test_RP_EX_67_the_bard_scores_16(scored: Scored) -> None:
    found = scored(
        {
            "class": "bard",
            "race": "halfling",
            "sheet": {
                "STR": "r5 g6 y5",
                "DEX": "p6 b5 g6",
                "CON": "y3 b6 p5",
                "INT": "p6 y5 w6",
                "WIS": "y1 k5 k6",
                "CHA": "p5 w6 p5",
            },
            "alignment": {"grid": [3, 1, 0, 1, 0, -1, 0, -1, -3], "cell": 8},
            "backstory": {"STR": "r2", "DEX": "g3", "CON": "b2", "INT": "w3", "WIS": "k3", "CHA": "p1"},
        }
    )

    assert list(found["attributes"].values()) == [14, 17, 14, 17, 12, 18]
    assert found["categories"] == {
        "attribute_goals": 11,
        "class_dice": 5,
        "alignment": -3,
        "backstory": 3,
        "armor": 0,
        "traits": 0,
        "gold": 0,
    }
    assert found["total"] == 16


def test_RP_EX_62_33_stars_and_17_gold_make_35_and_a_clan_leader(scored: Scored) -> None:
    found = scored(plain(33, 17, solo=True))

    assert (found["categories"]["gold"], found["total"], found["rank"]) == (2, 35, "Clan Leader")


def test_RP_EX_63_the_ranks_of_a_solo_game(players: Players) -> None:
    bases = [(21, 7), (21, 8), (25, 0), (26, 0), (29, 15), (33, 7), (34, 0), (37, 8)]

    found = players(*(plain(stars, gold, solo=True) for stars, gold in bases))

    assert [(hero["total"], hero["rank"]) for hero in found["players"]] == [
        (21, "NPC"),
        (22, "Mercenary"),
        (25, "Mercenary"),
        (26, "Adventurer"),
        (30, "Luminary"),
        (33, "Luminary"),
        (34, "Clan Leader"),
        (38, "True Hero"),
    ]


def test_RP_EX_68_three_sets_of_armour_with_the_class_colour_once_per_set(scored: Scored) -> None:
    found = scored({"class": "rogue", "armor": {"chain": 2, "leather": 3, "mystic": 1}, "armor_sets": FX_ARM})

    assert found["categories"]["armor"] == 10


@pytest.mark.parametrize(
    ("armor", "without", "extra"),
    [
        pytest.param({}, 0, 0, id="a-no-armour"),
        # 10 + (8 + 1 for black) + 7
        pytest.param({"chain": 5, "leather": 4, "mystic": 3}, 26, 0, id="b-complete"),
        # 2 + (5 + 1); the shield makes Leather 3 → 4, which is +3
        pytest.param({"chain": 2, "leather": 3}, 8, 3, id="c-best-set"),
    ],
)
def test_RP_EX_69_a_tower_shield_counts_as_a_card_of_the_best_set(
    players: Players, armor: dict[str, int], without: int, extra: int
) -> None:
    hero = {"class": "rogue", "armor": armor, "armor_sets": FX_ARM}

    found = players(hero, {**hero, "weapons": [{"name": "Tower Shield", "hands": 2}]})

    assert [one["categories"]["armor"] for one in found["players"]] == [without, without + extra]


def test_RP_EX_70_a_weapon_that_spoils_an_exact_goal_is_named(players: Players) -> None:
    hero = {"color": "red", "goals": {"CON": "17(3)"}, "sheet": {"CON": "r6 b6 g5"}}

    found = players({**hero, "weapons": [{"name": "Girdle", "per_row": {"CON": 1}}]}, hero)

    spoiled, saved = found["players"]
    assert (spoiled["attributes"]["CON"], spoiled["categories"]["attribute_goals"]) == (18, 0)
    assert [(said["weapons"], said["stars"]) for said in spoiled["advice"]] == [(["Girdle"], 3)]
    assert (saved["attributes"]["CON"], saved["categories"]["attribute_goals"], saved["advice"]) == (17, 3, [])


def test_RP_EX_74_an_alignment_of_minus_3_is_taken_off(scored: Scored) -> None:
    found = scored(plain(20, alignment={"grid": [0, 0, 0, 0, 0, 0, 0, 0, -3], "cell": 8}))

    assert (found["categories"]["alignment"], found["total"]) == (-3, 17)


def test_RP_EX_75_gold_dice_are_never_of_the_class_colour(scored: Scored) -> None:
    found = scored({"class": "bard", "sheet": {"STR": "p1 p2 p3", "DEX": "p4 y1 y2", "CON": "y3 y4 y5"}})

    assert found["categories"]["class_dice"] == 4


def test_RP_EX_76_the_right_colour_in_the_wrong_slot_is_no_match(players: Players) -> None:
    # one match gives nothing and two give a star, so another is there already: STR slot 3 is blue
    found = players(
        *({"class": "warrior", "backstory": BACKSTORY, "sheet": {"STR": "r1 r1 b1", "CON": row}} for row in ROWS)
    )

    assert [hero["categories"]["backstory"] for hero in found["players"]] == [0, 1]


ROWS = ("g6 b6 p5", "b6 g6 p5")


# Several heroes


def places(told: Any) -> list[tuple[str, int]]:
    return [(hero["name"], hero["place"]) for hero in told["players"]]


def test_several_heroes_stand_in_the_order_of_the_file_each_with_all_of_it_and_its_place(players: Players) -> None:
    found = players(yaml.safe_load(WARRIOR), plain(40), plain(-7))

    assert places(found) == [("A", 2), ("B", 1), ("C", 3)]
    assert [hero["total"] for hero in found["players"]] == [31, 40, -7]
    assert list(found["players"][0]) == ["name", "place", "total", "categories", "attributes", "rank", "advice"]
    assert [(place["place"], place["name"]) for place in found["places"]] == [(1, "B"), (2, "A"), (3, "C")]


def test_P26_RP_EX_71_a_tie_is_broken_by_gold_and_told(players: Players) -> None:
    found = players(plain(31, 4), plain(31, 6), plain(30, 20))

    assert places(found) == [("A", 2), ("B", 1), ("C", 3)]
    assert found["told"] == ["Tied on gold: B 6 and A 4. The most wins: B."]


def test_P26_RP_EX_72_then_by_the_fewest_dice_of_the_class_colour(players: Players) -> None:
    three, five = {"STR": "r1 r1 r1"}, {"STR": "r1 r1 r1", "DEX": "r1 r1 _"}

    found = players(plain(28, 6, sheet=three), plain(26, 6, sheet=five))

    assert [hero["total"] for hero in found["players"]] == [31, 31]
    assert places(found) == [("A", 1), ("B", 2)]
    assert found["told"] == ["Tied; class-colour dice: A 3 and B 5. The fewest wins: A."]


def test_P26_RP_EX_73_who_is_equal_in_everything_shares_the_place(players: Players) -> None:
    found = players(plain(31, 6), plain(31, 6), plain(30, 9))

    assert places(found) == [("A", 1), ("B", 1), ("C", 3)]
    assert [place["place"] for place in found["places"]] == [1, 1, 3]
    assert len(found["told"]) == 1


def test_P26_three_share_and_so_do_four_with_nothing(players: Players) -> None:
    three = players(plain(31, 6), plain(31, 6), plain(31, 6))
    nothing = players(*[plain(0)] * 4)

    assert places(three) == [("A", 1), ("B", 1), ("C", 1)]
    assert places(nothing) == [("A", 1), ("B", 1), ("C", 1), ("D", 1)]
    assert [hero["total"] for hero in nothing["players"]] == [0, 0, 0, 0]
    assert all(name in nothing["told"][0] for name in "ABCD")


def test_P26_one_tied_pair_by_gold_and_the_rest_shared_is_two_sentences(players: Players) -> None:
    found = players(plain(31, 6), plain(31, 6), plain(31, 2))

    assert places(found) == [("A", 1), ("B", 1), ("C", 3)]
    assert len(found["told"]) == 2


# What cannot be scored


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        (None, "hero.yaml", "there is no such file"),
        ("class: [warrior\n", "hero.yaml, line", "no YAML"),
        ("class: warrior\nrace: orc\nclass: rogue\n", "line 3", "a second time"),
        ("class: wizzard\n", "line 1", "class cannot be “wizzard”. Possible are:"),
        ("race: hobbit\n", "line 1", "race cannot be “hobbit”"),
        ("class: warrior\nsheet: {STR: r6 g7 b4}\n", "line 2", "g7"),
        ("class: warrior\nsheet: {STR: r6 g6 b4 w1}\n", "line 2", "sheet.STR"),
        ("class: warrior\nbackstory: {STR: x3}\n", "line 2", "x3"),
        ("class: warrior\narmor: {chain: 6}\n", "line 2", "armor.chain"),
        ("players: [{class: warrior}, {class: wizzard}]\n", "line 1", "players.2.class"),
        ('{"class": "warrior", "gold": -1}', "line 1", "gold"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_place_and_exit_status_2(
    tmp_path: Path, text: str | None, where: str, what: str
) -> None:
    path = tmp_path / "hero.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    told = process("score", "roll-player", str(path), "--json", "--lang", "en")

    assert (told.returncode, told.stdout) == (2, "")
    (line,) = told.stderr.splitlines()
    assert line.startswith("tableside: ")
    assert "hero.yaml" in line
    assert where in line
    assert what in line


# What the other commands tell a program


def test_games_and_items_are_listed_by_key_and_name() -> None:
    games = told("games", "--json")
    assert list(games) == ["games"]
    assert all(list(game) == ["key", "name"] for game in games["games"])
    assert {"key": "roll-player", "name": "Roll Player"} in games["games"]

    items = told("print", "roll-player", "--list", "--json")
    assert list(items) == ["items"]
    assert all(list(item) == ["key", "name"] for item in items["items"])
    assert [item["key"] for item in items["items"]][:2] == ["kit", "score-pad"]


def test_the_schemas_are_schemas_and_fit_what_they_describe() -> None:
    score, table = told("schema", "roll-player", "score"), told("schema", "roll-player", "table")
    for schema in (score, table):
        jsonschema.Draft202012Validator.check_schema(schema)

    hero = yaml.safe_load(WARRIOR + WEAPONS)
    jsonschema.validate(hero, score)
    jsonschema.validate({"players": [hero, {**hero, "name": "B"}]}, score)
    options = {"mode": "multi", "set": "published", "variants": ["short_game"], "dice": "physical", "cards": "types"}
    jsonschema.validate(
        {"game": "roll-player", "players": [{"name": "Anna", "colour": "red"}], "options": options}, table
    )
    for wrong in ({**hero, "sheet": {"STR": "r9"}}, {**hero, "armour": {}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, score)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"game": "roll-player", "options": {"mode": "duel"}}, table)


@pytest.mark.parametrize(("lang", "word"), [("en", "charisma"), ("ru", "харизма")])
def test_rules_are_found_by_words(lang: str, word: str) -> None:
    found = told("rules", "roll-player", word, "--json", "--lang", lang)["rules"]

    assert found
    assert all(set(rule) >= {"id", "title"} for rule in found)
    assert any(word[:6] in json.dumps(rule, ensure_ascii=False).lower() for rule in found)
