"""Everything that can be printed, on every paper, in every language and ink; and the pages that are no cards."""

from __future__ import annotations

import io
from typing import Any

import pytest
from print_jobs import GAME, JOBS, PAPERS, Job, item_of, said, words_of_pdf
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from companion.canonical import Plain
from companion.game import find_game
from companion.refusals import Unreadable
from companion.words import LANGUAGES
from printables.faces.aid import Entry, draw_aid
from printables.games.roll_player.set_up import numbers
from printables.games.roll_player.set_up_layout import COLUMNS
from printables.icons import icons
from printables.imposition import Box
from printables.ink import find_ink
from printables.items import Order
from printables.paper import find_paper
from printables.pen import Pen
from printables.press import all_prints, items_of, print_items, words_of
from printables.typeset import DoesNotFit

ITEMS = tuple(items_of(find_game(GAME)))
PAGES = {
    "score-pad": 1, "bubble-pad": 5, "calibration": 2, "boxes": 2,
    "character-sheet": 1, "initiative": 2, "classes": 2, "backstories": 4, "alignments": 4,
    "market": 12, "reference": 2, "solo-board": 1, "set-up": 1, "tokens": 2, "hero-record": 1, "blanks": 2,
}  # fmt: skip

FOOTERS = {
    "en": "unofficial companion; Roll Player is a trademark of its owner",
    "ru": "неофициальный помощник; Roll Player — товарный знак правообладателя",
}


def printed(item: str, job: Job) -> bytes:
    return item_of(item, *job, True, None)


@pytest.mark.parametrize("game", sorted(all_prints()))
def test_what_is_written_on_has_fields_and_nothing_else_has(game: str) -> None:
    known = find_game(game)
    for item in items_of(known).values():
        ink, package = find_ink("colour", known.accent), all_prints()[game].package
        order = Order(known, words_of(known, "en"), find_paper("A4"), ink, package, set_=item.set_)
        fields = [field for page in item.pages(order) for field in page.fields()]
        assert bool(fields) == item.written_on, item.key


def text_of(pdf: bytes) -> str:
    return " ".join(word.text for page in words_of_pdf(pdf) for word in page)


def test_every_item_of_the_specification_is_there() -> None:
    """Section 8.4."""
    assert set(ITEMS) == set(PAGES)


@pytest.mark.parametrize("job", JOBS, ids="-".join)
@pytest.mark.parametrize("item", ITEMS)
def test_every_item_is_printed_on_every_paper_in_every_language_and_ink(item: str, job: Job) -> None:
    pdf = printed(item, job)
    document = PdfDocument(pdf)
    assert len(document) == PAGES[item]
    assert all(page.get_size() == pytest.approx(PAPERS[job[0]], abs=0.001) for page in document)
    assert pdf.count(b"/FontFile2") == pdf.count(b"/Type /FontDescriptor") > 0
    assert b"Helvetica" not in pdf


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("item", ITEMS)
def test_whose_game_it_is_stands_on_every_page(item: str, lang: str) -> None:
    for page in words_of_pdf(printed(item, ("A4", lang, "colour"))):
        assert FOOTERS[lang] in " ".join(word.text for word in page)
    for page in PdfDocument(printed(item, ("Letter", lang, "grey"))):
        assert FOOTERS[lang] in page.get_textpage().get_text_range().replace("\r\n", " ")


@pytest.mark.parametrize("item", ITEMS)
def test_grey_and_saver_have_no_colour(item: str) -> None:
    for ink in ("grey", "saver"):
        reader = PdfReader(io.BytesIO(printed(item, ("A4", "ru", ink))))
        streams = [page.get_contents() for page in reader.pages[:2]]
        streams += [form.get_object() for page in reader.pages[:2] for form in _forms(page)]
        for stream in streams:
            assert stream is not None
            assert not {token for token in stream.get_data().split() if token in (b"rg", b"RG", b"k", b"K")}


def _forms(page: Any) -> list[Any]:
    return list(page["/Resources"].get("/XObject", {}).values())


RUSSIAN = {
    "initiative": "Здесь лежит самый маленький кубик.",
    "classes": "Перед каждой фазой рынка можно положить на рынок одну карту из стопки сброса.",
    "backstories": "Ничто жужжащее вас больше не пугает.",
    "alignments": "Раздаёт больше, чем было.",
    "market": "Раз в раунд, в фазе кубиков или рынка, можно изменить один свой кубик на 1 в любую сторону",
    "reference": "перебросить кубик и оставить любую из граней",
    "solo-board": "Остальные карты рынка — в мусорку.",
    "set-up": "Кто вместо покупки берёт 2 золотых, оставляет на рынке все карты.",
    "tokens": "Противник",
    "hero-record": "Летопись героя",
    "blanks": "придумано вами",
}


@pytest.mark.parametrize("item", RUSSIAN)
def test_russian_is_found_again(item: str) -> None:
    """By two readers that did not write it."""
    pdf = printed(item, ("A4", "ru", "colour"))
    assert RUSSIAN[item] in text_of(pdf)
    page = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert RUSSIAN[item].split()[0] in page


@pytest.mark.parametrize("item", ITEMS)
def test_nothing_leaves_the_paper(item: str) -> None:
    for paper, (wide, high) in PAPERS.items():
        for page in words_of_pdf(printed(item, (paper, "ru", "colour"))):
            for word in page:
                assert 2.5 < word.box.x < word.box.right < wide / 72 * 25.4 - 2.5, word
                assert 2.5 < word.box.y < word.box.bottom < high / 72 * 25.4 - 2.5, word


def test_the_same_order_gives_the_same_bytes() -> None:
    assert print_items(GAME, ["initiative", "tokens"]) == print_items(GAME, ["initiative", "tokens"])


# Icons


def test_every_icon_stays_in_its_square() -> None:
    for name, rings in icons().items():
        corners = [corner for ring in rings for corner in ring]
        assert max(abs(value) for corner in corners for value in corner) < 1.1, name
        assert all(len(ring) >= 3 for ring in rings), name


@pytest.mark.parametrize(("way", "x", "y"), [("up", 0, -1), ("right", 1, 0), ("down", 0, 1), ("left", -1, 0)])
def test_an_arrow_points_where_its_name_says(way: str, x: float, y: float) -> None:
    """It is narrowest at its tip, which lies on its axis."""
    (ring,) = icons()[f"arrow-{way}"]
    tip = max(ring, key=lambda at: at[0] * x + at[1] * y)
    tail = [at for at in ring if at[0] * x + at[1] * y < -0.85]
    assert tip == pytest.approx((0.9 * x, 0.9 * y), abs=0.06)
    assert max(abs(at[0] * y + at[1] * x) for at in tail) > 0.25


# The set-up page

TABLE = {
    "market": ("3", "3", "4", "5"),
    "initiative": ("1–3", "1–3", "1–4", "1–5"),
    "coins": ("2", "2", "2, 3", "2, 3, 4"),
    "dice": ("6", "6", "7", "8"),
    "gold": ("5", "5, 5", "5, 5, 6", "5, 5, 6, 7"),
    "discards": ("7", "7", "3", "0"),
    "deck": ("38", "39", "47", "53"),
    "dealt": ("34", "36", "43", "48"),
    "bag": ("66", "61", "52", "41"),
    "rounds": ("12", "12", "11", "10"),
}
"""Section 2.1 of the specification: solo, two, three and four players."""


@pytest.mark.parametrize("set_", ["own", "published"])
def test_the_set_up_table_is_that_of_the_specification(set_: str) -> None:
    game = find_game(GAME)
    order = Order(game, words_of(game, "en"), find_paper("A4"), find_ink("grey", game.accent), set_=set_)
    found = [numbers(order.content, column) for column in COLUMNS]
    assert {key: tuple(column[key] for column in found) for key in found[0]} == TABLE


def test_the_card_that_solo_games_leave_out_is_named_by_the_set() -> None:
    for set_, name in (("own", "Mimicry"), ("published", "Diplomacy")):
        assert f"take out {name}." in text_of(print_items(GAME, ["set-up"], set_=set_))


# The player aid


def test_an_aid_that_is_too_long_is_refused_and_named() -> None:
    canvas: Any = None  # nothing is drawn before everything fits
    pen = Pen(canvas, find_ink("grey", "#000000"), 297)
    with pytest.raises(DoesNotFit) as refused:
        draw_aid(pen, Box(0, 0, 60, 20), [Entry("Too much to say about this. " * 40)], "reference.round")
    assert refused.value.field == "reference.round"
    assert all("reference.round" in sentence for sentence in said(refused.value).values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_player_aid_is_read_without_a_glass(lang: str) -> None:
    """No type on it is smaller than 6.5 pt."""
    page = PdfReader(io.BytesIO(printed("reference", ("A4", lang, "colour")))).pages[0]
    sizes: list[float] = []
    page.extract_text(visitor_text=lambda text, cm, tm, font, size: sizes.append(size) if text.strip() else None)
    assert min(sizes) >= 6.5


# The hero record

# fmt: off
HERO: dict[str, Plain] = {
    "name": "Anna",
    "class": "warrior",
    "race": "orc",
    "sheet": {
        "STR": "r6 g6 b4",
        "DEX": "r5 k6 w5",
        "CON": "b6 g6 p5",
        "INT": "r6 p6 y3",
        "WIS": "r5 y4 w5",
        "CHA": "k6 p4 y5",
    },
    "alignment": {"grid": [0, 0, -1, 3, 0, -1, 0, 0, -1], "cell": 3},
    "backstory": {"STR": "b3", "DEX": "k1", "CON": "g2", "INT": "r3", "WIS": "w3", "CHA": "p2"},
    "armor": {"chain": 4},
    "armor_sets": {"chain": {"stars": [1, 2, 4, 7, 10], "colors": ["white", "red"]}},
    "traits": [2],
    "gold": 5,
}
# fmt: on
"""The finished hero of the README, worth 31 stars."""


def test_a_record_shows_the_hero_of_a_score_file() -> None:
    text = text_of(print_items(GAME, ["hero-record"], players=[HERO]))
    for expected in ("Anna", "Warrior", "Orc", "Total 31", "4 of 5", "Chain"):
        assert expected in text


def test_a_record_of_our_own_set_names_weapons_and_traits_in_its_language() -> None:
    hero = {
        "class": "gladiator",
        "weapons": [{"name": "Billhook"}],
        "traits": ["brawny"],
        "armor": {"mystic": 2},
        "solo": True,
    }
    text = text_of(print_items(GAME, ["hero-record"], lang="ru", set_="own", players=[hero]))
    for expected in ("Гладиатор", "Секач", "Дюжий не выполнено", "Шёлковые 2 из 3", "NPC"):
        assert expected in text


def test_there_is_a_page_for_each_hero_and_a_blank_one_for_none() -> None:
    assert len(PdfDocument(print_items(GAME, ["hero-record"], players=[HERO, HERO]))) == 2
    blank = text_of(print_items(GAME, ["hero-record"]))
    assert "Total" in blank
    assert "31" not in blank


def test_more_traits_than_lines_share_the_last_one() -> None:
    many = {**HERO, "traits": [1, 2, 3, 1, 2, 3]}
    text = text_of(print_items(GAME, ["hero-record"], players=[many]))
    assert "Trait 6" in text


def test_a_hero_who_cannot_be_read_is_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        print_items(GAME, ["hero-record"], players=[{"class": "nobody"}])
    assert refused.value.field == "class"


# The character sheet


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_says_what_a_class_can_do(lang: str) -> None:
    game = find_game(GAME)
    order = Order(game, words_of(game, lang), find_paper("A4"), find_ink("grey", game.accent))
    sides = order.content_of("own").classes
    for key in ("healer", "smuggler", "peddler"):
        text = text_of(print_items(GAME, ["character-sheet"], lang=lang, fill={"class": key}))
        assert sides[key].ability_name.say(lang) in text
    expected = {"en": "A gold die pays 4 gold.", "ru": "Золотой кубик приносит 4 золотых."}
    assert expected[lang] in text


def test_every_class_fits_its_sheet() -> None:
    """In Russian, whose texts are the longer ones."""
    game = find_game(GAME)
    order = Order(game, words_of(game, "ru"), find_paper("A4"), find_ink("grey", game.accent))
    classes = order.content_of("own").classes
    assert len(classes) == 12
    for key in classes:
        assert print_items(GAME, ["character-sheet"], lang="ru", fill={"class": key}).startswith(b"%PDF")


def test_a_sheet_names_the_armour_of_the_set_that_its_class_is_from() -> None:
    assert "Scale" in text_of(print_items(GAME, ["character-sheet"], fill={"class": "healer"}))
    assert "Chain" in text_of(print_items(GAME, ["character-sheet"], fill={"class": "druid"}))
