"""Join codes and table ids: few characters that nobody mistakes for others."""

from __future__ import annotations

import secrets

# Without 0 O, 1 I L, 5 S, 8 B, 2 Z, U V.
ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
CODE = 4
TABLE = 8

# What looks the same on a Russian keyboard.
_CYRILLIC = str.maketrans("АСЕНКМРТХУ", "ACEHKMPTXY")


def new_code() -> str:
    """A join code. Free only if the store says so."""
    return _random(CODE)


def new_table() -> str:
    """The id of a table. It is no secret."""
    return _random(TABLE)


def read_code(text: str) -> str | None:
    """A code as somebody typed it; None for what cannot be one."""
    code = "".join(text.split()).upper().translate(_CYRILLIC)
    return code if len(code) == CODE and set(code) <= set(ALPHABET) else None


def _random(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
