"""Questions about odds that need no table: landing a goal, and colours out of the bag."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.bag import Bag
from companion.games.roll_player.content import DICE, Goal
from companion.games.roll_player.odds import chosen_odds, land_odds
from companion.moves import Choice, Field
from companion.odds import count_odds
from companion.queries import Answer, Query
from companion.refusals import Unreadable
from companion.words import Word

OTHERS = sum(DICE.values())
MOST_SCORE = 40


def _number(query: str, name: str, low: int, high: int, default: int | None = None, *, optional: bool = False) -> Field:
    return Field(name, "int", Word(f"query.{query}.ask.{name}"), low, high, default=default, optional=optional)


def _goal(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    low, high, score, dice = (given[name] for name in ("low", "high", "score", "dice"))
    if high is not None and high < low:
        raise Unreadable("read.range", field="high", low=low, high=MOST_SCORE, got=high)
    goal = Goal("min" if high is None else "range", low, high, 0)
    return (
        Answer("placed", land_odds(goal, score, dice)),
        Answer("chosen", chosen_odds(goal, score, dice, given["among"])),
    )


def _colour(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    color, dice = given["colour"], given["dice"]
    left = DICE[color] if given["left"] is None else given["left"]
    others = OTHERS - DICE[color] if given["others"] is None else given["others"]
    if left + others < dice:
        raise Unreadable("read.range", field="dice", low=1, high=left + others, got=dice)
    chances = count_odds(Bag.of({color: left, "others": others}), color, dice)
    mean = sum((number * chance for number, chance in enumerate(chances)), Fraction(0))
    return (
        Answer("some", 1 - chances[0]),
        Answer("mean", mean, "number"),
        Answer("each", dict(enumerate(chances)), "chances"),
    )


QUERIES = (
    Query(
        "goal",
        (
            _number("goal", "low", 0, MOST_SCORE),
            _number("goal", "high", 0, MOST_SCORE, optional=True),
            _number("goal", "score", -9, MOST_SCORE, 0),
            _number("goal", "dice", 0, 3, 3),
            _number("goal", "among", 1, 6, 3),
        ),
        _goal,
    ),
    Query(
        "colour",
        (
            Field(
                "colour",
                "choice",
                Word("query.colour.ask.colour"),
                choices=tuple(Choice(color, Word(f"colour.{color}.name")) for color in DICE),
            ),
            _number("colour", "dice", 1, 5, 3),
            _number("colour", "left", 0, OTHERS, optional=True),
            _number("colour", "others", 0, OTHERS, optional=True),
        ),
        _colour,
    ),
)
