"""Score pads from data, sheets that a photo can be read from, and fields to type into: opened with other tools.

K17 and K18 of the situations that people reported of other tools, and what was asked of pads and sheets.
"""

from __future__ import annotations

import io
import subprocess
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
import zxingcpp
from camera import cut_off
from PIL import Image, ImageChops
from print_jobs import words_of_pdf
from pypdf import PdfReader, PdfWriter
from pypdfium2 import PdfDocument

from companion.game import find_game
from companion.refusals import Refusal, Unreadable
from companion.words import LANGUAGES
from companion.words import Word as Said
from printables.faces.bubble_layout import layout as bubble_layout
from printables.faces.pad_layout import layout_of
from printables.imposition import Box, Flip, Setting
from printables.items import PadStock
from printables.paper import A4, LETTER, MM
from printables.pieces import COUNTS, cut_into
from printables.press import print_items, words_of
from printables.reading.code import read_code
from printables.reading.geometry import Geometry, keep, kept
from printables.reading.markers import QUARTER, frame_of, frame_on, marker_boxes
from printables.score_rows import print_rows, read_rows, rows_of

GAMES = ("roll-player", "quest-circuit", "pebbles")
INKS = ("colour", "grey", "saver")
DPI = 150


@cache
def pdf(
    game: str, item: str, paper: str = "A4", lang: str = "en", ink: str = "colour", up: int = 1, **more: Any
) -> bytes:
    fillable = bool(more.pop("fillable", False))
    fill = dict(more.pop("fill", ()))
    return print_items(game, [item], paper, lang, ink, pad=PadStock(up, **more), fillable=fillable, fill=fill)


@cache
def picture(content: bytes, page: int, dpi: int = DPI) -> Image.Image:
    return PdfDocument(content)[page].render(scale=dpi / 72).to_pil().convert("L")


# Bubbles


@pytest.mark.parametrize("game", GAMES)
def test_bubbles_are_as_large_and_as_far_apart_as_a_camera_needs(game: str) -> None:
    for page in bubble_layout(find_game(game)).pages:
        groups = [[v for v in group.values if v.shape == "circle"] for group in page.groups]
        groups = [group for group in groups if group]
        assert groups
        assert {(v.width, v.height) for group in groups for v in group} == {(5, 5)}
        for group in groups:
            assert all(b.x - a.x >= 7.5 - 1e-9 for a, b in pairwise(group))
        for one, other in combinations(groups, 2):
            apart = min(hypot(a.x - b.x, a.y - b.y) - 5 for a in one for b in other)
            assert apart >= 3
        heights = sorted({v.y for group in groups for v in group})
        assert all(low - high >= 9 - 1e-6 for high, low in pairwise(heights))


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_its_box_its_digits_and_a_nought(game: str) -> None:
    """Tens and ones stand side by side; a block of numbers ends with its sum, and everything with the total."""
    for page in bubble_layout(find_game(game)).pages:
        numbers = [group for group in page.groups if group.kind == "number"]
        assert numbers
        for group in numbers:
            ones = page[f"{group.key}.ones"]
            assert [value.key for value in ones.values] == list("0123456789")
            assert ones.kind == "choice"
            assert group["value"].shape == "box"
            if f"{group.key}.tens" in page:
                tens = page[f"{group.key}.tens"]
                assert tens.values[0].y == ones.values[0].y == group["value"].y
                assert group["value"].box.right < tens.box.x < tens.box.right < ones.box.x
    every = [group.key for page in bubble_layout(find_game("roll-player")).pages for group in page.groups]
    assert {"1.attribute_goals.sum", "1.armor.sum", "1.total", "4.total"} <= set(every)


def test_bubbles_are_drawn_where_the_geometry_says_and_nothing_stands_near_them() -> None:
    content = pdf("roll-player", "bubble-pad", "A4", "ru", "saver")
    page = bubble_layout(find_game("roll-player")).pages[0]
    bubbles = [v for group in page.groups for v in group.values if v.shape == "circle"]
    origin = frame_on(A4)
    with pdfplumber.open(io.BytesIO(content)) as document:
        drawn = document.pages[0]
        circles = [[c[k] / MM for k in ("x0", "top", "x1", "bottom")] for c in drawn.curves]
        for v in bubbles:
            box = Box(v.box.x + origin.x, v.box.y + origin.y, 5, 5)
            wanted = (box.x, box.y, box.right, box.bottom)
            assert min(max(abs(a - b) for a, b in zip(wanted, found, strict=True)) for found in circles) < 0.02, v
        for word in words_of_pdf(content)[0]:
            inside = [
                v
                for v in bubbles
                if hypot(word.box.centre[0] - origin.x - v.x, word.box.centre[1] - origin.y - v.y) < 2
            ]
            near = [
                v for v in bubbles if v not in inside and _apart(word.box, v.x + origin.x, v.y + origin.y) < 3 - 0.05
            ]
            assert not near or inside, word


def _apart(box: Box, x: float, y: float) -> float:
    """How far a box is from the edge of the bubble around a point."""
    return hypot(max(box.x - x, x - box.right, 0), max(box.y - y, y - box.bottom, 0)) - 2.5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pad_with_bubbles_says_how_to_mark_and_how_to_correct(lang: str) -> None:
    text = " ".join(word.text for word in words_of_pdf(pdf("roll-player", "bubble-pad", "A4", lang))[0])
    for expected in {"en": ("fill, cross or tick", "Mark both"), "ru": ("перечеркните", "Отметьте оба")}[lang]:
        assert expected in text


def test_bubbles_keep_their_size() -> None:
    with pytest.raises(Refusal) as refused:
        pdf("roll-player", "bubble-pad", up=2)
    assert refused.value.key == "print.pad.small"
    with pytest.raises(Refusal) as refused:
        pdf("roll-player", "bubble-pad", "A5")
    assert refused.value.key == "print.paper.item"


# Several to a sheet


@pytest.mark.parametrize("sheet", [A4, LETTER], ids=["A4", "Letter"])
@pytest.mark.parametrize("up", COUNTS)
def test_cuts_run_from_edge_to_edge_and_leave_equal_pieces(sheet: Any, up: int) -> None:
    cut = cut_into(sheet, up)
    places = cut.grid.cells
    assert len(places) == up
    assert len({(round(p.width, 6), round(p.height, 6)) for p in places}) == 1
    assert sum(p.width * p.height for p in places) == pytest.approx(sheet.width * sheet.height)
    assert not any(one.meets(other) for one, other in combinations(places, 2))
    for line in cut.grid.cuts():
        assert (line.x1, line.x2) == (0, sheet.width) or (line.y1, line.y2) == (0, sheet.height)
        assert not any(p.x + 1e-6 < line.x1 == line.x2 < p.right - 1e-6 for p in places)
        assert not any(p.y + 1e-6 < line.y1 == line.y2 < p.bottom - 1e-6 for p in places)


@pytest.mark.parametrize("up", COUNTS)
def test_every_piece_of_a_sheet_is_the_same_leaf(up: int) -> None:
    content = pdf("pebbles", "score-pad", "A4", "ru", "saver", up)
    cut = cut_into(A4, up)
    pieces = [cut_off(picture(content, 0, 100), cut, n, 100) for n in range(up)]
    first = pieces[0].point(lambda v: 255 if v < 128 else 0)
    for other in pieces[1:]:
        shifted = ImageChops.difference(
            first.resize((60, 60)), other.point(lambda v: 255 if v < 128 else 0).resize((60, 60))
        )
        assert sum(shifted.tobytes()) / 3600 < 6


@pytest.mark.parametrize("up", COUNTS)
def test_words_of_a_leaf_keep_away_from_its_edges(up: int) -> None:
    """Nothing but the caption of the glue stands in the first 7.5 mm, and nothing nearer to a cut than 3 mm."""
    content = pdf("quest-circuit", "score-pad", "Letter", "ru", "saver", up)
    cut = cut_into(LETTER, up)
    for page in words_of_pdf(content):
        for word in page:
            (place,) = (
                p
                for p in cut.grid.cells
                if p.x <= word.box.centre[0] < p.right and p.y <= word.box.centre[1] < p.bottom
            )
            head = word.box.x - place.x if cut.turned else word.box.y - place.y
            if word.text in ("50", "мм") and word.box.y < 7:
                continue  # the ruler stands in the strip at the head of the sheet
            assert head >= 7.5, word
            inner = place.inset(3)
            assert inner.x <= word.box.x < word.box.right <= inner.right, word
            assert inner.y <= word.box.y < word.box.bottom <= inner.bottom, word


@pytest.mark.parametrize("up", COUNTS)
def test_every_sheet_has_its_ruler_beside_the_markers(up: int) -> None:
    content = pdf("quest-circuit", "score-pad", "Letter", "en", "colour", up)
    with pdfplumber.open(io.BytesIO(content)) as document:
        assert "50 mm" in document.pages[0].extract_text()
        lines = [(line["x0"] / MM, line["x1"] / MM, line["top"] / MM) for line in document.pages[0].lines]
    ((left, right, y),) = ((a, b, y) for a, b, y in lines if abs(b - a - 50) < 0.01 and y < 7.5)
    for place in cut_into(LETTER, up).grid.cells:
        frame = frame_of(cut_into(LETTER, up).piece)
        for box in marker_boxes(frame) if up != 2 else ():
            x = place.x + (place.width - frame.width) / 2 + box.x
            top = place.y + (place.height - frame.height) / 2 + box.y
            assert hypot(max(x - right - 9, left - x - box.width, 0), max(top - y, 0)) >= 4.5


def test_the_glue_and_the_line_to_tear_along_stand_at_the_head_of_every_leaf() -> None:
    for up in (1, 2, 4, 8):
        content = pdf("pebbles", "score-pad", "A4", "en", "colour", up, binding=True, tear_off=True)
        text = " ".join(word.text for word in words_of_pdf(content)[0])
        assert text.count("glue along this edge") == up
        if up != 2:
            cut = cut_into(A4, up)
            dark = picture(content, 0, 200)
            for place in cut.grid.cells:
                left, right, y = (round(v * 200 / 25.4) for v in (place.x + 30, place.right - 30, place.y + 7.5))
                rows = [dark.crop((left, y + d, right, y + d + 1)) for d in (-1, 0, 1)]
                assert max(sum(v < 200 for v in row.tobytes()) / row.width for row in rows) > 0.3


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("up", [1, 2, 4, 8])
def test_backs_lie_behind_their_leaves_head_behind_head(up: int, flip: Flip) -> None:
    """The middle of every word for the date, seen through the sheet, is as far from the head of the leaf as the one on
    its front, and as far from the right side of the leaf as that one is from the left."""
    stock = PadStock(up, behind="pad")
    content = print_items("quest-circuit", ["score-pad"], pad=stock, setting=Setting(flip=flip))
    cut = cut_into(A4, up)
    front, back = ([w.box.centre for w in page if w.text == "Date"] for page in words_of_pdf(content)[:2])
    assert len(front) == len(back) == up
    through = [(210 - x, y) if flip == "long" else (x, 297 - y) for x, y in back]
    for place in cut.grid.cells:
        (one,), (other,) = (
            [at for at in side if place.x < at[0] < place.right and place.y < at[1] < place.bottom]
            for side in (front, through)
        )
        along, across = (0, 1) if cut.turned else (1, 0)  # from the head, and from side to side
        assert one[along] == pytest.approx(other[along], abs=0.02)
        middle = place.centre[across]
        assert one[across] - middle == pytest.approx(middle - other[across], abs=0.02)
    asked = PdfReader(io.BytesIO(content)).trailer["/Root"]["/ViewerPreferences"]["/Duplex"]
    assert asked == {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}[flip]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_behind_are_those_of_the_rule_book(lang: str) -> None:
    content = pdf("roll-player", "score-pad", "A4", lang, "grey", 8, behind="rules")
    text = " ".join(word.text for word in words_of_pdf(content)[1])
    expected = {"en": "is worth 1 star. Gold dice never count here.", "ru": "Золотые кубики"}[lang]
    assert text.count(expected) == 8


def test_what_a_sheet_is_not_cut_into_is_told() -> None:
    for paper, up in (("A4", 3), ("A5", 2)):
        with pytest.raises(Refusal) as refused:
            pdf("pebbles", "score-pad", paper, up=up)
        assert refused.value.key == "print.pad.up"
        for lang in LANGUAGES:
            said = words_of(find_game("pebbles"), lang).say(Said(refused.value.key, refused.value.args_))
            assert "1, 2, 4, 6, 8" in said
            assert "A4, Letter" in said


# Rows that somebody has written

ROWS = {
    "title": {"en": "Lighthouse {flame}", "ru": "Маяк {flame}"},
    "players": 3,
    "unit": {"en": "points", "ru": "очки"},
    "rows": [
        "Żółć & ě š č",
        {"name": {"en": "Storms", "ru": "Шторма"}, "rows": [{"name": "I", "most": 9}, {"name": "II", "most": 9}]},
        {"name": {"en": "Debts", "ru": "Долги"}, "signed": True, "unit": {"en": "coins", "ru": "монеты"}},
        {"name": {"en": "The lamp burns", "ru": "Лампа горит"}, "kind": "tick"},
        {"name": {"en": "Harbour", "ru": "Гавань"}, "kind": "text"},
        {"name": {"en": "Oil", "ru": "Масло"}, "counted": False},
    ],
    "rules": [{"name": "I", "text": {"en": "Count the lights.", "ru": "Сосчитайте огни."}}],
}


@pytest.mark.parametrize("kind", ["pencil", "bubbles"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pad_from_a_list_of_rows_shows_them_as_they_are_written(kind: str, lang: str) -> None:
    content = print_rows(read_rows(ROWS), kind, lang=lang, stock=PadStock(behind="rules"))
    pages = words_of_pdf(content)
    text = " ".join(word.text for word in pages[0])
    here = 0 if lang == "en" else 1
    for texts in (("Lighthouse", "Маяк"), ("Storms", "Шторма"), ("Debts", "Долги"), ("Oil", "Масло"),
                  ("The lamp burns", "Лампа горит"), ("Żółć & ě š č",) * 2, ("Sum", "Сумма"),
                  ("Total", "Итого")):  # fmt: skip
        assert texts[here] in text
    assert ("Count the lights.", "Сосчитайте огни.")[here] in " ".join(word.text for word in pages[1])
    assert "{" not in text  # what stands between braces is an icon
    (code,) = zxingcpp.read_barcodes(picture(content, 0))
    assert read_code(code.text).game == "OP"


def test_an_icon_that_nobody_has_drawn_is_told() -> None:
    with pytest.raises(Refusal) as refused:
        print_rows(read_rows(ROWS | {"rows": ["Ships {nonsense}"]}))
    assert refused.value.key == "print.icon.unknown"
    assert refused.value.field == "own.rows.1"


def test_the_rows_of_a_list_lie_in_their_order_with_sum_and_total() -> None:
    (page,) = layout_of(rows_of(read_rows(ROWS))).pages
    keys = [group.key.removeprefix("1.") for group in page.groups if group.key.startswith("1.")]
    assert keys == ["heading.name", "rows.1", "rows.2.rows.1", "rows.2.rows.2", "rows.2.sum", "rows.3", "rows.4",
                    "rows.5", "total", "rows.6"]  # fmt: skip
    assert page["3.rows.4"].kind == "tick"
    assert "4.rows.1" not in page


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"players": 7}, "players"),
        ({"rows": []}, "rows"),
        ({"colour": "red"}, "colour"),
        ({"accent": "red"}, "accent"),
        ({"rows": ["Ships", {"name": "X", "most": "nine"}]}, "rows.2.most"),
        ({"rows": [{"name": "X", "kind": "number", "rows": [{"most": 4}]}]}, "rows.1.rows.1.name"),
        ({"rows": [{"name": "X", "kind": "text", "rows": ["Y"]}]}, "rows.1.kind"),
    ],
)
def test_what_is_wrong_in_a_list_is_told_with_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_rows(ROWS | change)
    assert refused.value.field == place


def test_the_geometry_of_a_list_is_kept_and_never_changed(tmp_path: Path) -> None:
    first = layout_of(rows_of(read_rows(ROWS)))
    other = layout_of(rows_of(read_rows(ROWS | {"players": 4})))

    def version(layout: Geometry) -> int:
        found = kept(tmp_path, "pad", layout)
        keep(tmp_path, "pad", found)
        return found.version

    assert version(first) == 1
    before = (tmp_path / "pad-P-1.json").read_bytes()
    assert [version(first), version(other), version(first)] == [1, 2, 1]
    assert (tmp_path / "pad-P-1.json").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pad-P-1.json", "pad-P-2.json"]
    assert kept(tmp_path, "pad", layout_of(rows_of(read_rows(ROWS)), QUARTER)).file == "P-Q-1.json"


# K18: a list longer than the sheet vanished


@pytest.mark.parametrize("kind", ["pencil", "bubbles"])
def test_K18_sixty_rows_go_on_on_further_pages(kind: str) -> None:
    rows = [f"Row number {n}" for n in range(1, 61)]
    content = print_rows(read_rows({"title": "Long", "players": 2, "rows": rows}), kind)
    pages = words_of_pdf(content)
    text = " ".join(word.text for page in pages for word in page).split("Total")[0] if kind == "pencil" else ""
    every = " ".join(word.text for page in pages for word in page)
    assert len(pages) > 1
    for row in rows:
        assert every.count(row) >= 1
    assert text.count("Row number") in (0, 60)
    codes = [read_code(zxingcpp.read_barcodes(picture(content, n))[0].text).page for n in range(len(pages))]
    assert codes == list(range(1, len(pages) + 1))


def test_K18_a_hero_who_owns_much_has_a_record_of_several_pages() -> None:
    traits = [{"name": f"Trait {n} of a long list", "stars": 2, "met": True} for n in range(1, 41)]
    hero = {"name": "Anna", "class": "warrior", "traits": traits, "alignment": {"grid": [0] * 9, "cell": 3}}
    content = print_items("roll-player", ["hero-record"], players=[hero])
    pages = words_of_pdf(content)
    every = " ".join(word.text for page in pages for word in page)
    assert len(pages) == 4
    for n in range(1, 41):
        assert f"Trait {n} of a long list" in every
    assert "more on the next page" in " ".join(word.text for word in pages[0])
    assert [read_code(zxingcpp.read_barcodes(picture(content, n))[0].text).page for n in range(4)] == [1, 2, 3, 4]


def test_K18_a_campaign_of_twelve_quests_has_a_log_of_three_pages() -> None:
    content = pdf("quest-circuit", "campaign-log", fill=(("quests", "12"),))
    numbers = [{word.text for word in page} for page in words_of_pdf(content)]
    assert len(numbers) == 3
    assert all(str(n) in numbers[(n - 1) // 5] for n in range(1, 13))
    for wrong in ("0", "21", "x", "2.9", "-1", ""):
        with pytest.raises(Refusal) as refused:
            print_items("quest-circuit", ["campaign-log"], fill={"quests": wrong})
        assert refused.value.key == "print.log.quests"


# Filled in on a screen

FORMS = [("roll-player", "character-sheet"), ("roll-player", "score-pad"), ("roll-player", "hero-record"),
         ("roll-player", "set-up"),
         ("quest-circuit", "bubble-pad"), ("quest-circuit", "hero-sheets"), ("quest-circuit", "solo-sheet"),
         ("quest-circuit", "campaign-log")]  # fmt: skip


def fonts_listed(content: bytes, tmp_path: Path) -> list[list[str]]:
    """What poppler says of the fonts: name, type …, embedded, subset."""
    path = tmp_path / "fonts.pdf"
    path.write_bytes(content)
    told = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in told.splitlines()[2:]]


@pytest.mark.parametrize(("game", "item"), FORMS)
def test_K17_every_font_is_embedded_in_forms_too(game: str, item: str, tmp_path: Path) -> None:
    content = pdf(game, item, "A4", "ru", "colour", fillable=True)
    listed = fonts_listed(content, tmp_path)
    assert len(listed) > 1
    assert all(line[-5] == "yes" for line in listed), listed
    whole = [line for line in listed if line[-4] == "no"]
    has_texts = item not in ("solo-sheet", "set-up")  # whose fields are only marked
    assert [line[0] for line in whole] == ["AlegreyaSans-Regular"] * has_texts  # of the fields: not a subset
    for plain in (b"Helvetica", b"ZapfDingbats", b"NeedAppearances"):
        assert plain not in content


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "item"), FORMS)
def test_every_field_has_a_name_of_its_own_and_says_what_it_is(game: str, item: str, lang: str) -> None:
    reader = PdfReader(io.BytesIO(pdf(game, item, "A4", lang, "colour", fillable=True)))
    fields = reader.get_fields()
    assert fields is not None
    form: Any = reader.trailer["/Root"]
    names = [str(field.get_object()["/T"]) for field in form["/AcroForm"]["/Fields"]]
    assert len(names) == len(set(names)) == len(fields)
    assert all(field["/TU"] for field in fields.values())
    assert all("." not in name for name in names)
    letters = " ".join(str(field["/TU"]) for field in fields.values())
    assert any("а" <= char <= "я" for char in letters.lower()) == (lang == "ru")


def test_two_of_the_same_in_one_file_do_not_share_a_field() -> None:
    content = print_items("roll-player", ["character-sheet", "character-sheet"], fillable=True)
    fields = PdfReader(io.BytesIO(content)).get_fields()
    once = PdfReader(io.BytesIO(pdf("roll-player", "character-sheet", fillable=True))).get_fields()
    assert fields is not None
    assert once is not None
    assert len(fields) == 2 * len(once)


def test_what_is_filled_in_beforehand_stands_in_its_field_and_can_be_changed() -> None:
    content = print_items("roll-player", ["character-sheet"], lang="ru", set_="own",
                          fill={"class": "healer", "race": "giantkin"}, fillable=True)  # fmt: skip
    fields = PdfReader(io.BytesIO(content)).get_fields()
    assert fields is not None
    assert fields["character-sheet-1-race"]["/V"] == "Исполин"
    assert fields["character-sheet-1-class_color"]["/V"] == "/white"
    assert fields["character-sheet-1-row-STR-modifier"]["/V"] == "+2"
    assert "character-sheet-1-row-STR-goal" not in fields  # what is known is printed
    words = [word.text for word in words_of_pdf(content)[0]]
    assert "Исполин" not in words  # the field shows it, not the page


TYPED = {
    "character-sheet-1-name": "Щукарь Ёж",
    "character-sheet-1-race": "Жаба 42",
    "character-sheet-1-weapon-1": "Łódź",
    "character-sheet-1-total": "31",
}


@cache
def filled(regenerate: bool = False) -> bytes:
    """A character sheet that another program has filled in: texts, a tick, one of several."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf("roll-player", "character-sheet", "A4", "ru", "saver", fillable=True)))
    values = TYPED | {"character-sheet-1-armor-chain-1": "/Yes", "character-sheet-1-gold": "/17"}
    for page in writer.pages:
        writer.update_page_form_field_values(page, values, auto_regenerate=regenerate)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_values_are_read_back_by_another_program() -> None:
    fields = PdfReader(io.BytesIO(filled())).get_fields()
    assert fields is not None
    assert {name: fields[name]["/V"] for name in TYPED} == TYPED
    assert fields["character-sheet-1-armor-chain-1"]["/V"] == "/Yes"
    assert fields["character-sheet-1-gold"]["/V"] == "/17"
    assert fields["character-sheet-1-gold"]["/_States_"][:1] == ["/0"]


def by_poppler(content: bytes, tmp_path: Path) -> Image.Image:
    path = tmp_path / "page.pdf"
    path.write_bytes(content)
    told = subprocess.run(["pdftoppm", "-r", "150", "-gray", str(path)], capture_output=True, check=True).stdout
    return Image.open(io.BytesIO(told)).convert("L")


def by_pdfium(content: bytes) -> Image.Image:
    document = PdfDocument(content)
    document.init_forms()
    return document[0].render(scale=DPI / 72, may_draw_forms=True).to_pil().convert("L")


def test_two_programs_draw_what_was_typed(tmp_path: Path) -> None:
    """Against the empty sheet, ink is added in each field that was filled in and nowhere else; both draw the same."""
    empty = pdf("roll-player", "character-sheet", "A4", "ru", "saver", fillable=True)
    places = _places(empty, [*TYPED, "character-sheet-1-armor-chain-1", "character-sheet-1-gold"])
    pictures = []
    for draw in (lambda content: by_poppler(content, tmp_path), by_pdfium):
        added = ImageChops.difference(draw(empty), draw(filled())).point(lambda v: 255 if v > 60 else 0)
        for name, boxes in places.items():
            inked = [sum(v > 0 for v in added.crop(box).tobytes()) for box in boxes]
            assert sum(inked) > 15, name
            assert sum(count > 0 for count in inked) == 1, name
            for box in boxes:
                added.paste(0, box)
        assert added.getbbox() is None
        pictures.append(draw(filled()))
    size = min(pictures[0].width, pictures[1].width), min(pictures[0].height, pictures[1].height)
    one, other = (image.crop((0, 0, *size)).reduce(6) for image in pictures)
    assert max(v for v in ImageChops.difference(one, other).tobytes()) < 90


def _places(content: bytes, names: Sequence[str]) -> dict[str, list[tuple[int, int, int, int]]]:
    """The boxes of fields on a picture of the page, one for each of their widgets."""
    page: Any = PdfReader(io.BytesIO(content)).pages[0]
    high = float(page.mediabox[3])
    found: dict[str, list[tuple[int, int, int, int]]] = {name: [] for name in names}
    for widget in (ref.get_object() for ref in page["/Annots"]):
        name = widget.get("/T") or widget["/Parent"]["/T"]
        if name in found:
            left, low, right, top = (float(side) for side in widget["/Rect"])
            box = [left - 1, high - top - 1, right + 1, high - low + 1]
            found[name].append(tuple(round(side * DPI / 72) for side in box))  # type: ignore[arg-type]  # four of them
    return found


def test_letters_that_are_typed_into_the_file_are_read_from_the_page_again(tmp_path: Path) -> None:
    """By poppler from the appearance that pypdf has written with our font: the letters, not boxes."""
    path = tmp_path / "filled.pdf"
    path.write_bytes(filled())
    text = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, text=True, check=True).stdout
    for typed in TYPED.values():
        assert typed in text


def test_a_pad_with_bubbles_is_filled_in_with_one_bubble_to_a_digit() -> None:
    reader = PdfReader(io.BytesIO(pdf("quest-circuit", "bubble-pad", fillable=True)))
    fields = reader.get_fields()
    assert fields is not None
    digit = fields["bubble-pad-1-1-level-tens"]
    radio, needs_one = 1 << 15, 1 << 14
    assert int(digit["/Ff"]) & radio
    assert not int(digit["/Ff"]) & needs_one  # a bubble may be taken back
    assert set(digit["/_States_"]) == {"/Off", *(f"/{n}" for n in range(10))}


def test_several_to_a_sheet_are_for_paper() -> None:
    with pytest.raises(Refusal) as refused:
        pdf("roll-player", "score-pad", up=4, fillable=True)
    assert refused.value.key == "print.pad.fillable"


def test_without_being_asked_nothing_has_fields() -> None:
    assert b"/AcroForm" not in pdf("roll-player", "character-sheet")
    content = pdf("roll-player", "character-sheet", fillable=True)
    assert content == print_items("roll-player", ["character-sheet"], fillable=True)
