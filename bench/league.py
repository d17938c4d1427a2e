"""Who beats whom: pairs of two-player games with the same luck, the seats swapped. `python bench/run.py league`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import yaml
from msgspec import Struct
from msgspec.structs import asdict

from bench.rivals import rivals
from companion.packs import Pack, load_set, read_pack
from companion.simulate import Run, ended, opened, play_out

PAIRS = int(os.environ.get("TABLESIDE_PAIRS", "2000"))
CHUNK = 50
SET = os.environ.get("TABLESIDE_SET", "")
"""A set of the game, or none: the invented one of tests/packs."""

MATCHES = (
    ("house-easy", "random"),
    ("house-normal", "random"),
    ("house-normal", "greedy"),
    ("house-normal", "house-easy"),
    ("house-hard", "house-normal"),
)


class Score(Struct, frozen=True):
    """Games won, shared and lost by the first, pairs won on the sum of stars, and stars ahead in all games."""

    won: int = 0
    shared: int = 0
    lost: int = 0
    pairs: float = 0.0
    ahead: int = 0

    def __add__(self, other: Score) -> Score:
        mine, theirs = asdict(self), asdict(other)
        return Score(**{key: mine[key] + theirs[key] for key in mine})

    @property
    def games(self) -> int:
        return self.won + self.shared + self.lost

    @property
    def rate(self) -> float:
        """The part of the games that the first has won; a shared one counts half."""
        return (self.won + self.shared / 2) / self.games


def pack() -> Pack:
    if SET:
        return load_set("companion.games.roll_player", SET)
    path = Path(__file__).resolve().parent.parent / "tests" / "packs" / "beacon.yaml"
    return read_pack("beacon", yaml.safe_load(path.read_text(encoding="utf-8")))


def pairs(one: str, two: str, first: int, count: int, content: Pack | None = None) -> Score:
    """The pairs from number `first` on: two games each, with the same luck and the seats swapped."""
    run = Run("roll-player", (one, two), 0, {"mode": "multi", "cards": "full"}, (content or pack(),))
    game, state = opened(run)
    minds, score = rivals(), Score()
    for number in range(first, first + count):
        ahead = 0
        for order in ((one, two), (two, one)):
            luck, choosing = Random(f"league:{number}:luck"), Random(f"league:{number}:choosing")
            seated = {seat: minds[key] for seat, key in enumerate(order, 1)}
            ends = ended(game, play_out(game, state, seated, luck, choosing))
            mine, theirs = ends if order == (one, two) else ends[::-1]
            score += Score(mine.place < theirs.place, mine.place == theirs.place, mine.place > theirs.place)
            ahead += mine.total - theirs.total
        score += Score(pairs=0.5 + (ahead > 0) / 2 - (ahead < 0) / 2, ahead=ahead)
    return score


def match(one: str, two: str, count: int, pool: ProcessPoolExecutor) -> Score:
    waiting = [pool.submit(pairs, one, two, first, min(CHUNK, count - first)) for first in range(0, count, CHUNK)]
    return sum((done.result() for done in waiting), Score())


def main(names: Sequence[str] = ()) -> None:
    with ProcessPoolExecutor() as pool:
        for one, two in MATCHES:
            score = match(one, two, PAIRS, pool)
            told = f"{100 * score.rate:5.1f} % of {score.games:,} games, {100 * score.pairs / PAIRS:5.1f} % of pairs"
            print(f"{one:>14} against {two:14} {told}, {score.ahead / score.games:+.1f} stars", flush=True)


if __name__ == "__main__":
    main()
