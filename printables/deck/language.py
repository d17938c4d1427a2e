"""The language of decks and layouts: every key, what it takes, and what it means.

Reading, the JSON Schema and the test that every key is documented are made of these tables.

**Whatever a card shows is looked for in three places: what was said for this deck or card, then the layout (its own
word before that of the layout it extends), then the default.** In short: call > layout > default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

Plain = Any


class Kind(Struct, frozen=True):
    """What a key takes: the key of the words for it, a test, and its JSON Schema."""

    word: str
    accepts: Callable[[Plain], bool]
    schema: Mapping[str, Any]


class Key(Struct, frozen=True):
    """One key of a record: its name, what it takes, what it means, whether it must be there."""

    name: str
    kind: Kind
    about: str
    required: bool = False


def _number(value: Plain) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 100_000


def _size(text: str) -> bool:
    # a plain name, as nearly every deck has it, is told without a pattern that would have to be compiled
    return (text.isascii() and text.isalpha()) or re.fullmatch(SIZE_TEXT, text) is not None


def _by_language(value: Plain) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(lang in ("en", "ru") for lang in value)


def _scalar(value: Plain) -> bool:
    return isinstance(value, str | int | float | bool)


def _said(value: Plain) -> bool:
    return _scalar(value) or (_by_language(value) and all(_scalar(text) for text in value.values()))


def _one_of(*names: str) -> Kind:
    return Kind("homebrew.kind.choice", lambda value: value in names, {"enum": list(names)})


def _span(low: float, high: float) -> Kind:
    return Kind(
        "homebrew.kind.number",
        lambda value: _number(value) and low <= value <= high,
        {"type": "number", "minimum": low, "maximum": high},
    )


_SCALAR = {"type": ["string", "number", "boolean"]}
_TEXT_SCHEMA = {"anyOf": [_SCALAR, {"$ref": "#/$defs/by_language"}]}
_COLOUR = r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})"
SIZE_TEXT = r"[A-Za-z][A-Za-z0-9 _-]*|\d+(?:[.,]\d+)?\s*[x×хX*]\s*\d+(?:[.,]\d+)?\s*(?:mm|in|мм)?"

ROLES = ("text", "quiet", "rule", "hair", "accent", "tint", "ground", "cloth", "white", "black", "none")
"""Names of shades: what they look like depends on the deck's accent and on the ink."""

NAME = Kind(
    "homebrew.kind.name", lambda v: isinstance(v, str) and bool(v.strip()), {"type": "string", "pattern": r"\S"}
)
SAID = Kind("homebrew.kind.text", _said, _TEXT_SCHEMA)
FLAG = Kind("homebrew.kind.flag", lambda value: isinstance(value, bool), {"type": "boolean"})
WHOLE = Kind(
    "homebrew.kind.whole",
    lambda value: isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000,
    {"type": "integer", "minimum": 1, "maximum": 1000},
)
HEX = Kind(
    "homebrew.kind.hex",
    lambda value: isinstance(value, str) and re.fullmatch(_COLOUR, value) is not None,
    {"type": "string", "pattern": f"^(?:{_COLOUR})$"},
)
COLOUR = Kind("homebrew.kind.colour", lambda value: isinstance(value, str), {"type": "string"})
PLACE = Kind(
    "homebrew.kind.place",
    lambda value: (
        value in ("card", "bleed") or (isinstance(value, list) and len(value) == 4 and all(map(_number, value)))
    ),
    {
        "anyOf": [
            {"enum": ["card", "bleed"]},
            {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
        ]
    },
)
STEP = Kind(
    "homebrew.kind.step",
    lambda value: isinstance(value, list) and len(value) == 2 and all(map(_number, value)),
    {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
)
STEP4 = Kind(
    "homebrew.kind.place",
    lambda value: isinstance(value, list) and len(value) == 4 and all(map(_number, value)),
    {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
)
SIZE = Kind(
    "homebrew.kind.size",
    lambda value: isinstance(value, str) and _size(value.strip()),
    {"type": "string", "pattern": f"^(?:{SIZE_TEXT})$"},
)
WHEN = Kind("homebrew.kind.when", lambda value: isinstance(value, Mapping), {"$ref": "#/$defs/condition"})
ROWS = Kind(
    "homebrew.kind.rows",
    lambda value: isinstance(value, str | list),
    {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/row"}}]},
)
LAYOUT = Kind(
    "homebrew.kind.layout",
    lambda value: isinstance(value, str | Mapping),
    {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/layout"}]},
)


def _table(of: Mapping[str, Any]) -> Kind:
    return Kind(
        "homebrew.kind.table",
        lambda value: isinstance(value, Mapping),
        {"type": "object", "additionalProperties": of},
    )


DECK = (
    Key("deck", SAID, "The name of the deck.", required=True),
    Key("rows", ROWS, "The cards: a CSV, XLSX or YAML file beside this one, or a list of records.", required=True),
    Key("layout", LAYOUT, "The layout of the fronts: a name, a YAML file, or a layout written down here.", True),
    Key("back", LAYOUT, "The layout of the backs; “none” for a deck without. Default: what the layout says."),
    Key("layouts", _table({"$ref": "#/$defs/layout"}), "Layouts of this deck, by name."),
    Key("columns", _table({"type": "string"}), "Which column a field is read from, where their names differ."),
    Key("values", _table(_TEXT_SCHEMA), "What a field holds where a row leaves it empty or has no column for it."),
    Key("set", _table({"$ref": "#/$defs/change"}), "Properties of elements, for this deck: they win over the layout."),
    Key("only", WHEN, "A condition: rows that do not meet it are left out."),
    Key("size", SIZE, "The size of the cards; the layout is stretched to it. Default: the layout’s size."),
    Key("accent", HEX, "The one colour of the deck. Default: #39597a."),
    Key("floor", _span(4, 20), "The smallest size of type (pt). Default: 6."),
    Key("lang", _one_of("en", "ru"), "The language of the deck. Default: that of the command."),
    Key("sheet", NAME, "XLSX: the name of the sheet. Default: the first."),
    Key("separator", _one_of(",", ";", "tab"), "CSV: what stands between cells. Default: what the head has."),
    Key(
        "encoding", _one_of("utf-8", "cp1251", "utf-16"), "CSV: the encoding. Default: UTF-8, and cp1251 if it is not."
    ),
)
"""The keys of a deck file."""

LAYOUT_KEYS = (
    Key("about", SAID, "What the layout is for, in a sentence."),
    Key("extend", NAME, "Another layout, whose elements, fields and size this one begins with."),
    Key("size", SIZE, "The size of a card: a name or WIDTHxHEIGHTmm. Default: poker."),
    Key("back", LAYOUT, "The layout of the back that belongs to it. Default: none."),
    Key("fields", _table({"$ref": "#/$defs/field"}), "What a row may tell, by the name of the field."),
    Key("elements", _table({"$ref": "#/$defs/element"}), "What is drawn, in this order, each on the ones before it."),
)
"""The keys of a layout."""

FIELD_KINDS = ("text", "number", "icon", "image", "colour", "code")

FIELD = (
    Key("about", SAID, "What belongs into it."),
    Key("kind", _one_of(*FIELD_KINDS), "What is checked: text (default), number, icon, image, colour or code."),
    Key("required", FLAG, "It must not be empty."),
    Key("choices", Kind("homebrew.kind.list", lambda v: isinstance(v, list), {"type": "array", "items": _SCALAR}),
        "The only texts that it may hold."),
    Key("default", SAID, "What it holds where nothing else does."),
)  # fmt: skip
"""The keys of a field of a layout."""

ELEMENT_KINDS = ("text", "icon", "image", "code", "box", "circle", "line", "chip", "pattern")
FACES = ("title", "title-light", "text", "text-italic", "text-bold")

EVERY = ("kind", "at", "turn", "when", "under", "drop")
"""Properties of every kind of element."""

PROPERTIES = {
    key.name: key
    for key in (
        Key("kind", _one_of(*ELEMENT_KINDS), "What is drawn.", required=True),
        Key("at", PLACE, "Where: x, y, width and height in mm from the upper left corner; “card” or “bleed” for all "
            "of it, without or with 3 mm around.", required=True),
        Key("when", WHEN, "A condition: the element is drawn on the cards that meet it."),
        Key("under", NAME, "An element that this one is drawn before."),
        Key("drop", FLAG, "The element of the extended layout is left out."),
        Key("text", SAID, "What is written, with {fields}."),
        Key("face", _one_of(*FACES), "The face of type. Default: text."),
        Key("size", _span(4, 200), "The size of type (pt), from which it shrinks to the floor. Default: 9."),
        Key("tracking", _span(-1, 10), "Space between letters (pt). Default: 0."),
        Key("leading", _span(0.8, 3), "From line to line, in parts of the size. Default: 1.18."),
        Key("align", _one_of("left", "centre", "right"), "Default: left; of images and icons the middle."),
        Key("valign", _one_of("top", "middle", "bottom"), "Default: middle."),
        Key("lines", WHOLE, "At most so many lines. Default: as many as fit."),
        Key("floor", _span(4, 200), "The smallest size of this text (pt). Default: the deck’s."),
        Key("turn", Kind("homebrew.kind.choice", lambda v: v in (0, 90, 180, 270), {"enum": [0, 90, 180, 270]}),
            "Turned clockwise in its place, by degrees. Default: 0."),
        Key("icon", SAID, "The name of an icon, or {field}."),
        Key("repeat", SAID, "So many of it side by side: a number or {field}."),
        Key("step", STEP, "From one to the next (mm, across and down). Default: its width."),
        Key("image", SAID, "A PNG, JPEG or SVG file beside the deck, or {field}."),
        Key("fit", _one_of("contain", "cover", "stretch"), "How an image fills its place. Default: contain."),
        Key("code", SAID, "The text of a QR code (level M, at least 15 mm)."),
        Key("colour", COLOUR, "The colour of text, icons, lines and patterns: a role, #rrggbb, a colour of the palette "
            "or {field}."),
        Key("fill", COLOUR, "The colour inside a box or circle. Default: none."),
        Key("outline", COLOUR, "The colour of the outline. Default: none."),
        Key("weight", _span(0.05, 10), "The width of lines (mm). Default: 0.2."),
        Key("radius", _span(0, 60), "How far corners are rounded (mm). Default: 0."),
        Key("dash", STEP, "Dashes and gaps of a line (mm)."),
        Key("pattern", _one_of("diamonds", "dots", "stripes", "weave"), "What covers the place."),
        Key("clear", STEP4, "A place that a pattern keeps clear of: x, y, width and height in mm."),
        Key("pitch", _span(1, 40), "From one to the next in a pattern (mm). Default: 5.8."),
    )
}  # fmt: skip
"""The properties of elements, by name."""

_TYPE = ("text", "face", "size", "tracking", "leading", "align", "valign", "lines", "floor", "colour")

BY_KIND: Mapping[str, tuple[str, ...]] = {
    "text": _TYPE,
    "icon": ("icon", "colour", "outline", "weight", "repeat", "step"),
    "image": ("image", "fit", "align", "valign"),
    "code": ("code",),
    "box": ("fill", "outline", "weight", "radius"),
    "circle": ("fill", "outline", "weight"),
    "line": ("colour", "weight", "dash"),
    "chip": ("colour",),
    "pattern": ("pattern", "colour", "pitch", "weight", "clear"),
}
"""The properties that a kind of element has beside those of every one."""

NEEDS = {"text": "text", "icon": "icon", "image": "image", "code": "code", "chip": "colour", "pattern": "pattern"}
"""The property without which a kind of element shows nothing."""

COMPARISONS = ("is", "is_not", "at_least", "at_most", "more_than", "less_than", "one_of", "contains", "filled")
GROUPS = ("all", "any", "not")

CONDITION = (
    ("is", "The field holds exactly this; `field: value` is short for it."),
    ("is_not", "It holds anything else."),
    ("at_least", "It is a number of at least this."),
    ("at_most", "It is a number of at most this."),
    ("more_than", "It is a larger number."),
    ("less_than", "It is a smaller number."),
    ("one_of", "It holds one of a list."),
    ("contains", "This is a part of it."),
    ("filled", "true: it holds something; false: it is empty."),
    ("all", "Every condition of a list is met."),
    ("any", "At least one condition of a list is met."),
    ("not", "A condition is not met."),
)
"""The words of conditions."""

SPECIAL = ("n", "total", "copy", "copies", "deck")
"""Fields that every card has: its number among all cards of the deck, how many these are, which copy of its row it is,
of how many, and the name of the deck. A column of the same name wins."""

ROW_FIELDS = ("count", "layout", "back")
"""Fields of a row that say what is printed, and how often: quantity, layout and back of that card."""
