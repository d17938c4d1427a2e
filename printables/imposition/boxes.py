"""Boxes and lines in millimetres, origin top left, y down."""

from __future__ import annotations

from msgspec import Struct

CLOSE = 1e-6
"""Lengths that differ by less are the same (mm)."""


class Box(Struct, frozen=True):
    """A rectangle: its top left corner, its width and its height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box without a border of `dx` at the sides and `dy` (the same if not given) above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def meets(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right - CLOSE
            and other.x < self.right - CLOSE
            and self.y < other.bottom - CLOSE
            and other.y < self.bottom - CLOSE
        )

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float | None = None) -> Box:
        """The box with its centre at `x`, `y`; a square if only the width is given."""
        height = width if height is None else height
        return cls(x - width / 2, y - height / 2, width, height)


class Line(Struct, frozen=True):
    """A straight line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
