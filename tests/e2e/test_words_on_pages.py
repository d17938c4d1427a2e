"""Language and theme switched in the middle, the history in both languages, and names that people really have."""

from __future__ import annotations

import re
from typing import Any

import pytest
from house import House, View
from phone import Phone, Phones
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.timeout(400)

CODE = re.compile(r"\b[a-z_]+\.[a-z_]+\b|\b\d+\.\d+\b|[{}]|\bundefined\b|\bNone\b")
"""What no page may show: a key of the catalogue, a code like `7.2`, a placeholder that was not filled in."""


def switch_language(phone: Phone) -> None:
    phone.tap(phone.page.locator(".lang"))


def background(phone: Phone) -> str:
    return str(phone.page.evaluate("() => getComputedStyle(document.body).backgroundColor"))


def test_a_half_filled_calculator_survives_another_language_and_theme(house: House, phones: Phones) -> None:
    # given a sheet with a class, a die and some gold on it
    desk = house.open("score", "Anna")
    desk.move(1, {"type": "enter", "values": {"class": "warrior", "sheet.STR.1": "r6", "gold": 9}})
    phone = phones(house)
    phone.sit(desk, 1, host=True)
    expect(phone.page.locator("html")).to_have_attribute("lang", "en")
    # when the language is switched, and the theme
    switch_language(phone)
    expect(phone.page.locator("html")).to_have_attribute("lang", "ru")
    light = background(phone)
    phone.tap(phone.page.locator("[data-theme-switch]"))
    expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
    # then the same is there, in the other words and colours
    assert background(phone) != light
    phone.at_seat(1)
    expect(phone.page.locator("[data-enter=class]")).to_have_value("warrior")
    expect(phone.page.locator("[data-enter=class] option:checked")).to_have_text("Воин")
    cell = phone.page.locator("[data-enter='sheet.STR.1']")
    expect(cell).to_have_attribute("aria-label", "Сила, ячейка 1: красный 6")
    expect(phone.page.locator("[data-enter=gold]")).to_have_value("9")
    # and stays so after a reload, and on the way back
    phone.page.reload()
    expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
    switch_language(phone)
    expect(cell).to_have_attribute("aria-label", "Strength, slot 1: red 6")


def test_a_game_goes_on_in_another_language(house: House, phones: Phones) -> None:
    # given a game in which somebody is to place a die
    desk = house.open("solo", "Anna")
    desk.play_until(lambda view: view["phase"] == "dice" and bool(view["view"]["players"][0]["dice"]))
    phone = phones(house)
    phone.sit(desk, 1, host=True)
    before, dice = phone.seq, sheet(phone)
    offers = [one.move for one in phone.offers]
    # when the language is switched
    switch_language(phone)
    # then the same table offers the same, and it can be done
    expect(phone.page.locator(".prompt")).to_contain_text("Поставьте")
    assert (phone.seq, sheet(phone), [one.move for one in phone.offers]) == (before, dice, offers)
    phone.do(phone.offers[0])
    assert len(sheet(phone)) == len(dice) + 1


def sheet(phone: Phone) -> list[str]:
    found = phone.page.locator("[data-key=panel-sheet] .die").all()
    return [re.sub(r"\W", "", one.get_attribute("data-key") or "") for one in found]


# the history


def test_every_entry_of_a_whole_game_is_readable_in_both_languages(house: House, phones: Phones) -> None:
    # given a whole game with undo and redo in it
    desk = house.open("multi", "Anna", "Борис", cards="types", variants=["short_game"])
    desk.play_until(lambda view: view["phase"] == "market")
    undo(desk, "undo")
    undo(desk, "redo")
    undo(desk, "undo")
    desk.play_until(lambda view: view["result"] is not None)
    for lang in ("en", "ru"):
        phone = phones(house, lang)
        phone.sit(desk, 1, host=True)
        phone.go(f"/t/{desk.table}/log")
        # then every entry says what happened and who did it, without a key or a code
        entries = phone.page.locator(".log li").all_inner_texts()
        while (earlier := phone.page.locator("[data-key=earlier] a")).count():
            phone.go(earlier.get_attribute("href") or "")
            entries += phone.page.locator(".log li").all_inner_texts()
        assert len(entries) == desk.seq
        for text in entries:
            number, *said = text.split("\n")
            assert number.strip().isdigit()
            assert len("".join(said)) > 3, text
            assert not CODE.search(" ".join(said)), text
        if lang == "ru":
            letters = re.sub(r"[^A-Za-zА-Яа-яё]", "", " ".join(entries).replace("Anna", ""))
            foreign = re.sub(r"[^A-Za-z]", "", letters)
            assert len(foreign) < 0.02 * len(letters), foreign


def undo(desk: Any, verb: str) -> None:
    view = desk.view()
    status, answer = desk.post(verb, desk.host, seen_seq=view["seq"], seq=view[verb])
    assert status == 200, answer


def test_undo_and_redo_from_the_page_and_what_was_undone_is_struck_out(house: House, phones: Phones) -> None:
    # given a bag with two draws in its history
    phone = phones(house)
    desk = house.open("bag", "Anna", settings={"undo": "anyone"})
    phone.sit(desk, 1, host=True)
    for k in (2, 3):
        desk.move(1, {"type": "draw", "k": k})
    phone.go(f"/t/{desk.table}/log")
    newest = desk.seq
    struck = phone.page.locator(".log s")
    expect(struck).to_have_count(0)
    # when the newest is undone from the history
    phone.tap(phone.button("Undo"))
    phone.shows(newest + 1)
    # then it is struck out, and the entry that did it names it
    expect(struck).to_have_count(1)
    expect(struck).to_contain_text("draws 3 dice")
    expect(phone.page.locator(".log li").first).to_contain_text(f"Entry no. {newest} was taken back.")
    assert "line-through" in struck.evaluate("e => getComputedStyle(e).textDecorationLine")
    # and redone, it counts again
    phone.tap(phone.button("Redo"))
    phone.shows(newest + 2)
    expect(struck).to_have_count(0)
    expect(phone.button("Redo")).to_be_disabled()


# names (P27)

FAMILY = "👩‍👩‍👧‍👦"
NAMES = (
    "<svg/onload=alert(1)>",
    "</script><script>alert(2)</script>",
    'O\'Brien & "Söhne" {{ 7*7 }} {name}',
    FAMILY,
    "שלום עולם",
    "Wolfeschlegelsteinhausenbergerdorff the Very Elder of Hamburg and Elsewhere",
)


def test_P27_names_are_shown_as_they_are_and_nothing_runs(house: House, phones: Phones) -> None:
    # given a table to which people with such names come by the code, one after the other
    host = phones(house)
    desk = house.open("bag", game="pebbles", start=False)
    host.sit(desk, host=True)
    guests = []
    for name in NAMES:
        guest = phones(house)
        guest.go(f"/{desk.code}")
        guest.page.get_by_label("Your name").fill(name)
        guest.tap(guest.button("Sit down"))
        expect(guest.page.locator("#live")).to_be_attached()
        guests.append(guest)
    # then each name stands in the lobby letter by letter (a very long one as far as it goes)
    shown = [name[:60] for name in NAMES]
    for name in shown:
        expect(host.page.locator(".seats")).to_contain_text(name)
    host.tap(host.button("Begin"))
    # and in what everybody is told, and in the history
    for seat, (guest, name) in enumerate(zip(guests, shown, strict=True), 1):
        guest.at_seat(seat)
        guest.do(guest.offers[0])
        expect(guest.news).to_contain_text(f"{name} draws 1 die")
    host.go(f"/t/{desk.table}/log")
    for name in shown:
        expect(host.page.locator(".log")).to_contain_text(f"{name} draws 1 die")
    # and no page is wider than the phone for it; the fixture knows that no box was opened
    for phone in (host, *guests):
        assert phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_P27_zero_width_letters_vanish_and_equal_names_are_told_apart(house: House, phones: Phones) -> None:
    desk = house.open("multi", "Anna", start=False)
    for name in ("An\u200bna", "Anna"):
        phone = phones(house)
        phone.go(f"/{desk.code}")
        phone.page.get_by_label("Your name").fill(name)
        phone.tap(phone.button("Sit down"))
        expect(phone.page.locator("#live")).to_be_attached()
    seats = phone.page.locator(".seats .who")
    assert [words(one) for one in seats.all()] == ["Anna", "Anna 2", "Anna 3"]


def words(one: Locator) -> str:
    return one.inner_text().split("\n")[0].strip()


def test_no_page_of_a_game_shows_a_key_or_a_code(house: House, phones: Phones) -> None:
    """Every phase of a whole game, as it comes, in Russian."""
    desk, seen = house.open("solo", "Anna", cards="types", variants=["short_game"]), set()
    phone = phones(house, "ru")
    phone.sit(desk, 1, host=True)

    def new(view: View) -> bool:
        return view["result"] is not None or kind(view) not in seen

    while True:
        view = desk.play_until(new)
        seen.add(kind(view))
        phone.shows(view["seq"])
        text = phone.page.locator("main").inner_text()
        assert not CODE.search(text), CODE.findall(text)
        if view["result"] is not None:
            break
    assert len(seen) > 10


def kind(view: View) -> tuple[str, str, str]:
    asked = view["view"]["pending"]
    return view["phase"], view["view"]["stage"] or "", asked[0]["key"] if asked else ""
