"""What is in a kit: which items, how many prints of each, and in which order they come out of the printer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Game, nearest
from printables.items import Item, Order, Page, Part, Prints, Stuff
from printables.kit.plan import work_of
from printables.paper import PAPERS, Paper

CALIBRATION = "calibration"
"""The item that every kit begins with."""

ASIDE = frozenset((CALIBRATION, "bubble-pad"))
"""What every game can print, and no table needs beside what it has."""

KIT = "kit"
"""Its name beside those of the items."""

SOLO = "solo"


def players_of(game: Game, text: str | None) -> int | None:
    """The number of players that `--for` names; None: for as many as the game can have, and alone.

    Raises UnknownName (`print.kit.players`) with the numbers that the game is for.
    """
    if not text:
        return None
    known = {(SOLO if n == 1 else str(n)): n for n in game.seats}
    if text.strip().lower() in ("1", *known):
        return known.get(text.strip().lower(), 1)
    raise nearest("print.kit.players", text[:40], known)


class Held(Struct, frozen=True):
    """An item of a kit: what it is printed on, and its pages for all prints of it."""

    item: Item
    stuff: Stuff
    pages: tuple[Page, ...]


def kit_for(order: Order, items: Mapping[str, Item], prints: Prints | None, n: int | None) -> list[Held]:
    """The items of a kit with their pages: card stock first, what has two sides before what has one."""
    found = []
    for part in parts_of(items, prints):
        times = _times(part, order.game, n)
        if times:
            item = items[part.item]
            pages = tuple(page for copy in range(times) for page in item.pages(_copy(order, copy)))
            found.append(Held(item, stuff_of(item, pages), pages))
    return sorted(found, key=lambda held: (held.stuff != "card", not any(page.back for page in held.pages)))


def parts_of(items: Mapping[str, Item], prints: Prints | None) -> Sequence[Part]:
    """What a game declares; a game that declares nothing has every item once."""
    if prints is not None and prints.kit:
        return prints.kit
    return tuple(Part(key) for key in items if key not in ASIDE)


def kit_items(game: Game, items: Mapping[str, Item], prints: Prints | None, n: int | None) -> list[Item]:
    """The items of a kit, as they are declared."""
    return [items[part.item] for part in parts_of(items, prints) if _times(part, game, n)]


def kit_papers(game: Game, items: Mapping[str, Item], prints: Prints | None, n: int | None) -> tuple[Paper, ...]:
    """The papers that everything in a kit comes out well on."""
    needed = kit_items(game, items, prints, n)
    return tuple(paper for paper in PAPERS.values() if all(item.made_for(paper) for item in needed))


def stuff_of(item: Item, pages: Sequence[Page]) -> Stuff:
    """What an item is printed on: as it says, else card stock for what pieces are cut out of."""
    if item.stuff is not None:
        return item.stuff
    return "card" if any(work_of(page).pieces > 1 for page in pages) else "paper"


def _times(part: Part, game: Game, n: int | None) -> int:
    if n is not None:
        return part.times(n)
    return max((part.times(each) for each in game.seats), default=0)


def _copy(order: Order, copy: int) -> Order:
    """The order of a further print of the same: its sheets have codes of their own."""
    return order if copy == 0 else replace(order, series=f"{order.series}#{copy + 1}")
