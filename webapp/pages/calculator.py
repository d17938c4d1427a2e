"""What a scoring table fills in and sees at once: the inputs in their blocks, sums beside the rows, points so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.canonical import Plain
from companion.palette import by_letter
from companion.panels import Die
from companion.refusals import Unreadable
from companion.scoring import Breakdown, Input
from companion.tally import Tally
from companion.view import Viewer
from companion.words import Word, Words
from webapp.render import say
from webapp.tables import Folded

_FEW = 2
"""A block with more numbers than this is folded away until it is wanted."""


class Entered(Struct, frozen=True):
    """An input of the calculator with what stands in it."""

    input: Input
    value: Plain

    def __getattr__(self, name: str) -> Any:
        return getattr(self.input, name)

    @property
    def die(self) -> Die | None:
        """The die that was entered: its colour's key and its face."""
        if self.input.kind != "die" or not isinstance(self.value, str):
            return None
        return Die(by_letter(self.value[:1]) or "", int(self.value[1:]))


class Sum(Struct, frozen=True):
    """What stands behind a row of dice: its sum, the goal with its stars, and whether it is met (None: not yet)."""

    score: int | None = None
    goal: Word | None = None
    stars: int = 0
    met: bool | None = None


class Block(Struct, frozen=True):
    """Inputs that belong together. points: what its category gives so far. folded: numbers that few people need."""

    key: str
    inputs: tuple[Entered, ...]
    points: int | None
    folded: bool

    @property
    def rows(self) -> Iterator[tuple[Word | None, str, tuple[Entered, ...]]]:
        """The rows of a grid: heading, key, and inputs."""
        for row, cells in groupby(self.inputs, lambda entry: entry.row):
            found = tuple(cells)
            yield found[0].heading, str(row), found


class Calculator(Struct, frozen=True):
    """The inputs of a score sheet; `closed` says that the sheet is marked as ready. dice: the colours that a die may
    have (letter, key of the palette, name)."""

    blocks: tuple[Block, ...]
    sums: Mapping[str, Sum]
    total: int
    unit: str
    closed: bool
    dice: tuple[Mapping[str, Plain], ...]


def calculator(folded: Folded, seat: Viewer, words: Words) -> Calculator | None:
    """What a seat fills in at a scoring table; None anywhere else, and once the places are revealed."""
    game = folded.table.game
    if not isinstance(game, Tally) or seat is None or folded.table.state.revealed:
        return None
    state = folded.table.state
    sheet, inputs = state.sheet(seat), tuple(game.inputs(state).values())
    try:
        breakdown = game.scores.breakdown(game.hero(state, seat))
        behind = sums(game, state, seat, breakdown)
    except Unreadable:  # what has been entered does not go together yet: the score so far says what is wrong
        breakdown, behind = Breakdown(0, {}), {}
    entered = [Entered(entry, sheet.values.get(entry.key, entry.default)) for entry in inputs]
    blocks = tuple(_block(key, tuple(part), breakdown) for key, part in groupby(entered, lambda entry: entry.group))
    if len(blocks) == 1:  # a fold is for what few people need, and this is all there is
        blocks = (replace(blocks[0], folded=False),)
    colours = next((entry.choices for entry in inputs if entry.kind == "die"), ())
    dice = tuple({"letter": str(v), "colour": by_letter(str(v)), "label": say(words, name)} for v, name in colours)
    unit = unit_of(game.scores.unit, breakdown.total, words)
    return Calculator(blocks, behind, breakdown.total, unit, sheet.ready, dice)


def unit_of(unit: str, total: int, words: Words) -> str:
    """What is counted, in the form that the number wants, without the number; "" where the game has no words for it."""
    key = f"score.{unit}"
    return words(key, n=total).replace(words.say(total), "").strip() if key in words else ""


def _block(key: str, entered: tuple[Entered, ...], breakdown: Breakdown) -> Block:
    line = breakdown.lines.get(key)
    numbers = [entry for entry in entered if entry.kind == "int"]
    return Block(key, entered, line.points if line is not None else None, len(numbers) > _FEW)


def sums(game: Tally, state: Any, seat: int, breakdown: Breakdown) -> dict[str, Sum]:
    """What stands behind each row of dice, by the row's key.

    A score sheet says nothing of rows, but its reasons do: one whose `row` is the heading of a row of inputs tells the
    score and the goal of that row. The goals of rows that are not full yet come from the same sheet filled up with any
    dice, and their sums from the details that the game writes into its score files.
    """
    inputs = game.inputs(state)
    headings = [(entry.heading, entry.row) for entry in inputs.values() if entry.row is not None]
    full = {entry.key: f"{entry.choices[0][0]}{entry.min}" for entry in inputs.values() if entry.kind == "die"}
    if not full:
        return {}
    filled = state.change(seat, values={**full, **state.sheet(seat).values})
    goals = {row: args for row, args, _ in _row_reasons(game.scores.breakdown(game.hero(filled, seat)), headings)}
    told = {row: (args["score"], met) for row, args, met in _row_reasons(breakdown, headings)}
    rows = {row for _, row in headings}
    running = _running(game.scores.details(game.hero(state, seat)), rows)
    found = {}
    for row in rows:
        score, met = told.get(row, (running.get(row), None))
        goal = goals.get(row, {})
        found[row] = Sum(score, goal.get("goal"), goal.get("stars", 0), met)
    return found


def _row_reasons(
    breakdown: Breakdown, headings: Iterable[tuple[Word | None, str]]
) -> Iterator[tuple[str, Mapping[str, Any], bool]]:
    headings = tuple(headings)
    for line in breakdown.lines.values():
        for reasons, met in ((line.because, True), (line.near, False)):
            for reason in reasons:
                row = next((key for heading, key in headings if heading == reason.args.get("row")), None)
                if row is not None and "score" in reason.args:
                    yield row, reason.args, met


def _running(details: Mapping[str, Plain], rows: set[str]) -> Mapping[str, int]:
    """The numbers by row among a game's details."""
    for value in details.values():
        if isinstance(value, Mapping) and set(value) == rows:
            return {row: n for row, n in value.items() if isinstance(n, int)}
    return {}
