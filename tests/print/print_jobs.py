"""What is printed in these tests, once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pypdfium2
from msgspec import Struct
from PIL import Image

from companion.game import find_game
from companion.refusals import Refusal
from companion.words import LANGUAGES
from companion.words import Word as Said
from printables.imposition import Box, Grid, Stock, grid
from printables.items import Order
from printables.paper import MM
from printables.press import print_items, words_of

GAME = "roll-player"
ITEMS = ("score-pad", "character-sheet")
PAPERS = {"A4": (595.2756, 841.8898), "Letter": (612.0, 792.0)}
JOBS = [(paper, lang, ink) for paper in PAPERS for lang in ("en", "ru") for ink in ("colour", "grey", "saver")]

HYPHENS = ("\x02", "\ufffe")
"""What the reader makes of a hyphen at the end of a line: the word goes on below."""

Job = tuple[str, str, str]
"""Paper, language, ink."""


@cache
def printed(job: Job) -> bytes:
    """Pad and sheet as one PDF."""
    return print_items(GAME, ITEMS, *job)


@cache
def item_of(
    item: str, paper: str = "A4", lang: str = "en", ink: str = "colour", backs: bool = True, set_: str | None = None
) -> bytes:
    """One item as a PDF."""
    return print_items(GAME, [item], paper, lang, ink, backs=backs, set_=set_)


def said(refusal: Refusal) -> dict[str, str]:
    """What people read of a refusal, by language."""
    return {lang: words_of(find_game(GAME), lang).say(Said(refusal.key, refusal.args_)) for lang in LANGUAGES}


@cache
def seen(job: Job, page: int, dpi: int) -> Image.Image:
    """A page (from 0) as a camera would see it: greys at so many dots per inch."""
    document = pypdfium2.PdfDocument(printed(job))
    return document[page].render(scale=dpi / 72).to_pil().convert("L")


class Word(Struct, frozen=True):
    """A word on a page, and the box around its letters in mm from the top left corner."""

    text: str
    box: Box


@cache
def words_of_pdf(pdf: bytes) -> list[list[Word]]:
    """The words of every page."""
    document = pypdfium2.PdfDocument(pdf)
    return [list(_words_of_page(page)) for page in document]


def _words_of_page(page: pypdfium2.PdfPage) -> Iterator[Word]:
    text, high = page.get_textpage(), page.get_height()
    letters: list[tuple[str, tuple[float, float, float, float]]] = []
    for n in range(text.count_chars() + 1):
        letter = text.get_text_range(n, 1) if n < text.count_chars() else ""
        if letter.strip() and letter not in HYPHENS:
            letters.append((letter, text.get_charbox(n)))
        elif letters:
            left, right = min(box[0] for _, box in letters), max(box[2] for _, box in letters)
            low, top = min(box[1] for _, box in letters), max(box[3] for _, box in letters)
            box = Box(left / MM, (high - top) / MM, (right - left) / MM, (top - low) / MM)
            yield Word("".join(letter for letter, _ in letters), box)
            letters = []


def deck_grid(order: Order, stock: Stock) -> Grid:
    """The grid that the cards of games lie in on a sheet, laid out with nothing but the paper and the stock."""
    return grid(Box(0, 0, order.paper.width, order.paper.height), (stock.width, stock.height), margin=stock.margin)
