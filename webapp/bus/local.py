"""The bus of one process."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from webapp.bus.subscription import LIMIT, Subscription


class LocalBus:
    """Carries news from the threads that append to the event loop.

    News that waits for the loop is merged by table: however many threads publish, one call into the loop is
    pending.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._loop: asyncio.AbstractEventLoop | None = None
        self._readers: dict[str, set[Subscription]] = {}
        self._news: dict[str, int] = {}
        self._lock = threading.Lock()
        self._called = False

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            self._loop = loop
            self._called = False
            if self._news:
                self._call()

    def publish(self, table: str, seq: int) -> None:
        with self._lock:
            self._news[table] = max(seq, self._news.get(table, 0))
            if not self._called:
                self._call()

    def subscribe(self, table: str) -> Subscription:
        readers = self._readers.setdefault(table, set())

        def forget(gone: Subscription) -> None:
            readers.discard(gone)
            if not readers and self._readers.get(table) is readers:
                del self._readers[table]

        subscription = Subscription(forget, self._limit)
        readers.add(subscription)
        return subscription

    def _call(self) -> None:
        if self._loop is None:
            return
        # A loop that is closed has no readers left; what they miss they read from the store when they come
        # back.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._deliver)
            self._called = True

    def _deliver(self) -> None:
        with self._lock:
            news, self._news = self._news, {}
            self._called = False
        for table, seq in news.items():
            for reader in list(self._readers.get(table, ())):
                reader.offer(seq)
