"""Correcting by page, in a browser: what would be lost is shown first, then exactly that is confirmed."""

from __future__ import annotations

import pytest
from house import House
from inspection import faults
from phone import Phones
from playwright.sync_api import expect


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_another_number_in_the_place_of_a_draw(house: House, phones: Phones, lang: str) -> None:
    # given three dice drawn, and the third put back
    desk, phone = house.open("bag", "Anna"), phones(house, lang)
    desk.move(1, {"type": "draw", "k": 3})
    desk.move(1, {"type": "return_dice", "dice": [3]})
    phone.sit(desk, 1, host=True)
    phone.go(f"/t/{desk.table}/log")
    wrong = faults(phone, "the history of a host")
    # when the host gives the draw another number
    phone.page.locator(".fix").last.click()
    wrong += faults(phone, "what really happened?")
    phone.page.locator("[data-wish*='\"k\": 2'], [data-wish*='\"k\":2']").first.click()
    # then what would be lost is told, and nothing has changed yet
    losing = phone.page.locator("#losing")
    expect(losing).to_be_visible()
    expect(losing.locator("[data-lost] li")).to_have_count(1)
    wrong += faults(phone, "what would be lost")
    assert len(desk.view()["view"]["dice"]) == 2
    # when that is confirmed
    losing.locator("[data-do=correct]").click()
    expect(phone.page.locator(".log .gone")).to_have_count(1)
    assert desk.view()["newest"]["kind"] == "corrected"
    # and undone, all is as it was
    phone.page.locator("[data-act=undo]").click()
    expect(phone.page.locator("#entry-4 .gone")).to_have_count(0)
    assert not wrong, "\n".join(wrong)


def test_other_dice_are_typed_in_where_real_ones_were(house: House, phones: Phones) -> None:
    desk, phone = house.open("bag", "Anna", dice="physical"), phones(house)
    made = desk.post("moves", desk.tokens[1], seen_seq=desk.seq, move={"type": "draw", "k": 1}, typed=[["red"], [6]])
    assert made[0] == 200
    phone.sit(desk, 1, host=True)
    phone.go(f"/t/{desk.table}/log/{made[1]['seq']}")
    phone.page.locator("[data-wish='{}']").click()
    line = phone.dialog.locator(".got ~ input")
    for text in ("red", "4"):
        line.fill(text)
        line.press("Enter")
    expect(phone.page.locator("#losing")).to_be_visible()
    phone.page.locator("[data-do=correct]").click()
    phone.page.wait_for_url("**/log#*")
    assert [die["face"] for die in desk.view()["view"]["dice"]] == [4]
