"""The score pad with bubbles as it looks. All places come from its geometry; only what is read stands here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.words import Word
from printables.faces import styles
from printables.faces.bubble_layout import (
    BOX,
    BUBBLES,
    CLEAR,
    DIAMETER,
    LABEL,
    MIDDLE,
    MINUS,
    ONES,
    PARTS,
    PITCH,
    TENS,
    Placed,
    box_of,
    layout_of,
    placed,
)
from printables.faces.furniture import draw_code, draw_footer, draw_markers, draw_title, frame_pen
from printables.faces.pad import Kept, names_of
from printables.faces.pad_layout import DATE
from printables.faces.pad_leaf import Leaf, leaf_pages
from printables.faces.pad_rows import SUM, PadRow, Rows, rows_of
from printables.faces.pad_stock import bound, rules_of
from printables.faces.sheet import draw_named_box, draw_value_box
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Group, Value, newest
from printables.typeset import Style

NAME = "print.item.bubble-pad"
ALONE = (1,)
OUTLINE = 0.3
SHADES = ("#8c8c8c", "#b9b9b9", "#f4f4f4")
"""A bubble, the value in it, and every other row: the same greys whatever the ink, since a camera looks at them."""

TITLE = Box(MIDDLE.x + 24.5, 0, MIDDLE.width - 24.5, 10)
VALUE = Style("text", 7)


def bubble_pages(order: Order) -> Sequence[Page]:
    """The sheets of a game's score pad with bubbles."""
    return bubble_sheets(order, rows_of(order.game), names_of(order), rules_of(order.game, order.words))


def bubble_sheets(
    order: Order,
    rows: Rows,
    names: Mapping[str, Any],
    rules: Sequence[tuple[str, str]],
    kept: Kept | None = None,
) -> Sequence[Page]:
    """The same for any rows; one to a sheet, because bubbles keep their size."""
    return bound(order, lambda piece: leaves(piece, rows, names, kept), rules, "bubble-pad", ALONE)


def leaves(order: Order, rows: Rows, names: Mapping[str, Any], kept: Kept | None = None) -> Sequence[Page]:
    """The pages of a pad with bubbles; `kept` finds its geometry (None: it is stored with the game)."""
    present = layout_of(rows)
    geometry = newest(order.package, BUBBLES, present) if kept is None else kept(present)
    return leaf_pages(
        [_BubblePage(order, geometry, n, rows, names, tuple(lines)) for n, lines in enumerate(placed(rows))]
    )


@dataclass(frozen=True)
class _BubblePage(Leaf):
    lines: tuple[Placed, ...]

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = frame_pen(pen, self.order.paper)
        self.grounds(pen)
        draw_markers(pen)
        draw_code(pen, self.code, self.page.code)
        draw_title(pen, self.order, NAME, TITLE)
        draw_footer(pen, self.order, number, total)
        self.how(pen)
        self.captions(pen)
        for one in self.lines:
            self.line(pen, one)
        for group in self.page.groups:
            draw_bubbles(pen, group)

    def grounds(self, pen: Pen) -> None:
        """A light grey below every other row, so that a row is followed from its name to its last bubble."""
        if pen.ink.tint is None:
            return
        rows = [one for one in self.lines if one.line.row is not None]
        for one in rows[::2]:
            pen.box(one.box, fill=SHADES[2])

    def how(self, pen: Pen) -> None:
        """How to mark, and what to do about a mistake."""
        room = Box(MIDDLE.x, MIDDLE.y + 2.4, MIDDLE.width, MIDDLE.height - 8.2)
        pen.box(room, line=pen.ink.hair, radius=1.2)
        x, y = room.x + 6, room.centre[1]
        for n in range(3):
            pen.circle(x + n * PITCH, y, DIAMETER / 2, line=SHADES[0], weight=OUTLINE)
        pen.circle(x, y, DIAMETER / 2 - 0.5, fill=pen.ink.text)
        a = 1.5
        second = x + PITCH
        pen.line(second - a, y - a, second + a, y + a, pen.ink.text, 0.5)
        pen.line(second - a, y + a, second + a, y - a, pen.ink.text, 0.5)
        third = x + 2 * PITCH
        pen.line(third - 1.5, y, third - 0.4, y + 1.5, pen.ink.text, 0.5)
        pen.line(third - 0.4, y + 1.5, third + 1.9, y - 1.8, pen.ink.text, 0.5)
        text = Box(x + 3 * PITCH + 1, room.y + 1, room.right - x - 3 * PITCH - 3, room.height - 2)
        pen.write(text, self.say("print.pad.bubble_hint"), styles.NOTE_TEXT, field="print.pad.bubble_hint", lines=3)

    def captions(self, pen: Pen) -> None:
        """What the two groups of a row are, over each part of the page that has rows."""
        for part in PARTS:
            rows = [one for one in self.lines if one.line.row is not None and part.y <= one.box.y < part.bottom]
            if not any(one.line.row is not None and one.line.row.digits > 1 for one in rows):
                continue
            y = part.y - CLEAR - 0.6
            for key, nought in (("tens", TENS), ("ones", ONES)):
                word = f"print.pad.place.{key}"
                centre = nought + 4.5 * PITCH
                box = Box(centre - 12, y, 24, 3)
                pen.write(box, self.say(word), styles.CAPTION, field=word, align="centre", shade=pen.ink.quiet)

    def line(self, pen: Pen, one: Placed) -> None:
        line = one.line
        if line.row is not None:
            self.row(pen, one, line.row)
        elif line.block is not None:
            title = str(line.block.title)
            box = Box(0.6, one.box.y + 0.3, BOX.right - 1, one.box.height - 0.3)
            style = styles.SECTION.at(9.5)
            pen.write(box, self.say(title), style, field=title, shade=pen.ink.accent, valign="middle")
        else:
            self.player(pen, one)

    def player(self, pen: Pen, one: Placed) -> None:
        """Whose rows follow: the number, and boxes for the names."""
        first = one is self.lines[0]
        for row in self.rows.headings:
            key = f"{one.line.player}.{row.key}"
            draw_named_box(pen, self.page[key]["value"].box, self.say(row.label), row.label)
        if first:
            draw_named_box(pen, self.page[DATE]["value"].box, self.say("print.pad.date"), "print.pad.date")
        told = self.order.words.say(Word("print.form.player", {"n": one.line.player}))
        start = self.page[f"{one.line.player}.{self.rows.headings[0].key}"].box
        low = Box(start.x + 8, start.bottom + 0.4, 30, 4)
        box = low if first else Box(0.6, one.box.y, start.x - 2, one.box.height)
        pen.write(box, told, styles.SECTION.at(10), field="print.form.player", shade=pen.ink.accent)

    def row(self, pen: Pen, one: Placed, row: PadRow) -> None:
        line, box = one.line, one.box
        strong = row.strong
        if line.upper:
            label = Box(0.6, box.y, BOX.right - 1, box.height)
            words = f"{self.name_of(row)} · {self.say('print.pad.place.hundreds')}"
            pen.write(label, words, styles.STRONG if strong else styles.LABEL, field=row.label, lines=2)
            return
        label = Box(0.6, box.y + 0.3, box_of(row).x - BOX.x + LABEL - 0.6, box.height - 0.6)
        if line.has_hundreds:
            words = self.say("print.pad.place.below")
            pen.write(label, words, styles.CAPTION, field="print.pad.place.below", lines=2, shade=pen.ink.quiet)
        else:
            style = styles.STRONG if strong else styles.SUM if row.key.endswith(SUM) else styles.LABEL
            pen.write(label, self.name_of(row), style, field=row.label, lines=3)
        group = self.page[f"{line.player}.{row.key}"]
        if row.kind == "tick":
            return
        pen.box(group.box, fill="#ffffff")
        if strong:
            pen.box(group.box, line=pen.ink.accent, weight=0.5, radius=0.8)
        else:
            draw_value_box(pen, group.box, strong=True)

    def part(self, place: str, value: Value | None) -> str | None:
        return f"print.pad.place.{place}" if place else None


def draw_bubbles(pen: Pen, group: Group) -> None:
    """The bubbles of a group, each with its value in it."""
    for value in group.values:
        if value.shape != "circle":
            continue
        pen.circle(value.x, value.y, DIAMETER / 2, line=SHADES[0], weight=OUTLINE, fill="#ffffff")
        text = "−" if value.key == MINUS else value.key
        if text != "value":
            box = Box.around(value.x, value.y, DIAMETER)
            pen.write(box, text, VALUE, field=group.key, align="centre", shade=SHADES[1])
