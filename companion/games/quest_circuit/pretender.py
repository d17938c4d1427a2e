"""The Pretender's figures: what its levels, its Road table and its refitting make of it (QC-SOLO). All data and plain
arithmetic; where it goes, and what follows, is for the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Struct

from companion.games.quest_circuit.odds import Number, Side, fight_odds
from companion.odds import FACES
from companion.reading import Between, read
from companion.words import data_folder, load_yaml

PACKAGE = "companion.games.quest_circuit"
SHOOTS_FROM, SHOT = 2, 1
"""The Gear from which it shoots, and its Shot then (QC-SOLO-04)."""

LevelKey = Literal["squire", "knight", "champion", "legend"]
Medal = Literal["gold", "silver", "bronze"]
Small = Annotated[int, Between(0, 20)]


class Level(Struct, frozen=True):
    """A row of the table of QC-SOLO-04: `threshold` in per cent, `duel` the lowest die that leads to a duel (None:
    never), `back` how much Attack it stays behind its rival when it is refitted (QC-SOLO-22)."""

    health: Small
    attack: Small
    speed: Small
    road: Small
    gear: Small
    threshold: Annotated[int, Between(1, 100)]
    patience: Annotated[int, Between(1, 120)]
    duel: Annotated[int, Between(1, FACES)] | None = None
    back: Small = 0

    def side(self, level: int, gear: int, wounds: int = 0) -> Side:
        """What it fights with on that level of experience (QC-SOLO-04)."""
        return Side(level + self.health - wounds, self.attack + gear, SHOT if gear >= SHOOTS_FROM else None)

    def distance(self, die: int) -> int:
        """How far it may go: at least one step (QC-SOLO-10)."""
        return max(1, die + self.speed)

    def goes_for_goal(self, chance: Number, turn: int) -> bool:
        """Whether it goes to the Goal in its `turn`-th turn, if it can and would win with that chance (QC-SOLO-11)."""
        return 100 * chance >= self.threshold or turn >= self.patience

    def duels(self, die: int) -> bool:
        """Whether a die leads to a duel (QC-SOLO-11)."""
        return self.duel is not None and die >= self.duel

    def refit(self, hero_level: int, hero_attack: int) -> Fitting:
        """What it begins a later quest with (QC-SOLO-22)."""
        gear = max(0, hero_attack - self.attack - self.back)
        return Fitting(max(1, hero_level - 1), gear, gear + self.gear)


class Fitting(Struct, frozen=True):
    """Level and Gear at the beginning of a quest, and the most Gear it may come to."""

    level: int
    gear: int
    most_gear: int


class Road(Struct, frozen=True):
    """What a Road roll brings, up to a total: wounds, XP and Gear; and whether the card `stays` (QC-SOLO-12)."""

    total: int
    wounds: Small = 0
    xp: Small = 0
    gear: Annotated[int, Between(0, 1)] = 0
    stays: bool = False


class Table(Struct, frozen=True):
    """Everything that content/pretender.yaml holds."""

    levels: Mapping[LevelKey, Level]
    road: tuple[Road, ...]
    medals: Mapping[Medal, int]


@cache
def table() -> Table:
    """The Pretender's figures, read once."""
    found: Table = read(Table, load_yaml(data_folder(PACKAGE).joinpath("content", "pretender.yaml")), "pretender")
    return found


def road(level: Level, road_level: int, die: int, gear: int, most_gear: int) -> Road:
    """What a Road roll brings on that Road level: a 6 gives a Gear as well, never two and never too many. Whether the
    wounds bring the Pretender down, so that it gains nothing and the card stays, is for the rules (QC-SOLO-12)."""
    total = die + road_level + level.road
    row = next(row for row in table().road if total <= row.total)
    gained = min(max(row.gear, int(die == FACES)), max(0, most_gear - gear))
    return Road(total, row.wounds, row.xp, gained, row.stays)


def threat(level: Level, experience: int, gear: int, goal: Side) -> Number:
    """The chance that it would beat the Goal as it stands, with full Health (QC-SOLO-16)."""
    return fight_odds(level.side(experience, gear), goal).win


def medal(turns: int) -> Medal | None:
    """The medal of the time trial for a quest completed in so many own turns (QC-SOLO-24)."""
    return next((key for key, most in table().medals.items() if turns <= most), None)
