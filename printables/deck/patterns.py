"""What covers the back of a card: small shapes all over a box, as closed rings."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from printables.imposition import Box
from printables.shapes import Point

Ring = tuple[Point, ...]


def covering(name: str, box: Box, pitch: float, weight: float, clear: Box | None = None) -> list[Ring]:
    """A pattern of that name all over a box, `pitch` mm from one to the next; nothing of it leaves the box, or lies in
    the part that is kept clear."""
    if name == "stripes":
        found = _stripes(box, pitch, max(weight, pitch * 0.3))
    elif name == "weave":
        found = _weave(box, pitch)
    else:
        found = _staggered(box, pitch, _dot if name == "dots" else _diamond)
    return found if clear is None else [ring for ring in found if not _bounds(ring).meets(clear)]


def _bounds(ring: Ring) -> Box:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _staggered(box: Box, pitch: float, make: Callable[[float, float, float], Ring]) -> list[Ring]:
    """Shapes in rows, every second row moved by half a step, the whole in the middle of the box."""
    room = box.inset(pitch * 0.35)
    columns, rows = max(int(room.width // pitch), 1), max(int(room.height // pitch), 1)
    across, down = room.width / columns, room.height / rows
    found: list[Ring] = []
    for row in range(rows + 1):
        for column in range(columns + 1 - row % 2):
            x, y = room.x + (column + row % 2 / 2) * across, room.y + row * down
            found.append(make(x, y, pitch))
    return found


def _diamond(x: float, y: float, pitch: float) -> Ring:
    half = pitch * 0.2
    return ((x, y - half), (x + half, y), (x, y + half), (x - half, y))


def _dot(x: float, y: float, pitch: float) -> Ring:
    radius = pitch * 0.16
    return tuple((x + radius * cos(pi * n / 8), y + radius * sin(pi * n / 8)) for n in range(16))


def _stripes(box: Box, pitch: float, wide: float) -> list[Ring]:
    """Upright stripes, the outermost as far from the edge as they are from each other."""
    count = max(int(box.width // pitch), 1)
    step = box.width / count
    return [
        ((x - wide / 2, box.y), (x + wide / 2, box.y), (x + wide / 2, box.bottom), (x - wide / 2, box.bottom))
        for x in (box.x + (n + 0.5) * step for n in range(count))
    ]


def _weave(box: Box, pitch: float) -> list[Ring]:
    """Short bars, level and upright by turns, like a basket."""
    columns, rows = max(int(box.width // pitch), 1), max(int(box.height // pitch), 1)
    across, down = box.width / columns, box.height / rows
    found: list[Ring] = []
    for row in range(rows):
        for column in range(columns):
            x, y = box.x + (column + 0.5) * across, box.y + (row + 0.5) * down
            long, thin = 0.36, 0.055
            wide, high = (long, thin) if (row + column) % 2 else (thin, long)
            for shift in (-0.17, 0.17):
                dx, dy = (0, shift * down) if (row + column) % 2 else (shift * across, 0)
                w, h = wide * across, high * down
                cx, cy = x + dx, y + dy
                found.append(((cx - w, cy - h), (cx + w, cy - h), (cx + w, cy + h), (cx - w, cy + h)))
    return found
