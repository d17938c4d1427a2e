"""A print job, from what is asked for to bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.canonical import Plain
from companion.game import Game, find_game, nearest
from companion.refusals import Refusal
from companion.words import LANGUAGES, Word, Words, catalogue
from printables.faces.bubble_layout import layout as bubble_layout
from printables.faces.bubble_pad import bubble_pages
from printables.faces.furniture import footer_key
from printables.faces.pad import pad_pages
from printables.faces.pad_layout import layout
from printables.fonts import font
from printables.form import Form
from printables.ink import find_ink
from printables.items import Item, Order, PadStock, Page, Prints
from printables.paper import A4, A5, LETTER, Paper, find_paper
from printables.pen import Pen
from printables.reading.markers import HALF, QUARTER

COMMON = (
    Item("score-pad", "print.item.score-pad", pad_pages, layout, papers=(A4, LETTER, A5), frames=(HALF, QUARTER)),
    Item("bubble-pad", "print.item.bubble-pad", bubble_pages, bubble_layout),
)
"""What every game can print, from its declarations alone."""


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
    game_key: str,
    items: Iterable[str],
    paper: str = "A4",
    lang: str = "en",
    ink: str = "colour",
    *,
    fill: Mapping[str, str] | None = None,
    series: str = "",
    set_: str | None = None,
    backs: bool = True,
    players: Sequence[Mapping[str, Plain]] = (),
    pad: PadStock | None = None,
    fillable: bool = False,
) -> bytes:
    """A PDF of the items of a game, in the order asked for. The same order gives the same bytes.

    Raises UnknownName for a game, item, paper, language, ink or filling that we do not have, with the nearest names;
    Refusal for an item that is not made for the paper;
    BadPack for such a set; DoesNotFit and MissingGlyph for content that cannot be set; Unreadable for players who
    cannot be scored.
    """
    return print_game(
        find_game(game_key),
        items,
        paper,
        lang,
        ink,
        fill=fill,
        series=series,
        set_=set_,
        backs=backs,
        players=players,
        pad=pad,
        fillable=fillable,
    )


def print_game(
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
    pad: PadStock | None = None,
    fillable: bool = False,
) -> bytes:
    """The same for a game at hand, with what it adds (None: what is installed for its key)."""
    prints = prints or all_prints().get(game.key)
    known = items_of(game, prints)
    chosen = []
    for key in items:
        if key not in known:
            raise nearest("print.item.unknown", key, known)
        chosen.append(known[key])
    sheet = find_paper(paper)
    for item in chosen:
        check_paper(item, sheet)
    order = Order(
        game,
        words_of(game, lang, prints),
        sheet,
        find_ink(ink, game.accent),
        prints.package if prints else None,
        dict(fill or {}),
        series,
        set_ or next((item.set_ for item in chosen if item.set_ is not None), None),
        backs,
        tuple(players),
        pad or PadStock(),
        fillable,
    )
    return bind(order, chosen)


def check_paper(item: Item, paper: Paper) -> None:
    """Raises Refusal (`print.paper.item`) for a paper that an item is not made for, naming those it has."""
    if paper not in item.papers:
        names = ", ".join(known.name for known in item.papers)
        raise Refusal("print.paper.item", field="paper", item=Word(item.name), paper=paper.name, papers=names)


def bind(order: Order, items: list[Item]) -> bytes:
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
    game, names = order.words("game.name"), [order.words(item.name) for item in items]
    canvas.setTitle(f"{game}: {', '.join(names)}")
    canvas.setAuthor("Tableside")
    canvas.setCreator("Tableside")
    canvas.setSubject(order.words(footer_key(order), game=game))
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    made = [(item, list(item.pages(order))) for item in items]
    if any(page.back for _, pages in made for page in pages):
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
        made = _on_sheets(made)
    total = sum(len(pages) for _, pages in made)
    number, form = 0, Form(canvas)
    for (item, pages), name in zip(made, names, strict=True):
        canvas.bookmarkPage(f"{item.key}-{number}")
        canvas.addOutlineEntry(name, f"{item.key}-{number}", 0)
        for page in pages:
            number += 1
            _draw(canvas, order, page, number, total)
            if order.fillable:
                form.add(tuple(page.fields()), f"{item.key}-{number}", order.paper.height)
            canvas.showPage()
    form.close()
    canvas.save()
    return out.getvalue()


def _on_sheets(made: list[tuple[Item, list[Page]]]) -> list[tuple[Item, list[Page]]]:
    """The same pages for a printer that prints both sides: whatever has no back gets an empty one, so that the fronts
    after it are fronts. Nothing is empty after the last page."""
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


EMPTY = Page(lambda pen, number, total: None, back=True)


def _draw(canvas: Canvas, order: Order, page: Page, number: int, total: int) -> None:
    width, height = order.paper.points
    canvas.setPageSize((height, width) if page.lying else (width, height))
    page.draw(Pen(canvas, order.ink, order.paper.width if page.lying else order.paper.height), number, total)
