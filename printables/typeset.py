"""Text that fits: lines broken at spaces, hyphens where a line would otherwise be bad, a size that shrinks to a floor,
and then an error that names what did not fit.

Sizes of type are in points, boxes in millimetres. Whatever is between braces in a text is an icon (see `markup.py`).
Words are measured once, in parts of the size of type, so that trying a smaller size costs next to nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.refusals import Refusal
from printables.fonts import advance_of
from printables.hyphens import breaks
from printables.markup import SOFT_HYPHEN, read
from printables.paper import MM

FLOOR = 6.0
"""The smallest size of type on paper (pt), unless a place states another."""

STEP = 0.25
"""How much smaller each try is (pt)."""

LOOSE = 0.6
"""A line of running text that is filled less than this gets a part of the long word that comes next."""

STAR = "★"

CAP_HEIGHT = 0.66
"""The height of a capital letter, in parts of the size: what a line of labels is centred by."""

_CLOSE = 0.01
"""What sticks out by less fits (mm)."""


class DoesNotFit(Refusal):
    """A text that is too long for its place even at the smallest size."""


class Style(Struct, frozen=True):
    """How a text looks: the face (a key of `fonts.FACES`), size and tracking in points, leading in parts of size.

    `lang` is the language whose syllables its words are broken at: empty for the one that the script tells,
    `hyphens.NEVER` for none.
    """

    face: str = "text"
    size: float = 9
    tracking: float = 0
    leading: float = 1.18
    lang: str = ""

    def at(self, size: float) -> Style:
        return self if size == self.size else replace(self, size=size)


class Fitted(Struct, frozen=True):
    """A text broken into lines at the style that fits. `width` and `height` are what it needs, in millimetres; `field`
    is where it stands."""

    lines: tuple[str, ...]
    style: Style
    width: float
    field: str = "text"

    @property
    def leading(self) -> float:
        """From one baseline to the next (mm)."""
        return self.style.size * self.style.leading / MM

    @property
    def cap(self) -> float:
        """The height of a capital letter (mm)."""
        return self.style.size * CAP_HEIGHT / MM

    @property
    def height(self) -> float:
        """From the top of the first line's capitals to the last line's descenders (mm)."""
        return _height(len(self.lines), self.style)


def _height(lines: int, style: Style) -> float:
    return (CAP_HEIGHT + (lines - 1) * style.leading + 0.25) * style.size / MM


def width(text: str, style: Style) -> float:
    """The width of one line, in millimetres. Raises UnknownIcon."""
    line = read(text)
    return _ems(line, style.face) * style.size / MM + style.tracking * max(len(line) - 1, 0) / MM


@lru_cache(maxsize=1 << 16)
def _ems(line: str, face: str) -> float:
    """The width of a line that has been read, in parts of the size of type."""
    return sum(map(advance_of(face), line))


class _Word(NamedTuple):
    """Letters without a space between them; `text` has soft hyphens, its width (in parts of the size) has not."""

    text: str
    ems: float
    letters: int

    def width(self, style: Style) -> float:
        """In points."""
        return self.ems * style.size + style.tracking * (self.letters - 1 if self.letters else 0)


@lru_cache(maxsize=1 << 16)
def _word(text: str, face: str) -> _Word:
    clean = text.replace(SOFT_HYPHEN, "")
    return _Word(text, _ems(clean, face), len(clean))


Paragraphs = tuple[tuple[_Word, ...], ...]


@lru_cache(maxsize=4096)
def _paragraphs(text: str, face: str) -> Paragraphs:
    return tuple([tuple(map(_word, line.split(" "), repeat(face))) for line in text.split("\n")])


class _Line(NamedTuple):
    text: str
    width: float


def wrap(text: str, style: Style, room: float) -> list[str]:
    """The text in lines of at most `room` mm. Lines end at spaces, where the text says so, and inside a word only if it
    is wider than the room or would leave the line before it mostly empty. A word that cannot be broken stays whole and
    sticks out, so that the caller sees that it does not fit. Raises UnknownIcon."""
    return [line.text for line in _wrap(_paragraphs(read(text), style.face), style, room * MM, hyphens=True)]


def _wrap(paragraphs: Paragraphs, style: Style, room: float, *, hyphens: bool) -> list[_Line]:
    """Lines of at most `room` points."""
    size, tracking = style.size, style.tracking
    space = _ems(" ", style.face) * size + 2 * tracking
    room += _CLOSE * MM
    lines: list[_Line] = []
    for paragraph in paragraphs:
        line: list[str] = []
        filled, words = 0.0, list(reversed(paragraph))
        while words:
            word = words.pop()
            text, ems, letters = word
            wide = ems * size + tracking * (letters - 1 if letters else 0)
            before = filled + space if line else 0.0
            if before + wide <= room:
                line.append(text)
                filled = before + wide
                continue
            bad = hyphens and (wide > room or filled < LOOSE * room)
            parts = _broken(word, style, room - before) if bad else None
            if parts is not None:
                line.append(parts[0].text)
                filled = before + parts[0].width(style)
                words.append(parts[1])
            elif line:
                words.append(word)
            else:
                line.append(text)
                filled = wide
                continue
            lines.append(_closed(line, filled))
            line, filled = [], 0.0
        lines.append(_closed(line, filled))
    return lines


def _closed(line: list[str], filled: float) -> _Line:
    text = " ".join(line)
    return _Line(text if text.isascii() else text.replace(SOFT_HYPHEN, ""), filled)


def _broken(word: _Word, style: Style, room: float) -> tuple[_Word, _Word] | None:
    """A word in two, the first part as long as there is room for it (points) and with its hyphen."""
    for at, mark in reversed(breaks(word.text, style.lang)):
        head = _word(word.text[:at].replace(SOFT_HYPHEN, "") + mark, style.face)
        if head.width(style) <= room:
            return head, _word(word.text[at:].lstrip(SOFT_HYPHEN), style.face)
    return None


def fit(
    text: str,
    style: Style,
    room: tuple[float, float],
    field: str,
    *,
    lines: int | None = None,
    floor: float = FLOOR,
) -> Fitted:
    """The text in a box of `room` (width, height in mm), in at most `lines` lines, at the largest size that fits.

    It begins with the style's size and shrinks to the floor (pt). One line is never broken inside a word, a few are
    only if nothing else helps, running text (`lines` None) wherever a line would otherwise be bad.
    Raises DoesNotFit (`print.fit`) naming the field and the text, and UnknownIcon.
    """
    found = _fit(read(text, field), style, room, lines, floor)
    if found is None:
        raise does_not_fit(text, room, field, floor)
    return Fitted(found.lines, found.style, found.width, field)


def does_not_fit(text: str, room: tuple[float, float], field: str, floor: float = FLOOR) -> DoesNotFit:
    """The error for a text that is too long for its place."""
    return DoesNotFit(
        "print.fit", field=field, text=text[:60], width=f"{room[0]:.1f}", height=f"{room[1]:.1f}", size=f"{floor:g}"
    )


@lru_cache(maxsize=8192)
def _fit(text: str, style: Style, room: tuple[float, float], lines: int | None, floor: float) -> Fitted | None:
    paragraphs = _paragraphs(text, style.face)
    for hyphens in (True,) if lines is None else (False,) if lines == 1 else (False, True):
        size = style.size
        while True:
            found = _try(paragraphs, style.at(size), room, lines, hyphens=hyphens)
            if found is not None:
                return found
            if size <= floor:
                break
            size = max(size - STEP, floor)
    return None


def _try(
    paragraphs: Paragraphs, style: Style, room: tuple[float, float], lines: int | None, *, hyphens: bool
) -> Fitted | None:
    if _height(len(paragraphs), style) > room[1] + _CLOSE:
        return None
    broken = _wrap(paragraphs, style, room[0] * MM, hyphens=hyphens)
    widest = max(line.width for line in broken) / MM
    too_many = lines is not None and len(broken) > lines
    if too_many or widest > room[0] + _CLOSE or _height(len(broken), style) > room[1] + _CLOSE:
        return None
    return Fitted(tuple(line.text for line in broken), style, widest)
