"""Make the recorded games again, byte for byte: `python tests/recorded/make.py`.

They are whole games that a person has read once; the test beside this script folds each to its known state. Prints what
that test knows about each game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from playing import Plan, playing

from companion.archive import write_archive
from companion.canonical import Plain, canonical, state_hash
from companion.table import Table

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "companion" / "games" / "roll_player" / "recorded"
EVERY = 50
"""The hash of the state is kept at every so many entries, as the store keeps it."""

GAMES: Mapping[str, Plan] = {
    "two-none": Plan(2, {"cards": "none"}, seed=11, calm=True),
    "three-types": Plan(3, {"cards": "types"}, seed=12, calm=True),
    "four-short-less-random": Plan(4, {"cards": "none", "variants": ["less_random", "short_game"]}, seed=13, calm=True),
    "solo-types": Plan(1, {"cards": "types"}, seed=14, calm=True),
    "solo-real-dice": Plan(1, {"cards": "none", "dice": "physical"}, seed=15, calm=True),
    "two-full-real-cards": Plan(
        2, {"cards": "full", "decks": "physical", "class_choice": "choose"}, seed=16, calm=True
    ),
}


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
    """The stars, from seat 1 on."""
    assert table.result is not None
    ordered = sorted(table.result.places, key=lambda place: place.seat)
    return tuple(place.breakdown.total for place in ordered)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, plan in GAMES.items():
        table, text = record(plan)
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
        print(f'    "{name}": ("{state_hash(table.state)}", {scores(table)}),')


if __name__ == "__main__":
    main()
