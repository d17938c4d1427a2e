"""Which cards of a deck are printed: by number, by name, by condition.

`4-13`, `7`, `20-`, `4,7,9-12` are numbers as `{n}` tells them; `cost>=3`, `type=weapon`, `text~ring` are conditions;
anything else is a name, in which `*` stands for anything. Several selections add up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase

from companion.refusals import Refusal, nearest
from printables.deck.conditions import Test, Values, compiled

_NUMBERS = r"\s*\d+\s*(?:-\s*\d*\s*)?(?:,\s*\d+\s*(?:-\s*\d*\s*)?)*"
_CONDITION = r"(?s)\s*([^<>=!~]+?)\s*(>=|<=|!=|=|>|<|~)\s*(.*?)\s*"

_HOW = {
    ">=": "at_least",
    "<=": "at_most",
    ">": "more_than",
    "<": "less_than",
    "=": "is",
    "!=": "is_not",
    "~": "contains",
}

Chosen = Callable[[int, str, Values], bool]
"""Whether a card is chosen: its number, its name, and what it holds."""


def chooses(selections: Sequence[str], total: int, names: Iterable[str], fields: Sequence[str]) -> Chosen:
    """The test for some selections of a deck of `total` cards with those names and fields.

    Raises Refusal for numbers that the deck does not have, and UnknownName for a name or a field, with the nearest.
    """
    known = set(names)
    tests = [_test(text, total, known, fields) for text in selections]
    return lambda number, name, values: any(test(number, name, values) for test in tests)


def _test(text: str, total: int, names: set[str], fields: Sequence[str]) -> Chosen:
    if re.fullmatch(_NUMBERS, text):
        return _by_number(text, total)
    found = re.fullmatch(_CONDITION, text)
    if found is not None and text not in names:
        return _by_condition(found[1], found[2], found[3], fields)
    pattern = text.strip().casefold()
    if not any(fnmatchcase(name.casefold(), pattern) for name in names):
        raise nearest("homebrew.only_name", text, names)
    return lambda number, name, values: fnmatchcase(name.casefold(), pattern)


def _by_number(text: str, total: int) -> Chosen:
    spans = []
    for part in text.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        low, high = int(first), int(last) if last else total if dash else int(first)
        if not 1 <= low <= high <= total:
            raise Refusal("homebrew.only_number", got=part, n=total)
        spans.append(range(low, high + 1))
    return lambda number, name, values: any(number in span for span in spans)


def _by_condition(field: str, how: str, wanted: str, fields: Sequence[str]) -> Chosen:
    if field not in fields:
        raise nearest("homebrew.only_field", field, fields)
    test: Test = compiled({field: {_HOW[how]: wanted}})
    return lambda number, name, values: test(values)
