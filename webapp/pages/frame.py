"""What every page stands in: language, theme, words, the one stylesheet with the colours of the palette."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from typing import Any

from flask import Response, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.game import Game, games
from companion.palette import palette
from companion.panels import Meter
from companion.words import LANGUAGES, Word, Words, catalogue, data_folder
from webapp.pages.coloured import Mark, coloured, parts, plain
from webapp.pages.loops import loop
from webapp.pages.rule_links import RuleLink, linked
from webapp.render import language, say

SCRIPT_WORDS = (
    "cancel",
    "ok",
    "choose",
    "back",
    "for_me",
    "type_in",
    "offline",
    "server",
    "asked",
    "colour",
    "face",
    "clear",
    "cannot_be",
    "dice_line",
    "less",
    "more",
    "go_on",
)
"""The words that scripts say, under `page` in the catalogue."""
YEAR = 60 * 60 * 24 * 365


def reader_language() -> str:
    """The reader's language."""
    return language(request.args.get("lang"), request.cookies.get("lang"), request.headers.get("Accept-Language"))


def page_words(lang: str, game: Game | None = None) -> Words:
    """All words that a page can need."""
    return catalogue(lang, *_packages(game))


def coloured_words(lang: str, game: Game | None = None) -> Words:
    """The same words with marks where colours stand (coloured.py), for what is shown and not only said."""
    return coloured(lang, *_packages(game))


def _packages(game: Game | None) -> tuple[str, ...]:
    return (*((game.package,) if game is not None else ()), "printables", "webapp", "webapp.pages")


def page(template: str, game: Game | None = None, status: int = 200, **values: Any) -> Response:
    """A page in the reader's language and theme."""
    lang = reader_language()
    words = g.words = page_words(lang, game)
    g.page_game = game
    g.coloured = coloured_words(lang, game)
    text = render_template(
        template,
        **common(lang, game),
        other_lang=next(other for other in LANGUAGES if other != lang),
        theme=request.cookies.get("theme") if request.cookies.get("theme") in ("light", "dark") else None,
        here=request.full_path.rstrip("?"),
        script_words={key: words.entries[f"page.{key}"] for key in SCRIPT_WORDS},
        script=script,
        version=style_version(),
        **values,
    )
    response = make_response(text, status)
    response.headers["Vary"] = "Accept-Language, Cookie"
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie("lang", lang, max_age=YEAR, samesite="Lax")
    return response


def common(lang: str, game: Game | None) -> dict[str, Any]:
    """What every template can use, whole pages and parts of them."""
    words = page_words(lang, game)
    return {"lang": lang, "game": game, "words": words, "say": words, "palette": palette(), "static": static}


def script(name: str) -> str:
    """The address of a module. Modules import each other by name, so a version in it would load them twice."""
    return url_for("static", filename=name)


def static(name: str) -> str:
    """The address of a picture, new with every version of it."""
    return _static(request.script_root, name)


@cache
def _static(root: str, name: str) -> str:
    """A page shows a hundred marks, so addresses are made once. `root` is where the server is mounted."""
    return url_for("static", filename=name, v=_file_version(name))


@cache
def _file_version(name: str) -> str:
    return hashlib.sha256(data_folder("webapp").joinpath("static", name).read_bytes()).hexdigest()[:8]


@cache
def stylesheet() -> str:
    """The stylesheet, the colours of the palette, and the accent of each game."""
    base = data_folder("webapp").joinpath("static", "tableside.css").read_text(encoding="utf-8")
    colours = [f".c-{key}{{--fill:{c.fill};--on-fill:{c.ink}}}" for key, c in palette().items()]
    accents = [f".g-{key}{{--accent:{game.accent}}}" for key, game in games().items()]
    dark = [f"{key}{{--accent:{_lighter(game.accent)}}}" for key, game in _dark_selectors()]
    media = [f":root:not([data-theme=light]) .g-{key}{{--accent:{_lighter(g.accent)}}}" for key, g in games().items()]
    return "\n".join([base, *colours, *accents, *dark, f"@media (prefers-color-scheme: dark){{{''.join(media)}}}"])


def _dark_selectors() -> Iterable[tuple[str, Game]]:
    for key, game in games().items():
        yield f":root[data-theme=dark] .g-{key}", game


def _lighter(colour: str) -> str:
    """The accent as it stands on a dark page: mixed half with a warm white, so that text on it keeps its contrast."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    white = (255, 238, 214)
    return "#" + "".join(f"{round(part * 0.45 + light * 0.55):02x}" for part, light in zip(parts, white, strict=True))


@cache
def style_version() -> str:
    return hashlib.sha256(stylesheet().encode()).hexdigest()[:8]


def choose_language(lang: str) -> ResponseReturnValue:
    """Switch the language and come back to the same place; nothing else changes."""
    target = request.args.get("next", "/")
    if not target.startswith("/") or target.startswith("//") or "\\" in target:
        target = "/"
    response = redirect(target)
    if lang in LANGUAGES:
        response.set_cookie("lang", lang, max_age=YEAR, samesite="Lax")
    return response


def filters() -> Mapping[str, Any]:
    """What templates can do with values."""
    return {
        "say": _say,
        "amount": _amount,
        "parts": _parts,
        "with_rules": _with_rules,
        "groupby_order": _groupby_order,
        "loop": loop,
    }


def _say(what: Any) -> str:
    """A word as plain text."""
    return plain(say(g.words, what)) if what is not None else ""


def _amount(meter: Meter) -> str:
    """The number of a meter; one that is added to something comes with its sign."""
    if meter.percent:
        return _say(Word("odds.percent", {"n": meter.value}))
    return ("+" if meter.signed and meter.value >= 0 else "") + _say(meter.value)


def _parts(what: Any) -> tuple[str | Mark, ...]:
    """A word, or a sentence said with coloured words, in pieces: text and colours."""
    return parts(say(g.coloured, what), g.words) if what is not None else ()


def _with_rules(what: Any) -> tuple[str | Mark | RuleLink, ...]:
    """The same with links to the rules that it names."""
    return tuple(linked(_parts(what), g.page_game))


def _groupby_order(items: Iterable[Any], name: str) -> list[tuple[Any, list[Any]]]:
    """Neighbours with the same value, in the order they stand."""
    return [(key, list(part)) for key, part in groupby(items, lambda item: getattr(item, name))]


def compress(response: Response) -> Response:
    """Text of more than a kilobyte goes out compressed, if the browser takes it (the live stream is not ours)."""
    if (
        response.status_code != 200
        or "gzip" not in request.headers.get("Accept-Encoding", "")
        or "Content-Encoding" in response.headers
        or not (response.mimetype or "").startswith(("text/", "application/json", "image/svg+xml"))
    ):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) > 1024:
        response.set_data(gzip.compress(data, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
    return response
