"""What people reported of other makers' tools, and what ours does: K01 K05 K09 K11 K12 K13 K19 K20 K21 K24."""

from __future__ import annotations

import socket
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from makers import BACK, PLAIN, Maker, words_on
from PIL import Image, ImageFilter
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from printables.deck.build import TooMany, Wanted, lay

POLISH, CZECH = "Zażółć gęślą jaźń", "ě š č ř ž ý"
RUSSIAN = "АБВГДЕЁ ЖЗИЙКЛМ НОПРСТУ ФХЦЧШЩЪ ЫЬЭЮЯ абвгдеё жзийклм нопрсту фхцчшщъ ыьэюя"


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


# K01: letters that a font lacks


@pytest.mark.parametrize("face", ["title", "title-light", "text", "text-italic", "text-bold"])
def test_K01_polish_czech_and_russian_are_letters_in_every_face(maker: Maker, face: str) -> None:
    layout = {"elements": {"text": {"kind": "text", "at": [4, 4, 55, 60], "text": "{text}", "face": face}}}
    deck = maker.deck([{"text": f"{POLISH} {CZECH} {RUSSIAN}"}], layout=layout)

    (page,) = maker.cards(deck)

    assert " ".join(page).replace("-", "").replace(" ", "") == f"{POLISH}{CZECH}{RUSSIAN}".replace(" ", "")
    assert maker.proof.words == ()


def test_K01_a_missing_glyph_is_reported_with_card_field_and_character(maker: Maker) -> None:
    deck = maker.deck([{"title": "Rope", "text": "plain"}, {"title": "Idol", "text": "holds 𓀀"}])

    maker.built(deck)

    (note,) = maker.proof.missing
    assert note.char == "𓀀"
    assert note.field == "Harbour, 2 “Idol”, text"


# K05: twelve lines in a box for four


def test_K05_a_text_shrinks_to_the_floor_and_then_the_card_is_named(maker: Maker) -> None:
    twelve = "\n".join(f"line {n}" for n in range(12))
    low = {"elements": {**PLAIN["elements"], "text": {**PLAIN["elements"]["text"], "at": [4, 20, 55, 16]}}}  # type: ignore[dict-item]
    rows = [{"title": "Rope", "text": "short"}, {"title": "Scroll", "text": twelve}]

    (told,) = maker.refused(maker.deck(rows, layout=low))

    assert told.startswith("Harbour, 2 “Scroll”, text: ")
    assert "6 pt" in told
    # a lower floor is a wish that can be told
    changed = {"text": {"leading": 0.9}}
    (page,) = maker.cards(maker.deck(rows, layout=low, floor=4, set=changed))
    assert page.count("line") == 12


# K09: one bad row


def test_K09_every_bad_row_is_told_with_file_row_column_and_what_would_be_right(maker: Maker) -> None:
    layout = {**PLAIN, "fields": {**PLAIN["fields"], "cost": {"kind": "number"}, "icon": {"kind": "icon"}}}  # type: ignore[dict-item]
    maker.write("cards.csv", "title,cost,icon,count\nRope,1,key,2\n,2,key,1\nIdol,much,swrod,two\n")

    told = maker.refused(maker.deck("cards.csv", layout=layout))

    assert told == [
        "cards.csv, row 3, column “title”: this must not be empty; the layout needs “title” on every card.",
        "cards.csv, row 4, column “count”: “two” is no quantity. Write a whole number of at least 0, or leave the cell "
        "empty for one card.",
        "cards.csv, row 4, column “cost”: “much” is no number.",
        "cards.csv, row 4, column “icon”: there is no icon “swrod”. Nearest: sword, swords, scroll.",
    ]


# K11: a column that is no quantity


def test_K11_more_than_ten_thousand_cards_are_asked_about_first(maker: Maker) -> None:
    maker.write("cards.csv", "title,count\nRope,1162\nIdol,1161005\n")
    deck = maker.deck("cards.csv")

    with pytest.raises(TooMany) as caught:
        lay([deck])

    assert caught.value.args_["n"] == 1_162_167
    # ten thousand are not
    maker.write("cards.csv", "title,count\nRope,10000\n")
    assert lay([deck]).cards == 10_000
    maker.write("cards.csv", "title,count\nRope,10001\n")
    assert lay([deck], Wanted(sure=True)).cards == 10_001


# K12: how spreadsheets write


@pytest.mark.parametrize("separator", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
def test_K12_every_encoding_and_separator_gives_the_same_cards(maker: Maker, separator: str, encoding: str) -> None:
    lines = ["title{}text{}count", "Верёвка{}Ёмкий текст{}2", "Фонарь{}Свет{}1"]
    text = "\r\n".join(line.format(separator, separator) for line in lines)
    maker.write("cards.csv", text.encode(encoding))

    (page,) = maker.cards(maker.deck("cards.csv"))

    # the first column is there, its letters are whole
    assert page.count("Верёвка") == 2
    assert page.count("Фонарь") == 1
    assert page.count("Ёмкий") == 2


def test_K12_a_text_with_separators_quotes_and_lines_is_one_cell(maker: Maker) -> None:
    maker.write("cards.csv", 'title;text\n"Rope; long";"says ""no"",\nthen; yes"\n')

    (page,) = maker.cards(maker.deck("cards.csv"))

    assert page == ["Rope;", "long", "says", '"no",', "then;", "yes"]


# K13: decks with and without backs together


def test_K13_backs_lie_behind_their_own_fronts_when_a_deck_before_has_none(maker: Maker) -> None:
    bare = maker.deck([{"title": f"bare{n}"} for n in range(10)], "bare.yaml")
    backed = maker.deck([{"title": f"card{n}"} for n in range(10)], "backed.yaml", back=BACK)

    pages = maker.cards(bare, backed)

    # two sheets of the first, each with an empty back; two of the second, each with its own
    kinds = [sorted({word[:4] for word in page}) for page in pages]
    assert kinds == [["bare"], [], ["bare"], [], ["card"], ["back", "card", "of"], ["card"], ["back", "card", "of"]]
    assert {word for word in pages[5] if word.startswith("card")} == set(pages[4])
    assert pages[7] == ["back", "of", "card9"]


# K19: ink is saved on every page


def _seen(page: Any) -> Image.Image:
    """A page at 20 dots per inch: 1.27 mm each."""
    found: Image.Image = page.render(scale=20 / 72).to_pil().convert("RGB")
    return found


def _solid(picture: Image.Image) -> bool:
    """Whether anything covers a square of five dots without a gap: less than half of 1 cm²."""
    darkest = picture.convert("L").filter(ImageFilter.MaxFilter(5)).getextrema()[0]
    return float(darkest) < 200  # type: ignore[arg-type]  # of one band the extremes are two numbers


def test_K19_three_hundred_cards_have_no_colour_and_no_solid_area_on_any_page(maker: Maker) -> None:
    rows = [{"title": f"Card {n}", "story": "A story.", "text": "A text.", "icon": "gem"} for n in range(300)]
    deck = maker.deck(rows, layout="event", accent="#aa2222")

    pages = PdfDocument(maker.built(deck, ink="saver").pdf)
    inked = PdfDocument(maker.built(deck, ink="colour", only=("1-9",)).pdf)

    assert len(pages) == 68
    # its band and its picture are solid where ink is not saved
    assert _solid(_seen(inked[0]))
    for page in pages:
        picture = _seen(page)
        assert not _solid(picture)
        colours = picture.getcolors(100_000)
        assert colours is not None
        assert all(max(colour) - min(colour) < 8 for _, colour in colours)  # type: ignore[arg-type]


# K20: quantities


@pytest.mark.parametrize("quantity", ["x", "-1", "2.9", "1e3", "٣", "1 000", "99999999"])
def test_K20_what_is_no_whole_number_is_an_error(maker: Maker, quantity: str) -> None:
    maker.write("cards.csv", f"title;count\nRope;{quantity}\nIdol;1\n")

    (told,) = maker.refused(maker.deck("cards.csv"))

    assert told.startswith(f"cards.csv, row 2, column “count”: “{quantity}” is no quantity.")


@pytest.mark.parametrize(("quantity", "cards"), [("", 1), ("0", 0), ("1", 1), ("007", 7)])
def test_K20_an_empty_quantity_is_one_and_none_is_none(maker: Maker, quantity: str, cards: int) -> None:
    maker.write("cards.csv", f"title;count\nRope;{quantity}\nIdol;1\n")

    (page,) = maker.cards(maker.deck("cards.csv"))

    assert page.count("Rope") == cards
    assert page.count("Idol") == 1


# K21: a selection


def test_K21_cards_4_to_13_are_ten_cards_packed_densely(maker: Maker) -> None:
    deck = maker.deck([{"title": f"card{n}"} for n in range(1, 21)], back=BACK)

    pages = maker.cards(deck, only=("4-13",))

    # nine of them on the first sheet, the tenth alone on the second
    assert pages[0] == [f"card{n}" for n in range(4, 13)]
    assert pages[2] == ["card13"]
    assert len(pages) == 4
    assert sorted(word for word in pages[1] if word.startswith("card")) == sorted(pages[0])


@pytest.mark.parametrize(
    ("only", "cards"),
    [
        (("2",), ["b"]),
        (("1,3-4",), ["a", "c", "d"]),
        (("3-",), ["c", "d", "e"]),
        (("c", "a"), ["a", "c"]),
        (("C",), ["c"]),
        (("cost>=3",), ["c", "d"]),
        (("cost=0", "4"), ["a", "d"]),
        (("kind!=tool",), ["b", "d"]),
        (("*",), ["a", "b", "c", "d", "e"]),
    ],
)
def test_K21_cards_are_chosen_by_number_name_and_condition(
    maker: Maker, only: tuple[str, ...], cards: list[str]
) -> None:
    table = "title,cost,kind\na,0,tool\nb,1,gem\nc,3,tool\nd,5,gem\ne,,tool\n"
    maker.write("cards.csv", table)

    assert maker.cards(maker.deck("cards.csv"), only=only) == [cards]


def test_K21_a_selection_of_nothing_says_what_there_is(maker: Maker) -> None:
    deck = maker.deck([{"title": "Rope", "cost": 1}, {"title": "Idol", "cost": 2}])

    assert maker.refused(deck, only=("2-5",)) == ["There is no card 2-5: the deck has cards 1 to 2."]
    assert maker.refused(deck, only=("Rop",)) == ["There is no card “Rop”. Nearest: Rope"]
    assert maker.refused(deck, only=("cots>1",)) == ["There is no field “cots” to select by. Nearest: cost"]
    assert maker.refused(deck, only=("cost>9",)) == ["There is not one card to print."]


# K24: data is data, and nothing is fetched


def test_K24_nothing_in_a_deck_is_run(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = '!!python/object/apply:os.system ["touch run"]'
    maker.write("evil.yaml", f"deck: x\nlayout: plain\nrows:\n  - title: {evil}\n")
    monkeypatch.chdir(maker.folder)

    assert "could not determine a constructor" in maker.refused(maker.folder / "evil.yaml")[0]
    assert not (maker.folder / "run").exists()
    # what looks like code is text
    odd = ["{{title}}", "=1+1", "__import__('os')", "%s %(x)s", "$HOME", "<b>bold</b>"]
    pages = maker.cards(maker.deck([{"title": text} for text in odd]))
    assert pages == [["{title}}", "=1+1", "__import__('os')", "%s", "%(x)s", "$HOME", "<b>bold</b>"]]


def test_K24_a_condition_is_compared_and_never_run(maker: Maker) -> None:
    deck = maker.deck([{"title": "Rope"}], only={"title": "__import__('os').system('true')"})

    assert maker.refused(deck) == ["There is not one card to print."]
    assert "“execute”" in maker.refused(maker.deck([{"title": "x"}], only={"title": {"execute": "1"}}))[0]


PICTURE = {"elements": {"art": {"kind": "image", "at": [4, 4, 55, 55], "image": "{art}"}}}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("http://example.org/x.png", "is an address. Nothing is fetched"),
        ("file:///etc/passwd", "is an address"),
        ("//host/share/x.png", "is an address"),
        ("../secret.png", "lies outside of the deck’s folder"),
        ("/etc/passwd", "lies outside of the deck’s folder"),
        ("sub/../../secret.png", "lies outside of the deck’s folder"),
        ("link.png", "lies outside of the deck’s folder"),
        ("heroo.png", "there is no file “heroo.png”. Nearest: hero.png"),
        ("notes.txt", "a picture is a PNG, JPEG or SVG file"),
        ("broken.png", "cannot be read as a picture"),
    ],
)
def test_K24_a_picture_is_a_file_beside_the_deck_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    maker = Maker(tmp_path / "deck")
    Image.new("RGB", (8, 8), "red").save(tmp_path / "secret.png")
    maker.write("notes.txt", "x")
    maker.write("broken.png", b"\x89PNG\r\n\x1a\nnothing")
    Image.new("RGB", (8, 8), "red").save(maker.folder / "hero.png")
    (maker.folder / "link.png").symlink_to(tmp_path / "secret.png")
    monkeypatch.setattr(socket, "socket", _forbidden)

    maker.write("cards.csv", f"name,art\nIdol,{name}\n")

    (message,) = maker.refused(maker.deck("cards.csv", layout=PICTURE))
    assert message.startswith("cards.csv, row 2, column “art”: ")
    assert told in message


def _forbidden(*args: object, **more: object) -> None:
    raise AssertionError("a connection was tried")


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">{}</svg>'
)


@pytest.mark.parametrize(
    "inside",
    [
        '<image href="http://example.org/x.png" width="9" height="9"/>',
        '<image xlink:href="/etc/passwd" width="9" height="9"/>',
        '<use href="other.svg#a"/>',
        "<style>@import url(http://example.org/x.css);</style>",
        '<rect width="9" height="9" fill="url(http://example.org/#a)"/>',
        "<script>alert(1)</script>",
        "<foreignObject><p>x</p></foreignObject>",
    ],
)
def test_K24_a_drawing_that_points_outside_is_refused(maker: Maker, inside: str) -> None:
    maker.write("art.svg", SVG.format(inside))

    (told,) = maker.refused(maker.deck([{"art": "art.svg"}], layout=PICTURE))

    assert "“art.svg” points outside of itself or runs something" in told


def test_K24_entities_of_a_drawing_are_not_unfolded(maker: Maker) -> None:
    maker.write("art.svg", f'<!DOCTYPE svg [<!ENTITY x SYSTEM "/etc/passwd">]>{SVG.format("<desc>&x;</desc>")}')

    assert "points outside of itself" in maker.refused(maker.deck([{"art": "art.svg"}], layout=PICTURE))[0]


def test_pictures_of_every_kind_are_drawn_and_bring_no_font(maker: Maker) -> None:
    maker.write("a.svg", SVG.format('<rect width="10" height="10" fill="#ff0000"/>'))
    Image.new("RGBA", (40, 40), (255, 0, 0, 255)).save(maker.folder / "b.png")
    Image.new("RGB", (40, 40), "red").save(maker.folder / "c.jpg", quality=95)
    deck = maker.deck([{"art": name} for name in ("a.svg", "b.png", "c.jpg")], layout=PICTURE)

    for ink, red in (("colour", True), ("grey", False), ("saver", False)):
        pdf = maker.built(deck, ink=ink).pdf
        picture = PdfDocument(pdf)[0].render(scale=1).to_pil().convert("RGB")
        for n in range(3):
            x, y = (10.5 + 63 * n + 31.5) * 72 / 25.4, (16.5 + 31.5) * 72 / 25.4
            r, g, b = picture.getpixel((int(x), int(y)))  # type: ignore[misc]
            assert (r > 200 and g < 60) == red, (ink, n, (r, g, b))
            assert red or max(r, g, b) - min(r, g, b) < 8
            assert ink != "saver" or min(r, g, b) > 240  # its contours only
        assert fonts(pdf) <= {"tableside"} or all("+" in name for name in fonts(pdf))


def fonts(pdf: bytes) -> set[str]:
    found = set()
    with pikepdf.open(BytesIO(pdf)) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
                found.add(str(thing.get("/BaseFont")))
    return found


def test_the_pages_of_a_deck_ask_for_their_size_and_the_right_edge(maker: Maker) -> None:
    reader = PdfReader(BytesIO(maker.built(maker.deck([{"title": "x"}], back=BACK)).pdf))

    wishes: Any = reader.trailer["/Root"]["/ViewerPreferences"]  # type: ignore[index]
    assert (wishes["/PrintScaling"], wishes["/Duplex"]) == ("/None", "/DuplexFlipLongEdge")
    assert words_on(maker.built(maker.deck([{"title": "x"}], back=BACK), backs=False).pdf) == [["x"]]
