"""A phone asks for little: small first pages, few requests, everything from the server itself, nothing unsafe."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from house import House
from phone import Phone, Phones
from playwright.sync_api import expect

MOST_BYTES, MOST_REQUESTS = 40_000, 8


@dataclass
class Load:
    """What a page asked for: addresses, and bytes as they came over the air."""

    paths: list[str]
    sizes: list[int]


def first_load(phone: Phone, path: str) -> Load:
    """Open a page in a browser that has never been here."""
    load = Load([], [])
    phone.page.on("request", lambda request: load.paths.append(request.url.partition(phone.base)[2]))
    tools = phone.context.new_cdp_session(phone.page)
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda done: load.sizes.append(int(done["encodedDataLength"])))
    phone.go(path)
    expect(phone.page.locator("html[data-ready]")).to_be_attached()
    return load


@pytest.mark.parametrize("where", ["start", "join", "seat", "calculator"])
def test_a_first_page_is_small(house: House, phones: Phones, where: str) -> None:
    # given a table in the middle of a game of four
    desk = house.open("multi", "Anna", "Boris", "Vera", "Gleb", cards="full", start=False)
    score = house.open("score", "Anna", "Boris")
    paths = {
        "start": "/?game=roll-player",
        "join": f"/{desk.code}",
        "seat": f"/s/{desk.tokens[1]}",
        "calculator": f"/s/{score.tokens[1]}",
    }
    desk.post("start", desk.host)
    if where == "seat":
        desk.play_until(lambda view: view["phase"] == "market" and view["view"]["round"] == 8)
    # when somebody opens a page for the first time
    load = first_load(phones(house), paths[where])
    # then few requests bring few bytes (a link of a seat is answered by the way to the seat)
    pages = [path for path in load.paths if not path.startswith("/s/") and not path.endswith((desk.table, score.table))]
    assert len(pages) <= MOST_REQUESTS, pages
    assert sum(load.sizes) <= MOST_BYTES, load


def test_a_move_costs_little_more_than_the_page(house: House, phones: Phones) -> None:
    # given two phones at one table
    desk = house.open("bag", "Anna", "Boris")
    anna, boris = phones(house), phones(house)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    expect(anna.page.locator(".phase")).to_have_text("The dice bag")
    asked: list[str] = []
    for phone in (anna, boris):
        expect(phone.page.locator("html[data-ready]")).to_be_attached()
        phone.page.on("request", lambda request: asked.append(f"{request.method} {request.url.rpartition('/')[2]}"))
    # when one of them draws
    anna.do(anna.offers[0])
    boris.shows(desk.seq)
    # then there is one move, and each page is asked for once
    found = [one for one in asked if "marks.svg" not in one and "stream" not in one]
    assert sorted(found) == ["GET 1", "GET 2", "POST moves?seat=1"]


def test_nothing_unsafe_is_allowed_or_needed(house: House, phones: Phones) -> None:
    phone = phones(house)
    answer = phone.page.goto("/")
    assert answer is not None
    policy = answer.header_value("Content-Security-Policy") or ""
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert (
        phone.page.locator("[style], [onclick], style, script:not([src]):not([type='application/json'])").count() == 0
    )
