"""Numbers of a hero that scores and criteria look at (RP-SCORE-01, 02, 04, 06)."""

from __future__ import annotations

from companion.games.roll_player.content import ATTRIBUTES
from companion.games.roll_player.hero import Hero
from companion.games.roll_player.state import dice_on


def dice_sum(hero: Hero, row: str) -> int:
    """The faces as they show: what criteria of traits look at (RP-TRAIT-02)."""
    return sum([die.face or 0 for die in hero.sheet[ATTRIBUTES.index(row)] if die is not None])


def attribute_score(hero: Hero, row: str) -> int:
    """RP-SCORE-01: faces, race and weapons."""
    return dice_sum(hero, row) + hero.modifiers.get(row, 0) + weapon_bonus(hero, row)


def weapon_bonus(hero: Hero, row: str) -> int:
    """RP-SCORE-02: what weapons add to the dice of a row and to the row itself."""
    if not hero.weapons:
        return 0
    dice = [die for die in hero.sheet[ATTRIBUTES.index(row)] if die is not None]
    return sum(
        weapon.per_row.get(row, 0)  # type: ignore[call-overload]  # rows are the literal
        + sum(weapon.per_die.get(die.color, 0) + weapon.per_die.get(row, 0) for die in dice)
        for weapon in hero.weapons
    )


def class_color_dice(hero: Hero) -> int:
    """Dice on the sheet in the class colour; gold never counts (RP-SCORE-04)."""
    return sum([die.color == hero.class_color for die in dice_on(hero.sheet)])


def matches(hero: Hero) -> int:
    """Slots that hold the colour which the backstory wants there (RP-SCORE-06)."""
    found = 0
    for target in hero.targets or ():
        die = hero.sheet[ATTRIBUTES.index(target.row)][target.slot - 1]
        found += die is not None and die.color == target.color
    return found
