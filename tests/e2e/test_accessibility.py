"""Every page and every state of it: axe without a finding, 320 px without sideways scrolling, room for a thumb."""

from __future__ import annotations

import re

import pytest
from house import House, View
from inspection import faults
from phone import Phone, Phones
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(400)

LANGUAGES = pytest.mark.parametrize("lang", ["en", "ru"])
WHOLE = {"class": "warrior", "race": "orc", "backstory": "savage", "alignment.card": "champion", "gold": 3}
DICE = dict(
    zip(
        [f"sheet.{row}.{slot}" for row in ("STR", "DEX", "CON", "INT", "WIS", "CHA") for slot in (1, 2, 3)],
        ["r6", "g6", "b4", "r5", "k6", "w5", "b6", "g6", "p5", "r6", "p6", "y3", "r5", "y4", "w5", "k6", "p4", "y5"],
        strict=True,
    )
)


def unfold(phone: Phone) -> None:
    """Open everything that can be opened."""
    for fold in phone.page.locator("main summary").all():
        phone.tap(fold)


@LANGUAGES
def test_pages_on_the_way_in(house: House, phones: Phones, lang: str) -> None:
    phone, host, found = phones(house, lang), phones(house, lang), []
    desk = house.open("multi", "Anna", start=False)
    for path in ("/?game=roll-player", f"/{desk.code}", "/XXXX", f"/t/{desk.table}", "/nowhere/at/all"):
        phone.go(path)
        found += faults(phone, path)
        if path.startswith("/?"):
            unfold(phone)
            found += faults(phone, "start, unfolded")
    host.sit(desk, 1, host=True)
    found += faults(host, "lobby, too few")
    phone.go(f"/{desk.code}")
    phone.page.locator("[name=name]").fill("Борис")
    phone.tap(phone.page.locator(".primary"))
    expect(host.page.locator(".seats li")).to_have_count(2)
    unfold(host)
    found += faults(host, "lobby of the host") + faults(phone, "lobby of a guest")
    phone.tap(phone.page.locator("summary").last)
    host.tap(host.page.locator("[data-key=start]"))
    phone.at_seat(2)
    phone.go(f"/t/{desk.table}/lobby?stay=1")
    found += faults(phone, "lobby after the start")
    late = phones(house, lang)
    late.go(f"/{desk.code}")
    found += faults(late, "join after the start")
    late.tap(late.button(re.compile("Борис"), exact=False))
    expect(host.page.locator(".asks")).to_contain_text("Борис")
    found += faults(late, "join, asked") + faults(host, "seat with a claim")
    assert not found, "\n".join(found)


@LANGUAGES
def test_every_phase_of_a_solo_game(house: House, phones: Phones, lang: str) -> None:
    desk, phone = house.open("solo", "Anna", cards="types", variants=["short_game"]), phones(house, lang)
    phone.sit(desk, 1, host=True)
    seen: set[tuple[str, ...]] = set()
    found: list[str] = []

    def new(view: View) -> bool:
        return kind(view) not in seen

    while True:
        view = desk.play_until(new)
        seen.add(kind(view))
        phone.shows(view["seq"])
        found += faults(phone, f"{kind(view)}")
        if view["phase"] == "market" and not view["view"]["pending"]:
            phone.tap(phone.page.locator("[data-at^='market.']").first)
            expect(phone.dialog).to_be_visible()
            found += faults(phone, "market, dialog")
            phone.page.keyboard.press("Escape")
        if view["result"] is not None:
            break
    assert len(seen) > 12
    phone.go(f"/t/{desk.table}/log")
    found += faults(phone, "history")
    assert not found, "\n".join(found)


# Questions and actions that look like one another on the page
ALIKE = {"hands": "tell", "armor_stars": "tell", "trait_stars": "tell", "STR": "row", "INT": "row", "CON": "row"}


def kind(view: View) -> tuple[str, ...]:
    player, asked = view["view"]["players"][0], view["view"]["pending"]
    what = "place" if player["dice"] else player.get("placed_row") or ""
    key = asked[0]["key"] if asked else ""
    return view["phase"], view["view"]["stage"] or "", ALIKE.get(key, key), ALIKE.get(what, what)


@LANGUAGES
def test_a_table_of_several(house: House, phones: Phones, lang: str) -> None:
    # given two phones in the middle of a game; one of them holds two seats
    desk = house.open("multi", "Anna", "Борис", "Vera", cards="full", variants=["short_game"])
    anna, boris, found = phones(house, lang), phones(house, lang), []
    anna.sit(desk, 1, 3, host=True)
    boris.sit(desk, 2)
    view = desk.play_until(lambda view: view["phase"] == "dice" and view["to_act"] == [2])
    for phone in (anna, boris):
        phone.shows(view["seq"])
    unfold(anna)
    found += faults(anna, "waiting, unfolded")
    view = desk.play_until(lambda view: view["to_act"] == [3] and view["phase"] == "market")
    anna.go(f"/t/{desk.table}/1")
    expect(anna.page.locator("[data-key=hand]")).to_be_visible()
    found += faults(anna, "hand over")
    # an undo that needs both, and one that was refused
    boris.shows(view["seq"])
    view = desk.play_until(lambda view: view["phase"] == "roll" and view["to_act"] == [2])
    roll = desk.moves(2)[0]
    desk.move(2, roll)
    boris.shows(desk.seq)
    boris.tap(boris.page.locator("[data-act=undo]"))
    expect(boris.page.locator(".asks section")).to_be_visible()
    expect(anna.page.locator(".asks section")).to_be_visible()
    found += faults(boris, "vote, asked") + faults(anna, "vote, to answer")
    view = desk.play_until(lambda view: view["result"] is not None)
    boris.shows(view["seq"])
    unfold(boris)
    found += faults(boris, "the end")
    assert not found, "\n".join(found)


@LANGUAGES
def test_scoring_together(house: House, phones: Phones, lang: str) -> None:
    desk, phone, found = house.open("score", "Anna", "Борис"), phones(house, lang), []
    phone.sit(desk, 1, host=True)
    unfold(phone)
    found += faults(phone, "empty")
    desk.move(1, {"type": "enter", "values": {**WHOLE, **DICE}})
    phone.shows(desk.seq)
    found += faults(phone, "filled in")
    phone.tap(phone.page.locator("[data-kind=die]").first)
    expect(phone.dialog).to_be_visible()
    found += faults(phone, "a die")
    phone.tap(phone.dialog.locator(".keys button").first)
    found += faults(phone, "a die, its colour chosen")
    phone.page.keyboard.press("Escape")
    for seat in (1, 2):
        desk.move(seat, {"type": "ready"})
    phone.shows(desk.seq)
    found += faults(phone, "ready")
    desk.post("moves", desk.host, seen_seq=desk.seq, move={"type": "reveal"})
    phone.shows(desk.seq)
    found += faults(phone, "revealed")
    assert not found, "\n".join(found)


@LANGUAGES
def test_the_bag_and_typed_dice(house: House, phones: Phones, lang: str) -> None:
    desk, phone, found = house.open("bag", "Anna", dice="physical"), phones(house, lang), []
    phone.sit(desk, 1, host=True)
    before = desk.seq
    phone.tap(phone.page.locator("[data-move]").nth(2))
    expect(phone.dialog).to_be_visible()
    found += faults(phone, "colours")
    line = phone.dialog.locator(".got ~ input")
    line.fill("7")
    line.press("Enter")
    found += faults(phone, "refused")
    for text in ("r g b", "1 2 3"):
        line.fill(text)
        line.press("Enter")
    phone.shows(before + 1)
    unfold(phone)
    found += faults(phone, "dice on the table")
    phone.tap(phone.page.locator("[data-act=empty]"))
    phone.tap(phone.page.locator("[data-move-form] [type=submit]"))
    expect(phone.refused).to_be_visible()
    found += faults(phone, "a refusal")
    cards = phones(house, lang)
    cards.sit(house.open("solo", "Anna", cards="types", decks="physical"), 1)
    for _ in range(6):
        if cards.dialog.is_visible():
            break
        offers = cards.offers
        target = cards.page.locator("[data-move]") if not offers[0].at else cards.page.locator("button.can")
        before = cards.seq
        cards.tap(target.first)
        expect(cards.page.locator(f"#live:not([data-seq='{before}']), #dialog[open]").first).to_be_attached()
    expect(cards.dialog).to_be_visible()
    found += faults(cards, "cards")
    assert not found, "\n".join(found)


# the keyboard and the ear


def test_the_focus_is_seen_on_every_control(house: House, phones: Phones) -> None:
    desk = house.open("score", "Anna", start=False)
    phone = phones(house, width=1280)
    for path in ("/?game=roll-player", f"/h/{desk.host}?also={desk.tokens[1]}"):
        phone.go(path)
        seen = set()
        for _ in range(60):
            phone.page.keyboard.press("Tab")
            found = phone.page.evaluate(
                """() => {
                  const one = document.activeElement;
                  if (one === document.body) return null;
                  const marked = [one, one.closest('label')].filter(Boolean).map((each) => getComputedStyle(each));
                  const seen = marked.some(({ outlineWidth, outlineStyle }) =>
                    parseFloat(outlineWidth) >= 2 && outlineStyle !== 'none');
                  return { what: one.outerHTML.slice(0, 120), seen };
                }"""
            )
            if found is None or found["what"] in seen:
                break
            seen.add(found["what"])
            assert found["seen"], found["what"]
        assert len(seen) > 6


def test_focus_and_half_typed_text_survive_what_others_do(house: House, phones: Phones) -> None:
    # given somebody who is typing, and somebody who is about to open the history
    desk = house.open("bag", "Anna", "Boris")
    anna, boris = phones(house, width=1280), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    expect(anna.page.locator("html[data-ready]")).to_be_attached()
    anna.page.locator("summary", has_text="Draw another number").click()
    field = anna.page.locator(".forms input")
    field.fill("1")
    field.press("2")
    # when the other draws, and puts everything back
    for _ in range(2):
        boris.do(boris.offers[0])
        anna.shows(desk.seq)
    # then the cursor is where it was, and so is the text; the fold is still open
    expect(field).to_be_focused()
    expect(field).to_have_value("12")
    history = anna.page.get_by_role("link", name="History")
    history.focus()
    boris.do(boris.offers[0])
    anna.shows(desk.seq)
    expect(history).to_be_focused()
    # and a button that is still there keeps the focus, too
    button = anna.page.locator("[data-move]").first
    button.focus()
    boris.do(boris.offers[0])
    anna.shows(desk.seq)
    expect(button).to_be_focused()


def test_P30_a_live_region_says_what_happened(house: House, phones: Phones) -> None:
    desk = house.open("bag", "Anna", "Boris")
    anna, boris = phones(house), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    region = boris.page.get_by_role("status").filter(has_text=re.compile("Anna"))
    anna.do(anna.offers[1])
    expect(region).to_contain_text(re.compile(r"Anna draws 2 dice: .*(red|green|blue|purple|black|white|gold) [1-6]"))
    expect(boris.news).to_have_attribute("aria-live", "polite")
