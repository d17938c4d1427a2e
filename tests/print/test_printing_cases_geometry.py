"""Situations that people reported in other tools (K02 to K23), and the geometry of every layout.

What is expected is calculated here, from how paper is turned and folded, and never asked of the code that lays it out.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import math
import os
import subprocess
import sys
from typing import Any

import pdfplumber
import pikepdf
import pytest
from decks import AT, POKER, SQUARE, cards, job, lines, printed, sheet_pages, texts
from PIL import Image, ImageChops, ImageOps
from print_jobs import said
from pypdfium2 import PdfDocument

from companion.game import UnknownName
from companion.refusals import Refusal
from printables.binding import Section, bind
from printables.calibration import CORNER, Readings, calibration_of
from printables.faces.alignment import alignment_pages
from printables.faces.deck import Card
from printables.faces.deck import deck_pages as pages_of
from printables.imposition import FLIPS, LAYOUTS, Box, Setting, SheetSide, Shift, Spot, Stock, impose, note_room
from printables.imposition.rooms import ruler_room
from printables.items import Page
from printables.paper import MM, PAPERS, find_paper
from printables.press import prepare_calibration
from printables.sizes import find_card, sizes

Point = tuple[float, float]
SIZES = ("poker", "mini-euro", "tarot", "square-70", "jumbo", "domino")
FIVE = ("a4", "letter", "a5", "a3", "legal")


# Must show 2: what lies behind what


def on_page(spot: Spot, local: Point) -> Point:
    """Where a point of a card (from its own upper left corner) lies on the page."""
    (u, v), box = local, spot.box
    return (box.x + u, box.y + v) if spot.turned == 0 else (box.right - u, box.bottom - v)


def through(side: SheetSide, point: Point, flip: str) -> Point:
    """A point of the back of a sheet as it is seen from the front: the sheet is turned over an edge of the paper."""
    (x, y), (wide, high) = point, (side.sheet.width, side.sheet.height)
    upright = wide <= high
    over_upright_edge = (flip == "long") == upright
    return (wide - x, y) if over_upright_edge else (x, high - y)


def folded(point: Point, side: SheetSide, box: Box) -> Point:
    """Where a point comes to lie when the sheet is folded at the fold next to a front."""
    x, y = box.centre
    fold = min(side.folds, key=lambda line: abs(line.x1 - x) if line.x1 == line.x2 else abs(line.y1 - y))
    return (2 * fold.x1 - point[0], point[1]) if fold.x1 == fold.x2 else (point[0], 2 * fold.y1 - point[1])


def worst(sides: tuple[SheetSide, ...], stock: Stock, flip: str) -> float:
    """The farthest that any point of a back lies from the point of its front that it should lie behind (mm)."""
    fronts = {spot.index: (side, spot) for side in sides for spot in side.spots if spot.side == "front"}
    found = 0.0
    for side in sides:
        for spot in side.spots:
            if spot.side != "back":
                continue
            front_side, front = fronts[spot.index]
            wanted = on_page(front, (stock.width - 3, 5))  # a card is turned like the page of a book
            there = on_page(spot, (3, 5))
            seen = through(side, there, flip) if side.back else folded(there, front_side, front.box)
            if side.single:
                seen = (side.sheet.width - there[0], there[1])
            found = max(found, math.dist(wanted, seen))
            assert front_side.number == side.number
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("paper", FIVE)
def test_K07_back_k_lies_behind_front_k(layout: Any, paper: str) -> None:
    """Every layout × 5 papers × 6 sizes × both edges × 1 … 2·slots + 1 cards, within 0.01 mm."""
    tried = 0
    for size, flip in itertools.product(SIZES, FLIPS):
        stock, setting = find_card(size), Setting(layout=layout, flip=flip)
        try:
            full = impose(1, stock, find_paper(paper), setting)
        except Refusal:
            # a tarot card and its back are longer than A5
            assert (paper, size in ("tarot", "jumbo")) == ("a5", True)
            continue
        slots = len(full[0].slots) // (2 if full[0].folds else 1)
        for count in range(1, 2 * slots + 2):
            sides = impose(count, stock, find_paper(paper), setting)
            backs = [spot.index for side in sides for spot in side.spots if spot.side == "back"]
            assert sorted(backs) == list(range(count))
            assert worst(sides, stock, flip) < 0.01
            tried += 1
    assert tried > 20


WAYS = [
    pytest.param({"layout": "duplex", "flip": "long"}, id="long"),
    pytest.param({"layout": "duplex", "flip": "short"}, id="short"),
    pytest.param({"layout": "duplex", "flip": "long", "turn": "lying"}, id="lying-long"),
    pytest.param({"layout": "duplex", "flip": "short", "turn": "lying"}, id="lying-short"),
    pytest.param({"layout": "duplex", "order": "fronts-then-backs"}, id="fronts-then-backs"),
    pytest.param({"layout": "gutter-fold"}, id="gutter-fold"),
    pytest.param({"layout": "strips"}, id="strips"),
    pytest.param({"layout": "single"}, id="single"),
]


def blacks(image: Image.Image) -> Image.Image:
    return image.convert("L").point(lambda value: 255 if value < 60 else 0)


@pytest.mark.parametrize("asked", WAYS)
def test_K07_on_the_rendered_page_the_squares_of_both_sides_cover_each_other(asked: dict[str, str]) -> None:
    """Five cards; the back is turned over in the picture, or the picture is folded."""
    count, step = 5, 6  # pixels to a millimetre
    pages = sheet_pages(count, **asked, marks="none", ruler="no")
    document = PdfDocument(printed(count, **asked, marks="none", ruler="no"))
    images = [blacks(page.render(scale=step * 25.4 / 72).to_pil()) for page in document]
    side = pages[0].side
    assert side is not None
    if asked["layout"] in ("gutter-fold", "strips"):
        image = images[0]
        pairs = []
        for line in side.folds:
            fold = round(line.x1 * step)
            reach = fold if asked["layout"] == "gutter-fold" else round(POKER.width * step)
            front = image.crop((fold - reach, 0, fold, image.height))
            pairs.append((front, ImageOps.mirror(image.crop((fold, 0, fold + reach, image.height)))))
    else:
        fronts, backs = (images[0::2], images[1::2])
        if asked.get("order") == "fronts-then-backs":
            fronts, backs = images[: len(images) // 2], images[len(images) // 2 :]
        level = (asked.get("flip", "long") == "long") == (side.sheet.width > side.sheet.height)
        turned = ImageOps.flip if level else ImageOps.mirror
        pairs = list(zip(fronts, map(turned, backs), strict=True))
    seen = 0.0
    for front, back in pairs:
        wide = ImageChops.difference(front, back).resize((front.width // 2, front.height // 2), Image.Resampling.BOX)
        assert sum(wide.histogram()[200:]) == 0
        seen += sum(front.histogram()[128:])
    assert seen > len(pairs) * SQUARE**2 * step**2 * 0.9


# K02


def test_K02_all_fronts_first_then_all_backs() -> None:
    pdf = printed(10, order="fronts-then-backs")
    assert texts(pdf) == [
        [f"F{n}" for n in range(9)], ["F9"],
        ["B2", "B1", "B0", "B5", "B4", "B3", "B8", "B7", "B6"], ["B9"],
    ]  # fmt: skip
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"


def test_K02_backs_begin_with_the_last_for_a_printer_that_leaves_its_last_sheet_on_top() -> None:
    found = texts(printed(19, order="fronts-then-backs-reversed"))
    assert [page[0] for page in found] == ["F0", "F9", "F18", "B18", "B11", "B2"]


def test_K02_the_order_is_that_of_the_whole_job() -> None:
    """Two decks of which the first has no backs: its sheet has an empty back, so that the stack fits."""
    found = job(asked={"order": "fronts-then-backs"})
    bare = [Card(card.front) for card in cards(2)]
    sections = [
        Section("one", "One", pages_of(found, "print.item.score-pad", bare, POKER)),
        Section("two", "Two", pages_of(found, "print.item.score-pad", cards(1), POKER)),
        Section("three", "Three", pages_of(found, "print.item.score-pad", bare, POKER)),
    ]
    assert texts(bind(found, sections, title="Three")) == [["F0", "F1"], ["F0"], ["F0", "F1"], [], ["B0"]]


# K03


def placed(pdf: bytes, page: int, text: str) -> tuple[Point, float]:
    """Where the first letter of a text stands (mm from the upper left corner), and by how many degrees it is turned
    clockwise."""
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        found = document.pages[page]
        letters = found.chars
        at = next(
            n for n in range(len(letters)) if "".join(char["text"] for char in letters[n : n + len(text)]) == text
        )
        a, b, _, _, x, y = letters[at]["matrix"]
        return (x / MM, (float(found.height) - y) / MM), -math.degrees(math.atan2(b, a))


def around_middle(point: Point, shift: Shift, sheet: Box) -> Point:
    angle, (x, y) = math.radians(shift.rotation), (point[0] - sheet.width / 2, point[1] - sheet.height / 2)
    turned = (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
    return sheet.width / 2 + turned[0] + shift.x, sheet.height / 2 + turned[1] + shift.y


def test_K03_fronts_and_backs_move_by_what_their_printer_needs() -> None:
    plain, sheet = printed(4), Box(0, 0, 210, 297)
    moved = printed(4, shift="1.5,-0.75", back_shift="-0.5,2,0.8")
    for page, text, shift in ((0, "F3", Shift(1.5, -0.75)), (1, "B3", Shift(-0.5, 2, 0.8))):
        before, _ = placed(plain, page, text)
        after, turned = placed(moved, page, text)
        assert after == pytest.approx(around_middle(before, shift, sheet), abs=0.005)
        assert turned == pytest.approx(shift.rotation, abs=0.01)


def test_K03_a_page_that_lies_is_moved_as_it_goes_through_the_printer() -> None:
    """It is turned a quarter to the left: what the printer moves right is moved down on the page."""
    before, _ = placed(printed(1, turn="lying"), 0, "F0")
    after, _ = placed(printed(1, turn="lying", shift="2,1"), 0, "F0")
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((-1, 2), abs=0.005)


PRINTERS = [
    # by how much the front misses, and the back (mm right, mm down, degrees), as each side is printed
    (Shift(0, 0, 0), Shift(0, 0, 0)),
    (Shift(0.6, -0.4, 0), Shift(0.6, -0.4, 0)),
    (Shift(1.25, 0.5, 0), Shift(-0.75, 1.5, 0)),
    (Shift(-0.5, 1, 0), Shift(2, -1.25, 0.4)),
    (Shift(0, 0, 0), Shift(-1, -1, -0.6)),
]


@pytest.mark.parametrize("printer", PRINTERS)
@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_K03_what_is_read_from_the_alignment_page_makes_up_for_the_printer(
    printer: tuple[Shift, Shift], flip: Any, paper: str
) -> None:
    """A printer that misses is simulated: what a person would read on its sheet, and where its next sheet ends up."""
    front, back = printer
    size = find_paper(paper)
    sheet = Box(0, 0, size.width, size.height)

    def turned_over(point: Point) -> Point:
        return (sheet.width - point[0], point[1]) if flip == "long" else (point[0], sheet.height - point[1])

    def read(point: Point) -> Point:
        """Where the cross of a point of the front lies on its grid, which is as crooked as the back is."""
        cross = turned_over(around_middle(point, front, sheet))
        middle, angle = around_middle(turned_over(point), back, sheet), math.radians(back.rotation)
        x, y = cross[0] - middle[0], cross[1] - middle[1]
        return x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)

    a, b = CORNER, (sheet.width - CORNER[0], sheet.height - CORNER[1])
    found = calibration_of(Readings(read(a), read(b), (-front.x, -front.y)), size, flip)
    for point in ((30.0, 40.0), (180.0, 60.0), (100.0, 250.0)):
        seen = around_middle(around_middle(point, found.front, sheet), front, sheet)
        assert seen == pytest.approx(point, abs=0.002)
        behind = around_middle(around_middle(turned_over(point), found.back, sheet), back, sheet)
        assert turned_over(behind) == pytest.approx(point, abs=0.05)


def test_K03_a_page_that_was_not_printed_at_its_size_is_no_measure() -> None:
    a4 = find_paper("a4")
    with pytest.raises(Refusal) as refused:
        calibration_of(Readings((-2.4, -2.9), (2.4, 2.9)), a4, "short")
    assert refused.value.key == "print.calibration.stretched"
    with pytest.raises(Refusal) as refused:
        calibration_of(Readings((7, 0), (0, 0)), a4, "long")
    assert (refused.value.key, refused.value.field) == ("print.calibration.far", "a")


@pytest.mark.parametrize("paper", [*PAPERS, "100x150mm", "300x200mm"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_K03_the_alignment_page_finds_room_on_every_paper(paper: str, lang: str) -> None:
    for flip in FLIPS:
        pdf = prepare_calibration(paper, lang, setting=Setting(flip=flip)).bind()
        front, back = (page.get_textpage().get_text_range() for page in PdfDocument(pdf))
        assert "tableside printers NAME" in front
        assert all(letter in page.split() for letter in "AB" for page in (front, back))
    with pytest.raises(Refusal) as refused:
        prepare_calibration("90x130mm", lang)
    assert refused.value.key == "print.calibration.small"


# K04, K08


@pytest.mark.parametrize("count", [0, 1, 8, 9, 10, 18, 27, 288])
@pytest.mark.parametrize(("slots", "asked"), [(9, {}), (18, {"turn": "best"})])
def test_K04_no_empty_page_and_none_missing(count: int, slots: int, asked: dict[str, str]) -> None:
    stock = POKER if slots == 9 else find_card("mini-american")
    assert {len(page.side.slots) for page in sheet_pages(count, stock, **asked) if page.side} <= {slots}
    found = texts(printed(count, stock, **asked)) if count else []
    assert len(found) == 2 * math.ceil(count / slots)
    assert [word for page in found[0::2] for word in page] == [f"F{n}" for n in range(count)]
    assert sorted(word for page in found[1::2] for word in page) == sorted(f"B{n}" for n in range(count))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", range(1, 11))
def test_K08_every_card_is_there(count: int, layout: Any) -> None:
    for side in ("F", "B"):
        found = [word for page in texts(printed(count, layout=layout)) for word in page if word[0] == side]
        assert sorted(found) == sorted(f"{side}{n}" for n in range(count))


@pytest.mark.parametrize("layout", ["duplex", "gutter-fold", "strips"])
def test_K08_a_grid_larger_than_the_paper_is_a_clear_error(layout: str) -> None:
    with pytest.raises(Refusal) as refused:
        printed(1, find_card("tarot"), grid="5x5", layout=layout)
    assert refused.value.key == "print.grid.too_large"
    assert (refused.value.args_["columns"], refused.value.args_["rows"]) == (5, 5)


@pytest.mark.parametrize("layout", ["duplex", "gutter-fold", "strips"])
def test_K08_a_card_larger_than_the_page_is_a_clear_error(layout: str) -> None:
    with pytest.raises(Refusal) as refused:
        printed(1, find_card("postcard"), paper="a5" if layout != "duplex" else "100x150mm", layout=layout)
    assert refused.value.key == "print.grid.card"
    assert (refused.value.args_["width"], refused.value.args_["height"]) == ("105", "148")
    assert all("105 × 148" in sentence for sentence in said(refused.value).values())


def test_K08_so_many_columns_and_rows_as_are_asked_for() -> None:
    (front, _) = sheet_pages(4, grid="2x2")
    assert front.side is not None
    assert len(front.side.slots) == 4


# K06


def marks(pdf: bytes, page: int = 0) -> list[tuple[float, float, float, float]]:
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        return [tuple(round(value, 2) for value in line) for line in lines(document.pages[page])]  # type: ignore[misc]  # four values stay four


BLOCK = Box(10.5, 16.5, 189, 264)
"""Nine cards of 63 × 88 mm in the middle of A4."""


def drawn(style: str, **asked: str) -> list[tuple[float, float, float, float]]:
    return marks(printed(9, ruler="no", marks=style, **asked))


def test_K06_short_marks_have_their_length_and_their_distance() -> None:
    found = drawn("ticks", mark_length="4", mark_offset="2")
    assert len(found) == 16
    assert (10.5, 10.5, 10.5, 14.5) in found
    assert (4.5, 16.5, 8.5, 16.5) in found
    assert (73.5, 282.5, 73.5, 286.5) in found


def test_K06_marks_reach_the_edge_of_the_paper() -> None:
    found = drawn("edge", mark_offset="1")
    assert len(found) == 16
    assert (10.5, 0, 10.5, 15.5) in found
    assert (0, 16.5, 9.5, 16.5) in found
    assert (200.5, 280.5, 210, 280.5) in found


def test_K06_full_lines_run_from_edge_to_edge() -> None:
    assert sorted(drawn("lines")) == sorted(
        [(x, 0, x, 297) for x in (10.5, 73.5, 136.5, 199.5)] + [(0, y, 210, y) for y in (16.5, 104.5, 192.5, 280.5)]
    )


def test_K06_corners_crosses_and_outlines_lie_on_the_edges() -> None:
    corners = drawn("corners", mark_length="5")
    assert (10.5, 16.5, 15.5, 16.5) in corners
    assert (10.5, 16.5, 10.5, 21.5) in corners
    crosses = drawn("crosses", mark_length="5")
    assert (5.5, 16.5, 15.5, 16.5) in crosses
    assert (68.5, 104.5, 78.5, 104.5) in crosses
    outline = drawn("outline")
    assert (10.5, 16.5, 73.5, 16.5) in outline
    assert (136.5, 192.5, 136.5, 280.5) in outline
    for found in (corners, outline):
        assert all(
            BLOCK.x <= x1 <= x2 <= BLOCK.right and BLOCK.y <= y1 <= y2 <= BLOCK.bottom for x1, y1, x2, y2 in found
        )


def test_K06_styles_are_combined() -> None:
    both = set(drawn("outline+ticks"))
    assert both == set(drawn("outline")) | set(drawn("ticks"))
    assert drawn("none") == []


def test_K06_safe_and_bleed_are_shown_for_a_proof() -> None:
    safe = drawn("safe", safe="5")
    assert (15.5, 21.5, 68.5, 21.5) in safe
    bleed = drawn("bleed", bleed="2", gutter="4", grid="2x2")
    assert min(line[0] for line in bleed) == pytest.approx((210 - 130) / 2 - 2, abs=0.01)


def test_K06_marks_have_their_width() -> None:
    with pdfplumber.open(io.BytesIO(printed(1, ruler="no", mark_width="0.5"))) as document:
        assert {round(line["linewidth"] / MM, 3) for line in document.pages[0].lines} == {0.5}


# K10, K14, K23


def boxes(pdf: bytes, name: str) -> list[list[float]]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [[float(side) for side in page.obj[name]] for page in document.pages]


@pytest.mark.parametrize(
    ("paper", "size"),
    [
        ("A3", (297, 420)), ("a4", (210, 297)), ("A5", (148, 210)), ("letter", (215.9, 279.4)),
        ("Legal", (215.9, 355.6)), ("tabloid", (279.4, 431.8)), ("super b", (330.2, 482.6)),
        ("150x200mm", (150, 200)), ("8.5x11in", (215.9, 279.4)), ("8,27 x 11,69 in", (210.058, 296.926)),
    ],
)  # fmt: skip
def test_K14_every_page_has_exactly_its_paper(paper: str, size: Point) -> None:
    """A4 typed in inches is what was typed, A4 by name is A4."""
    pdf = printed(19, paper=paper)
    found = boxes(pdf, "/MediaBox")
    assert len(found) >= 2
    for box in found:
        assert [side / 72 * 25.4 for side in box] == pytest.approx([0, 0, *size], abs=0.01)
    if paper == "a4":
        assert found[0] == pytest.approx([0, 0, 595.2756, 841.8898], abs=0.0001)


def test_K10_a_size_of_ones_own_holds_on_every_page_and_the_first_is_not_empty() -> None:
    # given more cards than two sheets of such a paper hold
    pdf = printed(19, paper="150x200mm")
    # then every page has that size, and every front has its cards
    found, fronts = boxes(pdf, "/MediaBox"), texts(pdf)[::2]
    assert len(found) > 4
    assert {tuple(round(side / 72 * 25.4, 2) for side in box) for box in found} == {(0, 0, 150, 200)}
    assert fronts[0][0] == "F0"
    assert all(front for front in fronts)


@pytest.mark.parametrize(
    ("name", "near"), [("lettr", "Letter"), ("A44", "A4"), ("legl", "Legal"), ("folio", ""), ("210x297", "")]
)
def test_K23_an_unknown_paper_is_an_error_with_the_nearest_names(name: str, near: str) -> None:
    with pytest.raises(UnknownName) as refused:
        find_paper(name)
    assert near in refused.value.args_["near"]


def test_K23_a_sheet_of_no_size_is_refused() -> None:
    assert find_paper("9x9in").width == pytest.approx(228.6)
    for name in ("5x5mm", "0x0mm", "210x9999mm"):
        with pytest.raises(Refusal) as refused:
            find_paper(name)
        assert refused.value.key == "print.paper.size"


# K15


@pytest.mark.parametrize("layout", LAYOUTS)
def test_K15_a_sheet_that_is_not_full_keeps_its_slots_on_both_sides(layout: Any) -> None:
    setting = Setting(layout=layout)
    for paper, size in itertools.product(("a4", "letter"), ("poker", "mini-euro")):
        stock, sheet = find_card(size), find_paper(paper)
        slots = len(impose(1, stock, sheet, setting)[0].slots)
        full = {
            (s.side, s.index): (s.box, s.turned) for side in impose(slots, stock, sheet, setting) for s in side.spots
        }
        for count in range(1, slots):
            for side in impose(count, stock, sheet, setting):
                for spot in side.spots:
                    assert (spot.box, spot.turned) == full[spot.side, spot.index]


def test_K15_on_paper_the_backs_of_four_lie_where_those_of_nine_lie() -> None:
    nine, four = printed(9), printed(4)
    for n in range(4):
        assert placed(four, 1, f"B{n}")[0] == pytest.approx(placed(nine, 1, f"B{n}")[0], abs=0.001)


def test_a_picture_runs_on_over_an_edge_that_has_no_card_beside_it() -> None:
    (front, _) = sheet_pages(5)
    assert front.side is not None
    room = front.side.spots[4].room
    assert (room.x, room.right, room.bottom) == (73.5, 136.5 + 3, 192.5 + 3)


# K16, K22


def test_K16_note_and_ruler_meet_no_card_and_not_each_other() -> None:
    tried = 0
    for paper, size, layout in itertools.product(PAPERS, SIZES, LAYOUTS[:3]):
        stock = find_card(size)
        try:
            sides = impose(3, stock, find_paper(paper), Setting(layout=layout))
        except Refusal:
            continue
        sheet, block = sides[0].sheet, sides[0].block
        (note, _), place = note_room(sheet, block), ruler_room(sheet, block)
        assert place is not None
        for box in (note, place[0]):
            assert not any(box.meets(slot) for side in sides for slot in side.slots)
            assert min(box.x, box.y, sheet.right - box.right, sheet.bottom - box.bottom) > 2.5
        assert not note.meets(place[0])
        tried += 1
    assert tried > 100


@pytest.mark.parametrize("paper", FIVE)
def test_K22_every_sheet_has_a_line_of_fifty_millimetres_beside_its_cards(paper: str) -> None:
    with pdfplumber.open(io.BytesIO(printed(10, paper=paper))) as document:
        for number, page in enumerate(document.pages):
            long = [line for line in lines(page) if math.dist(line[:2], line[2:]) == pytest.approx(50, abs=0.01)]
            assert len(long) == (number % 2 == 0)
            assert ("50 mm" in page.extract_text() or "mm" in page.extract_text()) or number % 2


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"flip": "long"}, "/DuplexFlipLongEdge"), ({"flip": "short"}, "/DuplexFlipShortEdge"),
        ({"layout": "gutter-fold"}, "/Simplex"), ({"layout": "strips"}, "/Simplex"),
        ({"order": "fronts-then-backs"}, "/Simplex"),
    ],
)  # fmt: skip
def test_K22_the_file_asks_for_its_size_and_for_the_right_edge(asked: dict[str, str], expected: str) -> None:
    with pikepdf.open(io.BytesIO(printed(10, **asked))) as document:
        wanted = document.Root.ViewerPreferences
        assert (wanted.PrintScaling, wanted.Duplex) == ("/None", expected)


def test_K22_folded_sheets_beside_others_with_backs_get_empty_backs() -> None:
    """The alignment page has a back; the folded sheets after it must not get one by accident."""
    found = job(asked={"layout": "strips"})
    sections = [
        Section("align", "Align", alignment_pages(found)),
        Section("proof", "Proof", pages_of(found, "print.item.score-pad", cards(5), POKER)),
    ]
    pdf = bind(found, sections, title="Both")
    assert [len(page) for page in texts(pdf)] == [0, 0, 8, 0, 2]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"


def test_pages_say_what_is_cut_and_how_far_it_runs_on() -> None:
    pdf = printed(9, ruler="no")
    block = [side * MM for side in (10.5, 297 - 280.5, 199.5, 297 - 16.5)]
    over = [side * MM for side in (7.5, 297 - 283.5, 202.5, 297 - 13.5)]
    for page in range(2):
        assert boxes(pdf, "/TrimBox")[page] == pytest.approx(block, abs=0.001)
        assert boxes(pdf, "/BleedBox")[page] == pytest.approx(over, abs=0.001)
    single = printed(2, layout="single", bleed="2.5")
    assert len(boxes(single, "/MediaBox")) == 4
    for name, expected in {
        "/MediaBox": [0, 0, 68, 93],
        "/BleedBox": [0, 0, 68, 93],
        "/TrimBox": [2.5, 2.5, 65.5, 90.5],
    }.items():
        for box in boxes(single, name):
            assert [side / MM for side in box] == pytest.approx(expected, abs=0.01)


# The same input, the same bytes

PROOF = """
import hashlib
from decks import printed
from printables.press import prepare_calibration
for pdf in (printed(10, layout="strips", marks="ticks+outline", shift="1,1"), prepare_calibration().bind()):
    print(hashlib.sha256(pdf).hexdigest())
"""


def test_the_same_print_is_the_same_in_two_runs_and_two_time_zones() -> None:
    found = set()
    for zone, seed in (("Pacific/Kiritimati", "1"), ("America/Anchorage", "2")):
        environ = os.environ | {"TZ": zone, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", PROOF], env=environ, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1
    here = hashlib.sha256(printed(10, layout="strips", marks="ticks+outline", shift="1,1")).hexdigest()
    assert here in found.pop()


# Sizes


def test_there_are_sizes_enough_and_each_sleeve_has_a_card_that_fits() -> None:
    known = sizes()
    assert len(known.cards) >= 14
    assert len(known.sleeves) >= 8
    for sleeve in known.sleeves.values():
        card = known.cards[sleeve.card]
        assert 0 <= sleeve.width - card.width <= 2
        assert 0 <= sleeve.height - card.height <= 2
    assert find_card("sleeve-standard") == find_card("Poker") == POKER
    assert find_card("2.5x3.5in").width == pytest.approx(63.5)
    with pytest.raises(UnknownName) as refused:
        find_card("tarott")
    assert "tarot" in refused.value.args_["near"]


def test_a_page_of_a_deck_knows_its_side() -> None:
    found: list[Page] = sheet_pages(1)
    assert [page.back for page in found] == [False, True]
    assert AT[0] < POKER.width / 2 - SQUARE
