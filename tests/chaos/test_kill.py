"""The server is killed under load, again and again (must show 7, P20)."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from chaos_server import call, open_bag, phones, start, stop

KILLS = 20
ALIVE = 0.35 if not os.environ.get("TABLESIDE_SOAK") else 2.0


def test_twenty_kills_lose_no_answered_move_and_double_none(tmp_path: Path) -> None:
    # given two tables with a phone each that never rests
    process, port = start(tmp_path)
    tables = [open_bag(port, seats=1) for _ in range(2)]
    players = [phone for table in tables for phone in phones(port, table)]
    for player in players:
        player.start()
    # when the server is killed twenty times and comes back on the same port
    back: list[float] = []
    for _ in range(KILLS):
        time.sleep(ALIVE)
        stop(process, signal.SIGKILL)
        process, _ = start(tmp_path, port)
        returned = time.monotonic()
        counts = [len(player.answered) for player in players]
        while any(len(player.answered) == count for player, count in zip(players, counts, strict=True)):
            assert time.monotonic() - returned < 20, "a phone did not go on"
            time.sleep(0.01)
        back.append(time.monotonic() - returned)
    # then its phones go on within 3 s; a machine that is busy with something else may now and then hold one up
    assert sorted(back)[KILLS * 3 // 4] < 3
    for player in players:
        player.stopping.set()
        player.join(10)
    # and every answered move stands in its log once, at the seq that was answered
    for table, player in zip(tables, players, strict=True):
        assert player.failures == []
        status, told = call(port, "GET", f"/tables/{table['table']}/log", player.token)
        assert status == 200
        played = [entry["seq"] for entry in told["entries"] if entry["kind"] == "played"]
        answered = [seq for _, seq, _ in player.answered]
        assert set(answered) <= set(played)
        assert len(answered) == len(set(answered))
        assert len(played) - len(answered) <= 1, "more entries than moves: something was made twice"
        assert [entry["seq"] for entry in told["entries"]] == list(range(1, len(told["entries"]) + 1))
    stop(process)


def test_a_terminated_server_ends_cleanly_and_keeps_everything(tmp_path: Path) -> None:
    process, port = start(tmp_path)
    table = open_bag(port)
    stop(process)
    assert process.returncode == 0
    process, port = start(tmp_path)
    status, told = call(port, "GET", f"/tables/{table['table']}", table["host_token"])
    stop(process)
    assert (status, told["seq"]) == (200, table["seq"])
