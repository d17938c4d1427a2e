"""Past evenings: what is remembered of finished tables, as JSON, as a spreadsheet, and as a play file of BG Stats."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.canonical import plain
from companion.evenings import Evening, chosen
from companion.game import games
from companion.play_files import as_bg_stats, as_csv
from companion.words import Word
from webapp import render
from webapp.access import HOST, Credentials, cookie_name, token_hash
from webapp.api.context import answer, spoken
from webapp.copies import at_the_machine
from webapp.evenings import Past, local
from webapp.services import services
from webapp.views import dumps

routes = Blueprint("api_evenings", __name__)


def past() -> Past:
    """The evenings that the asker had a part in; all of them on the machine itself."""
    found = services()
    if at_the_machine(request, found.settings):
        return found.evenings.past()
    return found.evenings.past(frozenset(_held()))


def _held() -> list[str]:
    """The tables whose tokens the asker brings, whether as host or as a seat."""
    store = services().store
    kind, _, tokens = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        known = (store.find(token_hash(token)) for token in tokens.strip().split(".")[:16] if token)
        return [table for table, _ in filter(None, known)]
    rows = [row.table for row in store.tables() if cookie_name(row.table) in request.cookies]
    return [table for table in rows if _has_part(table)]


def _has_part(table: str) -> bool:
    brought = Credentials.of_request(request, table)
    holders = (services().store.holder(table, token_hash(token)) for token in brought.tokens)
    return any(holder == HOST or (holder or "").startswith("seat:") for holder in holders)


def wanted() -> tuple[tuple[Evening, ...], Past]:
    """The evenings that the query chooses (`?game=`, `?player=`), and all that there are."""
    every = past()
    game, player = request.args.get("game", "")[:60], request.args.get("player", "")[:200]
    return chosen(every.evenings, game, player), every


@routes.get("/evenings")
def listed() -> Response:
    """What is remembered of each evening."""
    found, every = wanted()
    return answer({"evenings": [plain(evening) for evening in found], "waiting": every.waiting})


@routes.get("/evenings/csv")
def spreadsheet() -> Response:
    """One row for each seat."""
    text = as_csv(wanted()[0], local, spoken())
    return _file(text.encode(), "text/csv; charset=utf-8", "tableside-evenings.csv")


@routes.get("/evenings/bgstats")
def bg_stats() -> Response:
    """A play file that BG Stats imports."""
    return _file(dumps(as_bg_stats(wanted()[0], names(), local, spoken())), "application/json", "tableside.bgsplay")


def names() -> dict[str, str]:
    """What the installed games are called."""
    return {key: render.say(render.speak(spoken(), game), Word("game.name")) for key, game in games().items()}


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Language": spoken(), "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, 200, headers, content_type=kind)
