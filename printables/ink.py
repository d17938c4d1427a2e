"""What a page is printed with: full colour, greys only, or as little ink as possible.

A drawing names a role (`text`, `rule`, `accent` …), never a colour; what a role looks like is decided here. A colour
that means something (of a die, of a seat) is always doubled by its letter and its shape.
"""

from __future__ import annotations

from msgspec import Struct

from companion.palette import palette
from companion.refusals import nearest

Shade = str
"""A colour as #rrggbb."""

INKS = ("colour", "grey", "saver")


class Chip(Struct, frozen=True):
    """How something of a meaningful colour is painted: its ground (None: left white), its outline and its letter."""

    fill: Shade | None
    line: Shade
    ink: Shade


class Ink(Struct, frozen=True):
    """The shades of one way to print. A role that is None is not filled at all.

    `text` is read, `quiet` is read when looked for, `rule` and `hair` are lines to write on and to look past, `ground`
    lies below something that may be laid on it, `tint` behind a heading, `cloth` all over the back of a card.
    """

    name: str
    text: Shade
    quiet: Shade
    rule: Shade
    hair: Shade
    accent: Shade
    tint: Shade | None
    ground: Shade | None
    cloth: Shade | None

    def chip(self, colour: str) -> Chip:
        """The paint for a colour of the palette, by its key."""
        found = palette()[colour]
        if self.name == "colour":
            pale = luminance(found.fill) > 0.8
            return Chip(found.fill, self.quiet if pale else found.fill, found.ink)
        if self.name == "grey":
            level = luminance(found.fill)
            return Chip(grey(found.fill), self.quiet, "#000000" if level > 0.55 else "#ffffff")
        return Chip(None, self.quiet, self.text)


def find_ink(name: str, accent: Shade) -> Ink:
    """The ink of that name, for a game with that accent colour.

    Raises UnknownName (`print.ink.unknown`) with the nearest names.
    """
    if name == "colour":
        return Ink(
            name,
            "#1c1c1c",
            "#666666",
            "#8c8c8c",
            "#c4c4c4",
            accent,
            mix(accent, "#ffffff", 0.09),
            "#ebebeb",
            mix(accent, "#ffffff", 0.22),
        )
    if name == "grey":
        return Ink(name, "#1c1c1c", "#666666", "#8c8c8c", "#c4c4c4", "#333333", "#efefef", "#ebebeb", "#dedede")
    if name == "saver":
        return Ink(name, "#2b2b2b", "#737373", "#999999", "#cccccc", "#2b2b2b", None, None, None)
    raise nearest("print.ink.unknown", name, INKS)


def channels(shade: Shade) -> tuple[float, float, float]:
    """Red, green and blue, each from 0 to 1."""
    red, green, blue = (int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(shade: Shade) -> float:
    """How light a colour looks, from 0 (black) to 1 (white): the weights of Rec. 601."""
    red, green, blue = channels(shade)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def grey(shade: Shade) -> Shade:
    """The grey that looks as light as the colour."""
    level = round(luminance(shade) * 255)
    return f"#{level:02x}{level:02x}{level:02x}"


def mix(shade: Shade, other: Shade, part: float) -> Shade:
    """`part` of a colour in the rest of another."""
    pairs = zip(channels(shade), channels(other), strict=True)
    return "#" + "".join(f"{round((a * part + b * (1 - part)) * 255):02x}" for a, b in pairs)
