"""A real server process that tests may kill, and phones that do not mind."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.game import games

TABLESIDE = str(Path(sys.executable).with_name("tableside"))
GAME = "roll-player" if "roll-player" in games() else next(iter(games()))


def start(folder: Path, port: int = 0, around: Sequence[str] = ()) -> tuple[subprocess.Popen[str], int]:
    """`tableside serve` on a data folder, perhaps under another program; the process and its port."""
    command = [*around, TABLESIDE, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    while line := process.stdout.readline():
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if found:
            return process, int(found.group(1))
    raise AssertionError("the server did not start")


def stop(process: subprocess.Popen[str], how: signal.Signals = signal.SIGTERM) -> None:
    """End a server, and whatever it runs under."""
    os.killpg(process.pid, how)
    process.wait(20)
    if process.stdout is not None:
        process.stdout.close()


def call(port: int, method: str, path: str, token: str | None = None, body: Any = None) -> tuple[int, Any]:
    """One request. Raises OSError if the server is not there."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api{path}", data, method=method)
    request.add_header("Content-Type", "application/json")
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)


def open_bag(port: int, seats: int = 2) -> dict[str, Any]:
    """A table with a dice bag, at which moves never end."""
    players = [{"name": f"P{n}"} for n in range(1, seats + 1)]
    status, table = call(port, "POST", "/tables", None, {"game": GAME, "players": players, "options": {"mode": "bag"}})
    assert status == 201, table
    return table


@dataclass
class Player(threading.Thread):
    """A phone that draws and puts back, one move after another, and sends what was not answered again with the same
    move_id, as the page's outbox does."""

    port: int
    table: str
    seat: int
    token: str
    pause: float = 0.0
    answered: list[tuple[float, int, str]] = field(default_factory=list)
    """When, as which seq, and with which move_id each move was answered."""
    stopping: threading.Event = field(default_factory=threading.Event)
    failures: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        seen, turn = 2, 0
        while not self.stopping.is_set():
            move = {"type": "return_dice"} if turn % 2 else {"type": "draw", "k": 1}
            body = {"move_id": secrets.token_hex(16), "seen_seq": seen, "move": move}
            seen = self._until_answered(body) or seen
            turn += 1
            time.sleep(self.pause)

    def _until_answered(self, body: dict[str, Any]) -> int | None:
        while not self.stopping.is_set():
            try:
                status, told = call(self.port, "POST", f"/tables/{self.table}/moves", self.token, body)
            except (OSError, http.client.HTTPException):  # not there, or an answer that was cut off in its middle
                time.sleep(0.05)
                continue
            if status == 200:
                self.answered.append((time.time(), int(told["seq"]), body["move_id"]))
                return int(told["seq"])
            if status != 503:
                self.failures.append(f"{status} {told}")
                return None
            time.sleep(0.05)
        return None


def phones(port: int, table: dict[str, Any], pause: float = 0.0) -> list[Player]:
    """One phone for each seat. Seats share the bag, so only the first puts dice back."""
    return [Player(port, table["table"], seat["seat"], seat["token"], pause) for seat in table["seats"]]
