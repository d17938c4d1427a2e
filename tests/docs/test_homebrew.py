"""docs/homebrew.md is whole and true: every option and every key stands in it, and what it shows works."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml

from companion.words import Word, catalogue
from printables.deck.build import build
from printables.deck.conditions import compiled
from printables.deck.language import (
    BY_KIND,
    CONDITION,
    DECK,
    ELEMENT_KINDS,
    EVERY,
    FACES,
    FIELD,
    FIELD_KINDS,
    LAYOUT_KEYS,
    PROPERTIES,
    ROLES,
    ROW_FIELDS,
    SPECIAL,
)
from printables.deck.layout import built_in_names
from printables.deck.problems import BadDeck
from printables.deck.schema import deck_schema, layout_schema
from webapp.cli import cli

ROOT = Path(__file__).resolve().parents[2]
DECKS = ROOT / "printables" / "deck"


@cache
def document() -> str:
    return (ROOT / "docs" / "homebrew.md").read_text(encoding="utf-8")


@cache
def tables() -> dict[str, list[list[str]]]:
    """The rows of every table by what stands over its first column: the cells of each."""
    found: dict[str, list[list[str]]] = {}
    for table in re.findall(r"(?:^\|.*\|\n)+", document(), re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()]
        found[rows[0][0]] = rows[2:]
    return found


def names(table: str, column: int = 0) -> list[str]:
    """What stands as code in a column of a table."""
    return [name for row in tables()[table] for name in re.findall(r"`([^`]+)`", row[column])]


def snippets(language: str) -> list[str]:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", document(), re.DOTALL | re.MULTILINE)
    return [text for kind, text in blocks if kind == language]


def test_every_option_of_the_command_is_in_its_table_and_no_other() -> None:
    options = {
        option
        for parameter in cli.commands["deck"].params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
    }

    assert set(names("option")) == options


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        ("key", {key.name for key in DECK}),
        ("key of a layout", {key.name for key in LAYOUT_KEYS}),
        ("key of a field", {key.name for key in FIELD}),
        ("kind", set(ELEMENT_KINDS)),
        ("property", set(PROPERTIES)),
        ("word", {name for name, _ in CONDITION}),
    ],
)
def test_every_key_is_in_its_table_and_no_other(table: str, keys: set[str]) -> None:
    assert set(names(table)) == keys


def test_every_kind_of_element_lists_its_own_properties() -> None:
    for row in tables()["kind"]:
        told = set(re.findall(r"`([^`]+)`", row[2]))
        kinds = re.findall(r"`([^`]+)`", row[0])
        assert told == {name for kind in kinds for name in BY_KIND[kind]}, kinds
    assert set(EVERY) | {name for own in BY_KIND.values() for name in own} == set(PROPERTIES)


def test_every_word_of_the_language_stands_in_the_text() -> None:
    words = {*ROLES, *FACES, *FIELD_KINDS, *ROW_FIELDS, *(f"{{{name}}}" for name in SPECIAL)}

    assert {word for word in words if f"`{word}`" not in document()} == set()


def test_every_key_has_a_description_in_the_schema() -> None:
    for keys in (DECK, LAYOUT_KEYS, FIELD, tuple(PROPERTIES.values())):
        assert all(key.about.endswith(".") for key in keys)


# What it shows works


def test_the_deck_file_that_is_shown_is_that_of_the_sample() -> None:
    shown = yaml.safe_load(snippets("yaml")[0])

    assert shown == yaml.safe_load((DECKS / "samples" / "harbour" / "deck.yaml").read_text(encoding="utf-8"))


def test_the_table_and_the_layout_that_are_shown_make_cards(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(snippets("csv")[0], encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(snippets("yaml")[1], encoding="utf-8")
    deck = {"deck": "Mine", "rows": "cards.csv", "layout": "mine.yaml", "values": {"guild": "red"}}
    (tmp_path / "deck.yaml").write_text(yaml.safe_dump(deck), encoding="utf-8")

    assert build([tmp_path / "deck.yaml"]).cards == 4


def test_the_conditions_that_are_shown_can_be_read() -> None:
    shown = [line for line in snippets("yaml")[2].splitlines() if line]

    assert len(shown) == 3
    for line in shown:
        compiled(yaml.safe_load(line)["when"])


def test_the_errors_that_are_shown_are_told_like_that(tmp_path: Path) -> None:
    (shown,) = snippets("")[-1:]
    lines = [line for line in shown.splitlines() if line.startswith(("harbour.csv", "deck.yaml"))]
    for path in (DECKS / "samples" / "harbour").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    table = (tmp_path / "harbour.csv").read_text(encoding="utf-8").splitlines()
    table[4] = table[4].replace(",3,2,", ",3,two,", 1)
    table[8] = table[8].replace(",lock,", ",trch,", 1)
    (tmp_path / "harbour.csv").write_text("\n".join(table), encoding="utf-8")

    assert told(tmp_path) == lines[:2]
    shutil.copy(DECKS / "samples" / "harbour" / "harbour.csv", tmp_path)
    deck = (tmp_path / "deck.yaml").read_text(encoding="utf-8")
    (tmp_path / "deck.yaml").write_text(deck.replace("layout: item", "layout: itme"), encoding="utf-8")
    assert [re.sub(r"line \d+", "line 3", line) for line in told(tmp_path)] == lines[2:]


def told(folder: Path) -> list[str]:
    with pytest.raises(BadDeck) as caught:
        build([folder / "deck.yaml"])
    words = catalogue("en", "printables")
    return [words.say(Word(problem.key, problem.args_)) for problem in caught.value.problems]


def test_the_picture_of_all_layouts_shows_every_one() -> None:
    shown = set()
    for path in (ROOT / "docs" / "decks").glob("*.yaml"):
        deck = yaml.safe_load(path.read_text(encoding="utf-8"))
        shown |= {deck["layout"], *(row["layout"] for row in deck["rows"] if "layout" in row)}
        assert build([path]).cards == len(deck["rows"])

    assert shown == set(built_in_names())
    assert len(shown) >= 10


# The schema


def plain(text: str) -> Any:
    """A YAML file as a validator sees it: as JSON."""
    return json.loads(json.dumps(yaml.safe_load(text)))


@pytest.mark.parametrize("path", sorted((DECKS / "layouts").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_layout_is_what_its_schema_says(path: Path) -> None:
    jsonschema.Draft202012Validator(layout_schema()).validate(plain(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "path",
    [*sorted((DECKS / "samples").glob("*/deck.yaml")), *sorted((ROOT / "docs" / "decks").glob("*.yaml"))],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_every_deck_is_what_its_schema_says(path: Path) -> None:
    jsonschema.Draft202012Validator(deck_schema()).validate(plain(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "change",
    [
        {"dekc": "x"},
        {"deck": None},
        {"rows": 3},
        {"size": 63},
        {"accent": "blue"},
        {"floor": 2},
        {"lang": "de"},
        {"separator": "|"},
        {"only": {"cost": {"at_leats": 3}}},
        {"layout": {"elements": {"a": {"kind": "txt", "at": [0, 0, 1, 1]}}}},
        {"layout": {"elements": {"a": {"kind": "box", "at": [0, 0, 1]}}}},
        {"layout": {"elements": {"a": {"kind": "box", "at": [0, 0, 1, 1], "text": "x"}}}},
        {"layout": {"elements": {"a": {"kind": "text", "at": [0, 0, 1, 1], "text": "x", "align": "middle"}}}},
        {"layout": {"fields": {"a": {"kind": "nmber"}}, "elements": {}}},
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(tmp_path: Path, change: dict[str, Any]) -> None:
    deck = {"deck": "x", "rows": [{"title": "a", "cost": 1}], "layout": "plain"} | change

    assert not jsonschema.Draft202012Validator(deck_schema()).is_valid(deck)
    (tmp_path / "deck.yaml").write_text(yaml.safe_dump(deck), encoding="utf-8")
    with pytest.raises(BadDeck):
        build([tmp_path / "deck.yaml"])
