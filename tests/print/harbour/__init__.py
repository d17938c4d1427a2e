"""A game that nobody plays and that has no code in printables: what its pad needs is declared, nothing else."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from companion.canonical import Plain
from companion.game import Option
from companion.scoring import Category, Line, Row, ScoreSheet, TieBreak


def _nothing(hero: Any) -> Line:
    return Line(0)


def _with_storms(options: Any) -> bool:
    return options.get("storms") == "on"


def sheet(*more: Category, rows: int = 3) -> ScoreSheet:
    """A score sheet with a bit of everything: `rows` is how many ships there are."""
    return ScoreSheet(
        categories=(
            Category("fish", _nothing, digits=3),
            Category(
                "ships", _nothing, rows=tuple(Row(f"ship_{n}", boxes=("crew", "cargo")) for n in range(1, rows + 1))
            ),
            Category("pearls", _nothing, rows=(Row("pearls", boxes=("pearl",) * 6),)),
            Category("debt", _nothing, signed=True),
            Category("storms", _nothing, when=_with_storms),
            *more,
        ),
        read=lambda data, content: data,
        tie_breaks=(TieBreak("ropes", lambda hero: 0, "fewest"),),
        unit="points",
    )


class Harbour(Struct, frozen=True):
    """As much of a game as a pad looks at."""

    key: str = "grey-harbour"
    accent: str = "#1f5f6b"
    package: str = "harbour"
    seats: range = range(2, 6)
    options: tuple[Option, ...] = (Option("storms", "choice", ("off", "on"), "off"),)
    scores: ScoreSheet = field(default_factory=sheet)

    def seats_for(self, options: dict[str, Plain]) -> range:
        return self.seats
