"""Opponents and odds on the phones: their pages without a finding, what a finger switches, and what a die would hit."""

from __future__ import annotations

import pytest
from house import House
from inspection import faults
from phone import Phone, Phones
from playwright.sync_api import expect


def unfold(phone: Phone, where: str) -> None:
    for fold in phone.page.locator(f"{where} summary").all():
        phone.tap(fold)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_an_opponent_in_the_lobby_and_what_it_says_at_the_table(house: House, phones: Phones, lang: str) -> None:
    # given a lobby with one person, whose phone is the host's
    desk = house.open("multi", "Anna", start=False, settings={"at_once": True}, set="own")
    phone = phones(house, lang, dark=lang == "ru")
    phone.sit(desk, 1, host=True)
    # when an opponent is added, and the odds are switched on
    phone.tap(phone.page.locator("[data-key=add-opponent] [type=submit]"))
    expect(phone.page.locator(".seats li")).to_have_count(2)
    odds = phone.page.locator("[data-key=switch-odds]")
    phone.tap(odds)
    expect(odds).to_be_checked()
    unfold(phone, "[data-key=hands]")
    found = faults(phone, "lobby with an opponent")
    phone.tap(phone.page.locator("[data-key=start]"))
    phone.at_seat(1)
    view = desk.play_until(lambda view: view["view"]["stage"] == "dice" and len(view["view"]["players"][0]["dice"]) > 3)
    phone.shows(view["seq"])
    # then a die that is picked up says what it would do, and no other does
    said = phone.page.locator(".grid-row .aid[data-when]:visible")
    expect(said).to_have_count(0)
    dice = phone.page.locator("button[data-at^='dice.']")
    phone.tap(dice.first)
    expect(said.first).to_be_visible()
    assert set(said.evaluate_all("all => all.map(one => one.dataset.when)")) == {dice.first.get_attribute("data-at")}
    found += faults(phone, "odds of a die")
    # then the opponent says what it did, and why
    view = desk.play_until(lambda view: view["phase"] == "market" and view["view"]["round"] == 2)
    phone.shows(view["seq"])
    expect(phone.page.locator(".told[role=log] li").first).to_be_visible()
    unfold(phone, ".told")
    expect(phone.page.locator(".reasons").first).to_be_visible()
    found += faults(phone, "seat with reasons and odds")
    phone.go(f"/t/{desk.table}/log")
    phone.tap(phone.page.locator("details.why summary").first)
    found += faults(phone, "history with reasons")
    assert not found, "\n".join(found)
