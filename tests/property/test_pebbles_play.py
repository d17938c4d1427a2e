"""Anything that people may do at a table of Pebbles, in any order: the log stays true to the table and the table to its
rules, whatever was taken back, brought back, corrected, set or switched on the way."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

from at_table import HOST, Sitting
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import offer
from companion.archive import read_archive
from companion.canonical import canonical, plain, state_hash
from companion.chance import Wanted
from companion.moves import IllegalMove, StaleMove, read_move
from companion.table import Actor
from companion.verify import verify

LONGER = 40 if os.environ.get("TABLESIDE_SOAK") else 1
"""How many times as many examples are played when soaking."""

SCRIPT = compile(Path("docs/verify.py").read_text(encoding="utf-8"), "verify.py", "exec")

Deed = Callable[[Sitting, int], object]


def step(sitting: Sitting, n: int) -> None:
    if sitting.table.result is None:
        sitting.step()


def undo(sitting: Sitting, n: int) -> None:
    for _ in range(1 + n % 4):
        if sitting.table.done:
            sitting.undo(Actor(1 + n % len(sitting.table.seats)))


def redo(sitting: Sitting, n: int) -> None:
    for _ in range(1 + n % 4):
        if sitting.table.undone:
            sitting.redo()


def correct(sitting: Sitting, n: int) -> None:
    """Another listed move, or the same again, in the place of some earlier one."""
    single = [(at, s) for at, s in enumerate(sitting.table.steps) if len(s.plays) == 1]
    if not single:
        return
    at, chosen = single[n % len(single)]
    others = [move.__plain__() for move in sitting.table.game.moves(sitting.table.states[at], chosen.seat)]
    move = others[n % len(others)] if others else None
    typed: list[Any] = []
    while True:
        try:
            how = {"typed": typed or None}
            drop = sitting.would_lose(chosen.seq, move, **how)
            sitting.correct(chosen.seq, move, drop=drop, **how)
        except Wanted as wanted:
            typed.append(sitting.thrown(wanted))
        except IllegalMove as caught:
            # typed anew for a move that keeps some of its old outcomes, or for one that needs none
            if not caught.key.startswith("typed."):
                raise
            return
        else:
            return


def adjust(sitting: Sitting, n: int) -> None:
    sitting.adjust({"what": "hops", "seat": 1 + n % len(sitting.table.seats), "hops": n % 50})


def switch(sitting: Sitting, n: int) -> None:
    sitting.set(**{("dice", "decks")[n % 2]: ("digital", "physical")[n // 2 % 2]})


def end_epoch(sitting: Sitting, n: int) -> None:
    if not sitting.table.epoch.revealed:
        sitting.reveal()


def sit_down(sitting: Sitting, n: int) -> None:
    number = 1 + n % len(sitting.table.seats)
    sitting.take(offer.seated(sitting.table, HOST, sitting.now, number, {"words": f"words {n}"}))


def refused(sitting: Sitting, n: int) -> None:
    """What is not listed is refused, and nothing changes."""
    before = sitting.table
    for seat in before.names:
        for data in (
            {"type": "pick", "pebble": "pearl"},
            {"type": "act", "pebble": "pearl"},
            {"type": "act", "number": 999},
        ):
            form = any(before.game.forms(before.state, seat))
            if data.get("number") and form:
                continue
            try:
                offer.play(before, Actor(seat), seat, data, sitting.now, n % (before.seq + 1))
            except (IllegalMove, StaleMove):
                assert sitting.table is before
            else:
                raise AssertionError(f"{data} of seat {seat} was not refused")


DEEDS: Mapping[str, Deed] = {
    "step": step,
    "undo": undo,
    "redo": redo,
    "correct": correct,
    "adjust": adjust,
    "switch": switch,
    "end epoch": end_epoch,
    "sit down": sit_down,
    "refused": refused,
}
OFTEN = ("step",) * 12 + ("undo",) * 3 + ("redo",) * 2 + ("correct",) * 2 + tuple(DEEDS)[4:]
TABLES = st.fixed_dictionaries(
    {
        "seats": st.integers(1, 6),
        "rounds": st.integers(1, 3),
        "dice": st.sampled_from(["digital", "physical"]),
        "decks": st.sampled_from(["digital", "physical"]),
        "gulls": st.sets(st.integers(2, 6), max_size=3).map(sorted),
        "seed": st.integers(0, 999),
        "known": st.booleans(),
    }
)
PLANS = st.lists(st.tuples(st.sampled_from(OFTEN), st.integers(0, 999)), min_size=10, max_size=60)


def opened(table: Mapping[str, Any]) -> Sitting:
    return Sitting.down(**{**table, "gulls": [seat for seat in table["gulls"] if seat <= table["seats"]]})


def holds(sitting: Sitting) -> None:
    """What must be so at any moment."""
    table, game = sitting.table, sitting.table.game
    game.check(table.state)
    assert table.seq == len(table.entries) == table.entries[-1].seq
    assert len(table.states) == len(table.steps) + 1
    acting = game.to_act(table.state)
    assert bool(acting) == (table.result is None)
    for seat in table.names:
        moves = list(game.moves(table.state, seat))
        assert moves or seat not in acting
        assert len(moves) == len(set(moves))
        for move in moves:
            assert read_move(game.moves_types, json.loads(canonical(plain(move)))) == move


def script(file: Mapping[str, Any]) -> str:
    """What docs/verify.py says of a file. Raises SystemExit on a fault."""
    told = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        with mock.patch("sys.argv", ["verify.py", str(path)]), contextlib.redirect_stdout(told):
            exec(SCRIPT, {})
    return told.getvalue()


@given(TABLES, PLANS)
@settings(max_examples=25 * LONGER)
def test_the_log_is_the_table_whatever_people_do(table: Mapping[str, Any], plan: list[tuple[str, int]]) -> None:
    sitting = opened(table)
    hashes = {sitting.seq: sitting.hash}
    for deed, n in plan:
        DEEDS[deed](sitting, n)
        holds(sitting)
        hashes[sitting.seq] = sitting.hash
    sitting.finish()
    holds(sitting)
    # replay = state
    folded = sitting.refold()
    assert state_hash(folded.state) == sitting.hash
    assert (folded.done, folded.undone, folded.steps) == (sitting.table.done, sitting.table.undone, sitting.table.steps)
    assert (folded.told, folded.head, folded.epoch) == (sitting.table.told, sitting.table.head, sitting.table.epoch)
    # every moment on the way can be seen again
    for seq in list(hashes)[::7]:
        state = folded.state_at(seq)
        assert state is not None
        assert state_hash(state) == hashes[seq]
    # out and in, whole and public
    for file in (sitting.file(sealed=True), sitting.file(None)):
        archive = read_archive(json.dumps(file, ensure_ascii=False))
        assert state_hash(archive.table().state) == sitting.hash
        report = verify(archive.entries)
        assert report.good, report.faults
        assert report.unknown == 0
        checked = f"the seed gives {report.sealed} of {report.sealed + report.typed} outcomes"
        assert checked in script(file)
    # undo of everything
    while sitting.table.done:
        sitting.undo()
    assert state_hash(sitting.state) == state_hash(sitting.table.states[0])
    assert sitting.state == opened(table).state


@given(TABLES)
@settings(max_examples=12 * LONGER)
def test_every_listed_move_is_legal_as_it_stands(table: Mapping[str, Any]) -> None:
    sitting = opened(table)
    while sitting.table.result is None:
        for seat in sitting.table.names:
            for move in sitting.moves(seat):
                try:
                    offered = offer.play(sitting.table, Actor(seat), seat, move, sitting.now, sitting.seq)
                except Wanted:
                    continue
                assert offered.entry.seq == sitting.seq + 1
        sitting.step()
