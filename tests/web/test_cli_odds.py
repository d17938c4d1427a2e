"""`tableside odds`: fractions for a program, sentences for people, refusals for both; for any game that asks."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

import pytest
from terminal import ran, told_by

run = partial(ran, "odds")
told = partial(told_by, "odds")


def test_a_goal_is_landed_as_often_as_its_dice_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "roll-player", "goal", "--low", "16", "--high", "17")
    sums = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    assert found["placed"] == str(Fraction(sum(16 <= total <= 17 for total in sums), 216))
    assert Fraction(found["chosen"]) > Fraction(found["placed"])


def test_a_colour_comes_out_of_the_bag_without_replacement(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "roll-player", "colour", "--colour", "red", "--dice", "2", "--left", "3", "--others=7")
    assert found["each"] == {"0": str(Fraction(comb(7, 2), 45)), "1": "7/15", "2": "1/15"}
    assert found["some"] == "8/15"
    assert found["mean"] == "3/5"


def test_another_game_answers_by_the_same_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "pebbles", "wind", "--hops", "3") == {"reach": "2/3"}


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "It carries the pebble so far: 66.7 % (2/3)"), ("ru", "Ветер донесёт камешек: 66,7 % (2/3)")],
)
def test_people_are_told_in_per_cent_and_as_the_fraction_it_is(
    capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    assert said in run(capsys, "pebbles", "wind", "--hops", "3", "--lang", lang)[0]


def test_certain_and_impossible_are_said_only_when_they_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "pebbles", "wind", "--hops", "1", "--lang", "en")
    assert "so far: 100 %" in out
    rare = ("roll-player", "colour", "--colour", "red", "--dice", "5", "--left", "5", "--others", "66", "--lang", "en")
    out, _ = run(capsys, *rare)
    assert "5  under 0.1 %" in out
    out, _ = run(capsys, *rare[:-5], "73", "--others", "0", "--lang", "en")
    assert "0  0 %" in out
    assert "5  100 %" in out


def test_without_a_question_it_lists_what_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "roll-player", "--lang", "en")
    assert "tableside odds roll-player goal" in out
    assert "--low N" in out
    assert "[--high N]" in out
    listed = told(capsys, "roll-player")["questions"]
    assert [question["question"] for question in listed] == ["goal", "colour"]
    low, high = listed[0]["fields"][:2]
    assert (low["required"], low["min"], low["max"]) == (True, 0, 40)
    assert not high["required"]
    assert listed[1]["fields"][0]["choices"] == ["green", "blue", "red", "purple", "black", "white", "gold"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("roll-plaier", "goal"), "roll-player"),
        (("roll-player", "gaol"), "goal"),
        (("roll-player", "goal"), "--low"),
        (("roll-player", "goal", "--low", "x"), "whole number"),
        (("roll-player", "goal", "--low", "99"), "from 0 to 40, not 99"),
        (("roll-player", "goal", "--low", "9", "--high", "4"), "--high must be a whole number from 9"),
        (("roll-player", "goal", "--loww", "9"), "--low, --high"),
        (("roll-player", "goal", "low"), "--NAME VALUE"),
        (("roll-player", "goal", "--low"), "--NAME VALUE"),
        (("roll-player", "colour", "--colour", "pink"), "green, blue"),
        (("roll-player", "colour", "--colour", "red", "--left", "1", "--others", "1"), "--dice"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    _, err = run(capsys, *arguments, "--lang", "en", code=2)
    assert said in err
    assert "Traceback" not in err


def test_a_game_that_answers_nothing_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pebbles import Pebbles

    monkeypatch.setattr(Pebbles, "queries", ())
    for arguments in (("pebbles",), ("pebbles", "wind")):
        assert "pebbles answers no questions" in run(capsys, *arguments, "--lang", "en", code=2)[1]
