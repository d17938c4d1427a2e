"""The hero record: one finished hero on one page for the archive, from an entry of a score file, or blank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from printables.faces.card import draw_rules
from printables.faces.furniture import PLAIN, draw_plain
from printables.faces.sheet import draw_chip, draw_named_box, draw_ring, draw_strip, draw_value_box
from printables.games.roll_player.character_sheet import goal_text, signed
from printables.imposition import Box
from printables.items import Order, Page
from printables.markup import literal
from printables.pen import Pen
from printables.typeset import STAR

NAME = "print.item.hero-record"
STRIP, AIR = 5.2, 1.2
DIE = 13.2
ROW = 15.6
"""The side of a die, and from one row to the next (mm)."""

HEAD = Box(0, PLAIN.y, PLAIN.width, 20)
ROWS = Box(0, HEAD.bottom + 4, 132, STRIP + 4 + 6 * ROW)
RIGHT = Box(ROWS.right + 5, ROWS.y, PLAIN.width - ROWS.right - 5, ROWS.height)
SCORE = Box(0, ROWS.bottom + 3.5, 112, PLAIN.bottom - ROWS.bottom - 3.5)
CARDS = Box(SCORE.right + 6, SCORE.y, PLAIN.width - SCORE.right - 6, SCORE.height)

SUMS = (("dice", 10.0), ("modifier", 10.0), ("score", 11.0), ("goal", 15.0), ("stars", 12.0))
SUMS_LEFT = ROWS.right - sum(width for _, width in SUMS)


@dataclass(frozen=True)
class Told:
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
    """A page for each hero of the order; one blank page if it has none."""
    heroes: list[Told | None] = [told(order, data) for data in order.players]
    return [Page(_Record(order, hero).draw) for hero in heroes or [None]]


@dataclass(frozen=True)
class _Record:
    order: Order
    told: Told | None

    def say(self, what: Any) -> str:
        return self.order.words.say(what)

    def word(self, key: str, **args: Any) -> str:
        return self.order.words(key, **args)

    def name(self, kind: str) -> str | None:
        found = None if self.told is None else self.told.name(self.order.content, kind)
        return None if found is None else self.say(found)

    def strip(self, pen: Pen, box: Box, key: str) -> None:
        draw_strip(pen, Box(box.x, box.y, box.width, STRIP), self.word(key), key)

    def draw(self, pen: Pen, number: int, total: int) -> None:
        pen = draw_plain(pen, self.order, NAME, number, total)
        self.head(pen)
        self.rows(pen)
        self.alignment(pen)
        self.backstory(pen)
        self.score(pen)
        self.cards(pen)

    def head(self, pen: Pen) -> None:
        entry = None if self.told is None else self.told.entry
        third = (HEAD.width - 2 * AIR) / 3
        player = literal(entry.name) if entry is not None and entry.name else ""
        boxes = (
            (Box(0, HEAD.y, 2 * third + AIR, 9.4), "print.hero.name", None),
            (Box(2 * (third + AIR), HEAD.y, third, 9.4), "print.hero.date", None),
            (Box(0, HEAD.y + 10.4, third, 9.4), "score.heading.name", player or None),
            (Box(third + AIR, HEAD.y + 10.4, third, 9.4), "score.heading.race", self.name("races")),
            (Box(2 * (third + AIR), HEAD.y + 10.4, third, 9.4), "score.heading.class", self.name("classes")),
        )
        for box, key, text in boxes:
            draw_named_box(pen, box, self.word(key), key, text=text)
        colour = None if self.told is None else self.told.hero.class_color
        if colour is not None:
            box = boxes[-1][0]
            draw_chip(pen, Box(box.right - 12.4, box.y + 2, 11, 5.6), colour, self.order.words)

    # the dice

    def rows(self, pen: Pen) -> None:
        self.strip(pen, ROWS, "score.attribute_goals")
        x = SUMS_LEFT
        for key, width in SUMS:
            above = Box(x, ROWS.y + STRIP + 0.6, width, 3.2)
            text = STAR if key == "stars" else self.word(f"score.box.{key}")
            shade = pen.ink.accent if key == "stars" else pen.ink.quiet
            pen.write(above, text, styles.CAPTION, field=f"hero.{key}", align="centre", shade=shade)
            x += width
        for n, row in enumerate(ATTRIBUTES):
            top = ROWS.y + STRIP + 4.2 + n * ROW
            key = f"attribute.{row}.name"
            label = Box(0, top, 28, DIE)
            pen.write(label, self.word(key), styles.ROW_NAME.at(11), field=key, shade=pen.ink.accent)
            dice = (None,) * 3 if self.told is None else self.told.hero.sheet[n]
            for slot, die in enumerate(dice):
                box = Box(28 + slot * (DIE + 0.8), top, DIE, DIE)
                if die is None:
                    pen.box(box, fill=pen.ink.ground, line=pen.ink.hair, radius=1.2)
                else:
                    draw_die(pen, self.order, box, die)
            self.sums(pen, row, top + (DIE - 10) / 2)

    def sums(self, pen: Pen, row: str, top: float) -> None:
        x = SUMS_LEFT
        texts = self.sum_texts(row)
        for key, width in SUMS:
            box = Box(x, top, width, 10)
            draw_value_box(pen, box, text=texts.get(key), field=f"hero.{row}.{key}", strong=key in ("score", "stars"))
            x += width

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
        card = Box(RIGHT.x, RIGHT.y + STRIP + AIR, RIGHT.width, 8.4)
        draw_named_box(pen, card, self.word("print.sheet.card"), "print.sheet.card", text=self.name("alignments"))
        cell = 11.6
        left, top = RIGHT.right - 3 * cell, card.bottom + 7
        hero = None if self.told is None else self.told.hero
        for n in range(9):
            box = Box(left + n % 3 * cell, top + n // 3 * cell, cell, cell)
            pen.box(box, line=pen.ink.rule, weight=0.25)
            if hero is not None and hero.grid is not None:
                pen.write(box, signed(hero.grid[n]), styles.FILLED, field="hero.alignment", align="centre")
            if hero is not None and n == hero.cell:
                pen.circle(*box.centre, cell * 0.4, line=pen.ink.accent, weight=0.6)
        for n, way in enumerate(("lawful", "neutral", "chaotic")):
            word = f"print.sheet.{way}"
            above = Box(left + n * cell - 0.6, top - 5.7, cell + 1.2, 5.2)
            pen.write(
                above, self.word(word), styles.CELL_NAME, field=word, align="centre", valign="bottom",
                shade=pen.ink.quiet, lines=2,
            )  # fmt: skip
        for n, way in enumerate(("good", "neutral", "evil")):
            word = f"print.sheet.{way}"
            beside = Box(RIGHT.x, top + n * cell, left - RIGHT.x - 0.8, cell)
            pen.write(beside, self.word(word), styles.CELL_NAME, field=word, align="right", shade=pen.ink.quiet)

    def backstory(self, pen: Pen) -> None:
        top = RIGHT.y + 59.6
        self.strip(pen, Box(RIGHT.x, top, RIGHT.width, STRIP), "score.backstory")
        card = Box(RIGHT.x, top + STRIP + AIR, RIGHT.width, 8.4)
        draw_named_box(pen, card, self.word("print.sheet.card"), "print.sheet.card", text=self.name("backstories"))
        width, height = (RIGHT.width - 11) / 3, (RIGHT.bottom - card.bottom - AIR) / 6
        hero = None if self.told is None else self.told.hero
        wanted = {(t.row, t.slot): t.color for t in (hero.targets or ())} if hero is not None else {}
        for n, row in enumerate(ATTRIBUTES):
            y = card.bottom + AIR + n * height
            key = f"attribute.{row}.short"
            pen.write(Box(RIGHT.x, y, 11, height), self.word(key), styles.AXIS, field=key, shade=pen.ink.quiet)
            for slot in (1, 2, 3):
                box = Box(RIGHT.x + 11 + (slot - 1) * width, y, width, height)
                pen.box(box, line=pen.ink.hair, weight=0.2)
                colour = wanted.get((row, slot))
                if colour is None:
                    continue
                inner = box.inset(1.1, 0.9)
                draw_chip(pen, inner, colour, self.order.words)
                die = None if hero is None else hero.sheet[n][slot - 1]
                if die is not None and die.color == colour:
                    draw_ring(pen, inner)

    # the score

    def score(self, pen: Pen) -> None:
        self.strip(pen, SCORE, "print.hero.stars")
        categories = self.order.game.scores.categories
        height = (SCORE.height - STRIP - AIR - 13.5) / len(categories)
        for n, category in enumerate(categories):
            line = Box(SCORE.x, SCORE.y + STRIP + AIR + n * height, SCORE.width, height)
            self.category(pen, category.key, line)
        total = Box(SCORE.x, SCORE.bottom - 12.4, SCORE.width, 12.4)
        pen.box(total, line=pen.ink.accent, weight=0.5, radius=0.8)
        rank = None if self.told is None else self.told.rank
        text = self.word("score.total") if rank is None else f"{self.word('score.total')} · {self.say(rank)}"
        label = Box(total.x + 3, total.y, total.width - 32, total.height)
        pen.write(label, text, styles.ROW_NAME, field="score.total", shade=pen.ink.accent)
        pen.star(total.right - 24, total.centre[1] + 0.2, 3.2, line=pen.ink.accent, weight=0.3)
        if self.told is not None:
            box = Box(total.right - 20, total.y, 17, total.height)
            number = self.say(self.told.score.total)
            pen.write(box, number, styles.TITLE, field="hero.total", align="right", shade=pen.ink.accent)

    def category(self, pen: Pen, key: str, line: Box) -> None:
        """What a category gives, and why."""
        found = None if self.told is None else self.told.score.lines[key]
        label = Box(line.x + 1.6, line.y, 40, line.height)
        pen.write(label, self.word(f"score.{key}"), styles.LABEL, field=f"score.{key}", lines=2)
        reasons = "" if found is None or key == "attribute_goals" else "; ".join(map(self.say, found.because))
        if reasons:
            room = Box(label.right + 1, line.y + 0.3, line.width - 57, line.height - 0.6)
            pen.write(room, reasons, styles.NOTE_TEXT, field=f"hero.{key}", lines=None, shade=pen.ink.quiet)
        box = Box.around(line.right - 6, line.centre[1], 12, min(line.height - 1, 9))
        text = None if found is None else self.say(found.points)
        draw_value_box(pen, box, text=text, field=f"hero.{key}", strong=True)
        pen.line(line.x, line.bottom, box.x, line.bottom, pen.ink.hair, 0.12)

    # what it owned

    def cards(self, pen: Pen) -> None:
        """Weapons, armour, traits, and what else is left."""
        hero = None if self.told is None else self.told.hero
        traits = [self.trait(n) for n in range(len(hero.traits))] if hero is not None else []
        weapons = [self.weapon(weapon) for weapon in hero.weapons] if hero is not None else []
        armor = []
        for key in ARMOR_SETS:
            set_ = self.order.content.armor[key]
            count = None if hero is None else hero.armor.get(key, 0)
            of = "" if count is None else self.word("print.hero.of", n=count, most=set_.size)
            armor.append((self.say(set_.name), of))
        y = CARDS.y
        y = self.listed(pen, y, "print.hero.weapons", [(name, "") for name in weapons], 2)
        y = self.listed(pen, y, "score.armor", armor, 3)
        y = self.listed(pen, y, "score.traits", traits, 4)
        half = (CARDS.width - AIR) / 2
        left, right = Box(CARDS.x, y, half, 10), Box(CARDS.x + half + AIR, y, half, 10)
        gold = None if hero is None else str(hero.gold)
        skills = None if hero is None else str(hero.skills)
        draw_named_box(pen, left, self.word("print.hero.gold"), "print.hero.gold", text=gold)
        draw_named_box(pen, right, self.word("print.hero.skills"), "print.hero.skills", text=skills)

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

    def listed(self, pen: Pen, y: float, key: str, lines: Sequence[tuple[str, str]], least: int) -> float:
        """A heading and a line for each thing; answers with where it ends. More than there is room for share lines."""
        draw_strip(pen, Box(CARDS.x, y, CARDS.width, STRIP), self.word(key), key)
        pitch = (CARDS.height - 3 * (STRIP + AIR + 1.4) - 10) / (2 + 3 + 4)
        room = Box(CARDS.x, y + STRIP + AIR, CARDS.width, pitch * least)
        draw_rules(pen, room, least)
        shown = list(lines)
        if len(shown) > least:
            rest = ", ".join(f"{name} {more}".strip() for name, more in shown[least - 1 :])
            shown = [*shown[: least - 1], (rest, "")]
        for n, (name, more) in enumerate(shown):
            line = Box(room.x + 1, room.y + n * pitch, room.width - 2, pitch - 0.9)
            wide = line.width - 22 if more else line.width
            left = Box(line.x, line.y, wide, line.height)
            pen.write(left, name, styles.LABEL, field=key, valign="bottom", lines=2)
            if more:
                pen.write(line, more, styles.LABEL, field=key, align="right", valign="bottom", shade=pen.ink.quiet)
        return room.bottom + 1.4


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
