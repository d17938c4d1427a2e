"""What the game is asked: the same numbers as the specification, and words in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from companion.canonical import plain
from companion.games.quest_circuit.queries import QUERIES
from companion.queries import ask
from companion.words import LANGUAGES, catalogue


def told(question: str, **given: Any) -> dict[str, Any]:
    query = next(query for query in QUERIES if query.key == question)
    return {answer.key: plain(answer) for answer in ask(query, given)}


def test_QC_EX_26_a_fight_is_answered_in_fractions() -> None:
    assert told("fight", health=1, monster_health=1, attack=1, monster_attack=0) == {
        "win": "21/31",
        "health_left": "21/31",
        "health_left_if_won": "1",
        "monster_left_if_lost": "1",
        "exchanges": "36/31",
        "health_chances": {"1": "21/31"},
        "monster_chances": {"1": "10/31"},
        "exact": True,
    }


def test_QC_EX_31_to_34_who_shoots_is_told_by_what_is_left_out() -> None:
    assert told("fight", health=4, monster_health=3, shot=1, monster_shot=0)["win"] == "190463/279936"
    alike = {"health": 5, "monster_health": 4, "attack": 1, "monster_attack": 1}
    assert told("fight", **alike, shot=1, monster_shot=0)["win"] == "1672854659/2519424000"
    assert told("fight", **alike, shot=1)["win"] == "594611003/839808000"
    assert told("fight", **alike, monster_shot=0)["win"] == "416388169/839808000"


def test_QC_EX_40_to_43_locks_traps_and_the_reach_of_a_roll() -> None:
    assert told("lock", level=2, security=1) == {"open": "5/12"}
    trap = told("trap", level=3, security=1, health=3)
    assert (trap["evade"], trap["damage"], trap["die"]) == ("5/18", "41/18", "5/12")
    assert "die" not in told("trap", level=3)
    assert told("reach", steps=5, speed=1) == {"reach": "1/2"}
    assert told("reach", steps=3) == {"reach": "2/3"}


def test_a_fight_too_large_to_be_exact_says_so() -> None:
    found = told("fight", health=30, monster_health=25)
    assert found["exact"] is False
    assert 0 < float(found["win"]) < 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_and_answer_has_its_words(lang: str) -> None:
    words = catalogue(lang, "companion.games.quest_circuit")
    for query in QUERIES:
        given = {field.name: 3 for field in query.fields}
        told = [query.name, *(field.label for field in query.fields)]
        told += [query.label(answer) for answer in ask(query, given)]
        assert all(words.say(word) for word in told)
