"""The code that a phone scans to join, as modules, for a terminal, and as a picture."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Any

from qrcode.constants import ERROR_CORRECT_M
from qrcode.exceptions import DataOverflowError
from qrcode.main import QRCode

from companion.refusals import Refusal

Matrix = tuple[tuple[bool, ...], ...]

# The standard asks for a quiet zone of four modules; version 4 (33 modules) scans from across a table.
QUIET = 4
LARGEST = 4

# How long a run of digits or capitals must be to be worth a segment of its own: the library knows no best
# value.
_RUNS = (0, 6, 8, 10, 12, 16, 20)

_INK = "\x1b[30;47;107m"
_END = "\x1b[0m"
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


class CodeTooLarge(Refusal):
    """The text needs a code larger than version 4 (`qr-too-large`, with its `length` in bytes)."""


def matrix(text: str) -> Matrix:
    """The dark modules of the smallest code with error correction M, by row, without a quiet zone.

    Raises CodeTooLarge.
    """
    code = min((_code(text, run) for run in _RUNS), key=lambda code: code.version or 0)
    code.make(fit=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.get_matrix())


def terminal(text: str) -> str:
    """Lines of half blocks, two rows of modules a line, black on white whatever the terminal's own colours
    are.

    Raises CodeTooLarge.
    """
    rows = _framed(matrix(text))
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    lines = (
        "".join(_HALVES[upper, lower] for upper, lower in zip(over, under, strict=True))
        for over, under in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"{_INK}{line}{_END}" for line in lines)


def svg(text: str, title: str) -> str:
    """A picture of one path, a unit a module, black on white whatever the page's colours are.

    title: what it is, for those who cannot see it. Raises CodeTooLarge.
    """
    modules = matrix(text)
    side = len(modules) + 2 * QUIET
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h{width}v1h-{width}z" for y, row in enumerate(modules) for x, width in _runs(row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img"'
        f' shape-rendering="crispEdges"><title>{escape(title)}</title>'
        f'<rect width="{side}" height="{side}" fill="#fff"/><path fill="#000" d="{path}"/></svg>'
    )


def _code(text: str, run: int) -> QRCode[Any]:
    code: QRCode[Any] = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text.encode(), optimize=run)
    try:
        version = code.best_fit()
    except (DataOverflowError, ValueError):
        version = LARGEST + 1
    if version > LARGEST:
        raise CodeTooLarge("qr-too-large", length=len(text.encode()))
    return code


def _framed(modules: Matrix) -> list[list[bool]]:
    side = len(modules) + 2 * QUIET
    edge = [False] * QUIET
    blank = [[False] * side for _ in range(QUIET)]
    return [*blank, *([*edge, *row, *edge] for row in modules), *(row[:] for row in blank)]


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """(start, width) of each unbroken run of dark modules."""
    found, x = [], 0
    for dark, group in groupby(row):
        width = len(list(group))
        if dark:
            found.append((x, width))
        x += width
    return found
