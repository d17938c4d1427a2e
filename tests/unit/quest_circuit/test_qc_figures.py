"""Values of heroes, and the figures of the Pretender, as sections 2 and 10 have them."""

from __future__ import annotations

import pytest

from companion.checklist import load_checklists
from companion.games.quest_circuit import wealth
from companion.games.quest_circuit.content import Bonuses
from companion.games.quest_circuit.odds import Side
from companion.games.quest_circuit.pretender import Fitting, Road, medal, road, table, threat
from companion.games.quest_circuit.vitals import (
    crowded,
    max_health,
    max_mana,
    totals,
    wounds_after_levels,
    wounds_within,
)
from companion.words import LANGUAGES, catalogue
from tests.unit.quest_circuit.quest_cards import CONTENT, PACKAGE

LEVELS = table().levels

# heroes


def test_QC_EX_09_a_new_hero() -> None:
    bonuses = Bonuses(health=4, mana=2)
    assert (max_health(1, bonuses), max_mana(1, bonuses)) == (5, 3)


def test_QC_EX_13_a_level_in_a_quest_leaves_the_wounds_as_they_are() -> None:
    before, after = max_health(1, Bonuses(health=4)), max_health(wealth.gained(1, 8, 5)[0], Bonuses(health=4))
    assert (before, after) == (5, 6)
    assert after - wounds_after_levels(before - 3, 1, plus_one=True) == 4
    # the setting levelup_current_health: none
    assert after - wounds_after_levels(before - 3, 1, plus_one=False) == 3


def test_QC_SETUP_02_maxima_have_a_floor() -> None:
    assert (max_health(1, Bonuses(health=-4)), max_mana(1, Bonuses(mana=-4))) == (1, 0)


def test_QC_GEAR_04_innate_and_equipped_bonuses_are_added() -> None:
    archer = CONTENT.heroes["fen-archer"]
    found = totals(CONTENT, archer, ["spiked-mail", "hawk-charm"])
    assert found == Bonuses(health=6, mana=1, attack=1, shot=2, security=2)
    assert totals(CONTENT, archer, []) == archer.bonuses


def test_QC_GEAR_05_taking_something_off_never_kills() -> None:
    assert wounds_within(6, 5) == 4
    assert wounds_within(2, 5) == 2
    assert wounds_within(3, 1) == 0


def test_each_house_slot_takes_one_card_and_a_companion_none() -> None:
    assert crowded(CONTENT, ["broad-axe", "scale-vest", "learned-mouse"]) is None
    assert crowded(CONTENT, ["broad-axe", "scale-vest", "short-blade"]) == "melee"


# the Pretender


def test_QC_SOLO_04_the_table_of_the_levels() -> None:
    rows = [
        (level.health, level.attack, level.speed, level.road, level.gear, level.threshold, level.patience, level.duel)
        for level in LEVELS.values()
    ]
    assert list(LEVELS) == ["squire", "knight", "champion", "legend"]
    assert rows == [
        (4, 0, 0, 0, 3, 60, 30, None),
        (4, 1, 0, 0, 3, 60, 26, None),
        (5, 1, 0, 1, 4, 55, 22, 5),
        (5, 1, 1, 2, 4, 50, 18, 4),
    ]


def test_QC_SOLO_04_it_shoots_from_gear_two_on() -> None:
    knight = LEVELS["knight"]
    assert knight.side(2, 1) == Side(6, 2, None)
    assert knight.side(3, 2, wounds=4) == Side(3, 3, 1)


def test_QC_SOLO_10_it_always_may_take_a_step() -> None:
    assert [LEVELS[key].distance(3) for key in LEVELS] == [3, 3, 3, 4]


def test_QC_SOLO_11_it_goes_for_the_goal_by_its_chance_or_when_it_has_waited_long_enough() -> None:
    champion = LEVELS["champion"]
    assert [champion.goes_for_goal(chance, 1) for chance in (0.54, 0.55, 1)] == [False, True, True]
    assert [champion.goes_for_goal(0, turn) for turn in (21, 22)] == [False, True]
    assert [[level.duels(die) for die in (3, 4, 5, 6)] for level in LEVELS.values()] == [
        [False] * 4,
        [False] * 4,
        [False, False, True, True],
        [False, True, True, True],
    ]


@pytest.mark.parametrize(
    ("key", "road_level", "die", "expected"),
    [
        ("squire", 1, 1, Road(2, 3, 0, 0, True)),
        ("squire", 1, 2, Road(3, 2, 2, 0)),
        ("knight", 2, 4, Road(6, 1, 2, 0)),
        # a 6 gives a Gear of its own
        ("knight", 1, 6, Road(7, 0, 3, 1)),
        ("champion", 2, 4, Road(7, 0, 3, 0)),
        # and never a second
        ("legend", 3, 6, Road(11, 0, 4, 1)),
    ],
)
def test_QC_SOLO_12_the_road_table(key: str, road_level: int, die: int, expected: Road) -> None:
    assert road(LEVELS[key], road_level, die, 0, 4) == expected


def test_QC_SOLO_12_gear_stops_at_its_limit() -> None:
    assert road(LEVELS["squire"], 5, 6, 3, 3).gear == 0
    assert road(LEVELS["squire"], 5, 6, 2, 3).gear == 1


def test_QC_SOLO_16_the_threat_is_the_chance_against_the_goal_as_it_stands() -> None:
    knight = LEVELS["knight"]
    fresh, wounded = (threat(knight, 3, 2, Side(health, 2, 0)) for health in (10, 5))
    assert 0 < fresh < wounded < 1
    # section 6.4 has no row for Shot 1: between no Shot and Shot 2 for Health 7 and Attack 3
    assert 0.7021 < fresh < 0.8213


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("squire", Fitting(2, 2, 5)),
        ("knight", Fitting(2, 1, 4)),
        ("champion", Fitting(2, 2, 6)),
        ("legend", Fitting(2, 2, 6)),
    ],
)
def test_QC_SOLO_22_it_is_refitted_after_its_rival(key: str, expected: Fitting) -> None:
    assert LEVELS[key].refit(3, 3) == expected
    assert LEVELS[key].refit(1, -1).level == 1
    assert LEVELS[key].refit(1, -1).gear == 0


def test_QC_SOLO_24_the_medals_of_the_time_trial() -> None:
    assert [medal(turns) for turns in (13, 14, 18, 19, 25, 26)] == [
        "gold",
        "silver",
        "silver",
        "bronze",
        "bronze",
        None,
    ]


# set-up


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("mode", "steps"), [("multi", 7), ("solo", 7)])
def test_the_checklist_of_set_up(lang: str, mode: str, steps: int) -> None:
    (setup,) = load_checklists(PACKAGE)
    words = catalogue(lang, PACKAGE)
    for face_up in ("yes", "no"):
        told = setup.words({"mode": mode, "goal_face_up": face_up}, 2)
        assert len(told) == steps
        assert all(words.say(step) for step in told)
