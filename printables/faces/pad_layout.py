"""Where the boxes of a score pad lie: its rows in the measures of a frame, without a word or a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace

from companion.game import Game
from companion.refusals import Refusal
from printables.faces.pad_measures import SHORT, Measures, measures_for
from printables.faces.pad_rows import Block, PadRow, Rows, rows_of
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value
from printables.reading.markers import LARGE, Frame

PAD = "P"

DATE = "date"


def layout(game: Game, frame: Frame = LARGE) -> Geometry:
    """Where the boxes of the pad of a game lie, on as many pages as its players and its rows need.

    Raises Refusal (`print.pad.boxes`) for a value of more digits than a column has room for.
    """
    return layout_of(rows_of(game), frame)


def layout_of(rows: Rows, frame: Frame = LARGE) -> Geometry:
    """The same for any rows."""
    rows, measures = measured(rows, frame)
    for row in (row for block in rows.blocks for row in block.rows):
        if not measures.has_room(row):
            raise Refusal("print.pad.boxes", field=row.key, digits=row.digits)
    headings = rows.headings
    pages = [
        _page(measures, headings, players, page)
        for players in measures.pages_of_players()
        for page in _pages(measures, headings, [block for block in rows.blocks if players[0] <= block.players])
    ]
    return Geometry(PAD, 0, tuple(pages), frame)


def measured(rows: Rows, frame: Frame) -> tuple[Rows, Measures]:
    """The rows as a frame has room for them, and its measures: small pieces have the short ones."""
    rows = rows.short if frame in SHORT else rows
    return rows, measures_for(rows.blocks, frame)


def _head_height(measures: Measures, headings: Sequence[PadRow]) -> float:
    rows = measures.numerals + len(headings) * (measures.head_row + measures.head_gap)
    return max(rows, measures.head_least) + measures.block_gap


def _pages(measures: Measures, headings: Sequence[PadRow], found: Sequence[Block]) -> list[list[Block]]:
    """The blocks page by page, at the least height of a row.

    What does not fit goes on on the next page; a block with a heading is parted only if a whole page is too short.
    """
    room = measures.foot - measures.body_top - _head_height(measures, headings)
    pages: list[list[Block]] = [[]]
    left = room
    for block in found:
        rest = block
        while rest.rows:
            fits = _how_many(measures, rest, left)
            whole = fits == len(rest.rows)
            kept = block.title or measures.whole
            if not whole and pages[-1] and (fits == 0 or (kept and _least(measures, rest) <= room)):
                pages.append([])
                left = room
                continue
            fits = max(fits, 1)
            part = replace(rest, rows=rest.rows[:fits])
            pages[-1].append(part)
            left -= _least(measures, part) + measures.block_gap
            rest = replace(rest, rows=rest.rows[fits:])
    return pages


def _least(measures: Measures, block: Block) -> float:
    return measures.height(block, measures.row_least)


def _how_many(measures: Measures, block: Block, left: float) -> int:
    """How many of its rows fit into that height."""
    if measures.in_line(block):
        return len(block.rows) if measures.alone <= left else 0
    count = 0
    while count < len(block.rows) and _least(measures, replace(block, rows=block.rows[: count + 1])) <= left:
        count += 1
    return count


def _page(measures: Measures, headings: Sequence[PadRow], players: range, page: Sequence[Block]) -> PageGeometry:
    groups = [Group(DATE, "text", (Value.of("value", measures.date),))]
    y = measures.body_top + measures.numerals
    for row in headings:
        for player in players:
            box = Box(measures.column(player).x, y, measures.room, measures.head_row)
            groups.append(Group(f"{player}.{row.key}", row.kind, (Value.of("value", box),)))
        y += measures.head_row + measures.head_gap
    y = measures.body_top + _head_height(measures, headings)
    height = _row_height(measures, page, measures.foot - y)
    for block in page:
        if measures.in_line(block):
            groups += _line(measures, block, y)
        else:
            groups += _rows(measures, block, players, y + measures.strip_of(block), height)
        y += measures.height(block, height) + measures.block_gap
    return PageGeometry(measures.code, tuple(groups))


def _row_height(measures: Measures, page: Sequence[Block], room: float) -> float:
    """The height of a row, so that the blocks of a page fill the room."""
    fixed = sum(measures.height(block, 0) + measures.block_gap for block in page) - measures.block_gap
    units = sum(measures.units(row) for block in page if not measures.in_line(block) for row in block.rows)
    return min((room - fixed) / units, measures.row_most) if units else measures.row_most


def _rows(measures: Measures, block: Block, players: range, y: float, height: float) -> list[Group]:
    """The rows of a block below each other, for those of the players who have columns in it."""
    groups = []
    for row in block.rows:
        tall = height * measures.units(row)
        for player in players[: max(block.players - players[0] + 1, 0)]:
            groups.append(_group(measures, row, player, Box(measures.column(player).x, y, measures.room, tall)))
        y += tall
    return groups


def _line(measures: Measures, block: Block, y: float) -> list[Group]:
    """The rows of a block side by side, over all columns, for the only player."""
    left = measures.column(1).x
    width = (measures.right - left + measures.gutter) / len(block.rows)
    boxes = [Box(left + n * width, y, width - measures.gutter, measures.alone) for n in range(len(block.rows))]
    return [
        Group(f"1.{row.key}", row.kind, (Value.of("value", box),)) for row, box in zip(block.rows, boxes, strict=True)
    ]


def _group(measures: Measures, row: PadRow, player: int, room: Box) -> Group:
    """The boxes of one row in the column of one player: small ones from the right, before the value."""
    room = room.inset(0, measures.air)
    key = f"{player}.{row.key}"
    if row.kind == "tick":
        place = Box.around(room.right - measures.value_least / 2, room.centre[1], min(room.height, 5.6))
        return Group(key, row.kind, (Value.of("value", place, "square"),))
    if row.kind == "text":
        return Group(key, row.kind, (Value.of("value", room),))
    width_of_value = measures.value_width(row)
    value = Box(room.right - width_of_value, room.y, width_of_value, room.height)
    if not row.boxes:
        return Group(key, row.kind, (Value.of("value", value),))
    lines = measures.lines(row)
    count = ceil(len(row.boxes) / lines)
    width = min((room.width - width_of_value) / count, measures.box_most)
    height = room.height / lines
    left = value.x - count * width
    small = tuple(
        Value.of(box, Box(left + n % count * width, room.y + n // count * height, width, height))
        for n, box in enumerate(row.boxes)
    )
    return Group(key, row.kind, (*small, Value.of("value", value)))
