"""The winner's reveal in a browser: the last place first, once on each phone; a tap shows all of it."""

from __future__ import annotations

from house import House
from inspection import faults
from phone import Phones
from playwright.sync_api import expect

_SEEN = """() => Object.fromEntries([...document.querySelectorAll('.podium .step')].map((one) =>
  [one.querySelector('.who').textContent.trim().split(' ').pop(), Number(getComputedStyle(one).opacity)]))"""


def test_places_are_told_from_last_to_first_and_a_tap_skips(house: House, phones: Phones) -> None:
    # given three who scored together, and a phone that likes motion
    desk = house.open("score", "Anna", "Boris", "Vera", game="pebbles")
    for seat, shore in ((1, 2), (2, 9), (3, 5)):
        desk.move(seat, {"type": "enter", "values": {"shore": shore}})
        desk.move(seat, {"type": "ready"})
    phone = phones(house)
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.sit(desk, 1, host=True)
    expect(phone.page.locator("html[data-ready]")).to_be_attached()
    # when the host reveals
    desk.post("moves", desk.host, seen_seq=desk.seq, move={"type": "reveal"})
    steps = phone.page.locator(".podium .step")
    expect(steps).to_have_count(3)
    # then the last one is seen while the others are not yet, nor who has won
    phone.page.wait_for_function(f"() => ({_SEEN})().Anna === 1")
    seen = phone.page.evaluate(_SEEN)
    assert (seen["Boris"], seen["Vera"] < 1) == (0, True)
    assert phone.page.locator("h1").evaluate("(one) => getComputedStyle(one).opacity") == "0"
    # when somebody taps, all is there
    phone.page.mouse.click(200, 60)
    assert set(phone.page.evaluate(_SEEN).values()) == {1}
    # and it is not told again
    phone.page.reload()
    expect(phone.page.locator("html[data-ready]")).to_be_attached()
    assert set(phone.page.evaluate(_SEEN).values()) == {1}
    assert not faults(phone, "the end")


def test_whoever_wants_no_motion_sees_all_at_once(house: House, phones: Phones) -> None:
    desk = house.open("score", "Anna", "Boris", game="pebbles")
    for seat in (1, 2):
        desk.move(seat, {"type": "ready"})
    desk.post("moves", desk.host, seen_seq=desk.seq, move={"type": "reveal"})
    screen = phones(house, "ru", width=1280)
    screen.go(f"/{desk.code}/screen")
    expect(screen.page.locator(".podium .step")).to_have_count(2)
    assert set(screen.page.evaluate(_SEEN).values()) == {1}
    expect(screen.page.locator(".reckoning table")).to_be_visible()
    assert not faults(screen, "the end on the big screen")
