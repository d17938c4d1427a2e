"""The server of the browser tests, tables that are set up without a browser, and a link that can be cut."""

from __future__ import annotations

import itertools
import json
import random
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from webapp.app import create_app, create_root
from webapp.asgi import running
from webapp.config import Settings
from webapp.services import EXTENSION, Services
from webapp.store import SqliteStore

HOST = "table.test"
_ids = itertools.count(1)

View = Mapping[str, Any]
Move = Mapping[str, Any]


class House:
    """A server on a port and a data folder of its own; it can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(data=folder)
        self.port = 0
        self.services: Services | None = None
        self._stack: ExitStack | None = None

    def start(self) -> None:
        with ExitStack() as stack:
            store = SqliteStore(self.settings.folder)
            stack.callback(store.dispose)
            app = create_app(self.settings, store)
            self.services = app.extensions[EXTENSION]
            self.port = stack.enter_context(running(create_root(app), "127.0.0.1", self.port))
            self._stack = stack.pop_all()

    def stop(self) -> None:
        if self._stack is not None:
            self._stack.close()
            self._stack = None

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def base(self) -> str:
        return f"http://{HOST}:{self.port}"

    def state(self, table: str) -> Any:
        """The game's own state of a table, for a test that thinks before it moves."""
        assert self.services is not None
        return self.services.tables.current(table).table.state

    # tables without a browser

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, dict[str, Any]]:
        """An answer of the API: its status and its body."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            with closing(refused):
                return refused.code, json.load(refused)

    def open(
        self,
        mode: str,
        *names: str,
        seed: int | None = 7,
        game: str = "roll-player",
        start: bool = True,
        settings: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Desk:
        """A table with its players; their dice are known in advance."""
        body = {
            "game": game,
            "players": [{"name": name} for name in names],
            "options": {"mode": mode, **options},
            "start": start,
            "settings": dict(settings or {}),
        }
        status, opened = self.ask("POST", "/api/tables", body | ({} if seed is None else {"seed": seed}))
        assert status == 201, opened
        return Desk(self, opened)


class Desk:
    """A table as a program sees it: tokens, moves, views."""

    def __init__(self, house: House, opened: Mapping[str, Any]) -> None:
        self.house = house
        self.table = str(opened["table"])
        self.code = str(opened["code"])
        self.host = str(opened["host_token"])
        self.tokens = {int(seat["seat"]): str(seat["token"]) for seat in opened["seats"]}

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    def view(self, seat: int | None = None) -> dict[str, Any]:
        status, found = self.house.ask("GET", self.path, token=self.tokens[seat] if seat else self.host)
        assert status == 200, found
        return found

    @property
    def seq(self) -> int:
        return int(self.view()["seq"])

    @property
    def state(self) -> Any:
        return self.house.state(self.table)

    def moves(self, seat: int) -> list[dict[str, Any]]:
        found = self.house.ask("GET", f"{self.path}/moves", token=self.tokens[seat])[1]
        return list(found["moves"])

    def post(self, what: str, token: str, **body: Any) -> tuple[int, dict[str, Any]]:
        body = {"move_id": f"tap-{next(_ids)}", **body}
        return self.house.ask("POST", f"{self.path}/{what}", body, token)

    def move(self, seat: int, move: Move) -> dict[str, Any]:
        """Make a move that must be possible."""
        status, answer = self.post("moves", self.tokens[seat], seen_seq=self.seq, move=move)
        assert status == 200, answer
        return answer

    def play_until(self, there: Callable[[View], bool], seed: int = 5, most: int = 800) -> dict[str, Any]:
        """Play at random until the table is `there`; gives what the host sees then."""
        rng = random.Random(seed)
        for _ in range(most):
            now = self.view()
            if there(now):
                return now
            seat = rng.choice(now["to_act"])
            self.move(seat, rng.choice(self.moves(seat)))
        raise AssertionError(f"not there after {most} moves")


class Link:
    """A link to a server that can be cut, as a phone's Wi-Fi can: a TCP proxy with a port of its own."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._up = True
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Everything that is under way ends, and nothing gets through any more."""
        self._up = False
        for sock in list(self._open):
            self._end(sock)

    def mend(self) -> None:
        self._up = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self._up:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            self._open |= {near, far}
            for source, drain in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(source, drain), daemon=True).start()

    def _pump(self, source: socket.socket, drain: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                drain.sendall(data)
        for sock in (source, drain):
            self._end(sock)

    def _end(self, sock: socket.socket) -> None:
        self._open.discard(sock)
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
        sock.close()
