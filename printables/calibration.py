"""What somebody has read from an alignment page becomes what a printer needs.

The page has a cross on its front and a grid of millimetres on its back, at two corners, A and B. Where the cross lies
on the grid (against the light, or by a pin pushed through) is where the back should have been: to the right and down
are more. On the front, two scales tell where the sheet's own middle is: where it creases when it is folded edge to
edge.
"""

from __future__ import annotations

from math import degrees

from msgspec import Struct

from companion.refusals import Refusal
from printables.imposition import Box, Calibration, Flip, Shift, behind
from printables.imposition.plans import turns_level
from printables.paper import Paper

Reading = tuple[float, float]
"""To the right and down, in mm."""

CORNER = (24.0, 44.0)
"""Where A lies from the upper left corner of the front, and B from the lower right one (mm)."""

REACH = 6.0
"""So far the grids and scales reach from their middle (mm)."""

STRETCHED = 0.005
"""A printer that makes the page larger or smaller by this part has not printed it at 100 %."""


class Readings(Struct, frozen=True):
    """What was read: where the cross lies on the grids of the back, and where the creases cross the front's scales."""

    a: Reading = (0.0, 0.0)
    b: Reading | None = None
    crease: Reading = (0.0, 0.0)


def points(paper: Paper) -> tuple[Reading, Reading]:
    """A and B on the front of a sheet (mm from its upper left corner)."""
    return CORNER, (paper.width - CORNER[0], paper.height - CORNER[1])


def behind_points(paper: Paper, flip: Flip) -> tuple[Reading, Reading]:
    """A and B as they lie on its back."""
    sheet = Box(0, 0, paper.width, paper.height)
    level = turns_level(sheet, flip)
    one, other = (behind(sheet, Box(*point, 0, 0), level) for point in points(paper))
    return (one.x, one.y), (other.x, other.y)


def calibration_of(readings: Readings, paper: Paper, flip: Flip) -> Calibration:
    """The shifts that make up for what was read; B left out means that the back is not turned.

    Raises Refusal: `print.calibration.far` for readings that no grid has, `print.calibration.stretched` where A and B
    say that the page was printed larger or smaller than it is.
    """
    given = [readings.a, readings.b or readings.a, readings.crease]
    for name, reading in zip(("a", "b", "crease"), given, strict=True):
        if max(map(abs, reading)) > REACH:
            raise Refusal("print.calibration.far", field=name, most=f"{REACH:g}")
    (ax, ay), (bx, by), (x, y) = given
    (px, py), (qx, qy) = behind_points(paper, flip)
    dx, dy = qx - px, qy - py
    ex, ey = bx - ax, by - ay
    apart = dx * dx + dy * dy
    stretch = (dx * ex + dy * ey) / apart
    if abs(stretch) > STRETCHED:
        raise Refusal("print.calibration.stretched", field="b", percent=f"{abs(stretch) * 100:.1f}")
    rotation = degrees((dx * ey - dy * ex) / apart)
    # The backs follow the fronts: what moves a front to the right moves its back to the left.
    level = turns_level(Box(0, 0, paper.width, paper.height), flip)
    follow = (x, -y) if level else (-x, y)
    back = Shift(_round((ax + bx) / 2 + follow[0]), _round((ay + by) / 2 + follow[1]), _round(rotation))
    return Calibration(Shift(_round(x), _round(y)), back)


def _round(value: float) -> float:
    """To a thousandth; never minus nought."""
    return round(value, 3) + 0.0


def moved(shift: Shift, sheet: Box, point: Reading) -> Reading:
    """Where a point of a page is printed with a shift: turned around the middle of the sheet, then moved."""
    from math import cos, radians, sin

    (x, y), (mx, my), turn = point, sheet.centre, radians(shift.rotation)
    dx, dy = x - mx, y - my
    return (mx + dx * cos(turn) - dy * sin(turn) + shift.x, my + dx * sin(turn) + dy * cos(turn) + shift.y)
