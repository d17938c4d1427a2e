"""How even our own set is: games of equal automatic players, win shares of classes, how often each card is bought.

`python -m bench.balance --games 2000 [--players 4] [--seed 1] [--player greedy] [--processes 2] [--json]`. The method
and the figures are in docs/balance.md. A player is an opponent of the game by its key (`house-normal`), `greedy`,
`random`, or a function named as `package.module:function`: of (state, seat, listed moves, random), it gives one of the
moves.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

from bench.greedy import greedy
from companion.game import SeatInfo, find_game, read_options
from companion.games.roll_player.moves import ChooseClass
from companion.games.roll_player.setup import class_choices
from companion.games.roll_player.state import State
from companion.moves import Move
from companion.packs import load_set, merge
from companion.simulate import Simulated

GAME = find_game("roll-player")
MOST_WINS = 1.25
MOST_OF_APPEARANCES = 0.9

Chooser = Callable[[State, int, Sequence[Move], Random], Move]
Player = Callable[[State, int, Random], Move]


def anything(state: State, seat: int, moves: Sequence[Move], random: Random) -> Move:
    """Any listed move."""
    return random.choice(moves)


CHOOSERS: dict[str, Chooser] = {"greedy": greedy, "random": anything}


def player_of(name: str) -> Player:
    """A player by its name here, by the key of an opponent, or by `package.module:function`."""
    house = {opponent.key: opponent for opponent in GAME.opponents}
    if name in house:
        return lambda state, seat, random: house[name].move(GAME.view(state, seat), seat, Simulated(random))
    module, _, function = name.partition(":")
    choose: Chooser = CHOOSERS[name] if name in CHOOSERS else getattr(import_module(module), function)
    return lambda state, seat, random: choose(state, seat, list(GAME.moves(state, seat)), random)


@dataclass
class Tally:
    """What was counted over many games: a shared win counts by its share; a card appears when it is dealt."""

    games: int = 0
    seated: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    fair: Counter[str] = field(default_factory=Counter)
    stars: Counter[str] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    bought: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        for name in ("seated", "won", "fair", "stars", "dealt", "bought"):
            getattr(self, name).update(getattr(other, name))


def own_content() -> tuple[dict[str, Any], Any]:
    options = read_options(GAME, {"mode": "multi", "set": "own"})
    pack = load_set(GAME.package, "own")
    return options, GAME.content(merge([pack]), pack.hash, options)


def one_game(n: int, seed: int, player: Player, options: dict[str, Any], content: Any, tally: Tally) -> None:
    """One game of `n` equal players, counted."""
    random = Random(seed)
    chance = Simulated(Random(seed + 1_000_000_007))
    state: State = GAME.open(options, tuple(SeatInfo(f"P{seat}") for seat in range(1, n + 1)), content)
    deals = 0
    while state.phase != "finished":
        seat = GAME.to_act(state)[0]
        before = state.player(seat).owned
        sides = class_choices(state, seat) if state.phase == "setup" and state.stage == "class" else ()
        move = ChooseClass(random.choice(sides)) if sides else player(state, seat, random)
        state, _ = GAME.play(state, seat, move, chance)
        if state.deals > deals:
            deals = state.deals
            tally.dealt.update([place.card for place in state.market])
        if len(after := state.player(seat).owned) > len(before):
            refs = {card.ref for card in before}
            tally.bought.update([card.card for card in after if card.ref not in refs])
    result = GAME.result(state)
    assert result is not None
    tally.games += 1
    for place in result.places:
        side = state.player(place.seat).class_side or ""
        tally.seated[side] += 1
        tally.fair[side] += 1_000_000 // n
        tally.stars[side] += place.breakdown.total
        if place.place == 1:
            tally.won[side] += 1_000_000 // len(result.winners)


def many_games(n: int, seeds: Sequence[int], name: str) -> Tally:
    """A run of games in one process."""
    options, content = own_content()
    tally = Tally()
    for seed in seeds:
        one_game(n, seed, player_of(name), options, content, tally)
    return tally


def run(games: int, players: Sequence[int], seed: int, name: str, processes: int) -> Tally:
    """Games in several processes: the figures do not depend on how many there are."""
    jobs = [(n, list(range(seed + at, seed + games, 50 * len(players)))) for at, n in _shares(players)]
    total = Tally()
    if processes == 1:
        found = [many_games(n, seeds, name) for n, seeds in jobs]
    else:
        with ProcessPoolExecutor(processes) as pool:
            found = list(pool.map(many_games, *zip(*[(n, seeds, name) for n, seeds in jobs], strict=True)))
    for tally in found:
        total.add(tally)
    return total


def _shares(players: Sequence[int]) -> list[tuple[int, int]]:
    """Which numbers of seats the games have, in turn."""
    return [(at, players[at % len(players)]) for at in range(50 * len(players))]


def figures(tally: Tally) -> dict[str, Any]:
    """Win share against the expected share by class, stars by class, bought share by card; what is out of bounds."""
    classes = {
        side: {
            "games": tally.seated[side],
            "win_ratio": round(tally.won[side] / tally.fair[side], 3),
            "stars": round(tally.stars[side] / tally.seated[side], 2),
        }
        for side in sorted(tally.seated)
    }
    cards = {
        card: {"dealt": tally.dealt[card], "bought": round(tally.bought[card] / tally.dealt[card], 3)}
        for card in sorted(tally.dealt)
    }
    wrong = [side for side, found in classes.items() if found["win_ratio"] > MOST_WINS]
    wrong += [c for c, f in cards.items() if not 1 - MOST_OF_APPEARANCES <= f["bought"] <= MOST_OF_APPEARANCES]
    return {"games": tally.games, "classes": classes, "cards": cards, "out_of_bounds": wrong}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, nargs="+", default=[4])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = figures(run(asked.games, asked.players, asked.seed, asked.player, asked.processes))
    if asked.json:
        print(json.dumps(found, indent=1))
        return
    print(f"{found['games']:,} games of {asked.players} {asked.player} players")
    for side, row in sorted(found["classes"].items(), key=lambda item: -item[1]["win_ratio"]):
        print(
            f"{side:>18} {row['games']:>6,} seats  wins {row['win_ratio']:5.2f} of its share  {row['stars']:6.2f} stars"
        )
    for card, row in sorted(found["cards"].items(), key=lambda item: -item[1]["bought"]):
        print(f"{card:>18} {row['dealt']:>6,} dealt  bought {100 * row['bought']:5.1f} %")
    print("out of bounds:", ", ".join(found["out_of_bounds"]) or "nothing")


if __name__ == "__main__":
    main()
