"""`tableside solo`: the numbers for a program, the sentences for people, the refusals for both."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest
from terminal import ran, told_by

from companion.game import Option, find_game
from webapp.simulators import begin

run = partial(ran, "solo")
told = partial(told_by, "solo")


def test_it_says_games_level_seed_totals_and_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "roll-player", "--games", "30", "--seed", "5", "--level", "easy")
    assert list(found) == ["games", "level", "seed", "total", "ranks"]
    assert (found["games"], found["level"], found["seed"]) == (30, "easy", 5)
    assert list(found["total"]) == ["mean", "p10", "p50", "p90"]
    assert found["total"]["p10"] <= found["total"]["p50"] <= found["total"]["p90"]
    assert sum(found["ranks"].values()) == 30
    assert set(found["ranks"]) <= {"npc", "mercenary", "adventurer", "luminary", "clan_leader", "true_hero"}


def test_the_same_seed_gives_the_same_games_with_any_number_of_workers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # given: chunks small enough that all have something to do, and no compiled copy
    monkeypatch.setattr("companion.simulate.CHUNK", 5)
    monkeypatch.setattr("webapp.commands.solo.CHUNK", 5)
    monkeypatch.setenv("TABLESIDE_CACHE", str(tmp_path))

    one, two, three = (told(capsys, "roll-player", "--games", "25", "--workers", n) for n in ("1", "2", "3"))
    assert one == two == three
    assert told(capsys, "roll-player", "--games", "25", "--seed", "2", "--workers", "1") != one


def test_a_better_level_ends_higher(capsys: pytest.CaptureFixture[str]) -> None:
    easy, normal, hard = (
        told(capsys, "roll-player", "--games", "60", "--level", level, "--workers", "1")["total"]["mean"]
        for level in ("easy", "normal", "hard")
    )
    assert easy < normal < hard


def test_where_the_rival_has_levels_the_level_is_its(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tide = Option("tide", "choice", ("low", "high"), "low", levels=True)
    monkeypatch.setattr("pebbles.Pebbles.options", (*find_game("pebbles").options, tide))
    assert told(capsys, "pebbles", "--games", "3", "--workers", "1")["level"] == "low"
    assert told(capsys, "pebbles", "--games", "3", "--workers", "1", "--level", "high")["level"] == "high"
    _, err = run(capsys, "pebbles", "--games", "3", "--level", "hihg", code=2)
    assert "high" in err


@pytest.mark.parametrize(("lang", "said"), [("en", "Total:"), ("ru", "Итог:")])
def test_it_tells_people_in_their_language(capsys: pytest.CaptureFixture[str], lang: str, said: str) -> None:
    out, _ = run(capsys, "roll-player", "--games", "20", "--workers", "1", "--lang", lang)
    assert said in out
    assert "█" in out


def test_options_of_the_table_are_said_as_key_and_value(capsys: pytest.CaptureFixture[str]) -> None:
    short = told(capsys, "roll-player", "--games", "20", "--workers", "1", "--option", "variants=short_game")
    assert short != told(capsys, "roll-player", "--games", "20", "--workers", "1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("roll-player", "--level", "eesy"), "easy"),
        (("roll-player", "--option", "variants"), "KEY=VALUE"),
        (("roll-player", "--option", "colour=red"), "colour"),
        (("roll-plaier",), "roll-player"),
        (("roll-player", "--games", "0"), "--games"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    _, err = run(capsys, *arguments, "--lang", "en", code=2)
    assert said in err
    assert "Traceback" not in err


def test_simulations_on_several_cores_leave_the_machine_to_a_table_that_runs_there() -> None:
    before = os.nice(0)

    with ProcessPoolExecutor(1, get_context("spawn"), begin) as pool:
        assert pool.submit(os.nice, 0).result() == min(before + 10, 19)
    assert os.nice(0) == before


def test_whoever_kills_the_command_leaves_no_process_behind() -> None:
    """Its workers hold its output open: that ends when the last of them is gone."""
    told = "from webapp.simulators import simulators\nwith simulators(2) as pool:\n"
    told += " [at.result() for at in [pool.submit(abs, 1) for _ in range(8)]]\n print('at work', flush=True)\n"
    told += " input()\n"
    command = subprocess.Popen(
        [sys.executable, "-c", told],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert command.stdout is not None
    with command:
        assert command.stdout.readline() == "at work\n"
        command.kill()
        command.communicate(timeout=30)
        assert command.returncode == -signal.SIGKILL
