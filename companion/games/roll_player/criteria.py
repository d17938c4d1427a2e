"""When a trait scores (RP-TRAIT-01, 02): tests over a hero, by the kinds that content may name."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.roll_player.content import ATTRIBUTES, Content, Criterion
from companion.games.roll_player.hero import Hero, Trait
from companion.games.roll_player.measures import attribute_score, dice_sum, matches
from companion.games.roll_player.state import Die, dice_on


def measured(criterion: Criterion, hero: Hero) -> int:
    """The number that a criterion looks at."""
    return _MEASURES[criterion.kind](criterion, hero)


def is_met(criterion: Criterion, hero: Hero) -> bool:
    """Whether the number lies within the criterion's limits."""
    if criterion.kind == "alignment":
        return hero.cell in criterion.cells
    number = measured(criterion, hero)
    return (criterion.least is None or number >= criterion.least) and (
        criterion.most is None or number <= criterion.most
    )


def judged(hero: Hero, content: Content) -> Hero:
    """The hero with its traits that are only named judged by their cards: stars, and whether the criterion is met."""
    if all(trait.card is None for trait in hero.traits):
        return hero
    return replace(hero, traits=tuple(_judged(trait, hero, content) for trait in hero.traits))


def _judged(trait: Trait, hero: Hero, content: Content) -> Trait:
    card = None if trait.card is None else content.card(trait.card)
    if card is None or card.stars is None or card.criterion is None:
        return trait
    return Trait(card.stars, is_met(card.criterion, hero), card.name)


def _row_sum(criterion: Criterion, hero: Hero) -> int:
    """Faces as they show; a criterion about the score adds the race, never the weapons."""
    row = criterion.row or "STR"
    return dice_sum(hero, row) + (hero.modifiers.get(row, 0) if criterion.score else 0)


def _faces(criterion: Criterion, hero: Hero) -> int:
    dice = dice_on(hero.sheet) if criterion.row is None else _row(criterion.row, hero)
    return sum(die.face == criterion.face for die in dice)


def _row(row: str, hero: Hero) -> list[Die]:
    return [die for die in hero.sheet[ATTRIBUTES.index(row)] if die is not None]


def _color(criterion: Criterion, hero: Hero) -> int:
    dice = dice_on(hero.sheet) if criterion.row is None else _row(criterion.row, hero)
    return sum(die.color == criterion.color for die in dice)


def _goals_met(criterion: Criterion, hero: Hero) -> int:
    """Goals that faces and race meet: what weapons add never counts for a trait (RP-TRAIT-02)."""
    bare = hero.without(hero.weapons)
    return sum(goal.met(attribute_score(bare, row)) for row, goal in hero.goals.items())


_MEASURES: dict[str, Callable[[Criterion, Hero], int]] = {
    "row_sum": _row_sum,
    "faces": _faces,
    "color": _color,
    "coins": lambda criterion, hero: hero.gold,
    "alignment": lambda criterion, hero: hero.cell,
    "skills": lambda criterion, hero: hero.skills,
    "weapons": lambda criterion, hero: sum(weapon.hands > 0 for weapon in hero.weapons),
    "armor": lambda criterion, hero: sum(hero.armor.values()),
    "goals_met": _goals_met,
    "matches": lambda criterion, hero: matches(hero),
}
