"""Hero sheets: who the hero is, tracks for what changes, and a place for the card in every slot."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.games.quest_circuit.card_texts import signed, usable_text
from companion.games.quest_circuit.content import SLOTS, STATS, Content, Hero
from companion.palette import palette
from printables.faces import styles
from printables.faces.furniture import draw_marked, page_code
from printables.faces.sheet import ROUND, draw_chip, draw_named_box, draw_strip
from printables.form import Field, fields_of
from printables.games.quest_circuit import cards
from printables.games.quest_circuit.hero_layout import (
    HEAD,
    HERO,
    LABELS,
    PITCH_Y,
    PLAYER,
    POWER,
    ROWS,
    STEP,
    TOTALS,
    TRACK_TOP,
    WRITTEN,
    layout,
    places,
    total_boxes,
)
from printables.games.quest_circuit.hero_layout import NAME as NAME_BOX
from printables.games.quest_circuit.tokens import TRACKS
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, PageGeometry, Value, newest
from printables.reading.markers import frame_on
from printables.typeset import Style

NAME = "print.item.hero-sheets"


def hero_pages(order: Order) -> Sequence[Page]:
    """A sheet for each hero, and one for a hero of one's own."""
    content: Content = order.content
    geometry = newest(order.package, HERO, layout())
    sheets = [_HeroSheet(order, geometry, key, hero) for key, hero in (*content.heroes.items(), ("own", None))]
    codes = [page_code(order, geometry, 1, sheet.key).text for sheet in sheets]
    return [Page(sheet.draw, fields=sheet.fields, code=code) for sheet, code in zip(sheets, codes, strict=True)]


class _HeroSheet(Struct, frozen=True):
    order: Order
    geometry: Geometry
    key: str
    hero: Hero | None

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = draw_marked(pen, self.order, NAME, self.geometry, 1, (number, total), self.key)
        head(pen, self.order, self.key, self.hero)
        tracks(pen, self.order)
        totals(pen, self.order, self.hero, written=not self.order.fillable)
        draw_places(pen, self.order)

    # on a screen

    def fields(self) -> Sequence[Field]:
        page = self.geometry.pages[0]
        groups = (group for group in page.groups if self.hero is None or group.key not in WRITTEN)
        shown = PageGeometry(page.code, tuple(groups))
        return tuple(fields_of(shown, frame_on(self.order.paper), self.told, self.value_of))

    def value_of(self, group: Group, value: Value | None) -> str:
        if self.hero is None or value is None or value.key != "innate":
            return ""
        return innate(self.hero, group.key.removeprefix("total."))

    def told(self, group: Group, value: Value | None) -> str:
        """What a place is called, in the words that stand beside it."""
        words, (kind, _, key) = self.order.words, group.key.partition(".")
        if kind in ("player", *WRITTEN):
            return words({"player": "print.hero.player", "name": "print.hero.own", "power": "card.power"}[kind])
        if kind == "track":
            return words(f"stat.{key}" if key in STATS else f"score.{key}")
        column = "innate" if value is not None and value.key == "innate" else "total"
        return f"{words(f'print.hero.stat.{key}')}, {words(f'print.hero.{column}')}"


def head(pen: Pen, order: Order, key: str, hero: Hero | None) -> None:
    """The name and the colour of a hero, and its power."""
    words, field = order.words, f"heroes.{key}"
    x, y = HEAD.x + 8, HEAD.y + 8
    if hero is not None:
        paint = pen.ink.chip(hero.token)
        pen.circle(x, y, 7.6, fill=paint.fill, line=paint.line, weight=0.4)
        pen.shape(palette()[hero.token].shape, x, y, 4.2, fill=paint.ink)
        draw_chip(pen, Box(PLAYER.right - 12, PLAYER.y + 0.6, 12, 5.2), hero.token, words)
    else:
        pen.circle(x, y, 7.6, line=pen.ink.rule, weight=0.3)
    if hero is not None:
        name = words.say(hero.name)
        pen.write(NAME_BOX, name, Style("title", 21, leading=1.02), field=f"{field}.name", lines=2)
    else:
        line = NAME_BOX.y + 11
        pen.line(NAME_BOX.x, line, NAME_BOX.right, line, pen.ink.rule, 0.25)
        below = Box(NAME_BOX.x, line + 0.8, NAME_BOX.width, 3.4)
        pen.write(below, words("print.hero.own"), styles.CAPTION, field="print.hero.own", shade=pen.ink.quiet)
    box = PLAYER if hero is None else Box(PLAYER.x, PLAYER.y, PLAYER.width - 13.4, PLAYER.height)
    draw_named_box(pen, box, words("print.hero.player"), "print.hero.player")
    power(pen, order, hero, field)


def power(pen: Pen, order: Order, hero: Hero | None, field: str) -> None:
    words = order.words
    box = POWER
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
        y = TRACK_TOP + n * PITCH_Y
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


def innate(hero: Hero, stat: str) -> str:
    """A value that a hero has without equipment, as it is printed."""
    value = getattr(hero.bonuses, stat)
    return signed(value) if value else "0"


def totals(pen: Pen, order: Order, hero: Hero | None, *, written: bool) -> None:
    """The six values: what is innate (`written` unless a field holds it), and a box for the sum with the equipment, in
    pencil."""
    words = order.words
    high = TOTALS.height / (len(STATS) + 1)
    for x, word in zip((TOTALS.right - 24, TOTALS.right - 12), ("print.hero.innate", "print.hero.total"), strict=True):
        room = Box(x - 1, TOTALS.y, 13, high)
        pen.write(room, words(word), styles.CAPTION, field=word, align="centre", shade=pen.ink.quiet, lines=2)
    boxes = total_boxes()
    for n, stat in enumerate(STATS, 1):
        row = Box(TOTALS.x, TOTALS.y + n * high, TOTALS.width, high)
        pen.line(row.x, row.y, row.right, row.y, pen.ink.hair, 0.15)
        pen.icon(cards.STATS[stat], row.x + 2.6, row.centre[1], 2, fill=pen.ink.accent)
        label = Box(row.x + 6, row.y, row.width - 31, high)
        pen.write(label, words(f"print.hero.stat.{stat}"), styles.LABEL, field=f"print.hero.stat.{stat}")
        first, second = boxes[stat]
        if hero is None:
            pen.box(first, line=pen.ink.hair, radius=ROUND)
        elif written:
            pen.write(first, innate(hero, stat), styles.FILLED, field=f"heroes.{stat}", align="centre")
        pen.box(second, fill="#ffffff", line=pen.ink.rule, weight=0.25, radius=ROUND)


def draw_places(pen: Pen, order: Order) -> None:
    """A place for a card in each of the six slots, and one for what is not worn."""
    words, found = order.words, places()
    for slot in SLOTS:
        draw_place(pen, found[slot], words(f"slot.{slot}"), f"slot.{slot}", cards.SLOTS[slot])
    rest = found["inventory"]
    draw_place(pen, rest, words("panel.inventory"), "panel.inventory", cards.SLOTS["free"])
    note = Box(rest.x + 3, rest.bottom - 19, rest.width - 6, 16)
    pen.write(note, words("print.hero.inventory"), styles.NOTE_TEXT, field="print.hero.inventory", align="centre",
              lines=5, shade=pen.ink.quiet)  # fmt: skip


def draw_place(pen: Pen, box: Box, name: str, field: str, icon: str) -> None:
    """A place for a card, with its name above it."""
    label = Box(box.x, box.y - 5.2, box.width, 5)
    pen.write(label, name, styles.SECTION, field=field, align="centre", shade=pen.ink.accent)
    pen.box(box, line=pen.ink.rule, weight=0.25, radius=2.4)
    x, y = box.centre
    pen.icon(icon, x, y - 3, 8, fill=pen.ink.ground, line=pen.ink.hair)
