"""Questions about odds that a game answers exactly: declared by the game, asked by the command, a page or a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from companion.canonical import Plain
from companion.moves import Field
from companion.refusals import Refusal, Unreadable
from companion.words import Word

Number = Fraction | float | int
"""What an answer says: a Fraction or a whole number is exact, a float is rounded."""


class Answer(Struct, frozen=True):
    """One line of an answer.

    `kind`: a `chance` from 0 to 1, a `number` such as an expected one, `chances` of several numbers by number, or a
    `flag`. None: there is no such number here (what is left after a win that never comes).
    """

    key: str
    value: Number | Mapping[int, Number] | None
    kind: Literal["chance", "number", "chances", "flag"] = "chance"

    def __plain__(self) -> Plain:
        if isinstance(self.value, Mapping):
            return {str(number): plain_number(chance) for number, chance in self.value.items()}
        return self.value if self.value is None or self.kind == "flag" else plain_number(self.value)


def plain_number(number: Number) -> str:
    """An exact number as a fraction (`21/31`, `4`), a rounded one as a decimal (`0.0552135`)."""
    return f"{number:.10g}" if isinstance(number, float) else str(Fraction(number))


class Query(Struct, frozen=True):
    """A question: its key, the fields that a person fills in, and what answers it.

    Its words are `query.<key>.name`, and `query.<key>.tell.<answer>` for each line of the answer. `answer` is given a
    value for every field (None for an optional one that is left out) and raises Refusal for what cannot be together.
    """

    key: str
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, Any]], tuple[Answer, ...]]

    @property
    def name(self) -> Word:
        return Word(f"query.{self.key}.name")

    def label(self, answer: Answer) -> Word:
        return Word(f"query.{self.key}.tell.{answer.key}")


def ask(query: Query, data: Mapping[str, Plain], told: Callable[[str], str] = str) -> tuple[Answer, ...]:
    """The answer to a question; fields that are left out take their default.

    `told` is how the name of a field is written where it was filled in. Raises Unreadable for an unknown or missing
    field, a wrong type, or a value that the field does not take.
    """
    fields = {field.name: field for field in query.fields}
    for name in data:
        if name not in fields:
            raise Unreadable("read.unknown", field=told(name), known=", ".join(map(told, fields)))
    given = {name: _value(field, data.get(name), told(name)) for name, field in fields.items()}
    try:
        return query.answer(given)
    except Refusal as caught:
        if caught.field not in fields:
            raise
        raise type(caught)(caught.key, rule=caught.rule, **{**caught.args_, "field": told(caught.field)}) from caught


def _value(field: Field, value: Plain, where: str) -> Plain:
    if value is None:
        if field.default is None and not field.optional:
            raise Unreadable("read.missing", field=where)
        return field.default
    if field.kind == "int":
        return _whole(field, value, where)
    choices = [choice.value for choice in field.choices]
    if choices and value not in choices:
        raise Unreadable("read.choice", field=where, choices=", ".join(map(str, choices)), got=str(value)[:40])
    return value


def _whole(field: Field, value: Plain, where: str) -> int:
    if type(value) is not int:
        raise Unreadable("read.type", field=where, expected=Word("kind.int"), got=str(value)[:40])
    low, high = field.min, field.max
    if (low is not None and value < low) or (high is not None and value > high):
        raise Unreadable("read.range", field=where, low=low, high=high, got=str(value)[:40])
    return value
