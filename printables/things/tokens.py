"""Tokens: round, square or six-sided, with a text, an icon or both on each side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin, sqrt
from typing import Literal, get_args

from companion.palette import palette
from companion.refusals import Refusal, nearest
from printables.faces.deck import Card, Face, deck_pages
from printables.imposition import Box, Stock
from printables.items import Job, Page
from printables.markup import icon_of, read
from printables.pen import Pen
from printables.shapes import Point
from printables.things.lines import CUT
from printables.things.spec import Wish
from printables.typeset import FLOOR, Style

Shape = Literal["round", "square", "hex"]
SHAPES: tuple[Shape, ...] = get_args(Shape)

LEAST, MOST = 8.0, 120.0
"""The width of a token, between two of its sides (mm)."""

AIR = 1.0
"""Between a token and the lines of scissors around it (mm)."""

LETTER = Style("title", 60)
COLOUR = Style("text-bold", 9)


def find_shape(name: str) -> Shape:
    """Raises UnknownName (`print.thing.shape`) with the nearest names."""
    found = next((shape for shape in SHAPES if shape == name.strip().lower()), None)
    if found is None:
        raise nearest("print.thing.shape", name, SHAPES)
    return found


def token_pages(job: Job, shape: Shape, width: float, wishes: Sequence[Wish]) -> list[Page]:
    """Sheets of tokens, both sides of each alike. Raises Refusal (`print.thing.width`) for one that nobody can hold,
    and DoesNotFit for a text that is too long for it."""
    if not LEAST <= width <= MOST:
        raise Refusal("print.thing.width", field="width", got=f"{width:g}", least=f"{LEAST:g}", most=f"{MOST:g}")
    high = width * 2 / sqrt(3) if shape == "hex" else width
    air = 0.0 if shape == "square" else AIR
    stock = Stock(width + 2 * air, high + 2 * air, bleed=0, margin=10, seams=True)
    cards = []
    for number, wish in enumerate(wishes, 1):
        face = Face(_drawing(job, shape, Box(air, air, width, high), wish, number), name=f"token-{number}")
        cards += [Card(face, face)] * wish.count
    return deck_pages(job, "print.thing.tokens", cards, stock)


def outline(shape: Shape, box: Box) -> tuple[Point, ...]:
    """Where a token is cut; of a round one many corners."""
    x, y = box.centre
    if shape == "square":
        return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    corners, turn = (6, -pi / 2) if shape == "hex" else (96, 0.0)
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return tuple((x + box.height / 2 * cos(a), y + box.height / 2 * sin(a)) for a in angles)


def _inner(shape: Shape, box: Box, part: float) -> tuple[Point, ...]:
    """The same outline, smaller, around the same middle."""
    x, y = box.centre
    return tuple((x + (px - x) * part, y + (py - y) * part) for px, py in outline(shape, box))


def _drawing(job: Job, shape: Shape, box: Box, wish: Wish, number: int) -> Callable[[Pen], None]:
    """One side: its ground, a ring, what stands on it; a colour has its shape and its letter below."""
    x, y = box.centre
    part = {"round": 0.66, "square": 0.76, "hex": 0.68}[shape]
    low = 0.24 * box.width if wish.more is not None else 0.0
    room = Box.around(x, y, box.width * part, box.width * part)
    upper = Box(room.x, room.y, room.width, room.height - low)

    def draw(pen: Pen) -> None:
        paint = pen.ink.chip(wish.more) if wish.more is not None else None
        ink = paint.ink if paint is not None else pen.ink.accent
        pen.polygon([outline(shape, box)], fill=paint.fill if paint is not None else pen.ink.tint)
        pen.polygon([_inner(shape, box, 0.9)], line=ink, weight=0.35)
        draw_emblem(pen, upper, wish.text, field=f"tokens.{number}", shade=ink)
        if wish.more is not None:
            _draw_colour(pen, job, Box(room.x, room.bottom - low, room.width, low), wish.more, ink)
        if shape != "square":
            pen.polygon([outline(shape, box)], line=pen.ink.text, weight=CUT)

    return draw


def draw_emblem(pen: Pen, box: Box, text: str, *, field: str, shade: str) -> None:
    """A text as large as its box lets it be; a single icon fills it."""
    line = read(text, field)
    icon = icon_of(line) if len(line) == 1 else None
    if icon is not None:
        pen.icon(icon, *box.centre, min(box.width, box.height) * 0.46, fill=shade)
        return
    style = LETTER.at(max(min(LETTER.size, box.height * 1.7), FLOOR))
    pen.write(box, text, style, field=field, align="centre", shade=shade, lines=3)


def _draw_colour(pen: Pen, job: Job, box: Box, colour: str, shade: str) -> None:
    """The shape and the letter of a colour, side by side."""
    x, y = box.centre
    radius = min(box.height * 0.36, 2.4)
    pen.shape(palette()[colour].shape, x - radius * 1.2, y, radius, fill=shade)
    key = f"colour.{colour}.letter"
    place = Box(x + radius * 0.2, box.y, radius * 3, box.height)
    style = COLOUR.at(max(min(COLOUR.size, radius * 5), FLOOR))
    pen.write(place, job.words(key), style, field=key, shade=shade)
