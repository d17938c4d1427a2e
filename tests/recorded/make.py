"""Make the recorded games of every game again, byte for byte: `make recorded`.

They are whole games that a person has read once; the test beside this script folds each to its known state. Prints what
that test knows about each game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.archive import write_archive
from companion.canonical import Plain, canonical, state_hash
from companion.table import Table
from tests.recorded.playing import Plan, playing

ROOT = Path(__file__).resolve().parents[2]
EVERY = 50
"""The hash of the state is kept at every so many entries, as the store keeps it."""

PLANS: Mapping[str, Any] = {
    path.stem.removesuffix("_plans"): import_module(f"tests.recorded.{path.stem}")
    for path in sorted(Path(__file__).parent.glob("*_plans.py"))
}
"""By the folder of a game the module of its plans: GAMES by their names, and what is KNOWN of each."""


SHELVES = (ROOT / "companion" / "games", ROOT / "tests" / "games")


def folder(game: str) -> Path:
    """Where the recorded games of a game lie: in its package."""
    return next(shelf / game / "recorded" for shelf in SHELVES if (shelf / game).is_dir())


def record(plan: Plan) -> tuple[Table, str]:
    """The finished table of a plan, and its file."""
    states: dict[int, str] = {}
    table = None
    for table in playing(plan):
        if table.seq % EVERY == 0 or table.result is not None:
            states[table.seq] = state_hash(table.state)
    assert table is not None
    return table, "".join(lines(write_archive(table, states=states)))


def lines(archive: Mapping[str, Plain]) -> Iterator[str]:
    """An archive as JSON with one entry, pack or hash on each line, so that a difference can be read."""
    yield "{\n"
    for number, (key, value) in enumerate(sorted(archive.items())):
        yield ",\n" if number else ""
        yield f"{json.dumps(key)}: {_many(value)}"
    yield "\n}\n"


def _many(value: Plain) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(canonical(item).decode() for item in value) + "\n]"
    if isinstance(value, Mapping):
        return (
            "{\n" + ",\n".join(f"{json.dumps(key)}: {canonical(item).decode()}" for key, item in value.items()) + "\n}"
        )
    return canonical(value).decode()


def scores(table: Table) -> tuple[int, ...]:
    """The totals, from seat 1 on."""
    assert table.result is not None
    ordered = sorted(table.result.places, key=lambda place: place.seat)
    return tuple(place.breakdown.total for place in ordered)


def main() -> None:
    for game, plans in PLANS.items():
        folder(game).mkdir(exist_ok=True)
        for name, plan in plans.GAMES.items():
            table, text = record(plan)
            (folder(game) / f"{name}.json").write_text(text, encoding="utf-8")
            print(f'    "{name}": ("{state_hash(table.state)}", {scores(table)}),')


if __name__ == "__main__":
    main()
