"""What a player has and what may come of it, read once from a view: the sums that every option is compared by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import add, attrgetter, is_
from typing import NamedTuple

from companion.games.roll_player.common import gold_die_income
from companion.games.roll_player.content import ATTRIBUTES, Content, Goal, Perk, Target
from companion.games.roll_player.opponent.tables import (
    LOWEST,
    MOST_GOLD,
    Line,
    RowTable,
    Wish,
    backstory_stars,
    cell_stars,
    gold_stars,
    row_table,
)
from companion.games.roll_player.perks import pays_for, perks_of
from companion.games.roll_player.state import SLOTS, Die, Player, Row, State

NO_GRID = (0,) * 9
NO_TARGETS = (None,) * len(ATTRIBUTES)


class SeenRow(NamedTuple):
    """A row of a sheet, read: its dice, the sum of their faces, its empty slots, and what the backstory has there: 1
    if it matches, 1 if its place is still empty, and the colour that the next slot is waiting for."""

    row: Row
    dice: tuple[Die, ...]
    faces: int
    empty: int
    met: int
    open: int
    waits: str | None


class Outlook:
    """One player's prospects with `left` dice still to come after those that are `decided` on now.

    Of `player` only what `LOOKS_AT` names may be read: the rest may have changed since. `sums` are places in a `Line`:
    the scores of the rows, weapons and race included, counted from `LOWEST`. `last` is an earlier outlook of the same
    seat, from which is taken what has stayed the same.
    """

    __slots__ = ("also", "base", "cells", "color", "content", "dice", "empty", "gold", "grid", "have", "hit", "income",
                 "left", "lines", "met", "miss", "open_targets", "pays", "player", "rows", "sums", "tables", "targets",
                 "waits")  # fmt: skip

    also: dict[str, int]
    base: list[int]
    color: str | None
    content: Content
    dice: tuple[tuple[Die, ...], ...]
    empty: tuple[int, ...]
    grid: tuple[Line, ...]
    hit: float
    income: int
    met: int
    miss: float
    open_targets: int
    pays: list[Perk]
    rows: Sequence[SeenRow]
    sums: list[int]
    tables: RowTables
    targets: Sequence[Target]
    waits: tuple[str | None, ...]

    def __init__(self, state: State, seat: int, decided: int = 0, last: Outlook | None = None) -> None:
        self.player = player = state.player(seat)
        if last is None:
            self._begin(state, player)
        else:
            self.content, self.base, self.tables, self.grid = last.content, last.base, last.tables, last.grid
            self.color, self.income, self.targets = last.color, last.income, last.targets
            self.pays, self.also = last.pays, last.also
        if last is not None and last.player.sheet is player.sheet:
            self.rows, self.dice, self.empty, self.sums = last.rows, last.dice, last.empty, last.sums
            self.waits, self.met, self.open_targets = last.waits, last.met, last.open_targets
            self.hit, self.miss = last.hit, last.miss
        else:
            self._read(UNREAD if last is None else last.rows)
        self.left = left = max(sum(self.empty) - decided, 0)
        self.lines = self.tables.lines(left)
        self.cells = self.grid[left]
        self.gold = gold_stars(state.mode == "solo")[left]
        self.have = min(player.gold, MOST_GOLD)

    def _begin(self, state: State, player: Player) -> None:
        """What seldom changes (`LASTS`)."""
        self.content = content = state.content
        self.base = _base(content, player)
        self.tables = _row_tables(_wishes(content, player))
        self.grid = _cells(content, player)
        self.color = player.class_color
        self.income = gold_die_income(state, player.seat)
        self.targets = player.backstory or ()
        perks = [perk for _, perk in perks_of(state, player)]
        self.pays = [perk for perk in perks if perk.kind == "income" and perk.on == "place"]
        self.also = {str(perk.color): perk.amount for perk in perks if perk.kind == "class_dice"}

    def _read(self, known: Sequence[SeenRow]) -> None:
        """The sheet; rows that are known are not read again."""
        self.rows = [
            seen if seen[0] is row else _seen_row(row, target)
            for row, seen, target in zip(self.player.sheet, known, self.targets or NO_TARGETS, strict=True)
        ]
        _, self.dice, faces, self.empty, met, open_, self.waits = zip(*self.rows, strict=True)
        self.sums = list(map(add, self.base, faces))
        if self.player.weapons:
            _weapons_on_dice(self.content, self.player, self.dice, self.sums)
        self.met, self.open_targets = hits, empty = sum(met), sum(open_)
        stories = backstory_stars()
        now = stories[hits][empty]
        self.hit = stories[hits + 1][empty - 1] - now if empty else 0.0
        self.miss = stories[hits][empty - 1] - now if empty else 0.0

    @classmethod
    def of(cls, state: State, seat: int, decided: int = 0) -> Outlook:
        """The same, not read anew if nothing that it looks at has changed since it was asked for last (a card is taken
        before its die is placed), and not all of it if what seldom changes has stayed the same."""
        looks = (state.content, *_look(state.player(seat)), state.mode, decided)
        kept = _lately.get(seat)
        if kept is None:
            found = cls(state, seat, decided)
        else:
            same = list(map(is_, kept[0], looks))
            if False not in same:
                return kept[1]
            found = cls(state, seat, decided, kept[1] if False not in same[:SELDOM] else None)
        _lately[seat] = (looks, found)
        return found

    def coins(self, color: str, row: int, slot: int) -> int:
        """What abilities pay for a die of that colour in that place (RP-GOLD-05)."""
        return sum([perk.amount for perk in self.pays if pays_for(perk, color, ATTRIBUTES[row], slot)])

    def own_color(self, color: str) -> float:
        """The star of a die in the class colour, or in one that an ability lets count as such (RP-SCORE-04)."""
        if color == self.color:
            return 1.0
        if color not in self.also:
            return 0.0
        return float(sum([die.color == color for row in self.dice for die in row]) < self.also[color])

    # what changes, in stars

    def purse(self, coins: int) -> float:
        """What so many coins more (or fewer) are worth."""
        have = self.have
        return self.gold[min(max(have + coins, 0), MOST_GOLD)] - self.gold[have]

    def step(self, cell: int) -> float:
        """What the alignment token gains on another cell."""
        return self.cells[cell] - self.cells[self.player.alignment_pos]

    def turned(self, row: int, by: int) -> float:
        """What a row gains if the sum of its dice changes."""
        line, at = self.lines[row][self.empty[row]], self.sums[row]
        return line[at + by] - line[at]

    def placed(self, row: int, face: int) -> float:
        """What a row gains by one more die."""
        lines, at, empty = self.lines[row], self.sums[row], self.empty[row]
        return lines[empty - 1][at + face] - lines[empty][at]

    def rerolled(self, row: int, face: int) -> float:
        """What a row gains if one of its dice is rolled once more and may stay as it is."""
        return self.tables.rows[row].reroll(self.left, self.empty[row], self.sums[row], face)

    def told(self, row: int, color: str) -> float:
        """What the backstory gains by a die of that colour in the next slot of a row."""
        waits = self.waits[row]
        return 0.0 if waits is None else self.hit if waits == color else self.miss

    def swapped(self, row: int, slot: int, other_row: int, other_slot: int) -> float:
        """What the backstory gains if the dice of two places change places."""
        if not self.targets:
            return 0.0
        stories = backstory_stars()
        one, two = self.dice[row][slot].color, self.dice[other_row][other_slot].color
        met = self.met
        for at, place, was, now in ((row, slot, one, two), (other_row, other_slot, two, one)):
            target = self.targets[at]
            if target.slot == place + 1:
                met += (now == target.color) - (was == target.color)
        return stories[met][self.open_targets] - stories[self.met][self.open_targets]

    @property
    def stars(self) -> float:
        """Everything but cards: rows, colours, backstory, alignment and gold."""
        rows = sum(self.lines[at][self.empty[at]][self.sums[at]] for at in range(len(self.dice)))
        colors = sum(die.color == self.color for row in self.dice for die in row)
        cell, purse = self.cells[self.player.alignment_pos], self.gold[min(self.player.gold, MOST_GOLD)]
        return rows + colors + backstory_stars()[self.met][self.open_targets] + cell + purse


LASTS = ("goals", "modifiers", "class_color", "class_side", "backstory", "alignment_grid", "weapons", "traits")
"""What of a player an outlook depends on and seldom changes: what was made of it is taken from the last outlook."""

LOOKS_AT = (*LASTS, "sheet", "alignment_pos", "gold", "armors", "skills")
"""Everything of a player that an outlook depends on."""

SELDOM = 1 + len(LASTS)
"""The content, and `LASTS`."""

_look = attrgetter(*LOOKS_AT)

_lately: dict[int, tuple[tuple[object, ...], Outlook]] = {}
"""The outlook that was asked for last, by seat, with what it was read from."""

UNREAD = (SeenRow((), (), 0, SLOTS, 0, 0, None),) * len(ATTRIBUTES)  # type: ignore[arg-type]  # no row is empty
"""Rows that are none of any sheet."""


def _seen_row(row: Row, target: Target | None) -> SeenRow:
    dice = tuple([die for die in row if die is not None])
    faces, count = sum([die.face or 0 for die in dice]), len(dice)
    if target is None:
        return SeenRow(row, dice, faces, SLOTS - count, 0, 0, None)
    slot, color = target.slot, target.color
    if count >= slot:
        return SeenRow(row, dice, faces, SLOTS - count, int(dice[slot - 1].color == color), 0, None)
    return SeenRow(row, dice, faces, SLOTS - count, 0, 1, color if count + 1 == slot else None)


class RowTables:
    """The tables of all rows, and their lines by rounds to come."""

    __slots__ = ("_lines", "rows")

    def __init__(self, rows: tuple[RowTable, ...]) -> None:
        self.rows = rows
        self._lines: dict[int, tuple[tuple[Line, ...], ...]] = {}

    def lines(self, left: int) -> tuple[tuple[Line, ...], ...]:
        """By rows, by empty slots, by score."""
        found = self._lines.get(left)
        if found is None:
            found = self._lines[left] = tuple([table.lines(left) for table in self.rows])
        return found


@lru_cache(maxsize=1024)
def _row_tables(wishes: tuple[tuple[Wish, ...], ...]) -> RowTables:
    return RowTables(tuple(row_table(each) for each in wishes))


def _wishes(content: Content, player: Player) -> tuple[tuple[Wish, ...], ...]:
    """What each row is wanted for: its goal, and traits that look at its sum (RP-TRAIT-02)."""
    goals = player.goals or {}
    wishes: list[tuple[Wish, ...]] = [(_wish(goals[row]),) if row in goals else () for row in ATTRIBUTES]
    for row, wish in _trait_wishes(content, player):
        wishes[ATTRIBUTES.index(row)] += (wish,)
    return tuple(wishes)


def _wish(goal: Goal) -> Wish:
    return (goal.low, goal.high, goal.stars, 0)


def _trait_wishes(content: Content, player: Player) -> tuple[tuple[str, Wish], ...]:
    """Traits that look at the sum of a row wish for it as a goal does (RP-TRAIT-02)."""
    found = []
    for trait in player.traits:
        card = content.card(trait.card)
        test = card.criterion if card is not None else None
        if card is not None and test is not None and test.kind == "row_sum" and card.stars:
            row = test.row or "STR"
            plus = -_bonus(content, player, row) - (0 if test.score else player.modifiers.get(row, 0))
            found.append((row, (test.least or -99, test.most, card.stars, plus)))
    return tuple(found)


def _base(content: Content, player: Player) -> list[int]:
    """What a row has before its first die: the race, and weapons that add to the row whatever lies there."""
    return [player.modifiers.get(row, 0) - LOWEST + _bonus(content, player, row) for row in ATTRIBUTES]


def _weapons_on_dice(content: Content, player: Player, dice: Sequence[Sequence[Die]], sums: list[int]) -> None:
    """What weapons add to dice by their colours."""
    for weapon in player.weapons:
        card = content.card(weapon.card)
        if card is not None and card.per_die:
            for at, mine in enumerate(dice):
                sums[at] += sum([card.per_die.get(die.color, 0) for die in mine])


def _bonus(content: Content, player: Player, row: str) -> int:
    """What weapons add to a row whatever dice come: to its sum, and to each of its slots."""
    total = 0
    for weapon in player.weapons:
        card = content.card(weapon.card)
        if card is not None:
            total += card.per_row.get(row, 0)  # type: ignore[call-overload]  # rows are the literal
            total += SLOTS * card.per_die.get(row, 0)
    return total


def _cells(content: Content, player: Player) -> tuple[Line, ...]:
    """The alignment card, and on top of it what traits give for a cell."""
    grid = player.alignment_grid or NO_GRID
    for trait in player.traits:
        card = content.card(trait.card)
        if card is not None and card.criterion is not None and card.criterion.kind == "alignment" and card.stars:
            grid = tuple(stars + card.stars * (cell in card.criterion.cells) for cell, stars in enumerate(grid))
    return cell_stars(grid)
