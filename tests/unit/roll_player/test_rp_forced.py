"""Moves of which nobody needs to be asked: where the rules say so, there is no other."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.chance import Chance, Seeded
from companion.games.roll_player.moves import ChooseRace, OpponentRoll, Roll
from companion.simulate import Run, Simulated, opened

SOLO = {"mode": "solo"}
OWN = {"mode": "multi", "set": "own", "cards": "full"}


@pytest.mark.parametrize(("options", "seats"), [(SOLO, 1), (OWN, 2)])
def test_a_forced_move_is_the_only_legal_one(options: dict[str, Any], seats: int) -> None:
    game, state = opened(Run("roll-player", ("house-easy",) * seats, 5, options))
    mind, luck, found = game.opponents[0], Simulated(Random(1)), set()
    for _ in range(6):
        state = opened(Run("roll-player", ("house-easy",) * seats, 5, options))[1]
        while acting := game.to_act(state):
            seat = acting[0]
            forced = game.forced(state, seat)  # type: ignore[attr-defined]  # this game says it
            if forced is not None:
                assert list(game.moves(state, seat)) == [forced]
                found.add(type(forced))
            state, _ = game.play(state, seat, mind.move(game.view(state, seat), seat, luck), luck)
    assert Roll in found
    assert (OpponentRoll in found) == (seats == 1)


def test_a_simulated_move_is_the_same_and_tells_nothing() -> None:
    game, state = opened(Run("roll-player", ("house-easy",), 5, SOLO))
    heard = game.play(state, 1, ChooseRace("human"), Chance(Seeded(Random(1))))
    assert game.play(state, 1, ChooseRace("human"), Simulated(Random(1))) == (heard[0], ())
    assert [event.key for event in heard[1]] == ["event.choose_race", "event.starting_gold"]
