"""What every page that can be read carries, whatever else it shows: markers, the code, a title and a footer."""

from __future__ import annotations

from companion.game import published
from printables.faces.styles import CODE, FOOTER, TITLE
from printables.imposition import Box
from printables.items import Job, Order
from printables.paper import Paper
from printables.pen import Pen
from printables.reading.code import PageCode, code_modules, game_letters, sheet_id
from printables.reading.geometry import Geometry
from printables.reading.markers import CLEAR, FRAME, LARGE, SIDE, Frame, frame_on, marker_boxes, marker_modules
from printables.typeset import fit

BLACK = "#000000"

LEFT, RIGHT = SIDE + CLEAR, FRAME[0] - SIDE - CLEAR
"""The columns between the markers: whatever stands between them is clear of every marker at any height."""

TITLE_BOX = Box(LEFT, 0, RIGHT - LEFT, SIDE)
FOOTER_BOX = Box(LEFT, FRAME[1] - 4.5, RIGHT - LEFT, 4.5)
CODE_BOX = Box(LEFT, SIDE + CLEAR, 20, 20)
"""Where the code stands on every page: below the title, at the left."""

BODY_TOP, BODY_BOTTOM = SIDE + CLEAR, FOOTER_BOX.y - 3
"""Between these heights lies what the page is for."""


def frame_pen(pen: Pen, paper: Paper) -> Pen:
    """A pen with its origin at the corner of the reading frame."""
    frame = frame_on(paper)
    return pen.at(frame.x, frame.y)


def draw_markers(pen: Pen, frame: Frame = LARGE) -> None:
    """The six markers, pure black whatever the ink."""
    for marker in range(len(marker_boxes(frame))):
        pen.boxes(marker_modules(marker, frame), BLACK)


def page_code(order: Order, geometry: Geometry, page: int, *more: str) -> PageCode:
    """The code of a page of an order; `page` counts from 1. `more` tells pages of one geometry apart (by whose it is):
    in the id of the sheet, and nowhere else."""
    letters = game_letters(order.game.key)
    about = (order.game.key, geometry.pad, str(geometry.version), order.paper.code, order.words.lang, order.ink.name)
    filled = tuple(f"{key}={value}" for key, value in sorted(order.fill.items()))
    sheet = sheet_id(*about, *filled, *more, str(page), order.series)
    return PageCode(letters, geometry.pad, geometry.version, order.paper.code, sheet, page)


CODE_TEXT = 34.0
"""The room that the text below a code has (mm): all that it can be."""


def draw_code(pen: Pen, code: PageCode, box: Box, room: float = CODE_TEXT) -> None:
    """The code in its box, and the same text below it for people."""
    pen.boxes(code_modules(code.text, box), BLACK)
    below = Box(box.x, box.bottom + 1, room, 4)
    pen.write(below, code.text, CODE, field="code", valign="top", shade=pen.ink.text)


def draw_title(
    pen: Pen, order: Job, name: str, box: Box = TITLE_BOX, *, size: float = TITLE.size, aside: Box | None = None
) -> None:
    """The game's name, and what the page is, on one line (between the upper markers); or this in a box `aside`."""
    game = order.words("game.name")
    found = fit(game, TITLE.at(size), (box.width * (0.6 if aside is None else 1.0), box.height), "title", lines=1)
    baseline = box.bottom - 2.2
    pen.text(box.x, baseline, game, found.style, shade=pen.ink.accent)
    if aside is None:
        room = Box(box.x + found.width + 4, baseline - 6, box.width - found.width - 4, 7)
        what = fit(order.words(name), TITLE.at(size * 4 / 7), (room.width, room.height), name, lines=1)
        pen.text(box.right, baseline, what.lines[0], what.style, align="right", shade=pen.ink.quiet)
    else:
        pen.write(aside, order.words(name), TITLE.at(size * 4 / 7), field=name, lines=2, shade=pen.ink.quiet)
    pen.line(box.x, box.bottom + 0.6, box.right, box.bottom + 0.6, pen.ink.accent, 0.35)


def footer_key(order: Order) -> str:
    """The words that say whose the game is."""
    return "print.footer" if published(order.game) else "print.footer_own"


def draw_footer(pen: Pen, order: Job, number: int, total: int, box: Box = FOOTER_BOX) -> None:
    """Whose game it is, and which page of how many, on one line (between the lower markers), or on two where these are
    near each other."""
    pages = order.words("print.page", number=number, total=total)
    aside = 18
    lines = 1 if box.height < 6 else 2
    room = Box(box.x, box.y, box.width - aside, box.height)
    pen.write(room, order.whose, FOOTER, field="footer", shade=pen.ink.quiet, lines=lines)
    pages_box = Box(box.right - aside + 2, box.y, aside - 2, box.height)
    pen.write(pages_box, pages, FOOTER, field="footer", align="right", shade=pen.ink.quiet)


PLAIN = Box(0, SIDE + CLEAR, FRAME[0], FRAME[1] - SIDE - CLEAR - FOOTER_BOX.height - 3)
"""What a page is for that no camera reads: the whole width of the frame, between title and footer."""


def draw_plain(pen: Pen, order: Job, name: str, number: int, total: int) -> Pen:
    """Title and footer of a page that no camera reads; answers with a pen in the frame, to draw in PLAIN."""
    pen = frame_pen(pen, order.paper)
    draw_title(pen, order, name, Box(0, 0, FRAME[0], SIDE))
    draw_footer(pen, order, number, total, Box(0, FOOTER_BOX.y, FRAME[0], FOOTER_BOX.height))
    return pen


LANE = Box(LEFT, BODY_TOP, RIGHT - LEFT, BODY_BOTTOM - BODY_TOP)
"""Where a sheet that is read may have anything at any height."""

BESIDE_CODE = Box(CODE_BOX.right + 17, BODY_TOP + 0.6, RIGHT - CODE_BOX.right - 17, CODE_BOX.height + 4.4)
"""The room beside the code and the text below it."""

SIDES = (Box(0, BODY_TOP, FRAME[0], 104.5), Box(0, FRAME[1] - BODY_TOP - 104.5, FRAME[0], 104.5))
"""Where a sheet that is read may have anything over the whole width: above and below the middle markers."""


def draw_marked(
    pen: Pen, order: Order, name: str, geometry: Geometry, page: int, numbers: tuple[int, int], *more: str,
    title: Box = TITLE_BOX,
) -> Pen:  # fmt: skip
    """Everything that a sheet of A4 or Letter carries that can be read; answers with a pen in the frame.

    `page` is the page of the geometry, counted from 1; `numbers` which page it is, of how many.
    """
    pen = frame_pen(pen, order.paper)
    draw_markers(pen, geometry.frame)
    draw_code(pen, page_code(order, geometry, page, *more), geometry.pages[page - 1].code)
    draw_title(pen, order, name, title)
    draw_footer(pen, order, *numbers)
    return pen
