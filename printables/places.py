"""Where on paper something stands, as people say it: the card by its name, and which part of it."""

from __future__ import annotations

from collections.abc import Callable

from companion.words import LANGUAGES, MissingWord, Words
from printables.items import Order, Prints
from printables.press import words_of

LONGEST = 60
"""A word that is longer is a text, and no name for a place."""


def places(order: Order, prints: Prints | None, lang: str) -> Callable[[str], str]:
    """What says a field (`market.rope.text`, `score.gold`) to whoever reads that language; a field that nobody has
    words for is told as it is written."""
    words = words_of(order.game, lang, prints)
    cards = prints.cards(order) if prints is not None and prints.cards is not None else ()
    names = {f"{card.kind}.{card.key}": words.say(card.name) for card in cards}
    longest_first = sorted(names, key=len, reverse=True)

    def said(field: str) -> str:
        if named := _named(words, field):
            return named
        card = next((card for card in longest_first if f"{field}.".startswith(f"{card}.")), None)
        if card is None:
            return field
        parts = [part for part in field.removeprefix(card).split(".") if part]
        return ", ".join((names[card], *(_named(words, f"print.part.{part}") or part for part in parts)))

    return said


def _named(words: Words, key: str) -> str | None:
    """The word of that key, if it is a name: short, and without anything to be filled in."""
    try:
        found = words(key) if key in words else ""
    except (KeyError, MissingWord):
        return None
    return found if 0 < len(found) <= LONGEST else None


def places_in_all(order: Order, prints: Prints | None) -> dict[str, Callable[[str], str]]:
    """The same in every language that we speak."""
    return {lang: places(order, prints, lang) for lang in LANGUAGES}
