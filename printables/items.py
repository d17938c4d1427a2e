"""What can be printed: the declarations that a game makes, and what is asked for in one print job."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct, field

from companion.words import Word, Words
from printables.imposition import Box, Setting, SheetSide
from printables.ink import Ink
from printables.paper import A4, LETTER, Paper
from printables.pen import Pen
from printables.proof import Proof

if TYPE_CHECKING:  # a maker's own deck is printed without any of it
    from companion.canonical import Plain
    from companion.game import Game, Option
    from printables.form import Field
    from printables.reading.geometry import Geometry
    from printables.reading.markers import Frame


class Job(Protocol):
    """What every print job knows, of a game or of a deck that somebody has made: the language of its words, paper and
    ink, how things are laid onto sheets, whether cards get their backs, and the sentence at the edge of each page."""

    @property
    def words(self) -> Words: ...
    @property
    def paper(self) -> Paper: ...
    @property
    def ink(self) -> Ink: ...
    @property
    def setting(self) -> Setting: ...
    @property
    def backs(self) -> bool: ...
    @property
    def whose(self) -> str: ...
    @property
    def proof(self) -> Proof: ...
    @property
    def fillable(self) -> bool: ...


class FreeJob(Struct, frozen=True):
    """A print job of no game (see Job): a page of the house, or a deck that somebody has made."""

    words: Words
    paper: Paper
    ink: Ink
    setting: Setting = field(default_factory=Setting)
    backs: bool = True
    whose: str = ""
    proof: Proof = field(default_factory=Proof)
    fillable: bool = False


Behind = Literal["nothing", "pad", "rules"]


class PadStock(Struct, frozen=True):
    """How score pads are made: so many to a sheet; with a strip along the head that is left free for the glue, and a
    line below it along which a leaf is torn off; and what stands on the back of a leaf."""

    up: int = 1
    binding: bool = False
    tear_off: bool = False
    behind: Behind = "nothing"


class Order(Struct, frozen=True):
    """One print job of a game (see Job): the game, its words in one language, paper and ink.

    `package` is where the game keeps its stored geometries (None: nowhere). `fill` names what is filled in beforehand,
    for items that take it. `series` tells one print of the same thing from another: it changes the ids of the sheets
    and nothing else. `set_` is the set of content that is printed (None: the one that tables of the game begin with),
    `backs` whether cards get their backs, `players` are the entries of a score file, for items that show a result,
    `setting` is how things are laid onto sheets. `proof` takes notes of what is not as it should be on the pages.
    `pad` is how score pads are made; a `fillable` order has fields to type into where places to write in are. `link`
    is where phones find the companion ("": no address is printed), `codes` whether cards have codes.
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
    setting: Setting = field(default_factory=Setting)
    proof: Proof = field(default_factory=Proof)
    pad: PadStock = PadStock()
    fillable: bool = False
    link: str = ""
    codes: bool = False

    @property
    def whose(self) -> str:
        """Whose the game is, for the edge of a page."""
        from companion.game import published

        key = "print.footer" if published(self.game) else "print.footer_own"
        return self.words.say(Word(key, {"game": self.words("game.name")}))

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
        from companion.packs import sets

        known = sets(self.game.package)
        usual = next((str(option.default) for option in self.game.options if option.key == "set"), known[-1])
        wanted = self.set_ or usual
        return (*(key for key in known if key != wanted), wanted)


@cache
def _content(read: Callable[..., Any], options: tuple[Option, ...], package: str, keys: tuple[str, ...]) -> Any:
    """All that sets know: paper has no depth of cards."""
    from companion.packs import load_set, merge

    packs = [load_set(package, key) for key in keys]
    usual = {option.key: option.default for option in options}
    full = {option.key: "full" for option in options if option.key == "cards" and "full" in option.choices}
    return read(merge(packs), "+".join(pack.hash for pack in packs), usual | full)


class Work(Struct, frozen=True):
    """What somebody with scissors does to a sheet: how many pieces come off it and how large each is (width, height in
    mm), how many straight cuts from edge to edge, folds, and edges or faces that are glued."""

    pieces: int = 0
    size: tuple[float, float] | None = None
    cuts: int = 0
    folds: int = 0
    glue: int = 0


class Page(Struct, frozen=True):
    """One page: `draw(pen, number, total)` draws all of it, with the pen's origin at the paper's top left corner.

    `back` says that it is printed on the back of the page before it, `lying` that the paper lies on its long side.
    `side` is the side of a sheet of cards that it shows, `block` the rectangle that the page fills if it shows none
    (None: all but the 10 mm at its edges): what else stands on the page keeps clear of it.
    `fields` are what can be filled in on a screen (none for a page that nobody writes on). `work` is what is done to
    the sheet (None: what its side says), `code` the code that a phone knows it by.
    """

    draw: Callable[[Pen, int, int], None]
    back: bool = False
    lying: bool = False
    side: SheetSide | None = None
    block: Box | None = None
    fields: Callable[[], Iterable[Field]] = tuple
    work: Work | None = None
    code: str | None = None


Stuff = Literal["card", "paper"]
"""What a sheet is: card stock, or paper."""


class Item(Struct, frozen=True):
    """Something that can be printed: its key on the command line, the key of its name, and its pages for an order.

    `layout` is where the places to write in (or to lay cards on) lie at present in a frame, for what a camera can read:
    it becomes a stored geometry. `papers` are those that it comes out well on (None: any that holds it); any other is
    refused. `frames` are those of the pieces that it can be cut into.
    `set_` is the set that is printed unless another is named: for everything in the same job, so that a sheet calls
    things as the cards beside it do. `stuff` is what it is printed on (None: card stock if pieces are cut out of it,
    else paper). `up` is how many of it may lie on a sheet where it is a score pad (empty: it is none). On what is
    `laid_on` cards lie: a camera reads it, but nobody writes.
    """

    key: str
    name: str
    pages: Callable[[Order], Sequence[Page]]
    layout: Callable[[Game, Frame], Geometry] | None = None
    set_: str | None = None
    papers: tuple[Paper, ...] | None = (A4, LETTER)
    frames: tuple[Frame, ...] = ()
    stuff: Stuff | None = None
    up: tuple[int, ...] = ()
    laid_on: bool = False

    @property
    def written_on(self) -> bool:
        """Whether it has places to write in: a camera finds them, and in a fillable order each is a field."""
        return self.layout is not None and not self.laid_on

    def made_for(self, paper: Paper) -> bool:
        """Whether it comes out well on that paper."""
        return self.papers is None or paper in self.papers

    def layouts(self, game: Game) -> tuple[Geometry, ...]:
        """The present layout in each frame that it can have; none for what no camera reads."""
        from printables.reading.markers import frame_of

        frames = dict.fromkeys((*(frame_of(paper) for paper in self.papers or ()), *self.frames))
        return () if self.layout is None else tuple(self.layout(game, frame) for frame in frames)


class Part(Struct, frozen=True):
    """An item in the kit of a game: for which numbers of players it is needed (None: for any; 1 is a game alone), and
    how many prints of it `n` players need."""

    item: str
    players: range | None = None
    prints: Callable[[int], int] = lambda n: 1

    def times(self, n: int) -> int:
        """How often it is printed for `n` players."""
        return self.prints(n) if self.players is None or n in self.players else 0


class PrintedCard(Struct, frozen=True):
    """A card that can be printed, by the kind and the key of its record: its name as content has it, its front (a Face)
    and what it is cut from (a Stock)."""

    kind: str
    key: str
    name: Any
    front: Any
    stock: Any


class Prints(Struct, frozen=True):
    """What a game adds to what every game can print; found under the game's key in the group `tableside.prints`.

    `package` holds its `geometry/` and its `words/`. `kit` is what a table needs (empty: every item once). `cards` are
    the cards of an order, for phones that scan one.
    """

    package: str
    items: tuple[Item, ...] = ()
    kit: tuple[Part, ...] = ()
    cards: Callable[[Order], Iterable[PrintedCard]] | None = None
