"""Score pads as they are made: pieces of a sheet, glued along the head, torn off, and printed on both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Game
from companion.refusals import Refusal
from companion.rulebook import rulebook
from companion.words import Word, Words
from printables.faces import styles
from printables.faces.aid import Entry, draw_aid
from printables.imposition import Box, Line
from printables.items import Order, PadStock, Page, Work
from printables.marks import WEIGHT
from printables.paper import MM, Paper
from printables.pen import Pen
from printables.pieces import COUNTS, Cut, Turn, cut_into
from printables.reading.markers import CLEAR, frame_of, frame_on

STRIP = 7.5
"""The height of the strip at the head that nothing is printed on (mm): what glue or staples take."""

MARGIN = 8.0
"""The margin of rules on the back of a leaf (mm)."""

Rules = Sequence[tuple[str, str]]
"""What is told on the back: headings, and a text below each."""


def bound(
    order: Order, leaves: Callable[[Order], Sequence[Page]], rules: Rules, name: str, up: Sequence[int] = COUNTS
) -> list[Page]:
    """The sheets of a pad, from the pages that one piece of a sheet takes, each a leaf.

    Every piece of a sheet is the same leaf, so that each pile is a whole pad after it is cut. `name` tells this pad
    from others of the same document, `up` is how many of it may lie on a sheet. Raises Refusal as `cut_of` does.
    """
    cut = cut_of(order.paper, order.pad, f"print.item.{name}", up, rules, fillable=order.fillable)
    piece = replace(order, paper=cut.piece)
    made = [_with_head(piece, page) for page in leaves(piece)]
    return list(_sheets(cut, _Press(piece, made, rules, name)))


def cut_of(paper: Paper, pad: PadStock, name: str, up: Sequence[int], rules: Rules, *, fillable: bool) -> Cut:
    """The pieces of a sheet of a pad that is called `name`, if it can be made so.

    Raises Refusal for several to a sheet of a pad that comes alone (`print.pad.small`), for a number of pieces that a
    sheet is not cut into (`print.pad.up`), for several that are to be filled in on a screen (`print.pad.fillable`), and
    for rules behind it where there are none (`print.pad.no_rules`).
    """
    if pad.up > 1 and max(up) == 1:
        raise Refusal("print.pad.small", field="up", item=Word(name))
    cut = cut_into(paper, pad.up)
    if fillable and pad.up > 1:
        raise Refusal("print.pad.fillable", field="up", count=pad.up)
    if pad.behind == "rules" and not rules:
        raise Refusal("print.pad.no_rules", field="behind")
    return cut


def rules_of(game: Game, words: Words) -> list[tuple[str, str]]:
    """How a game is scored: what its rule book says of each row."""
    book = {rule.id: rule.text for rule in rulebook(game.package, words.lang)}
    found: dict[str, tuple[str, str]] = {}
    for category in game.scores.categories:
        if category.rule in book and category.rule not in found:
            found[category.rule] = (words(f"score.{category.key}"), plain(book[category.rule]))
    return list(found.values())


def plain(markdown: str) -> str:
    """The text of a rule on paper: tables as lines, without their rules and bars."""
    lines = []
    for line in markdown.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and not set("".join(cells)) <= set("-: "):
            lines.append("   ".join(cells))
        elif not cells:
            lines.append(line.replace("**", "").replace("*", ""))
    return "\n".join(line for line in lines if line.strip())


class _Press(Struct, frozen=True):
    """The leaves of a pad, and what stands behind them."""

    piece: Order
    leaves: Sequence[Page]
    rules: Rules
    name: str

    def sides(self) -> Iterator[tuple[int, int | None]]:
        """Front and back of each leaf, by number; -1 are the rules, None is nothing.

        A pad of two pages, or four, has the next page behind; a pad of one has itself.
        """
        count = len(self.leaves)
        if self.piece.pad.behind == "pad" and count % 2 == 0:
            yield from ((n, n + 1) for n in range(0, count, 2))
            return
        for n in range(count):
            yield n, {"nothing": None, "pad": n, "rules": -1}[self.piece.pad.behind]

    def draw(self, pen: Pen, side: int, number: int, total: int) -> None:
        if side >= 0:
            self.leaves[side].draw(pen, number, total)
        else:
            _draw_rules(pen, self.piece, self.rules)


def _sheets(cut: Cut, press: _Press) -> Iterator[Page]:
    several = cut.columns * cut.rows > 1
    block = _block(cut, press.piece) if several else None
    work = Work(len(cut.grid.cells), (cut.piece.width, cut.piece.height), len(cut.grid.cuts())) if several else None
    for front, back in press.sides():
        leaf = press.leaves[front]
        turned = tuple((place, cut.turn) for place in cut.grid.cells)
        if several:
            yield Page(_Side(cut, press, front, turned).draw, block=block, work=work)
        else:
            yield Page(_Side(cut, press, front, turned).draw, fields=leaf.fields, code=leaf.code)
        if back is not None:
            behind = cut.back(press.piece.setting.flip)
            yield Page(_Side(cut, press, back, behind).draw, back=True, block=block)


def _block(cut: Cut, piece: Order) -> Box:
    """What the leaves of a sheet take of it, so that the ruler finds the strip that is free above them, beside the
    markers; it finds none where the strip says that it is for the glue."""
    sheet = _whole(cut.sheet.width, cut.sheet.height)
    if piece.pad.binding:
        return sheet
    left = 22.5  # past the marker in the corner
    return Box(left, STRIP, sheet.width - left, sheet.height - STRIP)


class _Side(Struct, frozen=True):
    """One side of a sheet: the same leaf on every piece, and the cuts between them."""

    cut: Cut
    press: _Press
    leaf: int
    places: tuple[tuple[Box, Turn], ...]

    def draw(self, pen: Pen, number: int, total: int) -> None:
        if len(self.places) == 1:
            ((place, turn),) = self.places
            _turned(pen, place, turn, lambda one: self.press.draw(one, self.leaf, number, total))
            return
        piece = self.press.piece.paper
        for box, turn in self.places:
            _turned(pen, box, turn, lambda one: one.once(self.form, _whole(piece.width, piece.height), self._draw))
        pen.lines(self.cut.grid.cuts(), pen.ink.quiet, WEIGHT, dash=(2, 2))

    @property
    def form(self) -> str:
        return f"{self.press.name}-{self.leaf}"

    def _draw(self, pen: Pen) -> None:
        """A leaf that is cut off is numbered among its own."""
        self.press.draw(pen, self.leaf, self.leaf + 1, len(self.press.leaves))


def _whole(width: float, height: float) -> Box:
    return Box(0, 0, width, height)


def _turned(pen: Pen, box: Box, turn: Turn, draw: Callable[[Pen], None]) -> None:
    """A drawing in a box of the page, turned clockwise; the pen it gets has its origin at the drawing's own corner."""
    if turn == 0 and (box.x, box.y) == (0, 0) and box.height == pen.page_height:
        draw(pen)
        return
    canvas = pen.canvas
    left, low = (pen.left + box.x) * MM, (pen.page_height - pen.top - box.bottom) * MM
    canvas.saveState()
    if turn == 270:
        canvas.translate(left + box.width * MM, low)
        canvas.rotate(90)
    elif turn == 90:
        canvas.translate(left, low + box.height * MM)
        canvas.rotate(-90)
    elif turn == 180:
        canvas.translate(left + box.width * MM, low + box.height * MM)
        canvas.rotate(180)
    else:
        canvas.translate(left, low)
    draw(replace(pen, page_height=box.width if turn in (90, 270) else box.height, left=0.0, top=0.0))
    canvas.restoreState()


def _with_head(order: Order, page: Page) -> Page:
    """A leaf with the marks of its head."""
    if not order.pad.binding and not order.pad.tear_off:
        return page

    def draw(pen: Pen, number: int, total: int) -> None:
        page.draw(pen, number, total)
        _draw_head(pen, order)

    return replace(page, draw=draw)


def _draw_head(pen: Pen, order: Order) -> None:
    """The strip for the glue, and the line to tear along: both leave the markers alone."""
    paper, frame, place = order.paper, frame_of(order.paper), frame_on(order.paper)
    inner = (place.x + frame.left, place.x + frame.right)
    outer = [(0.0, place.x - CLEAR), (paper.width - place.x + CLEAR, paper.width)]
    if order.pad.tear_off:
        lines = [Line(start, STRIP, end, STRIP) for start, end in (*outer, inner)]
        pen.lines(lines, pen.ink.quiet, 0.25, dash=(1.2, 1.2))
    else:
        pen.lines([Line(start, STRIP, end, STRIP) for start, end in outer], pen.ink.rule, WEIGHT)
    if order.pad.binding:
        box = Box(paper.width - 63, STRIP - 3.4, 40, 2.8)  # the ruler of a whole sheet ends left of it
        text = order.words("print.pad.binding")
        pen.write(box, text, styles.AXIS, field="print.pad.binding", align="right", shade=pen.ink.quiet)


def _draw_rules(pen: Pen, order: Order, rules: Rules) -> None:
    """How it is scored, in the largest type by which all fits; on a low leaf headings stand before their texts."""
    paper = order.paper
    low = paper.height < 100
    room = _whole(paper.width, paper.height).inset(5 if low else MARGIN, 6 if low else MARGIN + 2)
    title = Box(room.x, room.y, room.width, 5 if low else 8)
    text = order.words.say(Word("game.name"))
    pen.write(title, text, styles.TITLE.at(min(21, paper.height / 7)), field="title", shade=pen.ink.accent)
    pen.line(room.x, title.bottom + 0.6, room.right, title.bottom + 0.6, pen.ink.accent, 0.35)
    body = Box(room.x, title.bottom + 2, room.width, room.bottom - title.bottom - 2)
    entries = []
    for heading, text in rules:
        entries += [Entry(f"{heading}. {text}")] if low else [Entry(heading, heading=True), Entry(text)]
    draw_aid(pen, body, entries, "print.pad.rules", size=11)
