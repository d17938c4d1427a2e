"""Options that an opponent weighs: a move, what it is worth, and the terms of that sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.moves import Move

Terms = dict[str, float]
"""What an option is worth by the category that it comes from (`because.term.*` in words, rule ids in reasons.py)."""


class Option(NamedTuple):
    """Something legal and its worth in stars, compared with the other options of the same decision.

    Its move (`make` of `args`) and the `terms` of its sum are made only where somebody asks: of forty options one is
    played, and simulations read no reasons.
    """

    worth: float
    make: Callable[..., Move]
    args: tuple[Any, ...] = ()
    terms: Callable[[], Terms] = dict

    @property
    def move(self) -> Move:
        return self.make(*self.args)


def option(worth: float, term: str, make: Callable[..., Move], *args: Any) -> Option:
    """An option of one term."""
    return Option(worth, make, args, lambda: {term: worth})


def weighed(terms: Terms, make: Callable[..., Move], *args: Any) -> Option:
    """An option whose terms are at hand."""
    return Option(sum(terms.values()), make, args, lambda: terms)
