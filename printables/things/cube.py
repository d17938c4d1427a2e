"""Dice to fold: the net of a cube with seven flaps, a text, an icon or pips on each side."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from companion.refusals import Refusal
from printables.faces.deck import draw_note
from printables.imposition import Box, Grid, Line, grid
from printables.items import Job, Page
from printables.pen import Pen
from printables.shapes import Point
from printables.things.lines import draw_cut, draw_folds, draw_glue, draw_legend
from printables.things.tokens import draw_emblem

LEAST, MOST = 12.0, 60.0
"""The edge of a die (mm)."""

PIPS = "pips"
"""A side that shows as many pips as its number says."""

_THIRD = 0.27
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

_PLACES = {1: (0, 1), 2: (1, 1), 6: (2, 1), 5: (3, 1), 3: (1, 0), 4: (1, 2)}
"""Where each side lies in the cross, in edges across and down: opposite sides add up to seven."""


class CubeNet(Struct, frozen=True):
    """The net of a die from (0, 0)."""

    size: tuple[float, float]
    outline: tuple[Point, ...]
    folds: tuple[Line, ...]
    glue: tuple[tuple[Point, ...], ...]
    sides: dict[int, Box]


def net_of(edge: float) -> CubeNet:
    """A cross of six squares and seven flaps."""
    a, flap = edge, min(edge * 0.32, 7.0)
    slope = flap * 0.7
    left, top = 0.0, flap
    sides = {side: Box(left + x * a, top + y * a, a, a) for side, (x, y) in _PLACES.items()}
    upper, lower, last = sides[3], sides[4], sides[5]
    flaps = {
        "upper-left": _flap(upper.x, upper.bottom, upper.x, upper.y, -flap, 0, slope),
        "upper-top": _flap(upper.x, upper.y, upper.right, upper.y, 0, -flap, slope),
        "upper-right": _flap(upper.right, upper.y, upper.right, upper.bottom, flap, 0, slope),
        "last-right": _flap(last.right, last.y, last.right, last.bottom, flap, 0, slope),
        "lower-right": _flap(lower.right, lower.y, lower.right, lower.bottom, flap, 0, slope),
        "lower-bottom": _flap(lower.right, lower.bottom, lower.x, lower.bottom, 0, flap, slope),
        "lower-left": _flap(lower.x, lower.bottom, lower.x, lower.y, -flap, 0, slope),
    }
    first = sides[1]
    outline = (
        (first.x, first.y), (upper.x, upper.bottom), *flaps["upper-left"][1:], *flaps["upper-top"][1:],
        *flaps["upper-right"][1:], (last.right, last.y), *flaps["last-right"][1:], (lower.right, lower.y),
        *flaps["lower-right"][1:], *flaps["lower-bottom"][1:], *flaps["lower-left"][1:], (first.x, first.bottom),
    )  # fmt: skip
    row = [Line(x, first.y, x, first.bottom) for x in (sides[2].x, sides[6].x, last.x)]
    across = [Line(upper.x, upper.bottom, upper.right, upper.bottom), Line(lower.x, lower.y, lower.right, lower.y)]
    hinges = [Line(*flap[0], *flap[-1]) for flap in flaps.values()]
    return CubeNet((4 * a + flap, 3 * a + 2 * flap), outline, (*row, *across, *hinges), tuple(flaps.values()), sides)


def _flap(x1: float, y1: float, x2: float, y2: float, dx: float, dy: float, slope: float) -> tuple[Point, ...]:
    """A flap along an edge, `dx`, `dy` away from it and narrower there."""
    long = abs(x2 - x1) + abs(y2 - y1)
    ux, uy = (x2 - x1) / long * slope, (y2 - y1) / long * slope
    return ((x1, y1), (x1 + dx + ux, y1 + dy + uy), (x2 + dx - ux, y2 + dy - uy), (x2, y2))


def dice_pages(job: Job, dice: Sequence[Sequence[str]], edge: float) -> list[Page]:
    """Sheets of dice. Each die has a text for each of its six sides, from one to six (`pips`: that many pips).

    Raises Refusal (`print.thing.sides`) for a die of another number of sides, (`print.thing.edge`) for one that nobody
    can fold, and for one that is too large for the paper.
    """
    if not LEAST <= edge <= MOST:
        raise Refusal("print.thing.edge", field="edge", got=f"{edge:g}", least=f"{LEAST:g}", most=f"{MOST:g}")
    for die in dice:
        if len(die) != len(_PLACES):
            raise Refusal("print.thing.sides", field="faces", got=str(len(die)))
    net = net_of(edge)
    sheet = Box(0, 0, job.paper.width, job.paper.height - 16)
    found = grid(sheet, net.size, margin=8, gutter=4)
    found = replace(found, rows=min(found.rows, ceil(len(dice) / found.columns)))
    each = found.columns * found.rows
    return [
        Page(_Sheet(job, net, found, tuple(map(tuple, dice[start : start + each])), start).draw, block=found.block)
        for start in range(0, len(dice), each)
    ]


class _Sheet(Struct, frozen=True):
    job: Job
    net: CubeNet
    grid: Grid
    dice: tuple[tuple[str, ...], ...]
    first: int

    def draw(self, pen: Pen, number: int, total: int) -> None:
        for n, (cell, die) in enumerate(zip(self.grid.cells, self.dice, strict=False), self.first + 1):
            self.die(pen.at(cell.x, cell.y), die, n)
        block = self.grid.block
        draw_legend(pen, self.job, max(block.x, 10), block.bottom + 7)
        sheet = Box(0, 0, self.job.paper.width, self.job.paper.height)
        low = Box(block.x, block.y, block.width, block.height + 4)
        draw_note(pen, self.job, sheet, low, "print.thing.dice", number, total)

    def die(self, pen: Pen, die: Sequence[str], number: int) -> None:
        for flap in self.net.glue:
            draw_glue(pen, flap)
        for side, box in self.net.sides.items():
            if pen.ink.tint is not None:
                pen.box(box, fill=pen.ink.tint)
            draw_side(pen, box, die[side - 1], side, field=f"dice.{number}.{side}")
        draw_folds(pen, self.net.folds)
        draw_cut(pen, self.net.outline)


def draw_side(pen: Pen, box: Box, text: str, number: int, *, field: str) -> None:
    """One side of a die."""
    x, y = box.centre
    if text.strip().lower() != PIPS:
        draw_emblem(pen, Box.around(x, y, box.width * 0.66), text, field=field, shade=pen.ink.accent)
        return
    for dx, dy in _PIPS[number]:
        at = (x + dx * box.width * _THIRD, y + dy * box.width * _THIRD)
        pen.circle(*at, box.width * (0.13 if number == 1 else 0.095), fill=pen.ink.text)
