"""How long the server takes to end with 200 live streams open, all closed cleanly (the wish: within 1 s)."""

from __future__ import annotations

import asyncio
import signal
import time

from bench.fanout import SEATS, TABLES, open_table
from bench.server import Server, running

ROUNDS = 5


async def measure(server: Server) -> float:
    """Seconds from the signal until the last stream and the process have ended."""
    phones = [phone for _ in range(TABLES) for phone in await open_table(server)]
    listeners = [asyncio.create_task(phone.listen()) for phone in phones]
    await asyncio.gather(*(phone.ready.wait() for phone in phones))
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    await asyncio.gather(*listeners)
    status = await asyncio.to_thread(server.process.wait, 30)
    took = time.monotonic() - began
    assert status == 0, f"the server ended with {status}"
    return took


def main() -> None:
    times = []
    for _ in range(ROUNDS):
        with running() as server:
            times.append(asyncio.run(measure(server)))
    shown = ", ".join(f"{1000 * took:.0f}" for took in sorted(times))
    print(f"from SIGTERM to the end of the process, {TABLES * SEATS} streams, ms: {shown}")
