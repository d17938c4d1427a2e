"""Quest Circuit at the terminal: the exact probabilities of section 6.3, scores, schemas, rules, prints, solo games."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from terminal import ran, told_by

GAME = "quest-circuit"

# H, M, A, B, s, t (None: no Shot value), P(win), and what is left of the hero: exact, or as a decimal of six places
FIGHTS: dict[str, tuple[int, int, int, int, int | None, int | None, str, str | float | None]] = {
    "QC-EX-23": (1, 1, 0, 0, None, None, "1/2", "1/2"),
    "QC-EX-24": (2, 1, 0, 0, None, None, "7/12", "13/12"),
    "QC-EX-25": (2, 2, 0, 0, None, None, "1/2", "11/12"),
    "QC-EX-26": (1, 1, 1, 0, None, None, "21/31", "21/31"),
    "QC-EX-27": (2, 2, 1, 0, None, None, "21189/29791", "39510/29791"),
    "QC-EX-28": (3, 3, 1, 0, None, None, "21488523/28629151", "56002497/28629151"),
    "QC-EX-29": (3, 2, 0, 0, None, None, "1259/2160", "3239/2160"),
    "QC-EX-30": (5, 3, 1, 0, None, None, "24592368276/27512614111", 3.682524),
    "QC-EX-31": (4, 3, 0, 0, 1, 0, "190463/279936", "641633/279936"),
    "QC-EX-32": (5, 4, 1, 1, 1, 0, "1672854659/2519424000", 2.601333),
    "QC-EX-33": (5, 4, 1, 1, 1, None, "594611003/839808000", 2.889491),
    "QC-EX-34": (5, 4, 1, 1, 0, 0, "416388169/839808000", 1.611392),
    "QC-EX-35": (3, 3, 4, 0, None, None, "11358375/11358856", None),
    "QC-EX-36": (4, 6, 6, 1, None, None, "1", "4"),
    "QC-EX-37": (3, 3, 0, 5, None, None, "0", "0"),
    "QC-EX-38": (9, 12, 4, 3, 2, None, "3536025628314270110131865648669/4030743172914493692216855609606", 5.422828),
    "QC-EX-39": (9, 7, 4, 3, 2, None, "809178443523078355213117/844749431706408693478236", 6.959924),
}


def asked(capsys: pytest.CaptureFixture[str], question: str, **given: int | None) -> Any:
    told = [part for name, n in given.items() if n is not None for part in (f"--{name.replace('_', '-')}", str(n))]
    return told_by("odds", capsys, GAME, question, *told)


@pytest.mark.parametrize("example", FIGHTS)
def test_section_6_3_by_the_command(capsys: pytest.CaptureFixture[str], example: str) -> None:
    health, foe, attack, against, shot, its, win, left = FIGHTS[example]
    found = asked(
        capsys, "fight", health=health, monster_health=foe, attack=attack, monster_attack=against, shot=shot,
        monster_shot=its,
    )  # fmt: skip
    assert found["win"] == win
    assert found["exact"] is True
    if isinstance(left, str):
        assert found["health_left"] == left
    elif left is not None:
        assert round(float(Fraction(found["health_left"])), 6) == left
    every = sum(map(Fraction, (*found["health_chances"].values(), *found["monster_chances"].values())))
    assert every == 1


def test_QC_EX_25_whole_and_the_exchanges_that_a_fight_takes(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "fight", health=2, monster_health=2)
    assert found["health_chances"] == {"1": "1/12", "2": "5/12"}
    assert found["monster_chances"] == {"1": "1/12", "2": "5/12"}
    exchanges = {(1, 1, 0): "6/5", (2, 1, 0): "7/5", (2, 2, 0): "5/3", (3, 2, 0): "193/100", (3, 3, 0): "10207/4500",
                 (1, 1, 1): "36/31", (2, 2, 1): "47484/29791"}  # fmt: skip
    for (health, foe, attack), wanted in exchanges.items():
        assert asked(capsys, "fight", health=health, monster_health=foe, attack=attack)["exchanges"] == wanted


def test_QC_EX_40_to_43_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "lock", level=2, security=1) == {"open": "5/12"}
    trap = asked(capsys, "trap", level=3, security=1, health=3)
    assert (trap["evade"], trap["damage"], trap["die"]) == ("5/18", "41/18", "5/12")
    assert asked(capsys, "reach", steps=5, speed=1) == {"reach": "1/2"}
    assert asked(capsys, "reach", steps=3) == {"reach": "2/3"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("fight",), "--health"),
        (("fight", "--health", "0", "--monster-health", "1"), "from 1 to 99"),
        (("fight", "--health", "3", "--monster-health", "3", "--attack", "21"), "from -20 to 20"),
        (("fight", "--health", "3", "--monster-health", "3", "--armour", "2"), "--monster-shot"),
        (("figth",), "fight"),
    ],
)
def test_odds_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    _, err = ran("odds", capsys, GAME, *arguments, "--lang", "en", code=2)
    assert said in err.replace("−", "-")


# scores

HEROES = [
    {"name": "Anna", "quests_won": 1, "level": 4, "xp": 9},
    {"name": "Boris", "last_quest": True, "quests_won": 1, "level": 2, "xp": 3, "hero": "picklock"},
    {"name": "Clara", "level": 5},
]


def test_a_score_file_names_the_hero_of_the_last_quest_and_orders_the_others_by_wealth(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "heroes.yaml"
    path.write_text(yaml.safe_dump({"players": HEROES}), encoding="utf-8")
    told = told_by("score", capsys, GAME, str(path))["players"]
    places = sorted((one["place"], one["name"], one["categories"]["wealth"]) for one in told)
    assert places == [(1, "Boris", 13), (2, "Clara", 40), (3, "Anna", 39)]
    for lang, said in (("en", "Wealth"), ("ru", "Богатство")):
        assert said in ran("score", capsys, GAME, str(path), "--lang", lang)[0]
    schema = json.loads(ran("schema", capsys, GAME, "score")[0])
    jsonschema.validate({"players": HEROES}, schema)


@pytest.mark.parametrize(
    ("hero", "field"),
    [({"xp": 10}, "xp"), ({"level": 0}, "level"), ({"quests_won": -1}, "quests_won"), ({"gold": 3}, "gold"),
     ({"last_quest": "yes"}, "last_quest")],
)  # fmt: skip
def test_a_score_file_that_is_wrong_says_where(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, hero: dict[str, Any], field: str
) -> None:
    path = tmp_path / "heroes.yaml"
    path.write_text(yaml.safe_dump({"name": "Anna", **hero}), encoding="utf-8")
    _, err = ran("score", capsys, GAME, str(path), "--lang", "en", code=2)
    assert f"{path.name}, line" in err
    assert field in err
    assert list(jsonschema.Draft202012Validator(json.loads(ran("schema", capsys, GAME, "score")[0])).iter_errors(hero))


def test_the_schema_of_a_table_takes_what_the_api_takes(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads(ran("schema", capsys, GAME, "table")[0])
    body = {"game": GAME, "players": [{"name": "Anna"}], "options": {"mode": "solo", "rival": "legend", "quests": 3}}
    jsonschema.validate(body, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**body, "options": {"board_cells": 60}}, schema)


# rules, prints, solo games


@pytest.mark.parametrize(("lang", "title"), [("en", "Both shoot"), ("ru", "QC-FIGHT-06")])
def test_a_rule_is_told_by_its_id(capsys: pytest.CaptureFixture[str], lang: str, title: str) -> None:
    assert title in ran("rules", capsys, GAME, "qc-fight-06", "--lang", lang)[0]
    found = json.loads(ran("rules", capsys, GAME, "QC-FIGHT", "--json", "--lang", lang)[0])["rules"]
    assert [rule["id"] for rule in found][:17] == [f"QC-FIGHT-{n:02}" for n in range(1, 18)]


def test_what_can_be_printed_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    items = json.loads(ran("print", capsys, GAME, "--list", "--json")[0])["items"]
    assert "score-pad" in {item["key"] for item in items}


@pytest.mark.parametrize("level", ["squire", "knight", "champion", "legend"])
def test_solo_games_end_in_victory_or_defeat_and_are_the_same_again(
    capsys: pytest.CaptureFixture[str], level: str
) -> None:
    wished = (GAME, "--games", "12", "--seed", "3", "--level", level, "--workers", "1")
    found = told_by("solo", capsys, *wished)
    assert list(found) == ["games", "level", "seed", "total", "ranks"]
    assert (found["games"], found["level"], found["seed"]) == (12, level, 3)
    assert set(found["ranks"]) <= {"victory", "defeat"}
    assert sum(found["ranks"].values()) == 12
    assert found["total"]["mean"] == round(found["ranks"].get("victory", 0) / 12, 2)
    assert told_by("solo", capsys, *wished) == found


def test_the_time_trial_gives_medals(capsys: pytest.CaptureFixture[str]) -> None:
    found = told_by("solo", capsys, GAME, "--games", "12", "--level", "none", "--workers", "1")
    assert set(found["ranks"]) <= {"gold", "silver", "bronze", "finished"}
    assert sum(found["ranks"].values()) == 12
