"""Dice against dice: what two rolls do to each other in a fight, at a lock and at a trap (QC-FIGHT, QC-LOCK, QC-TRAP).

Plain arithmetic with dice that lie on the table; odds.py counts all of them.
"""

from __future__ import annotations


def hero_shot(total: int) -> int | None:
    """The Shot of a hero whose bonuses add up to that: less than 1 is no shooting at all (QC-FIGHT-04)."""
    return total if total >= 1 else None


def ranged(die: int, foe_die: int, shot: int | None, foe_shot: int | None) -> int:
    """What a ranged exchange does: so much Health the foe loses; below 0, so much the first side loses.

    A Shot of None cannot shoot and only dodges, with the plain die (QC-FIGHT-05 to 07).
    """
    if shot is None and foe_shot is None:
        return 0
    margin = die + (shot or 0) - foe_die - (foe_shot or 0)
    if foe_shot is None:
        return max(margin, 0)
    return min(margin, 0) if shot is None else margin


def melee(die: int, foe_die: int, attack: int, foe_attack: int) -> int:
    """What a melee exchange does: so much Health the foe loses; below 0, so much the first side loses (QC-FIGHT-09)."""
    return die + attack - foe_die - foe_attack


def margin(die: int, against: int, security: int, level: int) -> int:
    """How far a try is above its difficulty: 0 and more opens a lock and evades a trap; below it, the damage of a trap
    (QC-LOCK-01, 02, QC-TRAP-01 to 03). `against` is the die of the lock or trap."""
    return die + security - against - level


def trap_damage(die: int, against: int, security: int, level: int) -> int:
    """The Health that a trap costs; 0 if it is evaded (QC-TRAP-03)."""
    return max(0, -margin(die, against, security, level))
