"""Mats: named places for cards, dice and heaps on a sheet of any size, in parts where it is larger than the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.refusals import Refusal
from printables.faces.poster import Piece, Poster, poster_pages
from printables.imposition import Box, tiling
from printables.items import Job, Page
from printables.pen import Pen
from printables.typeset import Style

LEAST, MOST = 80.0, 1500.0
"""The sides of a mat (mm)."""

EDGE, GAP, HEAD, NAME, CLEAR = 10.0, 7.0, 16.0, 7.0, 2.0
"""Around the places, between them, the room of the title and that of a name, and beside a seam (mm)."""

TITLE = Style("title", 26)
LABEL = Style("title", 11)


class MatPlace(Struct, frozen=True):
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
    whole = tiling((job.paper.width, job.paper.height), (width, height))
    boxes = lay_out(width, height, places, head=HEAD if title else 0, parts=(whole.columns, whole.rows))
    pieces = [
        Piece(box, _place(place, Box(0, 0, box.width, box.height), n), place.name)
        for n, (place, box) in enumerate(zip(places, boxes, strict=True), 1)
    ]
    if title:
        head = Box(EDGE + 4, EDGE, width - 2 * EDGE - 8, HEAD)
        pieces.append(Piece(head, _title(title, Box(0, 0, head.width, head.height))))
    return poster_pages(job, "print.thing.mat", Poster(width, height, _ground(width, height), tuple(pieces)))


def lay_out(
    width: float, height: float, places: Sequence[MatPlace], *, head: float, parts: tuple[int, int] = (1, 1)
) -> list[Box]:
    """Places in rows with their names above them. On a mat of one part they stand in its middle; on one of several
    parts they keep clear of the seams as long as there is room for that. Raises Refusal (`print.thing.mat_full`)."""
    inner = Box(EDGE, EDGE + head, width - 2 * EDGE, height - 2 * EDGE - head)
    if parts != (1, 1):
        found = _clear_of_seams(width, height, places, inner, parts)
        if found is not None:
            return found
    return _centred(places, inner)


def _clear_of_seams(
    width: float, height: float, places: Sequence[MatPlace], inner: Box, parts: tuple[int, int]
) -> list[Box] | None:
    """From the upper left, row by row, each place pushed beyond a seam that it would lie on; None without the room."""
    across = [width * n / parts[0] for n in range(1, parts[0])]
    down = [height * n / parts[1] for n in range(1, parts[1])]
    found: list[Box] = []
    x, y, tall = inner.x, inner.y, 0.0
    for place in places:
        high = place.height + NAME
        at = _pushed(x, place.width, across)
        if at + place.width > inner.right + 0.01:
            x, y, tall = inner.x, y + tall + GAP, 0.0
            at = _pushed(x, place.width, across)
        top = _pushed(y, high, down)
        if top > y and tall:
            top = y  # a row that has begun stays on its height
        y = top
        box = Box(at, y, place.width, high)
        if box.right > inner.right + 0.01 or box.bottom > inner.bottom + 0.01 or _pushed(y, high, down) != y:
            return None
        found.append(box)
        x, tall = box.right + GAP, max(tall, high)
    return found


def _pushed(start: float, length: float, seams: Sequence[float]) -> float:
    """Where something begins that is not to lie on a seam."""
    for seam in seams:
        if start < seam - 0.01 and start + length > seam + 0.01:
            return seam + CLEAR
    return start


def _centred(places: Sequence[MatPlace], inner: Box) -> list[Box]:
    """Rows in the middle of a room."""
    rows: list[list[MatPlace]] = [[]]
    for place in places:
        if rows[-1] and sum(one.width + GAP for one in rows[-1]) + place.width > inner.width + 0.01:
            rows.append([])
        rows[-1].append(place)
    high = sum(max((one.height for one in row), default=0.0) + NAME for row in rows) + GAP * (len(rows) - 1)
    wide = max((sum(one.width for one in row) + GAP * (len(row) - 1) for row in rows), default=0.0)
    if high > inner.height + 0.01 or wide > inner.width + 0.01:
        needed = (f"{wide + 2 * EDGE:.0f}", f"{high + EDGE + inner.y:.0f}")
        raise Refusal("print.thing.mat_full", field="places", width=needed[0], height=needed[1])
    air = (inner.height - high) / (len(rows) + 1)
    found, y = [], inner.y + air
    for row in rows:
        tall = max((one.height for one in row), default=0.0)
        x = inner.x + (inner.width - sum(one.width for one in row) - GAP * (len(row) - 1)) / 2
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
        pen.write(box, title, TITLE, field="mat.title", shade=pen.ink.accent)

    return draw
