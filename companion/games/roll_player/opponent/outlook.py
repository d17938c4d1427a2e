"""What a player has and what may come of it, read once from a view: the sums that every option is compared by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

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
from companion.games.roll_player.state import SLOTS, Die, Player, Row, Sheet, State

NO_GRID = (0,) * 9
NO_TARGETS = (None,) * len(ATTRIBUTES)

Spot = tuple[Line, int, float, bool, str | None]
"""A row that is not full: its line with one die more, the place of its score there, what it is worth now,
whether one slot is left, and the colour that the backstory waits for in the next slot."""


class Standing:
    """What of a player seldom changes, and what an outlook makes of it."""

    __slots__ = ("also", "base", "color", "content", "discounts", "grid", "income", "mode", "once", "pays", "purses",
                 "seldom", "tables", "targets", "tints")  # fmt: skip

    also: dict[str, int]
    base: list[int]
    color: str | None
    content: Content
    discounts: dict[str | None, int]
    """What is taken off prices, by types of cards: filled where a price is asked for."""
    grid: tuple[Line, ...]
    income: int
    mode: str
    once: list[tuple[str, Perk]]
    pays: list[Perk]
    purses: tuple[Line, ...]
    seldom: tuple[object, ...]
    tables: RowTables
    targets: Sequence[Target | None]
    tints: Mapping[str, int]

    def __init__(self, state: State, player: Player) -> None:
        self.content = content = state.content
        self.mode, self.seldom = state.mode, _seldom(player)
        self.base = _base(content, player)
        self.tints = _tints(content, player)
        self.tables = _row_tables(_wishes(content, player))
        self.grid = _cells(content, player)
        self.purses = gold_stars(state.mode == "solo")
        self.color = player.class_color
        self.income = gold_die_income(state, player.seat)
        self.targets = player.backstory or NO_TARGETS
        perks = list(perks_of(state, player))
        self.pays = [perk for _, perk in perks if perk.kind == "income" and perk.on == "place"]
        self.also = {str(perk.color): perk.amount for _, perk in perks if perk.kind == "class_dice"}
        self.once = [(source, perk) for source, perk in perks if perk.kind == "once"]
        self.discounts = {}


class Outlook:
    """One player's prospects with `left` dice still to come after those that are `decided` on now.

    Of `player` only the sheet, `SELDOM` and `OFTEN` may be read: the rest may have changed since. What is told by
    rows stands in lists of six: the dice, the empty slots, `sums` (places in a `Line`: the scores, weapons and race
    included, counted from `LOWEST`), and of the backstory what `waits` for its colour in the next slot, which places
    have `met` it, and which are `open`. Nothing changes but `spots` and `weighed`, which keep what has been worked out.
    `last` is an earlier outlook of the same seat, from which is taken what has stayed the same.
    """

    __slots__ = ("cells", "dice", "empty", "gold", "has", "have", "hit", "left", "lines", "met", "miss", "open",
                 "player", "slots", "spots", "sums", "waits", "weighed")  # fmt: skip

    cells: Line
    dice: list[tuple[Die, ...]]
    empty: list[int]
    gold: Line
    has: Standing
    have: int
    hit: float
    left: int
    lines: tuple[tuple[Line, ...], ...]
    met: list[int]
    miss: float
    open: list[int]
    player: Player
    slots: int
    spots: tuple[list[int], list[Spot]] | None
    sums: list[int]
    waits: list[str | None]
    weighed: dict[int, tuple[Any, ...]]
    """What placing the dice of initiative cards brings, by their numbers (turn.cards). It does not hold the outlook:
    simulations do without the collector, and a ring would never be freed."""

    def __init__(self, state: State, seat: int, decided: int = 0, last: Outlook | None = None) -> None:
        self.player = player = state.players[seat - 1]
        if last is None:
            self.has, rows = Standing(state, player), len(ATTRIBUTES)
            self.dice, self.sums, self.empty = [()] * rows, [0] * rows, [SLOTS] * rows
            self.waits, self.met, self.open = [None] * rows, [0] * rows, [0] * rows
            self._read(player.sheet, UNREAD, self)
        else:
            self.has = last.has
            if player.sheet is not last.player.sheet:
                self._read(player.sheet, last.player.sheet, last)
            else:
                self.dice, self.sums, self.empty, self.slots = last.dice, last.sums, last.empty, last.slots
                self.waits, self.met, self.open = last.waits, last.met, last.open
                self.hit, self.miss = last.hit, last.miss
        has, self.left = self.has, (left := max(self.slots - decided, 0))
        self.lines, self.cells, self.gold = has.tables.lines(left), has.grid[left], has.purses[left]
        self.have = min(player.gold, MOST_GOLD)
        self.spots, self.weighed = None, {}

    @classmethod
    def of(cls, state: State, seat: int, decided: int = 0) -> Outlook:
        """The same out of what was asked for last: that itself if nothing has changed that it looks at, and of it what
        seldom changes if only that has not."""
        last = _lately.get(seat)
        if last is not None:
            player, known, has = state.players[seat - 1], last.player, last.has
            same = player is known
            if (
                not (same or _seldom(player) == has.seldom)
                or has.content is not state.content
                or has.mode != state.mode
            ):
                last = None
            elif last.left == max(last.slots - decided, 0) and (
                same or (player.sheet is known.sheet and _often(player) == _often(known))
            ):
                return last
        found = _lately[seat] = cls(state, seat, decided, last)
        return found

    def _read(self, sheet: Sheet, known: Sequence[Row | None], last: Outlook) -> None:
        """What is told by rows; those that are known are as they were last."""
        self.dice, self.sums, self.empty = dice, sums, empty = last.dice.copy(), last.sums.copy(), last.empty.copy()
        self.waits, self.met, self.open = waits, met, open_ = last.waits.copy(), last.met.copy(), last.open.copy()
        base, tints, targets = self.has.base, self.has.tints, self.has.targets
        for at, row in enumerate(sheet):
            if row is not known[at]:
                dice[at] = mine = tuple([die for die in row if die is not None])
                sums[at] = base[at] + sum([die.face or 0 for die in mine])
                if tints:
                    sums[at] += sum([tints.get(die.color, 0) for die in mine])
                empty[at] = SLOTS - len(mine)
                waits[at], met[at], open_[at] = _told(mine, targets[at])
        stories, hits, hopes = backstory_stars(), sum(met), sum(open_)
        now = stories[hits][hopes]
        self.hit = stories[hits + 1][hopes - 1] - now if hopes else 0.0
        self.miss = stories[hits][hopes - 1] - now if hopes else 0.0
        self.slots = sum(empty)

    def open_rows(self) -> tuple[list[int], list[Spot]]:
        """The rows in which a die may be placed, and what they are like."""
        found = self.spots
        if found is None:
            lines, sums, waits = self.lines, self.sums, self.waits
            rows, spots = [], []
            for row, empty in enumerate(self.empty):
                if empty:
                    line, at = lines[row], sums[row]
                    rows.append(row)
                    spots.append((line[empty - 1], at, line[empty][at], empty == 1, waits[row]))
            found = self.spots = rows, spots
        return found

    def coins(self, color: str, row: int, slot: int) -> int:
        """What abilities pay for a die of that colour in that place (RP-GOLD-05)."""
        return sum([perk.amount for perk in self.has.pays if pays_for(perk, color, ATTRIBUTES[row], slot)])

    def own_color(self, color: str) -> float:
        """The star of a die in the class colour, or in one that an ability lets count as such (RP-SCORE-04)."""
        if color == self.has.color:
            return 1.0
        if color not in self.has.also:
            return 0.0
        return float(sum([die.color == color for row in self.dice for die in row]) < self.has.also[color])

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
        return self.has.tables.rows[row].reroll(self.left, self.empty[row], self.sums[row], face)

    def told(self, row: int, color: str) -> float:
        """What the backstory gains by a die of that colour in the next slot of a row."""
        waits = self.waits[row]
        return 0.0 if waits is None else self.hit if waits == color else self.miss

    def stories(self) -> tuple[float, ...]:
        """What the backstory gains if so many places more, or fewer, match: by 0, 1, 2, -2, -1."""
        line = [stars[sum(self.open)] for stars in backstory_stars()]
        met = sum(self.met)
        return tuple([line[min(max(met + by, 0), len(line) - 1)] - line[met] for by in (0, 1, 2, -2, -1)])

    @property
    def stars(self) -> float:
        """Everything but cards: rows, colours, backstory, alignment and gold."""
        rows = sum(self.lines[at][self.empty[at]][self.sums[at]] for at in range(len(self.dice)))
        colors = sum(die.color == self.has.color for row in self.dice for die in row)
        cell, purse = self.cells[self.player.alignment_pos], self.gold[min(self.player.gold, MOST_GOLD)]
        return rows + colors + backstory_stars()[sum(self.met)][sum(self.open)] + cell + purse


SELDOM = ("goals", "modifiers", "class_color", "class_side", "backstory", "alignment_grid", "weapons", "traits")
"""What of a player an outlook depends on and seldom changes."""

_seldom = attrgetter(*SELDOM)
OFTEN = ("gold", "alignment_pos", "armors", "skills")
"""What else it depends on, but for the sheet."""

_often = attrgetter(*OFTEN)

_lately: dict[int, Outlook] = {}
"""The outlook that was asked for last, by seat."""

UNREAD = (None,) * len(ATTRIBUTES)
"""Rows that are none of any sheet."""


def _told(dice: tuple[Die, ...], target: Target | None) -> tuple[str | None, int, int]:
    """What the backstory has in a row: the colour that the next slot is waiting for, 1 if its place matches, 1 if its
    place is still empty."""
    if target is None:
        return None, 0, 0
    slot, count = target.slot, len(dice)
    if count >= slot:
        return None, int(dice[slot - 1].color == target.color), 0
    return target.color if count + 1 == slot else None, 0, 1


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


def _tints(content: Content, player: Player) -> dict[str, int]:
    """What weapons add to each die, by its colour."""
    found: dict[str, int] = {}
    for weapon in player.weapons:
        card = content.card(weapon.card)
        for color, by in card.per_die.items() if card is not None else ():
            found[color] = found.get(color, 0) + by
    return found


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
