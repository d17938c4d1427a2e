"""What a player has and what may come of it, read once from a view: the sums that every option is compared by."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll_player.common import gold_die_income
from companion.games.roll_player.content import ATTRIBUTES, Content, Goal
from companion.games.roll_player.opponent.tables import (
    LOWEST,
    MOST_GOLD,
    Line,
    Wish,
    backstory_stars,
    cell_stars,
    gold_stars,
    row_lines,
)
from companion.games.roll_player.state import SLOTS, Player, State

NO_GRID = (0,) * 9


class Outlook:
    """One player's prospects with `left` dice still to come after those that are `decided` on now.

    `sums` are places in a `Line`: the scores of the rows, weapons and race included, counted from `LOWEST`.
    """

    __slots__ = ("cells", "color", "colors", "dice", "empty", "gold", "gold_die", "income", "left", "lines", "met",
                 "open_targets", "player", "stories", "sums", "targets")  # fmt: skip

    def __init__(self, state: State, seat: int, decided: int = 0) -> None:
        player = state.player(seat)
        self.player = player
        self.dice = [[die for die in row if die is not None] for row in player.sheet]
        self.empty = [SLOTS - len(row) for row in self.dice]
        self.left = max(sum(self.empty) - decided, 0)
        traits = _trait_wishes(state.content, player) if player.traits else ()
        self.lines = _lines(player, traits, self.left)
        self.sums = _sums(state.content, player, self.dice)
        self.color = player.class_color
        self.income = gold_die_income(state, seat)
        self._backstory(player)
        self.cells = _cells(state.content, player)[self.left]
        self.gold = gold_stars(state.solo)[self.left]

    def _backstory(self, player: Player) -> None:
        self.targets: list[tuple[int, str] | None] = [None] * len(ATTRIBUTES)
        self.met = self.open_targets = 0
        for at, target in enumerate(player.backstory or ()):
            self.targets[at] = (target.slot, target.color)
            row = self.dice[at]
            if len(row) < target.slot:
                self.open_targets += 1
            elif row[target.slot - 1].color == target.color:
                self.met += 1
        self.stories = backstory_stars()

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

    def told(self, row: int, color: str) -> float:
        """What the backstory gains by a die of that colour in the next slot of a row."""
        target = self.targets[row]
        if target is None or target[0] != SLOTS + 1 - self.empty[row]:
            return 0.0
        stories, met, left = self.stories, self.met, self.open_targets
        return stories[met + (target[1] == color)][left - 1] - stories[met][left]

    def swapped(self, places: Sequence[tuple[int, int]]) -> float:
        """What the backstory gains if the dice of two places (row, slot) change places."""
        (row, slot), (other_row, other_slot) = places
        one, two = self.dice[row][slot].color, self.dice[other_row][other_slot].color
        if one == two:
            return 0.0
        met = self.met
        for (r, s), was, now in (((row, slot), one, two), ((other_row, other_slot), two, one)):
            target = self.targets[r]
            if target is not None and target[0] == s + 1:
                met += (now == target[1]) - (was == target[1])
        return self.stories[met][self.open_targets] - self.stories[self.met][self.open_targets]

    @property
    def stars(self) -> float:
        """Everything but cards: rows, colours, backstory, alignment and gold."""
        rows = sum(self.lines[at][self.empty[at]][self.sums[at]] for at in range(len(self.dice)))
        colors = sum(die.color == self.color for row in self.dice for die in row)
        cell, purse = self.cells[self.player.alignment_pos], self.gold[min(self.player.gold, MOST_GOLD)]
        return rows + colors + self.stories[self.met][self.open_targets] + cell + purse


def _lines(player: Player, traits: Sequence[tuple[str, Wish]], left: int) -> list[tuple[Line, ...]]:
    goals, found = player.goals or {}, []
    for row in ATTRIBUTES:
        goal = goals.get(row)
        wishes = (_wish(goal),) if goal is not None else ()
        if traits:
            wishes += tuple(wish for where, wish in traits if where == row)
        found.append(row_lines(wishes)[left])
    return found


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


def _sums(content: Content, player: Player, dice: Sequence[Sequence[object]]) -> list[int]:
    found = []
    for at, row in enumerate(ATTRIBUTES):
        total = -LOWEST + player.modifiers.get(row, 0)
        for die in player.sheet[at]:
            if die is not None:
                total += die.face or 0
        found.append(total)
    if player.weapons:
        for at, row in enumerate(ATTRIBUTES):
            found[at] += _bonus(content, player, row, [die.color for die in player.sheet[at] if die is not None])
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
