"""The code of a page: which format, game, pad, geometry version, paper and sheet it is. No address, no name, no token.

`TS1:RP:P3:A4:K7Q2` is format 1, a game's letters, pad P in the third version of its geometry, A4, sheet K7Q2. A page
after the first says so: `P3.2`. Version 0 is a pad without a stored geometry: whoever reads it lays it out again from
the game's score sheet.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache

import qrcode
from msgspec import Struct
from qrcode.constants import ERROR_CORRECT_M

from companion.refusals import Refusal
from printables.imposition import Box
from printables.reading.modules import module_boxes

FORMAT = "TS1"
LONGEST = 20
"""So many alphanumeric characters fit the smallest QR code (21 × 21 modules) at level M."""

SIDE = 20.0
"""The side of the code on paper without its quiet zone (mm)."""

MODULES = 21
QUIET = 4 * SIDE / MODULES
"""Nothing is drawn closer than this to the code (mm): four modules."""

_LETTERS = "23456789ABCDEFGHKLMNPQRSTUVWXYZ"
"""What cannot be taken for something else, read or spelled by a person: no 0 O, no 1 I J."""

_CODE = re.compile(r"TS1:([A-Z0-9]{1,3}):([A-Z])(\d{1,2})(?:\.(\d{1,2}))?:([A-Z0-9]{2}):([2-9A-HK-NP-Z]{4})")


class PageCode(Struct, frozen=True):
    """What the code of a page says. `paper` is the paper's two-letter code, `page` counts from 1."""

    game: str
    pad: str
    version: int
    paper: str
    sheet: str
    page: int = 1

    @property
    def text(self) -> str:
        """Raises Refusal (`print.code.long`) when it has more characters than the code holds."""
        page = f".{self.page}" if self.page > 1 else ""
        text = f"{FORMAT}:{self.game}:{self.pad}{self.version}{page}:{self.paper}:{self.sheet}"
        if len(text) > LONGEST or _CODE.fullmatch(text) is None:
            raise Refusal("print.code.long", field="code", text=text, most=LONGEST)
        return text


def read_code(text: str) -> PageCode:
    """What a code says. Raises Refusal (`print.code.unreadable`) for anything that is not one of ours."""
    found = _CODE.fullmatch(text.strip())
    if found is None:
        raise Refusal("print.code.unreadable", field="code", text=text[:40])
    game, pad, version, page, paper, sheet = found.groups()
    return PageCode(game, pad, int(version), paper, sheet, int(page or 1))


def game_letters(key: str) -> str:
    """Two letters for a game: the first of its first two words, or the first two of its only word."""
    words = [word for word in re.split(r"[^a-z0-9]+", key.lower()) if word]
    letters = words[0][0] + words[1][0] if len(words) > 1 else words[0][:2]
    return letters.upper()


def sheet_id(*about: str) -> str:
    """Four letters and digits that tell one sheet from another; the same for the same job."""
    found = hashlib.sha256("\n".join(about).encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in found[:4])


@cache
def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of the QR code, row by row; True is black. Always 21 × 21, level M."""
    code = qrcode.QRCode(version=1, error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text, optimize=0)
    code.make(fit=False)
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


def code_modules(text: str, box: Box) -> tuple[Box, ...]:
    """The black modules of the code as boxes inside `box`; neighbours in a row are one."""
    return module_boxes(matrix(text), box)
