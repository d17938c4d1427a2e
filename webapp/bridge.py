"""Flask under ASGI: a request is read to its end, answered on one of a few threads, and sent in one piece.

A bridge that streams both ways has the two threads wait for each other five times for every answer, and each time the
one that wants to go on may find the other computing. Our answers are short and complete, so one handing over is enough.
"""

from __future__ import annotations

import asyncio
import io
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from a2wsgi.wsgi import build_environ
from msgspec import Struct

from webapp.stream import Receive, Scope, Send


class Answer(Struct, frozen=True):
    """What the WSGI app answered: status, headers as ASGI has them, and the whole body."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PeerGone(Exception):
    """The other end went away before its request was complete."""


class Bridge:
    """The ASGI app that answers with a WSGI app, on `workers` threads. most: the bytes of the longest body that is
    read; a longer one is left to the WSGI app to refuse by its Content-Length, and cut there if it has none.
    """

    def __init__(self, app: Any, workers: int, most: int) -> None:
        self._app = app
        self._most = most
        self.executor = ThreadPoolExecutor(workers, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self._body(scope, receive)
        except PeerGone:
            return
        environ = build_environ(cast(Any, scope), cast(Any, io.BytesIO(body)))
        environ["wsgi.errors"] = sys.stderr
        answer = await asyncio.get_running_loop().run_in_executor(self.executor, self._answer, environ)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if length.isdigit() and int(length) > self._most:
            return b""
        parts: list[bytes] = []
        size, more = 0, True
        while more and size <= self._most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise PeerGone
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            more = message.get("more_body", False)
        return b"".join(parts)

    def _answer(self, environ: Any) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Any:
            started[:] = [(status, headers)]
            return written.append

        written: list[bytes] = []
        found = self._app(environ, start_response)
        try:
            written.extend(found)
        finally:
            getattr(found, "close", lambda: None)()
        status, headers = started[0]
        wire = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
        return Answer(int(status.split(" ", 1)[0]), wire, b"".join(written))
