"""Which game a table plays: the game itself, or one of the tables that every game gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from companion.canonical import Plain
from companion.dice_table import DiceTable
from companion.game import Game, find_game
from companion.tally import Tally

SIDE_TABLES: Mapping[str, Callable[[Game], Game]] = {"score": Tally, "bag": DiceTable}
"""By the value of the option `mode`."""


def game_for(key: str, options: Mapping[str, Plain]) -> Game:
    """The game of that key, or the side table that the option `mode` names. Raises UnknownName."""
    mode = str(options.get("mode"))
    return _side_table(key, mode) if mode in SIDE_TABLES else find_game(key)


@cache
def _side_table(key: str, mode: str) -> Game:
    return SIDE_TABLES[mode](find_game(key))
