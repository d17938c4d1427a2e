"""Where the cells of a ring stand on a page: round the edge of a rectangle, clockwise from the top left."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

FEWEST = 8
"""Fewer cells make no ring with anything in its middle."""


class Loop(Struct, frozen=True):
    """Rows and columns of a rectangle, and for each cell its row and column, from 1. The first is as wide as `first`
    columns: where the number of cells does not come out even, it takes two places."""

    rows: int
    columns: int
    first: int
    places: tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def loop(cells: int, columns: int) -> Loop | None:
    """A ring of so many cells, `columns` wide; None for too few of them."""
    if cells < FEWEST:
        return None
    columns = min(columns, cells // 2 - 1)
    rows = (cells + 5) // 2 - columns
    edge = [(1, column) for column in range(1, columns + 1)]
    edge += [(row, columns) for row in range(2, rows + 1)]
    edge += [(rows, column) for column in range(columns - 1, 0, -1)]
    edge += [(row, 1) for row in range(rows - 1, 1, -1)]
    first = 1 + len(edge) - cells
    return Loop(rows, columns, first, (edge[0], *edge[first:]))
