"""What decks and layouts can say, and what is told when they say it wrong."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from makers import BACK, PLAIN, Maker, words_on
from openpyxl import Workbook
from pypdfium2 import PdfDocument

from printables.deck.conditions import BadCondition, compiled
from printables.deck.layout import built_in_names
from printables.deck.tabular import csv_table

ROPE = [{"title": "Rope", "text": "long", "cost": 3}]


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


def text(at: list[float], said: str, **more: Any) -> dict[str, Any]:
    return {"kind": "text", "at": at, "text": said, "size": 9, **more}


# call > layout > default


def test_what_is_said_for_a_deck_wins_over_the_layout_and_that_over_what_it_extends(maker: Maker) -> None:
    layouts = {
        "low": {"elements": {"a": text([4, 4, 55, 8], "low"), "b": text([4, 14, 55, 8], "low b")}},
        "high": {"extend": "low", "elements": {"a": {"text": "high"}, "c": text([4, 24, 55, 8], "{title}")}},
    }

    assert maker.cards(maker.deck(ROPE, layout="low", layouts=layouts)) == [["low", "low", "b"]]
    assert maker.cards(maker.deck(ROPE, layout="high", layouts=layouts)) == [["high", "low", "b", "Rope"]]
    changed = {"a": {"text": "deck"}, "b": {"drop": True}}
    assert maker.cards(maker.deck(ROPE, layout="high", layouts=layouts, set=changed)) == [["deck", "Rope"]]


def test_a_cell_wins_over_values_and_those_over_the_default_of_a_field(maker: Maker) -> None:
    layout = {"fields": {"who": {"default": "nobody"}}, "elements": {"who": text([4, 4, 55, 8], "{who}")}}
    rows = [{"title": "a", "who": "Anna"}, {"title": "b", "who": ""}]

    assert maker.cards(maker.deck(rows, layout=layout)) == [["Anna", "nobody"]]
    assert maker.cards(maker.deck(rows, layout=layout, values={"who": "somebody"})) == [["Anna", "somebody"]]


def test_a_text_is_told_in_the_language_of_the_deck(maker: Maker) -> None:
    maker.write("cards.csv", "title,title.ru,title.en\nbase,база,\nplain,,english\n")
    deck = maker.deck("cards.csv", deck={"en": "Port", "ru": "Порт"}, values={"text": {"en": "sea", "ru": "море"}})

    assert maker.cards(deck, lang="ru") == [["база", "plain", "море", "море"]]
    assert maker.cards(deck, lang="en") == [["base", "english", "sea", "sea"]]


# Layouts and backs


def test_layouts_stand_in_files_too_and_extend_ours(maker: Maker) -> None:
    maker.write("own/mine.yaml", "extend: plain\nelements:\n  mark: {kind: icon, at: [4, 70, 6, 6], icon: key}\n")

    (page,) = maker.cards(maker.deck(ROPE, layout="own/mine.yaml", back="none"))

    assert page[:2] == ["Rope", "long"]


def test_layout_and_back_can_differ_from_card_to_card(maker: Maker) -> None:
    layouts = {"big": {"extend": "own", "elements": {"title": {"text": "BIG {title}"}}}, "own": PLAIN, "tail": BACK}
    rows = [
        {"title": "a", "layout": "big"},
        {"title": "b", "back": "none"},
        {"title": "c"},
    ]

    front, back = maker.cards(maker.deck(rows, layout="own", back="tail", layouts=layouts))

    assert front == ["BIG", "a", "b", "c"]
    # c lies at the right on the front, so at the left behind it; b has none
    assert back == ["back", "of", "c", "back", "of", "a"]


def test_a_deck_without_a_word_about_backs_has_those_of_its_layout(maker: Maker) -> None:
    assert len(maker.cards(maker.deck(ROPE, layout="plain"))) == 2
    assert len(maker.cards(maker.deck(ROPE, layout="plain", back="none"))) == 1
    assert len(maker.cards(maker.deck(ROPE, layout="plain"), backs=False)) == 1


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"layout": "palin"}, "deck.yaml, line 6: there is no layout “palin”. Nearest: plain."),
        ({"back": "back-dimonds"}, "there is no layout “back-dimonds”. Nearest: back-diamonds"),
        ({"dekc": 1}, "there is no “dekc” here. Nearest: deck"),
        ({"layout": {"elements": {"a": text([0, 0, 9, 9], "{cots}")}}}, "a: there is no field “cots”. Nearest: cost."),
        ({"layout": {"extend": "plan", "elements": {}}}, "there is no layout “plan”. Nearest: plain"),
        ({"layout": {"elements": {"a": {"kind": "text", "at": [0, 0, 9, 9]}}}}, "the element “a” has no “text”."),
        ({"layout": {"elements": {"a": {"at": [0, 0, 9, 9]}}}}, "the element “a” has no kind."),
        ({"layout": {"elements": {"a": {"kind": "box", "at": [0, 0, 9, 9], "icon": "key"}}}}, "a: a box has no “icon”"),
        ({"layout": {"elements": {"a": {"kind": "icon", "at": [0, 0, 9, 9], "icon": "swrod"}}}}, "no icon “swrod”"),
        ({"layout": {"elements": {"a": {"kind": "box", "at": [0, 0, 9, 9], "fill": "blu"}}}}, "no colour “blu”"),
        ({"layout": {"elements": {"a": text([0, 0, 9, 9], "x", under="b")}}}, "there is no element “b”"),
        ({"columns": {"title": "Name"}}, "there is no column “Name” in the table. Nearest: cost, text, title."),
        ({"size": "tarrot"}, "“tarrot”"),
        ({"floor": 1}, "floor: “1” cannot be read; expected is a number from 4 to 20."),
        ({"only": {"cots": 1}}, "only: there is no field “cots”. Nearest: cost."),
        ({"rows": "carrds.csv"}, "there is no file “carrds.csv”"),
    ],
)
def test_what_is_written_wrong_is_told_with_its_line_and_the_nearest_name(
    maker: Maker, keys: dict[str, Any], told: str
) -> None:
    (message,) = maker.refused(maker.deck(**{"rows": ROPE, **keys}))

    assert message.startswith("deck.yaml, line ")
    assert told in message


def test_layouts_that_extend_each_other_in_a_ring_are_told(maker: Maker) -> None:
    ring = {name: {"extend": other, "elements": {}} for name, other in (("a", "b"), ("b", "c"), ("c", "a"))}

    (message,) = maker.refused(maker.deck(ROPE, layout="a", layouts=ring))

    assert "a → b → c → a" in message


def test_an_unknown_layout_in_a_row_is_told_with_the_row(maker: Maker) -> None:
    maker.write("cards.csv", "title,layout,back\na,,\nb,itme,\nc,,nothing\n")

    told = maker.refused(maker.deck("cards.csv"))

    assert told[0].startswith("cards.csv, row 3, column “layout”: there is no layout “itme”. Nearest: item")
    assert told[1].startswith("cards.csv, row 4, column “back”: there is no layout “nothing”")


def test_a_layout_is_stretched_to_the_size_of_the_cards(maker: Maker) -> None:
    deck = maker.deck([{"title": f"card{n}"} for n in range(30)])

    # nine to a sheet of A4, sixteen of the small ones
    def counts(**wanted: str) -> list[int]:
        pages = maker.cards(deck, **wanted)
        return [sum(word.startswith("card") for word in page) for page in pages]

    assert counts() == [9, 9, 9, 3]
    assert counts(size="mini-american") == [16, 14]
    assert "do not fit on" in maker.refused(deck, size="400x500mm")[0]


def test_every_layout_of_ours_fits_its_own_words_on_every_size(maker: Maker) -> None:
    rows = [{"title": "Верёвка", "text": "Длинная. {sword}", "question": "Что?", "answer": "Всё", "suit": "gold",
             "school": "teal", "number": "12", "cost": 3, "level": 2}]  # fmt: skip
    for name in built_in_names():
        for size in ("mini-american", "tarot", "square-70"):
            maker.built(maker.deck(rows, layout=name, back="none", size=size), ink="saver")


# Elements


def test_a_code_is_read_again_from_the_page(maker: Maker) -> None:
    layout = {"elements": {"code": {"kind": "code", "at": [20, 20, 18, 18], "code": "https://example.org/{title}"}}}
    pdf = maker.built(maker.deck([{"title": f"card-{n}"} for n in range(9)], layout=layout)).pdf

    seen = zxingcpp.read_barcodes(PdfDocument(pdf)[0].render(scale=150 / 72).to_pil())

    assert {code.text for code in seen} == {f"https://example.org/card-{n}" for n in range(9)}


def test_a_code_that_no_phone_reads_is_an_error(maker: Maker) -> None:
    def coded(side: float, said: str) -> str:
        layout = {"elements": {"code": {"kind": "code", "at": [4, 4, side, side], "code": said}}}
        (told,) = maker.refused(maker.deck(ROPE, layout=layout))
        return told

    assert coded(12, "x") == "Harbour, 1 “Rope”, code: the code is 12.0 mm wide; a phone needs at least 15 mm."
    assert coded(15, "x" * 400).startswith("Harbour, 1 “Rope”, code: a text of 400 bytes is too long")


def test_text_can_be_turned_in_its_place(maker: Maker) -> None:
    layout = {"elements": {"a": text([10, 40, 40, 8], "upside", turn=180), "b": text([10, 60, 40, 8], "upright")}}

    (page,) = maker.cards(maker.deck(ROPE, layout=layout))

    assert "upright" in page
    assert "upside" not in page


@pytest.mark.parametrize("value", ["x", "-1", "101", "1.5"])
def test_something_is_repeated_a_number_of_times_and_nothing_else(maker: Maker, value: str) -> None:
    layout = {"elements": {"a": {"kind": "icon", "at": [4, 4, 4, 4], "icon": "star", "repeat": "{stars}"}}}
    maker.write("cards.csv", f"title,stars\nRope,{value}\n")

    (told,) = maker.refused(maker.deck("cards.csv", layout=layout))

    assert told == f"cards.csv, row 2, column “stars”: “{value}” is no number from 0 to 100."


def test_cards_know_their_number_and_their_copy(maker: Maker) -> None:
    layout = {"elements": {"n": text([4, 4, 55, 8], "{n}/{total}"), "c": text([4, 14, 55, 8], "{copy}of{copies}")}}
    rows = [{"title": "a", "count": 2}, {"title": "b"}]

    assert maker.cards(maker.deck(rows, layout=layout)) == [["1/3", "2/3", "3/3", "1of2", "2of2", "1of1"]]


def test_a_picture_many_times_over_stands_in_the_file_once(maker: Maker) -> None:
    import random

    from PIL import Image

    chance = random.Random(1)
    noise = bytes(chance.randrange(256) for _ in range(120 * 120 * 3))
    Image.frombytes("RGB", (120, 120), noise).save(maker.folder / "noise.png")
    layout = {"elements": {"a": {"kind": "image", "at": [4, 4, 30, 30], "image": "noise.png"}}}
    once = maker.built(maker.deck([{"title": "a"}], layout=layout))
    often = maker.built(maker.deck([{"title": f"{n}"} for n in range(90)], layout=layout))

    assert len(often.pdf) < len(once.pdf) + 40_000


# Conditions


@pytest.mark.parametrize(
    ("condition", "cards"),
    [
        ({"cost": 3}, "c"),
        ({"cost": "3.0"}, "c"),
        ({"kind": "TOOL"}, "ac"),
        ({"kind": {"is_not": "tool"}}, "bde"),
        ({"cost": {"at_least": 3}}, "cd"),
        ({"cost": {"more_than": 0, "less_than": 5}}, "bc"),
        ({"cost": {"at_most": "1,5"}}, "ab"),
        ({"kind": {"one_of": ["gem", "none"]}}, "bd"),
        ({"title": {"contains": "B"}}, "b"),
        ({"cost": {"filled": False}}, "e"),
        ({"kind": "tool", "cost": {"at_least": 1}}, "c"),
        ({"any": [{"title": "a"}, {"cost": 5}]}, "ad"),
        ({"all": [{"kind": "gem"}, {"not": {"cost": 5}}]}, "b"),
        ({}, "abcde"),
    ],
)
def test_a_condition_chooses_cards(maker: Maker, condition: dict[str, Any], cards: str) -> None:
    maker.write("cards.csv", "title,cost,kind\na,0,tool\nb,1,gem\nc,3,tool\nd,5,gem\ne,,\n")

    assert maker.cards(maker.deck("cards.csv", only=condition)) == [list(cards)]


@pytest.mark.parametrize(
    "condition",
    [3, {"a": {"at_leats": 1}}, {"a": {"at_least": "x"}}, {"a": {"one_of": 1}}, {"any": {"a": 1}},
     {"a": {"filled": "yes"}}, {"not": 3}, {"a": {"is": [1]}}],
)  # fmt: skip
def test_a_condition_that_means_nothing_is_refused(condition: Any) -> None:
    with pytest.raises(BadCondition):
        compiled(condition)


def test_a_text_that_is_compared_as_a_number_is_told_with_its_cell(maker: Maker) -> None:
    maker.write("cards.csv", "title,cost\na,1\nb,cheap\n")

    (told,) = maker.refused(maker.deck("cards.csv", only={"cost": {"at_least": 1}}))

    assert told == "cards.csv, row 3, column “cost”: “cheap” is no number."


# Tables


def test_a_spreadsheet_is_read_as_its_cells_look(maker: Maker) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["title", "text", "count"])
    for value in (3, 2.5, True, date(2026, 5, 1), "Ёж", None):
        sheet.append(["card", value, 1.0])
    book.save(maker.folder / "cards.xlsx")

    (page,) = maker.cards(maker.deck("cards.xlsx"))

    assert [word for word in page if word != "card"] == ["3", "2.5", "true", "2026-05-01", "Ёж"]


def test_a_formula_that_failed_is_told_with_its_cell(maker: Maker) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["title", "cost"])
    sheet.append(["Rope", "#DIV/0!"])
    sheet["B2"].data_type = "e"
    book.save(maker.folder / "cards.xlsx")

    (told,) = maker.refused(maker.deck("cards.xlsx"))

    assert told.startswith("cards.xlsx, row 2, column “B”: the formula in this cell ends in an error, #DIV/0!.")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("", "cards.csv: there is nothing in it."),
        ("title,title\na,b\n", "cards.csv, row 1: the column “title” stands here twice."),
        ("title,\na,b\n", "cards.csv, row 2: “b” stands in column no. 2, which has no name."),
        ("title,text\na,b,c\n", "cards.csv, row 2: 3 cells, but the first row has 2."),
        ('title,text\n"a,b\n', "cards.csv, row 2: this is no CSV"),
        ("name,text\na,b\n", "cards.csv, row 1: there is no column “title”, and the layout needs it."),
    ],
)
def test_a_table_that_cannot_be_read_says_where(maker: Maker, table: str, told: str) -> None:
    maker.write("cards.csv", table)

    assert maker.refused(maker.deck("cards.csv"))[0].startswith(told)


def test_rows_are_counted_as_a_spreadsheet_counts_them() -> None:
    table = csv_table("x.csv", 'title,text\n\na,"two\nlines"\n,,\nb,\n'.replace(",,\n", ",\n"))

    assert [(row.number, row.cells) for row in table.rows] == [(3, ("a", "two\nlines")), (5, ("b", ""))]


def test_a_separator_that_the_first_line_tells_is_taken() -> None:
    assert csv_table("x.csv", "sep=;\na;b,c\n1;2,3\n").columns == ("a", "b,c")
    assert csv_table("x.csv", "a;b\n1,5;2\n").rows[0].cells == ("1,5", "2")
    assert csv_table("x.csv", '"a;b",c\n1,2\n').columns == ("a;b", "c")


def test_pages_of_a_deck_with_copies_hold_each_side_once(maker: Maker) -> None:
    deck = maker.deck([{"title": "Rope", "text": "x " * 60, "count": 900}], layout="item")
    built = maker.built(deck)

    assert (built.cards, built.pages) == (900, 200)
    assert len(built.pdf) < 200_000
    assert words_on(maker.built(maker.deck([{"title": "Rope", "count": 9}])).pdf) == [["Rope"] * 9]
