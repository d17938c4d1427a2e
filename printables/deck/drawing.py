"""How the elements of a layout are drawn, each in the coordinates of the card.

A card never stops the press: what cannot be drawn is noted with its card and field, and told when all are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from companion.palette import palette
from companion.refusals import Refusal
from companion.words import Word
from printables.deck.cards import Copy, Deck, Part, Side
from printables.deck.conditions import NotANumber
from printables.deck.fill import Values
from printables.deck.images import BadPicture
from printables.deck.language import ROLES
from printables.deck.problems import DeckProblem, Problems, in_cell, in_line
from printables.icons import icons
from printables.imposition import Box
from printables.ink import Ink, Shade, grey, luminance
from printables.paper import MM
from printables.pen import Pen
from printables.typeset import DoesNotFit, Style, fit

BLEED = 3.0
"""How far “bleed” runs on beyond the cuts (mm)."""

SMALL = 40.0
"""The largest area that stays filled where ink is saved (mm²)."""

BLACK = "#000000"


SAME = frozenset(("deck", "total"))
"""Fields that are the same on all cards of a deck."""


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


@dataclass
class Artist:
    """Draws the cards of one deck on one size of card;  far its layouts are stretched (across, down)."""

    deck: Deck
    width: float
    height: float
    sizes: Mapping[str, tuple[float, float]]
    problems: Problems = field(default_factory=Problems)
    drawn: dict[int, tuple[tuple[Drawing, ...], tuple[Drawing, ...]]] = field(default_factory=dict)
    told: set[tuple[int, str, str]] = field(default_factory=set)
    forms: dict[tuple[object, ...], str] = field(default_factory=dict)

    def side(self, pen: Pen, side: Side, card: Copy) -> None:
        """One side of a card. What is the same on all of them is drawn into the document once."""
        found = self.drawn.get(id(side))
        if found is None:
            found = self.drawn[id(side)] = self._split(side)
        ground, drawings = found
        special = side.special
        values = self.deck.values(card) if special else card.record.values
        if ground:
            whole = Box(0, 0, self.width, self.height).inset(-BLEED)

            def once(local: Pen) -> None:
                inner = local.at(BLEED, BLEED)
                for drawing in ground:
                    self._draw(inner, drawing, values, card)

            pen.once(f"ground-{self.deck.key}-{side.key}", whole, once)
        for drawing in drawings:
            self._draw(pen, drawing, values, card)

    def _split(self, side: Side) -> tuple[tuple[Drawing, ...], tuple[Drawing, ...]]:
        """The elements that are the same on all cards and lie on none that is not, and all others."""
        ground: list[Drawing] = []
        others: list[Drawing] = []
        taken: list[Box] = []
        for part in side.parts[cloths(side) :]:
            box = self._box(part, side)
            if part.fields <= SAME and not any(box.meets(other) for other in taken):
                ground.append(self._drawing(part, side))
            else:
                others.append(self._drawing(part, side))
                taken.append(Box(-1e4, -1e4, 2e4, 2e4) if "repeat" in part.templates else box)
        return tuple(ground), tuple(others)

    def bleeds(self, side: Side) -> bool:
        """Whether anything of a side but its cloth runs on beyond the cuts."""
        card = Box(-0.01, -0.01, self.width + 0.02, self.height + 0.02)
        for part in side.parts[cloths(side) :]:
            box = self._box(part, side)
            if box.x < card.x or box.y < card.y or box.right > card.right or box.bottom > card.bottom:
                return True
        return False

    def _draw(self, pen: Pen, drawing: Drawing, values: Values, card: Copy) -> None:
        part = drawing.part
        try:
            if part.when is None or part.when(lambda name: values.get(name, "")):
                drawing.draw(pen, values, card)
        except Refusal as caught:
            self._note(caught, part, card)

    def _note(self, caught: Refusal, part: Part, card: Copy) -> None:
        """What went wrong with an element of a card, once for all copies of it."""
        key = (card.record.row.number, part.element.name, caught.key)
        if key not in self.told:
            self.told.add(key)
            self.problems.add(self._placed(caught, part, card))

    def _placed(self, caught: Refusal, part: Part, card: Copy) -> Refusal:
        row = card.record.row
        message = caught.args_.get("message")
        if isinstance(caught, NotANumber | BadField):
            return in_cell(self.deck.table.file(row), row.number, str(caught.args_["column"]), message)
        if isinstance(caught, BadPicture):
            alone = part.templates["image"].alone if "image" in part.templates else None
            if alone is None:
                return in_line(part.element.file, part.element.line, message)
            return in_cell(self.deck.table.file(row), row.number, alone, message)
        if not caught.args_.get("field"):
            caught.args_["field"] = self.where(part, card)
        return caught

    def where(self, part: Part, card: Copy) -> str:
        """Which deck, card and field something is: what errors tell of a text."""
        record = card.record
        return f"{self.deck.name}, {card.n} “{record.name}”, {part.element.name}"

    def _stretch(self, side: Side) -> Stretch:
        width, height = self.sizes[side.layout.size]
        return Stretch(self.width / width, self.height / height)

    def _box(self, part: Part, side: Side) -> Box:
        at = part.element.properties["at"]
        if at == "card":
            return Box(0, 0, self.width, self.height)
        if at == "bleed":
            return Box(0, 0, self.width, self.height).inset(-BLEED)
        return self._stretch(side).box(at)

    def _drawing(self, part: Part, side: Side) -> Drawing:
        make = _KINDS[part.element.kind]
        stretch = self._stretch(side)
        box, turn = self._box(part, side), int(part.element.properties.get("turn", 0))
        if not turn:
            return Drawing(part, make(self, part, box, stretch))
        local = Box(0, 0, box.height, box.width) if turn % 180 else Box(0, 0, box.width, box.height)
        upright = make(self, part, local, stretch)

        def turned(pen: Pen, values: Values, card: Copy) -> None:
            pen.side(box, lambda inner: upright(inner, values, card), turned=turn)

        return Drawing(part, turned)


def cloths(side: Side) -> int:
    """1 if the first element is nothing but the cloth all over the side: that is laid under all cards of a sheet at
    once, so that no seam shows between them. Else 0."""
    if not side.parts:
        return 0
    told = side.parts[0].element.properties
    plain = set(told) == {"kind", "at", "fill"}
    return int(plain and (told["kind"], told["at"], told["fill"]) == ("box", "bleed", "cloth"))


class BadField(Refusal):
    """A field that holds what an element cannot show (`column`, `message`)."""


Draw = Callable[[Pen, Values, Copy], None]


class Drawing(NamedTuple):
    """An element with all that is known before any card is."""

    part: Part
    draw: Draw


Make = Callable[[Artist, Part, Box, Stretch], Draw]


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
        from printables.deck.problems import near_word

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
            from printables.deck.problems import near_word

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


_KINDS: Mapping[str, Make] = {
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

__all__ = ["BLEED", "Artist", "DeckProblem", "DoesNotFit", "shade_of"]
