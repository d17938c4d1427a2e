"""The fonts of the printed page, found in the packages that bring them and registered under names of our own.

Titles are set in Spectral, everything else in Alegreya Sans. Both cover Latin, Latin Extended-A and Cyrillic.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import Any

import fontpkg_alegreya_sans
import fontpkg_spectral
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FACES = {
    "title": (fontpkg_spectral.ROOT, "Spectral-SemiBold.ttf"),
    "title-light": (fontpkg_spectral.ROOT, "Spectral-Regular.ttf"),
    "text": (fontpkg_alegreya_sans.ROOT, "AlegreyaSans-Regular.ttf"),
    "text-italic": (fontpkg_alegreya_sans.ROOT, "AlegreyaSans-Italic.ttf"),
    "text-bold": (fontpkg_alegreya_sans.ROOT, "AlegreyaSans-Bold.ttf"),
}
"""Our names for the faces, and where each one lies."""

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Font:
    """A registered font: what a drawing needs to know before it draws."""

    def __init__(self, key: str) -> None:
        folder, file = FACES[key]
        self.name = f"tableside-{key}"
        self._font = TTFont(self.name, str(_find(Path(folder), file)), asciiReadable=False)
        _tabular_figures(self._font.face)
        pdfmetrics.registerFont(self._font)

    def width(self, text: str, size: float, tracking: float = 0) -> float:
        """The width of a line in points at `size` points, with `tracking` points between its letters."""
        return float(self._font.stringWidth(text, size)) + tracking * max(len(text) - 1, 0)

    def lacks(self, text: str) -> str | None:
        """The first character that the font cannot draw, if there is one (a font draws an empty box without a word)."""
        known = self._font.face.charToGlyph
        return next((char for char in text if ord(char) not in known), None)


@cache
def font(key: str) -> Font:
    """The font with that name of ours, registered when it is first asked for."""
    return Font(key)


def _find(folder: Path, file: str) -> Path:
    return next(folder.rglob(file))


def _tabular_figures(face: Any) -> None:
    """Give digits their lining figures of equal width where the font has them under another glyph.

    Alegreya Sans shows old-style figures of many widths unless OpenType features are asked for, which a PDF text
    operator cannot do. Text that is copied or searched still holds ordinary digits.
    """
    glyphs = {name: index for index, name in enumerate(_glyph_names(face))}
    for digit, name in enumerate(_DIGITS):
        glyph = glyphs.get(f"{name}.tf")
        if glyph is not None:
            face.charToGlyph[ord("0") + digit] = glyph
            face.charWidths[ord("0") + digit] = _advance(face, glyph)


def _glyph_names(face: Any) -> list[str]:
    """The names of all glyphs by their number (OpenType table `post`, version 2); none if the font does not tell."""
    table: bytes = face.get_table("post")
    if struct.unpack(">L", table[:4])[0] != 0x00020000:
        return []
    (count,) = struct.unpack(">H", table[32:34])
    order = struct.unpack(f">{count}H", table[34 : 34 + 2 * count])
    own: list[str] = []
    at = 34 + 2 * count
    while at < len(table):
        length = table[at]
        own.append(table[at + 1 : at + 1 + length].decode("latin-1"))
        at += 1 + length
    standard = 258  # names that every font shares; we ask for none of them
    return [own[index - standard] if index >= standard else "" for index in order]


def _advance(face: Any, glyph: int) -> float:
    """How far a glyph moves the pen, in thousandths of the size (OpenType table `hmtx`)."""
    (metrics,) = struct.unpack(">H", face.get_table("hhea")[34:36])
    at = 4 * min(glyph, metrics - 1)
    (advance,) = struct.unpack(">H", face.get_table("hmtx")[at : at + 2])
    return float(advance) * 1000 / float(face.unitsPerEm)
