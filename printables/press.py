"""A print job, from what is asked for to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.canonical import Plain
from companion.game import Game, find_game, nearest
from companion.refusals import Refusal
from companion.words import LANGUAGES, Word, Words, catalogue
from printables.faces.furniture import footer_key
from printables.faces.pad import pad_pages
from printables.faces.pad_layout import layout
from printables.fonts import font
from printables.ink import find_ink
from printables.items import Item, Order, Page, Prints, Stuff
from printables.kit import KIT, Plan, kit_for, kit_items, plan_of, players_of
from printables.kit.align import alignment_pages
from printables.kit.contents import stuff_of
from printables.kit.sheet import page_count, sheet_pages
from printables.paper import A4, A5, LETTER, Paper, find_paper
from printables.pen import Pen

COMMON = (Item("score-pad", "print.item.score-pad", pad_pages, layout, papers=(A4, LETTER, A5)),)
"""What every game can print, from its declarations alone."""


Told = Callable[[int, int], None]
"""Is told after each page how many of how many are drawn."""

Made = list[tuple[Item, list[Page]]]

ALIGNMENT = Item("alignment", "print.item.alignment", alignment_pages, stuff="paper")
SCISSORS = Item("scissors", "print.item.scissors", lambda order: [], stuff="paper")
AIDS = frozenset((ALIGNMENT.key, SCISSORS.key))
"""What a kit begins with: it helps with printing, and nobody plays with it."""


@dataclass(frozen=True)
class Bound:
    """A PDF, what its pages are, and what it comes to in paper and in work."""

    pdf: bytes
    pages: tuple[Printout, ...]
    plan: Plan


@dataclass(frozen=True)
class Printout:
    """A page of a PDF: the key of its item, the key of that item's name, and its size (mm)."""

    item: str
    name: str
    stuff: Stuff
    back: bool
    empty: bool
    width: float
    height: float


@cache
def all_prints() -> Mapping[str, Prints]:
    """What games add of their own, by the game's key: ours and a stranger's are found alike, by entry point."""
    return {point.name: point.load() for point in entry_points(group="tableside.prints")}


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


def print_items(
    game_key: str, items: Iterable[str], paper: str = "A4", lang: str = "en", ink: str = "colour", **more: Any
) -> bytes:
    """A PDF of the items of a game, in the order asked for, or of the whole kit. The same order gives the same bytes.

    `more` is what `bind` takes. Raises UnknownName for a game, item, paper, language, ink or filling that we do not
    have, with the nearest names; Refusal for an item that is not made for the paper; BadPack for such a set; DoesNotFit
    and MissingGlyph for content that cannot be set; Unreadable for players who cannot be scored.
    """
    return print_game(find_game(game_key), items, paper, lang, ink, **more)


def print_game(
    game: Game, items: Iterable[str], paper: str = "A4", lang: str = "en", ink: str = "colour", **more: Any
) -> bytes:
    """The same for a game at hand; see `bind`."""
    return bind(game, items, paper, lang, ink, **more).pdf


def bind(
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
    for_: str | None = None,
    link: str = "",
    codes: bool = False,
    told: Told = lambda done, total: None,
) -> Bound:
    """The same for a game at hand, with what it adds (None: what is installed for its key), and with what is known of
    its pages. `for_` is for how many players a kit is; `told` hears of every page that is drawn."""
    prints = prints or all_prints().get(game.key)
    keys = list(items)
    chosen = check(game, keys, paper, lang, ink, prints=prints, for_=for_)
    n = players_of(game, for_)
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
        link,
        codes,
    )
    if KIT in keys:
        made, plan = _kit(order, items_of(game, prints), prints, n)
    else:
        made = _on_sheets([(item, list(item.pages(order))) for item in chosen])
        plan = plan_of(made, {item.key: stuff_of(item, pages) for item, pages in made}, frozenset())
    return _bound(order, made, plan, told)


def check(
    game: Game,
    items: Iterable[str],
    paper: str,
    lang: str,
    ink: str,
    *,
    prints: Prints | None = None,
    for_: str | None = None,
) -> list[Item]:
    """The items of an order, or those of the kit, if all its names are known and go together.

    It draws nothing, so it answers at once. Raises Refusal and UnknownName as `print_items` does.
    """
    prints = prints or all_prints().get(game.key)
    known, keys, n = items_of(game, prints), list(items), players_of(game, for_)
    words_of(game, lang, prints)
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
        _check_paper(item, sheet)
    return chosen


def find_items(known: Mapping[str, Item], keys: Iterable[str]) -> list[Item]:
    """The items of these keys. Raises UnknownName (`print.item.unknown`) with the nearest."""
    found = []
    for key in keys:
        if key not in known:
            raise nearest("print.item.unknown", key, (*known, KIT))
        found.append(known[key])
    return found


def _kit(order: Order, known: Mapping[str, Item], prints: Prints | None, n: int | None) -> tuple[Made, Plan]:
    """The pages of a kit: how the printer does, the sheet for the person with scissors, and everything that is needed.

    The sheet tells the numbers of all pages, its own among them, so it is drawn when all others are in their places.
    """
    held = kit_for(order, known, prints, n)
    room = [Page(_nothing)] * page_count(order, len(held) + len(AIDS))
    made = [(ALIGNMENT, list(alignment_pages(order))), (SCISSORS, room)]
    made = _on_sheets([*made, *((each.item, list(each.pages)) for each in held)])
    plan = plan_of(made, {each.item.key: each.stuff for each in held}, AIDS)
    said = order.words("print.kit.for_any") if n is None else order.words("print.kit.for", n=n)
    drawn = iter(sheet_pages(order, plan, said))
    done = [
        (item, [page if page.back or item is not SCISSORS else next(drawn) for page in pages]) for item, pages in made
    ]
    return done, plan


def _nothing(pen: Pen, number: int, total: int) -> None:
    pass


def _check_paper(item: Item, paper: Paper) -> None:
    """Raises Refusal (`print.paper.item`) for a paper that an item is not made for, naming those it has."""
    if paper not in item.papers:
        names = ", ".join(known.name for known in item.papers)
        raise Refusal("print.paper.item", field="paper", item=Word(item.name), paper=paper.name, papers=names)


def _bound(order: Order, made: Made, plan: Plan, told: Told) -> Bound:
    """All pages of the items as one PDF."""
    rl_config.useA85 = 0
    out = BytesIO()
    canvas = Canvas(
        out,
        pagesize=order.paper.points,
        invariant=1,
        pageCompression=1,
        initialFontName=font("text").name,  # type: ignore[arg-type]  # the stub says float; it is the name of a font
        lang=order.words.lang,
    )
    game, names = order.words("game.name"), [order.words(item.name) for item, _ in made]
    canvas.setTitle(f"{game}: {', '.join(names)}")
    canvas.setAuthor("Tableside")
    canvas.setCreator("Tableside")
    canvas.setSubject(order.words(footer_key(order), game=game))
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if plan.duplex:
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    total = sum(len(pages) for _, pages in made)
    printed: list[Printout] = []
    for (item, pages), name, line in zip(made, names, plan.lines, strict=True):
        canvas.bookmarkPage(f"{item.key}-{len(printed)}")
        canvas.addOutlineEntry(name, f"{item.key}-{len(printed)}", 0)
        for page in pages:
            size = (order.paper.height, order.paper.width) if page.lying else (order.paper.width, order.paper.height)
            printed.append(Printout(item.key, item.name, line.stuff, page.back, page.empty, *size))
            _draw(canvas, order, page, len(printed), total)
            told(len(printed), total)
    canvas.save()
    return Bound(out.getvalue(), tuple(printed), plan)


def _on_sheets(made: Made) -> Made:
    """The same pages for a printer that prints both sides, if any has a back: whatever has none gets an empty one, so
    that the fronts after it are fronts. Nothing is empty after the last page."""
    if not any(page.back for _, pages in made for page in pages):
        return made
    left = sum(len(pages) for _, pages in made)
    found = []
    for item, pages in made:
        spread: list[Page] = []
        for n, page in enumerate(pages):
            left -= 1
            spread.append(page)
            followed = n + 1 < len(pages) and pages[n + 1].back
            if left and not page.back and not followed:
                spread.append(EMPTY)
        found.append((item, spread))
    return found


EMPTY = Page(_nothing, back=True, empty=True)


def _draw(canvas: Canvas, order: Order, page: Page, number: int, total: int) -> None:
    width, height = order.paper.points
    canvas.setPageSize((height, width) if page.lying else (width, height))
    page.draw(Pen(canvas, order.ink, order.paper.width if page.lying else order.paper.height), number, total)
    canvas.showPage()
