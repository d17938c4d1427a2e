"""Sizes of cards, and the card that fits a sleeve; the sizes themselves are data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from companion.reading import read
from companion.refusals import Refusal, nearest
from companion.words import Text, data_folder, load_yaml
from printables.imposition.stock import Stock
from printables.paper import size_of

LEAST, MOST = 10.0, 600.0
"""The sides that a card given by its size may have (mm)."""


class CardSize(Struct, frozen=True):
    """A card as it is cut, upright (mm)."""

    width: float
    height: float
    name: Text


class Sleeve(Struct, frozen=True):
    """What is written on a packet of sleeves (mm), and the key of the card that goes in."""

    card: str
    width: float
    height: float
    name: Text


class Sizes(Struct, frozen=True):
    """Every size by key."""

    cards: Mapping[str, CardSize]
    sleeves: Mapping[str, Sleeve]


@cache
def sizes() -> Sizes:
    """All sizes of cards and sleeves."""
    data = load_yaml(data_folder("printables") / "sizes.yaml")
    return Sizes(
        {key: CardSize(one["width"], one["height"], read(Text, one["name"])) for key, one in data["cards"].items()},
        {
            key: Sleeve(one["card"], one["width"], one["height"], read(Text, one["name"]))
            for key, one in data["sleeves"].items()
        },
    )


def find_card(name: str) -> Stock:
    """What is cut for a card of that name, for a sleeve of that name, or of a size: `WIDTHxHEIGHTmm` or `…in`.

    Raises UnknownName (`print.size.unknown`) with the nearest names; Refusal (`print.size.range`) for a size that no
    card has.
    """
    given = size_of(name)
    if given is not None:
        if not all(LEAST <= side <= MOST for side in given):
            raise Refusal("print.size.range", field="size", name=name[:40], least=f"{LEAST:g}", most=f"{MOST:g}")
        return Stock(*given)
    known, key = sizes(), name.strip().lower().replace(" ", "-").replace("_", "-")
    if key in known.sleeves:
        key = known.sleeves[key].card
    if key not in known.cards:
        raise nearest("print.size.unknown", key, [*known.cards, *known.sleeves])
    return Stock(known.cards[key].width, known.cards[key].height)
