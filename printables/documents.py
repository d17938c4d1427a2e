"""YAML files that people write: read by the safe loader, with the line of everything in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.refusals import Refusal

LARGEST = 1_000_000
"""Bytes of a file that people write by hand."""

# What a file may unfold to: a few lines of YAML can name each other billions of times over.
MOST_NODES = 100_000
_DEEPEST = 50


class BadFile(Refusal):
    """A file that cannot be read: which, where, and what would be right."""


class Document(Struct, frozen=True):
    """The contents of a YAML file. `lines` says where a dotted place stands (counted from 1, lists too)."""

    name: str
    data: Any
    lines: dict[str, int]

    def line(self, place: str) -> int | None:
        """The line of a place, or of the nearest one around it."""
        while place and place not in self.lines:
            place = place.rpartition(".")[0]
        return self.lines.get(place)


def read_file(path: Path, largest: int = LARGEST) -> bytes:
    """The bytes of a file. Raises BadFile."""
    name = str(path)
    try:
        with path.open("rb") as file:
            found = file.read(largest + 1)
    except FileNotFoundError as caught:
        raise BadFile("file.missing", file=name) from caught
    except (OSError, ValueError) as caught:
        detail = getattr(caught, "strerror", None) or str(caught)
        raise BadFile("file.unreadable", file=name, detail=detail) from caught
    if len(found) > largest:
        raise BadFile("file.too_large", file=name, most=largest)
    return found


def decoded(name: str, content: bytes) -> str:
    """Text in UTF-8, with a byte-order mark or without. Raises BadFile."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as caught:
        raise BadFile("file.not_utf8", file=name) from caught


def parse_yaml(name: str, text: str, *, most: int = MOST_NODES) -> Document:
    """The text of a YAML file. Raises BadFile for what is no YAML, a key that stands twice, too much."""
    import yaml

    # The fast one where the machine has it; both are safe.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        node = loader.get_single_node()
        if node is None:
            raise BadFile("file.empty", file=name)
        lines = dict(_walk(node, name, most))
        return Document(name, loader.construct_document(node), lines)
    except yaml.MarkedYAMLError as caught:
        mark = caught.problem_mark or caught.context_mark
        line = mark.line + 1 if mark else 1
        raise BadFile("file.not_yaml", file=name, line=line, detail=str(caught.problem)[:80]) from caught
    except (yaml.YAMLError, ValueError) as caught:
        raise BadFile("file.not_yaml", file=name, line=1, detail=str(caught).split("\n")[0][:80]) from caught
    except RecursionError as caught:
        raise BadFile("file.too_much", file=name) from caught
    finally:
        loader.dispose()


def _walk(root: Any, name: str, most: int) -> Iterator[tuple[str, int]]:
    """Every place and its line, as far as the file unfolds. Raises BadFile for a key that stands twice in a record."""
    waiting: list[tuple[Any, str, int]] = [(root, "", 0)]
    count = 0
    while waiting:
        node, place, depth = waiting.pop()
        count += 1
        if count > most or depth > _DEEPEST:
            raise BadFile("file.too_much", file=name)
        yield place, node.start_mark.line + 1
        waiting += [(child, f"{place}.{key}" if place else key, depth + 1) for key, child in _children(node, name)]


def _children(node: Any, name: str) -> Iterator[tuple[str, Any]]:
    if node.id == "sequence":
        yield from ((str(number), child) for number, child in enumerate(node.value, 1))
    if node.id != "mapping":
        return
    seen: dict[tuple[str, str], int] = {}
    for key, child in node.value:
        line = key.start_mark.line + 1
        known = (key.tag, str(key.value))
        if known in seen and not key.tag.endswith(":merge"):
            raise BadFile("file.twice", file=name, key=str(key.value)[:40], line=line, first=seen[known])
        seen[known] = line
        yield str(key.value), child
