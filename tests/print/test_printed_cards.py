"""Cards on paper: how many there are, where they lie, what is behind what, and that nothing leaves its card."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pdfplumber
import pytest
from harbour import Harbour
from print_jobs import GAME, PAPERS, Word, deck_grid, item_of, said, words_of_pdf
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from companion.game import find_game
from companion.packs import load_set
from printables.faces.card import HEAD, SAFE, Kind, card_back, draw_head, draw_price, draw_text
from printables.faces.deck import POKER, Card, Face, Stock, deck_pages
from printables.imposition import Box, behind, grid, note_room
from printables.ink import find_ink
from printables.items import Item, Order, Page, Prints
from printables.paper import MM, find_paper
from printables.pen import Pen
from printables.press import print_game, print_items, words_of
from printables.typeset import DoesNotFit, Style

DECKS = {"classes": 6, "backstories": 16, "alignments": 17, "market": 53, "initiative": 5, "blanks": 9}
"""How many cards of each kind the specification counts (section 1.1), and a sheet of blanks."""

SHEETS = {"classes": 1, "backstories": 2, "alignments": 2, "market": 6, "initiative": 1, "blanks": 1}

each_paper = pytest.mark.parametrize("paper", PAPERS)
each_lang = pytest.mark.parametrize("lang", ["en", "ru"])


def order(paper: str = "A4", lang: str = "en") -> Order:
    game = find_game(GAME)
    return Order(game, words_of(game, lang), find_paper(paper), find_ink("colour", game.accent))


def printed(item: str, paper: str = "A4", lang: str = "en", backs: bool = True, set_: str | None = None) -> bytes:
    return item_of(item, paper, lang, "colour", backs, set_)


def words_on(item: str, paper: str = "A4", lang: str = "en", set_: str | None = None) -> list[list[Word]]:
    """The words of every page, each with the box around its letters."""
    return words_of_pdf(printed(item, paper, lang, set_=set_))


def cells(paper: str, stock: Stock = POKER) -> tuple[Box, ...]:
    return deck_grid(order(paper), stock).cells


def slot(box: Box, places: tuple[Box, ...]) -> int | None:
    """The place in which the middle of a box lies."""
    x, y = box.centre
    return next((n for n, p in enumerate(places) if p.x < x < p.right and p.y < y < p.bottom), None)


def text_of(pages: list[list[Word]]) -> str:
    return " ".join(word.text for page in pages for word in page)


# How many


@pytest.mark.parametrize("item", DECKS)
@each_paper
def test_every_deck_has_its_sheets_of_fronts_and_as_many_of_backs(item: str, paper: str) -> None:
    assert len(PdfDocument(printed(item, paper))) == 2 * SHEETS[item]
    assert len(PdfDocument(printed(item, paper, backs=False))) == (2 if item == "classes" else SHEETS[item])


@pytest.mark.parametrize(
    ("item", "foot"), [("market", "own set"), ("backstories", "own set"), ("alignments", "own set")]
)
def test_every_card_of_the_set_is_printed_once(item: str, foot: str) -> None:
    text = text_of(words_on(item)[::2])
    names = [record["name"]["en"] for record in load_set(find_game(GAME).package, "own").records[item].values()]
    assert text.count(foot) == DECKS[item] == len(names)
    assert [name for name in names if name not in text] == []


def test_the_market_has_one_dot_before_two() -> None:
    records = load_set(find_game(GAME).package, "own").records["market"].values()
    one = [str(record["name"]["en"]) for record in records if record["dots"] == 1]
    assert len(one) == 26
    text = text_of(words_on("market")[:6:2])  # 26 cards are two sheets of nine, and eight
    assert [name for name in one if name not in text] == []


def test_blanks_are_of_every_kind() -> None:
    found = Counter(" ".join(w.text for w in words_on("blanks")[0]).split())
    for kind, count in {
        "weapon": 1,
        "armour": 1,
        "skill": 1,
        "trait": 1,
        "backstory": 2,
        "alignment": 2,
        "class": 1,
    }.items():
        assert found[kind] == count, kind
    backs = [w.text for w in words_on("blanks")[1]]
    assert (backs.count("Market"), backs.count("Backstory"), backs.count("Alignment")) == (4, 2, 2)


# What lies behind what


@each_paper
def test_the_two_sides_of_a_class_card_lie_behind_each_other(paper: str) -> None:
    game = find_game(GAME)
    front, back = words_on("classes", paper)
    places = cells(paper)
    content = order(paper).content_of("own")

    def where(words: list[Word], name: str) -> int | None:
        return next(slot(w.box, places) for w in words if w.text == name)

    assert game.key == GAME
    for color in {side.color for side in content.classes.values()}:
        one, other = (content.classes[key].name.say("en") for key in content.sides(color))
        there = where(front, one)
        assert there is not None
        sheet = Box(0, 0, find_paper(paper).width, find_paper(paper).height)
        assert where(back, other) == slot(behind(sheet, places[there]), places)


@each_paper
@pytest.mark.parametrize(("item", "name"), [("market", "Market"), ("alignments", "Alignment")])
def test_a_last_sheet_that_is_not_full_keeps_its_places_on_the_back(paper: str, item: str, name: str) -> None:
    """K15."""
    places = cells(paper)
    pages = words_on(item, paper)
    left = DECKS[item] - 9 * (SHEETS[item] - 1)
    backs = {slot(w.box, places) for w in pages[-1] if w.text == name} - {None}
    assert len(backs) == left == 8
    fronts = {slot(w.box, places) for w in pages[-2]} - {None}
    assert backs == {n // 3 * 3 + 2 - n % 3 for n in fronts if n is not None}


@pytest.mark.parametrize("count", [1, 2, 8, 9, 10, 18, 19])
@each_paper
def test_back_k_lies_behind_front_k_in_a_game_that_nobody_knows(count: int, paper: str) -> None:
    """K07: for 1 to 2 sheets and one more; the texts of both sides are set in the middle of their cards."""
    game = Harbour()

    def face(text: str) -> Face:
        def draw(pen: Pen) -> None:
            pen.write(POKER.box.inset(5), text, Style(), field=text, align="centre")

        return Face(draw)

    def pages(order: Order) -> list[Any]:
        return deck_pages(order, "print.item.score-pad", [Card(face(f"F{n}"), face(f"B{n}")) for n in range(count)])

    prints = Prints("harbour", (Item("cards", "print.item.score-pad", pages),))
    pdf = print_game(game, ["cards"], paper, prints=prints)
    middles: dict[str, tuple[int, float, float]] = {}
    pages_found = words_of_pdf(pdf)
    assert len(pages_found) == 2 * -(-count // 9)
    for number, page in enumerate(pages_found):
        for word in page:
            if word.text[0] in "FB" and word.text[1:].isdigit():
                middles[word.text] = (number, *word.box.centre)
    wide = find_paper(paper).width
    for n in range(count):
        (front, x, y), (back, behind_x, behind_y) = middles[f"F{n}"], middles[f"B{n}"]
        assert back == front + 1
        assert behind_x == pytest.approx(wide - x, abs=0.3)  # F and B are not equally wide
        assert behind_y == pytest.approx(y, abs=0.1)


@each_lang
def test_a_second_game_prints_its_deck_from_its_own_content(lang: str) -> None:
    """Every pebble is a card; nothing but the faces of the house is used."""

    def pages(order: Order) -> list[Page]:
        behind = card_back("stack", order.words("game.name"), "pebbles")

        def face(kind: str, points: int) -> Face:
            def draw(pen: Pen) -> None:
                field = f"pebbles.{kind}"
                draw_head(pen, field, Kind("coin", kind[0].upper()), "·", order.words(f"pebble.{kind}"), room=11)
                draw_price(pen, str(points), f"{field}.points")
                draw_text(pen, order.words("prompt.pick"), f"{field}.text")

            return Face(draw)

        cards = [(kind, record) for kind, record in order.content.items() for _ in range(record["count"])]
        return deck_pages(
            order, "option.set.name", [Card(face(kind, record["points"]), behind) for kind, record in cards]
        )

    prints = Prints("pebbles", (Item("pebbles", "option.set.name", pages),))
    found = words_of_pdf(print_game(find_game("pebbles"), ["pebbles"], "Letter", lang, prints=prints))
    assert len(found) == 14
    amber, name = {"en": ("amber", "Pebbles"), "ru": ("янтарь", "Камешки")}[lang]
    assert text_of(found[::2]).count(amber) == 4
    assert sum(text_of([page]).count(name) - 2 for page in found[1::2]) == 60  # the line at the edge names it twice


def test_without_backs_each_class_is_a_card_of_its_own() -> None:
    fronts = words_of_pdf(printed("classes", backs=False))
    assert text_of(fronts).count("own set") == 12


def test_behind_is_its_own_opposite() -> None:
    sheet, box = Box(0, 0, 210, 297), Box(10.5, 16.5, 63, 88)
    assert behind(sheet, box) == Box(136.5, 16.5, 63, 88)
    assert behind(sheet, behind(sheet, box)) == box


def test_the_file_asks_for_the_long_edge_if_it_has_backs_and_only_then() -> None:
    """K22."""
    for backs, expected in ((True, "/DuplexFlipLongEdge"), (False, None)):
        catalog: Any = PdfReader(io.BytesIO(printed("alignments", backs=backs))).trailer["/Root"]
        assert catalog["/ViewerPreferences"].get("/Duplex") == expected


def test_whatever_has_no_back_gets_an_empty_one_among_cards() -> None:
    """K13: fronts stay on fronts."""
    mixed = print_items(GAME, ["score-pad", "initiative", "set-up", "solo-board"])
    texts = [page.extract_text().strip() for page in PdfReader(io.BytesIO(mixed)).pages]
    assert len(texts) == 7
    assert [n for n, text in enumerate(texts) if not text] == [1, 5]
    alone = print_items(GAME, ["score-pad", "set-up"])
    assert len(PdfReader(io.BytesIO(alone)).pages) == 2


# Where it is cut


@each_paper
@pytest.mark.parametrize("item", ["classes", "reference"])
def test_cut_marks_stand_outside_of_the_cards_and_at_every_cut(paper: str, item: str) -> None:
    stock = POKER if item == "classes" else Stock(94, 128, margin=9)
    found = deck_grid(order(paper), stock)
    with pdfplumber.open(io.BytesIO(printed(item, paper))) as document:
        lines = [line for line in document.pages[0].lines if line["linewidth"] < 0.3]
        back = [line for line in document.pages[1].lines if line["linewidth"] < 0.3]
    boxes = [Box(v["x0"] / MM, v["top"] / MM, (v["x1"] - v["x0"]) / MM, (v["bottom"] - v["top"]) / MM) for v in lines]
    marks = [box for box in boxes if not any(box.inset(-0.01).meets(cell) for cell in found.cells)]
    assert len(marks) == 2 * (found.columns + 1) + 2 * (found.rows + 1)
    bleed = 0 if item == "reference" else 3
    for mark in marks:
        assert not mark.inset(-0.01).meets(found.block.inset(-bleed))
        assert 0 <= mark.x <= mark.right <= find_paper(paper).width
        assert 0 <= mark.y <= mark.bottom <= find_paper(paper).height
    assert not [v for v in back if v["x0"] / MM < found.block.x - 1]


@each_paper
def test_the_ground_of_the_backs_runs_on_three_millimetres_beyond_the_cuts(paper: str) -> None:
    block = deck_grid(order(paper), POKER).block
    with pdfplumber.open(io.BytesIO(printed("initiative", paper))) as document:
        rects = [r for r in document.pages[1].rects if r["width"] / MM > 65]
    assert len(rects) == 5
    assert min(r["x0"] for r in rects) / MM == pytest.approx(block.x - 3, abs=0.01)
    assert max(r["x1"] for r in rects) / MM == pytest.approx(block.right + 3, abs=0.01)
    assert min(r["top"] for r in rects) / MM == pytest.approx(block.y - 3, abs=0.01)


@each_paper
def test_the_line_at_the_edge_meets_no_card_and_no_mark(paper: str) -> None:
    """K16."""
    for stock in (POKER, Stock(94, 128, margin=9), Stock(22, 22, margin=10)):
        found = deck_grid(order(paper), stock)
        note, _ = note_room(found.sheet, found.block)
        assert not note.meets(found.block.inset(-3))
        assert min(note.x, note.y, found.sheet.right - note.right, found.sheet.bottom - note.bottom) > 2.5


def test_tokens_are_the_same_on_both_sides() -> None:
    front, back = words_on("tokens", lang="ru")
    texts = [Counter(w.text for w in page if len(w.text) <= 10 and 7 < w.box.y < 260) for page in (front, back)]
    assert texts[0] == texts[1]
    assert (texts[0]["1"], texts[0]["5"], texts[0]["ХАР"], texts[0]["Противник"]) == (40, 16, 6, 1)
    assert all(texts[0][letter] == 2 for letter in ("Зе", "Си", "Кр", "Фи", "Че", "Бе"))
    (one,), (other,) = ([w.box.centre for w in page if w.text == "Противник"] for page in (front, back))
    assert one[0] + other[0] == pytest.approx(210, abs=0.5)  # letters are not even around their middle
    assert one[1] == pytest.approx(other[1], abs=0.1)


def test_no_grid_is_larger_than_its_paper() -> None:
    for paper in PAPERS:
        sheet = Box(0, 0, find_paper(paper).width, find_paper(paper).height)
        assert grid(sheet, (63, 88), margin=7).columns * grid(sheet, (63, 88), margin=7).rows == 9


# What stands on a card


def _inside(item: str, lang: str) -> Iterator[str]:
    """The words of a deck that stand nearer to a cut than they may."""
    places = cells("A4")
    for page in words_on(item, lang=lang):
        for word in page:
            at = slot(word.box, places)
            if at is None:
                continue
            safe, box = places[at].inset(SAFE - 0.4), word.box
            if box.x < safe.x or box.right > safe.right or box.y < safe.y or box.bottom > safe.bottom:
                yield f"{word['text']} {box}"


@each_lang
@pytest.mark.parametrize("item", DECKS)
def test_no_word_stands_near_a_cut(item: str, lang: str) -> None:
    assert list(_inside(item, lang)) == []


@each_lang
def test_texts_and_names_of_a_card_do_not_meet(lang: str) -> None:
    """Words overlap nowhere: each is in its own place on the page."""
    for item in ("market", "classes", "backstories"):
        for page in words_on(item, lang=lang)[::2]:
            boxes = [word.box.inset(0.1, 0.9) for word in page]
            for n, one in enumerate(boxes):
                for other in boxes[n + 1 :]:
                    assert not one.meets(other), (item, one, other)


def test_a_text_too_long_for_its_card_is_refused_by_deck_card_and_field() -> None:
    """K05: it shrinks to 6 pt and no further."""
    canvas: Any = None
    pen = Pen(canvas, find_ink("grey", "#000000"), 297)
    with pytest.raises(DoesNotFit) as refused:
        draw_text(pen, "A very long effect that goes on. " * 40, "market.rope.text")
    assert refused.value.field == "market.rope.text"
    assert refused.value.args_["size"] == "6"
    assert all("market.rope.text" in sentence for sentence in said(refused.value).values())


def test_a_deck_of_a_long_name_is_refused_by_its_back() -> None:
    canvas: Any = _Nothing()
    pen = Pen(canvas, find_ink("grey", "#000000"), 297)
    with pytest.raises(DoesNotFit) as refused:
        card_back("book", "Incomprehensibilities of the northern sea and its shores, in nine parts", "depths").draw(pen)
    assert refused.value.field == "depths.back"


class _Nothing:
    """A canvas on which nothing can be seen."""

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **kwargs: self


# Published cards are not ours


def test_published_cards_are_facts_and_say_so() -> None:
    text = text_of(words_on("market", set_="published")[::2])
    assert text.count("unofficial facts") == 53
    assert "Longsword" in text
    assert "own set" not in text
    assert "Billhook" not in text
    assert "Longsword" not in text_of(words_on("market"))


def test_what_is_not_known_of_a_published_card_is_left_open() -> None:
    """Of 53 published cards one price is known (Reckless, 6): no other card has a number in its coin."""
    prices = []
    for page in words_on("market", set_="published")[::2]:
        for cell in cells("A4"):
            coin = Box(cell.x + HEAD.right - 9.2, cell.y + HEAD.y, 9.2, 9.2)
            prices += [word.text for word in page if slot(word.box, (coin,)) is not None]
    assert prices == ["6"]


def test_the_set_that_is_printed_names_the_armour_everywhere() -> None:
    for set_, name in (("own", "Scale"), ("published", "Chain")):
        text = " ".join(
            page.extract_text()
            for page in PdfReader(io.BytesIO(print_items(GAME, ["score-pad", "character-sheet"], set_=set_))).pages
        )
        assert text.count(name) == 2
    mixed = print_items(GAME, ["score-pad", "alignments"])
    assert "Scale" in PdfReader(io.BytesIO(mixed)).pages[0].extract_text()
