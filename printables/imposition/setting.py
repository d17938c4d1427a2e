"""How things are laid onto sheets: everything that somebody may choose, as one value."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Layout = Literal["duplex", "gutter-fold", "strips", "single"]
Flip = Literal["long", "short"]
SheetOrder = Literal["paired", "fronts-then-backs", "fronts-then-backs-reversed"]
Turn = Literal["upright", "lying", "best"]

LAYOUTS: tuple[Layout, ...] = ("duplex", "gutter-fold", "strips", "single")
"""Backs on the back of the sheet; fronts and backs beside each other, folded once; folded row by row; a page a card."""

FLIPS: tuple[Flip, ...] = ("long", "short")
"""The edge of the paper that a printer turns the sheet over."""

ORDERS: tuple[SheetOrder, ...] = ("paired", "fronts-then-backs", "fronts-then-backs-reversed")
"""Each front followed by its back, or all fronts first: for a stack that goes into the printer a second time, from the
first sheet on or from the last."""

TURNS: tuple[Turn, ...] = ("upright", "lying", "best")
"""How the paper lies; `best` is the way that holds more."""

STYLES = ("ticks", "edge", "lines", "corners", "crosses", "outline", "dashed", "bleed", "safe")
"""Marks by name, to be combined. Outside of the cards: `ticks`, short lines where each cut begins and ends; `edge`, the
same as far as the paper's edge. On their edges: `lines` from one edge of the paper to the other, `corners` (an L at
each corner), `crosses`, `outline`, `dashed` (seams for scissors). Drawn for a proof: `bleed`, how far a ground must
run on, and `safe`, within which everything that matters should stand."""


class Marks(Struct, frozen=True):
    """Which marks are drawn (None: those of what is cut), how long and thick each is, and how far off the cards (mm;
    None: clear of what runs on beyond the cuts)."""

    styles: tuple[str, ...] | None = None
    length: float = 3
    offset: float | None = None
    width: float = 0.1


class Shift(Struct, frozen=True):
    """By how much one side of every sheet is moved: to the right and down (mm), then clockwise around the middle of the
    sheet (degrees), as that side is seen when it is printed."""

    x: float = 0
    y: float = 0
    rotation: float = 0

    def __bool__(self) -> bool:
        return bool(self.x or self.y or self.rotation)


class Calibration(Struct, frozen=True):
    """What a printer needs so that its fronts lie in the middle of the paper and its backs behind them."""

    front: Shift = Shift()
    back: Shift = Shift()


class Setting(Struct, frozen=True):
    """How things are laid onto sheets.

    `bleed` None is that of what is cut. `gutter` is the room between two cards, `safe` the
    distance from the cut that the mark of that name is drawn at (mm). `grid` asks for so many columns and rows instead
    of as many as fit. `registration` adds the marks that a cutting machine looks for, `corner` rounds the cards for it
    (mm), `ruler` adds a line of 50 mm.
    """

    layout: Layout = "duplex"
    flip: Flip = "long"
    order: SheetOrder = "paired"
    turn: Turn = "upright"
    marks: Marks = field(default_factory=Marks)
    bleed: float | None = None
    safe: float = 3
    gutter: float = 0
    grid: tuple[int, int] | None = None
    registration: bool = False
    corner: float = 0
    ruler: bool = True
    calibration: Calibration = field(default_factory=Calibration)
