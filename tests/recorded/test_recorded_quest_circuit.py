"""What the recorded games of Quest Circuit are there for: every way to sit at this table is among them."""

from __future__ import annotations

import pytest

from companion.archive import read_archive
from companion.games.quest_circuit.state import State
from companion.table import Table
from tests.recorded.make import folder
from tests.recorded.quest_circuit_plans import GAMES


def table_of(name: str) -> Table:
    return read_archive((folder("quest_circuit") / f"{name}.json").read_bytes()).table()


@pytest.mark.parametrize("name", GAMES)
def test_the_hero_of_the_last_quest_wins(name: str) -> None:
    table = table_of(name)
    state: State = table.state
    assert len(state.hero_of_quest) == state.quests_planned == GAMES[name].options.get("quests", 1)
    assert table.result is not None
    wins = {place.seat for place in table.result.places if place.breakdown.total}
    assert wins == {state.hero_of_quest[-1]} - {0}, "QC-END-02: nobody's where the Pretender was quicker"


def test_all_tables_are_there() -> None:
    plans = GAMES.values()
    assert {plan.n for plan in plans} == {1, 2, 3, 4, 6}
    assert {plan.options.get("quests", 1) for plan in plans if plan.n == 1} == {1, 2}
    assert {plan.options.get("quests", 1) for plan in plans if plan.n > 1} == {1, 2}


def luck(name: str) -> set[tuple[str, str]]:
    """Who told what: typed or sealed, and the kind of request."""
    return {(record["by"], record["ask"][0]) for entry in table_of(name).entries for record in entry.luck_records()}


def test_dice_and_cards_are_typed_where_they_are_real() -> None:
    assert luck("two-one-quest") == {("sealed", "roll"), ("sealed", "draw")}
    assert luck("two-real-dice") == {("typed", "roll"), ("sealed", "draw")}
    assert luck("four-real-cards-goal-face-down") == {("sealed", "roll"), ("typed", "draw")}
