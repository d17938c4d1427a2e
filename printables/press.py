"""A print job, from what is asked for to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from companion.canonical import Plain
from companion.game import Game, find_game, nearest
from companion.refusals import Refusal
from companion.words import LANGUAGES, Word, Words, catalogue
from printables.binding import EDGE, Prepared, Section, arranged, bind, empty_page, is_empty, sheet_of
from printables.faces.alignment import alignment_pages
from printables.faces.bubble_layout import layout as bubble_layout
from printables.faces.bubble_pad import ALONE, bubble_pages
from printables.faces.codes import LINK_ROOM, draw_link
from printables.faces.pad import pad_pages
from printables.faces.pad_layout import layout
from printables.faces.pad_stock import cut_of, rules_of
from printables.imposition import Box, Setting
from printables.ink import find_ink
from printables.items import FreeJob, Item, Order, PadStock, Page, Prints, Stuff
from printables.kit import CALIBRATION, KIT, Plan, kit_for, kit_items, plan_of, players_of, stuff_of
from printables.kit.sheet import page_count
from printables.kit.sheet import sheet_pages as scissors_pages
from printables.paper import A4, A5, LETTER, Paper, find_paper
from printables.pen import Pen
from printables.pieces import COUNTS
from printables.proof import Proof
from printables.reading.card_code import sheet_code
from printables.reading.markers import FRAMES
from printables.reading.room import rooms

COMMON = (
    Item(
        "score-pad",
        "print.item.score-pad",
        pad_pages,
        layout,
        papers=(A4, LETTER, A5),
        frames=FRAMES,
        stuff="paper",
        up=COUNTS,
    ),
    Item("bubble-pad", "print.item.bubble-pad", bubble_pages, bubble_layout, stuff="paper", up=ALONE),
    Item(CALIBRATION, "print.item.calibration", alignment_pages, papers=None),
)
"""What every game can print, from its declarations alone."""


class _EveryPrints(Mapping[str, Prints]):
    """What games add of their own; each is loaded when it is asked for."""

    def __init__(self) -> None:
        self._points = {point.name: point for point in entry_points(group="tableside.prints")}
        self._loaded: dict[str, Prints] = {}

    def __getitem__(self, key: str) -> Prints:
        if key not in self._loaded:
            self._loaded[key] = self._points[key].load()
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)


@cache
def all_prints() -> Mapping[str, Prints]:
    """What games add of their own, by the game's key: ours and a stranger's are found alike, by entry point."""
    return _EveryPrints()


def items_of(game: Game, prints: Prints | None = None) -> Mapping[str, Item]:
    """Everything that can be printed for a game, by key."""
    prints = prints or all_prints().get(game.key)
    return {item.key: item for item in (*COMMON, *(prints.items if prints else ()))}


def words_of(game: Game, lang: str, prints: Prints | None = None) -> Words:
    """The words of a printed page. Raises UnknownName (`print.lang.unknown`) with the nearest languages."""
    if lang not in LANGUAGES:
        raise nearest("print.lang.unknown", lang, LANGUAGES)
    prints = prints or all_prints().get(game.key)
    packages = dict.fromkeys((game.package, __package__ or "printables", *((prints.package,) if prints else ())))
    return catalogue(lang, *packages)


def house_words(lang: str) -> Words:
    """The words of a page that belongs to no game. Raises UnknownName (`print.lang.unknown`)."""
    if lang not in LANGUAGES:
        raise nearest("print.lang.unknown", lang, LANGUAGES)
    return catalogue(lang, __package__ or "printables")


HOUSE_ACCENT = "#8a2b2b"
"""The accent colour of pages that belong to no game."""


def prepare_calibration(
    paper: str = "A4", lang: str = "en", ink: str = "colour", *, setting: Setting | None = None
) -> Prepared:
    """The alignment page alone: it needs no game."""
    words = house_words(lang)
    job = FreeJob(
        words, find_paper(paper), find_ink(ink, HOUSE_ACCENT), setting or Setting(), whose=words("print.footer_house")
    )
    name = words("print.item.calibration")
    return Prepared(job, (Section(CALIBRATION, name, alignment_pages(job)),), name)


Progress = Callable[[int, int], None]
"""Is told after each page how many of how many are drawn."""

SCISSORS = "scissors"
AIDS = frozenset((CALIBRATION, SCISSORS))
"""What a kit begins with: it helps with printing, and nobody plays with it."""


def print_items(game_key: str, items: Iterable[str], *what: str, **more: Any) -> bytes:
    """A PDF of the items of a game, in the order asked for, or of the whole kit. The same order gives the same bytes.

    `what` is paper, language and ink, `more` whatever else `prepare` takes. Raises UnknownName for a game, item, paper,
    language, ink or filling that we do not have, with the nearest names; Refusal for an item that is not made for the
    paper; BadPack for such a set; DoesNotFit and MissingGlyph for content that cannot be set; Unreadable for players
    who cannot be scored.
    """
    return print_game(find_game(game_key), items, *what, **more)


def print_game(game: Game, items: Iterable[str], *what: str, **more: Any) -> bytes:
    """The same for a game at hand."""
    return prepare(game, items, *what, **more).bind()


class Printout(Struct, frozen=True):
    """A page of a PDF: the key of its item, what it is printed on, and its size (mm)."""

    item: str
    stuff: Stuff
    back: bool
    empty: bool
    width: float
    height: float


class GamePrint(Prepared, frozen=True):
    """A print job of a game; `plan` is what printing and cutting it comes to."""

    plan: Plan = field(default_factory=Plan)

    @property
    def printouts(self) -> list[Printout]:
        """The pages in the order they are printed in, as whoever shows them needs to know them."""
        stuffs = {line.key: line.stuff for line in self.plan.lines}
        found = []
        for page, section in arranged(self.job, self.sections):
            sheet = sheet_of(self.job, page)
            stuff = stuffs.get(section.key, "paper")
            found.append(Printout(section.key, stuff, page.back, is_empty(page), sheet.width, sheet.height))
        return found


def prepare(
    game: Game,
    items: Iterable[str],
    paper: str = "A4",
    lang: str = "en",
    ink: str = "colour",
    *,
    prints: Prints | None = None,
    fill: Mapping[str, str] | None = None,
    series: str = "",
    set_: str | None = None,
    backs: bool = True,
    players: Sequence[Mapping[str, Plain]] = (),
    setting: Setting | None = None,
    for_: str | None = None,
    link: str = "",
    codes: bool = False,
    proof: Proof | None = None,
    pad: PadStock | None = None,
    fillable: bool = False,
) -> GamePrint:
    """The pages of a print job, not yet drawn; see print_items. `prints` is what the game adds (None: what is installed
    for its key), `setting` how things are laid onto sheets (None: as usual), `for_` for how many players a kit is."""
    prints = prints or all_prints().get(game.key)
    keys = list(items)
    stock = pad or PadStock()
    chosen = check(game, keys, paper, lang, ink, prints=prints, for_=for_, pad=stock, fillable=fillable)
    order = Order(
        game,
        words_of(game, lang, prints),
        find_paper(paper),
        find_ink(ink, game.accent),
        prints.package if prints else None,
        dict(fill or {}),
        series,
        set_ or next((item.set_ for item in chosen if item.set_ is not None), None),
        backs,
        tuple(players),
        setting or Setting(),
        proof if proof is not None else Proof(),
        stock,
        fillable,
        link,
        codes,
    )
    if keys != [KIT]:
        return prepared(order, chosen)
    sections, plan = _kit(order, items_of(game, prints), prints, players_of(game, for_))
    return _made(order, sections, plan)


def prepared(order: Order, items: Iterable[Item]) -> GamePrint:
    """The pages of items for an order, not yet drawn."""
    pages = [(item, list(item.pages(order))) for item in items]
    sections = [Section(item.key, order.words(item.name), made) for item, made in pages]
    return _made(order, sections, _plan(order, sections, {item.key: stuff_of(item, made) for item, made in pages}))


def _made(order: Order, sections: list[Section], plan: Plan) -> GamePrint:
    name = order.words("game.name")
    title = f"{name}: {', '.join(section.name for section in sections)}"
    if order.link:
        sections = _with_links(order, sections)
    return GamePrint(order, tuple(sections), title, order.whose, plan)


def _kit(order: Order, known: Mapping[str, Item], prints: Prints | None, n: int | None) -> tuple[list[Section], Plan]:
    """The parts of a kit: how the printer does, the sheet for the person with scissors, and everything that is needed.

    The sheet tells the numbers of all pages, its own among them, so it is drawn when all others are in their places.
    """
    held = kit_for(order, known, prints, n)
    words = order.words
    aids = [
        Section(CALIBRATION, words(f"print.item.{CALIBRATION}"), alignment_pages(order)),
        Section(SCISSORS, words(f"print.item.{SCISSORS}"), [empty_page()] * page_count(order, len(held) + len(AIDS))),
    ]
    sections = [*aids, *(Section(each.item.key, words(each.item.name), each.pages) for each in held)]
    plan = _plan(order, sections, {each.item.key: each.stuff for each in held})
    said = words("print.kit.for_any") if n is None else words("print.kit.for", n=n)
    sections[1] = replace(sections[1], pages=scissors_pages(order, plan, said))
    return sections, plan


def _with_links(order: Order, sections: Sequence[Section]) -> list[Section]:
    """The same with a link to the companion on every page that is played with and has room for one."""
    keys = [(section, page) for section in sections for page in section.pages if _takes_link(section, page)]
    plain = Section("", "", [page for _, page in keys])
    if not keys:
        return list(sections)
    bare = replace(order, setting=replace(order.setting, order="paired"), proof=Proof())
    found = rooms(bind(bare, [plain], title=""), LINK_ROOM, EDGE)
    places = {id(page): room for (_, page), room in zip(keys, found, strict=True)}
    return [
        replace(section, pages=[_linked(order, section, page, places.get(id(page))) for page in section.pages])
        for section in sections
    ]


def _takes_link(section: Section, page: Page) -> bool:
    """Cards have codes of their own; parts of something larger are glued together; what helps with printing has done
    its work when it is printed."""
    return section.key not in AIDS and page.side is None and page.block is None and not page.back


def _linked(order: Order, section: Section, page: Page, room: Box | None) -> Page:
    if room is None:
        return page
    code = page.code or sheet_code(order.game.key, section.key)

    def draw(pen: Pen, number: int, total: int) -> None:
        page.draw(pen, number, total)
        draw_link(pen, order.link, code, room)

    return replace(page, draw=draw)


def _plan(order: Order, sections: Sequence[Section], stuffs: Mapping[str, Stuff]) -> Plan:
    """What printing and cutting comes to."""
    found = [(page, section.key, section.name) for page, section in arranged(order, sections)]
    return plan_of(found, stuffs, AIDS, is_empty)


def check(
    game: Game,
    items: Iterable[str],
    paper: str,
    lang: str,
    ink: str,
    *,
    prints: Prints | None = None,
    for_: str | None = None,
    pad: PadStock | None = None,
    fillable: bool = False,
) -> list[Item]:
    """The items of an order, or those of the kit, if all its names are known and go together.

    It draws nothing, so it answers at once. Raises Refusal and UnknownName as `print_items` does.
    """
    prints = prints or all_prints().get(game.key)
    known, keys, n = items_of(game, prints), list(items), players_of(game, for_)
    words = words_of(game, lang, prints)
    find_ink(ink, game.accent)
    if KIT in keys and keys != [KIT]:
        raise Refusal("print.kit.alone", field="items")
    if for_ and keys != [KIT]:
        raise Refusal("print.kit.for_alone", field="for", got=for_[:40])
    chosen = kit_items(game, known, prints, n) if KIT in keys else find_items(known, keys)
    if not chosen:
        raise Refusal("print.nothing", field="items")
    sheet = find_paper(paper)
    for item in chosen:
        check_paper(item, sheet)
        if item.up and pad is not None:
            rules = rules_of(game, words) if pad.behind == "rules" else ()
            cut_of(sheet, pad, item.name, item.up, rules, fillable=fillable)
    return chosen


def find_items(known: Mapping[str, Item], keys: Iterable[str]) -> list[Item]:
    """The items of these keys. Raises UnknownName (`print.item.unknown`) with the nearest."""
    found = []
    for key in keys:
        if key not in known:
            raise nearest("print.item.unknown", key, (*known, KIT))
        found.append(known[key])
    return found


def check_paper(item: Item, paper: Paper) -> None:
    """Raises Refusal (`print.paper.item`) for a paper that an item is not made for, naming those it has."""
    if not item.made_for(paper):
        names = ", ".join(known.name for known in item.papers or ())
        raise Refusal("print.paper.item", field="paper", item=Word(item.name), paper=paper.name, papers=names)
