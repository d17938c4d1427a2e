"""The recorded games of Quest Circuit, and how its games are played in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct

from companion.chance import Chance, Seeded
from companion.games.quest_circuit.plain_player import choose
from companion.moves import Move
from companion.table import Table
from tests.recorded.playing import Plan

GAME = "quest-circuit"
RARE = ("equip", "take_off", "sell", "buy")
"""Moves that could go on for ever: done now and then."""


class Often(Struct, frozen=True):
    """Picks as the plain player does, so that a game comes to its end, and else any move. `sensible`: how often;
    `astray`: how often it is a seat that merely may act."""

    sensible: float
    astray: float = 0.0

    def __call__(self, table: Table, random: Random) -> tuple[int, Sequence[Move]]:
        acting = table.game.to_act(table.state)
        seat = random.choice(range(1, len(table.seats) + 1) if random.random() < self.astray else acting)
        moves = list(table.game.moves(table.state, seat))
        quiet = [move for move in moves if move.type not in RARE]
        if random.random() < 0.8 and quiet:
            moves = quiet
        if moves and seat in acting and random.random() < self.sensible:
            return seat, (choose(table.state, seat, Chance(Seeded(random))),)
        return seat, moves


WILD = Often(0.6, astray=0.05)
CALM = Often(0.92)
"""A game that is pleasant to read."""

GAMES: Mapping[str, Plan] = {
    "two-one-quest": Plan(GAME, 2, {}, 21, CALM),
    "three-campaign": Plan(GAME, 3, {"quests": 2, "dealer_dispute": "auction"}, 22, CALM),
    "solo-pretender": Plan(GAME, 1, {"rival": "knight"}, 23, CALM),
    "solo-legend-campaign": Plan(GAME, 1, {"rival": "legend", "quests": 2, "extras": "yes"}, 24, CALM),
    "two-real-dice": Plan(GAME, 2, {"dice": "physical"}, 25, CALM),
    "four-real-cards-goal-face-down": Plan(
        GAME, 4, {"decks": "physical", "goal_face_up": "no", "board_cells": 27}, 26, CALM
    ),
    "six-other-settings": Plan(
        GAME,
        6,
        {
            "levelup_current_health": "none",
            "trap_sprung": "discarded",
            "effect_retry_per_turn": "unlimited",
            "sell_levels": "one_per_purchase",
            "companions_take_damage": "owner_choice_on",
        },
        27,
        CALM,
    ),
}

KNOWN: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "two-one-quest": ("9b785cd730f5ed872ba2a596695a939a467d97798de4a814b02fcc7ef5ee21f8", (1, 0)),
    "three-campaign": ("111563cb4a7e4f758221cdcbda3c06da559091cb908b62c1f5afc076d1391106", (1, 0, 0)),
    "solo-pretender": ("9611967378ebdc8227edd58ea580fff17aa2482d45e7052fc75021769b912a0b", (1,)),
    "solo-legend-campaign": ("d77d3cbe02fcc22da56843047ca24ef730906801c323050d6e50a2235c670c82", (0,)),
    "two-real-dice": ("64ae2585efccc36409720857e29927317f3c95a2d8c8f2bbf73d8801f4787610", (1, 0)),
    "four-real-cards-goal-face-down": (
        "49d3a7dad522e1cfd18db5bb00c9a23eb78e6e57369dc61cbb659933e52c1841",
        (1, 0, 0, 0),
    ),
    "six-other-settings": ("bd9008f3122894465a769a758eec8396481b47a13e21b9238f8e60d5bf6ad921", (0, 0, 0, 0, 0, 1)),
}
"""The hash of the last state and what the score sheet comes to, from seat 1 on, as they were when the game was read.

`make recorded` prints them. A change here is a change of the rules: raise `rules` of the game with it.
"""
