"""A score sheet can tell numbers that are not added up."""

from __future__ import annotations

import pebbles
from msgspec.structs import replace


def test_a_remark_is_told_and_not_added_up() -> None:
    shore, hops = pebbles.SHEET.categories
    sheet = replace(pebbles.SHEET, categories=(shore, replace(hops, remark=True)))
    found = sheet.breakdown(pebbles.Hero(shore=7, hops=9))
    assert (found.total, found.lines["shore"].points, found.lines["hops"].points) == (7, 7, 3)
    assert pebbles.SHEET.breakdown(pebbles.Hero(shore=7, hops=9)).total == 10
