"""The log of a table, cut for the bearer, and the whole table as one file."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.archive import write_archive
from webapp.api.context import answer, call, whole_number
from webapp.views import entry_json

routes = Blueprint("api_log", __name__)


@routes.get("/tables/<table>/log")
def entries(table: str) -> Response:
    """The entries after `?after=`, at most `?limit=` of them, each with what it is called and what happened."""
    asked = call(table)
    asked.require_part()
    after, limit = whole_number("after") or 0, whole_number("limit")
    folded, seat, words = asked.folded, asked.seen_seat, asked.words
    chosen = folded.entries[after:] if limit is None else folded.entries[after : after + limit]
    return answer({"seq": folded.seq, "entries": [entry_json(words, folded, entry, seat) for entry in chosen]})


@routes.get("/tables/<table>/export")
def export(table: str) -> Response:
    """The table as one file, cut for the bearer: secrets that are not open stand in it as digests."""
    asked = call(table)
    asked.require_part()
    archive = write_archive(asked.folded.whole, asked.seen_seat, states=asked.folded.states)
    name = f"tableside-{asked.table}.json"
    return answer(archive, headers={"Content-Disposition": f'attachment; filename="{name}"'})
