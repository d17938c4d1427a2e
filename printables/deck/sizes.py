"""The size of a maker's cards: a name, or WIDTHxHEIGHT in mm or inches."""

from __future__ import annotations

import re

from printables.imposition.stock import POKER

USUAL = "poker"


def card_size(text: str) -> tuple[float, float]:
    """Width and height in mm; a size without a unit is in mm. Raises UnknownName with the nearest names, Refusal for a
    size that no card has."""
    if text.strip().lower() == USUAL:
        return POKER.width, POKER.height  # what most decks have, without a look into the list
    from printables.sizes import find_card

    if re.fullmatch(r"[\d.,]+\s*[x×хX*]\s*[\d.,]+", text.strip()):
        text = f"{text.strip()}mm"
    stock = find_card(text)
    return stock.width, stock.height
