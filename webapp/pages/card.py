"""A code on paper, scanned by a phone's camera or typed in: the card itself, and what it can do at one's tables."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.game import Game, find_game
from companion.words import Word, Words
from webapp import cards
from webapp.access import cookie_name
from webapp.cards import Card
from webapp.errors import Problem
from webapp.pages.frame import page, page_words, reader_language
from webapp.pages.table import asker_of
from webapp.render import say
from webapp.services import services

_MOST = 6
"""Tables that are looked at."""


class AtTable(Struct, frozen=True):
    """A seat of this browser at a table, and what it can do with the card: label, where it is posted to, and what."""

    table: str
    seat: int
    seq: int
    who: str
    offers: tuple[tuple[str, str, dict[str, Any]], ...]


def card(code: str = "") -> ResponseReturnValue:
    """What a code stands for. Without one, a field to type it in."""
    typed = request.args.get("code", "").strip()[:60]
    if typed:
        return redirect(url_for("pages.card", code=cards.tidy(typed) or "-"))
    lang = reader_language()
    if not code:
        return page("card.html", found=None, wrong="", typed="")
    try:
        found = cards.find(code)
    except Problem as problem:
        wrong = say(page_words(lang), Word(problem.key, problem.args_))
        return page("card.html", status=404, found=None, wrong=wrong, typed=code[:40])
    if isinstance(found, Card):
        game = find_game(found.game)
        return page("card.html", game, found=found, name=cards.name_of(found, lang), wrong="", typed="", is_card=True,
                    tables=_tables(found, game, page_words(lang, game)))  # fmt: skip
    return page("card.html", cards.game_of_page(found), found=found, is_card=False, wrong="", typed="", tables=[])


def _tables(found: Card, game: Game, words: Words) -> list[AtTable]:
    """The seats of this browser at tables of the card's game."""
    held = [
        row for row in services().store.tables() if cookie_name(row.table) in request.cookies and row.game == game.key
    ]
    told = []
    for row in held[:_MOST]:
        folded = services().tables.current(row.table)
        asker = asker_of(row.table, optional=True)
        for seat in sorted(asker.seats):
            told.append(_at(folded, seat, asker.host, found, words))
    return told


def _at(folded: Any, seat: int, host: bool, found: Card, words: Words) -> AtTable:
    table = folded.table
    made: list[tuple[str, str, dict[str, Any]]] = []
    for offer in cards.offered(table, seat, found):
        if offer.move is not None:
            made.append((say(words, offer.label), f"moves?seat={seat}", {"move": dict(offer.move)}))
        elif host and offer.change is not None:
            made.append((words("code.give"), "adjust", {"changes": [dict(offer.change)]}))
    return AtTable(folded.id, seat, folded.seq, table.names.get(seat, str(seat)), tuple(made))
