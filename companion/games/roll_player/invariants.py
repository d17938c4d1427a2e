"""The invariants of the specification's section 3.3, checked over a whole state."""

from __future__ import annotations

from collections.abc import Callable

from companion.bag import Bag
from companion.games.roll_player.constants import WITH_TOKENS, rounds, starting_dice
from companion.games.roll_player.content import DICE, GOLD, Content
from companion.games.roll_player.dice import all_dice
from companion.games.roll_player.market import HANDS, weapon_hands
from companion.games.roll_player.state import State, dice_on
from companion.refusals import Broken
from companion.words import Word, word


def check(state: State) -> None:
    """Raises Broken naming the first invariant that does not hold."""
    for rule, holds in INVARIANTS.items():
        if not holds(state):
            raise Broken("invariant", rule=rule)


def _dice(state: State) -> bool:
    counts = state.bag.counts
    for die in all_dice(state):
        counts[die.color] = counts.get(die.color, 0) + 1
    if state.opponent_die is not None:
        counts[GOLD] = counts.get(GOLD, 0) + 1
    return Bag.of(counts) == Bag.of(DICE)


def _equal_dice(state: State) -> bool:
    if state.phase != "roll":
        return True
    wanted = starting_dice(state) + state.round - 1
    return all(len(dice_on(player.sheet)) == wanted for player in state.players)


def _prefix(state: State) -> bool:
    return all(
        not (row[at] is None and row[at + 1] is not None) for p in state.players for row in p.sheet for at in (0, 1)
    )


def _faces(state: State) -> bool:
    return all(die.face is None or 1 <= die.face <= 6 for die in all_dice(state))


def _ascending(state: State) -> bool:
    faces = [card.die.face or 0 for card in state.initiative if card.die is not None]
    return faces == sorted(faces)


def _coins(state: State) -> bool:
    last = len(state.initiative)
    outer = all(card.coin == 0 for card in state.initiative if card.number in (1, last))
    middle = [card.coin for card in state.initiative if 1 < card.number < last]
    return outer and all(coin in (0, 1) for coin in middle) and (state.phase != "roll" or all(middle))


def _cards(state: State) -> bool:
    if state.phase == "setup" and not state.deals:
        return True
    places = len(state.deck) + len(state.market) + len(state.market_discard) + len(state.trash) + len(state.removed)
    return places + sum(len(player.owned) for player in state.players) == len(state.content.market)


def _hands(state: State) -> bool:
    if any(ask.key in ("hands", "free_hands") for ask in state.pending):
        return True
    return all(sum(weapon_hands(state, w.card) or 1 for w in p.weapons) <= HANDS for p in state.players)


def _alignment(state: State) -> bool:
    return all(0 <= player.alignment_pos <= 8 for player in state.players)


def _gold(state: State) -> bool:
    tokens = state.phase in WITH_TOKENS
    return all(p.gold >= 0 and (tokens or p.charisma_tokens == 0) for p in state.players)


def _actions(state: State) -> bool:
    return all(not (p.attribute_action_used and p.placed_row and state.phase != "dice") for p in state.players)


def _initiative(state: State) -> bool:
    holders = [card.holder for card in state.initiative if card.holder is not None]
    held = {player.seat: player.held_initiative for player in state.players if player.held_initiative is not None}
    if len(holders) != len(set(holders)) or {c.holder: c.number for c in state.initiative if c.holder} != held:
        return False
    waiting = [p.held_initiative for p in state.players if p.held_initiative is not None and not p.market_turn_done]
    active = state.player(state.active_player).held_initiative if state.active_player else None
    if state.phase == "market" and active is not None and active != min(waiting):
        return False
    left = sum(card.die is not None for card in state.initiative)
    return state.phase not in ("opponent", "attune", "market", "sweep") or left == (2 if state.solo else 1)


def _colors(state: State) -> bool:
    colors = [player.class_color for player in state.players if player.class_color is not None]
    return len(colors) == len(set(colors))


def _opponent(state: State) -> bool:
    if state.opponent_die is None:
        return not state.trash
    return state.bag.count(GOLD) < DICE[GOLD]


def _length(state: State) -> bool:
    """The opponent's part of INV-14 and the length of the game: no round beyond the last."""
    return _opponent(state) and state.round <= rounds(state)


INVARIANTS: dict[str, Callable[[State], bool]] = {
    "INV-01": _dice,
    "INV-02": _equal_dice,
    "INV-03": _prefix,
    "INV-04": _faces,
    "INV-05": _ascending,
    "INV-06": _coins,
    "INV-07": _cards,
    "INV-08": _hands,
    "INV-09": _alignment,
    "INV-10": _gold,
    "INV-11": _actions,
    "INV-12": _initiative,
    "INV-13": _colors,
    "INV-14": _length,
}
"""By the id of the specification; INV-15 and INV-16 are warnings about content (`content_warnings`)."""


def content_warnings(content: Content) -> list[Word]:
    """INV-15: the goals of a class side are worth 12 stars. INV-16: a backstory uses each class colour once and the
    slots 1, 2, 2, 3, 3, 3. Only warnings: own content may do otherwise."""
    found = []
    for side in content.classes.values():
        total = sum(goal.stars for goal in side.goals.values())
        if len(side.goals) != 6 or total != 12:
            found.append(word("warning.class_stars", name=side.name, n=total, rule="INV-15"))
    for backstory in content.backstories.values():
        colors = {target.color for target in backstory.places}
        slots = sorted(target.slot for target in backstory.places)
        if len(colors) != 6 or slots != [1, 2, 2, 3, 3, 3]:
            found.append(word("warning.backstory", name=backstory.name, rule="INV-16"))
    return found
