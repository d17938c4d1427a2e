"""The only writer: others that come first, logs of other rules, opponents, memory."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from conftest import BASE, Desk, Phone, Server, error, new_id

from companion import offer
from companion.canonical import canonical
from companion.log import Entry
from companion.table import Actor, Table
from webapp.app import create_app
from webapp.config import Settings, help_texts
from webapp.errors import Problem
from webapp.links import Links
from webapp.services import EXTENSION, Services
from webapp.store import Appended, Conflict, Row, SqliteStore
from webapp.tables import Tables, now

DRAW = {"type": "draw", "k": 1}


def services(store: SqliteStore, folder: Path, *, shared: bool = False, **settings: Any) -> Services:
    app = create_app(Settings(data=folder, **settings), store, links=Links(BASE), shared=shared)
    found: Services = app.extensions[EXTENSION]
    return found


# Others come first


def test_two_servers_on_one_store_see_each_others_entries(server: Server, store: SqliteStore, tmp_path: Path) -> None:
    desk = server.bag()
    other = create_app(Settings(data=tmp_path), store, links=Links(BASE), shared=True).test_client(use_cookies=False)
    there = Phone(other, desk.table, desk.seat(2).token)
    there.get()

    desk.seat(1).move(DRAW)
    assert there.seq == 3
    made = there.move(DRAW, seen=3)
    assert (made.status_code, made.json["seq"]) == (200, 4)

    again = desk.seat(1).move({"type": "return_dice"}, seen=3)
    assert (again.status_code, again.json["seq"]) == (200, 5), "judged again on what it had not seen"


def test_a_wish_is_judged_again_for_as_long_as_others_come_first(server: Server, store: SqliteStore) -> None:
    desk = server.bag()
    judged: list[int] = []
    appended = store.append

    def interrupted(table: str, expected: int, row: Row, *more: Any) -> Any:
        if len(judged) < 4:
            entry = offer.note(server.services.tables.current(table).table, Actor(2), now(), "first").entry
            appended(table, expected, Row(entry.seq, entry.text, entry.sealed_text, entry.hash))
        return appended(table, expected, row, *more)

    def judge(table: Any) -> offer.Offered:
        judged.append(table.seq)
        return offer.note(table, Actor(1), now(), "at last")

    with patch.object(store, "append", interrupted):
        written = server.services.tables.write(desk.table, judge)

    assert judged == [2, 3, 4, 5]
    assert written.seq == 6
    assert isinstance(appended(desk.table, 2, Row(3, "{}", "", "x")), Conflict)


def test_whoever_never_gets_a_turn_is_told_to_come_back(server: Server, store: SqliteStore) -> None:
    desk = server.bag()

    with patch.object(store, "append", return_value=Conflict(2)):
        answer = desk.seat(1).move(DRAW)

    assert error(answer) == (503, "busy")
    assert answer.headers["Retry-After"] == "1"


def test_a_database_that_is_full_is_told_without_its_path(server: Server, store: SqliteStore) -> None:
    from webapp.store import StoreError

    desk = server.bag()
    with patch.object(store, "append", side_effect=StoreError("store-full", path="/home/anna/tableside.db")):
        answer = desk.seat(1).move(DRAW)

    assert error(answer) == (503, "store-failing")
    assert "anna" not in answer.text
    assert desk.seat(1).move(DRAW).status_code == 200, "nothing was remembered of the failure"


def test_what_is_in_memory_is_dropped_and_folded_again(store: SqliteStore, tmp_path: Path) -> None:
    server = Server(store, Settings(data=tmp_path, tables_kept=2))
    desks = [server.bag() for _ in range(4)]
    for desk in desks:
        desk.seat(1).move(DRAW)

    assert [desk.host.seq for desk in desks] == [3] * 4
    assert len(server.services.tables._slots) == 2


def test_a_table_that_is_dropped_while_it_is_written_to_is_not_served_from_before(
    store: SqliteStore, tmp_path: Path
) -> None:
    server = Server(store, Settings(data=tmp_path, tables_kept=1))
    desk, other = server.bag(), server.bag()

    def judge(table: Table) -> offer.Offered:
        # In the meantime another table takes its place in memory, and somebody looks at this one.
        assert other.host.seq == 2
        assert desk.host.seq == 2
        return drawn(DRAW, table)

    server.services.tables.write(desk.table, judge)

    assert desk.host.seq == 3


def test_a_table_that_is_not_there_takes_no_place_in_memory(server: Server) -> None:
    desk = server.bag()

    for number in range(10):
        Phone(server.client, f"NOTABLE{number}", "x").get()

    assert list(server.services.tables._slots) == [desk.table]


def test_a_hash_of_the_state_is_stored_every_50_entries(server: Server, store: SqliteStore) -> None:
    desk = server.bag()
    for _ in range(30):
        desk.seat(1).move(DRAW)
        desk.seat(1).move({"type": "return_dice"})

    assert [row.seq for row in store.read(desk.table) if row.state is not None] == [50]
    assert list(desk.host.get("/export").json["states"]) == ["50"]


def test_P10_undo_in_a_log_of_1500_entries_takes_less_than_200_ms(server: Server) -> None:
    desk = server.bag()
    tables = server.services.tables
    for number in range(1_498):
        # Every third entry is a move; to write so many of them takes longer than to undo one.
        if number % 3:
            tables.write(desk.table, lambda t: offer.note(t, Actor(1), now(), "and so on"))
        else:
            move = DRAW if number % 2 else {"type": "return_dice"}
            move = move if tables.current(desk.table).table.state.dice else DRAW
            tables.write(desk.table, partial(drawn, move))
    desk.seat(1).move(DRAW)

    began = time.thread_time()
    answer = desk.host.undo(1501)
    took = time.thread_time() - began

    assert answer.status_code == 200
    assert took < 0.2


def drawn(move: dict[str, Any], table: Table) -> offer.Offered:
    return offer.play(table, Actor(1), 1, move, now(), table.seq)


# Other rules


class Newer:
    """A game whose rules have another number, and that may play differently."""

    def __init__(self, game: Any, **changes: Any) -> None:
        self._game = game
        self.rules = game.rules + 1
        self.__dict__.update(changes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def reopened(desk: Desk, store: SqliteStore, folder: Path, **changes: Any) -> tuple[Phone, Desk]:
    """The table on a server whose rules were revised."""
    from webapp import tables

    original = tables.game_for
    changed = Newer(original("pebbles", {}), **changes)
    with patch.object(tables, "game_for", lambda key, options: changed):
        client = create_app(Settings(data=folder), store, links=Links(BASE)).test_client(use_cookies=False)
        again = Desk(client, desk.opened)
        again.host.get()
    return again.host, again


@pytest.fixture
def often(store: SqliteStore, tmp_path: Path) -> Server:
    """A server that stores a hash of the state every 10 entries."""
    return Server(store, Settings(data=tmp_path, states_every=10))


def pebbles(server: Server) -> Desk:
    desk = server.open("pebbles", names=("Anna",), options={"mode": "solo", "rounds": 9})
    while desk.host.seq < 35:
        phone = desk.seat(1)
        assert phone.move(phone.moves()[-1]).status_code == 200
    return desk


def test_a_table_that_newer_rules_follow_to_the_same_states_goes_on_and_says_so_once(
    often: Server, store: SqliteStore, tmp_path: Path
) -> None:
    desk = pebbles(often)
    before = desk.host.get().json

    host, again = reopened(desk, store, tmp_path)
    look = host.get().json

    assert (look["seq"], look["read_only"]) == (before["seq"] + 1, False)
    assert look["view"] == before["view"]
    assert look["newest"]["label"] == "The rules were revised (no. 2); the table goes on as it stands."
    assert again.seat(1).move(again.seat(1).moves()[-1]).status_code == 200
    host, _ = reopened(desk, store, tmp_path)
    assert [e["kind"] for e in host.get("/log").json["entries"]].count("noted") == 1


@pytest.mark.parametrize("fault", ["illegal", "another state", "a bug"])
def test_a_table_that_newer_rules_cannot_follow_is_read_only(
    often: Server, store: SqliteStore, tmp_path: Path, fault: str
) -> None:
    from companion.moves import IllegalMove

    desk = pebbles(often)
    end = desk.host.seq
    original = often.services.tables.current(desk.table).table.game
    count = 0

    def play(state: Any, seat: int, move: Any, chance: Any) -> Any:
        nonlocal count
        count += 1
        after, told = original.play(state, seat, move, chance)
        if count == 25 and fault == "illegal":
            raise IllegalMove("not_now")
        if count == 25 and fault == "a bug":
            raise ZeroDivisionError
        if count == 28 and fault == "another state":
            return after.put(rounds=8), told
        return after, told

    host, again = reopened(desk, store, tmp_path, play=play)
    look = host.get().json

    assert (look["read_only"], look["seq"]) == (True, end)
    assert len(host.get("/log").json["entries"]) == end
    assert len(host.get("/export").json["entries"]) == end
    assert again.seat(1).get("/moves").json["moves"] == []
    for answer in (again.seat(1).move({"type": "act"}), host.undo(end), host.note("x"), host.setting(undo="own")):
        assert error(answer) == (409, "table.read_only")


def test_a_log_that_was_damaged_is_shown_as_far_as_it_goes(server: Server, store: SqliteStore, tmp_path: Path) -> None:
    desk = server.bag()
    table = server.services.tables.current(desk.table).table
    broken = Entry(
        {"seq": 3, "kind": "played", "prev": table.head, "at": 0, "by": {"seat": 1}, "seat": 1, "move": {"type": "fly"}}
    )
    assert store.append(desk.table, 2, Row(3, broken.text, "", broken.hash)) == Appended(3)

    fresh = services(store, tmp_path)

    assert fresh.tables.current(desk.table).read_only
    with pytest.raises(Problem) as caught:
        fresh.tables.write(desk.table, lambda t: offer.note(t, Actor(1), now(), "x"))
    assert caught.value.key == "table.read_only"


def test_a_pack_that_is_missing_is_named(server: Server, store: SqliteStore, tmp_path: Path) -> None:
    desk = server.bag()
    fresh = create_app(Settings(data=tmp_path), store, links=Links(BASE)).test_client(use_cookies=False)

    with patch.object(store, "pack", return_value=None):
        answer = Phone(fresh, desk.table, desk.host.token).get()

    assert error(answer) == (409, "no-pack")
    assert "published" in answer.json["error"]["message"]


# What is no entry


def test_what_changes_without_an_entry_is_told_to_whoever_listens(server: Server) -> None:
    desk, told = server.bag(), list[str]()
    server.services.changes.listen(told.append)
    desk.seat(1).move(DRAW)
    desk.seat(2).get()

    desk.seat(1).undo(3)
    assert told == [desk.table], "a vote"
    id_ = desk.nobody.post("/seats/1/claim", {"code": desk.code}).json["request"]["claim"]
    assert told == [desk.table] * 2, "a claim"
    desk.host.call("DELETE", f"/claims/{id_}")
    assert told == [desk.table] * 3


# Secrets


def test_what_is_stored_is_what_was_hashed(server: Server, store: SqliteStore) -> None:
    desk = server.bag()
    desk.seat(1).note("Пицца 🍕")

    for row in store.read(desk.table):
        assert canonical(json.loads(row.open)).decode() == row.open
    assert desk.host.get("/log").json["entries"][-1]["hash"] == store.read(desk.table)[-1].hash


# Settings


def test_every_setting_has_a_help_text_and_comes_from_the_environment() -> None:
    assert all(text.endswith(".") for text in help_texts().values())

    found = Settings.from_environ({"TABLESIDE_PORT": "9000", "TABLESIDE_DATA": "/srv/games", "TABLESIDE_BEAT": "5.5"})

    assert (found.port, found.data, found.beat) == (9000, Path("/srv/games"), 5.5)
    assert Settings.from_environ({"TABLESIDE_PORT": "9000"}, port=9001).port == 9001


def test_a_setting_that_cannot_be_read_is_named() -> None:
    from companion.refusals import Unreadable

    with pytest.raises(Unreadable) as caught:
        Settings.from_environ({"TABLESIDE_PORT": "eighty"})
    assert caught.value.field == "TABLESIDE_PORT"


def test_tables_are_apart(server: Server) -> None:
    one, other = server.bag(), server.bag()
    one.seat(1).post("/moves", {"move_id": "same", "seen_seq": 2, "move": DRAW})

    assert other.seat(1).post("/moves", {"move_id": "same", "seen_seq": 2, "move": DRAW}).status_code == 200
    assert (one.host.seq, other.host.seq) == (3, 3)
    assert new_id() != new_id()
    assert isinstance(server.services.tables, Tables)
