"""Heroes for tests: entries of a score file, and what they score."""

from __future__ import annotations

from companion.canonical import Plain
from companion.games.roll_player.hero import Hero
from companion.games.roll_player.scoring import (
    SHEET,
)
from tests.unit.roll_player.given import (
    GAME,
    PUBLISHED,
    content_of,
)

CONTENT = content_of(PUBLISHED)

FX_ARM = {
    "chain": {"stars": [1, 2, 4, 7, 10], "colors": ["white", "red"]},
    "leather": {"stars": [1, 3, 5, 8], "colors": ["black", "green"]},
    "mystic": {"stars": [2, 4, 7], "colors": ["blue", "purple"]},
}
"""The fixture of the rules: invented except Chain 4 → 7."""

NO_GOALS = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), "18(0)")


def read(**data: Plain) -> Hero:
    """A hero from an entry of a score file."""
    found: Hero = GAME.scores.read(data, CONTENT)
    return found


def rows(text: str) -> dict[str, str]:
    """`STR[r6 g6 b4] DEX[r5 k6 w5]` as the rows of a score file."""
    return {part[:3]: part[4:].rstrip("]") for part in text.replace("] ", "]|").split("|")}


def points(hero_: Hero) -> dict[str, int]:
    return {key: line.points for key, line in SHEET.breakdown(hero_).lines.items()}


def total(hero_: Hero) -> int:
    return SHEET.breakdown(hero_).total


def with_total(stars: int, **more: Plain) -> Hero:
    """A hero of exactly so many stars, by traits."""
    return read(**{"class": "warrior", "goals": NO_GOALS, "traits": [stars], **more})
