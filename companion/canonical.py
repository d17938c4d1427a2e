"""Plain values and their one canonical spelling: what a log is hashed over and a state is compared by."""

from __future__ import annotations

import enum
import hashlib
import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct

Plain = Any
"""None, bool, int, str, and lists and string-keyed dicts of them: what JSON holds, without floats."""


R = TypeVar("R", bound=Struct)

_ALSO: dict[type, tuple[str, ...]] = {}
_SPARSE: dict[type, frozenset[str]] = {}


def spelled(*, also: tuple[str, ...] = (), sparse: tuple[str, ...] = ()) -> Callable[[type[R]], type[R]]:
    """How a record is written as plain values, where that is not just its fields.

    `also`: derived names that stand beside the fields. `sparse`: fields that are left out while they are empty, so that
    a record can grow a field and the states of earlier tables keep their hashes.
    """

    def mark(cls: type[R]) -> type[R]:
        _ALSO[cls], _SPARSE[cls] = also, frozenset(sparse)
        return cls

    return mark


@cache
def _shown(cls: type[Struct]) -> tuple[str, ...]:
    return (*cls.__struct_fields__, *_ALSO.get(cls, ()))


def plain(value: Any) -> Plain:
    """Turn a value (frozen records, enums, tuples, mappings, fractions) into plain JSON values.

    A record becomes a dict of its fields (see also `spelled`); one with a method `__plain__` says itself what it is.
    Raises TypeError for anything else, floats included: no log, state or view holds one.
    """
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    own = getattr(value, "__plain__", None)
    if own is not None:
        return own()
    if isinstance(value, Struct):
        sparse = _SPARSE.get(type(value), ())
        shown = _shown(type(value))
        return {name: plain(getattr(value, name)) for name in shown if name not in sparse or getattr(value, name)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted((plain(item) for item in value), key=canonical)
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no plain form")


def canonical(value: Plain) -> bytes:
    """The canonical JSON of a plain value: sorted keys, no spaces, UTF-8, no floats (docs/luck.md, point 9)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def digest(value: Plain) -> str:
    """SHA-256 of the canonical JSON, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def state_hash(state: Any) -> str:
    """The hash that tells whether two states are the same."""
    return digest(plain(state))
