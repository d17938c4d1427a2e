"""Small pictures of ours that stand in texts, on cards and on tokens: one drawing for each in `drawings/`, as SVG.

A drawing is one path of closed rings (M and Z, absolute, in a square of 64), filled by the even-odd rule, so that any
drawing program can change it. In memory it stands in a square of side 2 around (0, 0), y down, as the shapes of the
palette do, and it is read when it is first drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from companion.words import data_folder, load_yaml
from printables.shapes import Outline

_PATH = r' d="([^"]+)"'
_HERE = data_folder(__package__)
_HALF = 32.0


class _Drawings(Mapping[str, Outline]):
    """Every icon by name, each read once."""

    def __init__(self) -> None:
        self._read: dict[str, Outline] = {}

    def __getitem__(self, name: str) -> Outline:
        found = self._read.get(name)
        if found is None:
            if name not in icon_names():
                raise KeyError(name)
            found = self._read[name] = _outline((_HERE / "drawings" / f"{name}.svg").read_text())
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(icon_names())

    def __len__(self) -> int:
        return len(icon_names())


def _outline(svg: str) -> Outline:
    found = re.search(_PATH, svg)
    rings = found[1].split("Z") if found is not None else []
    return tuple(
        tuple(
            ((float(x) - _HALF) / _HALF, (float(y) - _HALF) / _HALF)
            for x, y in (corner.split(",") for corner in ring.strip().removeprefix("M").split())
        )
        for ring in rings
        if ring.strip()
    )


@cache
def icons() -> Mapping[str, Outline]:
    """Every icon by name."""
    return _Drawings()


@cache
def _index() -> Mapping[str, Mapping[str, list[str]]]:
    found: Mapping[str, Mapping[str, list[str]]] = load_yaml(_HERE / "icons.yaml")
    return found


@cache
def icon_themes() -> Mapping[str, tuple[str, ...]]:
    """The names of the icons by what they tell of."""
    return {theme: tuple(names) for theme, names in _index()["themes"].items()}


@cache
def icon_names() -> tuple[str, ...]:
    """The names of all icons, theme by theme."""
    return tuple(name for names in icon_themes().values() for name in names)


@cache
def symbols() -> Mapping[str, str]:
    """Which icon is drawn for a symbol that people type."""
    return {symbol: str(name) for symbol, name in _index()["symbols"].items()}
