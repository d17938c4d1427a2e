"""A print job, from what is asked for to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points

from companion.canonical import Plain
from companion.game import Game, find_game, nearest
from companion.refusals import Refusal
from companion.words import LANGUAGES, Word, Words, catalogue
from printables.binding import Prepared, Section
from printables.faces.alignment import alignment_pages
from printables.faces.bubble_layout import layout as bubble_layout
from printables.faces.bubble_pad import bubble_pages
from printables.faces.pad import pad_pages
from printables.faces.pad_layout import layout
from printables.imposition import Setting
from printables.ink import find_ink
from printables.items import FreeJob, Item, Order, PadStock, Prints
from printables.paper import A4, A5, LETTER, Paper, find_paper
from printables.proof import Proof
from printables.reading.markers import HALF, QUARTER

CALIBRATION = "calibration"

COMMON = (
    Item("score-pad", "print.item.score-pad", pad_pages, layout, papers=(A4, LETTER, A5), frames=(HALF, QUARTER)),
    Item("bubble-pad", "print.item.bubble-pad", bubble_pages, bubble_layout),
    Item(CALIBRATION, "print.item.calibration", alignment_pages, papers=None),
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
    proof: Proof | None = None,
    setting: Setting | None = None,
    progress: Callable[[int, int], None] | None = None,
    pad: PadStock | None = None,
    fillable: bool = False,
) -> bytes:
    """A PDF of the items of a game, in the order asked for. The same order gives the same bytes. `setting` is how
    things are laid onto sheets (None: as usual), `progress` is told after each page how many of how many there are.
    `proof` takes notes of what is not as it should be on its pages: characters that no font has.

    Raises UnknownName for a game, item, paper, language, ink or filling that we do not have, with the nearest names;
    Refusal for an item that is not made for the paper;
    BadPack for such a set; DoesNotFit and UnknownIcon for content that cannot be set; Unreadable for players who
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
        proof=proof,
        setting=setting,
        progress=progress,
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
    proof: Proof | None = None,
    setting: Setting | None = None,
    progress: Callable[[int, int], None] | None = None,
    pad: PadStock | None = None,
    fillable: bool = False,
) -> bytes:
    """The same for a game at hand, with what it adds (None: what is installed for its key)."""
    job = prepare(
        game,
        items,
        paper,
        lang,
        ink,
        prints=prints,
        fill=fill,
        series=series,
        set_=set_,
        backs=backs,
        players=players,
        setting=setting,
        proof=proof,
        pad=pad,
        fillable=fillable,
    )
    return job.bind(progress)


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
    proof: Proof | None = None,
    pad: PadStock | None = None,
    fillable: bool = False,
) -> Prepared:
    """The pages of a print job, not yet drawn; see print_items."""
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
        setting or Setting(),
        proof if proof is not None else Proof(),
        pad or PadStock(),
        fillable,
    )
    return prepared(order, chosen)


def prepared(order: Order, items: Iterable[Item]) -> Prepared:
    """The pages of items for an order, not yet drawn."""
    sections = tuple(Section(item.key, order.words(item.name), list(item.pages(order))) for item in items)
    name = order.words("game.name")
    title = f"{name}: {', '.join(section.name for section in sections)}"
    return Prepared(order, sections, title, order.whose)


def check_paper(item: Item, paper: Paper) -> None:
    """Raises Refusal (`print.paper.item`) for a paper that an item is not made for, naming those it has."""
    if not item.made_for(paper):
        names = ", ".join(known.name for known in item.papers or ())
        raise Refusal("print.paper.item", field="paper", item=Word(item.name), paper=paper.name, papers=names)
