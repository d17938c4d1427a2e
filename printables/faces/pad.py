"""The score pad as it looks. All boxes come from its geometry; only what stands beside them is placed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.faces import styles
from printables.faces.furniture import (
    draw_code,
    draw_footer,
    draw_markers,
    draw_title,
    frame_pen,
    page_code,
)
from printables.faces.pad_layout import DATE, PAD, layout
from printables.faces.pad_measures import Measures, measures_for
from printables.faces.pad_rows import Block, PadRow, blocks, heading_rows
from printables.faces.sheet import draw_named_box, draw_strip, draw_value_box
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, PageGeometry, newest
from printables.reading.markers import frame_of
from printables.typeset import STAR, width

UNIT_ICONS = {"stars": STAR}
"""What stands over the boxes of values, by the unit of the score; other units are written."""


def pad_geometry(order: Order) -> Geometry:
    """The geometry of the pad: as stored with the game, or as laid out from its score sheet."""
    return newest(order.package, PAD, layout(order.game, frame_of(order.paper)))


def pad_pages(order: Order) -> Sequence[Page]:
    """The pages of a game's score pad."""
    geometry = pad_geometry(order)
    found = blocks(order.game)
    measures = measures_for(found, geometry.frame)
    return [
        Page(_PadPage(order, geometry, n, found, measures).draw, code=page_code(order, geometry, n + 1).text)
        for n in range(len(geometry.pages))
    ]


@dataclass(frozen=True)
class _PadPage:
    order: Order
    geometry: Geometry
    index: int
    blocks: tuple[Block, ...]
    measures: Measures

    @property
    def page(self) -> PageGeometry:
        return self.geometry.pages[self.index]

    @property
    def players(self) -> list[int]:
        """Whose columns the page has, counted from 1."""
        first = heading_rows(self.order.game.scores)[0]
        return [player for player in range(1, self.measures.players + 1) if f"{player}.{first.key}" in self.page]

    def say(self, key: str) -> str:
        return self.order.words(key)

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = frame_pen(pen, self.order.paper)
        measures, frame = self.measures, self.geometry.frame
        draw_markers(pen, frame)
        draw_code(pen, page_code(self.order, self.geometry, self.index + 1), self.page.code)
        draw_title(pen, self.order, "print.item.score-pad", measures.title, size=measures.title_size)
        if measures.title.right < measures.right:  # the date stands beside it, on the same line
            beside = measures.title.bottom + 0.6
            pen.line(measures.title.right, beside, measures.right, beside, pen.ink.accent, 0.35)
        draw_footer(pen, self.order, number, total, measures.footer)
        self.headings(pen)
        for block in self.blocks:
            rows = [row for row in block.rows if f"{self.players[0]}.{row.key}" in self.page]
            if rows and measures.in_line(block):
                self.line(pen, block, rows)
            elif rows:
                self.block(pen, block, rows)
        hint = Box(measures.left, measures.foot, measures.width, measures.hint)
        pen.write(hint, self.say("print.pad.hint"), styles.HINT, field="hint", valign="bottom", shade=pen.ink.quiet)

    def headings(self, pen: Pen) -> None:
        """The numbers of the players, and the boxes for who they are, each with its name in a corner."""
        rows = heading_rows(self.order.game.scores)
        self.named_box(pen, DATE, "print.pad.date")
        for player in self.players:
            first = self.page[f"{player}.{rows[0].key}"].box
            if self.measures.numerals:
                pen.text(first.x, first.y - 1.6, str(player), styles.NUMERAL, shade=pen.ink.accent)
            else:
                at = (first.right - 1.4, first.y + 4.6)
                pen.text(*at, str(player), styles.NUMERAL, align="right", shade=pen.ink.accent)
            for row in rows:
                self.named_box(pen, f"{player}.{row.key}", row.label)

    def named_box(self, pen: Pen, group: str, label: str) -> None:
        """A box for words, with what belongs into it in its corner."""
        draw_named_box(pen, self.page[group].box, self.say(label), label)

    def block(self, pen: Pen, block: Block, rows: list[PadRow]) -> None:
        measures, high = self.measures, self.measures.strip_of(block)
        top = self.page[f"{self.players[0]}.{rows[0].key}"].box.y - measures.air
        if block.title is not None:
            left, right = measures.left, measures.column(self.columns(block)[-1]).right
            self.strip(pen, block, Box(left, top - high, right - left, high - measures.under))
        for row in rows:
            self.row(pen, block, row, last=row is rows[-1])

    def columns(self, block: Block) -> list[int]:
        """The players of the page who have a column in a block."""
        return [player for player in self.players if player <= block.players]

    def line(self, pen: Pen, block: Block, rows: list[PadRow]) -> None:
        """Rows side by side behind the name of their block."""
        box = self.page[f"{self.players[0]}.{rows[0].key}"].box
        title = str(block.title)
        strip = Box(self.measures.left, box.y, self.measures.labels, box.height)
        draw_strip(pen, strip, self.say(title), title, lines=2, size=self.measures.section)
        for row in rows:
            self.named_box(pen, f"{self.players[0]}.{row.key}", row.label)

    def strip(self, pen: Pen, block: Block, strip: Box) -> None:
        """The heading of a block, and over each box what it is for."""
        title = str(block.title)
        lines = 2 if block.captions else 1
        size = self.measures.section
        draw_strip(pen, strip, self.say(title), title, room=self.measures.labels, lines=lines, size=size)
        row = next((row for row in block.rows if row.boxes), None)
        if row is None or not block.captions:
            return
        columns = self.columns(block)
        room = min(value.width for value in self.page[f"{columns[0]}.{row.key}"].values)
        level = all(self.is_short(key, room) for key in block.captions)
        for player in columns:
            for value in self.page[f"{player}.{row.key}"].values:
                box = Box(value.box.x, strip.y, value.box.width, strip.height)
                self.caption(pen, box, value.key, level=level)

    def is_short(self, key: str, room: float) -> bool:
        """Whether the name of a box may stand over it without being turned."""
        return width(self.say(_box_word(key)), styles.CAPTION) <= room - 0.8

    def caption(self, pen: Pen, box: Box, key: str, *, level: bool) -> None:
        if key == "value":
            field = "print.pad.points"
            pen.write(box, self.unit, styles.LABEL, field=field, align="centre", shade=pen.ink.accent)
            return
        word = _box_word(key)
        text = self.say(word)
        if level or len(text) <= 2:
            pen.write(box.inset(0.2), text, styles.CAPTION, field=word, align="centre")
        else:
            pen.write_upright(box.inset(0, self.measures.caption_air), text, styles.CAPTION, field=word)

    @property
    def unit(self) -> str:
        unit = self.order.game.scores.unit
        return UNIT_ICONS.get(unit) or self.say("print.pad.points")

    def row(self, pen: Pen, block: Block, row: PadRow, *, last: bool) -> None:
        measures = self.measures
        groups = [self.page[f"{player}.{row.key}"] for player in self.columns(block)]
        box = groups[0].box
        self.label(pen, row, Box(measures.left + 1.6, box.y, measures.labels - 2, box.height))
        if not last:
            y = box.bottom + measures.air
            starts = [measures.left, *(group.box.right for group in groups[:-1])]
            pen.lines([Line(x, y, group.box.x, y) for x, group in zip(starts, groups, strict=True)], pen.ink.hair, 0.12)
        for group in groups:
            draw_group(pen, group, strong=row.strong)

    def name_of(self, row: PadRow) -> str:
        """What a row is called: as the printed set has it, else by its word."""
        names = self.order.game.scores.names
        found = {} if names is None else names(self.order.content)
        own = row.label.removeprefix("score.row.")
        return self.order.words.say(found[own]) if own in found else self.say(row.label)

    def label(self, pen: Pen, row: PadRow, box: Box) -> None:
        style = styles.STRONG if row.strong else styles.SUM if row.key.endswith(".sum") else styles.LABEL
        if not row.notes:
            pen.write(box, self.name_of(row), style, field=row.label, lines=2)
            return
        half = box.height * 0.54
        upper = Box(box.x, box.y, box.width, half)
        lower = Box(box.x, box.y + half, box.width, box.height - half)
        pen.write(upper, self.name_of(row), style.at(self.measures.noted), field=row.label, valign="bottom")
        notes = " · ".join(self.say(note) for note in row.notes)
        pen.write(lower, notes, styles.CAPTION, field=row.notes[0], valign="middle", shade=pen.ink.quiet)


def _box_word(key: str) -> str:
    """The key of the name of a box; boxes of one name are told apart by a number after it."""
    return f"score.box.{key.split('.')[0]}"


def draw_group(pen: Pen, group: Group, *, strong: bool = False) -> None:
    """The boxes of a row: small ones thin, the value framed."""
    for value in group.values:
        if value.key != "value":
            draw_value_box(pen, value.box)
    frame = group["value"].box
    if strong:
        pen.box(frame, line=pen.ink.accent, weight=0.5, radius=0.8)
    else:
        draw_value_box(pen, frame, strong=True)
