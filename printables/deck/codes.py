"""QR codes on cards: level M, at least 15 mm, modules large enough for a phone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.refusals import Refusal
from printables.imposition import Box
from printables.reading.modules import module_boxes

SMALLEST = 15.0
"""The least side of a code (mm)."""

MODULE = 0.38
"""The least side of a module (mm)."""


class BadCode(Refusal):
    """A code that cannot be printed in its place so that a phone reads it."""


@lru_cache(maxsize=1024)
def _matrix(text: str) -> tuple[tuple[bool, ...], ...] | None:
    from qrcode.constants import ERROR_CORRECT_M
    from qrcode.exceptions import DataOverflowError
    from qrcode.main import QRCode

    code: QRCode[Any] = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    try:
        code.add_data(text.encode())
        code.make(fit=True)
    except (DataOverflowError, ValueError):
        return None
    return tuple(tuple(bool(dark) for dark in row) for row in code.get_matrix())


def modules(text: str, box: Box) -> tuple[Box, ...]:
    """The dark modules of a code as boxes, neighbours in a row as one. The box is all of the code: its quiet zone, four
    modules, lies around it. Raises BadCode (`homebrew.code_small`, `homebrew.code_long`)."""
    if box.width < SMALLEST - 0.01:
        raise BadCode("homebrew.code_small", side=f"{box.width:.1f}", least=f"{SMALLEST:g}", field="")
    rows = _matrix(text)
    if rows is None or box.width / len(rows) < MODULE:
        raise BadCode("homebrew.code_long", n=len(text.encode()), side=f"{box.width:.1f}", field="")
    return module_boxes(rows, box)
