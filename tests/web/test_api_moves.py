"""Moves that come late, twice, or half; undo with and without luck; what the host may do to the game."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Desk, Server, error, new_id
from werkzeug.test import TestResponse

DRAW = {"type": "draw", "k": 3}
ROLL = {"type": "roll_start"}


def at_once(*works: Callable[[], TestResponse]) -> list[TestResponse]:
    """Do all of it at the same moment, each in a thread of its own."""
    answers: list[TestResponse | None] = [None] * len(works)
    barrier = threading.Barrier(len(works))

    def run(number: int) -> None:
        barrier.wait()
        answers[number] = works[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]


# What a move answers


def test_a_move_answers_with_its_entry_and_what_happened(server: Server) -> None:
    phone = server.open().seat(1)

    answer = phone.move(ROLL, seen=2)

    assert answer.status_code == 200
    entry = answer.json["entry"]
    assert (answer.json["seq"], entry["seq"], entry["kind"], entry["by"]) == (3, 3, "played", {"seat": 1})
    assert entry["move"] == ROLL
    assert entry["label"] == "Roll"
    assert entry["events"] == [f"Anna rolls {entry['luck'][0]['got'][0]} for the first player."]
    assert "move_id" not in str(answer.json)


def test_every_move_that_is_offered_is_legal_as_it_stands_its_label_along(server: Server) -> None:
    phone = server.open().seat(1)
    offered = phone.get("/moves").json

    assert offered["seq"] == 2
    assert phone.move(offered["moves"][0]).status_code == 200


def test_P05_a_form_posts_what_it_means_never_an_index(server: Server) -> None:
    desk = server.bag("Anna")
    forms = desk.seat(1).get("/moves").json["forms"]

    assert forms[0]["type"] == "draw"
    (field,) = forms[0]["fields"]
    assert (field["name"], field["kind"], field["min"], field["max"]) == ("k", "int", 1, 73)
    assert desk.seat(1).move({"type": "draw", "k": 7}).status_code == 200


@pytest.mark.parametrize(
    ("move", "key", "field"),
    [
        ({"type": "fly"}, "read.choice", "move.type"),
        ({}, "read.choice", "move.type"),
        ({"type": "draw"}, "read.missing", "move.k"),
        ({"type": "draw", "k": "3"}, "read.type", "move.k"),
        ({"type": "draw", "k": 3.0}, "read.type", "move.k"),
        ({"type": "draw", "k": True}, "read.type", "move.k"),
        ({"type": "draw", "k": 0}, "read.range", "move.k"),
        ({"type": "draw", "k": 3, "colour": "red"}, "read.unknown", "move.colour"),
        ("draw", "read.type", "move"),
    ],
)
def test_a_move_that_cannot_be_read_is_400_and_names_the_field(server: Server, move: Any, key: str, field: str) -> None:
    answer = server.bag().seat(1).move(move)

    assert error(answer) == (400, key)
    assert answer.json["error"]["field"] == field


def test_what_was_never_legal_is_422_with_the_rule(server: Server) -> None:
    answer = server.open().seat(1).move({"type": "place_die", "row": "STR"})

    assert answer.status_code == 422


# Late


def test_P01_a_phone_that_wakes_up_is_judged_on_the_table_as_it_is(server: Server) -> None:
    desk = server.bag()
    for _ in range(4):
        desk.seat(2).move({"type": "draw", "k": 1})
    assert desk.host.seq == 6

    late = desk.seat(1).move({"type": "draw", "k": 2}, seen=2)

    assert (late.status_code, late.json["seq"]) == (200, 7)
    assert len(desk.host.get().json["view"]["dice"]) == 6


def test_409_is_what_was_legal_on_the_table_that_was_seen_and_names_what_came_between(server: Server) -> None:
    desk = server.bag()
    desk.seat(1).move(DRAW)
    seen = desk.host.seq
    desk.seat(2).move({"type": "return_dice"})
    desk.host.note("a note is nothing that comes between")

    answer = desk.seat(1).move({"type": "return_dice", "dice": [1]}, seen=seen)

    assert error(answer) == (409, "bag.nothing_there")
    assert answer.json["error"]["entry"] == seen + 1
    assert error(desk.seat(1).move({"type": "return_dice", "dice": [1]})) == (422, "bag.nothing_there")


def test_P04_the_same_tap_twice_is_one_entry_and_the_same_answer(server: Server) -> None:
    phone = server.bag().seat(1)
    body = {"move_id": "tap", "seen_seq": 2, "move": DRAW}

    first, second = phone.post("/moves", body), phone.post("/moves", body)

    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json == second.json
    assert phone.seq == 3


def test_P04_two_taps_on_a_laggy_button_are_one_draw_and_the_second_is_explained(server: Server) -> None:
    phone = server.bag().seat(1)

    first, second = phone.move(DRAW, seen=2), phone.move(DRAW, seen=2)

    assert first.status_code == 200
    assert error(second) == (409, "stale.second_tap")
    assert second.json["error"]["entry"] == 3
    assert len(phone.get().json["view"]["dice"]) == 3


def test_P04_the_same_tap_in_two_tabs_at_the_same_moment_is_one_entry(server: Server) -> None:
    phone = server.bag().seat(1)
    body = {"move_id": "tap", "seen_seq": 2, "move": DRAW}

    answers = at_once(*[lambda: phone.post("/moves", body)] * 6)

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert phone.seq == 3


def test_a_move_id_stands_for_one_move(server: Server) -> None:
    desk = server.bag()
    body = {"move_id": "tap", "seen_seq": 2, "move": DRAW}
    desk.seat(1).post("/moves", body)

    other_move = desk.seat(1).post("/moves", body | {"move": {"type": "draw", "k": 1}})
    other_seen = desk.seat(1).post("/moves", body | {"seen_seq": 3})
    other_verb = desk.seat(1).post("/undo", {"move_id": "tap", "seen_seq": 3, "seq": 3})
    other_seat = desk.seat(2).post("/moves", body)

    assert [error(a) for a in (other_move, other_seen, other_verb, other_seat)] == [(409, "move-id-used")] * 4
    assert other_move.json["error"]["entry"] == 3


def test_only_an_appended_entry_is_remembered(server: Server) -> None:
    desk = server.bag()
    early = {"move_id": "tap", "seen_seq": 2, "move": {"type": "roll_again"}}
    assert desk.seat(1).post("/moves", early).status_code == 422

    desk.seat(2).move(DRAW)

    assert desk.seat(1).post("/moves", early).status_code == 200


@pytest.mark.parametrize("move_id", ["", "x" * 65, 5, None])
def test_a_move_id_has_1_to_64_characters(server: Server, move_id: Any) -> None:
    answer = server.bag().seat(1).post("/moves", {"move_id": move_id, "seen_seq": 2, "move": DRAW})

    assert answer.status_code == 400
    assert answer.json["error"]["field"] == "move_id"


def test_P03_a_plus_one_from_two_phones_at_once_is_never_lost(server: Server) -> None:
    desk = server.open(options={"mode": "multi", "cards": "none"}, names=("Anna", "Boris"))
    play_until(desk, lambda look: look["phase"] == "roll")
    before = desk.host.get().json["view"]["players"][0]["gold"]
    seen = desk.host.seq
    tap = {"type": "by_card", "gold": 1}

    answers = at_once(*[lambda: desk.seat(1).move(tap, seen=seen)] * 20)

    assert {answer.status_code for answer in answers} == {200}
    assert desk.host.get().json["view"]["players"][0]["gold"] == before + 20


def play_until(desk: Desk, reached: Callable[[dict[str, Any]], bool]) -> None:
    """The first offered move of the seat that is to act, again and again."""
    for _ in range(200):
        look = desk.host.get().json
        if reached(look):
            return
        phone = desk.seat(look["to_act"][0])
        assert phone.move(phone.moves()[0], look["seq"]).status_code == 200
    raise AssertionError("never reached")


def test_P07_six_secret_picks_at_the_same_moment_are_all_kept(server: Server) -> None:
    desk = server.open("pebbles", names=tuple("ABCDEF"), options={"decks": "digital"})
    for seat in range(1, 7):
        assert desk.seat(seat).move({"type": "act", "number": 0}).status_code == 200
    seen = desk.host.seq
    picks = [(desk.seat(seat), desk.seat(seat).moves()[0]) for seat in range(1, 7)]

    answers = at_once(*[lambda p=p, m=m: p.move(m, seen) for p, m in picks])  # type: ignore[misc]

    assert {answer.status_code for answer in answers} == {200}
    shores = [player["shore"] for player in desk.host.get().json["view"]["players"]]
    assert [list(shore) for shore in shores] == [[move["pebble"]] for _, move in picks]
    assert desk.host.seq == seen + 6


def test_a_secret_pick_is_shown_to_its_seat_only_and_may_be_replaced(server: Server) -> None:
    desk = server.open("pebbles", names=("Anna", "Boris"))
    for seat in (1, 2):
        desk.seat(seat).move({"type": "act", "number": 0})
    pick = desk.seat(1).moves()[0]
    made = desk.seat(1).move(pick)

    own = desk.seat(1).get("/log").json["entries"][-1]
    others = [desk.seat(2).get("/log").json["entries"][-1], desk.host.get("/log").json["entries"][-1]]

    assert own == made.json["entry"]
    assert own["secrets"][0]["value"]["pebble"] == pick["pebble"]
    for seen in others:
        assert set(seen["move"]) == {"sealed"}
        assert "secrets" not in seen
        assert seen["label"] == "Anna has chosen."
        assert pick["pebble"] not in str(seen)
    assert desk.seat(1).move(pick).status_code == 200


# Half: real dice


def physical(server: Server) -> Desk:
    return server.open(options={"mode": "multi", "dice": "physical"})


def test_real_dice_are_asked_for_and_typed_in(server: Server) -> None:
    phone = physical(server).seat(1)
    body = {"move_id": "tap", "seen_seq": 2, "move": ROLL}

    asked = phone.post("/moves", body)

    assert asked.status_code == 202
    assert asked.json["request"]["ask"] == ["roll", 6, 1]
    assert asked.json["request"]["so_far"] is None
    assert asked.json["request"]["prompt"] == "Roll a d6 and type in what it shows."
    assert phone.seq == 2, "nothing is appended, nothing is remembered"
    made = phone.post("/moves", body | {"typed": [[5]]})
    assert made.status_code == 200
    assert made.json["entry"]["luck"] == [{"e": 0, "by": "typed", "ask": ["roll", 6, 1], "got": [5]}]
    again = phone.post("/moves", body)
    assert (again.status_code, again.json) == (200, made.json), "the same move, whatever was typed"


@pytest.mark.parametrize(
    ("typed", "status", "key"),
    [
        ([[7]], 422, "typed.face"),
        ([[0]], 422, "typed.face"),
        ([["6"]], 422, "typed.face"),
        ([[3, 4]], 422, "typed.count"),
        ([[]], 422, "typed.count"),
        ([3], 400, "read.type"),
        ([[3], [4]], 422, "typed.too_many"),
        (3, 400, "read.type"),
    ],
)
def test_a_7_on_a_d6_is_refused(server: Server, typed: Any, status: int, key: str) -> None:
    answer = physical(server).seat(1).move(ROLL, typed=typed)

    assert error(answer) == (status, key)
    assert answer.json["error"]["field"] == "typed"


def test_null_among_the_typed_means_draw_it_for_me(server: Server) -> None:
    made = physical(server).seat(1).move(ROLL, typed=[None])

    assert made.json["entry"]["luck"][0]["by"] == "sealed"


def test_typed_dice_are_refused_where_the_phone_rolls(server: Server) -> None:
    assert error(server.open().seat(1).move(ROLL, typed=[[3]])) == (422, "typed.not_here")


def test_the_host_switches_to_real_dice_in_play(server: Server) -> None:
    desk = server.open()

    assert desk.host.setting(dice="physical").status_code == 200

    assert desk.seat(1).move(ROLL).status_code == 202
    assert desk.host.get().json["settings"]["dice"] == "physical"
    assert desk.host.get("/log").json["entries"][-1]["label"] == "A setting was changed: Dice is now We roll real dice."


def test_an_explosion_asks_for_another_die_and_says_what_was_rolled(server: Server) -> None:
    desk = server.open("pebbles", names=("Anna",), options={"mode": "solo", "dice": "physical"})
    phone = desk.seat(1)
    while desk.host.get().json["phase"] != "skim":
        phone.move(phone.moves()[-1])
    body = {"move_id": "skim", "seen_seq": phone.seq, "move": {"type": "act", "number": 0}}

    typed: list[list[int]] = []
    asked = phone.post("/moves", body)
    prompts = []
    while asked.status_code == 202:
        request = asked.json["request"]
        prompts.append((request["so_far"], request["prompt"]))
        typed.append([6 if request["so_far"] is None else 2] * request["ask"][2])
        asked = phone.post("/moves", body | {"typed": typed})

    assert asked.status_code == 200
    assert prompts[-1][0] is not None
    assert "you rolled the highest face" in prompts[-1][1]


# Undo


def test_undo_names_what_it_takes_back_and_redo_brings_it_again(server: Server) -> None:
    desk = server.bag()
    desk.seat(1).move(DRAW)
    desk.seat(1).move({"type": "return_dice"})
    look = desk.host.get().json
    assert (look["undo"], look["redo"]) == (4, None)

    undone = desk.seat(2).undo(4)

    assert (undone.status_code, undone.json["entry"]["kind"]) == (200, "undone")
    look = desk.host.get().json
    assert (look["undo"], look["redo"], len(look["view"]["dice"])) == (3, 4, 3)
    assert error(desk.seat(1).undo(4)) == (409, "undo.not_newest")
    assert desk.seat(1).undo(4, verb="redo").status_code == 200
    assert error(desk.seat(1).undo(4, verb="redo")) == (422, "redo.nothing")


def test_undoing_twice_by_a_nervous_finger_takes_back_one(server: Server) -> None:
    desk = server.bag()
    for _ in range(2):
        desk.seat(1).move(DRAW)
        desk.seat(1).move({"type": "return_dice"})
    seen = desk.host.seq

    first, second = desk.seat(1).undo(6, seen), desk.seat(1).undo(5, seen)

    assert first.status_code == 200
    assert error(second) == (409, "stale.second_tap")


def test_P11_undo_of_a_roll_needs_everybody_and_the_same_faces_come_again(server: Server) -> None:
    desk = server.bag("Anna", "Boris", "Vera")
    first = desk.seat(1).move(DRAW).json["entry"]["luck"]

    asked = desk.seat(1).undo(3)
    assert asked.status_code == 202
    request = asked.json["request"]
    assert (request["ask"], request["seq"], request["agreed"], request["waiting"]) == ("undo", 3, [1], [2, 3])
    assert "Everybody at the table" in request["prompt"]
    assert desk.seat(2).get().json["vote"]["waiting"] == [2, 3], "the others see what is asked"
    assert desk.seat(2).undo(3).json["request"]["waiting"] == [3]
    done = desk.seat(3).undo(3)

    assert done.status_code == 200
    assert (done.json["entry"]["by"], done.json["entry"]["agreed"]) == ({"seat": 1}, [1, 2, 3])
    assert desk.seat(1).undo(3).json == done.json, "who had agreed is told the same"
    assert desk.seat(1).move(DRAW).json["entry"]["luck"] == first
    assert desk.host.get().json["vote"] is None


def test_the_host_takes_a_roll_back_alone(server: Server) -> None:
    desk = server.bag()
    desk.seat(1).move(DRAW)

    done = desk.host.undo(3)

    assert (done.status_code, done.json["entry"]["by"]) == (200, {"host": True})


def test_a_phone_that_holds_all_seats_agrees_for_all_of_them(server: Server) -> None:
    desk = server.bag()
    both = desk.seat(1) + desk.seat(2)
    both.move(DRAW, query="?seat=1")

    assert both.undo(3).status_code == 200


def test_a_seat_that_is_away_or_an_opponent_is_not_waited_for(server: Server) -> None:
    desk = server.bag("Anna", "Boris")
    desk.seat(1).move(DRAW)
    desk.host.post("/seats/2", {"away": True})

    assert desk.seat(1).undo(3).status_code == 200


def test_a_vote_runs_out_and_is_forgotten_when_the_table_moves_on(server: Server) -> None:
    desk = server.bag()
    desk.seat(1).move(DRAW)
    desk.seat(1).undo(3)
    assert desk.seat(2).get().json["vote"] is not None

    desk.seat(2).move({"type": "return_dice"})

    assert desk.seat(2).get().json["vote"] is None
    assert error(desk.seat(2).undo(3)) == (409, "undo.not_newest")


def test_undo_at_the_beginning_and_past_the_end_of_the_log(server: Server) -> None:
    desk = server.bag()

    assert error(desk.host.undo(1)) == (422, "undo.nothing")
    assert error(desk.seat(1).undo(1)) == (422, "undo.nothing")
    desk.seat(1).move(DRAW)
    assert error(desk.seat(1).undo(999)) == (409, "undo.not_newest")


# Correct, adjust, note, reveal


def test_a_correction_says_first_what_would_be_lost(server: Server) -> None:
    desk = server.bag()
    desk.seat(1).move(DRAW)
    desk.seat(1).move({"type": "return_dice", "dice": [3]})
    change = {"move_id": new_id(), "seq": 3, "move": {"type": "draw", "k": 2}, "reason": "It was two."}

    dry = desk.host.post("/correct", change | {"dry_run": True})
    refused = desk.host.post("/correct", change)
    made = desk.host.post("/correct", change | {"drop": [4]})

    assert (dry.status_code, dry.json) == (200, {"lost": [4]})
    assert error(refused) == (409, "correct.drop")
    assert made.status_code == 200
    assert made.json["entry"]["label"] == "Entry no. 3 was corrected: It was two."
    assert len(desk.host.get().json["view"]["dice"]) == 2


def test_the_table_wins(server: Server) -> None:
    desk = server.open()
    listed = desk.host.get("/adjust").json["adjustables"]
    gold = next(one for one in listed if one["what"] == "gold")
    assert (gold["kind"], gold["label"], [field["name"] for field in gold["fields"]]) == (
        "set",
        "Gold",
        ["seat", "value"],
    )

    change = {"what": "gold", "seat": 2, "value": 9}
    made = desk.host.post("/adjust", {"move_id": new_id(), "changes": [change], "reason": "The bank erred."})

    assert made.status_code == 200
    assert made.json["entry"]["label"] == "The table decided: The bank erred."
    assert made.json["entry"]["events"] == ["Boris has 9 gold now."]
    assert desk.host.get().json["view"]["players"][1]["gold"] == 9


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ({}, 400, "read.missing"),
        ({"changes": [{"what": "weather"}]}, 422, "read.choice"),
        ({"changes": [{"what": "gold", "seat": 9, "value": 1}]}, 400, "read.range"),
        ({"setting": {"undo": "never"}}, 400, "read.choice"),
        ({"setting": {"at_once": 1}}, 400, "read.choice"),
        ({"setting": {"speed": "high"}}, 400, "read.unknown"),
        (
            {"setting": {"undo": "host"}, "changes": [{"what": "gold", "seat": 1, "value": 1}]},
            400,
            "changes-or-setting",
        ),
    ],
)
def test_an_adjustment_that_means_nothing_is_refused(server: Server, body: Any, status: int, key: str) -> None:
    assert error(server.open().host.post("/adjust", {"move_id": new_id(), **body})) == (status, key)


def test_a_note_is_kept_as_it_was_written(server: Server) -> None:
    desk = server.open()

    made = desk.seat(2).note("Пицца! <b>в 8</b>")

    assert (made.json["entry"]["label"], made.json["entry"]["by"]) == ("Пицца! <b>в 8</b>", {"seat": 2})
    assert error(desk.seat(2).note("x" * 501)) == (400, "read.length")
    assert error(desk.seat(2).note("")) == (400, "read.length")


def test_the_host_ends_the_evening_and_the_seed_is_told(server: Server) -> None:
    desk = server.bag()
    desk.seat(1).move(DRAW)

    made = desk.host.post("/reveal")

    assert len(made.json["entry"]["reveal"]) == 64
    assert error(desk.host.post("/reveal")) == (422, "reveal.already")
    assert "commit" in desk.seat(1).move(DRAW).json["entry"], "whoever goes on does so under a fresh seed"


# Opponents


def gulls(server: Server) -> Desk:
    players = [{"name": "Anna"}, {"name": "Gull", "automa": "gull"}]
    answer = server.ask(game="pebbles", players=players, seed=3)
    assert [seat["token"] is None for seat in answer.json["seats"]] == [False, True]
    return Desk(server.client, answer.json)


def test_a_seated_person_lets_an_opponent_act_and_is_told_why(server: Server) -> None:
    desk = gulls(server)
    desk.seat(1).move({"type": "act", "number": 0})

    made = desk.seat(1).move({"type": "automa", "seat": 2})

    assert made.status_code == 200
    assert made.json["entry"]["label"] == "Gull acts."
    assert made.json["entry"]["by"] == {"seat": 1}
    assert made.json["entry"]["reasons"]


def test_at_once_the_server_sends_it_after_the_append(server: Server) -> None:
    desk = gulls(server)
    assert desk.host.setting(at_once=True).status_code == 200

    desk.seat(1).move({"type": "act", "number": 0})

    assert 2 not in desk.host.get().json["to_act"]
    assert desk.host.get("/log").json["entries"][-1]["label"] == "Gull acts."


def test_the_move_that_lets_an_opponent_act_is_offered_and_so_a_game_with_one_comes_to_its_end(server: Server) -> None:
    desk = gulls(server)
    rng = random.Random(2)

    for _ in range(300):
        look = desk.seat(1).get().json
        if look["result"] is not None:
            break
        offered = desk.seat(1).moves()
        assert desk.seat(1).move(rng.choice(offered), look["seq"]).status_code == 200

    assert look["result"]["places"]
    assert desk.host.moves() == []


def test_the_host_alone_may_let_an_opponent_act(server: Server) -> None:
    desk = gulls(server)
    assert desk.host.moves() == [{"type": "automa", "seat": 2, "label": "Gull acts."}]

    assert desk.host.move(desk.host.moves()[0]).status_code == 200
    assert error(desk.host.move({"type": "automa", "seat": 9})) == (422, "table.no_seat")
    assert desk.host.move({"type": "automa", "seat": "two"}).status_code in (400, 422)


# Scores at the table


def test_only_the_host_reveals_the_places(server: Server) -> None:
    desk = server.open("pebbles", options={"mode": "score"})
    for seat, shore in ((1, 5), (2, 7)):
        assert desk.seat(seat).move({"type": "enter", "values": {"shore": shore}}).status_code == 200
        assert desk.seat(seat).move({"type": "ready"}).status_code == 200
    reveal = {"type": "reveal"}

    assert reveal["type"] not in [move["type"] for move in desk.seat(1).moves()]
    assert error(desk.seat(1).move(reveal)) == (403, "table.host_only")
    assert desk.host.move(reveal).status_code == 200
    assert desk.host.get().json["result"]["winners"] == [2]
