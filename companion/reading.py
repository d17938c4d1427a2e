"""Plain data read into typed records, strictly, with errors that teach.

One mechanism for everything that comes from outside: moves from a phone, options of a table, score files, packs of
content. The record's type hints are the schema, and `schema()` writes them down as JSON Schema.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from companion.refusals import Unreadable
from companion.words import Word

T = TypeVar("T")


class Between(Struct, frozen=True):
    """Annotation: a whole number from `low` to `high`, both included; None means no limit."""

    low: int | None = None
    high: int | None = None


class Length(Struct, frozen=True):
    """Annotation: a text of at most `most` characters (or a list of at most `most` items), and at least `least`."""

    most: int
    least: int = 0


class Pattern(Struct, frozen=True):
    """Annotation: a text that matches `regex` whole; `form` is the key of the words that say what it looks like."""

    regex: str
    form: str


@cache
def hints(cls: type) -> dict[str, Any]:
    """The resolved type hints of a record, annotations kept."""
    return get_type_hints(cls, include_extras=True)


@cache
def _required(cls: type[Struct]) -> tuple[str, ...]:
    """The fields of a record that have no default."""
    return tuple(field.name for field in fields(cls) if field.required)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def read(kind: Any, data: Any, where: str = "") -> Any:
    """Read plain `data` as `kind` (a record class or a type hint).

    `where` names the place for the error, dotted. Raises Unreadable for an unknown field, a missing field, a value of
    the wrong type or outside its limits; nothing is converted silently.
    """
    if _is_record(kind):
        return _record(kind, data, where)
    origin = get_origin(kind)
    if origin is Annotated:
        return _annotated(get_args(kind), data, where)
    if origin is Union or isinstance(kind, types.UnionType):
        return _union(get_args(kind), data, where)
    if origin is Literal:
        return _literal(get_args(kind), data, where)
    if origin is tuple:
        return _tuple(get_args(kind), data, where)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(get_args(kind), data, where)
    return _scalar(kind, data, where)


def _record(cls: Any, data: Any, where: str) -> Any:
    own: Callable[[Any, str], Any] | None = getattr(cls, "__read__", None)
    if own is not None:
        return own(data, where)
    if not isinstance(data, Mapping):
        raise Unreadable("read.type", field=where, expected=Word("kind.record"), got=_told(data))
    names = {name.rstrip("_"): name for name in cls.__struct_fields__}
    for key in data:
        if key not in names:
            raise Unreadable("read.unknown", field=_at(where, str(key)), known=", ".join(sorted(names)))
    values = {}
    for key, name in names.items():
        if key in data:
            values[name] = read(hints(cls)[name], data[key], _at(where, key))
        elif name in _required(cls):
            raise Unreadable("read.missing", field=_at(where, key))
    return cls(**values)


def _annotated(args: tuple[Any, ...], data: Any, where: str) -> Any:
    value = read(args[0], data, where)
    if value is None:
        return value
    for limit in args[1:]:
        if isinstance(limit, Between) and not _within(value, limit):
            raise Unreadable("read.range", field=where, low=limit.low, high=limit.high, got=_told(data))
        if isinstance(limit, Length) and not limit.least <= len(value) <= limit.most:
            raise Unreadable("read.length", field=where, least=limit.least, most=limit.most, got=len(value))
        if isinstance(limit, Pattern) and not re.fullmatch(limit.regex, value):
            raise Unreadable("read.pattern", field=where, form=Word(limit.form), got=_told(data))
    return value


def _within(value: int, limit: Between) -> bool:
    return (limit.low is None or value >= limit.low) and (limit.high is None or value <= limit.high)


def _union(args: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and type(None) in args:
        return None
    kinds = [kind for kind in args if kind is not type(None)]
    if isinstance(data, Mapping) and (tag := _tag(tuple(kinds))) is not None:
        return _tagged(tag, kinds, data, where)
    error: Unreadable | None = None
    for kind in kinds:
        try:
            return read(kind, data, where)
        except Unreadable as caught:
            # the error that got deepest is the one the writer meant
            if error is None or len(str(caught.args_["field"])) > len(str(error.args_["field"])):
                error = caught
    assert error is not None
    raise error


@cache
def _tag(kinds: tuple[Any, ...]) -> str | None:
    """The first field that tells these records apart, because it is required and has other literals in each."""
    if len(kinds) < 2 or not all(map(_is_record, kinds)):
        return None
    names: tuple[str, ...] = kinds[0].__struct_fields__
    for name in names:
        found = [literal for kind in kinds for literal in _tags(kind, name) or (None,)]
        if None not in found and len(set(found)) == len(found):
            return name
    return None


def _tags(kind: Any, name: str) -> tuple[Any, ...]:
    """What stands in a record's field if it is required and takes literals only."""
    if name not in _required(kind):
        return ()
    hint = hints(kind)[name]
    return get_args(hint) if get_origin(hint) is Literal else ()


def _tagged(tag: str, kinds: list[Any], data: Mapping[str, Any], where: str) -> Any:
    """One of several records, chosen by what stands in its tag: its own errors are told, not those of the others."""
    if tag not in data:
        raise Unreadable("read.missing", field=_at(where, tag))
    wanted = _literal(tuple(literal for kind in kinds for literal in _tags(kind, tag)), data[tag], _at(where, tag))
    return read(next(kind for kind in kinds if wanted in _tags(kind, tag)), data, where)


def _literal(args: tuple[Any, ...], data: Any, where: str) -> Any:
    for value in args:
        if type(value) is type(data) and value == data:
            return value
    raise Unreadable("read.choice", field=where, choices=", ".join(map(str, args)), got=_told(data))


def _tuple(args: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise Unreadable("read.type", field=where, expected=Word("kind.list"), got=_told(data))
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(read(args[0], item, _at(where, str(n))) for n, item in enumerate(data, 1))
    if len(data) != len(args):
        raise Unreadable("read.count", field=where, expected=len(args), got=len(data))
    return tuple(read(kind, item, _at(where, str(n))) for n, (kind, item) in enumerate(zip(args, data, strict=True), 1))


def _mapping(args: tuple[Any, ...], data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise Unreadable("read.type", field=where, expected=Word("kind.record"), got=_told(data))
    return {
        read(args[0], key, _at(where, str(key))): read(args[1], item, _at(where, str(key)))
        for key, item in data.items()
    }


_NAMES: dict[Any, str] = {int: "int", str: "text", bool: "flag"}


def _scalar(kind: Any, data: Any, where: str) -> Any:
    if kind is Any or type(data) is kind:
        return _plain(data, where)
    raise Unreadable("read.type", field=where, expected=Word(f"kind.{_NAMES.get(kind, 'text')}"), got=_told(data))


def _plain(data: Any, where: str) -> Any:
    """The same data, if it is what a log can hold. Raises Unreadable for a number that is not whole, and for half a
    character (a lone surrogate has no UTF-8)."""
    if isinstance(data, Mapping):
        for key, item in data.items():
            _plain(str(key), where)
            _plain(item, _at(where, str(key)))
    elif isinstance(data, list | tuple):
        for number, item in enumerate(data, 1):
            _plain(item, _at(where, str(number)))
    elif isinstance(data, str):
        if any("\ud800" <= char <= "\udfff" for char in data):
            raise Unreadable("read.type", field=where, expected=Word("kind.text"), got=_told(data))
    elif data is not None and not isinstance(data, int):
        raise Unreadable("read.type", field=where, expected=Word("kind.int"), got=_told(data))
    return data


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _told(data: Any) -> str:
    text = str(data).encode(errors="replace").decode()
    return text if len(text) <= 60 else text[:57] + "…"


def schema(kind: Any) -> dict[str, Any]:
    """JSON Schema (2020-12) of a record class or type hint, as `read` accepts it."""
    if _is_record(kind):
        return _record_schema(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _limited(schema(args[0]), args[1:])
    if origin is Union or isinstance(kind, types.UnionType):
        return {"anyOf": [schema(arg) for arg in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": schema(args[0])}
        return {
            "type": "array",
            "prefixItems": [schema(a) for a in args],
            "minItems": len(args),
            "items": False,
        }
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "propertyNames": schema(args[0]), "additionalProperties": schema(args[1])}
    names = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
    return {"type": names[kind]} if kind in names else {}


def _record_schema(cls: type[Struct]) -> dict[str, Any]:
    own = getattr(cls, "__schema__", None)
    if own is not None:
        return dict(own())
    required = [name.rstrip("_") for name in _required(cls)]
    properties = {name.rstrip("_"): schema(hints(cls)[name]) for name in cls.__struct_fields__}
    found: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | ({"required": required} if required else {})


def _limited(found: dict[str, Any], limits: tuple[Any, ...]) -> dict[str, Any]:
    for limit in limits:
        if isinstance(limit, Between):
            found |= {} if limit.low is None else {"minimum": limit.low}
            found |= {} if limit.high is None else {"maximum": limit.high}
        if isinstance(limit, Length):
            noun = "Items" if found.get("type") == "array" else "Length"
            found |= {f"max{noun}": limit.most} | ({f"min{noun}": limit.least} if limit.least else {})
        if isinstance(limit, Pattern):
            found |= {"pattern": f"^(?:{limit.regex})$"}
    return found


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by dotted places as a nested table; a table whose keys are all numbers is a list in that order."""
    tree: dict[str, Any] = {}
    for place, value in values.items():
        *parents, last = place.split(".")
        branch = tree
        for part in parents:
            branch = branch.setdefault(part, {})
        branch[last] = value
    return {key: _as_list(branch) for key, branch in tree.items()}


def _as_list(branch: Any) -> Any:
    if not isinstance(branch, dict):
        return branch
    grown = {key: _as_list(item) for key, item in branch.items()}
    if grown and all(key.isdigit() for key in grown):
        return [grown[key] for key in sorted(grown, key=int)]
    return grown
