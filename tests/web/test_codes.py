"""Codes on paper: a card scanned or typed is shown, and does at a table what its game lets it do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Desk, Server, error, new_id

from companion.game import find_game
from printables.faces.deck import POKER, Face
from printables.items import Order, PrintedCard, Prints
from printables.press import all_prints
from printables.reading.card_code import card_code, linked, sheet_code
from webapp import cards

PATIENCE = 120.0


def code_of(game: str, kind: str, key: str, set_: str = "own") -> str:
    return card_code(game, set_, kind, key)


@pytest.fixture
def pebbles_with_cards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pebbles prints a card for each kind of pebble."""

    def every(order: Order) -> Iterator[PrintedCard]:
        for key in order.content:
            yield PrintedCard("pebbles", key, key, Face(lambda pen: None), POKER)

    known = {**all_prints(), "pebbles": Prints("pebbles", cards=every)}
    monkeypatch.setattr(cards, "all_prints", lambda: known)
    cards._known.cache_clear()
    yield
    cards._known.cache_clear()


def test_no_two_cards_or_sheets_share_a_code() -> None:
    assert sum(prints.cards is not None for prints in all_prints().values()) >= 2
    for key, prints in all_prints().items():
        game = find_game(key)
        if prints.cards is None:
            continue
        every = [each for each in cards._known().values() if each.game == key]
        printed = list(prints.cards(cards.order_for(game, "own", "en")))
        assert len({card_code(key, "own", each.kind, each.key) for each in printed}) == len(printed)
        assert len(every) > len(printed)


@pytest.mark.parametrize("typed", ["{code}", " {small} ", "HTTP://TAVERN.LOCAL:8080/C/{code}", "{spaced}"])
def test_a_code_is_read_however_it_is_typed(server: Server, typed: str) -> None:
    code = code_of("quest-circuit", "items", "battle_charm")
    items = [each for each in cards._known().values() if isinstance(each, cards.Card) and each.kind == "items"]
    code = items[0].code
    text = typed.format(code=code, small=code.lower(), spaced=" ".join(code))

    found = cards.find(text)

    assert isinstance(found, cards.Card)
    assert found.code == code


def test_what_a_code_stands_for(server: Server) -> None:
    card = next(each for each in cards._known().values() if isinstance(each, cards.Card) and each.kind == "market")
    told = server.client.get(f"/api/codes/{card.code}?lang=ru").json
    assert (told["what"], told["game"], told["kind"], told["key"]) == ("card", "roll-player", "market", card.key)

    sheet = sheet_code("roll-player", "set-up")
    assert server.client.get(f"/api/codes/{sheet}").json["item"] == "set-up"
    pad = server.client.get("/api/codes/TS1:RP:P1:A4:K7Q2").json
    assert (pad["what"], pad["game"], pad["pad"]) == ("page", "roll-player", "P")
    assert error(server.client.get("/api/codes/TS1:RP:C:22222")) == (404, "code.no_card")
    assert error(server.client.get("/api/codes/hello")) == (404, "code.unknown")


def test_its_picture_is_drawn_beside_the_tables(server: Server) -> None:
    card = next(each for each in cards._known().values() if isinstance(each, cards.Card) and each.kind == "items")
    until = time.monotonic() + PATIENCE
    while (answer := server.client.get(f"/api/codes/{card.code}/picture")).status_code == 202:
        assert time.monotonic() < until
        time.sleep(0.05)
    server.services.jobs.close()

    assert (answer.status_code, answer.data[:4]) == (200, b"\x89PNG")


def offers(desk: Desk, code: str, seat: int, phone: str = "") -> list[dict[str, Any]]:
    asked = desk.phone(phone) if phone else desk.seat(seat)
    found: list[dict[str, Any]] = asked.get(f"/codes/{code}?seat={seat}").json["offers"]
    return found


def test_a_game_offers_its_own_legal_moves(server: Server, pebbles_with_cards: None) -> None:
    """The mechanism, by a game that nobody plays."""
    desk = server.open("pebbles", options={"rounds": 1})
    while desk.host.get().json["phase"] != "pick":
        seat = desk.host.get().json["to_act"][0]
        desk.seat(seat).move(desk.seat(seat).moves()[0])
    seat = desk.host.get().json["to_act"][0]
    move = desk.seat(seat).moves()[0]
    code = code_of("pebbles", "pebbles", move["pebble"])

    (offer,) = offers(desk, code, seat)
    assert offer["move"]["pebble"] == move["pebble"]
    assert desk.seat(seat).move(offer["move"]).status_code == 200
    assert error(server.client.get(f"/api/tables/{desk.table}/codes/{code}")) == (401, "token-needed")


def test_a_card_of_another_game_does_nothing_at_a_table(server: Server) -> None:
    desk = server.open("pebbles")
    card = next(each for each in cards._known().values() if isinstance(each, cards.Card) and each.kind == "items")

    assert offers(desk, card.code, 1) == []


def test_a_host_gives_a_card_to_a_hero(server: Server) -> None:
    desk = server.open("quest-circuit", seed=5)
    while desk.host.get().json["phase"] != "turn":
        seat = desk.host.get().json["to_act"][0]
        desk.seat(seat).move(desk.seat(seat).moves()[0])
    card = next(each for each in cards._known().values() if isinstance(each, cards.Card) and each.kind == "items")

    assert all("change" not in offer for offer in offers(desk, card.code, 1)), "the table wins, and the host speaks"
    both = f"{desk.opened['host_token']}.{desk.opened['seats'][0]['token']}"
    given = [offer for offer in offers(desk, card.code, 1, both) if "change" in offer]
    answer = desk.host.post("/adjust", {"move_id": new_id(), "changes": [given[0]["change"]]})

    assert answer.status_code == 200
    assert card.key in str(desk.seat(1).get().json["view"]["players"][0])
    assert not any("change" in offer for offer in offers(desk, card.code, 1, both))


def test_the_page_of_a_card(server: Server) -> None:
    card = next(each for each in cards._known().values() if isinstance(each, cards.Card) and each.kind == "market")
    phone = server.app.test_client()
    nobody = phone.get(f"/C/{card.code}").get_data(as_text=True)
    assert card.code in nobody
    assert "data-offer" not in nobody

    desk = server.open("roll-player", names=("Anna",), options={"mode": "solo", "set": "own", "cards": "full"})
    phone.get(f"/h/{desk.opened['host_token']}?also={desk.opened['seats'][0]['token']}")
    assert "Anna" in phone.get(f"/C/{card.code}").get_data(as_text=True)


def test_codes_are_typed_where_tables_are_joined_and_on_their_own_page(server: Server) -> None:
    card = next(each for each in cards._known().values() if isinstance(each, cards.Card))

    by_start = server.client.get(f"/join?code={card.code.lower()}")
    by_page = server.client.get(f"/c?code={card.code}")
    wrong = server.client.get("/c/nonsense")

    assert by_start.headers["Location"] == by_page.headers["Location"] == f"/c/{card.code}"
    assert (wrong.status_code, "nonsense".upper() in wrong.get_data(as_text=True).upper()) == (404, True)
    assert server.client.get("/c").status_code == 200
    assert server.client.get("/c/TS1:RP:P1:A4:K7Q2").status_code == 200


def test_a_code_without_an_address_stands_alone() -> None:
    assert linked("", "TS1:RP:C:K7Q2M") == "TS1:RP:C:K7Q2M"
    assert linked("http://tavern.local:8080", "TS1:RP:C:K7Q2M") == "HTTP://TAVERN.LOCAL:8080/C/TS1:RP:C:K7Q2M"
    assert linked("https://club.example/Games/", "TS1:RP:C:K7Q2M") == "https://club.example/Games/C/TS1:RP:C:K7Q2M"
