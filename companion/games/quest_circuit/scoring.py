"""The score sheet: who was the hero of the last quest has won, and everything else is a remark (QC-END-02)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from companion.canonical import Plain
from companion.games.quest_circuit.pretender import medal
from companion.games.quest_circuit.wealth import PER_LEVEL, wealth
from companion.reading import Between, read
from companion.scoring import Category, Input, Line, Row, ScoreSheet, TieBreak
from companion.words import Word, word

MOST = 999


@dataclass(frozen=True)
class Standing:
    """One player at the end. `rival`: against the Pretender; `alone`: a time trial of so many own `turns`."""

    quests_won: Annotated[int, Between(0, 9)] = 0
    last_quest: bool = False
    level: Annotated[int, Between(1, MOST)] = 1
    xp: Annotated[int, Between(0, PER_LEVEL - 1)] = 0
    rival: bool = False
    alone: bool = False
    turns: Annotated[int, Between(0, 9999)] = 0

    @property
    def wealth(self) -> int:
        return wealth(self.level, self.xp)


def last_quest(standing: Standing) -> Line:
    """The hero of the last quest is the Hero of Heroes; earlier quests give nothing."""
    why = word("score.why.last_quest") if standing.last_quest else word("score.why.not_last")
    return Line(int(standing.last_quest), (why,))


def _remark(value: int, key: str) -> Line:
    return Line(0, (Word(f"score.why.{key}", {"n": value}),))


def rank(standing: Standing, total: int) -> Word | None:
    """Alone: whether the Pretender was beaten (QC-SOLO-20), or the medal of the time trial (QC-SOLO-24)."""
    if standing.rival:
        return Word("rank.victory" if standing.last_quest else "rank.defeat")
    if standing.alone:
        return Word(f"rank.{medal(standing.turns) or 'finished'}")
    return None


def inputs(content: Any, options: Mapping[str, Plain]) -> tuple[Input, ...]:
    return (
        Input("last_quest", "flag", "hero", word("input.last_quest"), default=False),
        Input("quests_won", "int", "hero", word("input.quests_won"), max=9, default=0),
        Input("level", "int", "hero", word("input.level"), min=1, max=MOST, default=1),
        Input("xp", "int", "hero", word("input.xp"), max=PER_LEVEL - 1, default=0),
    )


def details(standing: Standing) -> dict[str, Plain]:
    return {
        "quests_won": standing.quests_won,
        "level": standing.level,
        "xp": standing.xp,
        "wealth": standing.wealth,
        "turns": standing.turns,
    }


SHEET = ScoreSheet(
    categories=(
        Category("last_quest", last_quest, digits=1, rule="QC-END-02"),
        Category("quests_won", lambda s: _remark(s.quests_won, "quests_won"), digits=1, rule="QC-END-01"),
        Category("level", lambda s: _remark(s.level, "level"), rule="QC-XP-02"),
        Category("xp", lambda s: _remark(s.xp, "xp"), digits=1, rule="QC-XP-02"),
        Category("wealth", lambda s: _remark(s.wealth, "wealth"), digits=3, rule="QC-XP-06"),
    ),
    read=lambda data, content: read(Standing, data, "hero"),
    record=Standing,
    headings=(Row("name", kind="text"), Row("hero", kind="text")),
    tie_breaks=(TieBreak("wealth", lambda standing: standing.wealth, "most", "QC-XP-06"),),
    inputs=inputs,
    rank=rank,
    details=details,
    unit="crowns",
)
"""Only the last quest gives a point, so that it alone decides; the wealth orders the others."""
