"""The dice bag on its own: fill it with any colours and counts, draw, roll, put back. For tables that play without us
and only want the bag, with the same log, undo and proof of luck as a whole game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain
from companion.chance import Chance
from companion.game import Event, SeatInfo
from companion.moves import Field, Form, IllegalMove, Move
from companion.palette import palette
from companion.panels import Die as ShownDie
from companion.panels import Meter, Meters, Placed, Row, Slot
from companion.reading import Between, Length
from companion.side_table import SideTable
from companion.view import Viewer
from companion.words import Word, word

MOST = 500
"""Dice that a bag may hold."""

DRAWS = (1, 2, 3, 4, 5, 6)
"""How many dice are offered as a button; other numbers are typed in."""

Count = Annotated[int, Between(0, MOST)]
DieName = Annotated[str, Length(20)]


class Fill(Move, frozen=True):
    """Fill the bag anew with these colours and counts; what lies on the table goes away."""

    type = "fill"
    counts: Mapping[Annotated[str, Length(20)], Count]


class Draw(Move, frozen=True):
    """Draw some dice, and roll them at once if that is wanted."""

    type = "draw"
    k: Annotated[int, Between(1, MOST)]
    roll: bool = True


class RollAgain(Move, frozen=True):
    """Roll every die on the table."""

    type = "roll_again"


class Return(Move, frozen=True):
    """Put dice back into the bag, by number of the die on the table; none named means all."""

    type = "return_dice"
    dice: tuple[Annotated[int, Between(1, MOST)], ...] | None = None

    @property
    def at(self) -> tuple[str, ...]:
        return tuple(f"die.{number}" for number in self.dice or ())


class Die(Struct, frozen=True):
    """A die on the table. `number` is its own and is never used again."""

    number: int
    color: str
    face: int | None = None


class State(Struct, frozen=True):
    """The bag, what lies on the table, and how many dice have been drawn so far."""

    names: tuple[str, ...]
    bag: Bag
    dice: tuple[Die, ...] = ()
    drawn: int = 0


class DiceTable(SideTable, frozen=True):
    """The bag of a game (its own dice to begin with)."""

    @property
    def moves_types(self) -> tuple[type[Move], ...]:
        return (Fill, Draw, RollAgain, Return)

    def open(self, options: Mapping[str, Plain], seats: tuple[SeatInfo, ...], content: Any) -> State:
        return State(tuple(seat.name for seat in seats), self.game.dice_bag)

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        name = state.names[seat - 1]
        if isinstance(move, Fill):
            return _filled(state, move, name)
        if isinstance(move, Draw):
            return _drawn(state, move, name, chance)
        if isinstance(move, RollAgain):
            return _rolled(state, name, chance)
        assert isinstance(move, Return)
        return _returned(state, move, name)

    def moves(self, state: State, seat: int) -> Iterator[Move]:
        yield from (Draw(k) for k in DRAWS if k <= len(state.bag))
        if state.dice:
            yield RollAgain()
            yield Return()
            yield from (Return((die.number,)) for die in state.dice)

    def forms(self, state: State, seat: int) -> Iterator[Form]:
        if len(state.bag):
            yield Form(
                "draw", word("bag.form.draw"), (Field("k", "int", word("bag.form.k"), 1, len(state.bag), default=1),)
            )

    def label(self, state: State, seat: int, move: Move) -> Word:
        if isinstance(move, Draw):
            return word("bag.move.draw", n=move.k)
        if isinstance(move, Return) and move.dice is not None:
            return word("bag.move.return_one", dice=[_die_word(die) for die in state.dice if die.number in move.dice])
        return Word(f"bag.move.{move.type}")

    def to_act(self, state: State) -> tuple[int, ...]:
        return tuple(range(1, len(state.names) + 1))

    def phase(self, state: State) -> str:
        return "bag"

    def prompt(self, state: State, seat: Viewer) -> Word:
        if not state.dice:
            return word("bag.prompt.draw", n=len(state.bag))
        return word("bag.prompt.table", n=len(state.dice), bag=len(state.bag))

    def view(self, state: State, viewer: Viewer) -> State:
        """Everybody may count what is in the bag; nobody knows what comes."""
        return state

    def panels(self, view: State, viewer: Viewer) -> tuple[Placed, ...]:
        slots = tuple(Slot(f"die.{die.number}", "", die=ShownDie(die.color, die.face)) for die in view.dice)
        full = self.game.dice_bag.counts
        meters = tuple(
            Meter(color, Word(f"colour.{color}.name"), view.bag.count(color), full.get(color), color)
            for color in palette()
            if color in full or color in view.bag
        )
        return (
            Placed(Row("dice", word("bag.panel.table"), slots, word("bag.panel.nothing")), "board"),
            Placed(Meters("bag", word("bag.panel.bag", n=len(view.bag)), meters), "board"),
        )


def _die_word(die: Die) -> Word:
    color = Word(f"colour.{die.color}.name")
    return word("bag.die", color=color, face=die.face) if die.face else color


def _filled(state: State, move: Fill, name: str) -> tuple[State, tuple[Event, ...]]:
    for color in move.counts:
        if color not in palette():
            known = ", ".join(palette())
            raise IllegalMove("read.choice", field="counts", choices=known, got=color)
    total = sum(move.counts.values())
    if not 1 <= total <= MOST:
        raise IllegalMove("read.range", field="counts", low=1, high=MOST, got=total)
    state = State(state.names, Bag.of(move.counts), (), state.drawn)
    return state, (Event(word("bag.event.fill", name=name, n=total)),)


def _drawn(state: State, move: Draw, name: str, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    colors = chance.draw(state.bag, move.k)
    faces: tuple[int | None, ...] = chance.roll(6, move.k) if move.roll else (None,) * move.k
    numbers = range(state.drawn + 1, state.drawn + move.k + 1)
    dice = tuple(Die(*parts) for parts in zip(numbers, colors, faces, strict=True))
    told = word("bag.event.draw", name=name, n=move.k, dice=[_die_word(die) for die in dice])
    bag = state.bag.remove(*colors)
    return State(state.names, bag, (*state.dice, *dice), state.drawn + move.k), (Event(told),)


def _rolled(state: State, name: str, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    if not state.dice:
        raise IllegalMove("bag.nothing_there")
    faces = chance.roll(6, len(state.dice))
    dice = tuple(replace(die, face=face) for die, face in zip(state.dice, faces, strict=True))
    told = word("bag.event.roll", name=name, n=len(dice), dice=[_die_word(die) for die in dice])
    return replace(state, dice=dice), (Event(told),)


def _returned(state: State, move: Return, name: str) -> tuple[State, tuple[Event, ...]]:
    wanted = {die.number for die in state.dice} if move.dice is None else set(move.dice)
    back = tuple(die for die in state.dice if die.number in wanted)
    if not back or len(back) != len(wanted):
        raise IllegalMove("bag.nothing_there", field="dice")
    left = tuple(die for die in state.dice if die.number not in wanted)
    told = word("bag.event.return", name=name, n=len(back), dice=[_die_word(die) for die in back])
    bag = state.bag.add(*(die.color for die in back))
    return replace(state, bag=bag, dice=left), (Event(told),)
