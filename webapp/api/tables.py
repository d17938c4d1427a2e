"""A table: opened, and looked at."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.canonical import Plain
from companion.side_tables import game_for
from webapp.access import HOST, seat_holder
from webapp.api.bodies import HereBody
from webapp.api.context import Call, answer, body, call, raw_answer, speak_for, spoken
from webapp.join import NewTable
from webapp.services import services
from webapp.views import dumps
from webapp.votes import vote_json

routes = Blueprint("api_tables", __name__)


@routes.post("/tables")
def open_table() -> Response:
    """Open a table; it starts at once if all its players are named."""
    found, wanted = services(), body(NewTable)
    speak_for(game_for(wanted.game, wanted.options))
    made = found.join.open(wanted)
    base = found.links.base(request.host_url)
    seats: list[Plain] = [
        {"seat": seat, "token": made.tokens.get(seat), "link": f"{base}/s/{made.tokens[seat]}"}
        if seat in made.tokens
        else {"seat": seat, "token": None, "link": None}
        for seat in range(1, len(made.folded.table.seats) + 1)
    ]
    told = {
        "table": made.folded.id,
        "seq": made.folded.seq,
        "code": made.folded.code,
        "join": f"{base}/{made.folded.code}",
        "commitment": made.folded.table.epoch.commit,
        "host_token": made.host_token,
        "host_link": f"{base}/h/{made.host_token}",
        "seats": seats,
    }
    return answer(told, 201)


@routes.get("/tables/<table>")
def look(table: str) -> Response:
    """The table as the bearer may see it."""
    asked = call(table)
    core = asked.services.views.table(asked.folded, asked.seen_seat, spoken())
    return raw_answer(b"%b,%b}" % (dumps(_around(asked))[:-1], core))


def _around(asked: Call) -> dict[str, Plain]:
    """What may change without an entry."""
    folded, access = asked.folded, asked.services.access
    here = asked.services.presence.here(folded.id)
    found: dict[str, Plain] = {
        "table": folded.id,
        "game": folded.table.game.key,
        "seq": folded.seq,
        "code": folded.code,
        "read_only": folded.read_only,
        "you": {"host": asked.asker.host, "seats": sorted(asked.asker.seats), "seat": asked.seen_seat},
        "seats": seats_json(asked, here),
        "vote": None,
    }
    undo = folded.table.done[-1] if folded.table.done else None
    redo = folded.table.undone[-1] if folded.table.undone else None
    vote = asked.services.votes.open(folded.id, undo, redo)
    if vote is not None and asked.asker.seated:
        found["vote"] = vote_json(vote, access.phones(folded))
    if asked.asker.host:
        waiting = asked.services.join.claims.waiting(folded.id)
        found["claims"] = [{"claim": claim.id, "seat": claim.seat} for claim in waiting]
        found["host_here"] = HOST in here
    return found


def seats_json(asked: Call, here: frozenset[str]) -> list[Plain]:
    """Who sits where. `phone`: somebody has a phone there; `here`: its stream is open now."""
    folded, access = asked.folded, asked.services.access
    return [
        {
            "seat": number,
            "name": seat.name,
            "colour": seat.colour,
            "automa": seat.automa,
            "away": seat.away,
            "phone": access.has_phone(folded, number),
            "here": seat_holder(number) in here,
        }
        for number, seat in enumerate(folded.table.seats, 1)
    ]


@routes.post("/tables/<table>/here")
def here(table: str) -> Response:
    """A page says that it is alive; the answer says who is at the table."""
    asked, told = call(table), body(HereBody)
    for holder in asked.asker.holders:
        asked.services.presence.heard(table, holder, told.phone)
    return answer({"here": sorted(asked.services.presence.here(table))})
