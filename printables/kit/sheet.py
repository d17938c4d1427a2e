"""The sheet for the person with scissors: what comes out of the printer, in which order, and what hands do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.words import Word
from printables.faces import styles
from printables.faces.aid import Entry, draw_aid
from printables.faces.furniture import draw_footer, draw_title, frame_pen
from printables.imposition import Box
from printables.items import Order, Page
from printables.kit.plan import Line, Plan, ranges
from printables.pen import Pen
from printables.reading.markers import LARGE, Frame, frame_of
from printables.typeset import Style

Draw = Callable[[Pen, int, int], None]

NAME = "print.item.scissors"
HEAD = 10.0
ROW = 7.6
TILES = Style("title", 24)
COLUMNS = (
    ("item", 0.25), ("pages", 0.09), ("stuff", 0.125), ("sides", 0.135), ("sheets", 0.07), ("pieces", 0.21),
    ("cuts", 0.06), ("minutes", 0.06),
)  # fmt: skip
"""The columns of the table, and their parts of its width."""

SMALL_COLUMNS = (("item", 0.38), ("pages", 0.14), ("stuff", 0.22), ("sheets", 0.12), ("cuts", 0.14))
"""On a small page."""

RIGHT = ("sheets", "cuts", "minutes")
"""Columns of numbers."""


def rows_on(frame: Frame, page: int) -> int:
    """How many rows of the table stand on a page, counted from 1: the first has more beside them."""
    room = frame.height - HEAD - 12 - (104 if page == 1 else 8)
    return int(room // ROW) - 1


def page_count(order: Order, lines: int) -> int:
    """How many pages the sheet has for so many lines."""
    frame, count = frame_of(order.paper), 1
    lines -= rows_on(frame, 1)
    while lines > 0:
        count += 1
        lines -= rows_on(frame, count)
    return count


def sheet_pages(order: Order, plan: Plan, players: str) -> list[Page]:
    """The pages of the sheet. `players` says for whom the kit is."""
    frame = frame_of(order.paper)
    pages, at = [], 0
    for page in range(1, page_count(order, len(plan.lines)) + 1):
        lines = plan.lines[at : at + rows_on(frame, page)]
        at += len(lines)
        pages.append(Page(_draw(order, plan, lines, players, first=page == 1)))
    return pages


def _draw(order: Order, plan: Plan, lines: Sequence[Line], players: str, *, first: bool) -> Draw:
    def draw(pen: Pen, number: int, total: int) -> None:
        frame = frame_of(order.paper)
        pen = frame_pen(pen, order.paper)
        draw_title(pen, order, NAME, Box(0, 0, frame.width, HEAD), size=styles.TITLE.size * frame.width / LARGE.width)
        top = HEAD + 5
        if first:
            _summary(pen, order, plan, players, Box(0, top, frame.width, 27))
            top += 33
        end = _table(pen, order, plan, lines, Box(0, top, frame.width, frame.height - top))
        if first:
            room = Box(0, end + 6, frame.width, frame.height - end - 14)
            draw_aid(pen, room, list(_steps(order, plan)), "print.kit", label=6, size=10)
        draw_footer(pen, order, number, total, Box(0, frame.height - 4.5, frame.width, 4.5))

    return draw


def _summary(pen: Pen, order: Order, plan: Plan, players: str, box: Box) -> None:
    """For whom it is, and the five numbers that one wants to know first."""
    words = order.words
    head = Box(box.x, box.y, box.width, 6)
    pen.write(head, f"{players} · {order.paper.name}", styles.SECTION, field="print.kit.for", shade=pen.ink.text)
    tiles = [
        (plan.sheets("card"), "card"),
        (plan.sheets("paper"), "paper"),
        (plan.pieces, "pieces"),
        (plan.cuts, "cuts"),
        (plan.minutes, "minutes"),
    ]
    width, gap = box.width / len(tiles), 2.0
    for n, (count, name) in enumerate(tiles):
        tile = Box(box.x + n * width, box.y + 8.5, width - gap, box.height - 8.5)
        if pen.ink.tint is not None:
            pen.box(tile, fill=pen.ink.tint, radius=1.6)
        else:
            pen.box(tile, line=pen.ink.rule, radius=1.6)
        field = f"print.kit.tile.{name}"
        above = Box(tile.x + 1, tile.y + 1.6, tile.width - 2, 9.6)
        number = words("print.kit.about", n=count) if name == "minutes" else str(count)
        pen.write(above, number, TILES, field=field, align="centre", shade=pen.ink.accent)
        below = Box(tile.x + 1, tile.bottom - 6, tile.width - 2, 4.6)
        pen.write(below, words(field, n=count), styles.NOTE_TEXT, field=field, align="centre", shade=pen.ink.text)


def _table(pen: Pen, order: Order, plan: Plan, lines: Sequence[Line], box: Box) -> float:
    """The rows; answers with where they end."""
    columns = COLUMNS if box.width >= LARGE.width else SMALL_COLUMNS
    places, x = [], box.x
    for name, part in columns:
        indent = 4.0 if name == "pieces" else 0.0
        places.append((name, x + indent, part * box.width - indent))
        x += part * box.width
    for name, left, width in places:
        cell = Box(left, box.y, width - 1.5, 5)
        align = "right" if name in RIGHT else "left"
        key = f"print.kit.column.{name}"
        pen.write(cell, order.words(key), styles.CAPTION, field=key, align=align, shade=pen.ink.quiet)  # type: ignore[arg-type]
    top = box.y + 5.6
    pen.line(box.x, top, box.right, top, pen.ink.accent, 0.35)
    for n, line in enumerate(lines):
        y = top + n * ROW
        strong = line.key not in plan.aids
        for name, left, width in places:
            cell = Box(left, y + 0.5, width - 1.5, ROW - 1)
            style = styles.STRONG if name == "item" and strong else styles.LABEL
            align = "right" if name in RIGHT else "left"
            text = _cell(order, line, name)
            if text:
                lines_ = 2 if name in ("pieces", "item", "pages") else 1
                pen.write(cell, text, style, field=f"kit.{line.key}.{name}", align=align, lines=lines_)  # type: ignore[arg-type]
        pen.line(box.x, y + ROW, box.right, y + ROW, pen.ink.hair, 0.15)
    return top + len(lines) * ROW


def _cell(order: Order, line: Line, column: str) -> str:
    words = order.words
    match column:
        case "item":
            return line.name
        case "pages":
            return ranges(line.pages)
        case "stuff":
            return words(f"print.kit.stuff.{line.stuff}")
        case "sides":
            return words(f"print.kit.sides.{line.sides}")
        case "sheets":
            return str(line.sheets)
        case "pieces":
            return "\n".join(
                words("print.kit.piece", count=part.count, width=f"{part.width:g}", height=f"{part.height:g}")
                for part in line.pieces
            )
        case "cuts":
            return str(line.cuts) if line.cuts else ""
        case _:
            return str(line.minutes) if line.seconds else ""


def _steps(order: Order, plan: Plan) -> Iterator[Entry]:
    """What is done, in order: the printer first, then the knife, then the glue."""
    words = order.words
    yield Entry(words("print.kit.how"), heading=True)
    steps = [words("print.kit.step.align")]
    edge: str = "one" if plan.folded or not plan.duplex else order.setting.flip
    edge = "stack" if edge != "one" and order.setting.order != "paired" else edge
    for run in plan.runs:
        said = Word(f"print.kit.step.{run.stuff}", {"n": run.sheets, "pages": ranges(run.pages)})
        steps.append(f"{words.say(said)} {words(f'print.kit.step.{edge}')}")
    if plan.folds:
        steps.append(words("print.kit.step.fold", n=plan.folds))
    if plan.cuts:
        steps.append(words("print.kit.step.cut"))
    if plan.glue and not plan.folded:
        steps.append(words("print.kit.step.glue", n=plan.glue))
    for n, text in enumerate(steps, 1):
        yield Entry(text, str(n))
