"""A whole solo game by keyboard alone: real dice and real cards are typed in, and no mouse is ever used."""

from __future__ import annotations

import random

import pytest
from house import House
from phone import Phone, Phones
from playwright.sync_api import expect

LAPTOP = 1280
MOST_TABS = 80

FOCUSED = "document.activeElement.matches('[data-move], button.can')"
FOCUSED_OTHER = "document.activeElement.matches('button.can:not(.chosen)')"
ASKED = """() => ({
  labels: [...document.querySelectorAll('#dialog .keys button:enabled')].map((one) => one.getAttribute('aria-label')),
  gaps: document.querySelectorAll('#dialog .got .gap').length,
})"""


class Keyboard:
    """Somebody at a laptop who has no mouse."""

    def __init__(self, phone: Phone, rng: random.Random) -> None:
        self.phone, self.page, self.rng = phone, phone.page, rng
        self.keys = phone.page.keyboard
        self.refused = 0

    def tab_to(self, there: str) -> None:
        """Tab on until the focus is where the script `there` wants it."""
        for _ in range(MOST_TABS):
            self.keys.press("Tab")
            if self.page.evaluate(f"() => {there}"):
                return
        raise AssertionError(f"Tab never comes to {there}: {self.phone.prompt}")

    def tab_to_field(self, name: str) -> None:
        self.tab_to(f"document.activeElement.name === '{name}'")

    def move(self) -> None:
        """The first thing that Tab comes to, or sometimes the second; and what is asked before it is done."""
        before = self.phone.seq
        for _ in range(self.rng.choice((1, 1, 2))):
            self.tab_to(FOCUSED)
        self.keys.press("Enter")
        moved = f'#live:not([data-seq="{before}"])'
        while True:
            expect(self.page.locator(f"{moved}, #dialog[open], .chosen").first).to_be_attached()
            if self.phone.seq != before:
                return
            if self.phone.dialog.is_visible():
                self.answer()
            elif self.page.locator(".chosen").count():
                self.tab_to(FOCUSED_OTHER)
                self.keys.press("Enter")

    def answer(self) -> None:
        """What a dialog asks: the choice that has the focus, or what dice and cards showed, typed into its line."""
        line = self.phone.dialog.locator(".got ~ input")
        if not line.count():
            self.keys.press("Enter")
            return
        expect(line).to_be_focused()
        asked = self.page.evaluate(ASKED)
        labels, gaps = asked["labels"], asked["gaps"]
        if labels[0] == "1" and not self.refused:
            self.refuse_a_seven()
        if any(" " in label for label in labels):
            for label in self.rng.sample(labels, gaps):
                self.keys.type(label)
                self.keys.press("Enter")
        else:
            rolled = labels[0] == "1"
            got = self.rng.choices(labels, k=gaps) if rolled else self.rng.sample(labels * 2, gaps)
            self.keys.type(" ".join(got))
            self.keys.press("Enter")

    def refuse_a_seven(self) -> None:
        """No die shows a seven: it is refused, and everything is still there."""
        before = self.phone.dialog.inner_text()
        self.keys.type("7")
        self.keys.press("Enter")
        expect(self.phone.dialog.get_by_role("alert")).to_contain_text("“7” is not possible here")
        assert before.splitlines()[0] in self.phone.dialog.inner_text()
        self.keys.press("Control+a")
        self.refused += 1


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
