"""The power fails under load: no answered move is lost (must show 7)."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from chaos_server import open_bag, phones, start, stop
from power import STRACE, after_cut

from webapp.store import SqliteStore

CUTS = 20 if not os.environ.get("TABLESIDE_SOAK") else 200


def test_twenty_power_cuts_lose_no_answered_move(tmp_path: Path) -> None:
    # given a server whose every write and sync is recorded, and two phones that never rest
    folder, trace = tmp_path / "data", tmp_path / "trace"
    process, port = start(folder, around=(*STRACE, str(trace)))
    tables = [open_bag(port, seats=1) for _ in range(2)]
    players = [phone for table in tables for phone in phones(port, table)]
    began = time.time()
    for player in players:
        player.start()
    time.sleep(6)
    for player in players:
        player.stopping.set()
        player.join(10)
    ended = time.time()
    stop(process, signal.SIGKILL)
    assert sum(len(player.answered) for player in players) > 50
    # when the power fails at twenty moments of it
    rng = random.Random(5)
    for number in range(CUTS):
        moment = rng.uniform(began + 0.5, ended)
        left = tmp_path / f"cut-{number}"
        left.mkdir()
        for name, data in after_cut(trace, folder, moment).items():
            (left / name).write_bytes(data)
        # then the store opens, and has every move that had been answered before
        store = SqliteStore(left)
        try:
            for table, player in zip(tables, players, strict=True):
                stored = {row.seq for row in store.read(table["table"])}
                answered = {seq for at, seq, _ in player.answered if at <= moment}
                assert answered <= stored
                for _, seq, move_id in player.answered:
                    if seq in answered:
                        known = store.moved(table["table"], move_id)
                        assert known is not None
                        assert known.seq == seq
        finally:
            store.dispose()
