"""When a trait scores (RP-TRAIT-01, 02): tests over a hero, by the kinds that content may name."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.roll_player.content import ATTRIBUTES, Criterion
from companion.games.roll_player.hero import Hero
from companion.games.roll_player.scoring import attribute_score, dice_sum
from companion.games.roll_player.state import Die, Player, dice_on


def measured(criterion: Criterion, hero: Hero, player: Player) -> int:
    """The number that a criterion looks at."""
    return _MEASURES[criterion.kind](criterion, hero, player)


def is_met(criterion: Criterion, hero: Hero, player: Player) -> bool:
    """Whether the number lies within the criterion's limits."""
    if criterion.kind == "alignment":
        return player.alignment_pos in criterion.cells
    number = measured(criterion, hero, player)
    return (criterion.least is None or number >= criterion.least) and (
        criterion.most is None or number <= criterion.most
    )


def _row_sum(criterion: Criterion, hero: Hero, player: Player) -> int:
    """Faces as they show; a criterion about the score adds the race, never the weapons."""
    row = criterion.row or "STR"
    return dice_sum(hero, row) + (hero.modifiers.get(row, 0) if criterion.score else 0)


def _faces(criterion: Criterion, hero: Hero, player: Player) -> int:
    dice = dice_on(hero.sheet) if criterion.row is None else _row(criterion.row, hero)
    return sum(die.face == criterion.face for die in dice)


def _row(row: str, hero: Hero) -> list[Die]:
    return [die for die in hero.sheet[ATTRIBUTES.index(row)] if die is not None]


def _color(criterion: Criterion, hero: Hero, player: Player) -> int:
    dice = dice_on(hero.sheet) if criterion.row is None else _row(criterion.row, hero)
    return sum(die.color == criterion.color for die in dice)


def _goals_met(criterion: Criterion, hero: Hero, player: Player) -> int:
    """Goals that faces and race meet: what weapons add never counts for a trait (RP-TRAIT-02)."""
    bare = hero.without(hero.weapons)
    return sum(goal.met(attribute_score(bare, row)) for row, goal in hero.goals.items())


_MEASURES: dict[str, Callable[[Criterion, Hero, Player], int]] = {
    "row_sum": _row_sum,
    "faces": _faces,
    "color": _color,
    "coins": lambda criterion, hero, player: player.gold,
    "alignment": lambda criterion, hero, player: player.alignment_pos,
    "skills": lambda criterion, hero, player: len(player.skills),
    "weapons": lambda criterion, hero, player: len(player.weapons),
    "armor": lambda criterion, hero, player: len(player.armors),
    "goals_met": _goals_met,
}
