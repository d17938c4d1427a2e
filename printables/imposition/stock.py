"""What is cut out of a sheet."""

from __future__ import annotations

from msgspec import Struct

from printables.imposition.boxes import Box


class Stock(Struct, frozen=True):
    """What is cut: its size, how far a ground runs on beyond the cuts, and the least margin of the paper (mm)."""

    width: float
    height: float
    bleed: float = 3
    margin: float = 7
    seams: bool = False
    """Cut with scissors: dashed lines between the pieces instead of marks around them."""

    @property
    def box(self) -> Box:
        """A card in its own coordinates."""
        return Box(0, 0, self.width, self.height)


POKER = Stock(63, 88)
"""The size of most cards, 63 × 88 mm: what sleeves are made for."""
