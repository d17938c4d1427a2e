"""Phones and a room for the tests of the live stream: raw connections, and tables that are only numbers."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import h11
from flask import Flask, request

from webapp.bus import LocalBus
from webapp.presence import Presence
from webapp.stream import Refusal, Scope, Stream, Viewer

BEAT = 0.4

Result = TypeVar("Result")


class Room:
    """Tables as far as a stream knows them: numbers that grow, and who may look."""

    def __init__(self, beat: float = BEAT, limit: int = 1000) -> None:
        self.bus = LocalBus(limit)
        self.presence = Presence(silence=2 * beat)
        self.heads: dict[str, int] = {}
        self.described: list[tuple[str, int]] = []
        self.threads: set[str] = set()
        self.padding = ""
        self.before_head: Callable[[str], object] = lambda table: None
        self._lock = threading.Lock()
        self.stream = Stream(
            bus=self.bus,
            presence=self.presence,
            authorise=self.authorise,
            head=self.head,
            describe=self.describe,
            beat=beat,
        )

    def append(self, table: str = "t") -> int:
        with self._lock:
            seq = self.heads[table] = self.heads.get(table, 0) + 1
        self.bus.publish(table, seq)
        return seq

    def authorise(self, scope: Scope) -> Viewer | Refusal:
        self.threads.add(threading.current_thread().name)
        query = dict(pair.split("=", 1) for pair in scope["query_string"].decode().split("&") if "=" in pair)
        token = query.get("token") or dict(scope["headers"]).get(b"authorization", b"").decode().removeprefix("Bearer ")
        if not token:
            return Refusal(401, b'{"error":"token"}', headers=((b"www-authenticate", b"Bearer"),))
        if scope["path_params"]["table"] == "none":
            return Refusal(404, b'{"error":"table"}')
        holders = frozenset() if token == "screen" else frozenset(token.split(","))
        return Viewer(holders, query.get("phone", ""))

    def head(self, table: str) -> int | None:
        self.threads.add(threading.current_thread().name)
        head = self.heads.get(table)
        self.before_head(table)
        return head

    def describe(self, table: str, seq: int) -> dict[str, Any]:
        self.threads.add(threading.current_thread().name)
        self.described.append((table, seq))
        more = {"padding": self.padding} if self.padding else {}
        return {"seat": seq % 4 or None, **more}


def pages(room: Room) -> Flask:
    app = Flask("pages")

    @app.post("/echo")
    def echo() -> dict[str, Any]:
        body = request.get_data()
        return {"length": len(body), "sha256": hashlib.sha256(body).hexdigest(), "text": body.decode()[:3]}

    @app.post("/api/tables/<table>/moves")
    def move(table: str) -> dict[str, int]:
        return {"seq": room.append(table)}

    @app.post("/api/tables/<table>/here/<holder>")
    def here(table: str, holder: str) -> str:
        room.presence.heard(table, holder, request.args.get("phone", ""))
        return ""

    @app.route("/api/tables/<table>/stream", methods=["POST"])
    def not_a_stream(table: str) -> str:
        return f"flask {table}"

    return app


@dataclass
class Event:
    name: str
    data: Any
    id: str | None


@dataclass
class Client:
    """A phone: one raw connection, HTTP read by h11, events parsed as the standard says."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    http: h11.Connection = field(default_factory=lambda: h11.Connection(h11.CLIENT))
    text: bytes = b""
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    retry: int | None = None
    ended: bool = False

    async def request(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"") -> None:
        fields = {"Host": "table.test", "Content-Length": str(len(body)), **(headers or {})}
        sent = self.http.send(h11.Request(method=method, target=path, headers=list(fields.items())))
        assert sent is not None
        self.writer.write(sent + (self.http.send(h11.Data(data=body)) or b""))
        self.http.send(h11.EndOfMessage())
        while self.status == 0:
            await self._read()

    async def _read(self) -> None:
        """One step: what is there, or one more packet. An end without a last chunk raises RemoteProtocolError."""
        event = self.http.next_event()
        if event is h11.NEED_DATA:
            self.http.receive_data(await self.reader.read(65536))
        elif isinstance(event, h11.Response):
            self.status = event.status_code
            self.headers = {name.decode(): value.decode() for name, value in event.headers}
        elif isinstance(event, h11.Data):
            self.text += bytes(event.data)
        else:
            assert isinstance(event, h11.EndOfMessage)
            self.ended = True

    async def body(self) -> bytes:
        while not self.ended:
            await self._read()
        return self.text

    async def event(self, *names: str, timeout: float = 15) -> Event:
        """The next event, or the next of these names."""
        async with asyncio.timeout(timeout):
            while True:
                found = await self._event()
                if not names or found.name in names:
                    return found

    async def _event(self) -> Event:
        while True:
            head, blank, rest = self.text.partition(b"\n\n")
            if not blank:
                assert not self.ended
                await self._read()
                continue
            self.text = rest
            lines = dict(line.split(": ", 1) for line in head.decode().split("\n"))
            if "retry" in lines:
                self.retry = int(lines["retry"])
            else:
                self.events.append(Event(lines["event"], json.loads(lines["data"]), lines.get("id")))
                return self.events[-1]

    async def seqs(self, count: int) -> list[int]:
        return [(await self.event("seq")).data["seq"] for _ in range(count)]

    def close(self) -> None:
        self.writer.close()


@asynccontextmanager
async def phone(
    port: int, path: str = "/api/tables/t/stream?token=seat:1", headers: dict[str, str] | None = None
) -> AsyncIterator[Client]:
    client = Client(*await asyncio.open_connection("127.0.0.1", port))
    try:
        await client.request("GET", path, headers)
        yield client
    finally:
        client.close()


@asynccontextmanager
async def phones(port: int, count: int) -> AsyncIterator[list[Client]]:
    async with contextlib.AsyncExitStack() as stack:
        paths = [f"/api/tables/t/stream?token=seat:{number}" for number in range(count)]
        yield await asyncio.gather(*(stack.enter_async_context(phone(port, path)) for path in paths))


async def post(port: int, path: str, body: bytes = b"") -> Client:
    client = Client(*await asyncio.open_connection("127.0.0.1", port))
    await client.request("POST", path, None, body)
    await client.body()
    client.close()
    return client


async def until(true: Callable[[], bool], seconds: float = 10.0) -> float:
    """How long it took; fails after `seconds`."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < seconds
        await asyncio.sleep(0.01)
    return time.monotonic() - began


def run(scenario: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(scenario)


async def deaf(port: int) -> socket.socket:
    """A phone that asks for a stream, has a small buffer, and never reads."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, ("127.0.0.1", port))
    await loop.sock_sendall(sock, b"GET /api/tables/t/stream?token=seat:2 HTTP/1.1\r\nHost: x\r\n\r\n")
    return sock


async def stuff(room: Room, healthy: Client) -> list[int]:
    """Tell so much that the buffers of a deaf phone are full; gives what the healthy one got."""
    room.padding = "x" * 100_000
    found = []
    for _ in range(100):
        room.append()
        found += await healthy.seqs(1)
    return found
