"""A game as its players get it: what is changed afterwards, `tableside verify` and docs/verify.py both find out."""

from __future__ import annotations

import ast
import contextlib
import copy
import io
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.unit.core.tampering import (
    File,
    changed_face,
    dropped_draw,
    dropped_entry,
    entries,
    rechained,
    skipped_number,
    swapped_seed,
    swapped_seed_and_commitment,
)
from webapp.cli import main

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "docs" / "verify.py"
GAMES = sorted((ROOT / "companion" / "games").glob("*/recorded/*.json"))


@cache
def _read(path: Path) -> File:
    found: File = json.loads(path.read_text(encoding="utf-8"))
    return found


def game(path: Path = GAMES[0]) -> File:
    """A recorded game, which is the public file of a finished table."""
    return copy.deepcopy(_read(path))


@pytest.fixture
def written(tmp_path: Path) -> Callable[[File], Path]:
    def written(file: File) -> Path:
        path = tmp_path / "evening.json"
        path.write_text(json.dumps(file, ensure_ascii=False), encoding="utf-8")
        return path

    return written


def script(path: Path) -> tuple[int, str]:
    """`python docs/verify.py FILE`, in a Python that finds nothing but its own library."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), str(path)], capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


def command(path: Path) -> tuple[int, dict[str, Any]]:
    """`tableside verify FILE --json`."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit) as caught:
        main(["verify", str(path), "--json", "--lang", "en"])
    assert isinstance(caught.value.code, int)
    return caught.value.code, json.loads(out.getvalue())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_both_find_an_honest_game_good_and_know_the_same_outcomes(path: Path) -> None:
    status, told = command(path)
    assert (status, told["good"], told["faults"], told["unknown"]) == (0, True, [], 0)
    assert all(epoch["revealed"] for epoch in told["epochs"])

    status, text = script(path)
    outcomes = told["sealed"] + told["typed"]
    assert (status, f"the seed gives {told['sealed']} of {outcomes} outcomes" in text) == (0, True), text
    assert f"{len(_read(path)['entries'])} entries in one chain" in text


FOUND: dict[str, tuple[Callable[[File], None], str]] = {
    "changed face": (changed_face, "outcome"),
    "dropped entry": (dropped_draw, "draw no."),
    "skipped number": (skipped_number, "draw no."),
    "swapped seed": (swapped_seed, "not the one that was committed"),
    "swapped seed and commitment": (swapped_seed_and_commitment, "outcome"),
}


@pytest.mark.parametrize("what", FOUND)
def test_both_find_a_change_even_if_every_hash_was_made_anew(what: str, written: Callable[[File], Path]) -> None:
    file = game()
    change, said = FOUND[what]
    change(file)
    path = written(rechained(file))

    status, told = command(path)
    assert (status, told["good"]) == (1, False)
    assert any(said in fault for fault in told["faults"]), told["faults"]
    status, text = script(path)
    assert status == 1, text
    assert "Traceback" not in text
    assert text.startswith("entry ")


@pytest.mark.parametrize("change", [changed_face, dropped_entry, skipped_number, swapped_seed])
def test_both_find_a_change_that_was_made_without_care(
    change: Callable[[File], None], written: Callable[[File], Path]
) -> None:
    file = game()
    change(file)
    path = written(file)

    assert command(path)[0] == 1
    assert script(path)[0] == 1


def test_both_find_that_an_undo_was_hidden(written: Callable[[File], Path]) -> None:
    # of two luckless entries the chain alone tells that one is gone
    file = game()
    at = next(n for n, entry in enumerate(entries(file)) if n > 3 and not entry.get("luck"))
    del file["entries"][at]
    path = written(file)

    assert command(path)[0] == 1
    assert script(path)[0] == 1


def test_the_script_is_at_most_40_lines_of_the_standard_library() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    imported = {
        (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else alias.name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }

    assert len(text.splitlines()) <= 40
    assert imported <= sys.stdlib_module_names
    assert not imported & {"importlib", "runpy"}
