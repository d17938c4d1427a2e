"""The PDF itself, opened with tools that did not write it."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pdfplumber
import pytest
from PIL import Image, ImageFilter, ImageStat
from print_jobs import GAME, ITEMS, JOBS, PAPERS, Job, printed, seen
from pypdf import PdfReader

from printables.press import print_items

every_job = pytest.mark.parametrize("job", JOBS, ids="-".join)


def _fonts(pdf: bytes) -> Iterator[Any]:
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for font in page["/Resources"].get("/Font", {}).values():
            yield font.get_object()


@every_job
def test_pad_and_sheet_are_two_pages_of_exactly_the_paper(job: Job) -> None:
    pages = PdfReader(io.BytesIO(printed(job))).pages
    assert len(pages) == 2
    for page in pages:
        assert [float(value) for value in page.mediabox] == pytest.approx([0, 0, *PAPERS[job[0]]], abs=0.0001)


@every_job
def test_the_page_asks_to_be_printed_at_its_size(job: Job) -> None:
    catalog: Any = PdfReader(io.BytesIO(printed(job))).trailer["/Root"]
    assert catalog["/ViewerPreferences"]["/PrintScaling"] == "/None"


@every_job
def test_the_file_says_what_it_is_and_in_which_language(job: Job) -> None:
    reader = PdfReader(io.BytesIO(printed(job)))
    catalog: Any = reader.trailer["/Root"]
    assert catalog["/Lang"] == job[1]
    assert reader.metadata is not None
    assert str(reader.metadata.title).startswith("Roll Player: ")
    assert [str(entry.title) for entry in reader.outline] == str(reader.metadata.title)[13:].split(", ")


@every_job
def test_every_font_is_embedded(job: Job) -> None:
    fonts = list(_fonts(printed(job)))
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font["/FontDescriptor"].get_object(), font["/BaseFont"]
        assert "Spectral" in font["/BaseFont"] or "AlegreyaSans" in font["/BaseFont"]
    assert b"Helvetica" not in printed(job)


@every_job
def test_streams_are_not_spelled_in_ascii(job: Job) -> None:
    assert b"ASCII85" not in printed(job)


EXPECTED = {
    "en": ("Score pad", "Strength", "Backstory", "Total", "Character sheet", "Dexterity", "Alignment", "Weapons"),
    "ru": ("Бланк подсчёта", "Сила", "Предыстория", "Итого", "Лист персонажа", "Ловкость", "Мировоззрение", "Оружие"),
}
FOOTERS = {
    "en": "Tableside — unofficial companion; Roll Player is a trademark of its owner",
    "ru": "Tableside — неофициальный помощник; Roll Player — товарный знак правообладателя",
}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_text_is_found_again_and_every_page_has_its_footer(lang: str) -> None:
    with pdfplumber.open(io.BytesIO(printed(("A4", lang, "colour")))) as document:
        texts = [page.extract_text() for page in document.pages]
    for expected in EXPECTED[lang]:
        assert expected in "\n".join(texts)
    for number, text in enumerate(texts, 1):
        assert f"{FOOTERS[lang]} {number} / {len(texts)}" in text


@pytest.mark.parametrize("paper", PAPERS)
def test_the_footer_meets_nothing_else(paper: str) -> None:
    with pdfplumber.open(io.BytesIO(printed((paper, "ru", "colour")))) as document:
        for page in document.pages:
            words = [word for word in page.extract_words() if word["top"] > float(page.height) * 0.9]
            foot = [word for word in words if word["bottom"] > max(w["bottom"] for w in words) - 4]
            top, left, right = (min(w["top"] for w in foot), min(w["x0"] for w in foot), max(w["x1"] for w in foot))
            drawn = [*page.rects, *page.curves, *page.lines]
            met = [d for d in drawn if d["bottom"] > top and d["x1"] > left and d["x0"] < right]
            assert drawn
            assert not met


def test_the_same_order_gives_the_same_bytes() -> None:
    again = print_items(GAME, ITEMS, "Letter", "ru", "grey")
    assert hashlib.sha256(again).hexdigest() == hashlib.sha256(printed(("Letter", "ru", "grey"))).hexdigest()


def test_another_series_has_other_sheet_ids_and_nothing_else() -> None:
    with (
        pdfplumber.open(io.BytesIO(printed(("A4", "en", "colour")))) as first,
        pdfplumber.open(io.BytesIO(print_items(GAME, ITEMS, series="the second evening"))) as second,
    ):
        for one, other in zip(first.pages, second.pages, strict=True):
            lines = zip(one.extract_text().splitlines(), other.extract_text().splitlines(), strict=True)
            different = [(a, b) for a, b in lines if a != b]
            assert len(different) == 1
            assert all("TS1:RP:" in line for line in different[0])


def test_grey_has_no_colour() -> None:
    reader = PdfReader(io.BytesIO(printed(("A4", "ru", "grey"))))
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None
        operators = {token for token in content.get_data().split() if token in (b"rg", b"RG", b"k", b"K")}
        assert not operators


@pytest.mark.parametrize("page", [0, 1], ids=["pad", "sheet"])
@pytest.mark.parametrize("paper", PAPERS)
def test_saver_leaves_no_square_centimetre_solid(paper: str, page: int) -> None:
    """In every window of 10 × 10 mm at least a tenth is bare paper (a marker, 1 cm², is three quarters black)."""
    dpi = 102  # four pixels to a millimetre
    assert _most_inked(seen((paper, "ru", "saver"), page, dpi)) <= 0.9
    assert _most_inked(seen((paper, "ru", "colour"), page, dpi)) == 1.0


def _most_inked(image: Image.Image) -> float:
    """The part of a window of 39 × 39 pixels that is not white, in the window where it is greatest."""
    inked = image.point(lambda value: 255 if value < 250 else 0)
    return float(inked.filter(ImageFilter.BoxBlur(19)).getextrema()[1]) / 255


@pytest.mark.parametrize("page", [0, 1], ids=["pad", "sheet"])
def test_saver_needs_the_least_ink(page: int) -> None:
    light = {ink: ImageStat.Stat(seen(("A4", "ru", ink), page, 102)).mean[0] for ink in ("colour", "grey", "saver")}
    assert light["saver"] > light["grey"]
    assert light["saver"] > light["colour"]


def test_plain_paper_needs_no_pdf_library() -> None:
    code = (
        "import sys, printables, printables.paper, printables.imposition, printables.ink;"
        "sys.exit('reportlab' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
