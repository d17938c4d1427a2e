"""The fonts of the printed page, found in the packages that bring them and registered under names of our own.

Titles are set in Spectral, everything else in Alegreya Sans. Both cover Latin, Latin Extended-A and Cyrillic. A letter
that a face lacks is taken from the next one of its chain, at the end from Noto Sans, which has Greek, all of Cyrillic
and the rest of Latin; a character that none of them has is a box with a cross in it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Set
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import fontpkg_alegreya_sans
import fontpkg_noto_sans
import fontpkg_spectral
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from printables.markup import icon_of, shown

FACES = {
    "title": (fontpkg_spectral.ROOT, "Spectral-SemiBold.ttf"),
    "title-light": (fontpkg_spectral.ROOT, "Spectral-Regular.ttf"),
    "text": (fontpkg_alegreya_sans.ROOT, "AlegreyaSans-Regular.ttf"),
    "text-italic": (fontpkg_alegreya_sans.ROOT, "AlegreyaSans-Italic.ttf"),
    "text-bold": (fontpkg_alegreya_sans.ROOT, "AlegreyaSans-Bold.ttf"),
}
"""Our names for the faces, and where each one lies."""

LAST = "wide"
_LAST_FILE = (fontpkg_noto_sans.ROOT, "NotoSans[[]wdth,wght].ttf")
"""The face with the most letters. It is a variable font, printed as it stands by default: regular, of normal width."""

CHAINS = {
    "title": ("text-bold", LAST),
    "title-light": ("text", LAST),
    "text": ("title-light", LAST),
    "text-italic": ("text", "title-light", LAST),
    "text-bold": ("title", LAST),
    LAST: (),
}
"""Where a letter is looked for that a face does not have, in this order."""

ICON_WIDTH = 0.96
STAR_WIDTH = 0.86
BOX_WIDTH = 0.62
"""The widths of an icon, of the star and of the box for a missing character, in parts of the size of type."""

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_FIGURES = {f"{name}.tf".encode(): ord("0") + digit for digit, name in enumerate(_DIGITS)}
"""The digits by the names that their figures of equal width have in a font."""


class Font:
    """A registered font: what a drawing needs to know before it draws."""

    def __init__(self, key: str) -> None:
        folder, file = FACES.get(key, _LAST_FILE)
        self.name = f"tableside-{key}"
        self.registered = TTFont(self.name, str(_find(Path(folder), file)), asciiReadable=False)
        _tabular_figures(self.registered.face)
        pdfmetrics.registerFont(self.registered)
        face = self.registered.face
        self.known = frozenset(map(chr, face.charToGlyph))
        """Every character that it can draw."""

    def width(self, text: str, size: float, tracking: float = 0) -> float:
        """The width of a line in points at `size` points, with `tracking` points between its letters."""
        return float(self.registered.stringWidth(text, size)) + tracking * max(len(text) - 1, 0)

    def advance(self, char: str) -> float:
        """The width of a character of its own, in parts of the size of type."""
        face = self.registered.face
        return float(face.charWidths.get(ord(char), face.defaultWidth)) / 1000

    def lacks(self, text: str) -> str | None:
        """The first character that the font cannot draw, if there is one (a font draws an empty box without a word)."""
        return next((char for char in text if char not in self.known), None)


@cache
def font(key: str) -> Font:
    """The font with that name of ours, registered when it is first asked for."""
    return Font(key)


@lru_cache(maxsize=4096)
def face_for(key: str, char: str) -> str | None:
    """The face that draws a character where `key` is asked for: that one, or the first of its chain that can."""
    return next((face for face in (key, *CHAINS[key]) if char in font(face).known), None)


class Run(NamedTuple):
    """A part of a line that is drawn in one go: letters of a face, an icon, or a character that nothing can draw."""

    text: str
    face: str | None
    icon: str | None = None


def runs(key: str, line: str) -> tuple[Run, ...]:
    """A line that has been read, in parts."""
    return (Run(line, key),) if font(key).known.issuperset(line) else _runs(key, line)


@lru_cache(maxsize=4096)
def _runs(key: str, line: str) -> tuple[Run, ...]:
    found: list[Run] = []
    for char in line:
        icon = icon_of(char)
        char = shown(char)
        face = None if icon else face_for(key, char)
        if found and face is not None and found[-1].face == face:
            found[-1] = Run(found[-1].text + char, face)
        else:
            found.append(Run(char, face, icon))
    return tuple(found)


class _Advances(dict[str, float]):
    """The widths of characters where one face is asked for, each looked up once, in parts of the size of type."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key

    def __missing__(self, char: str) -> float:
        icon = icon_of(char)
        if icon is not None:
            found = STAR_WIDTH if icon == "star" else ICON_WIDTH
        else:
            seen = shown(char)
            face = face_for(self.key, seen)
            found = BOX_WIDTH if face is None else font(face).advance(seen)
        self[char] = found
        return found


@cache
def advance_of(key: str) -> Callable[[str], float]:
    """What tells the width of each character of a read text in a face, in parts of the size of type."""
    return _Advances(key).__getitem__


def _find(folder: Path, file: str) -> Path:
    return next(folder.rglob(file))


def _tabular_figures(face: Any) -> None:
    """Give digits their lining figures of equal width where the font has them under another glyph.

    Alegreya Sans shows old-style figures of many widths unless OpenType features are asked for, which a PDF text
    operator cannot do. Text that is copied or searched still holds ordinary digits.
    """
    for name, glyph in _glyphs_named(face, frozenset(_FIGURES)).items():
        digit = _FIGURES[name]
        face.charToGlyph[digit] = glyph
        face.charWidths[digit] = _advance(face, glyph)


_SHARED = 258
"""So many names of glyphs are the same in all fonts and are not told again."""


def _glyphs_named(face: Any, names: Set[bytes]) -> dict[bytes, int]:
    """The numbers of the glyphs that have these names of the font's own (OpenType table `post`, version 2)."""
    table: bytes = face.get_table("post")
    if struct.unpack(">L", table[:4])[0] != 0x00020000 or not any(name in table for name in names):
        return {}
    (count,) = struct.unpack(">H", table[32:34])
    order = struct.unpack(f">{count}H", table[34 : 34 + 2 * count])
    found: dict[bytes, int] = {}
    at, number, end = 34 + 2 * count, _SHARED, len(table)
    while at < end:
        after = at + 1 + table[at]
        name = table[at + 1 : after]
        if name in names:
            found[name] = order.index(number)
        at, number = after, number + 1
    return found


def _advance(face: Any, glyph: int) -> float:
    """How far a glyph moves the pen, in thousandths of the size (OpenType table `hmtx`)."""
    (metrics,) = struct.unpack(">H", face.get_table("hhea")[34:36])
    at = 4 * min(glyph, metrics - 1)
    (advance,) = struct.unpack(">H", face.get_table("hmtx")[at : at + 2])
    return float(advance) * 1000 / float(face.unitsPerEm)
