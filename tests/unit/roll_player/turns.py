"""Dice turns for tests."""

from __future__ import annotations

from typing import Any

from companion.games.roll_player.moves import (
    PlaceDie,
)
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    after,
    table,
)


def turn(sheet: str, hand: str, *, n: int = 2, card: int = 1, centre: str | None = None, **given: Any) -> State:
    """Seat 1 has taken an initiative card with a die and is to place it."""
    return table(n, sheets=[sheet], hand=hand, holds={1: card}, centre=centre or _centre(n, card), **given)


def _centre(n: int, card: int) -> str:
    codes = ["_"] * (n + 1)
    for number in range(1, n + 2):
        if number != card:
            codes[number - 1] = f"w{number}"
    return " ".join(codes)


def acting(sheet: str, row: str, hand: str = "w3", **given: Any) -> State:
    """Seat 1 has placed a die in that row and may use its action."""
    return after(turn(sheet, hand, **given), 1, PlaceDie(row))  # type: ignore[arg-type]  # rows of the test
