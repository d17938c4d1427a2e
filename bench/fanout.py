"""200 phones on one process: how long a move takes to reach every phone of its table.

50 tables × 4 phones, 100 moves a second altogether. Measured to the moment each phone has the seq: from the commit (the
wish is p99 ≤ 50 ms), and from the tap, with the judging and the commit inside.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time

from bench.phones import Connection, Phone, percentile
from bench.server import Server, running

TABLES, SEATS, RATE, SECONDS = 50, 4, 100, 20


async def open_table(server: Server) -> list[Phone]:
    """A table with a dice bag: a draw is a whole move, with luck, log and hash."""
    connection = Connection(server.host, server.port)
    players = [{"name": f"P{n}"} for n in range(1, SEATS + 1)]
    body = {"game": GAME, "players": players, "options": {"mode": "bag"}}
    _, data = await connection.request("POST", "/api/tables", None, body)
    told = json.loads(data)
    return [Phone(server.host, server.port, told["table"], s["seat"], s["token"]) for s in told["seats"]]


async def play(phone: Phone, began: float, nth: int, sent: dict[tuple[str, int], float], answered: list[float]) -> None:
    """One phone's moves, at its share of the rate: draw two dice, put them back, and so on."""
    seen = 2
    for turn in range(RATE * SECONDS // TABLES):
        due = began + (turn * TABLES + nth) / RATE
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        move = {"type": "return_dice"} if turn % 2 else {"type": "draw", "k": 2}
        tapped = time.monotonic()
        body = {"move_id": secrets.token_hex(16), "seen_seq": seen, "move": move}
        status, told = await phone.call("POST", "/moves", body)
        assert status == 200, told
        seen = told["seq"]
        answered.append(time.monotonic() - tapped)
        sent[phone.table, seen] = tapped


async def measure(server: Server) -> dict[str, float]:
    tables = [await open_table(server) for _ in range(TABLES)]
    phones = [phone for table in tables for phone in table]
    listeners = [asyncio.create_task(phone.listen()) for phone in phones]
    await asyncio.gather(*(phone.ready.wait() for phone in phones))
    sent: dict[tuple[str, int], float] = {}
    answered: list[float] = []
    cpu, began = server.cpu(), time.monotonic()
    await asyncio.gather(*(play(table[0], began, n, sent, answered) for n, table in enumerate(tables)))
    await asyncio.sleep(1)
    used = server.cpu() - cpu
    committed = server.committed()
    late, told = delays(phones, sent), delays(phones, {key: committed[key] for key in sent})
    lost = SEATS * len(sent) - len(late)
    disordered = sum(phone.order != sorted(phone.order) for phone in phones)
    for task in listeners:
        task.cancel()
    return {
        "phones": len(phones),
        "moves": len(sent),
        "lost": lost,
        "out of order": disordered,
        "commit to receipt p50 ms": 1000 * percentile(told, 0.5),
        "commit to receipt p99 ms": 1000 * percentile(told, 0.99),
        "tap to receipt p50 ms": 1000 * percentile(late, 0.5),
        "tap to receipt p99 ms": 1000 * percentile(late, 0.99),
        "answer p99 ms": 1000 * percentile(answered, 0.99),
        "server CPU %": 100 * used / SECONDS,
        "server peak MiB": server.memory(),
    }


def delays(phones: list[Phone], since: dict[tuple[str, int], float]) -> list[float]:
    """Seconds from each moment to its arrival at each phone of the table."""
    return [
        phone.received[seq] - at
        for (table, seq), at in since.items()
        for phone in phones
        if phone.table == table and seq in phone.received
    ]


GAME = "roll-player"
"""What is played at the tables that are measured."""


def main() -> None:
    with running() as server:
        for name, value in asyncio.run(measure(server)).items():
            print(f"{name:>26}  {value:,.1f}")


if __name__ == "__main__":
    main()
