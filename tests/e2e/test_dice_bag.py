"""The dice bag on its own, and dice that are really rolled."""

from __future__ import annotations

import re

from house import House
from phone import Phone, Phones
from playwright.sync_api import expect


def in_bag(phone: Phone, colour: str) -> int:
    meter = phone.page.locator("[data-key=panel-bag] .meter", has_text=re.compile(f"{colour}$"))
    return int(meter.locator("b span").last.inner_text().split("/")[0])


def on_table(phone: Phone) -> list[str]:
    return [one.get_attribute("aria-label") or "" for one in phone.page.locator("[data-key=panel-dice] .die").all()]


def test_draw_roll_put_back_and_fill_with_other_colours(house: House, phones: Phones) -> None:
    # given the bag of the game, opened by a tap
    phone = phones(house)
    phone.go("/?game=roll-player")
    phone.tap(phone.page.locator(".ways label", has_text="The dice bag"))
    phone.page.get_by_label("Your name").fill("Anna")
    phone.tap(phone.button("Open the table"))
    expect(phone.page.locator(".prompt")).to_have_text("73 dice in the bag. Draw!")
    # when four dice are drawn, and rolled again
    phone.do(next(one for one in phone.offers if one.label == "Draw and roll 4"))
    drawn = on_table(phone)
    assert len(drawn) == 4
    assert all(re.fullmatch(r"[a-z]+ [1-6]", die) for die in drawn)
    expect(phone.news).to_contain_text("Anna draws 4 dice")
    phone.do(next(one for one in phone.offers if one.label == "Roll all again"))
    assert [die.split()[0] for die in on_table(phone)] == [die.split()[0] for die in drawn]
    # and one of them is put back by touching it
    first = drawn[0].split()[0]
    before = in_bag(phone, first)
    phone.do(next(one for one in phone.offers if one.at))
    assert len(on_table(phone)) == 3
    assert in_bag(phone, first) == before + 1
    phone.do(next(one for one in phone.offers if one.label == "Put all back"))
    assert on_table(phone) == []
    # when the bag is filled anew: ten orange dice and two pink ones
    phone.tap(phone.page.locator("summary", has_text="Other dice in the bag"))
    phone.tap(phone.button("All to 0"))
    phone.page.locator("#fill-orange").fill("10")
    for _ in range(2):
        phone.tap(phone.button("+1: pink"))
    before_fill = phone.seq
    phone.tap(phone.button("Fill the bag"))
    phone.shows(before_fill + 1)
    # then these are drawn, and nothing else
    expect(phone.page.locator(".prompt")).to_have_text("12 dice in the bag. Draw!")
    assert (in_bag(phone, "orange"), in_bag(phone, "pink")) == (10, 2)
    phone.do(next(one for one in phone.offers if one.label == "Draw and roll 6"))
    assert {die.split()[0] for die in on_table(phone)} <= {"orange", "pink"}
    # and undo brings back the bag of the game, die for die
    for _ in range(2):
        before = phone.seq
        phone.tap(phone.button("Undo"))
        phone.shows(before + 1)
    expect(phone.page.locator(".prompt")).to_have_text("73 dice in the bag. Draw!")
    assert in_bag(phone, "green") == 10


def test_an_empty_bag_cannot_be_filled_and_says_why(house: House, phones: Phones) -> None:
    phone = phones(house)
    phone.sit(house.open("bag", "Anna"), 1)
    phone.tap(phone.page.locator("summary", has_text="Other dice in the bag"))
    phone.tap(phone.button("All to 0"))
    phone.tap(phone.button("Fill the bag"))
    expect(phone.refused).to_contain_text("1 to 500")
    assert in_bag(phone, "green") == 10


def type_in(phone: Phone, text: str) -> None:
    line = phone.dialog.locator(".got ~ input")
    line.fill(text)
    line.press("Enter")


def test_what_real_dice_cannot_show_is_refused_and_nothing_is_lost(house: House, phones: Phones) -> None:
    # given a bag whose dice are rolled by people
    phone = phones(house)
    phone.sit(house.open("bag", "Anna", dice="physical"), 1)
    before = phone.seq
    phone.tap(phone.button("Draw and roll 3"))
    expect(phone.dialog).to_contain_text("Draw 3 dice from the bag and say what colours they are.")
    # when a colour that there is not is typed in
    type_in(phone, "r g orange")
    # then it is refused with what was wrong
    expect(phone.dialog.get_by_role("alert")).to_contain_text("“r g orange” is not possible here")
    # when too many are named, the rule for that is told
    type_in(phone, "r g b k")
    expect(phone.dialog.get_by_role("alert")).to_contain_text("draw 3 anew")
    # when they are tapped, one too many of them taken back
    for colour in ("red", "green", "green"):
        phone.tap(phone.dialog.get_by_role("button", name=colour, exact=True))
    phone.tap(phone.dialog.get_by_role("button", name="One back"))
    phone.tap(phone.dialog.get_by_role("button", name="blue", exact=True))
    phone.tap(phone.dialog.get_by_role("button", name="OK"))
    # then it goes on with the faces: seven is refused, the colours stay
    expect(phone.dialog).to_contain_text("Roll 3 d6")
    type_in(phone, "5 7 1")
    expect(phone.dialog.get_by_role("alert")).to_contain_text("“5 7 1” is not possible here")
    type_in(phone, "551")
    phone.shows(before + 1)
    assert on_table(phone) == ["red 5", "green 5", "blue 1"]
    # and the phone may do the next one
    phone.tap(phone.button("Draw and roll 2"))
    phone.tap(phone.dialog.get_by_role("button", name="Let the phone do it"))
    expect(phone.dialog).to_contain_text("Roll 2 d6")
    phone.tap(phone.dialog.get_by_role("button", name="Let the phone do it"))
    phone.shows(before + 2)
    assert len(on_table(phone)) == 5


def test_whoever_cancels_has_done_nothing(house: House, phones: Phones) -> None:
    phone = phones(house)
    phone.sit(house.open("bag", "Anna", dice="physical"), 1)
    before = phone.seq
    phone.tap(phone.button("Draw and roll 1"))
    expect(phone.dialog).to_be_visible()
    phone.page.keyboard.press("Escape")
    expect(phone.dialog).to_be_hidden()
    # nothing waits in the way of the next move
    phone.tap(phone.button("Draw and roll 2"))
    expect(phone.dialog).to_contain_text("Draw 2 dice")
    phone.tap(phone.dialog.get_by_role("button", name="Cancel"))
    phone.page.reload()
    expect(phone.dialog).to_be_hidden()
    assert phone.seq == before


def test_a_reload_asks_again_for_what_was_not_typed_in_yet(house: House, phones: Phones) -> None:
    phone = phones(house)
    phone.sit(house.open("bag", "Anna", dice="physical"), 1)
    before = phone.seq
    phone.tap(phone.button("Draw and roll 1"))
    type_in(phone, "r")
    expect(phone.dialog).to_contain_text("Roll a d6")
    phone.page.reload()
    expect(phone.dialog).to_contain_text("Roll a d6")
    type_in(phone, "6")
    phone.shows(before + 1)
    assert on_table(phone) == ["red 6"]


def test_a_die_that_explodes_is_asked_for_again(house: House, phones: Phones) -> None:
    # given a game whose dice explode, with real dice, at the moment of a throw with two dice
    phone = phones(house)
    phone.sit(house.open("solo", "Anna", game="pebbles", dice="physical"), 1)
    for label in ("Fill your hand", "Lay ", "Throw flint"):
        phone.do(next(one for one in phone.offers if one.label.startswith(label)))
    before = phone.seq
    phone.tap(phone.button("Skim"))
    expect(phone.dialog).to_contain_text("Roll a d6")
    type_in(phone, "3")
    # when one of the two shows a six, and then again
    expect(phone.dialog).to_contain_text("Roll 2 d6")
    type_in(phone, "6 2")
    expect(phone.dialog).to_contain_text("Another d6: you rolled the highest face.")
    type_in(phone, "6")
    expect(phone.dialog).to_contain_text("Another d6: you rolled the highest face.")
    type_in(phone, "1")
    # then all of it counts: 3 + 6 + 6 + 1 + 2
    phone.shows(before + 1)
    expect(phone.news).to_contain_text("Anna: 18 hops.")
