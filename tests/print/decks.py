"""Decks of nobody for these tests: each card has its number and a black square where somebody can find it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pypdfium2 import PdfDocument

from companion.words import Text
from printables.binding import Section, bind
from printables.faces.deck import Card, Face
from printables.faces.deck import deck_pages as pages_of
from printables.imposition import Box, Stock
from printables.ink import find_ink
from printables.items import FreeJob, Page
from printables.options import read_setting
from printables.paper import MM, find_paper
from printables.pen import Pen
from printables.press import house_words
from printables.typeset import Style

POKER = Stock(63, 88)
NAME = Text((("", "Proof"),))

SQUARE = 4.0
AT = (9.0, 14.0)
"""Where the square lies on a front: so far from the left edge and from the top; on a back it lies behind that."""


def job(paper: str = "a4", asked: Mapping[str, str] | None = None, *, backs: bool = True) -> FreeJob:
    ink = find_ink("colour", "#334455")
    return FreeJob(house_words("en"), find_paper(paper), ink, read_setting(asked or {}), backs, "Proof of nobody")


def face(text: str, stock: Stock, *, behind: bool) -> Face:
    def draw(pen: Pen) -> None:
        x = stock.width - AT[0] - SQUARE if behind else AT[0]
        pen.box(Box(x, AT[1], SQUARE, SQUARE), fill="#000000")
        low = Box(2, stock.height - 14, stock.width - 4, 8)
        pen.write(low, text, Style("text", 9), field=text, align="centre", shade="#bbbbbb")

    return Face(draw)


def cards(count: int, stock: Stock = POKER, *, backs: bool = True) -> list[Card]:
    return [
        Card(face(f"F{n}", stock, behind=False), face(f"B{n}", stock, behind=True) if backs else None)
        for n in range(count)
    ]


def sheet_pages(count: int, stock: Stock = POKER, paper: str = "a4", **asked: str) -> list[Page]:
    wanted = {key.replace("_", "-"): value for key, value in asked.items()}
    return pages_of(job(paper, wanted), NAME, cards(count, stock), stock)


def printed(count: int, stock: Stock = POKER, paper: str = "a4", *, backs: bool = True, **asked: str) -> bytes:
    wanted = {key.replace("_", "-"): value for key, value in asked.items()}
    found = job(paper, wanted, backs=backs)
    pages = pages_of(found, NAME, cards(count, stock, backs=backs), stock)
    return bind(found, [Section("proof", "Proof", pages)], title="Proof")


def texts(pdf: bytes) -> list[list[str]]:
    """The numbers of the cards on each page, those that stand on their heads too."""
    pages = [page.get_textpage().get_text_range() for page in PdfDocument(pdf)]
    return [[word for word in text.split() if word[0] in "FB" and word[1:].isdigit()] for text in pages]


def lines(page: Any) -> list[tuple[float, float, float, float]]:
    """The straight lines of a page of pdfplumber, in mm from the upper left corner, each from its left or top."""
    found = []
    for line in page.lines:
        (x1, y1), (x2, y2) = ((x / MM, y / MM) for x, y in line["pts"])
        found.append((*min((x1, y1), (x2, y2)), *max((x1, y1), (x2, y2))))
    return found
