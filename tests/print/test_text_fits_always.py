"""Whatever is written: it stays in its box, loses no letter, and is as large as it can be."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from printables.fonts import font
from printables.paper import MM
from printables.typeset import FLOOR, STEP, DoesNotFit, Fitted, Style, fit

WORDS = st.lists(
    st.one_of(
        st.text("abcdefghijklmnoprstuvwyzABC", min_size=1, max_size=22),
        st.text("абвгдежзиклмнопрстуюя", min_size=1, max_size=22),
        st.sampled_from(
            ["well-known", "Donau\u00addampf\u00adschiff", "«да»,", "12–14", "incomprehensible", "недоразумение"]
        ),
    ),
    min_size=1,
    max_size=25,
)
STYLES = st.builds(
    Style,
    st.sampled_from(["text", "title", "text-bold", "text-italic"]),
    st.sampled_from([6.0, 8.5, 11.0, 16.0]),
    st.sampled_from([0.0, 0.2]),
)
ROOMS = st.tuples(st.floats(12, 90), st.floats(3, 60))


def drawn_width(line: str, style: Style) -> float:
    """As the font itself tells it, in mm."""
    return font(style.face).width(line, style.size, style.tracking) / MM


def tried(text: str, style: Style, room: tuple[float, float], lines: int | None) -> Fitted | None:
    try:
        return fit(text, style, room, "field", lines=lines)
    except DoesNotFit:
        return None


@settings(max_examples=150, deadline=None)
@given(WORDS, STYLES, ROOMS, st.sampled_from([None, 1, 2, 4]))
def test_a_text_stays_in_its_box_and_loses_no_letter(
    words: list[str], style: Style, room: tuple[float, float], lines: int | None
) -> None:
    found = tried(" ".join(words), style, room, lines)
    if found is None:
        return
    assert FLOOR <= found.style.size <= style.size
    assert all(drawn_width(line, found.style) <= room[0] + 0.02 for line in found.lines)
    assert found.height <= room[1] + 0.02
    assert lines is None or len(found.lines) <= lines

    def letters(text: str) -> str:
        return "".join(char for char in text if char not in " -\u00ad")

    assert letters("".join(found.lines)) == letters("".join(words))


@settings(max_examples=60, deadline=None)
@given(WORDS, ROOMS)
def test_a_text_is_no_smaller_than_it_has_to_be(words: list[str], room: tuple[float, float]) -> None:
    """One step larger it would not fit as it is broken there."""
    text, style = " ".join(words), Style(size=12)
    found = tried(text, style, room, None)
    if found is not None and found.style.size < 12:
        larger = tried(text, style.at(found.style.size + STEP), room, None)
        assert larger is not None
        assert larger.style.size == found.style.size
