"""Correcting by page: who may, what is offered, what would be lost, and how the history tells of it afterwards."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from conftest import Desk, Phone, Server, new_id
from test_phone_cases import page

from companion.log import Entry


def shown(desk: Desk, seq: int, *phones: Phone, lost: str = "", lang: str = "en") -> str:
    answer = page(desk, f"/t/{desk.table}/log/{seq}?lost={lost}", *(phones or (desk.host,)), lang=lang)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def wishes(text: str) -> list[Any]:
    return [json.loads(found) for found in re.findall(r'data-wish="(\{.*?\})"><span>', text)]


def moves(text: str) -> list[Any]:
    return [wish["move"] for wish in wishes(text) if "move" in wish]


def later(text: str) -> list[int]:
    return [int(found) for found in re.findall(r'<li data-seq="(\d+)">', text)]


def post(desk: Desk, **body: Any) -> Any:
    return desk.host.post("/correct", {"move_id": new_id(), **body})


def entries(server: Server, desk: Desk) -> tuple[Entry, ...]:
    return server.services.tables.current(desk.table).entries


def play(desk: Desk, rounds: int) -> None:
    """On and on with the first move that is listed, to the dice phase of a round."""
    while True:
        now = desk.host.get().json
        if now["view"]["round"] == rounds and now["phase"] == "dice":
            return
        seat = desk.seat(now["to_act"][0])
        assert seat.move(seat.moves()[0]).status_code == 200


def test_on_roll_player_another_die_is_taken_and_what_no_longer_fits_is_lost(server: Server) -> None:
    # given the second round, in which Anna or Boris has taken a card and placed its die
    desk = server.open(options={"cards": "types"})
    play(desk, 2)
    actor = desk.seat(desk.host.get().json["to_act"][0])
    offered = [{k: v for k, v in move.items() if k != "label"} for move in actor.moves()]
    taken = actor.move(offered[0]).json["seq"]
    placed = actor.move(actor.moves()[0]).json["seq"]
    # when the host looks at the entry
    text = shown(desk, taken)
    # then every other card that could be taken is offered, and what would be lost is said when it is asked for
    assert moves(text) == offered[1:]
    assert later(shown(desk, taken, lost=f"{placed},{taken},1,x")) == [placed]
    # when another is chosen, what would be lost is told, and exactly that is confirmed
    wish = {"seq": taken, "move": offered[1]}
    lost = post(desk, **wish, dry_run=True).json["lost"]
    assert post(desk, **wish, drop=[]).status_code == (409 if lost else 200)
    assert post(desk, **wish, drop=lost, reason="It was the other card.").status_code == 200
    # then the history says what was corrected, and what was lost by it
    told = page(desk, f"/t/{desk.table}/log", desk.host).text
    assert f"corrected by no. {placed + 1}" in told
    assert told.count("lost by a correction") == len(lost)
    # and undo brings all of it back
    assert desk.host.undo(placed + 1).status_code == 200
    told = page(desk, f"/t/{desk.table}/log", desk.host).text
    assert "corrected by no." not in told
    assert "lost by a correction" not in told


def test_on_pebbles_another_answer_and_a_call_by_hand(server: Server) -> None:
    # given somebody alone who has rolled and kept
    desk = server.open("pebbles", names=("Anna",), options={"mode": "solo", "dice": "digital", "decks": "digital"})
    anna = desk.seat(1)
    while desk.host.get().json["phase"] != "keep":
        options = [m for m in anna.moves() if m.get("pebble") or "number" in m] or anna.moves()
        assert anna.move(options[-1]).status_code == 200
    skim = anna.seq
    kept = [{k: v for k, v in m.items() if k != "label"} for m in anna.moves()]
    keep = anna.move(kept[0]).json["seq"]
    # then the other number is offered where it was kept
    assert moves(shown(desk, keep, desk.host, anna)) == kept[1:]
    # and where it was rolled, a call: a form that is filled in
    text = shown(desk, skim, desk.host, anna, lost=str(keep))
    listed = re.search(r'id="options">(.*?)</script>', text, re.DOTALL)
    assert listed is not None
    assert [form["type"] for form in json.loads(listed[1])] == ["act"]
    assert later(text) == [keep]
    assert post(desk, seq=skim, move={"type": "act", "number": 3}, dry_run=True).status_code == 200


def test_dice_that_were_typed_can_be_typed_again(server: Server) -> None:
    desk = server.bag(options={"dice": "physical"})
    draw = {"type": "draw", "k": 2}
    made = desk.seat(1).move(draw, typed=[["red", "blue"], [6, 6]])
    assert made.status_code == 200
    seq = made.json["seq"]
    assert {} in wishes(shown(desk, seq))
    # the first answer asks, and each further one is one longer
    assert post(desk, seq=seq, typed=[], dry_run=True).status_code == 202
    assert post(desk, seq=seq, typed=[["red", "blue"]], dry_run=True).status_code == 202
    assert post(desk, seq=seq, typed=[["red", "blue"], [6, 7]], dry_run=True).status_code == 422
    dry = post(desk, seq=seq, typed=[["red", "blue"], [6, 5]], dry_run=True)
    assert (dry.status_code, dry.json) == (200, {"lost": []})
    assert post(desk, seq=seq, typed=[["red", "blue"], [6, 5]]).status_code == 200
    assert [die["face"] for die in desk.host.get().json["view"]["dice"]] == [6, 5]
    # dice of the phone are not to be wished for
    phone = server.bag()
    seq = phone.seat(1).move(draw).json["seq"]
    assert {} not in wishes(shown(phone, seq))


def test_the_page_tells_the_host_nothing_of_a_hand(server: Server) -> None:
    # given a pebble thrown out of a hand that only its seat sees
    desk = server.open("pebbles", names=("Anna", "Boris"))
    while desk.host.get().json["phase"] != "turn":
        seat = desk.seat(desk.host.get().json["to_act"][0])
        assert seat.move(seat.moves()[0]).status_code == 200
    number = desk.host.get().json["to_act"][0]
    actor = desk.seat(number)
    before = [{k: v for k, v in m.items() if k != "label"} for m in actor.moves()]
    seq = actor.move(before[-1]).json["seq"]
    # then a host without that seat is offered nothing of it
    text = shown(desk, seq)
    assert moves(text) == []
    assert "depends on what only" in text
    assert shown(desk, seq, desk.host, desk.seat(3 - number)).count("data-wish=") == 0
    # but one who holds the seat sees what it saw
    assert moves(shown(desk, seq, desk.host, actor)) == before[:-1]


@pytest.mark.parametrize("path", ["1", "2", "99", "0", "999999999999"])
def test_what_cannot_be_corrected_is_not_found(server: Server, path: str) -> None:
    desk = server.bag()
    assert page(desk, f"/t/{desk.table}/log/{path}", desk.host).status_code == 404


def test_only_the_host_may(server: Server) -> None:
    desk = server.bag()
    seq = desk.seat(1).move({"type": "draw", "k": 1}).json["seq"]
    assert page(desk, f"/t/{desk.table}/log/{seq}", desk.seat(1)).status_code == 403
    assert page(desk, f"/t/{desk.table}/log/{seq}").status_code == 401
    link = f'href="/t/{desk.table}/log/{seq}"'
    assert link in page(desk, f"/t/{desk.table}/log", desk.host).text
    assert link not in page(desk, f"/t/{desk.table}/log", desk.seat(1)).text


def test_an_entry_that_was_taken_back_or_lost_is_not_to_be_corrected(server: Server) -> None:
    desk = server.bag()
    drawn = desk.seat(1).move({"type": "draw", "k": 3}).json["seq"]
    back = desk.seat(1).move({"type": "return_dice", "dice": [3]}).json["seq"]
    assert post(desk, seq=drawn, move={"type": "draw", "k": 2}, drop=[back]).status_code == 200
    assert page(desk, f"/t/{desk.table}/log/{back}", desk.host).status_code == 404
    assert page(desk, f"/t/{desk.table}/log/{drawn}", desk.host).status_code == 200
    told = page(desk, f"/t/{desk.table}/log", desk.host).text
    assert "Entry no. 3 was corrected." in told
