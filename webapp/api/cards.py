"""Codes on paper: what one stands for, a picture of the card, and what can be done with it at a table."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.canonical import Plain
from companion.game import find_game
from webapp import cards, render
from webapp.api.context import answer, call, speak_for, spoken
from webapp.errors import Problem
from webapp.jobs import Task
from webapp.press_work import CARD
from webapp.services import services

routes = Blueprint("api_cards", __name__)

PICTURE = "webapp.press_work:card"


@routes.get("/codes/<code>")
def look(code: str) -> Response:
    """A card by its code, or a page of a pad or a sheet."""
    found = cards.find(code)
    if isinstance(found, cards.Card):
        game = find_game(found.game)
        speak_for(game)
        told: dict[str, Plain] = {
            "code": found.code,
            "what": "card",
            "game": found.game,
            "set": found.set_,
            "kind": found.kind,
            "key": found.key,
            "name": cards.name_of(found, spoken()),
        }
        return answer(told)
    of = cards.game_of_page(found)
    if isinstance(found, cards.Sheet):
        return answer({"code": found.text, "what": "sheet", "game": found.game, "item": found.item})
    return answer(
        {
            "code": found.text,
            "what": "page",
            "game": of.key if of is not None else None,
            "pad": found.pad,
            "version": found.version,
            "page": found.page,
            "sheet": found.sheet,
        }
    )


@routes.get("/codes/<code>/picture")
def picture(code: str) -> Response:
    """The front of a card. 202 while it is being drawn: ask again in a moment."""
    found = cards.find(code)
    if not isinstance(found, cards.Card):
        raise Problem(404, "code.no_card", field="code", code=code[:40])
    lang = spoken()
    arguments = {"game": found.game, "set_": found.set_, "kind": found.kind, "key": found.key, "lang": lang}
    jobs, name = services().jobs, f"{found.code}-{lang}".replace(":", "-")
    job = jobs.named(name, request.remote_addr or "", Task(PICTURE, arguments))
    if not job.over:
        return answer({"state": job.state}, 202, {"Retry-After": "1"})
    try:
        data = (job.folder / CARD).read_bytes()
    except OSError as caught:
        raise Problem(404, "job.no_picture") from caught
    headers = {"Content-Language": lang, "Cache-Control": "private, max-age=1800"}
    return Response(data, 200, headers, mimetype="image/png")


@routes.get("/tables/<table>/codes/<code>")
def possible(table: str, code: str) -> Response:
    """What the seat can do with the card of a code: moves, and for the host changes, each as it is posted."""
    asked, found = call(table), cards.find(code)
    if not isinstance(found, cards.Card):
        raise Problem(404, "code.no_card", field="code", code=code[:40])
    seat = asked.seen_seat
    every = cards.offered(asked.folded.table, seat, found) if seat is not None else []
    told: list[Plain] = []
    for offer in every:
        if offer.move is not None:
            told.append({"label": render.say(asked.words, offer.label), "move": dict(offer.move)})
        elif asked.asker.host and offer.change is not None:
            told.append({"label": asked.words("code.give"), "change": dict(offer.change)})
    return answer({"seq": asked.folded.seq, "seat": seat, "offers": told})
