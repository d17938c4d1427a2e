"""Panels as pages show them, for any game: rings, duels and charts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from conftest import Desk, Server

from companion.game import games
from companion.panels import (
    Aid,
    Bar,
    Chart,
    Die,
    Duel,
    Meter,
    Meters,
    Placed,
    Ring,
    RingCell,
    Side,
    Tick,
    Token,
    joined,
)
from companion.words import Word
from webapp.pages.loops import loop
from webapp.pages.table import set_up


def name(text: str) -> Word:
    return Word("name", {"name": text})


@pytest.mark.parametrize("columns", [4, 7, 9])
@pytest.mark.parametrize("cells", [8, 9, 21, 22, 41])
def test_a_loop_goes_once_round_and_closes(cells: int, columns: int) -> None:
    found = loop(cells, columns)
    assert found is not None
    # each place is used once; where the number does not come out even the first cell takes two
    covered = [(1, column) for column in range(1, found.first + 1)] + list(found.places[1:])
    assert len(set(covered)) == len(covered) == cells + found.first - 1
    # neighbours touch, and the last is beside the first
    beside = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise([*covered, covered[0]])]
    assert beside == [1] * len(covered)
    assert max(row for row, _ in covered) == found.rows
    assert max(column for _, column in covered) == found.columns


def test_a_few_cells_stand_in_a_line() -> None:
    assert loop(7, 4) is None


def shown(server: Server, monkeypatch: pytest.MonkeyPatch, *panels: Placed) -> str:
    """A seat's page of a game that shows these panels."""
    monkeypatch.setattr(type(games()["pebbles"]), "panels", lambda game, seen, viewer: panels)
    desk: Desk = server.open("pebbles")
    headers = {"Authorization": f"Bearer {desk.seat(1).token}"}
    answer = desk.client.get(f"/t/{desk.table}/1", headers=headers)
    assert answer.status_code == 200
    return " ".join(answer.get_data(as_text=True).split())


def test_a_ring_with_its_middle(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = (
        RingCell("ring.0", name("home"), hint=name("three ahead"), tokens=(Token("red", name("Ann")),)),
        *(
            RingCell(f"ring.{n}", name(f"no. {n}"), hidden=True, symbol="back", text=name("covered"))
            for n in range(1, 9)
        ),
    )
    meters = (Meter("left", name("left"), 12),)
    steps = (Tick(name("first"), done=True), Tick(name("second"), tone="accent"))
    text = shown(
        server, monkeypatch, Placed(Ring("r", name("ring"), cells, None, name("Act one"), steps, meters), "board")
    )
    assert text.count("hidden-card") == 8
    assert text.count('class="ahead-note"') == 1
    assert '<p class="heading">Act one</p>' in text
    assert '<li class="accent" aria-current="step">second</li>' in text
    assert "<li><span>left</span> <b>12</b></li>" in text
    assert "ring.svg" in text


def test_a_duel_and_its_chart(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    left = Side("Ann", (Meter("a", name("edge"), 0, signed=True),), (Die("white", 4),), total=name("4 in all"))
    right = Side("Bob", (Meter("h", name("life"), 3, 9, bar=True),))
    Meter("p", name("part"), 23, 100, bar=True, percent=True)
    long = str(Fraction(10**20 + 1, 10**21))
    bars = (Bar("1", Fraction(1, 4), name("a quarter"), "bad"), Bar("2", Fraction(3, 4), name("the rest"), "good"))
    text = shown(
        server,
        monkeypatch,
        Placed(Duel("d", name("duel"), left, right, note=name("nobody yet")), "board"),
        Placed(Chart("d.odds", name("chart"), bars, name("Ann wins"), "3/4", (name("Bob"), name("Ann"))), "board"),
        Placed(Chart("d.far", name("far"), bars, name("far off"), long), "board"),
        Placed(
            Meters("m", name("more"), (Meter("p", name("part"), 23, 100, bar=True, percent=True),), small=True), "board"
        ),
    )
    assert "edge <b>+0</b>" in text
    assert "<b>4 in all</b>" in text
    assert '<p class="lies">nobody yet</p>' in text
    assert '<b>Ann wins</b> <span class="small">3/4</span>' in text
    assert "<li>a quarter</li><li>the rest</li>" in text
    # three quarters are three times as high as one
    heights = [float(part.split('"')[0]) for part in text.split('width="16" height="')[1:3]]
    assert heights == [24.7, 74.0]
    # a fraction that is too long for the line is folded away
    assert f'<p class="mono">{long}</p>' in text
    assert "23 %" in text
    assert "<small> / 100" not in text


def test_a_game_may_call_its_set_up_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["pebbles"]
    assert set_up(game) == "setup"
    monkeypatch.setattr(game, "setup_phase", "shore", raising=False)
    assert set_up(game) == "shore"


def test_what_an_aid_shows_stands_below_what_it_is_about() -> None:
    one, other = (Placed(Meters(key, name(key), ()), "board") for key in ("fight", "ring"))
    odds, more = (Placed(Chart(key, name(key), ()), "board") for key in ("fight.odds", "sky"))
    found = joined((one, other), Aid((), (odds, more)))
    assert [placed.panel.key for placed in found] == ["fight", "fight.odds", "ring", "sky"]
