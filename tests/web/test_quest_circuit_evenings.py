"""Quest Circuit among past evenings and on the luck page: whose dice they were, and who beat the Pretender."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from conftest import Desk, Server

from companion.chance import Chance, Seeded
from companion.games.quest_circuit.plain_player import choose

GAME = "quest-circuit"
MACHINE = "http://localhost:8080"


def finished(server: Server, names: tuple[str, ...], **options: Any) -> Desk:
    """Played to the end as the plain player plays, with dice that nobody knows in advance."""
    desk = server.open(GAME, names, seed=None, options={"mode": "solo" if len(names) == 1 else "multi", **options})
    for _ in range(900):
        look = desk.host.get().json
        if look["result"] is not None:
            return desk
        state = server.services.tables.current(desk.table).table.state
        move = dict(choose(state, look["to_act"][0], Chance(Seeded(Random(1)))).__plain__())
        assert desk.seat(look["to_act"][0]).move(move, look["seq"]).status_code == 200
    raise AssertionError("this game does not end")


def remembered(server: Server) -> dict[str, Any]:
    (evening,) = server.client.get("/api/evenings", base_url=MACHINE).json["evenings"]
    return dict(evening)


def rolls(server: Server, desk: Desk) -> list[tuple[str, int]]:
    """Every request for dice: by which kind of move, and for how many."""
    entries = server.services.tables.current(desk.table).entries
    asked = [(entry.open["move"]["type"], record["ask"]) for entry in entries for record in entry.luck_records()]
    return [(kind, ask[2]) for kind, ask in asked if ask[0] == "roll"]


def test_the_dice_of_the_pretender_and_of_monsters_are_nobodys(server: Server) -> None:
    desk = finished(server, ("Anna",), rival="squire")
    evening, view = remembered(server), desk.host.get().json["view"]
    (anna,) = evening["guests"]
    assert anna["facts"]["rival"] == "squire"
    assert anna["beaten"] == (view["hero_of_quest"] == [1])
    by_kind = rolls(server, desk)
    # in a duel with the Pretender a strike asks twice for one die, hers and the Pretender's (QC-SOLO-15)
    of_duels = sum(kind == "strike" and n == 1 for kind, n in by_kind)
    assert of_duels % 2 == 0
    hers = sum(kind in ("roll", "strike", "play", "use") for kind, n in by_kind) - of_duels // 2
    assert any(kind == "rival_turn" for kind, _ in by_kind)
    assert anna["dice"]["rolled"] == hers, "one die of each throw is hers, and none of the Pretender's"
    assert 1 <= anna["dice"]["sum"] / hers <= 6
    text = server.client.get(f"/t/{desk.table}/luck?code={desk.code}", headers={"Accept-Language": "en"}).text
    assert f"Dice with 6 sides, rolled: {sum(n for _, n in by_kind)}" in text, (
        "the luck page looks at every die of the phone"
    )


def test_the_dice_of_two_heroes_are_each_their_own(server: Server) -> None:
    desk = finished(server, ("Anna", "Boris"))
    evening = remembered(server)
    rolled = {guest["seat"]: guest["dice"]["rolled"] for guest in evening["guests"]}
    assert min(rolled.values()) > 10
    assert sum(rolled.values()) < sum(n for _, n in rolls(server, desk)), "monsters have rolled, too"
    assert [guest["beaten"] for guest in evening["guests"]] == [None, None]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_score_is_kept_by_hand(server: Server, lang: str) -> None:
    """The calculator: four fields each, and the hero of the last quest has won."""
    desk = server.open(GAME, ("Anna", "Boris"), seed=None, options={"mode": "score"})
    desk.seat(1).move({"type": "enter", "values": {"quests_won": 2, "level": 6, "xp": 3}})
    desk.seat(2).move({"type": "enter", "values": {"last_quest": True, "quests_won": 1, "level": 2}})
    for seat in (1, 2):
        assert desk.seat(seat).move({"type": "ready"}).status_code == 200
    assert (desk.host + desk.seat(1)).move({"type": "reveal"}).status_code == 200
    found = desk.host.get(headers={"Accept-Language": lang}).json["result"]
    assert [(place["name"], place["place"], place["total"]) for place in found["places"]] == [
        ("Boris", 1, 1),
        ("Anna", 2, 0),
    ]
    assert [guest["name"] for guest in remembered(server)["guests"]] == ["Boris", "Anna"]
