"""The factory: the parts of a server wired together, as a Flask app and as the ASGI root with the live streams."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, g, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.chance import Wanted
from companion.refusals import Refusal
from companion.table import Table
from webapp import render
from webapp import stream as live
from webapp.access import Access, Credentials, check_origin, scope_query
from webapp.api import routes as api
from webapp.api.context import answer, spoken
from webapp.asgi import Root, root
from webapp.bus import Bus, LocalBus
from webapp.changes import Changes
from webapp.config import Settings
from webapp.copies import Copies
from webapp.errors import ERROR_PAGE, Problem, as_problem, shape
from webapp.evenings import Evenings
from webapp.jobs import Jobs
from webapp.join import Claims, Join
from webapp.limits import Limits
from webapp.links import Links
from webapp.pages.routes import pages
from webapp.presence import Presence
from webapp.services import EXTENSION, Services, services
from webapp.store import Store
from webapp.stream import Scope, Stream
from webapp.tables import Tables
from webapp.views import Views, dumps
from webapp.votes import Votes

_log = logging.getLogger("tableside")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Tokens stand in links.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

JOBS = "press"
"""The folder below the data folder where what was printed lies for a while."""

# Our words for what Werkzeug refuses before a route is asked.
_HTTP = {
    400: "bad-request",
    404: "not-found",
    405: "method",
    411: "length-needed",
    413: "too-large",
    415: "not-json-type",
}


def create_app(
    settings: Settings, store: Store, *, bus: Bus | None = None, links: Links | None = None, shared: bool = False
) -> Flask:
    """The Flask app of a server that keeps its tables in `store`. shared: other processes serve the same tables."""
    app = Flask("webapp")
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit
    # Werkzeug would redirect `//api` and the like; a path that is not ours is not found.
    app.url_map.merge_slashes = False
    bus = bus if bus is not None else LocalBus()
    presence = Presence(silence=2 * settings.beat)
    limits, changes = Limits(settings), Changes()
    copies, evenings = Copies(store, settings), Evenings(store)

    def heed(table: str, before: Table, after: Table) -> None:
        copies.heed(before, after)
        evenings.heed(table, before, after)

    tables = Tables(store, bus, settings, shared=shared, heed=heed)
    evenings.fold_by(tables.current)
    access = Access(store, presence, limits, shared=shared)
    app.extensions[EXTENSION] = Services(
        settings=settings,
        store=store,
        bus=bus,
        presence=presence,
        tables=tables,
        access=access,
        join=Join(store, tables, access, Claims(settings.claim_seconds, changes), copies),
        votes=Votes(settings.vote_seconds, changes),
        views=Views(settings.views_kept),
        limits=limits,
        links=links if links is not None else Links(settings.base_url),
        changes=changes,
        copies=copies,
        evenings=evenings,
        jobs=Jobs(settings.folder / JOBS, workers=settings.workers, keep=60.0 * settings.results_minutes),
    )
    app.before_request(_guard)
    app.after_request(_secure)
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(Wanted, _wanted)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failed)
    app.add_url_rule("/healthz", view_func=_healthz)
    api.register(app)
    app.register_blueprint(pages)
    return app


def create_root(app: Flask) -> Root:
    """The ASGI app: the live streams natively, everything else from the Flask app."""
    with app.app_context():
        found = services()
    stream = Stream(
        bus=found.bus,
        presence=found.presence,
        authorise=lambda scope: _authorise(found, scope),
        head=lambda table: found.tables.current(table).seq,
        describe=found.tables.describe,
        recent=found.tables.recent,
        beat=found.settings.beat,
    )
    found.changes.listen(stream.look)
    return root(app, stream)


def _authorise(found: Services, scope: Scope) -> live.Viewer | live.Refusal:
    """Who reads a stream. Called in a thread, outside of Flask."""
    table = str(scope["path_params"]["table"])
    brought = Credentials.of_scope(scope, table)
    try:
        asker = found.access.asker(table, brought)
    except Refusal as caught:
        return _stream_refusal(as_problem(caught), scope)
    return live.Viewer(asker.holders, scope_query(scope, "phone") or "")


def _stream_refusal(problem: Problem, scope: Scope) -> live.Refusal:
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    lang = render.language(scope_query(scope, "lang"), None, headers.get(b"accept-language"))
    sent = tuple((name.lower().encode(), value.encode()) for name, value in problem.headers.items())
    return live.Refusal(problem.status, dumps(shape(problem, render.speak(lang))), headers=sent)


def _guard() -> None:
    """Before every request: a body has a length, and what changes something does not come from a foreign page."""
    if "Transfer-Encoding" in request.headers and "Content-Length" not in request.headers:
        # Such a body would arrive empty.
        raise Problem(411, "length-needed")
    check_origin(request.method, request.headers.get("Origin"), request.host, lambda: False)


def _secure(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _healthz() -> Response:
    return Response(b'{"ok":true}', mimetype="application/json")


def _refused(refusal: Refusal) -> ResponseReturnValue:
    problem = as_problem(refusal)
    if problem.status >= 500:
        _log.error("%s %s: %s", request.method, _where(), refusal)
    error_page = current_app.extensions.get(ERROR_PAGE)
    if error_page is not None and not request.path.startswith(f"{api.PREFIX}/"):
        found: ResponseReturnValue = error_page(problem)
        return found
    return answer(shape(problem, render.speak(spoken(), g.get("game"))), problem.status, problem.headers)


def _where() -> str:
    """The route of a request, for the log: the path itself may hold a token."""
    return request.url_rule.rule if request.url_rule is not None else "?"


def _wanted(wanted: Wanted) -> Response:
    """Real dice are needed before the move can be judged."""
    game, content = g.get("game"), g.get("content")
    return answer({"request": render.request_json(render.speak(spoken(), game), wanted, game, content)}, 202)


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    headers = dict(error.get_headers())
    headers.pop("Content-Type", None)
    return _refused(Problem(status, _HTTP.get(status, "bad-request" if status < 500 else "failed"), headers=headers))


def _failed(error: Exception) -> ResponseReturnValue:
    _log.exception("%s %s", request.method, _where(), exc_info=error)
    return _refused(Problem(500, "failed"))
