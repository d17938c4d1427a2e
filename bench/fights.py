"""Our exact odds of a whole fight beside icepool's, in one run: the wish is at most 1/100 of its time.

Ten Health against ten. icepool maps its dice again and again until nothing changes any more (`repeat="inf"`), its own
way for such a process. Nothing is kept from one question to the next on either side, and both ends have to be the same.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import process_time
from typing import Any

import icepool

from companion.games.quest_circuit.odds import Side, fight_odds

HEALTH = 10
ADVANTAGES = (0, 1)

State = tuple[int, int]


def ours(advantage: int) -> dict[State, Fraction]:
    found = fight_odds.__wrapped__(Side(HEALTH, advantage), Side(HEALTH, 0))
    mine = {(n, 0): Fraction(share) for n, share in found.mine_left.items()}
    return mine | {(0, n): Fraction(share) for n, share in found.theirs_left.items()}


def theirs(advantage: int) -> dict[State, Fraction]:
    blow = icepool.d6 - icepool.d6 + advantage

    def exchange(mine: int, foe: int) -> Any:
        if not mine or not foe:
            return icepool.Die([(mine, foe)])
        return blow.map(lambda x: (mine, max(0, foe - x)) if x > 0 else (max(0, mine + x), foe))

    end = icepool.Die([(HEALTH, HEALTH)]).map(exchange, star=True, repeat="inf")
    return {state: end.probability(state) for state in end.outcomes()}


def milliseconds(ask: Callable[[int], Any], advantage: int, times: int) -> float:
    """One question in time of the processor; the best of three runs, so that a neighbour's work does not count."""
    runs = []
    for _ in range(3):
        began = process_time()
        for _ in range(times):
            ask(advantage)
        runs.append((process_time() - began) / times)
    return 1000 * min(runs)


def main() -> None:
    for advantage in ADVANTAGES:
        assert ours(advantage) == theirs(advantage)
        mine, other = milliseconds(ours, advantage, 50), milliseconds(theirs, advantage, 1)
        name = f"10 against 10, Attack +{advantage}"
        print(f"{name:>26}  ours {mine:8.3f} ms, icepool {other:10.1f} ms: 1/{other / mine:,.0f}")


if __name__ == "__main__":
    main()
