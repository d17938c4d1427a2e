"""The press behind the API: jobs beside the tables, their PDF and pictures, and what cannot be printed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Server
from werkzeug.test import TestResponse

from printables.press import print_items


@pytest.fixture
def press(server: Server) -> Iterator[Server]:
    yield server
    server.services.jobs.close()


def order(server: Server, **body: Any) -> TestResponse:
    return server.client.post("/api/press", json={"game": "pebbles", "items": ["score-pad"], **body})


def finished(server: Server, name: str) -> dict[str, Any]:
    """The job once it is over."""
    for _ in range(600):
        found: dict[str, Any] = server.client.get(f"/api/press/{name}").json
        if found["state"] not in ("waiting", "running"):
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_an_order_becomes_a_pdf_that_is_the_same_as_the_commands(press: Server) -> None:
    asked = order(press, items=["kit"], **{"for": "2"}, lang="ru", ink="grey")
    assert asked.status_code == 202
    job = finished(press, asked.json["id"])

    pdf = press.client.get(f"/api/press/{job['id']}/pdf")

    assert (job["state"], pdf.status_code, pdf.mimetype) == ("done", 200, "application/pdf")
    assert pdf.data == print_items("pebbles", ["kit"], "A4", "ru", "grey", for_="2")
    assert job["done"] == job["total"]
