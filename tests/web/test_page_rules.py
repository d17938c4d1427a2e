"""The rule book on the phone: whole, found by id or by words, without a script too, and linked from where ids stand."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from conftest import Server
from test_phone_cases import page

from companion.game import games
from companion.rulebook import rulebook

GAMES = ("roll-player", "pebbles")
LANGUAGES = ("en", "ru")


def shown(server: Server, game: str, lang: str = "en", **query: str) -> str:
    answer = server.client.get(f"/rules/{game}", query_string=query, headers={"Accept-Language": lang})
    assert answer.status_code == 200
    return html.unescape(answer.text)


def ids(text: str) -> list[str]:
    return re.findall(r'<section class="rule" id="([^"]+)"', text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_an_address_and_a_line_in_the_contents(server: Server, game: str, lang: str) -> None:
    wanted = [rule.id for rule in rulebook(games()[game].package, lang) if rule.id]
    text = shown(server, game, lang)
    assert [each for each in ids(text) if not each.startswith("text-")] == wanted
    assert len(set(ids(text))) == len(ids(text))
    assert all(f'<li><a href="#{each}">' in text for each in wanted)


def test_the_ids_in_its_text_lead_to_their_rules(server: Server) -> None:
    text = shown(server, "roll-player")
    targets = set(re.findall(r'class="ref" href="/rules/roll-player#([^"]+)"', text))
    assert "RP-DICE-02" in targets
    assert targets <= set(ids(text))


@pytest.mark.parametrize(
    ("question", "first"), [("RP-SOLO-07", "RP-SOLO-07"), ("rp-solo-07", "RP-SOLO-07"), ("opponent die", "RP-SOLO-03")]
)
def test_a_search_finds_by_id_and_by_words(server: Server, question: str, first: str) -> None:
    text = shown(server, "roll-player", q=question)
    assert ids(text)[0] == first
    assert f'value="{question}"' in text


def test_what_is_typed_so_far_is_enough(server: Server) -> None:
    assert set(ids(shown(server, "roll-player", q="RP-SOL"))) == set(ids(shown(server, "roll-player", q="RP-SOLO")))
    assert (
        ids(shown(server, "roll-player", "ru", q="харизм"))[0]
        == ids(shown(server, "roll-player", "ru", q="харизма"))[0]
    )


def test_of_many_only_the_first_stand_whole(server: Server) -> None:
    text = shown(server, "roll-player", q="die")
    assert len(ids(text)) == 12
    found = re.search(r"(\d+) rules found", text)
    assert found is not None
    assert len(re.findall(r'<li><a href="/rules/roll-player#', text)) == int(found[1]) - 12


def test_nothing_found_is_told_with_what_is_near(server: Server) -> None:
    assert "No rule has all of these words." in shown(server, "roll-player", q="xylophone")
    text = shown(server, "roll-player", q="rp-solo-99")
    assert "There is no rule RP-SOLO-99. Nearest: RP-SOLO-0" in text
    assert ids(text) == []


@pytest.mark.parametrize("question", ["<script>alert(1)</script>", "'\"&", "x" * 5000, "\x00", "…", "-", "RP-"])
def test_whatever_is_typed_is_only_a_question(server: Server, question: str) -> None:
    answer = server.client.get("/rules/roll-player", query_string={"q": question})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


def test_a_game_that_is_not_there_is_not_found(server: Server) -> None:
    answer = server.client.get("/rules/roll-playr")
    assert answer.status_code == 404
    assert "roll-player" in answer.text


def test_the_seat_the_lobby_and_the_history_lead_there(server: Server) -> None:
    desk = server.bag()
    for path in ("/1", "/lobby?stay=1", "/log"):
        assert 'href="/rules/roll-player"' in page(desk, f"/t/{desk.table}{path}", desk.seat(1)).text


VOID = ("br", "hr", "img", "meta", "link", "input")


class _Tags(HTMLParser):
    """Tags that are opened and not closed, or the other way round."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.wrong.append(tag)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_text_is_sound(server: Server, lang: str) -> None:
    tags = _Tags()
    tags.feed(shown(server, "roll-player", lang))
    assert (tags.open, tags.wrong) == ([], [])
