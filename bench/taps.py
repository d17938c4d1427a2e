"""From a tap on one phone to the new view on the others: 10 tables × 4 phones, 10 moves a second, 500 entries each.

Every phone fetches its own page again, as a browser does (one request in flight), when its stream tells of a new seq.
The wish is p95 ≤ 400 ms.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time

from bench.fanout import GAME
from bench.phones import Connection, Phone, percentile
from bench.server import Server, running

TABLES, SEATS, RATE, SECONDS, ENTRIES = 10, 4, 10, 20, 500


async def open_table(server: Server, rng: random.Random) -> tuple[list[Phone], str]:
    """A table of the game itself, played at random until it has 500 entries."""
    connection = Connection(server.host, server.port)
    players = [{"name": f"P{n}"} for n in range(1, SEATS + 1)]
    body = {"game": GAME, "players": players, "options": {"cards": "types"}, "seed": rng.randrange(10**6)}
    _, data = await connection.request("POST", "/api/tables", None, body)
    told = json.loads(data)
    phones = [Phone(server.host, server.port, told["table"], s["seat"], s["token"]) for s in told["seats"]]
    seq = int(told["seq"])
    host = Phone(server.host, server.port, told["table"], 0, told["host_token"])
    for _ in range(150):
        seq = await random_move(phones, rng, seq)
    while seq < ENTRIES:
        status, told = await host.call("POST", "/note", {"move_id": secrets.token_hex(16), "text": "."})
        assert status == 200, told
        seq = int(told["seq"])
    return phones, told["entry"]["hash"]


async def random_move(phones: list[Phone], rng: random.Random, seq: int) -> int:
    _, state = await phones[0].call("GET", "")
    phone = phones[state["to_act"][0] - 1]
    _, found = await phone.call("GET", "/moves")
    moves = [m for m in found["moves"] if m["type"] not in ("discard_weapon", "use_skill")] or found["moves"]
    body = {"move_id": secrets.token_hex(16), "seen_seq": state["seq"], "move": rng.choice(moves)}
    status, told = await phone.call("POST", "/moves", body)
    assert status == 200, told
    return int(told["seq"])


async def look(phone: Phone, seen: dict[tuple[str, int, int], float]) -> None:
    """A browser's page: fetch again when there is news, at most one request at a time and four a second."""
    connection = Connection(phone.host, phone.port)
    while True:
        await phone.news.wait()
        phone.news.clear()
        newest = max(phone.received)
        path = f"/t/{phone.table}/{phone.seat}"
        status, _ = await connection.request("GET", path, phone.token)
        assert status == 200
        now = time.monotonic()
        for seq in phone.received:
            if seq <= newest:
                seen.setdefault((phone.table, phone.seat, seq), now)


async def measure(server: Server) -> dict[str, float]:
    rng = random.Random(1)
    tables = [(await open_table(server, rng))[0] for _ in range(TABLES)]
    phones = [phone for table in tables for phone in table]
    seen: dict[tuple[str, int, int], float] = {}
    tasks = [asyncio.create_task(phone.listen()) for phone in phones]
    await asyncio.gather(*(phone.ready.wait() for phone in phones))
    tasks += [asyncio.create_task(look(phone, seen)) for phone in phones]
    sent: dict[tuple[str, int], tuple[float, int]] = {}
    cpu, began = server.cpu(), time.monotonic()
    for n in range(RATE * SECONDS):
        await asyncio.sleep(max(0.0, began + n / RATE - time.monotonic()))
        await tap(tables[n % TABLES], rng, sent)
    await asyncio.sleep(2)
    used = server.cpu() - cpu
    late = [
        seen[table, phone.seat, seq] - at
        for (table, seq), (at, seat) in sent.items()
        for phone in phones
        if phone.table == table and phone.seat != seat and (table, phone.seat, seq) in seen
    ]
    for task in tasks:
        task.cancel()
    return {
        "moves": len(sent),
        "views missing": (SEATS - 1) * len(sent) - len(late),
        "tap to new view p50 ms": 1000 * percentile(late, 0.5),
        "tap to new view p95 ms": 1000 * percentile(late, 0.95),
        "server CPU %": 100 * used / SECONDS,
        "server peak MiB": server.memory(),
    }


async def tap(phones: list[Phone], rng: random.Random, sent: dict[tuple[str, int], tuple[float, int]]) -> None:
    _, state = await phones[0].call("GET", "")
    if not state["to_act"]:
        return
    phone = phones[state["to_act"][0] - 1]
    _, found = await phone.call("GET", "/moves")
    began = time.monotonic()
    body = {"move_id": secrets.token_hex(16), "seen_seq": state["seq"], "move": rng.choice(found["moves"])}
    status, told = await phone.call("POST", "/moves", body)
    assert status == 200, told
    sent[phone.table, told["seq"]] = (began, phone.seat)


def main() -> None:
    with running() as server:
        for name, value in asyncio.run(measure(server)).items():
            print(f"{name:>24}  {value:,.1f}")


if __name__ == "__main__":
    main()
