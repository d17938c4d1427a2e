"""The live stream of a phone (server-sent events), answered natively by ASGI: no thread waits for any phone.

Events: `hello` {"seq", "beat"} first, with the table's present seq and the seconds between heartbeats;
`seq` {"seq", "seat"} with an id for each entry; `beat` {"seq"}; `presence` {"here": [holder, …]}. Only
`hello` and `seq` carry an id, so that the browser's Last-Event-ID is always the last entry it was told of.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, TypeVar
from urllib.parse import parse_qs

from msgspec import Struct

from webapp.bus import Bus, Ended, Subscription
from webapp.presence import Presence

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]

# The ASGI extension under which the server gives `abort()`: cut the connection now, whatever is still unsent.
ABORT = "tableside.abort"

_PATH = re.compile(r"/api/tables/(?P<table>[^/]+)/stream")
_BATCH = 64
_FRAMES = 4096
# Presence is told this much later (seconds), so that a page that loads anew does not flicker as away and
# here.
_SETTLE = 0.25
# Beats that a write may hang; looked at once a beat, so the second look after its beginning finds it.
_PATIENCE = 1.9

F = TypeVar("F", bytes, "asyncio.Task[bytes]")


class Viewer(Struct, frozen=True):
    """Who reads a stream. holders: whom it makes present (none for a big screen). phone: an id its page
    chose, or "".
    """

    holders: frozenset[str] = frozenset()
    phone: str = ""


class Refusal(Struct, frozen=True):
    """Why a stream is not given: an HTTP status and the body of the answer."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: tuple[tuple[bytes, bytes], ...] = ()


class _Phone(Struct, eq=False):
    table: str
    news: Subscription
    send: Send
    abort: Callable[[], None]
    here: frozenset[str] = frozenset()  # who it was told is here
    unsent: bytes = b""  # the presence event that it is still to be sent
    gone: bool = False
    due: bool = False  # a heartbeat is due
    writing_since: float | None = None  # when the write began that is not through yet
    pulse: asyncio.TimerHandle | None = None


class Stream:
    """The ASGI app of `GET /api/tables/{table}/stream`, resumed by `Last-Event-ID` or `?after=`.

    bus: where news of tables comes from. presence: where open streams are counted; its silence should be
    two beats. authorise: called in a thread with the request's scope (`scope["path_params"]["table"]` is
    the table's id). head: called in a thread, the newest seq of a table. describe: called in a thread once
    for each entry, what else a `seq` event says of it ({"seat": 2}); every phone of the table gets the
    same. recent: the same without waiting for anything, None for what is not at hand. beat: seconds between
    heartbeats. A phone that lets nothing through for two beats is cut off.
    """

    def __init__(
        self,
        *,
        bus: Bus,
        presence: Presence,
        authorise: Callable[[Scope], Viewer | Refusal],
        head: Callable[[str], int | None],
        describe: Callable[[str, int], Mapping[str, Any]],
        recent: Callable[[str, int], Mapping[str, Any] | None] = lambda table, seq: None,
        beat: float = 15.0,
    ) -> None:
        self.beat = beat
        self.presence = presence
        self._bus = bus
        self._authorise = authorise
        self._head = head
        self._describe = describe
        self._recent = recent
        self._loop: asyncio.AbstractEventLoop | None = None
        self._phones: dict[str, set[_Phone]] = {}
        self._frames: OrderedDict[tuple[str, int], asyncio.Task[bytes] | bytes] = OrderedDict()
        self._settling: set[str] = set()
        self._ending = False
        presence.on_change(self._presence_changed)

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        """The event loop to work in; called once at start-up, before the first stream."""
        self._loop = loop
        self._bus.bind(loop)

    @staticmethod
    def table_of(scope: Scope) -> str | None:
        """The table whose stream is asked for, None if the request asks for something else."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        path = str(scope["path"]).removeprefix(str(scope.get("root_path", "")))
        found = _PATH.fullmatch(path)
        return found["table"] if found else None

    def look(self, table: str) -> None:
        """From any thread: something that is no entry has changed; every phone is told its presence again."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._look, table)

    def _look(self, table: str) -> None:
        for phone in self._phones.get(table, ()):
            phone.unsent = _presence(phone.here)
            phone.news.nudge()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        table = self.table_of(scope)
        if table is None:
            raise ValueError("not the path of a stream")
        scope["path_params"] = {"table": table}
        viewer = await asyncio.to_thread(self._authorise, scope)
        if self._ending:
            viewer = Refusal(503, b"", headers=((b"retry-after", b"1"),))
        if isinstance(viewer, Refusal):
            await _refuse(send, viewer)
            return
        abort = scope.get("extensions", {}).get(ABORT, {}).get("abort", lambda: None)
        phone = _Phone(table, self._bus.subscribe(table), send, abort)
        watcher = asyncio.create_task(_watch(receive, phone))
        self._phones.setdefault(table, set()).add(phone)
        number = self.presence.opened(table, viewer.holders, viewer.phone)
        try:
            await self._tell(phone, _after(scope))
        finally:
            watcher.cancel()
            phone.news.close()
            self._phones[table].discard(phone)
            if not self._phones[table]:
                del self._phones[table]
            self.presence.closed(table, number)

    async def end(self, grace: float = 0.5) -> None:
        """End every stream cleanly and refuse new ones; what cannot be ended within `grace` seconds is cut
        off.
        """
        self._ending = True
        for phone in self._open():
            phone.news.nudge()
        loop = asyncio.get_running_loop()
        until = loop.time() + grace
        while self._phones and loop.time() < until:
            await asyncio.sleep(0.01)
        for phone in self._open():
            phone.abort()

    def _open(self) -> list[_Phone]:
        return [phone for phones in self._phones.values() for phone in phones]

    async def _tell(self, phone: _Phone, after: int | None) -> None:
        """All that one phone is told, from the first byte to the last chunk."""
        self._pulse(phone)
        try:
            await self._greet(phone, after)
            with contextlib.suppress(Ended):
                await self._follow(phone)
            if not phone.gone:
                await phone.send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            if phone.pulse is not None:
                phone.pulse.cancel()

    def _pulse(self, phone: _Phone) -> None:
        """Once a beat, by one timer for each phone: let it have a heartbeat, or cut it off if it takes nothing."""
        loop = asyncio.get_running_loop()
        if phone.writing_since is not None and loop.time() - phone.writing_since > _PATIENCE * self.beat:
            phone.abort()
        phone.due = True
        phone.news.nudge()
        phone.pulse = loop.call_later(self.beat, self._pulse, phone)

    async def _greet(self, phone: _Phone, after: int | None) -> None:
        head = await asyncio.to_thread(self._head, phone.table) or 0
        # A phone that knows more than we do was told by a log that is lost; `hello` shows it where the
        # table is.
        start = head if after is None else min(after, head)
        phone.news.start(start, head)
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await phone.send({"type": "http.response.start", "status": 200, "headers": headers})
        hello = _event("hello", {"seq": head, "beat": self.beat}, start)
        phone.here = self.presence.here(phone.table)
        await _write(phone, b"retry: 1000\n\n" + hello + _presence(phone.here))

    async def _follow(self, phone: _Phone) -> None:
        phone.due = False
        while not self._ending:
            seq = await phone.news.next()
            told = [] if seq is None else [seq, *phone.news.ready(_BATCH - 1)]
            frames = [await self._frame(phone.table, entry) for entry in told]
            frames.append(phone.unsent)
            phone.unsent = b""
            if phone.due:
                phone.due = False
                self.presence.look(phone.table)
                frames.append(_event("beat", {"seq": phone.news.given}))
            await _write(phone, b"".join(frames))

    async def _frame(self, table: str, seq: int) -> bytes:
        """The event of one entry: made once, then the same bytes for every phone."""
        making = self._frames.get((table, seq))
        if isinstance(making, bytes):
            return making
        if making is None and (told := self._recent(table, seq)) is not None:
            return self._keep_frame(table, seq, _seq_event(seq, told))
        if making is None:
            making = asyncio.create_task(asyncio.to_thread(self._describe_entry, table, seq))
            self._keep_frame(table, seq, making)
        try:
            # Shielded: one phone that leaves must not take away what the others wait for.
            return await asyncio.shield(making)
        except Exception:
            self._frames.pop((table, seq), None)
            raise

    def _keep_frame(self, table: str, seq: int, frame: F) -> F:
        self._frames[table, seq] = frame
        while len(self._frames) > _FRAMES:
            self._frames.popitem(last=False)
        return frame

    def _describe_entry(self, table: str, seq: int) -> bytes:
        return _seq_event(seq, self._describe(table, seq))

    def _presence_changed(self, table: str) -> None:
        if self._loop is not None:
            # The loop of a server that has ended has nobody left to tell.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._settle, table)

    def _settle(self, table: str) -> None:
        if table not in self._settling and self._loop is not None:
            self._settling.add(table)
            self._loop.call_later(_SETTLE, self._push_presence, table)

    def _push_presence(self, table: str) -> None:
        self._settling.discard(table)
        here = self.presence.here(table)
        for phone in self._phones.get(table, ()):
            if phone.here != here:
                phone.here, phone.unsent = here, _presence(here)
                phone.news.nudge()


async def _watch(receive: Receive, phone: _Phone) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    phone.gone = True
    phone.news.close()


async def _write(phone: _Phone, body: bytes) -> None:
    if not body:
        return
    phone.writing_since = asyncio.get_running_loop().time()
    await phone.send({"type": "http.response.body", "body": body, "more_body": True})
    phone.writing_since = None


async def _refuse(send: Send, refusal: Refusal) -> None:
    headers = [
        (b"content-type", refusal.content_type.encode("latin-1")),
        (b"content-length", str(len(refusal.body)).encode()),
        (b"cache-control", b"no-store"),
        *refusal.headers,
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.body})


def _event(name: str, data: Mapping[str, Any], id_: int | None = None) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = "" if id_ is None else f"id: {id_}\n"
    return f"{head}event: {name}\ndata: {text}\n\n".encode()


def _seq_event(seq: int, told: Mapping[str, Any]) -> bytes:
    return _event("seq", {"seq": seq, "seat": None, **told}, seq)


def _presence(here: frozenset[str]) -> bytes:
    return _event("presence", {"here": sorted(here)})


def _after(scope: Scope) -> int | None:
    """Where the phone stopped: its Last-Event-ID, else `?after=`; a value that is no number is as good as
    none.
    """
    headers = dict(scope["headers"])
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])[-1]
    text = headers.get(b"last-event-id", b"").decode("latin-1") or asked
    return int(text) if re.fullmatch(r"[0-9]{1,15}", text) else None
