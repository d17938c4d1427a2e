"""Panels as HTML, drawn once for as long as they show the same.

A move changes one or two panels of a table and is looked at by every phone, so most of a page is what another phone,
or the move before, has had already.
"""

from __future__ import annotations

from typing import Any

from flask import current_app, request
from markupsafe import Markup
from msgspec import Struct, field

from companion.game import Game
from companion.panels import Placed
from webapp.pages.frame import common
from webapp.pages.seat import places_of
from webapp.recent import Recent

_PANELS = 4096
_VERSIONS = 6
"""How many looks of one panel are remembered: seats that may touch different places of it see it differently."""


class _Looks(Struct):
    found: list[tuple[Any, frozenset[str], Markup]] = field(default_factory=list)


_recent: Recent[tuple[str, ...], _Looks] = Recent(_PANELS)


_marks: Recent[tuple[str, ...], Markup] = Recent(64)


def marks(lang: str, game: Game) -> Markup:
    """The marks of all colours, which are the same on every page of a game."""

    def make() -> Markup:
        html = current_app.jinja_env.get_template("marks.html").render(common(lang, game))
        return Markup(html)  # the template has escaped it

    return _marks.once((request.script_root, lang, game.key), make)


def drawn(table: str, lang: str, game: Game, placed: Placed, places: frozenset[str]) -> Markup:
    """The inside of a panel. places: what can be touched on the page; only what the panel shows of them matters."""
    panel = placed.panel
    touched = places & places_of([placed]) if places else places
    looks = _recent.once((request.script_root, table, lang, panel.key), _Looks)
    for known, where, text in looks.found:
        if where == touched and known == panel:
            return text
    kind = type(panel).__name__.lower()
    template = current_app.jinja_env.get_template("panel.html")
    html = template.render(common(lang, game), panel=panel, kind=kind, places=touched)
    text = Markup(html)  # the template has escaped it
    looks.found = [(panel, touched, text), *looks.found[: _VERSIONS - 1]]
    return text
