"""The routes of the pages."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game import Game, find_game, games, published
from companion.palette import palette
from companion.side_tables import SIDE_TABLES
from companion.words import Word, Words
from webapp import cards
from webapp.access import cookie_name, token_hash
from webapp.codes import read_code
from webapp.errors import ERROR_PAGE, Problem
from webapp.pages import card, compare, copy, correcting, evenings, history, luck, press, rules, screen
from webapp.pages import table as tables
from webapp.pages.address import address_of
from webapp.pages.frame import YEAR, choose_language, compress, filters, page, page_words, reader_language, stylesheet
from webapp.render import option_json, say
from webapp.services import services

MOST_TABLES = 8
"""Tables that the start page lists."""

_SAYS_THE_WAY = ("token-needed", "code-wrong", "copy.not_yours")
"""Refusals that tell already how to come in, or that a seat would not help."""

pages = Blueprint("pages", __name__)
pages.after_app_request(compress)
pages.add_url_rule("/language/<lang>", view_func=choose_language)
pages.add_url_rule("/t/<table>", "table", tables.table)
pages.add_url_rule("/t/<table>/<int:number>", "seat", tables.seat)
pages.add_url_rule("/t/<table>/lobby", "lobby", tables.lobby)
pages.add_url_rule("/t/<table>/compare", "compare", compare.compare)
pages.add_url_rule("/evenings", "evenings", evenings.evenings)
pages.add_url_rule("/copy/<game>", "copy", copy.copy)
pages.add_url_rule("/t/<table>/log", "history", history.history)
pages.add_url_rule("/t/<table>/log/<int:number>", "correct", correcting.correct)
pages.add_url_rule("/rules/<game>", "rules", rules.rules)
pages.add_url_rule("/t/<table>/luck", "luck", luck.luck)
pages.add_url_rule("/t/<table>/screen", "screen", screen.screen)
pages.add_url_rule("/c", "card", card.card)
pages.add_url_rule("/c/<code>", "card", card.card)
pages.add_url_rule("/C/<code>", "card_scanned", card.card)
pages.add_url_rule("/press", "press", press.show)
pages.add_url_rule("/press", "press_begin", press.begin, methods=["POST"])
pages.add_url_rule("/press/<job>/cancel", "press_cancel", press.cancel, methods=["POST"])
pages.add_url_rule("/<code>/screen", "screen_by_code", screen.by_code)


@pages.record_once
def _set_up(state: Any) -> None:
    state.app.extensions[ERROR_PAGE] = _error_page
    state.app.jinja_env.filters.update(filters())
    state.app.jinja_env.trim_blocks = state.app.jinja_env.lstrip_blocks = True


def _error_page(problem: Problem) -> Response:
    """What a person sees when a page cannot be shown: what is wrong, and the way on."""
    words = page_words(reader_language())
    key = "not_yours" if problem.status in (401, 403) else "not_found" if problem.status == 404 else None
    text = say(words, Word(problem.key, problem.args_))
    if key == "not_found" and problem.key == "not-found":
        text = words("page.not_found.text")
    title = words(f"page.{key}.title") if key else words("page.server")
    hint = words("page.not_yours.text") if key == "not_yours" and problem.key not in _SAYS_THE_WAY else ""
    return page("message.html", status=problem.status, title=title, text=text, hint=hint)


@pages.get("/tableside.css", endpoint="stylesheet")
def style() -> Response:
    response = make_response(stylesheet())
    response.mimetype = "text/css"
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


# coming in


@pages.get("/")
def start() -> Response:
    """Open a table, join one, or go on at one that this phone knows."""
    lang = reader_language()
    key = request.args.get("game", next(iter(games())))
    chosen = _game_choice(find_game(key), lang)
    listed = [{"key": one, "name": page_words(lang, game)("game.name")} for one, game in games().items()]
    return page(
        "start.html", find_game(key), games=listed, chosen=chosen, here_tables=_known_tables(lang), **address_of("/")
    )


def _game_choice(game: Game, lang: str) -> dict[str, Any]:
    words = page_words(lang, game)
    modes = [choice for option in game.options if option.key == "mode" for choice in option.choices]
    defaults = {option.key: option.default for option in game.options}
    options = []
    for option in game.options:
        shown: dict[str, Any] = option_json(words, option)
        shown["hint"] = _hint(words, option.key)
        shown["usual"] = words(f"option.{option.key}.usual") if option.usual is not None else ""
        shown["modes"] = " ".join(mode for mode in modes if option.when({**defaults, "mode": mode}))
        for choice in shown.get("choices", ()):
            choice["hint"] = _hint(words, option.key, str(choice["value"]))
        options.append(shown)
    return {
        "key": game.key,
        "name": words("game.name"),
        "options": options,
        "unofficial": published(game),
        "mine": copy.offered(game),
        "modes": " ".join(mode for mode in modes if mode != "bag"),
        "begin": " ".join(mode for mode in modes if mode not in SIDE_TABLES) if compare.can_begin(game) else "",
        "opponents": bool(game.opponents),
        "at_once": [mode for mode in modes if game.seats_for({"mode": mode})[-1] == 1 or mode == "bag"],
    }


def _hint(words: Words, *parts: str) -> str:
    """One line that explains an option or a choice, where the game has one."""
    key = ".".join(("option", "hint", *parts))
    return words(key) if key in words else ""


def _known_tables(lang: str) -> list[dict[str, Any]]:
    """The tables whose tokens this browser holds, with who sits there."""
    held = [row for row in services().store.tables() if cookie_name(row.table) in request.cookies]
    found = []
    for row in held[:MOST_TABLES]:
        words, names = page_words(lang, find_game(row.game)), services().tables.current(row.table).table.names
        told = words.say(list(names.values()))
        found.append({"table": row.table, "code": row.code, "name": words("game.name"), "players": told})
    return found


@pages.get("/join")
def find_table() -> ResponseReturnValue:
    typed = request.args.get("code", "").strip()
    if cards.is_printed(typed):
        return redirect(url_for("pages.card", code=cards.tidy(typed)))
    return redirect(url_for("pages.join", code=typed[:12].strip() or "-"))


@pages.get("/<code>")
def join(code: str) -> ResponseReturnValue:
    """Sit down: a name, a colour, done. A phone that sits there already goes on to its seat."""
    if read_code(code) is None:
        raise Problem(404, "code-unknown", code=code[:12])
    table_id = services().access.table_of_code(code, request.remote_addr or "")
    folded = services().tables.current(table_id)
    table = folded.table
    if tables.asker_of(table_id, optional=True).seated:
        return redirect(url_for("pages.table", table=table_id))
    most = table.game.seats_for(table.options)[-1]
    taken = {seat.colour for seat in table.seats}
    claimable = [
        {"number": n, "name": s.name, "colour": s.colour} for n, s in enumerate(table.seats, 1) if s.automa is None
    ]
    return page(
        "join.html",
        table.game,
        table_id=table_id,
        code=read_code(code),
        seats=table.seats,
        names=page_words(reader_language()).say([seat.name for seat in table.seats]),
        open=not table.started and len(table.seats) < most,
        free=[colour for colour in palette() if colour not in taken],
        claimable=claimable,
    )


@pages.get("/s/<token>")
def seat_link(token: str) -> ResponseReturnValue:
    """The link of a seat: this phone sits there from now on, wherever its cookies have gone."""
    return _with_token(token)


@pages.get("/h/<token>")
def host_link(token: str) -> ResponseReturnValue:
    """The host's link."""
    return _with_token(token)


def _with_token(token: str) -> ResponseReturnValue:
    found = services().store.find(token_hash(token))
    if found is None:
        services().limits.wrong_token(request.remote_addr or "")
        raise Problem(404, "token-wrong")
    table_id, holder = found
    if holder.startswith("seat:"):
        services().join.arrive(table_id, int(holder.partition(":")[2]))
    response = make_response(redirect(url_for("pages.table", table=table_id)))
    return keep_tokens(response, table_id, [token, *request.args.get("also", "").split(".")])


def keep_tokens(response: Response, table_id: str, tokens: list[str]) -> Response:
    """Put tokens into the browser's cookie of that table, beside those that are there; only good ones are kept."""
    store, known = services().store, request.cookies.get(cookie_name(table_id), "").split(".")
    every = dict.fromkeys(token for token in (*known, *tokens) if token)
    value = ".".join(token for token in every if store.holder(table_id, token_hash(token)))
    response.set_cookie(cookie_name(table_id), value, max_age=YEAR // 2, httponly=True, samesite="Lax")
    return response
