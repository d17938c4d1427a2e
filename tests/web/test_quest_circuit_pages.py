"""Quest Circuit by the API and on its pages: a whole solo game, a table of three, in both languages."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from conftest import Desk, Phone, Server, new_id

from companion.words import LANGUAGES

GAME = "quest-circuit"


def page(desk: Desk, phone: Phone, path: str, lang: str) -> str:
    headers = {"Authorization": f"Bearer {phone.token}", "Accept-Language": lang}
    answer = desk.client.get(f"/t/{desk.table}{path}", headers=headers)
    assert answer.status_code == 200, (path, answer.text[-2000:])
    return answer.get_data(as_text=True)


def all_pages(desk: Desk, phone: Phone, *langs: str) -> None:
    for lang in langs:
        for path in ("/1", "/log", "/luck", "/compare", f"/screen?code={desk.code}"):
            assert page(desk, phone, path, lang)


def step(desk: Desk, random: Random) -> str:
    """Somebody who is to act makes one of the moves that are listed."""
    seat = desk.seat(random.choice(desk.host.get().json["to_act"]))
    moves: list[dict[str, Any]] = seat.moves()
    quiet = [move for move in moves if move["type"] not in ("equip", "take_off", "sell", "buy")] or moves
    move = random.choice(quiet)
    answer = seat.move(move)
    assert answer.status_code == 200, answer.text
    return str(move["type"])


def test_the_ring_can_be_touched(server: Server) -> None:
    desk = server.open(GAME, ("Anna",), options={"mode": "solo"})
    seat = desk.seat(1)
    for kind in ("plan_quests", "choose_hero", "lay_board", "roll"):
        move = next(move for move in seat.moves() if move["type"] == kind)
        assert seat.move(move).status_code == 200
    text = page(desk, seat, "/1", "en")
    assert 'data-at="ring.1"' in text
    assert '<button type="button" class="ring-cell' in text
    assert "ring.css" in text


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "Boris", "Clara")])
def test_every_page_at_any_moment(server: Server, names: tuple[str, ...]) -> None:
    mode = "solo" if len(names) == 1 else "multi"
    desk = server.open(GAME, names, options={"mode": mode, "companions_take_damage": "owner_choice_on"})
    assert desk.host.setting(odds=True).status_code == 200
    random, seen = Random(len(names)), set[str]()
    for _ in range(90):
        kind = step(desk, random)
        if kind not in seen:
            seen.add(kind)
            all_pages(desk, desk.host + desk.seat(1), LANGUAGES[len(seen) % 2])
        if desk.host.get().json["result"]:
            break
    assert {"roll", "go", "strike"} <= seen
    all_pages(desk, desk.host + desk.seat(1), *LANGUAGES)


def test_the_table_sets_what_is_wrong(server: Server) -> None:
    desk = server.open(GAME, ("Anna",), options={"mode": "solo"})
    for kind in ("plan_quests", "choose_hero", "lay_board"):
        move = next(move for move in desk.seat(1).moves() if move["type"] == kind)
        desk.seat(1).move(move)
    listed = desk.host.get("/adjust").json["adjustables"]
    numbers = {"level", "xp", "health", "mana", "position", "wounds"}
    assert {one["what"] for one in listed} == numbers | {"card", "item", "begun"}
    change = {"what": "wounds", "cell": 20, "value": 4}
    assert desk.host.post("/adjust", {"move_id": new_id(), "changes": [change]}).status_code == 200
    told = {belief["key"]: belief["now"] for one in listed for belief in one.get("beliefs", ())}
    assert (told["level.1"], told["xp.1"], told["position.1"]) == (1, 0, 0)
    bad = desk.host.post("/adjust", {"move_id": new_id(), "changes": [{**change, "value": 99}]})
    assert bad.status_code == 400
    assert page(desk, desk.seat(1), "/1", "ru")


@pytest.mark.parametrize("mode", ["score", "bag"])
def test_the_side_tables(server: Server, mode: str) -> None:
    desk = server.open(GAME, ("Anna", "Boris"), options={"mode": mode})
    for lang in LANGUAGES:
        assert page(desk, desk.seat(1), "/1", lang)
