"""What printing and cutting a kit comes to, reckoned from its pages as they stand in the PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby
from math import ceil

from companion.words import load_yaml
from printables.items import Item, Page, Stuff

MINUTE = 60


@dataclass(frozen=True)
class Pieces:
    """So many pieces of one size (mm)."""

    count: int
    width: float
    height: float


@dataclass(frozen=True)
class Line:
    """An item as it lies in the printer: its pages (first and last, counted from 1), its sheets and what is done to
    them. `sides` is 2 where something stands on the backs."""

    key: str
    name: str
    stuff: Stuff
    sides: int
    first: int
    last: int
    sheets: int
    pieces: tuple[Pieces, ...] = ()
    cuts: int = 0
    folds: int = 0
    glue: int = 0
    seconds: int = 0

    @property
    def minutes(self) -> int:
        return ceil(self.seconds / MINUTE)


@dataclass(frozen=True)
class Plan:
    """Every item in print order, those that only help with printing among them."""

    lines: tuple[Line, ...]
    pages: int
    duplex: bool
    """Whether the PDF is made for both sides of its sheets."""

    aids: frozenset[str] = field(default_factory=frozenset)

    @property
    def needed(self) -> tuple[Line, ...]:
        """The lines of what is played with."""
        return tuple(line for line in self.lines if line.key not in self.aids)

    def sheets(self, stuff: Stuff) -> int:
        return sum(line.sheets for line in self.lines if line.stuff == stuff)

    @property
    def cuts(self) -> int:
        return sum(line.cuts for line in self.lines)

    @property
    def folds(self) -> int:
        return sum(line.folds for line in self.lines)

    @property
    def glue(self) -> int:
        return sum(line.glue for line in self.lines)

    @property
    def pieces(self) -> int:
        return sum(part.count for line in self.lines for part in line.pieces)

    @property
    def minutes(self) -> int:
        """How long hands take, in minutes, to the next five."""
        return 5 * ceil(sum(line.seconds for line in self.lines) / MINUTE / 5)

    def runs(self) -> list[tuple[Stuff, int, int]]:
        """What is put into the printer one after the other: on what, from which page to which."""
        found = []
        for stuff, lines in groupby(self.lines, lambda line: line.stuff):
            part = list(lines)
            found.append((stuff, part[0].first, part[-1].last))
        return found


@cache
def times() -> Mapping[str, int]:
    """Seconds by what is done."""
    found: Mapping[str, int] = load_yaml(files("printables.kit").joinpath("times.yaml"))
    return found


def plan_of(made: Sequence[tuple[Item, Sequence[Page]]], stuffs: Mapping[str, Stuff], aids: frozenset[str]) -> Plan:
    """The plan of a PDF that is made of these pages. `stuffs`: what each item is printed on, by its key."""
    duplex = any(page.back for _, pages in made for page in pages)
    lines, number = [], 1
    for item, pages in made:
        lines.append(_line(item, pages, stuffs.get(item.key, "paper"), number))
        number += len(pages)
    return Plan(tuple(lines), number - 1, duplex, aids)


def _line(item: Item, pages: Sequence[Page], stuff: Stuff, first: int) -> Line:
    fronts = [page for page in pages if not page.back]
    works = [page.work for page in fronts]
    sizes: dict[tuple[float, float], int] = {}
    for work in works:
        if work.size is not None:
            sizes[work.size] = sizes.get(work.size, 0) + work.pieces
    cuts, folds, glue = (sum(getattr(work, kind) for work in works) for kind in ("cuts", "folds", "glue"))
    small = sum(work.pieces for work in works if work.small)
    took = times()
    seconds = cuts * took["cut"] + folds * took["fold"] + glue * took["glue"] + small * took["piece"]
    seconds += len([work for work in works if work.cuts or work.folds or work.glue]) * took["sheet"]
    return Line(
        item.key,
        item.name,
        stuff,
        2 if any(page.back and not page.empty for page in pages) else 1,
        first,
        first + len(pages) - 1,
        len(fronts),
        tuple(Pieces(count, *size) for size, count in sizes.items()),
        cuts,
        folds,
        glue,
        seconds,
    )
