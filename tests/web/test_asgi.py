"""The server around the live streams and the pages: how it listens, how it ends, and what arrives."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from live import Client, Room, deaf, pages, phone, phones, run, stuff, until

from webapp.asgi import ServeError, listen, root, running
from webapp.stream import Message, Scope


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def port(room: Room) -> Iterator[int]:
    with running(root(pages(room), room.stream)) as port:
        yield port


# The end of the evening

SERVED = """
import sys
sys.path[:0] = sys.argv[1].split("|")
from live import Room, pages
from webapp.asgi import root, serve
room = Room(beat=15.0)
serve(root(pages(room), room.stream), "127.0.0.1", 0, on_ready=lambda port: print(port, flush=True))
print("store closed", flush=True)
"""


@contextlib.contextmanager
def served() -> Iterator[tuple[subprocess.Popen[str], int]]:
    here = str(Path(__file__).parent)
    paths = "|".join([here, *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", SERVED, paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield process, int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        if process.stderr is not None:
            process.stderr.close()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_a_hundred_streams_cleanly(sent: signal.Signals) -> None:
    async def ending(client: Client) -> bytes:
        return await client.reader.read()

    async def scenario(process: subprocess.Popen[str], port: int) -> None:
        idle = Client(*await asyncio.open_connection("127.0.0.1", port))
        await idle.request("POST", "/echo", body=b"still connected")
        async with phones(port, 100) as clients:
            await asyncio.gather(*(client.event("hello") for client in clients))
            process.send_signal(sent)
            endings = await asyncio.gather(*(ending(client) for client in clients))
            # without waiting for a heartbeat, or for anybody; how long it takes is measured in bench/ending.py
            out, err = await asyncio.to_thread(process.communicate, timeout=10)
        idle.close()

        assert [end[-5:] for end in endings] == [b"0\r\n\r\n"] * 100
        assert (process.returncode, out, err) == (0, "store closed\n", "")

    with served() as (process, port):
        run(scenario(process, port))


def test_a_phone_that_reads_nothing_does_not_hold_up_the_end() -> None:
    room = Room(beat=15.0)

    async def scenario(port: int) -> socket.socket:
        async with phone(port) as healthy:
            await healthy.event("hello")
            sock = await deaf(port)
            await until(lambda: room.presence.connected("t", "seat:2") == 1)
            await stuff(room, healthy)
            return sock

    with running(root(pages(room), room.stream)) as port:
        sock = asyncio.run(scenario(port))
        began = time.monotonic()
    assert time.monotonic() - began < 10
    sock.close()


def test_a_stream_that_is_asked_for_while_the_server_ends_is_told_to_come_back(room: Room) -> None:
    sent: list[Message] = []

    async def scenario() -> None:
        room.stream.bind(asyncio.get_running_loop())
        await room.stream.end()
        scope: Scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/tables/t/stream",
            "query_string": b"token=seat:1",
            "headers": [],
        }
        await room.stream(scope, never, remember(sent))

    async def never() -> Message:
        await asyncio.Event().wait()
        return {}

    run(scenario())
    assert sent[0]["status"] == 503
    assert (b"retry-after", b"1") in sent[0]["headers"]


def remember(sent: list[Message]) -> Callable[[Message], Awaitable[None]]:
    async def send(message: Message) -> None:
        sent.append(message)

    return send


# Listening


def test_a_port_in_use_is_named(port: int) -> None:
    with pytest.raises(ServeError) as caught:
        listen("127.0.0.1", port)

    assert (caught.value.key, caught.value.args_) == ("port-in-use", {"host": "127.0.0.1", "port": str(port)})


@pytest.mark.parametrize("host", ["192.0.2.77", "no.such.host.invalid"])
def test_a_host_that_is_not_this_machine_is_named(host: str) -> None:
    with pytest.raises(ServeError) as caught:
        listen(host, 0)

    assert (caught.value.key, caught.value.args_["host"]) == ("host-unknown", host)


@pytest.mark.parametrize("host", ["0.0.0.0", "", "localhost"])
def test_it_listens_wherever_it_is_told_to(host: str) -> None:
    with listen(host, 0) as sock, socket.create_connection(("127.0.0.1", sock.getsockname()[1]), 1) as found:
        assert found.getpeername()[1] == sock.getsockname()[1]


def test_an_answer_does_not_wait_for_the_phone_to_acknowledge_its_first_part(port: int) -> None:
    async def scenario() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        times = []
        for _ in range(20):
            began = time.monotonic()
            writer.write(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
            await reader.readuntil(b"}\n")
            times.append(time.monotonic() - began)
        writer.close()
        assert sorted(times)[4] < 0.03

    run(scenario())


def test_every_address_is_ipv6_too_where_the_system_has_it() -> None:
    with listen("", 0) as sock:
        assert (sock.family == socket.AF_INET6) == socket.has_dualstack_ipv6()


# Bodies


def test_P29_cyrillic_split_at_every_kind_of_byte_arrives_whole(port: int) -> None:
    body = ("Ёж, 👩‍👩‍👧‍👦 и щука: " * 2000).encode()[: 64 * 1024].decode(errors="ignore").encode()
    assert len(body) > 64 * 1024 - 4
    head = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
    rng = random.Random(29)
    # Between any two bytes of the first characters, and at places all over the rest.
    splits = [*range(1, 40), *sorted(rng.sample(range(40, len(body)), 60)), len(body) - 1]

    async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parts: list[bytes]) -> dict[str, Any]:
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.001)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[16:]) for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length"))
        found: dict[str, Any] = json.loads(await reader.readexactly(length))
        return found

    async def scenario() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        expected = {"length": len(body), "sha256": hashlib.sha256(body).hexdigest(), "text": "Ёж,"}
        for at in splits:
            assert await send(reader, writer, [head + body[:at], body[at:]]) == expected
        assert await send(reader, writer, [head, *(body[i : i + 1] for i in range(300)), body[300:]]) == expected
        assert await send(reader, writer, [head + body]) == expected
        writer.close()

    run(scenario())
