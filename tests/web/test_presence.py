"""Who is at the table, by a clock that the tests turn."""

from __future__ import annotations

import threading

import pytest

from webapp.presence import Presence


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> Presence:
    return Presence(silence=30.0, clock=clock)


def test_a_holder_is_here_as_long_as_one_stream_of_theirs_is_open(presence: Presence) -> None:
    changed: list[str] = []
    presence.on_change(changed.append)
    first = presence.opened("t", {"seat:1", "seat:2"}, "p1")
    second = presence.opened("t", {"seat:1"}, "p2")
    assert presence.here("t") == {"seat:1", "seat:2"}
    assert presence.connected("t", "seat:1") == 2

    presence.closed("t", first)
    presence.closed("t", first)
    assert presence.here("t") == {"seat:1"}
    assert presence.connected("t", "seat:1") == 1
    presence.closed("t", second)

    assert presence.here("t") == frozenset()
    assert changed == ["t", "t", "t"]


def test_silence_counts_only_for_phones_that_ever_told(presence: Presence, clock: Clock) -> None:
    presence.opened("t", {"seat:1"}, "tells")
    presence.opened("t", {"seat:2"}, "never tells")
    presence.heard("t", "seat:1", "tells")

    clock.now += 30.0
    assert presence.here("t") == {"seat:1", "seat:2"}
    clock.now += 0.1
    assert presence.here("t") == {"seat:2"}


def test_a_second_phone_of_a_silent_holder_keeps_them_here(presence: Presence, clock: Clock) -> None:
    presence.opened("t", {"seat:1"}, "old")
    presence.opened("t", {"seat:1"}, "new")
    presence.heard("t", "seat:1", "old")
    clock.now += 31

    assert presence.here("t") == {"seat:1"}


def test_a_phone_that_comes_back_after_silence_is_here_at_once(presence: Presence, clock: Clock) -> None:
    hanging = presence.opened("t", {"seat:1"}, "p")
    presence.heard("t", "seat:1", "p")
    clock.now += 31
    assert presence.here("t") == frozenset()

    presence.opened("t", {"seat:1"}, "p")
    presence.closed("t", hanging)

    assert presence.here("t") == {"seat:1"}


def test_what_is_heard_of_a_phone_without_a_stream_counts_for_nothing(presence: Presence) -> None:
    presence.heard("t", "seat:1", "p")
    number = presence.opened("t", {"seat:2"}, "q")
    presence.heard("t", "seat:2", "another phone")
    assert presence.here("t") == {"seat:2"}

    presence.closed("t", number)
    assert presence._tables == {}


def test_tables_are_apart_and_presence_is_counted_from_many_threads(presence: Presence) -> None:
    def work(number: int) -> None:
        for _ in range(200):
            one = presence.opened(f"t{number % 2}", {f"seat:{number}"})
            presence.heard(f"t{number % 2}", f"seat:{number}")
            assert f"seat:{number}" in presence.here(f"t{number % 2}")
            presence.closed(f"t{number % 2}", one)
        presence.opened(f"t{number % 2}", {f"seat:{number}"})

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()

    assert presence.here("t0") == {f"seat:{number}" for number in (0, 2, 4, 6)}
    assert presence.here("t1") == {f"seat:{number}" for number in (1, 3, 5, 7)}
