"""What a game is: the protocol of every game, and the declarations that pages, API and command are made of."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from companion.automa import Opponent
from companion.bag import Bag
from companion.canonical import Plain
from companion.chance import Audience, Chance
from companion.checklist import Checklist
from companion.moves import Field, Form, Move
from companion.panels import Aid, Placed
from companion.queries import Query
from companion.refusals import Refusal
from companion.refusals import UnknownName as UnknownName
from companion.refusals import nearest as nearest
from companion.scoring import Input, Result, ScoreSheet
from companion.view import Viewer
from companion.words import Word

_log = logging.getLogger("tableside.games")

State = Any
Content = Any


class Option(Struct, frozen=True):
    """One thing that is settled before a table starts: the set-up page, the API and `tableside schema` follow it.

    kind `choice` takes one of `choices`, `flags` any subset of them as a list, `int` a whole number from `least` to
    `most`. `when` says for which other options it has a meaning; elsewhere it stays at its default. `usual` gives the
    default where that follows from options that stand before this one. Of the option with `levels` the choices are the
    levels of a solo game, where it is not the player but the rival that has them: `tableside solo --level` names one.
    """

    key: str
    kind: Literal["choice", "flags", "int"]
    choices: tuple[str, ...] = ()
    default: Plain = None
    least: int = 0
    most: int = 0
    when: Callable[[Mapping[str, Plain]], bool] = lambda options: True
    usual: Callable[[Mapping[str, Plain]], Plain] | None = None
    levels: bool = False


class SeatInfo(Struct, frozen=True):
    """Who sits at the table: a name, a colour, and the key of the opponent that plays for an empty seat."""

    name: str
    colour: str | None = None
    automa: str | None = None


class Event(Struct, frozen=True):
    """Something that happened and is told: words, who may hear them, and the tags of the secrets that it opens."""

    word: Word
    to: Audience = None
    opens: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return self.word.key


class Belief(Struct, frozen=True):
    """One value that the phone believes, to be compared with the table: what it is (`input.default`), and what else it
    could be.

    A value that is wrong becomes a change of the adjustable that tells the belief: `settled`, and the right value as
    the field `name`; without a name all values of one adjustable stand together, `{"values": {input.key: value}}`.
    seat: whose it is (None: it lies on the table).
    """

    input: Input
    seat: int | None = None
    settled: Mapping[str, Plain] = field(default_factory=dict)
    name: str | None = None


def _nothing_told(state: State) -> tuple[Belief, ...]:
    return ()


class Adjustable(Struct, frozen=True):
    """Something that the table may set, because the table wins.

    A number is set; a counted thing is moved from one place to another, so that nothing is made or lost. `apply` gives
    the new state and what to tell; it raises IllegalMove where the adjustment has no meaning at all. `beliefs` are the
    values that people compare with the table. `begins`: by this one a game that has already begun is set up.
    """

    key: str
    kind: Literal["set", "move"]
    fields: Callable[[State], tuple[Field, ...]]
    apply: Callable[[State, Mapping[str, Plain]], tuple[State, Event]]
    beliefs: Callable[[State], tuple[Belief, ...]] = _nothing_told
    begins: bool = False


class Game(Protocol):
    """A game: rules as pure functions over immutable states, and declarations.

    Seats are counted from 1. `play` raises IllegalMove; luck is drawn inside it through `chance`. `thing` names what is
    drawn from a bag or a deck.
    """

    @property
    def key(self) -> str: ...
    @property
    def rules(self) -> int: ...
    @property
    def seats(self) -> range: ...
    @property
    def accent(self) -> str: ...
    @property
    def package(self) -> str: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def moves_types(self) -> tuple[type[Move], ...]: ...
    @property
    def scores(self) -> ScoreSheet: ...
    @property
    def dice_bag(self) -> Bag: ...
    @property
    def queries(self) -> tuple[Query, ...]: ...
    @property
    def opponents(self) -> tuple[Opponent, ...]: ...
    @property
    def adjustables(self) -> tuple[Adjustable, ...]: ...
    @property
    def checklists(self) -> tuple[Checklist, ...]: ...
    @property
    def aid(self) -> Callable[[State, Viewer], Aid] | None:
        """The odds of a seat, from its view; None for a game that works out none."""

    def seats_for(self, options: Mapping[str, Plain]) -> range: ...
    def content(
        self, records: Mapping[str, Mapping[str, Plain]], hash_: str, options: Mapping[str, Plain]
    ) -> Content: ...
    def open(self, options: Mapping[str, Plain], seats: tuple[SeatInfo, ...], content: Content) -> State: ...
    def play(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]: ...
    def moves(self, state: State, seat: int) -> Iterator[Move]: ...
    def forms(self, state: State, seat: int) -> Iterator[Form]: ...
    def label(self, state: State, seat: int, move: Move) -> Word: ...
    def thing(self, content: Content, name: str) -> Word: ...
    def to_act(self, state: State) -> tuple[int, ...]: ...
    def phase(self, state: State) -> str: ...
    def prompt(self, state: State, seat: Viewer) -> Word: ...
    def view(self, state: State, viewer: Viewer) -> State: ...
    def panels(self, view: State, viewer: Viewer) -> tuple[Placed, ...]: ...
    def result(self, state: State) -> Result | None: ...
    def check(self, state: State) -> None: ...


def shows_odds(game: Game) -> bool:
    """Whether a table of this game shows the odds from the start (`odds_shown`); a game that says nothing leaves them
    to the host."""
    return game.aid is not None and bool(getattr(game, "odds_shown", False))


@cache
def games() -> Mapping[str, Game]:
    """Every installed game by its key: ours and a stranger's are found alike, by entry point.

    A game that cannot be loaded is left out and named in the log: one broken game does not end the others' evening.
    """
    loaded = ((key, _loaded(key)) for key in _points())
    return {key: game for key, game in loaded if game is not None}


@cache
def _points() -> Mapping[str, EntryPoint]:
    """Where games are to be found, by their keys, sorted."""
    points = {point.name: point for point in entry_points(group="tableside.games")}
    return {key: points[key] for key in sorted(points)}


@cache
def _loaded(key: str) -> Game | None:
    """An installed game; None for one that cannot be loaded."""
    try:
        game: Game = _points()[key].load()
    except Exception:
        _log.exception("the game %s cannot be loaded", key)
        return None
    return game


def find_game(key: str) -> Game:
    """The game of that key; the others are not loaded for it. Raises UnknownName with the nearest keys."""
    found = _loaded(key) if key in _points() else None
    if found is None:
        raise nearest("game.unknown", key, games())
    return found


def published(game: Game) -> bool:
    """Whether a game is somebody's: it has a set of a printed copy. All others are games of our own."""
    return any(option.key == "set" and "published" in option.choices for option in game.options)


def read_options(game: Game, data: Mapping[str, Plain]) -> dict[str, Plain]:
    """The options of a table, checked, with defaults filled in (also for an empty choice: "as usual").

    Raises Refusal for an unknown option or a value that it cannot have.
    """
    known = {option.key: option for option in game.options}
    for key in data:
        if key not in known:
            raise Refusal("read.unknown", field=f"options.{key}", known=", ".join(sorted(known)))
    chosen: dict[str, Plain] = {o.key: data.get(o.key, o.default) for o in game.options}
    for option in game.options:
        if option.kind == "choice" and data.get(option.key, "") == "":
            chosen[option.key] = option.default if option.usual is None else option.usual(chosen)
        if option.when(chosen):
            chosen[option.key] = _option_value(option, chosen[option.key])
        else:
            chosen[option.key] = option.default
    return chosen


def _option_value(option: Option, value: Plain) -> Plain:
    where = f"options.{option.key}"
    if option.kind == "int":
        if type(value) is not int or not option.least <= value <= option.most:
            raise Refusal("read.range", field=where, low=option.least, high=option.most, got=str(value)[:40])
        return value
    if option.kind == "flags":
        if not isinstance(value, list | tuple):
            raise Refusal("read.type", field=where, expected=Word("kind.list"), got=str(value)[:40])
        for item in value:
            _of_choices(option, item, where)
        return sorted(set(value), key=option.choices.index)
    return _of_choices(option, value, where)


def _of_choices(option: Option, value: Plain, where: str) -> Plain:
    if value not in option.choices or isinstance(value, bool):
        raise Refusal("read.choice", field=where, choices=", ".join(option.choices), got=str(value)[:40])
    return value
