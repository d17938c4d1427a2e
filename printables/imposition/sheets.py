"""Cards onto sheets: where each side of each card lies, and where the sheet is cut, folded and glued.

Every layout is a grid of slots. The fronts fill them in order, and a sheet that is not full keeps its slots, so that
the back of a card always lies where it lies on a full sheet (K15).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import Literal

from companion.refusals import Refusal
from printables.imposition.boxes import CLOSE, Box, Line
from printables.imposition.grids import Grid, grid
from printables.imposition.registration import clear_of_registration
from printables.imposition.setting import Flip, Setting
from printables.imposition.stock import Stock
from printables.paper import Paper

Side = Literal["front", "back"]


@dataclass(frozen=True)
class Spot:
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


@dataclass(frozen=True)
class SheetSide:
    """One printed side of sheet number `number` (from 0); `lying` says that the paper lies on its long side.

    `slots` are all places of the layout, `spots` the cards that lie in them. `cuts` are the cuts of a guillotine that
    the cards need, `folds` are folded with the print outside, `glue` is where the paper behind is glued, as it is seen
    from this side. `bleed` is how far grounds run on.
    """

    number: int
    back: bool
    lying: bool
    sheet: Box
    slots: tuple[Box, ...]
    spots: tuple[Spot, ...]
    cuts: tuple[Line, ...] = ()
    folds: tuple[Line, ...] = ()
    glue: tuple[Box, ...] = ()
    bleed: float = 0
    single: bool = False
    """The page is the card and what runs on beyond it: there is no paper around."""

    @property
    def block(self) -> Box:
        """The rectangle that all slots fill together."""
        return _around(self.slots)


def impose(
    count: int, stock: Stock, paper: Paper, setting: Setting | None = None, *, backs: bool | Sequence[bool] = True
) -> tuple[SheetSide, ...]:
    """The sides of all sheets that `count` cards take, in the order they are printed in; none for no cards, and never
    an empty one. `backs` says whether cards have backs, all of them or each.

    Raises Refusal (`print.grid.too_large`) when not even one card fits, or not as many as `setting.grid` asks for.
    """
    setting = setting or Setting()
    has = [backs] * count if isinstance(backs, bool) else list(backs)
    plan = plan_of(stock, paper, setting, count)
    fronts, behind = [], []
    for number in range(ceil(count / len(plan.fronts))):
        indices = range(number * len(plan.fronts), min((number + 1) * len(plan.fronts), count))
        found = plan.side(number, [(n, index) for n, index in enumerate(indices)], has)
        fronts.append(found[0])
        behind.append(found[1])
    if setting.order == "paired":
        return tuple(side for pair in zip(fronts, behind, strict=True) for side in pair if side is not None)
    return tuple(side for side in (*fronts, *behind) if side is not None)


@dataclass(frozen=True)
class Slot:
    """A place for one side of a card; see Spot."""

    box: Box
    turned: int
    ground: Box
    room: Box


@dataclass(frozen=True)
class Plan:
    """A layout on one sheet: slot n of `fronts` holds the front of the card whose back lies in slot n of `backs`, on
    the same side of the sheet (`folded`) or on the other."""

    sheet: Box
    lying: bool
    folded: bool
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]
    folds: tuple[Line, ...] = ()
    glue: tuple[Box, ...] = ()
    """The fold and the box to glue on, by the slots that they belong to."""
    bleed: float = 0
    single: bool = False

    def side(
        self, number: int, cards: Sequence[tuple[int, int]], has: Sequence[bool]
    ) -> tuple[SheetSide, SheetSide | None]:
        """The front and the back of a sheet with those cards, as (slot, index); None for a back with nothing on it."""
        fronts = [_spot(self.fronts[slot], index, "front") for slot, index in cards]
        backs = [_spot(self.backs[slot], index, "back") for slot, index in cards if has[index]]
        known = tuple(slot.box for slot in self.fronts)
        if self.folded:
            slots = known + tuple(slot.box for slot in self.backs)
            spots = (*fronts, *backs)
            taken = [place.box for slot, _ in cards for place in (self.fronts[slot], self.backs[slot])]
            folds = tuple(dict.fromkeys(self.folds[slot] for slot, _ in cards))
            glue = tuple(dict.fromkeys(self.glue[slot] for slot, _ in cards))
            return self._made(number, False, slots, spots, taken, folds, glue), None
        front = self._made(number, False, known, tuple(fronts), [spot.box for spot in fronts])
        if not backs:
            return front, None
        behind = tuple(slot.box for slot in self.backs)
        taken = [self.backs[slot].box for slot, _ in cards]
        return front, self._made(number, True, behind, tuple(backs), taken)

    def _made(
        self,
        number: int,
        back: bool,
        slots: tuple[Box, ...],
        spots: tuple[Spot, ...],
        taken: Sequence[Box],
        folds: tuple[Line, ...] = (),
        glue: tuple[Box, ...] = (),
    ) -> SheetSide:
        cuts = () if self.single else cuts_of(self.sheet, taken, folds)
        return SheetSide(number, back, self.lying, self.sheet, slots, spots, cuts, folds, glue, self.bleed, self.single)


def _spot(slot: Slot, index: int, side: Side) -> Spot:
    return Spot(index, side, slot.box, slot.turned, slot.ground, slot.room)


def plan_of(stock: Stock, paper: Paper, setting: Setting, count: int | None = None) -> Plan:
    """The layout of a setting on a sheet of that paper. Raises Refusal (`print.grid.too_large`)."""
    bleed = stock.bleed if setting.bleed is None else setting.bleed
    if setting.layout == "single":
        return _single(stock, bleed)
    ways = _ways(paper, setting)
    found: list[Plan] = []
    refused: Refusal | None = None
    for sheet, lying in ways:
        try:
            found += _plans(sheet, lying, stock, setting, bleed, count)
        except Refusal as caught:
            refused = refused or caught
        if found and setting.layout == "duplex" and setting.turn != "best":
            break  # the sheet lies on its side only where nothing fits upright
    if not found and refused is not None:
        raise refused
    return max(found, key=lambda plan: len(plan.fronts))


def _ways(paper: Paper, setting: Setting) -> list[tuple[Box, bool]]:
    """The sheet as it may lie, the wished way first."""
    ways = [(Box(0, 0, paper.width, paper.height), False), (Box(0, 0, paper.height, paper.width), True)]
    return ways[::-1] if setting.turn == "lying" else ways


def _plans(sheet: Box, lying: bool, stock: Stock, setting: Setting, bleed: float, count: int | None) -> Iterator[Plan]:
    if setting.layout == "duplex":
        yield _duplex(sheet, lying, stock, setting, bleed, count)
        return
    make = _gutter_fold if setting.layout == "gutter-fold" else _strips
    refused: Refusal | None = None
    there = False
    for upright in (True, False):
        try:
            plan = make(sheet, lying, stock, setting, bleed, upright)
        except Refusal as caught:
            refused = caught
        else:
            there = True
            yield plan
    if not there and refused is not None:
        raise refused


def _single(stock: Stock, bleed: float) -> Plan:
    """A page for each side of each card: the card, and what runs on beyond it."""
    sheet = Box(0, 0, stock.width + 2 * bleed, stock.height + 2 * bleed)
    slot = Slot(sheet.inset(bleed), 0, sheet, sheet)
    return Plan(sheet, False, False, (slot,), (slot,), bleed=bleed, single=True)


def _grid(room: Box, cell: tuple[float, float], stock: Stock, setting: Setting, gutter: float) -> Grid:
    columns, rows = setting.grid or (None, None)
    margin = stock.margin
    while True:
        found = grid(room, cell, margin=margin, gutter=gutter, columns=columns, rows=rows)
        if not setting.registration or clear_of_registration(room, found.cells):
            return found
        margin += 1


def _duplex(sheet: Box, lying: bool, stock: Stock, setting: Setting, bleed: float, count: int | None) -> Plan:
    found = _grid(sheet, (stock.width, stock.height), stock, setting, setting.gutter)
    if stock.seams and count is not None and setting.grid is None:
        found = replace(found, rows=max(1, min(found.rows, ceil(count / found.columns))))
    fronts = tuple(_free(box, sheet, bleed, room) for box, room in zip(found.cells, _rooms(found, bleed), strict=True))
    level = turns_level(sheet, setting.flip)
    backs = tuple(_behind(slot, sheet, level) for slot in fronts)
    return Plan(sheet, lying, False, fronts, backs, bleed=bleed)


def turns_level(sheet: Box, flip: Flip) -> bool:
    """Whether a sheet is turned over around a level line: over its short edge when it stands upright, over its long
    edge when it lies."""
    return (flip == "long") != (sheet.width <= sheet.height + CLOSE)


def _behind(slot: Slot, sheet: Box, level: bool) -> Slot:
    return Slot(
        mirrored(slot.box, sheet, level), 180 if level else 0, mirrored(slot.ground, sheet, level),
        mirrored(slot.room, sheet, level),
    )  # fmt: skip


def mirrored(box: Box, sheet: Box, level: bool) -> Box:
    """The place on the other side of a sheet that is turned over around an upright or a level line."""
    if level:
        return replace(box, y=sheet.y + sheet.bottom - box.bottom)
    return replace(box, x=sheet.x + sheet.right - box.right)


def _free(box: Box, sheet: Box, bleed: float, room: Box) -> Slot:
    return Slot(box, 0, box.inset(-bleed), room)


def _rooms(found: Grid, bleed: float) -> Iterator[Box]:
    """How far each cell's picture may run on: half way to its neighbours, and all of the bleed where it has none."""
    inner = min(bleed, found.gutter / 2)
    for row, column in product(range(found.rows), range(found.columns)):
        box = found.cells[row * found.columns + column]
        left = inner if column else bleed
        right = inner if column < found.columns - 1 else bleed
        top = inner if row else bleed
        bottom = inner if row < found.rows - 1 else bleed
        yield Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


def _gutter_fold(sheet: Box, lying: bool, stock: Stock, setting: Setting, bleed: float, upright: bool) -> Plan:
    """Fronts on one half of the sheet and backs on the other, folded once along the middle; the halves are as far from
    the fold as a ground runs on, and at least half a gutter."""
    apart = max(bleed, setting.gutter / 2)
    room = Box(0, 0, sheet.width / 2, sheet.height) if upright else Box(0, 0, sheet.width, sheet.height / 2)
    margin = stock.margin
    # The margin of the half is that of the paper on three sides, and `apart` on the fourth.
    inner = (
        Box(margin, margin, room.width - margin - apart, room.height - 2 * margin)
        if upright
        else Box(margin, margin, room.width - 2 * margin, room.height - margin - apart)
    )
    columns, rows = setting.grid or (None, None)
    found = grid(inner, (stock.width, stock.height), margin=0, gutter=setting.gutter, columns=columns, rows=rows)
    found = _at_fold(found, sheet, upright, apart)
    fronts = tuple(_free(box, sheet, bleed, room) for box, room in zip(found.cells, _rooms(found, bleed), strict=True))
    level = not upright
    backs = tuple(_behind(slot, sheet, level) for slot in fronts)
    x, y = sheet.centre
    fold = Line(x, sheet.y, x, sheet.bottom) if upright else Line(sheet.x, y, sheet.right, y)
    glued = found.block.inset(-bleed)
    plan = Plan(sheet, lying, True, fronts, backs, tuple(fold for _ in fronts), tuple(glued for _ in fronts), bleed)
    return _checked(plan, setting, stock)


def _at_fold(found: Grid, sheet: Box, upright: bool, apart: float) -> Grid:
    """The same grid, centred along the fold and `apart` from it."""
    block = found.block
    width, height = block.width, block.height
    x, y = sheet.centre
    if upright:
        return replace(found, sheet=Box(x - apart - width, y - height / 2, width, height))
    return replace(found, sheet=Box(x - width / 2, y - apart - height, width, height))


def _strips(sheet: Box, lying: bool, stock: Stock, setting: Setting, bleed: float, upright: bool) -> Plan:
    """Front and back of each card share an edge and are folded over it: backs right of their fronts (`upright` folds),
    or below them and upside down."""
    pair = (2 * stock.width, stock.height) if upright else (stock.width, 2 * stock.height)
    found = _grid(sheet, pair, stock, setting, setting.gutter)
    fronts, backs, folds, glue = [], [], [], []
    for cell, room in zip(found.cells, _rooms(found, bleed), strict=True):
        middle = cell.centre[0] if upright else cell.centre[1]
        one, other = _halves(cell, middle, upright)
        ground = _halves(cell.inset(-bleed), middle, upright)
        rooms = _halves(room, middle, upright)
        fronts.append(Slot(one, 0, ground[0], rooms[0]))
        backs.append(Slot(other, 0 if upright else 180, ground[1], rooms[1]))
        at, block = round(middle, 6), found.block
        folds.append(Line(at, block.y, at, block.bottom) if upright else Line(block.x, at, block.right, at))
        glue.append(one)
    plan = Plan(sheet, lying, True, tuple(fronts), tuple(backs), tuple(folds), tuple(glue), bleed)
    return _checked(plan, setting, stock)


def _halves(box: Box, middle: float, upright: bool) -> tuple[Box, Box]:
    if upright:
        return replace(box, width=middle - box.x), Box(middle, box.y, box.right - middle, box.height)
    return replace(box, height=middle - box.y), Box(box.x, middle, box.width, box.bottom - middle)


def _checked(plan: Plan, setting: Setting, stock: Stock) -> Plan:
    """Raises Refusal where a folded layout leaves no room for what a cutting machine looks for."""
    boxes = tuple(slot.box for slot in (*plan.fronts, *plan.backs))
    if setting.registration and not clear_of_registration(plan.sheet, boxes):
        raise Refusal(
            "print.grid.registration", field="registration", width=f"{stock.width:g}", height=f"{stock.height:g}"
        )
    return plan


def cuts_of(sheet: Box, boxes: Sequence[Box], folds: Sequence[Line] = ()) -> tuple[Line, ...]:
    """The cuts that part boxes from each other and from the sheet, each from one edge of the sheet to the other; no two
    in the same place, and none where the sheet is folded."""
    folded = {("x", round(line.x1, 4)) for line in folds if line.x1 == line.x2}
    folded |= {("y", round(line.y1, 4)) for line in folds if line.y1 == line.y2}
    xs = _lines({x for box in boxes for x in (box.x, box.right)}, sheet.x, sheet.right, "x", folded)
    ys = _lines({y for box in boxes for y in (box.y, box.bottom)}, sheet.y, sheet.bottom, "y", folded)
    return (*(Line(x, sheet.y, x, sheet.bottom) for x in xs), *(Line(sheet.x, y, sheet.right, y) for y in ys))


def _lines(values: set[float], first: float, last: float, axis: str, folded: set[tuple[str, float]]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        inside = first + CLOSE < value < last - CLOSE
        if inside and (not found or value - found[-1] > CLOSE) and (axis, round(value, 4)) not in folded:
            found.append(value)
    return found


def _around(boxes: Sequence[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
