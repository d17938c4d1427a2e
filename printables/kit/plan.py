"""What printing and cutting a kit comes to, reckoned from its pages as they stand in the PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from math import ceil

from msgspec import Struct

from companion.words import data_folder, load_yaml
from printables.items import Page, Stuff, Work

MINUTE = 60
SMALL = 30.0
"""Pieces that are no larger are trimmed with scissors once the sheet is cut (mm)."""


class Pieces(Struct, frozen=True):
    """So many pieces of one size (mm)."""

    count: int
    width: float
    height: float


class Line(Struct, frozen=True):
    """An item as it lies in the printer: its pages (counted from 1), its sheets and what is done to them. `sides` is 2
    where something stands on the backs."""

    key: str
    name: str
    stuff: Stuff
    sides: int
    pages: tuple[int, ...]
    sheets: int
    pieces: tuple[Pieces, ...] = ()
    cuts: int = 0
    folds: int = 0
    glue: int = 0
    seconds: int = 0

    @property
    def minutes(self) -> int:
        return ceil(self.seconds / MINUTE)


class Run(Struct, frozen=True):
    """What is put into the printer at once: so many sheets, for these pages."""

    stuff: Stuff
    sheets: int
    pages: tuple[int, ...]


class Plan(Struct, frozen=True):
    """Every item in print order, those that only help with printing (`aids`) among them; `duplex` says that the PDF is
    made for both sides of its sheets, `folded` that backs lie beside their fronts and are folded over."""

    lines: tuple[Line, ...] = ()
    duplex: bool = False
    folded: bool = False
    aids: frozenset[str] = frozenset()

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

    @property
    def runs(self) -> tuple[Run, ...]:
        """What is put into the printer, one after the other."""
        found = []
        for stuff, lines in groupby(self.lines, lambda line: line.stuff):
            part = list(lines)
            pages = tuple(sorted(page for line in part for page in line.pages))
            found.append(Run(stuff, sum(line.sheets for line in part), pages))
        return tuple(found)


def ranges(pages: Sequence[int]) -> str:
    """Numbers of pages as people write them: `5–8, 12`."""
    found: list[list[int]] = []
    for page in pages:
        if found and page == found[-1][-1] + 1:
            found[-1].append(page)
        else:
            found.append([page])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


@cache
def times() -> Mapping[str, int]:
    """Seconds by what is done."""
    found: Mapping[str, int] = load_yaml(data_folder("printables.kit").joinpath("times.yaml"))
    return found


def work_of(page: Page) -> Work:
    """What is done to a sheet: as its page says, else what the cards on it have to be cut, folded and glued."""
    if page.work is not None:
        return page.work
    side = page.side
    if side is None or page.back:
        return Work()
    cards = [spot for spot in side.spots if spot.side == "front"]
    if not cards:
        return Work()
    box = cards[0].box
    across = (box.height, box.width) if cards[0].turned in (90, 270) else (box.width, box.height)
    return Work(len(cards), across, len(side.cuts), len(side.folds), len(side.glue))


def plan_of(
    pages: Iterable[tuple[Page, str, str]],
    stuffs: Mapping[str, Stuff],
    aids: frozenset[str],
    is_empty: Callable[[Page], bool],
) -> Plan:
    """The plan of a PDF of these pages, each with the key and the name of its item; `stuffs` says what an item is
    printed on."""
    held: dict[str, list[tuple[int, Page]]] = {}
    names = {}
    for number, (page, key, name) in enumerate(pages, 1):
        held.setdefault(key, []).append((number, page))
        names[key] = name
    lines = tuple(
        _line(key, names[key], stuffs.get(key, "paper"), [n for n, _ in part], [page for _, page in part], is_empty)
        for key, part in held.items()
    )
    every = [page for part in held.values() for _, page in part]
    folded = any(page.side is not None and page.side.folds for page in every)
    return Plan(lines, any(page.back for page in every), folded, aids)


def _line(
    key: str, name: str, stuff: Stuff, numbers: list[int], pages: list[Page], is_empty: Callable[[Page], bool]
) -> Line:
    works = [work_of(page) for page in pages if not page.back]
    sizes: dict[tuple[float, float], int] = {}
    for work in works:
        if work.size is not None:
            sizes[work.size] = sizes.get(work.size, 0) + work.pieces
    cuts, folds, glue = (sum(getattr(work, kind) for work in works) for kind in ("cuts", "folds", "glue"))
    small = sum(count for size, count in sizes.items() if max(size) <= SMALL)
    handled = sum(bool(work.cuts or work.folds or work.glue) for work in works)
    took = times()
    seconds = cuts * took["cut"] + folds * took["fold"] + glue * took["glue"] + small * took["piece"]
    return Line(
        key,
        name,
        stuff,
        2 if any(page.back and not is_empty(page) for page in pages) else 1,
        tuple(numbers),
        len(works),
        tuple(Pieces(count, *size) for size, count in sizes.items()),
        cuts,
        folds,
        glue,
        seconds + handled * took["sheet"],
    )
