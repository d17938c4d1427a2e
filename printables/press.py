"""A print job, from what is asked for to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.canonical import Plain
from companion.game import Game, find_game, nearest
from companion.refusals import Refusal
from companion.words import LANGUAGES, Word, Words, catalogue
from printables.faces.alignment import alignment_pages
from printables.faces.pad import pad_pages
from printables.faces.pad_layout import layout
from printables.fonts import font
from printables.imposition import Box, Setting, SheetOrder, Shift
from printables.imposition.rooms import RULER, START, ruler_room
from printables.ink import find_ink
from printables.items import FreeJob, Item, Job, Order, Page, Prints
from printables.marks import draw_ruler
from printables.paper import A4, A5, LETTER, MM, Paper, find_paper
from printables.pen import Pen

CALIBRATION = "calibration"

COMMON = (
    Item("score-pad", "print.item.score-pad", pad_pages, layout, papers=(A4, LETTER, A5)),
    Item(CALIBRATION, "print.item.calibration", alignment_pages, papers=None),
)
"""What every game can print, from its declarations alone."""

EDGE = 10.0
"""What a page leaves free at its edges if it says nothing else (mm)."""

REGISTERED = 24.0
"""Where the ruler begins on a sheet with the marks of a cutting machine (mm)."""


@dataclass(frozen=True)
class Section:
    """A part of a document: its key, what the outline calls it, and its pages."""

    key: str
    name: str
    pages: Sequence[Page]


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
    setting: Setting | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """A PDF of the items of a game, in the order asked for. The same order gives the same bytes. `setting` is how
    things are laid onto sheets (None: as usual), `progress` is told after each page how many of how many there are.

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
        setting=setting,
        progress=progress,
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
    setting: Setting | None = None,
    progress: Callable[[int, int], None] | None = None,
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
    )
    return job.bind(progress)


@dataclass(frozen=True)
class Prepared:
    """A print job whose pages are known and not yet drawn."""

    job: Job
    sections: tuple[Section, ...]
    title: str
    subject: str = ""

    @property
    def pages(self) -> list[Page]:
        """All pages in the order they are printed in."""
        bound = [(page, section) for section in self.sections for page in section.pages]
        return [page for page, _ in in_order(bound, self.job.setting.order)]

    def bind(self, progress: Callable[[int, int], None] | None = None) -> bytes:
        """The PDF. Raises DoesNotFit and MissingGlyph for what cannot be set."""
        return bind(self.job, self.sections, title=self.title, subject=self.subject, progress=progress)


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
        _check_paper(item, sheet)
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
    )
    sections = tuple(Section(item.key, order.words(item.name), list(item.pages(order))) for item in chosen)
    name = order.words("game.name")
    title = f"{name}: {', '.join(section.name for section in sections)}"
    return Prepared(order, sections, title, order.whose)


def _check_paper(item: Item, paper: Paper) -> None:
    """Raises Refusal (`print.paper.item`) for a paper that an item is not made for, naming those it has."""
    if not item.made_for(paper):
        names = ", ".join(known.name for known in item.papers or ())
        raise Refusal("print.paper.item", field="paper", item=Word(item.name), paper=paper.name, papers=names)


def bind(
    job: Job,
    sections: Sequence[Section],
    *,
    title: str,
    subject: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """All pages of some sections as one PDF, in the order that the job's setting asks for. The same job gives the same
    bytes. `progress` is told after each page how many of how many there are.

    Raises DoesNotFit and MissingGlyph for what cannot be set.
    """
    rl_config.useA85 = 0
    out = BytesIO()
    canvas = Canvas(
        out,
        pagesize=job.paper.points,
        invariant=1,
        pageCompression=1,
        initialFontName=font("text").name,  # type: ignore[arg-type]  # the stub says float; it is the name of a font
        lang=job.words.lang,
    )
    canvas.setTitle(title)
    canvas.setAuthor("Tableside")
    canvas.setCreator("Tableside")
    canvas.setSubject(subject)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    pages = [(page, section) for section in sections for page in section.pages]
    asked = _duplex(job, [page for page, _ in pages])
    if asked is not None:
        canvas.setViewerPreference("Duplex", asked)
    pages = in_order(pages, job.setting.order)
    begun: set[int] = set()
    for number, (page, section) in enumerate(pages, 1):
        if id(section) not in begun:
            begun.add(id(section))
            canvas.bookmarkPage(f"{section.key}-{number - 1}")
            canvas.addOutlineEntry(section.name, f"{section.key}-{number - 1}", 0)
        _draw(canvas, job, page, number, len(pages))
        if progress is not None:
            progress(number, len(pages))
    canvas.save()
    return out.getvalue()


def _duplex(job: Job, pages: Sequence[Page]) -> str | None:
    """What the file asks a printer that prints both sides for; None where it does not matter."""
    if not any(page.back for page in pages):
        # What is folded has its backs beside its fronts: the next sheet must not come to lie on the back of it.
        return "Simplex" if any(page.side is not None and page.side.folds for page in pages) else None
    if job.setting.order != "paired":
        return "Simplex"
    return "DuplexFlipLongEdge" if job.setting.flip == "long" else "DuplexFlipShortEdge"


Bound = tuple[Page, Section]


def in_order(pages: Sequence[Bound], order: SheetOrder) -> list[Bound]:
    """The same pages for a printer that prints both sides, or for a stack that goes through one twice: whatever has no
    back gets an empty one, so that the fronts after it are fronts and backs meet their own fronts. Nothing is empty
    after the last page."""
    if not any(page.back for page, _ in pages):
        return list(pages)
    sheets: list[list[Bound]] = []
    for page, section in pages:
        if page.back and sheets and len(sheets[-1]) == 1:
            sheets[-1].append((page, section))
        else:
            sheets.append([(page, section)])
    backs = [sheet[1] if len(sheet) == 2 else (_empty(sheet[0][0]), sheet[0][1]) for sheet in sheets]
    fronts = [sheet[0] for sheet in sheets]
    if order == "paired":
        found = [bound for pair in zip(fronts, backs, strict=True) for bound in pair]
    else:
        found = [*fronts, *(backs[::-1] if order == "fronts-then-backs-reversed" else backs)]
    while found[-1][0].draw is _nothing:
        found.pop()
    return found


def _nothing(pen: Pen, number: int, total: int) -> None:
    """What is drawn on an empty page."""


def _empty(page: Page) -> Page:
    """The empty back of a page."""
    return Page(_nothing, back=True, lying=page.lying, block=page.block, side=page.side)


def _draw(canvas: Canvas, job: Job, page: Page, number: int, total: int) -> None:
    side = page.side
    sheet = side.sheet if side is not None else _sheet(job.paper, page.lying)
    width, height = sheet.width * MM, sheet.height * MM
    canvas.setPageSize((width, height))
    cut, over = (sheet, sheet) if side is None else (side.block, _within(side.block.inset(-side.bleed), sheet))
    canvas.setTrimBox(_corners(cut, sheet))
    canvas.setBleedBox(_corners(over, sheet))
    single = side is not None and side.single
    shift = Shift() if single else _shift(job.setting, page)
    if shift:
        canvas.saveState()
        canvas.translate(width / 2 + shift.x * MM, height / 2 - shift.y * MM)
        canvas.rotate(-shift.rotation)
        canvas.translate(-width / 2, -height / 2)
    pen = Pen(canvas, job.ink, sheet.height)
    page.draw(pen, number, total)
    if job.setting.ruler and not page.back and not single:
        _rule(pen, job, page, sheet)
    if shift:
        canvas.restoreState()
    canvas.showPage()


def _sheet(paper: Paper, lying: bool) -> Box:
    return Box(0, 0, paper.height, paper.width) if lying else Box(0, 0, paper.width, paper.height)


def _within(box: Box, sheet: Box) -> Box:
    x, y = max(box.x, sheet.x), max(box.y, sheet.y)
    return Box(x, y, min(box.right, sheet.right) - x, min(box.bottom, sheet.bottom) - y)


def _corners(box: Box, sheet: Box) -> tuple[float, float, float, float]:
    """A box as a PDF writes it: lower left and upper right corner in points, y up."""
    low, high = sheet.bottom - box.bottom, sheet.bottom - box.y
    return box.x * MM, low * MM, box.right * MM, high * MM


def _shift(setting: Setting, page: Page) -> Shift:
    """By how much a page is moved. A page that lies is turned a quarter to the left on its way through the printer, so
    what the printer is to move right is moved down on the page, and what it is to move down is moved left."""
    known = setting.calibration.back if page.back else setting.calibration.front
    return Shift(-known.y, known.x, known.rotation) if page.lying else known


def _rule(pen: Pen, job: Job, page: Page, sheet: Box) -> None:
    """The line of 50 mm, where nothing else stands."""
    if page.side is not None:
        place = ruler_room(page.side.area, page.side.cut_block, start=REGISTERED if job.setting.registration else None)
    else:
        place = ruler_room(sheet, page.block or sheet.inset(EDGE), start=START if page.block is None else None)
    if place is not None:
        draw_ruler(pen, *place, job.words("print.ruler", n=int(RULER)))
