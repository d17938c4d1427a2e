"""Text, icons, glyphs: what people reported in other print-and-play tools (rows K of the cases), told as rules."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import pytest
from print_jobs import said
from pypdfium2 import PdfDocument
from reportlab.pdfgen.canvas import Canvas
from test_every_item import largest_solid_area

from printables.deck.build import Wanted, build
from printables.faces import styles
from printables.fonts import FACES, font
from printables.imposition import Box
from printables.ink import find_ink
from printables.markup import UnknownIcon, literal, read
from printables.paper import MM
from printables.pen import Pen
from printables.proof import Missing, Proof
from printables.typeset import FLOOR, DoesNotFit, Style, fit, width, wrap

STYLES = {name: style for name, style in vars(styles).items() if isinstance(style, Style)}
NEIGHBOURS = ("Zażółć gęślą jaźń", "ě š č ř ž ý", "Příliš žluťoučký kůň", "Árvíztűrő tükörfúrógép", "Īsa Ķīna ģērbj")
RUSSIAN = ("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя")


def drawn(*texts: tuple[str, Style], proof: Proof | None = None) -> bytes:
    """Each text on a line of its own."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(1200, 60 * len(texts)), invariant=1, initialFontName=font("text").name)  # type: ignore[arg-type]  # the stub says float; it is the name of a font
    pen = Pen(canvas, find_ink("grey", "#000000"), 60 * len(texts) / MM, proof=Proof() if proof is None else proof)
    for n, (text, style) in enumerate(texts):
        box = Box(5, 60 * n / MM, 400, 60 / MM)
        pen.write(box, text, style, field=f"line.{n}")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def read_again(pdf: bytes) -> list[str]:
    return str(PdfDocument(pdf)[0].get_textpage().get_text_range()).split("\r\n")


@pytest.mark.parametrize("name", STYLES)
def test_K01_every_style_prints_our_neighbours_letters_and_all_of_russian(name: str) -> None:
    proof, texts = Proof(), (*NEIGHBOURS, *RUSSIAN)
    pdf = drawn(*((text, STYLES[name]) for text in texts), proof=proof)
    assert read_again(pdf) == list(texts)
    assert not proof.missing


@pytest.mark.parametrize("face", FACES)
def test_K01_a_letter_that_a_face_lacks_comes_from_the_next_of_its_chain(face: str) -> None:
    proof, texts = Proof(), ("Ғалым Ўзбек Өрт", "Ελλάδα ϐ", "Tiếng Việt ẞ ǅ", "≥ ≤ → ↑ ½")
    pdf = drawn(*((text, Style(face, 12)) for text in texts), proof=proof)
    assert read_again(pdf) == list(texts)
    assert not proof.missing
    assert pdf.count(b"/FontFile2") == pdf.count(b"/Type /FontDescriptor") > 1


def test_K01_letters_typed_in_two_parts_are_one() -> None:
    assert read("e\u0301 и\u0306") == "é й"


def test_K01_a_missing_glyph_is_a_box_and_told_with_card_field_and_character() -> None:
    proof = Proof()
    pdf = drawn(("a 漢 b", Style()), ("漢", Style("title")), ("fine", Style()), ("漢 漢", Style()), proof=proof)
    assert [line.split() for line in read_again(pdf) if line.strip()] == [["a", "b"], ["fine"]]
    assert list(proof.missing) == [Missing("line.0", "漢"), Missing("line.1", "漢"), Missing("line.3", "漢")]
    assert proof.words[0].args == {"field": "line.0", "char": "漢", "code": "U+6F22"}


def test_K05_twelve_lines_in_a_box_for_four_shrink_to_the_floor_and_are_then_refused() -> None:
    for name, style in STYLES.items():
        style = style.at(max(style.size, 9))
        four = 4 * style.size * style.leading / MM
        lines = "\n".join(f"line {n}" for n in range(12))
        with pytest.raises(DoesNotFit) as refused:
            fit(lines, style, (60, 4 * FLOOR * style.leading / MM), "deck.rope.text")
        assert refused.value.field == "deck.rope.text", name
        assert all("deck.rope.text" in told and f"{FLOOR:g}" in told for told in said(refused.value).values())
        found = fit("\n".join("abcdef"), style, (60, four), "deck.rope.text")
        assert FLOOR <= found.style.size < style.size
        assert len(found.lines) == 6
        assert found.height <= four + 0.01


def test_K05_a_place_may_state_another_floor() -> None:
    style, text = Style(size=9), "twelve words that are far too many for so small a box"
    assert fit(text, style, (11, 10), "field", floor=4).style.size < FLOOR
    with pytest.raises(DoesNotFit) as refused:
        fit(text, style, (11, 10), "field", floor=8)
    assert refused.value.args_["size"] == "8"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a misunderstanding", ["a misun-", "derstand-", "ing"]),
        ("это недоразумение", ["это недо-", "разумение"]),
        ("one two three", ["one two", "three"]),
    ],
)
def test_a_word_is_broken_at_its_syllables_only_where_a_line_would_be_bad(text: str, lines: list[str]) -> None:
    assert wrap(text, Style(size=10), 15.5) == lines


def test_a_long_word_fills_a_line_that_would_stay_mostly_empty() -> None:
    style = Style(size=10)
    room = width("the incomprehen", style)
    assert wrap("the incomprehensible", style, room)[0].endswith("-")
    room = width("the very long incomp", style)
    assert wrap("the very long incomprehensible", style, room) == ["the very long", "incomprehensible"]


def test_soft_hyphens_are_honoured_and_never_seen_elsewhere() -> None:
    style, word = Style(size=10), "Donau\u00addampf\u00adschiff"
    assert wrap(word, style, width("Donaudampf-", style)) == ["Donaudampf-", "schiff"]
    assert wrap(word, style, 60) == ["Donaudampfschiff"]
    assert width(read(word).replace("\u00ad", ""), style) == width("Donaudampfschiff", style)


def test_a_line_of_its_own_is_never_broken_inside_a_word() -> None:
    with pytest.raises(DoesNotFit):
        fit("misunderstanding", Style(size=9), (10, 20), "field", lines=1)
    assert fit("misunderstanding", Style(size=9), (15, 20), "field", lines=2).lines == ("misunder-", "standing")


@pytest.mark.parametrize(("face", "size"), list(product(FACES, (6.0, 11.25))))
def test_what_is_measured_is_what_is_drawn(face: str, size: float) -> None:
    """Our own measuring against the font's, letter by letter."""
    text = "Whoever rolls a 6 takes 12 gold — «всё золото»."
    assert width(text, Style(face, size)) * MM == pytest.approx(font(face).width(text, size))


def test_an_icon_stands_in_a_text() -> None:
    proof = Proof()
    pdf = drawn(("Gain 2 {sword} or {shield}.", Style()), ("{{sword}", Style()), proof=proof)
    told = " ".join(" ".join(read_again(pdf)).split())
    assert told == "Gain 2 or . {sword}"
    assert not proof.missing
    assert width("{sword}", Style(size=10)) == width("{shield}", Style(size=10))


def test_an_unknown_icon_is_an_error_with_the_nearest_names() -> None:
    with pytest.raises(UnknownIcon) as refused:
        fit("Gain {swrod}.", Style(), (60, 5), "deck.rope.text")
    assert refused.value.field == "deck.rope.text"
    assert "sword" in refused.value.args_["near"]
    assert all("swrod" in told and "deck.rope.text" in told for told in said(refused.value).values())


def test_a_typed_name_may_hold_braces() -> None:
    assert read_again(drawn((literal("Kim {the best}"), Style())))[0] == "Kim {the best}"


def test_K19_three_hundred_cards_save_ink_on_every_page(tmp_path: Path) -> None:
    """What covers a card in colour is left white on the last page as on the first; every word stays."""
    (tmp_path / "cards.csv").write_text("name\n" + "\n".join(f"Card {n}" for n in range(1, 301)), encoding="utf-8")
    file = tmp_path / "deck.yaml"
    file.write_text(
        "deck: Many\nrows: cards.csv\n"
        + "".join(
            f"{side}: {{elements: {{ground: {{kind: box, at: card, fill: cloth}}, "
            f"name: {{kind: text, at: [4, 4, 55, 9], text: '{{{field}}}'}}}}}}\n"
            for side, field in (("layout", "name"), ("back", "deck"))
        ),
        encoding="utf-8",
    )
    inked = {ink: PdfDocument(build([file], Wanted(ink=ink)).pdf) for ink in ("colour", "saver")}
    assert len(inked["saver"]) == len(inked["colour"]) == 2 * 34
    for page, coloured in zip(inked["saver"], inked["colour"], strict=True):
        assert largest_solid_area(page, 50) == 0
        assert page.get_textpage().get_text_range() == coloured.get_textpage().get_text_range()
    assert largest_solid_area(inked["colour"][0], 50) > 10_000
