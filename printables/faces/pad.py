"""The score pad as it looks. All boxes come from its geometry; only what stands beside them is placed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.faces import styles
from printables.faces.furniture import (
    BODY_BOTTOM,
    LEFT,
    RIGHT,
    draw_code,
    draw_footer,
    draw_markers,
    draw_title,
    frame_pen,
    page_code,
)
from printables.faces.pad_layout import (
    BOX_LEAST,
    DATE,
    HINT,
    LABELS,
    PAD,
    PLAYERS,
    Block,
    PadRow,
    blocks,
    column,
    heading_rows,
    layout,
)
from printables.faces.sheet import draw_named_box, draw_strip, draw_value_box
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, PageGeometry, newest
from printables.typeset import STAR, width

UNIT_ICONS = {"stars": STAR}
"""What stands over the boxes of values, by the unit of the score; other units are written."""


def pad_geometry(order: Order) -> Geometry:
    """The geometry of the pad: as stored with the game, or as laid out from its score sheet."""
    return newest(order.package, PAD, layout(order.game))


def pad_pages(order: Order) -> Sequence[Page]:
    """The pages of a game's score pad."""
    geometry = pad_geometry(order)
    return [Page(_PadPage(order, geometry, n).draw) for n in range(len(geometry.pages))]


@dataclass(frozen=True)
class _PadPage:
    order: Order
    geometry: Geometry
    index: int

    @property
    def page(self) -> PageGeometry:
        return self.geometry.pages[self.index]

    def say(self, key: str) -> str:
        return self.order.words(key)

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = frame_pen(pen, self.order.paper)
        draw_markers(pen)
        draw_code(pen, page_code(self.order, self.geometry, self.index + 1), self.page.code)
        draw_title(pen, self.order, "print.item.score-pad")
        draw_footer(pen, self.order, number, total)
        self.headings(pen)
        for block in blocks(self.order.game):
            rows = [row for row in block.rows if f"1.{row.key}" in self.page]
            if rows:
                self.block(pen, block, rows)
        hint = Box(LEFT, BODY_BOTTOM - HINT, RIGHT - LEFT, HINT)
        pen.write(hint, self.say("print.pad.hint"), styles.HINT, field="hint", valign="bottom", shade=pen.ink.quiet)

    def headings(self, pen: Pen) -> None:
        """The numbers of the players, and the boxes for who they are, each with its name in a corner."""
        rows = heading_rows(self.order.game.scores)
        self.named_box(pen, DATE, "print.pad.date")
        for player in range(1, PLAYERS + 1):
            first = self.page[f"{player}.{rows[0].key}"].box
            pen.text(first.x, first.y - 1.6, str(player), styles.NUMERAL, shade=pen.ink.accent)
            for row in rows:
                self.named_box(pen, f"{player}.{row.key}", row.label)

    def named_box(self, pen: Pen, group: str, label: str) -> None:
        """A box for words, with what belongs into it in its corner."""
        draw_named_box(pen, self.page[group].box, self.say(label), label)

    def block(self, pen: Pen, block: Block, rows: list[PadRow]) -> None:
        top = self.page[f"1.{rows[0].key}"].box.y - 0.4
        if block.title is not None:
            right = column(block.players).right
            self.strip(pen, block, Box(LEFT, top - block.strip, right - LEFT, block.strip - 0.5))
        for row in rows:
            self.row(pen, block, row, last=row is rows[-1])

    def strip(self, pen: Pen, block: Block, strip: Box) -> None:
        """The heading of a block, and over each box what it is for."""
        title = str(block.title)
        draw_strip(pen, strip, self.say(title), title, room=LABELS, lines=2 if block.captions else 1)
        row = next((row for row in block.rows if row.boxes), None)
        if row is None or not block.captions:
            return
        level = all(self.is_short(key) for key in block.captions)
        for player in range(1, block.players + 1):
            for value in self.page[f"{player}.{row.key}"].values:
                box = Box(value.box.x, strip.y, value.box.width, strip.height)
                self.caption(pen, box, value.key, level=level)

    def is_short(self, key: str) -> bool:
        """Whether the name of a box may stand over it without being turned."""
        return width(self.say(_box_word(key)), styles.CAPTION) <= BOX_LEAST - 0.8

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
            pen.write_upright(box.inset(0, 0.8), text, styles.CAPTION, field=word)

    @property
    def unit(self) -> str:
        unit = self.order.game.scores.unit
        return UNIT_ICONS.get(unit) or self.say("print.pad.points")

    def row(self, pen: Pen, block: Block, row: PadRow, *, last: bool) -> None:
        box = self.page[f"1.{row.key}"].box
        self.label(pen, row, Box(LEFT + 1.6, box.y, LABELS - 2, box.height))
        groups = [self.page[f"{player}.{row.key}"] for player in range(1, block.players + 1)]
        if not last:
            y = box.bottom + 0.4
            starts = [LEFT, *(group.box.right for group in groups[:-1])]
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
        pen.write(upper, self.name_of(row), style.at(9), field=row.label, valign="bottom")
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
