"""Quest Circuit on real phones: every phase without a fault of access, a turn by keyboard, dice and cards typed in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from house import Desk, House
from inspection import faults
from phone import Phone, Phones
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(400)

GAME = "quest-circuit"
REAL = {"game": GAME, "dice": "physical", "decks": "physical"}
"""Dice and stacks lie on the table, so that a test says what comes."""


def do(desk: Desk, seat: int, kind: str, *typed: Sequence[Any], **fields: Any) -> None:
    """A move that must be possible, with what real dice and cards show."""
    more: Mapping[str, Any] = {"typed": [list(each) for each in typed]} if typed else {}
    move = {"type": kind, **fields}
    status, answer = desk.post("moves", desk.tokens[seat], seen_seq=desk.seq, move=move, **more)
    assert status == 200, answer


def put(desk: Desk, what: str, **change: Any) -> None:
    status, answer = desk.post("adjust", desk.host, changes=[{"what": what, **change}])
    assert status == 200, answer


def begun(house: House, *heroes: str, **options: Any) -> Desk:
    """A quest that is laid out; Anna is to roll."""
    names = ("Anna", "Борис")[: len(heroes)]
    quests = ["drowned-bell", "midnight-fair"][: int(options.get("quests", 1))]
    desk = house.open("multi" if len(heroes) > 1 else "solo", *names, **REAL, **options)
    do(desk, 1, "plan_quests", quests=quests)
    for seat, hero in enumerate(heroes, 1):
        do(desk, seat, "choose_hero", hero=hero)
    for seat in range(1, len(heroes) + 1) if len(heroes) > 1 else ():
        do(desk, seat, "roll_start", [7 - seat])
    do(desk, 1, "lay_board")
    return desk


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_phase_of_a_quest(house: House, phones: Phones, lang: str) -> None:
    phone, found = phones(house, lang), []
    desk = house.open("multi", "Anna", "Борис", **REAL, quests=2, dealer_dispute="auction")
    phone.sit(desk, 1, host=True)

    def looked_at(what: str) -> None:
        phone.shows(desk.seq)
        nonlocal found
        found += faults(phone, what)

    looked_at("heroes")
    do(desk, 1, "plan_quests", quests=["drowned-bell", "midnight-fair"])
    for seat, hero in ((1, "picklock"), (2, "gatewarden")):
        do(desk, seat, "choose_hero", hero=hero)
    for seat in (1, 2):
        do(desk, seat, "roll_start", [7 - seat])
    looked_at("the board")
    do(desk, 1, "lay_board")
    put(desk, "card", cell=2, card="lantern-imp")
    put(desk, "wounds", cell=2, value=2)
    do(desk, 1, "roll", [4])
    looked_at("where to go")
    do(desk, 1, "go", ["falling-beam"], cell=4)
    looked_at("a trap")
    do(desk, 1, "play", [1, 6], effect=0)
    looked_at("dice that lie")
    do(desk, 1, "pass")
    do(desk, 2, "roll", [3])
    do(desk, 2, "go", cell=2)
    looked_at("another’s fight")
    put(desk, "level", seat=2, value=9)
    put(desk, "level", seat=1, value=3)
    while desk.view()["view"]["fight"]:  # a monster that has nothing to be drawn
        do(desk, 2, "pass") if desk.view()["view"]["pending"] else do(desk, 2, "strike", [6, 1])
    # the quest ends, and both want the same card
    put(desk, "position", seat=1, value=19)
    if desk.view()["to_act"] == [2]:
        do(desk, 2, "end_turn")
    put(desk, "item", card="tide-blade", to="1")
    put(desk, "level", seat=1, value=20)
    do(desk, 1, "roll", [1])
    do(desk, 1, "go", cell=20)
    while desk.view()["phase"] == "turn":
        do(desk, 1, "strike", [6, 1])
    looked_at("the Junk Dealer")
    do(desk, 1, "sell", card="tide-blade")
    do(desk, 2, "buy", card="tide-blade")
    do(desk, 1, "contest", want=True)
    looked_at("an auction")
    phone.go(f"/t/{desk.table}/screen")
    found += faults(phone, "the big screen")
    assert not found, "\n".join(found)


def test_a_turn_by_keyboard_with_typed_dice_and_cards(house: House, phones: Phones) -> None:
    # given a desk with real dice, and somebody without a mouse
    desk, phone = begun(house, "gatewarden", rival="none"), phones(house, width=1280)
    phone.sit(desk, 1, host=True)
    type_in(phone, "Roll for movement", "4")
    # when a cell is chosen on the ring, and the card is named that lies there
    cell = phone.page.locator("button[data-at='ring.3']")
    expect(cell).to_contain_text("3 steps")
    cell.press("Enter")
    line = phone.dialog.locator("input")
    line.fill("peat golem")
    line.press("Enter")
    # then there is a fight: its odds, and dice for both sides
    expect(phone.page.locator("[data-key='panel-fight.odds'] .chance")).to_contain_text("Anna wins: 86")
    expect(phone.page.locator("[data-key='panel-fight.odds'] .chart")).to_contain_text("Anna wins, Health left 5")
    type_in(phone, "Melee: roll for Anna", "2 5")
    # and they lie there until she says so
    expect(phone.page.locator(".lies")).to_have_text("As the dice lie, Anna loses Health: 2.")
    phone.button(re.compile("Shut Gate"), exact=False).press("Enter")
    expect(phone.page.locator(".lies, .news").last).to_contain_text(re.compile("nobody is hurt|Nobody is hurt"))


def type_in(phone: Phone, button: str, text: str) -> None:
    """Press a button and type what the dice show; a number that no die shows is refused, and nothing is lost."""
    phone.button(re.compile(button), exact=False).press("Enter")
    expect(phone.dialog).to_contain_text(button)
    line = phone.dialog.locator("input")
    line.fill("7")
    line.press("Enter")
    expect(phone.dialog.get_by_role("alert")).to_be_visible()
    line.fill(text)
    line.press("Enter")
    expect(phone.dialog).to_be_hidden()


def test_the_dialog_of_six_faces_fits_a_small_phone(house: House, phones: Phones) -> None:
    desk, phone = begun(house, "gatewarden", rival="none"), phones(house, "ru", width=320)
    phone.sit(desk, 1, host=True)
    phone.tap(phone.page.locator("[data-move]").first)
    expect(phone.dialog).to_be_visible()
    room = phone.dialog.evaluate("(box) => box.scrollWidth - box.clientWidth")
    assert room == 0
    for key in phone.dialog.locator(".keys button").all():
        assert min((key.bounding_box() or {"width": 0, "height": 0})[side] for side in ("width", "height")) >= 44


def test_the_whole_ring_is_on_the_big_screen(house: House, phones: Phones) -> None:
    desk, screen = begun(house, "gatewarden", "picklock"), phones(house, width=1280)
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    screen.go(f"/{desk.code}/screen")
    expect(screen.page.locator("html[data-ready]")).to_be_attached()
    expect(screen.page.locator(".ring-cell")).to_have_count(21)
    assert screen.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight + 1")
