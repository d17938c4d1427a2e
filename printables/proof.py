"""What a print job found on its pages that somebody should look at, without stopping for it.

A job hands its proof to every pen. A character that no font of ours has is printed as a box with a cross and noted here
with where it stands; whoever ordered the job reads the notes at the end, and a strict one takes them for an error.
"""

from __future__ import annotations

from msgspec import Struct, field

from companion.words import Word


class Missing(Struct, frozen=True):
    """A character that was printed as a box; `field` says which deck, card and field it stands in."""

    field: str
    char: str

    @property
    def word(self) -> Word:
        """What people read of it (`print.glyph`)."""
        code = " ".join(f"U+{ord(part):04X}" for part in self.char)
        return Word("print.glyph", {"field": self.field, "char": self.char, "code": code})


class Proof(Struct):
    """Notes on one print job, each once, in the order they were met."""

    missing: dict[Missing, None] = field(default_factory=dict)

    def lacks(self, where: str, char: str) -> None:
        """Note a character that no font has."""
        self.missing[Missing(where, char)] = None

    @property
    def words(self) -> tuple[Word, ...]:
        """Every note, to be said in anybody's language."""
        return tuple(found.word for found in self.missing)
