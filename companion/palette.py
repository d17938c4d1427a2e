"""Colours that mean something, each doubled by a letter and a shape: one table for the phone, the paper and the log."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from companion.words import Word, data_folder, load_yaml


class Colour(Struct, frozen=True):
    """A colour of dice, tokens and seats.

    `letter` is its code in files and in the log, `shape` the mark that stands beside it, `fill` and `ink` are the
    colours of the thing and of what is written on it (#rrggbb).
    """

    letter: str
    shape: str
    fill: str
    ink: str

    def word(self, key: str) -> Word:
        return Word(f"colour.{key}.name")


@cache
def palette() -> Mapping[str, Colour]:
    """All colours by key, in a fixed order."""
    from companion.reading import read

    data = load_yaml(data_folder("companion") / "palette.yaml")
    return {key: read(Colour, record, key) for key, record in data.items()}


def by_letter(letter: str) -> str | None:
    """The key of the colour with that letter."""
    return next((key for key, colour in palette().items() if colour.letter == letter), None)
