"""What a seat sees: the same panels on the phone and on the big screen."""

from __future__ import annotations

from companion.panels import Checklist, Meter, Meters, Placed, Row, Slot, Tick, Track
from companion.scoring import Breakdown
from companion.tally import explained
from companion.view import Viewer
from companion.words import Word, word
from regatta.scoring import SHEET, finish
from regatta.state import State


def panels(seen: State, viewer: Viewer) -> tuple[Placed, ...]:
    shown = [Placed(_turn(seen), "board"), *(Placed(track, "board") for track in _boats(seen))]
    shown.append(Placed(_landings(seen), "board"))
    if viewer is not None:
        shown.append(Placed(_score(seen, viewer), "mine"))
    return tuple(shown)


def _turn(seen: State) -> Meters:
    """What is at stake: it is lost to a gust."""
    numbers = {"round": seen.round, "drift": seen.drift, "picked": seen.picked}
    meters = tuple(Meter(key, Word(f"panel.{key}"), number) for key, number in numbers.items())
    return Meters("round", word("panel.turn"), meters)


def _boats(seen: State) -> tuple[Track, ...]:
    return tuple(Track(f"boat.{boat.seat}", word("name", name=boat.name), boat.at, seen.end) for boat in seen.boats)


def _landings(seen: State) -> Row:
    slots = [
        Slot(
            f"landing.{landing.at}",
            word("panel.landing", place=landing.name, at=landing.at),
            (word("score.points", n=landing.points),),
        )
        for landing in seen.landings
    ]
    return Row("landings", word("panel.landings"), tuple(slots))


def _score(seen: State, viewer: int) -> Checklist:
    """The own score as it stands, every point explained."""
    boat = seen.boat(viewer)
    found: Breakdown = SHEET.breakdown(finish(seen.landings, boat.at, boat.lilies))
    ticks = [tick for key, line in found.lines.items() for tick in explained(key, line)]
    return Checklist("score", word("panel.score"), (*ticks, Tick(word("score.total"), True, found.total, "accent")))
