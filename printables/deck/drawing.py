"""How the elements of a layout are drawn, each in the coordinates of the card.

A card never stops the press: what cannot be drawn is noted with its card and field, and told when all are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from companion.refusals import Refusal
from printables.deck.cards import Copy, Deck, Part, Side
from printables.deck.conditions import NotANumber
from printables.deck.elements import KINDS, BadField, Draw, Stretch
from printables.deck.fill import Values
from printables.deck.images import BadPicture
from printables.deck.problems import Problems, in_cell, in_line
from printables.imposition import Box
from printables.pen import Pen

BLEED = 3.0
"""How far “bleed” runs on beyond the cuts (mm)."""

SAME = frozenset(("deck", "total"))
"""Fields that are the same on all cards of a deck."""


class Drawing(Struct, frozen=True):
    """An element with all that is known before any card is."""

    part: Part
    draw: Draw


class Artist(Struct):
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
        make = KINDS[part.element.kind]
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
