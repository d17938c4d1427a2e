"""The pages of the host and of the owner: compare with the table, my copy, past evenings."""

from __future__ import annotations

import re

import pytest
from house import Desk, House
from inspection import faults
from phone import Phone, Phones
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(400)


def begin(house: House, phones: Phones, lang: str, path: str, desk: Desk) -> Phone:
    phone = phones(house, lang)
    phone.go(f"/h/{desk.host}?also={desk.tokens[1]}")
    phone.go(path)
    expect(phone.page.locator("html[data-ready]")).to_be_attached()
    return phone


def walk_on(phone: Phone) -> None:
    phone.tap(phone.page.locator(".stop:visible [data-right]"))


def test_P25_minus_seven_is_entered_on_a_phone(house: House, phones: Phones) -> None:
    # given a scoring table, and stars that may fall below zero
    desk, phone = house.open("score", "Anna"), phones(house)
    phone.sit(desk, 1, host=True)
    phone.tap(phone.page.locator("[data-key=group-traits] > summary"))
    field = phone.page.locator("input[data-enter='traits.1']")
    # then the keyboard of the phone is not one without a minus
    assert field.get_attribute("inputmode") is None
    assert field.get_attribute("type") == "text"
    # when − is tapped seven times, then −7 stands there and counts
    for _ in range(7):
        phone.tap(phone.page.locator("[data-for='in-traits.1'][data-step='-1']"))
    phone.shows(desk.seq)
    expect(field).to_have_value(re.compile("[-−]7"))
    state = house.ask("GET", desk.path, token=desk.tokens[1])[1]["view"]
    assert state["sheets"][0]["values"]["traits.1"] == -7
    expect(phone.page.locator(".bar .total b")).to_have_text("−7")
    # and so does what is typed, with the minus of a keyboard or a real one
    for typed, value in (("-3", -3), ("−7", -7)):
        before = phone.seq
        field.fill(typed)
        field.press("Enter")
        phone.shows(before + 1)
        state = house.ask("GET", desk.path, token=desk.tokens[1])[1]["view"]
        assert state["sheets"][0]["values"]["traits.1"] == value


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_host_compares_and_sets_all_differences_at_once(house: House, phones: Phones, lang: str) -> None:
    # given a game under way
    desk = house.open("multi", "Anna", "Борис", cards="types")
    view = desk.play_until(lambda view: view["phase"] == "market" and view["view"]["round"] == 3)
    gold = view["view"]["players"][0]["gold"]
    phone = begin(house, phones, lang, f"/t/{desk.table}/compare", desk)
    found = faults(phone, "the table")
    # when the table is right, and Anna has two coins more and a die of another face
    walk_on(phone)
    found += faults(phone, "a seat")
    for _ in range(2):
        phone.tap(phone.page.locator("[data-for='in-compared-1-gold-1'][data-step='1']"))
    cell = phone.page.locator(".stop:visible [data-kind=die]:has(.die)").first
    old = str(cell.get_attribute("data-now")).strip('"')
    new = f"{old[0]}{7 - int(old[1])}"
    cell.press("Enter")
    phone.dialog.locator("input").fill(new)
    phone.dialog.locator("input").press("Enter")
    if phone.dialog.is_visible():
        phone.page.keyboard.press("Escape")
    walk_on(phone)
    walk_on(phone)
    # then both stand in the list, and are set by one entry
    expect(phone.page.locator(".differences li")).to_have_count(2)
    found += faults(phone, "the differences")
    phone.tap(phone.page.locator("[data-send]"))
    expect(phone.live).to_be_attached()
    after = desk.view()
    assert after["seq"] == view["seq"] + 1
    assert after["view"]["players"][0]["gold"] == gold + 2
    assert not found, "\n".join(found)


def test_a_game_that_has_begun_is_told_by_the_keyboard(house: House, phones: Phones) -> None:
    desk = house.open("solo", "Anna", settings={"begun": True})
    phone = begin(house, phones, "en", f"/t/{desk.table}", desk)
    found = faults(phone, "the round")
    walk_on(phone)
    for key in ("class", "race", "backstory", "alignment"):
        phone.page.locator(f"#in-begun-1-{key}-1").select_option(index=1)
    phone.page.locator("[data-key=begun-1-sheet-1-STR-1]").press("Enter")
    phone.dialog.locator("input").fill("r6 g6 b4 k1 w2 p3")
    phone.dialog.locator("input").press("Enter")
    phone.page.keyboard.press("Escape")
    found += faults(phone, "a hero")
    walk_on(phone)
    phone.tap(phone.page.locator("[data-send]"))
    expect(phone.page.locator(".phase")).to_be_visible()
    state = desk.view()
    assert (state["phase"], state["view"]["round"]) == ("roll", 1)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_card_is_typed_into_my_copy(own_house: House, phones: Phones, lang: str) -> None:
    house = own_house
    desk = house.open("bag", "Anna")
    phone = begin(house, phones, lang, "/copy/roll-player", desk)
    found = faults(phone, "my copy")
    phone.tap(phone.page.locator("#market-longsword summary"))
    field = phone.page.locator("#market-longsword [name='fields.cost']")
    # what cannot be is refused, and stays to be corrected
    field.fill("much")
    phone.tap(phone.page.locator("#market-longsword button"))
    expect(phone.page.locator("#market-longsword .refused")).to_be_visible()
    found += faults(phone, "my copy, refused")
    field.fill("4")
    phone.tap(phone.page.locator("#market-longsword button"))
    expect(phone.page.locator("#market-longsword .told")).to_contain_text("4")
    assert house.ask("GET", "/api/copy/roll-player", token=desk.host)[1]["records"] == {
        "market": {"longsword": {"cost": 4}}
    }
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_past_evenings_with_and_without_any(own_house: House, phones: Phones, lang: str) -> None:
    house = own_house
    phone = phones(house, lang)
    phone.go("/evenings")
    found = faults(phone, "no evening")
    for names in (("Anna", "Борис"), ("Anna", "Vera")):
        options = {"cards": "none", "variants": ["short_game"]} if lang == "en" else {"game": "pebbles", "rounds": 1}
        desk = house.open("multi", *names, seed=None, **options)
        desk.play_until(lambda view: bool(view["result"]))
        phone.go(f"/h/{desk.host}")
    phone.go("/evenings")
    expect(phone.page.locator(".past > li")).to_have_count(2)
    found += faults(phone, "evenings")
    phone.page.locator("[name=player]").select_option("Vera")
    phone.page.locator("form [type=submit]").press("Enter")
    expect(phone.page.locator(".past > li")).to_have_count(1)
    assert not found, "\n".join(found)
