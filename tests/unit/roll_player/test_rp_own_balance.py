"""Our own set under the house opponent: a short run with wide bounds. The long one is in bench/, docs/balance.md."""

from __future__ import annotations

from functools import cache

import pytest

from bench.balance import Tally, figures, many_games


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
