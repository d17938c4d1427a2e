"""Hero sheets: who the hero is, tracks for what changes, and a place for the card in every slot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.quest_circuit.card_texts import signed, usable_text
from companion.games.quest_circuit.content import SLOTS, STATS, Content, Hero
from companion.palette import palette
from printables.faces import styles
from printables.faces.furniture import PLAIN, draw_plain
from printables.faces.sheet import ROUND, draw_chip, draw_strip
from printables.games.quest_circuit import cards
from printables.games.quest_circuit.small import SMALL
from printables.games.quest_circuit.tokens import TRACKS
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen
from printables.typeset import Style

NAME = "print.item.hero-sheets"
HEAD = Box(0, PLAIN.y, PLAIN.width, 25.5)
STEP = 11.4
"""The side of a box of a track: a tracker of 11 mm lies in it."""

LABELS = 25.0
TRACK_TOP = HEAD.bottom + 3
ROWS = (("level", range(1, 11)), ("xp", range(10)), ("health", range(1, 11)), ("health", range(11, 21)),
        ("mana", range(1, 11)))  # fmt: skip
"""The tracks row by row; a hero rarely needs more, and then two trackers lie on one track."""

TRACK_WIDTH = LABELS + 10 * STEP
TOTALS = Box(TRACK_WIDTH + 4, TRACK_TOP, PLAIN.width - TRACK_WIDTH - 4, len(ROWS) * (STEP + 0.9))
PLACE = (SMALL.width + 1.6, SMALL.height + 1.6)
PITCH = PLACE[0] + (PLAIN.width - 4 * PLACE[0]) / 3
PLACES_Y = PLAIN.bottom - 2 * (PLACE[1] + 6.6)


def hero_pages(order: Order) -> Sequence[Page]:
    """A sheet for each hero, and one for a hero of one's own."""
    content: Content = order.content
    return [Page(_sheet(order, key, hero)) for key, hero in (*content.heroes.items(), ("own", None))]


def _sheet(order: Order, key: str, hero: Hero | None) -> Callable[[Pen, int, int], None]:
    def draw(pen: Pen, number: int, total: int) -> None:
        pen = draw_plain(pen, order, NAME, number, total)
        head(pen, order, key, hero)
        tracks(pen, order)
        totals(pen, order, hero)
        places(pen, order)

    return draw


def head(pen: Pen, order: Order, key: str, hero: Hero | None) -> None:
    """The name and the colour of a hero, and its power."""
    words, field = order.words, f"heroes.{key}"
    if hero is not None:
        paint = pen.ink.chip(hero.token)
        pen.circle(10, HEAD.y + 10, 9, fill=paint.fill, line=paint.line, weight=0.4)
        pen.shape(palette()[hero.token].shape, 10, HEAD.y + 10, 5, fill=paint.ink)
        draw_chip(pen, Box(3.5, HEAD.y + 20, 13, 5.4), hero.token, words)
    else:
        pen.circle(10, HEAD.y + 10, 9, line=pen.ink.rule, weight=0.3)
    name = Box(24, HEAD.y + 0.6, 66, 18.4)
    if hero is not None:
        pen.write(name, words.say(hero.name), Style("title", 23, leading=1.02), field=f"{field}.name", lines=2)
    else:
        pen.line(name.x, HEAD.y + 15, name.right, HEAD.y + 15, pen.ink.rule, 0.25)
        below = Box(name.x, HEAD.y + 16, name.width, 4)
        pen.write(below, words("print.hero.own"), styles.CAPTION, field="print.hero.own", shade=pen.ink.quiet)
    player = Box(24, HEAD.bottom - 3.6, 16, 3.4)
    pen.write(player, words("print.hero.player"), styles.CAPTION, field="print.hero.player", shade=pen.ink.quiet)
    pen.line(24 + 16, HEAD.bottom - 0.4, 90, HEAD.bottom - 0.4, pen.ink.hair, 0.2)
    power(pen, order, hero, field)


def power(pen: Pen, order: Order, hero: Hero | None, field: str) -> None:
    words = order.words
    box = Box(96, HEAD.y, PLAIN.width - 96, HEAD.height)
    draw_strip(pen, Box(box.x, box.y, box.width, 5.6), words("card.power"), "card.power", room=28)
    if hero is not None and hero.power_name is not None:
        name = Box(box.x + 28, box.y, box.width - 30, 5.6)
        pen.write(name, words.say(hero.power_name), styles.STRONG, field=f"{field}.power_name", align="right")
    low = Box(box.x + 1.6, box.bottom - 3.6, box.width - 3.2, 3.6)
    pen.write(low, words("print.hero.maximum"), styles.NOTE_TEXT, field="print.hero.maximum", shade=pen.ink.quiet)
    room = Box(box.x + 1.6, box.y + 7.4, box.width - 3.2, box.height - 12)
    if hero is None or hero.power is None:
        for n in range(1, 3):
            pen.line(room.x, room.y + n * 5.4, room.right, room.y + n * 5.4, pen.ink.hair, 0.2)
        return
    text = cards.said(order, usable_text(order.content, hero.power))
    pen.write(room, text, Style("text", 10.5), field=f"{field}.power", valign="top", lines=None)


def tracks(pen: Pen, order: Order) -> None:
    """Level, XP, Health and Mana, ten boxes in a row; a tracker moves along them."""
    words, picture = order.words, dict(TRACKS)
    seen: set[str] = set()
    for n, (track, values) in enumerate(ROWS):
        y = TRACK_TOP + n * (STEP + 0.9)
        if track not in seen:
            pen.icon(picture[track], 4.4, y + STEP / 2, 2.8, fill=pen.ink.accent)
            word = f"stat.{track}" if track in STATS else f"score.{track}"
            label = Box(9, y, LABELS - 10.4, STEP)
            pen.write(label, words(word), styles.STRONG, field=word, shade=pen.ink.accent, lines=2)
        seen.add(track)
        for column, value in enumerate(values):
            box = Box(LABELS + column * STEP, y, STEP, STEP)
            pen.box(box, line=pen.ink.rule, weight=0.2, fill=pen.ink.tint if value % 5 == 0 and value else None)
            style = styles.STRONG if value % 5 == 0 else styles.LABEL
            pen.write(box, str(value), style, field="track", align="centre", shade=pen.ink.quiet)


def totals(pen: Pen, order: Order, hero: Hero | None) -> None:
    """The six values: what is innate, and a box for the sum with the equipment, in pencil."""
    words = order.words
    high = TOTALS.height / 7
    columns = (TOTALS.right - 24, TOTALS.right - 12)
    for x, word in zip(columns, ("print.hero.innate", "print.hero.total"), strict=True):
        room = Box(x - 1, TOTALS.y, 13, high)
        pen.write(room, words(word), styles.CAPTION, field=word, align="centre", shade=pen.ink.quiet, lines=2)
    for n, stat in enumerate(STATS, 1):
        row = Box(TOTALS.x, TOTALS.y + n * high, TOTALS.width, high)
        pen.line(row.x, row.y, row.right, row.y, pen.ink.hair, 0.15)
        pen.icon(cards.STATS[stat], row.x + 2.6, row.centre[1], 2, fill=pen.ink.accent)
        label = Box(row.x + 6, row.y, row.width - 31, high)
        pen.write(label, words(f"print.hero.stat.{stat}"), styles.LABEL, field=f"print.hero.stat.{stat}")
        first, second = (Box(x, row.y, 11, high).inset(0.6, 0.9) for x in columns)
        if hero is None:
            pen.box(first, line=pen.ink.hair, radius=ROUND)
        else:
            value = getattr(hero.bonuses, stat)
            text = signed(value) if value else "0"
            pen.write(first, text, styles.FILLED, field=f"heroes.{stat}", align="centre")
        pen.box(second, fill="#ffffff", line=pen.ink.rule, weight=0.25, radius=ROUND)


def places(pen: Pen, order: Order) -> None:
    """A place for a card in each of the six slots, and one of two cards' width for what is not worn."""
    words = order.words
    for n, slot in enumerate(SLOTS):
        box = Box(n % 4 * PITCH, PLACES_Y + n // 4 * (PLACE[1] + 6.6) + 5.8, *PLACE)
        draw_place(pen, box, words(f"slot.{slot}"), f"slot.{slot}", cards.SLOTS[slot])
    wide = Box(2 * PITCH, PLACES_Y + PLACE[1] + 6.6 + 5.8, PITCH + PLACE[0], PLACE[1])
    draw_place(pen, wide, words("panel.inventory"), "panel.inventory", cards.SLOTS["free"])
    note = Box(wide.x + 6, wide.bottom - 14, wide.width - 12, 10)
    pen.write(note, words("print.hero.inventory"), styles.NOTE_TEXT, field="print.hero.inventory", align="centre",
              lines=3, shade=pen.ink.quiet)  # fmt: skip


def draw_place(pen: Pen, box: Box, name: str, field: str, icon: str) -> None:
    """A place for a card, with its name above it."""
    label = Box(box.x, box.y - 5.4, box.width, 5)
    pen.write(label, name, styles.SECTION, field=field, align="centre", shade=pen.ink.accent)
    pen.box(box, line=pen.ink.rule, weight=0.25, radius=2.4)
    x, y = box.centre
    pen.icon(icon, x, y - 3, 8, fill=pen.ink.ground, line=pen.ink.hair)
