"""The sheets for a game against the Pretender: what it does, and when it goes for the Goal.

All figures are those that the rules play by; how likely the Pretender wins is computed exactly, so that no phone is
needed at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.games.quest_circuit.odds import Side, fight_odds
from companion.games.quest_circuit.pretender import SHOOTS_FROM, SHOT, Level, table
from printables.faces import styles
from printables.faces.aid import Entry, draw_aid
from printables.faces.furniture import PLAIN, draw_marked, draw_plain, page_code
from printables.faces.sheet import ROUND, draw_strip, draw_ticks
from printables.form import Field, fields_of
from printables.games.quest_circuit.solo_layout import (
    AFTER,
    ALONE,
    DECISIONS,
    HALF,
    LABELS,
    LAST,
    LEVEL_HEAD,
    LEVEL_LABEL,
    LEVELS,
    ROAD,
    ROWS,
    SOLO,
    STEP,
    STRIP,
    TRACKING,
    TURNS_Y,
    inside,
    layout,
    level_ticks,
    track_box,
    turn_boxes,
)
from printables.imposition import Box, Line
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, Value, newest
from printables.reading.markers import frame_on

NAME = "print.item.solo-sheet"
RIGHT = PLAIN.width - HALF

LINES = 5
VALUES = ("health", "attack", "speed", "road", "gear", "threshold", "patience", "duel")
"""The rows of the table of levels (QC-SOLO-04)."""

HEALTHS = range(1, 15)
ADVANTAGES = range(-5, 6)
MOST = 25
"""The tables of the second page: the Pretender's Health, its Attack less the Goal's, and the most Goal Health asked.
Beyond five either way melee hurts only one side, and the chances stay the same (5.1 of the specification)."""


def solo_pages(order: Order) -> Sequence[Page]:
    """What the Pretender does, its tracks and its turns; and on the back the tables for the Goal, only to look at."""
    geometry = newest(order.package, SOLO, layout())

    def front(pen: Pen, number: int, total: int) -> None:
        pen = draw_marked(pen, order, NAME, geometry, 1, (number, total))
        notes(pen, order, ALONE, "alone", ("set_up", "trial"))
        decisions(pen, order, DECISIONS)
        levels(pen, order, LEVELS)
        road(pen, order, ROAD)
        notes(pen, order, AFTER, "after", ("levels", "goal", "duel", "attack"))
        tracks(pen, order)
        notes(pen, order, LAST, "campaign", ("last", "refit", "harder"))

    def back(pen: Pen, number: int, total: int) -> None:
        goal_tables(draw_plain(pen, order, NAME, number, total), order)

    return [Page(front, fields=lambda: fields(order, geometry), code=page_code(order, geometry, 1).text), Page(back)]


def fields(order: Order, geometry: Geometry) -> Sequence[Field]:
    """Its level, its tracks and its turns, to be marked on a screen."""
    words = order.words
    names = {f"track.{key}": word for key, word, _, _ in ROWS}

    def told(group: Group, value: Value | None) -> str:
        if group.key == "turns" and value is not None:
            return f"{words('print.solo.turns')}, {value.key}"
        return words(names.get(group.key, "print.solo.levels"))

    return tuple(fields_of(geometry.pages[0], frame_on(order.paper), told))


def strip(pen: Pen, order: Order, box: Box, key: str) -> Box:
    """A heading on top of a box; answers with what is left below it."""
    draw_strip(pen, Box(box.x, box.y, box.width, STRIP), order.words(key), key)
    return inside(box)


def decisions(pen: Pen, order: Order, box: Box) -> None:
    """What the Pretender does, the first line that fits (QC-SOLO-11)."""
    room = strip(pen, order, box, "print.solo.turn")
    entries = [Entry(order.words("print.solo.roll"))]
    entries += [Entry(order.words(f"print.solo.line.{n}"), str(n)) for n in range(1, LINES + 1)]
    draw_aid(pen, room, entries, "solo.turn", label=5, size=9.5)


def value_of(order: Order, level: Level, key: str) -> str:
    """A cell of the table of levels."""
    found = getattr(level, key)
    if key == "duel":
        return "–" if found is None else "6" if found == 6 else f"{found}–6"
    if key == "threshold":
        return order.words("odds.percent", n=found)
    return f"+{found}" if key in ("health", "attack", "speed", "road") and found else str(found)


def levels(pen: Pen, order: Order, box: Box) -> None:
    """The figures of the four levels, with a box to tick over each."""
    words, found = order.words, table().levels
    room = strip(pen, order, box, "print.solo.levels")
    label = LEVEL_LABEL
    width, high = (room.width - label) / len(found), (room.height - LEVEL_HEAD) / len(VALUES)
    for n, key in enumerate(found):
        name = Box(room.x + label + n * width, room.y, width, 4)
        pen.write(name, words(f"print.solo.name.{key}"), styles.CAPTION.at(8), field="solo.level", align="centre",
                  shade=pen.ink.accent)  # fmt: skip
    draw_ticks(pen, level_ticks().values())
    for line, row in enumerate(VALUES):
        y = room.y + LEVEL_HEAD + line * high
        pen.line(room.x, y, room.right, y, pen.ink.hair, 0.15)
        word = f"print.solo.value.{row}"
        pen.write(Box(room.x, y, label, high), words(word), styles.NOTE_TEXT, field=word, lines=2)
        for n, level in enumerate(found.values()):
            cell = Box(room.x + label + n * width, y, width, high)
            pen.write(cell, value_of(order, level, row), styles.STRONG, field=word, align="centre")


def road(pen: Pen, order: Order, box: Box) -> None:
    """The Road table (QC-SOLO-12)."""
    words, rows = order.words, table().road
    room = strip(pen, order, box, "print.solo.road.title")
    head = Box(room.x, room.y, room.width, 4.2)
    pen.write(head, words("print.solo.road.roll"), styles.NOTE_TEXT, field="solo.road.roll", shade=pen.ink.quiet)
    stops = (0.0, 20.0, 31.0, 42.0, 53.0, room.width)
    high, top = 4.4, room.y + 4.4
    for n, key in enumerate(("sum", "wounds", "xp", "gear", "card")):
        cell = Box(room.x + stops[n], top, stops[n + 1] - stops[n], high)
        word = f"print.solo.road.{key}"
        pen.write(cell, words(word), styles.CAPTION, field=word, align="centre" if 0 < n < 4 else "left",
                  shade=pen.ink.accent)  # fmt: skip
    low = None
    for line, row in enumerate(rows, 1):
        y = top + line * high
        pen.line(room.x, y, room.right, y, pen.ink.hair, 0.15)
        if low is None:
            total = words("print.solo.road.most", n=row.total)
        elif line == len(rows):
            total = words("print.solo.road.least", n=low)
        else:
            total = f"{low}–{row.total}"
        card = words("print.solo.road.stays" if row.stays else "print.solo.road.goes")
        texts = (total, str(row.wounds), str(row.xp), f"+{row.gear}" if row.gear else "–", card)
        for n, text in enumerate(texts):
            cell = Box(room.x + stops[n], y, stops[n + 1] - stops[n], high)
            style = styles.STRONG if n < 4 else styles.NOTE_TEXT
            pen.write(cell, text, style, field="solo.road", align="centre" if 0 < n < 4 else "left")
        low = row.total + 1
    foot = Box(room.x, top + (len(rows) + 1) * high + 1.2, room.width, 0)
    text = words("print.solo.road.six")
    pen.write(Box(foot.x, foot.y, foot.width, box.bottom - foot.y), text, styles.NOTE_TEXT, field="solo.road.six",
              valign="top", lines=None, shade=pen.ink.quiet)  # fmt: skip


def notes(pen: Pen, order: Order, box: Box, part: str, rows: Sequence[str]) -> None:
    """A heading and a few sentences under it."""
    room = strip(pen, order, box, f"print.solo.{part}.title")
    entries = [Entry(order.words(f"print.solo.{part}.{row}", **_medals(part, row))) for row in rows]
    draw_aid(pen, room, entries, f"solo.{part}", size=9)


def _medals(part: str, row: str) -> dict[str, int]:
    return {str(key): most for key, most in table().medals.items()} if (part, row) == ("alone", "trial") else {}


def tracks(pen: Pen, order: Order) -> None:
    """Level, XP, Health and Gear for trackers, and its turns to be crossed out."""
    words = order.words
    strip(pen, order, TRACKING, "print.solo.tracks")
    for n, (_, word, icon, values) in enumerate(ROWS):
        y = track_box(n, 0).y
        pen.icon(icon, 4, y + STEP / 2, 2.6, fill=pen.ink.accent)
        label = Box(8.4, y, LABELS - 9.4, STEP)
        pen.write(label, words(word), styles.STRONG, field=word, lines=2, shade=pen.ink.accent)
        for column, value in enumerate(values):
            box = track_box(n, column)
            pen.box(box, line=pen.ink.rule, weight=0.2, fill=pen.ink.tint if value and value % 5 == 0 else None)
            style = styles.STRONG if value % 5 == 0 else styles.LABEL
            pen.write(box, str(value), style, field="track", align="centre", shade=pen.ink.quiet)
    turns(pen, order)


def turns(pen: Pen, order: Order) -> None:
    """A small box for each turn up to the longest patience."""
    label = Box(0, TURNS_Y, LABELS - 1, 6)
    pen.write(label, order.words("print.solo.turns"), styles.STRONG, field="solo.turns", shade=pen.ink.accent)
    ends = {level.patience for level in table().levels.values()}
    for n, cell in enumerate(turn_boxes(), 1):
        strong = n in ends
        pen.box(cell, line=pen.ink.accent if strong else pen.ink.hair, weight=0.35 if strong else 0.2, radius=ROUND)
        pen.write(cell, str(n), styles.STEP_STRONG if strong else styles.STEP, field="solo.turns", align="centre",
                  shade=pen.ink.text if strong else pen.ink.quiet)  # fmt: skip


# when it goes for the Goal


@cache
def goals(threshold: int, shoots: bool) -> dict[tuple[int, int], int]:
    """By the Pretender's Health and its Attack less the Goal's: the most Health of a Goal that it goes for (0: of none,
    MOST: of any that is asked). The Goal shoots with +0, as those of our own quests do."""
    found = {}
    for advantage in ADVANTAGES:
        most = 0
        for health in HEALTHS:
            side = Side(health, advantage, SHOT if shoots else None)
            while most < MOST and 100 * fight_odds(side, Side(most + 1, 0, 0)).win >= threshold:
                most += 1
            found[health, advantage] = most
    return found


def goal_tables(pen: Pen, order: Order) -> None:
    """A table for each threshold, without and with a shot of its own."""
    room = strip(pen, order, Box(0, PLAIN.y, PLAIN.width, 26), "print.solo.goal.title")
    entries = [Entry(order.words(f"print.solo.goal.{row}")) for row in ("how", "none", "shot")]
    end = draw_aid(pen, room, entries, "solo.goal", size=9.5)
    thresholds = sorted({level.threshold for level in table().levels.values()}, reverse=True)
    top = end + 4
    high = (PLAIN.bottom - top) / len(thresholds)
    for n, threshold in enumerate(thresholds):
        for shoots in (False, True):
            box = Box(RIGHT if shoots else 0, top + n * high, HALF, high - 5)
            goal_table(pen, order, box, threshold, shoots=shoots)


def goal_table(pen: Pen, order: Order, box: Box, threshold: int, *, shoots: bool) -> None:
    words = order.words
    names = [words(f"print.solo.name.{key}") for key, level in table().levels.items() if level.threshold == threshold]
    gear = words("print.solo.goal.from" if shoots else "print.solo.goal.below", n=SHOOTS_FROM)
    title = Box(box.x, box.y, box.width, 5)
    pen.write(title, f"{' · '.join(names)} · {gear}", styles.STRONG, field="solo.goal.title", shade=pen.ink.accent)
    head, label = 4.4, 12.0
    width, high = (box.width - label) / len(ADVANTAGES), (box.height - 5 - head) / len(HEALTHS)
    grid = Box(box.x + label, box.y + 5 + head, box.width - label, high * len(HEALTHS))
    if pen.ink.tint is not None:
        pen.box(Box(box.x, box.y + 5, box.width, head), fill=pen.ink.tint)
    for column, advantage in enumerate(ADVANTAGES):
        text = f"+{advantage}" if advantage > 0 else f"−{-advantage}" if advantage else "0"
        text = {ADVANTAGES[0]: f"≤ {text}", ADVANTAGES[-1]: f"≥ {text}"}.get(advantage, text)
        cell = Box(grid.x + column * width, box.y + 5, width, head)
        pen.write(cell, text, styles.STEP_STRONG, field="solo.goal", align="centre", shade=pen.ink.accent)
    for row, health in enumerate(HEALTHS):
        y = grid.y + row * high
        pen.write(Box(box.x + 6, y, 5, high), str(health), styles.STEP_STRONG, field="solo.goal", align="right",
                  shade=pen.ink.accent)  # fmt: skip
        pen.icon("heart", box.x + 3.4, y + high / 2, 1.1, fill=pen.ink.accent)
        pen.line(box.x, y, box.right, y, pen.ink.hair, 0.12)
        for column, advantage in enumerate(ADVANTAGES):
            most = goals(threshold, shoots)[health, advantage]
            text = "–" if most == 0 else f"{MOST}+" if most == MOST else str(most)
            cell = Box(grid.x + column * width, y, width, high)
            pen.write(cell, text, styles.STEP, field="solo.goal", align="centre")
    pen.lines([Line(grid.x, box.y + 5, grid.x, grid.bottom)], pen.ink.rule, 0.2)
