"""The rule book: parsed into rules, and found again by id or by words."""

from __future__ import annotations

import pytest

from companion.game import UnknownName, games
from companion.rulebook import Rule, find, parse, rulebook
from companion.words import LANGUAGES

BOOK = """# The book

Welcome.

## Dice

About dice.

### XX-DICE-01 · Rolling

Roll two dice.

#### A note

It is part of the rule.

### XX-DICE-02 · Перебросить

Кубики бросают ещё раз.

## End

### XX-END-01 · Who wins

Whoever has most. A rolled die counts.
"""


@pytest.fixture
def rules() -> tuple[Rule, ...]:
    return parse(BOOK)


def test_a_rule_is_a_chapter_with_an_id_a_title_and_its_part(rules: tuple[Rule, ...]) -> None:
    assert [(rule.id, rule.title, rule.part) for rule in rules] == [
        ("", "The book", ""),
        ("", "Dice", "Dice"),
        ("XX-DICE-01", "Rolling", "Dice"),
        ("XX-DICE-02", "Перебросить", "Dice"),
        ("XX-END-01", "Who wins", "End"),
    ]
    assert rules[2].text == "Roll two dice.\n\n#### A note\n\nIt is part of the rule."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("XX-DICE-01", ["XX-DICE-01"]),
        (" xx-dice-01 ", ["XX-DICE-01"]),
        ("XX-DICE", ["XX-DICE-01", "XX-DICE-02"]),
        ("rolling", ["XX-DICE-01"]),
        ("ROLLED", ["XX-DICE-01", "XX-END-01"]),
        ("two dice", ["XX-DICE-01"]),
        ("кубик", ["XX-DICE-02"]),
        ("перебросил еще", ["XX-DICE-02"]),
        ("about", [""]),
        ("dragon", []),
        ("dice dragon", []),
    ],
)
def test_a_rule_is_found(rules: tuple[Rule, ...], question: str, expected: list[str]) -> None:
    assert [rule.id for rule in find(rules, question)] == expected


def test_an_id_that_is_not_there_names_the_nearest(rules: tuple[Rule, ...]) -> None:
    with pytest.raises(UnknownName) as caught:
        find(rules, "XX-DICE-03")

    assert "XX-DICE-02" in caught.value.args_["near"]


def test_both_books_of_every_game_have_the_same_rules() -> None:
    for game in games().values():
        books = [[rule.id for rule in rulebook(game.package, lang)] for lang in LANGUAGES]
        assert books[0] == books[1]


def test_a_game_without_a_book_has_none() -> None:
    assert rulebook("companion", "en") == ()
