"""People come to a table: the code, the seats, taking over, and the start."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion import offer
from companion.canonical import Plain
from companion.palette import palette
from companion.table import Actor
from companion.words import Word
from webapp import render
from webapp.access import ONLOOKER, Asker
from webapp.api.bodies import ClaimBody, HostBody, SitBody
from webapp.api.context import Call, answer, body, call, named_body, speak_for, spoken, written
from webapp.api.tables import seats_json
from webapp.errors import Problem
from webapp.join import Claim, SeatChange
from webapp.services import services
from webapp.tables import body_hash, now

routes = Blueprint("api_seats", __name__)


@routes.get("/join/<code>")
def find(code: str) -> Response:
    """The table of a join code, with its seats: what a phone needs before it sits down."""
    found = services()
    table = found.access.table_of_code(code, request.remote_addr or "")
    asked = Call(found, found.tables.current(table), ONLOOKER, None)
    folded = asked.folded
    speak_for(folded.table.game)
    allowed = folded.table.game.seats_for(folded.table.options)
    taken = {seat.colour for seat in folded.table.seats}
    told: dict[str, Plain] = {
        "table": table,
        "code": folded.code,
        "game": folded.table.game.key,
        "name": render.say(asked.words, Word("game.name")),
        "seq": folded.seq,
        "started": folded.table.started,
        "open": not folded.table.started and len(folded.table.seats) < allowed[-1],
        "allowed": {"least": allowed[0], "most": allowed[-1]},
        "seats": seats_json(asked, found.presence.here(table)),
        "colours": [colour for colour in palette() if colour not in taken],
    }
    return answer(told)


@routes.post("/tables/<table>/seats")
def sit(table: str) -> Response:
    """Take the next seat, before the start."""
    wanted = body(SitBody)
    asker = _let_in(table, wanted.code)
    found = services()
    if wanted.automa is not None:
        found.access.require_host(asker)
        made = found.join.seat_opponent(table, wanted.name, wanted.colour, wanted.automa)
        return answer({"seat": int(made.entry.open["seat"]), "token": None, "link": None, "seq": made.seq}, 201)
    # The host writes down somebody who has no phone; everybody else sits down with the phone that asks.
    phone = wanted.code is not None or not asker.host
    made, token = found.join.sit(table, wanted.name, wanted.colour, wanted.words, phone=phone)
    return answer(_seat_given(int(made.entry.open["seat"]), token) | {"seq": made.seq}, 201)


@routes.post("/tables/<table>/seats/<int(min=1,max=99):seat>/claim")
def claim(table: str, seat: int) -> Response:
    """Take a seat over: at once if it has no phone, else when the host has agreed."""
    wanted = body(ClaimBody)
    _let_in(table, wanted.code)
    made: Claim = services().join.claim(table, seat, wanted.words, wanted.claim)
    if made.state == "granted":
        return answer(_seat_given(seat, made.token))
    prompt = render.say(render.speak(spoken()), Word("claim-waits"))
    return answer({"request": {"ask": "claim", "claim": made.id, "prompt": prompt}}, 202)


@routes.post("/tables/<table>/seats/<int(min=1,max=99):seat>")
def change(table: str, seat: int) -> Response:
    """The host changes something about a seat; the seat itself may tell its words for the common luck."""
    asked = call(table)
    wanted, given = named_body(SeatChange)
    _require_seat(asked, seat)
    if wanted.words is not None and given == {"words"} and seat in asked.asker.seats:
        return written(asked, asked.services.join.say_words(table, seat, wanted.words), seat)
    asked.require_host()
    return written(asked, asked.services.join.change_seat(table, seat, wanted, given), None)


@routes.delete("/tables/<table>/seats/<int(min=1,max=99):seat>")
def unseat(table: str, seat: int) -> Response:
    """The host takes the last seat away, before the start."""
    asked = call(table)
    asked.require_host()
    _require_seat(asked, seat)
    return written(asked, asked.services.join.unseat(table, seat), None)


@routes.delete("/tables/<table>/claims/<claim_id>")
def refuse(table: str, claim_id: str) -> Response:
    """The host says no to a phone that waits for a seat."""
    asked = call(table)
    asked.require_host()
    asked.services.join.refuse(table, claim_id)
    return answer({"claim": claim_id})


@routes.post("/tables/<table>/start")
def start(table: str) -> Response:
    """The game begins with the seats as they are."""
    asked, wanted = call(table), body(HostBody)
    asked.require_host()
    made = asked.services.tables.write(
        table,
        lambda t: offer.start(t, Actor(host=True), now()),
        move_id=wanted.move_id,
        body=body_hash("start", None),
    )
    return written(asked, made, None)


def _let_in(table: str, code: str | None) -> Asker:
    """Whoever knows the code, or has a part in the table already."""
    found = services()
    if code is None:
        asked = call(table)
        asked.require_part()
        return asked.asker
    if found.store.head(table) is None:
        found.tables.current(table)
    found.access.check_code(table, code, request.remote_addr or "")
    speak_for(found.tables.current(table).table.game)
    return ONLOOKER


def _seat_given(seat: int, token: str) -> dict[str, Plain]:
    return {"seat": seat, "token": token, "link": services().links.url(request.host_url, f"/s/{token}")}


def _require_seat(asked: Call, seat: int) -> None:
    if not 1 <= seat <= len(asked.folded.table.seats):
        raise Problem(404, "table.no_seat", seat=seat)
