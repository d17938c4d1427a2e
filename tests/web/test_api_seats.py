"""Coming to a table: by the code, by a seat's link, by taking a seat over, and by the host's hand."""

from __future__ import annotations

import threading

import pytest
from conftest import BASE, Desk, Server, error
from werkzeug.test import TestResponse


def lobby(server: Server) -> Desk:
    return server.open(names=())


def sit(desk: Desk, name: str, **more: object) -> TestResponse:
    return desk.nobody.post("/seats", {"code": desk.code, "name": name, **more})


def claim(desk: Desk, seat: int, **more: object) -> TestResponse:
    return desk.nobody.post(f"/seats/{seat}/claim", {"code": desk.code, **more})


# The code


def test_the_code_leads_to_the_table(server: Server) -> None:
    desk = server.open(names=("Anna",))

    told = server.client.get(f"/api/join/{desk.code}").json

    assert (told["table"], told["game"], told["name"]) == (desk.table, "roll-player", "Roll Player")
    assert (told["started"], told["open"], told["allowed"]) == (False, True, {"least": 2, "most": 4})
    assert [seat["name"] for seat in told["seats"]] == ["Anna"]
    assert "green" not in told["colours"]
    assert "token" not in str(told)


@pytest.mark.parametrize("spelled", [str.lower, lambda code: f" {code[:2]} {code[2:]} "])
def test_a_code_is_read_as_people_type_it(server: Server, spelled: object) -> None:
    desk = server.open()
    assert callable(spelled)

    assert server.client.get(f"/api/join/{spelled(desk.code)}").status_code == 200


def test_a_code_is_read_on_a_russian_keyboard() -> None:
    from webapp.codes import read_code

    assert read_code("кНТ7") == "KHT7"


@pytest.mark.parametrize("code", ["XXXX", "0000", "K7Q", "K7QXX", "....", "ЖЖЖЖ"])
def test_what_is_no_code_of_a_table_is_404(server: Server, code: str) -> None:
    assert error(server.client.get(f"/api/join/{code}")) == (404, "code-unknown")


# Sitting down


def test_a_phone_sits_down_and_its_token_works_at_once(server: Server) -> None:
    desk = lobby(server)

    answer = sit(desk, "Anna", colour="red", words="rain 🎲")

    assert answer.status_code == 201
    assert (answer.json["seat"], answer.json["link"]) == (1, f"{BASE}/s/{answer.json['token']}")
    phone = desk.phone(answer.json["token"])
    seat = phone.get().json["seats"][0]
    assert (seat["name"], seat["colour"], seat["phone"]) == ("Anna", "red", True)
    assert phone.get("/log").json["entries"][-1]["label"] == "Anna takes a seat."
    assert phone.get("/log").json["entries"][-1]["change"]["words"] == "rain 🎲"


def test_six_phones_at_once_get_six_seats(server: Server) -> None:
    desk = server.open("pebbles", names=())
    answers: list[TestResponse] = []
    threads = [threading.Thread(target=lambda: answers.append(sit(desk, "Anna"))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answer.json["seat"] for answer in answers) == [1, 2, 3, 4, 5, 6]
    for answer in answers:
        assert desk.phone(answer.json["token"]).get().json["you"]["seats"] == [answer.json["seat"]]
    assert len({seat["name"] for seat in desk.host.get().json["seats"]}) == 6


def test_where_nobody_can_sit_down(server: Server) -> None:
    full, started = server.open(names=tuple("ABCD"), start=False), server.open()

    assert error(sit(full, "Eva")) == (422, "seats-full")
    assert error(sit(started, "Eva")) == (422, "table.started")
    assert error(started.nobody.post("/seats", {"code": "XXXX", "name": "Eva"})) == (401, "code-wrong")
    assert error(started.nobody.post("/seats", {"name": "Eva"})) == (401, "token-needed")


def test_words_for_the_common_luck_have_at_most_64_bytes(server: Server) -> None:
    desk = lobby(server)

    assert sit(desk, "Anna", words="я" * 32).status_code == 201
    assert error(sit(desk, "Boris", words="я" * 33)) == (400, "words-too-long")


def test_the_host_writes_somebody_down_who_has_no_phone(server: Server) -> None:
    desk = lobby(server)

    answer = desk.host.post("/seats", {"name": "Grandma"})

    assert answer.status_code == 201
    assert desk.host.get().json["seats"][0]["phone"] is False


def test_a_phone_that_sits_already_takes_another_seat_without_the_code(server: Server) -> None:
    desk = lobby(server)
    first = desk.phone(sit(desk, "Anna").json["token"])

    second = desk.phone(first.post("/seats", {"name": "Ben"}).json["token"])

    assert (first + second).get().json["you"]["seats"] == [1, 2]


def test_the_host_starts_the_game(server: Server) -> None:
    desk = lobby(server)
    assert error(desk.host.post("/start")) == (422, "table.seat_count")
    sit(desk, "Anna")
    sit(desk, "Boris")

    started = desk.host.post("/start", {"move_id": "go"})

    assert started.json["entry"]["kind"] == "started"
    assert desk.host.post("/start", {"move_id": "go"}).json == started.json, "a second tap"
    assert error(desk.host.post("/start")) == (422, "table.started")


# Taking over (P17, P18)


def test_a_seat_without_a_phone_is_given_at_once_and_its_old_token_ends(server: Server) -> None:
    desk = server.open()

    answer = claim(desk, 2, words="77")

    assert answer.status_code == 200
    assert answer.json["seat"] == 2
    assert desk.phone(answer.json["token"]).get().json["you"]["seats"] == [2]
    assert error(desk.seat(2).get()) == (401, "token-wrong")
    assert desk.host.get("/log").json["entries"][-1]["label"] == "Boris takes a seat."


def test_P17_who_lost_the_cookies_gets_the_seat_back_by_its_link_or_by_the_host(server: Server) -> None:
    desk = server.open()
    old = claim(desk, 1).json

    asked = claim(desk, 1)
    assert asked.status_code == 202
    request = asked.json["request"]
    assert request["ask"] == "claim"
    assert desk.host.get().json["claims"] == [{"claim": request["claim"], "seat": 1}]
    assert "claims" not in desk.seat(2).get().json
    assert claim(desk, 1, claim=request["claim"]).status_code == 202, "not yet"
    assert desk.phone(old["token"]).get().status_code == 200, "the old phone plays on until the host agrees"

    assert desk.host.post("/seats/1", {"phone": request["claim"]}).status_code == 200
    given = claim(desk, 1, claim=request["claim"])

    assert (given.status_code, given.json["seat"]) == (200, 1)
    assert desk.phone(given.json["token"]).get().json["you"]["seats"] == [1]
    assert error(desk.phone(old["token"]).get()) == (401, "token-wrong")
    assert claim(desk, 1, claim=request["claim"]).json == given.json, "its answer was lost on the way"
    assert desk.host.get().json["claims"] == []


def test_the_host_says_no(server: Server) -> None:
    desk = server.open()
    claim(desk, 1)
    id_ = claim(desk, 1).json["request"]["claim"]

    assert error(desk.seat(2).call("DELETE", f"/claims/{id_}")) == (403, "table.host_only")
    assert desk.host.call("DELETE", f"/claims/{id_}").status_code == 200

    assert error(claim(desk, 1, claim=id_)) == (403, "claim-refused")
    assert error(desk.host.call("DELETE", "/claims/nonsense")) == (404, "claim-unknown")


def test_a_claim_is_for_one_seat_and_for_one_table(server: Server) -> None:
    desk, other = server.open(), server.open()
    claim(desk, 1)
    id_ = claim(desk, 1).json["request"]["claim"]

    assert error(claim(desk, 2, claim=id_)) == (404, "claim-unknown")
    assert error(claim(other, 1, claim=id_)) == (404, "claim-unknown")
    assert error(claim(desk, 9)) == (404, "table.no_seat")
    assert error(desk.nobody.post("/seats/1/claim", {"code": "XXXX"})) == (401, "code-wrong")


def test_two_phones_that_want_the_same_free_seat_get_it_once(server: Server) -> None:
    desk = server.open()
    answers: list[TestResponse] = []
    threads = [threading.Thread(target=lambda: answers.append(claim(desk, 1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    given = [answer for answer in answers if answer.status_code == 200]
    assert len(given) == 1
    assert {answer.status_code for answer in answers} <= {200, 202, 409}
    assert desk.phone(given[0].json["token"]).get().json["you"]["seats"] == [1]


def test_P18_one_token_works_on_any_number_of_tabs(server: Server) -> None:
    desk = server.open()
    token = claim(desk, 1).json["token"]

    assert [desk.phone(token).get().status_code for _ in range(3)] == [200] * 3


def test_so_many_phones_may_wait_and_no_more(server: Server) -> None:
    desk = server.open()
    claim(desk, 1)

    answers = [claim(desk, 1).status_code for _ in range(21)]

    assert answers == [202] * 20 + [429]


# The host's hand


def test_the_host_changes_name_colour_and_presence(server: Server) -> None:
    desk = server.open()

    desk.host.post("/seats/2", {"name": "anna", "colour": "pink", "away": True})

    seat = desk.host.get().json["seats"][1]
    assert (seat["name"], seat["colour"], seat["away"]) == ("anna 2", "pink", True)
    assert error(desk.host.post("/seats/2", {"colour": "green"})) == (409, "colour-taken")
    assert error(desk.host.post("/seats/2", {"name": "x" * 200})) == (400, "read.length")
    assert error(desk.host.post("/seats/2", {"hat": "red"})) == (400, "read.unknown")
    assert error(desk.host.post("/seats/2", {})) == (400, "read.missing")
    assert error(desk.host.post("/seats/9", {"name": "x"})) == (404, "table.no_seat")


def test_the_phone_is_taken_off_a_seat(server: Server) -> None:
    desk = server.open()
    token = claim(desk, 1).json["token"]

    desk.host.post("/seats/1", {"phone": None})

    assert error(desk.phone(token).get()) == (401, "token-wrong")
    assert desk.host.get().json["seats"][0]["phone"] is False
    assert desk.host.get("/log").json["entries"][-1]["label"] == "The phone of Anna was taken off the seat."
    assert claim(desk, 1).status_code == 200, "and the next one gets it at once"


def test_an_opponent_takes_a_seat_and_gives_it_back(server: Server) -> None:
    desk = server.open("pebbles")
    token = claim(desk, 2).json["token"]

    desk.host.post("/seats/2", {"automa": "gull"})

    assert error(desk.phone(token).get()) == (401, "token-wrong")
    assert error(claim(desk, 2)) == (422, "seat-automa")
    assert error(desk.host.post("/seats/2", {"automa": "whale"})) == (400, "read.choice")
    desk.host.post("/seats/2", {"automa": None})
    assert claim(desk, 2).status_code == 200
    labels = [entry["label"] for entry in desk.host.get("/log").json["entries"]]
    assert labels[-3:] == ["An opponent plays for Boris.", "Boris plays again.", "Boris takes a seat."]


def test_the_last_seat_is_taken_away_before_the_start(server: Server) -> None:
    desk = server.open(names=tuple("ABC"), start=False)

    assert error(desk.host.call("DELETE", "/seats/1")) == (422, "seat-not-last")
    assert desk.host.call("DELETE", "/seats/3").status_code == 200

    assert len(desk.host.get().json["seats"]) == 2
    assert error(desk.seat(3).get()) == (401, "token-wrong")


def test_a_seat_tells_its_own_words_and_nothing_else(server: Server) -> None:
    desk = server.open()

    assert desk.seat(1).post("/seats/1", {"words": "rain"}).status_code == 200
    assert error(desk.seat(1).post("/seats/2", {"words": "rain"})) == (403, "table.host_only")
    assert error(desk.seat(1).post("/seats/1", {"words": "rain", "name": "X"})) == (403, "table.host_only")


def test_opening_the_link_of_a_seat_gives_it_a_phone(server: Server) -> None:
    desk = server.open()

    for _ in range(2):
        server.services.join.arrive(desk.table, 1)

    assert desk.host.get().json["seats"][0]["phone"] is True
    assert desk.host.seq == 3, "once"
    assert claim(desk, 1).status_code == 202


def test_who_is_here_is_told_and_pages_say_that_they_are_alive(server: Server) -> None:
    desk = server.open()
    number = server.services.presence.opened(desk.table, {"seat:1"}, "p1")

    assert desk.host.get().json["seats"][0]["here"] is True
    assert desk.seat(1).post("/here", {"phone": "p1"}).json == {"here": ["seat:1"]}
    server.services.presence.closed(desk.table, number)
    assert desk.host.get().json["seats"][0]["here"] is False
