"""One printed side of a sheet: which cards lie where, and where it is cut, folded and glued."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from printables.imposition.boxes import CLOSE, Box, Line

Side = Literal["front", "back"]


class Spot(Struct, frozen=True):
    """One side of card number `index` (from 0) in `box`; its top is turned clockwise by so many degrees.

    `ground` is how far a plain ground runs on: beyond every cut, over the cards around too, but over no fold. `room`
    is how far a picture may run on, which stops half way to the next card.
    """

    index: int
    side: Side
    box: Box
    turned: int
    ground: Box
    room: Box


class SheetSide(Struct, frozen=True):
    """One printed side of sheet number `number` (from 0); `lying` says that the paper lies on its long side.

    `slots` are all places of the layout, `spots` the cards that lie in them, `pieces` what is cut out: cards, with
    their backs beside them where the two are folded over a shared edge. `area` is the part of the sheet that it is cut
    out of: all of it, or the half that lies upwards when the sheet has been folded. `cuts` are the cuts of a guillotine
    that the pieces need, `folds` are folded with the print outside, `glue` is where the paper behind is glued, as it is
    seen from this side. `bleed` is how far grounds run on.
    """

    number: int
    back: bool
    lying: bool
    sheet: Box
    slots: tuple[Box, ...]
    spots: tuple[Spot, ...]
    pieces: tuple[Box, ...]
    area: Box
    cuts: tuple[Line, ...] = ()
    folds: tuple[Line, ...] = ()
    glue: tuple[Box, ...] = ()
    bleed: float = 0
    single: bool = False
    """The page is the card and what runs on beyond it: there is no paper around."""

    @property
    def block(self) -> Box:
        """The rectangle that all slots fill together."""
        return around(self.slots)

    @property
    def cut_block(self) -> Box:
        """The rectangle that all slots fill in the part of the sheet that is cut."""
        return _around_within(self.slots, self.area)


def cuts_of(area: Box, pieces: Sequence[Box]) -> tuple[Line, ...]:
    """The cuts that part pieces from each other and from what is around them, each from one edge of the area to the
    other; no two in the same place."""
    xs = _between({x for box in pieces for x in (box.x, box.right)}, area.x, area.right)
    ys = _between({y for box in pieces for y in (box.y, box.bottom)}, area.y, area.bottom)
    return (*(Line(x, area.y, x, area.bottom) for x in xs), *(Line(area.x, y, area.right, y) for y in ys))


def _between(values: set[float], first: float, last: float) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if first + CLOSE < value < last - CLOSE and (not found or value - found[-1] > CLOSE):
            found.append(value)
    return found


@lru_cache(maxsize=64)  # most sheets of a deck are alike
def _around_within(boxes: tuple[Box, ...], area: Box) -> Box:
    """The rectangle that those boxes fill together which lie in an area."""
    return around([box for box in boxes if box.meets(area)])


def around(boxes: Sequence[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
