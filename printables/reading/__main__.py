"""`python -m printables.reading GAME` stores the geometries of a game that have changed, each as its next version.

A stored file is never changed: pages of that version are printed and on somebody's table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from companion.game import find_game
from companion.words import data_folder
from printables.press import all_prints, items_of
from printables.reading.geometry import stored


def store(game_key: str) -> Iterator[Path]:
    """Write what has changed; answers with the new files."""
    game, prints = find_game(game_key), all_prints()[game_key]
    folder = data_folder(prints.package) / "geometry"
    folder.mkdir(exist_ok=True)
    for item in items_of(game, prints).values():
        for layout in item.layouts(game):
            known = stored(prints.package, layout.pad, layout.frame)
            version = known[-1].version if known else 0
            if known and replace(layout, version=version) == known[-1]:
                continue
            fresh = replace(layout, version=version + 1)
            path = folder / fresh.file
            path.write_text(fresh.text(), encoding="utf-8")
            yield path


if __name__ == "__main__":
    for written in store(sys.argv[1]):
        print(written)
