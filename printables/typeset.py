"""Text that fits: lines broken at spaces, a size that shrinks to a floor, and an error that names what did not fit.

Sizes of type are in points, boxes in millimetres. A ★ inside a text is an icon: it is drawn as a path, because our
fonts do not have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.refusals import Refusal
from printables.fonts import font
from printables.paper import MM

FLOOR = 6.0
"""The smallest size of type on paper (pt)."""

STEP = 0.25
"""How much smaller each try is (pt)."""

STAR = "★"
STAR_WIDTH = 0.86
"""The width of the star icon, in parts of the size of type."""

CAP_HEIGHT = 0.66
"""The height of a capital letter, in parts of the size: what a line of labels is centred by."""


class DoesNotFit(Refusal):
    """A text that is too long for its place even at the smallest size."""


class MissingGlyph(Refusal):
    """A character that the font does not have."""


@dataclass(frozen=True)
class Style:
    """How a text looks: the face (a key of `fonts.FACES`), size and tracking in points, leading in parts of size."""

    face: str = "text"
    size: float = 9
    tracking: float = 0
    leading: float = 1.18

    def at(self, size: float) -> Style:
        return replace(self, size=size)


@dataclass(frozen=True)
class Fitted:
    """A text broken into lines at the style that fits. `width` and `height` are what it needs, in millimetres."""

    lines: tuple[str, ...]
    style: Style
    width: float

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
        return self.cap + (len(self.lines) - 1) * self.leading + 0.25 * self.style.size / MM


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """A line as runs of text and of icons: (is it an icon, the run)."""
    for n, run in enumerate(text.split(STAR)):
        if n:
            yield True, STAR
        if run:
            yield False, run


def width(text: str, style: Style) -> float:
    """The width of one line, in millimetres."""
    face = font(style.face)
    total = 0.0
    for icon, run in pieces(text):
        total += STAR_WIDTH * style.size if icon else face.width(run, style.size, style.tracking)
    return total / MM


def check_glyphs(text: str, style: Style, field: str) -> None:
    """Raises MissingGlyph (`print.glyph`), naming the field and the character, if the font lacks one."""
    missing = font(style.face).lacks(text.replace(STAR, "").replace("\n", ""))
    if missing is not None:
        raise MissingGlyph("print.glyph", field=field, char=missing, code=f"U+{ord(missing):04X}")


def wrap(text: str, style: Style, room: float) -> list[str]:
    """The text in lines of at most `room` mm. Lines end at spaces and where the text says so; a single word that is
    wider than the room stays whole and sticks out, so that the caller sees that it does not fit."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for token in paragraph.split(" "):
            longer = f"{line} {token}" if line else token
            if line and width(longer, style) > room:
                lines.append(line)
                line = token
            else:
                line = longer
        lines.append(line)
    return lines


def fit(text: str, style: Style, room: tuple[float, float], field: str, *, lines: int | None = None) -> Fitted:
    """The text in a box of `room` (width, height in mm), in at most `lines` lines, at the largest size that fits.

    It begins with the style's size and shrinks to FLOOR. Raises DoesNotFit (`print.fit`) naming the field and the
    text, and MissingGlyph for a character that the font does not have.
    """
    check_glyphs(text, style, field)
    size = style.size
    while True:
        found = _try(text, style.at(size), room, lines)
        if found is not None:
            return found
        if size <= FLOOR:
            break
        size = max(size - STEP, FLOOR)
    raise DoesNotFit(
        "print.fit", field=field, text=text[:60], width=f"{room[0]:.1f}", height=f"{room[1]:.1f}", size=f"{FLOOR:g}"
    )


def _try(text: str, style: Style, room: tuple[float, float], lines: int | None) -> Fitted | None:
    broken = wrap(text, style, room[0])
    widest = max(width(line, style) for line in broken)
    found = Fitted(tuple(broken), style, widest)
    too_many = lines is not None and len(broken) > lines
    close = 0.01
    return None if too_many or widest > room[0] + close or found.height > room[1] + close else found
