"""Past evenings of this server: each finished table is read once, and what is remembered of it is kept in the store."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from datetime import datetime

from companion.canonical import plain
from companion.evenings import Evening, remembered
from companion.refusals import Refusal, Unreadable
from webapp.store import Store, TableRow
from webapp.tables import Tables

EVENING = "evening."
"""Under which the store keeps what is remembered of a table."""

# Tables that one request may fold: the others are read by the next one.
_MOST_FOLDED = 20


@dataclass(frozen=True)
class Past:
    """Evenings, and how many tables are still to be read."""

    evenings: tuple[Evening, ...]
    waiting: int = 0


class Evenings:
    """What is remembered of tables. All methods may be called from any thread."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._known: dict[str, tuple[int, Evening | None]] = {}
        self._lock = threading.Lock()

    def past(self, only: frozenset[str] | None = None, most: int = _MOST_FOLDED) -> Past:
        """The finished tables among these (None: all of the server). most: tables that may be folded for it."""
        found, waiting = [], 0
        for row in self._store.tables():
            if only is not None and row.table not in only:
                continue
            known = self._lookup(row)
            if known is None:
                if most <= 0:
                    waiting += 1
                    continue
                most -= 1
                known = self._read(row)
            if known[1] is not None:
                found.append(known[1])
        return Past(tuple(found), waiting)

    def _lookup(self, row: TableRow) -> tuple[int, Evening | None] | None:
        """What is known of a table, if it has not moved on since."""
        known = self._known.get(row.table)
        if known is None:
            text = self._store.get_setting(f"{EVENING}{row.table}")
            known = _stored(text) if text is not None else None
        if known is None or known[0] != row.seq:
            return None
        self._known[row.table] = known
        return known

    def _read(self, row: TableRow) -> tuple[int, Evening | None]:
        try:
            folded = self._tables.current(row.table)
            seq, evening = folded.seq, None if folded.read_only else remembered(row.table, folded.table)
        except Refusal:
            # A game that is not installed any more, or a pack that is gone: the table itself says so.
            seq, evening = row.seq, None
        with self._lock:
            self._known[row.table] = (seq, evening)
        if evening is not None:
            # Not canonical: what was told first (class, race) stays first.
            text = json.dumps({"seq": seq, "evening": plain(evening)}, ensure_ascii=False)
            self._store.put_setting(f"{EVENING}{row.table}", text)
        return seq, evening


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
