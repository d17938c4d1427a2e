"""Work for a worker that a test has in hand: it goes on until it is told to end, or it breaks down."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

SoFar = Callable[[int, int], None]


def hold(so_far: SoFar, folder: Path, until: str) -> str:
    """Go on until a file is there."""
    so_far(1, 2)
    while not Path(until).exists():
        time.sleep(0.02)
    return "let go"


def die(so_far: SoFar, folder: Path) -> None:
    """What a process does that the system kills."""
    os._exit(9)


def stumble(so_far: SoFar, folder: Path) -> None:
    raise ZeroDivisionError("a fault of ours")
