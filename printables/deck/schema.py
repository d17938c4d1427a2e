"""JSON Schema (2020-12) of deck files and of layouts, made of the tables of their language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from printables.deck.language import (
    BY_KIND,
    COMPARISONS,
    CONDITION,
    DECK,
    EVERY,
    FIELD,
    LAYOUT_KEYS,
    PROPERTIES,
    Key,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_SCALAR = {"type": ["string", "number", "boolean"]}


def deck_schema() -> dict[str, Any]:
    """What a deck file may contain."""
    return {
        "$schema": DIALECT,
        "title": "Tableside: a deck of your own",
        **_record(DECK),
        "$defs": _definitions(),
    }


def layout_schema() -> dict[str, Any]:
    """What a layout file may contain."""
    return {"$schema": DIALECT, "title": "Tableside: a layout", **_record(LAYOUT_KEYS), "$defs": _definitions()}


def _record(keys: Iterable[Key]) -> dict[str, Any]:
    keys = tuple(keys)
    found: dict[str, Any] = {
        "type": "object",
        "properties": {key.name: {"description": key.about, **key.kind.schema} for key in keys},
        "additionalProperties": False,
    }
    required = [key.name for key in keys if key.required]
    return found | ({"required": required} if required else {})


def _definitions() -> dict[str, Any]:
    element = _record(PROPERTIES.values())
    del element["required"]  # what is missing may stand in the layout that is extended
    return {
        "by_language": {
            "description": "A text for each language.",
            "type": "object",
            "properties": {"en": _SCALAR, "ru": _SCALAR},
            "minProperties": 1,
            "additionalProperties": False,
        },
        "row": {"type": "object", "additionalProperties": _cell()},
        "field": {"anyOf": [_record(FIELD), {"type": "null"}]},
        "layout": _record(LAYOUT_KEYS),
        "element": {**element, "allOf": [_of_kind(kind) for kind in BY_KIND]},
        "change": element,
        "condition": _condition(),
    }


def _cell() -> dict[str, Any]:
    return {
        "anyOf": [
            {"type": ["string", "number", "boolean", "null"]},
            {"type": "array", "items": {"type": ["string", "number"]}},
            {"$ref": "#/$defs/by_language"},
        ]
    }


def _of_kind(kind: str) -> dict[str, Any]:
    """A kind of element takes the properties of every one and its own."""
    known = (*EVERY, *BY_KIND[kind])
    return {
        "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
        "then": {"propertyNames": {"enum": list(known)}},
    }


def _condition() -> dict[str, Any]:
    about = dict(CONDITION)
    several = {"type": "array", "items": {"$ref": "#/$defs/condition"}}
    takes: dict[str, Any] = dict.fromkeys(COMPARISONS, _SCALAR)
    takes |= {"one_of": {"type": "array", "items": _SCALAR}, "filled": {"type": "boolean"}}
    compared = {
        "type": "object",
        "properties": {name: {"description": about[name], **takes[name]} for name in COMPARISONS},
        "additionalProperties": False,
    }
    return {
        "description": "What a card must be: every field in it must agree.",
        "type": "object",
        "properties": {
            "all": {"description": about["all"], **several},
            "any": {"description": about["any"], **several},
            "not": {"description": about["not"], "$ref": "#/$defs/condition"},
        },
        "additionalProperties": {"anyOf": [_SCALAR, compared]},
    }
