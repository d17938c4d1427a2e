"""What is wrong with a deck: found all at once, each with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from companion.refusals import Refusal
from companion.words import Word

SHOWN = 40
"""So many problems are told one by one; of more only the number."""


class BadDeck(Refusal):
    """A deck that cannot be printed as it is: `problems` are all that is wrong with it."""

    def __init__(self, problems: list[Refusal]) -> None:
        first = problems[0]
        super().__init__(first.key, **first.args_)
        self.problems = tuple(problems)


class DeckProblem(Refusal):
    """One thing that is wrong with a deck, and where."""


class Problems(Struct):
    """What has been found so far, in the order in which it was found."""

    found: list[Refusal] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, problem: Refusal) -> None:
        self.found.append(problem)

    def extend(self, problems: Iterator[Refusal]) -> None:
        self.found.extend(problems)

    def check(self) -> None:
        """Raises BadDeck when there are any."""
        if self.found:
            raise BadDeck(self.found)


def in_cell(file: str, row: int, column: str, what: Word | None) -> DeckProblem:
    """Something wrong in one cell of a table."""
    return DeckProblem("homebrew.at.cell", file=file, row=str(row), column=column, message=what)


def in_row(file: str, row: int, what: Word) -> DeckProblem:
    """Something wrong with a whole row of a table."""
    return DeckProblem("homebrew.at.row", file=file, row=str(row), message=what)


def in_line(file: str, line: int | None, what: Word | None) -> DeckProblem:
    """Something wrong in a line of a YAML file; in all of it if no line is known."""
    if line is None:
        return DeckProblem("homebrew.at.file", file=file, message=what)
    return DeckProblem("homebrew.at.line", file=file, line=str(line), message=what)


def near_word(key: str, name: str, names: list[str], **args: object) -> Word:
    """The words for an unknown name: the nearest known names, or all of them if none is near."""
    from difflib import get_close_matches

    known = sorted(names)
    folded = {one.lower(): one for one in known}
    near = [folded[one] for one in get_close_matches(name.lower(), folded, n=3, cutoff=0.5)] or known
    return Word(key, {"name": name[:60], "near": ", ".join(near[:40]) or "–", **args})
