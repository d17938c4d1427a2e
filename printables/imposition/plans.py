"""The layouts: which places a sheet has for fronts and backs, upright or lying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from companion.refusals import Refusal
from printables.imposition.boxes import CLOSE, Box, Line
from printables.imposition.grids import Grid, behind, grid
from printables.imposition.registration import clear_of_registration
from printables.imposition.setting import Flip, Setting
from printables.imposition.sides import SheetSide, Side, Spot, cuts_of
from printables.imposition.stock import Stock
from printables.paper import Paper


class Slot(Struct, frozen=True):
    """A place for one side of a card; see Spot."""

    box: Box
    turned: int
    ground: Box
    room: Box


class Plan(Struct, frozen=True):
    """A layout on one sheet: slot n of `fronts` holds the front of the card whose back lies in slot n of `backs`, on
    the same side of the sheet (`folded`) or on the other."""

    sheet: Box
    lying: bool
    folded: bool
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]
    pieces: tuple[Box, ...]
    """What is cut out for each slot."""
    area: Box
    folds: tuple[Line, ...] = ()
    glue: tuple[Box, ...] = ()
    """The fold and the box to glue on, by the slots that they belong to."""
    bleed: float = 0
    single: bool = False

    def side(
        self, number: int, cards: Sequence[tuple[int, int]], has: Sequence[bool]
    ) -> tuple[SheetSide, SheetSide | None]:
        """The front and the back of a sheet with those cards, as (slot, index); None for a back with nothing on it."""
        fronts = tuple(_spot(self.fronts[slot], index, "front") for slot, index in cards)
        backs = tuple(_spot(self.backs[slot], index, "back") for slot, index in cards if has[index])
        known, behind = (tuple(slot.box for slot in slots) for slots in (self.fronts, self.backs))
        pieces = tuple(self.pieces[slot] for slot, _ in cards)
        if self.folded:
            folds = tuple(dict.fromkeys(self.folds[slot] for slot, _ in cards))
            glue = tuple(dict.fromkeys(self.glue[slot] for slot, _ in cards))
            front = self._made(number, False, known + behind, (*fronts, *backs), pieces, folds, glue)
            return front, None
        front = self._made(number, False, known, fronts, pieces)
        if not backs:
            return front, None
        return front, self._made(number, True, behind, backs, tuple(self.backs[slot].box for slot, _ in cards))

    def _made(
        self,
        number: int,
        back: bool,
        slots: tuple[Box, ...],
        spots: tuple[Spot, ...],
        pieces: tuple[Box, ...],
        folds: tuple[Line, ...] = (),
        glue: tuple[Box, ...] = (),
    ) -> SheetSide:
        cuts = () if self.single else cuts_of(self.area, pieces)
        return SheetSide(
            number, back, self.lying, self.sheet, slots, spots, pieces, self.area, cuts, folds, glue, self.bleed,
            self.single,
        )  # fmt: skip


def _spot(slot: Slot, index: int, side: Side) -> Spot:
    return Spot(index, side, slot.box, slot.turned, slot.ground, slot.room)


class Ask(Struct, frozen=True):
    """What is asked for: what is cut, how it is laid out, how far grounds run on, how many cards there are in all, and
    how many of them lie on this sheet (None: as many as it holds)."""

    stock: Stock
    setting: Setting
    bleed: float
    count: int | None = None
    filled: int | None = None


def plan_of(stock: Stock, paper: Paper, setting: Setting, count: int | None = None, filled: int | None = None) -> Plan:
    """The layout of a setting on a sheet of that paper, for `count` cards in all; `filled` is how many lie on this
    sheet (None: as many as it holds), the others' places are there and stay empty.

    Raises Refusal: `print.grid.card` if no card fits, `print.grid.too_large` if not as many do as are asked for.
    """
    ask = Ask(stock, setting, stock.bleed if setting.bleed is None else setting.bleed, count, filled)
    if setting.layout == "single":
        return _single(ask)
    found: list[Plan] = []
    refused: Refusal | None = None
    for sheet, lying in _ways(paper, setting):
        try:
            found += _plans(sheet, lying, ask)
        except Refusal as caught:
            refused = refused or caught
        if found and setting.layout == "duplex" and setting.turn != "best":
            break  # the sheet lies on its side only where nothing fits upright
    if not found and refused is not None:
        raise refused if setting.grid is not None else _too_large(stock, paper)
    return max(found, key=lambda plan: len(plan.fronts))


def _too_large(stock: Stock, paper: Paper) -> Refusal:
    sides = {"width": f"{stock.width:g}", "height": f"{stock.height:g}", "margin": f"{stock.margin:g}"}
    return Refusal("print.grid.card", field="paper", paper=paper.name, **sides)


def _ways(paper: Paper, setting: Setting) -> list[tuple[Box, bool]]:
    """The sheet as it may lie, the wished way first."""
    ways = [(Box(0, 0, paper.width, paper.height), False), (Box(0, 0, paper.height, paper.width), True)]
    return ways[::-1] if setting.turn == "lying" else ways


def _plans(sheet: Box, lying: bool, ask: Ask) -> Iterator[Plan]:
    """Every way to lay out a sheet that lies so. Raises Refusal if there is none."""
    if ask.setting.layout == "duplex":
        yield _duplex(sheet, lying, ask)
        return
    make = _gutter_fold if ask.setting.layout == "gutter-fold" else _strips
    refused: list[Refusal] = []
    for upright in (True, False):
        try:
            yield make(sheet, lying, ask, upright)
        except Refusal as caught:
            refused.append(caught)
    if len(refused) == 2:
        raise refused[0]


def _single(ask: Ask) -> Plan:
    """A page for each side of each card: the card, and what runs on beyond it."""
    stock, bleed = ask.stock, ask.bleed
    sheet = Box(0, 0, stock.width + 2 * bleed, stock.height + 2 * bleed)
    slot = Slot(sheet.inset(bleed), 0, sheet, sheet)
    return Plan(sheet, False, False, (slot,), (slot,), (slot.box,), sheet, bleed=bleed, single=True)


def _grid(room: Box, cell: tuple[float, float], ask: Ask) -> Grid:
    columns, rows = ask.setting.grid or (None, None)
    margin = ask.stock.margin
    while True:
        found = grid(room, cell, margin=margin, gutter=ask.setting.gutter, columns=columns, rows=rows)
        if not ask.setting.registration or clear_of_registration(room, found.cells, ask.bleed):
            return found
        margin += 1


def _duplex(sheet: Box, lying: bool, ask: Ask) -> Plan:
    """Fronts on one side of the sheet, backs on the other."""
    found = _grid(sheet, (ask.stock.width, ask.stock.height), ask)
    if ask.stock.seams and ask.count is not None and ask.setting.grid is None:
        found = replace(found, rows=max(1, min(found.rows, ceil(ask.count / found.columns))))
    fronts = _slots(found, ask)
    level = turns_level(sheet, ask.setting.flip)
    backs = tuple(_behind(slot, sheet, level) for slot in fronts)
    return Plan(sheet, lying, False, fronts, backs, found.cells, sheet, bleed=ask.bleed)


def turns_level(sheet: Box, flip: Flip) -> bool:
    """Whether a sheet is turned over around a level line: over its short edge when it stands upright, over its long
    edge when it lies."""
    return (flip == "long") != (sheet.width <= sheet.height + CLOSE)


def _behind(slot: Slot, sheet: Box, level: bool) -> Slot:
    box, ground, room = (behind(sheet, one, level) for one in (slot.box, slot.ground, slot.room))
    return Slot(box, 180 if level else 0, ground, room)


def _slots(found: Grid, ask: Ask) -> tuple[Slot, ...]:
    """The cells of a grid for cards that stand upright."""
    rooms = _rooms(found, ask)
    return tuple(Slot(box, 0, box.inset(-ask.bleed), room) for box, room in zip(found.cells, rooms, strict=True))


def _rooms(found: Grid, ask: Ask) -> Iterator[Box]:
    """How far each cell's picture may run on: half way to its neighbours, and all of the bleed where it has none;
    cells are filled row by row."""
    filled = found.rows * found.columns if ask.filled is None else ask.filled
    bleed, inner, cells = ask.bleed, min(ask.bleed, found.gutter / 2), found.cells
    for row, column in product(range(found.rows), range(found.columns)):
        slot = row * found.columns + column
        box = cells[slot]
        left = inner if column else bleed
        right = inner if column < found.columns - 1 and slot + 1 < filled else bleed
        top = inner if row else bleed
        bottom = inner if slot + found.columns < filled else bleed
        yield Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


APART, MACHINE = 3.0, 12.0
"""How much more than a ground runs on the halves of a folded sheet keep from the fold, so that a cut can be marked
there; and how far they keep from it where a cutting machine looks for its marks (mm)."""


def _gutter_fold(sheet: Box, lying: bool, ask: Ask, upright: bool) -> Plan:
    """Fronts on one half of the sheet and backs on the other, folded once along the middle."""
    stock, setting, bleed = ask.stock, ask.setting, ask.bleed
    least = MACHINE + bleed if setting.registration else 0.0
    margin, apart = max(stock.margin, least), max(bleed + APART, setting.gutter / 2, least)
    area = replace(sheet, width=sheet.width / 2) if upright else replace(sheet, height=sheet.height / 2)
    width = area.width - margin - (apart if upright else margin)
    height = area.height - margin - (margin if upright else apart)
    columns, rows = setting.grid or (None, None)
    room, cell = Box(margin, margin, width, height), (stock.width, stock.height)
    found = grid(room, cell, margin=0, gutter=setting.gutter, columns=columns, rows=rows)
    found = _at_fold(found, sheet, upright, apart)
    fronts = _slots(found, ask)
    backs = tuple(_behind(slot, sheet, not upright) for slot in fronts)
    x, y = sheet.centre
    fold = Line(x, sheet.y, x, sheet.bottom) if upright else Line(sheet.x, y, sheet.right, y)
    folds, glue = tuple(fold for _ in fronts), tuple(found.block.inset(-bleed) for _ in fronts)
    return Plan(sheet, lying, True, fronts, backs, found.cells, area, folds, glue, bleed)


def _at_fold(found: Grid, sheet: Box, upright: bool, apart: float) -> Grid:
    """The same grid, centred along the fold and `apart` from it."""
    block = found.block
    width, height = block.width, block.height
    x, y = sheet.centre
    if upright:
        return replace(found, sheet=Box(x - apart - width, y - height / 2, width, height))
    return replace(found, sheet=Box(x - width / 2, y - apart - height, width, height))


def _strips(sheet: Box, lying: bool, ask: Ask, upright: bool) -> Plan:
    """Front and back of each card share an edge and are folded over it: backs right of their fronts (`upright` folds),
    or below them and upside down."""
    stock, bleed = ask.stock, ask.bleed
    pair = (2 * stock.width, stock.height) if upright else (stock.width, 2 * stock.height)
    found = _grid(sheet, pair, ask)
    block = found.block
    fronts, backs, folds, glue = [], [], [], []
    for cell, room in zip(found.cells, _rooms(found, ask), strict=True):
        middle = cell.centre[0] if upright else cell.centre[1]
        one, other = _halves(cell, middle, upright)
        ground = _halves(cell.inset(-bleed), middle, upright)
        rooms = _halves(room, middle, upright)
        fronts.append(Slot(one, 0, ground[0], rooms[0]))
        backs.append(Slot(other, 0 if upright else 180, ground[1], rooms[1]))
        at = round(middle, 6)
        folds.append(Line(at, block.y, at, block.bottom) if upright else Line(block.x, at, block.right, at))
        glue.append(one)
    return Plan(sheet, lying, True, tuple(fronts), tuple(backs), found.cells, sheet, tuple(folds), tuple(glue), bleed)


def _halves(box: Box, middle: float, upright: bool) -> tuple[Box, Box]:
    if upright:
        return replace(box, width=middle - box.x), Box(middle, box.y, box.right - middle, box.height)
    return replace(box, height=middle - box.y), Box(box.x, middle, box.width, box.bottom - middle)
