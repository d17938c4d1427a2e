"""The big screen: what everybody may see, for whoever has the code, and nothing that can be touched."""

from __future__ import annotations

import html
import re

import pytest
from conftest import Desk, Server, error
from werkzeug.test import TestResponse

from companion.log import ASKED


def shown(desk: Desk, query: str = "", lang: str = "en") -> TestResponse:
    code = f"?code={desk.code}"
    return desk.client.get(f"/t/{desk.table}/screen{query or code}", headers={"Accept-Language": lang})


def test_the_code_and_a_word_are_an_address_that_can_be_typed_on_a_television(server: Server) -> None:
    desk = server.open()

    answer = desk.client.get(f"/{desk.code.lower()}/screen")

    assert (answer.status_code, answer.location) == (302, f"/t/{desk.table}/screen?code={desk.code}")
    assert desk.client.get(answer.location).status_code == 200


@pytest.mark.parametrize(("path", "status"), [("/XXXX/screen", 404), ("/no-code/screen", 404)])
def test_a_wrong_code_is_told(server: Server, path: str, status: int) -> None:
    assert server.client.get(path).status_code == status


def test_without_the_code_there_is_nothing_to_see(server: Server) -> None:
    desk = server.open()

    assert desk.client.get(f"/t/{desk.table}/screen").status_code == 401
    assert shown(desk, "?code=XXXX").status_code == 401
    assert desk.client.get("/t/nowhere/screen?code=XXXX").status_code == 404


@pytest.mark.parametrize("game", ["roll-player", "pebbles"])
def test_every_game_has_one_made_of_its_panels(server: Server, game: str) -> None:
    # given a table of either game
    desk = server.open(game, names=("Anna", "Boris"))
    seen = desk.nobody.get(f"?code={desk.code}").json
    # when somebody looks on
    text = shown(desk).text
    # then whose turn it is, the round and everybody's name stand there
    acts = [int(seat) for seat in re.findall(r'data-key="seat-(\d)" class="acts"', text)]
    assert acts == seen["to_act"]
    assert html.escape(seen["prompt"]) in text
    assert all(name in text for name in ("Anna", "Boris"))
    assert "panel-round" in text or seen["phase"] == "setup"


def test_nothing_on_it_can_be_touched(server: Server) -> None:
    desk = server.open(options={"cards": "full"})
    text = shown(desk).text.partition('<main id="main"')[2]

    assert not re.search(r"<(button|a|input|select|form|summary)\b", text)


def test_it_waits_for_the_players_with_the_code_to_scan(server: Server) -> None:
    desk = server.open(names=("Anna",), start=False)
    text = shown(desk).text

    assert f'<b class="big-code">{desk.code}</b>' in text
    assert "<svg" in text
    assert "1 player" in text


def test_P12_the_screen_is_given_no_secret(server: Server) -> None:
    # given hands drawn and a pick made in secret
    desk = server.open("pebbles", names=("Anna", "Boris"), seed=None)
    for seat in (1, 2):
        assert desk.seat(seat).move({"type": "act", "number": 0}).status_code == 200
    desk.seat(1).move(desk.seat(1).moves()[0])
    table = server.services.tables.current(desk.table).table
    # when the screen shows the table
    text = html.unescape(shown(desk).text)
    # then nothing of what is closed is in it, and what each of them would show is not either
    closed = [s for s in table.unopened if s.tag != ASKED]
    assert closed
    assert all(secret.salt not in text and secret.digest not in text for secret in closed)
    assert not re.search(r'data-at="pebble\.', text)


def test_a_code_may_look_and_not_touch(server: Server) -> None:
    desk = server.bag()

    answer = desk.nobody.post(
        f"/moves?code={desk.code}", {"move_id": "tap", "seen_seq": 2, "move": {"type": "draw", "k": 1}}
    )

    assert error(answer) == (403, "onlooker")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_lobby_tells_of_it(server: Server, lang: str) -> None:
    desk = server.open(start=False)
    headers = {"Accept-Language": lang, "Cookie": f"ts-{desk.table}={desk.opened['host_token']}"}

    text = desk.client.get(f"/t/{desk.table}/lobby", headers=headers).text

    assert f'href="/t/{desk.table}/screen"' in text
    assert f"/{desk.code}/screen" in text
