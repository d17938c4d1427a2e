"""10,000 solo games at the standard level on two processes (the wish: within 30 s), and how long a decision takes."""

from __future__ import annotations

import os
from random import Random
from time import perf_counter, process_time

from bench.league import pack
from companion.chance import Chance, Seeded
from companion.simulate import Run, opened, opponent_of, play_games, simulate, summary

GAMES = int(os.environ.get("TABLESIDE_GAMES", "10000"))


def decisions(level: str, games: int) -> list[float]:
    """Milliseconds of processor time for every decision with its reasons."""
    run = Run("roll-player", (level,) * 2, 1, {"mode": "multi", "cards": "full"}, (pack(),))
    game, start = opened(run)
    mind, times = opponent_of(game, level), list[float]()
    for seed in range(games):
        state, luck = start, Chance(Seeded(Random(seed)))
        while acting := game.to_act(state):
            view = game.view(state, acting[0])
            began = process_time()
            decision = mind.decide(view, acting[0], luck)
            times.append(1000 * (process_time() - began))
            state, _ = game.play(state, acting[0], decision.move, luck)
    return sorted(times)


def main() -> None:
    for name, options, packs in (
        ("cards: none", {"mode": "solo"}, ()),
        ("cards: full", {"mode": "solo", "cards": "full"}, (pack(),)),
    ):
        run = Run("roll-player", ("house-normal",), 1, options, packs)
        began = perf_counter()
        ends = simulate(run, GAMES, workers=2)
        wall, totals = perf_counter() - began, summary([end.total for (end,) in ends])
        began = process_time()
        play_games(run, 0, 200)
        each = 1000 * (process_time() - began) / 200
        print(
            f"{name:>12}  {GAMES:,} games in {wall:.1f} s, {each:.1f} ms of processor time each; {totals}", flush=True
        )
    for level in ("house-easy", "house-normal", "house-hard"):
        times = decisions(level, 10)
        worst, often = times[-1], times[len(times) * 99 // 100]
        print(f"{level:>12}  a decision with its reasons: 99 % within {often:.1f} ms, the slowest {worst:.1f} ms")


if __name__ == "__main__":
    main()
