"""A hero's values: what level, birth and equipment make of them, and what happens to wounds when that changes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add

from companion.games.quest_circuit.content import Bonuses, Content, Hero


def totals(content: Content, hero: Hero, equipped: Iterable[str]) -> Bonuses:
    """Innate bonuses and those of equipped cards together (QC-GEAR-04). A companion without Health is to be left out:
    it gives nothing (QC-FIGHT-17)."""
    return reduce(add, (content.items[key].bonuses for key in equipped), hero.bonuses)


def max_health(level: int, bonuses: Bonuses) -> int:
    """QC-SETUP-02; never below 1."""
    return max(1, level + bonuses.health)


def max_mana(level: int, bonuses: Bonuses) -> int:
    """QC-SETUP-02; never below 0."""
    return max(0, level + bonuses.mana)


def wounds_within(wounds: int, maximum: int) -> int:
    """The wounds of a hero whose maximum has changed outside a fight: at least 1 Health is left (QC-GEAR-05)."""
    return min(wounds, maximum - 1)


def wounds_after_levels(wounds: int, levels: int, *, plus_one: bool) -> int:
    """Wounds after levels gained in a quest: unchanged, so that Health rises with its maximum, or as many more if only
    the maximum rises (QC-XP-04, setting `levelup_current_health`). The same holds for spent Mana."""
    return wounds if plus_one else wounds + levels


def crowded(content: Content, equipped: Iterable[str]) -> str | None:
    """A house slot that more than one card is in; None if all fit (11.3)."""
    taken: set[str] = set()
    for slot in (content.items[key].slot for key in equipped):
        if slot is not None and slot in taken:
            return slot
        taken |= {slot} if slot is not None else set()
    return None
