"""What can be printed: the declarations that a game makes, and what is asked for in one print job."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Game
from companion.words import Words
from printables.ink import Ink
from printables.paper import Paper
from printables.pen import Pen
from printables.reading.geometry import Geometry


@dataclass(frozen=True)
class Order:
    """One print job: the game, its words in one language, paper and ink.

    `package` is where the game keeps its stored geometries (None: nowhere). `fill` names what is filled in beforehand,
    for items that take it. `series` tells one print of the same thing from another: it changes the ids of the sheets
    and nothing else.
    """

    game: Game
    words: Words
    paper: Paper
    ink: Ink
    package: str | None = None
    fill: Mapping[str, str] = field(default_factory=dict)
    series: str = ""


@dataclass(frozen=True)
class Page:
    """One page: `draw(pen, number, total)` draws all of it, with the pen's origin at the paper's top left corner."""

    draw: Callable[[Pen, int, int], None]


@dataclass(frozen=True)
class Item:
    """Something that can be printed: its key on the command line, the key of its name, and its pages for an order.

    `layout` is where the places to write in lie at present, for what a camera can read: it becomes a stored geometry.
    """

    key: str
    name: str
    pages: Callable[[Order], Sequence[Page]]
    layout: Callable[[Game], Geometry] | None = None


@dataclass(frozen=True)
class Prints:
    """What a game adds to what every game can print; found under the game's key in the group `tableside.prints`.

    `package` holds its `geometry/` and its `words/`.
    """

    package: str
    items: tuple[Item, ...] = ()
