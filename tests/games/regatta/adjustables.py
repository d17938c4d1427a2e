"""What the table may set by hand, because the table wins (RG-TABLE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.changes import only, whole_number
from companion.game import Adjustable, Belief, Event
from companion.moves import Field
from companion.scoring import Input
from companion.words import Word
from regatta.state import MOST, State


def _number(key: str, most: Callable[[State], int]) -> Adjustable:
    """A number of each boat, the field of that name."""

    def fields(state: State) -> tuple[Field, ...]:
        seat = Field("seat", "int", Word("field.seat"), 1, len(state.boats))
        return seat, Field(key, "int", Word(f"input.{key}"), 0, most(state))

    def apply(state: State, change: Mapping[str, Any]) -> tuple[State, Event]:
        only(change, "seat", key)
        seat = whole_number(change, "seat", 1, len(state.boats))
        n = whole_number(change, key, 0, most(state))
        changed: dict[str, Any] = {key: n}
        boat = replace(state.boat(seat), **changed)
        return state.put(boat), Event(Word(f"event.set.{key}", {"name": boat.name, "n": n}))

    def beliefs(state: State) -> tuple[Belief, ...]:
        def now(n: int) -> Input:
            return Input(key, "int", "boat", Word(f"input.{key}"), max=most(state), default=n)

        return tuple(Belief(now(getattr(boat, key)), boat.seat, {"seat": boat.seat}, key) for boat in state.boats)

    return Adjustable(key, "set", fields, apply, beliefs, begins=True)


ADJUSTABLES = (_number("at", lambda state: state.end), _number("lilies", lambda state: MOST))
