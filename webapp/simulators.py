"""Processes that play simulations.

They import this module before the companion, so it imports nothing of the house that imports it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path

from webapp.compiled import prefer

_NICE = 10
"""How far simulations step back; a server that runs beside them does not."""


@contextmanager
def simulators(count: int, copy: Path | None = None) -> Iterator[Executor | None]:
    """Where games are played on several cores: processes that let a table on the same machine go first, and that run
    on a compiled copy of the companion, if there is one. None for a single one: that is this process."""
    if count <= 1:
        yield None
        return
    with ProcessPoolExecutor(count, get_context("spawn"), begin, (copy,)) as pool:
        yield pool


def begin(copy: Path | None = None) -> None:
    """What a process does before its first game."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    if copy is not None:
        prefer(copy)


def _end_with_parent() -> None:
    """End when the command is gone, however it went: nobody would ever give this process another game."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
