"""The bus: every seq to every healthy reader, in order, once; a reader that is too slow is let go."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import Mock

import pytest

from webapp.bus import Bus, Closed, Dropped, LocalBus, Subscription


def run(scenario: Callable[[LocalBus], Coroutine[Any, Any, None]], limit: int = 1000) -> None:
    """Run a scenario with a bus that is bound to its event loop."""

    async def bound() -> None:
        bus = LocalBus(limit)
        bus.bind(asyncio.get_running_loop())
        async with asyncio.timeout(10):
            await scenario(bus)

    asyncio.run(bound())


async def take(reader: Subscription, count: int) -> list[int]:
    found: list[int] = []
    while len(found) < count:
        seq = await reader.next(5)
        assert seq is not None
        found.append(seq)
    return found


@asynccontextmanager
async def threads(*works: Callable[[], None]) -> AsyncIterator[None]:
    running = [threading.Thread(target=work) for work in works]
    for one in running:
        one.start()
    yield
    for one in running:
        await asyncio.to_thread(one.join)


def test_the_local_bus_keeps_the_protocol() -> None:
    kept: Bus = LocalBus()
    kept.publish("t", 1)


def test_every_seq_reaches_every_reader_in_order_from_many_threads() -> None:
    async def scenario(bus: LocalBus) -> None:
        readers = [bus.subscribe("t") for _ in range(20)]
        for reader in readers:
            reader.start(0, 0)
        numbers = list(range(1, 801))
        lock = threading.Lock()

        def append_and_publish() -> None:
            while True:
                with lock:
                    if not numbers:
                        return
                    seq = numbers.pop(0)
                # Between the append and the news another thread may come in: the news goes out of order.
                bus.publish("t", seq)

        async with threads(*[append_and_publish] * 8):
            found = await asyncio.gather(*(take(reader, 800) for reader in readers))

        assert found == [list(range(1, 801))] * 20
        assert [await reader.next(0.01) for reader in readers] == [None] * 20

    run(scenario)


def test_news_out_of_order_twice_and_with_gaps_is_neither_lost_nor_doubled() -> None:
    async def scenario(bus: LocalBus) -> None:
        reader = bus.subscribe("t")
        reader.start(0, 0)
        news = [*range(1, 101), *range(1, 101)]
        random.Random(7).shuffle(news)
        for seq in news:
            if seq % 10 or seq == 100:
                bus.publish("t", seq)

        assert await take(reader, 100) == list(range(1, 101))
        assert await reader.next(0.01) is None

    run(scenario)


def test_what_is_appended_between_subscribing_and_reading_the_head_is_given_once() -> None:
    async def scenario(bus: LocalBus) -> None:
        reader = bus.subscribe("t")
        bus.publish("t", 41)
        bus.publish("t", 42)
        await asyncio.sleep(0)
        reader.start(after=38, head=41)
        bus.publish("t", 43)

        assert await take(reader, 5) == [39, 40, 41, 42, 43]
        assert await reader.next(0.01) is None

    run(scenario)


def test_nothing_is_given_before_the_reader_says_where_it_stopped() -> None:
    async def scenario(bus: LocalBus) -> None:
        reader = bus.subscribe("t")
        bus.publish("t", 7)
        assert await reader.next(0.05) is None
        reader.start(after=7, head=7)
        assert await reader.next(0.01) is None
        assert reader.given == 7

    run(scenario)


def test_tables_do_not_hear_of_each_other() -> None:
    async def scenario(bus: LocalBus) -> None:
        one, two = bus.subscribe("one"), bus.subscribe("two")
        one.start(0, 0)
        two.start(0, 0)
        bus.publish("one", 1)

        assert await take(one, 1) == [1]
        assert await two.next(0.05) is None

    run(scenario)


def test_a_reader_that_is_too_slow_is_dropped_and_resumes_after_what_it_had() -> None:
    async def scenario(bus: LocalBus) -> None:
        slow, healthy = bus.subscribe("t"), bus.subscribe("t")
        slow.start(0, 0)
        healthy.start(0, 0)
        bus.publish("t", 1)
        assert await take(slow, 1) == [1]
        for seq in range(2, 31):
            bus.publish("t", seq)
            await take(healthy, 1 if seq > 2 else 2)

        with pytest.raises(Dropped):
            await slow.next()
        again = bus.subscribe("t")
        again.start(after=slow.given, head=30)
        assert await take(again, 29) == list(range(2, 31))

    run(scenario, limit=10)


def test_a_long_backlog_is_no_slowness() -> None:
    async def scenario(bus: LocalBus) -> None:
        reader = bus.subscribe("t")
        reader.start(after=0, head=500)
        bus.publish("t", 505)

        assert await take(reader, 505) == list(range(1, 506))

    run(scenario, limit=10)


def test_a_closed_reader_wakes_and_is_forgotten() -> None:
    async def scenario(bus: LocalBus) -> None:
        reader = bus.subscribe("t")
        reader.start(0, 0)
        waiting = asyncio.create_task(reader.next())
        await asyncio.sleep(0)
        reader.close()
        reader.close()

        with pytest.raises(Closed):
            await waiting
        with pytest.raises(Closed):
            await reader.next()
        assert reader.ready(5) == []
        assert bus._readers == {}

    run(scenario)


def test_a_nudge_wakes_a_reader_without_news() -> None:
    async def scenario(bus: LocalBus) -> None:
        reader = bus.subscribe("t")
        reader.start(0, 0)
        waiting = asyncio.create_task(reader.next())
        await asyncio.sleep(0)
        reader.nudge()

        assert await waiting is None
        bus.publish("t", 1)
        assert await take(reader, 1) == [1]

    run(scenario)


def test_several_can_be_had_at_once() -> None:
    async def scenario(bus: LocalBus) -> None:
        reader = bus.subscribe("t")
        reader.start(0, 5)

        assert await reader.next() == 1
        assert (reader.ready(2), reader.ready(9), reader.ready(9)) == ([2, 3], [4, 5], [])

    run(scenario)


def test_news_that_waits_for_the_loop_is_one_call_however_much_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.new_event_loop()
    calls = Mock(wraps=loop.call_soon_threadsafe)
    monkeypatch.setattr(loop, "call_soon_threadsafe", calls)
    bus = LocalBus()
    bus.bind(loop)
    reader = bus.subscribe("t")
    reader.start(0, 0)
    for seq in range(1, 501):
        bus.publish("t", seq)

    found = loop.run_until_complete(take(reader, 500))
    loop.close()

    assert found == list(range(1, 501))
    assert calls.call_count == 1


def test_news_from_before_the_loop_was_there_is_delivered_and_after_it_is_closed_forgotten() -> None:
    loop = asyncio.new_event_loop()
    bus = LocalBus()
    bus.publish("t", 3)
    reader = bus.subscribe("t")
    reader.start(0, 0)
    bus.bind(loop)

    assert loop.run_until_complete(take(reader, 3)) == [1, 2, 3]
    loop.close()
    bus.publish("t", 4)
