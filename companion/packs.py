"""Sets and overlays of content: records by id, merged field by field, validated whole, named by a hash."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from companion.canonical import Plain, canonical, digest
from companion.refusals import Refusal
from companion.words import data_folder, load_yaml

Records = Mapping[str, Mapping[str, Mapping[str, Plain]]]
"""kind → id → field → value"""


class BadPack(Refusal):
    """A pack of content that cannot be used: which pack, which record, what is wrong and what would be right."""


class Pack(Struct, frozen=True):
    """A set or an overlay: its key and its records."""

    key: str
    records: Records

    @property
    def text(self) -> bytes:
        """What is stored with a table: the canonical JSON of the records."""
        return canonical(self.records)

    @property
    def hash(self) -> str:
        return digest(self.records)

    @classmethod
    def stored(cls, key: str, data: bytes) -> Pack:
        return cls(key, json.loads(data))


def read_pack(key: str, tree: Plain) -> Pack:
    """A pack from plain data: a table of kinds, each a table of records by id. Raises BadPack."""
    if not isinstance(tree, Mapping):
        raise BadPack("pack.table", pack=key, where="")
    records: dict[str, dict[str, dict[str, Plain]]] = {}
    for kind, table in tree.items():
        if not isinstance(table, Mapping):
            raise BadPack("pack.table", pack=key, where=str(kind))
        for name, record in table.items():
            if not isinstance(record, Mapping):
                raise BadPack("pack.table", pack=key, where=f"{kind}.{name}")
            records.setdefault(str(kind), {})[str(name)] = {str(f): v for f, v in record.items()}
    try:
        text = canonical(records)
    except (TypeError, ValueError) as caught:
        raise BadPack("pack.value", pack=key) from caught
    _no_floats(key, records)
    return Pack.stored(key, text)


def _no_floats(key: str, value: Plain, where: str = "") -> None:
    if isinstance(value, float):
        raise BadPack("pack.float", pack=key, where=where, got=str(value))
    items: Iterable[tuple[object, Plain]] = ()
    if isinstance(value, Mapping):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value, 1)
    for name, item in items:
        _no_floats(key, item, f"{where}.{name}" if where else str(name))


@cache
def sets(package: str) -> tuple[str, ...]:
    """The keys of the sets that a game brings: the folders in its `content/`."""
    return tuple(sorted(path.name for path in data_folder(package).joinpath("content").iterdir() if path.is_dir()))


@cache
def load_set(package: str, key: str) -> Pack:
    """A set of a game: every YAML file in `content/<key>/` is a kind, named by the file.

    Raises BadPack for an unknown set, naming those there are.
    """
    if key not in sets(package):
        raise BadPack("pack.unknown", pack=key, known=", ".join(sets(package)))
    return read_pack(key, dict(_kinds(data_folder(package).joinpath("content", key))))


def _kinds(folder: Path) -> Iterable[tuple[str, Plain]]:
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".yaml"):
            yield path.name.removesuffix(".yaml"), load_yaml(path)


def merge(packs: Iterable[Pack]) -> dict[str, dict[str, dict[str, Plain]]]:
    """The records of several packs, the later over the earlier, by id and field by field.

    `null` never overwrites a value; `drop: true` removes a record.
    """
    merged: dict[str, dict[str, dict[str, Plain]]] = {}
    for pack in packs:
        for kind, table in pack.records.items():
            known = merged.setdefault(kind, {})
            for name, record in table.items():
                if record.get("drop") is True:
                    known.pop(name, None)
                    continue
                fields = known.setdefault(name, {})
                for key, value in record.items():
                    if value is not None or key not in fields:
                        fields[key] = value
    return merged
