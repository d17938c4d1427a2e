"""Levels and XP as one quantity: the wealth W = 10 × (level − 1) + XP, which gains and prices change (QC-XP-06)."""

from __future__ import annotations

PER_LEVEL = 10
"""XP that make one level (QC-XP-02), and what a level that is given up is worth (QC-TRADE-04)."""


def wealth(level: int, xp: int) -> int:
    """W of a level from 1 and of 0 to 9 XP."""
    return PER_LEVEL * (level - 1) + xp


def standing(w: int) -> tuple[int, int]:
    """Level and XP of a wealth. Raises ValueError for less than nothing (QC-XP-05)."""
    if w < 0:
        raise ValueError(f"a wealth cannot be {w}")
    return 1 + w // PER_LEVEL, w % PER_LEVEL


def gained(level: int, xp: int, gain: int) -> tuple[int, int]:
    """Level and XP after a gain, every level that it fills counted (QC-XP-02, QC-TRADE-03)."""
    return standing(wealth(level, xp) + gain)


def levels_to_give(level: int, xp: int, price: int) -> int | None:
    """How many levels a purchase takes down with it; None if the hero cannot pay it (QC-TRADE-04)."""
    left = wealth(level, xp) - price
    return level - standing(left)[0] if left >= 0 else None


def can_buy(level: int, xp: int, price: int, *, repeat: bool = True) -> bool:
    """Whether a price can be paid: if W reaches it, and without `repeat` (setting `sell_levels`) with at most one level
    given up."""
    given = levels_to_give(level, xp, price)
    return given is not None and (repeat or given <= 1)


def bought(level: int, xp: int, price: int) -> tuple[int, int]:
    """Level and XP after a purchase. Raises ValueError if W is less than the price."""
    return standing(wealth(level, xp) - price)
