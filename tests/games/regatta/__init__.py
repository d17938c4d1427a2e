"""Regatta: paper boats on a brook. What the game declares, and its rules under the names that every game has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.bag import Bag
from companion.chance import Chance
from companion.checklist import Checklist, load_checklists
from companion.game import Game, Option, SeatInfo
from companion.moves import Form, IllegalMove, Move
from companion.panels import Aid, Placed
from companion.reading import read
from companion.scoring import Result
from companion.view import Viewer, allow
from companion.words import Word, word
from regatta.adjustables import ADJUSTABLES
from regatta.moves import Moor, Roll
from regatta.opponents import GUST, OPPONENTS, QUERIES, aid
from regatta.panels import panels
from regatta.rules import Outcome, check, legal, moor, roll
from regatta.scoring import SHEET, finish
from regatta.state import Boat, Landing, State


def played(options: Mapping[str, Any]) -> bool:
    """Whether the phone plays along: not where it only adds up or lends dice."""
    return str(options["mode"]) == "multi"


class Regatta:
    key, package, rules, accent = "regatta", "regatta", 1, "#1f6f8b"
    seats, dice_bag = range(2, 7), Bag.of({"white": 2})
    options = (
        Option("mode", "choice", ("multi", "score", "bag"), "multi"),
        Option("set", "choice", ("own",), "own"),
        Option("water", "choice", tuple(GUST), "calm", when=played),
        Option("dice", "choice", ("digital", "physical"), "digital", when=lambda options: options["mode"] != "score"),
    )
    moves_types, scores = (Roll, Moor), SHEET
    opponents, queries, adjustables = OPPONENTS, QUERIES, ADJUSTABLES

    @property
    def checklists(self) -> tuple[Checklist, ...]:
        return load_checklists(self.package)

    def seats_for(self, options: Mapping[str, Any]) -> range:
        return self.seats if played(options) else range(1, 7)

    def content(self, records: Mapping[str, Any], hash_: str, options: Mapping[str, Any]) -> tuple[Landing, ...]:
        landings = read(Mapping[str, Landing], records["landings"], "landings")
        return tuple(sorted(landings.values(), key=lambda landing: landing.at))

    def open(self, options: Mapping[str, Any], seats: tuple[SeatInfo, ...], content: tuple[Landing, ...]) -> State:
        boats = tuple(Boat(seat, info.name) for seat, info in enumerate(seats, 1))
        return State(content, GUST[options["water"]], boats)

    def moves(self, state: State, seat: int) -> Iterator[Move]:
        return legal(state, seat)

    def forms(self, state: State, seat: int) -> Iterator[Form]:
        return iter(())

    def play(self, state: State, seat: int, move: Move, luck: Chance) -> Outcome:
        if move not in legal(state, seat):
            raise IllegalMove("not_now", rule="RG-TURN")
        me = state.boat(seat)
        return roll(state, me, luck) if isinstance(move, Roll) else moor(state, me)

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.turn else ()

    def phase(self, state: State) -> str:
        return "race" if state.turn else "end"

    def label(self, state: State, seat: int, move: Move) -> Word:
        boat = state.boat(seat)
        return word(f"move.{move.type}", n=min(boat.at + state.drift, state.end))

    def prompt(self, state: State, seat: Viewer) -> Word:
        if not state.turn:
            return word("prompt.end")
        if seat != state.turn:
            return word("prompt.wait", name=state.boat(state.turn).name)
        there = state.boat(state.turn).at + state.drift >= state.end
        return word("prompt.lake" if there else "prompt.decide" if state.drift else "prompt.roll")

    def thing(self, content: tuple[Landing, ...], name: str) -> Word:
        return Word(f"colour.{name}.name")

    def view(self, state: State, viewer: Viewer) -> State:
        return allow(state, "landings", "gust", "boats", "turn", "round", "drift", "picked")

    def panels(self, seen: State, viewer: Viewer) -> tuple[Placed, ...]:
        return panels(seen, viewer)

    def aid(self, seen: State, viewer: Viewer) -> Aid:
        return aid(seen, viewer)

    def result(self, state: State) -> Result | None:
        if state.turn:
            return None
        heroes = {boat.seat: finish(state.landings, boat.at, boat.lilies) for boat in state.boats}
        return SHEET.result(heroes, {boat.seat: boat.name for boat in state.boats})

    def check(self, state: State) -> None:
        check(state)


game: Game = Regatta()
