"""Past evenings: only finished tables count; what is told of them, and the files for other programs."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from conftest import Desk, Server, error
from werkzeug.test import TestResponse

from companion.evenings import Bin, Dice, Evening, Guest, by_fact, by_name, chosen, histogram
from companion.play_files import as_bg_stats, as_csv, bg_stats_schema, guarded
from webapp import cli
from webapp.evenings import Evenings

MACHINE = "http://localhost:8080"


def ask(server: Server, path: str, desk: Desk | None = None, **more: Any) -> TestResponse:
    """From the machine itself, or as somebody at a table."""
    if desk is None:
        return server.client.get(path, base_url=MACHINE, **more)
    return server.client.get(path, base_url="http://table.test", headers={"Authorization": f"Bearer {desk.host.token}"})


def scored(server: Server, shores: dict[str, int], game: str = "pebbles", **more: Any) -> Desk:
    """A scoring table that has come to its end."""
    desk = server.open(game, tuple(shores), seed=None, options={"mode": "score"}, **more)
    for number, shore in enumerate(shores.values(), 1):
        desk.seat(number).move({"type": "enter", "values": {"shore": shore}})
        assert desk.seat(number).move({"type": "ready"}).status_code == 200
    assert (desk.host + desk.seat(1)).move({"type": "reveal"}).status_code == 200
    return desk


def played(server: Server, game: str, names: tuple[str, ...], at: int = 0, **options: Any) -> Desk:
    """A game to its end, by the first of the moves that are listed, or by another."""
    desk = server.open(game, names, seed=None, options=options)
    for _ in range(600):
        state = desk.host.get().json
        if state["result"]:
            return desk
        seat = desk.seat(state["to_act"][0])
        assert seat.move(seat.moves()[at]).status_code == 200
    raise AssertionError("no end")


def evenings(server: Server, **query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(server, "/api/evenings", query_string=query).json["evenings"]
    return found


# what counts


def test_only_finished_tables_count(server: Server) -> None:
    # given a table that is over, one that goes on, a bag, and one whose dice were known in advance
    over = scored(server, {"Anna": 12, "Boris": 9})
    server.open("pebbles", seed=None)
    server.bag()
    known = server.open("pebbles", ("Anna",), options={"mode": "score"})
    known.seat(1).move({"type": "ready"})
    (known.host + known.seat(1)).move({"type": "reveal"})
    # then the first one is remembered
    assert [evening["table"] for evening in evenings(server)] == [over.table]
    # and an end that is taken back is none
    assert over.host.undo(over.host.seq).status_code == 200
    assert evenings(server) == []


def test_an_evening_says_who_won_with_what_and_with_which_dice(server: Server) -> None:
    desk = played(server, "roll-player", ("Anna", "Борис"), mode="multi", set="own", cards="none", variants=[])
    result = desk.host.get().json["result"]
    (evening,) = evenings(server)
    assert [(guest["name"], guest["place"], guest["total"]) for guest in evening["guests"]] == [
        (place["name"], place["place"], place["total"]) for place in result["places"]
    ]
    view = desk.host.get().json["view"]
    for guest in evening["guests"]:
        player = view["players"][guest["seat"] - 1]
        assert guest["facts"]["class"] == player["class_side"]
        assert guest["facts"]["race"] == player["race"]
        assert set(guest["names"]["class"]) == {"en", "ru"}
    rolled = sum(guest["dice"]["rolled"] for guest in evening["guests"])
    # every die on the sheets was rolled at least once, and so were those that lay in the centre
    assert rolled >= 36
    assert all(guest["dice"]["twice_expected"] == 7 * guest["dice"]["rolled"] for guest in evening["guests"])


def test_dice_of_nobody_at_the_table_are_nobodys(server: Server) -> None:
    # given a game in which only the wind rolls (PB-SKIM)
    desk = played(server, "pebbles", ("Anna",), at=-1, mode="solo")
    records = [r for e in server.services.tables.current(desk.table).entries for r in e.luck_records()]
    (evening,) = evenings(server)
    assert any(record["ask"] == ["roll", 6, 1] for record in records)
    assert [guest["dice"]["rolled"] for guest in evening["guests"]] == [0]


def test_a_scoring_table_says_what_everybody_had_to_choose(server: Server) -> None:
    desk = server.open(names=("Anna", "Boris"), seed=None, options={"mode": "score"})
    for seat, side in ((1, "warrior"), (2, "monk")):
        desk.seat(seat).move({"type": "enter", "values": {"class": side, "race": "orc"}})
        desk.seat(seat).move({"type": "ready"})
    (desk.host + desk.seat(1)).move({"type": "reveal"})
    (evening,) = evenings(server)
    assert sorted(guest["facts"]["class"] for guest in evening["guests"]) == ["monk", "warrior"]


def test_what_was_read_once_is_not_folded_again(server: Server) -> None:
    desk = scored(server, {"Anna": 12, "Boris": 9})
    before = evenings(server)
    # another server on the same store, which may fold nothing, knows it
    again = Server(server.services.store, server.services.settings)
    assert [e.table for e in Evenings(server.services.store).past(seconds=0).evenings] == [desk.table]
    assert evenings(again) == before


# who sees them


def test_everybody_sees_the_evenings_with_a_part_of_their_own_and_the_machine_all(server: Server) -> None:
    first, second = scored(server, {"Anna": 1, "Boris": 2}), scored(server, {"Vera": 3, "Gleb": 4})
    assert len(evenings(server)) == 2
    assert [e["table"] for e in ask(server, "/api/evenings", first).json["evenings"]] == [first.table]
    stranger = server.client.get("/api/evenings", base_url="http://table.test")
    assert stranger.json == {"evenings": [], "waiting": 0}
    assert second.table not in ask(server, "/evenings", first).get_data(as_text=True)
    assert "Gleb" not in ask(server, "/evenings", first).get_data(as_text=True)


# the page


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_an_empty_page_says_what_will_be_here(server: Server, lang: str) -> None:
    text = ask(server, f"/evenings?lang={lang}").get_data(as_text=True)
    assert {"en": "No finished evening yet", "ru": "Завершённых вечеров пока нет"}[lang] in text


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_page_filters_by_game_and_by_player(server: Server, lang: str) -> None:
    scored(server, {"Anna": 30, "Вера": 9})
    scored(server, {"anna ": 10, "Boris": 12})
    everything = ask(server, f"/evenings?lang={lang}").get_data(as_text=True)
    assert len(re.findall(r"<time", everything)) == 2
    assert "<title" in everything[everything.index('class="chart"') :]
    one = ask(server, "/evenings", query_string={"lang": lang, "player": "ВЕРА"}).get_data(as_text=True)
    assert len(re.findall(r"<time", one)) == 1
    none = ask(server, "/evenings", query_string={"lang": lang, "game": "roll-player"}).get_data(as_text=True)
    assert "<table" not in none


def test_names_of_people_are_shown_as_they_are(server: Server) -> None:
    scored(server, {"<b>Zoë</b> 🎲": 3, "Ёлка": 2})
    text = ask(server, "/evenings").get_data(as_text=True)
    assert "&lt;b&gt;Zoë&lt;/b&gt; 🎲" in text
    assert "<b>Zoë" not in text


# the numbers


def guest(name: str, place: int, total: int, **more: Any) -> Guest:
    return Guest(1, name, place, total, {"shore": total}, **more)


def evening(*guests: Guest, table: str = "T", game: str = "pebbles", ended: int = 7_200_000) -> Evening:
    return Evening(table, game, 0, ended, "multi", guests)


def test_wins_are_counted_by_name_and_nobody_wins_alone() -> None:
    found = [
        evening(guest("Anna", 1, 30), guest("Boris", 2, 20)),
        evening(guest("ANNA  ", 2, 10), guest("Boris", 1, 12)),
        evening(guest("Anna", 1, 50)),
        evening(guest("Anna", 1, 9), guest("Boris", 1, 9)),
        evening(guest("Anna", 2, 1), guest("Robot", 1, 3, opponent=True)),
    ]
    told = {one.label: (one.games, one.wins, one.best) for one in by_name(found)}
    assert told == {"Anna": (5, 2, 50), "Boris": (3, 2, 20)}
    assert [one.ended for one in chosen(found, name="boris")] == [7_200_000] * 3


def test_whoever_plays_alone_against_a_rival_wins_or_loses() -> None:
    found = [evening(guest("Anna", 1, 1, beaten=True)), evening(guest("Anna", 1, 0, beaten=False))]
    assert [each.alone for each in found] == [False, False]
    (anna,) = by_name(found)
    assert (anna.games, anna.wins, anna.contested) == (2, 1, 2)


def test_what_people_played_with_is_counted_with_its_wins() -> None:
    def monk(place: int) -> Guest:
        return guest("Anna", place, 5, facts={"class": "monk"}, names={"class": {"en": "Monk", "ru": "Монах"}})

    (one,) = by_fact([evening(monk(1), guest("B", 2, 1)), evening(monk(2), guest("B", 1, 9))], "class", "ru")
    assert (one.label, one.games, one.wins, one.mean) == ("Монах", 2, 1, 5.0)


def test_totals_stand_in_bins_of_a_round_width() -> None:
    assert histogram([]) == ()
    assert histogram([7]) == (Bin(7, 7, 1),)
    assert histogram([-3, 0, 1]) == (Bin(-3, -3, 1), Bin(-2, -2, 0), Bin(-1, -1, 0), Bin(0, 0, 1), Bin(1, 1, 1))
    found = histogram([3, 14, 15, 92, 65, 35])
    assert sum(each.count for each in found) == 6
    assert (found[0], found[-1]) == (Bin(0, 9, 1), Bin(90, 99, 1))


def test_luck_is_measured_against_what_was_to_be_expected() -> None:
    # ten sixes: 60 instead of 35; a die of six sides has a variance of 35/12
    dice = Dice(10, 60, 70, 350)
    assert dice.expected == 35
    assert dice.deviation == pytest.approx(25 / (350 / 12) ** 0.5)
    assert Dice().deviation == 0


# the files


def local(at: int) -> str:
    return f"2026-11-30 {at // 3_600_000:02}:00:00"


NASTY = ["=1+1", "+7", "-2", "@SUM(A1)", " =1", "\t=1", "'tis", "Ёлка 🎲", 'a;b,"c"']


def test_a_spreadsheet_has_a_row_for_each_seat_and_no_formula() -> None:
    found = [evening(*(guest(name, place, 10 - place) for place, name in enumerate(NASTY, 1)))]
    for lang, between in (("en", ","), ("ru", ";")):
        text = as_csv(found, local, lang)
        assert text.startswith("\ufeff")
        rows = list(csv.DictReader(io.StringIO(text[1:]), delimiter=between))
        assert [row["name"].removeprefix("'") for row in rows] == [name.removeprefix("'") for name in NASTY]
        assert not any(cell.lstrip().startswith(("=", "+", "@")) for row in rows for cell in row.values())
        # a name is never taken for a number below zero, and a number is none for a name
        assert rows[2]["name"] == "'-2"
        assert [row["score"] for row in rows][-1] == "1"
    assert guarded("Anna") == "Anna"


def test_scores_below_zero_stay_numbers() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv([evening(guest("A", 1, -4))], local, "en")[1:])))
    assert rows[0]["score"] == "-4"


def test_a_play_file_keeps_our_schema_and_refers_to_what_is_in_it() -> None:
    robot = guest("Anna", 2, -3, opponent=True)
    found = [
        evening(guest("Anna", 1, 31, names={"class": {"en": "Monk"}}, facts={"class": "monk"}), robot),
        evening(guest("anna", 1, 5), table="U"),
        evening(guest("Ёлка 🎲", 1, 5), guest("Boris", 1, 5), table="V", game="roll-player"),
    ]
    file = as_bg_stats(found, {"pebbles": "Pebbles"}, local, "en")
    jsonschema.Draft202012Validator.check_schema(bg_stats_schema())
    jsonschema.validate(json.loads(json.dumps(file)), bg_stats_schema())
    assert [player["name"] for player in file["players"]] == ["Anna", "Anna", "Ёлка 🎲", "Boris"]
    assert [game["name"] for game in file["games"]] == ["Pebbles", "roll-player"]
    first, alone, shared = file["plays"]
    assert [(one["score"], one["winner"], one["role"]) for one in first["playerScores"]] == [
        ("31", True, "Monk"),
        ("-3", False, ""),
    ]
    assert (first["durationMin"], first["playDate"]) == (120, "2026-11-30 00:00:00")
    assert [one["winner"] for one in alone["playerScores"]] == [False]
    assert [one["winner"] for one in shared["playerScores"]] == [True, True]
    ids = {player["id"] for player in file["players"]}
    assert all(one["playerRefId"] in ids for play in file["plays"] for one in play["playerScores"])
    # the same evening twice is the same play
    assert as_bg_stats(found, {"pebbles": "Pebbles"}, local, "en") == file
    assert as_bg_stats([], {}, local, "en")["plays"] == []


def test_a_schema_that_a_wrong_file_does_not_keep() -> None:
    file = as_bg_stats([evening(guest("Anna", 1, 31))], {}, local, "en")
    file["plays"][0]["playerScores"][0]["score"] = 31
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(file, bg_stats_schema())


def test_both_files_come_from_the_server_and_from_the_command(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(server, "pebbles", ("=Anna", "Boris"))
    table = ask(server, "/api/evenings/csv?lang=en")
    assert table.content_type == "text/csv; charset=utf-8"
    assert table.get_data().startswith(b"\xef\xbb\xbf")
    assert "'=Anna" in table.get_data(as_text=True)
    plays = ask(server, "/api/evenings/bgstats").json
    jsonschema.validate(plays, bg_stats_schema())
    assert len(plays["plays"][0]["playerScores"]) == 2

    def run(*arguments: str) -> str:
        with pytest.raises(SystemExit) as ended:
            cli.main(["evenings", *arguments, "--data", str(tmp_path), "--lang", "en"])
        assert ended.value.code == 0
        return capsys.readouterr().out

    assert run().startswith("1 finished evening:\n")
    assert json.loads(run("--json"))[0]["game"] == "pebbles"
    run("--csv", str(tmp_path / "e.csv"), "--bgstats", str(tmp_path / "e.bgsplay"))
    assert (tmp_path / "e.csv").read_bytes() == table.get_data()
    assert json.loads((tmp_path / "e.bgsplay").read_text(encoding="utf-8")) == plays


def test_a_bad_question_is_no_fault(server: Server) -> None:
    assert ask(server, "/api/evenings?game=%00&player=" + "x" * 900).json["evenings"] == []
    assert ask(server, "/evenings?player=" + "x" * 900).status_code == 200
    answer = server.client.get("/api/evenings", base_url="http://table.test", headers={"Authorization": "Bearer no"})
    assert (answer.status_code, answer.json["evenings"]) == (200, [])
    assert error(server.client.post("/api/evenings", base_url=MACHINE))[0] == 405
