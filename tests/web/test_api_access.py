"""Who may do what (docs/architecture.md, section 5), as a table of cases; tokens, cookies, and foreign pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from conftest import Desk, Phone, Server, error, new_id
from werkzeug.test import TestResponse

DRAW = {"type": "draw", "k": 1}


def bearers(desk: Desk) -> dict[str, Phone]:
    return {
        "host": desk.host,
        "seat": desk.seat(1),
        "other": desk.seat(2),
        "code": desk.nobody,
        "nobody": desk.nobody,
        "wrong": desk.phone("no-such-token"),
    }


ACTS: dict[str, Callable[[Phone, str], TestResponse]] = {
    "look": lambda p, q: p.get(q),
    "moves": lambda p, q: p.get(f"/moves{q}"),
    "log": lambda p, q: p.get(f"/log{q}"),
    "export": lambda p, q: p.get(f"/export{q}"),
    "here": lambda p, q: p.post(f"/here{q}"),
    "move": lambda p, q: p.post(f"/moves{q}", {"move_id": new_id(), "seen_seq": 99, "move": DRAW}),
    "note": lambda p, q: p.post(f"/note{q}", {"move_id": new_id(), "text": "Hello"}),
    "correct": lambda p, q: p.post(f"/correct{q}", {"move_id": new_id(), "seq": 3, "dry_run": True}),
    "adjust": lambda p, q: p.post(f"/adjust{q}", {"move_id": new_id(), "setting": {"undo": "own"}}),
    "adjustables": lambda p, q: p.get(f"/adjust{q}"),
    "change_seat": lambda p, q: p.post(f"/seats/1{q}", {"name": "Anya"}),
    "reveal": lambda p, q: p.post(f"/reveal{q}"),
    "start": lambda p, q: p.post(f"/start{q}"),
    "unseat": lambda p, q: p.call("DELETE", f"/seats/1{q}"),
}

SEATED = {"host": 200, "seat": 200, "other": 200, "code": 403, "nobody": 401, "wrong": 401}
HOSTS = {"host": 200, "seat": 403, "other": 403, "code": 403, "nobody": 401, "wrong": 401}
WHO: dict[str, dict[str, int]] = {
    "look": {**SEATED, "code": 200},
    "moves": {**SEATED, "code": 200},
    "log": SEATED,
    "export": SEATED,
    "here": {**SEATED, "code": 200},
    "move": {**SEATED, "host": 400},
    "note": SEATED,
    "correct": HOSTS,
    "adjust": HOSTS,
    "adjustables": HOSTS,
    "change_seat": HOSTS,
    "reveal": HOSTS,
    "start": {**HOSTS, "host": 422},
    "unseat": {**HOSTS, "host": 422},
}


@pytest.mark.parametrize(("act", "who"), [(act, who) for act in WHO for who in WHO[act]])
def test_who_may_do_what(server: Server, act: str, who: str) -> None:
    desk = server.bag()
    desk.seat(1).move(DRAW)
    query = f"?code={desk.code}" if who == "code" else ""

    assert ACTS[act](bearers(desk)[who], query).status_code == WHO[act][who]


# Whose seat


def test_a_seat_acts_and_looks_for_itself_only(server: Server) -> None:
    desk = server.bag()

    assert error(desk.seat(1).move(DRAW, query="?seat=2")) == (403, "seat-not-yours")
    assert error(desk.seat(1).get("?seat=2")) == (403, "seat-not-yours")
    assert error(desk.seat(1).get("?seat=3")) == (404, "table.no_seat")
    assert error(desk.seat(1).get("?seat=two")) == (400, "read.type")
    assert desk.seat(1).get("?seat=1").status_code == 200


def test_a_phone_that_holds_several_seats_acts_for_the_one_that_is_to_act(server: Server) -> None:
    desk = server.open()
    both = desk.seat(2) + desk.seat(1)
    both.move({"type": "roll_start"}, query="?seat=1")

    assert both.get().json["you"] == {"host": False, "seats": [1, 2], "seat": 2}
    assert both.move({"type": "roll_start"}).json["entry"]["by"] == {"seat": 2}


def test_the_host_plays_for_a_seat_without_a_phone_and_the_log_names_both(server: Server) -> None:
    desk = server.bag()

    made = desk.host.move(DRAW, query="?seat=2")

    assert (made.status_code, made.json["entry"]["by"]) == (200, {"host": True, "seat": 2})
    assert desk.host.get("?seat=2").json["you"]["seat"] == 2
    assert error(desk.host.move(DRAW)) == (400, "seat-needed")


def test_the_host_does_not_play_for_a_seat_that_has_a_phone_unless_it_is_away(server: Server) -> None:
    desk = server.bag()
    assert desk.seat(2).get().status_code == 200, "its token is in use"

    assert error(desk.host.move(DRAW, query="?seat=2")) == (403, "host-has-phone")
    assert error(desk.host.get("?seat=2")) == (403, "seat-not-yours")
    desk.host.post("/seats/2", {"away": True})
    assert desk.host.move(DRAW, query="?seat=2").json["entry"]["by"] == {"host": True, "seat": 2}
    desk.host.post("/seats/2", {"away": False})
    assert error(desk.host.move(DRAW, query="?seat=2")) == (403, "host-has-phone")


def test_in_solo_one_person_holds_both(server: Server) -> None:
    desk = server.open(names=("Anna",), options={"mode": "solo"})
    person = desk.host + desk.seat(1)

    assert person.move(person.moves()[0]).json["entry"]["by"] == {"seat": 1}
    assert person.undo(3).status_code == 200
    assert person.get().json["you"] == {"host": True, "seats": [1], "seat": 1}


# Who may undo


@pytest.mark.parametrize(
    ("setting", "who", "luck", "expected"),
    [
        ("anyone", "other", False, 200),
        ("anyone", "seat", True, 202),
        ("anyone", "other", True, 202),
        ("anyone", "host", True, 200),
        ("own", "seat", False, 200),
        ("own", "other", False, 403),
        ("own", "seat", True, 202),
        ("own", "host", False, 200),
        ("host", "seat", False, 403),
        ("host", "seat", True, 403),
        ("host", "other", False, 403),
        ("host", "host", True, 200),
    ],
)
def test_who_may_undo(server: Server, setting: str, who: str, luck: bool, expected: int) -> None:
    desk = server.bag(settings={"undo": setting})
    desk.seat(1).move(DRAW)
    if not luck:
        desk.seat(1).move({"type": "return_dice"})
    newest = desk.host.get().json["undo"]

    assert bearers(desk)[who].undo(newest).status_code == expected


@pytest.mark.parametrize(
    ("setting", "who", "expected"),
    [
        ("anyone", "other", 200),
        ("own", "seat", 200),
        ("own", "other", 403),
        ("host", "seat", 403),
        ("host", "host", 200),
    ],
)
def test_who_may_redo(server: Server, setting: str, who: str, expected: int) -> None:
    desk = server.bag(settings={"undo": setting})
    desk.seat(1).move(DRAW)
    desk.seat(1).move({"type": "return_dice"})
    desk.host.undo(4)

    assert bearers(desk)[who].undo(4, verb="redo").status_code == expected


def test_the_host_changes_who_may_undo_in_play(server: Server) -> None:
    desk = server.bag()
    desk.host.setting(undo="host")

    label = desk.seat(1).get("/log").json["entries"][-1]["label"]

    assert label == "A setting was changed: Taking back is now only the host."


# Tokens, cookies, pages


def test_an_unknown_table_is_404_whatever_token_comes_along(server: Server) -> None:
    desk = server.open()

    for phone in (desk.seat(1), desk.nobody, desk.phone("no-such-token")):
        elsewhere = Phone(server.client, "XXXXXXXX", phone.token)
        assert error(elsewhere.get()) == (404, "store-no-table")


def test_a_token_of_another_table_is_wrong(server: Server) -> None:
    one, other = server.open(), server.open()

    answer = Phone(server.client, other.table, one.host.token).get()

    assert error(answer) == (401, "token-wrong")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def browser(desk: Desk, *phones: Phone, **headers: str) -> dict[str, str]:
    return {"Cookie": f"ts-{desk.table}=" + ".".join(phone.token for phone in phones), **headers}


def test_a_browser_holds_its_tokens_in_one_cookie(server: Server) -> None:
    desk = server.bag()

    look = desk.nobody.get(headers=browser(desk, desk.seat(1), desk.seat(2), desk.host))

    assert look.json["you"] == {"host": True, "seats": [1, 2], "seat": 1}


def test_an_ended_token_in_a_cookie_does_not_spoil_the_others(server: Server) -> None:
    desk = server.bag()

    look = desk.nobody.get(headers=browser(desk, desk.phone("ended"), desk.seat(2)))

    assert look.json["you"]["seats"] == [2]


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("http://localhost", 200),
        ("http://LOCALHOST", 200),
        ("http://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("http://localhost:81", 403),
        ("null", 403),
        (None, 403),
    ],
)
def test_with_a_cookie_only_our_own_pages_may_change_something(
    server: Server, origin: str | None, expected: int
) -> None:
    desk = server.bag()
    headers = browser(desk, desk.seat(1), **({"Origin": origin} if origin else {}))

    assert desk.nobody.post("/note", {"move_id": new_id(), "text": "x"}, headers=headers).status_code == expected
    assert desk.nobody.get(headers=headers).status_code == 200, "looking changes nothing"


def test_a_bearer_without_an_origin_is_a_program_and_with_a_foreign_one_is_refused(server: Server) -> None:
    desk = server.bag()
    body = {"move_id": new_id(), "text": "x"}

    assert desk.seat(1).post("/note", body).status_code == 200
    assert error(desk.seat(1).post("/note", body, headers={"Origin": "http://evil.example"})) == (403, "origin")


def test_a_foreign_page_cannot_open_tables(server: Server) -> None:
    answer = server.client.post("/api/tables", json={"game": "roll-player"}, headers={"Origin": "http://evil.example"})

    assert error(answer) == (403, "origin")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "bearer"])
def test_a_header_without_a_token_is_no_token(server: Server, header: str) -> None:
    answer = server.open().nobody.get(headers={"Authorization": header})

    assert error(answer) == (401, "token-needed")


def test_the_host_link_is_renewed_and_the_old_one_ends(server: Server) -> None:
    desk = server.open()
    assert desk.host.get().status_code == 200

    token = server.services.join.new_host(desk.table)

    assert error(desk.host.get()) == (401, "token-wrong")
    assert desk.phone(token).get().json["you"]["host"] is True


def test_no_token_and_no_move_id_is_ever_written_down_or_told(server: Server, tmp_path: Any) -> None:
    desk = server.bag()
    desk.seat(1).post("/moves", {"move_id": "a-secret-tap", "seen_seq": 2, "move": DRAW})

    told = "".join(p.get(path).text for p in (desk.seat(2), desk.host) for path in ("", "/log", "/export", "/moves"))
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert "a-secret-tap" not in told
    for token in (desk.host.token, desk.seat(1).token, desk.seat(2).token):
        assert token not in told
        assert token.encode() not in stored


# How often one address may be wrong


def test_wrong_codes_are_counted_by_address_and_then_not_even_looked_up(server: Server) -> None:
    desk = server.open()
    for _ in range(20):
        assert error(server.client.get("/api/join/XXXX")) == (404, "code-unknown")

    blocked = server.client.get(f"/api/join/{desk.code}")
    elsewhere = server.client.get(f"/api/join/{desk.code}", environ_base={"REMOTE_ADDR": "192.168.1.77"})

    assert error(blocked) == (429, "too-many")
    assert 1 <= int(blocked.headers["Retry-After"]) <= 61
    assert elsewhere.status_code == 200
    assert error(desk.nobody.get(f"?code={desk.code}")) == (429, "too-many")
    assert desk.seat(1).get().status_code == 200, "a right token always works"


def test_P19_right_codes_and_tokens_are_never_counted(server: Server) -> None:
    desk = server.open()

    for _ in range(30):
        assert server.client.get(f"/api/join/{desk.code}").status_code == 200
        assert desk.nobody.get(f"?code={desk.code}").status_code == 200
    for _ in range(70):
        assert desk.seat(1).get("/moves").status_code == 200


def test_whoever_keeps_sending_wrong_tokens_is_told_to_slow_down(server: Server) -> None:
    desk = server.open()
    for _ in range(60):
        assert error(desk.phone("wrong").get()) == (401, "token-wrong")

    assert error(desk.phone("wrong").get()) == (429, "too-many")
    assert desk.seat(1).get().status_code == 200
