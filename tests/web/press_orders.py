"""Orders for the press, and what came of them, as tests of its API and of its page want them."""

from __future__ import annotations

import time
from typing import Any

from conftest import Server
from werkzeug.test import TestResponse

PATIENCE = 120.0


def order(server: Server, **body: Any) -> TestResponse:
    return server.client.post("/api/press", json={"game": "pebbles", "items": ["score-pad"], **body})


def finished(server: Server, name: str) -> dict[str, Any]:
    """The job once it is over."""
    until = time.monotonic() + PATIENCE
    while True:
        found: dict[str, Any] = server.client.get(f"/api/press/{name}").json
        if found["state"] not in ("waiting", "running"):
            return found
        assert time.monotonic() < until, found
        time.sleep(0.05)


def text_of(answer: TestResponse) -> str:
    return answer.get_data(as_text=True)
