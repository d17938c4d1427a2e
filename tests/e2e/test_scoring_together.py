"""Scoring on the phones: each fills in its own sheet, the host reveals the places, every star is explained."""

from __future__ import annotations

import re

import pytest
from house import House
from phone import Phone, Phones
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(400)

COLOURS = {"g": "green", "b": "blue", "r": "red", "p": "purple", "k": "black", "w": "white", "y": "gold"}
ROWS = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
WARRIOR = "r6 g6 b4  r5 k6 w5  b6 g6 p5  r6 p6 y3  r5 y4 w5  k6 p4 y5"
"""The dice of RP-EX-66, from the upper left."""


def choose(phone: Phone, field: str, value: str) -> None:
    before = phone.seq
    phone.page.locator(f"[data-enter='{field}']").select_option(value)
    phone.shows(before + 1)


def unfold(phone: Phone, *blocks: str) -> None:
    for block in blocks:
        phone.tap(phone.page.locator(f"[data-key=group-{block}] > summary"))


def type_number(phone: Phone, field: str, text: str) -> None:
    before = phone.seq
    box = phone.page.locator(f"input[data-enter='{field}']")
    box.fill(text)
    box.press("Enter")
    phone.shows(before + 1)


def step(phone: Phone, field: str, times: int) -> None:
    """Tap on + (or −) so many times."""
    before = phone.seq
    for _ in range(abs(times)):
        phone.tap(phone.page.locator(f"[data-for='in-{field}'][data-step='{1 if times > 0 else -1}']"))
    phone.shows(before + abs(times))


def tap_dice(phone: Phone, first: str, codes: str) -> None:
    """Tap a cell, then for each die its colour and its face: the next empty cell comes by itself."""
    before = phone.seq
    phone.tap(phone.page.locator(f"[data-enter='{first}']"))
    for code in codes.split():
        expect(phone.dialog).to_be_visible()
        colours, faces = phone.dialog.locator(".keys").all()
        phone.tap(colours.locator(f"button:has(.c-{COLOURS[code[0]]})"))
        phone.tap(faces.locator("button").nth(int(code[1]) - 1))
    if phone.dialog.is_visible():
        phone.tap(phone.dialog.get_by_role("button", name=re.compile("Cancel|Отмена")))
    phone.shows(before + len(codes.split()))


def total(phone: Phone) -> str:
    """The running total, which is always in sight."""
    box = phone.page.locator(".bar .total b")
    expect(box).to_be_in_viewport()
    return box.inner_text()


def test_RP_EX_66_the_warrior_scores_31_on_a_phone(house: House, phones: Phones) -> None:
    # given the calculator with one seat
    phone = phones(house)
    phone.go("/?game=roll-player")
    phone.tap(phone.page.locator(".ways label", has_text="Score only"))
    expect(phone.page.locator("fieldset", has_text="Variants")).to_be_hidden()
    phone.page.get_by_label("Your name").fill("Anna")
    phone.tap(phone.button("Open the table"))
    phone.tap(phone.button("Begin"))
    phone.at_seat(1)
    # when the warrior is entered by taps
    choose(phone, "class", "warrior")
    choose(phone, "race", "orc")
    tap_dice(phone, "sheet.STR.1", WARRIOR)
    # then each row shows its sum and its goal beside its dice
    sums = [row.inner_text().split("\n") for row in phone.page.locator(".calculator .grid-row .after").all()]
    assert [(score.split()[0], goal) for score, goal in sums] == [
        ("18", "18 ★4"),
        ("16", "16–17 ★2"),
        ("17", "17 ★3"),
        ("13", "14+ ★1"),
        ("14", "14+ ★1"),
        ("15", "14+ ★1"),
    ]
    expect(phone.page.locator(".calculator .grid-row.bad")).to_have_count(1)
    assert total(phone) == "15"
    choose(phone, "alignment.card", "champion")
    choose(phone, "alignment.cell", "3")
    choose(phone, "backstory", "savage")
    unfold(phone, "armor", "traits")
    step(phone, "armor.chain", 4)
    type_number(phone, "armor_stars.chain", "8")
    type_number(phone, "traits.1", "2")
    # then 11 + 4 + 3 + 3 + 8 + 2
    assert total(phone) == "31"
    # and P25: minus seven can be entered, typed as any keyboard of a phone has it, and by tapping
    type_number(phone, "traits.2", "-7")
    assert total(phone) == "24"
    type_number(phone, "traits.2", "−6")
    step(phone, "traits.2", -1)
    assert total(phone) == "24"
    expect(phone.page.locator("input[data-enter='traits.2']")).not_to_have_attribute("inputmode", "numeric")
    # what cannot be is refused with the reason, and what stood there stays
    box = phone.page.locator("input[data-enter='traits.2']")
    box.fill("-70")
    box.press("Enter")
    expect(phone.refused).to_contain_text("Trait 2: stars: a whole number from −9 to 20, not −70.")
    phone.tap(phone.button("All right"))
    assert total(phone) == "24"


def test_four_phones_score_together_and_a_tie_is_told(house: House, phones: Phones) -> None:
    # given four phones, each with its own sheet; two of them Russian
    desk = house.open("score", "Anna", "Борис", "Vera", "Глеб")
    anna, boris, _, gleb = table = [phones(house, lang) for lang in ("en", "ru", "en", "ru")]
    for seat, phone in enumerate(table, 1):
        phone.sit(desk, seat, host=seat == 1)
    # when each enters a row of dice by taps, and what else it has
    for phone, dice, gold in zip(table, ("r6 r6 r6", "r1 g2 b3", "b1 g4 r5", "y1 y2 y3"), (0, 4, 2, 9), strict=True):
        choose(phone, "class", "warrior" if phone is not gleb else "bard")
        tap_dice(phone, "sheet.STR.1", dice)
        if gold:
            step(phone, "gold", gold)
    # then nobody sees another's numbers yet, but who is ready
    expect(anna.page.locator("[data-key=panel-ready]")).to_contain_text("Глеб")
    expect(anna.page.locator("main")).not_to_contain_text("0 gold")
    for phone in table:
        phone.tap(phone.button(re.compile("^(Ready|Готово)$")))
        expect(phone.button(re.compile("Change something|Что-то изменить"))).to_be_visible()
    for phone in table:
        expect(phone.page.locator("[data-key=panel-ready] li b").filter(has_text="✓")).to_have_count(4)
    # only the host can reveal
    expect(gleb.button("Открыть места")).to_have_count(0)
    anna.tap(anna.button("Reveal the places"))
    # then all see the places, every star explained, and how the tie was broken: by gold
    for phone in table:
        expect(phone.page.locator(".podium .step")).to_have_count(4)
        who = [one.inner_text().split()[-1] for one in phone.page.locator(".podium .who").all()]
        assert who == ["Anna", "Борис", "Vera", "Глеб"]
    expect(anna.page.locator("[data-key='panel-result.1']")).to_contain_text("Strength 18 meets 18: 4 stars")
    expect(anna.page.locator("[data-key=panel-told]")).to_contain_text("The most wins: Борис")
    expect(boris.page.locator("[data-key=panel-told]")).to_contain_text("впереди: Борис")
