"""Options that an opponent weighs: a move, what it is worth, and the terms of that sum."""

from __future__ import annotations

from typing import NamedTuple

from companion.moves import Move

Terms = tuple[tuple[str, float], ...]
"""What an option is worth by the category that it comes from (`because.term.*` in words, rule ids in reasons.py)."""


class Option(NamedTuple):
    """One legal move and its worth in stars, compared with the other options of the same decision."""

    worth: float
    move: Move
    terms: Terms = ()


def option(move: Move, **terms: float) -> Option:
    return Option(sum(terms.values()), move, tuple(terms.items()))
