"""The score: once here, and so on the phone's calculator, on the printed pad and in `tableside score`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from companion.reading import Length, read
from companion.refusals import Unreadable
from companion.scoring import Category, Input, Line, Row, ScoreSheet, TieBreak
from companion.words import Word, word
from regatta.state import Landing, Number

PER_LILY = 2


class Sheet(Struct, frozen=True):
    """What a score file says of one player, and what the calculator asks for."""

    name: Annotated[str, Length(60)] = ""
    at: Number = 0
    lilies: Number = 0


class Finish(Struct, frozen=True):
    """What counts at the end: where a boat has come to, the best landing up to there, and its lilies."""

    at: int
    landing: Landing | None
    lilies: int


def finish(landings: tuple[Landing, ...], at: int, lilies: int) -> Finish:
    reached = [landing for landing in landings if landing.at <= at]
    return Finish(at, reached[-1] if reached else None, lilies)


def read_finish(data: Mapping[str, Any], landings: tuple[Landing, ...]) -> Finish:
    """A player of a score file. Raises Unreadable naming the field."""
    sheet: Sheet = read(Sheet, data)
    end = landings[-1].at
    if sheet.at > end:
        raise Unreadable("read.range", field="at", low=0, high=end, got=str(sheet.at))
    return finish(landings, sheet.at, sheet.lilies)


def landing(boat: Finish) -> Line:
    if boat.landing is None:
        return Line(0)
    return Line(boat.landing.points, (word("score.why.landing", place=boat.landing.name),))


def lilies(boat: Finish) -> Line:
    return Line(PER_LILY * boat.lilies, (word("score.why.lilies", n=boat.lilies),) if boat.lilies else ())


def inputs(landings: tuple[Landing, ...], options: Mapping[str, Any]) -> tuple[Input, ...]:
    return (
        Input("at", "int", "boat", Word("input.at"), max=landings[-1].at, default=0),
        Input("lilies", "int", "boat", Word("input.lilies"), max=99, default=0),
    )


SHEET = ScoreSheet(
    categories=(
        Category("landing", landing, rule="RG-LANDING"),
        Category("lilies", lilies, rows=(Row("lilies", boxes=("lilies",)),), rule="RG-LILY"),
    ),
    facts=(Row("at"),),
    tie_breaks=(TieBreak("at", lambda boat: boat.at, "most", "RG-TIE"),),
    read=read_finish,
    record=Sheet,
    inputs=inputs,
)
