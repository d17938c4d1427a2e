"""The pieces that sheets are made of: headings, named boxes, squares for dice, colours, ticks and tracks.

Each draws into boxes that it is given; where these lie is the business of a sheet's geometry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.palette import palette
from companion.words import Words
from printables.faces import styles
from printables.imposition import Box
from printables.pen import Pen
from printables.typeset import STAR, Style, fit

ROUND = 0.8
"""The radius of the corners of boxes and strips (mm)."""


def draw_strip(
    pen: Pen,
    box: Box,
    text: str,
    field: str,
    *,
    room: float | None = None,
    lines: int = 1,
    size: float = styles.SECTION.size,
) -> None:
    """The heading of a panel, in `room` mm of its width (None: all of it)."""
    if pen.ink.tint is not None:
        pen.box(box, fill=pen.ink.tint, radius=ROUND)
    else:
        pen.line(box.x, box.bottom, box.right, box.bottom, pen.ink.rule, 0.3)
    place = Box(box.x + 1.6, box.y, (room or box.width) - 3.2, box.height)
    pen.write(place, text, styles.SECTION.at(size), field=field, shade=pen.ink.accent, lines=lines)


def draw_named_box(pen: Pen, box: Box, label: str, field: str, *, text: str | None = None) -> None:
    """A box to write in, with what belongs into it in its corner; `text` is what is filled in beforehand."""
    pen.box(box, line=pen.ink.rule, weight=0.25, radius=ROUND)
    corner = Box(box.x + 1, box.y + 0.8, box.width - 2, 3)
    pen.write(corner, label, styles.CAPTION, field=field, valign="top", shade=pen.ink.quiet)
    if text:
        room = Box(box.x + 1.6, box.y + 3, box.width - 3.2, box.height - 3.6)
        pen.write(room, text, styles.FILLED, field=field, valign="bottom", lines=None)


def draw_value_box(pen: Pen, box: Box, *, text: str | None = None, field: str = "value", strong: bool = False) -> None:
    """A box for a number; `strong` is the one that counts."""
    line, weight = (pen.ink.rule, 0.3) if strong else (pen.ink.hair, 0.2)
    pen.box(box, line=line, weight=weight, radius=0.6 if strong else 0)
    if text:
        pen.write(box.inset(0.4), text, styles.FILLED, field=field, align="centre")


def draw_goal_box(pen: Pen, box: Box, goal: str, stars: int, *, field: str = "goal") -> None:
    """A box for a goal that is known: what to reach, and below it the stars for that."""
    pen.box(box, line=pen.ink.hair)
    upper = Box(box.x + 0.4, box.y + 1, box.width - 0.8, box.height * 0.5)
    pen.write(upper, goal, styles.FILLED, field=field, align="centre")
    lower = Box(box.x + 0.4, upper.bottom, box.width - 0.8, box.height - 1.6 - upper.height)
    pen.write(lower, STAR * stars, styles.CAPTION, field=field, align="centre", shade=pen.ink.accent)


def draw_die_square(pen: Pen, box: Box, label: str, note: str | None = None, *, field: str = "die") -> None:
    """A square for a die: its grey and its label tell a camera that no die stands here."""
    if pen.ink.ground is not None:
        pen.box(box, fill=pen.ink.ground, line=pen.ink.hair, radius=1.2)
    else:
        pen.hatch(box.inset(0.6), pen.ink.hair)
        pen.box(box, line=pen.ink.rule, radius=1.2)
    found = fit(label, styles.SLOT, (box.width, box.height), field)
    x, y = box.centre
    pen.text(x, y + found.cap / 2, label, found.style, align="centre", shade=pen.ink.rule)
    if note:
        low = Box(box.x + 0.8, box.bottom - 4, box.width - 1.6, 3.4)
        pen.write(low, note, styles.CAPTION, field=field, align="centre", shade=pen.ink.quiet)


def draw_chip(pen: Pen, box: Box, colour: str, words: Words) -> None:
    """A colour as its paint, its shape and its letter, side by side."""
    paint = pen.ink.chip(colour)
    pen.box(box, fill=paint.fill, line=paint.line, weight=0.25, radius=ROUND)
    letter = words(f"colour.{colour}.letter")
    style = Style("text-bold", 8.5)
    found = fit(letter, style, (box.width * 0.48, box.height), f"colour.{colour}.letter", lines=1)
    radius = min(box.height * 0.24, box.width * 0.14)
    gap = radius * 0.7
    left = box.centre[0] - (2 * radius + gap + found.width) / 2
    pen.shape(palette()[colour].shape, left + radius, box.centre[1], radius, fill=paint.ink)
    pen.text(left + 2 * radius + gap, box.centre[1] + found.cap / 2, letter, found.style, shade=paint.ink)


def draw_ring(pen: Pen, box: Box) -> None:
    """A mark around something that has been chosen."""
    pen.box(box.inset(-0.6), line=pen.ink.text, weight=0.4, radius=ROUND + 0.6)


def draw_ticks(pen: Pen, boxes: Iterable[Box]) -> None:
    """Small boxes to tick."""
    for box in boxes:
        pen.box(box, line=pen.ink.rule, weight=0.25, radius=0.5)


def draw_track(pen: Pen, boxes: Sequence[Box], first: int = 0, every: int = 5) -> None:
    """The steps of a track with their numbers; every fifth stands out."""
    for n, box in enumerate(boxes, first):
        stands_out = n % every == 0
        pen.box(box, line=pen.ink.rule if stands_out else pen.ink.hair, weight=0.25)
        style = styles.STEP_STRONG if stands_out else styles.STEP
        shade = pen.ink.text if stands_out else pen.ink.quiet
        pen.write(box, str(n), style, field="track", align="centre", shade=shade)
