"""A table as one file, out and in: whole to move it elsewhere, cut for whoever may not know everything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from at_table import HOST, Sitting

from companion import offer
from companion.archive import BadArchive, read_archive, write_archive
from companion.canonical import state_hash
from companion.game import UnknownName
from companion.table import Actor
from companion.verify import verify


def refused(file: Any) -> BadArchive:
    with pytest.raises(BadArchive) as caught:
        read_archive(file if isinstance(file, str | bytes) else json.dumps(file))
    return caught.value


def test_a_whole_file_moves_a_table_to_another_machine_and_it_goes_on_there() -> None:
    sitting = Sitting.down(3, gulls=[3]).until("turn")
    archive = read_archive(json.dumps(sitting.file(sealed=True)))
    assert archive.whole
    table = archive.table()
    assert (table.state, table.head) == (sitting.state, sitting.table.head)
    elsewhere = Sitting(table, sitting.now, sitting.random).finish()
    assert verify(elsewhere.table.entries).good


def test_the_public_file_of_a_finished_table_folds_to_the_same_state() -> None:
    sitting = Sitting.down(3).finish()
    archive = read_archive(json.dumps(sitting.file()))
    assert not archive.whole
    assert state_hash(archive.table().state) == sitting.hash


def test_the_public_file_of_an_unfinished_table_is_read_and_cannot_be_played() -> None:
    sitting = Sitting.down(3).until("turn")
    archive = read_archive(json.dumps(sitting.file(2)))
    assert len(archive.entries) == sitting.seq
    with pytest.raises(BadArchive, match=r"archive\.sealed"):
        archive.table()


def test_a_seat_takes_its_own_secrets_along_and_no_others() -> None:
    sitting = Sitting.down(3).until("turn")
    for viewer in (1, 2, 3, None):
        secrets = [secret for record in sitting.file(viewer)["entries"] for secret in record.get("secrets", ())]
        assert all(secret["to"] == [viewer] for secret in secrets)
        assert bool(secrets) == (viewer is not None)


def test_undone_redone_corrected_and_adjusted_entries_go_out_and_in() -> None:
    sitting = Sitting.down(2, rounds=3).until("turn")
    sitting.adjust({"what": "hops", "seat": 1, "hops": 7})
    sitting.undo()
    sitting.redo()
    sitting.set(undo="own")
    sitting.take(offer.note(sitting.table, Actor(1), sitting.now, "привет 🎲"))
    sitting.finish()
    sitting.correct(sitting.table.steps[0].seq, drop=sitting.would_lose(sitting.table.steps[0].seq))
    table = read_archive(json.dumps(sitting.file(sealed=True), ensure_ascii=False).encode()).table()
    assert table.state == sitting.state
    assert table.told == sitting.table.told


def test_a_scoring_table_goes_out_and_in_as_the_side_table_that_it_is() -> None:
    sitting = Sitting.down(2, mode="score")
    sitting.play(1, "enter", values={"shore": 12, "hops": 9})
    table = read_archive(json.dumps(sitting.file(sealed=True))).table()
    assert table.state == sitting.state


@pytest.mark.parametrize("whole", [True, False])
def test_state_hashes_go_out_only_where_nothing_is_secret(whole: bool) -> None:
    # the hash of a state with few possibilities in its hidden part could be guessed
    sitting = Sitting.down(2).until("turn")
    states = {sitting.seq: sitting.hash}
    assert bool(write_archive(sitting.table, 1, sealed=whole, states=states)["states"]) == whole
    sitting.finish()
    states = {sitting.seq: sitting.hash}
    assert read_archive(json.dumps(sitting.file(states=states))).states == states


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "archive.json"),
        ("{", "archive.json"),
        (b"\xff\xfe", "archive.json"),
        ("[" * 100_000, "archive.json"),
        ("[]", "archive.format"),
        ("{}", "archive.format"),
        ('{"format": "tableside-0"}', "archive.format"),
        ('{"format": "tableside-1"}', "archive.shape"),
        ('{"format": "tableside-1", "entries": [], "packs": []}', "archive.shape"),
        ('{"format": "tableside-1", "entries": [3], "packs": []}', "archive.shape"),
        ('{"format": "tableside-1", "entries": [{"open": []}], "packs": []}', "archive.shape"),
        ('{"format": "tableside-1", "entries": [{"open": {}}], "packs": []}', "archive.shape"),
    ],
)
def test_what_is_no_table_is_refused_with_what_is_wrong(text: str | bytes, key: str) -> None:
    assert refused(text).key == key


def test_not_a_number_is_no_table() -> None:
    file = Sitting.down(2).file()
    file["entries"][1]["open"]["at"] = float("nan")
    assert refused(file).key in ("archive.shape", "archive.chain")


@pytest.mark.parametrize("change", ["value", "salt", "not hex", "digest"])
def test_a_secret_that_is_not_the_one_that_was_sealed_is_refused(change: str) -> None:
    file = Sitting.down(2).until("turn").file(sealed=True)
    secrets = [secret for record in file["entries"] for secret in record.get("secrets", ()) if secret["tag"] == "hand"]
    secret = secrets[0]
    match change:
        case "value":
            secret["value"] = ["amber"]
        case "salt":
            secret["salt"] = "00" * 16
        case "not hex":
            secret["salt"] = "zz"
        case _:
            secret["digest"] = "0" * 64
    assert refused(file).key in ("archive.secret", "archive.shape")


@pytest.mark.parametrize("change", ["records", "hash too", "key", "another", "none"])
def test_content_is_the_one_that_the_table_was_opened_with(change: str) -> None:
    file = Sitting.down(2).file(sealed=True)
    pack = file["packs"][0]
    match change:
        case "records":
            pack["records"]["pebbles"]["slate"]["points"] = 9
        case "hash too":
            other = Sitting.down(2).file(sealed=True)["packs"][0]
            other["records"]["pebbles"]["slate"]["points"] = 9
            from companion.canonical import digest

            file["packs"] = [{**other, "hash": digest(other["records"])}]
        case "key":
            pack["key"] = "other"
        case "another":
            file["packs"] *= 2
        case _:
            file["packs"] = []
    assert refused(file).key == "archive.pack"


def test_a_game_that_is_not_installed_is_named() -> None:
    file = Sitting.down(2).file(sealed=True)
    opened = file["entries"][0]["open"]
    opened["game"] = "pebble"
    archive = read_archive(json.dumps({**file, "entries": file["entries"][:1]}))
    with pytest.raises(UnknownName) as caught:
        archive.table()
    assert caught.value.args_["name"] == "pebble"
    assert "pebbles" in caught.value.args_["near"]


def test_the_game_is_the_one_of_the_log_and_not_of_the_wrapping() -> None:
    file = Sitting.down(2).file(sealed=True)
    file["game"] = "roll-player"
    assert read_archive(json.dumps(file)).game == "pebbles"


def test_a_file_that_was_cut_off_is_still_one_chain() -> None:
    # only a photo of the newest hash can tell; the docs say so
    sitting = Sitting.down(2).finish()
    file = sitting.file(sealed=True)
    file["entries"] = file["entries"][:-3]
    assert verify(read_archive(json.dumps(file)).entries).good
    sitting.undo(HOST)
