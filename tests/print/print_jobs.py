"""What is printed in these tests, once for all of them."""

from __future__ import annotations

from functools import cache

import pypdfium2
from PIL import Image

from companion.game import find_game
from companion.refusals import Refusal
from companion.words import LANGUAGES, Word
from printables.press import print_items, words_of

GAME = "roll-player"
ITEMS = ("score-pad", "character-sheet")
PAPERS = {"A4": (595.2756, 841.8898), "Letter": (612.0, 792.0)}
JOBS = [(paper, lang, ink) for paper in PAPERS for lang in ("en", "ru") for ink in ("colour", "grey", "saver")]

Job = tuple[str, str, str]
"""Paper, language, ink."""


@cache
def printed(job: Job) -> bytes:
    """Pad and sheet as one PDF."""
    return print_items(GAME, ITEMS, *job)


def said(refusal: Refusal) -> dict[str, str]:
    """What people read of a refusal, by language."""
    return {lang: words_of(find_game(GAME), lang).say(Word(refusal.key, refusal.args_)) for lang in LANGUAGES}


@cache
def seen(job: Job, page: int, dpi: int) -> Image.Image:
    """A page (from 0) as a camera would see it: greys at so many dots per inch."""
    document = pypdfium2.PdfDocument(printed(job))
    return document[page].render(scale=dpi / 72).to_pil().convert("L")
