"""Whole games of Quest Circuit at a table with its log: at random among the moves that are listed, and every other move
as the plain player would make it, so that a game comes to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from companion.canonical import Plain
from companion.games.quest_circuit.settings import RIVALS, SETTINGS
from companion.table import Table
from tests.recorded import playing as recorded
from tests.recorded.playing import Plan
from tests.recorded.quest_circuit_plans import GAME, WILD


def some_options(seed: int) -> dict[str, Plain]:
    """Any settings, one to three quests, real dice and cards at every third table."""
    random = Random(seed)
    found: dict[str, Plain] = {o.key: random.choice(o.choices) for o in SETTINGS if o.kind == "choice"}
    found |= {key: random.choice(("digital", "digital", "physical")) for key in ("dice", "decks")}
    found["board_cells"] = random.choice((20, 20, 20, 27, 40))
    found["quests"] = random.choice((1, 1, 1, 1, 1, 2, 2, 3))
    found["rival"] = random.choice((*RIVALS, "none"))
    return found


def seated(n: int, seed: int, options: Mapping[str, Plain]) -> Table:
    return recorded.opened(Plan(GAME, n, options, seed))


def playing(n: int, seed: int, options: Mapping[str, Plain]) -> Iterator[Table]:
    """The table after each entry, to the end of the game. Raises AssertionError if it never ends."""
    return recorded.playing(Plan(GAME, n, options, seed, WILD))
