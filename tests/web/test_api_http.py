"""What holds for every request: one shape of errors, limits of size, headers, bodies that arrive in pieces."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import h11
import pytest
from conftest import Desk, Server, error, new_id
from live import Client, phone, run

from webapp.app import HEADERS, create_root
from webapp.asgi import running


@pytest.fixture
def port(server: Server) -> Iterator[int]:
    with running(create_root(server.app)) as port:
        yield port


def note(text: Any) -> bytes:
    return json.dumps({"move_id": new_id(), "text": text}, ensure_ascii=False).encode()


# One shape


@pytest.mark.parametrize(
    ("method", "path", "status", "key"),
    [
        ("GET", "/api", 404, "not-found"),
        ("GET", "/api/", 404, "not-found"),
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/tables/", 404, "not-found"),
        ("GET", "/api//tables", 404, "not-found"),
        ("GET", "/api/tables/X/seats/one/claim", 404, "not-found"),
        ("GET", "/api/tables/X/seats/-1", 404, "not-found"),
        ("POST", "/api/tables/X/seats/0", 404, "not-found"),
        ("POST", "/api/tables/X/seats/13636107409964309357307711455232", 404, "not-found"),
        ("GET", "/api/tables", 405, "method"),
        ("PUT", "/api/tables", 405, "method"),
        ("PATCH", "/api/openapi.json", 405, "method"),
        ("TRACE", "/api/games", 405, "method"),
    ],
)
def test_errors_have_one_shape(server: Server, method: str, path: str, status: int, key: str) -> None:
    answer = server.client.open(path, method=method)

    if path == "/api":
        # Not below /api/: a page says so.
        assert answer.status_code == status
        return
    assert error(answer) == (status, key)
    assert answer.mimetype == "application/json"
    assert answer.json.keys() == {"error"}
    assert {"key", "message"} <= answer.json["error"].keys() <= {"key", "message", "args", "rule", "field", "entry"}


def test_405_says_what_is_possible(server: Server) -> None:
    assert "POST" in server.client.get("/api/tables").headers["Allow"]


def test_a_fault_of_ours_is_500_in_the_same_shape_and_stands_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    desk = server.open()
    with (
        caplog.at_level(logging.ERROR, "tableside"),
        patch.object(desk_game(desk, server), "moves", side_effect=KeyError),
    ):
        answer = desk.seat(1).get("/moves")

    assert error(answer) == (500, "failed")
    assert "KeyError" in caplog.text


def desk_game(desk: Desk, server: Server) -> Any:
    return type(server.services.tables.current(desk.table).table.game)


def test_a_word_that_is_missing_does_not_end_the_evening(server: Server) -> None:
    from companion.words import Word
    from webapp.render import say, speak

    reports: list[logging.LogRecord] = []
    logger = logging.getLogger("tableside.words")
    with patch.object(logger, "handle", reports.append):
        assert say(speak("en"), Word("no.such.word", {"n": 1})) == "no.such.word"
    assert "no.such.word" in reports[0].getMessage()


def test_the_answer_says_who_it_is_for_and_is_not_kept(server: Server) -> None:
    desk = server.open()

    for answer in (desk.seat(1).get(), desk.nobody.get(), server.client.get("/api/nothing")):
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert answer.headers["Cache-Control"] == "no-store"
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert HEADERS["Referrer-Policy"] == "no-referrer", "tokens stand in links"


def test_the_server_says_that_it_is_well(server: Server) -> None:
    assert server.client.get("/healthz").status_code == 200


# Bodies


@pytest.mark.parametrize(
    ("body", "key"),
    [
        (b"{", "not-json"),
        (b"nonsense", "not-json"),
        (b'{"text": NaN}', "not-json"),
        (b'{"text": Infinity}', "not-json"),
        (b'{"text": "\xff"}', "not-json"),
        ('{"text": "ы"}'.encode("utf-16"), "not-json"),
        (b'{"text": "\\ud800"}', "not-json"),
        (b"[" * 5_000 + b"]" * 5_000, "not-json"),
        (b'{"text": ' + b"9" * 5_000 + b"}", "not-json"),
        (b"[]", "read.type"),
        (b"null", "read.type"),
        (b'"text"', "read.type"),
        (b"", "read.missing"),
    ],
)
def test_a_body_that_is_no_record_is_400(server: Server, body: bytes, key: str) -> None:
    desk = server.open()

    answer = desk.seat(1).call("POST", "/note", data=body, content_type="application/json")

    assert error(answer) == (400, key)


def test_a_body_must_say_that_it_is_json(server: Server) -> None:
    desk = server.open()

    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
        answer = desk.seat(1).call("POST", "/note", data=note("x"), content_type=kind)
        assert error(answer) == (415, "not-json-type")
    kind = "application/json; charset=utf-8"
    assert desk.seat(1).call("POST", "/note", data=note("x"), content_type=kind).status_code == 200


def test_a_body_has_at_most_64_kilobytes(server: Server) -> None:
    desk = server.open()

    for size, expected in ((65_536, (400, "read.length")), (65_537, (413, "too-large"))):
        body = note("x").replace(b'"x"', b'"' + b"x" * (size - len(note("x")) + 1) + b'"')
        body = body[: size - 2] + b'"}'
        assert len(body) == size
        assert error(desk.seat(1).call("POST", "/note", data=body, content_type="application/json")) == expected


def padded(size: int) -> bytes:
    """A note of 400 Cyrillic letters in a body of so many bytes, most of them Cyrillic."""
    text = "Ж" * 400
    body = json.dumps({"move_id": "wide", "text": text, "": ""}, ensure_ascii=False)
    fill = (size - len(body.encode())) // 2
    return body.replace('"": ""', f'"{"ы" * fill}": ""').encode()


async def split_post(port: int, path: str, headers: dict[str, str], parts: list[bytes]) -> Client:
    client = Client(*await asyncio.open_connection("127.0.0.1", port))
    size = sum(map(len, parts))
    head = "".join(f"{name}: {value}\r\n" for name, value in {**headers, "Content-Length": str(size)}.items())
    client.writer.write(f"POST {path} HTTP/1.1\r\nHost: x\r\n{head}\r\n".encode())
    for part in parts:
        client.writer.write(part)
        await asyncio.sleep(0)
    # What h11 is told of the request: enough for it to read the answer.
    client.http.send(h11.Request(method="POST", target=path, headers=[("Host", "x"), ("Content-Length", "0")]))
    client.http.send(h11.EndOfMessage())
    while client.status == 0:
        await client._read()
    await client.body()
    client.close()
    return client


def test_P29_a_cyrillic_note_may_be_split_at_every_byte(server: Server, port: int) -> None:
    desk = server.open()
    body = note("Ж" * 400)
    headers = {"Authorization": f"Bearer {desk.seat(1).token}", "Content-Type": "application/json"}

    async def scenario() -> None:
        parts = [body[at : at + 1] for at in range(len(body))]
        answer = await split_post(port, f"/api/tables/{desk.table}/note", headers, parts)
        assert answer.status == 200
        assert json.loads(answer.text)["entry"]["text"] == "Ж" * 400

    run(scenario())


def test_P29_64_kilobytes_of_cyrillic_arrive_whole_split_at_every_byte(server: Server, port: int) -> None:
    desk = server.open()
    body = padded(65_536)
    headers = {"Authorization": f"Bearer {desk.seat(1).token}", "Content-Type": "application/json"}

    async def scenario() -> None:
        parts = [body[at : at + 1] for at in range(len(body))]
        answer = await split_post(port, f"/api/tables/{desk.table}/note", headers, parts)
        assert answer.status == 400, "the letters are a field that nobody knows"
        told = json.loads(answer.text)["error"]
        assert told["key"] == "read.unknown"
        assert set(told["field"]) == {"ы"}

    run(scenario())


def test_a_body_in_chunks_is_refused_clearly(server: Server, port: int) -> None:
    async def scenario() -> None:
        client = Client(*await asyncio.open_connection("127.0.0.1", port))
        client.writer.write(
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        )
        line = await client.reader.readuntil(b"\r\n\r\n")
        assert line.startswith(b"HTTP/1.1 411 ")
        client.close()

    run(scenario())


# The live stream, with the tokens of a real table


def test_a_phone_hears_of_each_entry_by_its_token_in_any_way(server: Server, port: int) -> None:
    desk = server.bag()
    token = desk.seat(2).token
    path = f"/api/tables/{desk.table}/stream"

    async def scenario() -> None:
        ways = [
            (f"{path}?token={token}", None),
            (path, {"Authorization": f"Bearer {token}"}),
            (path, {"Cookie": f"ts-{desk.table}={token}"}),
            (f"{path}?code={desk.code}", None),
        ]
        for where, headers in ways:
            async with phone(port, where, headers) as client:
                hello = await client.event("hello")
                assert hello.data["seq"] == desk.host.seq
                made = await asyncio.to_thread(desk.seat(1).move, {"type": "draw", "k": 1})
                told = await client.event("seq")
                assert told.data == {"seq": made.json["seq"], "seat": 1}

    run(scenario())


def test_a_stream_is_refused_as_everything_else_is(server: Server, port: int) -> None:
    desk = server.bag()
    path = f"/api/tables/{desk.table}/stream"

    async def refused(where: str, headers: dict[str, str] | None = None) -> tuple[int, Any, dict[str, str]]:
        client = Client(*await asyncio.open_connection("127.0.0.1", port))
        await client.request("GET", where, headers)
        found = json.loads(await client.body())
        client.close()
        return client.status, found["error"], client.headers

    async def scenario() -> None:
        status, told, headers = await refused(path)
        assert (status, told["key"], headers["www-authenticate"]) == (401, "token-needed", "Bearer")
        status, told, _ = await refused(f"{path}?token=wrong&lang=ru")
        assert (status, told["key"]) == (401, "token-wrong")
        assert "ссылка" in told["message"]
        status, told, _ = await refused("/api/tables/XXXXXXXX/stream?token=wrong")
        assert (status, told["key"]) == (404, "store-no-table")

    run(scenario())


def test_a_phone_with_several_seats_is_here_for_all_of_them(server: Server, port: int) -> None:
    desk = server.bag()
    token = f"{desk.seat(1).token}.{desk.seat(2).token}"

    async def scenario() -> None:
        async with phone(port, f"/api/tables/{desk.table}/stream?token={token}") as client:
            assert (await client.event("presence")).data == {"here": ["seat:1", "seat:2"]}

    run(scenario())


def test_the_stream_knows_who_acted_without_asking_the_database(server: Server) -> None:
    desk = server.bag()
    seq = desk.seat(2).move({"type": "draw", "k": 1}).json["seq"]

    with (
        patch.object(server.services.store, "read", side_effect=AssertionError),
        patch.object(server.services.store, "head", side_effect=AssertionError),
    ):
        assert server.services.tables.describe(desk.table, seq) == {"seat": 2}
        assert server.services.tables.describe(desk.table, 2) == {"seat": None}
