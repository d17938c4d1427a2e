"""The store: nothing lost, nothing doubled, one clear error when the file is no good."""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from webapp.store import (
    Appended,
    CodeTaken,
    Conflict,
    Duplicate,
    KeyChange,
    NoTable,
    Row,
    SqliteStore,
    Store,
    StoreError,
    TableRow,
)

THREADS = 8


def row(seq: int, open_: str = "{}", sealed: str = "", state: str | None = None) -> Row:
    return Row(seq, open_, sealed, hashlib.sha256(open_.encode()).hexdigest(), state)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "data")
    yield store
    store.dispose()


@pytest.fixture
def table(store: SqliteStore) -> str:
    store.create("t1", "a-game", "ABCD", row(1), {"h0": "host"}, {})
    return "t1"


def in_threads(work: Callable[[int], object]) -> list[object]:
    """Run `work(number)` in eight threads that begin at the same moment."""
    together = threading.Barrier(THREADS)

    def one(number: int) -> object:
        together.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(THREADS)))


def append_until_it_fits(store: Store, table: str, text: str, move_id: str) -> int:
    """What the table's only writer does on a conflict: look again, judge again."""
    seen = store.head(table)
    assert seen is not None
    while True:
        answer = store.append(table, seen, row(seen + 1, text), move_id)
        if isinstance(answer, Appended):
            return answer.seq
        assert isinstance(answer, Conflict)
        seen = answer.seq


# One table


def test_the_store_keeps_its_protocol(store: SqliteStore) -> None:
    kept: Store = store
    assert kept.tables() == []


def test_entries_come_back_in_order_and_byte_for_byte(store: SqliteStore, table: str) -> None:
    texts = ['{"é":"é"}', '{"name":"👩‍👩‍👧‍👦 \\u0000 \u2028 Ёж\\""}', "  spaces  \r\n", "я" * 100_000]
    rows = [row(seq, text, '{"salt":"1"}', f"state-{seq}") for seq, text in enumerate(texts, start=2)]

    for one in rows:
        assert store.append(table, one.seq - 1, one) == Appended(one.seq)

    assert store.read(table) == [row(1), *rows]
    assert store.read(table, after=3) == rows[2:]
    assert [hashlib.sha256(found.open.encode()).hexdigest() for found in store.read(table)] == [
        found.hash for found in store.read(table)
    ]
    assert store.head(table) == 5


def test_an_append_to_another_seq_is_a_conflict_that_stores_nothing(store: SqliteStore, table: str) -> None:
    store.append(table, 1, row(2, '"mine"'), "m1")

    answer = store.append(table, 1, row(2, '"theirs"'), "m2", keys=KeyChange(add={"h9": "seat:9"}))

    assert answer == Conflict(2)
    assert [found.open for found in store.read(table, 1)] == ['"mine"']
    assert store.moved(table, "m2") is None
    assert store.holder(table, "h9") is None


def test_a_move_id_is_stored_once_and_answered_from_then_on(store: SqliteStore, table: str) -> None:
    store.append(table, 1, row(2, '"once"'), "m1", body="b1")
    store.append(table, 2, row(3))

    again = store.append(table, 3, row(4, '"twice"'), "m1", body="b2")
    late = store.append(table, 1, row(2, '"twice"'), "m1", body="b2")

    assert again == late == store.moved(table, "m1") == Duplicate(2, "b1")
    assert store.head(table) == 3


def test_the_same_move_id_is_another_move_at_another_table(store: SqliteStore, table: str) -> None:
    store.create("t2", "a-game", "EFGH", row(1), {}, {})

    assert store.append(table, 1, row(2), "m1") == Appended(2)
    assert store.append("t2", 1, row(2), "m1") == Appended(2)


def test_entries_without_a_move_id_are_never_duplicates(store: SqliteStore, table: str) -> None:
    assert [store.append(table, seq, row(seq + 1)) for seq in (1, 2, 3)] == [Appended(2), Appended(3), Appended(4)]


def test_a_row_that_does_not_follow_is_a_fault_of_the_program(store: SqliteStore, table: str) -> None:
    with pytest.raises(ValueError, match="after 1 cannot be 3"):
        store.append(table, 1, row(3))
    with pytest.raises(ValueError, match="first entry"):
        store.create("t2", "a-game", "EFGH", row(2), {}, {})


def test_an_unknown_table_is_refused(store: SqliteStore) -> None:
    assert (store.head("no"), store.read("no"), store.code("no"), store.holder("no", "h")) == (None, [], None, None)
    for call in (
        lambda: store.append("no", 0, row(1)),
        lambda: store.rekey("no", KeyChange()),
        lambda: store.close("no"),
    ):
        with pytest.raises(NoTable) as caught:
            call()
        assert (caught.value.key, caught.value.args_) == ("store-no-table", {"table": "no"})


# Codes, keys, packs, settings


def test_a_code_belongs_to_one_open_table_and_is_free_again_when_it_closes(store: SqliteStore, table: str) -> None:
    with pytest.raises(CodeTaken) as caught:
        store.create("t2", "a-game", "ABCD", row(1), {"h2": "host"}, {"p": b"x"})
    assert (caught.value.key, caught.value.args_) == ("store-code-taken", {"code": "ABCD"})
    assert (store.head("t2"), store.find("h2"), store.pack("p")) == (None, None, None)

    store.close(table)
    store.create("t2", "a-game", "ABCD", row(1), {}, {})

    assert store.by_code("ABCD") == "t2"
    assert (store.code(table), store.code("t2")) == (None, "ABCD")
    assert store.append(table, 1, row(2)) == Appended(2)


def test_a_table_id_is_used_once(store: SqliteStore, table: str) -> None:
    with pytest.raises(StoreError) as caught:
        store.create(table, "a-game", "EFGH", row(1), {}, {})

    assert (caught.value.key, store.by_code("EFGH")) == ("store-table-exists", None)


def test_tables_are_listed_newest_first(store: SqliteStore, table: str) -> None:
    store.create("t2", "another", "EFGH", row(1), {}, {})
    store.append(table, 1, row(2))
    store.close(table)

    assert store.tables() == [TableRow("t2", "another", "EFGH", 2, 1), TableRow(table, "a-game", None, 1, 2)]


def test_a_new_host_link_ends_the_old_one(store: SqliteStore, table: str) -> None:
    store.rekey(table, KeyChange(remove=frozenset({"host"}), add={"h1": "host"}))

    assert (store.holder(table, "h0"), store.holder(table, "h1")) == (None, "host")
    assert (store.find("h0"), store.find("h1")) == (None, (table, "host"))


def test_keys_change_with_the_entry_that_tells_it(store: SqliteStore, table: str) -> None:
    store.rekey(table, KeyChange(add={"a": "seat:1", "b": "seat:1", "c": "seat:2"}))

    store.append(table, 1, row(2), keys=KeyChange(frozenset({"seat:1"}), {"c": "seat:1", "d": "seat:3"}))

    assert {key: store.holder(table, key) for key in ("h0", "a", "b", "c", "d")} == {
        "h0": "host",
        "a": None,
        "b": None,
        "c": "seat:1",
        "d": "seat:3",
    }


def test_a_token_given_out_at_two_tables_finds_the_newest(store: SqliteStore, table: str) -> None:
    store.create("t2", "a-game", "EFGH", row(1), {"h0": "seat:2"}, {})

    assert store.find("h0") == ("t2", "seat:2")
    assert store.holder(table, "h0") == "host"


def test_packs_are_kept_by_hash_and_shared(store: SqliteStore) -> None:
    store.create("t1", "a-game", "A", row(1), {}, {"p1": b"\x00\xff one", "p2": b""})
    store.create("t2", "a-game", "B", row(1), {}, {"p1": b"\x00\xff one"})

    assert (store.pack("p1"), store.pack("p2"), store.pack("p3")) == (b"\x00\xff one", b"", None)


def test_settings_are_replaced(store: SqliteStore) -> None:
    assert store.get_setting("k") is None
    store.put_setting("k", '{"n":1}')
    store.put_setting("k", '{"n":2}')

    assert store.get_setting("k") == '{"n":2}'


# Many at once


def test_eight_threads_lose_and_double_nothing(store: SqliteStore, table: str) -> None:
    each = 50

    def work(number: int) -> list[int]:
        return [append_until_it_fits(store, table, f'"{number}-{i}"', f"m{number}-{i}") for i in range(each)]

    seqs = in_threads(work)

    found = store.read(table, after=1)
    assert [one.seq for one in found] == list(range(2, 2 + THREADS * each))
    assert sorted(one.open for one in found) == sorted(f'"{n}-{i}"' for n in range(THREADS) for i in range(each))
    for number, mine in enumerate(seqs):
        assert isinstance(mine, list)
        assert [found[seq - 2].open for seq in mine] == [f'"{number}-{i}"' for i in range(each)]


def test_eight_threads_at_eight_tables(store: SqliteStore) -> None:
    def work(number: int) -> None:
        store.create(f"t{number}", "a-game", f"C{number}", row(1), {}, {"p": b"same"})
        for seq in range(1, 30):
            assert store.append(f"t{number}", seq, row(seq + 1, f'"{number}"')) == Appended(seq + 1)

    in_threads(work)

    assert {one.table: one.seq for one in store.tables()} == {f"t{n}": 30 for n in range(THREADS)}
    assert {one.open for one in store.read("t3", after=1)} == {'"3"'}


def test_one_move_sent_by_eight_threads_is_stored_once(store: SqliteStore, table: str) -> None:
    answers = in_threads(lambda _: store.append(table, 1, row(2), "m1", body="b"))

    assert sorted(map(str, answers)) == sorted(map(str, [Appended(2), *[Duplicate(2, "b")] * (THREADS - 1)]))
    assert store.head(table) == 2


def test_eight_different_moves_for_one_seq_make_one_entry(store: SqliteStore, table: str) -> None:
    answers = in_threads(lambda number: store.append(table, 1, row(2, f'"{number}"'), f"m{number}"))

    assert sorted(map(str, answers)) == sorted(map(str, [Appended(2), *[Conflict(2)] * (THREADS - 1)]))


def test_one_code_wanted_by_eight_threads_goes_to_one(store: SqliteStore) -> None:
    def work(number: int) -> str:
        try:
            store.create(f"t{number}", "a-game", "SAME", row(1), {}, {})
        except CodeTaken:
            return "taken"
        return "made"

    assert sorted(map(str, in_threads(work))) == ["made"] + ["taken"] * (THREADS - 1)


def test_readers_do_not_wait_for_a_writer(store: SqliteStore, table: str) -> None:
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("UPDATE entries SET open = 'half'")
    try:
        began = time.monotonic()
        found = in_threads(lambda _: store.read(table))
        assert time.monotonic() - began < 3  # a reader that waited would wait for the lock's five
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert found == [[row(1)]] * THREADS


def test_two_stores_share_one_file_as_the_command_line_does_beside_the_server(
    store: SqliteStore, table: str, tmp_path: Path
) -> None:
    second = SqliteStore(tmp_path / "data")
    try:

        def work(number: int) -> list[int]:
            mine = second if number % 2 else store
            return [append_until_it_fits(mine, table, "{}", f"m{number}-{i}") for i in range(10)]

        in_threads(work)
        second.rekey(table, KeyChange(frozenset({"host"}), {"h1": "host"}))
    finally:
        second.dispose()

    assert [one.seq for one in store.read(table)] == list(range(1, 2 + THREADS * 10))
    assert store.find("h1") == (table, "host")


# The file


def test_everything_is_there_after_reopening(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path)
    first.create("t1", "a-game", "ABCD", row(1), {"h": "host"}, {"p": b"pack"})
    first.append("t1", 1, row(2, '"é"', '"s"', "state"), "m1", "b1")
    first.dispose()

    again = SqliteStore(tmp_path)

    assert again.read("t1", 1) == [row(2, '"é"', '"s"', "state")]
    assert again.moved("t1", "m1") == Duplicate(2, "b1")
    assert (again.by_code("ABCD"), again.find("h"), again.pack("p")) == ("t1", ("t1", "host"), b"pack")
    again.dispose()


KILLED = """
import sys
from pathlib import Path
from webapp.store import Row, SqliteStore
store = SqliteStore(Path(sys.argv[1]))
store.create("t1", "a-game", "ABCD", Row(1, "{}", "", ""), {}, {})
seq = 1
while True:
    store.append("t1", seq, Row(seq + 1, "{}", "", ""), f"m{seq + 1}")
    seq += 1
    print(seq, flush=True)
"""


def test_a_killed_process_loses_no_answered_move(tmp_path: Path) -> None:
    killed = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert killed.stdout is not None
    for line in killed.stdout:
        if int(line) >= 200:
            break
    killed.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    answered = [int(line) for line in killed.stdout.read().split()] or [200]
    killed.wait()

    store = SqliteStore(tmp_path)
    found = store.read("t1")
    assert [one.seq for one in found] == list(range(1, len(found) + 1))
    assert len(found) in (answered[-1], answered[-1] + 1)
    assert store.moved("t1", f"m{answered[-1]}") == Duplicate(answered[-1], "")
    assert store.append("t1", len(found), row(len(found) + 1)) == Appended(len(found) + 1)
    store.dispose()


def test_every_connection_is_durable_and_takes_turns(store: SqliteStore, table: str) -> None:
    def settings(_: int) -> tuple[object, ...]:
        with store._engine.connect() as db:
            return tuple(
                db.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            )

    assert in_threads(settings) == [("wal", 2, 1, 5000)] * THREADS


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("INSERT INTO entries SELECT table_id, seq, open, sealed, hash, state, NULL, body FROM entries", "UNIQUE"),
        ("INSERT INTO entries VALUES ('t1', 9, '', '', '', NULL, 'm1', '')", "UNIQUE"),
        ("INSERT INTO entries VALUES ('none', 1, '', '', '', NULL, NULL, '')", "FOREIGN KEY"),
    ],
)
def test_the_database_itself_forbids_what_must_not_be(store: SqliteStore, table: str, sql: str, why: str) -> None:
    store.append(table, 1, row(2), "m1")
    db = sqlite3.connect(store.path)
    db.execute("PRAGMA foreign_keys = ON")

    with pytest.raises(sqlite3.IntegrityError, match=why):
        db.execute(sql)
    db.close()


def error_of(call: Callable[[], object]) -> tuple[str, dict[str, object]]:
    with pytest.raises(StoreError) as caught:
        call()
    return caught.value.key, caught.value.args_


def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path).dispose()
    db = sqlite3.connect(tmp_path / "tableside.db")
    db.execute("PRAGMA user_version = 99")
    db.close()

    key, args = error_of(lambda: SqliteStore(tmp_path))

    assert (key, args) == ("store-newer", {"path": str(tmp_path / "tableside.db"), "found": 99, "known": 1})


def test_a_file_that_is_no_database_is_said_to_be_corrupt(tmp_path: Path) -> None:
    (tmp_path / "tableside.db").write_bytes(b"no database at all " * 1000)

    key, args = error_of(lambda: SqliteStore(tmp_path))

    assert (key, args["path"]) == ("store-corrupt", str(tmp_path / "tableside.db"))
    assert (tmp_path / "tableside.db").read_bytes() == b"no database at all " * 1000


def test_a_file_damaged_in_its_middle_is_said_to_be_corrupt_when_it_is_read(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path)
    first.create("t1", "a-game", "ABCD", row(1, "x" * 50_000), {}, {})
    first.dispose()
    file = tmp_path / "tableside.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + bytes(0xA5 for _ in whole[4096:]))

    key, _ = error_of(lambda: SqliteStore(tmp_path).read("t1"))

    assert key == "store-corrupt"


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everywhere; for a test of permissions it must be somebody else."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_file_that_may_only_be_read_is_found_out_at_once(open_folder: Path) -> None:
    SqliteStore(open_folder).dispose()
    file = open_folder / "tableside.db"
    file.chmod(0o444)

    with as_nobody():
        key, args = error_of(lambda: SqliteStore(open_folder))
    file.chmod(0o644)

    assert (key, args["path"]) == ("store-readonly", str(file))


def test_a_folder_that_cannot_be_made_or_entered_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "data" / "tableside.db").mkdir(parents=True)

    assert error_of(lambda: SqliteStore(tmp_path / "file" / "data")) == (
        "store-folder",
        {"path": str(tmp_path / "file" / "data")},
    )
    assert error_of(lambda: SqliteStore(tmp_path / "data"))[0] == "store-unopenable"


def test_a_full_disk_is_told_and_stores_nothing(store: SqliteStore, table: str) -> None:
    with store._engine.connect() as db:
        pages = db.exec_driver_sql("PRAGMA page_count").scalar_one()
        db.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    key, _ = error_of(lambda: store.append(table, 1, row(2, "x" * 100_000)))

    assert key == "store-full"
    assert store.head(table) == 1


def test_a_file_locked_by_another_program_is_told(
    store: SqliteStore, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store._engine.connect() as db:
        db.exec_driver_sql("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        key, _ = error_of(lambda: store.append(table, 1, row(2)))
    finally:
        other.close()

    assert key == "store-busy"
    assert store.append(table, 1, row(2)) == Appended(2)


def test_the_folder_and_its_parents_are_made(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a" / "ёж" / "c d")
    assert store.path.is_file()
    store.dispose()
