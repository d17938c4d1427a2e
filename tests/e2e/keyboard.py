"""Somebody at a laptop who has no mouse: Tab, Enter, and what is typed."""

from __future__ import annotations

import random

from phone import Phone
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
        self.press(before)

    def press(self, before: int) -> None:
        """What has the focus is done, and what is asked before that answered."""
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
        got = self.shown(labels, gaps, dice=labels[0] == "1")
        for text in got if any(" " in label for label in labels) else (" ".join(got),):
            self.keys.type(text)
            self.keys.press("Enter")

    def shown(self, labels: list[str], n: int, *, dice: bool) -> list[str]:
        """What real dice or cards show: anything that they can."""
        if dice:
            return self.rng.choices(labels, k=n)
        return self.rng.sample(labels if any(" " in label for label in labels) else labels * 2, n)

    def refuse_a_seven(self) -> None:
        """No die shows a seven: it is refused, and everything is still there."""
        before = self.phone.dialog.inner_text()
        self.keys.type("7")
        self.keys.press("Enter")
        expect(self.phone.dialog.get_by_role("alert")).to_contain_text("“7” is not possible here")
        assert before.splitlines()[0] in self.phone.dialog.inner_text()
        self.keys.press("Control+a")
        self.refused += 1
