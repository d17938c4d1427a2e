"""What the leaves of a score pad have in common, for the pencil or with bubbles: their rows, what these are called, and
the fields to type into."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.words import Word
from printables.faces.furniture import page_code
from printables.faces.pad_layout import DATE
from printables.faces.pad_rows import PadRow, Rows
from printables.form import Field, fields_of
from printables.items import Order, Page
from printables.pen import Pen
from printables.reading.code import PageCode
from printables.reading.geometry import Geometry, Group, PageGeometry, Value
from printables.reading.markers import frame_on


@dataclass(frozen=True)
class Leaf(ABC):
    """A page of a pad; `names` is what rows are called in the printed set, by the key of the row."""

    order: Order
    geometry: Geometry
    index: int
    rows: Rows
    names: Mapping[str, Any]

    @property
    def page(self) -> PageGeometry:
        return self.geometry.pages[self.index]

    @property
    def code(self) -> PageCode:
        return page_code(self.order, self.geometry, self.index + 1)

    def say(self, key: str) -> str:
        return self.order.words(key)

    def name_of(self, row: PadRow) -> str:
        """What a row is called: as the printed set has it, else by its word."""
        own = row.label.removeprefix("score.row.")
        return self.order.words.say(self.names[own]) if own in self.names else self.say(row.label)

    @abstractmethod
    def draw(self, pen: Pen, number: int, total: int) -> None:
        """All of the page."""

    # on a screen

    def fields(self) -> Sequence[Field]:
        return tuple(fields_of(self.page, frame_on(self.order.paper), self.told))

    def told(self, group: Group, value: Value | None) -> str:
        """What a place to write in is called: whose it is, its row, and which part of that row."""
        if group.key == DATE:
            return self.say("print.pad.date")
        player, _, key = group.key.partition(".")
        known = {row.key: row for row in (*self.rows.headings, *(r for block in self.rows.blocks for r in block.rows))}
        own, place = (key, "") if key in known else (key.rpartition(".")[0], key.rpartition(".")[2])
        part = self.part(place, value)
        whose = self.order.words.say(Word("print.form.player", {"n": int(player)}))
        return ", ".join((whose, self.name_of(known[own]), *(() if part is None else (self.say(part),))))

    @abstractmethod
    def part(self, place: str, value: Value | None) -> str | None:
        """The key of the name of a part of a row: the group of a digit, or a box; None for the row itself."""


def leaf_pages(leaves: Sequence[Leaf]) -> list[Page]:
    """The pages of a pad, each with its fields and its code."""
    return [Page(leaf.draw, fields=leaf.fields, code=leaf.code.text) for leaf in leaves]
