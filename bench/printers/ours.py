"""The same deck by what lays out and draws cards here, without a deck file. `python ours.py COUNT FILE`"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from rows import Row, rows

from companion.words import Text, Words, catalogue
from printables.binding import Section, bind
from printables.faces import styles
from printables.faces.deck import Card, Face, sheet_pages
from printables.imposition import Box, Setting
from printables.ink import Ink, find_ink
from printables.paper import A4, Paper
from printables.pen import Pen
from printables.proof import Proof


@dataclass(frozen=True)
class Job:
    words: Words = field(default_factory=lambda: catalogue("en", "printables"))
    paper: Paper = A4
    ink: Ink = field(default_factory=lambda: find_ink("grey", "#444444"))
    setting: Setting = field(default_factory=Setting)
    backs: bool = True
    whose: str = "A deck"
    proof: Proof = field(default_factory=Proof)


def front(row: Row, number: int, count: int) -> Face:
    def draw(pen: Pen) -> None:
        where = f"deck.{number}"
        pen.box(Box(1, 1, 61, 86), line=pen.ink.text)
        pen.write(Box(4, 4, 55, 7), row.name, styles.CARD_TITLE, field=f"{where}.name")
        pen.write(Box(4, 11, 55, 4), row.kind, styles.CARD_KIND, field=f"{where}.kind")
        pen.write(Box(4, 40, 55, 40), row.text, styles.CARD_TEXT, field=f"{where}.text", lines=None, valign="top")
        pen.write(Box(4, 81, 55, 3), f"{number} / {count}", styles.CARD_KIND, field=f"{where}.foot", align="right")

    return Face(draw)


def back(pen: Pen) -> None:
    pen.write(Box(4, 30, 55, 10), "Deck", styles.BACK_NAME, field="deck.back", align="centre")


def main(count: int, file: str) -> None:
    behind = Face(back, cloth=True, name="back")
    cards = [Card(front(row, n, count), behind) for n, row in enumerate(rows(count), 1)]
    pages = sheet_pages(Job(), Text((("", "Deck"),)), cards)
    Path(file).write_bytes(bind(Job(), [Section("deck", "Deck", pages)], title="Deck"))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
