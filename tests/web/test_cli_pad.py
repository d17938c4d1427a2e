"""`tableside pad`: a score pad from a list of rows; what it and `tableside print` say when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator, ValidationError
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from webapp.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `tableside …` in an empty folder; gives exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([*arguments, "--lang", "en"])
        told = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return caught.value.code, told.out, told.err

    return run


@pytest.fixture
def sample(run: Run) -> str:
    code, told, _ = run("pad", "--sample")
    assert code == 0
    Path("lighthouse.yaml").write_text(told, encoding="utf-8")
    return told


def test_the_sample_is_printed_and_its_geometry_lies_beside_it(run: Run, sample: str) -> None:
    code, told, _ = run("pad", "lighthouse.yaml")
    assert code == 0
    assert told.splitlines() == [
        "Written: lighthouse.pdf",
        "Kept for reading photos of it: lighthouse-P-1.json",
    ]
    assert json.loads(Path("lighthouse-P-1.json").read_text(encoding="utf-8"))["pad"] == "P"
    text = PdfDocument("lighthouse.pdf")[0].get_textpage().get_text_range()
    assert all(
        word in text for word in ("Lighthouse", "Ships brought home", "Sum", "Total", "Oil left", "TS1:OP:P1:A4:")
    )

    moved = sample.replace("players: 4", "players: 3")
    Path("lighthouse.yaml").write_text(moved, encoding="utf-8")
    assert "lighthouse-P-2.json" in run("pad", "lighthouse.yaml")[1]
    assert "TS1:OP:P2:A4:" in PdfDocument("lighthouse.pdf")[0].get_textpage().get_text_range()


def test_small_pads_with_rules_behind_and_pads_to_type_into(run: Run, sample: str) -> None:
    assert run("pad", "lighthouse.yaml", "--up", "8", "--tear-off", "--behind", "rules", "-o", "small.pdf")[0] == 0
    (kept,) = Path().glob("small-*.json")
    assert kept.name == "small-P-8-1.json"
    assert len(json.loads(kept.read_text(encoding="utf-8"))["markers"]) == 6
    assert "Count the lights" in "".join(p.get_textpage().get_text_range() for p in PdfDocument("small.pdf")).replace(
        "count", "Count"
    )
    assert run("pad", "lighthouse.yaml", "--fillable", "-o", "form.pdf")[0] == 0
    fields = PdfReader("form.pdf").get_fields()
    assert fields is not None
    assert fields["score-pad-1-1-rows-1"]["/TU"] == "Player 1, Ships brought home"
    assert fields["score-pad-1-2-rows-5"]["/FT"] == "/Btn"


def test_the_schema_accepts_the_sample_and_nothing_else(run: Run, sample: str) -> None:
    code, told, _ = run("pad", "--schema")
    assert code == 0
    judge = Draft202012Validator(json.loads(told))
    found = yaml.safe_load(sample)
    judge.validate(found)
    with pytest.raises(ValidationError):
        judge.validate(found | {"colour": "red"})


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("most: 9 ", "most: nine", "lighthouse.yaml, line 12: rows.2.most: nine cannot be read here"),
        ("players: 4", "players: 12", "lighthouse.yaml, line 4: players must be a whole number from 1 to 6, not 12."),
        ("kind: tick", "kind: tack", "lighthouse.yaml, line 22: rows.5.kind cannot be “tack”."),
        ("signed: true", "sign: true", "lighthouse.yaml, line 19: There is no field “rows.4.sign” here."),
        ("title:", "title", "lighthouse.yaml, line 3: this is no YAML"),
        ("#1f5f6b", "teal", "lighthouse.yaml, line 6: accent: “teal” is not a colour such as #305070."),
    ],
)
def test_what_is_wrong_is_told_with_file_line_and_place(
    run: Run, sample: str, old: str, new: str, expected: str
) -> None:
    assert old in sample
    Path("lighthouse.yaml").write_text(sample.replace(old, new), encoding="utf-8")
    code, _, told = run("pad", "lighthouse.yaml")
    assert (code, told.count("\n")) == (2, 1)
    assert expected in told


def test_a_character_that_no_font_has_is_told_and_a_strict_pad_is_not_written(run: Run, sample: str) -> None:
    Path("lighthouse.yaml").write_text(sample.replace("en: First storm", "en: First 風 storm"), encoding="utf-8")
    code, _, told = run("pad", "lighthouse.yaml", "--strict")
    assert code == 1
    assert "lighthouse.yaml, line 15: rows.3.rows.1" in told
    assert "U+98A8" in told
    assert sorted(path.name for path in Path().iterdir()) == ["lighthouse.yaml"]
    code, _, told = run("pad", "lighthouse.yaml")
    assert (code, "U+98A8" in told) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("pad", "nowhere.yaml"), "nowhere.yaml: there is no such file."),
        (("pad", "lighthouse.yaml", "--kind", "bubble"), "A score pad is not for “bubble”. It is for: bubbles"),
        (("pad", "lighthouse.yaml", "--up", "3"), "A4 is not cut into 3 pads."),
        (("pad", "lighthouse.yaml", "--up", "4", "--fillable"), "4 pads to a sheet are for paper."),
        (("pad", "lighthouse.yaml", "--kind", "bubbles", "--up", "2"), "Score pad with bubbles comes one to a sheet"),
        (("pad", "lighthouse.yaml", "--paper", "a3"), "Score pad is not made for A3."),
        (("print", "roll-player", "bubble-pad", "--up", "4"), "Score pad with bubbles comes one to a sheet"),
        (("print", "quest-circuit", "campaign-log", "--fill", "quests=99"), "“99” is no number of quests"),
    ],
)
def test_what_cannot_be_printed_is_told(run: Run, sample: str, arguments: tuple[str, ...], expected: str) -> None:
    code, _, told = run(*arguments)
    assert code == 2
    assert expected in told
