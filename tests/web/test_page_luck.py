"""The page about luck: every outcome checked, what came beside what was to be expected, and what no check can show."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Desk, Server
from test_phone_cases import page

from companion.fairness import fairness
from companion.verify import verify

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify.py"


def text_of(desk: Desk, lang: str = "en") -> str:
    answer = page(desk, f"/t/{desk.table}/luck", desk.host, lang=lang)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def rolled(server: Server, game: str = "roll-player", rolls: int = 12, **more: object) -> Desk:
    desk = server.open(game, options={"mode": "bag", "dice": "digital"}, **more)
    for _ in range(rolls):
        assert desk.seat(1).move({"type": "draw", "k": 5}).status_code == 200
        assert desk.seat(1).move({"type": "return_dice"}).status_code == 200
    return desk


@pytest.mark.parametrize("game", ["roll-player", "pebbles"])
def test_P13_a_histogram_with_the_expected_band_and_a_verify_button(server: Server, game: str) -> None:
    # given a table where 60 dice were drawn and rolled
    desk = rolled(server, game, seed=None)
    text = text_of(desk)
    # then there is a bar for each colour and each face, with its band, and the numbers in words
    found = fairness(verify(server.services.tables.current(desk.table).table.entries).standing)
    counts = [count for each in found.comparisons for count in each.counts]
    assert text.count('class="band"') == text.count('class="came"') == len(counts)
    assert {count.name for count in counts} >= {"1", "2", "3", "4", "5", "6"}
    # (one game has dice of one colour only, so that nothing is drawn by chance there)
    assert (game == "pebbles") != ("red" in {count.name for count in counts})
    for count in counts:
        assert f"<b>{count.came}" in text
        assert f"band {count.low} to {count.high}" in text
    assert "expected 10.0, band" in text
    # and one corrected figure, no wall of them; and the button that checks
    assert len(re.findall(r"% of evenings", text)) == 1
    assert re.search(r'<form method="get"[^>]*>.*<button type="submit"[^>]*>Check again</button>', text, re.DOTALL)


def test_before_the_seed_is_told_the_outcomes_wait_and_their_entries_are_named(server: Server) -> None:
    desk = rolled(server, rolls=2, seed=None)
    text = text_of(desk)
    assert "4 outcomes cannot be checked yet" in text
    drawn = [entry.seq for entry in server.services.tables.current(desk.table).entries if entry.luck_records()]
    assert "In the entries: {} and {}.".format(*drawn) in text
    assert "It is told when the game ends" in text
    # when the host ends the evening, all of them are checked, and the seed stands there
    assert desk.host.post("/reveal").status_code == 200
    text = text_of(desk)
    assert "4 outcomes were drawn by the phone and follow from the seed." in text
    assert "cannot be checked yet" not in text
    seed = server.services.tables.current(desk.table).entries[-1].open["reveal"]
    assert seed in text


def test_a_changed_outcome_is_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = rolled(server, rolls=2, seed=None)
    assert desk.host.post("/reveal").status_code == 200
    folded = server.services.tables.current(desk.table)
    entry = next(entry for entry in folded.entries if entry.luck_records())
    record = entry.luck_records()[-1]
    record["got"] = [face % 6 + 1 for face in record["got"]]  # type: ignore[index]
    for each in folded.entries:
        each.__dict__.pop("text", None)
        each.__dict__.pop("hash", None)
    text = text_of(desk)
    assert "Something is wrong with this log" in text
    assert f"Entry no. {entry.seq}, draw no. {record['i']}: the seed gives another outcome." in text


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_it_says_what_it_does_not_prove(server: Server, lang: str) -> None:
    desk = server.bag()
    text = text_of(desk, lang)
    assert {"en": "A host who also plays could look ahead", "ru": "мог бы заглянуть вперёд"}[lang] in text
    # a table with a seed of its own says so
    assert {"en": "were known in advance", "ru": "известны заранее"}[lang] in text


def test_nothing_that_is_sealed_is_counted_or_shown(server: Server) -> None:
    desk = server.open("pebbles", seed=None)
    for seat in (1, 2):
        assert desk.seat(seat).move({"type": "act", "number": 0}).status_code == 200
    text = text_of(desk)
    table = server.services.tables.current(desk.table).table
    assert table.unopened
    assert all(secret.salt not in text for secret in table.unopened)
    # the hands were drawn in secret: no bar tells of them; the lots were drawn for all to see
    assert 'class="came"' not in text


def test_the_file_of_the_page_is_good_for_the_script(server: Server, tmp_path: Path) -> None:
    desk = rolled(server, rolls=3)
    desk.host.post("/reveal")
    text = text_of(desk)
    link = re.search(r'href="(/api/tables/[^"]+/export)"', text)
    assert link is not None
    file = tmp_path / "table.json"
    file.write_text(json.dumps(desk.host.get(link[1].removeprefix(f"/api/tables/{desk.table}")).json), encoding="utf-8")
    done = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_whoever_has_the_code_may_look_and_a_stranger_may_not(server: Server) -> None:
    desk = server.bag()
    assert page(desk, f"/t/{desk.table}/luck?code={desk.code}").status_code == 200
    assert page(desk, f"/t/{desk.table}/luck").status_code == 401
    assert page(desk, "/t/nowhere/luck?code=XXXX").status_code == 404


def test_the_history_leads_there(server: Server) -> None:
    desk = server.bag()
    assert f'href="/t/{desk.table}/luck"' in page(desk, f"/t/{desk.table}/log", desk.host).text
