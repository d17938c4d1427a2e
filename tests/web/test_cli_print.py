"""`tableside print`: sets, backs, heroes and fillings, and what it says when one of them is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from webapp.cli import main

HEROES = """\
players:
  - {name: Anna, class: healer, gold: 9}
  - {name: Boris, class: smuggler, traits: [2, 3]}
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `tableside print roll-player …` in an empty folder; gives exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main(["print", "roll-player", *arguments, "--lang", "en"])
        told = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return caught.value.code, told.out, told.err

    return run


def pages(path: str) -> list[str]:
    found: list[Any] = list(PdfDocument(Path(path).read_bytes()))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in found]


def test_cards_come_with_their_backs_unless_they_are_left_out(run: Run) -> None:
    assert run("initiative", "-o", "both.pdf")[0] == 0
    assert run("initiative", "--no-backs", "-o", "fronts.pdf")[0] == 0

    assert len(pages("both.pdf")) == 2
    assert len(pages("fronts.pdf")) == 1


def test_a_set_is_chosen_by_its_name(run: Run) -> None:
    run("alignments", "-o", "own.pdf")
    run("alignments", "--set", "published", "-o", "published.pdf")

    assert "Peacekeeper" in " ".join(pages("own.pdf"))
    assert "Arbiter" in " ".join(pages("published.pdf"))
    assert "Peacekeeper" not in " ".join(pages("published.pdf"))


def test_a_score_file_becomes_a_page_for_each_hero(run: Run) -> None:
    Path("heroes.yaml").write_text(HEROES, encoding="utf-8")

    assert run("hero-record", "--hero", "heroes.yaml", "--set", "own", "-o", "heroes.pdf")[0] == 0

    first, second = pages("heroes.pdf")
    assert "Anna" in first
    assert "Healer" in first
    assert "Boris" in second


def test_a_sheet_is_filled_in_beforehand(run: Run) -> None:
    assert run("character-sheet", "--fill", "class=healer", "--fill", "race=giantkin", "-o", "sheet.pdf")[0] == 0

    (page,) = pages("sheet.pdf")
    assert "Giantkin" in page
    assert "Mending" in page


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("market", "--set", "onw"), "There is no set “onw”. There are: own, published."),
        (("character-sheet", "--fill", "class"), "“class” fills nothing in. Write KEY=VALUE."),
        (("character-sheet", "--fill", "class=heeler"), "There is no class “heeler”. Nearest: "),
        (("hero-record", "--hero", "nowhere.yaml"), "nowhere.yaml: there is no such file."),
        (("hero-record", "--hero", "heroes.yaml"), "heroes.yaml, line 2: players.1.class cannot be “healer”."),
    ],
)
def test_what_cannot_be_printed_is_told_in_one_sentence_and_ends_with_2(
    run: Run, arguments: tuple[str, ...], told: str
) -> None:
    Path("heroes.yaml").write_text(HEROES, encoding="utf-8")

    code, out, errors = run(*arguments)

    assert (code, out) == (2, "")
    assert told in errors
    assert not list(Path().glob("*.pdf"))
