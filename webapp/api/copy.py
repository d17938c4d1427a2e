"""My copy of a published game: what its owner has typed about it, listed, edited, exported and imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion import my_copy
from companion.canonical import Plain
from companion.game import Game
from companion.packs import Pack
from webapp import copies
from webapp.access import check_origin
from webapp.api.bodies import CopyBody, RecordBody
from webapp.api.context import answer, body, speak_for, spoken
from webapp.commands.files import parse_yaml
from webapp.errors import Problem
from webapp.services import services

routes = Blueprint("api_copy", __name__)


def _asked(key: str) -> Game:
    """The game, for somebody who may see and change its copy. Raises Problem."""
    found, game = services(), copies.game_of(key)
    copies.require_edit(request, found.access, found.store, found.settings)
    check_origin(request.method, request.headers.get("Origin"), request.host, lambda: bool(request.cookies))
    speak_for(game)
    return game


def _told(game: Game, pack: Pack) -> dict[str, Plain]:
    return {"game": game.key, "set": my_copy.published(game), "fields": my_copy.count(pack), "records": pack.records}


@routes.get("/copy/<game>")
def look(game: str) -> Response:
    """Everything that is kept."""
    found = _asked(game)
    return answer(_told(found, services().copies.read(found)))


@routes.post("/copy/<game>")
def merge(game: str) -> Response:
    """Lay records, or the text of a YAML file, over the copy: all of it or nothing."""
    found, wanted = _asked(game), body(CopyBody)
    if (wanted.records is None) == (wanted.text is None):
        raise Problem(400, "copy.one", field="text")
    if wanted.text is not None:
        told = copies.read_text(found, wanted.name, wanted.text)
    else:
        told = my_copy.overlay(found, dict(wanted.records or {}))
    return answer(_told(found, services().copies.merge(found, told)))


@routes.post("/copy/<game>/record")
def edit(game: str) -> Response:
    """Set fields of one record, each as it would stand in the file; an empty text takes the field away."""
    found, wanted = _asked(game), body(RecordBody)
    fields = {field: _value(field, text) for field, text in wanted.fields.items()}
    pack = services().copies.edit(found, wanted.kind, wanted.id, fields)
    return answer(_told(found, pack))


def _value(field: str, text: str) -> Any:
    if not text.strip():
        return None
    document = parse_yaml(field, text)
    return document.data


@routes.delete("/copy/<game>")
def clear(game: str) -> Response:
    """Forget everything."""
    found = _asked(game)
    services().copies.clear(found)
    return answer(_told(found, services().copies.read(found)))


@routes.get("/copy/<game>/export")
def export(game: str) -> Response:
    """The copy as a YAML file that can be imported here and elsewhere."""
    found = _asked(game)
    headers: Mapping[str, str] = {
        "Content-Language": spoken(),
        "Content-Disposition": f'attachment; filename="my-copy-{found.key}.yaml"',
    }
    return Response(copies.written(services().copies.read(found)), 200, headers, mimetype="application/yaml")
