"""The live preview of a maker's own deck, in a real browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from inspection import AXE
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from printables.deck.build import Wanted
from webapp.commands.deck_watch import Preview, Server, follow


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.yaml"
    path.write_text("deck: Порт\nlayout: plain\nrows: [{title: Верёвка}, {title: Фонарь}]\n", encoding="utf-8")
    return path


@pytest.fixture
def server(deck: Path) -> Iterator[Server]:
    shown = Preview([deck], Wanted())
    shown.build()
    server = Server(shown, 0, "en")
    for target, arguments in ((server.serve_forever, (0.05,)), (follow, (shown, server.stopped))):
        threading.Thread(target=target, args=arguments, daemon=True).start()
    yield server
    server.stopped.set()
    server.shutdown()
    server.server_close()


def test_the_preview_follows_a_change_and_keeps_the_last_good_pages(
    browser: Browser, server: Server, deck: Path
) -> None:
    complaints: list[ConsoleMessage] = []
    context = browser.new_context(viewport={"width": 320, "height": 700}, locale="ru")
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message))
    page.goto(f"{server.address}?lang=ru")
    page.locator("html[data-ready]").wait_for(state="attached")
    expect(page.locator("#told")).to_have_text("2 карты. Сторон листов: 2.")
    expect(page.locator("#sheets img")).to_have_count(2)

    # a mistake is told, the pages stay
    good = deck.read_text(encoding="utf-8")
    deck.write_text(good.replace("layout: plain", "layout: plane"), encoding="utf-8")
    expect(page.locator("#problems li")).to_contain_text("Похожие: plain")
    expect(page.locator("#told")).to_have_text("1 ошибка.")
    expect(page.locator("#sheets img")).to_have_count(2)
    assert _faults(page) == []

    # and goes away when it is mended; what has changed is shown without loading the page again
    page.evaluate("() => (document.body.dataset.same = 'yes')")
    deck.write_text(good.replace("]", ", {title: Замок, count: 10}]"), encoding="utf-8")
    expect(page.locator("#told")).to_have_text("12 карт. Сторон листов: 4.")
    expect(page.locator("#problems")).to_be_hidden()
    expect(page.locator("body[data-same=yes]")).to_have_count(1)
    assert _faults(page) == []

    # by keyboard alone
    before = page.locator("#sheets img").first.bounding_box()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("+")
    expect(page.locator("#smaller")).to_be_enabled()
    wider = page.locator("#sheets img").first.bounding_box()
    assert before is not None
    assert wider is not None
    assert wider["width"] > before["width"]
    assert [message.text for message in complaints] == []
    context.close()


def _faults(page: Page) -> list[str]:
    """What axe finds in the light and in the dark, and whether the page is wider than the screen."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its literals
        violations = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
        found += [f"{scheme}, {one['id']}: {one['nodes'][0]['html'][:120]}" for one in violations]
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        if page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            found.append(f"wider than {width}")
    return found
