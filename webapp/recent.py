"""A memory of what was made last, for every thread of the server."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Recent(Generic[Key, Made]):
    """Keeps the `keep` values that were used last. Every method may be called from any thread; two that want the same
    at the same moment may both make it.
    """

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._made: OrderedDict[Key, Made] = OrderedDict()
        self._lock = threading.Lock()

    def once(self, key: Key, make: Callable[[], Made]) -> Made:
        """What was made for the key; made now if it is not remembered."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
        found = make()
        with self._lock:
            self._made[key] = found
            while len(self._made) > self._keep:
                self._made.popitem(last=False)
        return found
