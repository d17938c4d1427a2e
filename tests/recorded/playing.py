"""Whole games of Roll Player played by nobody in particular: among the moves that are listed, at random.

Everything is determined by the plan: luck, the bytes of the salts, the clock, and who does what.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from companion import offer
from companion.canonical import Plain
from companion.chance import Wanted
from companion.game import find_game, read_options
from companion.log import Entropy
from companion.packs import Pack, load_set, read_pack
from companion.table import Actor, Now, Seat, Table, open_entry

NAMES = ("Ann", "Bob", "Cid", "Dee")
FIRST_MOMENT = 1_750_000_000_000
"""Milliseconds since 1970: when every one of these games begins."""

STEP = 7_000
"""Milliseconds between two entries."""


THROWN_AWAY = ("discard_card", "discard_weapon")


@dataclass(frozen=True)
class Plan:
    """What is to be played: how many players, the options of the table, whether with the invented set (else with the
    one that the options name), and the seed.

    With `calm` nobody throws an own card away and nobody acts out of turn: a game that is pleasant to read.
    """

    n: int
    options: Mapping[str, Plain] = field(default_factory=dict)
    beacon: bool = False
    seed: int = 0
    calm: bool = False

    @property
    def packs(self) -> tuple[Pack, ...]:
        return (
            (beacon(),)
            if self.beacon
            else (load_set("companion.games.roll_player", str(self.options.get("set", "published"))),)
        )


@cache
def beacon() -> Pack:
    """The invented set of tests/packs, every number known."""
    path = Path(__file__).parents[1] / "packs" / "beacon.yaml"
    return read_pack("beacon", yaml.safe_load(path.read_text(encoding="utf-8")))


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
    game = find_game("roll-player")
    mode = "solo" if plan.n == 1 else "multi"
    options = read_options(game, {"mode": mode, **plan.options})
    now = Now(FIRST_MOMENT, bytes_from(plan.seed))
    seats = [Seat(name, words=f"{name} {plan.seed}") for name in NAMES[: plan.n]]
    entry = open_entry(game, options, seats, plan.packs, now, plan.seed)
    return offer.start(Table.fold(game, [entry], plan.packs), Actor(host=True), now).table


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


def playing(plan: Plan, most: int = 4_000) -> Iterator[Table]:
    """The table after each entry, from its start to the end of the game. Raises AssertionError if it never ends."""
    random, entropy = Random(plan.seed), bytes_from(plan.seed + 1)
    table = opened(plan)
    yield table
    while table.result is None:
        assert table.seq < most, "this game does not end"
        seat, moves = _chosen(table, random, plan.calm)
        if not moves:
            continue
        move = random.choice(moves).__plain__()
        table = one_move(table, seat, move, Now(FIRST_MOMENT + STEP * table.seq, entropy), random)
        yield table


def _chosen(table: Table, random: Random, calm: bool) -> tuple[int, list[Any]]:
    """A seat that is to act (now and then one that merely may), and its moves."""
    acting = table.game.to_act(table.state)
    assert acting, f"nobody is to act: {table.game.phase(table.state)}"
    anybody = random.random() < 0.08 and not calm
    seat = random.choice(range(1, len(table.seats) + 1) if anybody else acting)
    moves = list(table.game.moves(table.state, seat))
    assert moves or seat not in acting, f"seat {seat} is to act and has no move"
    quiet = [move for move in moves if not move.type.startswith(THROWN_AWAY)]
    return seat, quiet if calm and quiet else moves
