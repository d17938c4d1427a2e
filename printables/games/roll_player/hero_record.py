"""The hero record: one finished hero on one page for the archive, from an entry of a score file, or blank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.canonical import Plain
from companion.games.roll_player.content import ARMOR_SETS, ATTRIBUTES
from companion.games.roll_player.hero import Hero, ScoreEntry, Weapon, key_of
from companion.games.roll_player.measures import attribute_score, dice_sum
from companion.games.roll_player.state import Die
from companion.palette import palette
from companion.reading import read
from companion.refusals import Refusal
from companion.scoring import Breakdown
from companion.words import Word
from printables.faces import styles
from printables.faces.furniture import LANE, draw_marked, page_code
from printables.faces.sheet import draw_chip, draw_named_box, draw_ring, draw_strip, draw_value_box
from printables.form import Field, fields_of
from printables.games.roll_player.character_sheet import goal_text, signed
from printables.games.roll_player.record_layout import (
    CARDS,
    LABELS,
    LISTS,
    MORE_LINES,
    MOST_PAGES,
    RECORD,
    RIGHT,
    ROWS,
    SCORE,
    SHORT,
    STORY,
    STRIP,
    TOTAL,
    below_boxes,
    card_box,
    cell_box,
    die_box,
    head_boxes,
    layout,
    list_lines,
    list_tops,
    more_line,
    points_box,
    row_top,
    score_lines,
    story_box,
    sum_boxes,
)
from printables.imposition import Box
from printables.items import Order, Page
from printables.markup import literal
from printables.pen import Pen
from printables.reading.geometry import Geometry, Group, Value, newest
from printables.reading.markers import frame_on
from printables.typeset import STAR, DoesNotFit, fit

NAME = "print.item.hero-record"
HEADINGS = {"weapon": "print.hero.weapons", "armor": "score.armor", "trait": "score.traits"}
"""What the lists are called."""

Lines = list[tuple[str, str]]
"""Lines of a list: what it is, and what stands at the right."""


class Told(Struct, frozen=True):
    """A hero as a score file tells of it: what was written, what it means, and what it is worth."""

    entry: ScoreEntry
    hero: Hero
    score: Breakdown
    rank: Word | None

    def name(self, content: Any, kind: str) -> Any:
        """The name of its race, class, backstory or alignment; None if the file has none."""
        key = {
            "races": self.entry.race,
            "classes": self.entry.class_,
            "backstories": self.entry.backstory if isinstance(self.entry.backstory, str) else None,
            "alignments": self.entry.alignment.card,
        }[kind]
        table = getattr(content, kind)
        return None if key is None else table[key_of(table, key, kind)].name


def told(order: Order, data: Mapping[str, Plain]) -> Told:
    """An entry of a score file. Raises Unreadable naming the field."""
    scores = order.game.scores
    hero = scores.read(data, order.content)
    score = scores.breakdown(hero)
    return Told(read(ScoreEntry, data), hero, score, scores.rank(hero, score.total))


def record_pages(order: Order) -> Sequence[Page]:
    """A page for each hero of the order, and more for what has no room on it; one blank page if it has no hero.

    Raises Refusal (`print.hero.many`) for a hero that owns more than the pages of a record hold.
    """
    geometry = newest(order.package, RECORD, layout(order.game))
    heroes: list[Told | None] = [told(order, data) for data in order.players]
    return [page for n, hero in enumerate(heroes or [None], 1) for page in _Record(order, geometry, hero, n).pages()]


class _Record(Struct, frozen=True):
    order: Order
    geometry: Geometry
    told: Told | None
    number: int

    def say(self, what: Any) -> str:
        return self.order.words.say(what)

    def word(self, key: str, **args: Any) -> str:
        return self.order.words(key, **args)

    def name(self, kind: str) -> str | None:
        found = None if self.told is None else self.told.name(self.order.content, kind)
        return None if found is None else self.say(found)

    def strip(self, pen: Pen, box: Box, key: str) -> None:
        draw_strip(pen, Box(box.x, box.y, box.width, STRIP), self.word(key), key)

    def pages(self) -> list[Page]:
        """The page of the hero, and those that go on with what has no room there."""
        lines = self.rest()
        parts = [lines[n : n + MORE_LINES] for n in range(0, len(lines), MORE_LINES)]
        if len(parts) >= MOST_PAGES:
            raise Refusal("print.hero.many", field="players", number=self.number)
        fields = self.fields if self.told is None else tuple
        first = Page(self.draw, fields=fields, code=self.code(1))
        return [first, *(Page(self.going_on(n, part), code=self.code(n)) for n, part in enumerate(parts, 2))]

    def code(self, page: int) -> str:
        return page_code(self.order, self.geometry, page, str(self.number)).text

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = draw_marked(pen, self.order, NAME, self.geometry, 1, (number, total), str(self.number))
        self.head(pen)
        self.rows(pen)
        self.alignment(pen)
        self.backstory(pen)
        self.score(pen)
        self.cards(pen)

    def head(self, pen: Pen) -> None:
        entry = None if self.told is None else self.told.entry
        player = literal(entry.name) if entry is not None and entry.name else ""
        texts = {"name": player or None, "race": self.name("races"), "class": self.name("classes")}
        for key, box in head_boxes().items():
            draw_named_box(pen, box, self.word(HEAD_WORDS[key]), HEAD_WORDS[key], text=texts.get(key))
        colour = None if self.told is None else self.told.hero.class_color
        if colour is not None:
            box = head_boxes()["class"]
            draw_chip(pen, Box(box.right - 11, box.y + 1.2, 10, 5), colour, self.order.words)

    # the dice

    def rows(self, pen: Pen) -> None:
        self.strip(pen, ROWS, "score.attribute_goals")
        for key, box in sum_boxes(0).items():
            above = Box(box.x, ROWS.y + STRIP + 0.6, box.width, 3.2)
            text = STAR if key == "stars" else self.word(f"score.box.{key}")
            shade = pen.ink.accent if key == "stars" else pen.ink.quiet
            pen.write(above, text, styles.CAPTION, field=f"hero.{key}", align="centre", shade=shade)
        for n, row in enumerate(ATTRIBUTES):
            key = f"attribute.{row}.name"
            label = Box(ROWS.x, row_top(n), LABELS - 1, die_box(n, 0).height)
            pen.write(label, self.word(key), styles.ROW_NAME.at(11), field=key, shade=pen.ink.accent)
            dice = (None,) * 3 if self.told is None else self.told.hero.sheet[n]
            for slot, die in enumerate(dice):
                box = die_box(n, slot)
                if die is None:
                    pen.box(box, fill=pen.ink.ground, line=pen.ink.hair, radius=1.2)
                else:
                    draw_die(pen, self.order, box, die)
            texts = self.sum_texts(row)
            for sum_, box in sum_boxes(n).items():
                strong = sum_ in ("score", "stars")
                draw_value_box(pen, box, text=texts.get(sum_), field=f"hero.{row}.{sum_}", strong=strong)

    def sum_texts(self, row: str) -> Mapping[str, str]:
        """What stands in the boxes behind a row; the modifier is what race and weapons add together."""
        if self.told is None:
            return {}
        hero = self.told.hero
        dice, score = dice_sum(hero, row), attribute_score(hero, row)
        found = {"dice": str(dice), "modifier": signed(score - dice), "score": str(score)}
        goal = hero.goals.get(row)
        if goal is not None:
            found["goal"] = goal_text(goal)
            found["stars"] = str(self.stars_of(row))
        return found

    def stars_of(self, row: str) -> int:
        """The stars that a row's goal brings, a goal that an ability counts as met included."""
        assert self.told is not None
        name = Word(f"attribute.{row}.name")
        reasons = self.told.score.lines["attribute_goals"].because
        return next((int(said.args["stars"]) for said in reasons if said.args.get("row") == name), 0)

    # alignment and backstory

    def alignment(self, pen: Pen) -> None:
        self.strip(pen, RIGHT, "score.alignment")
        card = card_box(RIGHT.y)
        draw_named_box(pen, card, self.word("print.sheet.card"), "print.sheet.card", text=self.name("alignments"))
        hero = None if self.told is None else self.told.hero
        for n in range(9):
            box = cell_box(n)
            pen.box(box, line=pen.ink.rule, weight=0.25)
            if hero is not None and hero.grid is not None:
                pen.write(box, signed(hero.grid[n]), styles.FILLED, field="hero.alignment", align="centre")
            if hero is not None and n == hero.cell:
                pen.circle(*box.centre, box.width * 0.4, line=pen.ink.accent, weight=0.6)
        for n, way in enumerate(("lawful", "neutral", "chaotic")):
            word, cell = f"print.sheet.{way}", cell_box(n)
            above = Box(cell.x - 0.6, cell.y - 5.7, cell.width + 1.2, 5.2)
            pen.write(
                above, self.word(word), styles.CELL_NAME, field=word, align="centre", valign="bottom",
                shade=pen.ink.quiet, lines=2,
            )  # fmt: skip
        for n, way in enumerate(("good", "neutral", "evil")):
            word, cell = f"print.sheet.{way}", cell_box(3 * n)
            beside = Box(RIGHT.x, cell.y, cell.x - RIGHT.x - 0.6, cell.height)
            pen.write(beside, self.word(word), styles.CELL_NAME, field=word, align="right", shade=pen.ink.quiet)

    def backstory(self, pen: Pen) -> None:
        self.strip(pen, STORY, "score.backstory")
        card = card_box(STORY.y)
        draw_named_box(pen, card, self.word("print.sheet.card"), "print.sheet.card", text=self.name("backstories"))
        hero = None if self.told is None else self.told.hero
        wanted = {(t.row, t.slot): t.color for t in (hero.targets or ())} if hero is not None else {}
        for n, row in enumerate(ATTRIBUTES):
            key, first = f"attribute.{row}.short", story_box(n, 1)
            short = Box(STORY.x, first.y, SHORT, first.height)
            pen.write(short, self.word(key), styles.AXIS, field=key, shade=pen.ink.quiet)
            for slot in (1, 2, 3):
                box = story_box(n, slot)
                pen.box(box, line=pen.ink.hair, weight=0.2)
                colour = wanted.get((row, slot))
                if colour is None:
                    continue
                inner = box.inset(0.8, 0.8)
                draw_chip(pen, inner, colour, self.order.words)
                die = None if hero is None else hero.sheet[n][slot - 1]
                if die is not None and die.color == colour:
                    draw_ring(pen, inner)

    # the score

    def score(self, pen: Pen) -> None:
        self.strip(pen, SCORE, "print.hero.stars")
        for key, line in score_lines(self.order.game).items():
            self.category(pen, key, line)
        pen.box(TOTAL, line=pen.ink.accent, weight=0.5, radius=0.8)
        rank = None if self.told is None else self.told.rank
        text = self.word("score.total") if rank is None else f"{self.word('score.total')} · {self.say(rank)}"
        label = Box(TOTAL.x + 3, TOTAL.y, TOTAL.width - 32, TOTAL.height)
        pen.write(label, text, styles.ROW_NAME, field="score.total", shade=pen.ink.accent)
        pen.star(TOTAL.right - 24, TOTAL.centre[1] + 0.2, 3, line=pen.ink.accent, weight=0.3)
        if self.told is not None:
            box = Box(TOTAL.right - 20, TOTAL.y, 17, TOTAL.height)
            number = self.say(self.told.score.total)
            pen.write(box, number, styles.TITLE.at(19), field="hero.total", align="right", shade=pen.ink.accent)

    def reasons(self, key: str) -> str:
        """Why a category gives what it gives; the rows of attributes tell themselves."""
        if self.told is None or key == "attribute_goals":
            return ""
        return "; ".join(map(self.say, self.told.score.lines[key].because))

    @staticmethod
    def reason_room(line: Box) -> Box:
        return Box(line.x + 36, line.y + 0.3, line.width - 49, line.height - 0.6)

    def has_room(self, key: str) -> bool:
        """Whether the reasons of a category fit into its line."""
        room, text = self.reason_room(score_lines(self.order.game)[key]), self.reasons(key)
        try:
            fit(text, styles.NOTE_TEXT, (room.width, room.height), f"hero.{key}")
        except DoesNotFit:
            return False
        return True

    def category(self, pen: Pen, key: str, line: Box) -> None:
        """What a category gives, and why."""
        label = Box(line.x + 1.6, line.y, 33, line.height)
        pen.write(label, self.word(f"score.{key}"), styles.LABEL, field=f"score.{key}", lines=2)
        reasons = self.reasons(key)
        if reasons:
            text = reasons if self.has_room(key) else self.word("print.hero.goes_on")
            room = self.reason_room(line)
            pen.write(room, text, styles.NOTE_TEXT, field=f"hero.{key}", lines=None, shade=pen.ink.quiet)
        box = points_box(line)
        points = None if self.told is None else self.say(self.told.score.lines[key].points)
        draw_value_box(pen, box, text=points, field=f"hero.{key}", strong=True)
        pen.line(line.x, line.bottom, box.x, line.bottom, pen.ink.hair, 0.12)

    # what it owned

    def lists(self) -> dict[str, Lines]:
        """Weapons, armour and traits, line by line."""
        hero = None if self.told is None else self.told.hero
        armor = []
        for key in ARMOR_SETS:
            set_ = self.order.content.armor[key]
            count = None if hero is None else hero.armor.get(key, 0)
            of = "" if count is None else self.word("print.hero.of", n=count, most=set_.size)
            armor.append((self.say(set_.name), of))
        traits = [self.trait(n) for n in range(len(hero.traits))] if hero is not None else []
        weapons = [(self.weapon(weapon), "") for weapon in hero.weapons] if hero is not None else []
        return {"weapon": weapons, "armor": armor, "trait": traits}

    def cards(self, pen: Pen) -> None:
        """What it owned, and what else is left."""
        found, lines, tops = self.lists(), list_lines(), list_tops()
        for key, count in LISTS:
            self.strip(pen, Box(CARDS.x, tops[key], CARDS.width, STRIP), HEADINGS[key])
            shown = found[key]
            if len(shown) > count:
                shown = [*shown[: count - 1], (self.word("print.hero.goes_on"), "")]
            for n, line in enumerate(lines[key]):
                pen.line(line.x, line.bottom - 0.6, line.right, line.bottom - 0.6, pen.ink.hair, 0.2)
                if n < len(shown):
                    self.line(pen, line, shown[n], HEADINGS[key])
        hero = None if self.told is None else self.told.hero
        left = {"gold": None if hero is None else str(hero.gold), "skills": None if hero is None else str(hero.skills)}
        for box, (key, text) in zip(below_boxes(), left.items(), strict=True):
            draw_named_box(pen, box, self.word(f"print.hero.{key}"), f"print.hero.{key}", text=text)

    def line(self, pen: Pen, line: Box, said: tuple[str, str], field: str) -> None:
        """A line of a list."""
        name, more = said
        room = Box(line.x + 1, line.y, line.width - 2, line.height - 0.9)
        left = Box(room.x, room.y, room.width - (17 if more else 0), room.height)
        pen.write(left, name, styles.LABEL, field=field, valign="bottom", lines=2)
        if more:
            pen.write(room, more, styles.LABEL, field=field, align="right", valign="bottom", shade=pen.ink.quiet)

    # what has no room on the page of a hero

    def rest(self) -> Lines:
        """Headings (with nothing at the right, told by a mark of their own) and lines that go on on the next page."""
        found: Lines = []
        for key, count in LISTS:
            lines = self.lists()[key]
            if len(lines) > count:
                found += [(HEADINGS[key], HEADING), *lines[count - 1 :]]
        for category in self.order.game.scores.categories:
            if self.told is not None and not self.has_room(category.key):
                because = [self.say(reason) for reason in self.told.score.lines[category.key].because]
                found += [(f"score.{category.key}", HEADING), *((reason, "") for reason in because)]
        return found

    def going_on(self, page: int, lines: Lines) -> Callable[[Pen, int, int], None]:
        """A page that goes on, of this hero's record."""

        def draw(pen: Pen, number: int, total: int) -> None:
            pen = draw_marked(pen, self.order, NAME, self.geometry, page, (number, total), str(self.number))
            who = self.told.entry.name if self.told is not None else ""
            box = Box(head_boxes()["hero"].x, LANE.y + 1, 90, 10.6)
            draw_named_box(pen, box, self.word("score.heading.name"), "score.heading.name", text=who or None)
            for n, (name, more) in enumerate(lines):
                line = more_line(n)
                if more == HEADING:
                    self.strip(pen, Box(line.x, line.bottom - STRIP - 0.6, line.width, STRIP), name)
                    continue
                pen.line(line.x, line.bottom, line.right, line.bottom, pen.ink.hair, 0.2)
                self.line(pen, line, (name, more), "print.hero.goes_on")

        return draw

    # on a screen

    def fields(self) -> Sequence[Field]:
        """The fields of a blank record."""
        return tuple(fields_of(self.geometry.pages[0], frame_on(self.order.paper), self.called))

    def called(self, group: Group, value: Value | None) -> str:
        """What a place is called, in the words that stand beside it."""
        kind, _, key = group.key.partition(".")
        known = HEAD_WORDS | {
            "dice": "score.attribute_goals", "row": "score.attribute_goals", "alignment": "score.alignment",
            "backstory": "score.backstory", "total": "score.total", "gold": "print.hero.gold",
            "skills": "print.hero.skills", **HEADINGS,
        }  # fmt: skip
        parts = [self.word(f"score.{key}" if kind == "score" else known[kind])]
        if f"attribute.{key}.name" in self.order.words:
            parts.append(self.word(f"attribute.{key}.name"))
        elif kind == "armor":
            parts.append(self.say(self.order.content.armor[key].name))
        elif key.isdigit():
            parts.append(key)
        if value is not None and f"score.box.{value.key}" in self.order.words:
            parts.append(self.word(f"score.box.{value.key}"))
        elif value is not None and value.key not in ("value", "stars"):
            parts.append(value.key)
        return ", ".join(parts)

    def weapon(self, weapon: Weapon) -> str:
        """The name of a weapon, as its card has it if it is a known one."""
        market = self.order.content.market
        written = self.say(weapon.name)
        try:
            return self.say(market[key_of(market, written, "weapons.name")].name)
        except Refusal:
            return written

    def trait(self, n: int) -> tuple[str, str]:
        """A trait of the hero, and its stars or that it gives none."""
        assert self.told is not None
        trait = self.told.hero.traits[n]
        name = self.say(trait.name) if trait.name is not None else self.word("input.trait_name", n=n + 1)
        return name, f"{trait.stars} {STAR}" if trait.met else self.word("print.hero.not_met")


HEADING = "#"
"""What stands at the right of a heading among the lines that go on."""

HEAD_WORDS = {
    "hero": "print.hero.name", "date": "print.hero.date", "name": "score.heading.name",
    "race": "score.heading.race", "class": "score.heading.class",
}  # fmt: skip


def draw_die(pen: Pen, order: Order, box: Box, die: Die) -> None:
    """A die: its colour as paint, shape and letter, and its face."""
    paint = pen.ink.chip(die.color)
    pen.box(box, fill=paint.fill, line=paint.line, weight=0.3, radius=1.6)
    x = box.centre[0]
    face = Box(box.x, box.y + 0.6, box.width, box.height * 0.62)
    pen.write(face, str(die.face or ""), styles.TOKEN, field="die", align="centre", shade=paint.ink)
    pen.shape(palette()[die.color].shape, x - 2.4, box.bottom - 2.5, 1.2, fill=paint.ink)
    key = f"colour.{die.color}.letter"
    letter = Box(x - 0.4, box.bottom - 4.3, 5, 3.6)
    pen.write(letter, order.words(key), styles.CARD_FACT.at(8), field=key, shade=paint.ink)
