"""The size of a maker's cards: a name, or WIDTHxHEIGHT."""

from __future__ import annotations

import re

from companion.refusals import Refusal, nearest

NAMES = {"poker": (63.0, 88.0)}


def card_size(text: str) -> tuple[float, float]:
    """Width and height in mm. Raises UnknownName with the nearest names, Refusal for a size that no card has."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)?", text.strip().lower())
    if found is not None:
        unit = 25.4 if found[3] == "in" else 1.0
        width, height = float(found[1]) * unit, float(found[2]) * unit
        if not (10 <= width <= 1000 and 10 <= height <= 1000):
            raise Refusal("homebrew.size", got=text[:40])
        return width, height
    if text.strip().lower() not in NAMES:
        raise nearest("homebrew.size_unknown", text, NAMES)
    return NAMES[text.strip().lower()]
