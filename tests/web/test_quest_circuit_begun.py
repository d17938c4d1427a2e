"""Quest Circuit that began without phones: told on one page, and played on from there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from conftest import Desk, Server, error, new_id

from companion.chance import Chance, Seeded
from companion.games.quest_circuit.plain_player import choose

GAME = "quest-circuit"
BEGUN = {"settings": {"begun": True}}


def opened(server: Server, n: int, **options: Any) -> Desk:
    wished = {"mode": "solo" if n == 1 else "multi", **options}
    return server.open(GAME, ("Anna", "Boris", "Clara")[:n], options=wished, **BEGUN)


def tell(desk: Desk, values: dict[str, Any]) -> Any:
    change = {"what": "begun", "values": values}
    return desk.host.post("/adjust", {"move_id": new_id(), "changes": [change]})


def beliefs(desk: Desk) -> dict[str, dict[str, Any]]:
    listed = desk.host.get("/adjust").json["adjustables"]
    return {each["key"]: each for one in listed if one["what"] == "begun" for each in one["beliefs"]}


def played_on(server: Server, desk: Desk) -> dict[str, Any]:
    for _ in range(700):
        look: dict[str, Any] = desk.host.get().json
        if look["result"] is not None:
            return look
        folded = server.services.tables.current(desk.table).table
        folded.game.check(folded.state)
        seat = look["to_act"][0]
        move = dict(choose(folded.state, seat, Chance(Seeded(Random(1)))).__plain__())
        assert desk.seat(seat).move(move, look["seq"]).status_code == 200
    raise AssertionError("no end")


TWO: dict[str, Any] = {
    "number": 2,
    "quest": "midnight-fair",
    "first": 2,
    "goal_wounds": 3,
    "hero.1": "picklock",
    "won.1": 1,
    "level.1": 3,
    "xp.1": 4,
    "wounds.1": 2,
    "position.1": 7,
    "melee.1": "short-blade",
    "hero.2": "gatewarden",
    "level.2": 2,
}


def test_a_second_quest_goes_on_from_where_it_stands(server: Server) -> None:
    # given a table opened for a campaign that is under way: nobody can move before it is told
    desk = opened(server, 2, quests=2)
    assert desk.seat(1).moves() == []
    assert {"number", "quest", "first", "hero.1", "won.2", "melee.2"} <= beliefs(desk).keys()
    # when the host tells that Boris is next in the second quest
    answer = tell(desk, TWO)
    assert answer.status_code == 200, answer.text
    assert "is under way; it is Boris’s turn." in answer.json["entry"]["events"][0]
    # then everything stands as it was told, and what the first quest has left lies with the Junk Dealer
    look = desk.host.get().json
    view, anna = look["view"], look["view"]["players"][0]
    assert (look["phase"], look["to_act"], view["quest_index"], view["hero_of_quest"]) == ("turn", [2], 2, [1])
    assert (anna["level"], anna["xp"], anna["wounds"], anna["position"]) == (3, 4, 2, 7)
    assert anna["equipment"] == ["short-blade"]
    assert view["cells"][20]["wounds"] == 3
    assert "broad-axe" in view["dealer"]
    assert "short-blade" not in view["dealer"]
    # and the game comes to its end
    assert len(played_on(server, desk)["view"]["hero_of_quest"]) == 2


def test_a_race_with_the_pretender_goes_on(server: Server) -> None:
    desk = opened(server, 1, rival="knight", decks="digital")
    told = {"hero.1": "gatewarden", "rival_level": 3, "rival_gear": 2, "rival_position": 12, "rival_wounds": 1}
    assert tell(desk, told).status_code == 200
    rival = desk.host.get().json["view"]["rival"]
    assert (rival["level"], rival["gear"], rival["position"], rival["wounds"]) == (3, 2, 12, 1)
    assert played_on(server, desk)["result"]


@pytest.mark.parametrize(
    ("change", "status", "key"),
    [
        ({"hero.2": None}, 422, "begun.missing"),
        ({"won.1": 0}, 422, "begun.won"),
        ({"won.2": 1}, 422, "begun.won"),
        ({"melee.2": "short-blade"}, 422, "begun.card"),
        ({"goal_wounds": 99}, 422, "begun.goal"),
        ({"number": 3}, 422, "tally.range"),
        ({"quest": "atlantis"}, 422, "tally.choice"),
        ({"position.1": 21}, 422, "tally.range"),
        ({"xp.1": 10}, 422, "tally.range"),
        ({"gold.1": 10}, 422, "read.unknown"),
    ],
    ids=str,
)
def test_what_is_missing_or_impossible_is_named(server: Server, change: Any, status: int, key: str) -> None:
    desk = opened(server, 2, quests=2)
    assert error(tell(desk, TWO | change)) == (status, key)
    assert desk.host.get().json["phase"] == "heroes"


def test_an_item_of_a_quest_that_was_not_played_cannot_be_worn(server: Server) -> None:
    desk = opened(server, 2, quests=2)
    first = {key: value for key, value in TWO.items() if key not in ("won.1", "goal_wounds", "melee.1")}
    told = first | {"number": 1, "quest": "drowned-bell"}
    later = next(choice["value"] for choice in beliefs(desk)["boots.1"]["choices"] if "boots" not in choice["value"])
    assert error(tell(desk, told | {"boots.1": later})) == (422, "begun.card")
    assert tell(desk, told).status_code == 200
    assert error(tell(desk, told)) == (422, "begun.already")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_page_asks_for_it(server: Server, lang: str) -> None:
    desk = opened(server, 2, quests=2)
    headers = {"Authorization": f"Bearer {desk.host.token}", "Accept-Language": lang}
    text = server.client.get(f"/t/{desk.table}/compare", headers=headers).text
    for word in {"en": ("Wounds on the Goal", "Equipment"), "ru": ("Раны карты «Цель»", "Экипировка")}[lang]:
        assert word in text


@pytest.mark.parametrize("seed", range(6))
def test_anything_that_can_be_told_is_a_table_or_a_reason(server: Server, seed: int) -> None:
    random = Random(seed)
    desk = opened(server, 3, quests=3)
    values: dict[str, Any] = {}
    for key, each in beliefs(desk).items():
        if each["kind"] == "choice":
            values[key] = random.choice([choice["value"] for choice in each["choices"]])
        else:
            values[key] = random.randint(each["min"], min(each["max"], 8))
    for slot in ("melee", "armour", "ranged", "boots", "tool", "charm"):
        for seat in random.sample((1, 2, 3), 2):
            values[f"{slot}.{seat}"] = None
    number = values["number"]
    values |= {f"won.{seat}": 0 for seat in (1, 2, 3)} | {"won.2": number - 1}
    answer = tell(desk, values)
    assert answer.status_code in (200, 422), answer.text
    if answer.status_code == 200:
        folded = server.services.tables.current(desk.table).table
        folded.game.check(folded.state)
        assert desk.host.get().json["to_act"] == [values["first"]]
