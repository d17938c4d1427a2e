"""All icons on paper: as small as they stand in a text, larger, and with their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printables.faces import styles
from printables.faces.deck import draw_note
from printables.icons import icon_themes
from printables.imposition import Box
from printables.items import Job, Page
from printables.pen import Pen
from printables.typeset import Style

SMALL, LARGE = 4.0, 9.0
"""How high they are shown (mm)."""

MARGIN, CELL, ROW, HEAD = 12.0, 23.0, 16.6, 8.0
NAME = Style("text", 7)


class _Placed(Struct, frozen=True):
    """A heading or an icon on a page."""

    page: int
    x: float
    y: float
    name: str
    heading: bool


def specimen_pages(job: Job) -> list[Page]:
    """Every icon, theme by theme."""
    placed = list(_laid(job))
    last = max(one.page for one in placed)
    return [Page(_Sheet(job, tuple(one for one in placed if one.page == n)).draw) for n in range(last + 1)]


def _laid(job: Job) -> Iterator[_Placed]:
    columns = int((job.paper.width - 2 * MARGIN) // CELL)
    left = (job.paper.width - columns * CELL) / 2
    low = job.paper.height - MARGIN - 8
    page, y = 0, MARGIN
    for theme, names in icon_themes().items():
        if y + HEAD + ROW > low:
            page, y = page + 1, MARGIN
        yield _Placed(page, left, y, theme, True)
        y += HEAD
        for start in range(0, len(names), columns):
            if y + ROW > low:
                page, y = page + 1, MARGIN
            for n, name in enumerate(names[start : start + columns]):
                yield _Placed(page, left + n * CELL, y, name, False)
            y += ROW


class _Sheet(Struct, frozen=True):
    job: Job
    placed: Sequence[_Placed]

    def draw(self, pen: Pen, number: int, total: int) -> None:
        for one in self.placed:
            if one.heading:
                self.heading(pen, one)
            else:
                self.icon(pen, one)
        sheet = Box(0, 0, self.job.paper.width, self.job.paper.height)
        draw_note(pen, self.job, sheet, sheet.inset(MARGIN), "print.thing.icons", number, total)

    def heading(self, pen: Pen, one: _Placed) -> None:
        text = self.job.words(f"print.thing.theme.{one.name}")
        box = Box(one.x, one.y + 1.6, self.job.paper.width - 2 * one.x, 5)
        pen.write(box, text, styles.SECTION, field=f"icons.{one.name}", shade=pen.ink.accent)
        pen.line(box.x, box.bottom + 0.4, box.right, box.bottom + 0.4, pen.ink.accent, 0.2)

    def icon(self, pen: Pen, one: _Placed) -> None:
        pen.icon(one.name, one.x + 2 + LARGE / 2, one.y + 6, LARGE / 2, fill=pen.ink.text)
        pen.icon(
            one.name, one.x + 5.4 + LARGE + SMALL / 2, one.y + 6 + (LARGE - SMALL) / 2, SMALL / 2, fill=pen.ink.text
        )
        room = Box(one.x, one.y + 12.2, CELL - 1, 3.4)
        pen.write(room, one.name, NAME, field=f"icons.{one.name}", shade=pen.ink.quiet)
