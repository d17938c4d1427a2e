"""docs/new-game.md and the game that it builds are one: every snippet stands in a file, and no code is left out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
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


# What somebody does who has copied the page: plays, looks something up, scores, prints, asks for odds, opens pages.
TRIAL = """
import contextlib, sys
from pathlib import Path
from at_table import Sitting
from webapp.app import create_app
from webapp.cli import main
from webapp.config import Settings
from webapp.store import SqliteStore

sitting = Sitting.down(3, game="flotilla").finish()
assert sitting.table.result.winners and "flotilla" in type(sitting.state).__module__
Path("boat.yaml").write_text("{at: 13, lilies: 2}")
for line in ("rules flotilla lilies", "score flotilla boat.yaml", "print flotilla score-pad reference -o pad.pdf",
             "odds flotilla roll --drift 5", "schema flotilla table"):
    with contextlib.suppress(SystemExit):
        main([*line.split(), "--lang", "en"] if not line.startswith("schema") else line.split())
assert Path("pad.pdf").read_bytes().startswith(b"%PDF-")
client = create_app(Settings(data=Path("data")), SqliteStore(Path("data"))).test_client()
assert "Flotilla" in client.get("/?game=flotilla").text and client.get("/rules/flotilla").status_code == 200
for mode in ("multi", "score"):
    body = {"game": "flotilla", "players": [{"name": "Ann"}, {"name": "Bob"}], "options": {"mode": mode}}
    opened = client.post("/api/tables", json=body).json
    token = opened["seats"][0]["token"]
    page = client.get(f"/s/{token}", follow_redirects=True)
    assert page.status_code == 200 and ("Roll" if mode == "multi" else "Where it is moored") in page.text
print("It plays.")
"""


def test_whoever_copies_the_page_has_a_game_that_plays_scores_and_prints(tmp_path: Path) -> None:
    # given everything that the page has whole, and nothing else, under a name that nobody knows
    for how, path, snippet in LABELLED.findall(PAGE):
        if how == "All" and path.startswith("tests/games/"):
            name = path.removeprefix("tests/games/").replace("regatta", "flotilla")
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(
                snippet.replace("regatta", "flotilla").replace("Regatta", "Flotilla"), encoding="utf-8"
            )
    # when it is played
    (tmp_path / "data").mkdir()
    places = os.pathsep.join(map(str, (tmp_path, ROOT, ROOT / "tests" / "games")))
    done = subprocess.run(
        [sys.executable, "-c", TRIAL],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
        check=False,
    )
    # then nothing is missing
    assert (done.returncode, "no words" in done.stderr) == (0, False), done.stderr
    assert done.stdout.strip().endswith("It plays.")
    assert all(said in done.stdout for said in ("RG-LILY", "Water lilies", "5/2"))
