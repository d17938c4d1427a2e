"""The house knows no game: outside the folders of games nothing has a game's key, its name, or one of its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rulebook import rulebook
from companion.words import LANGUAGES, catalogue

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ("companion", "printables", "webapp")
KINDS = {".py", ".yaml", ".html", ".js", ".css", ".svg", ".json", ".md", ".txt", ".xml"}

# The folders of games, and the name of each: a game is found by its folder here, so that none can be forgotten.
KEYS = sorted(path.name for path in (ROOT / "companion" / "games").iterdir() if (path / "__init__.py").is_file())


def house() -> Iterator[tuple[str, str]]:
    """Every file of the house outside the folders of games, and its text."""
    for top in HOUSE:
        for path in sorted((ROOT / top).rglob("*")):
            place = path.relative_to(ROOT)
            if path.is_file() and "games" not in place.parts[1:-1] and path.suffix in KINDS:
                yield place.as_posix(), path.read_text(encoding="utf-8")


def spellings(folder: str) -> set[str]:
    """The key of a game as a key, as a package and in words, its names, and the beginnings of its rules' ids."""
    # Its folder is enough: a game that is not finished, and that no entry point names, is held to this as well.
    package = f"companion.games.{folder}"
    names = {catalogue(lang, package)("game.name") for lang in LANGUAGES}
    rules = {rule.id.split("-")[0] + "-" for rule in rulebook(package, "en") if "-" in rule.id}
    return {folder.replace("_", "-"), folder, folder.replace("_", ""), folder.replace("_", " "), *names, *rules}


def test_the_search_sees_the_house_and_its_games() -> None:
    files = {place for place, _ in house()}

    assert KEYS
    assert {
        "companion/game.py",
        "webapp/openapi.yaml",
        "webapp/static/tableside.css",
        "webapp/templates/base.html",
    } <= files
    assert "printables/words/ru.yaml" in files
    assert not {place for place in files if "/games/" in place}


@pytest.mark.parametrize("folder", KEYS)
def test_no_file_outside_the_folders_of_games_has_a_games_key(folder: str) -> None:
    wanted = spellings(folder)
    # A rule's beginning is two capital letters: it is searched as it is written, and everything else in any case.
    search = re.compile(
        "|".join(re.escape(text) if text.endswith("-") else f"(?i:{re.escape(text)})" for text in wanted)
    )

    found = {
        f"{place}:{text.count(chr(10), 0, hit.start()) + 1} {hit.group()}"
        for place, text in house()
        for hit in search.finditer(text)
    }

    assert len(wanted) >= 4
    assert found == set()


@pytest.mark.parametrize("folder", KEYS)
def test_no_file_outside_the_folders_of_games_is_named_after_one(folder: str) -> None:
    names = {place for place, _ in house() if folder in place.replace("-", "_")}

    assert names == set()
