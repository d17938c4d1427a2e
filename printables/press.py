"""A print job, from what is asked for to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from printables.faces.alignment import alignment_pages
from printables.faces.codes import LINK_ROOM, draw_link
from printables.faces.pad import pad_pages
from printables.faces.pad_layout import layout
from printables.fonts import font
from printables.imposition import Box, Setting, SheetOrder, Shift
from printables.imposition.rooms import RULER, START, ruler_room
from printables.ink import find_ink
from printables.items import FreeJob, Item, Job, Order, Page, Prints, Stuff
from printables.kit import CALIBRATION, KIT, Plan, kit_for, kit_items, plan_of, players_of, stuff_of
from printables.kit.sheet import page_count
from printables.kit.sheet import sheet_pages as scissors_pages
from printables.marks import draw_ruler
from printables.paper import A4, A5, LETTER, MM, Paper, find_paper
from printables.pen import Pen
from printables.reading.card_code import sheet_code
from printables.reading.room import rooms

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


Progress = Callable[[int, int], None]
"""Is told after each page how many of how many are drawn."""

SCISSORS = "scissors"
AIDS = frozenset((CALIBRATION, SCISSORS))
"""What a kit begins with: it helps with printing, and nobody plays with it."""


def print_items(
    game_key: str,
    items: Iterable[str],
    paper: str = "A4",
    lang: str = "en",
    ink: str = "colour",
    *,
    progress: Progress | None = None,
    **more: Any,
) -> bytes:
    """A PDF of the items of a game, in the order asked for, or of the whole kit. The same order gives the same bytes.

    `more` is what `prepare` takes, `progress` is told after each page how many of how many there are. Raises
    UnknownName for a game, item, paper, language, ink or filling that we do not have, with the nearest names; Refusal
    for an item that is not made for the paper; BadPack for such a set; DoesNotFit and MissingGlyph for content that
    cannot be set; Unreadable for players who cannot be scored.
    """
    return prepare(find_game(game_key), items, paper, lang, ink, **more).bind(progress)


def print_game(
    game: Game,
    items: Iterable[str],
    paper: str = "A4",
    lang: str = "en",
    ink: str = "colour",
    *,
    progress: Progress | None = None,
    **more: Any,
) -> bytes:
    """The same for a game at hand; see `prepare`."""
    return prepare(game, items, paper, lang, ink, **more).bind(progress)


@dataclass(frozen=True)
class Printout:
    """A page of a PDF: the key of its item, what it is printed on, and its size (mm)."""

    item: str
    stuff: Stuff
    back: bool
    empty: bool
    width: float
    height: float


@dataclass(frozen=True)
class Prepared:
    """A print job whose pages are known and not yet drawn."""

    job: Job
    sections: tuple[Section, ...]
    title: str
    subject: str = ""
    plan: Plan = field(default_factory=Plan)
    """What printing and cutting a game's items comes to."""

    @property
    def pages(self) -> list[Page]:
        """All pages in the order they are printed in."""
        return [page for page, _ in arranged(self.job, self.sections)]

    @property
    def printouts(self) -> list[Printout]:
        """The same, as whoever shows them needs to know them."""
        stuffs = {line.key: line.stuff for line in self.plan.lines}
        found = []
        for page, section in arranged(self.job, self.sections):
            sheet = page.side.sheet if page.side is not None else _sheet(self.job.paper, page.lying)
            stuff = stuffs.get(section.key, "paper")
            found.append(Printout(section.key, stuff, page.back, is_empty(page), sheet.width, sheet.height))
        return found

    def bind(self, progress: Progress | None = None) -> bytes:
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
    for_: str | None = None,
    link: str = "",
    codes: bool = False,
) -> Prepared:
    """The pages of a print job, not yet drawn; see print_items. `prints` is what the game adds (None: what is installed
    for its key), `setting` how things are laid onto sheets (None: as usual), `for_` for how many players a kit is."""
    prints = prints or all_prints().get(game.key)
    keys = list(items)
    chosen = check(game, keys, paper, lang, ink, prints=prints, for_=for_)
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
        link,
        codes,
    )
    if KIT in keys:
        sections, plan = _kit(order, items_of(game, prints), prints, players_of(game, for_))
    else:
        pages = [(item, list(item.pages(order))) for item in chosen]
        sections = [Section(item.key, order.words(item.name), made) for item, made in pages]
        plan = _plan(order, sections, {item.key: stuff_of(item, made) for item, made in pages})
    name = order.words("game.name")
    title = f"{name}: {', '.join(section.name for section in sections)}"
    if link:
        sections = _with_links(order, sections)
    return Prepared(order, tuple(sections), title, order.whose, plan)


def _kit(order: Order, known: Mapping[str, Item], prints: Prints | None, n: int | None) -> tuple[list[Section], Plan]:
    """The parts of a kit: how the printer does, the sheet for the person with scissors, and everything that is needed.

    The sheet tells the numbers of all pages, its own among them, so it is drawn when all others are in their places.
    """
    held = kit_for(order, known, prints, n)
    words = order.words
    aids = [
        Section(CALIBRATION, words(f"print.item.{CALIBRATION}"), alignment_pages(order)),
        Section(SCISSORS, words(f"print.item.{SCISSORS}"), [Page(_nothing)] * page_count(order, len(held) + len(AIDS))),
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
    bare = replace(order, setting=replace(order.setting, order="paired"))
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
    progress: Progress | None = None,
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
    pages = arranged(job, sections)
    asked = _duplex(job, [page for page, _ in pages])
    if asked is not None:
        canvas.setViewerPreference("Duplex", asked)
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
    if any(page.side is not None and page.side.folds for page in pages):
        return "Simplex"
    if not any(page.back for page in pages):
        return None
    if job.setting.order == "fronts-then-backs":
        return "Simplex"
    return "DuplexFlipLongEdge" if job.setting.flip == "long" else "DuplexFlipShortEdge"


Bound = tuple[Page, Section]


def arranged(job: Job, sections: Sequence[Section]) -> list[Bound]:
    """All pages of some sections, each with its own, as they stand in the PDF."""
    return in_order([(page, section) for section in sections for page in section.pages], job.setting.order)


def is_empty(page: Page) -> bool:
    """Whether nothing stands on a page: it is there so that others come out where they should."""
    return page.draw is _nothing


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
        found = [*fronts, *backs]
    while is_empty(found[-1][0]) and found[-1][0].back:
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
        place = ruler_room(sheet, page.side.block, start=REGISTERED if job.setting.registration else None)
    else:
        place = ruler_room(sheet, page.block or sheet.inset(EDGE), start=START if page.block is None else None)
    if place is not None:
        draw_ruler(pen, *place, job.words("print.ruler", n=int(RULER)))
