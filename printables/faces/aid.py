"""Player aids: short entries under headings, all in one size of type that shrinks until everything fits."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from printables.faces.card import draw_badge
from printables.faces.deck import Stock
from printables.faces.styles import AID_HEADING, AID_TEXT, AID_TITLE
from printables.imposition import Box
from printables.pen import Pen
from printables.typeset import FLOOR, STEP, Fitted, Style, does_not_fit, width, wrap

AID = Stock(94, 128, bleed=0, margin=9)
"""Four of them go on a sheet of A4."""

INNER = AID.box.inset(6, 5.5)
BODY = Box(INNER.x, INNER.y + 9.5, INNER.width, INNER.height - 9.5)
"""The room below the title."""

UNDER = 0.5
"""The air below the line under a heading (mm)."""


class Entry(Struct, frozen=True):
    """A heading, or a sentence or two; `label` stands before the text, in a column of its own."""

    text: str
    label: str | None = None
    heading: bool = False


class _Set(Struct, frozen=True):
    """An entry as it is set: its lines, and the air above it (mm)."""

    entry: Entry
    text: Fitted
    air: float
    indent: float

    @property
    def height(self) -> float:
        return self.air + len(self.text.lines) * self.text.leading + (UNDER if self.entry.heading else 0)


def draw_title(pen: Pen, title: str, icon: str, field: str) -> None:
    """What an aid is about, at the top of its face, beside an icon."""
    draw_badge(pen, INNER.x + 3.6, INNER.y + 3.4, 3.6, icon)
    box = Box(INNER.x + 9.6, INNER.y, INNER.width - 9.6, 6.8)
    pen.write(box, title, AID_TITLE, field=field, shade=pen.ink.accent)


def draw_aid(
    pen: Pen, box: Box, entries: Sequence[Entry], field: str, *, label: float = 11, size: float = AID_TEXT.size
) -> float:
    """Entries one below the other; answers with where they end. `label` is the width of the column of labels (mm),
    `size` the largest size of type (pt).

    Raises DoesNotFit (`print.fit`) naming the field, and UnknownIcon.
    """
    while True:
        found = [_set(entry, size, box.width, label, field, first=n == 0) for n, entry in enumerate(entries)]
        high = sum(one.height for one in found)
        widest = max((one.text.width + one.indent for one in found), default=0.0)
        if high <= box.height and widest <= box.width + 0.01:
            break
        if size <= FLOOR:
            text = max(entries, key=lambda entry: len(entry.text)).text
            raise does_not_fit(text, (box.width, box.height), field)
        size = max(size - STEP, FLOOR)
    return _draw(pen, box, found, min((box.height - high) / max(len(found) - 1, 1), 0.9))


def _set(entry: Entry, size: float, room: float, label: float, field: str, *, first: bool) -> _Set:
    style = AID_HEADING.at(AID_HEADING.size * size / AID_TEXT.size) if entry.heading else AID_TEXT.at(size)
    indent = label if entry.label is not None else 0.0
    lines = wrap(entry.text, style, room - indent)
    air = 0.0 if first else 1.9 if entry.heading else 0.35
    return _Set(entry, Fitted(tuple(lines), style, max(width(line, style) for line in lines), field), air, indent)


def _draw(pen: Pen, box: Box, found: Sequence[_Set], more: float) -> float:
    """The entries from the top, with `more` air between them (mm)."""
    y = box.y
    for one in found:
        y += one.air
        baseline = y + one.text.leading * 0.78
        if one.entry.label is not None:
            bold = Style("text-bold", one.text.style.size)
            pen.text(box.x, baseline, one.entry.label, bold, shade=pen.ink.accent, field=one.text.field)
        for n, line in enumerate(one.text.lines):
            shade = pen.ink.accent if one.entry.heading else pen.ink.text
            pen.text(
                box.x + one.indent,
                baseline + n * one.text.leading,
                line,
                one.text.style,
                shade=shade,
                field=one.text.field,
            )
        y += len(one.text.lines) * one.text.leading
        if one.entry.heading:
            pen.line(box.x, y + 0.1, box.right, y + 0.1, pen.ink.hair, 0.15)
            y += UNDER
        y += more
    return y
