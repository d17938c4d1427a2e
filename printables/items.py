"""What can be printed: the declarations that a game makes, and what is asked for in one print job."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from companion.canonical import Plain
from companion.game import Game, Option
from companion.packs import load_set, merge, sets
from companion.words import Words
from printables.form import Field
from printables.ink import Ink
from printables.paper import A4, LETTER, Paper
from printables.pen import Pen
from printables.reading.geometry import Geometry
from printables.reading.markers import Frame, frame_of

Behind = Literal["nothing", "pad", "rules"]


@dataclass(frozen=True)
class PadStock:
    """How score pads are made: so many to a sheet; with a strip along the head that is left free for the glue, and a
    line below it along which a leaf is torn off; and what stands on the back of a leaf."""

    up: int = 1
    binding: bool = False
    tear_off: bool = False
    behind: Behind = "nothing"


@dataclass(frozen=True)
class Order:
    """One print job: the game, its words in one language, paper and ink.

    `package` is where the game keeps its stored geometries (None: nowhere). `fill` names what is filled in beforehand,
    for items that take it. `series` tells one print of the same thing from another: it changes the ids of the sheets
    and nothing else. `set_` is the set of content that is printed (None: the one that tables of the game begin with),
    `backs` whether cards get their backs, `players` are the entries of a score file, for items that show a result.
    `pad` is how score pads are made; a `fillable` order has fields to type into where places to write in are.
    """

    game: Game
    words: Words
    paper: Paper
    ink: Ink
    package: str | None = None
    fill: Mapping[str, str] = field(default_factory=dict)
    series: str = ""
    set_: str | None = None
    backs: bool = True
    players: Sequence[Mapping[str, Plain]] = ()
    pad: PadStock = PadStock()
    fillable: bool = False

    @property
    def content(self) -> Any:
        """The content of the set that is printed. Raises BadPack for a set that the game does not have."""
        return self.content_of(self.sets[-1])

    def content_of(self, *keys: str) -> Any:
        """The content of some sets of the game, the later over the earlier."""
        return _content(self.game.content, self.game.options, self.game.package, keys)

    @property
    def sets(self) -> tuple[str, ...]:
        """Every set of the game, the printed one last: the one that was named, else the one that tables begin with."""
        known = sets(self.game.package)
        usual = next((str(option.default) for option in self.game.options if option.key == "set"), known[-1])
        wanted = self.set_ or usual
        return (*(key for key in known if key != wanted), wanted)


@cache
def _content(read: Callable[..., Any], options: tuple[Option, ...], package: str, keys: tuple[str, ...]) -> Any:
    """All that sets know: paper has no depth of cards."""
    packs = [load_set(package, key) for key in keys]
    usual = {option.key: option.default for option in options}
    full = {option.key: "full" for option in options if option.key == "cards" and "full" in option.choices}
    return read(merge(packs), "+".join(pack.hash for pack in packs), usual | full)


@dataclass(frozen=True)
class Page:
    """One page: `draw(pen, number, total)` draws all of it, with the pen's origin at the paper's top left corner.

    `back` says that it is printed on the back of the page before it, `lying` that the paper lies on its long side.
    `fields` are what can be filled in on a screen (none for a page that nobody writes on).
    """

    draw: Callable[[Pen, int, int], None]
    back: bool = False
    lying: bool = False
    fields: Callable[[], Iterable[Field]] = tuple


@dataclass(frozen=True)
class Item:
    """Something that can be printed: its key on the command line, the key of its name, and its pages for an order.

    `layout` is where the places to write in lie at present in a frame, for what a camera can read: it becomes a stored
    geometry. `papers` are those that it comes out well on; any other is refused. `frames` are those of the pieces that
    it can be cut into. `set_` is the set that is printed unless another is named: for everything in the same job, so
    that a sheet calls things as the cards beside it do.
    """

    key: str
    name: str
    pages: Callable[[Order], Sequence[Page]]
    layout: Callable[[Game, Frame], Geometry] | None = None
    set_: str | None = None
    papers: tuple[Paper, ...] = (A4, LETTER)
    frames: tuple[Frame, ...] = ()

    def layouts(self, game: Game) -> tuple[Geometry, ...]:
        """The present layout in each frame that it can have; none for what no camera reads."""
        frames = dict.fromkeys((*(frame_of(paper) for paper in self.papers), *self.frames))
        return () if self.layout is None else tuple(self.layout(game, frame) for frame in frames)


@dataclass(frozen=True)
class Prints:
    """What a game adds to what every game can print; found under the game's key in the group `tableside.prints`.

    `package` holds its `geometry/` and its `words/`.
    """

    package: str
    items: tuple[Item, ...] = ()
