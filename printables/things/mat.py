"""Mats: named places for cards, dice and heaps on a sheet of any size, in parts where it is larger than the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.refusals import Refusal
from printables.faces.poster import Piece, Poster, poster_pages
from printables.imposition import Box
from printables.items import Job, Page
from printables.pen import Pen
from printables.typeset import Style

LEAST, MOST = 80.0, 1500.0
"""The sides of a mat (mm)."""

EDGE, GAP, HEAD, NAME = 10.0, 7.0, 16.0, 7.0
"""Around the places, between them, the room of the title and that of a name (mm)."""

TITLE = Style("title", 26)
LABEL = Style("title", 11)


@dataclass(frozen=True)
class MatPlace:
    """Where something lies: what it is called (its icons too), and how large it is (mm)."""

    name: str
    width: float
    height: float


def mat_pages(job: Job, width: float, height: float, title: str, places: Sequence[MatPlace]) -> Sequence[Page]:
    """A mat on as many sheets as it needs.

    Raises Refusal (`print.thing.mat_size`) for a size that no table has, (`print.thing.mat_full`) if the places do not
    lie on it.
    """
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        got = f"{width:g} × {height:g}"
        raise Refusal("print.thing.mat_size", field="size", got=got, least=f"{LEAST:g}", most=f"{MOST:g}")
    boxes = lay_out(width, height, places, head=HEAD if title else 0)
    pieces = [
        Piece(box, _place(place, Box(0, 0, box.width, box.height), n), place.name)
        for n, (place, box) in enumerate(zip(places, boxes, strict=True), 1)
    ]
    if title:
        head = Box(EDGE + 4, EDGE, width - 2 * EDGE - 8, HEAD)
        pieces.append(Piece(head, _title(title, Box(0, 0, head.width, head.height))))
    return poster_pages(job, "print.thing.mat", Poster(width, height, _ground(width, height), tuple(pieces)))


def lay_out(width: float, height: float, places: Sequence[MatPlace], *, head: float) -> list[Box]:
    """Places in rows from the upper left, with their names above them; rows stand in the middle of the mat."""
    rows: list[list[MatPlace]] = [[]]
    room = width - 2 * EDGE
    for place in places:
        used = sum(one.width + GAP for one in rows[-1])
        if rows[-1] and used + place.width > room + 0.01:
            rows.append([])
        rows[-1].append(place)
    high = sum(max(one.height for one in row) + NAME for row in rows if row) + GAP * (len(rows) - 1)
    wide = max((sum(one.width for one in row) + GAP * (len(row) - 1) for row in rows if row), default=0.0)
    if high > height - 2 * EDGE - head + 0.01 or wide > room + 0.01:
        raise Refusal("print.thing.mat_full", field="places", width=f"{wide + 2 * EDGE:.0f}",
                      height=f"{high + 2 * EDGE + head:.0f}")  # fmt: skip
    air = (height - 2 * EDGE - head - high) / (len(rows) + 1)
    found, y = [], EDGE + head + air
    for row in rows:
        tall = max((one.height for one in row), default=0.0)
        across = sum(one.width for one in row) + GAP * (len(row) - 1)
        x = (width - across) / 2
        for one in row:
            found.append(Box(x, y + tall - one.height, one.width, one.height + NAME))
            x += one.width + GAP
        y += tall + NAME + GAP + air
    return found


def _ground(width: float, height: float) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        whole = Box(0, 0, width, height)
        pen.box(whole.inset(3), line=pen.ink.accent, weight=0.6, radius=4)
        pen.box(whole.inset(4.4), line=pen.ink.accent, weight=0.2, radius=3)

    return draw


def _place(place: MatPlace, box: Box, number: int) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        pen.write(Box(0, 0, box.width, NAME - 1), place.name, LABEL, field=f"mat.{number}", align="centre",
                  valign="bottom", shade=pen.ink.accent)  # fmt: skip
        spot = Box(0, NAME, box.width, box.height - NAME)
        pen.box(spot, fill=pen.ink.tint, line=pen.ink.accent, weight=0.35, radius=3)
        pen.box(spot.inset(1.6), line=pen.ink.hair, weight=0.2, radius=2)

    return draw


def _title(title: str, box: Box) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        pen.write(box, title, TITLE, field="mat.title", align="centre", shade=pen.ink.accent)

    return draw
