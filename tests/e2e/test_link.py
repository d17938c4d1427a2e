"""A phone that sleeps, taps twice, loses its Wi-Fi or its cookies; and a host's machine that restarts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from house import House, Link
from phone import Phone, Phones
from playwright.sync_api import expect

DRAW_ONE = {"type": "draw", "k": 1}


def dice(phone: Phone) -> int:
    return phone.page.locator("[data-key=panel-dice] .die").count()


@pytest.fixture
def link(house: House) -> Iterator[Link]:
    """A way to the server that can be cut, for one phone."""
    link = Link(house.port)
    yield link
    link.close()


def test_P01_a_phone_that_slept_rolls_nothing_back(house: House, phones: Phones, link: Link) -> None:
    # given two phones at one bag, and one of them falls asleep
    desk = house.open("bag", "Anna", "Boris")
    anna, boris = phones(house, port=link.port), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    asleep = anna.seq
    link.cut()
    # when the table goes on, and the sleeper taps on what it sees
    for number in range(6):
        boris.do(boris.offers[number % 2])
    anna.tap(anna.button("Draw and roll 2"))
    expect(anna.page.locator("#waiting")).to_contain_text("Draw and roll 2")
    assert anna.seq == asleep
    link.mend()
    # then its tap is judged on the table as it is: nine dice lie there, and two more
    anna.shows(asleep + 7)
    boris.shows(asleep + 7)
    assert dice(anna) == dice(boris) == 11
    expect(anna.page.locator("#waiting")).to_be_hidden()


def test_P04_a_double_tap_is_one_move_and_the_second_is_explained(house: House, phones: Phones) -> None:
    # given a phone that sees a button for luck
    desk = house.open("bag", "Anna")
    phone = phones(house)
    phone.sit(desk, 1)
    before = phone.seq
    # when it is tapped twice, 80 ms apart, whether the answer to the first is there by then or not
    expect(phone.page.locator("html[data-ready]")).to_be_attached()
    phone.page.evaluate(
        """() => {
          const button = document.querySelectorAll('[data-move]')[2];
          button.click();
          setTimeout(() => button.click(), 80);
        }"""
    )
    # then there is one draw, and the second tap says what became of it
    expect(phone.refused).to_contain_text(f"before your own newest entry (no. {before + 1})")
    phone.shows(before + 1)
    assert dice(phone) == 3
    assert desk.seq == before + 1


def test_P06_an_offline_move_waits_and_is_done(own_house: House, phones: Phones) -> None:
    # given a phone whose server is gone
    desk = own_house.open("bag", "Anna")
    phone = phones(own_house)
    phone.sit(desk, 1)
    before = phone.seq
    own_house.stop()
    expect(phone.page.locator("#link")).to_be_visible()
    # when it taps
    phone.tap(phone.button("Draw and roll 4"))
    # then the page says that the move waits, and does not pretend
    expect(phone.page.locator("#waiting")).to_contain_text("Waiting to be sent:")
    assert (phone.seq, dice(phone)) == (before, 0)
    # even after the page was left (and there is nothing to come back to), and then the server is there again
    own_house.start()
    phone.shows(before + 1)
    assert dice(phone) == 4
    expect(phone.page.locator("#waiting")).to_be_hidden()
    expect(phone.page.locator("#link")).to_be_hidden()


def test_P06_an_offline_move_that_is_too_late_is_refused_and_stays_at_hand(
    house: House, phones: Phones, link: Link
) -> None:
    # given two phones that see the same die, and one of them loses its Wi-Fi
    desk = house.open("bag", "Anna", "Boris")
    desk.move(1, DRAW_ONE)
    anna, boris = phones(house, port=link.port), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    link.cut()
    # when both put it back
    anna.tap(anna.page.locator("[data-at='die.1']"))
    expect(anna.page.locator("#waiting")).to_contain_text("Put back")
    boris.do(next(one for one in boris.offers if one.at))
    link.mend()
    # then the late one is told why not, and can try again when it makes sense
    expect(anna.refused).to_contain_text("There is no such die on the table.")
    expect(anna.button("Try again")).to_be_visible()
    anna.tap(anna.button("Undo"))
    expect(anna.page.locator("[data-at='die.1']")).to_be_visible()
    before = anna.seq
    anna.tap(anna.button("Try again"))
    anna.shows(before + 1)
    expect(anna.page.locator("[data-at='die.1']")).to_have_count(0)


def test_P16_back_forward_and_reload_repeat_nothing(house: House, phones: Phones) -> None:
    # given a table that was opened on this phone, and a draw
    phone = phones(house)
    phone.go("/?game=roll-player")
    phone.tap(phone.page.locator(".ways label", has_text="The dice bag"))
    phone.page.get_by_label("Your name").fill("Anna")
    phone.tap(phone.button("Open the table"))
    phone.at_seat(1)
    phone.do(phone.offers[1])
    seq, address = phone.seq, phone.page.url
    # when the browser goes back, forward, reloads, and a tab is restored
    phone.page.go_back()
    expect(phone.button("Open the table")).to_be_visible()
    phone.page.go_forward()
    expect(phone.live).to_have_attribute("data-seq", str(seq))
    phone.page.reload()
    expect(phone.live).to_have_attribute("data-seq", str(seq))
    phone.page.close()
    phone.page = phone.context.new_page()
    phone.page.goto(address)
    # then the table is where it was
    expect(phone.live).to_have_attribute("data-seq", str(seq))
    assert dice(phone) == 2
    # and the start page knows the way back to it, with one table and not two
    phone.go("/")
    expect(phone.page.locator(".tables li")).to_have_count(1)


def test_P17_a_phone_without_its_cookies_comes_back_by_the_link_of_its_seat(house: House, phones: Phones) -> None:
    # given a phone that has noted the link of its seat
    desk = house.open("bag", "Anna", "Boris")
    phone = phones(house)
    phone.sit(desk, 2)
    phone.go(f"/t/{desk.table}/lobby?stay=1")
    phone.tap(phone.page.locator("summary", has_text="Your way back"))
    way_back = phone.page.locator(".links a").get_attribute("href")
    assert way_back is not None
    # when its cookies are gone
    phone.context.clear_cookies()
    phone.go(f"/t/{desk.table}/2")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Not from this phone")
    # then the link brings it back to its seat
    phone.go("/" + way_back.split("/", 3)[3])
    phone.at_seat(2)
    phone.do(phone.offers[0])


def test_P17_or_the_host_lets_it_in(house: House, phones: Phones) -> None:
    # given a host and a phone that has lost everything but knows the code
    desk = house.open("bag", "Anna", "Boris")
    host, lost, new = (phones(house) for _ in range(3))
    host.sit(desk, 1, host=True)
    lost.sit(desk, 2)
    new.go(f"/{desk.code}")
    # when it claims its seat
    new.tap(new.button("Boris", exact=False))
    expect(new.page.get_by_role("alert").filter(visible=True)).to_contain_text("The host has been asked.")
    expect(host.page.locator(".asks")).to_contain_text("Another phone wants the seat of Boris.")
    # then the host lets it in, and the phone that had the seat is told that it is another's now
    host.tap(host.button("Give it the seat"))
    new.at_seat(2)
    new.do(new.offers[0])
    expect(lost.page.get_by_role("heading", level=1)).to_have_text("Not from this phone")


def test_a_claim_can_be_denied(house: House, phones: Phones) -> None:
    desk = house.open("bag", "Anna", "Boris")
    host, boris, stranger = (phones(house) for _ in range(3))
    host.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    stranger.go(f"/{desk.code}")
    stranger.tap(stranger.button("Boris", exact=False))
    host.tap(host.button("No"))
    expect(stranger.page.get_by_role("alert").filter(visible=True)).to_contain_text(
        "The host has not given you this seat."
    )
    expect(host.page.locator(".asks")).to_be_hidden()


def test_P20_after_a_restart_nobody_reloads_and_all_go_on(own_house: House, phones: Phones) -> None:
    # given two phones in the middle of something
    desk = own_house.open("bag", "Anna", "Boris")
    anna, boris = phones(own_house), phones(own_house, "ru")
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    anna.do(anna.offers[2])
    for phone in (anna, boris):
        phone.shows(desk.seq)
        phone.page.evaluate("() => (window.sameAsBefore = true)")
    # when the host's machine restarts
    own_house.stop()
    for phone in (anna, boris):
        expect(phone.page.locator("#link")).to_be_visible()
    own_house.start()
    # then both are back, and go on without a reload
    for phone in (anna, boris):
        expect(phone.page.locator("#link")).to_be_hidden()
    before = desk.seq
    boris.do(boris.offers[0])
    anna.shows(before + 1)
    anna.do(anna.offers[0])
    boris.shows(before + 2)
    assert dice(anna) == dice(boris) == 5
    assert all(phone.page.evaluate("() => window.sameAsBefore") for phone in (anna, boris))


def test_a_phone_that_leaves_is_away_at_once_and_back_when_it_is(house: House, phones: Phones) -> None:
    # given two phones that see each other
    desk = house.open("bag", "Anna", "Boris")
    anna, boris = phones(house), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    phase = anna.page.locator(".phase")
    expect(phase).to_have_text("The dice bag")
    # when one is closed
    boris.page.close()
    # then the other says so sooner than silence would tell, and takes it back when it returns
    expect(phase).to_have_text("The dice bag · away: Boris", timeout=5_000)
    boris.page = boris.context.new_page()
    boris.page.goto(f"/t/{desk.table}")
    expect(phase).to_have_text("The dice bag", timeout=5_000)


def test_an_undo_past_luck_needs_everybody(house: House, phones: Phones) -> None:
    # given three phones, none of them the host's, and a roll that somebody regrets
    desk = house.open("bag", "Anna", "Boris", "Vera")
    anna, boris, vera = table = [phones(house, lang) for lang in ("en", "ru", "en")]
    for seat, phone in enumerate(table, 1):
        phone.sit(desk, seat)
    anna.do(anna.offers[1])
    rolled = anna.seq
    # when it is to be undone
    anna.tap(anna.button("Undo"))
    # then the others are asked, and it is not undone before both have agreed
    expect(anna.page.locator(".asks")).to_contain_text("Waiting for")
    expect(boris.page.locator(".asks")).to_contain_text(f"Anna предлагает отменить запись № {rolled}.")
    boris.tap(boris.button("Я за"))
    expect(anna.page.locator(".asks")).to_have_text(re.compile("Waiting for Vera"))
    assert desk.seq == rolled
    vera.tap(vera.button("I agree"))
    for phone in table:
        phone.shows(rolled + 1)
        assert dice(phone) == 0
        expect(phone.page.locator(".asks")).to_be_hidden()


def test_the_host_undoes_luck_alone(house: House, phones: Phones) -> None:
    desk = house.open("bag", "Anna", "Boris")
    anna, boris = phones(house), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    boris.do(boris.offers[1])
    drawn = desk.seq
    anna.shows(drawn)
    anna.tap(anna.button("Undo"))
    boris.shows(drawn + 1)
    expect(boris.page.locator("[data-key=panel-dice] .die")).to_have_count(0)
