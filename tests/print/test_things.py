"""Tokens, tuck boxes, dice to fold, mats and the sheet of icons: measured on the page."""

from __future__ import annotations

import io
import itertools
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import pdfplumber
import pytest
from print_jobs import said
from pypdfium2 import PdfDocument
from test_every_item import fonts_are_embedded, largest_solid_area

from companion.refusals import Refusal, UnknownName
from companion.words import LANGUAGES
from printables.binding import Prepared, Section
from printables.icons import icon_names, icons, symbols
from printables.imposition import Box, tiling
from printables.ink import INKS
from printables.items import Page
from printables.markup import read
from printables.paper import MM
from printables.things.box import AIR, TuckBox, box_pages, net_of
from printables.things.cube import PIPS, dice_pages
from printables.things.job import thing_job
from printables.things.mat import NAME, MatPlace, lay_out, mat_pages
from printables.things.spec import Wish, places_of, tokens_of
from printables.things.specimen import specimen_pages
from printables.things.tokens import SHAPES, find_shape, token_pages

POKER = TuckBox(63, 88, 54, 0.3)


def bound(pages: Sequence[Page], **look: Any) -> bytes:
    job = thing_job("A thing", **look)
    return Prepared(job, (Section("thing", "Thing", pages),), "Thing").bind()


def boxes_of(texts: Sequence[str], pdf: bytes, page: int = 0) -> dict[str, tuple[float, float]]:
    """The middles of words on a page, in mm from its upper left corner."""
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        found = {word["text"]: word for word in document.pages[page].extract_words()}
    return {
        text: ((found[text]["x0"] + found[text]["x1"]) / 2 / MM, (found[text]["top"] + found[text]["bottom"]) / 2 / MM)
        for text in texts
    }


# boxes


def test_a_box_is_as_deep_as_its_cards() -> None:
    assert POKER.inside == pytest.approx((63 + AIR, 88 + AIR, 54 * 0.3 + AIR))
    assert TuckBox(63, 88, 5, 0.3).inside[2] >= 6


def test_the_panels_of_a_box_close_around_its_room() -> None:
    net = net_of(POKER)
    w, h, d = POKER.inside
    sizes = {name: (box.width, box.height) for name, box in net.panels.items()}
    assert sizes["front"] == sizes["back"] == pytest.approx((w, h))
    assert sizes["left"] == sizes["right"] == pytest.approx((d, h))
    assert sizes["lid"] == sizes["bottom"] == pytest.approx((w, d))
    row = [net.panels[name] for name in ("back", "left", "front", "right")]
    assert all(one.right == pytest.approx(other.x) for one, other in itertools.pairwise(row))
    around = [(x, y) for x, y in net.outline]
    assert min(x for x, _ in around) == min(y for _, y in around) == 0
    assert (max(x for x, _ in around), max(y for _, y in around)) == pytest.approx(net.size, abs=1.01)


def test_every_fold_of_a_box_is_an_edge_of_a_panel() -> None:
    net = net_of(POKER)
    xs = {round(x, 3) for box in net.panels.values() for x in (box.x, box.right)}
    ys = {round(y, 3) for box in net.panels.values() for y in (box.y, box.bottom)}
    for fold in net.folds:
        if fold.x1 == fold.x2:
            assert round(fold.x1, 3) in xs
        else:
            assert fold.y1 == fold.y2
            assert round(fold.y1, 3) in ys


def test_a_box_is_measured_on_the_page() -> None:
    """Cuts are whole lines, folds are dashed: whatever the ink."""
    for ink in INKS:
        job = thing_job("Harbour", ink=ink)
        with pdfplumber.open(io.BytesIO(bound(box_pages(job, POKER, "Harbour", "boat"), ink=ink))) as document:
            (page,) = document.pages
            dashed = [line for line in page.lines if line.get("dash") and line["dash"][0]]
            upright = sorted({round(line["x0"] / MM, 2) for line in dashed if abs(line["x0"] - line["x1"]) < 0.01})
            w, _, d = POKER.inside
            steps = [b - a for a, b in itertools.pairwise(upright)]
            assert steps == pytest.approx([w, d, w], abs=0.02)
            whole = [curve for curve in page.curves if not (curve.get("dash") and curve["dash"][0])]
            assert max(curve["width"] for curve in whole) / MM == pytest.approx(net_of(POKER).size[0], abs=0.02)


def test_a_box_that_is_too_large_says_so() -> None:
    job = thing_job(None, paper="A5")
    with pytest.raises(Refusal) as refused:
        box_pages(job, POKER, "Harbour", "boat")
    assert refused.value.key == "print.thing.box_large"
    assert all("A5" in told for told in said(refused.value).values())


@pytest.mark.parametrize(("cards", "size"), [(1, (41, 63)), (54, (63, 88)), (100, (70, 70)), (78, (70, 120))])
def test_boxes_of_many_sizes_lie_on_a3(cards: int, size: tuple[float, float]) -> None:
    job = thing_job(None, paper="A3")
    (page,) = box_pages(job, TuckBox(*size, cards, 0.32), "Колода", "star", "Текст")
    assert page.block is not None


# dice


def test_opposite_sides_of_a_die_add_up_to_seven() -> None:
    """A cross folds so that what lies two apart in a row lies opposite, and so do its arms."""
    texts = ("101", "102", "103", "104", "105", "106")
    job = thing_job("Dice")
    at = boxes_of(texts, bound(dice_pages(job, [texts], 30)))
    middle = sorted(y for _, y in at.values())[2]
    row = sorted((text for text in texts if abs(at[text][1] - middle) < 3), key=lambda text: at[text][0])
    arms = [text for text in texts if text not in row]
    assert len(row) == 4
    pairs = [(row[0], row[2]), (row[1], row[3]), tuple(arms)]
    assert all(int(one[1:]) + int(other[1:]) == 7 for one, other in pairs)
    across = [at[text][0] for text in row]
    assert [b - a for a, b in itertools.pairwise(across)] == pytest.approx([30, 30, 30], abs=0.3)


def test_pips_are_counted_on_the_page() -> None:
    job = thing_job("Dice", ink="grey")
    with pdfplumber.open(io.BytesIO(bound(dice_pages(job, [(PIPS,) * 6], 20), ink="grey"))) as document:
        pips = [curve for curve in document.pages[0].curves if curve["fill"] and curve["width"] < 8 * MM]
    assert len(pips) == 21


def test_a_die_has_six_sides_that_hands_can_fold() -> None:
    job = thing_job("Dice")
    with pytest.raises(Refusal, match=r"print\.thing\.sides"):
        dice_pages(job, [("1", "2")], 20)
    with pytest.raises(Refusal, match=r"print\.thing\.edge"):
        dice_pages(job, [(PIPS,) * 6], 5)


# tokens


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("width", [12.0, 25.0])
def test_tokens_are_as_wide_as_asked(shape: str, width: float) -> None:
    job = thing_job("Tokens")
    pages = token_pages(job, find_shape(shape), width, tokens_of(["3x{sword}", "2x5@red"]))
    assert [page.back for page in pages] == [False, True]
    assert pages[0].side is not None
    assert len(pages[0].side.spots) == 5
    spot = pages[0].side.spots[0].box
    assert spot.width == pytest.approx(width + (0 if shape == "square" else 2))
    with pdfplumber.open(io.BytesIO(bound(pages))) as document:
        drawn = [one for one in (*document.pages[0].curves, *document.pages[0].rects) if one["fill"]]
    assert max(one["width"] for one in drawn) / MM == pytest.approx(width, abs=0.01)


def test_what_people_write_for_tokens_is_read() -> None:
    assert tokens_of(["12x{sword}", "5@gold", "First player", "2 x 10"]) == (
        Wish(12, "{sword}"), Wish(1, "5", "gold"), Wish(1, "First player"), Wish(2, "10"),
    )  # fmt: skip
    assert places_of(["Deck", "5xMarket=tarot", "Dice=80x40"]) == (
        Wish(1, "Deck"), Wish(5, "Market", "tarot"), Wish(1, "Dice", "80x40"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "key"), [("", "empty"), ("3x", "empty"), ("0x{sword}", "many"), ("99999x1", "many"), ("1@rde", "colour")]
)
def test_what_nobody_can_mean_is_refused(asked: str, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        tokens_of([asked])
    assert refused.value.key == f"print.thing.{key}"
    assert all(told for told in said(refused.value).values())


def test_an_unknown_shape_is_an_error_with_the_nearest() -> None:
    with pytest.raises(UnknownName) as refused:
        find_shape("rond")
    assert "round" in refused.value.args_["near"]


# mats


def test_places_of_a_mat_lie_side_by_side() -> None:
    places = [MatPlace("Deck", 63, 88), MatPlace("Discard", 63, 88), MatPlace("Dice", 80, 40)]
    boxes = lay_out(400, 280, places, head=16)
    assert [(box.width, box.height - NAME) for box in boxes] == [(place.width, place.height) for place in places]
    whole = Box(0, 0, 400, 280)
    assert not any(one.meets(other) for one, other in itertools.combinations(boxes, 2))
    assert all(whole.x < box.x and box.right < whole.right and box.bottom < whole.bottom for box in boxes)


def test_places_of_a_large_mat_keep_clear_of_its_seams() -> None:
    places = [MatPlace(f"P{n}", 63, 88) for n in range(6)]
    parts = tiling((210, 297), (594, 420))
    boxes = lay_out(594, 420, places, head=0, parts=(parts.columns, parts.rows))
    for tile in parts.tiles:
        assert all(not box.meets(tile.part) or _inside(box, tile.part) for box in boxes)


def _inside(box: Box, part: Box) -> bool:
    return part.x <= box.x and box.right <= part.right and part.y <= box.y and box.bottom <= part.bottom


def test_a_mat_comes_in_parts_with_an_overview() -> None:
    job = thing_job("Arena")
    places = [MatPlace("Deck", 63, 88), MatPlace("Discard", 63, 88)]
    pdf = bound(mat_pages(job, 500, 300, "Arena", places))
    texts = [" ".join(page.get_textpage().get_text_range().split()) for page in PdfDocument(pdf)]
    assert len(texts) == 1 + len(tiling((210, 297), (500, 300)).tiles)
    assert all("Deck" in text and "Discard" in text for text in texts[:2])


def test_a_mat_that_is_too_small_tells_what_it_takes() -> None:
    job = thing_job("Arena")
    with pytest.raises(Refusal) as refused:
        mat_pages(job, 100, 100, "", [MatPlace("Deck", 63, 88)] * 3)
    assert refused.value.key == "print.thing.mat_full"
    with pytest.raises(Refusal, match=r"print\.thing\.mat_size"):
        mat_pages(job, 5, 9000, "", [])


# icons


def test_at_least_sixty_icons_stand_on_the_specimen_with_their_names() -> None:
    assert len(icon_names()) >= 60
    job = thing_job(None)
    pdf = bound(specimen_pages(job))
    told = " ".join(page.get_textpage().get_text_range() for page in PdfDocument(pdf)).split()
    assert set(icon_names()) <= set(told)


def test_icons_fill_their_squares() -> None:
    """So that all of them look equally large at four millimetres."""
    for name in icons():
        corners = [at for ring in icons()[name] for at in ring]
        assert max(abs(value) for at in corners for value in at) <= 1.04, name
        sides = [max(at[n] for at in corners) - min(at[n] for at in corners) for n in (0, 1)]
        assert max(sides) >= 1.5, name
        assert all(len(ring) >= 3 for ring in icons()[name]), name


def test_every_drawing_has_a_theme_and_every_symbol_an_icon() -> None:
    drawings = {path.name.removesuffix(".svg") for path in files("printables.icons").joinpath("drawings").iterdir()}
    assert drawings == set(icon_names())
    assert len(icon_names()) == len(set(icon_names()))
    assert set(symbols().values()) <= drawings
    assert all(read(symbol) == read(f"{{{name}}}") for symbol, name in symbols().items())


# all of them


@pytest.mark.parametrize(("lang", "ink"), [(lang, ink) for lang in LANGUAGES for ink in INKS])
def test_things_in_every_ink_and_language(lang: str, ink: str) -> None:
    look = {"lang": lang, "ink": ink, "paper": "Letter"}
    job = thing_job("Harbour", **look)
    pages = [
        *box_pages(job, POKER, "Harbour market", "boat", "54"),
        *dice_pages(job, [(PIPS,) * 6, ("{star}", "1", "2", "3", "{sword}{sword}", "X")], 24),
        *token_pages(job, "hex", 28, tokens_of(["5x{coin}", "12@blue", "{heart}@red"])),
        *mat_pages(job, 240, 180, "Harbour", [MatPlace("Deck", 63, 88)]),
        *specimen_pages(job),
    ]
    pdf = bound(pages, **look)
    fonts_are_embedded(pdf)
    for page in PdfDocument(pdf):
        if ink == "saver":
            assert largest_solid_area(page) <= 100
    if ink != "colour":
        assert b" rg" not in b"".join(_streams(pdf))


def _streams(pdf: bytes) -> list[bytes]:
    from pypdf import PdfReader

    found = []
    for page in PdfReader(io.BytesIO(pdf)).pages:
        content = page.get_contents()
        assert content is not None
        found.append(content.get_data())
        found += [form.get_object().get_data() for form in page["/Resources"].get("/XObject", {}).values()]
    return found
