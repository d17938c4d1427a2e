"""Sheets of paper, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

from companion.refusals import nearest

MM = 72 / 25.4
"""Points (1/72 inch) to a millimetre."""


@dataclass(frozen=True)
class Paper:
    """A sheet as it lies in the printer. `code` is its name in the code that is printed on a page."""

    name: str
    code: str
    width: float
    height: float

    @property
    def points(self) -> tuple[float, float]:
        """Width and height in points: what the page of a PDF is measured in."""
        return self.width * MM, self.height * MM


A4 = Paper("A4", "A4", 210, 297)
LETTER = Paper("Letter", "LT", 215.9, 279.4)
A5 = Paper("A5", "A5", 148, 210)
A3 = Paper("A3", "A3", 297, 420)

PAPERS = {paper.name: paper for paper in (A4, LETTER, A5, A3)}


def find_paper(name: str) -> Paper:
    """The paper of that name, in any case of letters.

    Raises UnknownName (`print.paper.unknown`) with the nearest names: an unknown paper never becomes another one.
    """
    found = {paper.name.lower(): paper for paper in PAPERS.values()}.get(name.strip().lower())
    if found is None:
        raise nearest("print.paper.unknown", name, PAPERS)
    return found
