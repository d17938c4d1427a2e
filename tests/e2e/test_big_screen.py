"""The big screen in a browser: live, without scrolling, and legible from the far end of a table."""

from __future__ import annotations

from house import House
from inspection import faults
from phone import Phones

# The least that is read from three metres on a usual television (54 cm high: 9 mm): a 60th of its height.
LEAST = 1 / 60

_SMALLEST = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    const passing = one.closest('.hidden-text, .die, .wanted, .want, .join, .badge, small');
    if (!walk.currentNode.data.trim() || passing || !one.checkVisibility()) continue;
    found.push([parseFloat(getComputedStyle(one).fontSize), one.outerHTML.slice(0, 120)]);
  }
  return found.sort(([a], [b]) => a - b)[0];
}"""

# The page learns of another size a moment later; gives its size as soon as it fits, or when it has had time enough.
_FITTED = """async (wanted) => {
  const { documentElement: root } = document;
  const size = () => [root.scrollWidth, root.scrollHeight];
  for (let n = 0; n < 200 && String(size()) !== String(wanted); n++) await new Promise((on) => setTimeout(on, 20));
  return size();
}"""

_UNDER_DICE = """() => [...document.querySelectorAll('.heroes .heading')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""


def test_a_game_of_four_fits_a_television_and_follows_the_table(house: House, phones: Phones) -> None:
    # given a game of four at its first market, on a television that has only the code
    desk = house.open("multi", "Anna", "Boris", "Vera", "Gleb", cards="full")
    view = desk.play_until(lambda view: view["phase"] == "market")
    screen = phones(house, width=1920)
    screen.page.set_viewport_size({"width": 1920, "height": 1080})
    screen.go(f"/{desk.code}/screen")
    screen.shows(view["seq"])
    # then all of it is seen at once, and its type is large
    for width, height in ((1920, 1080), (1280, 800)):
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(_FITTED, [width, height]) == [width, height]
        size, where = screen.page.evaluate(_SMALLEST)
        assert size >= height * LEAST, where
        # and no name of a row runs under its dice
        assert screen.page.evaluate(_UNDER_DICE) == []
    # when somebody moves, it follows
    seat = view["to_act"][0]
    desk.move(seat, desk.moves(seat)[0])
    screen.shows(desk.seq)
    assert desk.view()["prompt"] == screen.page.locator("h1").inner_text().replace("\n", " ")
    # and nothing is wrong with it, on a phone either
    assert not faults(screen, "the big screen")
