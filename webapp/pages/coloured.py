"""Sentences that remember where their colours stand, so that a page can show each with its letter and its shape.

The catalogue is asked with the names of the colours replaced by marks (private-use characters around the key and the
text); `plain` takes the marks out again, `parts` turns them into records that templates and scripts draw.
"""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from companion.canonical import Plain
from companion.palette import palette
from companion.words import Words, catalogue

_OPEN, _MIDDLE, _CLOSE = "\ue000", "\ue001", "\ue002"
# A face that follows belongs to the die; a longer number is a count of something.
_MARK = re.compile(f"{_OPEN}([a-z]+){_MIDDLE}([^{_CLOSE}]*){_CLOSE}(?:[ \u00a0]?([1-6])(?![0-9]))?")
_PLAIN = re.compile(f"{_OPEN}[a-z]*{_MIDDLE}|{_CLOSE}|{_OPEN}")


class Mark(Struct, frozen=True):
    """A colour in a sentence: its key in the palette, the text that stood there, and the face of a die, if it was one.

    `short` says that only the colour's letter stood there.
    """

    colour: str
    text: str
    face: int | None = None
    short: bool = False


@cache
def coloured(lang: str, *packages: str) -> Words:
    """The catalogue with marks in place of the names and letters of colours."""
    words = catalogue(lang, *packages)
    marked = {
        f"colour.{colour}.{kind}": f"{_OPEN}{colour}{_MIDDLE}{words(f'colour.{colour}.{kind}')}{_CLOSE}"
        for colour in palette()
        for kind in ("name", "letter")
    }
    return Words(words.lang, {**words.entries, **marked})


def plain(text: str) -> str:
    """The sentence as it would have been without marks."""
    return _PLAIN.sub("", text)


def parts(text: str, words: Words) -> tuple[str | Mark, ...]:
    """The sentence in pieces: text, and colours. `words` (marked or not) know a letter from a name."""
    found: list[str | Mark] = []
    at = 0
    for match in _MARK.finditer(text):
        colour, shown, face = match.groups()
        if colour not in palette():
            continue
        found.append(plain(text[at : match.start()]))
        short = shown == plain(words(f"colour.{colour}.letter"))
        found.append(Mark(colour, shown, int(face) if face else None, short))
        at = match.end()
    found.append(plain(text[at:]))
    return tuple(part for part in found if part != "")


def parts_json(text: str, words: Words) -> list[Plain] | None:
    """The pieces for a script, or None where there is no colour in it."""
    found = parts(text, words)
    if all(isinstance(part, str) for part in found):
        return None
    return [part if isinstance(part, str) else _json(part, words) for part in found]


def _json(mark: Mark, words: Words) -> dict[str, Plain]:
    name = plain(words(f"colour.{mark.colour}.name"))
    told: dict[str, Plain] = {"colour": mark.colour, "name": name}
    return told | ({"face": mark.face} if mark.face else {}) | ({"short": True} if mark.short else {})
