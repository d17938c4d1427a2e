"""`tableside print` with everything that is laid out otherwise, `tableside printers` and `tableside sizes`."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from terminal import ran, told_by

from printables.imposition import LAYOUTS, STYLES
from printables.options import BY_KEY
from webapp.cli import cli

GAME = "roll-player"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def pages(path: str) -> list[str]:
    return [page.get_textpage().get_text_range() for page in PdfDocument(Path(path).read_bytes())]


def test_every_option_of_a_setting_is_one_of_the_command() -> None:
    known = {option for parameter in cli.commands["print"].params for option in parameter.opts}
    assert {f"--{key}" for key in BY_KEY} <= known
    with click.Context(cli.commands["print"]) as context:
        told = " ".join(cli.commands["print"].get_help(context).split())
    for name in (*LAYOUTS, *STYLES):
        assert name in told


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_prints_a_deck_of_a_game(layout: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Five initiative cards and their backs."""
    ran("print", capsys, GAME, "initiative", "--layout", layout, "-o", "cards.pdf")
    expected = {"duplex": 2, "gutter-fold": 2, "strips": 2, "single": 10}
    found = pages("cards.pdf")
    assert len(found) == expected[layout]
    assert all("initiative" in text.lower() for text in found)


def test_cuts_are_written_beside_the_print(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = ran("print", capsys, GAME, "classes", "--cuts", "cuts.dxf", "--registration", "yes", "-o", "c.pdf")
    assert "cuts.dxf" in out
    assert "AC1009" in Path("cuts.dxf").read_text(encoding="ascii")
    out, _ = ran("print", capsys, GAME, "market", "--cuts", "m.svg", "-o", "m.pdf")
    assert "1, 3, 5, 7, 9, and 11" in out or "m-2.svg" in out
    _, err = ran("print", capsys, GAME, "set-up", "--cuts", "s.svg", code=2)
    assert "Nothing" in err
    _, err = ran("print", capsys, GAME, "classes", "--cuts", "s.png", code=2)
    assert "dxf" in err


@pytest.mark.parametrize(
    ("option", "value", "near"),
    [
        ("--layout", "duplx", "duplex"), ("--flip", "log", "long"), ("--marks", "tick", "ticks"),
        ("--bleed", "99", "0 to 10 mm"), ("--gutter", "x", "0 to 50 mm"), ("--grid", "3by3", "3x3"),
        ("--shift", "1", "0.5,-1"), ("--ruler", "perhaps", "yes"), ("--printer", "Attic", "Attic"),
        ("--paper", "letre", "Letter"), ("--grid", "9x9", "9 × 9"),
    ],
)  # fmt: skip
def test_K23_what_cannot_be_is_refused_in_one_sentence(
    option: str, value: str, near: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("print", capsys, GAME, "classes", option, value, "--data", str(tmp_path), "--lang", "en")
    _, err = ran(*arguments, code=2)  # type: ignore[arg-type]  # a tuple of two kinds
    assert near in err
    assert err.count("\n") == 1


def test_the_alignment_page_needs_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    for lang, name in (("en", "Alignment page"), ("ru", "Лист совмещения")):
        ran("print", capsys, "calibration", "--lang", lang, "--paper", "letter", "-o", "align.pdf")
        front, back = pages("align.pdf")
        assert name in front
        assert name in back
        assert "tableside printers NAME" in front
        assert not re.search(r"[A-Z]\s+2\.", front)
    ran("print", capsys, GAME, "calibration", "initiative", "-o", "both.pdf")
    assert len(pages("both.pdf")) == 4


def test_K03_what_was_read_is_kept_for_each_printer_and_each_edge(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path / "house"))
    assert "No printer" in ran("printers", capsys, *data, "--lang", "en")[0]

    ran("printers", capsys, "Kitchen", "--a", "1,0.5", "--b", "1,0.5", "--crease", "0.5,0", *data)
    ran("printers", capsys, "Kitchen", "--a", "0,2", "--flip", "short", "--paper", "letter", *data)
    known: Any = told_by("printers", capsys, *data)["printers"]["Kitchen"]

    assert known["long"] == {
        "front": {"x": 0.5, "y": 0.0, "rotation": 0.0},
        "back": {"x": 0.5, "y": 0.5, "rotation": 0.0},  # 1 mm, less what the fronts have moved the other way
    }
    assert known["short"]["back"] == {"x": 0.0, "y": 2.0, "rotation": 0.0}

    def shown(*more: str) -> tuple[float, float]:
        ran("print", capsys, GAME, "initiative", "-o", "i.pdf", "--ruler", "no", *more, *data)
        text = PdfDocument(Path("i.pdf").read_bytes())[1].get_textpage()
        left, low, _, _ = text.get_charbox(0)
        return left * 25.4 / 72, low * 25.4 / 72

    (x, y), (moved_x, moved_y) = shown(), shown("--printer", "Kitchen")
    assert (moved_x - x, y - moved_y) == pytest.approx((0.5, 0.5), abs=0.01)

    assert "Kitchen" in ran("printers", capsys, "Kitchen", "--forget", *data)[0]
    assert told_by("printers", capsys, *data) == {"printers": {}}


def test_a_printer_brings_the_edge_it_was_measured_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    ran("printers", capsys, "Attic", "--a", "0,1", "--flip", "short", *data)
    ran("print", capsys, GAME, "initiative", "--printer", "Attic", "-o", "i.pdf", *data)
    catalog: Any = PdfReader("i.pdf").trailer["/Root"]
    assert catalog["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    _, err = ran("print", capsys, GAME, "initiative", "--printer", "Attic", "--flip", "long", *data, code=2)
    assert "Attic" in err
    _, err = ran("print", capsys, GAME, "initiative", "--printer", "Atic", *data, code=2)
    assert "Attic" in err


@pytest.mark.parametrize("damage", ["{", "[]", '{"Attic": 3}', '{"Attic": {"long": {"front": {}}}}'])
def test_a_damaged_file_of_printers_is_told_and_not_overwritten(
    damage: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "printers.json"
    path.write_text(damage, encoding="utf-8")
    for arguments in ((), ("Attic", "--a", "0,1")):
        _, err = ran("printers", capsys, *arguments, "--data", str(tmp_path), code=2)
        assert "printers.json" in err
    assert path.read_text(encoding="utf-8") == damage


@pytest.mark.parametrize(
    "arguments", [("--a", "9,0"), ("--a", "x"), ("--a", "1,2,3"), ("--a", "-3,-4", "--b", "3,4"), ()]
)
def test_readings_that_cannot_be_are_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ran("printers", capsys, "Attic", *arguments, "--data", str(tmp_path), code=2)
    assert not (tmp_path / "printers.json").exists()


def test_sizes_are_listed_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    found = told_by("sizes", capsys)["sizes"]
    assert {"kind": "card", "key": "poker", "width": 63, "height": 88, "name": "Poker"} in found
    kinds = [one["kind"] for one in found]
    assert (kinds.count("paper"), kinds.count("card") >= 14, kinds.count("sleeve") >= 8) == (7, True, True)
    out, _ = ran("sizes", capsys, "--lang", "ru")
    assert "Таро" in out
    assert json.dumps(found)
    assert io.StringIO(out).readline().startswith("Бумага")
