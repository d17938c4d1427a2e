"""One reader's place in the news of one table, and the protocol of a bus."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

LIMIT = 1000


class Ended(Exception):
    """The subscription gives nothing more."""


class Closed(Ended):
    """It was closed by its reader."""


class Dropped(Ended):
    """Its reader was too slow; it can subscribe again and resume after the last seq it has dealt with."""


class Subscription:
    """Gives each seq of a table once and in order, to one reader in the event loop.

    "T is at N" says that every entry up to N is stored. So two numbers are the whole queue: the seq last
    given and the newest known. News that comes late, twice, or with a gap can neither be lost nor doubled,
    and a burst costs nothing. A reader that falls more than `limit` behind what it has been shown is
    dropped.
    """

    def __init__(self, forget: Callable[[Subscription], None], limit: int = LIMIT) -> None:
        self._forget = forget
        self._limit = limit
        self._given: int | None = None
        self._newest = 0
        self._bound = 0
        self._ended: type[Ended] | None = None
        self._waiting: asyncio.Future[None] | None = None

    @property
    def given(self) -> int:
        """The seq given last, or the one that the reader started after."""
        return self._given or 0

    def start(self, after: int, head: int) -> None:
        """Give what comes after `after`, in a table that stands at `head`. Nothing is given before this is
        called.

        A reader subscribes first and reads the head then: what is appended in between is known by one or
        the other.
        """
        self._given = after
        self._newest = max(self._newest, head)
        self._bound = max(head, after) + self._limit
        self._wake()

    async def next(self, timeout: float | None = None) -> int | None:
        """The next seq; None after `timeout` seconds or a nudge. Raises Dropped or Closed."""
        if (found := self._take()) is not None:
            return found
        loop = asyncio.get_running_loop()
        self._waiting = loop.create_future()
        timer = None if timeout is None else loop.call_later(timeout, self._wake)
        try:
            await self._waiting
        finally:
            self._waiting = None
            if timer is not None:
                timer.cancel()
        return self._take()

    def ready(self, most: int) -> list[int]:
        """What else can be had without waiting, at most so many."""
        found: list[int] = []
        while self._ended is None and len(found) < most and (seq := self._take()) is not None:
            found.append(seq)
        return found

    def nudge(self) -> None:
        """Let a waiting `next` return None at once."""
        self._wake()

    def close(self) -> None:
        """End it; a waiting `next` raises Closed."""
        self._end(Closed)

    def offer(self, seq: int) -> None:
        """The table is at this seq. For the bus, in the event loop."""
        if self._ended is not None or seq <= self._newest:
            return
        self._newest = seq
        if self._given is None:
            return
        if seq > self._bound:
            self._end(Dropped)
        else:
            self._wake()

    def _take(self) -> int | None:
        if self._ended is not None:
            raise self._ended
        if self._given is None or self._given >= self._newest:
            return None
        self._given += 1
        self._bound = max(self._bound, self._given + self._limit)
        return self._given

    def _end(self, why: type[Ended]) -> None:
        if self._ended is None:
            self._ended = why
            self._forget(self)
            self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Bus(Protocol):
    """Carries "table T is at seq N" from whoever appended to whoever waits."""

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        """The event loop in which the subscriptions live; called once, before the first of them."""

    def publish(self, table: str, seq: int) -> None:
        """From any thread, after the append: the table is at this seq."""

    def subscribe(self, table: str) -> Subscription:
        """In the event loop: a new reader, who hears of everything that is published from now on."""
