"""What a cutting machine looks for: a square and two corners around everything that is cut."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printables.imposition.boxes import Box, Line

SQUARE = 5.0
LEG = 15.0
WEIGHT = 0.5
CLEAR = 1.0
"""The side of the square, the legs of the corners, the width of their lines, and the least room to cards (mm)."""

INSETS = (10.0, 9.0, 8.0, 7.0, 6.0, 5.0)
"""How far from the paper's edges the marks may lie, the best first (mm)."""


class Registration(Struct, frozen=True):
    """A filled square at the upper left, and a corner at the upper right and one at the lower left."""

    square: Box
    lines: tuple[Line, ...]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Everything that ink covers."""
        half = WEIGHT / 2
        thick = (
            Box(min(a.x1, a.x2) - half, min(a.y1, a.y2) - half, abs(a.x2 - a.x1) + WEIGHT, abs(a.y2 - a.y1) + WEIGHT)
            for a in self.lines
        )
        return (self.square, *thick)


def registration(sheet: Box, cards: Sequence[Box], bleed: float) -> Registration | None:
    """The marks on a sheet, as far from its edges as they come without meeting a card or what runs on beyond it; None
    where there is no room."""
    return next((found for found in (_at(sheet, at) for at in INSETS) if _clear(found, cards, bleed)), None)


def clear_of_registration(sheet: Box, cards: Sequence[Box], bleed: float) -> bool:
    """Whether there is room for the marks."""
    return registration(sheet, cards, bleed) is not None


def _clear(found: Registration, cards: Sequence[Box], bleed: float) -> bool:
    return not any(box.inset(-CLEAR - bleed).meets(card) for box in found.boxes for card in cards)


def _at(sheet: Box, inset: float) -> Registration:
    inner = sheet.inset(inset)
    right, bottom = inner.right, inner.bottom
    return Registration(
        Box(inner.x, inner.y, SQUARE, SQUARE),
        (
            Line(right - LEG, inner.y, right, inner.y),
            Line(right, inner.y, right, inner.y + LEG),
            Line(inner.x, bottom - LEG, inner.x, bottom),
            Line(inner.x, bottom, inner.x + LEG, bottom),
        ),
    )
