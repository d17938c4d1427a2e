"""Whole games played by nobody in particular: among the moves that are listed, by the plan's own way to pick one.

Everything is determined by the plan: luck, the bytes of the salts, the clock, and who does what. What a game has to say
of its own, which plans and how moves are picked, stands in `<game>_plans.py` beside this module.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct, field

from companion import offer
from companion.canonical import Plain
from companion.chance import Wanted
from companion.game import find_game, read_options
from companion.log import Entropy
from companion.moves import Move
from companion.packs import Pack, load_set
from companion.table import Actor, Now, Seat, Table, open_entry

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
FIRST_MOMENT = 1_750_000_000_000
"""Milliseconds since 1970: when every one of these games begins."""

STEP = 7_000
"""Milliseconds between two entries."""

Pick = Callable[[Table, Random], tuple[int, Sequence[Move]]]
"""A seat, and moves of which one is made: none, and another seat is asked for."""


class AnyMove(Struct, frozen=True):
    """Picks any move of anybody who is to act. `shunned`: beginnings of types that are left to the last; `astray`: how
    often it is a seat that merely may act."""

    shunned: tuple[str, ...] = ()
    astray: float = 0.0

    def __call__(self, table: Table, random: Random) -> tuple[int, Sequence[Move]]:
        anybody = random.random() < self.astray
        seat = random.choice(range(1, len(table.seats) + 1) if anybody else table.game.to_act(table.state))
        moves = list(table.game.moves(table.state, seat))
        return seat, [move for move in moves if not move.type.startswith(self.shunned)] or moves


class Plan(Struct, frozen=True):
    """What is to be played: the game and how many players, the options of the table, the seed, how moves are picked,
    and with which content (none: the set that the options name)."""

    game: str
    n: int
    options: Mapping[str, Plain] = field(default_factory=dict)
    seed: int = 0
    pick: Pick = AnyMove()
    content: tuple[Pack, ...] = ()


def bytes_from(seed: object) -> Entropy:
    """Bytes that look random and are the same for the same seed."""
    drawn = 0

    def entropy(count: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(f"tableside test {seed} {drawn}".encode()).digest(count)

    return entropy


def opened(plan: Plan) -> Table:
    """The table of a plan, started."""
    game = find_game(plan.game)
    mode = "solo" if plan.n == 1 else "multi"
    options = read_options(game, {"mode": mode, **plan.options})
    packs = plan.content or (load_set(game.package, str(options["set"])),)
    now = Now(FIRST_MOMENT, bytes_from(plan.seed))
    seats = [Seat(name, words=f"{name} {plan.seed}") for name in NAMES[: plan.n]]
    entry = open_entry(game, options, seats, packs, now, plan.seed)
    return offer.start(Table.fold(game, [entry], packs), Actor(host=True), now).table


def typed_for(wire: Sequence[Any], random: Random) -> list[Plain]:
    """What a person with real dice and cards might type in for a request."""
    kind, *args = wire
    if kind == "roll":
        return [random.randint(1, args[0]) for _ in range(args[1])]
    assert kind == "draw", wire
    return random.sample([thing for thing, count in args[0] for _ in range(count)], args[1])


def one_move(table: Table, seat: int, move: Mapping[str, Plain], now: Now, random: Random) -> Table:
    """The table after a move; what real dice and cards are asked is typed in, one request after another."""
    typed: list[Plain] = []
    while True:
        try:
            return offer.play(table, Actor(seat), seat, move, now, table.seq, typed or None).table
        except Wanted as wanted:
            typed = [*typed, typed_for(wanted.wire, random)]


def playing(plan: Plan, most: int = 6_000) -> Iterator[Table]:
    """The table after each entry, from its start to the end of the game. Raises AssertionError if it never ends."""
    random, entropy = Random(plan.seed), bytes_from(plan.seed + 1)
    table = opened(plan)
    yield table
    while table.result is None:
        assert table.seq < most, "this game does not end"
        acting = table.game.to_act(table.state)
        assert acting, f"nobody is to act: {table.game.phase(table.state)}"
        seat, moves = plan.pick(table, random)
        assert moves or seat not in acting, f"seat {seat} is to act and has no move"
        if not moves:
            continue
        move = random.choice(moves).__plain__()
        table = one_move(table, seat, move, Now(FIRST_MOMENT + STEP * table.seq, entropy), random)
        yield table
