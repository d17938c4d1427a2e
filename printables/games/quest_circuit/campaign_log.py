"""The campaign log: which quests were played and who won them, how the heroes grew, and what the Junk Dealer has."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import Struct

from companion.game import nearest
from companion.refusals import Refusal
from printables.faces import styles
from printables.faces.furniture import LANE, draw_marked, page_code
from printables.faces.sheet import draw_named_box, draw_strip, draw_ticks
from printables.form import Field, fields_of
from printables.games.quest_circuit.log_layout import (
    AGREED,
    DATE,
    DEALER,
    HEROES,
    LINES,
    LOG,
    MOST_PAGES,
    MOST_QUESTS,
    NAME,
    NAMES,
    PAIR,
    PLAYED,
    QUESTS,
    ROW,
    STOPS,
    STRIP,
    TICK,
    WINNERS,
    choices,
    layout,
    option_places,
    option_row,
)
from printables.games.quest_circuit.tokens import MOST_HEROES
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, Value, newest
from printables.reading.markers import frame_on

ITEM = "print.item.campaign-log"
FILL = ("quests",)


def log_pages(order: Order) -> Sequence[Page]:
    """The log, and a page more for every five quests beyond the first (`quests` is filled in: how many there are).

    Raises UnknownName for anything else to fill in, Refusal (`print.log.quests`) for a number that it has no room for.
    """
    for kind in order.fill:
        if kind not in FILL:
            raise nearest("print.fill.kind", kind, FILL)
    given = order.fill.get("quests", str(QUESTS))
    if not (given.isascii() and given.isdigit() and 1 <= int(given) <= MOST_QUESTS):
        raise Refusal("print.log.quests", field="quests", got=given[:20], most=MOST_QUESTS)
    geometry = newest(order.package, LOG, layout())
    pages = [_LogPage(order, geometry, n) for n in range(min(ceil(int(given) / QUESTS), MOST_PAGES))]
    codes = [page_code(order, geometry, page.index + 1).text for page in pages]
    return [Page(page.draw, fields=page.fields, code=code) for page, code in zip(pages, codes, strict=True)]


class _LogPage(Struct, frozen=True):
    order: Order
    geometry: Geometry
    index: int

    @property
    def first(self) -> int:
        """The number of its first quest."""
        return self.index * QUESTS + 1

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = draw_marked(pen, self.order, ITEM, self.geometry, self.index + 1, (number, total))
        draw_named_box(pen, NAME, self.order.words("print.log.name"), "print.log.name")
        draw_named_box(pen, DATE, self.order.words("print.pad.date"), "print.pad.date")
        self.winners(pen)
        self.heroes(pen)
        self.dealer(pen)
        self.settings(pen)

    def heading(self, pen: Pen, box: Box, key: str) -> None:
        draw_strip(pen, Box(box.x, box.y, box.width, STRIP), self.order.words(key), key)

    def caption(self, pen: Pen, box: Box, key: str, *, centre: bool = False) -> None:
        pen.write(box, self.order.words(key), styles.CAPTION, field=key, align="centre" if centre else "left",
                  shade=pen.ink.quiet)  # fmt: skip

    def winners(self, pen: Pen) -> None:
        """The quests in their order, and who won each; the last one decides."""
        self.heading(pen, WINNERS, "panel.quests")
        head = WINNERS.y + STRIP
        for n, key in enumerate(("print.log.quest", "print.log.hero", "print.log.turns"), 1):
            self.caption(pen, Box(STOPS[n] + 1, head, STOPS[n + 1] - STOPS[n] - 2, 4.6), key)
        top = head + 4.6
        for n in range(QUESTS):
            y = top + n * ROW
            number = Box(LANE.x + 0.5, y, 7, ROW)
            shade = pen.ink.accent
            pen.write(number, str(self.first + n), styles.STRONG, field="log.quest", align="centre", shade=shade)
            pen.line(LANE.x, y + ROW, LANE.right, y + ROW, pen.ink.hair, 0.2)
        pen.lines([Line(x, head + 0.8, x, top + QUESTS * ROW) for x in STOPS[1:-1]], pen.ink.hair, 0.2)
        below = Box(LANE.x, WINNERS.bottom + 1, LANE.width, 5)
        words = self.order.words("panel.last_decides")
        pen.write(below, words, styles.HINT, field="panel.last_decides", shade=pen.ink.quiet)

    def heroes(self, pen: Pen) -> None:
        """Level and XP of every hero after each quest; the last line is for the Pretender, or for one more hero."""
        words = self.order.words
        self.heading(pen, HEROES, "print.log.heroes")
        head = HEROES.y + STRIP
        self.caption(pen, Box(LANE.x + 1, head + 4.4, NAMES - LANE.x - 2, 4.6), "score.heading.name")
        self.caption(pen, Box(NAMES + 1, head + 4.4, PLAYED - NAMES - 2, 4.6), "score.heading.hero")
        for n in range(QUESTS):
            x = PLAYED + n * PAIR
            room = Box(x, head + 0.4, PAIR, 4.4)
            text = words("print.log.after", n=self.first + n)
            style = styles.STEP_STRONG
            pen.write(room, text, style, field="print.log.after", align="centre", shade=pen.ink.accent)
            self.caption(pen, Box(x, head + 4.4, PAIR / 2, 4.6), "score.level", centre=True)
            self.caption(pen, Box(x + PAIR / 2, head + 4.4, PAIR / 2, 4.6), "score.xp", centre=True)
        top, rows = head + 9, MOST_HEROES + 1
        for n in range(1, rows + 1):
            pen.line(LANE.x, top + n * ROW, LANE.right, top + n * ROW, pen.ink.hair, 0.2)
        bottom = top + rows * ROW
        strong = [NAMES, *(PLAYED + n * PAIR for n in range(QUESTS))]
        pen.lines([Line(x, head + 0.8, x, bottom) for x in strong], pen.ink.rule, 0.2)
        pen.lines([Line(x + PAIR / 2, head + 5, x + PAIR / 2, bottom) for x in strong[1:]], pen.ink.hair, 0.15)
        self.caption(pen, Box(NAMES + 1, bottom - ROW, PLAYED - NAMES - 2, 3.4), "print.log.rival")

    def dealer(self, pen: Pen) -> None:
        """What lies at the Junk Dealer's, and what it costs."""
        self.heading(pen, DEALER, "panel.dealer")
        value = Box(DEALER.right - 24, DEALER.y, 22.4, STRIP)
        pen.write(value, self.order.words("print.log.value"), styles.CAPTION, field="print.log.value", align="right",
                  shade=pen.ink.quiet)  # fmt: skip
        page = self.geometry.pages[self.index]
        for n in range(1, LINES + 1):
            line = page[f"dealer.{n}"].box
            pen.line(line.x, line.bottom + 0.4, line.right, line.bottom + 0.4, pen.ink.hair, 0.2)
            pen.box(page[f"dealer.{n}.value"].box, line=pen.ink.hair, radius=0.8)

    def settings(self, pen: Pen) -> None:
        """What the table has agreed, one box of each line to tick: from the declared settings of the game."""
        words = self.order.words
        self.heading(pen, AGREED, "print.log.settings")
        for n, option in enumerate(choices()):
            y, high = option_row(n)
            name = f"option.{option.key}.name"
            pen.write(Box(AGREED.x, y, AGREED.width, high * 0.5), words(name), styles.STEP_STRONG, field=name)
            width = AGREED.width / len(option.choices)
            for (x, middle), choice in zip(option_places(n, option), option.choices, strict=True):
                draw_ticks(pen, [Box.around(x, middle, TICK)])
                key = f"option.{option.key}.{choice}"
                room = Box(x + 2.8, middle - high * 0.26, width - 4.4, high * 0.5)
                pen.write(room, words(key), styles.STEP, field=key)

    # on a screen

    def fields(self) -> Sequence[Field]:
        return tuple(fields_of(self.geometry.pages[self.index], frame_on(self.order.paper), self.told))

    def told(self, group: Group, value: Value | None) -> str:
        """What a place is called, in the words that stand beside it."""
        words, (kind, *rest) = self.order.words, group.key.split(".")
        if kind in ("name", "date"):
            return words("print.log.name" if kind == "name" else "print.pad.date")
        if kind == "option":
            return words(f"{group.key}.name")
        if kind == "quest":
            return f"{words('panel.quests')}, {rest[0]}, {words(f'print.log.{rest[1]}')}"
        if kind == "dealer":
            return ", ".join((words("panel.dealer"), rest[0], *((words("print.log.value"),) if rest[1:] else ())))
        if rest[1] != "after":
            return f"{words('print.log.heroes')}, {rest[0]}, {words(f'score.heading.{rest[1]}')}"
        after = words("print.log.after", n=int(rest[2]))
        return ", ".join((words("print.log.heroes"), rest[0], after, words(f"score.{value.key}") if value else ""))
