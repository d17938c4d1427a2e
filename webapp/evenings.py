"""Past evenings of this server: each finished table is read once, and what is remembered of it is kept in the store."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from companion.canonical import plain
from companion.evenings import Evening, remembered
from companion.refusals import Refusal, Unreadable
from companion.table import Table
from webapp.store import Store, TableRow
from webapp.tables import Folded

EVENING = "evening."
"""Under which the store keeps what is remembered of a table."""

_PATIENCE = 0.15
"""Seconds that one request may spend on tables that were never read; the others are read by the next one."""


class Past(Struct, frozen=True):
    """Evenings, and how many tables are still to be read."""

    evenings: tuple[Evening, ...]
    waiting: int = 0


class Evenings:
    """What is remembered of tables. All methods may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._fold: Callable[[str], Folded] | None = None
        self._known: dict[str, tuple[int, Evening | None]] = {}

    def fold_by(self, fold: Callable[[str], Folded]) -> None:
        """Where tables come from that were never read."""
        self._fold = fold

    def past(self, only: frozenset[str] | None = None, seconds: float = _PATIENCE) -> Past:
        """The finished tables among these (None: all of the server). seconds: for those that were never read; 0 reads
        none of them."""
        found, waiting, until = [], 0, time.monotonic() + seconds
        for row in self._store.tables():
            if only is not None and row.table not in only:
                continue
            known = self._lookup(row)
            if known is None and seconds and time.monotonic() < until:
                known = self._read(row)
            if known is None:
                waiting += 1
            elif known[1] is not None:
                found.append(known[1])
        return Past(tuple(found), waiting)

    def heed(self, table: str, before: Table, after: Table) -> None:
        """Remember an evening as soon as it is over."""
        if after.result is not None and before.result is None:
            self._keep(table, after.seq, remembered(table, after))

    def _lookup(self, row: TableRow) -> tuple[int, Evening | None] | None:
        """What is known of a table, if it has not moved on since."""
        known = self._known.get(row.table)
        if known is None or known[0] != row.seq:
            text = self._store.get_setting(f"{EVENING}{row.table}")
            known = _stored(text) if text is not None else None
        if known is None or known[0] != row.seq:
            return None
        self._known[row.table] = known
        return known

    def _read(self, row: TableRow) -> tuple[int, Evening | None]:
        assert self._fold is not None
        try:
            folded = self._fold(row.table)
            seq, evening = folded.seq, None if folded.read_only else remembered(row.table, folded.table)
        except Refusal:
            # A game that is not installed any more, or a pack that is gone: the table itself says so.
            seq, evening = row.seq, None
        self._keep(row.table, seq, evening)
        return seq, evening

    def _keep(self, table: str, seq: int, evening: Evening | None) -> None:
        self._known[table] = (seq, evening)
        if evening is not None:
            # Not canonical: what was told first (class, race) stays first.
            text = json.dumps({"seq": seq, "evening": plain(evening)}, ensure_ascii=False)
            self._store.put_setting(f"{EVENING}{table}", text)


def _stored(text: str) -> tuple[int, Evening | None] | None:
    """What was kept; None for what an older program has kept in another way."""
    try:
        data = json.loads(text)
        return int(data["seq"]), Evening.stored(data["evening"])
    except (ValueError, KeyError, TypeError, Unreadable):
        return None


def local(at: int) -> str:
    """Milliseconds since 1970 by the clock of this machine."""
    return datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M:%S")
