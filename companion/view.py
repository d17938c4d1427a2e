"""What one viewer may see: a state of the same type, whose hidden parts are `Unknown` and cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import replace

Viewer = int | None
"""A seat, counted from 1; None is whoever has the code (the big screen)."""

S = TypeVar("S", bound=Struct)


class HiddenRead(Exception):
    """Something tried to read what its viewer may not know."""


class Unknown(Struct, frozen=True):
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

    def __ne__(self, other: object) -> bool:
        return not self == other

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
    kind: type[Struct] = type(state)
    return _window(kind, shown, tuple(replaced)).view(state, **replaced)


class Window:
    """An allow-list of a kind of record, read once: views are made for every decision of an opponent.

    `made` are fields that are replaced by what a function makes of the record. Raises AttributeError for a field that
    the record has not.
    """

    def __init__(
        self, kind: type[Struct], shown: Iterable[str], replaced: Iterable[str] = (), **made: Callable[[Any], Any]
    ) -> None:
        self._replaced, self._made = frozenset(replaced), tuple(made.items())
        names = kind.__struct_fields__
        listed = self._replaced.union(shown, made)
        if stray := listed.difference(names):
            raise AttributeError(f"{kind.__name__} has no field {', '.join(sorted(stray))}")
        self._hidden = {name: Unknown() for name in names if name not in listed}

    def view(self, state: S, **replaced: Any) -> S:
        """A copy of the record as this list lets it be seen; every field that is replaced has to be given."""
        if (replaced or self._replaced) and replaced.keys() != self._replaced:
            raise AttributeError(f"exactly these are to be given: {', '.join(sorted(self._replaced))}")
        changed: dict[str, Any] = self._hidden | replaced
        for name, make in self._made:
            changed[name] = make(state)
        return replace(state, **changed)


_window = lru_cache(maxsize=256)(Window)
