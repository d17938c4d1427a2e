"""`/api/openapi.json`: paths from openapi.yaml, bodies from their records, moves and options from the games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

from companion.automa import AutomaMove
from companion.canonical import plain
from companion.game import Game, Option, games
from companion.moves import Move
from companion.reading import schema
from companion.side_tables import SIDE_TABLES, game_for
from companion.words import data_folder, load_yaml
from webapp.api import bodies
from webapp.join import NewTable, SeatChange

Json = dict[str, Any]

_CONTENT = {"events": "text/event-stream", "yaml": "application/yaml", "csv": "text/csv",
            "pdf": "application/pdf", "png": "image/png", "zip": "application/zip"}  # fmt: skip
"""What an answer is if it is no JSON, by the name of its schema."""

_BODIES: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (
        NewTable, SeatChange, bodies.PlayBody, bodies.StepBody, bodies.CorrectBody, bodies.AdjustBody,
        bodies.NoteBody, bodies.HostBody, bodies.SitBody, bodies.ClaimBody, bodies.HereBody,
        bodies.CopyBody, bodies.RecordBody, bodies.PressBody, bodies.PicturesBody,
    )
}  # fmt: skip


@cache
def document() -> bytes:
    """The description as JSON."""
    return json.dumps(description(), ensure_ascii=False, separators=(",", ":")).encode()


def description() -> Json:
    """The OpenAPI 3.1 document of this server with the games that are installed."""
    data = load_yaml(data_folder("webapp").joinpath("openapi.yaml"))
    return {
        "openapi": "3.1.0",
        "info": {**data["info"], "version": version("tableside")},
        "paths": {path: _path(data, operations) for path, operations in data["paths"].items()},
        "components": {
            "schemas": {**data["answers"], **{key: _body(kind) for key, kind in _BODIES.items()}, **_moves()},
            "parameters": data["parameters"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _path(data: Json, operations: Json) -> Json:
    return {verb: _operation(data, operation) for verb, operation in operations.items()}


def _operation(data: Json, given: Json) -> Json:
    found: Json = {"operationId": given["id"], "summary": given["summary"]}
    if "description" in given:
        found["description"] = given["description"]
    names = [*given.get("path", ()), *given.get("query", ())]
    if names:
        found["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in names]
    if "token" in given["marks"]:
        # Where a code or a query will do, the token may be left out.
        free = given.get("open") or "code" in names or "token" in names
        found["security"] = [{"token": []}, *([{}] if free else [])]
    if "body" in given:
        content = {"application/json": {"schema": _ref(given["body"])}}
        found["requestBody"] = {"required": bool(_body(_BODIES[given["body"]]).get("required")), "content": content}
    found["responses"] = _answers(given["answers"]) | _failures(data, given)
    return found


def _answers(answers: Mapping[int, Iterable[str]]) -> Json:
    found: Json = {}
    for status, (told, name) in answers.items():
        kind = _CONTENT.get(name, "application/json")
        found[str(status)] = {"description": told, "content": {kind: {"schema": _ref(name)}}}
    return found


def _failures(data: Json, given: Json) -> Json:
    """Every error that the operation may answer with, in the one shape."""
    statuses = {status for mark in given["marks"] for status in data["errors"][mark]} | set(given.get("errors", ()))
    content = {"application/json": {"schema": _ref("error")}}
    return {str(s): {"description": data["failures"][s], "content": content} for s in sorted(statuses)}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _body(kind: type) -> Json:
    """What is posted: the record's own schema, its moves and options narrowed to those that some game has."""
    found = schema(kind)
    properties: Json = found["properties"]
    if "move" in properties:
        union = {"anyOf": [_ref(name) for name in _moves()]}
        properties["move"] = union if "move" in found.get("required", ()) else {"anyOf": [union, {"type": "null"}]}
    if kind is NewTable:
        properties["game"] = {"enum": list(games())}
        properties["options"] = {"anyOf": [options_schema(game) for game in games().values()]}
    doc = (kind.__doc__ or "").strip()
    return found | ({"description": doc} if doc else {})


def table_schema(game: Game) -> Json:
    """What a new table of this game takes."""
    found = _body(NewTable)
    found["properties"] |= {"game": {"const": game.key}, "options": options_schema(game)}
    return found


def options_schema(game: Game) -> Json:
    """What may be settled before a table of this game starts."""
    properties = {option.key: option_schema(option) for option in game.options}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def option_schema(option: Option) -> Json:
    """JSON Schema of one option, with its default."""
    default = {"default": plain(option.default)}
    if option.kind == "int":
        return {"type": "integer", "minimum": option.least, "maximum": option.most, **default}
    if option.kind == "flags":
        return {"type": "array", "items": {"enum": list(option.choices)}, **default}
    return {"enum": list(option.choices), **default}


@cache
def _moves() -> Json:
    """Every move of every game and of the tables that all games share, by `move.<game>.<type>`."""
    found: Json = {"move.automa": move_schema(AutomaMove)}
    for key, game in games().items():
        for kind in game.moves_types:
            found[f"move.{key}.{kind.type}"] = move_schema(kind)
        for mode in SIDE_TABLES:
            for kind in game_for(key, {"mode": mode}).moves_types:
                found[f"move.{mode}.{kind.type}"] = move_schema(kind)
    return found


def move_schema(kind: type[Move]) -> Json:
    """JSON Schema of a move as it is posted; the label that stood beside it may come along."""
    found = schema(kind)
    properties = {"type": {"const": kind.type}, **found["properties"], "label": {"type": "string"}}
    doc = " ".join((kind.__doc__ or "").split())
    return {
        **found,
        **({"description": doc} if doc else {}),
        "properties": properties,
        "required": ["type", *found.get("required", ())],
    }
