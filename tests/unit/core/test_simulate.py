"""Simulation: whole games on any number of processes, always the same; on a game that nobody plays."""

from __future__ import annotations

import gc
from random import Random

import pytest
from pebbles import game as pebbles

from companion import simulate
from companion.bag import Bag
from companion.chance import Chance, Seeded
from companion.game import find_game, games, read_options
from companion.moves import IllegalMove
from companion.refusals import Refusal
from companion.simulate import (
    Ended,
    Run,
    Simulated,
    opened,
    opponent_of,
    play_games,
    play_out,
    rank_counts,
    summary,
)

RUN = Run("pebbles", ("gull", "gull"), 7)


def test_totals_do_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    # given: chunks small enough that five processes have something to do
    monkeypatch.setattr(simulate, "CHUNK", 4)
    counted: list[int] = []
    alone = simulate.simulate(RUN, 21, 1, played=counted.append)
    assert sum(counted) == len(alone) == 21
    for workers in (2, 5):
        counted.clear()
        assert simulate.simulate(RUN, 21, workers, played=counted.append) == alone
        assert sum(counted) == 21


def test_game_17_is_always_the_same_game() -> None:
    assert play_games(RUN, 17, 1) == play_games(RUN, 0, 18)[17:]
    assert play_games(RUN, 0, 5) != play_games(Run("pebbles", ("gull", "gull"), 8), 0, 5)


@pytest.mark.parametrize("key", [key for key, game in games().items() if game.opponents])
def test_what_a_simulated_game_drops_is_freed_at_once(key: str) -> None:
    # given: simulations do without the collector of rings, so that nothing may hold itself
    game = find_game(key)
    alone = any(option.key == "mode" and "solo" in option.choices for option in game.options)
    options = read_options(game, {"mode": "solo"} if alone else {})
    seats = game.seats_for(options)[0]
    runs = [Run(key, (opponent.key,) * seats, 7, options) for opponent in game.opponents]
    for run in runs:
        play_games(run, 0, 1)  # what is kept from one game to the next is made
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for run in runs:
            play_games(run, 1, 2)
        gc.collect()
        held = {type(thing) for thing in gc.garbage if type(thing).__module__.startswith(("companion", game.package))}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert not held


def test_an_opponent_in_a_simulation_sees_its_own_view_only() -> None:
    game, state = opened(RUN)
    looked = []

    class Looking:
        key = "gull"

        def move(self, view: object, seat: int, chance: Chance) -> object:
            looked.append(view == game.view(view_of[0], seat))
            return pebbles.opponents[0].move(view, seat, chance)

    view_of = [state]
    real = game.play

    class Watching:
        """The game, and the state that was played last."""

        def __getattr__(self, name: str) -> object:
            return getattr(game, name)

        def play(self, state: object, seat: int, move: object, chance: Chance) -> object:
            after = real(state, seat, move, chance)
            view_of[0] = after[0]
            return after

    play_out(Watching(), state, {1: Looking(), 2: Looking()}, Random(1), Random(2))  # type: ignore[arg-type]  # a game and opponents as far as they are used
    assert len(looked) > 20
    assert all(looked)


def test_simulated_luck_is_fair_and_keeps_to_the_bag() -> None:
    # 6,000 dice: each face 1,000 times, within five standard deviations (29 each)
    luck = Simulated(Random(3))
    faces = luck.roll(6, 6000)
    assert set(faces) == set(range(1, 7))
    assert all(abs(faces.count(face) - 1000) < 5 * 29 for face in range(1, 7))
    bag = Bag.of({"red": 2, "blue": 1})
    assert Bag.of(luck.draw(bag, 3)) == bag
    firsts = [luck.draw(bag, 1)[0] for _ in range(3000)]
    assert abs(firsts.count("red") - 2000) < 5 * 26
    picked = [luck.pick([1, 3]) for _ in range(4000)]
    assert abs(picked.count(1) - 3000) < 5 * 28
    assert not luck.records
    with pytest.raises(IllegalMove):
        luck.draw(bag, 4)


def test_a_game_ends_the_same_by_rules_whatever_gives_the_luck() -> None:
    # the lean luck is another stream, not another game: with the luck of a table the end is a legal one, too
    game, state = opened(RUN)
    luck = Chance(Seeded(Random(1)))
    while acting := game.to_act(state):
        move = pebbles.opponents[0].move(game.view(state, acting[0]), acting[0], luck)
        state, _ = game.play(state, acting[0], move, luck)
        game.check(state)
    assert game.result(state) is not None


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([5], {"mean": 5.0, "p10": 5, "p50": 5, "p90": 5}),
        (list(range(1, 11)), {"mean": 5.5, "p10": 1, "p50": 5, "p90": 9}),
        ([3, 1, 2], {"mean": 2.0, "p10": 1, "p50": 2, "p90": 3}),
    ],
)
def test_a_summary_by_nearest_rank(totals: list[int], expected: dict[str, float]) -> None:
    assert summary(totals) == expected


def test_ranks_are_counted_from_the_lowest() -> None:
    ends = [Ended(30, 1, "high"), Ended(10, 1, "low"), Ended(31, 1, "high"), Ended(5, 1, None)]
    assert list(rank_counts(ends).items()) == [("low", 1), ("high", 2)]


def test_a_level_that_nobody_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(Refusal) as caught:
        opponent_of(find_game("pebbles"), "gul")
    assert (caught.value.key, caught.value.args_["near"]) == ("simulate.no_level", "gull")
    assert opponent_of(find_game("pebbles"), None).key == "gull"
