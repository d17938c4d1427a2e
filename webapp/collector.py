"""Python's collector of reference cycles, kept out of the way of the phones.

A full collection looks at everything that lives, states of tables included, and nobody is served meanwhile: 150 ms with
fifty tables. What a request leaves behind is young, so the young are collected often, all that is there at the start
never, and the old by the clock.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG, _MIDDLE, _OLD = 3_000, 10, 1_000_000
_EVERY = 600.0
"""Seconds between full collections."""


@contextmanager
def gentle_collector(every: float = _EVERY) -> Iterator[None]:
    """Collect gently for as long as the block lasts."""
    before, over = gc.get_threshold(), threading.Event()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
    thread = threading.Thread(target=_by_the_clock, args=(over, every), name="collector", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        gc.set_threshold(*before)
        gc.unfreeze()


def _by_the_clock(over: threading.Event, every: float) -> None:
    while not over.wait(every):
        gc.collect()
