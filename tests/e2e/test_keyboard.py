"""A whole solo game by keyboard alone: real dice and real cards are typed in, and no mouse is ever used."""

from __future__ import annotations

import random

import pytest
from house import House
from keyboard import LAPTOP, Keyboard
from phone import Phones
from playwright.sync_api import expect


@pytest.mark.timeout(400)
def test_P14_a_whole_solo_game_by_keyboard_with_real_dice_and_cards(house: House, phones: Phones) -> None:
    # given a laptop, and somebody who never touches its mouse
    phone = phones(house, width=LAPTOP)
    hand = Keyboard(phone, random.Random(4))
    phone.go("/?game=roll-player")
    phone.page.evaluate("() => addEventListener('pointerdown', () => (document.title = 'mouse'), true)")
    # when the table is opened: solo, the short game, real dice, real cards of which the phone knows names
    hand.tab_to_field("options.mode")
    hand.keys.press("ArrowRight")
    expect(phone.page.locator("[name='options.mode'][value=solo]")).to_be_checked()
    hand.tab_to_field("players.0.name")
    hand.keys.type("Anna")
    hand.tab_to("document.activeElement.matches('summary')")
    hand.keys.press("Enter")
    hand.tab_to("document.activeElement.value === 'short_game'")
    hand.keys.press("Space")
    for name, wanted in (("dice", "physical"), ("decks", "physical"), ("cards", "types")):
        hand.tab_to_field(f"options.{name}")
        choice = phone.page.locator(f"[name='options.{name}'][value={wanted}]")
        for _ in range(4):
            if not choice.is_checked():
                hand.keys.press("ArrowDown")
        expect(choice).to_be_checked()
    hand.tab_to("document.activeElement.matches('.primary')")
    hand.keys.press("Enter")
    phone.at_seat(1)
    # and played to its end
    for _ in range(400):
        if phone.phase == "Finished":
            break
        hand.move()
    # then there is a rank, and it was told to those who only listen
    assert phone.phase == "Finished"
    assert hand.refused
    expect(phone.page.locator("[data-key=panel-ranks] .accent")).to_be_visible()
    expect(phone.news).to_have_attribute("aria-live", "polite")
    expect(phone.news).to_contain_text("The game is scored.")
