"""Compare with the table: one adjustment of all differences, and a game that begins in its middle."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import Desk, Phone, Server, error, new_id
from werkzeug.test import TestResponse

BEGUN = {"settings": {"begun": True}}
ROWS = ("STR", "DEX", "CON", "INT", "WIS", "CHA")


def beliefs(host: Phone, what: str) -> dict[str, dict[str, Any]]:
    """What the phone believes, by key."""
    listed = host.get("/adjust").json["adjustables"]
    return {each["key"]: each for one in listed if one["what"] == what for each in one.get("beliefs", ())}


def adjust(host: Phone, *changes: dict[str, Any], **more: Any) -> TestResponse:
    return host.post("/adjust", {"move_id": new_id(), "changes": list(changes), **more})


def played(server: Server, moves: int, **options: Any) -> Desk:
    """A table some moves into the game."""
    desk = server.open(options={"mode": "multi", "set": "own", "cards": "full", **options})
    for _ in range(moves):
        found = desk.host.get().json["to_act"]
        seat = desk.seat(found[0])
        assert seat.move(seat.moves()[0]).status_code == 200
    return desk


def html(server: Server, phone: Phone, path: str) -> str:
    answer = server.client.get(path, headers={"Authorization": f"Bearer {phone.token}"})
    assert answer.status_code == 200, answer.text
    return answer.get_data(as_text=True)


# correcting


def test_all_differences_are_one_entry_and_one_step_of_undo(server: Server) -> None:
    # given a game under way, and dice that lie differently on the table: Anna's first die is of another colour
    desk = played(server, 40)
    told = beliefs(desk.host, "compared")
    slot, die = next((key, each["now"]) for key, each in told.items() if key.startswith("sheet.1") and each["now"])
    other = "b" if die[0] != "b" else "r"
    colours = {"g": "green", "b": "blue", "r": "red", "p": "purple", "k": "black", "w": "white", "y": "gold"}
    before, gold = desk.host.get().json["view"], told["gold.2"]["now"]
    # when the host sets two values at once
    values = {slot: f"{other}6", "gold.2": gold + 3}
    answer = adjust(desk.host, {"what": "compared", "values": values})
    # then one entry tells both, the bag has changed with the sheet, and one undo takes all of it back
    assert answer.status_code == 200, answer.text
    view = desk.host.get().json["view"]
    assert view["players"][1]["gold"] == gold + 3
    assert view["bag"].get(colours[other], 0) == before["bag"].get(colours[other], 0) - 1
    assert view["bag"][colours[die[0]]] == before["bag"].get(colours[die[0]], 0) + 1
    assert "→" in " ".join(answer.json["entry"]["events"])
    assert desk.host.undo(answer.json["seq"]).status_code == 200
    assert desk.host.get().json["view"] == before


def test_what_does_not_add_up_changes_nothing(server: Server) -> None:
    # given a bag that was counted and does not fit what lies elsewhere
    desk = played(server, 40)
    told, before = beliefs(desk.host, "compared"), desk.host.get().json
    values = {"gold.1": 1, "bag.red": told["bag.red"]["now"] + 1}
    # when the host sends it, then it is refused as a whole, with the colour and both counts
    answer = adjust(desk.host, {"what": "compared", "values": values})
    assert error(answer) == (422, "compare.bag")
    assert str(told["bag.red"]["now"]) in answer.json["error"]["message"]
    assert desk.host.get().json["view"] == before["view"]
    # and so it is for more dice of a colour than there are, and for a die too many on a sheet
    slots = [key for key, each in told.items() if key.startswith("sheet.") and each["now"]]
    assert error(adjust(desk.host, {"what": "compared", "values": dict.fromkeys(slots[:11], "g1")}))[0] == 422
    empty = next(key for key, each in told.items() if key.startswith("sheet.") and not each["now"])
    assert error(adjust(desk.host, {"what": "compared", "values": {empty: "g1"}})) == (422, "compare.dice_count")
    assert desk.host.seq == before["seq"]


def test_what_was_counted_of_another_moment_is_refused(server: Server) -> None:
    desk = played(server, 40)
    seen = desk.host.seq
    seat = desk.seat(desk.host.get().json["to_act"][0])
    seat.move(seat.moves()[0])

    answer = adjust(desk.host, {"what": "compared", "values": {"gold.1": 1}}, expected=seen)

    assert error(answer) == (409, "adjustment.moved_on")
    assert answer.json["error"]["entry"] == seen + 1


@pytest.mark.parametrize(
    ("change", "status", "key"),
    [
        ({"what": "compared"}, 400, "read.missing"),
        ({"what": "compared", "values": []}, 400, "read.missing"),
        ({"what": "compared", "values": {"gold.9": 1}}, 422, "read.unknown"),
        ({"what": "compared", "values": {"gold.1": "much"}}, 422, "tally.range"),
        ({"what": "compared", "values": {"gold.1": None}}, 422, "tally.range"),
        ({"what": "compared", "values": {"sheet.1.STR.1": "z9"}}, 422, "tally.die"),
        ({"what": "compared", "values": {"cell.1": 9}}, 422, "tally.choice"),
        ({"what": "compared", "values": {"gold.1": 1}, "seat": 1}, 400, "read.unknown"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(
    server: Server, change: dict[str, Any], status: int, key: str
) -> None:
    desk = played(server, 40)
    assert error(adjust(desk.host, change)) == (status, key)


def test_only_the_host_compares(server: Server) -> None:
    desk = played(server, 3)
    page = f"/t/{desk.table}/compare"
    assert server.client.get(page, headers={"Authorization": f"Bearer {desk.seat(2).token}"}).status_code == 403
    assert server.client.get(page).status_code == 401
    assert error(adjust(desk.seat(1), {"what": "compared", "values": {"gold.1": 1}})) == (403, "table.host_only")


def test_the_page_shows_counts_first_and_then_every_seat(server: Server) -> None:
    desk = played(server, 40)
    text = html(server, desk.host, f"/t/{desk.table}/compare")
    assert re.findall(r'data-stop="(\d)"', text) == ["0", "1", "2", "3"]
    assert text.index("bag-red") < text.index("gold-1") < text.index("gold-2")


def test_named_cards_change_places_and_none_is_lost(server: Server) -> None:
    # given a market and a card that Anna really has
    desk = played(server, 40, set="published", cards="types")
    told = beliefs(desk.host, "compared")
    place, lying = next((key, each) for key, each in told.items() if key.startswith("market."))
    here, hers = [c["value"] for c in lying["choices"] if c["value"] != lying["now"]][:2]
    # when both are told
    answer = adjust(desk.host, {"what": "compared", "values": {place: here, "more.1.1": hers}})
    # then they lie there, and a card cannot be told in two places
    assert answer.status_code == 200, answer.text
    told = beliefs(desk.host, "compared")
    assert told[place]["now"] == here
    assert f"owned.1.{hers}" in told
    other = next(key for key in told if key.startswith("market.") and key != place)
    twice = {place: told[other]["now"]}
    assert error(adjust(desk.host, {"what": "compared", "values": twice}))[0] == 422
    # and a card that she does not have goes to the discard pile
    assert adjust(desk.host, {"what": "compared", "values": {f"owned.1.{hers}": False}}).status_code == 200
    assert hers in desk.host.get().json["view"]["market_discard"]


def test_cards_without_names_are_counted(server: Server) -> None:
    desk = played(server, 30, set="published", cards="none")
    told = beliefs(desk.host, "compared")
    deck, discard = told["deck"]["now"], told["discard"]["now"]
    # given one more card with Anna: it comes from the discard pile, which nobody has counted
    assert adjust(desk.host, {"what": "compared", "values": {"cards.1": told["cards.1"]["now"] + 1}}).status_code == 200
    told = beliefs(desk.host, "compared")
    assert (told["deck"]["now"], told["discard"]["now"]) == (deck, discard - 1)
    # when everything is counted and one card is missing, then that is refused
    values = {"deck": deck, "discard": discard, "cards.1": told["cards.1"]["now"]}
    assert error(adjust(desk.host, {"what": "compared", "values": values})) == (422, "compare.sum")


# any game


def test_another_game_is_compared_by_what_it_declares(server: Server) -> None:
    desk = server.open("pebbles")
    assert beliefs(desk.host, "hops")["hops"]["settled"] == {"seat": 2}
    text = html(server, desk.host, f"/t/{desk.table}/compare")
    assert re.findall(r'data-stop="(\d)"', text) == ["0", "1", "2"]
    changes = [{"what": "hops", "seat": seat, "hops": 7 * seat} for seat in (1, 2)]
    assert adjust(desk.host, *changes).status_code == 200
    assert [player["hops"] for player in desk.host.get().json["view"]["players"]] == [7, 14]


def test_a_table_where_nothing_is_believed_says_so(server: Server) -> None:
    desk = server.bag()
    assert "nothing to compare" in html(server, desk.host, f"/t/{desk.table}/compare")


# beginning in the middle


def middle(desk: Desk, number: int) -> dict[str, Any]:
    """How the table of two stands when a round begins."""
    told = beliefs(desk.host, "begun")
    values: dict[str, Any] = {"round": number, "first": 2, "gold.1": 7, "gold.2": 4, "cell.1": 0}
    for seat in (1, 2):
        for key in ("class", "race", "backstory", "alignment"):
            # sides of the same colour stand together: every third is another
            values[f"{key}.{seat}"] = told[f"{key}.{seat}"]["choices"][3 * seat - 3]["value"]
        slots = [f"sheet.{seat}.{row}.{n}" for row in ROWS for n in (1, 2, 3)][: 6 + number - 1]
        values |= {slot: f"{'gbrpkw'[at // 3]}{at % 6 + 1}" for at, slot in enumerate(slots)}
    return values


@pytest.mark.parametrize("cards", ["none", "types", "full"])
def test_a_game_that_has_begun_goes_on_from_where_it_stands(server: Server, cards: str) -> None:
    # given a table opened for a game that is under way: nobody can move before it is told
    desk = server.open(options={"mode": "multi", "set": "own", "cards": cards}, **BEGUN)
    assert desk.seat(1).moves() == []
    assert error(desk.seat(1).move({"type": "roll_start"})) == (422, "adjustment.to_be_told")
    # when the host tells round 9
    answer = adjust(desk.host, {"what": "begun", "values": middle(desk, 9)})
    assert answer.status_code == 200, answer.text
    # then round 9 begins with its start player, and the game comes to its end
    state = desk.host.get().json
    if cards != "none":
        assert desk.seat(2).move({"type": "deal_market"}).status_code == 200
        state = desk.host.get().json
    view = state["view"]
    assert (state["phase"], view["round"], state["to_act"]) == ("roll", 9, [2])
    assert (view["players"][0]["gold"], view["players"][0]["alignment_pos"]) == (7, 0)
    assert sum(view["bag"].values()) == 73 - 28
    for _ in range(200):
        state = desk.host.get().json
        if state["result"]:
            break
        seat = desk.seat(state["to_act"][0])
        assert seat.move(seat.moves()[0]).status_code == 200
    assert state["result"]["places"][0]["place"] == 1


def test_what_is_missing_or_impossible_in_the_middle_is_named(server: Server) -> None:
    desk = server.open(options={"mode": "multi", "set": "own"}, **BEGUN)
    values = middle(desk, 3)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"class.2": None}, "compare.missing"),
        ({"race.2": values["race.1"]}, "compare.alike"),
        ({"round": 5}, "compare.dice_count"),
        ({f"sheet.2.{row}.1": "y1" for row in ROWS} | {"round": 99}, "tally.range"),
    ]
    for change, key in wrong:
        assert error(adjust(desk.host, {"what": "begun", "values": values | change})) == (422, key)
    assert desk.host.get().json["phase"] == "setup"
    # an undo of what was told leaves the table as it was opened
    made = adjust(desk.host, {"what": "begun", "values": values})
    assert desk.host.undo(made.json["seq"]).status_code == 200
    assert desk.seat(1).moves() == []


def test_whoever_begins_at_the_beginning_after_all_just_plays(server: Server) -> None:
    desk = server.open(**BEGUN)
    assert desk.host.setting(begun=False).status_code == 200
    assert desk.seat(1).move({"type": "roll_start"}).status_code == 200
    assert error(adjust(desk.host, {"what": "begun", "values": {"round": 1}})) == (422, "compare.begun_already")


def test_a_bag_or_a_score_cannot_have_begun(server: Server) -> None:
    for mode in ("bag", "score"):
        answer = server.ask(game="roll-player", options={"mode": mode}, players=[{"name": "Anna"}], **BEGUN)
        assert error(answer) == (422, "begun-not-here")


def test_the_host_comes_to_the_page_and_everybody_else_waits(server: Server) -> None:
    desk = server.open(**BEGUN)
    headers = {"Authorization": f"Bearer {desk.host.token}"}
    answer = server.client.get(f"/t/{desk.table}", headers=headers)
    assert answer.headers["Location"].endswith(f"/t/{desk.table}/compare")
    text = html(server, desk.seat(2), f"/t/{desk.table}/2")
    assert "the host tells how it stands" in text
    assert "data-move=" not in text
