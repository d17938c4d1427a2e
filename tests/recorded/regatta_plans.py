"""The recorded games of the sixth game."""

from __future__ import annotations

from collections.abc import Mapping

from tests.recorded.playing import Plan

GAME = "regatta"

GAMES: Mapping[str, Plan] = {
    "three-wild": Plan(GAME, 3, {"water": "wild"}, 31),
    "two-real-die": Plan(GAME, 2, {"dice": "physical"}, 32),
}

KNOWN: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "three-wild": ("7abe97e4b9a8a323e31c031c736c6214d9a68e4b0b33fe91c01d45c6978abd63", (4, 10, 20)),
    "two-real-die": ("8818ee7ce21ff9816a72b0ded59d8133b97257209d2ead129db7919cc104ed24", (9, 18)),
}
"""The hash of the last state and the points from seat 1 on, as they were when the game was read."""
