"""No word is torn in two: not on a narrow phone in the longer language, and not on the big screen."""

from __future__ import annotations

from house import House
from phone import Phone, Phones
from playwright.sync_api import expect

# Words of the page whose letters stand on more than one line; addresses and keys may.
_TORN = """() => {
  const torn = [];
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { currentNode: node } = walk;
    const passing = node.parentElement.closest('.hidden-text, .mono, .chip, script');
    if (passing || !node.parentElement.checkVisibility()) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) torn.push(word[0]);
    }
  }
  return torn;
}"""


def torn(phone: Phone) -> list[str]:
    expect(phone.page.locator("html[data-ready]")).to_be_attached()
    found: list[str] = phone.page.evaluate(_TORN)
    return found


def test_words_stay_whole_on_a_narrow_phone(house: House, phones: Phones) -> None:
    phone, found = phones(house, "ru", width=320), {}
    phone.go("/?game=roll-player")
    found["start"] = torn(phone)
    phone.sit(house.open("bag", "Анна"), 1)
    found["bag"] = torn(phone)
    desk = house.open("multi", "Анна", "Борис", set="own")
    view = desk.play_until(lambda view: view["view"]["stage"] == "race")
    phone.sit(desk, view["to_act"][0])
    found["races"] = torn(phone)
    assert found == {"start": [], "bag": [], "races": []}


def test_names_stay_whole_on_the_big_screen_before_the_game(house: House, phones: Phones) -> None:
    desk = house.open("multi", "Анна", "Мария", "Борис", start=False)
    screen = phones(house, "ru", width=1280)
    screen.go(f"/{desk.code}/screen")
    expect(screen.page.locator(".turns li")).to_have_count(3)
    assert torn(screen) == []
