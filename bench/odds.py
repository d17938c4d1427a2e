"""Our exact odds beside icepool's, in one run: the bag query (the wish: at most 1/10 of its time) and opposed dice
(1/60)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

import icepool

from companion.bag import Bag
from companion.odds import count_odds, opposed

COLORS = ("black", "blue", "gold", "green", "purple", "red", "white")
BAGS, DICE = 300, 300


def bags() -> list[tuple[Bag, str, int]]:
    random = Random(1)
    return [
        (Bag.of({color: random.randint(1, 13) for color in COLORS}), random.choice(COLORS), random.randint(3, 5))
        for _ in range(BAGS)
    ]


def sides() -> list[tuple[int, int, int]]:
    random = Random(2)
    return [(random.randint(1, 6), random.randint(1, 6), random.randint(-3, 3)) for _ in range(DICE)]


def microseconds(ask: Callable[..., Any], questions: list[Any], times: int) -> float:
    """One question on average; the best of three runs, so that a neighbour's work does not count."""
    runs = []
    for _ in range(3):
        began = perf_counter()
        for _ in range(times):
            for question in questions:
                ask(*question)
        runs.append((perf_counter() - began) / times / len(questions))
    return 1e6 * min(runs)


def their_count(bag: Bag, color: str, k: int) -> Any:
    return icepool.Deck(bag.counts).deal(k).keep_outcomes([color]).size()


def their_opposed(k: int, against: int, plus: int) -> Any:
    return (k @ icepool.d6) + plus > (against @ icepool.d6)


def main() -> None:
    for name, ours, theirs, questions in (
        ("bag: how many of a colour", count_odds, their_count, bags()),
        ("opposed dice", opposed, their_opposed, sides()),
    ):
        mine, other = microseconds(ours, questions, 5), microseconds(theirs, questions, 1)
        print(f"{name:>26}  ours {mine:8.1f} µs, icepool {other:10.1f} µs: 1/{other / mine:,.0f}")


if __name__ == "__main__":
    main()
