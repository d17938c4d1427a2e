"""A deck: its file, its rows, its layouts, and the cards that come of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from printables.deck.conditions import Test
from printables.deck.fill import Template
from printables.deck.images import Pictures
from printables.deck.layout import Element, Layout
from printables.deck.tabular import Row, Table

ASKS_FROM = 10_000
"""More cards than this are printed only after a question."""


class Part(Struct, frozen=True):
    """An element made ready: its templates, its condition, the fields that it looks at."""

    element: Element
    templates: Mapping[str, Template]
    when: Test | None
    fields: frozenset[str]


class Side(Struct, frozen=True):
    """One side of a card, made ready for a deck. `fields` are all that its elements look at, `special` says that
    some of these are not fields of a row."""

    key: str
    layout: Layout
    parts: tuple[Part, ...]
    fields: tuple[str, ...]
    special: bool


class Record(Struct, frozen=True):
    """A row and what it is printed as: `values` are its fields, `count` how many copies of it there are."""

    row: Row
    name: str
    values: dict[str, str]
    count: int
    front: Side
    back: Side | None


class Copy(Struct, frozen=True):
    """One card: number `n` of its deck, copy number `copy` of its record."""

    record: Record
    n: int
    copy: int


class Deck(Struct, dict=True):
    """A deck, read and checked. `sources` are all files that it is made of."""

    name: str
    key: str
    lang: str
    file: str
    table: Table
    records: tuple[Record, ...]
    size: str
    accent: str
    floor: float
    pictures: Pictures
    sources: frozenset[Path] = field(default_factory=frozenset)

    @cached_property
    def total(self) -> int:
        """How many cards there are, copies and all."""
        return sum(record.count for record in self.records)

    def copies(self) -> Iterator[Copy]:
        """All cards in the order of the rows, copies one after the other."""
        n = 0
        for record in self.records:
            for copy in range(1, record.count + 1):
                n += 1
                yield Copy(record, n, copy)

    def values(self, card: Copy) -> Mapping[str, str]:
        """What a card holds: the fields of its row, and what it knows of itself."""
        told = {"n": str(card.n), "total": str(self.total), "copy": str(card.copy), "copies": str(card.record.count)}
        return {**told, **card.record.values}
