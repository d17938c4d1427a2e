"""`tableside odds`: the questions about odds that a game answers, and their answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.canonical import Plain, plain
from companion.game import Game, find_game, nearest
from companion.moves import Field
from companion.queries import Answer, Number, Query, ask, plain_number
from companion.refusals import Refusal
from companion.words import Word, Words
from webapp.commands.terms import program, speak

_LONGEST = 24
"""Characters up to which a fraction is shown beside its decimal; a program is always given the whole."""


def odds(game_key: str, question: str | None, wished: Sequence[str], lang: str, *, as_json: bool) -> str:
    """The answer to a question, or the questions that a game answers if none is asked.

    Raises Refusal for an unknown game or question, and for options that the question does not take.
    """
    game = find_game(game_key)
    words = speak(lang, game)
    if question is None:
        return (
            program({"questions": [_plain(words, query) for query in game.queries]}) if as_json else _all(words, game)
        )
    query = next((query for query in game.queries if query.key == question), None)
    if query is None:
        if not game.queries:
            raise Refusal("cli.odds.none", game=game.key)
        raise nearest("cli.odds.unknown", question, (query.key for query in game.queries))
    answers = ask(query, _given(query, wished), _option)
    if as_json:
        return program({answer.key: plain(answer) for answer in answers})
    return _told(words, query, answers)


def _option(name: str) -> str:
    """The name of a field as it is typed."""
    return f"--{name.replace('_', '-')}"


def _given(query: Query, wished: Sequence[str]) -> dict[str, Plain]:
    """What was typed as `--name value` or `--name=value`, by field."""
    found: dict[str, Plain] = {}
    kinds = {field.name: field.kind for field in query.fields}
    rest = list(wished)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if not name.startswith("--") or not (equals or rest):
            raise Refusal("cli.odds.option", got=name[:40])
        field = name[2:].replace("-", "_")
        typed = value if equals else rest.pop(0)
        whole = kinds.get(field) == "int" and re.fullmatch(r"[+-]?\d{1,9}", typed)
        found[field] = int(typed) if whole else typed
    return found


# For a program


def _plain(words: Words, query: Query) -> dict[str, Plain]:
    return {
        "question": query.key,
        "name": words.say(query.name),
        "fields": [
            {
                "name": field.name,
                "label": words.say(field.label),
                "required": _required(field),
                **{key: value for key, value in _limits(field).items() if value is not None},
            }
            for field in query.fields
        ],
    }


def _limits(field: Field) -> dict[str, Plain]:
    choices = [choice.value for choice in field.choices]
    return {"min": field.min, "max": field.max, "default": field.default, "choices": choices or None}


def _required(field: Field) -> bool:
    return field.default is None and not field.optional


# For people


def _all(words: Words, game: Game) -> str:
    """Every question with its options, those that may be left out in brackets."""
    if not game.queries:
        raise Refusal("cli.odds.none", game=game.key)
    lines: list[str] = []
    for query in game.queries:
        lines += [f"tableside odds {game.key} {query.key}", f"  {words.say(query.name)}"]
        width = max(len(_shape(field)) for field in query.fields)
        lines += [f"    {_shape(field):{width}}  {words.say(field.label)}" for field in query.fields]
        lines.append("")
    return "\n".join(lines).rstrip()


def _shape(field: Field) -> str:
    what = "|".join(str(choice.value) for choice in field.choices) or "N"
    text = f"{_option(field.name)} {what}"
    return text if _required(field) else f"[{text}]"


def _told(words: Words, query: Query, answers: tuple[Answer, ...]) -> str:
    lines = [words.say(query.name)]
    for answer in answers:
        label = words.say(query.label(answer))
        if isinstance(answer.value, Mapping):
            lines.append(f"{label}:")
            width = max((len(str(number)) for number in answer.value), default=0)
            lines += [f"  {number:{width}}  {_chance(words, share)}" for number, share in answer.value.items()]
        elif answer.value is None or answer.kind == "flag":
            lines.append(f"{label}: {words.say(answer.value)}")
        else:
            say = _chance if answer.kind == "chance" else _mean
            lines.append(f"{label}: {say(words, answer.value)}")
    return "\n".join(lines)


def _chance(words: Words, chance: Number) -> str:
    """A chance in per cent with one decimal, and as the fraction it is; 0 and 100 are said only when they are exact."""
    tenths = round(1000 * chance)
    if tenths <= 0 < chance:
        said = words("cli.odds.under", n=_decimal(words, 1, 1))
    elif tenths >= 1000 and chance < 1:
        said = words("cli.odds.over", n=_decimal(words, 999, 1))
    else:
        said = words("cli.odds.percent", n=_decimal(words, tenths, 1) if 0 < chance < 1 else words.say(tenths // 10))
    return f"{said}{_exactly(chance)}"


def _mean(words: Words, number: Number) -> str:
    """A number with two decimals, and as the fraction it is."""
    whole = isinstance(number, int) or (isinstance(number, Fraction) and number.denominator == 1)
    said = words.say(int(number)) if whole else _decimal(words, round(100 * number), 2)
    return f"{said}{_exactly(number)}"


def _decimal(words: Words, parts: int, digits: int) -> str:
    whole, rest = divmod(abs(parts), 10**digits)
    sign = "−" if parts < 0 else ""
    return sign + words.say(Word("cli.odds.decimal", {"whole": whole, "rest": f"{rest:0{digits}}"}))


def _exactly(number: Number) -> str:
    text = plain_number(number)
    return f" ({text})" if "/" in text and len(text) <= _LONGEST else ""
