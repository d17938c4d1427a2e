"""Opponents at a table: they take seats, act when they are asked or at once, say why, and can be taken back."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from conftest import Desk, Phone, Server, error

from companion.game import games

LONGEST = 0.2
"""Seconds of work that one request may take, opponents included."""

GULL = {"name": "Gull", "automa": "gull"}


def page(desk: Desk, path: str, token: str, lang: str = "en") -> str:
    """A page as the bearer of a token sees it."""
    headers = {"Cookie": f"ts-{desk.table}={token}; lang={lang}"}
    answer = desk.client.get(f"/t/{desk.table}{path}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def gulls(server: Server, *players: dict[str, Any], **more: Any) -> Desk:
    answer = server.ask(game="pebbles", players=[*players], seed=3, **more)
    assert answer.status_code == 201, answer.text
    return Desk(server.client, answer.json)


def last(desk: Desk) -> dict[str, Any]:
    found: dict[str, Any] = desk.host.get("/log").json["entries"][-1]
    return found


# seats


def test_the_host_gives_the_next_seat_to_an_opponent(server: Server) -> None:
    desk = server.open("pebbles", names=("Anna",), start=False)

    made = desk.host.post("/seats", GULL)

    assert (made.status_code, made.json["token"], made.json["link"]) == (201, None, None)
    assert desk.host.get().json["seats"][1]["automa"] == "gull"
    assert last(desk)["label"] == "Gull takes a seat; an opponent plays there."


def test_nobody_else_gives_a_seat_to_an_opponent_and_none_to_an_unknown_one(server: Server) -> None:
    desk = server.open("pebbles", names=("Anna",), start=False)

    assert error(desk.seat(1).post("/seats", GULL)) == (403, "table.host_only")
    assert error(desk.nobody.post("/seats", {**GULL, "code": desk.code})) == (403, "table.host_only")
    assert error(desk.host.post("/seats", {"name": "W", "automa": "whale"})) == (400, "read.choice")
    assert len(desk.host.get().json["seats"]) == 1


def test_a_seat_goes_to_an_opponent_during_play_and_back_to_a_person(server: Server) -> None:
    desk = server.open("pebbles")
    desk.seat(1).move({"type": "act", "number": 0})

    desk.host.post("/seats/2", {"automa": "gull"})
    assert desk.seat(1).move({"type": "automa", "seat": 2}).status_code == 200
    desk.host.post("/seats/2", {"automa": None})

    token = desk.nobody.post("/seats/2/claim", {"code": desk.code}).json["token"]
    assert desk.phone(token).moves("?seat=2")


def test_every_game_with_opponents_offers_them_in_the_lobby_by_name(server: Server) -> None:
    beach, hall = server.open("pebbles", ("Anna",), start=False), server.open(names=("Anna",), start=False)

    assert "The gull" in page(beach, "/lobby", beach.host.token)
    shown = page(hall, "/lobby", hall.host.token, "ru")
    assert re.findall(r"<option[^>]*>(Соперник[^<]*)<", shown)[:3] == [
        "Соперник-автомат, лёгкий",
        "Соперник-автомат, обычный",
        "Соперник-автомат, трудный",
    ]
    assert "automa" not in page(hall, "/lobby", hall.seat(1).token)


# acting


def test_undo_takes_back_all_that_an_opponent_did_and_it_waits_then(server: Server) -> None:
    desk = gulls(server, {"name": "Anna"}, GULL, settings={"at_once": True})
    before = desk.host.get().json
    desk.seat(1).move({"type": "act", "number": 0})
    acted = desk.host.get().json
    assert 2 not in acted["to_act"]

    desk.host.undo(acted["undo"])

    # it waits: nobody could ever take back what came before, if it acted again at once
    assert 2 in desk.host.get().json["to_act"]
    assert "Let Gull play" in page(desk, "/1", desk.seat(1).token)
    while (step := desk.host.get().json["undo"]) != before["undo"]:
        assert desk.host.undo(step).status_code == 200
    assert desk.host.get().json["view"] == before["view"]


def test_a_note_or_a_phone_that_arrives_lets_nobody_act(server: Server) -> None:
    desk = gulls(server, {"name": "Anna"}, GULL, settings={"at_once": True})
    desk.seat(1).move({"type": "act", "number": 0})
    desk.host.undo(desk.host.get().json["undo"])

    desk.host.note("wait")
    desk.host.setting(undo="own")

    assert 2 in desk.host.get().json["to_act"]
    desk.host.setting(at_once=True)
    assert 2 not in desk.host.get().json["to_act"]


def test_a_game_of_opponents_alone_is_looked_at_entry_by_entry(server: Server) -> None:
    desk = gulls(server, GULL, {"name": "Tern", "automa": "gull"}, settings={"at_once": True})
    begun = desk.host.seq

    shown = page(desk, "", desk.host.token)

    assert desk.host.seq == begun
    assert shown.count("Let Gull play") == shown.count("Let Tern play") == 1
    for _ in range(400):
        if desk.host.get().json["result"] is not None:
            break
        assert desk.host.move(desk.host.moves()[0]).status_code == 200
    assert desk.host.get().json["result"]["places"]


def test_with_real_dice_the_phone_asks_what_the_rules_roll_for_an_opponent(server: Server) -> None:
    desk = gulls(server, {"name": "Anna"}, GULL, settings={"at_once": True}, options={"dice": "physical"})
    rng = random.Random(1)

    for _ in range(200):
        look = desk.seat(1).get().json
        if look["to_act"] == [2]:
            break
        moves = desk.seat(1).moves()
        typed: list[Any] = []
        while (made := desk.seat(1).move(moves[0], typed=typed)).status_code == 202:
            typed.append([rng.randint(1, 6)] * made.json["request"]["ask"][2])
        assert made.status_code == 200
    body = {"move_id": "gull-1", "seen_seq": desk.seat(1).seq, "move": {"type": "automa", "seat": 2}}
    asked = desk.seat(1).post("/moves", body)

    assert asked.status_code == 202
    assert asked.json["request"]["ask"][0] in ("roll", "explode")


def test_a_whole_game_of_one_person_and_two_opponents_who_act_at_once_and_keep_nobody_waiting(server: Server) -> None:
    players = [{"name": "Anna"}, *({"name": "Rook", "automa": level} for level in server_levels(server)[:2])]
    options = {"set": "own", "variants": ["short_game"]}
    answer = server.ask(game="roll-player", players=players, seed=5, settings={"at_once": True}, options=options)
    desk, rng, waits = Desk(server.client, answer.json), random.Random(4), list[float]()

    for _ in range(900):
        look = desk.host.get().json
        if look["result"] is not None:
            break
        # nobody but the person is ever waited for
        assert look["to_act"] == [1]
        move, began = rng.choice(desk.seat(1).moves()), time.thread_time()
        assert desk.seat(1).move(move).status_code == 200
        waits.append(time.thread_time() - began)
    assert len(desk.host.get().json["result"]["places"]) == len(players)
    # the work of a move and of all that opponents do after it, once words and templates have been read
    assert max(waits[3:]) < LONGEST


def server_levels(server: Server) -> list[str]:
    games = server.client.get("/api/games").json["games"]
    return [str(key) for game in games if game["key"] == "roll-player" for key in game["opponents"]]


def test_phones_are_told_of_every_entry_of_a_chain(server: Server) -> None:
    desk = gulls(server, {"name": "Anna"}, GULL, settings={"at_once": True})
    told: list[int] = []
    publish = server.services.bus.publish
    server.services.bus.publish = lambda table, seq: (told.append(seq), publish(table, seq))[1]  # type: ignore[method-assign]
    first = desk.host.seq + 1

    desk.seat(1).move({"type": "act", "number": 0})

    assert told == list(range(first, desk.host.seq + 1))
    assert len(told) > 1


# why


def why(shown: str) -> list[str]:
    found = re.search(r'<section class="told".*?</section>\s*</div></details>', shown, re.S)
    return re.findall(r"<p>(.*?)</p>", found[0], re.S) if found else []


def test_the_page_says_what_an_opponent_did_and_why_in_the_readers_language(server: Server) -> None:
    players = [{"name": "Anna"}, {"name": "Rook", "automa": server_levels(server)[0]}]
    answer = server.ask(game="roll-player", players=players, seed=5, settings={"at_once": True}, options={"set": "own"})
    desk, rng = Desk(server.client, answer.json), random.Random(4)
    for _ in range(200):
        phase = desk.host.get().json["phase"]
        shown = page(desk, "/1", desk.seat(1).token)
        # names that content has in both languages come out in one
        assert "&#39;en&#39;" not in shown
        if phase == "market" and why(shown):
            break
        desk.seat(1).move(rng.choice(desk.seat(1).moves()))

    assert any("expected gain in stars" in line for line in why(shown))
    assert any("ожидаемая польза в звёздах" in line for line in why(page(desk, "/1", desk.seat(1).token, "ru")))
    assert "expected gain in stars" in page(desk, "/log", desk.seat(1).token)


def test_what_would_tell_a_secret_stays_closed_on_the_page_until_it_is_told(server: Server) -> None:
    # given an opponent and a person who both pick in secret
    desk = gulls(server, {"name": "Anna"}, GULL)
    desk.seat(1).move({"type": "act", "number": 0})
    desk.seat(1).move({"type": "automa", "seat": 2})
    assert set(desk.host.get().json["to_act"]) == {1, 2}
    # when the opponent has picked, and the person has not
    desk.seat(1).move({"type": "automa", "seat": 2})
    shown = page(desk, "/1", desk.seat(1).token)
    assert "Gull has chosen." in shown
    assert len(why(shown)) == 1  # why it drew
    # then the reason is told with the pick
    desk.seat(1).move(desk.seat(1).moves()[0])
    assert len(re.findall(r"It liked this \d+ of", page(desk, "/log", desk.seat(1).token))) == 2


def test_a_table_without_opponents_says_nothing_of_them(server: Server) -> None:
    desk = server.open("pebbles")
    seat: Phone = desk.seat(1)

    shown = page(desk, "/1", seat.token)

    assert "aids.css" not in shown
    assert 'class="told"' not in shown


# the odds


def test_the_host_switches_the_odds_on_and_off_during_play(server: Server) -> None:
    desk = server.open("pebbles")
    assert "first in 1 of 2" not in page(desk, "/1", desk.seat(1).token)

    assert error(desk.seat(1).setting(odds=True)) == (403, "table.host_only")
    assert error(desk.host.setting(odds="yes")) == (400, "read.choice")
    assert desk.host.setting(odds=True).status_code == 200

    assert re.search(r'class="aid">The lots: first in 1 of 2<', page(desk, "/1", desk.seat(1).token))
    assert last(desk)["label"] == "A setting was changed: Showing the odds is now on."
    # an onlooker has no odds, and undo does not reach a setting
    assert "first in 1 of 2" not in page(desk, "", desk.host.token)
    desk.host.setting(odds=False)
    assert "first in 1 of 2" not in page(desk, "/1", desk.seat(1).token)


def test_a_game_may_show_its_odds_from_the_start(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    # given a game that leaves the odds to the host, and a host who wants them at once, or not at all
    def shown(**settings: bool) -> bool:
        return "aids.css" in page(desk := server.open("pebbles", settings=settings), "/1", desk.seat(1).token)

    assert (shown(), shown(odds=True)) == (False, True)
    # when the game says that they belong to it
    monkeypatch.setattr(games()["pebbles"], "odds_shown", True, raising=False)
    # then they are there, unless the host does not want them
    assert (shown(), shown(odds=False)) == (True, False)


def test_odds_are_no_setting_where_a_game_works_out_none(server: Server) -> None:
    desk = server.bag()

    assert error(desk.host.setting(odds=True)) == (400, "read.unknown")
    assert "switch-odds" not in page(desk, "/lobby?stay=1", desk.host.token)
    hall = server.open(start=False)
    assert "switch-odds" in page(hall, "/lobby", hall.host.token)
