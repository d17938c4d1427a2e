"""Phones for measurements: raw HTTP/1.1 over asyncio, a connection for the live stream and one for the rest."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any


class Connection:
    """One kept-alive connection."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.lock = asyncio.Lock()

    async def request(self, method: str, path: str, token: str | None = None, body: Any = None) -> tuple[int, bytes]:
        """Send a request and read the whole answer; one at a time."""
        async with self.lock:
            if self.reader is not None and self.reader.at_eof():
                self.writer = None  # the server lets idle connections go
            return await self._exchange(method, path, token, body)

    async def _exchange(self, method: str, path: str, token: str | None, body: Any) -> tuple[int, bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Content-Length: {len(data)}"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        if body is not None:
            lines.append("Content-Type: application/json")
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        status = int(head.split(" ", 2)[1])
        length = next(
            (int(line.split(":")[1]) for line in head.split("\r\n") if line.startswith("content-length")), None
        )
        if length is not None:
            return status, await self.reader.readexactly(length)
        return status, await self._chunks()

    async def _chunks(self) -> bytes:
        assert self.reader is not None
        parts = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readline()
        await self.reader.readline()
        return b"".join(parts)


@dataclass
class Phone:
    """A phone at a table. `received` are the times (monotonic seconds) at which each seq arrived."""

    host: str
    port: int
    table: str
    seat: int
    token: str
    received: dict[int, float] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.connection = Connection(self.host, self.port)

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        status, data = await self.connection.request(method, f"/api/tables/{self.table}{path}", self.token, body)
        return status, json.loads(data)

    async def listen(self) -> None:
        """Read the live stream for ever."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        path = f"/api/tables/{self.table}/stream?token={self.token}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nAccept: text/event-stream\r\n\r\n".encode())
        event = ""
        while line := (await reader.readline()).decode().strip("\r\n") or " ":
            if line.startswith("event:"):
                event = line[6:].strip()
            elif line.startswith("data:"):
                now, told = time.monotonic(), json.loads(line[5:])
                if event == "hello":
                    self.ready.set()
                elif event == "seq":
                    self.received[told["seq"]] = now
                    self.order.append(told["seq"])
                    self.news.set()
            if reader.at_eof():
                return


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
