"""The Dice phase: which card, which row, which action; and the dice of the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.flow import Ask
from companion.games.roll_player.common import directions, stepped
from companion.games.roll_player.content import ATTRIBUTES, GOLD
from companion.games.roll_player.moves import (
    AssignInitiative,
    AttributeAction,
    ChooseInitiative,
    Keep,
    PlaceDie,
    SkipAction,
)
from companion.games.roll_player.opponent.beliefs import Level, weights
from companion.games.roll_player.opponent.options import Terms, Weighed, option, plain
from companion.games.roll_player.opponent.outlook import Outlook
from companion.games.roll_player.opponent.tables import Line
from companion.games.roll_player.opponent.trade import market_loss
from companion.games.roll_player.state import SLOTS, Die, InitiativeCard, Slot, State
from companion.odds import FACES

STR, DEX, CON, INT, WIS, CHA = range(len(ATTRIBUTES))

NO_ACTIONS = (0.0,) * len(ATTRIBUTES)

Place = tuple[int, int]
"""A place on the sheet: row and slot, both from 0."""

Plan = tuple[Outlook, Die, int, Sequence[float]]
"""What a die is placed by: the outlook, the die, the coin of its card, and what the actions of the rows are worth."""

Swap = tuple[float, float, Place, Place]
"""What a swap of two dice does to the goals and to the backstory, and the places of the two."""


# one die in one row


def placements(outlook: Outlook, die: Die, coin: int, actions: Sequence[float]) -> list[float]:
    """What placing the die in each of the open rows brings: goal, class colour, backstory, gold and the row's action
    (`placement_terms` says it in parts)."""
    face, color = die.face or 0, die.color
    gold = coin + (outlook.has.income if color == GOLD else 0)
    purse, have, hit, miss = outlook.gold, outlook.have, outlook.hit, outlook.miss
    plain, third = purse[have + gold] - purse[have], purse[have + gold + 1] - purse[have]
    if color == outlook.has.color or color in outlook.has.also:
        star = outlook.own_color(color)
        plain, third = plain + star, third + star
    rows, spots = outlook.open_rows()
    found = [
        after[at + face]
        - now
        + (third if last else plain)
        + (0.0 if waits is None else hit if waits == color else miss)
        for after, at, now, last, waits in spots
    ]
    if outlook.has.pays:
        found = [worth + _paid(outlook, color, row, have + gold) for worth, row in zip(found, rows, strict=True)]
    if actions is not NO_ACTIONS:
        found = [
            worth + max(actions[row], _own_action(outlook, row, face)) for worth, row in zip(found, rows, strict=True)
        ]
    return found


def _paid(outlook: Outlook, color: str, row: int, coins: int) -> float:
    """What abilities pay for a die in a row, on top of so many coins."""
    empty, purse = outlook.empty[row], outlook.gold
    coins += empty == 1
    return purse[coins + outlook.coins(color, row, SLOTS - empty + 1)] - purse[coins]


def placement_terms(row: int, plan: Plan) -> Terms:
    """The same sum in its parts."""
    outlook, die, coin, actions = plan
    face = die.face or 0
    gold = coin + (outlook.has.income if die.color == GOLD else 0) + (outlook.empty[row] == 1)
    gold += outlook.coins(die.color, row, SLOTS - outlook.empty[row] + 1)
    terms = {
        "goals": outlook.placed(row, face),
        "class_dice": outlook.own_color(die.color),
        "backstory": outlook.told(row, die.color),
        "gold": outlook.purse(gold),
    }
    if actions is not NO_ACTIONS:
        terms["action"] = max(actions[row], _own_action(outlook, row, face))
    return terms


def _own_action(outlook: Outlook, row: int, face: int) -> float:
    """What the action of a row is worth on the very die that comes there."""
    if row > INT or row == DEX:
        return 0.0
    empty, at = outlook.empty[row] - 1, outlook.sums[row] + face
    if row == INT:
        return outlook.has.tables.rows[row].reroll(outlook.left, empty, at, face)
    line = outlook.lines[row][empty]
    if row == STR:
        return line[at + 7 - 2 * face] - line[at]
    return max(line[at + 1] if face < FACES else 0.0, line[at - 1] if face > 1 else 0.0) - line[at]


def best_actions(state: State, outlook: Outlook) -> list[float]:
    """What the action of each row that is not full is worth at best, on the dice that lie there already."""
    found, empty = [0.0] * len(ATTRIBUTES), outlook.empty
    for row, dice in enumerate(outlook.dice):
        if dice:
            _best_turns(outlook, row, {die.face or 0 for die in dice}, found)
    if empty[DEX]:
        found[DEX] = max([goals + story for goals, story, _, _ in swaps(outlook)], default=0.0)
    if empty[WIS]:
        cell = outlook.player.alignment_pos
        found[WIS] = max(0.0, *[outlook.step(stepped(cell, way) or 0) for way in directions(cell)])
    if empty[CHA] and state.market:
        found[CHA] = weights().token * -outlook.purse(-1)
    return found


def _best_turns(outlook: Outlook, row: int, faces: set[int], found: list[float]) -> None:
    """Dice of one row that would be flipped, changed by one, or rolled once more."""
    empty, line, at = outlook.empty, outlook.lines[row][outlook.empty[row]], outlook.sums[row]
    now = line[at]
    if empty[STR]:
        found[STR] = max(found[STR], *[line[at + 7 - 2 * face] - now for face in faces])
    if empty[CON]:
        if min(faces) < FACES:
            found[CON] = max(found[CON], line[at + 1] - now)
        if max(faces) > 1:
            found[CON] = max(found[CON], line[at - 1] - now)
    if empty[INT]:
        found[INT] = max(found[INT], *[outlook.rerolled(row, face) for face in faces])


def swaps(outlook: Outlook) -> list[Swap]:
    """Swaps of two dice that do some good: those of different rows change sums and colours, those inside a row only
    colours."""
    found: list[Swap] = []
    stories, dice = outlook.stories(), _swappable(outlook)
    for number, (place, face, color, wanted, line, at, now) in enumerate(dice, 1):
        row = place[0]
        for other, second, its_color, its_wanted, its_line, its_at, its_now in dice[number:]:
            by = second - face
            goals = line[at + by] + its_line[its_at - by] - (now + its_now) if by and other[0] != row else 0.0
            if color != its_color and (wanted or its_wanted):
                more = (its_color == wanted) - (color == wanted) + (color == its_wanted) - (its_color == its_wanted)
                story = stories[more]
            elif goals > 0:
                story = 0.0
            else:
                continue
            if goals + story > 0:
                found.append((goals, story, place, other))
    return found


def _swappable(outlook: Outlook) -> list[tuple[Place, int, str, str | None, Line, int, float]]:
    """The dice on the sheet: place, face, colour, the colour that the backstory wants in that place, and the row's line
    with the place of its score and its worth."""
    found = []
    for row, mine in enumerate(outlook.dice):
        if mine:
            target, line, at = outlook.has.targets[row], outlook.lines[row][outlook.empty[row]], outlook.sums[row]
            wanted: list[str | None] = [None] * SLOTS
            if target is not None:
                wanted[target.slot - 1] = target.color
            now, places = line[at], _PLACES[row]
            for slot, die in enumerate(mine):
                found.append((places[slot], die.face or 0, die.color, wanted[slot], line, at, now))
    return found


_PLACES = tuple(tuple((row, slot) for slot in range(SLOTS)) for row in range(len(ATTRIBUTES)))


# the round's dice


def cards(state: State, seat: int, level: Level) -> list[Weighed]:
    """Which initiative card (RP-DICE-01): the best place of its die, its coin, what its number does to the market turn,
    and what is left for the next player."""
    outlook, actions = _plan(state, seat, level)
    open_ = [card for card in state.initiative if card.holder is None and card.die is not None]
    lost = market_loss(state, outlook) if level.market else {}
    spoils = _spoils(state, seat, open_, level)
    found: list[Weighed] = []
    for card in open_:
        assert card.die is not None
        number, plan = card.number, (outlook, card.die, card.coin, actions)
        worths = placements(*plan)
        outlook.weighed[number] = level, plan[1:], worths
        worth, market, denial = max(worths), 0.0, 0.0
        if lost or spoils:
            market, denial = -lost.get(number, 0.0), spoils.get(number, 0.0)
            worth = worth + market + denial
        found.append((worth, _choose, (number, plan, market, denial), _card_terms))
    return found


def _plan(state: State, seat: int, level: Level) -> tuple[Outlook, Sequence[float]]:
    outlook = Outlook.of(state, seat, decided=1)
    return outlook, best_actions(state, outlook) if level.actions else NO_ACTIONS


def _choose(number: int, *_: object) -> ChooseInitiative:
    return _CHOICES[number]


_CHOICES = tuple(map(ChooseInitiative, range(6)))


def _card_terms(_: int, plan: Plan, market: float, denial: float) -> Terms:
    row = max(zip(placements(*plan), plan[0].open_rows()[0], strict=True))[1]
    return placement_terms(row, plan) | {"market": market, "denial": denial}


def _spoils(state: State, seat: int, open_: list[InitiativeCard], level: Level) -> dict[int, float]:
    """What the next player loses, by the card that is taken."""
    if not level.denial or state.n == 1 or len(open_) < 2:
        return {}
    following = state.player(seat % state.n + 1)
    if following.dice_turn_done or following.held_initiative is not None:
        return {}
    outlook = Outlook.of(state, following.seat, decided=1)
    best: dict[int, float] = {}
    for card in open_:
        assert card.die is not None
        best[card.number] = max(placements(outlook, card.die, card.coin, NO_ACTIONS))
    top = max(best.values())
    left = {taken: max(worth for other, worth in best.items() if other != taken) for taken in best}
    return {taken: level.denial * (top - worth) for taken, worth in left.items()}


class Placings:
    """The rows for each of a few dice as options, of which only the worths are worked out: by dice, by open rows."""

    __slots__ = ("plans", "worths")

    def __init__(self, plans: Sequence[Plan], worths: list[float]) -> None:
        self.plans, self.worths = plans, worths

    def __len__(self) -> int:
        return len(self.worths)

    def __getitem__(self, at: int) -> Weighed:
        rows, _ = self.plans[0][0].open_rows()
        die, row = divmod(at, len(rows))
        return self.worths[at], _place, (rows[row], self.plans[die]), placement_terms


def rows(state: State, seat: int, level: Level) -> Placings:
    """Which row for the die in hand (RP-DICE-02); what was worked out when its card was chosen is known."""
    player = state.player(seat)
    die, number = player.dice[0], player.held_initiative or 0
    outlook = Outlook.of(state, seat, decided=1)
    known = outlook.weighed.get(number)
    if known is not None and known[0] is level and known[1][0] is die:
        return Placings(((outlook, *known[1]),), known[2])
    outlook, actions = _plan(state, seat, level)
    plan = (outlook, die, state.card(number).coin, actions)
    return Placings((plan,), placements(*plan))


def starting_rows(state: State, seat: int) -> Placings:
    """Which of the starting dice where (RP-SETUP-15)."""
    outlook, plans, worths = Outlook.of(state, seat, decided=1), list[Plan](), list[float]()
    for die in {die.code: die for die in state.player(seat).dice}.values():
        plans.append((outlook, die, 0, NO_ACTIONS))
        worths += placements(outlook, die, 0, NO_ACTIONS)
    return Placings(plans, worths)


def _place(row: int, plan: Plan) -> PlaceDie:
    return _placed(row, plan[1].code)


@cache
def _placed(row: int, die: str) -> PlaceDie:
    return PlaceDie(ATTRIBUTES[row], die)  # type: ignore[arg-type]  # rows are the literal


def layouts(state: State, seat: int, ask: Ask, level: Level) -> list[Weighed]:
    """Which of equal dice on which card (RP-ROLL-03): so that the best of them lies where it is worth most. Levels that
    do not think of actions take any."""
    if not level.actions:
        return [plain(AssignInitiative, tuple(order)) for order in ask.options[:1]]
    outlook = Outlook.of(state, seat, decided=1)
    coins = {card.number: card.coin for card in state.initiative}
    worth = {code: max(placements(outlook, Die.of(code), 0, NO_ACTIONS)) for code in ask.options[0]}
    coin = outlook.purse(1)
    found = []
    for order in ask.options:
        best = max(worth[die] + coin * coins[card] for die, card in zip(order, ask.args["cards"], strict=True))
        found.append(option(best, "goals", AssignInitiative, tuple(order)))
    return found


# the action


def actions(state: State, outlook: Outlook) -> list[Weighed]:
    """The action of the row the die was placed in, or none (RP-DICE-04)."""
    found, row = [plain(SkipAction)], state.player(outlook.player.seat).placed_row
    if row in ("STR", "CON", "INT"):
        found += _turns(outlook, row)
    elif row == "DEX":
        found += [
            (goals + story, _swap, (one, two, goals, story), _swap_terms) for goals, story, one, two in swaps(outlook)
        ]
    elif row == "WIS":
        cell = outlook.player.alignment_pos
        found += [option(outlook.step(stepped(cell, way) or 0), "alignment", _step, way) for way in directions(cell)]
    elif row == "CHA" and state.charisma_supply > 0:
        found.append(option(weights().token * -outlook.purse(-1), "gold", AttributeAction, "CHA"))
    return found


def _turns(outlook: Outlook, row: str) -> list[Weighed]:
    """Dice that show another face: flipped, changed by one, or rolled once more; only where it does some good. Of dice
    of a row that show the same one is enough."""
    found: list[Weighed] = []
    for at, dice in enumerate(outlook.dice):
        line, score = outlook.lines[at][outlook.empty[at]], outlook.sums[at]
        now, seen = line[score], set()
        for slot, die in enumerate(dice):
            face = die.face or 0
            if face in seen:
                continue
            seen.add(face)
            if row == "STR":
                gains: tuple[tuple[float, int | None], ...] = ((line[score + FACES + 1 - 2 * face] - now, None),)
            elif row == "INT":
                gains = ((outlook.rerolled(at, face), None),)
            else:
                up = line[score + 1] - now if face < FACES else 0.0
                gains = ((up, 1), (line[score - 1] - now if face > 1 else 0.0, -1))
            for gain, by in gains:
                if gain > 0:
                    found.append((gain, _turn, (row, at, slot, by), "goals"))
    return found


@cache
def _turn(row: str, at: int, slot: int, by: int | None) -> AttributeAction:
    return AttributeAction(row, code((at, slot)), by=by)  # type: ignore[arg-type]  # rows and steps are the literals


def _swap(one: Place, two: Place, *_: object) -> AttributeAction:
    return _swapped(one, two)


@cache
def _swapped(one: Place, two: Place) -> AttributeAction:
    return AttributeAction("DEX", code(one), code(two))


def _swap_terms(one: Place, two: Place, goals: float, story: float) -> Terms:
    return {"goals": goals, "backstory": story}


@cache
def _step(way: str) -> AttributeAction:
    return AttributeAction("WIS", step=way)  # type: ignore[arg-type]  # directions are the literal


@cache
def code(place: Place) -> str:
    """The name of a place on the sheet."""
    return str(Slot(ATTRIBUTES[place[0]], place[1] + 1))


def faces(state: State, seat: int, ask: Ask) -> list[Weighed]:
    """Which face stays after a re-roll (RP-DICE-INT)."""
    outlook = Outlook.of(state, seat)
    row, old = ATTRIBUTES.index(Slot.of(ask.args["target"]).row), ask.args["old"]
    return [option(outlook.turned(row, face - old), "goals", Keep, face) for face in ask.options]
