"""What one viewer may see: a state of the same type, whose hidden parts are `Unknown` and cannot be read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, NoReturn, TypeVar

Viewer = int | None
"""A seat, counted from 1; None is whoever has the code (the big screen)."""

S = TypeVar("S")


class HiddenRead(Exception):
    """Something tried to read what its viewer may not know."""


@dataclass(frozen=True)
class Unknown:
    """A part that the viewer may not know; `count` says how many things there are, where that may be known."""

    count: int | None = None

    def _no(self, *_: object) -> NoReturn:
        raise HiddenRead("this is hidden from the viewer")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        self._no()

    def __eq__(self, other: object) -> bool:
        """Two views may be compared; to ask whether something hidden equals a value is to read it."""
        if not isinstance(other, Unknown):
            self._no()
        return self.count == other.count

    def __hash__(self) -> int:
        return hash((Unknown, self.count))

    __len__ = __iter__ = __getitem__ = __contains__ = __bool__ = __int__ = __index__ = __str__ = __format__ = _no
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _no
    __mod__ = __floordiv__ = __truediv__ = __neg__ = __reversed__ = __call__ = _no

    def __plain__(self) -> dict[str, int | None]:
        return {"unknown": self.count}


def allow(state: S, *shown: str, **replaced: Any) -> S:
    """A copy of a record with the fields named in `shown`, the fields given in `replaced`, and all others Unknown.

    A field is seen because it is listed; a field that somebody adds later is hidden until somebody lists it.
    """
    kind: type = type(state)
    open_, hidden = _parts(kind, shown, tuple(replaced))
    fields = vars(state)
    copy: S = object.__new__(kind)  # as `evolve` does: a view is made for every decision of an opponent
    if not hidden and len(fields) == len(shown) + len(replaced):
        vars(copy).update(fields | replaced)
    else:
        vars(copy).update(zip(shown, open_(fields), strict=True), **hidden, **replaced)
    return copy


@lru_cache(maxsize=256)
def _parts(
    kind: type, shown: tuple[str, ...], replaced: tuple[str, ...]
) -> tuple[Callable[[dict[str, Any]], Iterable[Any]], dict[str, Unknown]]:
    """What takes the shown fields out of a record's own, and the fields that are neither shown nor replaced."""
    names = [f.name for f in dataclasses.fields(kind) if f.init]
    stray = {*shown, *replaced}.difference(names)
    if stray:
        raise AttributeError(f"{kind.__name__} has no field {', '.join(sorted(stray))}")
    hidden = {name: Unknown() for name in names if name not in shown and name not in replaced}
    return (itemgetter(*shown) if len(shown) > 1 else lambda fields: [fields[name] for name in shown]), hidden
