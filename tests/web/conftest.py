"""A server without sockets, a table on it, and the phones that sit there."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import Struct
from werkzeug.test import TestResponse

from webapp.app import create_app
from webapp.config import Settings
from webapp.links import Links
from webapp.services import EXTENSION, Services
from webapp.store import SqliteStore, Store

BASE = "http://192.168.1.20:8080"
_ids = itertools.count(1)


def new_id() -> str:
    """A move id that no test has used."""
    return f"tap-{next(_ids)}"


class Phone(Struct, frozen=True):
    """Somebody with tokens (joined by "."), at one table. Answers are Flask's; `.json` is their body."""

    client: FlaskClient
    table: str
    token: str

    def __add__(self, other: Phone) -> Phone:
        """One phone that holds what both hold."""
        return Phone(self.client, self.table, f"{self.token}.{other.token}")

    def call(self, method: str, path: str = "", json: Any = None, **more: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= more.pop("headers", {})
        return self.client.open(f"/api/tables/{self.table}{path}", method=method, json=json, headers=headers, **more)

    def get(self, path: str = "", **more: Any) -> TestResponse:
        return self.call("GET", path, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        return self.call("POST", path, json if json is not None else {}, **more)

    @property
    def seq(self) -> int:
        return int(self.get().json["seq"])

    def moves(self, query: str = "") -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(f"/moves{query}").json["moves"]
        return found

    def move(self, move: dict[str, Any], seen: int | None = None, query: str = "", **body: Any) -> TestResponse:
        seen = self.seq if seen is None else seen
        return self.post(f"/moves{query}", {"move_id": new_id(), "seen_seq": seen, "move": move, **body})

    def undo(self, seq: int, seen: int | None = None, verb: str = "undo", **body: Any) -> TestResponse:
        seen = self.seq if seen is None else seen
        return self.post(f"/{verb}", {"move_id": new_id(), "seen_seq": seen, "seq": seq, **body})

    def note(self, text: str) -> TestResponse:
        return self.post("/note", {"move_id": new_id(), "text": text})

    def setting(self, **values: Any) -> TestResponse:
        return self.post("/adjust", {"move_id": new_id(), "setting": values})


class Desk(Struct, frozen=True):
    """A new table: its host, its seats from 1 on, and somebody who has only the code."""

    client: FlaskClient
    opened: dict[str, Any]

    @property
    def table(self) -> str:
        return str(self.opened["table"])

    @property
    def code(self) -> str:
        return str(self.opened["code"])

    @property
    def host(self) -> Phone:
        return Phone(self.client, self.table, self.opened["host_token"])

    @property
    def nobody(self) -> Phone:
        return Phone(self.client, self.table, "")

    def seat(self, number: int) -> Phone:
        return Phone(self.client, self.table, self.opened["seats"][number - 1]["token"])

    def phone(self, token: str) -> Phone:
        return Phone(self.client, self.table, token)


class Server:
    """The Flask app on a store of its own, and tables on it."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.app: Flask = create_app(settings, store, links=Links(BASE))
        self.client = self.app.test_client(use_cookies=False)

    @property
    def services(self) -> Services:
        found = self.app.extensions[EXTENSION]
        assert isinstance(found, Services)
        return found

    def ask(self, **body: Any) -> TestResponse:
        return self.client.post("/api/tables", json=body)

    def open(
        self, game: str = "roll-player", names: tuple[str, ...] = ("Anna", "Boris"), seed: int | None = 7, **more: Any
    ) -> Desk:
        """A table whose dice are known in advance."""
        body = {"game": game, "players": [{"name": name} for name in names], "seed": seed, **more}
        answer = self.client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return Desk(self.client, answer.json)

    def bag(self, *names: str, **more: Any) -> Desk:
        """A dice bag: every seat may draw at any time."""
        return self.open(names=names or ("Anna", "Boris"), options={"mode": "bag", **more.pop("options", {})}, **more)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path)
    yield store
    store.dispose()


@pytest.fixture
def server(store: SqliteStore, tmp_path: Path) -> Server:
    return Server(store, Settings(data=tmp_path))


@pytest.fixture
def press(server: Server) -> Iterator[Server]:
    """A server whose workers end with the test."""
    yield server
    server.services.jobs.close()


@pytest.fixture(autouse=True)
def no_word_is_missing() -> Iterator[None]:
    """A key without words is shown as the key, and reported: no test may cause such a report."""
    reports: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            reports.append(record.getMessage())

    listener, logger = Listener(), logging.getLogger("tableside.words")
    logger.addHandler(listener)
    yield
    logger.removeHandler(listener)
    assert reports == []


def error(answer: TestResponse) -> tuple[int, str]:
    """Status and key of a refusal."""
    return answer.status_code, answer.json["error"]["key"]
