"""The deck that every printer draws: a title, a kind, a text of two dozen words and a number, the same for all."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

TEXT = (
    "you may take one card from the market and place it beside your hero before the round is over whenever another "
    "player rolls a six gain two gold lose a heart or draw until nothing is left then pass to whoever sits on the left"
)
KINDS = ("weapon", "armour", "skill", "trait")


class Row(NamedTuple):
    """One card."""

    name: str
    kind: str
    text: str


def rows(count: int) -> list[Row]:
    """A deck of that many cards, always the same."""
    random, words = Random(5), TEXT.split()

    def row(n: int) -> Row:
        text = " ".join(random.choices(words, k=24))
        return Row(f"{random.choice(words).capitalize()} {n}", random.choice(KINDS), f"{text.capitalize()}.")

    return [row(n) for n in range(1, count + 1)]
