"""`tableside deck` at a terminal, and its preview in a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from terminal import ran, told_by

from printables.deck.build import Wanted
from webapp.commands.deck_watch import Preview, Server, follow

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "printables" / "deck" / "samples"


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the first sample in an own folder, which is where the command runs."""
    shutil.copytree(SAMPLES / "harbour", tmp_path / "harbour")
    monkeypatch.chdir(tmp_path)
    return Path("harbour/deck.yaml")


def test_a_sample_is_written_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    out, _ = ran("deck", capsys, "--sample", "crew", "mine")
    assert "tableside deck mine/deck.yaml" in out
    out, _ = ran("deck", capsys, "mine/deck.yaml", "-o", "crew.pdf", "--lang", "ru")

    assert out == "11 карт в crew.pdf.\n"
    assert Path("crew.pdf").read_bytes().startswith(b"%PDF-")
    # what is there is never written over
    _, err = ran("deck", capsys, "--sample", "crew", "mine", code=2)
    assert "mine is there already and not empty" in err
    _, err = ran("deck", capsys, "--sample", "crow", "other", code=2)
    assert "Nearest: crew" in err or "There is: crew" in err


def test_several_decks_and_every_option_of_sheets_work_together(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--paper", "letter", "--ink", "saver", "--layout", "gutter-fold", "--marks", "corners+edge",
               "--size", "mini-american", "--only", "Rope", "--only", "cost>=5", "--cuts", "cuts.svg"]  # fmt: skip

    told = told_by("deck", capsys, str(deck), str(SAMPLES / "tides" / "deck.yaml"), "-o", "out.pdf", *options)

    assert (told["file"], told["cards"]) == ("out.pdf", 6)
    assert Path(told["cuts"][0]).read_text(encoding="utf-8").startswith(("<?xml", "<svg"))


def test_everything_that_is_wrong_is_told_to_people_and_to_programs(
    deck: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = deck.with_name("harbour.csv")
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace(",hand,1,3,", ",hnad,1,-1,", 1), encoding="utf-8")

    _, err = ran("deck", capsys, str(deck), code=2)
    assert [line.split(": ")[1] for line in err.splitlines()] == [
        "harbour.csv, row 2, column “count”",
        "harbour.csv, row 2, column “icon”",
    ]
    assert not Path("deck.pdf").exists()
    out, _ = ran("deck", capsys, str(deck), "--json", code=2)
    first: dict[str, Any] = json.loads(out)["problems"][0]
    assert (first["file"], first["row"], first["column"]) == ("harbour.csv", "2", "count")
    assert first["key"] == "homebrew.count"


def test_a_missing_letter_is_told_and_strict_ends_with_one(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = deck.with_name("harbour.csv")
    table.write_text(table.read_text(encoding="utf-8").replace("Rope,", "Rope 𓀀,", 1), encoding="utf-8")

    out, err = ran("deck", capsys, str(deck), "-o", "out.pdf")
    assert "Harbour market, 1 “Rope 𓀀”, title" in err
    assert "𓀀" in err
    Path("out.pdf").unlink()
    out, err = ran("deck", capsys, str(deck), "-o", "out.pdf", "--strict", code=1)
    assert (out, Path("out.pdf").exists()) == ("", False)


def test_more_than_ten_thousand_cards_need_a_yes(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = deck.with_name("harbour.csv")
    table.write_text(table.read_text(encoding="utf-8").replace(",hand,1,3,", ",hand,1,1162167,", 1), encoding="utf-8")

    _, err = ran("deck", capsys, str(deck), code=2)

    assert "1,162,186 cards" in err
    assert "--yes" in err


def test_unknown_files_and_names_end_with_two(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no such file" in ran("deck", capsys, "nothing.yaml", code=2)[1]
    assert "Nearest: Letter" in ran("deck", capsys, str(deck), "--paper", "leter", code=2)[1]
    assert "Nearest: saver" in ran("deck", capsys, str(deck), "--ink", "savr", code=2)[1]
    assert "Nearest: tarot" in ran("deck", capsys, str(deck), "--size", "tarrot", code=2)[1]
    assert "--sample" in ran("deck", capsys, code=2)[1]


def test_a_schema_is_printed_for_decks_and_layouts(capsys: pytest.CaptureFixture[str]) -> None:
    for what in ("deck", "layout"):
        found = json.loads(ran("schema", capsys, what)[0])
        assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_all_there_is_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    told = told_by("deck", capsys, "--list")

    assert told["samples"] == ["crew", "harbour", "tides"]
    assert len(told["layouts"]) >= 10
    assert all(layout["about"] for layout in told["layouts"])
    assert "Значки" in ran("deck", capsys, "--list", "--lang", "ru")[0]


HEAVY = ("flask", "sqlalchemy", "babel", "svglib", "openpyxl", "pypdfium2", "companion.game", "qrcode")


def test_a_deck_of_text_loads_nothing_that_it_does_not_need(deck: Path) -> None:
    code = (
        "import sys; from webapp.cli import main\n"
        "try: main(['deck', 'harbour/deck.yaml', '-o', 'out.pdf'])\n"
        f"except SystemExit: print([name for name in {HEAVY!r} if name in sys.modules])"
    )

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_here())

    assert run.stdout.splitlines()[-1] == "[]"


def _here() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT)}


# The preview


@pytest.fixture
def preview(deck: Path) -> Iterator[Server]:
    shown = Preview([deck], Wanted())
    shown.build()
    server = Server(shown, 0, "en")
    threads = [
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True),
        threading.Thread(target=follow, args=(shown, server.stopped), daemon=True),
    ]
    for thread in threads:
        thread.start()
    yield server
    server.stopped.set()
    server.shutdown()
    server.server_close()


def get(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    asked = urllib.request.Request(server.address.rstrip("/") + path, headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as caught:
        return caught.code, dict(caught.headers), caught.read()


def test_the_preview_shows_the_pages_and_follows_every_change(deck: Path, preview: Server) -> None:
    status, headers, page = get(preview, "/")
    assert status == 200
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert b"22 cards." in page
    assert page.count(b"<img ") == 6
    assert b"style=" not in page
    assert get(preview, "/page/1/0.png")[2].startswith(b"\x89PNG")
    assert get(preview, "/deck.pdf")[2].startswith(b"%PDF-")

    # what is wrong is told beside the last good pages
    table = deck.with_name("harbour.csv")
    good = table.read_text(encoding="utf-8")
    table.write_text(good.replace(",hand,1,3,", ",hand,1,many,", 1), encoding="utf-8")
    assert preview.preview.wait(1, 20)
    state = json.loads(get(preview, "/state?lang=ru")[2])
    assert (state["good"], len(state["pages"])) == (False, 6)
    assert "строка 2, столбец «count»" in state["problems"][0]
    assert get(preview, "/page/1/5.png")[0] == 200

    # and mended it is shown anew
    table.write_text(good.replace(",hand,1,3,", ",hand,1,30,", 1), encoding="utf-8")
    assert preview.preview.wait(2, 20)
    state = json.loads(get(preview, "/state")[2])
    assert (state["good"], state["problems"], state["told"]) == (True, [], "49 cards. Sides of paper: 12.")


def test_the_preview_is_for_this_machine_alone(preview: Server) -> None:
    assert preview.server_address[0] == "127.0.0.1"
    assert get(preview, "/", Host="evil.example")[0] == 403
    assert get(preview, "/page/1/99.png")[0] == 404
    assert get(preview, "/../../etc/passwd")[0] == 404
    assert get(preview, "/page/1/x.png")[0] == 404
