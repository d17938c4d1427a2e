"""What a code on paper stands for: a card of ours, or a page of a pad or a sheet; found by what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from companion.game import Game, find_game, games
from companion.packs import sets
from companion.refusals import Refusal
from companion.scanning import Offer, offers
from companion.table import Table
from companion.words import LANGUAGES
from printables.ink import find_ink
from printables.items import Order, PrintedCard
from printables.paper import A4
from printables.press import all_prints, items_of, words_of
from printables.reading.card_code import card_code, sheet_code, short_code, tidy
from printables.reading.code import FORMAT, PageCode, game_letters, read_code
from webapp.errors import Problem


class Card(Struct, frozen=True):
    """A card of ours: of which game and set, and the kind and the key of its record."""

    code: str
    game: str
    set_: str
    kind: str
    key: str


__all__ = ["Card", "Sheet", "find", "is_printed", "name_of", "offered", "tidy"]


class Sheet(Struct, frozen=True):
    """Sheets of ours that no camera reads: an item of a game."""

    text: str
    game: str
    item: str


def is_printed(text: str) -> bool:
    """Whether a text looks like a code on paper, and not like the code of a table."""
    return tidy(text).startswith(f"{FORMAT}:")


def find(text: str) -> Card | Sheet | PageCode:
    """What a code stands for, as somebody typed it or scanned it. Raises Problem 404 (`code.unknown`)."""
    code = tidy(text)[:40]
    if short_code(code):
        found = _known().get(code)
        if found is None:
            raise Problem(404, "code.no_card", field="code", code=code)
        return found
    try:
        return read_code(code)
    except Refusal as caught:
        raise Problem(404, "code.unknown", field="code", code=code) from caught


def game_of_page(page: Sheet | PageCode) -> Game | None:
    """The game that a page belongs to: by its letters, where it has no more."""
    if isinstance(page, Sheet):
        return games().get(page.game)
    return next((game for key, game in games().items() if game_letters(key) == page.game), None)


def order_for(game: Game, set_: str, lang: str, **more: Any) -> Order:
    """An order that a card is drawn for."""
    prints = all_prints().get(game.key)
    ink = find_ink("colour", game.accent)
    return Order(
        game, words_of(game, lang, prints), A4, ink, prints.package if prints else None, set_=set_, codes=True, **more
    )


def printed(card: Card, lang: str) -> PrintedCard:
    """A card as it is printed. Raises Problem 404 for one that is not there any more."""
    game = find_game(card.game)
    prints = all_prints().get(card.game)
    order = order_for(game, card.set_, lang)
    for each in prints.cards(order) if prints is not None and prints.cards is not None else ():
        if (each.kind, each.key) == (card.kind, card.key):
            return each
    raise Problem(404, "code.no_card", field="code", code=card.code)


def name_of(card: Card, lang: str) -> str:
    """What a card is called."""
    return words_of(find_game(card.game), lang).say(printed(card, lang).name)


def offered(table: Table, seat: int, card: Card) -> list[Offer]:
    """What a seat can do with a card at a table: nothing at a table of another game or before the start."""
    if not table.started or table.game.key != card.game:
        return []
    return list(offers(table.game, table.state, seat, card.kind, card.key))


@cache
def _known() -> Mapping[str, Card | Sheet]:
    """Every card and every sheet of every game that carries a code."""
    found: dict[str, Card | Sheet] = {}
    for key, game in games().items():
        for item in items_of(game):
            code = sheet_code(key, item)
            found.setdefault(code, Sheet(code, key, item))
    for key, prints in all_prints().items():
        of = games().get(key)
        if of is None or prints.cards is None:
            continue
        for set_ in sets(of.package):
            for each in prints.cards(order_for(of, set_, LANGUAGES[0])):
                code = card_code(key, set_, each.kind, each.key)
                found.setdefault(code, Card(code, key, set_, each.kind, each.key))
    return found
