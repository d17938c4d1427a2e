"""What helps beside the game: steps to set the table out, room on a wide screen, asking before a secret is told."""

from __future__ import annotations

import re

import pytest
from house import House
from phone import Phones
from playwright.sync_api import expect

STEPS = "[data-key=steps-setup]"


def test_steps_are_ticked_on_one_phone_and_stay_ticked(house: House, phones: Phones) -> None:
    # given two phones at a table that is being set up
    desk = house.open("multi", "Anna", "Boris")
    anna, boris = phones(house), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    # when one of them ticks a step (the numbers are those for two players: RP-SETUP-10, RP-SETUP-11)
    anna.tap(anna.page.locator(f"{STEPS} summary"))
    expect(anna.page.locator(STEPS)).to_contain_text("39 cards are left")
    expect(anna.page.locator(STEPS)).to_contain_text("3 market cards face up")
    tick = anna.page.get_by_role("checkbox", name="All 73 dice into the bag.")
    anna.tap(tick)
    # then it stays ticked when the table goes on, after a reload, and in the lobby
    desk.move(1, desk.moves(1)[0])
    anna.shows(desk.seq)
    expect(tick).to_be_checked()
    anna.page.reload()
    anna.tap(anna.page.locator(f"{STEPS} summary"))
    expect(tick).to_be_checked()
    anna.go(f"/t/{desk.table}/lobby?stay=1")
    anna.tap(anna.page.locator(f"{STEPS} summary"))
    expect(tick).to_be_checked()
    # and the other phone knows nothing of it
    boris.tap(boris.page.locator(f"{STEPS} summary"))
    expect(boris.page.locator(f"{STEPS} :checked")).to_have_count(0)


def test_the_steps_are_gone_once_the_game_is_under_way(house: House, phones: Phones) -> None:
    desk, phone = house.open("solo", "Anna"), phones(house)
    phone.sit(desk, 1, host=True)
    expect(phone.page.locator(STEPS)).to_contain_text("the other 72 into the bag")
    view = desk.play_until(lambda now: now["phase"] != "setup")
    phone.shows(view["seq"])
    expect(phone.page.locator(STEPS)).to_have_count(0)


def test_the_secret_is_not_told_in_the_middle_of_a_game_by_one_tap(house: House, phones: Phones) -> None:
    # given a game that is going on
    desk, phone = house.open("multi", "Anna", "Boris"), phones(house)
    phone.sit(desk, 1, host=True)
    phone.go(f"/t/{desk.table}/lobby?stay=1")
    before = desk.seq
    # when the host taps once
    phone.tap(phone.page.locator("[data-key=evening] summary"))
    phone.tap(phone.button("Tell the secret"))
    # then it is asked, and nothing has happened
    expect(phone.page.get_by_role("alert").filter(has_text="still going on")).to_be_visible()
    assert desk.seq == before
    # and only the second tap tells it
    phone.tap(phone.button("Tell it all the same"))
    expect(phone.page).to_have_url(re.compile("/log$"))
    expect(phone.page.locator(".log li").first).to_contain_text("The seed was told")
    assert desk.seq == before + 1


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_wide_screen_shows_everybody_beside_each_other(house: House, phones: Phones, lang: str) -> None:
    # given a laptop in the middle of a game of three
    desk, phone = house.open("multi", "Anna", "Boris", "Vera"), phones(house, lang, width=1280)
    desk.play_until(lambda now: now["phase"] == "dice" and now["view"]["round"] == 2)
    phone.sit(desk, 1, host=True)
    # then the own sheet, the table and the other sheets stand beside each other, and the others are open
    left = [
        phone.page.locator(f"[data-key={one}]").evaluate("one => one.getBoundingClientRect().left")
        for one in ("mine", "board", "others")
    ]
    assert left[0] + 300 < left[1] < left[2] - 300
    expect(phone.page.locator("[data-key=others] .grid:visible")).to_have_count(2)
    assert phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
