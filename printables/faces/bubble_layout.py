"""Where the bubbles of a score pad lie: numbers that are marked digit by digit, so that a photo of them can be read.

A row is a number: its name, a box to write it in, and a group of bubbles for each of its digits, tens and ones side by
side, nought with a bubble of its own. Hundreds have a line above them. All distances are those that were found to be
read without a silent error: bubbles of 5 mm, 7.5 mm from one to the next, rows of at least 9 mm, 5 mm between groups,
and nothing else within 3 mm of a bubble. Two digits need the whole width of the frame: rows keep to the two parts of a
page that have no markers beside them. Between these stands how to mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Game
from companion.refusals import Refusal
from printables.faces.pad_rows import Block, PadRow, Rows, rows_of
from printables.imposition import CLOSE, Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value
from printables.reading.markers import LARGE, Frame

BUBBLES = "B"

DIAMETER, PITCH, ROW, APART = 5.0, 7.5, 9.0, 5.0
"""Of a bubble; from one to the next; the least height of a row; between two groups (mm)."""

CLEAR = 3.0
"""Nothing is drawn nearer to a bubble (mm)."""

ROW_MOST = 10.6
DIGITS = "0123456789"
PLACES = ("ones", "tens", "hundreds")
MINUS = "-"

ASIDE = APART + DIAMETER
"""From the middle of the last bubble of a group to the middle of the first of the next."""

ONES = LARGE.width - DIAMETER / 2 - 9 * PITCH
TENS = ONES - ASIDE - 9 * PITCH
"""The middle of the noughts."""

BOX = Box(TENS - DIAMETER / 2 - CLEAR - 10.5, 0, 10.5, 7.4)
"""The box that the number is written in, from the left; its height."""

LABEL = BOX.x - 1.2
"""The width of the name of a row."""

CODE = Box(LARGE.left, 0, 20, 20)
HEAD = Box(LARGE.left + 24.5, 12.6, LARGE.right - LARGE.left - 24.5, 8.0)
"""Names of the first player of a page, beside the code."""

MIDDLE = Box(LARGE.left, (LARGE.height - 20) / 2, LARGE.right - LARGE.left, 20)
"""Between the middle markers."""

PARTS = (Box(0, 25.0, LARGE.width, MIDDLE.y - 25.0), Box(0, MIDDLE.bottom, LARGE.width, 244.0 - MIDDLE.bottom))
"""The two parts of a page that rows lie in."""

STRIP = 4.4
HEAD_LINE = 9.4
"""The height of a heading, and of the names of a further player."""


class Line(Struct, frozen=True):
    """A line of a page: a heading, the names of a player, or a row (the upper or the lower line of one with
    hundreds)."""

    player: int
    block: Block | None = None
    row: PadRow | None = None
    upper: bool = False

    @property
    def least(self) -> float:
        if self.row is not None:
            return ROW
        return STRIP if self.block is not None else HEAD_LINE

    @property
    def has_hundreds(self) -> bool:
        return self.row is not None and self.row.kind == "number" and self.row.digits > 2


class Placed(Struct, frozen=True):
    """A line and where it lies."""

    line: Line
    box: Box


def layout(game: Game, frame: Frame = LARGE) -> Geometry:
    """Where the bubbles of the pad of a game lie. Raises Refusal (`print.pad.bubbles`) for more than three digits."""
    return layout_of(rows_of(game), frame)


def layout_of(rows: Rows, frame: Frame = LARGE) -> Geometry:
    """The same for any rows; only the large frame has room for them."""
    pages = []
    for page in placed(rows):
        groups = [group for one in page for group in _groups(rows, one, first=one is page[0])]
        pages.append(PageGeometry(CODE, tuple(groups)))
    return Geometry(BUBBLES, 0, tuple(pages), frame)


def placed(rows: Rows) -> list[list[Placed]]:
    """The lines of the pad page by page, players one below the other; who does not fit begins a page."""
    players = max((block.players for block in rows.blocks), default=1)
    return [_spread(page) for page in _pages([list(_lines(rows, player)) for player in range(1, players + 1)])]


def _lines(rows: Rows, player: int) -> Iterator[Line]:
    yield Line(player)
    for block in (block for block in rows.blocks if player <= block.players):
        if block.title is not None:
            yield Line(player, block)
        for row in block.rows:
            if row.kind == "number" and row.digits > len(PLACES):
                raise Refusal("print.pad.bubbles", field=row.key, digits=row.digits, most=len(PLACES))
            if Line(player, block, row).has_hundreds:
                yield Line(player, block, row, upper=True)
            yield Line(player, block, row)


def _together(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that stay beside each other: the names and what follows, a block with a heading if a part of a page can
    hold it, the two lines of a row."""
    held: list[Line] = []
    for n, line in enumerate(lines):
        held.append(line)
        if line.row is None or line.upper or (_goes_on(line, lines[n + 1 :]) and _whole(line, lines)):
            continue
        yield held
        held = []
    if held:
        yield held


def _goes_on(line: Line, later: Sequence[Line]) -> bool:
    block = line.block
    return block is not None and block.title is not None and bool(later) and later[0].block is block


def _whole(line: Line, lines: Sequence[Line]) -> bool:
    """Whether the block of a line can stand in one part of a page."""
    return sum(one.least for one in lines if one.block is line.block) <= PARTS[0].height + CLOSE


def _pages(players: Sequence[Sequence[Line]]) -> list[list[list[Line]]]:
    """Pages of two parts of lines."""
    pages: list[list[list[Line]]] = []
    for lines in players:
        here = _fill(pages[-1], lines) if pages else None
        if here is None:
            pages.append([[lines[0]], []])
            rest = _put(pages[-1], lines[1:])
            while rest:
                pages.append([[Line(lines[0].player)], []])
                rest = _put(pages[-1], rest)
        else:
            pages[-1] = here
    return pages


def _fill(page: list[list[Line]], lines: Sequence[Line]) -> list[list[Line]] | None:
    """The page with all of these lines below what it has; None if they do not fit."""
    found = [list(part) for part in page]
    return None if _put(found, lines) else found


def _put(page: list[list[Line]], lines: Sequence[Line]) -> list[Line]:
    """Put lines into the parts of a page; answers with those that found no room."""
    groups = list(_together(lines))
    at = 1 if page[1] else 0
    for n, group in enumerate(groups):
        while at < len(PARTS) and _high(page[at], at) + sum(line.least for line in group) > PARTS[at].height + CLOSE:
            at += 1
        if at == len(PARTS):
            return [line for later in groups[n:] for line in later]
        page[at] += group
    return []


def _high(lines: Sequence[Line], part: int) -> float:
    """The least height of lines in a part; the names that begin a page stand above it."""
    return sum(line.least for n, line in enumerate(lines) if not (part == 0 and n == 0 and line.row is None))


def _spread(parts: Sequence[Sequence[Line]]) -> list[Placed]:
    """Lines in their places: rows become higher where there is room, all of a page alike."""
    rows = [sum(line.row is not None for line in part) for part in parts]
    spare = [(PARTS[n].height - _high(part, n)) / rows[n] for n, part in enumerate(parts) if rows[n]]
    more = min(spare, default=0.0)
    more = min(more, ROW_MOST - ROW)
    found = []
    for n, part in enumerate(parts):
        y = PARTS[n].y
        for k, line in enumerate(part):
            if n == 0 and k == 0:
                found.append(Placed(line, HEAD))
                continue
            high = line.least + (more if line.row is not None else 0.0)
            found.append(Placed(line, Box(0, y, LARGE.width, high)))
            y += high
    return found


def _groups(rows: Rows, one: Placed, *, first: bool) -> Iterator[Group]:
    line, box = one.line, one.box
    if line.block is None:
        place = box if first else Box(BOX.x, box.y + 0.7, LARGE.width - BOX.x, 8.0)
        yield from _names(rows, line.player, place, date=first)
        return
    if line.row is None:
        return
    key, y = f"{line.player}.{line.row.key}", box.centre[1]
    if line.upper:
        yield _digits(f"{key}.hundreds", TENS, y)
        return
    if line.row.kind == "text":
        yield Group(key, "text", (Value.of("value", Box(BOX.x, y - 4, 95, 8)),))
        return
    if line.row.kind == "tick":
        yield Group(key, "tick", (_bubble("value", TENS, y),))
        return
    yield Group(key, "number", (Value.of("value", replace(box_of(line.row), y=y - BOX.height / 2)),))
    if line.row.signed:
        beside = ONES if line.row.digits == 1 else TENS
        yield Group(f"{key}.sign", "tick", (_bubble(MINUS, beside - ASIDE, y),))
    if line.row.digits > 1:
        yield _digits(f"{key}.tens", TENS, y)
    yield _digits(f"{key}.ones", ONES, y)


def box_of(row: PadRow) -> Box:
    """The box that the number of a row is written in: further left where a sign stands before two digits."""
    return replace(BOX, x=BOX.x - ASIDE) if row.signed and row.digits > 1 else BOX


def _bubble(key: str, x: float, y: float) -> Value:
    return Value.of(key, Box.around(x, y, DIAMETER), "circle")


def _digits(key: str, nought: float, y: float) -> Group:
    return Group(key, "choice", tuple(_bubble(digit, nought + n * PITCH, y) for n, digit in enumerate(DIGITS)))


def _names(rows: Rows, player: int, box: Box, *, date: bool) -> Iterator[Group]:
    """Who it is, side by side; the date beside the first of a page."""
    gap, dated = 1.4, 28.0
    wide = (box.width - (dated + gap if date else 0.0) + gap) / len(rows.headings)
    for n, row in enumerate(rows.headings):
        place = Box(box.x + n * wide, box.y, wide - gap, box.height)
        yield Group(f"{player}.{row.key}", row.kind, (Value.of("value", place),))
    if date:
        yield Group("date", "text", (Value.of("value", replace(box, x=box.right - dated, width=dated)),))
