"""Undo at 1,500 entries (the wish: within 200 ms), and a cold fold of the same log."""

from __future__ import annotations

import random
import secrets
import time

from bench.fanout import GAME
from companion import offer
from companion.game import read_options
from companion.packs import load_set
from companion.side_tables import game_for
from companion.table import Actor, Now, Seat, Table, open_entry

ENTRIES = 1500


def long_table() -> Table:
    """Four players, played at random, with notes until the log is long enough."""
    game = game_for(GAME, {})
    options = read_options(game, {"cards": "types"})
    packs = [load_set(game.package, str(options["set"]))]
    now = Now(0, secrets.token_bytes)
    entry = open_entry(game, options, [Seat(f"P{n}") for n in range(1, 5)], packs, now, seed=1)
    table = offer.start(Table.fold(game, [entry], packs), Actor(host=True), now).table
    rng = random.Random(1)
    while table.seq < ENTRIES:
        seat = game.to_act(table.state)[0]
        move = rng.choice(list(game.moves(table.state, seat))).__plain__()
        table = offer.play(table, Actor(seat), seat, move, now, table.seq).table
        if len(table.steps) > 200:
            break
    while table.seq < ENTRIES - 1:
        last = table.done[-1]
        table = offer.undo(table, Actor(host=True), now, table.seq, last).table
        table = offer.redo(table, Actor(host=True), now, table.seq, last).table
    return table


def main() -> None:
    table = long_table()
    now = Now(0, secrets.token_bytes)
    times = []
    for _ in range(20):
        began = time.perf_counter()
        offer.undo(table, Actor(host=True), now, table.seq, table.done[-1])
        times.append(1000 * (time.perf_counter() - began))
    began = time.perf_counter()
    Table.fold(table.game, table.entries, table.packs)
    fold = 1000 * (time.perf_counter() - began)
    print(f"{'entries':>24}  {table.seq:,}")
    print(f"{'undo, worst of 20, ms':>24}  {max(times):,.1f}")
    print(f"{'cold fold, ms':>24}  {fold:,.1f}")


if __name__ == "__main__":
    main()
