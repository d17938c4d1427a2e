"""The pages that are read beside the table: the rule book as somebody types, and the page about luck."""

from __future__ import annotations

import pytest
from house import House
from inspection import faults
from phone import Phones
from playwright.sync_api import expect

LANGUAGES = pytest.mark.parametrize("lang", ["en", "ru"])


@LANGUAGES
def test_the_rule_book_finds_as_somebody_types(house: House, phones: Phones, lang: str) -> None:
    phone = phones(house, lang)
    phone.go("/rules/roll-player")
    found = phone.page.locator(".rule")
    line = phone.page.get_by_role("searchbox")
    # every letter narrows it, and the cursor stays
    line.press_sequentially("rp-solo-0")
    expect(found.first).to_have_attribute("id", "RP-SOLO-01")
    line.press_sequentially("7")
    expect(found).to_have_count(1)
    expect(found).to_have_attribute("id", "RP-SOLO-07")
    expect(line).to_be_focused()
    assert phone.page.url.endswith("?q=rp-solo-07")
    wrong = faults(phone, "a rule")
    line.fill("")
    expect(phone.page.locator(".toc")).to_be_attached()
    phone.page.locator(".toc summary").click()
    # the whole book is long, and its colours are those of one rule
    wrong += faults(phone, "the book") if lang == "ru" else []
    assert not wrong, "\n".join(wrong)


@LANGUAGES
def test_the_page_about_luck(house: House, phones: Phones, lang: str) -> None:
    desk, phone = house.open("bag", "Anna"), phones(house, lang)
    for move in ({"type": "draw", "k": 30}, {"type": "return_dice"}, {"type": "draw", "k": 30}):
        desk.move(1, move)
    desk.post("reveal", desk.host)
    phone.sit(desk, 1, host=True)
    # by way of the history; the button checks again
    phone.page.locator(".bar a").last.click()
    phone.page.locator("[data-key=proof] .primary").click()
    expect(phone.page.locator(".bars li")).to_have_count(13)
    phone.page.locator(".again button").click()
    expect(phone.page.locator(".verdict.good")).to_be_visible()
    assert not faults(phone, "luck")
