"""What is read once is kept: as it was read, for as long as its source stays as it is, and never at any cost."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion import words
from companion.kept import kept
from companion.words import load_yaml


@pytest.fixture(autouse=True)
def writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def never() -> Any:
    raise AssertionError("it was kept")


@pytest.mark.parametrize(
    "data", [{"a": [1, 1.0, True, None, "ё"], 7: {"b": ""}}, [], None, {"key": -(2**40)}, [{"x": 1e300}, "\n"]]
)
def test_plain_data_reads_back_as_it_was(tmp_path: Path, data: Any) -> None:
    place = tmp_path / "new" / "one.msgpack"
    assert kept(place, b"source", lambda: data) == data

    found = kept(place, b"source", never)

    assert repr(found) == repr(data)


def test_another_source_is_read_again(tmp_path: Path) -> None:
    place = tmp_path / "one.msgpack"
    kept(place, b"before", lambda: 1)

    assert kept(place, b"after", lambda: 2) == 2
    assert kept(place, b"after", never) == 2


@pytest.mark.parametrize("data", [{"day": date(2026, 11, 30)}, {1, 2}, (1, 2), [10**30], [float("nan")], [object()]])
def test_what_would_read_back_as_something_else_is_not_kept(tmp_path: Path, data: Any) -> None:
    assert kept(tmp_path / "one.msgpack", b"source", lambda: data) is data

    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_cut_off_is_made_again(tmp_path: Path) -> None:
    place = tmp_path / "one.msgpack"
    kept(place, b"source", lambda: ["a", "b", "c"])
    place.write_bytes(place.read_bytes()[:-2])

    assert kept(place, b"source", lambda: "again") == "again"


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    assert kept(tmp_path / "file" / "one.msgpack", b"source", lambda: 1) == 1

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert kept(tmp_path / "other.msgpack", b"source", lambda: 1) == 1

    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_data_of_ours_is_read_again_as_soon_as_it_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "OURS", tmp_path / "kept")
    path = tmp_path / "words.yaml"
    path.write_text("a: one", encoding="utf-8")
    assert (load_yaml(path), load_yaml(path)) == ({"a": "one"}, {"a": "one"})

    path.write_text("a: two", encoding="utf-8")

    assert load_yaml(path) == {"a": "two"}
    assert len(list((tmp_path / "kept").iterdir())) == 1
