"""What a player has and what may come of it, read once from a view: the sums that every option is compared by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter, is_

from companion.games.roll_player.common import gold_die_income
from companion.games.roll_player.content import ATTRIBUTES, Content, Goal
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
from companion.games.roll_player.state import SLOTS, Die, Player, State

NO_GRID = (0,) * 9


class Outlook:
    """One player's prospects with `left` dice still to come after those that are `decided` on now.

    Of `player` only what `LOOKS_AT` names may be read: the rest may have changed since. `sums` are places in a `Line`:
    the scores of the rows, weapons and race included, counted from `LOWEST`.
    """

    __slots__ = ("cells", "color", "dice", "empty", "gold", "hit", "income", "left", "lines", "met", "miss",
                 "open_targets", "player", "stories", "sums", "tables", "targets", "waits")  # fmt: skip

    def __init__(self, state: State, seat: int, decided: int = 0) -> None:
        player = state.player(seat)
        self.player = player
        self.dice = [[die for die in row if die is not None] for row in player.sheet]
        self.empty = [SLOTS - len(row) for row in self.dice]
        self.left = max(sum(self.empty) - decided, 0)
        traits = _trait_wishes(state.content, player) if player.traits else ()
        self.tables = _tables(player, traits)
        self.lines = [table.lines(self.left) for table in self.tables]
        self.sums = _sums(state.content, player, self.dice)
        self.color = player.class_color
        self.income = gold_die_income(state, seat)
        self._backstory(player)
        self.cells = _cells(state.content, player)[self.left]
        self.gold = gold_stars(state.solo)[self.left]

    @classmethod
    def of(cls, state: State, seat: int, decided: int = 0) -> Outlook:
        """The same, not read anew if nothing that it looks at has changed since it was asked for last (a card is taken
        before its die is placed)."""
        player = state.player(seat)
        looks = (decided, state.mode, state.content, *_look(player))
        kept = _lately.get(seat)
        if kept is not None and all(map(is_, kept[0], looks)):
            return kept[1]
        found = cls(state, seat, decided)
        _lately[seat] = (looks, found)
        return found

    def _backstory(self, player: Player) -> None:
        """Matches, places that are still empty, and for each row the colour that its next slot is waiting for."""
        self.targets = player.backstory or ()
        self.waits: list[str | None] = [None] * len(ATTRIBUTES)
        met = empty = 0
        for at, target in enumerate(self.targets):
            row, slot = self.dice[at], target.slot
            if len(row) >= slot:
                met += row[slot - 1].color == target.color
            else:
                empty += 1
                if len(row) + 1 == slot:
                    self.waits[at] = target.color
        self.met, self.open_targets = met, empty
        self.stories = backstory_stars()
        now = self.stories[met][empty]
        self.hit = self.stories[met + 1][empty - 1] - now if empty else 0.0
        self.miss = self.stories[met][empty - 1] - now if empty else 0.0

    # what changes, in stars

    def purse(self, coins: int) -> float:
        """What so many coins more (or fewer) are worth."""
        have = min(self.player.gold, MOST_GOLD)
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
        return self.tables[row].reroll(self.left, self.empty[row], self.sums[row], face)

    def told(self, row: int, color: str) -> float:
        """What the backstory gains by a die of that colour in the next slot of a row."""
        waits = self.waits[row]
        return 0.0 if waits is None else self.hit if waits == color else self.miss

    def swapped(self, row: int, slot: int, other_row: int, other_slot: int) -> float:
        """What the backstory gains if the dice of two places change places."""
        if not self.targets:
            return 0.0
        one, two = self.dice[row][slot].color, self.dice[other_row][other_slot].color
        met = self.met
        for at, place, was, now in ((row, slot, one, two), (other_row, other_slot, two, one)):
            target = self.targets[at]
            if target.slot == place + 1:
                met += (now == target.color) - (was == target.color)
        return self.stories[met][self.open_targets] - self.stories[self.met][self.open_targets]

    @property
    def stars(self) -> float:
        """Everything but cards: rows, colours, backstory, alignment and gold."""
        rows = sum(self.lines[at][self.empty[at]][self.sums[at]] for at in range(len(self.dice)))
        colors = sum(die.color == self.color for row in self.dice for die in row)
        cell, purse = self.cells[self.player.alignment_pos], self.gold[min(self.player.gold, MOST_GOLD)]
        return rows + colors + self.stories[self.met][self.open_targets] + cell + purse


LOOKS_AT = (
    "sheet", "goals", "modifiers", "class_color", "class_side", "backstory", "alignment_grid", "alignment_pos", "gold",
    "weapons", "armors", "skills", "traits",
)  # fmt: skip
"""Everything of a player that an outlook depends on."""

_look = attrgetter(*LOOKS_AT)

_lately: dict[int, tuple[tuple[object, ...], Outlook]] = {}
"""The outlook that was asked for last, by seat, with what it was read from."""

_seen: dict[int, tuple[object, tuple[RowTable, ...]]] = {}
"""The tables of goals that were asked for lately: a player keeps the same goals from the first die to the last."""

MOST_SEEN = 256


def _tables(player: Player, traits: Sequence[tuple[str, Wish]]) -> tuple[RowTable, ...]:
    if traits:
        return _made(player, traits)
    goals = player.goals
    kept = _seen.get(id(goals))
    if kept is not None and kept[0] is goals:
        return kept[1]
    if len(_seen) >= MOST_SEEN:
        _seen.clear()
    found = _made(player, ())
    _seen[id(goals)] = (goals, found)
    return found


def _made(player: Player, traits: Sequence[tuple[str, Wish]]) -> tuple[RowTable, ...]:
    goals = player.goals or {}
    wishes: list[tuple[Wish, ...]] = [(_wish(goals[row]),) if row in goals else () for row in ATTRIBUTES]
    for row, wish in traits:
        wishes[ATTRIBUTES.index(row)] += (wish,)
    return _row_tables(tuple(wishes))


@lru_cache(maxsize=1024)
def _row_tables(wishes: tuple[tuple[Wish, ...], ...]) -> tuple[RowTable, ...]:
    return tuple(row_table(each) for each in wishes)


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
            weapons = sum(_bonus(content, player, at, []) for at in (row,))
            plus = -weapons - (0 if test.score else player.modifiers.get(row, 0))
            found.append((row, (test.least or -99, test.most, card.stars, plus)))
    return tuple(found)


def _sums(content: Content, player: Player, dice: Sequence[Sequence[Die]]) -> list[int]:
    found = []
    for row, mine in zip(ATTRIBUTES, dice, strict=True):
        total = player.modifiers.get(row, 0) - LOWEST
        for die in mine:
            total += die.face or 0
        found.append(total)
    if player.weapons:
        for at, row in enumerate(ATTRIBUTES):
            found[at] += _bonus(content, player, row, [die.color for die in dice[at]])
    return found


def _bonus(content: Content, player: Player, row: str, colors: Sequence[str]) -> int:
    """What weapons add to a row: to dice that are there, and to each slot where the row counts."""
    total = 0
    for weapon in player.weapons:
        card = content.card(weapon.card)
        if card is not None:
            total += card.per_row.get(row, 0)  # type: ignore[call-overload]  # rows are the literal
            total += SLOTS * card.per_die.get(row, 0) + sum(card.per_die.get(color, 0) for color in colors)
    return total


def _cells(content: Content, player: Player) -> tuple[Line, ...]:
    """The alignment card, and on top of it what traits give for a cell."""
    grid = player.alignment_grid or NO_GRID
    for trait in player.traits:
        card = content.card(trait.card)
        if card is not None and card.criterion is not None and card.criterion.kind == "alignment" and card.stars:
            grid = tuple(stars + card.stars * (cell in card.criterion.cells) for cell, stars in enumerate(grid))
    return cell_stars(grid)
