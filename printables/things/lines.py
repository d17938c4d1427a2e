"""How the lines of a net differ in every ink: cuts are whole, folds are dashed, and what gets glue is hatched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printables.faces import styles
from printables.imposition import Box, Line
from printables.items import Job
from printables.pen import Pen
from printables.shapes import Point
from printables.typeset import width

CUT, FOLD = 0.35, 0.25
"""The widths of lines (mm)."""

DASH = (3.0, 1.6)
PITCH = 1.8


def draw_cut(pen: Pen, outline: Sequence[Point]) -> None:
    """The outline of a net, which scissors follow."""
    pen.polygon([outline], line=pen.ink.text, weight=CUT)


def draw_folds(pen: Pen, folds: Iterable[Line]) -> None:
    """The edges that are folded backwards."""
    pen.lines(folds, pen.ink.text, FOLD, dash=DASH)


def draw_glue(pen: Pen, flap: Sequence[Point]) -> None:
    """A flap that gets glue: slanting lines across it, which stay inside its edges."""
    found = []
    least = min(x + y for x, y in flap)
    most = max(x + y for x, y in flap)
    steps = int((most - least) / PITCH)
    for n in range(1, steps + 1):
        crossing = _across(flap, least + n * PITCH)
        if crossing is not None:
            found.append(crossing)
    pen.lines(found, pen.ink.rule, 0.12)


def _across(flap: Sequence[Point], total: float) -> Line | None:
    """The part of the line x + y = total that lies inside a convex outline."""
    points: list[Point] = []
    for (x1, y1), (x2, y2) in zip(flap, [*flap[1:], flap[0]], strict=True):
        before, after = x1 + y1 - total, x2 + y2 - total
        if before * after < 0:
            part = before / (before - after)
            points.append((x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
    return Line(*points[0], *points[1]) if len(points) == 2 else None


def draw_legend(pen: Pen, job: Job, x: float, y: float) -> None:
    """What the three kinds of lines mean, side by side; `y` is the middle of the row."""
    for key in ("cut", "fold", "glue"):
        place = Box(x, y - 1.6, 9, 3.2)
        if key == "cut":
            pen.line(place.x, y, place.right, y, pen.ink.text, CUT)
        elif key == "fold":
            pen.line(place.x, y, place.right, y, pen.ink.text, FOLD, DASH)
        else:
            pen.hatch(place, pen.ink.rule, PITCH)
            pen.box(place, line=pen.ink.rule, weight=0.12)
        text = job.words(f"print.thing.{key}")
        pen.text(place.right + 2, y + 1, text, styles.NOTE_TEXT, shade=pen.ink.text, field=f"print.thing.{key}")
        x = place.right + 2 + width(text, styles.NOTE_TEXT) + 7
