"""The history: everything is there, the newest first, a page at a time (P02 on a long evening)."""

from __future__ import annotations

import re

from conftest import Desk, Server
from test_phone_cases import page

from webapp.pages.history import ENTRIES


def long_evening(server: Server, entries: int) -> Desk:
    """A bag from which one die is drawn, and put back, again and again."""
    desk = server.open(names=("Anna",), options={"mode": "bag"})
    anna = desk.seat(1)
    while desk.host.get().json["seq"] < entries:
        move = {"type": "return_dice"} if desk.host.get().json["view"]["dice"] else {"type": "draw", "k": 1}
        assert anna.move(move).status_code == 200
    return desk


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r'<span class="no">(\d+)</span>', text)]


def link(text: str, key: str) -> str | None:
    found = re.search(rf'data-key="{key}"><a class="button" href="([^"]+)"', text)
    return found.group(1) if found else None


def test_P02_a_long_history_is_read_page_by_page_and_nothing_is_missing(server: Server) -> None:
    # given an evening of two pages and a half
    last = ENTRIES * 5 // 2
    desk = long_evening(server, last)
    # when somebody reads it from the newest entry back
    text = page(desk, f"/t/{desk.table}/log", desk.seat(1)).text
    assert link(text, "later") is None
    read = [*numbers(text)]
    pages = [numbers(text)]
    while (earlier := link(text, "earlier")) is not None:
        text = page(desk, earlier, desk.seat(1)).text
        pages.append(numbers(text))
        read += pages[-1]
    # then every entry has been there once, in order, and no page was long
    assert read == list(range(last, 0, -1))
    assert [len(each) for each in pages] == [ENTRIES, ENTRIES, last - 2 * ENTRIES]
    # and the way back leads to the newest
    for _ in range(2):
        text = page(desk, link(text, "later") or "", desk.seat(1)).text
    assert numbers(text) == pages[0]


def test_a_page_beyond_the_history_is_its_first_or_last(server: Server) -> None:
    desk = long_evening(server, 5)
    for to in ("0", "-3", "1"):
        assert numbers(page(desk, f"/t/{desk.table}/log?to={to}", desk.seat(1)).text) == [1]
    for to in ("99999", "five", ""):
        assert numbers(page(desk, f"/t/{desk.table}/log?to={to}", desk.seat(1)).text)[-5:] == [5, 4, 3, 2, 1]
