"""Score sheets: categories, the breakdown of one player, places and the chain of tie-breaks.

A category is written once; it is a row of the phone's calculator, a line of the printed pad and a key of
`tableside score --json`. Rows without points print and score as facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from companion.canonical import Plain
from companion.words import Word, word

Hero = Any
"""What is scored: a game's own record of one player at the end (sheet, cards, coins), read from a state or a file."""


class Line(Struct, frozen=True):
    """What one category gives: points, why (each point explained), and near misses."""

    points: int
    because: tuple[Word, ...] = ()
    near: tuple[Word, ...] = ()


class Row(Struct, frozen=True):
    """One row of the pad inside a category, or a fact: `digits` is the widest number it takes, `signed` whether it may
    be negative, `boxes` the keys of the small boxes that lead to it (dice sum, modifier, …)."""

    key: str
    digits: int = 2
    signed: bool = False
    boxes: tuple[str, ...] = ()
    kind: Literal["number", "text"] = "number"


class Category(Struct, frozen=True):
    """One way to score. `rows` are its rows on the pad if it has more than one; `when` leaves it out of a table whose
    options do not have it. The number of a `remark` is told and not added up."""

    key: str
    count: Callable[[Hero], Line]
    rows: tuple[Row, ...] = ()
    digits: int = 2
    signed: bool = False
    rule: str | None = None
    when: Callable[[Mapping[str, Plain]], bool] = lambda options: True
    remark: bool = False


class TieBreak(Struct, frozen=True):
    """A value that is compared inside a group that is still tied: who has the most, or the fewest, is first."""

    key: str
    value: Callable[[Hero], int]
    prefer: Literal["most", "fewest"] = "most"
    rule: str | None = None


class Breakdown(Struct, frozen=True):
    """The score of one player: the total, and a line per category."""

    total: int
    lines: Mapping[str, Line]

    def __plain__(self) -> dict[str, Plain]:
        return {"total": self.total, "categories": {key: line.points for key, line in self.lines.items()}}


class Place(Struct, frozen=True):
    """One player at the end: seat, place (1 is first, tied players share it), and the breakdown. `beaten`: of somebody
    who plays alone, whether a rival of the game was beaten; None where there is none."""

    seat: int
    place: int
    breakdown: Breakdown
    rank: Word | None = None
    beaten: bool | None = None

    def __plain__(self) -> dict[str, Plain]:
        found = {"seat": self.seat, "place": self.place, **self.breakdown.__plain__()}
        return found | {"rank": self.rank.key.split(".")[-1] if self.rank else None}


class Result(Struct, frozen=True):
    """How a game ended: the players in order of their places, how each tie was settled, and what was counted."""

    places: tuple[Place, ...]
    told: tuple[Word, ...] = ()
    unit: str = "points"

    def verdict(self, names: Mapping[int, str]) -> Word:
        """Who has won, in one sentence: a winner with the total, a shared first place, or the rank of one who played
        alone."""
        first = self.places[0]
        total = Word(f"score.{self.unit}", {"n": first.breakdown.total})
        args: dict[str, Any] = {"names": [names[seat] for seat in self.winners], "total": total}
        if len(self.places) == 1:
            return Word("result.alone_rank", {**args, "rank": first.rank}) if first.rank else Word("result.alone", args)
        return Word("result.shared" if len(self.winners) > 1 else "result.won", args)

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(place.seat for place in self.places if place.place == 1)

    def __plain__(self) -> dict[str, Plain]:
        return {
            "places": [place.__plain__() for place in self.places],
            "winners": list(self.winners),
            "told": [said.__plain__() for said in self.told],
        }


InputKind = Literal["int", "choice", "text", "die", "flag"]


class Input(Struct, frozen=True):
    """One thing that the calculator asks for. `key` is its dotted place in the score file (`sheet.STR.1`).

    `group` puts inputs of one block together; in a block with `row` and `column` they form a grid. `choices` are plain
    values with their words; for a die they are its colours, and `min`/`max` its faces.
    """

    key: str
    kind: InputKind
    group: str
    label: Word
    min: int = 0
    max: int = 0
    choices: tuple[tuple[Plain, Word], ...] = ()
    default: Plain = None
    row: str | None = None
    column: str | None = None
    heading: Word | None = None
    """What the row of a grid is called."""
    required: bool = False


def _no_inputs(content: Any, options: Mapping[str, Plain]) -> tuple[Input, ...]:
    return ()


def _no_advice(hero: Hero) -> tuple[Word, ...]:
    return ()


def _no_rank(hero: Hero, total: int) -> Word | None:
    return None


def _no_rival(hero: Hero) -> bool | None:
    return None


def _no_details(hero: Hero) -> dict[str, Plain]:
    return {}


class ScoreSheet(Struct, frozen=True):
    """The score of a game: its categories, its tie-breaks, and how a hero is read from a score file.

    `read(data, content)` raises Unreadable. `facts` are rows that are printed and compared but give no points.
    `beaten` tells of somebody who plays alone whether the game's rival was beaten (None: there is none). `details` adds
    keys of the game's own to the JSON of a hero, `advice` is what would make the score better. `names`
    are the names of rows that come with the content, by row; None if all rows have words of their own.
    """

    categories: tuple[Category, ...]
    read: Callable[[Mapping[str, Plain], Any], Hero]
    record: Any = None
    tie_breaks: tuple[TieBreak, ...] = ()
    facts: tuple[Row, ...] = ()
    headings: tuple[Row, ...] = ()
    inputs: Callable[[Any, Mapping[str, Plain]], tuple[Input, ...]] = _no_inputs
    advice: Callable[[Hero], tuple[Word, ...]] = _no_advice
    rank: Callable[[Hero, int], Word | None] = _no_rank
    beaten: Callable[[Hero], bool | None] = _no_rival
    details: Callable[[Hero], dict[str, Plain]] = _no_details
    unit: str = "points"
    names: Callable[[Any], Mapping[str, Any]] | None = None

    def breakdown(self, hero: Hero) -> Breakdown:
        lines = {category.key: category.count(hero) for category in self.categories}
        counted = (category.key for category in self.categories if not category.remark)
        return Breakdown(sum(lines[key].points for key in counted), lines)

    def shown(self, options: Mapping[str, Plain], seats: int, breakdowns: Iterable[Breakdown]) -> tuple[Category, ...]:
        """The categories that a score of these options and so many seats shows. What only somebody who plays alone has
        is no row of several, unless one of them has points there."""
        found, several = tuple(breakdowns), {**options, "mode": "multi"} if seats > 1 else options
        return tuple(
            category
            for category in self.categories
            if category.when(several)
            or (category.when(options) and any(each.lines[category.key].points for each in found))
        )

    def result(self, heroes: Mapping[int, Hero], names: Mapping[int, str]) -> Result:
        """Places for heroes by seat, with every tie told. Totals are not clamped; whoever no tie-break separates
        shares the place."""
        scored = {seat: self.breakdown(hero) for seat, hero in heroes.items()}
        told: list[Word] = []
        ordered = [
            group
            for total, tied in _grouped(list(scored), lambda seat: scored[seat].total, most=True)
            for group in self._separate(tied, heroes, names, total, told)
        ]
        places: list[Place] = []
        for group in ordered:
            place = len(places) + 1
            for seat in group:
                hero = heroes[seat]
                places.append(Place(seat, place, scored[seat], self.rank(hero, scored[seat].total), self.beaten(hero)))
        return Result(tuple(places), tuple(told), self.unit)

    def _separate(
        self,
        tied: list[int],
        heroes: Mapping[int, Hero],
        names: Mapping[int, str],
        total: int,
        told: list[Word],
    ) -> list[list[int]]:
        """Groups in order of place, out of seats with the same total: one tie-break after another, inside each group
        that is still tied."""
        groups = [tied]
        for tie_break in self.tie_breaks:
            groups = [part for group in groups for part in self._one_tie_break(tie_break, group, heroes, names, told)]
        for group in groups:
            if len(group) > 1:
                told.append(word("tie.shared", names=[names[seat] for seat in group], total=total))
        return groups

    def _one_tie_break(
        self,
        tie_break: TieBreak,
        group: list[int],
        heroes: Mapping[int, Hero],
        names: Mapping[int, str],
        told: list[Word],
    ) -> list[list[int]]:
        if len(group) == 1:
            return [group]
        parts = _grouped(group, lambda seat: tie_break.value(heroes[seat]), most=tie_break.prefer == "most")
        if len(parts) > 1:
            values = [word("tie.value", name=names[seat], value=value) for value, part in parts for seat in part]
            told.append(
                word(
                    f"tie.{tie_break.prefer}",
                    what=Word(f"tie_break.{tie_break.key}"),
                    first=[names[seat] for seat in parts[0][1]],
                    values=values,
                    rule=tie_break.rule or "",
                )
            )
        return [part for _, part in parts]


def _grouped(seats: Sequence[int], value: Callable[[int], int], *, most: bool) -> list[tuple[int, list[int]]]:
    ordered = sorted(seats, key=value, reverse=most)
    return [(key, list(part)) for key, part in groupby(ordered, key=value)]
