"""Whole games of Quest Circuit at a table with its log: at random among the moves that are listed, and every other move
as the plain player would make it, so that a game comes to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from companion import offer
from companion.canonical import Plain
from companion.chance import Chance, Seeded
from companion.game import read_options
from companion.games.quest_circuit import game
from companion.games.quest_circuit.plain_player import choose
from companion.games.quest_circuit.settings import SETTINGS
from companion.table import Actor, Now, Seat, Table, open_entry
from tests.recorded.playing import bytes_from, one_move
from tests.unit.quest_circuit.quest_cards import OWN

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
FIRST_MOMENT, STEP = 1_750_000_000_000, 7_000
RARE = ("equip", "take_off", "sell", "buy")
"""Moves that could go on for ever: done now and then."""
SENSIBLE = 0.6


def some_options(seed: int) -> dict[str, Plain]:
    """Any settings, one to three quests, real dice and cards at every third table."""
    random = Random(seed)
    found: dict[str, Plain] = {o.key: random.choice(o.choices) for o in SETTINGS if o.kind == "choice"}
    found |= {key: random.choice(("digital", "digital", "physical")) for key in ("dice", "decks")}
    found["board_cells"] = random.choice((20, 20, 27, 40))
    found["quests"] = random.choice((1, 1, 1, 2, 2, 3))
    found["rival"] = random.choice(("squire", "knight", "champion", "legend", "none"))
    return found


def seated(n: int, seed: int, options: Mapping[str, Plain]) -> Table:
    wished = {"mode": "solo" if n == 1 else "multi", **options}
    now = Now(FIRST_MOMENT, bytes_from(seed))
    seats = [Seat(name, words=f"{name} {seed}") for name in NAMES[:n]]
    entry = open_entry(game, read_options(game, wished), seats, (OWN,), now, seed)
    return offer.start(Table.fold(game, [entry], (OWN,)), Actor(host=True), now).table


def playing(n: int, seed: int, options: Mapping[str, Plain], most: int = 6_000) -> Iterator[Table]:
    """The table after each entry, to the end of the game. Raises AssertionError if it never ends."""
    random, bytes_ = Random(seed), bytes_from(seed + 1)
    table = seated(n, seed, options)
    yield table
    while table.result is None:
        assert table.seq < most, "this game does not end"
        acting = table.game.to_act(table.state)
        assert acting, f"nobody is to act: {table.game.phase(table.state)}"
        seat = random.choice(range(1, n + 1) if random.random() < 0.05 else acting)
        moves = list(table.game.moves(table.state, seat))
        assert moves or seat not in acting, f"seat {seat} is to act and has no move"
        quiet = [move for move in moves if move.type not in RARE]
        if random.random() < 0.8 and quiet:
            moves = quiet
        if not moves:
            continue
        sensible = seat in acting and random.random() < SENSIBLE
        move = (choose(table.state, seat, Chance(Seeded(random))) if sensible else random.choice(moves)).__plain__()
        table = one_move(table, seat, move, Now(FIRST_MOMENT + STEP * table.seq, bytes_), random)
        yield table
