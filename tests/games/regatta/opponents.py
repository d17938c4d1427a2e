"""Who may take an empty seat, and the odds that they and people look at."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.automa import Decision, Opponent
from companion.chance import Chance
from companion.moves import Choice, Field
from companion.odds import percent_word
from companion.panels import Aid, Remark
from companion.queries import Answer, Query
from companion.view import Viewer
from companion.words import Word, word
from regatta.moves import Moor, Roll
from regatta.rules import SIDES, legal
from regatta.state import MOST, State

GUST = {"calm": 1, "wild": 2}


def gust_odds(gust: int) -> Fraction:
    """The chance that one roll upsets the boat."""
    return Fraction(gust, SIDES)


def gain(gust: int, drift: int) -> Fraction:
    """The steps that one more roll is worth on average: what it may bring, less what it may lose."""
    return Fraction(sum(range(gust + 1, SIDES + 1)), SIDES) - gust_odds(gust) * drift


def frog(seen: State, seat: int, luck: Chance) -> Decision:
    """RG-FROG: it does anything."""
    moves = list(legal(seen, seat))
    return Decision(moves[luck.pick([1] * len(moves))], (word("frog.hops", rule="RG-FROG"),))


def duck(seen: State, seat: int, luck: Chance) -> Decision:
    """RG-DUCK: it rolls on for as long as that is worth something."""
    moves = list(legal(seen, seat))
    if Moor() not in moves:
        return Decision(Roll(), (word("duck.begins", rule="RG-DUCK"),))
    goes_on = Roll() in moves and gain(seen.gust, seen.drift) > 0
    why = word("duck.rolls" if goes_on else "duck.moors", n=seen.drift, rule="RG-DUCK")
    return Decision(Roll() if goes_on else Moor(), (why,))


OPPONENTS = (Opponent("frog", frog, level="easy"), Opponent("duck", duck, level="usual", standard=True))


def aid(seen: State, viewer: Viewer) -> Aid:
    """The chance of a gust, beside the button that rolls."""
    if viewer is None or viewer != seen.turn:
        return Aid()
    return Aid((Remark("roll", word("aid.gust", chance=percent_word(gust_odds(seen.gust)))),))


def _answer(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    gust = GUST[given["water"]]
    return Answer("gust", gust_odds(gust)), Answer("gain", gain(gust, given["drift"]), "number")


QUERIES = (
    Query(
        "roll",
        (
            Field("drift", "int", word("panel.drift"), 0, MOST),
            Field(
                "water",
                "choice",
                word("option.water.name"),
                choices=tuple(Choice(water, Word(f"option.water.{water}")) for water in GUST),
                default="calm",
            ),
        ),
        _answer,
    ),
)
