"""Whoever changes a log afterwards is found out, by us and by a script that uses nothing of ours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tampering
from at_table import Sitting
from tampering import BREAKS_THE_CHAIN, WITH_CARE, File, finished, rechained

from companion.archive import BadArchive, read_archive
from companion.chance import draw_key, outcome, stream_words
from companion.log import Entry
from companion.refusals import Refusal
from companion.verify import verify
from companion.words import catalogue

SCRIPT = Path("docs/verify.py")


def report(file: File) -> Any:
    return verify([Entry(record["open"]) for record in file["entries"]])


def faults(file: File) -> set[str]:
    """What is found, by key; a file that is not even read counts as found too."""
    found = {fault.key.split(".")[-1] for fault in report(file).faults}
    try:
        read_archive(json.dumps(file))
    except BadArchive as caught:
        found.add(f"archive {caught.key.split('.')[-1]}")
    return found


def script(file: File, folder: Path) -> tuple[int, str]:
    """Exit status and output of `python docs/verify.py FILE`, in a Python that finds nothing of ours."""
    path = folder / "evening.json"
    path.write_text(json.dumps(file, ensure_ascii=False), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT.resolve()), str(path)], capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


def test_the_table_that_is_tampered_with_has_everything_in_it() -> None:
    file = finished()
    kinds = {entry["kind"] for entry in tampering.entries(file)}
    assert kinds == {"opened", "started", "played", "undone", "redone", "corrected"}
    table = read_archive(json.dumps(file)).table()
    asks = {luck.ask.kind for step in table.steps for luck in step.luck}
    assert asks == {"draw", "order", "roll", "explode", "pick"}
    assert table.epoch.number == 1


def test_an_honest_log_is_good_and_every_outcome_is_known() -> None:
    found = report(finished())
    assert found.good
    assert found.sealed > 60
    assert (found.typed, found.unknown) == (0, 0)
    assert found.epochs == ((0, True), (1, True))
    assert not found.test


def test_the_script_says_what_it_checked(tmp_path: Path) -> None:
    status, told = script(finished(), tmp_path)
    assert status == 0, told
    file = finished()
    outcomes = report(file).sealed
    assert f"{len(file['entries'])} entries in one chain" in told
    assert f"the seed gives {outcomes} of {outcomes} outcomes" in told


EXPECTED = {
    "changed face": {"chain", "archive chain", "outcome"},
    "dropped entry": {"chain", "archive chain"},
    "skipped number": {"chain", "archive chain", "number"},
    "swapped seed": {"chain", "archive chain", "commit", "outcome"},
    "changed opening": {"chain", "archive chain", "opening"},
    "re-ordered log": {"chain", "archive chain"},
}


@pytest.mark.parametrize("what", BREAKS_THE_CHAIN)
def test_a_change_breaks_the_chain(what: str, tmp_path: Path) -> None:
    file = finished()
    BREAKS_THE_CHAIN[what](file)
    assert EXPECTED[what] <= faults(file) | ({"chain", "archive chain"} if what == "last" else set())
    status, told = script(file, tmp_path)
    assert status == 1, told


CAREFUL = {
    "changed face": "outcome",
    "dropped draw": "number",
    "skipped number": "number",
    "swapped seed": "commit",
    "swapped seed and commitment": "outcome",
    "swapped strings": "client",
    "changed opening": "opening",
    "changed hand": "outcome",
    "undone another": "undo",
    "old epoch": "epoch",
}


@pytest.mark.parametrize("what", WITH_CARE)
def test_a_change_is_found_even_if_every_hash_is_computed_anew(what: str, tmp_path: Path) -> None:
    file = finished()
    WITH_CARE[what](file)
    rechained(file)
    found = {fault.key.split(".")[-1] for fault in report(file).faults}
    assert CAREFUL[what] in found
    assert "chain" not in found
    status, told = script(file, tmp_path)
    assert status == 1, told
    assert "Traceback" not in told


def test_a_changed_pack_is_found(tmp_path: Path) -> None:
    file = finished()
    tampering.changed_pack(file)
    assert faults(file) == {"archive pack"}
    assert script(file, tmp_path)[0] == 1
    tampering.entries(file)[0]["packs"][0]["hash"] = file["packs"][0]["hash"]
    assert "archive chain" in faults(file)
    assert script(file, tmp_path)[0] == 1


def test_a_changed_face_of_real_dice_breaks_the_chain(tmp_path: Path) -> None:
    file = Sitting.down(2, dice="physical").finish().file()
    assert script(file, tmp_path)[0] == 0
    tampering.rolls(file)[0]["got"] = [7]
    assert "typed" in faults(file)
    assert script(file, tmp_path)[0] == 1


@pytest.mark.parametrize(
    ("ask", "got", "possible"),
    [
        (["explode", 6, 2], [[6, 3], [1]], True),
        (["explode", 6, 2], [[6], [1]], False),
        (["explode", 6, 2], [[3, 3], [1]], False),
        (["explode", 6, 2], [[3]], False),
        (["explode", 6, 1], [[]], False),
        (["explode", 6, 1], [[6, 7]], False),
        (["roll", 6, 1], [7], False),
        (["draw", [["a", 1]], 1], ["b"], False),
        (["order", 2], [0, 0], False),
        (["pick", [1, 2]], 1, False),
    ],
)
def test_typed_outcomes_are_checked_to_be_possible(ask: list[Any], got: Any, possible: bool) -> None:
    file = Sitting.down(1, dice="physical").finish().file()
    record = tampering.rolls(file)[0]
    record["ask"], record["got"] = ask, got
    found = {fault.key for fault in report(rechained(file)).faults}
    assert ("verify.typed" in found or "verify.shape" in found) != possible


def test_every_fault_has_words_in_both_languages() -> None:
    keys = {"chain", "shape", "opening", "commit", "number", "outcome", "typed", "client", "epoch", "undo", "correct"}
    for lang in ("en", "ru"):
        words = catalogue(lang)
        assert {key for key in words.entries if key.startswith("verify.")} >= {f"verify.{key}" for key in keys}
        for what, key in CAREFUL.items():
            file = finished()
            WITH_CARE[what](file)
            fault = next(f for f in report(rechained(file)).faults if f.key == f"verify.{key}")
            assert words.say(fault)


@pytest.mark.parametrize(
    "broken",
    [
        [],
        [{}],
        [{"seq": 1}],
        [{"seq": 1, "kind": "opened", "prev": "0" * 64}],
        [{"seq": 1, "kind": "undone", "prev": "0" * 64, "commit": "x", "undoes": 4}],
        [{"seq": 1, "kind": "played", "prev": "0" * 64, "commit": "x", "luck": [{"e": 7, "i": 0}]}],
        [{"seq": 1, "kind": "played", "prev": "0" * 64, "commit": "x", "luck": [3]}],
        [{"seq": 1, "kind": "played", "prev": "0" * 64, "commit": "x", "opens": [{"salt": "zz"}]}],
        [{"seq": 1, "kind": "corrected", "prev": "0" * 64, "commit": "x", "corrects": 9, "drop": [8]}],
        [{"seq": 1, "kind": "opened", "prev": "0" * 64, "commit": "x", "seats": [], "at": float("nan")}],
    ],
)
def test_whatever_is_handed_in_nothing_is_raised(broken: list[dict[str, Any]]) -> None:
    assert not verify(Entry(open_) for open_ in broken).good


def test_an_unfinished_file_is_checked_as_far_as_it_goes(tmp_path: Path) -> None:
    file = Sitting.down(3).until("turn").file()
    assert report(file).good
    status, told = script(file, tmp_path)
    assert (status, "the seed gives 0 of 4 outcomes" in told) == (0, True)


def test_the_script_is_short_and_imports_nothing_of_ours() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert max(map(len, text.splitlines())) <= 120
    imports = [line for line in text.splitlines() if "import" in line.split()]
    for word in ("companion", "webapp", "printables", "at_table"):
        assert not any(word in line for line in imports)


@pytest.mark.parametrize(
    "ask",
    [
        ["roll", 6, 5],
        ["roll", 100, 3],
        ["explode", 6, 9],
        ["explode", 2, 5],
        ["draw", [["blue", 9], ["red", 3], ["я", 2]], 14],
        ["draw", [["blue", 9], ["red", 3]], 1],
        ["pick", [3, 1, 999983]],
        ["pick", [1, 1]],
        ["order", 2],
        ["order", 30],
    ],
)
def test_the_script_gives_every_ask_the_outcome_that_we_give(ask: list[Any]) -> None:
    names: dict[str, Any] = {}
    text = SCRIPT.read_text(encoding="utf-8")
    exec(compile(text[: text.index("packs, rows")], str(SCRIPT), "exec"), names)
    key = draw_key(bytes(32), ["a", "я"])
    for number in range(20):
        theirs = names["outcome"](names["stream"](key, number), *ask)
        assert theirs == outcome(ask, stream_words(key, number))


def test_a_refusal_names_its_kind() -> None:
    assert issubclass(BadArchive, Refusal)
