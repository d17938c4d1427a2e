"""docs/new-game.md and the game that it builds are one: every snippet stands in a file, and no code is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
GAME = ROOT / "tests" / "games" / "regatta"

LABELLED = re.compile(r"^(All|Lines) of `([^`]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SNIPPETS = [pytest.param(*found, id=f"{found[0]}-{found[1]}") for found in LABELLED.findall(PAGE)]

# What is typed into a terminal, and the list of rooms: no file has them.
TOLD = ("sh", "text")


@pytest.mark.parametrize(("how", "path", "snippet"), SNIPPETS)
def test_a_snippet_is_what_stands_in_the_file(how: str, path: str, snippet: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    if how == "All":
        assert snippet == text
    for part in re.split(r"^…\n", snippet, flags=re.MULTILINE):
        assert f"\n{part}" in f"\n{text}", part


def test_no_snippet_is_without_its_file() -> None:
    blocks = re.findall(r"^```(\w+)\n", PAGE, re.MULTILINE)

    assert len([kind for kind in blocks if kind not in TOLD]) == len(SNIPPETS) > 10


def test_the_page_has_all_of_the_code_and_the_content() -> None:
    whole = {path for how, path, _ in LABELLED.findall(PAGE) if how == "All"}
    files = [path for path in GAME.rglob("*") if path.suffix == ".py" or path.parent.parent == GAME / "content"]

    assert files
    assert {path.relative_to(ROOT).as_posix() for path in files} - whole == set()


def test_every_name_that_a_game_has_is_explained() -> None:
    from companion.game import Game

    names = {name for name in vars(Game) if not name.startswith("_")}
    table = PAGE.partition("## 11. The game")[2]

    assert {name for name in names if not re.search(rf"\b{name}\b", table)} == set()
