"""Immutable records, changed by copying."""

from __future__ import annotations

from typing import Any, TypeVar

R = TypeVar("R")


def evolve(record: R, **changes: Any) -> R:
    """A copy of a frozen record with some fields replaced: what `dataclasses.replace` gives, without running the
    constructor again.

    A state is copied several times in every move, and the constructor of a frozen record sets each field by a call of
    its own: on a state of 30 fields this is ten times as fast, and simulations play a million moves. Only for records
    without slots, `__post_init__` and cached properties. Raises AttributeError for a field that the record has not.
    """
    fields = record.__dict__
    values = fields | changes
    if len(values) != len(fields):
        stray = ", ".join(sorted(changes.keys() - fields.keys()))
        raise AttributeError(f"{type(record).__name__} has no field {stray}")
    copy = _new(type(record))
    _set(copy, "__dict__", values)
    return copy


_new, _set = object.__new__, object.__setattr__
