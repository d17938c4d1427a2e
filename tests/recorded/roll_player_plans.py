"""The recorded games of Roll Player, and how its games are played in tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from companion.canonical import Plain
from companion.packs import Pack, read_pack
from tests.recorded.playing import AnyMove, Plan

GAME = "roll-player"
CALM = AnyMove(shunned=("discard_card", "discard_weapon"))
"""Nobody throws an own card away and nobody acts out of turn: a game that is pleasant to read."""

WILD = AnyMove(astray=0.08)


@cache
def beacon() -> Pack:
    """The invented set of tests/packs, every number known."""
    path = Path(__file__).parents[1] / "packs" / "beacon.yaml"
    return read_pack("beacon", yaml.safe_load(path.read_text(encoding="utf-8")))


def wild(n: int, options: Mapping[str, Plain], seed: int, *, invented: bool = False) -> Plan:
    """Any move of anybody, with the set that the options name or with the invented one."""
    return Plan(GAME, n, options, seed, WILD, (beacon(),) if invented else ())


GAMES: Mapping[str, Plan] = {
    "two-none": Plan(GAME, 2, {"cards": "none"}, 11, CALM),
    "three-types": Plan(GAME, 3, {"cards": "types"}, 12, CALM),
    "four-short-less-random": Plan(GAME, 4, {"cards": "none", "variants": ["less_random", "short_game"]}, 13, CALM),
    "solo-types": Plan(GAME, 1, {"cards": "types"}, 14, CALM),
    "solo-real-dice": Plan(GAME, 1, {"cards": "none", "dice": "physical"}, 15, CALM),
    "two-full-real-cards": Plan(GAME, 2, {"cards": "full", "decks": "physical", "class_choice": "choose"}, 16, CALM),
}

KNOWN: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "two-none": ("f3ebbdaa1013e8729e1d2b613d3a5d4c69ec017df3d51efdcbc79c44ab0059c9", (7, 9)),
    "three-types": ("788c406c601265d96abe3901763b5617b85cfce0faa31c3b84123268e25d8e3e", (18, 25, 9)),
    "four-short-less-random": ("e2e1d0bb8ba5ef0efc528c1e9c559ce348678ef0a123da3674f1070c70e7ef32", (17, 13, 1, 2)),
    "solo-types": ("01a3f0522bfc3ace69ccb5b65c835371d7f995948d066b16dfaaa714c8bfa834", (23,)),
    "solo-real-dice": ("a822c37d962fed72e586197d84061279b990bb03509d0482c5bbb8d596e958d5", (21,)),
    "two-full-real-cards": ("64f686773bb2a25964f980f75a17c25e7ae8e2ac803c1afe2498dfe3418c049a", (27, 24)),
}
"""The hash of the last state and the stars from seat 1 on, as they were when the game was read.

`make recorded` prints them. A change here is a change of the rules: raise `rules` of the game with it.
"""
