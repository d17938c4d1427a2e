"""The ring: Start is cell 0, then 1 to the highest number, then Start again. Where a move may end (QC-MOVE)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

START = 0


class Step(Struct, frozen=True):
    """A cell where a move may end: how many countable steps ahead it is, and whether Start is crossed or reached on the
    way there, so that everything is restored (QC-MOVE-08)."""

    cell: int
    steps: int
    restores: bool


def distance(die: int, speed: int) -> int:
    """One die and all Speed; 0 or less is a completed move of 0 (QC-MOVE-01, 07)."""
    return max(0, die + speed)


def steps(position: int, cells: int, empty: Collection[int] = ()) -> tuple[Step, ...]:
    """Every cell ahead that counts, once round the ring and back to `position` itself if that counts, too.

    `cells` is the highest number, `empty` the cells without a card: they are skipped (QC-MOVE-05). Start is never empty
    (QC-MOVE-06).
    """
    found: list[Step] = []
    restored = False
    for ahead in range(1, cells + 2):
        cell = (position + ahead) % (cells + 1)
        restored = restored or cell == START
        if cell == START or cell not in empty:
            found.append(Step(cell, len(found) + 1, restored))
    return tuple(found)


def choices(position: int, far: int, cells: int, empty: Collection[int] = ()) -> tuple[Step, ...]:
    """The cells that a hero with that distance may choose: from 1 step to all of them (QC-MOVE-02). Nothing for a
    distance of 0: the token stays (QC-MOVE-07)."""
    return steps(position, cells, empty)[: max(0, far)]


def steps_to(position: int, target: int, cells: int, empty: Collection[int] = ()) -> int | None:
    """How many countable steps ahead a cell is; None for one that is skipped."""
    return next((step.steps for step in steps(position, cells, empty) if step.cell == target), None)
