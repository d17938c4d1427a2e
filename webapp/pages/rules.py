"""The rule book of a game: whole, or what was searched for; every rule has an address of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from flask import Response, request, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from msgspec import Struct

from companion.game import Game, UnknownName, find_game
from companion.rulebook import Rule, find, rulebook
from companion.words import Word
from webapp.errors import Problem
from webapp.pages.frame import page, page_words, reader_language
from webapp.render import say

WHOLE = 12
"""Rules that a search shows with their text; of more only the headings."""

_LONGEST = 100
"""Characters of a question."""

_ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")


class Shown(Struct, frozen=True):
    """A rule as it is shown: `anchor` is its id, or a name of the text that is no rule."""

    rule: Rule
    anchor: str
    html: Markup

    @property
    def title(self) -> str:
        return self.rule.title


def rules(game: str) -> Response:
    """The rule book, or the rules that `?q=` finds, the best first."""
    chosen, lang = _game(game), reader_language()
    book = shown(chosen.package, lang, url_for("pages.rules", game=game))
    if not book:
        raise Problem(404, "page.rules.none", game=game)
    question = request.args.get("q", "").strip()[:_LONGEST]
    found, refused = _found(chosen, lang, book, question)
    return page(
        "rules.html",
        chosen,
        question=question,
        refused=refused,
        found=found,
        parts=() if question else _parts(book),
        contents=_parts(book),
        whole=WHOLE,
        example=next((each.rule.id for each in book if each.rule.id), ""),
    )


def _game(key: str) -> Game:
    try:
        return find_game(key)
    except UnknownName as unknown:
        raise Problem(404, unknown.key, **unknown.args_) from unknown


def _found(game: Game, lang: str, book: tuple[Shown, ...], question: str) -> tuple[list[Shown], str]:
    """What a question finds, or what is said where there is no such rule."""
    if not question:
        return [], ""
    known = {id(each.rule): each for each in book}
    try:
        return [known[id(rule)] for rule in find((each.rule for each in book), question)], ""
    except UnknownName as unknown:
        return [], say(page_words(lang, game), Word(unknown.key, unknown.args_))


def _parts(book: Iterable[Shown]) -> list[tuple[str, list[Shown]]]:
    """The rules by the part of the book that they stand in."""
    return [(part, list(rules)) for part, rules in groupby(book, lambda each: each.rule.part)]


@cache
def shown(package: str, lang: str, url: str) -> tuple[Shown, ...]:
    """The rule book as HTML, which stands at `url`; the ids of other rules in it lead to them."""
    book = rulebook(package, lang)
    ids = frozenset(rule.id for rule in book if rule.id)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return tuple(
        Shown(rule, rule.id or f"text-{number}", _linked(markdown.render(rule.text), ids, url))
        for number, rule in enumerate(book, 1)
    )


def _linked(html: str, ids: frozenset[str], url: str) -> Markup:
    def link(match: re.Match[str]) -> str:
        name = match[0]
        return f'<a class="ref" href="{escape(url)}#{escape(name)}">{escape(name)}</a>' if name in ids else name

    # the renderer has escaped the text, and a rule's id holds nothing that an address or a tag could have
    # an empty head of a column is a cell
    framed = (
        html.replace("<th></th>", "<td></td>")
        .replace("<table>", '<div class="wide" tabindex="0"><table>')
        .replace("</table>", "</table></div>")
    )
    return Markup(_ID.sub(link, framed))
