"""`tableside thing`, pictures of cards, and what is told of letters that no font has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from webapp.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `tableside …` in an empty folder; gives exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([*arguments, "--lang", lang])
        told = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return caught.value.code, told.out, told.err

    return run


@pytest.mark.parametrize(
    ("arguments", "name", "pages"),
    [
        (("tokens", "12x{sword}", "5@gold", "--shape", "hex"), "tokens", 2),
        (("tokens", "12x{sword}", "--no-backs"), "tokens", 1),
        (
            ("box", "--cards", "60", "--size", "tarot", "--stock", "0.3", "--title", "Arena", "--icon", "crown"),
            "box",
            1,
        ),
        (("dice", "--count", "9"), "dice", 2),
        (("dice", "1", "2", "3", "{star}", "{star}", "Miss"), "dice", 1),
        (("mat", "Deck", "2xMarket=tarot", "Dice=60x40", "--size", "400x280", "--paper", "a3"), "mat", 1),
        (("icons",), "icons", 2),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_thing_is_written(run: Run, arguments: tuple[str, ...], name: str, pages: int) -> None:
    code, told, _ = run("thing", *arguments)

    assert code == 0
    assert f"{name}.pdf" in told
    assert len(PdfDocument(Path(f"{name}.pdf").read_bytes())) == pages


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (("box", "--icon", "swrod"), "sword"),
        (("box", "--size", "pokr"), "poker"),
        (("tokens", "5x{swrod}"), "sword"),
        (("tokens", "1", "--shape", "rond"), "round"),
        (("tokens", "1@rde"), "red"),
        (("dice", "1", "2"), "six"),
        (("mat", "Deck", "--size", "large"), "420x297"),
        (("box", "--cards", "900"), "A4"),
    ],
)
def test_what_cannot_be_printed_is_told(run: Run, arguments: tuple[str, ...], near: str) -> None:
    code, _, errors = run("thing", *arguments)

    assert code == 2
    assert near in errors
    assert not list(Path().glob("*.pdf"))


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_missing_letter_is_a_box_and_a_line_and_an_error_if_strict(run: Run, lang: str) -> None:
    Path("heroes.yaml").write_text("players: [{name: 漢字, class: healer, gold: 9}]\n", encoding="utf-8")
    record = ("print", "roll-player", "hero-record", "--hero", "heroes.yaml", "--set", "own")

    code, _, errors = run(*record, "-o", "lenient.pdf", lang=lang)
    assert code == 0
    assert "漢" in errors
    assert "字" in errors
    assert "U+6F22" in errors
    assert Path("lenient.pdf").exists()

    assert run(*record, "-o", "strict.pdf", "--strict", lang=lang)[0] == 1
    assert not Path("strict.pdf").exists()
    assert run("thing", "tokens", "漢", "--strict", lang=lang)[0] == 1


def test_a_name_with_braces_is_a_name(run: Run) -> None:
    Path("heroes.yaml").write_text("players: [{name: '{Kim}', class: healer, gold: 9}]\n", encoding="utf-8")
    assert run("print", "roll-player", "hero-record", "--hero", "heroes.yaml", "--set", "own", "-o", "h.pdf")[0] == 0
    assert "{Kim}" in PdfDocument(Path("h.pdf").read_bytes())[0].get_textpage().get_text_range()


def test_cards_of_a_game_and_of_a_deck_become_pictures(run: Run) -> None:
    code, told, _ = run("print", "roll-player", "initiative", "--png", "fronts", "--tabletop", "sheets")
    assert code == 0
    assert "fronts" in told
    assert sorted(path.name for path in Path("fronts").iterdir()) == [f"initiative-00{n}.png" for n in range(1, 6)]
    assert sorted(path.name for path in Path("sheets").iterdir()) == [
        "initiative-cards-back.png", "initiative-cards-fronts-1.png",
    ]  # fmt: skip
    assert not list(Path().glob("*.pdf"))

    Path("deck.yaml").write_text("deck: Pets\nrows: [{title: Cat}, {title: Dog}]\nlayout: plain\n", encoding="utf-8")
    assert run("deck", "deck.yaml", "--png", "pets", "-o", "pets.pdf")[0] == 0
    assert sorted(path.name for path in Path("pets").iterdir()) == ["001-cat.png", "002-dog.png"]
    assert Image.open("pets/001-cat.png").size == (750, 1050)
    assert Path("pets.pdf").exists()

    code, _, errors = run("print", "roll-player", "score-pad", "--png", "none")
    assert code == 2
    assert "cards" in errors
