"""Options that an opponent weighs: a move, what it is worth, and the terms of that sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.moves import Move

Terms = dict[str, float]
"""What an option is worth by the category that it comes from (`because.term.*` in words, rule ids in reasons.py)."""

Told = str | Terms | Callable[..., Terms]
"""The one term of a sum, the terms themselves, or what makes them of the same arguments as the move."""

Weighed = tuple[float, Callable[..., Move], tuple[Any, ...], Told]
"""An option as it is weighed: a bare tuple of the fields of `Option`, since of forty one is played, and simulations
read no reasons."""


class Option(NamedTuple):
    """Something legal and its worth in stars, compared with the other options of the same decision.

    Its move (`make` of `args`) and its terms are made only where somebody asks.
    """

    worth: float
    make: Callable[..., Move]
    args: tuple[Any, ...] = ()
    told: Told = ""

    @property
    def move(self) -> Move:
        return self.make(*self.args)

    def terms(self) -> Terms:
        """The parts of the sum; none if there is nothing to weigh."""
        if isinstance(self.told, str):
            return {self.told: self.worth} if self.told else {}
        return self.told if isinstance(self.told, dict) else self.told(*self.args)


def plain(make: Callable[..., Move], *args: Any) -> Weighed:
    """What others are compared with: worth nothing, and of no terms."""
    return 0.0, make, args, ""


def option(worth: float, term: str, make: Callable[..., Move], *args: Any) -> Weighed:
    """An option of one term."""
    return worth, make, args, term


def weighed(terms: Terms, make: Callable[..., Move], *args: Any) -> Weighed:
    """An option whose terms are at hand."""
    return sum(terms.values()), make, args, terms
