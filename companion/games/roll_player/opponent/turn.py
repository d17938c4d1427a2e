"""The Dice phase: which card, which row, which action; and the dice of the set-up."""

from __future__ import annotations

from collections.abc import Iterator

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
from companion.games.roll_player.opponent.options import Option, option
from companion.games.roll_player.opponent.outlook import Outlook
from companion.games.roll_player.opponent.trade import market_loss
from companion.games.roll_player.opponent.weights import Level, weights
from companion.games.roll_player.state import Die, InitiativeCard, Slot, State
from companion.odds import FACES

Actions = list[float]
"""What the action of each row is worth at best."""


def placements(outlook: Outlook, die: Die, coin: int, actions: Actions | None) -> Iterator[tuple[int, dict[str, float]]]:
    """Each row that is not full, with what placing the die there brings: goal, class colour, backstory, gold and (if
    they are thought of) the row's action."""
    face, color = die.face or 0, die.color
    gold = coin + (outlook.income if color == GOLD else 0)
    mine = 1.0 if color == outlook.color else 0.0
    for row, empty in enumerate(outlook.empty):
        if empty:
            terms = {
                "goals": outlook.placed(row, face),
                "class_dice": mine,
                "backstory": outlook.told(row, color),
                "gold": outlook.purse(gold + (empty == 1)),
            }
            if actions is not None:
                terms["action"] = max(actions[row], _own_action(outlook, row, face))
            yield row, terms


def _own_action(outlook: Outlook, row: int, face: int) -> float:
    """What the action of a row is worth on the very die that comes there."""
    lines, at = outlook.lines[row][outlook.empty[row] - 1], outlook.sums[row]
    now = lines[at + face]
    match row:
        case 0:
            return lines[at + 7 - face] - now
        case 2:
            return max(lines[at + min(face + 1, FACES)], lines[at + max(face - 1, 1)]) - now
        case 3:
            return sum(max(lines[at + new] - now, 0.0) for new in range(1, FACES + 1)) / FACES
    return 0.0


def best_actions(state: State, seat: int, outlook: Outlook) -> Actions:
    """What the action of each row is worth at best, on the dice that lie there already."""
    found = [0.0] * len(ATTRIBUTES)
    for row, dice in enumerate(outlook.dice):
        line, at = outlook.lines[row][outlook.empty[row]], outlook.sums[row]
        now = line[at]
        for die in dice:
            face = die.face or 0
            found[0] = max(found[0], line[at + 7 - 2 * face] - now)
            if face < FACES:
                found[2] = max(found[2], line[at + 1] - now)
            if face > 1:
                found[2] = max(found[2], line[at - 1] - now)
            new = sum([max(line[at - face + other] - now, 0.0) for other in range(1, FACES + 1)]) / FACES
            found[3] = max(found[3], new)
    if outlook.empty[1]:
        found[1] = max((worth for worth, *_ in swaps(outlook)), default=0.0)
    found[4] = max(outlook.step(stepped(outlook.player.alignment_pos, way) or 0) for way in _ways(outlook))
    found[5] = weights().token * -outlook.purse(-1) if state.market else 0.0
    return [max(worth, 0.0) for worth in found]


def _ways(outlook: Outlook) -> tuple[str, ...]:
    return directions(outlook.player.alignment_pos)


def swaps(outlook: Outlook) -> Iterator[tuple[float, float, tuple[int, int], tuple[int, int]]]:
    """Swaps of two dice of different rows that change a sum or a colour: goals, backstory, and the two places. Swaps
    inside a row only change the backstory."""
    dice = outlook.dice
    for row, mine in enumerate(dice):
        for slot, die in enumerate(mine):
            yield from _swaps_with(outlook, row, slot, die)


def _swaps_with(
    outlook: Outlook, row: int, slot: int, die: Die
) -> Iterator[tuple[float, float, tuple[int, int], tuple[int, int]]]:
    lines, at, face = outlook.lines[row][outlook.empty[row]], outlook.sums[row], die.face or 0
    now = lines[at]
    for other in range(row, len(outlook.dice)):
        other_line, other_at = outlook.lines[other][outlook.empty[other]], outlook.sums[other]
        other_now = other_line[other_at]
        for place, second in enumerate(outlook.dice[other]):
            if other == row and place <= slot:
                continue
            by = (second.face or 0) - face if other != row else 0
            goals = lines[at + by] - now + other_line[other_at - by] - other_now if by else 0.0
            story = outlook.swapped(((row, slot), (other, place))) if second.color != die.color else 0.0
            if goals + story > 0:
                yield goals, story, (row, slot), (other, place)


# the round's dice


def cards(state: State, seat: int, level: Level) -> Iterator[Option]:
    """Which initiative card (RP-DICE-01): the best place of its die, its coin, what its number does to the market turn,
    and what is left for the next player."""
    outlook = Outlook(state, seat, decided=1)
    actions = best_actions(state, seat, outlook) if level.actions else None
    open_ = [card for card in state.initiative if card.holder is None and card.die is not None]
    lost = market_loss(state, seat, level) if level.market else {}
    spoils = _spoils(state, seat, open_, level)
    for card in open_:
        assert card.die is not None
        terms = max((t for _, t in placements(outlook, card.die, card.coin, actions)), key=lambda t: sum(t.values()))
        if card.number in lost:
            terms["market"] = -lost[card.number]
        if card.number in spoils:
            terms["denial"] = spoils[card.number]
        yield option(ChooseInitiative(card.number), **terms)


def _spoils(state: State, seat: int, open_: list[InitiativeCard], level: Level) -> dict[int, float]:
    """What the next player loses, by the card that is taken."""
    if not level.denial or state.n == 1:
        return {}
    following = seat % state.n + 1
    if state.player(following).dice_turn_done or state.player(following).held_initiative is not None:
        return {}
    outlook = Outlook(state, following, decided=1)
    best = {
        card.number: max(sum(t.values()) for _, t in placements(outlook, card.die, card.coin, None))
        for card in open_
        if card.die is not None
    }
    top = max(best.values())
    return {
        number: level.denial * (top - max(worth for other, worth in best.items() if other != number))
        for number in best
        if len(best) > 1
    }


def rows(state: State, seat: int, level: Level) -> Iterator[Option]:
    """Which row for the die in hand (RP-DICE-02)."""
    player = state.player(seat)
    outlook = Outlook(state, seat, decided=1)
    actions = best_actions(state, seat, outlook) if level.actions else None
    card = state.card(player.held_initiative or 0)
    for row, terms in placements(outlook, player.dice[0], card.coin, actions):
        yield option(PlaceDie(ATTRIBUTES[row], player.dice[0].code), **terms)  # type: ignore[arg-type]  # rows are the literal


def starting_rows(state: State, seat: int, level: Level) -> Iterator[Option]:
    """Which of the starting dice where (RP-SETUP-15)."""
    player = state.player(seat)
    outlook = Outlook(state, seat, decided=1)
    for die in dict.fromkeys(player.dice):
        for row, terms in placements(outlook, die, 0, None):
            yield option(PlaceDie(ATTRIBUTES[row], die.code), **terms)  # type: ignore[arg-type]  # rows are the literal


def layouts(state: State, seat: int, ask: Ask) -> Iterator[Option]:
    """Which of equal dice on which card (RP-ROLL-03): so that the best of them lies where it is worth most."""
    outlook = Outlook(state, seat, decided=1)
    coins = {card.number: card.coin for card in state.initiative}
    for order in ask.options:
        best = max(
            sum(terms.values())
            for code, number in zip(order, ask.args["cards"], strict=True)
            for _, terms in placements(outlook, Die.of(code), coins[number], None)
        )
        yield option(AssignInitiative(tuple(order)), goals=best)


# the action


def actions(state: State, seat: int) -> Iterator[Option]:
    """The action of the row the die was placed in, or none (RP-DICE-04)."""
    outlook = Outlook(state, seat)
    yield option(SkipAction())
    row = outlook.player.placed_row
    if row in ("STR", "CON", "INT"):
        yield from _turns(outlook, row)
    elif row == "DEX":
        for goals, story, one, two in swaps(outlook):
            yield option(AttributeAction("DEX", _code(one), _code(two)), goals=goals, backstory=story)
    elif row == "WIS":
        cell = outlook.player.alignment_pos
        for way in directions(cell):
            yield option(AttributeAction("WIS", step=way), alignment=outlook.step(stepped(cell, way) or 0))  # type: ignore[arg-type]  # directions are the literal
    elif row == "CHA" and state.charisma_supply > 0:
        yield option(AttributeAction("CHA"), gold=weights().token * -outlook.purse(-1))


def _code(place: tuple[int, int]) -> str:
    return str(Slot(ATTRIBUTES[place[0]], place[1] + 1))


def _turns(outlook: Outlook, row: str) -> Iterator[Option]:
    """Dice that show another face: flipped, changed by one, or rolled once more."""
    for at, dice in enumerate(outlook.dice):
        for slot, die in enumerate(dice):
            face, target = die.face or 0, _code((at, slot))
            if row == "STR":
                yield option(AttributeAction("STR", target), goals=outlook.turned(at, 7 - 2 * face))
            elif row == "INT":
                yield option(AttributeAction("INT", target), goals=rerolled(outlook, at, face))
            else:
                if face < FACES:
                    yield option(AttributeAction("CON", target, by=1), goals=outlook.turned(at, 1))
                if face > 1:
                    yield option(AttributeAction("CON", target, by=-1), goals=outlook.turned(at, -1))


def rerolled(outlook: Outlook, row: int, face: int) -> float:
    """What a row gains by a die that is rolled once more and may stay as it is."""
    return sum(max(outlook.turned(row, new - face), 0.0) for new in range(1, FACES + 1)) / FACES


def faces(state: State, seat: int, ask: Ask) -> Iterator[Option]:
    """Which face stays after a re-roll (RP-DICE-INT)."""
    outlook = Outlook(state, seat)
    slot = Slot.of(ask.args["target"])
    for face in ask.options:
        yield option(Keep(face), goals=outlook.turned(ATTRIBUTES.index(slot.row), face - ask.args["old"]))
