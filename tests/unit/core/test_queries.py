"""Questions about odds: fields read strictly, and answers as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from companion.canonical import plain
from companion.game import games
from companion.moves import Choice, Field
from companion.queries import Answer, Query, ask
from companion.refusals import Refusal, Unreadable
from companion.words import LANGUAGES, Word, catalogue

LABEL = Word("name", {"name": "x"})


def rope(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    if given["length"] == 13:
        raise Refusal("read.range", field="length", low=0, high=12, got=13)
    return (Answer("holds", Fraction(given["length"], 20)), Answer("given", given["end"] is not None, "flag"))


ROPE = Query(
    "rope",
    (
        Field("length", "int", LABEL, 0, 20),
        Field("knots", "int", LABEL, 0, 9, default=2),
        Field("end", "choice", LABEL, choices=(Choice("frayed", LABEL), Choice("cut", LABEL)), optional=True),
    ),
    rope,
)


@pytest.mark.parametrize(
    ("data", "key", "field"),
    [
        ({}, "read.missing", "--length"),
        ({"length": 21}, "read.range", "--length"),
        ({"length": "5"}, "read.type", "--length"),
        ({"length": True}, "read.type", "--length"),
        ({"length": 5, "colour": 1}, "read.unknown", "--colour"),
        ({"length": 5, "end": "gone"}, "read.choice", "--end"),
        # what the game itself refuses is told by the same name
        ({"length": 13}, "read.range", "--length"),
    ],
)
def test_a_field_that_is_wrong_is_refused_by_the_name_it_was_given(data: dict[str, Any], key: str, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        ask(ROPE, data, lambda name: f"--{name}")
    assert (caught.value.key, caught.value.field) == (key, field)


def test_what_is_left_out_takes_its_default() -> None:
    seen: list[Mapping[str, Any]] = []
    query = Query("rope", ROPE.fields, lambda given: seen.append(given) or ())
    ask(query, {"length": 4})
    assert seen == [{"length": 4, "knots": 2, "end": None}]


def test_exact_numbers_are_fractions_and_rounded_ones_decimals() -> None:
    answers = (
        Answer("a", Fraction(21, 31)),
        Answer("b", Fraction(4), "number"),
        Answer("c", 0.05521351909545257),
        Answer("d", None, "number"),
        Answer("e", {1: Fraction(1, 2), 2: 0.5}, "chances"),
        Answer("f", False, "flag"),
    )
    assert [plain(answer) for answer in answers] == [
        "21/31",
        "4",
        "0.0552135191",
        None,
        {"1": "1/2", "2": "0.5"},
        False,
    ]


def test_an_unknown_field_names_the_known_ones() -> None:
    with pytest.raises(Unreadable) as caught:
        ask(ROPE, {"lenght": 4})
    assert caught.value.args_["known"] == "length, knots, end"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_of_every_game_has_its_words(lang: str) -> None:
    count = 0
    for game in games().values():
        words = catalogue(lang, game.package)
        for query in game.queries:
            told = [query.name, *(field.label for field in query.fields)]
            required = {field.name: _some(field) for field in query.fields if field.default is None}
            told += [query.label(answer) for answer in ask(query, required)]
            assert all(words.say(word) for word in told)
            count += 1
    assert count >= 3


def _some(field: Field) -> Any:
    return field.choices[0].value if field.choices else field.max
