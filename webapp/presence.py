"""Who is at the table: the holders ("host", "seat:3") of the phones whose live stream is open and heard
from.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable

from msgspec import Struct, field


class _Stream(Struct):
    holders: frozenset[str]
    phone: str


class _Table(Struct):
    streams: dict[int, _Stream] = field(default_factory=dict)
    heard: dict[tuple[str, str], float] = field(default_factory=dict)  # (holder, phone) → seconds of the clock
    told: frozenset[str] = frozenset()


class Presence:
    """Counts the open streams of each table. Every method may be called from any thread.

    A closed connection ends its stream at once. A phone that vanished without a word leaves an open one, so
    a page may also tell that it is alive (`heard`): from then on its phone is away once nothing was heard
    of it for `silence` seconds. A phone whose page never tells is here as long as its stream is open.
    """

    def __init__(self, silence: float = 30.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._silence = silence
        self._clock = clock
        self._lock = threading.Lock()
        self._tables: dict[str, _Table] = {}
        self._numbers = itertools.count(1)
        self._listeners: list[Callable[[str], None]] = []

    def on_change(self, changed: Callable[[str], None]) -> None:
        """Have `changed(table)` called, in whatever thread it happens, whenever `here(table)` is another
        set.
        """
        self._listeners.append(changed)

    def opened(self, table: str, holders: Iterable[str], phone: str = "") -> int:
        """A stream was opened; gives the number by which it is closed."""
        number = next(self._numbers)
        stream = _Stream(frozenset(holders), phone)
        with self._lock:
            at = self._tables.setdefault(table, _Table())
            at.streams[number] = stream
            # A phone that comes back is alive, however long ago its page last said so.
            for place in [(holder, phone) for holder in stream.holders]:
                if place in at.heard:
                    at.heard[place] = self._clock()
        self.look(table)
        return number

    def closed(self, table: str, number: int) -> None:
        """The stream of this number has ended. Twice is once."""
        with self._lock:
            at = self._tables.get(table)
            if at is None or at.streams.pop(number, None) is None:
                return
            open_ = {(holder, stream.phone) for stream in at.streams.values() for holder in stream.holders}
            at.heard = {place: when for place, when in at.heard.items() if place in open_}
        self.look(table)

    def heard(self, table: str, holder: str, phone: str = "") -> None:
        """The page of a phone says that it is alive. Without an open stream of that phone it counts for
        nothing.
        """
        with self._lock:
            at = self._tables.get(table)
            if at is None or not any(holder in s.holders and phone == s.phone for s in at.streams.values()):
                return
            at.heard[holder, phone] = self._clock()
        self.look(table)

    def connected(self, table: str, holder: str) -> int:
        """How many streams this holder has open, heard from or not."""
        with self._lock:
            at = self._tables.get(table)
            return 0 if at is None else sum(holder in stream.holders for stream in at.streams.values())

    def here(self, table: str) -> frozenset[str]:
        """The holders who are at the table now."""
        with self._lock:
            at = self._tables.get(table)
            return frozenset() if at is None else self._here(at)

    def look(self, table: str) -> None:
        """Find out whether somebody fell silent, and tell it. Silence makes no noise: the streams call this
        at each beat.
        """
        with self._lock:
            at = self._tables.get(table)
            if at is None:
                return
            here = self._here(at)
            changed, at.told = here != at.told, here
            if not at.streams:
                del self._tables[table]
        if changed:
            for listener in self._listeners:
                listener(table)

    def _here(self, at: _Table) -> frozenset[str]:
        earliest = self._clock() - self._silence
        return frozenset(
            holder
            for stream in at.streams.values()
            for holder in stream.holders
            if at.heard.get((holder, stream.phone), earliest) >= earliest
        )
