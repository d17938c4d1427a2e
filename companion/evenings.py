"""Past evenings: what is remembered of a finished table, and what many of them say together.

Nothing here is secret any more: a game that is over has opened everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct, field

from companion.chance import Ask, Chance, Luck, Recorded
from companion.game import Game
from companion.reading import read
from companion.table import Table
from companion.tally import Tally
from companion.words import LANGUAGES, Word, catalogue


class Fact(Struct, frozen=True):
    """Something that a seat was played with: what kind of thing (`class`), which (its key), and what it is called."""

    key: str
    value: str
    label: Word


@runtime_checkable
class Portrayed(Protocol):
    """A game that says with what a seat was played, once it is over."""

    def portrait(self, state: Any, seat: int) -> tuple[Fact, ...]: ...


class Dice(Struct, frozen=True):
    """Dice that a seat has rolled: how many, their sum, and the sum and the variance that were to be expected."""

    rolled: int = 0
    sum: int = 0
    twice_expected: int = 0
    twelve_variance: int = 0

    def __add__(self, other: Dice) -> Dice:
        return Dice(
            self.rolled + other.rolled,
            self.sum + other.sum,
            self.twice_expected + other.twice_expected,
            self.twelve_variance + other.twelve_variance,
        )

    @property
    def expected(self) -> float:
        return self.twice_expected / 2

    @property
    def deviation(self) -> float:
        """How far the sum is from the expected one, in standard deviations."""
        return (self.sum - self.expected) / math.sqrt(self.twelve_variance / 12) if self.twelve_variance else 0.0


class Guest(Struct, frozen=True):
    """One seat at the end. facts: by key the thing's key, names: what it is called by language."""

    seat: int
    name: str
    place: int
    total: int
    points: Mapping[str, int]
    opponent: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    dice: Dice = Dice()
    beaten: bool | None = None
    """Of somebody who played alone: whether a rival was beaten; None if there was none."""


class Evening(Struct, frozen=True):
    """A finished table. began, ended: milliseconds since 1970. alone: one seat without a rival, which nobody can lose
    to."""

    table: str
    game: str
    began: int
    ended: int
    mode: str
    guests: tuple[Guest, ...]

    @property
    def alone(self) -> bool:
        return len(self.guests) == 1 and self.guests[0].beaten is None

    def won(self, guest: Guest) -> bool:
        """Whoever plays alone has nobody to win against but a rival of the game."""
        return guest.place == 1 and not self.alone and guest.beaten is not False

    @classmethod
    def stored(cls, data: Mapping[str, Any]) -> Evening:
        """An evening out of plain values. Raises Unreadable."""
        found: Evening = read(cls, data)
        return found


def remembered(key: str, table: Table) -> Evening | None:
    """What is remembered of a table; None unless it is finished, and for one whose dice were known in advance."""
    result = table.result
    if result is None or table.test:
        return None
    dice = _dice(table)
    guests = []
    for place in result.places:
        facts = _portrait(table.game, table.state, place.seat)
        guests.append(
            Guest(
                place.seat,
                table.names[place.seat],
                place.place,
                place.breakdown.total,
                {category: line.points for category, line in place.breakdown.lines.items()},
                table.seats[place.seat - 1].automa is not None,
                {fact.key: fact.value for fact in facts},
                {fact.key: _named(table.game, fact.label) for fact in facts},
                dice.get(place.seat, Dice()),
                place.beaten,
            )
        )
    began, ended = (int(table.entries[at].open["at"]) for at in (0, -1))
    return Evening(key, table.game.key, began, ended, str(table.options.get("mode", "")), tuple(guests))


def _portrait(game: Game, state: Any, seat: int) -> tuple[Fact, ...]:
    if isinstance(game, Tally):
        return tuple(_entered(game, state, seat))
    return game.portrait(state, seat) if isinstance(game, Portrayed) else ()


def _entered(game: Tally, state: Any, seat: int) -> Iterator[Fact]:
    """At a scoring table: what everybody has to choose."""
    for key, entry in game.inputs(state).items():
        value = state.sheet(seat).values.get(key)
        label = next((label for choice, label in entry.choices if choice == value), None)
        if entry.required and entry.kind == "choice" and label is not None:
            yield Fact(key, str(value), label)


def _named(game: Game, label: Word) -> dict[str, str]:
    return {lang: catalogue(lang, game.package).say(label) for lang in LANGUAGES}


class _Overheard(Struct):
    """Outcomes of the log, and the dice that were asked for: whose each is stands in the request only."""

    records: Recorded
    seat: int
    found: dict[int, Dice]

    def answer(self, ask: Ask) -> Luck:
        luck = self.records.answer(ask)
        if ask.kind == "roll" and ask.of == "dice":
            sides = int(ask.wire[1])
            for seat, face in zip(ask.whose or (self.seat,) * len(luck.got), luck.got, strict=True):
                if seat is not None:
                    self.found[seat] = self.found.get(seat, Dice()) + Dice(1, face, sides + 1, sides * sides - 1)
        return luck


def _dice(table: Table) -> dict[int, Dice]:
    """The dice of each seat, digital and real alike; only what counts, nothing that was taken back, and nothing that
    a monster or a rival has rolled."""
    found: dict[int, Dice] = {}
    for state, step in zip(table.states, table.steps, strict=False):
        if any(luck.ask.kind == "roll" for luck in step.luck):
            for move, records in step.plays:
                source = _Overheard(Recorded(records), step.seat, found)
                state, _ = table.game.play(state, step.seat, move, Chance(source))
    return found


# what they say together


class Tallied(Struct, frozen=True):
    """Something that is counted over evenings: how often it was there, how often it won, and its totals."""

    key: str
    label: str
    games: int = 0
    wins: int = 0
    contested: int = 0
    totals: tuple[int, ...] = ()
    dice: Dice = Dice()

    @property
    def mean(self) -> float:
        return sum(self.totals) / len(self.totals)

    @property
    def best(self) -> int:
        return max(self.totals)


def same_name(name: str) -> str:
    """Under which a name is counted: capitals and spaces make no other person."""
    return " ".join(name.split()).casefold()


def chosen(evenings: Iterable[Evening], game: str = "", name: str = "") -> tuple[Evening, ...]:
    """The evenings of a game, and with somebody; all where nothing is chosen. The newest first."""
    wanted = same_name(name)
    found = (
        evening
        for evening in evenings
        if game in ("", evening.game)
        and (not wanted or any(not g.opponent and same_name(g.name) == wanted for g in evening.guests))
    )
    return tuple(sorted(found, key=lambda evening: -evening.ended))


def by_name(evenings: Iterable[Evening]) -> tuple[Tallied, ...]:
    """People (no opponents) by wins, then by games."""
    return _tallied(evenings, lambda guest: (same_name(guest.name), " ".join(guest.name.split())))


def by_fact(evenings: Iterable[Evening], key: str, lang: str) -> tuple[Tallied, ...]:
    """What seats were played with, by wins; opponents count, too."""

    def which(guest: Guest) -> tuple[str, str] | None:
        return (guest.facts[key], guest.names[key].get(lang, guest.facts[key])) if key in guest.facts else None

    return _tallied(evenings, which, people=False)


def fact_keys(evenings: Iterable[Evening]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for evening in evenings for guest in evening.guests for key in guest.facts))


def _tallied(
    evenings: Iterable[Evening], which: Callable[[Guest], tuple[str, str] | None], *, people: bool = True
) -> tuple[Tallied, ...]:
    found: dict[str, Tallied] = {}
    for evening in evenings:
        for guest in evening.guests:
            told = None if people and guest.opponent else which(guest)
            if told is None:
                continue
            key, label = told
            old = found.get(key, Tallied(key, label))
            found[key] = Tallied(
                key,
                old.label,
                old.games + 1,
                old.wins + evening.won(guest),
                old.contested + (not evening.alone),
                (*old.totals, guest.total),
                old.dice + guest.dice,
            )
    return tuple(sorted(found.values(), key=lambda one: (-one.wins, -one.games, one.label)))


class Bin(Struct, frozen=True):
    """Totals from `low` to `high`, and how many there were."""

    low: int
    high: int
    count: int


_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_BINS = 12


def histogram(totals: Sequence[int]) -> tuple[Bin, ...]:
    """Totals in bins of a round width, from the lowest to the highest, none left out."""
    if not totals:
        return ()
    low, high = min(totals), max(totals)
    width = next((step for step in _STEPS if high // step - low // step < _MOST_BINS), _STEPS[-1])
    first, last = low // width, high // width
    counts = [sum(total // width == at for total in totals) for at in range(first, last + 1)]
    return tuple(Bin(at * width, (at + 1) * width - 1, n) for at, n in zip(range(first, last + 1), counts, strict=True))
