"""What a page's content is made of: numbers, colours, paths and letters as the operators of a PDF.

A deck of ten thousand cards is some hundred thousand of them. They are written here in one go each, where the canvas
would write a number at a time and a line of text as an object of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfgen.canvas import Canvas

from printables.ink import Shade, channels
from printables.shapes import Point

_KAPPA = 0.5522847498
"""How far the handles of a quarter of a circle stand out, in parts of its radius."""


def number(value: float) -> str:
    """A length as a PDF writes it, to a thousandth of a point."""
    return repr(round(value, 3))


def numbers(*values: float) -> str:
    return " ".join([repr(round(value, 3)) for value in values])


@lru_cache(maxsize=1024)
def fill_colour(shade: Shade) -> str:
    """Greys are set as greys, so that no coloured ink is mixed for them."""
    return _colour(shade, "g", "rg")


@lru_cache(maxsize=1024)
def line_colour(shade: Shade) -> str:
    return _colour(shade, "G", "RG")


def _colour(shade: Shade, grey: str, coloured: str) -> str:
    red, green, blue = channels(shade)
    if red == green == blue:
        return f"{number(red)} {grey}"
    return f"{numbers(red, green, blue)} {coloured}"


def paint(fill: Shade | None, stroke: Shade | None, weight: float) -> str:
    """The colours of what comes next, and the weight of its lines (points)."""
    found = [] if fill is None else [fill_colour(fill)]
    if stroke is not None:
        found += [line_colour(stroke), f"{number(weight)} w"]
    return " ".join(found)


def finish(fill: Shade | None, stroke: Shade | None, *, even_odd: bool = False) -> str:
    """The end of a path: fill it, draw its line, or both."""
    odd = "*" if even_odd else ""
    if fill is None:
        return "S" if stroke is not None else "n"
    return f"f{odd}" if stroke is None else f"B{odd}"


@lru_cache(maxsize=4096)
def moved(x: float, y: float) -> str:
    """The origin of what comes next in another point: cards lie in the same places on every sheet."""
    return f"{fp_str(1, 0, 0, 1, x, y)} cm"


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line (points of the page)."""
    return f"{numbers(x1, y1)} m {numbers(x2, y2)} l"


def rings(points: Iterable[Sequence[Point]]) -> str:
    """Closed rings of corners (points of the page)."""
    found = []
    for ring in points:
        corners = [f"{x:.3f} {y:.3f}" for x, y in ring]
        found.append(f"{corners[0]} m {' l '.join(corners[1:])} l h")
    return " ".join(found)


def circle(x: float, y: float, radius: float) -> str:
    """A circle of four curves."""
    k, r = _KAPPA * radius, radius
    return (
        f"{numbers(x + r, y)} m {numbers(x + r, y + k, x + k, y + r, x, y + r)} c "
        f"{numbers(x - k, y + r, x - r, y + k, x - r, y)} c {numbers(x - r, y - k, x - k, y - r, x, y - r)} c "
        f"{numbers(x + k, y - r, x + r, y - k, x + r, y)} c h"
    )


class _Letters(dict[str, str]):
    """The letters of one font in one document as they are written there: those of its first subset."""

    def __init__(self, canvas: Any, font: Any) -> None:
        super().__init__()
        self.font, self.document = font, canvas._doc
        font.splitString(" ", self.document)
        self.name = font.getSubsetInternalName(0, self.document)

    def __missing__(self, char: str) -> str:
        ((subset, code),) = self.font.splitString(char, self.document)
        if subset:
            raise _OtherSubset
        found = self[char] = _escaped(code)
        return found


class _OtherSubset(Exception):
    """A letter that stands in a further subset of its font: there are more than 200 others in the document."""


_ESCAPES = [chr(code) if 32 <= code < 127 and chr(code) not in "()\\" else f"\\{code:03o}" for code in range(256)]


def _escaped(codes: bytes) -> str:
    return "".join([_ESCAPES[code] for code in codes])


_LETTERS: WeakKeyDictionary[Canvas, dict[str, _Letters]] = WeakKeyDictionary()


def _letters(canvas: Canvas, font: Any) -> _Letters:
    known = _LETTERS.get(canvas)
    if known is None:
        known = _LETTERS[canvas] = {}
    found = known.get(font.fontName)
    if found is None:
        found = known[font.fontName] = _Letters(canvas, font)
    return found


def text(canvas: Canvas, font: Any, size: float, lines: Sequence[str], leading: float) -> str:
    """Lines of letters of one registered font below each other, from where the pen stands."""
    letters = _letters(canvas, font)
    try:
        shown = [f"({''.join(map(letters.__getitem__, line))}) Tj" for line in lines]
        begin = f"{letters.name} {number(size)} Tf"
    except _OtherSubset:
        shown, begin = [_in_subsets(letters, size, line) for line in lines], ""
    if len(shown) > 1:
        begin = f"{begin} {number(leading)} TL"
    return f"{begin} {' T* '.join(shown)}"


def _in_subsets(letters: _Letters, size: float, line: str) -> str:
    font, document = letters.font, letters.document
    return " ".join(
        f"{font.getSubsetInternalName(subset, document)} {number(size)} Tf ({_escaped(codes)}) Tj"
        for subset, codes in font.splitString(line, document)
    )
