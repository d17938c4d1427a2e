"""Undo and redo: entries, not erasers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from companion.log import effective
from companion.moves import IllegalMove, StaleMove
from companion.offer.draft import (
    Draft,
    Offered,
    between,
    first_wish,
    rebuilding,
)
from companion.table import Actor, Now, Table


def undo(table: Table, by: Actor, now: Now, seen: int, seq: int, agreed: Sequence[int] = ()) -> Offered:
    """Take back the newest act, named by its seq. `agreed` are the seats that said yes where a vote was needed."""
    _names_newest(table, by, seen, seq, "undo")
    draft = Draft(table, "undone", by, now, {"undoes": seq} | ({"agreed": list(agreed)} if agreed else {}))
    return rebuilding(table, draft)


def redo(table: Table, by: Actor, now: Now, seen: int, seq: int) -> Offered:
    """Bring back what was undone last, named by its seq."""
    _names_newest(table, by, seen, seq, "redo")
    return rebuilding(table, Draft(table, "redone", by, now, {"redoes": seq}))


def _names_newest(table: Table, by: Actor, seen: int, seq: int, what: Literal["undo", "redo"]) -> None:
    """An undo names the newest act in effect, a redo the one that was undone last."""
    first_wish(table, by, seen)
    at = ("undo", "redo").index(what)
    acts = (table.done, table.undone)[at]
    if acts and acts[-1] != seq:
        raise StaleMove(f"{what}.not_newest", entry=acts[-1], asked=seq)
    if not acts:
        if effective(table.entries[:seen])[at][-1:] == (seq,):
            raise StaleMove(f"{what}.nothing", entry=between(table, seen))
        raise IllegalMove(f"{what}.nothing")
