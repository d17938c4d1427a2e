"""The sixth game in real browsers: two phones, two languages, from the links to the winner."""

from __future__ import annotations

import re

from house import House
from inspection import faults
from phone import Phones
from playwright.sync_api import expect


def test_two_phones_race_to_the_lake(house: House, phones: Phones) -> None:
    # given two at the table who have almost come to the lake
    desk = house.open("multi", "Anna", "Boris", seed=5, game="regatta", settings={"odds": True})
    desk.post("adjust", desk.host, changes=[{"what": "at", "seat": seat, "at": 28} for seat in (1, 2)], reason="late")
    anna, boris = phones(house, "en"), phones(house, "ru", dark=True)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    found = faults(anna, "a seat that rolls")
    # when each of them rolls and moors whenever it is their turn
    players = {1: anna, 2: boris}
    while to_act := desk.view()["to_act"]:
        phone = players[to_act[0]]
        phone.shows(desk.seq)
        phone.do(phone.offers[-1])
    # then both see who has won, in their own language
    for phone, phase in ((anna, "At the lake"), (boris, "У озера")):
        phone.shows(desk.seq)
        expect(phone.page.locator(".phase")).to_contain_text(phase)
        expect(phone.page.locator(".podium .step")).to_have_count(2)
    assert re.search(r"\b1[46]\b", anna.page.locator(".podium").inner_text())
    assert found == []
