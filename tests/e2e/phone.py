"""A phone at the table: a browser of its own, and what a finger does on the pages."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from house import HOST, Desk, House
from msgspec import Struct
from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Locator, Request, expect

HEIGHT = 844
PATIENCE = 20_000
"""How many milliseconds something is waited for: far more than it takes, because the machine may be busy."""
expect.set_options(timeout=PATIENCE)
# What a browser says about an answer that is no success; the pages say the reason.
_REFUSED = "Failed to load resource"

_LEGAL = """() => {
  const listed = JSON.parse(document.getElementById('options').textContent);
  const buttons = [...document.querySelectorAll('[data-move]')];
  const named = (one) => {
    const name = one.cloneNode(true);
    for (const aid of name.querySelectorAll('.aid')) aid.remove();
    return name.textContent.trim();
  };
  return { buttons: buttons.map((one) => ({ move: one.dataset.move, label: named(one) })), listed };
}"""

# Where a finger touches an element, once its page listens: its middle, if nothing else is touched there. The page
# waited for may be one that was opened by the tap before, so the page itself is asked.
_SPOT = """async (one) => {
  window.unaim?.();
  const root = document.documentElement;
  while (!('ready' in root.dataset)) await new Promise((again) => setTimeout(again, 10));
  if (one.disabled || !one.checkVisibility({ visibilityProperty: true })) return null;
  const inside = () => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  let [x, y] = inside();
  if (x < 0 || y < 60 || x > innerWidth || y > innerHeight - 120) {
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    [x, y] = inside();
  }
  if (!one.contains(document.elementFromPoint(x, y))) return null;
  const kinds = ['touchstart', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  window.touched = new Promise((done) => {
    const judge = (event) => {
      const met = one.contains(event.target);
      if (!met) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (!met || event.type === 'click') done(met);
      if (event.type === 'click') window.unaim();
    };
    window.unaim = () => kinds.forEach((kind) => removeEventListener(kind, judge, true));
    kinds.forEach((kind) => addEventListener(kind, judge, { capture: true, passive: false }));
    setTimeout(done, 2000, true);
  });
  return [x, y];
}"""

# The page may move between the look and the touch: a touch of anything else is held back, and made again.
_MET = "() => window.touched"

# Wakes as soon as the page shows an entry that is wanted: `from` on, or any other than `not`.
_SHOWN = """([from, not]) => new Promise((done) => {
  const live = document.getElementById('live');
  const there = () => live.isConnected && Number(live.dataset.seq) >= from && Number(live.dataset.seq) !== not;
  if (there()) return done(true);
  const watch = new MutationObserver(() => there() && end(true));
  const over = setTimeout(() => end(false), PATIENCE);
  const end = (found) => { watch.disconnect(); clearTimeout(over); done(found); };
  watch.observe(live, { attributes: true });
})""".replace("PATIENCE", str(PATIENCE))


class Offer(Struct, frozen=True):
    """Something that a page offers: a move (or a form that makes one), and the places to touch for it."""

    label: str
    move: Mapping[str, Any] | None = None
    at: tuple[str, ...] = ()
    fields: tuple[Mapping[str, Any], ...] = ()
    button: str | None = None
    """The button's own record of its move, if it has one."""
    alone: bool = True
    """Whether nothing else is offered at the same places, or at some of them already."""

    @property
    def type(self) -> str:
        return str(self.move["type"]) if self.move else ""


class Phone:
    """One browser with its own cookies, 390 × 844 unless another width is asked for."""

    def __init__(
        self, browser: Browser, house: House, lang: str, *, dark: bool, width: int, port: int | None = None
    ) -> None:
        self.lang = lang
        self.base = f"http://{HOST}:{port or house.port}"
        self.context = browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            locale={"en": "en-GB", "ru": "ru-RU"}[lang],
            has_touch=width < 800,
            base_url=self.base,
        )
        self.context.set_default_timeout(PATIENCE)
        # the first page of a server that has just started reads all words and templates
        self.context.set_default_navigation_timeout(2 * PATIENCE)
        self.complaints: list[str] = []
        self.strangers: set[str] = set()
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("request", self._see)
        self.context.on("dialog", lambda box: self.complaints.append(f"a box: {box.message}"))
        self.page = self.context.new_page()
        self._listens = False
        self._last = ("", 0.0)
        self.page.on("framenavigated", self._arrive)

    def _arrive(self, _: Frame) -> None:
        self._listens = False

    def _listen(self) -> None:
        """Wait, once for each page, until it listens."""
        if not self._listens:
            expect(self.page.locator("html[data-ready]")).to_be_attached()
            self._listens = True

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_REFUSED):
            self.complaints.append(message.text)

    def _see(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme != "data" and f"{url.scheme}://{url.netloc}" != self.base:
            self.strangers.add(request.url)

    # coming in

    def go(self, path: str) -> None:
        self.page.goto(path)

    def sit(self, desk: Desk, *seats: int, host: bool = False) -> None:
        """Come by the links of seats, and of the host, and look at the table."""
        tokens = [*([desk.host] if host else []), *(desk.tokens[seat] for seat in seats)]
        kind = "h" if host else "s"
        self.go(f"/{kind}/{tokens[0]}?also={'.'.join(tokens[1:])}")
        expect(self.live).to_be_attached()

    # what is seen

    @property
    def live(self) -> Locator:
        return self.page.locator("#live")

    @property
    def dialog(self) -> Locator:
        return self.page.locator("#dialog[open]")

    @property
    def seq(self) -> int:
        return int(self.live.get_attribute("data-seq") or 0)

    @property
    def phase(self) -> str:
        return (self.page.locator(".phase").text_content() or "").partition(" · ")[0]

    @property
    def prompt(self) -> str:
        return self.page.locator(".prompt").inner_text()

    @property
    def news(self) -> Locator:
        return self.page.locator(".news")

    @property
    def refused(self) -> Locator:
        return self.page.locator("#refused")

    def shows(self, seq: int) -> None:
        """Wait until the page shows the table at this entry, or a later one."""
        if not self._shown([seq, -1]):
            later = "|".join(str(n) for n in range(seq, seq + 60))
            expect(self.live).to_have_attribute("data-seq", re.compile(f"^({later})$"))

    def _shown(self, wanted: list[int]) -> bool:
        """Whether the page came to the entry; False, too, if another page was opened meanwhile."""
        try:
            return bool(self.page.evaluate(_SHOWN, wanted))
        except Error:
            return False

    def at_seat(self, number: int) -> None:
        expect(self.page).to_have_url(re.compile(rf"/t/\w+/{number}$"))

    # what is done

    def tap(self, locator: Locator) -> None:
        """Touch (or click) as soon as the page listens."""
        while spot := locator.evaluate(_SPOT):
            if self._touch:
                self.page.touchscreen.tap(*spot)
            else:
                self.page.mouse.click(*spot)
            if self._met():
                return
        # hidden by something, or still moving: Playwright waits for it, or says what is wrong
        locator.tap() if self._touch else locator.click()

    def _met(self) -> bool:
        """Whether the last touch met what was meant; True, too, if it opened another page."""
        try:
            return self.page.evaluate(_MET) is not False
        except Error:
            return True

    def _asked(self) -> bool:
        """Whether a dialog asks which of several moves is meant; where the last place left one, it is under way."""
        return self.dialog.is_visible()

    @property
    def _touch(self) -> bool:
        size = self.page.viewport_size
        return size is not None and size["width"] < 800

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def offers(self) -> list[Offer]:
        """What the page lets a finger do now: buttons first, then what is done on the panels."""
        self._listen()
        found = self.page.evaluate(_LEGAL)
        places = Counter(frozenset(one["at"]) for one in found["listed"] if one["at"])
        alone = {at: sum(n for other, n in places.items() if at <= other or other <= at) == 1 for at in places}
        buttons = [Offer(one["label"], json.loads(one["move"]), button=one["move"]) for one in found["buttons"]]
        return buttons + [
            Offer(
                one["label"],
                one.get("move", {"type": one.get("type")}),
                tuple(one["at"]),
                tuple(one.get("fields", [])),
                alone=alone[frozenset(one["at"])],
            )
            for one in found["listed"]
            if one["at"]
        ]

    def do(self, offer: Offer) -> None:
        """Make one of the offers as a finger does, and wait until the table has moved on."""
        before = self.seq
        self._look(offer.label)
        if offer.button is not None:
            text = offer.button.replace("\\", "\\\\").replace('"', '\\"')
            self.tap(self.page.locator(f'[data-move="{text}"]'))
        else:
            self._touch_places(offer)
            self._settle(offer)
        self._last = offer.label, time.monotonic()
        if not self._shown([0, before]):
            expect(self.live).not_to_have_attribute("data-seq", str(before))

    def _touch_places(self, offer: Offer) -> None:
        for number, place in enumerate(offer.at, 1):
            self.tap(self.page.locator(f'button[data-at="{place}"], .grid-row[data-at="{place}"]').first)
            # fewer places may say enough to ask what is meant: the move itself, or that there is more to choose
            if not offer.alone and number < len(offer.at) and self.dialog.is_visible():
                further = self.dialog.locator("[data-further]")
                if not further.count():
                    return
                self.tap(further)

    def _look(self, label: str) -> None:
        """A second tap on the same thing within a quarter of a second counts as a slip of the first; whoever has looked
        at what came of it takes longer."""
        last, at = self._last
        rest = at + 0.3 - time.monotonic()
        if label == last and rest > 0:
            self.page.wait_for_timeout(1000 * rest)

    def _settle(self, offer: Offer) -> None:
        """The dialog, where a place has several moves, or one that is filled in."""
        if not offer.fields and (offer.alone or not self._asked()):
            return
        expect(self.dialog).to_be_visible()
        if not offer.fields:
            text = re.compile(r"\s+".join(map(re.escape, offer.label.split())))
            self.tap(self.dialog.locator("button", has_text=text).first)
            return
        form = self.dialog.locator(".form").first
        keys = form.locator(".keys button")
        self.tap(keys.first if keys.count() else form.locator("[type=submit]"))

    def make(self, move: Mapping[str, Any]) -> None:
        """Make one move that the page must offer, by button or on the board."""
        self.do(self.offer_of(move))

    def offer_of(self, move: Mapping[str, Any]) -> Offer:
        found = next((offer for offer in self.offers if offer.move and _same(offer.move, move)), None)
        assert found is not None, f"{move} is not offered: {self.prompt}"
        return found

    def play(self, rng: random.Random, until: Callable[[Phone], bool], most: int = 400) -> int:
        """Make moves at random until the page is where it should be; gives how many there were."""
        for made in range(most):
            if until(self):
                return made
            self.do(rng.choice(self.offers))
        raise AssertionError(f"not there after {most} moves: {self.prompt}")


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two records are one move; what is not said is said to be nothing."""
    return all(one.get(key) == other.get(key) for key in one.keys() | other.keys() - {"label"} if key != "label")


Phones = Callable[..., Phone]
"""The fixture: `phones(house, "ru")`."""
