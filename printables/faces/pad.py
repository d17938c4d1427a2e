"""The score pad as it looks. All boxes come from its geometry; only what stands beside them is placed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printables.faces import styles
from printables.faces.furniture import (
    draw_code,
    draw_footer,
    draw_markers,
    draw_title,
    frame_pen,
)
from printables.faces.pad_layout import DATE, PAD, layout_of, measured
from printables.faces.pad_leaf import Leaf, leaf_pages
from printables.faces.pad_measures import Measures
from printables.faces.pad_rows import SUM, Block, PadRow, Rows, rows_of
from printables.faces.pad_stock import bound, rules_of
from printables.faces.sheet import draw_named_box, draw_strip, draw_ticks, draw_value_box
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, Value, newest
from printables.reading.markers import frame_of
from printables.typeset import STAR, width

NAME = "print.item.score-pad"
Kept = Callable[[Geometry], Geometry]
"""What finds the geometry to draw, given the present layout."""

NARROW = 12.0
"""A box for a name that is narrower has no room for what belongs into it (mm)."""


def pad_pages(order: Order) -> Sequence[Page]:
    """The sheets of a game's score pad."""
    rows = rows_of(order.game)
    return bound(
        order, lambda piece: leaves(piece, rows, names_of(order)), rules_of(order.game, order.words), "score-pad"
    )


def names_of(order: Order) -> Mapping[str, Any]:
    """What rows are called where the printed set has names for them."""
    names = order.game.scores.names
    return {} if names is None else names(order.content)


def leaves(order: Order, rows: Rows, names: Mapping[str, Any], kept: Kept | None = None) -> Sequence[Page]:
    """The pages of a pad on its own paper; `kept` finds its geometry (None: it is stored with the game)."""
    frame = frame_of(order.paper)
    present = layout_of(rows, frame)
    geometry = newest(order.package, PAD, present) if kept is None else kept(present)
    rows, measures = measured(rows, frame)
    return leaf_pages([_PadPage(order, geometry, n, rows, names, measures) for n in range(len(geometry.pages))])


@dataclass(frozen=True)
class _PadPage(Leaf):
    measures: Measures

    @property
    def players(self) -> list[int]:
        """Whose columns the page has, counted from 1."""
        first = self.rows.headings[0]
        return [player for player in range(1, self.measures.players + 1) if f"{player}.{first.key}" in self.page]

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = frame_pen(pen, self.order.paper)
        measures = self.measures
        draw_markers(pen, self.geometry.frame)
        draw_code(pen, self.code, self.page.code, measures.code_text)
        draw_title(pen, self.order, NAME, measures.title, size=measures.title_size, aside=measures.kind)
        if measures.title.right < measures.right:  # the date stands beside it, on the same line
            beside = measures.title.bottom + 0.6
            pen.line(measures.title.right, beside, measures.right, beside, pen.ink.accent, 0.35)
        draw_footer(pen, self.order, number, total, measures.footer)
        self.headings(pen)
        for block in self.rows.blocks:
            rows = [row for row in block.rows if f"{self.players[0]}.{row.key}" in self.page]
            if rows and measures.in_line(block):
                self.line(pen, block, rows)
            elif rows:
                self.block(pen, block, rows)
        if measures.hint:
            hint = Box(measures.left, measures.foot, measures.width, measures.hint)
            pen.write(hint, self.say("print.pad.hint"), styles.HINT, field="hint", valign="bottom", shade=pen.ink.quiet)

    def headings(self, pen: Pen) -> None:
        """The numbers of the players, and the boxes for who they are, each with its name in a corner."""
        rows = self.rows.headings
        self.named_box(pen, DATE, "print.pad.date")
        for player in self.players:
            first = self.page[f"{player}.{rows[0].key}"].box
            if self.measures.numerals:
                pen.text(first.x, first.y - 1.6, str(player), styles.NUMERAL, shade=pen.ink.accent)
            else:
                style = styles.NUMERAL if first.width >= NARROW else styles.STRONG
                at = (first.right - 1.4, first.y + (4.6 if first.width >= NARROW else 3.4))
                pen.text(*at, str(player), style, align="right", shade=pen.ink.accent)
            for row in rows:
                if first.width < NARROW:  # the number of the player alone has room in it
                    draw_value_box(pen, self.page[f"{player}.{row.key}"].box, strong=True)
                else:
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
        return self.rows.unit if self.rows.unit == STAR else self.say(self.rows.unit)

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

    def label(self, pen: Pen, row: PadRow, box: Box) -> None:
        style = (
            styles.STRONG
            if row.strong
            else styles.SUM
            if row.key.endswith(SUM) and row.label == "print.pad.sum"
            else styles.LABEL
        )
        if not row.notes:
            pen.write(box, self.name_of(row), style.at(self.measures.label), field=row.label, lines=2)
            return
        half = box.height * 0.54
        upper = Box(box.x, box.y, box.width, half)
        lower = Box(box.x, box.y + half, box.width, box.height - half)
        pen.write(upper, self.name_of(row), style.at(self.measures.noted), field=row.label, valign="bottom")
        notes = " · ".join(self.say(note) for note in row.notes)
        pen.write(lower, notes, styles.CAPTION, field=row.notes[0], valign="middle", shade=pen.ink.quiet)

    def part(self, place: str, value: Value | None) -> str | None:
        return None if value is None or value.key == "value" else _box_word(value.key)


def _box_word(key: str) -> str:
    """The key of the name of a box; boxes of one name are told apart by a number after it."""
    return f"score.box.{key.split('.')[0]}"


def draw_group(pen: Pen, group: Group, *, strong: bool = False) -> None:
    """The boxes of a row: small ones thin, the value framed."""
    for value in group.values:
        if value.key != "value":
            draw_value_box(pen, value.box)
    frame = group["value"].box
    if group.kind == "tick":
        draw_ticks(pen, [frame])
    elif strong:
        pen.box(frame, line=pen.ink.accent, weight=0.5, radius=0.8)
    else:
        draw_value_box(pen, frame, strong=True)
