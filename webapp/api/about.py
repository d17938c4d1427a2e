"""What this server plays, and how to talk to it."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.game import games
from companion.words import Word
from webapp import render
from webapp.api.context import answer, raw_answer, spoken
from webapp.openapi import document

routes = Blueprint("api_about", __name__)


@routes.get("/openapi.json")
def openapi() -> Response:
    """This API, described by itself."""
    return raw_answer(document())


@routes.get("/games")
def list_games() -> Response:
    """Every installed game, with what is settled before a table starts."""
    found = []
    for key, game in games().items():
        words = render.speak(spoken(), game)
        found.append(
            {
                "key": key,
                "name": render.say(words, Word("game.name")),
                "seats": {"least": game.seats[0], "most": game.seats[-1]},
                "options": [render.option_json(words, option) for option in game.options],
                "opponents": [opponent.key for opponent in game.opponents],
            }
        )
    return answer({"games": found})
