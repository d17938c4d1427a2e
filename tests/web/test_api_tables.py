"""Opening a table and looking at it: what is answered, what is refused, and what each bearer sees."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import BASE, Desk, Phone, Server, error
from flask.testing import FlaskClient

from companion.chance import commitment, known_seed
from webapp.app import create_app
from webapp.codes import ALPHABET
from webapp.config import Settings
from webapp.links import Links
from webapp.store import SqliteStore

# Opening


def test_a_table_with_all_its_names_starts_at_once(server: Server) -> None:
    answer = server.ask(game="roll-player", players=[{"name": "Anna"}, {"name": "Boris"}], options={"mode": "multi"})

    assert answer.status_code == 201
    told = answer.json
    assert {"table", "seq", "commitment", "host_token", "seats"} <= told.keys()
    assert told["seq"] == 2
    assert [seat["seat"] for seat in told["seats"]] == [1, 2]
    for seat in told["seats"]:
        assert seat["link"] == f"{BASE}/s/{seat['token']}"
    tokens = [told["host_token"], *(seat["token"] for seat in told["seats"])]
    assert len(set(tokens)) == 3
    assert all(len(token) == 22 for token in tokens), "128 bits"


def test_ids_and_codes_have_no_character_that_is_mistaken_for_another(server: Server) -> None:
    desk = server.open()

    assert re.fullmatch(f"[{ALPHABET}]{{8}}", desk.table)
    assert re.fullmatch(f"[{ALPHABET}]{{4}}", desk.code)
    assert not set(ALPHABET) & set("0O1IL5S8B2ZUV")
    assert desk.opened["join"] == f"{BASE}/{desk.code}"
    assert len(desk.opened["join"]) <= 60


def test_the_seed_of_a_test_table_is_the_one_that_its_number_stands_for(server: Server) -> None:
    desk = server.open(seed=4)

    assert desk.opened["commitment"] == commitment(known_seed(4))
    assert desk.host.get().json["test"] is True


def test_without_a_seed_every_table_has_its_own_luck(server: Server) -> None:
    one, other = server.open(seed=None), server.open(seed=None)

    assert one.opened["commitment"] != other.opened["commitment"]
    assert one.host.get().json["test"] is False


def test_a_table_without_enough_names_waits_in_the_lobby(server: Server) -> None:
    desk = server.open(names=("Anna",))

    look = desk.seat(1).get().json
    assert (look["seq"], look["phase"], look["started"], look["view"], look["result"]) == (
        1,
        "lobby",
        False,
        None,
        None,
    )
    assert desk.seat(1).get("/moves").json == {"seq": 1, "moves": [], "forms": []}


def test_start_false_waits_though_there_are_enough(server: Server) -> None:
    assert server.open(start=False).host.get().json["started"] is False


def test_solo_starts_with_one(server: Server) -> None:
    assert server.open(names=("Anna",), options={"mode": "solo"}).host.get().json["started"] is True


@pytest.mark.parametrize(
    ("body", "status", "key", "field"),
    [
        ({"game": "chess"}, 400, "game.unknown", None),
        ({}, 400, "read.missing", "game"),
        ({"game": "roll-player", "colour": "red"}, 400, "read.unknown", "colour"),
        ({"game": "roll-player", "options": {"speed": 3}}, 400, "read.unknown", "options.speed"),
        ({"game": "roll-player", "options": {"dice": "loaded"}}, 400, "read.choice", "options.dice"),
        ({"game": "roll-player", "options": {"set": "stolen"}}, 400, "read.choice", "options.set"),
        ({"game": "roll-player", "options": {"variants": "short_game"}}, 400, "read.type", "options.variants"),
        ({"game": "pebbles", "options": {"rounds": 10}}, 400, "read.range", "options.rounds"),
        ({"game": "roll-player", "players": [{"colour": "red"}]}, 400, "read.missing", "players.1.name"),
        ({"game": "roll-player", "players": [{"name": "A", "age": 3}]}, 400, "read.unknown", "players.1.age"),
        (
            {"game": "roll-player", "players": [{"name": "A", "colour": "ultra"}]},
            400,
            "read.choice",
            "players.1.colour",
        ),
        ({"game": "pebbles", "players": [{"name": "A", "automa": "whale"}]}, 400, "read.choice", "players.1.automa"),
        ({"game": "roll-player", "players": "Anna"}, 400, "read.type", "players"),
        ({"game": "roll-player", "seed": -1}, 400, "read.range", "seed"),
        ({"game": "roll-player", "seed": True}, 400, "read.type", "seed"),
        ({"game": "roll-player", "settings": {"undo": "never"}}, 400, "read.choice", "settings.undo"),
        ({"game": "roll-player", "players": [{"name": n} for n in "ABCDE"]}, 422, "table.seat_count", "players"),
    ],
)
def test_what_cannot_be_opened_is_refused_by_name(
    server: Server, body: dict[str, Any], status: int, key: str, field: str | None
) -> None:
    answer = server.ask(**body)

    assert error(answer) == (status, key)
    assert answer.json["error"].get("field") == field
    assert answer.json["error"]["message"]


# Names (P27) and colours


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<svg/onload=alert()>", "<svg/onload=alert()>"),
        ("O'Neill", "O'Neill"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("👋🏽 Аня", "👋🏽 Аня"),
        ("مريم", "مريم"),
        ("A\u202egnp", "Agnp"),
        ("A\u200bn\u200dn\u2060a", "Anna"),
        ("\ufeffA\x00n\x1bna", "Anna"),
        ("  A \n\t n  ", "A n"),
        ("e\u0301", "é"),
        ("Ы" * 60, "Ы" * 60),
    ],
)
def test_P27_names_are_kept_as_people_write_them_and_cleaned_of_what_nobody_sees(
    server: Server, written: str, shown: str
) -> None:
    desk = server.open(names=(written, "Boris"))

    assert desk.seat(2).get().json["seats"][0]["name"] == shown


@pytest.mark.parametrize("name", ["Ы" * 200, "", " ", "\u200b\u200d", "a" + "\u0301" * 300])
def test_P27_a_name_without_a_visible_character_or_with_200_is_refused_with_the_limit(
    server: Server, name: str
) -> None:
    answer = server.ask(game="roll-player", players=[{"name": name}])

    assert error(answer) == (400, "read.length")
    assert answer.json["error"]["field"] == "players.1.name"
    assert answer.json["error"]["args"]["most"] == 60


def test_P27_two_equal_names_are_told_apart(server: Server) -> None:
    desk = server.open(names=("Anna", "anna", "Anna"))

    assert [seat["name"] for seat in desk.host.get().json["seats"]] == ["Anna", "anna 2", "Anna 3"]


def test_a_free_colour_is_chosen_and_never_the_one_that_somebody_asked_for(server: Server) -> None:
    answer = server.ask(game="roll-player", players=[{"name": "Anna"}, {"name": "Boris", "colour": "green"}])

    seats = Desk(server.client, answer.json).host.get().json["seats"]
    assert [seat["colour"] for seat in seats] == ["blue", "green"]


def test_a_taken_colour_is_refused_with_the_free_ones(server: Server) -> None:
    answer = server.ask(game="roll-player", players=[{"name": n, "colour": "red"} for n in ("Anna", "Boris")])

    assert error(answer) == (409, "colour-taken")
    assert "red" not in answer.json["error"]["args"]["free"]
    assert "blue" in answer.json["error"]["args"]["free"]


# Looking


def test_the_view_of_a_seat_has_everything_that_the_api_promises(server: Server) -> None:
    look = server.open().seat(1).get().json

    assert {"seq", "phase", "to_act", "prompt", "view", "result"} <= look.keys()
    assert (look["seq"], look["phase"], look["to_act"], look["result"]) == (2, "setup", [1, 2], None)
    assert look["you"] == {"host": False, "seats": [1], "seat": 1}


def dice_in(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        if value.keys() == {"color", "face"}:
            return [value]
        return [die for item in value.values() for die in dice_in(item)]
    return [die for item in value for die in dice_in(item)] if isinstance(value, list) else []


def finish(desk: Desk, phones: list[Phone], seed: int) -> list[dict[str, Any]]:
    """Play random moves to the end; gives every view of the first seat on the way."""
    rng, seen = random.Random(seed), []
    for _ in range(2_000):
        look = phones[0].get().json
        seen.append(look)
        if look["result"] is not None:
            return seen
        seat = rng.choice(look["to_act"])
        phone = phones[seat - 1]
        answer = phone.move(rng.choice(phone.moves()), look["seq"])
        assert answer.status_code == 200, answer.text
    raise AssertionError("the game does not end")


def test_random_moves_bring_a_game_to_its_end_and_each_die_stands_in_the_view_exactly_once(server: Server) -> None:
    options = {"mode": "solo", "cards": "full", "variants": ["short_game"]}
    desk = server.open(names=("Anna",), options=options)

    views = finish(desk, [desk.seat(1)], 5)

    # RP-SETUP-02: 10 of each class colour and 13 gold ones; RP-SOLO-03: one gold die is the opponent's.
    whole = Counter({"green": 10, "blue": 10, "red": 10, "purple": 10, "black": 10, "white": 10, "gold": 12})
    for look in views:
        view = look["view"]
        assert Counter(die["color"] for die in dice_in(view)) + Counter(view["bag"]) == whole
        assert view["opponent_die"]["out_of_bag"] is True
    assert all(look["result"] is None for look in views[:-1])
    end = views[-1]
    assert (end["phase"], end["to_act"], desk.seat(1).moves()) == ("finished", [], [])
    place = end["result"]["places"][0]
    assert place["total"] == sum(place["categories"].values())
    assert (place["seat"], place["place"], place["name"], end["result"]["winners"]) == (1, 1, "Anna", [1])
    assert isinstance(place["rank"], str)
    for lang in ("en", "ru"):
        log = desk.seat(1).get(f"/log?lang={lang}").json["entries"]
        assert len(log) == end["seq"]
        assert all(entry["label"] for entry in log)


def test_P02_every_phone_has_every_entry_with_its_author(server: Server) -> None:
    desk = server.bag("Anna", "Boris", "Vera")
    for seat in (1, 3, 2, 3):
        desk.seat(seat).move({"type": "draw", "k": 1})
    desk.host.note("pizza")

    logs = [phone.get("/log").json["entries"] for phone in (desk.seat(1), desk.seat(2), desk.seat(3), desk.host)]

    assert logs[0] == logs[1] == logs[2] == logs[3]
    assert [entry["seq"] for entry in logs[0]] == list(range(1, 8))
    authors = [{"host": True}, {"seat": 1}, {"seat": 3}, {"seat": 2}, {"seat": 3}, {"host": True}]
    assert [entry["by"] for entry in logs[0][1:]] == authors
    assert [e["seq"] for e in desk.seat(1).get("/log?after=5").json["entries"]] == [6, 7]
    assert [e["seq"] for e in desk.seat(1).get("/log?after=2&limit=3").json["entries"]] == [3, 4, 5]
    assert error(desk.seat(1).get("/log?after=x")) == (400, "read.type")


def test_a_view_shows_a_seat_its_own_hand_and_of_the_others_only_how_many(server: Server) -> None:
    desk = server.open("pebbles")
    for seat in (1, 2):
        assert desk.seat(seat).move({"type": "act", "number": 0}).status_code == 200

    hands = [player["hand"] for player in desk.seat(1).get().json["view"]["players"]]
    public = [player["hand"] for player in desk.nobody.get(f"?code={desk.code}").json["view"]["players"]]

    assert sum(hands[0].values()) == 3
    assert hands[1] == {"unknown": 3}
    assert public == [{"unknown": 3}, {"unknown": 3}]
    assert [p["hand"] for p in desk.host.get().json["view"]["players"]] == public, "the host sees no more than anybody"


def test_the_public_view_needs_the_code_and_nothing_else(server: Server) -> None:
    desk, other = server.open(), server.open()

    assert desk.nobody.get(f"?code={desk.code}").status_code == 200
    assert desk.nobody.get(f"?code={desk.code.lower()}").status_code == 200
    assert error(desk.nobody.get()) == (401, "token-needed")
    assert error(desk.nobody.get(f"?code={other.code}")) == (401, "code-wrong")
    assert desk.nobody.get(f"/moves?code={desk.code}").json["moves"] == []


def test_the_words_come_in_the_language_of_the_reader(server: Server) -> None:
    phone = server.open(names=("Аня", "Боря")).seat(1)

    def prompt(query: str = "", **headers: str) -> Any:
        return phone.get(query, headers=headers).json["prompt"]

    assert prompt() == prompt("?lang=en") == "Roll for the first player."
    russian = prompt("?lang=ru")
    assert re.search("[а-я]", russian)
    assert prompt(**{"Accept-Language": "de, ru-RU;q=0.9, en;q=0.8"}) == russian
    assert prompt("?lang=en", **{"Accept-Language": "ru"}) == prompt()
    assert prompt(**{"Accept-Language": "de"}) == prompt()
    assert prompt(Cookie="lang=ru") == russian
    assert phone.get("?lang=ru").headers["Content-Language"] == "ru"


def test_errors_come_in_the_language_of_the_reader_too(server: Server) -> None:
    phone = server.open().seat(1)

    answer = phone.move({"type": "keep", "face": 3}, query="?lang=ru")

    assert re.search("[а-я]", answer.json["error"]["message"])


def test_the_games_and_their_options_are_listed(server: Server) -> None:
    games = {game["key"]: game for game in server.client.get("/api/games").json["games"]}

    assert games["roll-player"]["name"] == "Roll Player"
    assert games["roll-player"]["seats"] == {"least": 1, "most": 4}
    options = {option["key"]: option for option in games["roll-player"]["options"]}
    assert options["dice"]["default"] == "digital"
    assert [choice["value"] for choice in options["dice"]["choices"]] == ["digital", "physical"]
    assert games["pebbles"]["opponents"] == ["gull"]


# After a restart (P20)


def everything(desk: Desk, client: FlaskClient) -> list[Any]:
    """All that the host and a seat can read. Which token was used lately is known only as long as the server runs."""
    phones = [Phone(client, desk.table, phone.token) for phone in (desk.seat(1), desk.host)]
    looks = [phone.get().json for phone in phones]
    for look in looks:
        for seat in look["seats"]:
            del seat["phone"]
    return looks + [phone.get(path).json for phone in phones for path in ("/log", "/export", "/moves")]


def test_P20_after_a_restart_every_token_and_every_answer_is_what_it_was(
    server: Server, store: SqliteStore, tmp_path: Path
) -> None:
    desk = server.open()
    first = {"move_id": "before", "seen_seq": 2, "move": {"type": "roll_start"}}
    made = desk.seat(1).post("/moves", first)
    desk.seat(2).move({"type": "roll_start"})
    assert desk.host.undo(4).status_code == 200
    before = everything(desk, server.client)
    store.dispose()

    reopened = SqliteStore(tmp_path)
    client = create_app(Settings(data=tmp_path), reopened, links=Links(BASE)).test_client(use_cookies=False)
    again = everything(desk, client)
    repeated = Phone(client, desk.table, desk.seat(1).token).post("/moves", first)
    reopened.dispose()

    assert again == before
    assert (repeated.status_code, repeated.json) == (200, made.json)
