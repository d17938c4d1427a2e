"""One process, one port: the live streams natively, everything else from Flask on a few threads."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, cast

import uvicorn
from flask import Flask
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.refusals import Refusal
from webapp.bridge import Bridge
from webapp.stream import ABORT, AsgiApp, Receive, Scope, Send, Stream

WORKERS = 4
BACKLOG = 2048
# Seconds that a request in work is given after SIGTERM. Streams do not need it: they are ended first.
GRACE = 3
# Seconds that an idle connection is kept: a phone looks in every 12 s, and a new connection costs it a round trip.
KEEP_ALIVE = 30

_REASONS = {
    errno.EADDRINUSE: "port-in-use",
    errno.EACCES: "port-denied",
    errno.EADDRNOTAVAIL: "host-unknown",
    errno.EAFNOSUPPORT: "host-unknown",
}


class ServeError(Refusal):
    """The server cannot listen: `port-in-use`, `port-denied` or `host-unknown`, with `host` and `port` as
    texts.
    """


class Root:
    """The ASGI app of the whole product."""

    def __init__(self, flask_app: Flask, stream: Stream) -> None:
        self.stream = stream
        self._pages = Bridge(flask_app.wsgi_app, WORKERS, flask_app.config["MAX_CONTENT_LENGTH"] or sys.maxsize)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self.stream.table_of(scope) is not None:
            await self.stream(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self.stream.bind(asyncio.get_running_loop())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        # A request that still waits for a thread has lost its connection by now.
        self._pages.executor.shutdown(wait=False, cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})


def root(flask_app: Flask, stream: Stream) -> Root:
    """`stream` answers the live streams, `flask_app` everything else on a few threads."""
    return Root(flask_app, stream)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Host "" takes every address, IPv6 too where the system has it. Port 0 takes any free one.

    Raises ServeError.
    """
    both = not host and socket.has_dualstack_ipv6()
    name = host or ("::" if both else "0.0.0.0")
    try:
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        # "localhost" may be both; what a person types and what a code carries is IPv4.
        family, *_, address = min(found, key=lambda one: one[0] != socket.AF_INET)
        return socket.create_server(address[:2], family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except socket.gaierror as caught:
        raise ServeError("host-unknown", host=host, port=str(port)) from caught
    except OSError as caught:
        key = _REASONS.get(caught.errno or 0)
        if key is None:
            raise
        raise ServeError(key, host=host, port=str(port)) from caught


def watch_peer(sock: Any, beat: float) -> None:
    """Have the system find out within about two beats that the other end of a connection is gone without a
    word.

    While nothing is unanswered it asks after one beat of silence; what is sent and not acknowledged may
    take two (Linux only). Options that a system lacks are left out.
    """
    seconds = max(1, round(beat))
    options = {
        "TCP_KEEPIDLE": seconds,
        "TCP_KEEPALIVE": seconds,  # what macOS calls TCP_KEEPIDLE
        "TCP_KEEPINTVL": max(1, seconds // 3),
        "TCP_KEEPCNT": 3,
        "TCP_USER_TIMEOUT": 2 * seconds * 1000,
    }
    with suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in options.items():
        if hasattr(socket, name):
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class Server(uvicorn.Server):
    """uvicorn that ends the live streams first, and then returns instead of dying of the signal it was sent.

    on_ready: called with the port once connections are accepted. proxied: a proxy on this machine says in headers
    where requests come from.
    """

    def __init__(
        self,
        app: Root,
        listener: socket.socket,
        on_ready: Callable[[int], None] | None = None,
        *,
        proxied: bool = False,
    ) -> None:
        self._app = app
        self._listener = listener
        self._on_ready = on_ready
        super().__init__(
            uvicorn.Config(
                cast(Any, app),
                http=_connection(app.stream.beat),
                ws="none",
                lifespan="on",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=proxied,
                backlog=BACKLOG,
                timeout_graceful_shutdown=GRACE,
                timeout_keep_alive=KEEP_ALIVE,
            )
        )

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal or `stop()`."""
        super().run(sockets=[self._listener])

    def stop(self) -> None:
        """From any thread: end as on SIGTERM."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._on_ready is not None:
            self._on_ready(self._listener.getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.stream.end()
        await super().shutdown(sockets)
        # uvicorn would raise the signal again, and what comes after `serve` (closing the store) would not
        # run.
        self._captured_signals.clear()


def serve(
    app: Root, host: str, port: int, *, on_ready: Callable[[int], None] | None = None, proxied: bool = False
) -> None:
    """Serve until SIGINT or SIGTERM, then return. on_ready: called with the port once connections are
    accepted.

    Raises ServeError if it cannot listen there.
    """
    Server(app, listen(host, port), on_ready, proxied=proxied).run()


@contextmanager
def running(app: Root, host: str = "127.0.0.1", port: int = 0) -> Iterator[int]:
    """Serve in a thread for as long as the block lasts; gives the port. Raises ServeError."""
    ready = threading.Event()
    listener = listen(host, port)
    server = Server(app, listener, lambda _port: ready.set())
    bound = listener.getsockname()[1]
    thread = threading.Thread(target=server.run, name="tableside", daemon=True)
    thread.start()
    try:
        while not ready.wait(0.1):
            if not thread.is_alive():
                raise RuntimeError("the server ended before it was ready")
        yield bound
    finally:
        server.stop()
        thread.join()


def _connection(beat: float) -> type[asyncio.Protocol]:
    """uvicorn's connection, watched for a peer that is gone, and with a way for the app to cut it."""

    class Connection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            sock = transport.get_extra_info("socket")
            # asyncio does this only where the listening socket names its protocol; without it every answer that is
            # written in two parts takes 40 ms longer.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            watch_peer(sock, beat)
            inner = cast(AsgiApp, self.app)

            async def app(scope: Scope, receive: Receive, send: Send) -> None:
                scope.setdefault("extensions", {})[ABORT] = {"abort": transport.abort}
                await inner(scope, receive, send)

            self.app = cast(Any, app)

    return Connection
