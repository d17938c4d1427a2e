"""A later quest is harder: what QC-SOLO-23 makes of the cards of a quest that comes after others."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.games.quest_circuit.content import STATS, Content, Effect, Item, Lock, Monster, QuestCard, Trap

GOAL_HEALTH, GOAL_ATTACK = 10, 2
"""The least Health and Attack of a Goal monster."""


def scaled_card(card: QuestCard, steps: int) -> QuestCard:
    """A quest card after so many quests: monsters +1 Attack, +2 Health, +1 XP, locks and traps +1 level, for each."""
    return replace(card, effects=tuple(_scaled(effect, steps) for effect in card.effects))


def _scaled(effect: Effect, steps: int) -> Effect:
    if isinstance(effect, Monster):
        attack, health, xp = effect.attack + steps, effect.health + 2 * steps, effect.xp + steps
        return replace(effect, attack=attack, health=health, xp=xp)
    return replace(effect, level=effect.level + steps) if isinstance(effect, Lock | Trap) else effect


def scaled_goal(card: QuestCard, health: int, attack: int) -> QuestCard:
    """The Goal of a later quest, by the maximum Health and the Attack of the hero who comes for it: Shot +0."""
    changes = {"health": max(GOAL_HEALTH, health * 3 // 2), "attack": max(GOAL_ATTACK, attack + 1), "shot": 0}
    effects = (replace(effect, **changes) if isinstance(effect, Monster) else effect for effect in card.effects)
    return replace(card, effects=tuple(effects))


def scaled_item(item: Item, steps: int) -> Item:
    """An item after so many quests: its first bonus and its value are 1 higher for each."""
    first = next((stat for stat in STATS if getattr(item.bonuses, stat)), None)
    bonuses = item.bonuses
    if first is not None:
        bonuses = replace(bonuses, **{first: getattr(bonuses, first) + steps})
    return replace(item, bonuses=bonuses, value=None if item.value is None else item.value + steps)


def steps_for(content: Content, quest: str, index: int) -> int:
    """How many steps a quest is still to be made harder when it is the `index`-th of a game (from 1): its cards may be
    made for a later place already."""
    return max(0, index - 1 - content.quests[quest].steps)


@lru_cache(maxsize=1024)
def card_of(content: Content, key: str, steps: int, goal: tuple[int, int] | None) -> QuestCard:
    """A quest card so many steps harder, or the Goal with the Health and Attack that it was given for this quest."""
    card = content.cards[key]
    if card.goal and goal is not None:
        return _fixed_goal(card, *goal)
    return scaled_card(card, steps) if steps else card


def _fixed_goal(card: QuestCard, health: int, attack: int) -> QuestCard:
    """A Goal with figures that are settled already."""
    effects = (replace(e, health=health, attack=attack, shot=0) if isinstance(e, Monster) else e for e in card.effects)
    return replace(card, effects=tuple(effects))


def goal_figures(content: Content, quest: str, health: int, attack: int) -> tuple[int, int] | None:
    """Health and Attack of the Goal of a later quest (QC-SOLO-23); None if the Goal is no monster."""
    monster = scaled_goal(content.cards[content.goal(quest)], health, attack).monster
    return (monster.health, monster.attack) if monster is not None else None


def ref_of(card: str, steps: int) -> str:
    """An item as it lies in a stack: `short-blade`, or `short-blade+2` where it is so many steps better."""
    return f"{card}+{steps}" if steps else card


def base_of(ref: str) -> str:
    return ref.partition("+")[0]


@lru_cache(maxsize=1024)
def item_of(content: Content, ref: str) -> Item:
    base, _, steps = ref.partition("+")
    return scaled_item(content.items[base], int(steps)) if steps else content.items[base]


def companion_health(content: Content, ref: str) -> int:
    companion = item_of(content, ref).companion
    return companion.health if companion is not None else 0
