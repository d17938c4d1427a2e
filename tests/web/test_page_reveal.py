"""The end: places told from the last to the first, points by category, and how a tie was broken."""

from __future__ import annotations

import html
import re

import pytest
from conftest import Desk, Server
from test_phone_cases import page


def scored(server: Server, *sheets: dict[str, int], game: str = "pebbles") -> Desk:
    """People who scored together, revealed."""
    names = ("Anna", "Boris", "Vera", "Gleb")[: len(sheets)]
    desk = server.open(game, names=names, options={"mode": "score"})
    for seat, values in enumerate(sheets, 1):
        assert desk.seat(seat).move({"type": "enter", "values": values}).status_code == 200
        assert desk.seat(seat).move({"type": "ready"}).status_code == 200
    assert desk.host.move({"type": "reveal"}).status_code == 200
    return desk


def pages(desk: Desk, lang: str = "en") -> list[str]:
    """What a seat shows, and the big screen."""
    seat = page(desk, f"/t/{desk.table}/1", desk.seat(1), lang=lang).text
    return [
        html.unescape(text) for text in (seat, page(desk, f"/t/{desk.table}/screen?code={desk.code}", lang=lang).text)
    ]


def turns(text: str) -> list[tuple[str, int]]:
    """Who stands on the podium, and in which turn they are told."""
    steps = re.findall(r'class="step place-\d turn-(\d)".*?</svg>\w*</span> (\w+)</p>', text, re.DOTALL)
    return [(name, int(turn)) for turn, name in steps]


def rows(text: str) -> dict[str, list[str]]:
    table = text.partition('class="panel reckoning"')[2].partition("</table>")[0]
    found = re.findall(r'<th scope="row">([^<]+)</th>(.*?)</tr>', table, re.DOTALL)
    return {label: re.findall(r"<td[^>]*>([^<]*)</td>", cells) for label, cells in found}


def test_the_last_is_told_first_and_the_winner_last(server: Server) -> None:
    desk = scored(server, {"shore": 5, "hops": 3}, {"shore": 9, "hops": 6}, {"shore": 2, "hops": 0})
    for text in pages(desk):
        assert turns(text) == [("Boris", 2), ("Anna", 1), ("Vera", 0)]
        # the headline and everything else waits for the winner
        assert re.search(r'class="live[^"]* over turn-3', text)
        assert rows(text) == {"The shore": ["9", "5", "2"], "Hops": ["2", "1", "0"], "Total": ["11", "6", "2"]}


def test_whoever_shares_a_place_is_told_together_and_the_tie_is_told(server: Server) -> None:
    # given two with the same points and the same hops, and one who is beaten by the tie-break only
    desk = scored(server, {"shore": 5, "hops": 3}, {"shore": 5, "hops": 3}, {"shore": 5, "hops": 4})
    for text in pages(desk):
        assert turns(text) == [("Anna", 1), ("Boris", 1), ("Vera", 0)]
        assert "Tied" in text
        assert "Anna and Boris share the place" in text


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_category_of_a_whole_game_stands_there_and_adds_up(server: Server, lang: str) -> None:
    desk = server.open(options={"cards": "types", "variants": ["short_game"]})
    while (now := desk.host.get().json)["result"] is None:
        seat = desk.seat(now["to_act"][0])
        assert seat.move(seat.moves()[0]).status_code == 200
    places = now["result"]["places"]
    for text in pages(desk, lang):
        *parts, total = (list(map(number, cells)) for cells in rows(text).values())
        assert total == [place["total"] for place in places]
        assert [sum(column) for column in zip(*parts, strict=True)] == total


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_another_end_is_told_again(server: Server) -> None:
    desk = scored(server, {"shore": 5}, {"shore": 2})
    end = re.search(r'data-end="([^"]+)"', pages(desk)[0])
    assert desk.host.undo(desk.host.get().json["undo"]).status_code == 200
    assert "data-end" not in pages(desk)[0]
    assert desk.host.move({"type": "reveal"}).status_code == 200
    again = re.search(r'data-end="([^"]+)"', pages(desk)[0])
    assert end is not None
    assert again is not None
    assert end[1] != again[1]


def test_what_only_somebody_alone_has_is_a_row_of_nobody_else(server: Server) -> None:
    # given heroes of Roll Player: several have no stars for gold (RP-SOLO-12)
    desk = scored(server, {"gold": 16}, {"gold": 3}, game="roll-player")
    for text in pages(desk):
        assert "Class-colour dice" in rows(text)
        assert "Gold ÷ 8 (solo)" not in rows(text)
    # but whoever counts alone is shown that row
    for text in pages(scored(server, {"gold": 16}, game="roll-player")):
        assert "Gold ÷ 8 (solo)" in rows(text)
