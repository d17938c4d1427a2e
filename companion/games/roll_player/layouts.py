"""In which orders rolled dice may lie on the initiative cards (RP-ROLL-02, 03)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, permutations, product
from math import factorial, prod
from operator import attrgetter

from companion.games.roll_player.state import Die

BY_FACE, BY_FACE_AND_COLOR = attrgetter("face"), attrgetter("face", "color")


def layouts(dice: Sequence[Die]) -> list[tuple[Die, ...]]:
    """The layouts that differ to the eye: faces ascending, equal faces in any order of colours."""
    ordered = sorted(dice, key=BY_FACE_AND_COLOR)
    if len({die.face for die in ordered}) == len(ordered):
        return [tuple(ordered)]
    groups = [list(group) for _, group in groupby(ordered, key=BY_FACE)]
    ways = [_orders(group) if len(group) > 1 else [group] for group in groups]
    return [tuple(chain.from_iterable(parts)) for parts in product(*ways)]


def _orders(dice: Sequence[Die]) -> Sequence[Sequence[Die]]:
    """The orders of dice of one face that differ to the eye."""
    orders = list(permutations(dice))
    return orders if len({die.color for die in dice}) == len(dice) else list(dict.fromkeys(orders))


def count_layouts(faces: Sequence[int]) -> int:
    """The number of legal layouts, dice told apart: the product of the factorials of the tie groups (RP-ROLL-03)."""
    return prod(factorial(len(list(group))) for _, group in groupby(sorted(faces)))
