"""Where things lie: grids and their cuts, the pad of a game that nobody knows, and names that nobody has."""

from __future__ import annotations

import io

import pytest
from harbour import Harbour, sheet
from print_jobs import GAME, said
from pypdf import PdfReader

from companion.game import UnknownName
from companion.refusals import Refusal
from companion.scoring import Category, Line
from companion.words import Words
from printables import press
from printables.faces.pad_layout import layout
from printables.imposition import Box, crop_marks, grid
from printables.imposition import Line as Stroke
from printables.ink import INKS, find_ink, grey, luminance
from printables.markup import UnknownIcon
from printables.paper import A4, LETTER, find_paper
from printables.press import print_game, print_items
from printables.typeset import DoesNotFit

A4_SHEET = Box(0, 0, A4.width, A4.height)
CARD = (63.0, 88.0)


def test_nine_cards_fit_a4_and_are_centred() -> None:
    found = grid(A4_SHEET, CARD)
    assert (found.columns, found.rows) == (3, 3)
    assert found.block == Box((210 - 189) / 2, (297 - 264) / 2, 189, 264)
    assert found.cells[0] == Box(10.5, 16.5, 63, 88)
    assert found.cells[8] == Box(136.5, 192.5, 63, 88)


def test_four_to_a_page_are_cut_by_three_cuts_through_and_through() -> None:
    """Quarters of A4 without a margin: what one pass of a guillotine each way parts."""
    quarters = grid(A4_SHEET, (105, 148.5), margin=0)
    assert (quarters.columns, quarters.rows) == (2, 2)
    assert quarters.cuts() == (Stroke(105, 0, 105, 297), Stroke(0, 148.5, 210, 148.5))


def test_a_gutter_doubles_the_cuts_between_cells() -> None:
    apart = grid(A4_SHEET, CARD, gutter=3, columns=2, rows=1)
    assert [cut.x1 for cut in apart.cuts() if cut.x1 == cut.x2] == pytest.approx([40.5, 103.5, 106.5, 169.5])
    assert len([cut for cut in apart.cuts() if cut.y1 == cut.y2]) == 2


def test_a_grid_larger_than_the_paper_is_refused() -> None:
    """K08."""
    with pytest.raises(Refusal) as refused:
        grid(A4_SHEET, (70, 120), columns=5, rows=5)
    assert refused.value.key == "print.grid.too_large"
    assert all("5 × 5" in sentence and "70 × 120" in sentence for sentence in said(refused.value).values())


def test_crop_marks_stand_outside_of_the_box() -> None:
    marks = crop_marks(Box(10, 20, 63, 88), length=4, offset=1)
    assert len(marks) == 8
    assert Stroke(9, 20, 5, 20) in marks
    assert Stroke(73, 109, 73, 113) in marks
    for mark in marks:
        assert not (10 < mark.x1 < 73 and 20 < mark.y1 < 108)


def test_papers_have_their_sizes_and_are_found_in_any_case() -> None:
    assert find_paper("a4") is A4
    assert find_paper("LETTER") is LETTER
    assert A4.points == pytest.approx((595.2756, 841.8898), abs=0.0001)
    assert LETTER.points == pytest.approx((612, 792))


@pytest.mark.parametrize(
    ("asked", "key", "near"),
    [
        ({"paper": "A44"}, "print.paper.unknown", "A4"),
        ({"paper": "leter"}, "print.paper.unknown", "Letter"),
        ({"ink": "color"}, "print.ink.unknown", "colour"),
        ({"lang": "de"}, "print.lang.unknown", "en"),
        ({"items": ["scorepad"]}, "print.item.unknown", "score-pad"),
        ({"game_key": "roll-player-2"}, "game.unknown", "roll-player"),
        ({"fill": {"clas": "warrior"}}, "print.fill.kind", "class"),
        ({"fill": {"class": "warior"}}, "print.fill.class", "warrior"),
    ],
)
def test_an_unknown_name_is_an_error_with_the_nearest_names(asked: dict[str, object], key: str, near: str) -> None:
    """K23: an unknown paper never becomes another one."""
    order: dict[str, object] = {"game_key": GAME, "items": ["score-pad", "character-sheet"]}
    with pytest.raises(UnknownName) as refused:
        print_items(**(order | asked))
    assert refused.value.key == key
    assert near in refused.value.args_["near"]
    assert all(near in sentence for sentence in said(refused.value).values())


@pytest.mark.parametrize(
    ("name", "error", "field"),
    [
        ("Fish of the deepest and most forgotten waters of the northern sea " * 2, DoesNotFit, "score.fish"),
        ("Fish {{fishh}}", UnknownIcon, "score.fish"),
    ],
)
def test_a_name_that_cannot_be_printed_is_refused_and_named(
    monkeypatch: pytest.MonkeyPatch, name: str, error: type[Refusal], field: str
) -> None:
    words = press.words_of(Harbour(), "en")
    monkeypatch.setattr(press, "words_of", lambda *_: Words("en", {**words.entries, "score.fish": name}))
    with pytest.raises(error) as refused:
        print_game(Harbour(), ["score-pad"])
    assert refused.value.field == field


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_game_that_nobody_knows_gets_a_pad_from_its_score_sheet(lang: str) -> None:
    pdf = print_game(Harbour(), ["score-pad"], "A4", lang)
    (page,) = PdfReader(io.BytesIO(pdf)).pages
    text = page.extract_text()
    for expected in {"en": ("Grey Harbour", "Fish", "Second ship", "Ropes"), "ru": ("Рыба", "Жемчуг", "Канаты")}[lang]:
        assert expected in text
    assert "TS1:GH:P0:A4:" in text


def test_the_pad_of_a_score_sheet_has_a_place_for_everything_in_it() -> None:
    (page,) = layout(Harbour()).pages
    for player in "1234":
        assert [value.key for value in page[f"{player}.ships.ship_2"].values] == ["crew", "cargo", "value"]
        assert [value.key for value in page[f"{player}.pearls"].values] == [
            "pearl", "pearl.2", "pearl.3", "pearl.4", "pearl.5", "pearl.6", "value",
        ]  # fmt: skip
        for key in ("heading.name", "fish", "ships.sum", "debt", "total", "fact.ropes", "storms", "total.sometimes"):
            assert f"{player}.{key}" in page
    assert page["1.fish"]["value"].width > page["1.debt"]["value"].width


def test_a_category_that_no_table_can_do_without_stands_above_the_total() -> None:
    (page,) = layout(Harbour()).pages
    order = [group.key for group in page.groups if group.key.startswith("1.")]
    assert order.index("1.debt") < order.index("1.total") < order.index("1.storms")


def test_a_list_longer_than_the_page_goes_on_on_the_next_page() -> None:
    """K18."""
    many = Harbour(scores=sheet(rows=3))
    assert len(layout(many).pages) == 1
    long = Harbour(scores=sheet(*(Category(f"more_{n}", lambda hero: Line(0)) for n in range(40))))
    pages = layout(long).pages
    assert len(pages) > 1
    found = [group.key for page in pages for group in page.groups if group.key.startswith("1.more_")]
    assert found == [f"1.more_{n}" for n in range(40)]
    assert all("1.heading.name" in page for page in pages)
    fleet = layout(Harbour(scores=sheet(rows=60))).pages
    assert len(fleet) > 2
    ships = [group.key for page in fleet for group in page.groups if group.key.startswith("2.ships.ship_")]
    assert ships == [f"2.ships.ship_{n}" for n in range(1, 61)]


def test_a_number_too_long_for_a_column_is_refused() -> None:
    long = Harbour(scores=sheet(Category("crowd", lambda hero: Line(0), digits=12)))
    with pytest.raises(Refusal) as refused:
        layout(long)
    assert refused.value.key == "print.pad.boxes"
    assert all(sentence.startswith("crowd: 12 ") for sentence in said(refused.value).values())


def test_every_colour_has_a_letter_of_its_own_in_every_ink() -> None:
    """A letter is read against its ground: at least 3 to 1 in luminance terms."""
    for name in INKS:
        ink = find_ink(name, "#8a2b2b")
        for colour in ("green", "blue", "red", "purple", "black", "white", "gold"):
            paint = ink.chip(colour)
            ground = 1.0 if paint.fill is None else luminance(paint.fill)
            assert abs(ground - luminance(paint.ink)) > 0.35, (name, colour)


def test_grey_is_as_light_as_its_colour() -> None:
    assert grey("#ff0000") == "#4c4c4c"
    assert grey("#ffffff") == "#ffffff"
