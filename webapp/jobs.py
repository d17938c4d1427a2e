"""Whatever can take more than 30 ms, done by processes beside the server, with progress; cancelled by ending one.

A request only puts a job into a queue or looks at it, so no table ever waits for one. Results are files in a folder of
the job's own below the data folder; they are kept for a while and then cleaned away.
"""

from __future__ import annotations

import logging
import multiprocessing
import secrets
import shutil
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field

from companion.refusals import Refusal
from webapp.errors import Problem
from webapp.worker import work

_log = logging.getLogger("tableside.jobs")

State = Literal["waiting", "running", "done", "refused", "failed", "cancelled"]
OVER: frozenset[State] = frozenset(("done", "refused", "failed", "cancelled"))

IDLE = 60.0
"""A worker that has had nothing to do for so many seconds ends: a small machine needs its memory."""

_HEARTBEAT = 0.05
"""How often a worker is asked whether it lives (s)."""


class Task(Struct, frozen=True):
    """What is to be done: `module:function`, called as `function(so_far, folder, **arguments)`, all of it plain."""

    call: str
    arguments: Mapping[str, Any]


class Job(Struct):
    """A task of somebody (`owner`: a phone's address) and how far it is. `about` is what a page wants to remember."""

    id: str
    owner: str
    task: Task
    folder: Path
    about: Mapping[str, Any] = field(default_factory=dict)
    state: State = "waiting"
    done: int = 0
    total: int = 0
    answer: Any = None
    refusal: Refusal | None = None
    ended: float = 0.0
    silent: bool = False
    """Belongs to another job, whose folder it uses."""
    shared: bool = False
    """Many have asked for it."""

    @property
    def over(self) -> bool:
        return self.state in OVER


class Jobs:
    """The queue, the workers, and the results.

    folder: where results are kept, for `keep` seconds after their job has ended. `workers` processes at most; `most`
    jobs may wait; an owner has at most `each` that are not over.
    """

    def __init__(self, folder: Path, *, workers: int = 1, most: int = 12, each: int = 2, keep: float = 1800.0) -> None:
        self._folder = folder
        self._workers, self._most, self._each, self._keep = workers, most, each, keep
        self._change = threading.Condition()
        self._queue: deque[Job] = deque()
        self._jobs: dict[str, Job] = {}
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._closed = False
        self._swept = False

    def add(self, owner: str, task: Task, about: Mapping[str, Any] | None = None) -> Job:
        """Put a job at the end of the queue.

        Raises Problem 429 if this owner has too many, 503 if the queue is full.
        """
        with self._change:
            self._sweep()
            own = [job for job in self._jobs.values() if job.owner == owner and not (job.silent or job.shared)]
            mine = sum(not job.over for job in own)
            if mine >= self._each:
                raise Problem(429, "job.too_many", headers={"Retry-After": "5"}, n=self._each)
            if len(self._queue) >= self._most:
                raise Problem(503, "job.full", headers={"Retry-After": "10"})
            name = secrets.token_urlsafe(12)
            job = Job(name, owner, task, self._folder / name, dict(about or {}))
            job.folder.mkdir(parents=True, exist_ok=True)
            self._jobs[name] = job
            self._queue.append(job)
            self._wake()
        return job

    def named(self, name: str, owner: str, task: Task) -> Job:
        """The job of that name, which many may ask for; queued if there is none. Raises Problem 503."""
        with self._change:
            self._sweep()
            job = self._jobs.get(name)
            if job is None or (job.over and job.state != "done"):
                if len(self._queue) >= self._most:
                    raise Problem(503, "job.full", headers={"Retry-After": "10"})
                job = Job(name, owner, task, self._folder / name, shared=True)
                job.folder.mkdir(parents=True, exist_ok=True)
                self._jobs[name] = job
                self._queue.appendleft(job)
                self._wake()
            return job

    def add_to(self, parent: Job, task: Task) -> None:
        """Put a small job that belongs to a finished one before all others; if that has one already, nothing."""
        name = f"{parent.id}+"
        with self._change:
            known = self._jobs.get(name)
            if known is not None and not known.over:
                return
            job = Job(name, parent.owner, task, parent.folder, silent=True)
            parent.ended = time.monotonic()
            self._jobs[name] = job
            self._queue.appendleft(job)
            self._wake()

    def busy_with(self, parent: Job) -> bool:
        """Whether something is still made that belongs to a job."""
        with self._change:
            known = self._jobs.get(f"{parent.id}+")
            return known is not None and not known.over

    def find(self, name: str) -> Job:
        """The job of that id. Raises Problem 404: it never was, or has been cleaned away."""
        with self._change:
            self._sweep()
            job = self._jobs.get(name)
        if job is None or job.silent or job.shared:
            raise Problem(404, "job.gone")
        return job

    def before(self, job: Job) -> int:
        """How many jobs are done before this one."""
        with self._change:
            return self._queue.index(job) if job in self._queue else 0

    def cancel(self, job: Job) -> None:
        """A job that waits is forgotten, one that runs loses its worker; one that is over is left as it is."""
        with self._change:
            if job.over:
                return
            if job in self._queue:
                self._queue.remove(job)
            job.state = "cancelled"
            job.ended = time.monotonic()
            self._change.notify_all()

    def close(self) -> None:
        """End all workers and forget what waits."""
        with self._change:
            self._closed = True
            for job in self._jobs.values():
                if not job.over:
                    job.state, job.ended = "cancelled", time.monotonic()
            self._queue.clear()
            self._change.notify_all()
            threads = list(self._threads)
        for thread in threads:
            thread.join(5)

    # what follows runs with the lock held

    def _wake(self) -> None:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if not self._idle and len(self._threads) < self._workers and not self._closed:
            thread = threading.Thread(target=self._serve, name="jobs", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._change.notify_all()

    def _sweep(self) -> None:
        """Clean away what was kept long enough, and once whatever an earlier server has left."""
        if not self._swept:
            self._swept = True
            self._sweep_strangers()
        late = time.monotonic() - self._keep
        for name, job in list(self._jobs.items()):
            if job.over and job.ended < late:
                del self._jobs[name]
                if not job.silent:
                    shutil.rmtree(job.folder, ignore_errors=True)

    def _sweep_strangers(self) -> None:
        with suppress(OSError):
            for path in self._folder.iterdir():
                if path.is_dir() and time.time() - path.stat().st_mtime > self._keep:
                    shutil.rmtree(path, ignore_errors=True)

    # what follows runs in a thread of its own, one for each worker

    def _serve(self) -> None:
        worker: _Worker | None = None
        try:
            while (job := self._next()) is not None:
                worker = self._at_work(worker, job)
                if worker is not None and not self._carry_out(worker, job):
                    worker.end()
                    worker = None
        finally:
            if worker is not None:
                worker.end()

    def _next(self) -> Job | None:
        """The next job, or None when there was none for long enough."""
        until = time.monotonic() + IDLE
        with self._change:
            while not self._queue:
                left = until - time.monotonic()
                if self._closed or left <= 0:
                    # Gone before the lock is: whoever adds a job from now on starts another thread.
                    self._threads = [one for one in self._threads if one is not threading.current_thread()]
                    return None
                self._idle += 1
                self._change.wait(left)
                self._idle -= 1
            job = self._queue.popleft()
            job.state = "running"
            return job

    def _at_work(self, worker: _Worker | None, job: Job) -> _Worker | None:
        """The worker if it lives, else a new one; None if no process can be had for this job."""
        if worker is not None and worker.alive:
            return worker
        try:
            return _Worker()
        except (OSError, RuntimeError) as caught:
            _log.error("no worker for %s: %r", job.task.call, caught)
            self._over(job, "failed", Refusal("job.died"))
            return None

    def _carry_out(self, worker: _Worker, job: Job) -> bool:
        """Whether the worker may go on: one whose job was cancelled, or that has died, may not."""
        try:
            worker.connection.send((job.task.call, dict(job.task.arguments), str(job.folder)))
            while True:
                if job.over:
                    return False
                if worker.connection.poll(_HEARTBEAT):
                    kind, *rest = worker.connection.recv()
                    if self._heard(job, kind, *rest):
                        return True
        except (EOFError, OSError) as caught:
            _log.warning("a worker died over %s: %r", job.task.call, caught)
            self._over(job, "failed", Refusal("job.died"))
            return False

    def _heard(self, job: Job, kind: str, *rest: Any) -> bool:
        """Take note of what a worker says. Whether its task is over."""
        if kind == "so_far":
            job.done, job.total = rest
            return False
        if kind == "done":
            job.answer = rest[0]
            self._over(job, "done")
        elif kind == "refused":
            key, rule, args = rest[0]
            self._over(job, "refused", Refusal(key, rule=rule, **args))
        else:
            _log.error("%s failed: %s", job.task.call, rest[0])
            self._over(job, "failed", Refusal("job.failed"))
        return True

    def _over(self, job: Job, state: State, refusal: Refusal | None = None) -> None:
        with self._change:
            if not job.over:
                job.refusal = refusal
                job.ended = time.monotonic()
                job.state = state


class _Worker:
    """A process, and the line to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.connection: Connection = ours
        self._process: BaseProcess = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()
