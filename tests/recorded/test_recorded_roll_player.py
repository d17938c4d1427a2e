"""What is true of every recorded game of Roll Player, beside what is of every game."""

from __future__ import annotations

import pytest

from companion.archive import read_archive
from companion.games.roll_player.state import dice_on
from tests.recorded.make import folder
from tests.recorded.roll_player_plans import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_sheet_is_full_in_the_end(name: str) -> None:
    table = read_archive((folder("roll_player") / f"{name}.json").read_bytes()).table()
    assert all(len(dice_on(player.sheet)) == 18 for player in table.state.players)
