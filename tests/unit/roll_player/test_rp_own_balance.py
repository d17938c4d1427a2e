"""Our own set under the house opponent: a short run with wide bounds. The long one is in bench/, docs/balance.md."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from bench.balance import Tally, figures, many_games
from companion.chance import Chance, Seeded
from companion.game import SeatInfo, read_options
from companion.games.roll_player.content import Goal
from companion.games.roll_player.moves import UseAbility
from companion.games.roll_player.opponent import options
from companion.games.roll_player.opponent.beliefs import levels
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import GAME, OWN, content_of, table


@cache
def played() -> Tally:
    return many_games(4, range(40), "house-normal")


def test_no_class_is_far_ahead_or_behind() -> None:
    # 160 seats: about 13 of each class, whose mean has a standard error of about 1.3 stars
    classes = figures(played())["classes"]
    assert len(classes) == 12
    mean = sum(played().stars.values()) / sum(played().seated.values())
    for side, found in classes.items():
        assert found["stars"] == pytest.approx(mean, abs=5), side


def test_every_kind_of_card_is_wanted_and_left() -> None:
    cards = figures(played())["cards"]
    assert len(cards) == 53
    assert sum(found["bought"] == 0 for found in cards.values()) <= 8
    assert sum(found["bought"] == 1 for found in cards.values()) <= 8
    assert 0.3 < sum(played().bought.values()) / sum(played().dealt.values()) < 0.7


def test_the_figures_do_not_depend_on_how_the_games_are_shared_out() -> None:
    total = Tally()
    for first in (0, 20):
        total.add(many_games(4, range(first, first + 20), "house-normal"))
    assert total == played()


# the opponent knows what our classes and weapons can do


def would(state: State) -> Any:
    mind = next(o for o in GAME.opponents if o.key == "house-hard")
    return mind.decide(GAME.view(state, 1), 1, Chance(Seeded(Random(1)))).move


def test_it_uses_an_ability_that_reaches_a_goal_if_it_is_worth_its_price() -> None:
    full = "STR[r6 g6 b5] DEX[r1 g1 b1] CON[r1 g1 b1] INT[r1 g1 b1] WIS[r1 g1 b1] CHA[r1 g1 b1]"
    given: dict[str, Any] = {"market": ("brawny",), "classes": ("healer", "gladiator"), "gold": (3, 5)}
    state = table(2, OWN, sheets=[full], phase="market", holds={1: 1, 2: 2}, **given)
    state = state.change(1, goals={"STR": Goal("exact", 18, 18, 4)}, modifiers={})
    assert would(state) == UseAbility("class", target="STR.3", by=1)
    assert would(state.change(1, gold=1)) != UseAbility("class", target="STR.3", by=1)
    assert would(state.change(1, used=("class",))) != UseAbility("class", target="STR.3", by=1)


def test_what_it_weighs_of_our_own_set_is_legal_and_its_terms_make_up_the_sum() -> None:
    asked = read_options(GAME, {"mode": "multi", "set": "own"})
    for seed in range(2):
        state = GAME.open(asked, tuple(SeatInfo(str(at)) for at in range(3)), content_of(OWN))
        luck = Chance(Seeded(Random(seed)))
        while acting := GAME.to_act(state):
            seat, view = acting[0], GAME.view(state, acting[0])
            legal = list(GAME.moves(state, seat))
            for found in options(view, seat, levels()[seed]):
                assert found.move in legal
                assert found.terms() == {} or sum(found.terms().values()) == pytest.approx(found.worth)
            move = GAME.opponents[1].move(view, seat, luck)
            state, _ = GAME.play(state, seat, move, luck)
        assert GAME.result(state) is not None
