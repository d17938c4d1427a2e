"""Scoring at the table: people who played without us enter what they have, each on a phone or all on one, and the host
reveals who won. A game of its own for every game that has a score sheet; the calculator is the same with one seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Struct, field
from msgspec.structs import replace

from companion.canonical import Plain
from companion.chance import Chance
from companion.game import Event, SeatInfo
from companion.moves import Choice, Field, Form, IllegalMove, Move
from companion.panels import Checklist, Note, Placed, Tick
from companion.reading import Length, nested
from companion.refusals import Unreadable
from companion.scoring import Hero, Input, Line, Result
from companion.side_table import SideTable
from companion.view import Unknown, Viewer, allow
from companion.words import Word, word

Value = bool | int | Annotated[str, Length(60)] | None


class Enter(Move, frozen=True):
    """Enter values by their places in the score file; null takes one away."""

    type, secret = "enter", "sheet"
    values: Mapping[Annotated[str, Length(60)], Value]


class EnterOne(Move, frozen=True):
    """Enter one value: what a form posts. A flag is 1 or 0."""

    type, secret = "enter_one", "sheet"
    field: Annotated[str, Length(60)]
    value: Value


class Ready(Move, frozen=True):
    """This sheet is complete."""

    type = "ready"


class NotReady(Move, frozen=True):
    """Something is still to be changed on this sheet."""

    type = "not_ready"


class Reveal(Move, frozen=True):
    """Show everybody the places."""

    type = "reveal"
    host_only: ClassVar[bool] = True


class Sheet(Struct, frozen=True):
    """What one player has entered, by place in the score file."""

    seat: int
    name: str
    values: Mapping[str, Plain] = field(default_factory=dict)
    ready: bool = False


class State(Struct, frozen=True):
    """All sheets; nobody sees another's numbers before they are revealed."""

    content: Any
    options: Mapping[str, Plain]
    sheets: tuple[Sheet, ...]
    revealed: bool = False

    def sheet(self, seat: int) -> Sheet:
        return self.sheets[seat - 1]

    def change(self, seat: int, **changes: Any) -> State:
        new = replace(self.sheet(seat), **changes)
        return replace(self, sheets=(*self.sheets[: seat - 1], new, *self.sheets[seat:]))


class Tally(SideTable, frozen=True):
    """The scoring table of a game: the game's own declarations, and moves that fill in sheets."""

    @property
    def moves_types(self) -> tuple[type[Move], ...]:
        return (Enter, EnterOne, Ready, NotReady, Reveal)

    def open(self, options: Mapping[str, Plain], seats: tuple[SeatInfo, ...], content: Any) -> State:
        sheets = tuple(Sheet(number, seat.name) for number, seat in enumerate(seats, 1))
        return State(content, dict(options), sheets)

    def inputs(self, state: State) -> dict[str, Input]:
        """What is asked for, by its place in the score file."""
        found = self.game.scores.inputs(state.content, state.options)
        return {entry.key: entry for entry in found}

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        sheet = state.sheet(seat)
        if state.revealed:
            raise IllegalMove("game.over")
        if isinstance(move, Enter | EnterOne):
            return self._enter(state, sheet, self._values(state, move))
        if isinstance(move, Reveal):
            missing = [s.name for s in state.sheets if not s.ready]
            if missing:
                raise IllegalMove("tally.not_ready", names=missing)
            return replace(state, revealed=True), (Event(word("tally.event.revealed")),)
        wanted = isinstance(move, Ready)
        if sheet.ready == wanted:
            raise IllegalMove("tally.already")
        if wanted:
            self._complete(state, seat)
        key = "tally.event.ready" if wanted else "tally.event.not_ready"
        return state.change(seat, ready=wanted), (Event(word(key, name=sheet.name)),)

    def _values(self, state: State, move: Enter | EnterOne) -> Mapping[str, Value]:
        if isinstance(move, Enter):
            return move.values
        asked = self.inputs(state).get(move.field)
        flag = asked is not None and asked.kind == "flag" and type(move.value) is int and move.value in (0, 1)
        return {move.field: bool(move.value) if flag else move.value}

    def _complete(self, state: State, seat: int) -> None:
        """Raises IllegalMove where the values of a sheet do not go together."""
        try:
            self.hero(state, seat)
        except Unreadable as caught:
            raise IllegalMove(caught.key, rule=caught.rule, **caught.args_) from caught

    def _enter(self, state: State, sheet: Sheet, entered: Mapping[str, Value]) -> tuple[State, tuple[Event, ...]]:
        if sheet.ready:
            raise IllegalMove("tally.is_ready")
        known, values = self.inputs(state), dict(sheet.values)
        for key, value in entered.items():
            if key not in known:
                raise IllegalMove("read.unknown", field=f"values.{key}", known=", ".join(known))
            if value is None:
                values.pop(key, None)
            else:
                values[key] = checked(known[key], value)
        state = state.change(sheet.seat, values=values)
        labels = [known[key].label for key in entered]
        return state, (Event(word("tally.event.enter", name=sheet.name, fields=labels)),)

    def hero(self, state: State, seat: int) -> Hero:
        """What has been entered, as the score sheet reads it; what is missing has its default."""
        defaults = {e.key: e.default for e in self.inputs(state).values() if e.default is not None}
        return self.game.scores.read(nested({**defaults, **state.sheet(seat).values}), state.content)

    def moves(self, state: State, seat: int) -> Iterator[Move]:
        if state.revealed:
            return
        if all(sheet.ready for sheet in state.sheets):
            yield Reveal()
        yield NotReady() if state.sheet(seat).ready else Ready()

    def forms(self, state: State, seat: int) -> Iterator[Form]:
        if state.revealed or state.sheet(seat).ready:
            return
        for entry in self.inputs(state).values():
            yield Form("enter_one", entry.label, (_field(entry),), {"field": entry.key})

    def label(self, state: State, seat: int, move: Move) -> Word:
        if isinstance(move, Enter | EnterOne):
            known, entered = self.inputs(state), self._values(state, move)
            return word("tally.move.enter", fields=[known[key].label for key in entered if key in known])
        return Word(f"tally.move.{move.type}")

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.revealed:
            return ()
        waiting = tuple(sheet.seat for sheet in state.sheets if not sheet.ready)
        return waiting or tuple(sheet.seat for sheet in state.sheets)

    def phase(self, state: State) -> str:
        return "finished" if state.revealed else "scoring"

    def prompt(self, state: State, seat: Viewer) -> Word:
        result = self.result(state)
        if result is not None:
            return result.verdict({sheet.seat: sheet.name for sheet in state.sheets})
        missing = [sheet.name for sheet in state.sheets if not sheet.ready]
        if not missing:
            return word("tally.prompt.reveal")
        if seat is not None and not state.sheet(seat).ready:
            return word("tally.prompt.enter")
        return word("tally.prompt.wait", names=missing)

    def view(self, state: State, viewer: Viewer) -> State:
        """Whether others are ready is shown; their numbers are not, until the host reveals them."""
        if state.revealed:
            return state
        sheets = tuple(
            sheet if sheet.seat == viewer else allow(sheet, "seat", "name", "ready", values=Unknown(len(sheet.values)))
            for sheet in state.sheets
        )
        return allow(state, "content", "options", "revealed", sheets=sheets)

    def panels(self, view: State, viewer: Viewer) -> tuple[Placed, ...]:
        if view.revealed:
            return tuple(self._revealed(view, viewer))
        ticks = tuple(Tick(word("name", name=sheet.name), sheet.ready) for sheet in view.sheets)
        found = [Placed(Checklist("ready", word("tally.panel.ready"), ticks), "board")]
        if viewer is not None:
            found.append(Placed(self._breakdown(view, viewer, word("tally.panel.so_far")), "mine"))
        return tuple(found)

    def _revealed(self, state: State, viewer: Viewer) -> Iterator[Placed]:
        """How ties were broken, then everybody's points; of a seat's own none is folded away."""
        result = self.result(state)
        assert result is not None
        if result.told:
            yield Placed(Note("told", word("tally.panel.ties"), result.told), "board")
        for place in result.places:
            args = {"place": place.place, "name": state.sheet(place.seat).name, "n": place.breakdown.total}
            title = Word("tally.panel.place_rank", {**args, "rank": place.rank})
            shown = self._breakdown(state, place.seat, title if place.rank else Word("tally.panel.place", args))
            yield Placed(shown, "board", folded=viewer is not None and place.seat != viewer)

    def _breakdown(self, state: State, seat: int, title: Word) -> Checklist:
        """Every category with its points, each point explained, and near misses; or what does not go together in what
        has been entered so far."""
        ticks: list[Tick] = []
        try:
            hero = self.hero(state, seat)
        except Unreadable as caught:
            return Checklist(f"result.{seat}", title, (Tick(Word(caught.key, caught.args_), tone="bad"),))
        breakdown = self.game.scores.breakdown(hero)
        for category in self.game.scores.shown(state.options, len(state.sheets), (breakdown,)):
            ticks += explained(category.key, breakdown.lines[category.key])
        ticks += [Tick(said, tone="accent") for said in self.game.scores.advice(hero)]
        total = Tick(word("score.total"), True, breakdown.total, "accent")
        return Checklist(f"result.{seat}", title, (*ticks, total))

    def result(self, state: State) -> Result | None:
        if not state.revealed:
            return None
        heroes = {sheet.seat: self.hero(state, sheet.seat) for sheet in state.sheets}
        return self.game.scores.result(heroes, {sheet.seat: sheet.name for sheet in state.sheets})


def explained(key: str, line: Line) -> list[Tick]:
    """A category with its points, why they are that many, and near misses."""
    ticks = [Tick(Word(f"score.{key}"), True, line.points, "bad" if line.points < 0 else "plain")]
    ticks += [Tick(said, tone="quiet") for said in line.because]
    return ticks + [Tick(said, tone="bad") for said in line.near]


def checked(entry: Input, value: Plain) -> Plain:
    """A value if the input takes it. Raises IllegalMove naming what would be right."""
    about = {"field": f"values.{entry.key}", "label": entry.label, "got": value}
    if entry.kind == "flag":
        if not isinstance(value, bool):
            raise IllegalMove("tally.flag", **about)
    elif entry.kind == "int":
        if type(value) is not int or not entry.min <= value <= entry.max:
            raise IllegalMove("tally.range", **about, low=entry.min, high=entry.max)
    elif entry.kind == "choice":
        known = [choice for choice, _ in entry.choices]
        if value not in known or isinstance(value, bool):
            raise IllegalMove("tally.choice", **about, choices=[label for _, label in entry.choices])
    elif entry.kind == "die":
        letters = [str(choice) for choice, _ in entry.choices]
        faces = [str(face) for face in range(entry.min, entry.max + 1)]
        if not isinstance(value, str) or value[:1] not in letters or value[1:] not in faces:
            raise IllegalMove("tally.die", **about, letters=" ".join(letters), low=entry.min, high=entry.max)
    elif not isinstance(value, str):
        raise IllegalMove("tally.text", **about)
    return value


def _field(entry: Input) -> Field:
    choices = tuple(Choice(value, label) for value, label in entry.choices)
    match entry.kind:
        case "int":
            return Field("value", "int", entry.label, entry.min, entry.max, default=entry.default)
        case "flag":
            yes, no = Choice(1, word("tally.yes")), Choice(0, word("tally.no"))
            return Field("value", "choice", entry.label, choices=(yes, no), default=entry.default)
        case "choice":
            return Field("value", "choice", entry.label, choices=choices, default=entry.default)
    return Field("value", "text", entry.label)
