"""Every item of every game, one by one: in both languages, on three papers, in three inks (`make soak`); otherwise each
once, in a combination that its name decides, so that all of them are tried by some item."""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

import cv2
import numpy
import pytest
from pypdf import PdfReader
from pypdf.generic import IndirectObject
from pypdfium2 import PdfDocument

from companion.game import find_game
from companion.words import LANGUAGES
from printables.binding import Prepared
from printables.imposition import Box
from printables.ink import INKS
from printables.items import Item, Page
from printables.paper import MM, find_paper
from printables.press import all_prints, items_of, prepare
from printables.proof import Proof

LONG = bool(os.environ.get("TABLESIDE_SOAK"))
PAPERS = ("A4", "Letter", "A5", "A3")

Print = tuple[str, str, str, str, str]
"""Game, item, paper, language, ink."""


def ways(game: str, item: Item) -> list[Print]:
    """Every combination on three papers that an item is made for; of these one, if there is no time."""
    papers = [paper for paper in PAPERS if item.made_for(find_paper(paper))][:3]
    found = [(game, item.key, *way) for way in itertools.product(papers, LANGUAGES, INKS)]
    return found if LONG else [found[sha256(f"{game} {item.key}".encode()).digest()[0] % len(found)]]


PRINTS = [
    way for game in sorted(all_prints()) for item in items_of(find_game(game)).values() for way in ways(game, item)
]
every_print = pytest.mark.parametrize("wanted", PRINTS, ids="-".join)


@cache
def prepared(wanted: Print) -> Prepared:
    game, item, paper, lang, ink = wanted
    return prepare(find_game(game), [item], paper, lang, ink, proof=Proof())


def test_all_languages_inks_and_papers_are_tried() -> None:
    assert {lang for *_, lang, _ in PRINTS} == set(LANGUAGES)
    assert {ink for *_, ink in PRINTS} == set(INKS)
    assert len({paper for _, _, paper, *_ in PRINTS}) >= 3


@every_print
def test_an_item_prints_well(wanted: Print) -> None:
    """One test for all, so that each is drawn once."""
    job = prepared(wanted)
    pdf = job.bind()
    assert job.job.proof.missing == {}
    fonts_are_embedded(pdf)
    pages, drawn = job.pages, PdfDocument(pdf)
    assert len(pages) == len(drawn)
    for page, seen in zip(pages, drawn, strict=True):
        words_stay_in_their_pieces(page, seen)
        if wanted[-1] == "saver":
            assert largest_solid_area(seen) <= 100, "more than 1 cm² of ink in one place"
    backs_lie_behind_their_fronts(pages)
    if wanted[-1] == "saver":
        letters_are_kept(wanted, drawn)


def fonts_are_embedded(pdf: bytes) -> None:
    """Whatever page or form uses a font: its letters are in the file."""
    reader = PdfReader(io.BytesIO(pdf))
    fonts = [one for page in reader.pages for one in _fonts(page.get("/Resources"), set())]
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]


def _fonts(resources: Any, seen: set[int]) -> Iterator[Any]:
    if resources is None:
        return
    found = resources.get_object()
    if id(found) in seen:
        return
    seen.add(id(found))
    yield from (font.get_object() for font in found.get("/Font", {}).values())
    for form in found.get("/XObject", {}).values():
        inner = form.get_object() if isinstance(form, IndirectObject) else form
        yield from _fonts(inner.get("/Resources"), seen)


def words_stay_in_their_pieces(page: Page, seen: Any) -> None:
    """A text stands on a piece that is cut out, all of it, or on none."""
    high = seen.get_height()
    pieces = [spot.box for spot in page.side.spots] if page.side is not None else []
    text = seen.get_textpage()
    for n in range(text.count_rects()):
        left, low, right, top = text.get_rect(n)
        box = Box(left / MM, (high - top) / MM, (right - left) / MM, (top - low) / MM)
        assert min(left, low, seen.get_width() - right, high - top) > 0
        for piece in pieces:
            if piece.meets(box.inset(0.2)):
                assert piece.x <= box.x + 0.05
                assert piece.y <= box.y + 0.05
                assert box.right <= piece.right + 0.05
                assert box.bottom <= piece.bottom + 0.05


def backs_lie_behind_their_fronts(pages: list[Page]) -> None:
    """A sheet that is turned over its long edge shows each back where its front was."""
    for n, page in enumerate(pages):
        if page.back and page.side is not None and page.side.spots:
            assert not pages[n - 1].back
            front = pages[n - 1].side
            assert front is not None
            fronts = {spot.index: spot.box for spot in front.spots}
            for spot in page.side.spots:
                turned = front.sheet.width - fronts[spot.index].right
                assert spot.box.x == pytest.approx(turned, abs=0.01)
                assert spot.box.y == pytest.approx(fronts[spot.index].y, abs=0.01)


def largest_solid_area(page: Any, dpi: int = 100) -> float:
    """The largest area that is inked all over (mm²): what is left of a page when lines and the modules of codes, all
    that is thinner than 1.8 mm, are gone."""
    picture = numpy.asarray(page.render(scale=dpi / 72, grayscale=True).to_pil())
    inked = (picture < 235).astype(numpy.uint8)
    solid = cv2.morphologyEx(inked, cv2.MORPH_OPEN, numpy.ones((7, 7), numpy.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(solid, connectivity=4)
    return float(max(found[1:, cv2.CC_STAT_AREA], default=0) * (25.4 / dpi) ** 2)


def letters_are_kept(wanted: Print, saver: Any) -> None:
    """Whatever is written in colour is written where ink is saved: the letters of colours, too."""
    colour = PdfDocument(prepared((*wanted[:-1], "colour")).bind())
    assert [_words(page) for page in saver] == [_words(page) for page in colour]


def _words(page: Any) -> list[str]:
    """What stands on a page, but for the code of the page, which tells its ink."""
    words = str(page.get_textpage().get_text_range()).split()
    return sorted(word for word in words if not word.startswith("TS1:"))
