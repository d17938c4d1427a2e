"""Text on paper: what fits, what does not, and which characters there are."""

from __future__ import annotations

import pytest
from print_jobs import said

from printables.fonts import FACES, font, runs
from printables.markup import read
from printables.paper import MM
from printables.typeset import FLOOR, STAR, DoesNotFit, Style, fit, width, wrap


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(
    "text",
    [
        "Zażółć gęślą jaźń",
        "ě š č ř ž ý",
        "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "«» „“ — – − ± ÷ × · … № ≥ + 0123456789",
    ],
)
def test_every_style_has_the_letters_of_our_languages_and_neighbours(face: str, text: str) -> None:
    assert font(face).lacks(text) is None


@pytest.mark.parametrize("face", FACES)
def test_figures_have_equal_widths(face: str) -> None:
    widths = [font(face).width(digit, 10) for digit in "0123456789"]
    assert max(widths) - min(widths) <= 0.1  # points at 10 pt: the italic's own nought is so much wider


def test_text_that_fits_keeps_its_size() -> None:
    found = fit("short", Style(size=9), (40, 5), "field")
    assert found.lines == ("short",)
    assert found.style.size == 9


def test_text_is_broken_at_spaces_and_where_it_says() -> None:
    style = Style(size=10)
    room = width("one two", style) + 0.1
    assert wrap("one two three four\nfive", style, room) == ["one two", "three", "four", "five"]


def test_twelve_lines_in_a_box_for_four_shrink_to_the_floor_and_are_then_refused() -> None:
    """K05: overflow below and line breaks count."""
    style = Style(size=9)
    four = (4 * 9 * style.leading) / MM
    six = "\n".join("line" for _ in range(6))
    assert fit(six, style, (40, four), "card").style.size < 9
    twelve = "\n".join("line" for _ in range(12))
    with pytest.raises(DoesNotFit) as refused:
        fit(twelve, style, (40, four), "cards.rope.text")
    assert refused.value.field == "cards.rope.text"
    assert refused.value.args_["size"] == f"{FLOOR:g}"


def test_a_word_that_is_too_wide_is_refused_and_named() -> None:
    with pytest.raises(DoesNotFit) as refused:
        fit("Überraschungsangriff", Style(size=9), (12, 8), "print.sheet.traits")
    assert refused.value.field == "print.sheet.traits"
    assert all("Überraschungsangriff" in sentence for sentence in said(refused.value).values())


def test_nothing_is_set_smaller_than_the_floor() -> None:
    style = Style(size=12)
    room = width("just so", style.at(FLOOR))
    assert fit("just so", style, (room + 0.05, 5), "field", lines=1).style.size == FLOOR
    with pytest.raises(DoesNotFit):
        fit("just so", style, (room - 0.05, 5), "field", lines=1)


def test_a_star_is_an_icon() -> None:
    found = runs("text", fit("18 ★★", Style(), (20, 5), "goal").lines[0])
    assert [(run.face, run.icon) for run in found] == [("text", None), (None, "star"), (None, "star")]
    assert font("text").lacks(STAR) == STAR
    assert read("{star}") == read(STAR)
