"""P28: whatever is counted is said right, for 0 1 2 5 11 21 22 25, in Russian and in English.

What is right was written down by hand in countable.yaml, and which form a number takes stands here by hand: nothing is
asked of the library that the catalogues use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.words import LANGUAGES, Word, Words, flat, load_yaml

ROOT = Path(__file__).resolve().parents[2]
TABLE: Mapping[str, Mapping[str, Any]] = load_yaml(Path(__file__).parent / "countable.yaml")

# Which of the forms written down stands beside a number: in Russian один, два and пять; in English one and two.
FORMS: Mapping[str, Mapping[int, int]] = {
    "ru": {0: 2, 1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 22: 1, 25: 2},
    "en": {0: 1, 1: 0, 2: 1, 5: 1, 11: 1, 21: 1, 22: 1, 25: 1},
}

STRANGERS = tuple(key for key, row in TABLE["ru"].items() if isinstance(row, Mapping))
"""Games whose rows stand by themselves, under their folder's name: their keys may be those of another game."""


def folders() -> Iterator[tuple[str, Path]]:
    """Every folder of words, and "" or the name of the stranger that it belongs to."""
    for top in ("companion", "printables", "webapp", "tests/games"):
        for path in sorted((ROOT / top).rglob("words")):
            yield path.parent.name if path.parent.name in STRANGERS else "", path


@cache
def entries(lang: str, folder: Path) -> Mapping[str, Any]:
    return flat(load_yaml(folder / f"{lang}.yaml") or {})


def rows(lang: str, owner: str) -> dict[str, list[Any]]:
    table = TABLE[lang]
    found: Mapping[str, Any] = table[owner] if owner else table
    return {key: row for key, row in found.items() if key not in STRANGERS}


CASES = [
    pytest.param(lang, owner, folder, id=f"{lang}-{'-'.join(folder.relative_to(ROOT).parts[:-1])}")
    for lang in LANGUAGES
    for owner, folder in folders()
]


def said(words: Words, entry: Any, key: str, n: int) -> str:
    """The sentence for the number n, which is its own argument."""
    named = re.findall(r"\{(\w+)", entry) if isinstance(entry, str) else [str(entry.get("by", "n"))]
    args = dict.fromkeys(re.findall(r"\{(\w+)", str(entry)), "…") | {named[0]: n}
    return words.say(Word(key, args))


@pytest.mark.parametrize(("lang", "owner", "folder"), CASES)
def test_P28_every_countable_word_takes_the_right_form(lang: str, owner: str, folder: Path) -> None:
    found, table = entries(lang, folder), rows(lang, owner)
    words = Words(lang, found)
    for key in found.keys() & table.keys():
        forms = [form for form in table[key] if isinstance(form, str)]
        own = next((form for form in table[key] if isinstance(form, dict)), {})
        for n, form in FORMS[lang].items():
            expected = own.get(n, forms[form]).format(n)
            sentence = said(words, found[key], key, n)
            # A number stands by itself: "1 звезда" is no part of "21 звезда".
            assert re.search(rf"(?<![\d−]){re.escape(expected)}", sentence), f"{lang} {key}: {sentence!r}"


@pytest.mark.parametrize(("lang", "owner", "folder"), CASES)
def test_P28_no_countable_word_was_left_out_of_the_table(lang: str, owner: str, folder: Path) -> None:
    counted = {key for key, entry in entries(lang, folder).items() if isinstance(entry, Mapping)}

    assert counted - rows(lang, owner).keys() == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_P28_the_table_tells_of_nothing_that_is_not_said(lang: str) -> None:
    for owner in ("", *STRANGERS):
        known = {key for name, folder in folders() if name == owner for key in entries(lang, folder)}

        assert rows(lang, owner).keys() - known == set()


# Things that are counted, as a sentence without forms may not count them: "{n} звезд…".
NOUNS = {
    "ru": r"звезд|звёзд|кубик|карт|жетон|золот|игрок|мест|знак|байт|секунд|исход|совпаден|рук|монет|раунд|страниц|очк",
    "en": r"star|die\b|dice|card|token|player|seat\b|seats|character|byte|second|outcome|match|hand|coin|round|page",
}

# Arguments that are no numbers are no count.
NUMBER = r"\{(?!name|names|card|cards|set|game|row|dice|die|what|color|table|got|field)\w+\}"

# Sentences with a number that can never be one that would need another form, and why.
FIXED = {
    "read.length": "a limit of 60 or 300",
    "words-too-long": "a limit of 64",
    "file.too_large": "a limit of 1,000,000",
    "print.code.long": "a limit of the code",
    "url-too-long": "more than 60 in English, which has one form for these",
    "qr-too-large": "more than 62 in English, which has one form for these",
    "prompt.roll": "one more than players, at least three",
    "prompt.deal_market": "one more than players, at least three",
    "prompt.setup.dice": "six or eight",
    "because.sum": "a value with tenths, in words already",
}


@pytest.mark.parametrize(("lang", "owner", "folder"), CASES)
def test_P28_a_sentence_without_forms_counts_nothing(lang: str, owner: str, folder: Path) -> None:
    counts = re.compile(NUMBER + rf" (?:\w+ ){{0,2}}(?:{NOUNS[lang]})")
    plain = {key: entry for key, entry in entries(lang, folder).items() if isinstance(entry, str)}

    assert {key: entry for key, entry in plain.items() if counts.search(entry) and key not in FIXED} == {}
