"""The rule book: every id in both languages, and figures that are those of the calculator."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from companion.games.quest_circuit.contests import hero_shot
from companion.games.quest_circuit.odds import Side, fight_odds
from companion.rulebook import find, rulebook
from companion.words import LANGUAGES
from tests.unit.quest_circuit.quest_cards import PACKAGE

# how many rules and worked examples the specification has of each kind
GROUPS = {
    "SETUP": 10, "TURN": 3, "GEAR": 7, "MOVE": 10, "PLAY": 11, "LOCK": 3, "TRAP": 5, "FIGHT": 17, "DEATH": 3, "XP": 6,
    "TRADE": 6, "END": 5, "EX": 43, "SOLO": 16,
}  # fmt: skip


def numbers(text: str) -> list[str]:
    """Every number of a text as English writes it."""
    return re.findall(r"\d+(?:[.,/]\d+)?", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_of_the_specification_is_a_heading_with_a_text(lang: str) -> None:
    rules = [rule for rule in rulebook(PACKAGE, lang) if rule.id]
    assert Counter(rule.id.split("-")[1] for rule in rules) == GROUPS
    assert len({rule.id for rule in rules}) == 145
    assert len({rule.title for rule in rules}) == 145
    assert all(rule.title and rule.text for rule in rules)


def test_both_books_tell_the_same_in_the_same_order() -> None:
    english, russian = (rulebook(PACKAGE, lang) for lang in LANGUAGES)
    assert [rule.id for rule in english] == [rule.id for rule in russian]
    for ours, theirs in zip(english, russian, strict=True):
        if ours.id.startswith("QC-EX"):
            said = Counter(number.replace(",", ".") for number in numbers(theirs.text))
            assert {n for n in numbers(ours.text) if "/" in n} <= set(said), ours.id


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", range(23, 38))
def test_the_odds_in_the_book_are_those_of_the_calculator(lang: str, number: int) -> None:
    (rule,) = find(rulebook(PACKAGE, lang), f"QC-EX-{number}")
    found = re.match(r"H (\d+), M (\d+), A (\d+), B (\d+)", rule.text)
    assert found is not None
    health, foe, attack, against = map(int, found.groups())
    shots = {31: (1, 0), 32: (1, 0), 33: (1, None), 34: (0, 0)}.get(number, (0, None))
    win = fight_odds(Side(health, attack, hero_shot(shots[0])), Side(foe, against, shots[1])).win
    told = [Fraction(text) for text in numbers(rule.text) if "/" in text]
    if number in (36, 37):
        assert (told, win) == ([], Fraction(37 - number))
    else:
        assert told[0] == win


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_is_found_by_its_words(lang: str) -> None:
    question = {"en": "empty cells", "ru": "пустые клетки"}[lang]
    assert "QC-MOVE-05" in [rule.id for rule in find(rulebook(PACKAGE, lang), question)[:3]]


def test_the_russian_book_uses_no_latin_words_but_symbols() -> None:
    text = "\n".join(rule.text for rule in rulebook(PACKAGE, "ru"))
    assert set(re.findall(r"[A-Za-z]{2,}", re.sub(r"QC(?:-[A-Z0-9]+)+", "", text))) == set()
