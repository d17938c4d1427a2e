"""Sheets of paper, in millimetres."""

from __future__ import annotations

import re

from msgspec import Struct

from companion.refusals import Refusal, nearest

MM = 72 / 25.4
"""Points (1/72 inch) to a millimetre."""

INCH = 25.4
"""Millimetres to an inch."""


class Paper(Struct, frozen=True):
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
LEGAL = Paper("Legal", "LG", 215.9, 355.6)
TABLOID = Paper("Tabloid", "TB", 279.4, 431.8)
SUPER_B = Paper("Super-B", "SB", 330.2, 482.6)

PAPERS = {paper.name: paper for paper in (A4, LETTER, A5, A3, LEGAL, TABLOID, SUPER_B)}

CUSTOM = "XX"
"""The code of every paper that is given by its size."""

LEAST, MOST = 20.0, 1200.0
"""The sides that a paper given by its size may have (mm)."""

SIZE = r"(\d+(?:[.,]\d+)?)\s*[x×хX*]\s*(\d+(?:[.,]\d+)?)\s*(mm|in|мм)"


def size_of(text: str) -> tuple[float, float] | None:
    """Width and height in mm of a size such as `63x88mm` or `2.5x3.5in`; None for what is no size."""
    found = re.fullmatch(SIZE, text.strip().lower()) if text.strip()[:1].isdigit() else None
    if found is None:
        return None
    unit = INCH if found[3] == "in" else 1.0
    width, height = (float(side.replace(",", ".")) * unit for side in found.groups()[:2])
    return width, height


def find_paper(name: str) -> Paper:
    """The paper of that name, in any case of letters, or of a size: `WIDTHxHEIGHTmm` or `WIDTHxHEIGHTin`.

    Raises UnknownName (`print.paper.unknown`) with the nearest names: an unknown paper never becomes another one.
    Refusal (`print.paper.size`) for a size that no sheet has.
    """
    given = size_of(name)
    if given is not None:
        if not all(LEAST <= side <= MOST for side in given):
            raise Refusal(
                "print.paper.size", field="paper", name=name.strip()[:40], least=f"{LEAST:g}", most=f"{MOST:g}"
            )
        text = "x".join(f"{side:.5g}" for side in given)
        return Paper(f"{text}mm", CUSTOM, *given)
    found = {_bare(paper.name): paper for paper in PAPERS.values()}.get(_bare(name))
    if found is None:
        raise nearest("print.paper.unknown", name, PAPERS)
    return found


def _bare(name: str) -> str:
    return "".join(name.lower().split()).replace("_", "").replace("-", "")
