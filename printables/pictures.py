"""Cards as pictures: a file for each front, and the sheets that a virtual table cuts its decks from.

They are drawn from the pages of single cards (layout `single`, no bleed), so what is seen is what would be printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from companion.refusals import Refusal
from printables.binding import Prepared, Section, bind
from printables.imposition import Box, Setting
from printables.items import Page

DPI = 300
NOMINAL = {(63.0, 88.0): (750, 1050)}
"""Sizes that everybody calls by inches: a poker card is 2.5 × 3.5 in for tables on a screen and for print shops."""

COLUMNS, ROWS = 10, 7
LARGEST = 4096
"""A sheet of a virtual table: so many cards across and down, and the most pixels of a side."""

ON_SHEET = COLUMNS * ROWS - 1
"""The last place is not a card: it is what others see of a card in somebody's hand."""

_QUICK = 3
"""How hard PNG files are pressed (of 9): more takes several times as long for a tenth of the size."""

_UNSAFE = re.compile(r"[^\w-]+")
_LONGEST = 40


class Picture(Struct, frozen=True):
    """A picture file: its name, without a folder, and its bytes."""

    name: str
    content: bytes


def single(setting: Setting) -> Setting:
    """The same setting for pages of single cards, cut exactly."""
    return replace(setting, layout="single", bleed=0.0, order="paired", ruler=False)


def file_stem(*parts: str) -> str:
    """A name that every file system takes: letters, digits, and hyphens between them."""
    found = "-".join(cleaned for part in parts if (cleaned := _UNSAFE.sub("-", part.lower()).strip("-_")))
    return found[:_LONGEST].rstrip("-_") or "card"


def fronts(job: Prepared, names: Sequence[str] | None = None) -> Iterator[Picture]:
    """A picture of each front at 300 dots per inch. `names` are what the cards are called, in order; without them a
    card is called by its deck and its number. The same card has the same name in every run.

    `job` is laid out by `single` and without backs. Raises Refusal (`print.pictures.none`) if it has no cards.
    """
    sections = _decks(job)
    cards = [(section, n, page) for section in sections for n, page in enumerate(section.pages, 1)]
    document = _document(job, sections)
    for number, (section, n, page) in enumerate(cards):
        called = names[number] if names is not None else file_stem(section.key, str(n).zfill(3))
        yield Picture(f"{called}.png", _png(_drawn(document[number], *_pixels(_size(page)))))


def table_sheets(job: Prepared) -> Iterator[Picture]:
    """The sheets of every deck of a job for Tabletop Simulator: fronts ten across and seven down, the last place
    hidden, and its backs: one picture where all are alike, else sheets with the same places.

    `job` is laid out by `single`, with backs. Raises Refusal (`print.pictures.none`) if it has no cards.
    """
    for section in _decks(job):
        name = file_stem(section.name)
        document = _document(job, (section,))
        sides = list(enumerate(Prepared(job.job, (section,), "").pages))
        pixels = _cell(_size(sides[0][1]))
        front, back = ([document[n] for n, page in sides if page.back is there] for there in (False, True))
        hidden = _drawn(back[0], *pixels) if back else Image.new("RGB", pixels, "#808080")
        yield from _sheets(f"{name}-fronts", front, hidden)
        if back and len(back) == len(front) and all(_drawn(page, *pixels) == hidden for page in back):
            yield Picture(f"{name}-back.png", _png(hidden))
        elif back:
            yield from _sheets(f"{name}-backs", back, hidden)


def _decks(job: Prepared) -> tuple[Section, ...]:
    """The sections that are cards, with nothing but these in them."""
    found = []
    for section in job.sections:
        pages = [page for page in section.pages if page.side is not None and page.side.single]
        if pages:
            found.append(replace(section, pages=pages))
    if not found:
        raise Refusal("print.pictures.none", field="items")
    return tuple(found)


def _document(job: Prepared, sections: tuple[Section, ...]) -> Any:
    # Only whoever wants pictures waits for what draws them.
    from pypdfium2 import PdfDocument

    return PdfDocument(bind(job.job, sections, title=job.title))


def _size(page: Page) -> Box:
    assert page.side is not None
    return page.side.sheet


def _pixels(size: Box) -> tuple[int, int]:
    nominal = NOMINAL.get((round(size.width, 3), round(size.height, 3)))
    return nominal or (round(size.width / 25.4 * DPI), round(size.height / 25.4 * DPI))


def _cell(size: Box) -> tuple[int, int]:
    """The largest card in whole pixels of which a sheet holds ten by seven: nothing is rounded, so there is no seam."""
    most_wide, most_high = LARGEST // COLUMNS, LARGEST // ROWS
    scale = min(most_wide / size.width, most_high / size.height)
    return round(size.width * scale), round(size.height * scale)


def _drawn(page: Any, wide: int, high: int) -> Image.Image:
    """A page that fills a picture of so many pixels."""
    from pypdfium2 import PdfBitmap, raw

    bitmap = PdfBitmap.new_native(wide, high, raw.FPDFBitmap_BGR, rev_byteorder=True)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, wide, high, 0xFFFFFFFF)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, wide, high, 0, raw.FPDF_ANNOT | raw.FPDF_REVERSE_BYTE_ORDER)
    image: Image.Image = bitmap.to_pil()
    return image


def _sheets(name: str, cards: Sequence[Any], hidden: Image.Image) -> Iterator[Picture]:
    """Sheets of pages of single cards."""
    wide, high = hidden.size
    for number, start in enumerate(range(0, len(cards), ON_SHEET), 1):
        sheet = Image.new("RGB", (wide * COLUMNS, high * ROWS), "#ffffff")
        for slot, page in enumerate(cards[start : start + ON_SHEET]):
            sheet.paste(_drawn(page, wide, high), (slot % COLUMNS * wide, slot // COLUMNS * high))
        sheet.paste(hidden, ((COLUMNS - 1) * wide, (ROWS - 1) * high))
        yield Picture(f"{name}-{number}.png", _png(sheet))


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    red, green, blue = (band.tobytes() for band in image.split())
    if red == green == blue:  # a third of the work, and of the file
        image = image.getchannel(0)
    image.save(out, "PNG", compress_level=_QUICK, dpi=(DPI, DPI))
    return out.getvalue()
