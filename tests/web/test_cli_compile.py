"""`tableside compile` and the processes that use what it makes: never stale, whole or not there, the same games.

Compiling takes minutes and a C compiler, so stand-ins mark the copy visibly or leave it as it is; `make soak`
(TABLESIDE_SOAK=1) compiles in earnest and plays more games.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from terminal import ran

from companion.canonical import Plain
from webapp import compiled
from webapp.cli import main
from webapp.commands import compile as command

ROOT = Path(__file__).resolve().parents[2]
LONG = bool(os.environ.get("TABLESIDE_SOAK"))
MARK = 1000
"""Stars that a marked copy adds to every total."""

Solo = Callable[..., dict[str, Any]]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the copies, empty, and not that of whoever runs the tests."""
    monkeypatch.setenv("TABLESIDE_CACHE", str(tmp_path))
    return tmp_path / "compiled"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Sources that a test may change."""
    package = tmp_path / "sources" / "companion"
    (package / "games" / "reef").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "games" / "reef" / "rules.py").write_text("WIDTH = 3\n")
    (package / "games" / "reef" / "cards.yaml").write_text("gull: 2\n")
    (package / "games" / "reef" / "compiled.yaml").write_text("modules: [rules.py]\n")
    return package


@pytest.fixture
def solo(cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Solo:
    """Solo games on two processes (or as many as it is told), as a program reads how they ended."""
    monkeypatch.setattr("companion.simulate.CHUNK", 3)
    monkeypatch.setattr("webapp.commands.solo.CHUNK", 3)

    def played(game: str, workers: int = 2, games: int = 6) -> dict[str, Any]:
        out, _ = ran("solo", capsys, game, "--games", str(games), "--workers", str(workers), "--json")
        found: dict[str, Plain] = json.loads(out)
        return found

    return played


def nothing(folder: Path, modules: Sequence[str]) -> None:
    """A compiler that leaves everything as it is."""


def marking(folder: Path, modules: Sequence[str]) -> None:
    """A compiler after which every game ends with more."""
    simulate = folder / "companion" / "simulate.py"
    text = simulate.read_text(encoding="utf-8")
    assert "Ended(p.breakdown.total," in text
    simulate.write_text(text.replace("Ended(p.breakdown.total,", f"Ended({MARK} + p.breakdown.total,"), "utf-8")


# When a copy fits


def test_a_copy_is_found_until_anything_it_was_made_of_changes(cache: Path, package: Path) -> None:
    place = compiled.make(cache, nothing, package)
    assert compiled.found(cache, package) == place
    for name in ("rules.py", "cards.yaml", "compiled.yaml"):
        changed = package / "games" / "reef" / name
        before = changed.read_text()

        changed.write_text(before + "# changed\n")
        assert compiled.found(cache, package) is None, name
        changed.write_text(before)
        assert compiled.found(cache, package) == place
    (package / "more.py").write_text("")
    assert compiled.found(cache, package) is None


def test_another_python_has_another_copy(cache: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.make(cache, nothing, package)

    monkeypatch.setattr(sys, "version", "3.99.0 (of another day)")

    assert compiled.found(cache, package) is None


def test_what_python_and_compilers_leave_behind_is_no_source(cache: Path, package: Path) -> None:
    place = compiled.make(cache, nothing, package)

    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "rules.cpython-311.pyc").write_bytes(b"made")
    (package / "rules.cpython-311-x86_64-linux-gnu.so").write_bytes(b"made")

    assert compiled.found(cache, package) == place


def test_the_compiler_gets_a_copy_and_what_the_lists_name(cache: Path, package: Path) -> None:
    given: list[tuple[Path, list[str]]] = []

    compiled.make(cache, lambda folder, modules: given.append((folder, list(modules))), package)

    [(folder, modules)] = given
    assert modules == ["companion/games/reef/rules.py"]
    assert folder.is_relative_to(cache)
    assert sorted(path.name for path in package.rglob("*")) == sorted(
        path.name for path in (compiled.make(cache, nothing, package) / "companion").rglob("*")
    )


def test_what_the_lists_of_the_house_name_is_there() -> None:
    named = compiled.modules(compiled.sources())

    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


# Whole or not at all


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError("the disk is full")])
def test_what_is_interrupted_leaves_nothing(cache: Path, package: Path, fault: BaseException) -> None:
    def interrupted(folder: Path, modules: Sequence[str]) -> None:
        (folder / "half.so").write_bytes(b"half")
        raise fault

    with pytest.raises(type(fault)):
        compiled.make(cache, interrupted, package)

    assert compiled.found(cache, package) is None
    assert list(cache.iterdir()) == []


def test_a_copy_is_not_seen_before_it_is_whole(cache: Path, package: Path) -> None:
    seen: list[Path | None] = []

    place = compiled.make(cache, lambda folder, modules: seen.append(compiled.found(cache, package)), package)

    assert seen == [None]
    assert compiled.found(cache, package) == place


def test_sources_that_change_while_the_compiler_runs_have_no_copy(cache: Path, package: Path) -> None:
    def slow(folder: Path, modules: Sequence[str]) -> None:
        (package / "games" / "reef" / "rules.py").write_text("WIDTH = 4\n")

    place = compiled.make(cache, slow, package)

    assert compiled.found(cache, package) is None
    assert (place / "companion" / "games" / "reef" / "rules.py").read_text() == "WIDTH = 3\n"


def test_of_two_that_compile_at_once_the_second_finds_it_done(cache: Path, package: Path) -> None:
    def overtaken(folder: Path, modules: Sequence[str]) -> None:
        compiled.make(cache, nothing, package)

    assert compiled.make(cache, overtaken, package) == compiled.found(cache, package)


def test_older_copies_go_and_what_is_not_ours_stays(cache: Path, package: Path) -> None:
    old = compiled.make(cache, nothing, package)
    (cache / "holiday").mkdir()
    (cache / "making-running").mkdir()
    (cache / "making-left").mkdir()
    os.utime(cache / "making-left", (0, 0))

    (package / "more.py").write_text("")
    new = compiled.make(cache, nothing, package)

    assert new != old
    assert {path.name for path in cache.iterdir()} == {new.name, "holiday", "making-running"}


# Who uses it


def test_processes_that_simulate_play_on_the_copy_and_nobody_else(cache: Path, solo: Solo) -> None:
    plain = solo("roll-player", workers=1)

    compiled.make(cache, marking)
    marked = solo("roll-player")

    assert marked["total"]["mean"] == pytest.approx(plain["total"]["mean"] + MARK)
    assert marked["ranks"] == plain["ranks"]
    assert solo("roll-player", workers=1) == plain


@pytest.mark.timeout(3600)
def test_the_copy_plays_the_same_games(cache: Path, solo: Solo) -> None:
    compiled.make(cache, command.build if LONG else nothing)

    for game, games in (("roll-player", 500), ("quest-circuit", 100)) if LONG else (("quest-circuit", 6),):
        assert solo(game, games=games) == solo(game, games=games, workers=1)


def test_a_copy_of_other_sources_is_not_used(cache: Path, package: Path, solo: Solo) -> None:
    # given: a copy of the house as it was before a line was added
    before = shutil.copytree(
        compiled.sources(), package.parent / "before", ignore=shutil.ignore_patterns("__pycache__")
    )
    (before / "automa.py").write_text((before / "automa.py").read_text(encoding="utf-8") + "# older\n", "utf-8")
    compiled.make(cache, marking, before)

    assert solo("roll-player")["total"]["mean"] < MARK


def test_a_game_of_somebody_else_plays_on_the_sources(cache: Path, solo: Solo) -> None:
    plain = solo("pebbles", workers=1)

    compiled.make(cache, marking)

    assert solo("pebbles") == plain


# The command


@pytest.mark.parametrize(("lang", "done", "there"), [("en", "Compiled.", "already"), ("ru", "Готово.", "уже")])
def test_it_says_where_the_copy_is_and_does_not_make_it_twice(
    cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str, done: str, there: str
) -> None:
    monkeypatch.setattr(command, "_need_compilers", lambda: None)
    monkeypatch.setattr(command, "build", nothing)
    first, _ = ran("compile", capsys, "--lang", lang)
    place = compiled.found(cache)
    assert place is not None
    assert done in first
    assert str(place) in first

    monkeypatch.setattr(command, "build", None)
    again, _ = ran("compile", capsys, "--lang", lang)

    assert there in again
    assert str(place) in again


def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)


def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: name)
    monkeypatch.setenv("CC", "no-such-compiler -O1")


def without_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: name)
    monkeypatch.setenv("CC", sys.executable)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: "/no/such/folder")


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (without_extra, "pip install 'tableside[fast]'"),
        (without_compiler, "sudo apt install gcc python3-dev"),
        (without_headers, "sudo apt install gcc python3-dev"),
    ],
)
def test_what_is_missing_is_said_with_how_to_get_it(
    cache: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    missing: Callable[[pytest.MonkeyPatch], None],
    said: str,
    lang: str,
) -> None:
    missing(monkeypatch)

    _, err = ran("compile", capsys, "--lang", lang, code=2)

    assert said in err
    assert not cache.exists()


def test_a_compiler_that_fails_is_quoted_and_leaves_nothing(
    cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    failing = tmp_path / "failing.py"
    failing.write_text("raise SystemExit('the compiler is out of paper')")
    monkeypatch.setattr("webapp.compiling.__file__", str(failing))
    monkeypatch.setattr(command, "_need_compilers", lambda: None)

    _, err = ran("compile", capsys, "--lang", "en", code=2)

    assert "the compiler is out of paper" in err
    assert list(cache.iterdir()) == []


def test_ctrl_c_ends_it(cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(folder: Path, modules: Sequence[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "build", interrupted)
    monkeypatch.setattr(command, "_need_compilers", lambda: None)

    with pytest.raises(SystemExit) as caught:
        main(["compile"])

    assert caught.value.code == 130
    assert list(cache.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_a_refusal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TABLESIDE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(command, "_need_compilers", lambda: None)

    _, err = ran("compile", capsys, "--lang", "en", code=2)

    assert "cannot be written" in err


def test_processes_start_without_the_house_so_that_they_can_take_the_copy() -> None:
    asked = "import sys, webapp.cli, webapp.simulators; print([name for name in sys.modules if 'companion' in name])"

    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "[]"
