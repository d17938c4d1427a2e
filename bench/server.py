"""A server of its own for a measurement: a process with a fresh data folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent


class Server(Struct, frozen=True):
    """Where it listens, and its process."""

    host: str
    port: int
    process: subprocess.Popen[str]
    commits: Path

    def committed(self) -> dict[tuple[str, int], float]:
        """When each entry was on the disk: monotonic seconds by table and seq."""
        lines = (line.split() for line in self.commits.read_text().splitlines())
        return {(table, int(seq)): float(at) for table, seq, at in lines}

    def memory(self) -> float:
        """Peak resident memory, MiB (Linux)."""
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        return int(found.group(1)) / 1024 if found else 0.0

    def cpu(self) -> float:
        """CPU seconds used so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running() -> Iterator[Server]:
    """`tableside serve` on a free port, with a clock at its store."""
    with tempfile.TemporaryDirectory() as folder:
        commits = Path(folder, "commits")
        serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.committed", str(commits), *serve],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            cwd=ROOT,
        )
        try:
            assert process.stdout is not None
            port = None
            while port is None:
                line = process.stdout.readline()
                if not line:
                    raise RuntimeError("the server did not start")
                found = re.search(r"http://[^/\s]*:(\d+)", line)
                port = int(found.group(1)) if found else None
            yield Server("127.0.0.1", port, process, commits)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(10)
