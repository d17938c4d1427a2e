"""The kinds of elements that a layout may have: each is made ready once for a deck, and drawn on every card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.palette import palette
from companion.refusals import Refusal
from companion.words import Word
from printables.deck.cards import Copy, Part
from printables.deck.fill import Values
from printables.deck.language import ROLES
from printables.deck.problems import near_word
from printables.icons import icons
from printables.imposition import Box
from printables.ink import Ink, Shade, grey, luminance
from printables.paper import MM
from printables.pen import Pen
from printables.typeset import Style, fit

if TYPE_CHECKING:
    from printables.deck.drawing import Artist

SMALL = 40.0
"""The largest area that stays filled where ink is saved (mm²)."""

BLACK = "#000000"


class Stretch(NamedTuple):
    """How far a layout is stretched to the size of the cards: places across and down, type and lines by the less."""

    across: float
    down: float

    @property
    def scale(self) -> float:
        return min(self)

    def box(self, at: Sequence[float]) -> Box:
        x, y, width, height = at
        return Box(x * self.across, y * self.down, width * self.across, height * self.down)


class BadField(Refusal):
    """A field that holds what an element cannot show (`column`, `message`)."""


Draw = Callable[[Pen, Values, Copy], None]

Make = Callable[["Artist", Part, Box, Stretch], Draw]


def _get(part: Part, name: str, default: Any) -> Any:
    return part.element.properties.get(name, default)


# Colours


@cache
def shade_of(ink: Ink, told: str, use: str) -> Shade | None:
    """What a colour looks like in an ink: `use` is `text` for what is read, `area` for what is filled."""
    if told == "none":
        return None
    if told in ("white", "black"):
        found = "#ffffff" if told == "white" else BLACK
        return ink.text if told == "white" and ink.name == "saver" and use == "text" else found
    if told in ROLES:
        shade: Shade | None = getattr(ink, told)
        return shade
    if told in palette():
        told = palette()[told].fill
    elif len(told) == 4:
        told = "#" + "".join(char * 2 for char in told[1:])
    if ink.name == "colour":
        return told.lower()
    if ink.name == "grey":
        return grey(told)
    return ink.hair if luminance(told) > 0.75 else ink.text


def _colour(part: Part, name: str, default: str) -> Callable[[Values], str]:
    ready = part.templates.get(name)
    if ready is None:
        return lambda values: default
    if not ready.fields:
        fixed = ready.fill({})
        return lambda values: fixed
    column = ready.fields[0]

    def found(values: Values) -> str:
        told = ready.fill(values).strip()
        if not told:
            return default
        if told in ROLES or told in palette() or (told.startswith("#") and len(told) in (4, 7)):
            return told
        message = near_word("homebrew.colour", told, [*ROLES, *palette()])
        raise BadField("homebrew.field", column=column, message=message)

    return found


def _filled(ink: Ink, told: str, area: float) -> tuple[Shade | None, Shade | None]:
    """The shade of an area, and of the outline that stands for it where ink is saved."""
    shade = shade_of(ink, told, "area")
    if ink.name != "saver" or told == "none" or (shade is not None and (area <= SMALL or told == "white")):
        return shade, None
    return None, ink.hair


# Kinds of elements


def _text(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    ready = part.templates["text"]
    style = Style(
        _get(part, "face", "text"),
        float(_get(part, "size", 9)) * stretch.scale,
        float(_get(part, "tracking", 0)) * stretch.scale,
        float(_get(part, "leading", 1.18)),
        artist.deck.lang,
    )
    colour = _colour(part, "colour", "text")
    align, valign, lines = _get(part, "align", "left"), _get(part, "valign", "middle"), _get(part, "lines", None)
    floor = float(_get(part, "floor", artist.deck.floor))
    style = style.at(max(style.size, floor))
    room = (box.width, box.height)

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        text = ready.fill(values).strip()
        if not text:
            return
        where = artist.where(part, card)
        shade = shade_of(pen.ink, colour(values), "text")
        found = fit(text, style, room, where, lines=lines, floor=floor)
        pen.fitted(box, found, align=align, valign=valign, shade=shade)

    return draw


def _icon(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    ready, repeat = part.templates["icon"], part.templates.get("repeat")
    colour, outline = _colour(part, "colour", "text"), _colour(part, "outline", "none")
    radius = min(box.width, box.height) / 2
    step = [part_ * stretch.scale for part_ in _get(part, "step", [min(box.width, box.height) / stretch.scale, 0])]
    weight = float(_get(part, "weight", 0.25)) * stretch.scale
    # several begin at the left of their place, a single one stands in its middle
    first = (box.x + radius, box.centre[1]) if repeat is not None else box.centre
    column = ready.fields[0] if ready.fields else ""

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        name = ready.fill(values).strip()
        if not name:
            return
        rings = icons().get(name)
        if rings is None:
            raise BadField("homebrew.field", column=column, message=near_word("homebrew.icon", name, list(icons())))
        shade, line = (shade_of(pen.ink, one(values), "text") for one in (colour, outline))
        if pen.ink.name == "saver" and radius * radius * 2 > SMALL:
            shade, line = None, line or pen.ink.rule
        known = (name, radius, shade, line, weight)
        key = artist.forms.setdefault(known, f"icon-{artist.deck.key}-{len(artist.forms)}")
        reach = radius * 1.1 + weight
        for n in range(_times(repeat, values)):
            place = Box.around(first[0] + n * step[0], first[1] + n * step[1], 2 * reach)
            pen.once(
                key, place, lambda pen: pen.outline(rings, reach, reach, radius, fill=shade, line=line, weight=weight)
            )

    return draw


def _times(repeat: Any, values: Values) -> int:
    if repeat is None:
        return 1
    text = repeat.fill(values).strip()
    if not text:
        return 0
    if not text.isdigit() or int(text) > 100:
        column = repeat.fields[0] if repeat.fields else ""
        raise BadField("homebrew.field", column=column, message=Word("homebrew.repeat", {"got": text[:40]}))
    return int(text)


def _image(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    ready = part.templates["image"]
    how = (_get(part, "fit", "contain"), _get(part, "align", "centre"), _get(part, "valign", "middle"))

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        name = ready.fill(values).strip()
        if not name:
            return
        if how[0] == "cover":
            pen.part(box, box, lambda local: artist.deck.pictures.draw(local, box, name, *how))
        else:
            artist.deck.pictures.draw(pen, box, name, *how)

    return draw


def _code(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    ready = part.templates["code"]
    side = min(box.width, box.height)
    place = Box.around(*box.centre, side)

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        text = ready.fill(values).strip()
        if not text:
            return
        from printables.deck.codes import modules

        pen.boxes(modules(text, place), BLACK)

    return draw


def _plain_box(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    fill, outline = _colour(part, "fill", "none"), _colour(part, "outline", "none")
    weight, radius = float(_get(part, "weight", 0.2)) * stretch.scale, float(_get(part, "radius", 0)) * stretch.scale
    card = Box(-0.01, -0.01, artist.width + 0.02, artist.height + 0.02)
    # what runs on beyond the card has no edge to be seen
    edged = card.x <= box.x and card.y <= box.y and box.right <= card.right and box.bottom <= card.bottom

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        shade, instead = _filled(pen.ink, fill(values), box.width * box.height)
        line = shade_of(pen.ink, outline(values), "text") or (instead if edged else None)
        pen.box(box, fill=shade, line=line, weight=weight, radius=radius)

    return draw


def _circle(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    fill, outline = _colour(part, "fill", "none"), _colour(part, "outline", "none")
    weight, radius = float(_get(part, "weight", 0.2)) * stretch.scale, min(box.width, box.height) / 2

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        shade, instead = _filled(pen.ink, fill(values), 3.15 * radius * radius)
        line = shade_of(pen.ink, outline(values), "text") or instead
        if shade or line:
            pen.circle(*box.centre, radius, fill=shade, line=line, weight=weight)

    return draw


def _line(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    colour, weight = _colour(part, "colour", "rule"), float(_get(part, "weight", 0.2)) * stretch.scale
    dash = _get(part, "dash", ())

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        shade = shade_of(pen.ink, colour(values), "text")
        if shade is not None:
            pen.line(box.x, box.y, box.right, box.bottom, shade, weight, dash)

    return draw


def _chip(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    """A colour of the palette as its shape with its letter: no colour stands alone."""
    colour = _colour(part, "colour", "none")
    radius = min(box.width, box.height) / 2
    style = Style("text-bold", max(radius * 0.95 * MM, 5))

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        told = colour(values)
        if told not in palette():
            return
        known, paint = palette()[told], pen.ink.chip(told)
        pen.shape(known.shape, *box.centre, radius, fill=paint.fill, line=paint.line)
        height = style.size * 0.66 / MM
        x, y = box.centre
        low = 0.18 * radius if known.shape == "triangle" else 0
        pen.text(x, y + height / 2 + low, known.letter.upper(), style, align="centre", shade=paint.ink)

    return draw


def _pattern(artist: Artist, part: Part, box: Box, stretch: Stretch) -> Draw:
    from printables.deck.patterns import covering

    colour, pitch = _colour(part, "colour", "accent"), float(_get(part, "pitch", 5.8)) * stretch.scale
    weight = float(_get(part, "weight", 0.3)) * stretch.scale
    clear = _get(part, "clear", None)
    hole = None if clear is None else stretch.box(clear)
    rings = covering(_get(part, "pattern", "diamonds"), box, pitch, weight, hole)

    def draw(pen: Pen, values: Values, card: Copy) -> None:
        shade = shade_of(pen.ink, colour(values), "text")
        if pen.ink.name == "saver":
            pen.polygon(rings, line=pen.ink.hair, weight=0.12)
        elif shade is not None:
            pen.polygon(rings, fill=shade)

    return draw


KINDS: Mapping[str, Make] = {
    "text": _text,
    "icon": _icon,
    "image": _image,
    "code": _code,
    "box": _plain_box,
    "circle": _circle,
    "line": _line,
    "chip": _chip,
    "pattern": _pattern,
}
