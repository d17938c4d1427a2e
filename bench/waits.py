"""How long requests wait at a table with three opponents, alone and beside a simulation (the wish: never 200 ms)."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.fanout import GAME
from bench.phones import Connection
from bench.server import ROOT, Server, running

MOVES = 150
WARM = 5
"""Requests of each kind that are not counted: a server that has just begun reads its words and templates first."""
LEVEL = "house-hard"


class Person:
    """Somebody at a table whose other seats are opponents that play at once; how long each request took, in ms."""

    def __init__(self, server: Server) -> None:
        self.link = Connection(server.host, server.port)
        self.table = self.token = ""
        self.waits: dict[str, list[float]] = {"move": [], "view": [], "page": []}

    async def open(self, seed: int) -> None:
        players = [{"name": "P1"}, *({"name": f"O{n}", "automa": LEVEL} for n in range(3))]
        body = {
            "game": GAME,
            "players": players,
            "seed": seed,
            "options": {"set": "own"},
            "settings": {"at_once": True},
        }
        _, answer = await self.link.request("POST", "/api/tables", None, body)
        opened = json.loads(answer)
        self.table, self.token = f"/api/tables/{opened['table']}", opened["seats"][0]["token"]

    async def timed(self, kind: str, method: str, path: str, body: Any = None) -> bytes:
        began = time.perf_counter()
        status, answer = await self.link.request(method, path, self.token, body)
        self.waits[kind].append(1000 * (time.perf_counter() - began))
        assert status in (200, 202), answer
        return answer

    async def play(self, moves: int) -> None:
        """Random moves, each with what a phone fetches after it: the view, and the page."""
        rng, seed = random.Random(1), 1
        await self.open(seed)
        for made in range(moves):
            look = json.loads(await self.timed("view", "GET", self.table))
            if look["result"] is not None:
                seed += 1
                await self.open(seed)
                continue
            offered = json.loads((await self.link.request("GET", f"{self.table}/moves", self.token))[1])["moves"]
            body = {"move_id": f"m{seed}-{made}", "seen_seq": look["seq"], "move": rng.choice(offered)}
            await self.timed("move", "POST", f"{self.table}/moves", body)
            await self.timed("page", "GET", self.table.replace("/api/tables/", "/t/") + "/1")
            await asyncio.sleep(0.01)


@contextmanager
def simulating(workers: int) -> Iterator[None]:
    """`tableside solo` beside the server, for as long as the block lasts."""
    command = ["solo", GAME, "--games", "1000000", "--workers", str(workers)]
    process = subprocess.Popen(
        [sys.executable, "-c", "import sys; from webapp.cli import main; sys.exit(main())", *command],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    try:
        time.sleep(3)
        assert process.poll() is None, "the simulation did not run"
        yield
    finally:
        process.terminate()
        process.wait(10)


def measure(workers: int) -> None:
    with running() as server:
        person = Person(server)
        if workers:
            with simulating(workers):
                asyncio.run(person.play(MOVES))
        else:
            asyncio.run(person.play(MOVES))
    beside = f"beside a simulation on {workers} cores" if workers else "alone"
    for kind, waits in person.waits.items():
        waits = sorted(waits[WARM:])
        told = ", ".join(f"p{p} {waits[min(len(waits) - 1, len(waits) * p // 100)]:,.0f}" for p in (50, 99, 100))
        print(f"{kind:>8}, {beside}, ms: {told} of {len(waits)}")


def main() -> None:
    for workers in (0, 1, 2):
        measure(workers)


if __name__ == "__main__":
    main()
