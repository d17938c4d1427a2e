"""`tableside schema`: what a score file and a new table look like."""

from __future__ import annotations

from companion.game import find_game
from companion.reading import schema
from webapp.commands.terms import program
from webapp.openapi import table_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def print_schema(game_key: str, what: str) -> str:
    """The JSON Schema of a score file (of one player or of several), or of what a new table takes."""
    game = find_game(game_key)
    if what == "table":
        return program({"$schema": DIALECT, "title": f"{game_key}: table", **table_schema(game)})
    entry = schema(game.scores.record) if game.scores.record is not None else {"type": "object"}
    several = {
        "type": "object",
        "properties": {"players": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/player"}}},
        "required": ["players"],
        "additionalProperties": False,
    }
    return program(
        {
            "$schema": DIALECT,
            "title": f"{game_key}: score",
            "anyOf": [{"$ref": "#/$defs/player"}, several],
            "$defs": {"player": entry},
        }
    )
