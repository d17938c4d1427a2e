"""The smaller paper: the score pad for two and two, cards four to a sheet, and a clear no for everything else."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pdfplumber
import pytest
import zxingcpp
from harbour import Harbour, sheet
from PIL import Image
from print_jobs import GAME, item_of, said, words_of_pdf
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from test_printed_reading import MARKERS

from companion.game import Game, find_game
from companion.refusals import Refusal
from companion.scoring import Category, Line, Row
from companion.words import LANGUAGES
from printables.faces.deck import POKER, Stock
from printables.faces.pad_layout import layout
from printables.games.roll_player import prints
from printables.imposition import Box, grid, note_room
from printables.ink import INKS
from printables.paper import A4, A5, LETTER, MM
from printables.press import items_of, print_game, print_items
from printables.reading.code import read_code
from printables.reading.geometry import PageGeometry, parse, stored
from printables.reading.markers import CLEAR, EDGE, LARGE, SMALL, frame_of, frame_on, marker_boxes

JOBS = [(lang, ink) for lang in LANGUAGES for ink in INKS]
each_job = pytest.mark.parametrize("job", JOBS, ids="-".join)
some_jobs = pytest.mark.parametrize("job", [("ru", "colour"), ("en", "saver")], ids="-".join)
CUT = ("initiative", "classes", "backstories", "alignments", "market", "reference", "tokens", "blanks")
WHOLE = ("character-sheet", "solo-board", "set-up", "hero-record")
PAPER = Box(0, 0, 148, 210)


def pad(lang: str = "ru", ink: str = "colour") -> bytes:
    return item_of("score-pad", "A5", lang, ink)


@cache
def seen(job: tuple[str, str], page: int) -> Image.Image:
    """A page as a camera would see it, at 150 dots per inch."""
    return PdfDocument(pad(*job))[page].render(scale=150 / 72).to_pil().convert("L")


def pages() -> tuple[PageGeometry, ...]:
    return stored(prints.package, "P", SMALL)[-1].pages


# The paper and its frame


def test_a_frame_belongs_to_the_papers_that_leave_ten_millimetres_around_it() -> None:
    assert {paper.name: frame_of(paper) for paper in (A4, LETTER, A5)} == {"A4": LARGE, "Letter": LARGE, "A5": SMALL}
    assert frame_on(A5) == PAPER.inset(EDGE)


@some_jobs
@pytest.mark.parametrize("page", [0, 1])
def test_six_markers_of_eight_millimetres_and_a_code_that_is_read(page: int, job: tuple[str, str]) -> None:
    image, size = seen(job, page), 8 / 6
    for marker, box in enumerate(marker_boxes(SMALL)):
        assert (box.width, box.height) == (8, 8)
        for row in range(6):
            for column in range(6):
                x, y = 10 + box.x + (column + 0.5) * size, 10 + box.y + (row + 0.5) * size
                inner = 0 < row < 5 and 0 < column < 5
                black = MARKERS[marker][row - 1][column - 1] == "#" if inner else True
                pixel = (round(x * 150 / 25.4 - 0.5), round(y * 150 / 25.4 - 0.5))
                assert (image.getpixel(pixel) < 128) is black, (marker, row, column)
    (code,) = zxingcpp.read_barcodes(image)
    found = read_code(code.text)
    assert (found.game, found.pad, found.version, found.paper, found.page) == ("RP", "P", 1, "A5", page + 1)


# The pad


@each_job
def test_the_pad_is_two_pages_of_a5_with_its_fonts(job: tuple[str, str]) -> None:
    pdf = pad(*job)
    assert [page.get_size() for page in PdfDocument(pdf)] == [pytest.approx((419.5276, 595.2756), abs=0.001)] * 2
    assert pdf.count(b"/FontFile2") == pdf.count(b"/Type /FontDescriptor") > 0
    assert b"Helvetica" not in pdf


EVERYWHERE = {
    "en": ("Date", "Player", "Race", "Class", "Strength", "Backstory", "Mystic", "Traits", "Total", "fewer is first"),
    "ru": ("Дата", "Игрок", "Раса", "Класс", "Сила", "Предыстория", "Мистические", "Черты", "Итого", "у кого меньше"),
}  # fmt: skip
ALONE = {"en": ("Playing alone", "Gold ÷ 8", "Rank"), "ru": ("Одиночная игра", "Золото ÷ 8", "Звание")}
WHOSE = {"en": "Roll Player is a trademark of its owner", "ru": "Roll Player — товарный знак правообладателя"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_is_found_again_by_two_readers(lang: str) -> None:
    rendered = [page.get_textpage().get_text_range() for page in PdfDocument(pad(lang))]
    for texts in (rendered, [page.extract_text() for page in PdfReader(io.BytesIO(pad(lang))).pages]):
        for text in texts:
            assert [word for word in (*EVERYWHERE[lang], WHOSE[lang]) if word not in text] == []
        assert [[word in text for word in ALONE[lang]] for text in texts] == [[True] * 3, [False] * 3]


def test_every_player_has_every_row_that_the_large_pad_has() -> None:
    (large,) = stored(prints.package, "P")[-1].pages
    first, second = pages()
    assert {group.key for group in first.groups} | {group.key for group in second.groups} == {
        group.key for group in large.groups
    }
    assert {group.key[0] for group in first.groups} == {"1", "2", "d"}
    assert {group.key[0] for group in second.groups} == {"3", "4", "d"}
    assert [value.key for value in second["4.armor.chain"].values] == ["cards", "table", "bonus", "value"]
    assert len(second["3.traits"].values) == 7
    assert "1.rank" in first


@pytest.mark.parametrize("game", [GAME, "pebbles"])
def test_every_box_can_be_written_in_with_a_pencil(game: str) -> None:
    boxes = [box for page in layout(find_game(game), SMALL).pages for box in page.boxes()]
    assert min(box.height for box in boxes) >= 5.5
    assert min(box.width for box in boxes) >= 6


def test_every_box_is_drawn_where_the_geometry_says() -> None:
    with pdfplumber.open(io.BytesIO(pad("en", "saver"))) as document:
        for page, kept in zip(document.pages, pages(), strict=True):
            drawn = [[v[k] / MM - EDGE for k in ("x0", "top", "x1", "bottom")] for v in (*page.rects, *page.curves)]
            for box in kept.boxes():
                wanted = (box.x, box.y, box.right, box.bottom)
                assert min(max(abs(a - b) for a, b in zip(wanted, found, strict=True)) for found in drawn) < 0.02, box


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_keeps_to_its_place(lang: str) -> None:
    """Between the markers, apart from other text, and never across a line of a box."""
    clear = [Box(b.x + EDGE, b.y + EDGE, b.width, b.height).inset(-CLEAR) for b in marker_boxes(SMALL)]
    for page, words in zip(pages(), words_of_pdf(pad(lang)), strict=True):
        boxes = [Box(b.x + EDGE, b.y + EDGE, b.width, b.height) for b in page.boxes()]
        for word in words:
            assert EDGE + SMALL.left <= word.box.x < word.box.right <= EDGE + SMALL.right, word
            assert not any(word.box.meets(marker) for marker in clear), word
            for box in boxes:
                inside = box.x < word.box.x and word.box.right < box.right and box.y < word.box.y
                assert inside or not word.box.meets(box), (word, box)
        for one, other in combinations(words, 2):
            assert not one.box.inset(0.05).meets(other.box.inset(0.05)), (one, other)


def test_grey_and_saver_have_no_colour() -> None:
    for ink in ("grey", "saver"):
        for page in PdfReader(io.BytesIO(pad("ru", ink))).pages:
            content = page.get_contents()
            assert content is not None
            assert not {token for token in content.get_data().split() if token in (b"rg", b"RG", b"k", b"K")}


# Other games


def _players(game: Game | Harbour) -> Iterator[str]:
    for page in layout(game, SMALL).pages:
        yield "".join(player for player in "1234" if f"{player}.heading.name" in page)


def test_four_share_a_page_where_their_columns_have_room() -> None:
    assert list(_players(find_game("pebbles"))) == ["1234"]
    assert list(_players(Harbour())) == ["12", "34"]
    assert list(_players(find_game(GAME))) == ["12", "34"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "code", "count"), [("pebbles", "TS1:PE:P0:A5:", 1), ("harbour", "TS1:GH:P0.2:A5:", 2)])
def test_every_game_gets_its_pad_from_its_score_sheet(key: str, code: str, count: int, lang: str) -> None:
    game = Harbour() if key == "harbour" else find_game(key)
    found = [page.extract_text() for page in PdfReader(io.BytesIO(print_game(game, ["score-pad"], "A5", lang))).pages]
    assert len(found) == count
    assert code in found[-1]
    rows = {"harbour": {"en": "Second ship", "ru": "Второй корабль"}, "pebbles": {"en": "Hops", "ru": "Прыжки"}}
    assert all(rows[key][lang] in text for text in found)


def test_a_list_longer_than_the_page_goes_on_for_two_and_then_for_the_others() -> None:
    many = Harbour(scores=sheet(*(Category(f"more_{n}", lambda hero: Line(0)) for n in range(20))))
    assert list(_players(many)) == ["12", "12", "34", "34"]
    found = [g.key for page in layout(many, SMALL).pages for g in page.groups if g.key.startswith("3.more_")]
    assert found == [f"3.more_{n}" for n in range(20)]


def test_a_row_of_small_boxes_is_broken_before_they_become_narrow() -> None:
    wide = Category("shells", lambda hero: Line(0), rows=(Row("shells", boxes=("shell",) * 9),))
    page = layout(Harbour(scores=sheet(wide)), SMALL).pages[0]
    assert len({value.y for value in page["2.shells"].values if value.key != "value"}) == 3
    assert min(value.width for value in page["2.shells"].values) >= 6


def test_a_small_geometry_is_read_as_it_was_written_and_another_frame_is_unknown() -> None:
    (kept,) = stored(prints.package, "P", SMALL)
    assert kept.file == "P-A5-1.json"
    assert parse(kept.text()) == kept
    with pytest.raises(ValueError, match="frame"):
        parse(kept.text().replace("[128.0, 190.0]", "[128.0, 191.0]"))


# Everything else


def test_every_item_either_has_the_paper_or_says_which_it_has() -> None:
    items = items_of(find_game(GAME))
    assert {key for key, item in items.items() if item.made_for(A5)} == {"score-pad", "calibration", *CUT}
    for key in WHOLE:
        with pytest.raises(Refusal) as refused:
            print_items(GAME, ["score-pad", key], "a5")
        assert refused.value.key == "print.paper.item"
        for lang, sentence in said(refused.value).items():
            assert "A5" in sentence
            assert sentence.endswith(": A4, Letter")
            assert {"en": "is not made for", "ru": "не печатается на"}[lang] in sentence


@pytest.mark.parametrize("item", ["initiative", "classes", "reference", "tokens", "blanks"])
def test_what_is_cut_up_stays_on_the_paper(item: str) -> None:
    """Backstories, alignments and the market differ from these in nothing but their faces, which know no paper."""
    for page in words_of_pdf(item_of(item, "A5", "ru", "saver")):
        for word in page:
            assert 2.5 < word.box.x < word.box.right < PAPER.width - 2.5, word
            assert 2.5 < word.box.y < word.box.bottom < PAPER.height - 2.5, word


def test_four_cards_to_a_sheet_each_before_its_back() -> None:
    assert [len(PdfDocument(item_of(item, "A5", "ru", "saver"))) for item in ("initiative", "classes")] == [4, 4]
    for stock in (POKER, Stock(94, 128, margin=9), Stock(22, 22, margin=10)):
        found = grid(PAPER, (stock.width, stock.height), margin=stock.margin)
        note, _ = note_room(found.sheet, found.block)
        assert not note.meets(found.block.inset(-3))
        assert min(note.x, note.y, PAPER.right - note.right, PAPER.bottom - note.bottom) > 2.5
