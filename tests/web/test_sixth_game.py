"""The sixth game at a table, as its declarations alone make it: a seat page, a calculator, a pad and a rule book."""

from __future__ import annotations

import html
import io
import random
from collections.abc import Mapping
from typing import Any

import pytest
from conftest import Desk, Server, error
from msgspec.structs import replace
from pypdf import PdfReader
from regatta.scoring import read_finish
from test_phone_cases import offered, page, table_pages

from companion.game import find_game
from companion.refusals import Unreadable
from companion.rulebook import rulebook
from printables.press import print_items

LANGUAGES = ("en", "ru")
GAME = "regatta"


def race(server: Server, *names: str, **options: Any) -> Desk:
    return server.open(GAME, names=names or ("Anna", "Boris"), options=options, settings={"odds": True})


def seat_page(desk: Desk, seat: int, lang: str = "en") -> str:
    return html.unescape(page(desk, f"/t/{desk.table}/{seat}", desk.seat(seat), lang=lang).text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_chosen_on_the_start_page(server: Server, lang: str) -> None:
    text = html.unescape(server.client.get(f"/?game={GAME}", headers={"Accept-Language": lang}).text)
    wanted = {
        "en": ("Regatta", "Score only", "The dice bag", "A 1 or a 2 upsets a boat."),
        "ru": ("Регата", "Только подсчёт", "Мешок кубиков", "Кораблик опрокидывают 1 и 2."),
    }
    assert all(said in text for said in wanted[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_race_is_played_through_the_pages(server: Server, lang: str) -> None:
    desk, choose = race(server, water="wild"), random.Random(4)
    buttons = {"en": ("Roll", "Moor at"), "ru": ("Бросить кубик", "Причалить у отметки")}[lang]

    def shown(seat: int) -> str:
        return page(desk, f"/t/{desk.table}/{seat}", desk.seat(seat), lang=lang).text

    assert offered(shown(2)) == []
    seen = set()
    while to_act := desk.host.get().json["to_act"]:
        # given whose turn it is, and what their page offers
        text = shown(to_act[0])
        seen |= {button for button in buttons if button in text}
        # when one of it is touched, then the table goes on
        assert desk.seat(to_act[0]).move(choose.choice(offered(text))).status_code == 200
    assert seen == set(buttons)
    result = desk.host.get().json["result"]
    assert [place["place"] for place in result["places"]] == [1, 2]
    for path in table_pages(desk, 1):
        assert page(desk, path, desk.seat(1), lang=lang).status_code == 200
    ended = seat_page(desk, 1, lang)
    assert "podium" in ended
    assert str(result["places"][0]["total"]) in ended


def test_the_page_tells_the_odds_of_a_gust_beside_the_button(server: Server) -> None:
    assert "A gust: 17\N{NO-BREAK SPACE}%" in seat_page(race(server), 1)
    assert "A gust: 33\N{NO-BREAK SPACE}%" in seat_page(race(server, water="wild"), 1)


def test_a_real_die_is_asked_for_and_an_impossible_face_refused(server: Server) -> None:
    desk = race(server, dice="physical")
    asked = desk.seat(1).move({"type": "roll"})
    assert (asked.status_code, asked.json["request"]["prompt"]) == (202, "Roll a d6 and type in what it shows.")
    assert error(desk.seat(1).move({"type": "roll"}, typed=[[7]])) == (422, "typed.face")
    assert desk.seat(1).move({"type": "roll"}, typed=[[5]]).status_code == 200
    assert desk.host.get().json["view"]["drift"] == 5


def test_what_is_out_of_turn_is_refused_and_a_move_can_be_taken_back(server: Server) -> None:
    desk = race(server, dice="physical")
    assert error(desk.seat(2).move({"type": "roll"})) == (422, "not_now")
    assert error(desk.seat(1).move({"type": "row"})) == (400, "read.choice")
    desk.seat(1).move({"type": "roll"}, typed=[[5]])
    desk.seat(1).move({"type": "moor"})
    assert desk.seat(1).undo(desk.host.seq).status_code == 200
    assert desk.host.get().json["view"]["drift"] == 5


def test_a_duck_takes_a_seat_and_says_why(server: Server) -> None:
    players = [{"name": "Anna"}, {"name": "Duck", "automa": "duck"}]
    desk = Desk(server.client, server.ask(game=GAME, players=players, seed=3, settings={"at_once": True}).json)
    while desk.host.get().json["view"]["round"] < 2:
        moves = desk.seat(1).moves()
        desk.seat(1).move(moves[-1])
    assert "RG-DUCK" in seat_page(desk, 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_calculator_scores_a_race_that_was_played_without_us(server: Server, lang: str) -> None:
    desk = race(server, "Anna", "Boris", mode="score")
    asked = {"en": ("The boat", "Where it is moored"), "ru": ("Кораблик", "Отметка, у которой он стоит")}[lang]
    assert all(said in seat_page(desk, 1, lang) for said in asked)
    assert error(desk.seat(1).move({"type": "enter", "values": {"at": 31}})) == (422, "tally.range")
    for seat, values in ((1, {"at": 13, "lilies": 2}), (2, {"at": 30})):
        assert desk.seat(seat).move({"type": "enter", "values": values}).status_code == 200
    why = {"en": "2 lilies, 2 points each.", "ru": "2 кувшинки, по 2 очка за каждую."}[lang]
    assert why in seat_page(desk, 1, lang)
    for seat in (1, 2):
        desk.seat(seat).move({"type": "ready"})
    desk.host.move({"type": "reveal"}, query="?seat=1")
    places = desk.host.get().json["result"]["places"]
    assert [(place["seat"], place["total"]) for place in places] == [(2, 14), (1, 8)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_values_that_do_not_go_together_are_told_and_lose_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    def read_both(data: Mapping[str, Any], landings: Any) -> Any:
        if data["lilies"] > data["at"]:
            raise Unreadable("read.range", field="lilies", low=0, high=data["at"], got=str(data["lilies"]))
        return read_finish(data, landings)

    game = find_game(GAME)
    monkeypatch.setattr(type(game), "scores", replace(game.scores, read=read_both))
    desk = race(server, "Anna", mode="score")
    # when a value comes before the one that makes it possible
    assert desk.seat(1).move({"type": "enter", "values": {"lilies": 2}}).status_code == 200
    # then the page stands and says so, and the sheet is not taken as ready
    told = {"en": "from 0 to 0", "ru": "от 0 до 0"}[lang]
    assert told in seat_page(desk, 1, lang)
    assert error(desk.seat(1).move({"type": "ready"})) == (422, "read.range")
    # and what was entered counts as soon as it can
    assert desk.seat(1).move({"type": "enter", "values": {"at": 13}}).status_code == 200
    assert told not in seat_page(desk, 1, lang)
    assert desk.seat(1).move({"type": "ready"}).status_code == 200


def test_every_form_of_the_calculator_can_be_posted_as_it_is_described(server: Server) -> None:
    desk = race(server, "Anna", mode="score")
    for form in desk.seat(1).get("/moves").json["forms"]:
        (asked,) = form["fields"]
        move = {"type": form["type"], **form["settled"], asked["name"]: asked["max"]}
        assert desk.seat(1).move(move).status_code == 200
    assert "30" in seat_page(desk, 1)


def test_the_dice_bag_is_there_without_a_line_of_its_own(server: Server) -> None:
    desk = race(server, "Anna", mode="bag")
    assert desk.seat(1).move({"type": "draw", "k": 1}).status_code == 200


def test_a_table_may_begin_in_the_middle_and_be_compared(server: Server) -> None:
    desk = race(server)
    text = html.unescape(page(desk, f"/t/{desk.table}/compare", desk.host, desk.seat(1)).text)
    assert "Where it is moored" in text
    body = {"move_id": "set", "changes": [{"what": "at", "seat": 2, "at": 12}], "reason": "we had begun"}
    assert desk.host.post("/adjust", body).status_code == 200
    assert desk.host.get().json["view"]["boats"][1]["at"] == 12


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rule_book_opens_and_the_search_finds(server: Server, lang: str) -> None:
    question = {"en": "water lilies", "ru": "кувшинка"}[lang]
    headers = {"Accept-Language": lang}
    text = html.unescape(server.client.get(f"/rules/{GAME}", headers=headers).text)
    assert all(f'id="{rule.id}"' in text for rule in rulebook(GAME, lang) if rule.id)
    found = html.unescape(server.client.get(f"/rules/{GAME}", query_string={"q": question}, headers=headers).text)
    assert found.index('id="RG-LILY"') > 0
    assert 'id="RG-TIE"' not in found


@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pad_prints_with_its_rows(lang: str, paper: str) -> None:
    rows = {
        "en": ("The best landing", "Water lilies", "how many", "Total", "Moored at"),
        "ru": ("Лучший причал", "Кувшинки", "сколько", "Итого", "Стоит у отметки"),
    }
    (sheet,) = PdfReader(io.BytesIO(print_items(GAME, ["score-pad"], paper, lang))).pages
    assert all(row in sheet.extract_text() for row in rows[lang])


def test_its_own_paper_prints_beside_the_pad() -> None:
    pages = PdfReader(io.BytesIO(print_items(GAME, ["score-pad", "reference"], "Letter", "ru"))).pages
    assert len(pages) == 2
    assert pages[1].extract_text().count("Порыв ветра\n") == 4
