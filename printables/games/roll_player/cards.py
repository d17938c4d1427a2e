"""How the cards of Roll Player look: market cards, class sides, backstories, alignments, initiative cards.

Each face is made from a record of the printed set, or without one as a blank to write on. What a set does not know
(prices of published cards, their texts) is left open in the same way: nothing is made up.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll_player.card_texts import Said, ability_text, card_text
from companion.games.roll_player.constants import SETUP_DISCARDS
from companion.games.roll_player.content import (
    ATTRIBUTES,
    CLASS_COLORS,
    Alignment,
    ArmorSet,
    Backstory,
    ClassSide,
    Content,
    MarketCard,
)
from companion.games.roll_player.scoring import BACKSTORY_STARS
from companion.words import Text, Word
from printables.faces import styles
from printables.faces.card import (
    FOOT,
    HEAD,
    INNER,
    PICTURE,
    TEXT,
    Kind,
    draw_arrow,
    draw_dots,
    draw_flavour,
    draw_foot,
    draw_ghost,
    draw_head,
    draw_panel,
    draw_price,
    draw_rules,
    draw_stars,
    draw_text,
    sentences,
)
from printables.faces.codes import ROOM, draw_card_code
from printables.faces.deck import Face
from printables.faces.sheet import ROUND, draw_chip, draw_die_square, draw_strip, draw_value_box
from printables.games.roll_player.character_sheet import goal_text, signed
from printables.imposition import Box
from printables.items import Order
from printables.pen import Pen
from printables.typeset import STAR

ICONS = {
    "weapon": "sword",
    "armor": "shield",
    "skill": "bolt",
    "trait": "mask",
    "class": "helm",
    "backstory": "book",
    "alignment": "compass",
    "initiative": "hourglass",
}
"""The icon of each kind of card; its letter is a word."""

OWN = "own"
BLANK = "blank"
NOBODY = Text((("", ""),))

ART = Box(PICTURE.x, PICTURE.y, 33, PICTURE.height)
CODE = Box(PICTURE.x + 1, PICTURE.y + 1.2, 24, PICTURE.height - 1.4)
"""Where the code of a market card stands instead of its picture."""

SIDE = Box(PICTURE.right - 20, PICTURE.y, 20, PICTURE.height)
"""The picture of a market card, and beside it what is told at a glance."""


def kind(order: Order, key: str) -> Kind:
    return Kind(ICONS[key], order.words(f"print.card.letter.{key}"))


def said(order: Order, parts: Sequence[Said]) -> str:
    return sentences([order.words.say(part) for part in parts])


def whose(order: Order, *, blank: bool = False) -> str:
    """Where a card comes from: our own set, or facts about the published game."""
    if blank:
        return order.words("print.card.foot.blank")
    return order.words(f"print.card.foot.{'own' if order.set_ == OWN else 'facts'}")


# Market cards


def market_face(order: Order, key: str, card: MarketCard) -> Face:
    """The front of a market card; with the key `blank` its name, its dots and all it says are left open."""
    blank = key == BLANK
    field = f"market.{card.type if blank else key}"
    content: Content = order.content

    def draw(pen: Pen) -> None:
        name = None if blank else order.words.say(card.name)
        draw_head(pen, field, kind(order, card.type), market_type(order, card), name, room=11.8)
        draw_price(pen, None if card.cost is None else str(card.cost), f"{field}.cost")
        if blank or not (order.codes and draw_card_code(pen, order, "market", key, CODE)):
            draw_ghost(pen, ICONS[card.type], ART)
        draw_panel(pen)
        text = said(order, card_text(content, card))
        if card.type == "armor":
            draw_armor(pen, order, None if card.set is None else content.armor[card.set], text, field)
        else:
            draw_text(pen, text or None, f"{field}.text")
        if card.type == "weapon":
            draw_hands(pen, card.hands)
        elif card.type in ("skill", "trait"):
            draw_direction(pen, order, card, field)
        draw_foot(pen, whose(order, blank=blank), field, room=9)
        draw_dots(pen, None if blank else card.dots)

    return Face(draw)


def market_type(order: Order, card: MarketCard) -> str:
    """The line above the name of a market card."""
    if card.type == "weapon" and card.hands is not None:
        return order.words("card.weapon_hands", n=card.hands)
    if card.type == "armor" and card.set is not None:
        return order.words("card.armor_of", set=order.content.armor[card.set].name)
    return order.words(f"card.{card.type}")


def draw_hands(pen: Pen, hands: int | None) -> None:
    """As many hands as a weapon needs; two to colour in where that is not known."""
    count = 2 if hands is None else hands
    x, y = SIDE.right - 5.5, SIDE.centre[1]
    for n in range(count):
        at = (x - 10.5 * (count - 1 - n), y)
        if hands is None:
            pen.icon("hand", *at, 4.6, line=pen.ink.rule, weight=0.2)
        else:
            pen.icon("hand", *at, 4.6, fill=pen.ink.accent)


def draw_direction(pen: Pen, order: Order, card: MarketCard, field: str) -> None:
    """Where a skill or a trait moves the alignment, and the stars of a trait."""
    trait = card.type == "trait"
    x, top = SIDE.centre[0], SIDE.y
    radius = 4.6 if trait else 7
    draw_arrow(pen, x, top + radius + (0.2 if trait else 1.5), radius, card.arrow)
    if card.arrow is not None:
        below = Box(SIDE.x - 3, top + 2 * radius + (1 if trait else 3.4), SIDE.width + 6, 3.2)
        text = order.words(f"print.card.toward.{card.arrow}")
        pen.write(below, text, styles.CARD_KIND, field=f"{field}.arrow", align="centre", shade=pen.ink.quiet)
    if trait:
        stars = Box(SIDE.x, SIDE.bottom - 9.5, SIDE.width, 8.5)
        draw_stars(pen, stars, card.stars, f"{field}.stars")


TABLE = 9.0
"""The height of a table of stars on a card (mm)."""


def draw_armor(pen: Pen, order: Order, set_: ArmorSet | None, text: str, field: str) -> None:
    """What a set gives: the text, the stars by number of cards, and beside the picture whose class it favours."""
    size = 5 if set_ is None else set_.size
    room = Box(TEXT.x, TEXT.y, TEXT.width, TEXT.height - TABLE - 2)
    if text:
        draw_text(pen, text, f"{field}.text", room)
    else:
        draw_rules(pen, room, 2)
    table = Box(TEXT.x, TEXT.bottom - TABLE, TEXT.width, TABLE)
    stars = None if set_ is None or set_.stars is None else [str(n) for n in set_.stars]
    draw_table(pen, table, [str(n) for n in range(1, size + 1)], stars, f"{field}.stars")
    colours = None if set_ is None else set_.colors
    middle = SIDE.centre[0]
    caption = Box(SIDE.x, SIDE.y + 1, SIDE.width, 4)
    pen.write(caption, f"+1 {STAR}", styles.CARD_FACT, field=f"{field}.favours", align="centre", shade=pen.ink.accent)
    for n in range(2 if colours is None else len(colours)):
        box = Box.around(middle, SIDE.y + 9.2 + n * 7.4, 13, 6)
        if colours is None:
            pen.box(box, line=pen.ink.rule, weight=0.25, radius=ROUND)
        else:
            draw_chip(pen, box, colours[n], order.words)


def draw_table(pen: Pen, box: Box, heads: Sequence[str], values: Sequence[str] | None, field: str) -> None:
    """Two lines of cells: a number of something, and the stars for it; without values there are boxes to write in."""
    width = box.width / len(heads)
    for n, head in enumerate(heads):
        cell = Box(box.x + n * width, box.y, width, box.height)
        top = Box(cell.x, cell.y, cell.width, box.height * 0.38)
        pen.write(top, head, styles.CARD_KIND, field=field, align="centre", shade=pen.ink.quiet)
        low = Box(cell.x, top.bottom, cell.width, box.height - top.height).inset(0.4, 0)
        pen.box(low, fill="#ffffff", line=pen.ink.hair, radius=ROUND)
        if values is not None:
            pen.write(low, f"{values[n]} {STAR}", styles.CARD_FACT, field=field, align="centre")


# Class cards


def class_face(order: Order, key: str, side: ClassSide | None) -> Face:
    """One side of a class card: its colour, its six goals with their stars, its ability."""
    field = f"classes.{key}"

    def draw(pen: Pen) -> None:
        colour = order.words("print.card.kind.class") if side is None else class_type(order, side)
        name = None if side is None else order.words.say(side.name)
        draw_head(pen, field, kind(order, "class"), colour, name, room=15)
        chip = Box(HEAD.right - 13, HEAD.y, 13, 6.6)
        if side is not None:
            draw_chip(pen, chip, side.color, order.words)
        else:
            draw_colour_choice(pen, order, chip)
        top = HEAD.bottom + 2.6
        for n, row in enumerate(ATTRIBUTES):
            draw_goal(pen, order, side, row, Box(INNER.x, top + n * 5.5, INNER.width, 5.5), field)
        strip = Box(INNER.x, top + 6 * 5.5 + 2, INNER.width, 5)
        title = order.words("print.sheet.ability")
        if side is not None and side.ability_name is not None:
            title = order.words.say(side.ability_name)
        draw_strip(pen, strip, title, f"{field}.ability_name")
        room = Box(INNER.x + 0.5, strip.bottom + 2, INNER.width - 1, FOOT.y - strip.bottom - 2.6)
        text = "" if side is None else said(order, ability_text(side))
        if order.codes and side is not None:
            beside = Box(room.right - 17, FOOT.bottom - ROOM, 17, ROOM)
            draw_card_code(pen, order, "classes", key, beside)
            room = Box(room.x, room.y, room.width - 19, room.height)
        draw_text(pen, text or None, f"{field}.text", room)
        draw_foot(pen, whose(order, blank=side is None), field, room=_clear(order))

    return Face(draw)


def class_type(order: Order, side: ClassSide) -> str:
    return order.words("print.card.class_of", color=Word(f"colour.{side.color}.name"))


def draw_colour_choice(pen: Pen, order: Order, box: Box) -> None:
    """The six class colours, small, one of them to be marked."""
    width, height = box.width / 3, 3.6
    for n, colour in enumerate(CLASS_COLORS):
        at = Box(box.x + n % 3 * width, box.y + n // 3 * (height + 0.5), width, height).inset(0.2)
        pen.box(at, line=pen.ink.rule, weight=0.15, radius=0.5)
        letter = f"colour.{colour}.letter"
        pen.write(at, order.words(letter), styles.CARD_FOOT, field=letter, align="centre", shade=pen.ink.quiet)


def draw_goal(pen: Pen, order: Order, side: ClassSide | None, row: str, box: Box, field: str) -> None:
    """An attribute, what its row is to reach, and the stars for that."""
    key = f"attribute.{row}.name"
    pen.write(Box(box.x + 0.5, box.y, 26, box.height), order.words(key), styles.LABEL, field=f"{field}.{row}")
    goal, stars = Box(box.x + 27, box.y, 12.5, box.height), Box(box.right - 15, box.y, 14.5, box.height)
    if side is None:
        draw_value_box(pen, goal.inset(0, 0.5))
        draw_value_box(pen, Box(stars.right - 7, stars.y + 0.5, 7, stars.height - 1))
    else:
        found = side.goals[row]  # type: ignore[index]  # rows are the literal
        pen.write(goal, goal_text(found), styles.STRONG, field=f"{field}.{row}", align="centre")
        text = STAR * found.stars
        pen.write(stars, text, styles.LABEL, field=f"{field}.{row}.stars", align="right", shade=pen.ink.accent)
    if row != ATTRIBUTES[-1]:
        pen.line(box.x, box.bottom, box.right, box.bottom, pen.ink.hair, 0.12)


# Backstories and alignments


def backstory_face(order: Order, key: str, record: Backstory | None) -> Face:
    """A backstory: where it wants which colour, and the stars for matches."""
    field = f"backstories.{key}"

    def draw(pen: Pen) -> None:
        name = None if record is None else order.words.say(record.name)
        draw_head(pen, field, kind(order, "backstory"), order.words("print.card.kind.backstory"), name)
        wanted = {} if record is None else {(t.row, t.slot): t.color for t in record.places}
        coded = order.codes and record is not None
        left, top, pitch, width = INNER.x + 13, HEAD.bottom + 3.2, 5.0 if coded else 6.2, 14.0
        for n, row in enumerate(ATTRIBUTES):
            label = f"attribute.{row}.short"
            beside = Box(INNER.x + 0.5, top + n * pitch, 12, pitch)
            pen.write(beside, order.words(label), styles.CARD_FACT, field=label)
            for slot in (1, 2, 3):
                box = Box(left + (slot - 1) * width, top + n * pitch, width, pitch).inset(0.4)
                if (row, slot) in wanted:
                    draw_chip(pen, box, wanted[row, slot], order.words)
                    continue
                pen.box(box, line=pen.ink.hair, weight=0.2, radius=ROUND)
                pen.write(box, str(slot), styles.STEP, field=field, align="centre", shade=pen.ink.hair)
        below = Box(INNER.x, top + 6 * pitch + 1.8, INNER.width, 9.4)
        draw_table(pen, below, [str(n) for n in range(7)], [str(n) for n in BACKSTORY_STARS], f"{field}.stars")
        room = Box(INNER.x, below.bottom + 1, INNER.width, FOOT.y - below.bottom - 1.6)
        _flavour(pen, order, record, field, _beside_code(pen, order, "backstories", key, room) if coded else room)
        draw_foot(pen, whose(order, blank=record is None), field, room=_clear(order))

    return Face(draw)


def alignment_face(order: Order, key: str, record: Alignment | None) -> Face:
    """An alignment: what each cell is worth at the end, and the ring where the marker begins."""
    field = f"alignments.{key}"

    def draw(pen: Pen) -> None:
        name = None if record is None else order.words.say(record.name)
        draw_head(pen, field, kind(order, "alignment"), order.words("print.card.kind.alignment"), name)
        coded = order.codes and record is not None
        cell = 11.6 if coded else 14.0
        left, top = INNER.right - 3 * cell, HEAD.bottom + 8.4
        for n in range(9):
            box = Box(left + n % 3 * cell, top + n // 3 * cell, cell, cell)
            value = None if record is None else record.grid[n]
            if value and value > 0 and pen.ink.tint is not None:
                pen.box(box, fill=pen.ink.tint)
            pen.box(box, line=pen.ink.rule, weight=0.25)
            if n == 4:
                pen.circle(*box.centre, cell * 0.43, line=pen.ink.accent, weight=0.35)
            if value is not None:
                pen.write(box, signed(value), styles.CARD_NUMBER, field=f"{field}.grid", align="centre")
        for n, way in enumerate(("lawful", "neutral", "chaotic")):
            word = f"print.sheet.{way}"
            above = Box(left + n * cell, top - 5.8, cell, 5.3)
            pen.write(
                above, order.words(word), styles.CELL_NAME.at(6.5), field=word, align="centre", valign="bottom",
                shade=pen.ink.quiet, lines=2,
            )  # fmt: skip
        for n, way in enumerate(("good", "neutral", "evil")):
            word = f"print.sheet.{way}"
            beside = Box(INNER.x, top + n * cell, left - INNER.x - 1, cell)
            pen.write(
                beside, order.words(word), styles.CELL_NAME.at(6.5), field=word, align="right", shade=pen.ink.quiet
            )
        end = top + 3 * cell
        room = Box(INNER.x, end + 1, INNER.width, FOOT.y - end - 1.6)
        _flavour(pen, order, record, field, _beside_code(pen, order, "alignments", key, room) if coded else room)
        draw_foot(pen, whose(order, blank=record is None), field, room=_clear(order))

    return Face(draw)


def _clear(order: Order) -> float:
    """How much of the foot a code takes."""
    return 19.0 if order.codes else 0.0


def _beside_code(pen: Pen, order: Order, kind_: str, key: str, room: Box) -> Box:
    """The code of a card at the right of its lowest part; what is left beside it."""
    place = Box(room.right - 17, FOOT.bottom - ROOM, 17, ROOM)
    if place.y < room.y or not draw_card_code(pen, order, kind_, key, place):
        return room
    return Box(room.x, room.y, room.width - 19, room.height)


def _flavour(pen: Pen, order: Order, record: Backstory | Alignment | None, field: str, box: Box) -> None:
    if record is None:
        draw_rules(pen, Box(box.x, box.y, box.width, box.height), 1)
    elif record.text is not None:
        draw_flavour(pen, order.words.say(record.text), f"{field}.text", box)


# Initiative cards

PLAYERS = tuple(SETUP_DISCARDS)
"""The numbers of players that have a column in the set-up table."""


def initiative_face(order: Order, number: int) -> Face:
    """An initiative card: its number, the place of its die, and of its coin if it ever has one (RP-SETUP-12, 13)."""
    field = f"initiative.{number}"
    used = [n for n in PLAYERS if number <= n + 1]
    coin = [n for n in PLAYERS if 1 < number < n + 1]

    def draw(pen: Pen) -> None:
        words = order.words
        title = words("print.initiative.always" if used == list(PLAYERS) else "print.initiative.used", players=used)
        draw_head(pen, field, kind(order, "initiative"), words("print.card.kind.initiative"), title)
        place = Box(PICTURE.x, PICTURE.y, 27, 24)
        pen.write(place, str(number), styles.BIG_NUMBER, field=f"{field}.number", align="centre", shade=pen.ink.accent)
        draw_die_square(pen, Box(PICTURE.right - 24, PICTURE.y, 22, 22), "", field=f"{field}.die")
        icon = (PICTURE.right - 13, PICTURE.y + 11)
        pen.icon("die", *icon, 4, fill=None if pen.ink.ground is None else pen.ink.hair, line=pen.ink.hair)
        radius = 11.5
        x, y = PICTURE.x + 13.5, TEXT.y + radius + 1
        beside = Box(x + radius + 4, TEXT.y, INNER.right - x - radius - 4, 2 * radius + 2)
        if coin:
            pen.circle(x, y, radius, line=pen.ink.accent, weight=0.4)
            pen.circle(x, y, radius - 1.2, line=pen.ink.accent, weight=0.15)
            key = "print.initiative.coin_always" if coin == used else "print.initiative.coin"
            pen.write(beside, words(key, players=coin), styles.CARD_TEXT, field=f"{field}.coin", lines=None)
        else:
            whole = Box(TEXT.x, TEXT.y, TEXT.width, 2 * radius + 2)
            key = "print.initiative.first" if number == 1 else "print.initiative.last"
            pen.write(whole, words(key), styles.CARD_TEXT, field=f"{field}.coin", lines=None, valign="top")
        draw_foot(pen, words("print.card.foot.rules"), field)

    return Face(draw)


def blank_market(order: Order, type_: str) -> Face:
    """A market card of one type to write on."""
    card = MarketCard(NOBODY, type_, 1)  # type: ignore[arg-type]  # the four types
    return market_face(order, BLANK, card)
