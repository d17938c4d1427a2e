"""A bag: a multiset that is drawn from blindly and without replacement. Immutable."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from companion.moves import IllegalMove
from companion.records import Record


class NotInBag(IllegalMove):
    """More of a kind is asked for than the bag holds."""


class Bag(Record, frozen=True):
    """Kinds and how many of each there are, sorted by code point; kinds of which there are none are left out. `total`
    is how many things that makes."""

    items: tuple[tuple[str, int], ...] = ()
    total: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, int] | Iterable[str]) -> Bag:
        """A bag of counts by kind, or of single things. Raises ValueError for a negative count."""
        if not isinstance(counts, Mapping):
            found: dict[str, int] = {}
            for kind in counts:
                found[kind] = found.get(kind, 0) + 1
            counts = found
        if counts and min(counts.values()) < 0:
            raise ValueError(f"a bag cannot hold {dict(counts)}")
        return cls(tuple(sorted([held for held in counts.items() if held[1]])), sum(counts.values()))

    @property
    def counts(self) -> dict[str, int]:
        return dict(self.items)

    def __bool__(self) -> bool:
        return bool(self.items)

    def __len__(self) -> int:
        """How many things the bag holds."""
        return self.total

    def __iter__(self) -> Iterator[str]:
        """The kinds, each once."""
        return iter([kind for kind, _ in self.items])

    def __contains__(self, kind: object) -> bool:
        return any(kind == held for held, _ in self.items)

    def count(self, kind: str) -> int:
        return self.counts.get(kind, 0)

    def add(self, *kinds: str) -> Bag:
        counts = dict(self.items)
        known = len(counts)
        for kind in kinds:
            counts[kind] = counts.get(kind, 0) + 1
        total = self.total + len(kinds)
        return Bag(tuple(counts.items() if len(counts) == known else sorted(counts.items())), total)

    def remove(self, *kinds: str) -> Bag:
        """The bag without these. Raises NotInBag and changes nothing if one of them is not there."""
        counts = dict(self.items)
        for kind in kinds:
            left = counts.get(kind, 0)
            if not left:
                raise NotInBag("bag.not_there", kind=kind, left=self.count(kind))
            counts[kind] = left - 1
        total = self.total - len(kinds)
        return Bag(tuple(counts.items() if all(counts.values()) else [h for h in counts.items() if h[1]]), total)

    def without(self, kinds: Container[str | None]) -> Bag:
        """The bag without anything of these kinds."""
        left = [held for held in self.items if held[0] not in kinds]
        return Bag(tuple(left), sum([count for _, count in left]))

    def __plain__(self) -> dict[str, Any]:
        return dict(self.items)
