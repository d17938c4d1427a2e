"""Whatever any game prints, on every paper it is made for, in every language and ink: opened with tools that did not
write it. The game that is measured in detail elsewhere is left out here; any other is found by itself."""

from __future__ import annotations

import io
import itertools
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace
from print_jobs import GAME
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from companion.game import find_game
from companion.words import LANGUAGES
from printables.faces.furniture import footer_key
from printables.ink import INKS, find_ink
from printables.items import Item, Order
from printables.paper import MM, PAPERS, find_paper
from printables.press import all_prints, items_of, print_items, words_of
from printables.reading.geometry import stored

GAMES = sorted(set(all_prints()) - {GAME})
Job = tuple[str, str, str, str]
"""Game, paper, language, ink."""

EDGE = 2.5
_TEXT = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)
"""A text in a page's content: its bytes are letters, never operators."""


def items_for(job: Job) -> list[Item]:
    """The items of a game that are made for a paper."""
    return [item for item in items_of(find_game(job[0])).values() if item.made_for(find_paper(job[1]))]


SMALL = ("A4", "Letter", "A5") if os.environ.get("TABLESIDE_SOAK") else ("A4",)
"""The papers that every language and every ink is tried on; the others get each its share of them."""

WAYS = tuple(itertools.product(LANGUAGES, INKS))
JOBS = [(game, paper, *way) for game, paper, way in itertools.product(GAMES, SMALL, WAYS)]
JOBS += [
    (game, paper, *WAYS[(n + 3 * m) % len(WAYS)])
    for m, game in enumerate(GAMES)
    for n, paper in enumerate(paper for paper in PAPERS if paper not in SMALL)
]
JOBS = [job for job in JOBS if items_for(job)]  # not every game prints on every paper
every_job = pytest.mark.parametrize("job", JOBS, ids="-".join)


@cache
def printed(job: Job) -> bytes:
    """All of them in one PDF."""
    game, paper, lang, ink = job
    return print_items(game, [item.key for item in items_for(job)], paper, lang, ink)


@cache
def texts(job: Job) -> tuple[str, ...]:
    """What stands on each page, on one line."""
    return tuple(" ".join(page.get_textpage().get_text_range().split()) for page in PdfDocument(printed(job)))


def order_of(job: Job) -> Order:
    game = find_game(job[0])
    return Order(game, words_of(game, job[2]), find_paper(job[1]), find_ink(job[3], game.accent))


def test_there_are_games_and_papers_to_look_at() -> None:
    assert GAMES
    assert {item.key for game in GAMES for item in items_for((game, "A4", "en", "colour"))} > {"score-pad"}


@every_job
def test_every_page_is_as_it_was_ordered(job: Job) -> None:
    """One test for all, so that every job is printed once however tests are spread over processes."""
    for check in (sizes, fonts):
        check(job)
    for check in (names, edges) if job[3] == "colour" else (no_colours,):  # ink moves nothing
        check(job)


def sizes(job: Job) -> None:
    """The MediaBox is the paper's, upright or lying."""
    paper = find_paper(job[1])
    pages = PdfReader(io.BytesIO(printed(job))).pages
    found = [sorted(float(side) for side in page.mediabox[2:]) for page in pages]
    assert found
    assert all(size == pytest.approx(sorted(paper.points), abs=0.001) for size in found)


def fonts(job: Job) -> None:
    """Every font is embedded."""
    pdf = printed(job)
    assert pdf.count(b"/FontFile2") == pdf.count(b"/Type /FontDescriptor") > 0
    assert b"Helvetica" not in pdf


def names(job: Job) -> None:
    """Every item is found again by its name in the language of the job, and every page says whose game it is."""
    order = order_of(job)
    footer = order.words(footer_key(order), game=order.words("game.name"))
    known = texts(job)
    for item in items_for(job):
        assert any(order.words(item.name) in text for text in known), item.key
    assert all(footer in text for text in known if text)


def edges(job: Job) -> None:
    """No word stands too near the edge of the paper."""
    for page in PdfDocument(printed(job)):
        wide, high = (side / MM for side in page.get_size())
        text = page.get_textpage()
        for n in range(text.count_rects()):
            left, low, right, top = (side / MM for side in text.get_rect(n))
            assert min(left, low, wide - right, high - top) > EDGE, text.get_text_bounded(*text.get_rect(n))


def no_colours(job: Job) -> None:
    """Grey and saver have none."""
    for page in PdfReader(io.BytesIO(printed(job))).pages:
        for stream in _streams(page):
            assert not re.search(rb"(?:^|\s)(?:rg|RG|k|K)\s", _TEXT.sub(b"", stream))


def _streams(page: Any) -> Iterator[bytes]:
    content = page.get_contents()
    assert content is not None
    yield content.get_data()
    for form in page["/Resources"].get("/XObject", {}).values():
        yield form.get_object().get_data()


@pytest.mark.parametrize("game", GAMES)
def test_backs_follow_their_fronts_and_can_be_left_out(game: str) -> None:
    order = order_of((game, "A4", "en", "grey"))
    for item in items_for((game, "A4", "en", "grey")):
        pages = list(item.pages(order))
        plain = list(item.pages(replace(order, backs=False)))
        backs = [page.back for page in pages]
        assert not any(page.back for page in plain)
        assert not any(backs) or backs == [False, True] * (len(backs) // 2), item.key
        if any(backs):
            assert len(plain) == len(backs) // 2, item.key


@pytest.mark.parametrize("game", [game for game in GAMES if all_prints()[game].package.startswith("printables.")])
def test_the_newest_stored_geometry_is_the_present_layout(game: str) -> None:
    """If this fails, boxes have moved: `python -m printables.reading GAME` stores them as the next version."""
    found = find_game(game)
    layouts = [layout for item in items_of(found).values() for layout in item.layouts(found)]
    assert layouts
    for layout in layouts:
        kept = stored(all_prints()[game].package, layout.pad, layout.frame)[-1]
        assert replace(layout, version=kept.version) == kept
