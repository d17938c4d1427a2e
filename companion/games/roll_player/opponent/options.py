"""Options that an opponent weighs: a move, what it is worth, and the terms of that sum."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from companion.moves import Move

Terms = dict[str, float]
"""What an option is worth by the category that it comes from (`because.term.*` in words, rule ids in reasons.py)."""


class Option(NamedTuple):
    """Something legal and its worth in stars, compared with the other options of the same decision.

    Its move (`make` of `args`) and its terms are made only where somebody asks: of forty options one is played, and
    simulations read no reasons. `told` is the one term of the sum, the terms themselves, or what makes them of `args`.
    """

    worth: float
    make: Callable[..., Move]
    args: tuple[Any, ...] = ()
    told: str | Terms | Callable[..., Terms] = ""

    @property
    def move(self) -> Move:
        return self.make(*self.args)

    def terms(self) -> Terms:
        """The parts of the sum; none if there is nothing to weigh."""
        if isinstance(self.told, str):
            return {self.told: self.worth} if self.told else {}
        return self.told if isinstance(self.told, dict) else self.told(*self.args)


weigh: Callable[[tuple[float, Callable[..., Move], tuple[Any, ...], str | Terms | Callable[..., Terms]]], Option]
weigh = partial(tuple.__new__, Option)
"""An option out of its four fields, in a third of the time that its constructor takes."""


def option(worth: float, term: str, make: Callable[..., Move], *args: Any) -> Option:
    """An option of one term."""
    return weigh((worth, make, args, term))


def weighed(terms: Terms, make: Callable[..., Move], *args: Any) -> Option:
    """An option whose terms are at hand."""
    return weigh((sum(terms.values()), make, args, terms))
