"""The rules: which moves are legal, and what each of them does. The ids are those of the rule book."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion import flow
from companion.chance import Chance
from companion.game import Event
from companion.moves import Move
from companion.refusals import Broken
from companion.words import word
from regatta.moves import Moor, Roll
from regatta.state import MOST, Boat, State

SIDES, LILY = 6, 6

Outcome = tuple[State, tuple[Event, ...]]


def legal(state: State, seat: int) -> Iterator[Move]:
    """RG-TURN: roll as often as you dare, at least once. RG-LAKE: nobody rolls on beyond the lake."""
    if seat != state.turn:
        return
    there = state.boat(seat).at
    if there + state.drift < state.end:
        yield Roll()
    if state.drift or there == state.end:
        yield Moor()


def roll(state: State, me: Boat, luck: Chance) -> Outcome:
    """RG-GUST: a low number upsets the boat. RG-LILY: a six picks a lily on the way."""
    (face,) = luck.roll(SIDES)
    if face <= state.gust:
        return next_turn(state), (Event(word("event.gust", name=me.name, face=face)),)
    state = replace(state, drift=state.drift + face, picked=state.picked + (face == LILY))
    return state, (Event(word("event.roll", name=me.name, face=face)),)


def moor(state: State, me: Boat) -> Outcome:
    """RG-MOOR: the boat stays where it has drifted to, with its lilies. RG-LAKE: the lake is the end of the way."""
    moored = replace(me, at=min(me.at + state.drift, state.end), lilies=me.lilies + state.picked)
    return next_turn(state.put(moored)), (Event(word("event.moor", name=me.name, n=moored.at)),)


def next_turn(state: State) -> State:
    """RG-TURN: the next one clockwise. RG-LAKE: the round in which a boat comes to the lake is the last one."""
    turn = flow.after(len(state.boats), state.turn)
    state = replace(state, turn=turn, drift=0, picked=0)
    if turn > 1:
        return state
    if any(boat.at == state.end for boat in state.boats):
        return replace(state, turn=0)
    return replace(state, round=state.round + 1)


def check(state: State) -> None:
    """RG-BROOK: every boat is on the brook, and what was not moored belongs to the turn."""
    on_brook = all(0 <= boat.at <= state.end and 0 <= boat.lilies <= MOST for boat in state.boats)
    turn = state.drift >= LILY * state.picked >= 0 and (state.turn > 0 or state.drift == 0)
    if not on_brook or not turn:
        raise Broken("invariant", rule="RG-BROOK")
