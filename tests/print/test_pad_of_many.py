"""A pad for more than four, and the rows of what is told and not added up."""

from __future__ import annotations

import pytest
from harbour import Harbour
from msgspec.structs import replace

from companion.scoring import Category, Line, ScoreSheet, TieBreak
from printables.faces.pad_layout import layout
from printables.faces.pad_rows import blocks
from printables.reading.markers import LARGE, SMALL


def short_sheet(digits: int = 2) -> ScoreSheet:
    """One number that counts, two that are told; the second settles ties."""
    return ScoreSheet(
        categories=(
            Category("fish", lambda hero: Line(0), digits=digits),
            Category("ropes", lambda hero: Line(0), remark=True),
            Category("nets", lambda hero: Line(0), digits=3, remark=True),
        ),
        read=lambda data, content: data,
        tie_breaks=(TieBreak("nets", lambda hero: 0, "most"),),
    )


def harbour(most: int, digits: int = 2) -> Harbour:
    return replace(Harbour(), seats=range(1, most + 1), options=(), scores=short_sheet(digits))


def test_what_is_told_and_not_added_up_stands_below_the_total_and_is_asked_for_once() -> None:
    counted, total, facts = blocks(harbour(4))  # type: ignore[arg-type]  # as much of a game as a pad looks at
    assert [row.key for row in counted.rows] == ["fish"]
    assert [row.key for row in total.rows] == ["total"]
    assert [(row.key, row.digits, row.notes) for row in facts.rows] == [
        ("ropes", 2, ()),
        ("nets", 3, ("print.pad.tie.most",)),
    ]


@pytest.mark.parametrize(("most", "players"), [(1, 4), (4, 4), (5, 5), (6, 6), (9, 6)])
def test_as_many_columns_as_players_from_four_to_six(most: int, players: int) -> None:
    (page,) = layout(harbour(most), LARGE).pages  # type: ignore[arg-type]  # as much of a game as a pad looks at
    assert [n for n in range(1, 10) if f"{n}.fish" in page] == list(range(1, players + 1))


def test_where_columns_would_be_too_narrow_there_are_four() -> None:
    """On A5 six columns have 10.2 mm each; a value of three digits takes 10.8."""
    (page,) = layout(harbour(6), SMALL).pages  # type: ignore[arg-type]  # as much of a game as a pad looks at
    assert [n for n in range(1, 10) if f"{n}.nets" in page] == [1, 2, 3, 4]
