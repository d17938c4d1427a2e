"""Pages into one PDF: page boxes, what a printer is asked for, and which page lies behind which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from printables.fonts import font
from printables.imposition import Box, Setting, SheetOrder, Shift
from printables.imposition.rooms import RULER, START, ruler_room
from printables.items import Job, Page
from printables.marks import draw_ruler
from printables.paper import MM, Paper
from printables.pen import Pen

if TYPE_CHECKING:
    from printables.form import Form

EDGE = 10.0
"""What a page leaves free at its edges if it says nothing else (mm)."""

REGISTERED = 24.0
"""Where the ruler begins on a sheet with the marks of a cutting machine (mm)."""


class Section(Struct, frozen=True):
    """A part of a document: its key, what the outline calls it, and its pages."""

    key: str
    name: str
    pages: Sequence[Page]


class Prepared(Struct, frozen=True):
    """A print job whose pages are known and not yet drawn."""

    job: Job
    sections: tuple[Section, ...]
    title: str
    subject: str = ""

    @property
    def pages(self) -> list[Page]:
        """All pages in the order they are printed in."""
        return [page for page, _ in arranged(self.job, self.sections)]

    def bind(self, progress: Callable[[int, int], None] | None = None) -> bytes:
        """The PDF. Raises DoesNotFit and MissingGlyph for what cannot be set."""
        return bind(self.job, self.sections, title=self.title, subject=self.subject, progress=progress)


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
    pages = arranged(job, sections)
    asked = _duplex(job, [page for page, _ in pages])
    if asked is not None:
        canvas.setViewerPreference("Duplex", asked)
    begun: set[int] = set()
    form = _form(canvas) if job.fillable else None
    for number, (page, section) in enumerate(pages, 1):
        if id(section) not in begun:
            begun.add(id(section))
            canvas.bookmarkPage(f"{section.key}-{number - 1}")
            canvas.addOutlineEntry(section.name, f"{section.key}-{number - 1}", 0)
        job.proof.turn(section.key, number)
        _draw(canvas, job, page, number, len(pages))
        if form is not None:
            form.add(tuple(page.fields()), f"{section.key}-{number}", job.paper.height)
        canvas.showPage()
        if progress is not None:
            progress(number, len(pages))
    if form is not None:
        form.close()
    canvas.save()
    return out.getvalue()


def _form(canvas: Canvas) -> Form:
    from printables.form import Form

    return Form(canvas)


def _duplex(job: Job, pages: Sequence[Page]) -> str | None:
    """What the file asks a printer that prints both sides for; None where it does not matter."""
    if not any(page.back for page in pages):
        # What is folded has its backs beside its fronts: the next sheet must not come to lie on the back of it.
        return "Simplex" if any(page.side is not None and page.side.folds for page in pages) else None
    if job.setting.order != "paired":
        return "Simplex"
    return "DuplexFlipLongEdge" if job.setting.flip == "long" else "DuplexFlipShortEdge"


Bound = tuple[Page, Section]


def arranged(job: Job, sections: Sequence[Section]) -> list[Bound]:
    """All pages of some sections, each with its own, as they stand in the PDF."""
    return in_order([(page, section) for section in sections for page in section.pages], job.setting.order)


def is_empty(page: Page) -> bool:
    """Whether nothing stands on a page: it is there so that others come out where they should."""
    return page.draw is _nothing


def empty_page() -> Page:
    """A page that nothing stands on yet."""
    return Page(_nothing)


def sheet_of(job: Job, page: Page) -> Box:
    """The sheet that a page is on, as it lies."""
    return page.side.sheet if page.side is not None else _sheet(job.paper, page.lying)


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
    sheet = sheet_of(job, page)
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
    pen = Pen(canvas, job.ink, sheet.height, proof=job.proof)
    page.draw(pen, number, total)
    if job.setting.ruler and not page.back and not single:
        _rule(pen, job, page, sheet)
    if shift:
        canvas.restoreState()


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
