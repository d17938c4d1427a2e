"""What takes long to read, kept in a file for the next process, as Python keeps its compiled modules."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import MsgspecError, msgpack

_DIGEST = 32
"""Bytes at the beginning of a file: the hash of what it was made of."""


def kept(place: Path, content: bytes, make: Callable[[], Any]) -> Any:
    """What `make` makes of some content: out of the file at `place` if that was made of the same, else made now and
    kept there, if Python may write compiled modules. Plain data alone is kept, and only what reads back as it was; a
    file that cannot be read or written is no error."""
    stamp = sha256(content).digest()
    try:
        held = place.read_bytes()
    except OSError:
        held = b""
    if held[:_DIGEST] == stamp:
        with suppress(MsgspecError):
            return msgpack.decode(held[_DIGEST:])
    found = make()
    if sys.dont_write_bytecode:
        return found
    with suppress(OSError, MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        written = msgpack.encode(found)
        if msgpack.decode(written) == found:
            _write(place, stamp + written)
    return found


def _write(place: Path, content: bytes) -> None:
    """The file appears whole or not at all, however many write it at once."""
    place.parent.mkdir(parents=True, exist_ok=True)
    begun = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        begun.write_bytes(content)
        begun.replace(place)
    except OSError:
        begun.unlink(missing_ok=True)
        raise
