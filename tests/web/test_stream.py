"""What a phone is told on its live stream, over real sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from live import BEAT, Event, Room, deaf, pages, phone, phones, post, run, stuff, until

from webapp.asgi import root, running, watch_peer


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def port(room: Room) -> Iterator[int]:
    with running(root(pages(room), room.stream)) as port:
        yield port


# What a phone is told


def test_the_first_bytes_come_at_once_and_say_where_the_table_is(room: Room, port: int) -> None:
    room.heads["t"] = 41

    async def scenario() -> None:
        async with phone(port) as client:
            hello = await client.event()
            assert hello == Event("hello", {"seq": 41, "beat": BEAT}, "41")
            assert client.retry == 1000
            assert client.status == 200
            assert client.headers["content-type"] == "text/event-stream; charset=utf-8"
            assert client.headers["cache-control"] == "no-store"
            assert await client.event() == Event("presence", {"here": ["seat:1"]}, None)

    run(scenario())


def test_an_entry_is_told_with_its_number_and_who_acted(room: Room, port: int) -> None:
    room.heads["t"] = 2

    async def scenario() -> None:
        async with phone(port) as client:
            await client.event("hello")
            room.append()
            room.append()
            assert await client.event("seq") == Event("seq", {"seq": 3, "seat": 3}, "3")
            assert await client.event("seq") == Event("seq", {"seq": 4, "seat": None}, "4")

    run(scenario())


def test_the_heartbeat_has_a_name_and_no_id(room: Room, port: int) -> None:
    room.heads["t"] = 7

    async def scenario() -> None:
        async with phone(port) as client:
            await client.event("hello")
            began = time.monotonic()
            beats = [await client.event("beat") for _ in range(3)]
            assert beats == [Event("beat", {"seq": 7}, None)] * 3
            assert time.monotonic() - began > 2.5 * BEAT

    run(scenario())


def test_the_heartbeat_goes_on_while_entries_come(room: Room, port: int) -> None:
    async def scenario() -> None:
        async with phone(port) as client:
            until = time.monotonic() + 6 * BEAT
            while time.monotonic() < until:
                room.append()
                await asyncio.sleep(0.02)
            last = room.append()
            while (await client.event("seq")).data["seq"] < last:
                pass
            assert [event.name for event in client.events].count("beat") >= 2

    run(scenario())


def test_P24_two_hundred_streams_get_every_entry_in_order_and_moves_are_answered(room: Room, port: int) -> None:
    async def scenario() -> None:
        async with phones(port, 200) as clients:
            await asyncio.gather(*(client.event("hello") for client in clients))
            moves = [asyncio.create_task(post(port, "/api/tables/t/moves")) for _ in range(50)]
            threads = [threading.Thread(target=lambda: [room.append() for _ in range(10)]) for _ in range(5)]
            for one in threads:
                one.start()
            answers = await asyncio.gather(*moves)
            found = await asyncio.gather(*(client.seqs(100) for client in clients))

        assert found == [list(range(1, 101))] * 200
        assert {answer.status for answer in answers} == {200}
        assert sorted({json.loads(answer.text)["seq"] for answer in answers} - set(range(1, 101))) == []

    run(scenario())
    assert sorted(room.described) == [("t", seq) for seq in range(1, 101)]


def test_nothing_that_may_wait_runs_in_the_event_loop(room: Room, port: int) -> None:
    async def scenario() -> None:
        async with phone(port) as client:
            room.append()
            await client.event("seq")

    run(scenario())
    assert room.threads != set()
    assert "tableside" not in room.threads


# Coming back


RESUMED: list[tuple[str, dict[str, str], list[int]]] = [
    ("", {"Last-Event-ID": "37"}, [38, 39, 40, 41]),
    ("&after=38", {}, [39, 40, 41]),
    ("&after=12", {"Last-Event-ID": "39"}, [40, 41]),
    ("", {"Last-Event-ID": "40"}, [41]),
    ("", {}, [41]),
    ("&after=", {"Last-Event-ID": "x"}, [41]),
    ("&after=-3", {}, [41]),
    ("&after=99999999999999999999", {}, [41]),
    ("", {"Last-Event-ID": "55"}, [41]),
    ("&after=0", {}, list(range(1, 42))),
]


def test_what_was_missed_comes_first_and_once(room: Room, port: int) -> None:
    async def resume(number: int, query: str, headers: dict[str, str], expected: list[int]) -> None:
        table = f"t{number}"
        room.heads[table] = 40
        async with phone(port, f"/api/tables/{table}/stream?token=seat:1{query}", headers) as client:
            hello = await client.event("hello")
            assert (hello.data["seq"], hello.id) == (40, str(expected[0] - 1))
            room.append(table)
            assert await client.seqs(len(expected)) == expected
            await client.event("beat")
            assert [event.data["seq"] for event in client.events if event.name == "seq"] == expected

    async def scenario() -> None:
        await asyncio.gather(*(resume(number, *case) for number, case in enumerate(RESUMED)))

    run(scenario())


def test_an_entry_between_subscribing_and_reading_the_head_is_told_once(room: Room, port: int) -> None:
    room.heads["t"] = 40
    room.before_head = lambda table: (room.append(table), room.append(table))

    async def scenario() -> None:
        async with phone(port, headers={"Last-Event-ID": "39"}) as client:
            assert await client.seqs(3) == [40, 41, 42]
            await client.event("beat")
            assert [event.name for event in client.events].count("seq") == 3

    run(scenario())


def test_a_phone_that_reconnects_again_and_again_misses_nothing(room: Room, port: int) -> None:
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            room.append()
            time.sleep(0.002)

    async def scenario() -> None:
        last, found = "0", []
        for cut in range(1, 21):
            async with phone(port, headers={"Last-Event-ID": last}) as client:
                found += await client.seqs(cut)
                last = next(event.id for event in reversed(client.events) if event.id is not None) or ""
        assert found == list(range(1, 211))

    player = threading.Thread(target=play)
    player.start()
    try:
        run(scenario())
    finally:
        stop.set()
        player.join()


# Who may listen


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/api/tables/t/stream", 401, b'{"error":"token"}'),
        ("/api/tables/none/stream?token=seat:1", 404, b'{"error":"table"}'),
    ],
)
def test_a_stranger_is_refused_in_the_words_of_the_api(
    room: Room, port: int, path: str, status: int, body: bytes
) -> None:
    async def scenario() -> None:
        async with phone(port, path) as client:
            assert (client.status, await client.body()) == (status, body)
            assert client.headers["content-type"] == "application/json"

    run(scenario())
    assert room.bus._readers == {}


def test_a_token_may_come_as_a_bearer(room: Room, port: int) -> None:
    async def scenario() -> None:
        async with phone(port, "/api/tables/t/stream", {"Authorization": "Bearer host"}) as client:
            assert await client.event("presence") == Event("presence", {"here": ["host"]}, None)

    run(scenario())


@pytest.mark.parametrize("path", ["/api/tables/t/stream/", "/api/tables/a/b/stream", "/api/tables//stream", "/"])
def test_other_paths_belong_to_the_pages(port: int, path: str) -> None:
    async def scenario() -> None:
        async with phone(port, path) as client:
            assert client.status in (404, 308)

    run(scenario())


def test_another_method_belongs_to_the_pages(port: int) -> None:
    async def scenario() -> None:
        assert (await post(port, "/api/tables/t/stream")).text == b"flask t"

    run(scenario())


# Who is here


def test_a_closed_connection_is_noticed_long_before_silence_would_be() -> None:
    room = Room(beat=15.0)

    async def scenario(port: int) -> None:
        async with phone(port) as stays, phone(port, "/api/tables/t/stream?token=seat:2") as goes:
            while (await stays.event("presence")).data != {"here": ["seat:1", "seat:2"]}:
                pass
            goes.close()
            assert (await stays.event("presence", timeout=10)).data == {"here": ["seat:1"]}
            assert room.presence.here("t") == {"seat:1"}

    with running(root(pages(room), room.stream)) as port:
        run(scenario(port))


def test_a_connection_that_is_reset_is_noticed_too(room: Room, port: int) -> None:
    async def scenario() -> None:
        async with phone(port) as client:
            await client.event("hello")
            client.writer.transport.abort()
            await until(lambda: room.presence.connected("t", "seat:1") == 0)
            await until(lambda: room.bus._readers == {} and room.stream._phones == {})

    run(scenario())


def test_a_big_screen_watches_without_being_anybody(room: Room, port: int) -> None:
    async def scenario() -> None:
        async with phone(port, "/api/tables/t/stream?token=screen") as screen:
            assert (await screen.event("presence")).data == {"here": []}
            async with phone(port, "/api/tables/t/stream?token=seat:1,seat:2"):
                assert (await screen.event("presence")).data == {"here": ["seat:1", "seat:2"]}

    run(scenario())


def test_a_page_that_loads_anew_does_not_flicker(room: Room, port: int) -> None:
    async def scenario() -> None:
        async with phone(port) as other:
            async with phone(port, "/api/tables/t/stream?token=seat:2") as first:
                await first.event("hello")
                while (await other.event("presence")).data != {"here": ["seat:1", "seat:2"]}:
                    pass
            async with phone(port, "/api/tables/t/stream?token=seat:2") as second:
                await second.event("beat")
                await other.event("beat")
                await other.event("beat")
            assert [event.data for event in other.events if event.name == "presence"][-1] == {
                "here": ["seat:1", "seat:2"]
            }
            assert [event.data for event in other.events if event.name == "presence"].count({"here": ["seat:1"]}) <= 1

    run(scenario())


def test_a_phone_that_told_it_was_here_and_falls_silent_is_away_until_it_tells_again(room: Room, port: int) -> None:
    here = "/api/tables/t/here/seat:2?phone=p2"

    async def scenario() -> None:
        async with phone(port) as other, phone(port, "/api/tables/t/stream?token=seat:2&phone=p2") as silent:
            await silent.event("hello")
            await post(port, here)
            while (await other.event("presence")).data != {"here": ["seat:1", "seat:2"]}:
                pass
            gone = await other.event("presence", timeout=40 * BEAT)
            assert (gone.data, room.presence.connected("t", "seat:2")) == ({"here": ["seat:1"]}, 1)
            await post(port, here)
            assert (await other.event("presence")).data == {"here": ["seat:1", "seat:2"]}

    run(scenario())


# A phone that reads nothing


def test_a_phone_that_lets_nothing_through_is_cut_off_after_two_beats_and_holds_up_nobody(
    room: Room, port: int
) -> None:
    async def scenario() -> None:
        async with phone(port) as healthy:
            await healthy.event("hello")
            sock = await deaf(port)
            await until(lambda: room.presence.here("t") == {"seat:1", "seat:2"})
            assert await stuff(room, healthy) == list(range(1, 101))
            await until(lambda: room.presence.here("t") == {"seat:1"}, 4 * BEAT)
            sock.close()

    run(scenario())


def test_a_phone_too_slow_for_the_bus_is_let_go_too() -> None:
    room = Room(limit=20)

    async def scenario(port: int) -> None:
        async with phone(port) as healthy:
            await healthy.event("hello")
            sock = await deaf(port)
            await until(lambda: room.presence.connected("t", "seat:2") == 1)
            assert await stuff(room, healthy) == list(range(1, 101))
            await until(lambda: room.presence.connected("t", "seat:2") == 0, 4 * BEAT)
            sock.close()

    with running(root(pages(room), room.stream)) as port:
        run(scenario(port))


def test_the_system_watches_for_a_peer_that_vanished() -> None:
    beat = 15
    # What Linux calls them; another system has some of these, perhaps under another name.
    expected = {"TCP_KEEPIDLE": 15, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 30_000}
    with socket.socket() as sock:
        watch_peer(sock, beat)

        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) != 0
        for name, value in expected.items():
            if hasattr(socket, name):
                assert sock.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) == value
