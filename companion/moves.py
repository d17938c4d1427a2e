"""What a person can do: moves, the forms that make one, and the three ways a move is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct, field
from msgspec.structs import asdict

from companion.canonical import Plain, plain
from companion.reading import read
from companion.refusals import Refusal, Unreadable
from companion.words import Word


class BadMove(Refusal):
    """A move that cannot be read."""


class IllegalMove(Refusal):
    """A move that was read and is not allowed now."""


class StaleMove(Refusal):
    """A move made for an earlier table and no longer possible; raised by `Table` only."""


class Move(Struct, frozen=True):
    """Base of all moves: a frozen record whose fields are plain values.

    `type` names it in the log and in the API. `secret` is the tag under which a secret choice is sealed until an event
    opens that tag; None for a move that everybody sees.
    """

    type: ClassVar[str] = ""
    secret: ClassVar[str | None] = None
    host_only: ClassVar[bool] = False
    """Only the host makes this move (it still stands for a seat)."""

    @property
    def at(self) -> tuple[str, ...]:
        """The places in the panels that a person touches one after another to make this move (`sheet.STR`)."""
        return ()

    def __plain__(self) -> dict[str, Plain]:
        fields = {name.rstrip("_"): plain(value) for name, value in asdict(self).items() if value is not None}
        return {"type": self.type, **fields}


def read_move(kinds: Iterable[type[Move]], data: Any) -> Move:
    """Read a move from plain data.

    The `label` that the API writes beside each move may come back with it. Raises BadMove for an unknown type, an
    unknown or missing field, or a value that cannot be.
    """
    if not isinstance(data, Mapping):
        raise BadMove("read.type", field="move", expected=Word("kind.record"), got=str(data)[:60])
    names = {kind.type: kind for kind in kinds}
    kind = names.get(str(data.get("type")))
    if kind is None:
        raise BadMove(
            "read.choice", field="move.type", choices=", ".join(sorted(names)), got=str(data.get("type"))[:60]
        )
    fields = {key: value for key, value in data.items() if key not in ("type", "label")}
    try:
        found = read(kind, fields, "move")
    except Unreadable as caught:
        raise BadMove(caught.key, rule=caught.rule, **caught.args_) from caught
    assert isinstance(found, Move)
    return found


class Choice(Struct, frozen=True):
    """One thing that can be chosen in a form: the value as it is posted, and the words that name it."""

    value: str | int
    label: Word


class Field(Struct, frozen=True):
    """One thing that a person fills in."""

    name: str
    kind: Literal["int", "choice", "card", "text"]
    label: Word
    min: int | None = None
    max: int | None = None
    choices: tuple[Choice, ...] = ()
    default: str | int | None = None
    optional: bool = False


class Form(Struct, frozen=True):
    """A move that a person completes: its type, the fields that are settled already, and those to fill in."""

    type: str
    label: Word
    fields: tuple[Field, ...]
    settled: Mapping[str, Plain] = field(default_factory=dict)
    at: tuple[str, ...] = ()
