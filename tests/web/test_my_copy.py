"""My copy: what an owner types about published cards is kept, lies over the published set, and goes nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Desk, Phone, Server, error
from werkzeug.test import TestResponse

from companion import my_copy
from companion.game import find_game
from companion.packs import Pack, load_set
from webapp import cli
from webapp.config import Settings
from webapp.store import SqliteStore

COPY = "/api/copy/roll-player"
KNOWN = {"market": {"longsword": {"cost": 4, "hands": 1}, "steadfast": {"arrow": "up"}}}


def host(server: Server) -> Phone:
    """The host of some table, who may see and edit the copy."""
    return server.bag().host


def send(phone: Phone, method: str, path: str = "", json: Any = None) -> TestResponse:
    headers = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    return phone.client.open(f"{COPY}{path}", method=method, json=json, headers=headers, base_url="http://table.test")


def kept(server: Server) -> dict[str, Any]:
    return dict(server.services.copies.read(find_game("roll-player")).records)


def using(server: Server, **options: Any) -> Desk:
    return server.open(options={"mode": "multi", "set": "published", **options}, settings={"copy": True})


def take(server: Server, desk: Desk, until: str, most: int = 400) -> dict[str, Any]:
    """Play until the prompt asks for something of that kind."""
    for _ in range(most):
        state = desk.host.get().json
        pending = state["view"]["pending"]
        if any(ask["key"] == until for ask in pending):
            return next(ask for ask in pending if ask["key"] == until)
        seat = desk.seat(state["to_act"][0])
        moves = seat.moves()
        buys = [move for move in moves if move["type"] == "buy"]
        assert seat.move((buys or moves)[0]).status_code == 200
    raise AssertionError(until)


# at the table


def test_what_is_typed_at_a_table_is_known_at_the_next(server: Server) -> None:
    # given a table that keeps what is typed, where an arrow is asked for
    desk = using(server, cards="types")
    ask = take(server, desk, "arrow")
    card, seat = ask["args"]["card"], desk.seat(ask["seat"])
    assert seat.move({"type": "tell", "value": "left"}).status_code == 200
    # then the copy knows it, and the price of the card that was bought, too
    assert kept(server)["market"][card]["arrow"] == "left"
    assert kept(server)["market"][card]["cost"] == 0
    # and at the next table nobody is asked again, at any depth
    for cards in ("types", "full"):
        new = using(server, cards=cards)
        content = server.services.tables.current(new.table).table.content
        assert (content.market[card].arrow, content.market[card].cost) == ("left", 0)


def test_the_hash_of_the_copy_stands_in_the_log(server: Server) -> None:
    assert send(host(server), "POST", json={"records": KNOWN}).status_code == 200
    desk = using(server)
    opened = desk.host.get("/log").json["entries"][0]
    assert [pack["key"] for pack in opened["packs"]] == ["published", "my-copy"]
    assert opened["packs"][1]["hash"] == Pack("my-copy", KNOWN).hash
    # what was opened with a copy is served the same after a restart, whatever the copy says by then
    assert send(host(server), "DELETE").status_code == 200
    again = Server(server.services.store, Settings())
    content = again.services.tables.current(desk.table).table.content
    assert content.market["longsword"].cost == 4


def test_a_table_with_a_copy_knows_its_cards_by_name(server: Server) -> None:
    send(host(server), "POST", json={"records": KNOWN})
    assert server.services.tables.current(using(server).table).table.options["cards"] == "full"
    # unless something else is wished, or there is nothing to be known
    assert server.services.tables.current(using(server, cards="none").table).table.options["cards"] == "none"
    send(host(server), "DELETE")
    assert server.services.tables.current(using(server).table).table.options["cards"] == "none"


def test_nothing_is_kept_where_the_copy_is_not_used(server: Server) -> None:
    desk = server.open(options={"mode": "multi", "set": "published", "cards": "types"})
    ask = take(server, desk, "arrow")
    desk.seat(ask["seat"]).move({"type": "tell", "value": "left"})
    assert kept(server) == {}


def test_what_is_known_is_not_overwritten_by_what_somebody_types(server: Server) -> None:
    desk = using(server, cards="types")
    ask = take(server, desk, "arrow")
    card = ask["args"]["card"]
    send(host(server), "POST", json={"records": {"market": {card: {"arrow": "down"}}}})
    desk.seat(ask["seat"]).move({"type": "tell", "value": "left"})
    assert kept(server)["market"][card]["arrow"] == "down"


def test_the_copy_never_lies_over_our_own_set_and_is_never_printed(server: Server) -> None:
    # given a copy, when a table plays our own set with the tick still set
    send(host(server), "POST", json={"records": KNOWN})
    desk = server.open(options={"mode": "multi", "set": "own"}, settings={"copy": True})
    table = server.services.tables.current(desk.table).table
    # then it plays our own set and nothing else
    assert [pack.key for pack in table.packs] == ["own"]
    assert table.packs[0].hash == load_set(table.game.package, "own").hash
    # and nothing that prints or simulates knows of copies at all
    root = Path(my_copy.__file__).parent
    for path in [*(root.parent / "printables").rglob("*.py"), root / "simulate.py"]:
        code = path.read_text(encoding="utf-8")
        assert "webapp.copies" not in code, path
        assert "my_copy" not in code, path


# in and out


def test_an_export_is_imported_as_it_was(server: Server, tmp_path: Path) -> None:
    phone = host(server)
    send(phone, "POST", json={"records": KNOWN})
    text = send(phone, "GET", "/export").get_data(as_text=True)
    assert yaml.safe_load(text) == KNOWN
    send(phone, "DELETE")
    answer = send(phone, "POST", json={"text": text, "name": "mine.yaml"})
    assert (answer.status_code, answer.json["records"], answer.json["fields"]) == (200, KNOWN, 3)


def test_an_import_is_laid_over_what_is_there(server: Server) -> None:
    phone = host(server)
    send(phone, "POST", json={"records": KNOWN})
    send(phone, "POST", json={"text": "market: {longsword: {cost: 5, hands: null}, longbow: {hands: 2}}"})
    assert kept(server)["market"]["longsword"] == {"cost": 5, "hands": 1}
    assert kept(server)["market"]["longbow"] == {"hands": 2}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("market:\n  longsword:\n    cost: much\n", "mine.yaml, line 3"),
        ("market:\n  longsword: {hands: 1}\n  longbow:\n    hands: 7\n", "mine.yaml, line 4"),
        ("market:\n  longsword: {price: 3}\n", "mine.yaml, line 2"),
        ("monsters:\n  owl: {bite: 3}\n", "mine.yaml, line 2"),
        ("market:\n  sword-of-mine: {cost: 3}\n", "mine.yaml, line 2"),
        ("market: [1, 2]\n", "mine.yaml"),
        ("market: {longsword: {cost: 2.5}}\n", "mine.yaml"),
        ("market: {longsword: {cost: 2\n", "mine.yaml"),
        ("just words", "mine.yaml"),
        ("a: &a [x, x]\nb: &b [*a, *a]\n", "mine.yaml"),
    ],
)
def test_a_bad_file_changes_nothing_and_is_told_with_its_line(server: Server, text: str, says: str) -> None:
    phone = host(server)
    send(phone, "POST", json={"records": KNOWN})
    answer = send(phone, "POST", json={"text": text, "name": "mine.yaml"})
    assert answer.status_code == 400
    assert says in answer.json["error"]["message"]
    assert kept(server) == KNOWN


def test_a_field_is_edited_and_taken_away(server: Server) -> None:
    phone = host(server)
    edit = {"kind": "market", "id": "longsword", "fields": {"cost": "4", "hands": "2"}}
    assert send(phone, "POST", "/record", edit).status_code == 200
    assert kept(server) == {"market": {"longsword": {"cost": 4, "hands": 2}}}
    send(phone, "POST", "/record", {**edit, "fields": {"cost": "", "hands": " "}})
    assert kept(server) == {}
    wrong: list[tuple[dict[str, str], int]] = [({"cost": "[1"}, 400), ({"hands": "3"}, 400), ({"stars": "many"}, 400)]
    for fields, status in wrong:
        assert send(phone, "POST", "/record", {**edit, "fields": fields}).status_code == status
    assert kept(server) == {}


# who


def test_only_hosts_and_the_machine_itself_see_a_copy(server: Server) -> None:
    desk = server.bag()
    assert send(desk.host, "GET").status_code == 200
    assert error(send(desk.seat(1), "GET")) == (403, "copy.not_yours")
    # the machine itself asks by its own name; a page of somebody else's that points to it does not
    ask = server.client.get
    assert ask(COPY, base_url="http://localhost:8080").status_code == 200
    assert ask(COPY, base_url="http://127.0.0.1:8080").status_code == 200
    assert ask(COPY, base_url="http://evil.example").status_code == 403
    assert ask(COPY, base_url="http://localhost", headers={"X-Forwarded-For": "10.0.0.9"}).status_code == 403
    assert ask(COPY, base_url="http://192.168.1.20", environ_base={"REMOTE_ADDR": "192.168.1.7"}).status_code == 403


def test_a_club_can_leave_it_to_the_machine(store: SqliteStore, tmp_path: Path) -> None:
    server = Server(store, Settings(data=tmp_path, copy="machine"))
    desk = using(server, cards="types")
    assert send(desk.host, "GET", "/export").status_code == 403
    ask = take(server, desk, "arrow")
    desk.seat(ask["seat"]).move({"type": "tell", "value": "left"})
    assert kept(server) == {}
    assert server.client.get(COPY, base_url="http://localhost").status_code == 200


def test_a_game_without_a_published_set_or_none_at_all_has_no_copy(server: Server) -> None:
    assert server.client.get("/api/copy/chess", base_url="http://localhost").status_code == 404
    assert server.client.get("/copy/chess", base_url="http://localhost").status_code == 404


def test_another_game_has_its_copy_by_its_sets_alone(server: Server) -> None:
    # given what somebody knows of a pebble
    told = {"records": {"pebbles": {"amber": {"points": 11}}}}
    answer = server.client.post("/api/copy/pebbles", json=told, base_url="http://localhost")
    assert answer.status_code == 200, answer.text
    # then a table with the published set plays with it, one with our own does not
    for set_, points in (("published", 11), ("own", 9)):
        desk = server.open("pebbles", options={"set": set_}, settings={"copy": True})
        assert desk.host.get().json["view"]["pebbles"]["amber"]["points"] == points
    assert "amber" in server.client.get("/copy/pebbles", base_url="http://localhost").get_data(as_text=True)


# the page and the command


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_page_lists_and_finds_what_is_not_known(server: Server, lang: str) -> None:
    send(host(server), "POST", json={"records": {"market": {"longsword": {"cost": 7}}}})
    page = server.client.get(f"/copy/roll-player?lang={lang}", base_url="http://localhost").get_data(as_text=True)
    assert page.count("<details") > 40
    assert 'name="fields.cost" value="7"' in page
    search = {"en": "longs", "ru": "длинный М"}[lang]
    found = server.client.get(
        "/copy/roll-player", query_string={"lang": lang, "q": search}, base_url="http://localhost"
    ).get_data(as_text=True)
    assert found.count("<details") == 1


def test_the_start_page_offers_the_copy_and_ticks_it_when_there_is_something_in_it(server: Server) -> None:
    tick = 'name="settings.copy" value="true" data-flag'
    assert f"{tick}>" in server.client.get("/?game=roll-player").get_data(as_text=True)
    send(host(server), "POST", json={"records": KNOWN})
    assert f"{tick} checked>" in server.client.get("/?game=roll-player").get_data(as_text=True)


def test_the_command_lists_exports_and_imports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(["copy", "roll-player", *arguments, "--data", str(tmp_path / "data"), "--lang", "en"])
        out, err = capsys.readouterr()
        return int(str(ended.value.code)), out, err

    file = tmp_path / "mine.yaml"
    file.write_text("market:\n  longsword: {cost: 4}\n", encoding="utf-8")
    assert run("import", str(file))[:2] == (0, "Imported. The copy knows 1 thing now.\n")
    assert run()[1].splitlines() == ["market.longsword.cost: 4", "1 thing is known"]
    assert json.loads(run("--json")[1]) == {"market": {"longsword": {"cost": 4}}}
    assert run("export")[1] == "market:\n  longsword:\n    cost: 4\n"
    file.write_text("market:\n  longsword: {cost: -4}\n", encoding="utf-8")
    code, _, err = run("import", str(file))
    assert (code, f"{file}, line 2" in err) == (2, True)
