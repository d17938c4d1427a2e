"""The character sheet as it looks: blank, or with race, class, backstory and alignment filled in from a set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.game import nearest
from companion.games.roll_player.card_texts import ability_text
from companion.games.roll_player.content import ARMOR_SETS, ATTRIBUTES, CLASS_COLORS, Content, Goal
from companion.words import Word
from printables.faces import styles
from printables.faces.furniture import (
    LEFT,
    draw_code,
    draw_footer,
    draw_markers,
    draw_title,
    frame_pen,
    page_code,
)
from printables.faces.sheet import (
    draw_chip,
    draw_die_square,
    draw_goal_box,
    draw_named_box,
    draw_ring,
    draw_strip,
    draw_ticks,
    draw_track,
    draw_value_box,
)
from printables.form import Field, fields_of
from printables.games.roll_player.sheet_layout import (
    AIR,
    FIRST,
    LINES,
    LOWER,
    ROWS_TOP,
    SECOND,
    SHEET,
    SLOTS,
    SLOTS_LEFT,
    STRIP,
    THIRD,
    armor_top,
    layout,
    lines_top,
)
from printables.imposition import Box
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, PageGeometry, Value, newest
from printables.reading.markers import frame_on
from printables.typeset import STAR

FILLED = {"race": "races", "class": "classes", "backstory": "backstories", "alignment": "alignments"}
"""What can be filled in beforehand, and the kind of content it comes from."""

NAME = "print.item.character-sheet"


def sheet_pages(order: Order) -> Sequence[Page]:
    """The page of the sheet. Raises UnknownName for something to fill in that no set has."""
    geometry = newest(order.package, SHEET, layout())
    page = _SheetPage(order, geometry, _filled(order), content_of(order))
    return [Page(page.draw, fields=page.fields, code=page_code(order, geometry, 1).text)]


def _filled(order: Order) -> Mapping[str, Any]:
    """The records that are filled in, by what they are; later sets over earlier ones."""
    for kind in order.fill:
        if kind not in FILLED:
            raise nearest("print.fill.kind", kind, FILLED)
    content = content_of(order)
    found = {}
    for kind, key in order.fill.items():
        table = getattr(content, FILLED[kind])
        if key not in table:
            every = getattr(order.content_of(*order.sets), FILLED[kind])
            if key not in every:
                raise nearest(f"print.fill.{kind}", key, every)
            table = every
        found[kind] = table[key]
    return found


def content_of(order: Order) -> Content:
    """The content that a sheet is about: of the set that was asked for, or of the one that all fillings are from."""
    fill = order.fill.items()
    for key in reversed(order.sets if order.set_ is None else order.sets[-1:]):
        found: Content = order.content_of(key)
        if all(name in getattr(found, FILLED[kind]) for kind, name in fill):
            return found
    content: Content = order.content
    return content


def goal_text(goal: Goal) -> str:
    """`18`, `16–17` or `14+`."""
    if goal.high is None:
        return f"{goal.low}+"
    return str(goal.low) if goal.high == goal.low else f"{goal.low}–{goal.high}"


def signed(value: int) -> str:
    """A number with its sign, as it is printed."""
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{abs(value)}"


class _SheetPage(Struct, frozen=True):
    order: Order
    geometry: Geometry
    filled: Mapping[str, Any]
    content: Content

    def say(self, key: str) -> str:
        return self.order.words(key)

    def group(self, key: str) -> Group:
        return self.geometry.pages[0][key]

    def box(self, key: str) -> Box:
        return self.group(key)["value"].box

    def name_of(self, kind: str) -> str | None:
        record = self.filled.get(kind)
        return None if record is None else self.order.words.say(record.name)

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = frame_pen(pen, self.order.paper)
        draw_markers(pen)
        draw_code(pen, page_code(self.order, self.geometry, 1), self.geometry.pages[0].code)
        draw_title(pen, self.order, NAME)
        draw_footer(pen, self.order, number, total)
        self.head(pen)
        self.rows(pen)
        self.alignment(pen)
        self.backstory(pen)
        self.weapons_and_armor(pen)
        self.traits_and_skills(pen)
        self.purse(pen)

    def named(self, pen: Pen, key: str, label: str) -> None:
        """A box to write in; what is filled in beforehand stands in its field where there are fields."""
        text = None if self.order.fillable else self.text_of(key)
        draw_named_box(pen, self.box(key), self.say(label), label, text=text)

    def text_of(self, key: str) -> str | None:
        """What is filled in beforehand in a box for words."""
        side = self.filled.get("class")
        if key == "ability" and side is not None:
            name = [] if side.ability_name is None else [f"{self.order.words.say(side.ability_name)}:"]
            return " ".join((*name, *(self.order.words.say(text) for text in ability_text(side))))
        return self.name_of(key.removesuffix(".card"))

    def head(self, pen: Pen) -> None:
        self.named(pen, "name", "print.sheet.name")
        self.named(pen, "player", "score.heading.name")
        self.named(pen, "race", "score.heading.race")
        side = self.filled.get("class")
        self.named(pen, "class", "score.heading.class")
        self.named(pen, "ability", "print.sheet.ability")
        for colour in CLASS_COLORS:
            box = self.group("class_color")[colour].box
            draw_chip(pen, box, colour, self.order.words)
            beside = Box(box.right + 1.4, box.y, 10.8, box.height)
            key = f"colour.{colour}.name"
            pen.write(beside, self.say(key), styles.AXIS, field=key, shade=pen.ink.quiet)
            if side is not None and side.color == colour and not self.order.fillable:
                draw_ring(pen, box)

    def rows(self, pen: Pen) -> None:
        captions = ("score.box.dice", "score.box.modifier", "score.box.score", "score.box.goal")
        first = self.group(f"row.{ATTRIBUTES[0]}")
        for value, caption in zip(first.values, (*captions, None), strict=True):
            above = Box(value.box.x, ROWS_TOP - 0.2, value.box.width, 3)
            text = STAR if caption is None else self.say(caption)
            pen.write(
                above,
                text,
                styles.CAPTION,
                field=caption or "stars",
                align="centre",
                shade=pen.ink.accent if caption is None else pen.ink.quiet,
            )
        for row in ATTRIBUTES:
            self.row(pen, row)

    def row(self, pen: Pen, row: str) -> None:
        squares = self.group(f"dice.{row}")
        for slot in SLOTS:
            note = self.say("print.sheet.slot_gold") if slot == SLOTS[-1] else None
            draw_die_square(pen, squares[slot].box, slot, note, field=f"dice.{row}.{slot}")
        top, height = squares.box.y, squares.box.height
        key = f"attribute.{row}.name"
        room = SLOTS_LEFT - LEFT - 3
        pen.write(Box(LEFT, top + 2.4, room, 5.4), self.say(key), styles.ROW_NAME, field=key, shade=pen.ink.accent)
        action = self.order.words("print.sheet.action", action=Word(f"action.{row}"))
        below = Box(LEFT, top + 8.6, room, height - 9)
        pen.write(below, action, styles.NOTE_TEXT, field=f"action.{row}", valign="top", shade=pen.ink.quiet, lines=2)
        self.sums(pen, row)

    def sums(self, pen: Pen, row: str) -> None:
        """The boxes behind a row, with what is known before the game: the race's modifier, the goal and its stars."""
        race, side = self.filled.get("race"), self.filled.get("class")
        for value in self.group(f"row.{row}").values:
            field = f"row.{row}.{value.key}"
            if value.key == "goal" and side is not None:
                goal = side.goals[row]
                draw_goal_box(pen, value.box, goal_text(goal), goal.stars, field=field)
                continue
            text = None
            if value.key == "modifier" and race is not None and not self.order.fillable:
                text = signed(race.modifiers.get(row, 0))
            draw_value_box(pen, value.box, text=text, field=field, strong=value.key in ("score", "value"))

    def strip(self, pen: Pen, box: Box, key: str) -> None:
        draw_strip(pen, Box(box.x, box.y, box.width, STRIP), self.say(key), key)

    def alignment(self, pen: Pen) -> None:
        self.strip(pen, FIRST, "score.alignment")
        self.named(pen, "alignment.card", "print.sheet.card")
        group = self.group("alignment")
        record = self.filled.get("alignment")
        for n, value in enumerate(group.values):
            pen.box(value.box, line=pen.ink.rule, weight=0.25)
            if n == 4:
                pen.circle(*value.box.centre, value.box.width * 0.42, line=pen.ink.accent, weight=0.35)
            if record is not None and not self.order.fillable:
                text = signed(record.grid[n])
                pen.write(value.box, text, styles.FILLED, field="alignment", align="centre")
        for n, key in enumerate(("lawful", "neutral", "chaotic")):
            cell = group.values[n].box
            word = f"print.sheet.{key}"
            above = Box(cell.centre[0] - 6.1, cell.y - 5.7, 12.2, 5.3)
            pen.write(
                above,
                self.say(word),
                styles.CELL_NAME,
                field=word,
                align="centre",
                valign="bottom",
                shade=pen.ink.quiet,
                lines=2,
            )
        for n, key in enumerate(("good", "neutral", "evil")):
            cell = group.values[3 * n].box
            word = f"print.sheet.{key}"
            beside = Box(FIRST.x, cell.y, cell.x - FIRST.x - 0.8, cell.height)
            pen.write(beside, self.say(word), styles.CELL_NAME, field=word, align="right", shade=pen.ink.quiet)

    def backstory(self, pen: Pen) -> None:
        self.strip(pen, SECOND, "score.backstory")
        self.named(pen, "backstory.card", "print.sheet.card")
        record = self.filled.get("backstory")
        for row in ATTRIBUTES:
            group = self.group(f"backstory.{row}")
            key = f"attribute.{row}.short"
            beside = Box(SECOND.x, group.box.y, group.box.x - SECOND.x - 1, group.box.height)
            pen.write(beside, self.say(key), styles.AXIS, field=key, shade=pen.ink.quiet)
            for value in group.values:
                pen.box(value.box, line=pen.ink.rule, weight=0.25)
        for target in record.places if record is not None else ():
            box = self.group(f"backstory.{target.row}")[str(target.slot)].box
            draw_chip(pen, box.inset(0.5), target.color, self.order.words)

    def weapons_and_armor(self, pen: Pen) -> None:
        self.strip(pen, THIRD, "input.group.weapons")
        for hand in ("1", "2"):
            self.named(pen, f"weapon.{hand}", f"print.sheet.hand.{hand}")
        top = armor_top()
        self.strip(pen, Box(THIRD.x, top, THIRD.width, STRIP), "score.armor")
        for key in ARMOR_SETS:
            group = self.group(f"armor.{key}")
            name = self.order.words.say(self.content.armor[key].name)
            beside = Box(THIRD.x + 1.6, group.box.y, group.box.x - THIRD.x - 2, group.box.height)
            pen.write(beside, name, styles.LABEL, field=f"armor.{key}.name")
            draw_ticks(pen, [value.box for value in group.values])
            self.star_box(pen, self.box(f"armor.{key}.stars"))

    def star_box(self, pen: Pen, box: Box) -> None:
        """A box for stars, with a star in front of it."""
        draw_value_box(pen, box, strong=True)
        pen.star(box.x - 2.4, box.centre[1], 1.3, fill=pen.ink.accent)

    def traits_and_skills(self, pen: Pen) -> None:
        top = lines_top()
        half = (THIRD.width - 3) / 2
        self.strip(pen, Box(THIRD.x, top, half, STRIP), "score.traits")
        skills = Box(THIRD.right - half, top, half, STRIP)
        self.strip(pen, skills, "print.sheet.skills")
        ready, used = (self.group("skill.1.state")[state].box.centre[0] for state in ("ready", "used"))
        middle = top + STRIP / 2
        pen.box(Box.around(ready, middle, 2.1, 3), line=pen.ink.quiet, weight=0.25, radius=0.3)
        pen.box(Box.around(used, middle, 3, 2.1), line=pen.ink.quiet, weight=0.25, radius=0.3)
        for n in range(1, LINES + 1):
            trait = self.group(f"trait.{n}")
            self.rule(pen, trait["name"].box)
            draw_value_box(pen, trait["value"].box, strong=True)
            self.rule(pen, self.box(f"skill.{n}"))
            draw_ticks(pen, [value.box for value in self.group(f"skill.{n}.state").values])

    def rule(self, pen: Pen, box: Box) -> None:
        """A line to write on."""
        pen.line(box.x, box.bottom - 0.6, box.right, box.bottom - 0.6, pen.ink.rule, 0.2)

    def purse(self, pen: Pen) -> None:
        """Gold, charisma tokens and the total."""
        self.strip(pen, Box(FIRST.x, LOWER, FIRST.width, STRIP), "input.group.gold")
        draw_track(pen, [value.box for value in self.group("gold").values])
        self.strip(pen, Box(SECOND.x, LOWER, SECOND.width, STRIP), "field.tokens")
        draw_value_box(pen, self.box("charisma"), strong=True)
        total = self.box("total")
        self.strip(pen, Box(SECOND.x, total.y - AIR - STRIP, SECOND.width, STRIP), "print.sheet.total")
        pen.box(total, line=pen.ink.accent, weight=0.5, radius=0.8)
        pen.star(total.x + 5.2, total.centre[1] + 0.2, 3, line=pen.ink.accent, weight=0.3)

    # on a screen

    def fields(self) -> Sequence[Field]:
        """What is known before the game and drawn (goals, places of colours) has no fields; everything else has."""
        page = self.geometry.pages[0]
        side = self.filled.get("class")
        groups = [self.without_goal(group) if side is not None else group for group in page.groups]
        shown = PageGeometry(page.code, tuple(groups))
        return tuple(fields_of(shown, frame_on(self.order.paper), self.told, self.value_of))

    @staticmethod
    def without_goal(group: Group) -> Group:
        if not group.key.startswith("row."):
            return group
        return replace(group, values=tuple(value for value in group.values if value.key != "goal"))

    def value_of(self, group: Group, value: Value | None) -> str:
        """What is filled in beforehand, in a place or in a choice."""
        race, side, record = (self.filled.get(kind) for kind in ("race", "class", "alignment"))
        if group.key == "class_color":
            return "" if side is None else str(side.color)
        if value is None:
            return ""
        if group.key == "alignment":
            return "" if record is None else signed(record.grid[int(value.key)])
        row = group.key.removeprefix("row.")
        if value.key == "modifier" and race is not None:
            return signed(race.modifiers.get(row, 0))
        return (self.text_of(group.key) or "") if group.kind == "text" else ""

    def told(self, group: Group, value: Value | None) -> str:
        """What a place is called, in the words that stand beside it."""
        kind, _, row = group.key.partition(".")
        parts = [self.say(TOLD.get(kind) or TOLD[group.key])]
        if f"attribute.{row}.name" in self.order.words:
            parts.append(self.say(f"attribute.{row}.name"))
        elif kind == "armor":
            parts.append(self.order.words.say(self.content.armor[row.removesuffix(".stars")].name))
        elif kind == "weapon":
            parts = [self.say(f"print.sheet.hand.{row}")]
        elif row and row[0].isdigit():
            parts.append(row.partition(".")[0])
        if value is not None and f"score.box.{value.key}" in self.order.words:
            parts.append(self.say(f"score.box.{value.key}"))
        elif value is not None and value.key not in ("value", "name"):
            parts.append(value.key)
        return ", ".join(parts)


TOLD = {
    "name": "print.sheet.name", "player": "score.heading.name", "race": "score.heading.race",
    "class": "score.heading.class", "class_color": "score.heading.class", "ability": "print.sheet.ability",
    "dice": "score.attribute_goals", "row": "score.attribute_goals", "alignment": "score.alignment",
    "backstory": "score.backstory", "weapon": "input.group.weapons", "armor": "score.armor", "trait": "score.traits",
    "skill": "print.sheet.skills", "gold": "input.group.gold", "charisma": "field.tokens",
    "total": "print.sheet.total",
}  # fmt: skip
"""What the groups of the sheet are called for somebody who cannot see them, by the first part of their keys."""
