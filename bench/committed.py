"""`tableside` with a clock at its store: notes when each move was on the disk, in the file named first.

The clock is the machine's monotonic one, so the phones of a measurement can compare their own with it (Linux).
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from webapp.cli import main
from webapp.store import SqliteStore
from webapp.store.records import Appended


def note_commits(path: str) -> None:
    """From now on every append of a store writes `table seq seconds` to the file."""
    file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    append = SqliteStore.append

    def timed(self: SqliteStore, table: str, *args: Any, **more: Any) -> Any:
        found = append(self, table, *args, **more)
        if isinstance(found, Appended):
            os.write(file, f"{table} {found.seq} {time.monotonic()}\n".encode())
        return found

    SqliteStore.append = timed  # type: ignore[method-assign]  # a clock, and nothing else


if __name__ == "__main__":
    note_commits(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
