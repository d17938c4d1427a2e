"""The score sheet: who was the hero of the last quest has won, and everything else is a remark (QC-END-02)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from msgspec import Struct

from companion.canonical import Plain
from companion.games.quest_circuit.pretender import medal
from companion.games.quest_circuit.wealth import PER_LEVEL, wealth
from companion.reading import Between, Length, read
from companion.scoring import Category, Input, Line, Row, ScoreSheet, TieBreak
from companion.words import Word, word

MOST = 999


class ScoreEntry(Struct, frozen=True):
    """One player of a score file."""

    name: Annotated[str, Length(200)] = ""
    hero: Annotated[str, Length(60)] | None = None
    last_quest: bool = False
    quests_won: Annotated[int, Between(0, 9)] = 0
    level: Annotated[int, Between(1, MOST)] = 1
    xp: Annotated[int, Between(0, PER_LEVEL - 1)] = 0


class Standing(Struct, frozen=True):
    """One player at the end. `rival`: against the Pretender; `alone`: a time trial of so many own `turns`."""

    last_quest: bool = False
    quests_won: int = 0
    level: int = 1
    xp: int = 0
    rival: bool = False
    alone: bool = False
    turns: int = 0

    @property
    def wealth(self) -> int:
        return wealth(self.level, self.xp)


def read_standing(data: Mapping[str, Plain], content: Any) -> Standing:
    """A player of a score file. Raises Unreadable naming the field."""
    entry: ScoreEntry = read(ScoreEntry, data)
    return Standing(entry.last_quest, entry.quests_won, entry.level, entry.xp)


def last_quest(standing: Standing) -> Line:
    """The hero of the last quest is the Hero of Heroes; earlier quests give nothing."""
    why = word("score.why.last_quest") if standing.last_quest else word("score.why.not_last")
    return Line(int(standing.last_quest), (why,))


def _remark(key: str, value: Callable[[Standing], int], rule: str, digits: int = 2) -> Category:
    """A number that is told and gives nothing."""
    return Category(key, lambda standing: Line(value(standing)), digits=digits, rule=rule, remark=True)


def rank(standing: Standing, total: int) -> Word | None:
    """Alone: whether the Pretender was beaten (QC-SOLO-20), or the medal of the time trial (QC-SOLO-24)."""
    if standing.rival:
        return Word("rank.victory" if standing.last_quest else "rank.defeat")
    if standing.alone:
        return Word(f"rank.{medal(standing.turns) or 'finished'}")
    return None


def beaten(standing: Standing) -> bool | None:
    """Whether the Pretender was slower (QC-SOLO-20, 21)."""
    return standing.last_quest if standing.rival else None


def inputs(content: Any, options: Mapping[str, Plain]) -> tuple[Input, ...]:
    return (
        Input("last_quest", "flag", "hero", word("input.last_quest"), default=False),
        Input("quests_won", "int", "hero", word("input.quests_won"), max=9, default=0),
        Input("level", "int", "hero", word("input.level"), min=1, max=MOST, default=1),
        Input("xp", "int", "hero", word("input.xp"), max=PER_LEVEL - 1, default=0),
    )


SHEET = ScoreSheet(
    categories=(
        Category("last_quest", last_quest, digits=1, rule="QC-END-02"),
        _remark("quests_won", lambda standing: standing.quests_won, "QC-END-01", 1),
        _remark("level", lambda standing: standing.level, "QC-XP-02"),
        _remark("xp", lambda standing: standing.xp, "QC-XP-02", 1),
        _remark("wealth", lambda standing: standing.wealth, "QC-XP-06", 3),
    ),
    read=read_standing,
    record=ScoreEntry,
    headings=(Row("name", kind="text"), Row("hero", kind="text")),
    tie_breaks=(TieBreak("wealth", lambda standing: standing.wealth, "most", "QC-XP-06"),),
    inputs=inputs,
    rank=rank,
    beaten=beaten,
    unit="crowns",
)
"""Only the last quest gives a point, so that it alone decides; the wealth orders the others."""
