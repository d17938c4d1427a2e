"""Where a page is white: room for a code beside what is printed already, found on a picture of the page."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from printables.imposition import Box
from printables.paper import MM

FINE = 2
"""Pixels to a millimetre of the picture; each millimetre with something on it is taken."""

WHITE = 252


def rooms(pdf: bytes, size: tuple[float, float], edge: float) -> list[Box | None]:
    """For every page of a PDF the lowest and rightmost white place of that size (mm), at least `edge` from the paper's
    edges; None where there is none. Nothing lies between it and the lower or the right edge: a place inside
    of something belongs to that."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_room(_taken(document[number]), size, edge) for number in range(len(document))]
    finally:
        document.close()


def _taken(page: Any) -> list[list[bool]]:
    """Row by row, millimetre by millimetre, whether anything is printed there."""
    picture = page.render(scale=FINE / MM).to_pil().convert("L")
    marked = picture.point(lambda value: 0 if value >= WHITE else 255).reduce(FINE)
    width, height = marked.size
    data = marked.tobytes()
    return [[data[row * width + column] > 0 for column in range(width)] for row in range(height)]


def _room(taken: Sequence[Sequence[bool]], size: tuple[float, float], edge: float) -> Box | None:
    wide, high = (ceil(side) for side in size)
    inner, across, down = ceil(edge), len(taken[0]), len(taken)
    sums = _sums(taken)

    def white(left: int, top: int, right: int, bottom: int) -> bool:
        return sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left] == 0

    for top in range(down - inner - high, inner - 1, -1):
        for left in range(across - inner - wide, inner - 1, -1):
            right, bottom = left + wide, top + high
            if white(left, top, right, bottom) and (
                white(left, bottom, right, down) or white(right, top, across, bottom)
            ):
                return Box(left, top, *size)
    return None


def _sums(taken: Sequence[Sequence[bool]]) -> list[list[int]]:
    """How many millimetres are taken above and left of each corner."""
    found = [[0] * (len(taken[0]) + 1)]
    for row in taken:
        line, above = [0], found[-1]
        count = 0
        for column, full in enumerate(row, 1):
            count += full
            line.append(above[column] + count)
        found.append(line)
    return found
