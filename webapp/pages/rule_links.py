"""Rules that a sentence names, linked to their chapter of the rule book where the server has a page for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from flask import current_app, url_for
from msgspec import Struct

from companion.game import Game
from companion.rulebook import rulebook
from companion.words import LANGUAGES
from webapp.pages.coloured import Mark

PAGE = "pages.rules"
"""The page of a game's rule book; a rule's own place on it is its id."""

_ID = re.compile(r"\b([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\b")


class RuleLink(Struct, frozen=True):
    """A rule id in a sentence, and where it is explained."""

    text: str
    href: str


def linked(parts: Iterable[str | Mark], game: Game | None) -> Iterator[str | Mark | RuleLink]:
    """The pieces of a sentence, with the rules of the game among them as links."""
    for part in parts:
        if not isinstance(part, str) or game is None or PAGE not in current_app.view_functions:
            yield part
            continue
        known = _ids(game.package)
        for at, piece in enumerate(_ID.split(part)):
            if at % 2 and piece in known:
                yield RuleLink(piece, url_for(PAGE, game=game.key, _anchor=piece))
            elif piece:
                yield piece


@cache
def _ids(package: str) -> frozenset[str]:
    return frozenset(rule.id for rule in rulebook(package, LANGUAGES[0]) if rule.id)
