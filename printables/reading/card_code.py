"""The code of a card, of a sheet or of a pad as people and phones meet it: alone, or as a link to the companion.

`TS1:RP:C:K7Q2M` is format 1, a game's letters, a card, and five letters for which one. As a link it is
`HTTP://TAVERN.LOCAL:8080/C/TS1:RP:C:K7Q2M`, in capitals: a QR code holds these in less room.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import qrcode
from qrcode.constants import ERROR_CORRECT_M

from printables.imposition import Box
from printables.reading.code import FORMAT, game_letters
from printables.reading.modules import module_boxes

LEAST = 15.0
"""The smallest side of a code that carries a link (mm): modules of half a millimetre."""

QUIET = 4
"""Modules that stay white around a code."""

SIGNS = "23456789ABCDEFGHKLMNPQRSTUVWXYZ"
LETTERS = 5

KINDS = ("C", "S")
"""What such a code stands for: a card, or a sheet that is played with and never read by a camera."""

PATH = "/C/"
"""Below this the companion shows what a code stands for."""

_CODE = re.compile(rf"{FORMAT}:([A-Z0-9]{{1,3}}):([{''.join(KINDS)}]):([2-9A-HK-NP-Z]{{{LETTERS}}})")


def card_code(game: str, set_: str, kind: str, key: str) -> str:
    """The code of a card: of which game and set, and the kind and the key of its record."""
    return _code(game, "C", set_, kind, key)


def sheet_code(game: str, item: str) -> str:
    """The code of the sheets of an item."""
    return _code(game, "S", item)


def _code(game: str, kind: str, *about: str) -> str:
    found = hashlib.sha256("\n".join((game, *about)).encode()).digest()
    return f"{FORMAT}:{game_letters(game)}:{kind}:" + "".join(SIGNS[byte % len(SIGNS)] for byte in found[:LETTERS])


def short_code(text: str) -> bool:
    """Whether a text could be the code of a card or of a sheet."""
    return _CODE.fullmatch(text) is not None


def tidy(text: str) -> str:
    """A code as somebody typed it, or the link that it came in: capitals, no spaces, only what comes last."""
    return "".join(text.split()).upper().rpartition("/")[2]


def linked(link: str, code: str) -> str:
    """What a QR code says: the code as a link to the companion, or where nobody knows its name, the code alone."""
    if not link:
        return code
    parts = urlsplit(link)
    # Only a path can tell capitals from small letters.
    base = link.rstrip("/") if parts.path.strip("/") else link.rstrip("/").upper()
    return f"{base}{PATH}{code}"


@cache
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a QR code of level M, row by row; True is black."""
    code: Any = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


def code_boxes(text: str, box: Box) -> tuple[Box, ...]:
    """The black modules of the code as boxes inside a square."""
    return module_boxes(modules(text), box)


def quiet(text: str, side: float) -> float:
    """How much white a code of that side needs around it (mm)."""
    return QUIET * side / len(modules(text))
