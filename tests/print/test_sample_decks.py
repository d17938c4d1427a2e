"""The three samples, from CSV, XLSX and YAML: they build, they look as they should, and a broken copy says where."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import zxingcpp
from makers import Maker, words_on
from openpyxl import load_workbook
from pypdfium2 import PdfDocument

from printables.deck.build import Wanted, build
from printables.proof import Proof

SAMPLES = Path(__file__).resolve().parents[2] / "printables" / "deck" / "samples"
CARDS = {"harbour": 22, "crew": 11, "tides": 12}

JOBS = [
    (name, lang, ink, paper)
    for name, lang, ink, paper in (
        ("harbour", "en", "colour", "A4"),
        ("harbour", "ru", "grey", "Letter"),
        ("crew", "en", "colour", "Letter"),
        ("crew", "en", "saver", "A4"),
        ("tides", "en", "colour", "A4"),
        ("tides", "ru", "saver", "A5"),
    )
]


def path_of(name: str) -> Path:
    return SAMPLES / name / "deck.yaml"


@pytest.fixture
def copy(tmp_path: Path, request: pytest.FixtureRequest) -> Maker:
    """A copy of a sample, to be broken."""
    shutil.copytree(SAMPLES / request.param, tmp_path / "deck")
    return Maker(tmp_path / "deck")


def test_there_are_three_samples_of_three_kinds() -> None:
    assert {path.name for path in SAMPLES.iterdir() if path.is_dir()} == set(CARDS)
    assert {path.suffix for path in SAMPLES.rglob("*.*") if path.suffix in (".csv", ".xlsx")} == {".csv", ".xlsx"}


@pytest.mark.parametrize(("name", "lang", "ink", "paper"), JOBS)
def test_a_sample_builds_with_its_own_fonts_and_no_letter_missing(name: str, lang: str, ink: str, paper: str) -> None:
    proof = Proof()

    built = build([path_of(name)], Wanted(lang, paper, ink), proof)

    assert built.cards == CARDS[name]
    assert proof.words == ()
    with pikepdf.open(BytesIO(built.pdf)) as document:
        assert len(document.pages) == built.pages
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                assert "/FontFile2" in thing
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
                assert "+" in str(thing.get("/BaseFont")), thing.get("/BaseFont")


@pytest.mark.parametrize(
    ("name", "lang", "words"),
    [
        ("harbour", "en", ["Rope", "Spyglass", "Heron"]),
        ("harbour", "ru", ["Верёвка", "Отмычка", "Жемчужина"]),
        ("crew", "en", ["Ada", "Brandt", "Stowaway"]),
        ("tides", "en", ["starboard,", "Polaris", "Mercator’s"]),
        ("tides", "ru", ["штирборт,", "Полярная", "Меркатора"]),
    ],
)
def test_a_sample_says_what_its_table_says(name: str, lang: str, words: list[str]) -> None:
    pages = words_on(build([path_of(name)], Wanted(lang, backs=name == "tides")).pdf)
    found = [word for page in pages for word in page]

    assert [word for word in words if word not in found] == []
    # who is not ready is left out by a condition
    assert "Marsh" not in found


def test_the_answer_of_a_question_lies_behind_it() -> None:
    pages = words_on(build([path_of("tides")]).pdf)

    # three to a row: 1 2 3 from the left on the front, from the right on the back
    front, back = ([word for word in page if word in ("1", "2", "3")][:3] for page in pages[:2])
    assert (front, back) == (["1", "2", "3"], ["3", "2", "1"])


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_hint_is_read_out_of_the_code_of_its_card(lang: str) -> None:
    page = PdfDocument(build([path_of("tides")], Wanted(lang)).pdf)[0].render(scale=150 / 72).to_pil()

    found = {code.text for code in zxingcpp.read_barcodes(page)}

    assert (
        found
        == {
            "en": {
                "It has nothing to do with a season.",
                "Think of port wine.",
                "The book of a ship is still called after it.",
            },
            "ru": {
                "Слово о том, как стоят Солнце, Земля и Луна.",
                "Как у светофора, на котором стоят.",
                "От него получил имя и корабельный журнал.",
            },
        }[lang]
    )


# Broken copies


@pytest.mark.parametrize("copy", ["harbour"], indirect=True)
def test_a_broken_csv_gives_file_row_and_column(copy: Maker) -> None:
    lines = (copy.folder / "harbour.csv").read_text(encoding="utf-8").splitlines()
    row = next(n for n, line in enumerate(lines) if line.startswith("Sextant"))
    lines[row] = lines[row].replace(",5,1,", ",five,1.5,", 1)
    copy.write("harbour.csv", "\n".join(lines))

    told = copy.refused(copy.folder / "deck.yaml")

    assert [line.split(": ")[0] for line in told] == [
        f"harbour.csv, row {row + 1}, column “count”",
        f"harbour.csv, row {row + 1}, column “cost”",
    ]
    assert "“five” is no number." in told[1]
    assert "ячейку" in copy.refused(copy.folder / "deck.yaml", lang="ru")[0]


@pytest.mark.parametrize("copy", ["harbour"], indirect=True)
def test_a_comma_too_many_gives_file_and_row(copy: Maker) -> None:
    text = (copy.folder / "harbour.csv").read_text(encoding="utf-8")
    copy.write("harbour.csv", text.replace("Storms do not cost", "Storms, they do not cost"))

    (told,) = copy.refused(copy.folder / "deck.yaml")

    assert told.startswith("harbour.csv, row 3: 12 cells, but the first row has 11.")


@pytest.mark.parametrize("copy", ["crew"], indirect=True)
def test_a_broken_xlsx_gives_file_row_and_column(copy: Maker) -> None:
    book = load_workbook(copy.folder / "crew.xlsx")
    sheet = book["Crew"]
    sheet["C3"] = "pictures/navigater.svg"
    sheet["H4"] = -1
    sheet["D5"] = "high"
    book.save(copy.folder / "crew.xlsx")

    told = copy.refused(copy.folder / "deck.yaml")

    assert told[0].startswith("crew.xlsx (Crew), row 3, column “Portrait”: there is no file “pictures/navigater.svg”")
    assert "pictures/navigator.svg" in told[0]
    assert told[1].startswith("crew.xlsx (Crew), row 4, column “Copies”: “-1” is no quantity.")
    assert told[2] == "crew.xlsx (Crew), row 5, column “Rank”: “high” is no number."


@pytest.mark.parametrize("copy", ["crew"], indirect=True)
def test_an_unknown_sheet_and_an_unknown_column_are_told_with_the_nearest(copy: Maker) -> None:
    deck = (copy.folder / "deck.yaml").read_text(encoding="utf-8")

    copy.write("deck.yaml", deck.replace("sheet: Crew", "sheet: Crow"))
    assert copy.refused(copy.folder / "deck.yaml") == ["crew.xlsx: there is no sheet “Crow”. There is: Crew."]
    copy.write("deck.yaml", deck.replace("text: Ability", "text: Abilities"))
    (told,) = copy.refused(copy.folder / "deck.yaml")
    assert told == "deck.yaml, line 9: there is no column “Abilities” in the table. Nearest: Ability."


@pytest.mark.parametrize("copy", ["tides"], indirect=True)
def test_a_broken_yaml_gives_file_line_row_and_column(copy: Maker) -> None:
    deck = (copy.folder / "deck.yaml").read_text(encoding="utf-8")
    copy.write(
        "deck.yaml", deck.replace("level: 1", "level: 7", 1).replace('answer: {en: "Polaris"', 'anwser: {en: "x"')
    )

    told = copy.refused(copy.folder / "deck.yaml")

    line = deck.splitlines().index("  - topic: {en: Tides, ru: Приливы}") + 1
    assert told[0] == f"deck.yaml:{line}, row 1, column “level”: “7” is not possible here. Possible are: 1, 2, 3."
    assert "row 3, column “answer”: this must not be empty" in told[1] or "row 3, column “answer.en”" in told[1]


# The same input, the same bytes


@pytest.mark.parametrize("name", CARDS)
def test_a_sample_gives_the_same_bytes_in_two_runs_and_two_time_zones(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = set()
    for zone in ("Pacific/Auckland", "America/Anchorage"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        digests.add(sha256(build([path_of(name)]).pdf).hexdigest())
    monkeypatch.delenv("TZ")
    time.tzset()

    assert len(digests) == 1
    assert os.environ.get("TZ") is None


def test_a_sample_gives_the_same_bytes_whatever_order_python_hashes_in() -> None:
    code = (
        "import sys; from hashlib import sha256; from pathlib import Path; from printables.deck.build import build\n"
        "print(sha256(build([Path(sys.argv[1])]).pdf).hexdigest())"
    )
    digests = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SAMPLES.parents[2])}
        run = subprocess.run(
            [sys.executable, "-c", code, str(path_of("tides"))],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        digests.add(run.stdout)

    assert len(digests) == 1


def test_all_samples_go_into_one_file() -> None:
    built: Any = build([path_of(name) for name in CARDS], Wanted("ru", "Letter", "grey"))

    assert built.cards == sum(CARDS.values())
    with pikepdf.open(BytesIO(built.pdf)) as document:
        assert [str(item.title) for item in document.open_outline().root] == [
            "Портовый рынок",
            "Crew of the Heron",
            "Звёзды и приливы",
        ]
