"""Small pictures that tell kinds of things apart, as closed polygons drawn by us; like the shapes of the palette they
stand in a square of side 2 around (0, 0), y down, and are filled by the even-odd rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

from printables.shapes import Outline, Point, outlines, star


def _oval(x: float, y: float, across: float, down: float, corners: int = 36) -> tuple[Point, ...]:
    angles = [2 * pi * n / corners for n in range(corners)]
    return tuple((x + across * cos(a), y + down * sin(a)) for a in angles)


def _rect(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _turned(ring: Sequence[Point], angle: float) -> tuple[Point, ...]:
    return tuple((x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in ring)


def _arc(x: float, y: float, across: float, down: float, start: float, end: float, steps: int = 16) -> list[Point]:
    """Points along an ellipse between two angles (in parts of a half turn, 0 at the right, growing downwards)."""
    angles = [pi * (start + (end - start) * n / steps) for n in range(steps + 1)]
    return [(x + across * cos(a), y + down * sin(a)) for a in angles]


def _sword() -> Outline:
    blade = ((0.0, -1.05), (0.15, -0.8), (0.15, 0.34), (-0.15, 0.34), (-0.15, -0.8))
    guard, grip, knob = _rect(-0.46, 0.4, 0.46, 0.56), _rect(-0.09, 0.6, 0.09, 0.86), _oval(0, 0.97, 0.15, 0.13)
    return tuple(_turned(ring, pi / 4) for ring in (blade, guard, grip, knob))


def _shield() -> Outline:
    side = [(0.82, -0.72), (0.8, -0.1), (0.66, 0.34), (0.4, 0.7), (0.0, 1.0)]
    outer = [(0.0, -0.95), (0.36, -0.78), *side]
    ring = tuple(outer + [(-x, y) for x, y in reversed(outer[1:-1])])
    inner = tuple((x * 0.8, y * 0.8) for x, y in ring)
    field = tuple((x * 0.64, y * 0.64) for x, y in ring)
    return (ring, inner, field)


def _bolt() -> Outline:
    return (((0.22, -1.0), (-0.62, 0.16), (-0.08, 0.16), (-0.3, 1.0), (0.62, -0.26), (0.06, -0.26)),)


def _mask() -> Outline:
    brow = [
        (-0.86, -0.68),
        *[(x, -0.68 - 0.14 * cos(x * pi / 1.72)) for x in (-0.5, -0.2, 0.0, 0.2, 0.5)],
        (0.86, -0.68),
    ]
    face = (*brow, (0.84, -0.1), *_arc(0, -0.02, 0.8, 0.98, 0.08, 0.92), (-0.84, -0.1))
    eyes = [(*_arc(x, -0.2, 0.25, 0.2, 1, 2), *_arc(x, -0.2, 0.25, 0.06, 0, 1)) for x in (-0.38, 0.38)]
    smile = (*_arc(0, 0.2, 0.46, 0.46, 0, 1), *reversed(_arc(0, 0.2, 0.46, 0.2, 0, 1)))
    return (face, *eyes, smile)


def _helm() -> Outline:
    slit = (
        (-0.56, -0.06),
        (0.56, -0.06),
        (0.56, 0.14),
        (0.1, 0.14),
        (0.1, 0.9),
        (-0.1, 0.9),
        (-0.1, 0.14),
        (-0.56, 0.14),
    )
    whole = ((-0.74, 0.92), (-0.74, -0.14), *_arc(0, -0.14, 0.74, 0.8, 1, 2), (0.74, 0.92))
    crest = ((-0.08, -0.98), (0.08, -0.98), (0.08, -0.9), (-0.08, -0.9))
    return (whole, slit, crest)


def _book() -> Outline:
    def page(side: int) -> tuple[Point, ...]:
        top = [(0.06, -0.56), (0.34, -0.7), (0.66, -0.7), (0.98, -0.62)]
        bottom = [(x, y + 1.22) for x, y in reversed(top)]
        return tuple((side * x, y) for x, y in (*top, *bottom))

    def rule(side: int, y: float) -> tuple[Point, ...]:
        return tuple((side * x, y + dy) for x, dy in ((0.24, 0.0), (0.8, -0.08), (0.8, 0.04), (0.24, 0.12)))

    rules = [rule(side, y) for side in (-1, 1) for y in (-0.36, -0.04, 0.28)]
    return (page(-1), page(1), *rules)


def _compass() -> Outline:
    return (_oval(0, 0, 1, 1), _oval(0, 0, 0.86, 0.86), star(4, 0.24), _oval(0, 0, 0.1, 0.1))


def _hourglass() -> Outline:
    half = (
        (-0.58, -0.76),
        (0.58, -0.76),
        (0.5, -0.4),
        (0.07, 0.0),
        (0.5, 0.4),
        (0.58, 0.76),
        (-0.58, 0.76),
        (-0.5, 0.4),
    )
    glass = (*half, (-0.07, 0.0), (-0.5, -0.4))
    air = ((-0.4, -0.62), (0.4, -0.62), (0.34, -0.42), (-0.34, -0.42))
    low = (
        (0.0, 0.14),
        (0.36, 0.46),
        (0.4, 0.62),
        (0.14, 0.62),
        (0.0, 0.44),
        (-0.14, 0.62),
        (-0.4, 0.62),
        (-0.36, 0.46),
    )
    return (glass, air, low, _rect(-0.74, -1, 0.74, -0.82), _rect(-0.74, 0.82, 0.74, 1))


def _coin() -> Outline:
    return (_oval(0, 0, 0.96, 0.96), _oval(0, 0, 0.8, 0.8))


def _hand() -> Outline:
    fingers = [_rounded(x, -top, x + 0.26, 0.3) for x, top in ((-0.62, 0.6), (-0.3, 0.82), (0.02, 0.86), (0.34, 0.66))]
    palm = ((-0.62, 0.36), (0.6, 0.36), (0.6, 0.56), (0.36, 0.98), (-0.36, 0.98), (-0.62, 0.66))
    thumb = ((0.66, 0.5), (0.9, 0.02), (1.0, 0.12), (0.96, 0.36), (0.66, 0.74))
    return (*fingers, palm, thumb)


def _rounded(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    radius = (right - left) / 2
    return ((left, bottom), *_arc(left + radius, top + radius, radius, radius, 1, 2, 8), (right, bottom))


def _speech() -> Outline:
    bubble = _oval(0, -0.16, 0.98, 0.72)
    tail = ((-0.52, 0.52), (-0.06, 0.56), (-0.72, 0.98))
    dots = [_oval(x, -0.16, 0.12, 0.12, 16) for x in (-0.42, 0.0, 0.42)]
    return (bubble, *dots, tail)


def _die() -> Outline:
    c, r = 0.62, 0.22
    corners = ((c, -c, 1.5, 2), (c, c, 0, 0.5), (-c, c, 0.5, 1), (-c, -c, 1, 1.5))
    body = tuple(point for x, y, start, end in corners for point in _arc(x, y, r, r, start, end, 6))
    pips = [_oval(x, y, 0.15, 0.15, 20) for x in (-0.42, 0.42) for y in (-0.42, 0.42)]
    return (body, *pips, _oval(0, 0, 0.15, 0.15, 20))


def _basket() -> Outline:
    body = ((-0.9, -0.04), (0.9, -0.04), (0.64, 0.86), (-0.64, 0.86))
    slots = [
        tuple((x + dx, y) for dx, y in ((-0.07, 0.14), (0.07, 0.14), (0.05, 0.68), (-0.05, 0.68)))
        for x in (-0.4, 0.0, 0.4)
    ]
    handle = (*_arc(0, -0.1, 0.72, 0.82, 1, 2), *reversed(_arc(0, -0.1, 0.54, 0.64, 1, 2)))
    return (body, *slots, handle)


def _stack() -> Outline:
    """Three cards, each over the one behind it."""
    card = _rect(-0.72, -0.6, 0.36, 0.96)
    edges = [
        tuple(
            (x + dx, y - dx)
            for x, y in ((-0.6, -0.72), (0.48, -0.72), (0.48, 0.84), (0.4, 0.84), (0.4, -0.64), (-0.6, -0.64))
        )
        for dx in (0.0, 0.18)
    ]
    return (card, *edges)


def _arrow() -> Outline:
    """It points upwards."""
    return (((0.0, -0.95), (0.82, -0.05), (0.32, -0.05), (0.32, 0.9), (-0.32, 0.9), (-0.32, -0.05), (-0.82, -0.05)),)


def _target() -> Outline:
    return tuple(_oval(0, 0, radius, radius) for radius in (0.96, 0.72, 0.46, 0.2))


def _boot() -> Outline:
    shaft = ((-0.56, -0.92), (0.14, -0.92), (0.16, 0.02), (0.72, 0.26), (0.94, 0.52), (0.94, 0.6), (-0.56, 0.6))
    cuff = _rect(-0.56, -0.66, 0.14, -0.58)
    return (shaft, cuff, _rect(-0.56, 0.7, 0.94, 0.9))


def _key() -> Outline:
    bow, hole = _oval(-0.5, 0, 0.46, 0.46), _oval(-0.5, 0, 0.24, 0.24)
    shaft = ((-0.05, -0.1), (0.98, -0.1), (0.98, 0.42), (0.8, 0.42), (0.8, 0.1), (0.66, 0.1), (0.66, 0.32),
             (0.48, 0.32), (0.48, 0.1), (-0.05, 0.1))  # fmt: skip
    return (bow, hole, shaft)


def _lock() -> Outline:
    body = _rect(-0.72, -0.08, 0.72, 0.92)
    keyhole = (*_arc(0, 0.3, 0.17, 0.17, 0.7, 2.3, 20), (0.13, 0.7), (-0.13, 0.7))
    shackle = (
        (-0.5, -0.08), *_arc(0, -0.36, 0.5, 0.58, 1, 2), (0.5, -0.08), (0.3, -0.08),
        *reversed(_arc(0, -0.36, 0.3, 0.36, 1, 2)), (-0.3, -0.08),
    )  # fmt: skip
    return (body, keyhole, shackle)


def _jaws() -> Outline:
    """Two rows of teeth that close."""
    teeth = [point for n in range(4) for point in ((0.9 - 0.45 * n, -0.6), (0.675 - 0.45 * n, -0.04))]
    gums = [point for n in range(1, 4) for point in ((1.125 - 0.45 * n, 0.6), (0.9 - 0.45 * n, 0.04))]
    upper = ((-0.9, -0.86), (0.9, -0.86), *teeth, (-0.9, -0.6))
    lower = ((-0.9, 0.86), (0.9, 0.86), (0.9, 0.3), *gums, (-0.675, 0.6), (-0.9, 0.3))
    return (upper, lower)


def _beast() -> Outline:
    """A horned face."""
    half = [(0.0, -0.5), (0.42, -0.48), (0.86, -0.98), (0.9, -0.3), (0.74, 0.22), (0.5, 0.68), (0.0, 0.96)]
    face = tuple(half + [(-x, y) for x, y in reversed(half[1:-1])])
    eyes = [tuple((side * x, y) for x, y in ((0.16, 0.1), (0.56, -0.14), (0.44, 0.2))) for side in (-1, 1)]
    grin = ((-0.36, 0.44), (0.36, 0.44), (0.24, 0.62), (0.12, 0.5), (0.0, 0.64), (-0.12, 0.5), (-0.24, 0.62))
    return (face, *eyes, grin)


def _peaks() -> Outline:
    return (((-1.0, 0.78), (-0.44, -0.28), (-0.16, 0.2), (0.3, -0.86), (1.0, 0.78)), _oval(-0.62, -0.62, 0.2, 0.2))


def _shrine() -> Outline:
    posts = [_rect(x - 0.13, -0.26, x + 0.13, 0.6) for x in (-0.62, 0.0, 0.62)]
    return (((0.0, -0.98), (0.96, -0.38), (-0.96, -0.38)), *posts, _rect(-0.96, 0.7, 0.96, 0.92))


def _crown() -> Outline:
    points = ((-0.92, -0.5), (-0.46, -0.02), (0.0, -0.78), (0.46, -0.02), (0.92, -0.5), (0.76, 0.5), (-0.76, 0.5))
    return (points, _rect(-0.76, 0.62, 0.76, 0.84))


def _flag() -> Outline:
    return (_rect(-0.72, -0.96, -0.56, 0.96), ((-0.48, -0.9), (0.9, -0.46), (-0.48, 0.0)))


def _bell() -> Outline:
    side = [(0.5, -0.2), (0.56, 0.22), (0.84, 0.52), (0.84, 0.6)]
    body = (*_arc(0, -0.2, 0.5, 0.54, 1, 2), *side[1:], *((-x, y) for x, y in reversed(side[1:])))
    return (body, _oval(0, -0.86, 0.12, 0.12), _oval(0, 0.8, 0.2, 0.16))


def _tent() -> Outline:
    roof = ((0.0, -0.62), (0.98, 0.12), (0.8, 0.16), (0.8, 0.92), (-0.8, 0.92), (-0.8, 0.16), (-0.98, 0.12))
    door = ((0.0, 0.18), (0.3, 0.92), (-0.3, 0.92))
    return (roof, door, ((-0.04, -1.0), (0.42, -0.86), (0.04, -0.72), (0.04, -0.62), (-0.04, -0.62)))


def _amulet() -> Outline:
    chain = (_oval(0, -0.36, 0.66, 0.6), _oval(0, -0.36, 0.54, 0.48))
    return (*chain, ((0.0, 0.2), (0.38, 0.58), (0.0, 1.0), (-0.38, 0.58)), _oval(0, 0.58, 0.13, 0.13))


def _gem() -> Outline:
    stone = ((-0.54, -0.74), (0.54, -0.74), (0.98, -0.2), (0.0, 0.92), (-0.98, -0.2))
    table = ((-0.34, -0.6), (0.34, -0.6), (0.56, -0.24), (-0.56, -0.24))
    return (stone, table, ((-0.42, -0.12), (0.42, -0.12), (0.0, 0.64)))


def _paw() -> Outline:
    toes = [_oval(x, y, 0.2, 0.27) for x, y in ((-0.7, -0.1), (-0.27, -0.6), (0.27, -0.6), (0.7, -0.1))]
    return (_oval(0, 0.42, 0.52, 0.44), *toes)


@cache
def icons() -> dict[str, Outline]:
    """Every icon by name."""
    return {
        "sword": _sword(),
        "shield": _shield(),
        "bolt": _bolt(),
        "mask": _mask(),
        "helm": _helm(),
        "book": _book(),
        "compass": _compass(),
        "hourglass": _hourglass(),
        "coin": _coin(),
        "hand": _hand(),
        "speech": _speech(),
        "die": _die(),
        "basket": _basket(),
        "arrow": _arrow(),
        "stack": _stack(),
        "star": (star(),),
        "cross": outlines()["cross"],
        "heart": outlines()["heart"],
        "drop": outlines()["drop"],
        "target": _target(),
        "boot": _boot(),
        "key": _key(),
        "lock": _lock(),
        "jaws": _jaws(),
        "beast": _beast(),
        "peaks": _peaks(),
        "shrine": _shrine(),
        "crown": _crown(),
        "flag": _flag(),
        "bell": _bell(),
        "tent": _tent(),
        "amulet": _amulet(),
        "gem": _gem(),
        "paw": _paw(),
    }


TURNS = {"up": 0.0, "right": pi / 2, "down": pi, "left": -pi / 2}
"""How far an arrow is turned to point there."""


def turned(icon: str, direction: str) -> Outline:
    """An icon, turned as an arrow is that points there."""
    return tuple(_turned(ring, TURNS[direction]) for ring in icons()[icon])


@cache
def icon_names() -> tuple[str, ...]:
    """The names of all icons in the order of the alphabet."""
    return tuple(sorted(icons()))


@cache
def symbols() -> dict[str, str]:
    """Which icon is drawn for a symbol that people type."""
    return {"★": "star", "♥": "heart"}
