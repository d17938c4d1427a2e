"""Outlines of the shapes that double a colour, and of the star, as closed polygons.

A shape stands in a square of side 2 around (0, 0), y down; whoever draws it scales it. Round shapes are polygons of
many corners: at the few millimetres they are printed at nobody sees an edge.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], ...]
"""One or more closed rings, filled by the even-odd rule."""


def _ring(corners: int, radius: float = 1, turn: float = -pi / 2) -> tuple[Point, ...]:
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return tuple((radius * cos(a), radius * sin(a)) for a in angles)


def star(points: int = 5, inner: float = 0.45) -> tuple[Point, ...]:
    """A star that stands on two of its points."""
    outer, valley = _ring(points), _ring(points, inner, -pi / 2 + pi / points)
    return tuple(corner for pair in zip(outer, valley, strict=True) for corner in pair)


def _heart() -> tuple[Point, ...]:
    angles = [2 * pi * n / 48 for n in range(48)]
    return tuple(
        (sin(a) ** 3, -(13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)) / 17 + 0.05) for a in angles
    )


def _drop() -> tuple[Point, ...]:
    arc = [pi * n / 24 - pi / 6 for n in range(33)]
    return ((0.0, -1.0), *((0.68 * cos(a), 0.32 + 0.68 * sin(a)) for a in arc))


def _square(half: float) -> tuple[Point, ...]:
    return ((-half, -half), (half, -half), (half, half), (-half, half))


def _cross(half: float, arm: float) -> tuple[Point, ...]:
    a, h = arm, half
    plus = ((-a, -h), (a, -h), (a, -a), (h, -a), (h, a), (a, a), (a, h), (-a, h), (-a, a), (-h, a), (-h, -a), (-a, -a))
    turn = pi / 4
    return tuple((x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in plus)


@cache
def outlines() -> dict[str, Outline]:
    """Every shape by the name that `companion/palette.yaml` gives it."""
    return {
        "triangle": (((0, -0.9), (1, 0.82), (-1, 0.82)),),
        "square": (_square(0.8),),
        "circle": (_ring(40, 0.9),),
        "diamond": (((0, -1), (0.85, 0), (0, 1), (-0.85, 0)),),
        "cross": (_cross(1, 0.3),),
        "ring": (_ring(40, 0.95), _ring(40, 0.55)),
        "star": (star(),),
        "hexagon": (_ring(6, 0.95),),
        "drop": (_drop(),),
        "heart": (_heart(),),
        "bar": (((-0.95, -0.4), (0.95, -0.4), (0.95, 0.4), (-0.95, 0.4)),),
        "chevron": (((-0.9, 0.1), (0, -0.8), (0.9, 0.1), (0.9, 0.8), (0, -0.1), (-0.9, 0.8)),),
    }
