"""Jobs beside the tables: progress, cancelling, workers that die, limits, and results that do not stay for ever."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Server, error

from webapp.errors import Problem
from webapp.jobs import Job, Jobs, Task

PATIENCE = 120.0
"""How long a slow machine may take for anything (s)."""


def reached(there: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.02)


def held(path: Path) -> Task:
    """A task that goes on until that file is there."""
    return Task("tests.held_work:hold", {"until": str(path)})


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    found = Jobs(tmp_path / "jobs", most=3, each=2)
    yield found
    found.close()


def test_a_job_tells_how_far_it_is_and_ends(jobs: Jobs, tmp_path: Path) -> None:
    job = jobs.add("phone", held(tmp_path / "go"))
    reached(lambda: job.done == 1)
    assert (job.state, job.total, jobs.before(job)) == ("running", 2, 0)

    (tmp_path / "go").touch()
    reached(lambda: job.over)

    assert (job.state, job.answer) == ("done", "let go")


def test_cancelling_ends_the_worker_and_the_next_job_gets_another(jobs: Jobs, tmp_path: Path) -> None:
    first, second = jobs.add("phone", held(tmp_path / "never")), jobs.add("phone", held(tmp_path / "go"))
    reached(lambda: first.state == "running")
    assert jobs.before(second) == 0
    (tmp_path / "go").touch()

    jobs.cancel(first)
    reached(lambda: second.over)

    assert (first.state, second.state) == ("cancelled", "done")


def test_a_job_that_waits_is_cancelled_before_it_begins(jobs: Jobs, tmp_path: Path) -> None:
    first, second = jobs.add("phone", held(tmp_path / "go")), jobs.add("phone", held(tmp_path / "never"))
    jobs.cancel(second)
    (tmp_path / "go").touch()
    reached(lambda: first.over)

    assert (first.state, second.state) == ("done", "cancelled")


def test_a_worker_that_dies_tells_so_and_harms_nothing_else(jobs: Jobs, tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    broken, next_ = jobs.add("phone", Task("tests.held_work:die", {})), jobs.add("phone", held(tmp_path / "go"))
    reached(lambda: broken.over and next_.over)

    assert broken.refusal is not None
    assert (broken.state, broken.refusal.key, next_.state) == ("failed", "job.died", "done")


def test_a_fault_is_told_without_its_inside(jobs: Jobs) -> None:
    job = jobs.add("phone", Task("tests.held_work:stumble", {}))
    reached(lambda: job.over)

    assert job.refusal is not None
    assert (job.state, job.refusal.key, job.refusal.args_) == ("failed", "job.failed", {})


def test_a_phone_has_two_jobs_and_all_together_fill_the_queue(jobs: Jobs, tmp_path: Path) -> None:
    for phone in ("anna", "anna", "boris"):
        jobs.add(phone, held(tmp_path / "never"))
    with pytest.raises(Problem) as too_many:
        jobs.add("anna", held(tmp_path / "never"))
    reached(lambda: any(job.state == "running" for job in jobs._jobs.values()))
    jobs.add("boris", held(tmp_path / "never"))
    with pytest.raises(Problem) as full:
        jobs.add("vera", held(tmp_path / "never"))

    assert (too_many.value.status, too_many.value.key) == (429, "job.too_many")
    assert (full.value.status, full.value.key) == (503, "job.full")
    assert {"Retry-After"} <= full.value.headers.keys()


def test_results_are_kept_for_a_while_and_then_cleaned_away(tmp_path: Path) -> None:
    old = tmp_path / "left-by-an-earlier-server"
    old.mkdir()
    jobs = Jobs(tmp_path, keep=0.0)
    (tmp_path / "go").touch()
    job: Job = jobs.add("phone", held(tmp_path / "go"))
    reached(lambda: job.over)
    time.sleep(0.01)

    with pytest.raises(Problem) as gone:
        jobs.find(job.id)
    jobs.close()

    assert (gone.value.status, gone.value.key) == (404, "job.gone")
    assert not job.folder.exists()
    assert not old.exists()


def test_a_table_is_played_while_a_job_runs(server: Server, tmp_path: Path) -> None:
    jobs = server.services.jobs
    job = jobs.add("phone", held(tmp_path / "go"))
    reached(lambda: job.state == "running")
    desk = server.open("pebbles")

    def play() -> dict[str, Any]:
        seat = desk.host.get().json["to_act"][0]
        move = desk.seat(seat).moves()[0]
        return dict(desk.seat(seat).move(move).json)

    entries = [play()["seq"] for _ in range(4)]

    assert entries == sorted(entries)
    assert job.state == "running", "it has held up nobody"
    jobs.close()
    assert job.state == "cancelled"


def test_a_job_that_nobody_knows(server: Server) -> None:
    for path in ("", "/pdf", "/pages/1", "/cuts/svg"):
        assert error(server.client.get(f"/api/press/nothing{path}")) == (404, "job.gone")
    assert error(server.client.delete("/api/press/nothing")) == (404, "job.gone")
