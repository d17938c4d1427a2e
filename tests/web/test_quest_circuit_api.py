"""Quest Circuit by the API alone: every setting, whole games, real dice and cards, undo to the beginning and back,
corrections, adjustments, and everything that is sent wrongly."""

from __future__ import annotations

from random import Random
from typing import Any

import jsonschema
import pytest
from conftest import Desk, Phone, Server, error, new_id

from companion.archive import read_archive
from companion.chance import Chance, Seeded
from companion.games.quest_circuit.plain_player import choose
from companion.games.quest_circuit.settings import RIVALS, SETTINGS
from companion.verify import verify
from tests.recorded.quest_circuit_plans import RARE

GAME = "quest-circuit"
LAID_OUT = ("plan_quests", "choose_hero", "lay_board")
NAMES = ("Anna", "Boris", "Clara")
MOST_MOVES = 300
"""A page lists them all: whatever happens on the board, they stay few enough to be read."""


def opened(server: Server, n: int, **options: Any) -> Desk:
    return server.open(GAME, NAMES[:n], options={"mode": "solo" if n == 1 else "multi", **options})


def thrown(ask: list[Any], random: Random) -> list[Any]:
    """What somebody with real dice and cards types in."""
    kind, *args = ask
    if kind == "roll":
        return [random.randint(1, args[0]) for _ in range(args[1])]
    return random.sample([thing for thing, count in args[0] for _ in range(count)], args[1])


def asking(phone: Phone, move: dict[str, Any], seen: int, random: Random) -> tuple[Any, list[dict[str, Any]]]:
    """The answer to a move, and what was asked of real dice and cards on the way, each typed in."""
    typed: list[Any] = []
    requests: list[dict[str, Any]] = []
    body = {"move_id": new_id(), "seen_seq": seen, "move": move}
    answer = phone.post("/moves", body)
    while answer.status_code == 202:
        requests.append({**answer.json["request"], "body": body | {"typed": list(typed)}})
        typed.append(thrown(requests[-1]["ask"], random))
        answer = phone.post("/moves", body | {"typed": typed})
    assert answer.status_code == 200, answer.text
    return answer, requests


def step(desk: Desk, random: Random, look: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Somebody who is to act makes one of the moves that are listed: what was asked for it."""
    look = desk.host.get().json if look is None else look
    seat = desk.seat(random.choice(look["to_act"]))
    listed = seat.moves()
    assert 0 < len(listed) <= MOST_MOVES
    move = random.choice([move for move in listed if move["type"] not in RARE] or listed)
    return asking(seat, move, look["seq"], random)[1]


def steps(desk: Desk, random: Random, n: int) -> Desk:
    for _ in range(n):
        step(desk, random)
    return desk


def finished(server: Server, desk: Desk, random: Random, most: int = 800) -> dict[str, Any]:
    """Played to the end by whoever is to act, mostly as the plain player would: what everybody sees then."""
    for _ in range(most):
        look: dict[str, Any] = desk.host.get().json
        if look["result"] is not None:
            return look
        if random.random() < 0.1:
            step(desk, random, look)
            continue
        seat = random.choice(look["to_act"])
        state = server.services.tables.current(desk.table).table.state
        move = dict(choose(state, seat, Chance(Seeded(random))).__plain__())
        asking(desk.seat(seat), move, look["seq"], random)
    raise AssertionError("this game does not end")


def playing(desk: Desk, *kinds: str) -> Desk:
    """Seat 1 makes the first move of each kind, in this order."""
    for kind in kinds:
        move = next(move for move in desk.seat(1).moves() if move["type"] == kind)
        assert desk.seat(1).move(move).status_code == 200
    return desk


# settings


@pytest.mark.parametrize(
    "wished",
    [
        *({option.key: choice} for option in SETTINGS for choice in option.choices[1:]),
        *({"rival": rival} for rival in (*RIVALS, "none")),
        *({"board_cells": cells} for cells in (20, 33, 40)),
        *({"quests": quests} for quests in (1, 2, 9)),
        *({key: real} for key in ("dice", "decks") for real in ("digital", "physical")),
    ],
    ids=str,
)
def test_a_table_with_any_setting_is_opened_and_played(server: Server, wished: dict[str, Any]) -> None:
    desk = opened(server, 1 if "rival" in wished else 2, **wished)
    (key, value), *_ = wished.items()
    assert desk.host.get("/log").json["entries"][0]["options"][key] == value
    view = steps(desk, Random(3), 8).host.get().json["view"]
    assert len(view["cells"]) == wished.get("board_cells", 20) + 1
    assert len(view["quests"]) == wished.get("quests", 1)


@pytest.mark.parametrize(
    ("wished", "field"),
    [
        ({"board_cells": 19}, "options.board_cells"),
        ({"board_cells": 41}, "options.board_cells"),
        ({"quests": 0}, "options.quests"),
        ({"quests": "two"}, "options.quests"),
        ({"goal_face_up": True}, "options.goal_face_up"),
        ({"rival": "king"}, "options.rival"),
        ({"variants": []}, "options.variants"),
        ({"set": "published"}, "options.set"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_name(server: Server, wished: Any, field: str) -> None:
    mode = "solo" if "rival" in wished else "multi"
    answer = server.ask(game=GAME, players=[{"name": "Anna"}], options={"mode": mode, **wished})
    assert answer.status_code == 400
    assert answer.json["error"]["field"] == field


@pytest.mark.parametrize(("mode", "n"), [("solo", 2), ("multi", 7)])
def test_more_people_than_a_game_is_for_are_refused(server: Server, mode: str, n: int) -> None:
    players = [{"name": f"P{number}"} for number in range(n)]
    assert error(server.ask(game=GAME, players=players, options={"mode": mode})) == (422, "table.seat_count")


# whole games


@pytest.mark.parametrize(
    ("n", "options"),
    [(1, {"rival": "champion", "dice": "physical", "decks": "physical"}), (2, {"extras": "yes"})],
)
def test_a_game_comes_to_its_end_and_its_luck_is_proven(server: Server, n: int, options: dict[str, Any]) -> None:
    desk = opened(server, n, **options)
    look = finished(server, desk, Random(n))
    assert (look["phase"], look["to_act"], len(look["view"]["hero_of_quest"])) == ("finished", [], 1)
    assert sorted(place["seat"] for place in look["result"]["places"]) == list(range(1, n + 1))
    assert [desk.seat(seat).moves() for seat in range(1, n + 1)] == [[]] * n
    assert error(desk.seat(1).move({"type": "roll"})) == (422, "game.over")
    entries = read_archive(desk.host.get("/export").get_data()).entries
    own = [entry for entry in entries if entry.open.get("move", {}).get("type") in ("roll", "roll_start", "go")]
    assert {record["by"] for entry in own for record in entry.luck_records()} == {
        "typed" if "dice" in options else "sealed"
    }
    report = verify(entries)
    assert report.good
    assert report.unknown == 0


def test_what_is_listed_is_described_and_no_form_asks_the_impossible(server: Server) -> None:
    desk, random = opened(server, 2, companions_take_damage="owner_choice_on"), Random(8)
    document = server.client.get("/api/openapi.json").json
    schemas = document["components"]["schemas"]
    play = jsonschema.Draft202012Validator({**schemas["PlayBody"], "components": document["components"]})
    seen: set[str] = set()
    for _ in range(40):
        look = desk.host.get().json
        for seat in (1, 2):
            found = desk.seat(seat).get("/moves").json
            for move in found["moves"]:
                if move["type"] not in seen:
                    play.validate({"move_id": "x", "seen_seq": look["seq"], "move": move})
                    assert schemas[f"move.{GAME}.{move['type']}"]
                seen.add(move["type"])
                assert move["label"]
            for form in found["forms"]:
                assert form["label"]
                assert all(f["kind"] != "int" or f["min"] <= f["default"] <= f["max"] for f in form["fields"])
        step(desk, random, look)
    assert {"roll", "go", "strike"} <= seen


def test_what_lies_face_down_and_the_seed_are_told_to_nobody(server: Server) -> None:
    desk, random = server.open(GAME, NAMES[:2], seed=None), Random(6)
    steps(desk, random, 25)
    folded = server.services.tables.current(desk.table)
    seed = next(secret for entry in folded.entries for secret in entry.secrets if secret.tag == "seed")
    covered = 0
    for phone in (desk.host, desk.seat(1), desk.seat(2)):
        view = phone.get().json["view"]
        hidden = [cell for cell in view["cells"] if cell["covered"]]
        assert all(cell["card"] is None for cell in hidden)
        covered += len(hidden)
        told = "".join(phone.get(path).text for path in ("", "/log", "/moves", "/export"))
        assert str(seed.value) not in told
        assert seed.salt not in told
    assert covered > 30


# real dice and cards


def test_real_dice_and_cards_are_asked_for_and_what_cannot_be_there_is_refused(server: Server) -> None:
    desk, random = opened(server, 2, dice="physical", decks="physical", board_cells=27), Random(4)
    kinds: dict[str, list[dict[str, Any]]] = {"roll": [], "draw": []}
    for _ in range(25):
        for request in step(desk, random):
            kinds[request["ask"][0]].append(request)
    assert kinds["roll"]
    asked = kinds["draw"][0]
    assert asked["prompt"]
    names = [name for name, _ in asked["ask"][1]]
    assert asked["ask"][2] == 1
    assert len(names) == 32, "each card of the Quest stack may lie there, since nobody has seen one"


@pytest.mark.parametrize(
    ("kind", "typed", "key"),
    [
        ("roll", [[7]], "typed.face"),
        ("roll", [["six"]], "typed.face"),
        ("roll", [[1, 2]], "typed.count"),
        ("go", [["nothing"]], "typed.not_there"),
        ("go", [["mud-whelp", "reed-rat"]], "typed.count"),
    ],
)
def test_what_no_die_and_no_stack_can_show_is_refused(server: Server, kind: str, typed: Any, key: str) -> None:
    desk = playing(opened(server, 1, decks="physical"), *LAID_OUT)
    if kind == "go":
        playing(desk, "roll")
    else:
        assert desk.host.setting(dice="physical").status_code == 200
    phone = desk.seat(1)
    before = phone.seq
    move = next(move for move in phone.moves() if move["type"] == kind)
    refused = phone.move(move, typed=typed)
    assert error(refused) == (422, key)
    assert phone.seq == before, "nothing is lost"
    assert phone.move(move).status_code == 202, "and it is asked for again"


# undo, redo, corrections, adjustments


def test_undo_to_the_beginning_and_redo_to_the_end(server: Server) -> None:
    desk, views = steps(opened(server, 3, quests=2), Random(5), 24), []
    look = desk.host.get().json
    while look["undo"] is not None:
        views.append(look["view"])
        assert desk.host.undo(look["undo"], look["seq"]).status_code == 200
        look = desk.host.get().json
    assert len(views) == 24
    assert (look["phase"], look["view"]["quests"]) == ("heroes", [])
    while look["redo"] is not None:
        assert desk.host.undo(look["redo"], look["seq"], "redo").status_code == 200
        look = desk.host.get().json
        assert look["view"] == views.pop()
    assert views == []


def test_another_die_is_typed_in_afterwards_and_what_it_loses_is_said_first(server: Server) -> None:
    # given a hero who rolled 6 and went six cells
    desk = playing(opened(server, 1), *LAID_OUT)
    desk.host.setting(dice="physical")
    phone = desk.seat(1)
    rolled = phone.move({"type": "roll"}, typed=[[6]]).json["entry"]["seq"]
    gone = phone.move({"type": "go", "cell": 6}).json["entry"]["seq"]
    # when the die was a 4 after all, then that move is lost, which is said before it happens
    change = {"move_id": new_id(), "seq": rolled, "typed": [[4]], "reason": "It was a four."}
    assert desk.host.post("/correct", change | {"dry_run": True}).json == {"lost": [gone]}
    assert error(desk.host.post("/correct", change)) == (409, "correct.drop")
    assert desk.host.post("/correct", change | {"drop": [gone]}).status_code == 200
    look = desk.host.get().json
    assert (look["view"]["turn"]["die"], look["view"]["players"][0]["position"]) == (4, 0)
    assert {move["cell"] for move in phone.moves() if move["type"] == "go"} == {1, 2, 3, 4}


def test_the_table_sets_anything_that_is_listed_and_nothing_else(server: Server) -> None:
    desk, random = steps(opened(server, 2), Random(2), 20), Random(1)
    for one in desk.host.get("/adjust").json["adjustables"]:
        for _ in range(6):
            change: dict[str, Any] = {"what": one["what"]}
            for field in one["fields"]:
                found = field.get("choices")
                change[field["name"]] = random.choice(found) if found else random.randint(-1, 21)
            answer = desk.host.post("/adjust", {"move_id": new_id(), "changes": [change]})
            assert answer.status_code in (200, 400, 422), (change, answer.text)
            assert answer.status_code == 200 or answer.json["error"]["message"]
    for nonsense in ({"what": "luck"}, {"what": "level"}, {"what": "level", "seat": 1, "value": "x"}, {}, {"what": []}):
        answer = desk.host.post("/adjust", {"move_id": new_id(), "changes": [nonsense]})
        assert answer.status_code in (400, 422), (nonsense, answer.text)


# what is sent wrongly


@pytest.mark.parametrize(
    ("move", "status", "key"),
    [
        ({"type": "go"}, 400, "read.missing"),
        ({"type": "go", "cell": "20"}, 400, "read.type"),
        ({"type": "go", "cell": 41}, 400, "read.range"),
        ({"type": "go", "cell": -1}, 400, "read.range"),
        ({"type": "go", "cell": 3, "far": True}, 400, "read.unknown"),
        ({"type": "go", "cell": 19}, 422, "step.not_now"),
        ({"type": "play", "effect": 10}, 400, "read.range"),
        ({"type": "use", "source": "a" * 61}, 400, "read.length"),
        ({"type": "use", "source": "excalibur"}, 422, "use.not_now"),
        ({"type": "equip", "card": "excalibur"}, 422, "gear.locked"),
        ({"type": "bid", "xp": 10_000}, 400, "read.range"),
        ({"type": "contest", "want": "yes"}, 400, "read.type"),
        ({"type": "plan_quests", "quests": []}, 400, "read.length"),
        ({"type": "plan_quests", "quests": ["atlantis"]}, 422, "phase.not_now"),
        ({"type": "rival_turn"}, 422, "rival.not_now"),
        ({"type": "fly"}, 400, "read.choice"),
        ([], 400, "read.type"),
    ],
    ids=str,
)
def test_a_move_that_is_wrong_is_refused_by_name(server: Server, move: Any, status: int, key: str) -> None:
    desk = playing(opened(server, 1), *LAID_OUT)
    answer = desk.seat(1).move(move)
    assert error(answer) == (status, key)
    assert answer.json["error"]["message"]


def test_whatever_is_sent_at_any_moment_is_an_answer(server: Server) -> None:
    """Every move with plausible and implausible fields, by whoever: never a fault, and the game goes on."""
    desk, random = opened(server, 2, dealer_dispute="auction"), Random(11)
    types = [name.rpartition(".")[2] for name in server.client.get("/api/openapi.json").json["components"]["schemas"]]
    kinds = sorted({kind for kind in types if kind.islower()})
    for number in range(120):
        if number % 6 == 0:
            step(desk, random)
        fields = {
            "cell": random.choice((0, 5, 20, 40, None)),
            "effect": random.choice((0, 1, 9)),
            "seat": random.choice((1, 2, 6)),
            "card": random.choice(("short-blade", "short-blade+1", "+", "", "mud-whelp")),
            "source": random.choice(("power", "short-blade")),
            "cards": random.choice(((), ["short-blade"] * 5, None)),
            "quests": random.choice((["drowned-bell"], ["drowned-bell"] * 9)),
            "companion": random.choice((None, "tide-blade")),
            "want": random.random() < 0.5,
            "xp": random.choice((None, 0, 9999)),
            "hero": "nobody",
        }
        kind = random.choice(kinds)
        names = random.sample(sorted(fields), random.randint(0, 2))
        answer = desk.seat(1 + number % 2).move({"type": kind, **{name: fields[name] for name in names}})
        assert answer.status_code in (200, 400, 409, 422), answer.text
