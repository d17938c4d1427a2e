"""However a move is made, it is one entry, and one step of undo takes it back (P09)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from house import Desk, House
from phone import Phone, Phones

OPPONENT = {"name": "Rook", "automa": "house-normal"}


def tap(phone: Phone, desk: Desk) -> None:
    phone.do(next(offer for offer in phone.offers if offer.type != "automa"))


def key(phone: Phone, desk: Desk) -> None:
    assert phone.offers
    for _ in range(20):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement.matches('[data-move]:not([data-move*=automa])')"):
            break
    phone.page.keyboard.press("Enter")


def api(phone: Phone, desk: Desk) -> None:
    desk.move(1, desk.moves(1)[0])


def opponent(phone: Phone, desk: Desk) -> None:
    phone.do(next(offer for offer in phone.offers if offer.label == "Let Rook play"))


@pytest.mark.timeout(60)
def test_P09_every_way_in_is_exactly_one_step_of_undo(house: House, phones: Phones) -> None:
    # given a person who is to act, and an opponent who is, too
    desk = house.open("multi", "Anna", start=False)
    assert house.ask("POST", f"{desk.path}/seats", OPPONENT, desk.host)[0] == 201
    desk.post("start", desk.host)
    phone = phones(house)
    phone.sit(desk, 1, host=True)
    ways: list[Callable[[Phone, Desk], None]] = [tap, key, api, opponent, tap]
    before = desk.view()
    assert before["to_act"] == [1, 2]
    for way in ways:
        seq = desk.seq
        # when somebody acts in one of these ways
        way(phone, desk)
        phone.shows(seq + 1)
        done = desk.view()
        # then that is one entry
        assert (done["seq"], done["undo"]) == (seq + 1, seq + 1), way.__name__
        assert done["view"] != before["view"], way.__name__
        # and one undo brings back everything
        phone.tap(phone.button("Undo"))
        phone.shows(seq + 2)
        after = desk.view()
        assert (after["seq"], after["undo"], after["view"]) == (seq + 2, before["undo"], before["view"]), way.__name__
