"""Tables of Roll Player at each step of the set-up."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.chance import Chance, Seeded
from companion.games.roll_player.moves import (
    BuildDeck,
    ChooseClass,
    ChooseRace,
    Deal,
    DrawDice,
    PlaceDie,
    RollStart,
)
from companion.games.roll_player.state import Die, State
from tests.unit.roll_player.given import (
    GAME,
    after,
    luck_of,
    opened,
    played_on,
)

VARIANTS = ("less_random", "random_market", "short_game", "friendly_market")
RACES = ("human", "dwarf", "elf", "halfling")
SIDES = ("cleric", "ranger", "rogue", "sorcerer")
BACK = ["aristocrat", "brawler", "chosen-one", "craftsman"]
LAW = ["arbiter", "champion", "eccentric", "free-spirit"]


def at_race(n: int = 2, *, solo: bool = False, **options: Any) -> State:
    """Seat 1 has won the roll for the first player."""
    state = opened(n, solo=solo, **options)
    if solo:
        return state
    return played_on(state, *((seat, RollStart(), [7 - seat]) for seat in range(1, n + 1)))


def at_class(n: int = 2, *, solo: bool = False, **options: Any) -> State:
    state = at_race(n, solo=solo, **options)
    return played_on(state, *((player.seat, ChooseRace(RACES[player.seat - 1])) for player in state.players))


def at_deal(n: int = 2, *, solo: bool = False, sides: tuple[str, ...] = SIDES, **options: Any) -> State:
    """Everybody has chosen a class (cards are chosen: the start player last)."""
    state = at_class(n, solo=solo, class_choice="choose", **options)
    seats = [player.seat for player in reversed(state.players)]
    return played_on(state, *((seat, ChooseClass(sides[seat - 1])) for seat in seats))


def at_deck(n: int = 2, *, solo: bool = False, **options: Any) -> State:
    state = at_deal(n, solo=solo, **options)
    for player in state.players:
        state = after(state, player.seat, Deal(), [BACK[player.seat - 1]], [LAW[player.seat - 1]])
    return state


def at_dice(n: int = 2, *, solo: bool = False, **options: Any) -> State:
    state = at_deck(n, solo=solo, **options)
    return state if state.stage == "dice" else luck_of(state, 1, BuildDeck())[0]


def with_dice(state: State, seat: int, codes: str) -> State:
    """The seat draws and rolls these starting dice."""
    dice = [Die.of(code) for code in codes.split()]
    return after(state, seat, DrawDice(), [die.color for die in dice], [die.face for die in dice])


def placing(state: State, seat: int, where: str) -> State:
    """`STR:y3 STR:y5`: the dice are placed one after another."""
    for part in where.split():
        row, code = part.split(":")
        state = after(state, seat, PlaceDie(row, code))  # type: ignore[arg-type]  # rows of the test
    return state


def finished_setup(state: State, seed: int = 0) -> State:
    """Whatever is left of the set-up, at random."""
    random = Random(seed)
    while state.phase == "setup":
        seat = GAME.to_act(state)[0]
        move = random.choice(list(GAME.moves(state, seat)))
        state, _ = GAME.play(state, seat, move, Chance(Seeded(random)))
        GAME.check(state)
    return state


COLUMNS = {"solo": (1, True), "n2": (2, False), "n3": (3, False), "n4": (4, False)}
"""The columns of table 2.1."""


def column_table(column: str, **options: Any) -> State:
    n, solo = COLUMNS[column]
    return finished_setup(at_dice(n, solo=solo, **options))
