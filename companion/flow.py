"""Whose turn it is: turn order, pending questions, secret simultaneous choices, and the stack of responses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from companion.canonical import Plain
from companion.moves import IllegalMove

T = TypeVar("T")


@lru_cache(maxsize=64)
def clockwise(seats: int, first: int) -> tuple[int, ...]:
    """The seats (counted from 1) in clockwise order, beginning with `first`."""
    return tuple((first - 1 + n) % seats + 1 for n in range(seats))


def after(seats: int, seat: int) -> int:
    """The next seat clockwise."""
    return seat % seats + 1


class Ask(Struct, frozen=True):
    """A question that a person has to answer before the game goes on (never in the middle of a move).

    `options` are the plain answers that are possible; `args` is what the question is about.
    """

    seat: int
    key: str
    options: tuple[Plain, ...] = ()
    args: Mapping[str, Any] = field(default_factory=dict)
    rule: str | None = None


def pending_of(pending: Iterable[Ask], seat: int) -> Ask | None:
    """The first question that waits for this seat."""
    for ask in pending:
        if ask.seat == seat:
            return ask
    return None


class Picks(Struct, Generic[T], frozen=True):
    """A secret simultaneous choice: who is to choose, and what each has chosen so far.

    A seat that has chosen may choose again until all have: the newest counts.
    """

    seats: tuple[int, ...]
    chosen: tuple[tuple[int, T], ...] = ()

    def choose(self, seat: int, value: T) -> Picks[T]:
        if seat not in self.seats:
            raise IllegalMove("flow.not_asked")
        others = tuple((s, v) for s, v in self.chosen if s != seat)
        return Picks(self.seats, tuple(sorted((*others, (seat, value)), key=lambda pair: pair[0])))

    @property
    def waiting(self) -> tuple[int, ...]:
        done = {seat for seat, _ in self.chosen}
        return tuple(seat for seat in self.seats if seat not in done)

    @property
    def complete(self) -> bool:
        return not self.waiting

    @property
    def values(self) -> dict[int, T]:
        return dict(self.chosen)


class Stack(Struct, Generic[T], frozen=True):
    """Things that wait to happen, and the seats that may still respond to the newest.

    Whoever puts something on the stack opens a new round of responses; when every seat has passed in a row, the newest
    thing is resolved.
    """

    items: tuple[T, ...] = ()
    order: tuple[int, ...] = ()
    passed: frozenset[int] = frozenset()

    def push(self, item: T, order: tuple[int, ...]) -> Stack[T]:
        """Put something on top; the seats of `order` may respond, one after another."""
        return Stack((*self.items, item), order, frozenset())

    @property
    def priority(self) -> int | None:
        """The seat that may respond or pass now."""
        if not self.items:
            return None
        return next((seat for seat in self.order if seat not in self.passed), None)

    def pass_(self, seat: int) -> Stack[T]:
        if seat != self.priority:
            raise IllegalMove("flow.not_your_turn")
        return replace(self, passed=self.passed | {seat})

    @property
    def ready(self) -> bool:
        """Nobody responds any more: the newest thing is to be resolved."""
        return bool(self.items) and self.priority is None

    def pop(self) -> tuple[T, Stack[T]]:
        """The newest thing, and the stack without it; everybody may respond to what lies below."""
        return self.items[-1], Stack(self.items[:-1], self.order, frozenset())
