"""Conditions: data that is compared, never code that is run.

`{cost: 3}`, `{cost: {at_least: 3, at_most: 5}}`, `{type: {one_of: [sword, bow]}}`, `{any: [...]}`, `{not: {...}}`.
Several fields in one record must all agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.refusals import Refusal
from companion.words import Word
from printables.deck.language import COMPARISONS, GROUPS
from printables.deck.problems import near_word

Values = Callable[[str], str]
"""What a card holds, by the name of the field."""

Test = Callable[[Values], bool]

_NUMBERS: Mapping[str, Callable[[float, float], bool]] = {
    "at_least": lambda held, wanted: held >= wanted,
    "at_most": lambda held, wanted: held <= wanted,
    "more_than": lambda held, wanted: held > wanted,
    "less_than": lambda held, wanted: held < wanted,
}


class NotANumber(Refusal):
    """A field that is compared as a number and holds something else (`column`, `message`)."""


class BadCondition(Refusal):
    """A condition that cannot be read: `message` says why."""


def number(text: str) -> float | None:
    """The number that a text is, with a point or a comma; None if it is none."""
    try:
        found = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
    return found if abs(found) < 1e15 else None


def fields_of(condition: Mapping[str, Any]) -> Iterator[str]:
    """The fields that a condition looks at."""
    for key, value in condition.items():
        if key in GROUPS:
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, Mapping):
                    yield from fields_of(part)
        else:
            yield str(key)


def compiled(condition: Mapping[str, Any], depth: int = 0) -> Test:
    """A condition as a test. Raises BadCondition."""
    if not isinstance(condition, Mapping):
        raise BadCondition("homebrew.condition", message=Word("homebrew.when.record", {}))
    if depth > 10:
        raise BadCondition("homebrew.condition", message=Word("homebrew.when.deep", {}))
    tests = [_part(str(key), value, depth) for key, value in condition.items()]
    if len(tests) == 1:
        return tests[0]
    return lambda values: all(test(values) for test in tests)


def _part(key: str, value: Any, depth: int) -> Test:
    if key == "not":
        test = compiled(value, depth + 1)
        return lambda values: not test(values)
    if key in ("all", "any"):
        if not isinstance(value, list):
            raise BadCondition("homebrew.condition", message=Word("homebrew.when.list", {"name": key}))
        tests = [compiled(part, depth + 1) for part in value]
        whole = all if key == "all" else any
        return lambda values: whole(test(values) for test in tests)
    if not isinstance(value, Mapping):
        return _comparison(key, "is", value)
    found = [_comparison(key, str(how), wanted) for how, wanted in value.items()]
    return lambda values: all(test(values) for test in found)


def _comparison(field: str, how: str, wanted: Any) -> Test:
    if how not in COMPARISONS:
        raise BadCondition("homebrew.condition", message=near_word("homebrew.when.unknown", how, list(COMPARISONS)))
    if how in _NUMBERS:
        return _numeric(field, how, wanted)
    if how == "filled":
        if not isinstance(wanted, bool):
            raise BadCondition("homebrew.condition", message=Word("homebrew.when.flag", {}))
        return lambda values: bool(values(field)) is wanted
    if how == "one_of":
        if not isinstance(wanted, list):
            raise BadCondition("homebrew.condition", message=Word("homebrew.when.list", {"name": how}))
        several = [_text(one) for one in wanted]
        return lambda values: any(_same(values(field), one) for one in several)
    if isinstance(wanted, list | Mapping):
        raise BadCondition("homebrew.condition", message=Word("homebrew.when.value", {"name": how}))
    text = _text(wanted)
    if how == "contains":
        return lambda values: text.casefold() in values(field).casefold()
    equal = how == "is"
    return lambda values: _same(values(field), text) is equal


def _numeric(field: str, how: str, wanted: Any) -> Test:
    limit = number(_text(wanted)) if not isinstance(wanted, list | Mapping | bool) else None
    if limit is None:
        raise BadCondition("homebrew.condition", message=Word("homebrew.when.number", {"name": how}))
    compare = _NUMBERS[how]

    def test(values: Values) -> bool:
        text = values(field)
        if not text:
            return False
        held = number(text)
        if held is None:
            message = Word("homebrew.number", {"got": text[:40]})
            raise NotANumber("homebrew.condition", column=field, message=message)
        return bool(compare(held, limit))

    return test


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _same(held: str, wanted: str) -> bool:
    """Texts are the same in any case of letters, numbers however they are written."""
    if held.casefold() == wanted.casefold():
        return True
    one, other = number(held), number(wanted)
    return one is not None and one == other
