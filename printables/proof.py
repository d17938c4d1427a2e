"""What a print job found on its pages that somebody should look at, without stopping for it.

A job hands its proof to every pen. A character that no font of ours has is printed as a box with a cross and noted here
with where it stands; whoever ordered the job reads the notes at the end, and a strict one takes them for an error.
"""

from __future__ import annotations

from msgspec import Struct, field

from companion.words import Word


class Missing(Struct, frozen=True):
    """A character that was printed as a box; `field` says which deck, card and field it stands in, `item` is the key of
    what was drawn (an item, a deck)."""

    field: str
    char: str
    item: str = ""

    @property
    def code(self) -> str:
        """The character by its number, as U+13080."""
        return " ".join(f"U+{ord(part):04X}" for part in self.char)

    @property
    def word(self) -> Word:
        """What people read of it (`print.glyph`)."""
        return Word("print.glyph", {"field": self.field, "char": self.char, "code": self.code})


class Proof(Struct):
    """Notes on one print job, each once, in the order they were met: what is missing, and the first page (from 1) on
    which it is."""

    missing: dict[Missing, int] = field(default_factory=dict)
    item: str = ""
    page: int = 0

    def turn(self, item: str, page: int) -> None:
        """From now on that page is drawn, which is one of that item."""
        self.item, self.page = item, page

    def lacks(self, where: str, char: str) -> None:
        """Note a character that no font has."""
        self.missing.setdefault(Missing(where, char, self.item), self.page)

    @property
    def words(self) -> tuple[Word, ...]:
        """Every note, to be said in anybody's language; what stands in several items is told once."""
        told = {(found.field, found.char): found for found in self.missing}
        return tuple(found.word for found in told.values())
