"""A process beside the server: it does one task after the other, tells how far it is, and may be ended any time."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.refusals import Refusal

NICE = 10
"""Tables go before jobs: so much a worker steps back."""


def work(connection: Connection) -> None:
    """Do tasks `(module:function, arguments, folder)` until the server hangs up.

    What goes back is `("so_far", done, total)` any number of times, then `("done", answer)`, `("refused", refusal)` or
    `("failed", what)`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    while True:
        try:
            name, arguments, folder = connection.recv()
        except (EOFError, OSError):
            return
        try:
            connection.send(_done(connection, name, arguments, Path(folder)))
        except OSError:
            return


def _done(connection: Connection, name: str, arguments: Mapping[str, Any], folder: Path) -> tuple[str, Any]:
    module, _, function = name.partition(":")

    def so_far(done: int, total: int) -> None:
        connection.send(("so_far", done, total))

    try:
        return "done", getattr(import_module(module), function)(so_far, folder, **arguments)
    except Refusal as refusal:
        return "refused", (refusal.key, refusal.rule, refusal.args_)
    except OSError as caught:
        # A disk that is full, or a folder that has gone.
        return "failed", f"{type(caught).__name__}: {caught.strerror or caught}"
    except Exception as caught:
        return "failed", repr(caught)[:200]
