"""A simple automatic player of Roll Player for balance runs: the move whose outcome is worth most to it now.

It values a hero by stars that are certain or likely, with a look at how many dice are still to come, and takes the best
listed move. It knows no cards by name: every value comes from the data of the class or the card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.roll_player import moves as m
from companion.games.roll_player.common import gold_die_income, stepped
from companion.games.roll_player.constants import rounds
from companion.games.roll_player.content import ATTRIBUTES, GOLD, Criterion, Effect, MarketCard, Perk
from companion.games.roll_player.criteria import measured
from companion.games.roll_player.ending import hero
from companion.games.roll_player.hero import Hero
from companion.games.roll_player.measures import attribute_score, weapon_bonus
from companion.games.roll_player.scoring import BACKSTORY_STARS, SHEET
from companion.games.roll_player.state import (
    EMPTY_ROW,
    Die,
    Player,
    Row,
    Sheet,
    Slot,
    State,
    placed,
    with_die,
    with_row,
)
from companion.moves import Move

GOLD_WORTH = 0.3
SKILL_USE = {
    "own_face": 0.5,
    "swap": 0.55,
    "move_die": 0.5,
    "pool_face": 0.4,
    "negotiate": 0.55,
    "search": 0.7,
    "gold": 0.5,
    "tokens": 0.4,
    "buy_discard": 0.55,
    "buy_top": 0.4,
    "borrow_skill": 0.5,
    "prompt": 0.0,
}
"""What one use of an effect is worth, in stars."""

DICE_KINDS = ("row_sum", "faces", "color", "goals_met", "matches")
"""The criteria that look at dice."""

CHOSEN = (0.08, 0.1, 0.14, 0.18, 0.23, 0.27)
"""How often the die that somebody places shows 1…6: people choose among several."""


def greedy(state: State, seat: int, moves: Sequence[Move], random: Random) -> Move:
    """The best of the listed moves; among equals any."""
    kinds = {type(move) for move in moves}
    if kinds & {m.PlaceDie, m.AttributeAction, m.ChooseInitiative, m.Buy, m.DiscardForGold, m.Attune, m.Keep}:
        worth = Valued(state, seat)
        return max(moves, key=lambda move: (worth.of(move), random.random()))
    if m.DiscardCard in kinds:
        return _before_scoring(state, seat, moves)
    calm = [move for move in moves if not isinstance(move, m.DiscardWeapon | m.UseSkill | m.SkipRefresh)]
    worth = Valued(state, seat)
    return max(calm or moves, key=lambda move: (worth.of(move), random.random()))


def _before_scoring(state: State, seat: int, moves: Sequence[Move]) -> Move:
    base = SHEET.breakdown(hero(state, seat)).total
    for move in moves:
        if isinstance(move, m.DiscardCard):
            player = state.player(seat)
            left = tuple(card for card in player.weapons if card.ref != move.card)
            if len(left) < len(player.weapons):
                without = state.change(seat, weapons=left)
                if SHEET.breakdown(hero(without, seat)).total > base:
                    return move
    return next(move for move in moves if isinstance(move, m.Done))


@cache
def sums(count: int) -> tuple[tuple[int, float], ...]:
    """The sums of so many dice to come with their chances."""
    found = {0: 1.0}
    for _ in range(count):
        after: dict[int, float] = {}
        for total, chance in found.items():
            for face, weight in enumerate(CHOSEN, 1):
                after[total + face] = after.get(total + face, 0.0) + chance * weight
        found = after
    return tuple(found.items())


@cache
def goal_worth(low: int, high: int | None, stars: int, score: int, missing: int, near: float) -> float:
    """Stars times the chance to meet a goal; `near` is the chance to repair a score by one."""
    found = 0.0
    for more, chance in sums(missing):
        total = score + more
        miss = low - total if total < low else 0 if high is None else max(0, total - high)
        found += chance * near**miss
    return stars * found


class Valued:
    """What things are worth to a seat in a state."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.player: Player = state.player(seat)
        self.hero: Hero = hero(state, seat)
        self.left = rounds(state) - state.round + (0 if self.player.dice_turn_done else 1)
        side = self.player.class_side
        self.perks: tuple[Perk, ...] = state.content.classes[side].perks if side else ()
        once = any(perk.kind in ("once", "action", "near_goal") for perk in self.perks)
        self.near = round(min(0.2 + 0.05 * self.left + (0.1 if once else 0) + 0.05 * len(self.player.skills), 0.7), 2)
        wild = next((perk for perk in self.perks if perk.kind == "class_dice"), None)
        self.wild: str | None = wild.color if wild is not None else None
        self.wild_most = wild.amount if wild is not None else 0
        self.wanted = {(target.row, target.slot, target.color) for target in self.hero.targets or ()}
        cards = [state.content.market[trait.card] for trait in self.player.traits]
        self.dice_traits = [card for card in cards if card.criterion is not None and card.criterion.kind in DICE_KINDS]
        self.rows: dict[tuple[int, Row], tuple[float, int, int]] = {}
        self.steps: dict[str, float] = {}
        self.base = [self._row_worth(at, dice) for at, dice in enumerate(self.player.sheet)]
        self.sheet_now = self.sheet(self.player.sheet)

    # a sheet

    def sheet(self, sheet: Sheet) -> float:
        """Stars that a sheet is worth: goals, class colour, backstory, traits that look at dice."""
        found, count, wild = 0.0, 0, 0
        for at, dice in enumerate(sheet):
            if dice is self.player.sheet[at]:
                known = self.base[at]
            else:
                known = self.rows.get((at, dice)) or self.rows.setdefault((at, dice), self._row_worth(at, dice))
            found += known[0]
            count += known[1]
            wild += known[2]
        found += min(self.wild_most, wild)
        found += BACKSTORY_STARS[count] + (0.45 if count in (1, 3, 5) else 0) + 0.3 * (count in (4, 5))
        if self.dice_traits:
            hero_ = replace(self.hero, sheet=sheet)
            for card in self.dice_traits:
                if card.criterion is not None:
                    found += (card.stars or 0) * self._chance(card.criterion, hero_)
        return found

    def _row_worth(self, at: int, dice: Row) -> tuple[float, int, int]:
        """A row's goal and its dice of the class colour in stars, its matches, and dice that may count as such."""
        row = ATTRIBUTES[at]
        found, score, missing, count, wild = 0.0, self.hero.modifiers.get(row, 0), 0, 0, 0
        for number, die in enumerate(dice, 1):
            if die is None:
                missing += 1
                continue
            score += die.face or 0
            found += die.color == self.hero.class_color
            wild += die.color == self.wild
            count += (row, number, die.color) in self.wanted
        goal = self.hero.goals.get(row)
        if goal is not None:
            bonus = self._bonus(at, dice) if self.hero.weapons else 0
            found += goal_worth(goal.low - bonus, goal.high, goal.stars, score, missing, self.near)
        return found, count, wild

    def _bonus(self, at: int, dice: Row) -> int:
        """What weapons add to a row; they can be discarded before scoring."""
        hero_ = replace(self.hero, sheet=tuple(dice if n == at else EMPTY_ROW for n in range(6)))
        return max(weapon_bonus(hero_, ATTRIBUTES[at]), 0)

    def _chance(self, criterion: Criterion, hero_: Hero) -> float:
        """A guess at the chance that a criterion will be met at the end."""
        left = self.left / max(rounds(self.state), 1)
        if criterion.kind == "alignment":
            row, column = divmod(hero_.cell, 3)
            away = min(abs(row - cell // 3) + abs(column - cell % 3) for cell in criterion.cells)
            return (0.85, 0.4 + 0.3 * left, 0.15 + 0.4 * left, 0.1, 0.05)[away]
        now = measured(criterion, hero_)
        if criterion.kind == "row_sum":
            missing = sum(die is None for die in hero_.sheet[ATTRIBUTES.index(criterion.row or "STR")])
            low, high = criterion.least or 0, criterion.most
            return goal_worth(low, high, 1, now, missing, self.near)
        pace = {"coins": 3.0, "faces": 6.0, "color": 3.5, "skills": 1.5, "weapons": 0.8, "armor": 2.5,
                "goals_met": 4.5, "matches": 3.5}[criterion.kind] * left  # fmt: skip
        if criterion.least is not None:
            short = criterion.least - now
            return 0.95 if short <= 0 else min(0.9, max(0.05, 0.5 + 0.25 * (pace - short)))
        over = now - (criterion.most or 0)
        return 0.8 if over <= 0 else max(0.1, 0.6 - 0.08 * over + 0.3 * left)

    # alignment

    def cell(self, cell: int) -> float:
        """What it is worth to stand on a cell: its value, and what can still be reached from it."""
        grid = self.hero.grid or (0,) * 9
        row, column = divmod(cell, 3)
        fade = 0.6 if self.left > 2 else 0.3
        reach = max(grid[c] * fade ** (abs(row - c // 3) + abs(column - c % 3)) for c in range(9))
        found = 0.4 * grid[cell] + 0.6 * max(reach, grid[cell])
        hero_ = replace(self.hero, cell=cell)
        for trait in self.player.traits:
            card = self.state.content.market[trait.card]
            if card.criterion is not None and card.criterion.kind == "alignment":
                found += (card.stars or 0) * self._chance(card.criterion, hero_)
        return found

    def step(self, arrow: str | None) -> float:
        if arrow is None:
            return 0.0
        if arrow not in self.steps:
            at = self.player.alignment_pos
            cell = stepped(at, arrow)
            self.steps[arrow] = 0.0 if cell is None else self.cell(cell) - self.cell(at)
        return self.steps[arrow]

    # cards

    def card(self, key: str) -> float:
        """What it is worth to own a card, the price apart."""
        card = self.state.content.market[key]
        match card.type:
            case "trait":
                return self._trait(card) + self.step(card.arrow)
            case "armor":
                return self._armor(card)
            case "skill":
                return self._skill(card)
        return self._weapon(card)

    def _trait(self, card: MarketCard) -> float:
        assert card.criterion is not None
        return (card.stars or 0) * self._chance(card.criterion, self.hero)

    def _armor(self, card: MarketCard) -> float:
        armor_set = self.state.content.armor[card.set or "chain"]
        have = self.player.armor[card.set or "chain"]
        table = (0, *(armor_set.stars or ()))
        found = float(table[have + 1] - table[have])
        if have == 0 and armor_set.colors and self.hero.class_color in armor_set.colors:
            found += 1
        if have + 2 < len(table) and self.left > 2:
            found += 0.25 * max(table[have + 2] - table[have + 1], 0)
        return found + self._counted("armor")

    def _skill(self, card: MarketCard) -> float:
        each = 0.0
        if card.effect is not None:
            paid = card.effect.kind in ("gold", "tokens")
            each = 0.8 * GOLD_WORTH * card.effect.amount if paid else SKILL_USE[card.effect.kind]
        at = self.player.alignment_pos
        grid = self.hero.grid or (0,) * 9
        cell = stepped(at, card.arrow or "up")
        drift = 0.15 if cell is not None and grid[cell] >= grid[at] else -0.1
        uses = min(self.left, 6) * (0.75 ** len(self.player.skills))
        return uses * (each + drift) * 0.7 + max(0.0, self.step(card.arrow)) * 0.5 + self._counted("skills")

    def _weapon(self, card: MarketCard) -> float:
        found = 0.0
        for perk in card.perks:
            found += self._perk(perk)
        for at, row in enumerate(ATTRIBUTES if card.per_row or card.per_die else ()):
            goal = self.hero.goals.get(row)
            by = card.per_row.get(row, 0) + 3 * card.per_die.get(row, 0)  # type: ignore[call-overload]  # rows
            if by and goal is not None:
                dice = self.player.sheet[at]
                score = attribute_score(self.hero, row)
                gone = sum(die is None for die in dice)
                more = goal_worth(goal.low - by, goal.high, goal.stars, score, gone, self.near)
                found += more - goal_worth(goal.low, goal.high, goal.stars, score, gone, self.near)
        if card.extra_armor:
            found += 0.8 + 0.5 * (sum(self.player.armor.values()) > 0)
        return found + self._counted("weapons")

    def _perk(self, perk: Perk) -> float:
        if perk.kind == "once":
            return self.left * max(SKILL_USE[(perk.effect or Effect("prompt")).kind] - GOLD_WORTH * perk.pay, 0.1) * 0.6
        if perk.kind == "income":
            return self.left * GOLD_WORTH * perk.amount * 0.35
        if perk.kind == "action":
            return self.left * 0.2
        return self.left * GOLD_WORTH * perk.amount * 0.4

    def _counted(self, kind: str) -> float:
        """What one more card of a kind does for traits that count them."""
        found = 0.0
        for trait in self.player.traits:
            card = self.state.content.market[trait.card]
            if card.criterion is not None and card.criterion.kind == kind:
                found += 0.3 * (card.stars or 0) * (self._chance(card.criterion, self.hero) < 0.9)
        return found

    # moves

    def of(self, move: Move) -> float:
        """What a move is worth, in stars, against doing nothing."""
        found = _VALUES.get(type(move))
        return found(self, move) if found is not None else 0.0

    def initiative(self, move: m.ChooseInitiative) -> float:
        card = self.state.card(move.card)
        assert card.die is not None
        best = max(self.placing(card.die, row) for row in ATTRIBUTES if None in self._row(row))
        return best + GOLD_WORTH * card.coin + (0.12 if move.card == 1 else 0.04 if move.card == 2 else 0)

    def _row(self, row: str) -> tuple[Die | None, ...]:
        return self.player.sheet[ATTRIBUTES.index(row)]

    def placing(self, die: Die, row: str) -> float:
        sheet, slot = placed(self.player.sheet, row, die)
        gold = int(slot == 3) + (gold_die_income(self.state, self.seat) if die.color == GOLD else 0)
        gold += sum(p.amount for p in self.perks if p.kind == "income" and p.on == "place" and p.slot in (None, slot))
        action = {"STR": 0.25, "DEX": 0.35, "CON": 0.3, "INT": 0.3, "WIS": 0.35, "CHA": GOLD_WORTH}[row]
        return self.sheet(sheet) - self.sheet_now + GOLD_WORTH * gold + (action if self.state.phase == "dice" else 0)

    def place(self, move: m.PlaceDie) -> float:
        die = Die.of(move.die) if move.die else self.player.dice[0]
        return self.placing(die, move.row)

    def action(self, move: m.AttributeAction) -> float:
        match move.row:
            case "WIS":
                return self.step(move.step)
            case "CHA":
                return 0.9 * GOLD_WORTH
            case "DEX":
                return self.swapped(move.target or "", move.other or "")
            case "INT":
                return self.rerolled(move.target or "")
        slot = Slot.of(move.target or "")
        face = self._face(slot)
        return self.turned(slot, 7 - face if move.row == "STR" else face + (move.by or 0))

    def _face(self, slot: Slot) -> int:
        die = self._row(slot.row)[slot.number - 1]
        return (die.face or 0) if die is not None else 0

    def turned(self, slot: Slot, face: int) -> float:
        die = self._row(slot.row)[slot.number - 1]
        assert die is not None
        return self.sheet(with_die(self.player.sheet, slot, Die(die.color, face))) - self.sheet_now

    def rerolled(self, target: str) -> float:
        slot = Slot.of(target)
        return sum(max(self.turned(slot, face), 0.0) for face in range(1, 7)) / 6

    def swapped(self, one: str, two: str) -> float:
        first, second = Slot.of(one), Slot.of(two)
        a, b = self._row(first.row)[first.number - 1], self._row(second.row)[second.number - 1]
        if a is None or b is None or a == b:
            return 0.0
        return self.sheet(with_die(with_die(self.player.sheet, first, b), second, a)) - self.sheet_now

    def moved(self, target: str, row: str) -> float:
        slot = Slot.of(target)
        die = self._row(slot.row)[slot.number - 1]
        if die is None or slot.row == row:
            return -1.0
        left = [d for n, d in enumerate(self._row(slot.row), 1) if n != slot.number]
        return self.sheet(placed(with_row(self.player.sheet, slot.row, left), row, die)[0]) - self.sheet_now

    def buy(self, move: m.Buy) -> float:
        card = self.state.at_place(move.place).card
        late = 0.5 if self.left <= 1 else 1.0
        return self.card(card) - GOLD_WORTH * late * move.paid - 0.02 * move.tokens

    def discard(self, move: m.DiscardForGold) -> float:
        late = 0.3 if self.left <= 1 else 1.0
        return GOLD_WORTH * late * (2 + sum(p.amount for p in self.perks if p.on == "discard" and p.kind == "income"))

    def keep(self, move: m.Keep) -> float:
        ask = next(ask for ask in self.state.pending if ask.seat == self.seat)
        return self.turned(Slot.of(ask.args["target"]), move.face)

    def attune(self, move: m.Attune) -> float:
        card = self.state.content.market[move.card]
        affordable = (card.cost or 0) <= self.player.gold + self.player.charisma_tokens
        return self.card(move.card) - GOLD_WORTH * (card.cost or 0) - 0.6 if affordable else -1.0

    def skill(self, move: m.UseSkill) -> float:
        card = self.state.content.market.get(move.card)
        if card is None or card.effect is None:
            return -1.0
        effect, arrow = card.effect, card.arrow
        if move.seat is not None and move.skill is not None:
            other = self.state.content.market[move.skill]
            effect, arrow = other.effect or effect, other.arrow
        step = self.step(arrow)
        worth = 0.0 if move.decline else self.effect(effect, move)
        return step + worth - 0.25

    def ability(self, move: m.UseAbility) -> float:
        perk = next((p for p in self.perks if p.kind == "once"), None)
        if move.source != "class":
            perk = next((p for p in self.state.content.market[move.source].perks if p.kind == "once"), None)
        if perk is None or perk.effect is None:
            return -1.0
        return self.effect(perk.effect, move) - GOLD_WORTH * perk.pay - 0.15

    def effect(self, effect: Effect, move: m.UseSkill | m.UseAbility) -> float:
        match effect.kind:
            case "own_face":
                return self._own_face(effect, move)
            case "swap":
                return self.swapped(move.target or "", move.other or "")
            case "move_die":
                return self.moved(move.target or "", move.row or "")
            case "gold":
                return GOLD_WORTH * effect.amount
            case "tokens":
                waits = not self.player.market_turn_done
                return GOLD_WORTH * effect.amount * 0.9 if waits else 0.0
        if isinstance(move, m.UseSkill):
            return self._other(effect, move)
        return 0.0

    def _own_face(self, effect: Effect, move: m.UseSkill | m.UseAbility) -> float:
        slot = Slot.of(move.target or "")
        face = self._face(slot)
        match effect.change:
            case "flip":
                return self.turned(slot, 7 - face)
            case "step":
                return self.turned(slot, face + effect.amount * (move.by or 0))
            case "reroll":
                return self.rerolled(move.target or "")
        return self.turned(slot, effect.amount or move.face or face)

    def _other(self, effect: Effect, move: m.UseSkill) -> float:
        if effect.kind == "buy_discard" and move.bought is not None:
            return self.card(move.bought) - GOLD_WORTH * (move.paid or 0) - 2 * GOLD_WORTH + 0.2
        if effect.kind == "buy_top":
            return 0.3 if self.player.gold >= 5 else -0.5
        if effect.kind == "negotiate" and move.initiative is not None:
            die = self.state.card(move.initiative).die
            slot = Slot.of(move.target or "")
            if die is None:
                return 0.0
            return (
                self.sheet(with_die(self.player.sheet, slot, die)) - self.sheet_now + (0.6 if die.color == GOLD else 0)
            )
        if effect.kind == "search" and move.target is not None and move.color is not None:
            slot = Slot.of(move.target)
            new = [self.sheet(with_die(self.player.sheet, slot, Die(move.color, face))) for face in (2, 5)]
            return sum(new) / 2 - self.sheet_now
        if effect.kind == "pool_face":
            return 0.15 if self.player.held_initiative is None else -0.2
        return 0.0

    def tell(self, move: m.Tell) -> float:
        ask = next(ask for ask in self.state.pending if ask.seat == self.seat)
        if move.value == "leave":
            return 0.0
        return self.card(ask.args["card"]) - GOLD_WORTH * int(move.value) - 2 * GOLD_WORTH


_VALUES: dict[type[Move], Callable[[Valued, Any], float]] = {
    m.ChooseInitiative: Valued.initiative,
    m.PlaceDie: Valued.place,
    m.AttributeAction: Valued.action,
    m.Keep: Valued.keep,
    m.Buy: Valued.buy,
    m.DiscardForGold: Valued.discard,
    m.Attune: Valued.attune,
    m.UseSkill: Valued.skill,
    m.UseAbility: Valued.ability,
    m.Tell: Valued.tell,
    m.DiscardWeapon: lambda worth, move: -1.0,
    m.RefreshSkill: lambda worth, move: 0.5,
}
