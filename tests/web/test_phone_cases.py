"""What was reported about other table companions, at the API and on the pages together (P05, P08, P12, P14 to P16, P20,
P22). What only a browser can do about them is done in tests/e2e."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from conftest import BASE, Desk, Phone, Server, error
from PIL import Image
from werkzeug.test import TestResponse

from companion.log import Secret
from webapp.access import cookie_name
from webapp.app import create_app
from webapp.config import Settings
from webapp.lan import Address
from webapp.links import Links
from webapp.store import SqliteStore

LANGUAGES = ("en", "ru")


def page(desk: Desk, path: str, *phones: Phone, lang: str = "en", **headers: str) -> TestResponse:
    """A page as a browser asks for it that holds the tokens of these phones."""
    tokens = ".".join(phone.token for phone in phones)
    cookie = {"Cookie": f"{cookie_name(desk.table)}={tokens}"} if tokens else {}
    return desk.client.get(path, headers={"Accept-Language": lang, **cookie, **headers})


def table_pages(desk: Desk, seat: int | None) -> list[str]:
    """The addresses of a table's pages, as one seat knows them."""
    table = f"/t/{desk.table}"
    own = f"{table}/{seat}" if seat else table
    return [own, f"{table}/log", f"{table}/lobby?stay=1", f"{table}/luck", f"{table}/screen"]


# P05: never an index


def offered(text: str) -> list[Any]:
    """Every move and form that a page offers, as it would be posted."""
    buttons = [json.loads(html.unescape(found)) for found in re.findall(r'data-move="([^"]*)"', text)]
    listed = re.search(r'<script type="application/json" id="options">(.*?)</script>', text, re.DOTALL)
    assert listed is not None
    return buttons + [option["move"] for option in json.loads(listed[1]) if "move" in option]


def test_P05_a_page_posts_the_move_itself_and_the_table_that_it_shows(server: Server) -> None:
    desk = server.bag()
    desk.seat(1).move({"type": "draw", "k": 3})
    text = page(desk, f"/t/{desk.table}/1", desk.seat(1)).text

    bare = [{key: value for key, value in move.items() if key != "label"} for move in desk.seat(1).moves()]
    moves = offered(text)

    assert len(moves) >= 8
    assert all(move in bare for move in moves)
    assert f'data-seq="{desk.host.seq}"' in text
    undo = re.search(r'data-act="undo"[^>]*', text)
    assert undo is not None
    assert f'data-seq="{desk.host.seq}"' in undo[0], "undo names what it takes back"


def test_P05_on_a_stale_menu_a_move_means_what_it_said_or_nothing(server: Server) -> None:
    # given a phone that sees three dice, each with its own "put back"
    desk = server.bag()
    desk.seat(1).move({"type": "draw", "k": 3})
    seen = desk.host.seq
    menu = desk.seat(1).moves()
    second = next(move for move in menu if move.get("dice") == [2])
    third = next(move for move in menu if move.get("dice") == [3])
    for move in (second, third):
        del move["label"]
    # when the first is put back by somebody else, so that every place in the menu means something else now
    desk.seat(2).move({"type": "return_dice", "dice": [1]})
    assert next(move for move in desk.seat(1).moves() if "dice" in move)["dice"] == [2]
    # then the old menu's second is still die 2
    assert desk.seat(1).move(second, seen=seen).status_code == 200
    assert [die["number"] for die in desk.host.get().json["view"]["dice"]] == [3]
    # and what is gone meanwhile is refused with the reason, and nothing else happens instead
    desk.seat(2).move(third)
    before = desk.host.seq
    answer = desk.seat(1).move(third, seen=seen)
    assert error(answer) == (409, "bag.nothing_there")
    assert desk.host.seq == before


@pytest.mark.parametrize("missing", ["move_id", "seen_seq", "move"])
def test_P05_a_move_without_what_it_saw_is_none(server: Server, missing: str) -> None:
    body = {"move_id": "tap", "seen_seq": 2, "move": {"type": "draw", "k": 1}}
    del body[missing]

    assert error(server.bag().seat(1).post("/moves", body)) == (400, "read.missing")


# P08: undo across an emptied bag


def test_P08_undo_across_an_emptied_bag_brings_back_every_die(server: Server) -> None:
    # given a small bag that is emptied, filled again by what was drawn, and emptied once more
    desk = server.bag("Anna")
    phone = desk.seat(1)
    looks: dict[int, Any] = {}
    moves: list[dict[str, Any]] = [
        {"type": "fill", "counts": {"red": 2, "blue": 3}},
        {"type": "draw", "k": 2},
        {"type": "draw", "k": 3},
        {"type": "return_dice"},
        {"type": "draw", "k": 5},
        {"type": "return_dice", "dice": [6, 7, 8, 9]},
        {"type": "draw", "k": 4},
    ]
    for move in moves:
        looks[desk.host.seq] = desk.host.get().json["view"]
        assert phone.move(move).status_code == 200, move
    end = desk.host.get().json["view"]
    assert [sum(look["bag"].values()) for look in looks.values()] == [73, 5, 3, 0, 5, 0, 4]
    # when everything is taken back, one by one
    acts = sorted(looks, reverse=True)
    for before in acts:
        assert desk.host.undo(before + 1).status_code == 200
        # then the bag and the dice are what they were, die by die
        assert desk.host.get().json["view"] == looks[before]
    # and all of it comes again, with the same dice
    for before in sorted(looks):
        assert desk.host.undo(before + 1, verb="redo").status_code == 200
    assert desk.host.get().json["view"] == end


# P12: what leaks


def everything(desk: Desk, seat: int | None, *phones: Phone) -> str:
    """All that one phone receives by the API and on its pages, in both languages."""
    phone = phones[0]
    found = [phone.get(f"{path}?lang={lang}").text for lang in LANGUAGES for path in ("", "/moves", "/log", "/export")]
    found += [page(desk, path, *phones, lang=lang).text for lang in LANGUAGES for path in table_pages(desk, seat)]
    return html.unescape("\n".join(found))


def sealed_for_others(server: Server, desk: Desk, seat: int | None) -> Iterable[Secret]:
    """Secrets that a viewer may not have: nobody has told them, and they belong to others."""
    table = server.services.tables.current(desk.table).table
    for entry in table.entries:
        for secret in entry.secrets:
            if secret.digest not in table.opened and seat not in secret.to:
                yield secret


def test_P12_no_salt_no_seed_and_no_secret_pick_reaches_another_phone_not_even_by_undo(server: Server) -> None:
    # given hands that were drawn in secret, and a pick that was made, undone, redone and made again
    desk = server.open("pebbles", names=("Anna", "Boris", "Vera"), options={"decks": "digital"}, seed=None)
    viewers: dict[int | None, tuple[Phone, ...]] = {1: (desk.seat(1),), 3: (desk.seat(3),), None: (desk.host,)}
    searched = 0

    def search() -> None:
        nonlocal searched
        for seat, phones in viewers.items():
            text = everything(desk, seat, *phones)
            for secret in sealed_for_others(server, desk, seat):
                assert secret.salt not in text, f"seat {seat} at {desk.host.seq}"
                if secret.tag == "seed":
                    assert str(secret.value) not in text
                searched += 1

    for seat in (1, 2, 3):
        assert desk.seat(seat).move({"type": "act", "number": 0}).status_code == 200
    search()
    pick = desk.seat(2).moves()[0]
    made = desk.seat(2).move(pick)
    assert made.status_code == 200
    search()
    for verb in ("undo", "redo", "undo"):
        assert desk.host.undo(made.json["seq"], verb=verb).status_code == 200
        search()
    assert desk.seat(2).move(pick).status_code == 200
    search()
    # then nothing of it was found anywhere, and something was searched for
    assert searched > 50


def test_P12_the_search_finds_what_a_seat_may_have(server: Server) -> None:
    desk = server.open("pebbles", names=("Anna", "Boris"), seed=None)
    for seat in (1, 2):
        desk.seat(seat).move({"type": "act", "number": 0})
    mine = {secret.salt for secret in sealed_for_others(server, desk, 2)}
    mine -= {secret.salt for secret in sealed_for_others(server, desk, 1)}

    text = everything(desk, 1, desk.seat(1))

    assert mine
    assert all(salt in text for salt in mine)


def test_P12_nobody_sees_anothers_sheet_before_it_is_revealed(server: Server) -> None:
    # given a sheet with two numbers that stand nowhere else
    desk = server.open("pebbles", names=("Anna", "Boris"), options={"mode": "score"})
    canary = re.compile(r"(?<![0-9A-Za-z.])(?:731|619)(?![0-9A-Za-z])")
    entered = desk.seat(1).move({"type": "enter", "values": {"shore": 731, "hops": 619}})
    assert entered.status_code == 200

    def others() -> list[str]:
        return [everything(desk, 2, desk.seat(2)), everything(desk, None, desk.host)]

    assert canary.search(everything(desk, 1, desk.seat(1)))
    assert not any(canary.search(text) for text in others())
    # when it is undone and redone
    for verb in ("undo", "redo"):
        assert desk.host.undo(entered.json["seq"], verb=verb).status_code == 200
        assert not any(canary.search(text) for text in others())
    # then it is told when all are ready and the host reveals, and not before
    for seat in (1, 2):
        assert desk.seat(seat).move({"type": "ready"}).status_code == 200
    assert not any(canary.search(text) for text in others())
    assert (desk.host + desk.seat(1)).move({"type": "reveal"}, query="?seat=1").status_code == 200
    assert all(canary.search(text) for text in others())


# P14: real dice


def test_P14_a_real_bag_and_real_dice_are_typed_in_and_a_7_loses_nothing(server: Server) -> None:
    # given a table with real dice
    desk = server.bag("Anna", options={"dice": "physical"})
    phone = desk.seat(1)
    body = {"move_id": "tap", "seen_seq": desk.host.seq, "move": {"type": "draw", "k": 2}}
    asked = phone.post("/moves", body)
    assert (asked.status_code, asked.json["request"]["ask"][0]) == (202, "draw")
    # what is typed in is written beside each choice: a letter in Latin, whatever the language
    assert {"red": "r", "black": "k"}.items() <= {
        c["value"]: c["key"] for c in asked.json["request"]["choices"]
    }.items()
    faces = phone.post("/moves", body | {"typed": [["red", "red"]]})
    assert (faces.status_code, faces.json["request"]["ask"]) == (202, ["roll", 6, 2])
    # when a 7 is typed in, or a colour that there is not
    seven = phone.post("/moves", body | {"typed": [["red", "red"], [7, 1]]})
    colour = phone.post("/moves", body | {"typed": [["red", "orange"]]})
    # then it is refused with the reason, and the rest is still good
    assert error(seven) == (422, "typed.face")
    assert seven.json["error"]["message"] == "A die with 6 sides cannot show 7."
    assert error(colour) == (422, "typed.not_there")
    assert desk.host.seq == body["seen_seq"]
    made = phone.post("/moves", body | {"typed": [["red", "red"], [6, 1]]})
    assert made.status_code == 200
    dice = [(die["color"], die["face"]) for die in desk.host.get().json["view"]["dice"]]
    assert dice == [("red", 6), ("red", 1)]


# P15: an empty bag


@pytest.mark.parametrize(("held", "wanted"), [(0, 1), (0, 2), (1, 2), (4, 5)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_P15_more_dice_than_the_bag_holds_are_refused_with_both_numbers_and_nothing_is_lost(
    server: Server, held: int, wanted: int, lang: str
) -> None:
    # given a bag of so many dice
    desk = server.bag("Anna")
    phone = desk.seat(1)
    phone.move({"type": "fill", "counts": {"red": held + 1}})
    phone.move({"type": "draw", "k": 1})
    before = desk.host.get().json
    # when more are asked for
    answer = phone.move({"type": "draw", "k": wanted}, query=f"?lang={lang}")
    # then it is said how many there are, and all of them are still there
    assert error(answer) == (422, "bag.too_few")
    assert answer.json["error"]["args"] == {"left": held, "wanted": wanted}
    message = answer.json["error"]["message"]
    assert str(held) in message
    assert str(wanted) in message
    assert desk.host.get().json == before
    # and the page offers no draw that cannot be made
    draws = [move["k"] for move in offered(page(desk, f"/t/{desk.table}/1", phone).text) if move["type"] == "draw"]
    assert max(draws, default=0) <= held
    if held:
        assert phone.move({"type": "draw", "k": held}).status_code == 200


# P16: back, forward, reload


PRESS = {"pages.press_begin", "pages.press_cancel"}
"""The two steps that a browser without scripts makes; neither belongs to a game."""


def test_P16_no_page_of_a_table_takes_a_post_and_no_form_of_one_is_one(server: Server) -> None:
    # a browser repeats a POST that it shows a page of; ours are made by the script, and their answer is no page
    for rule in server.app.url_map.iter_rules():
        if rule.endpoint.startswith("pages.") and rule.endpoint not in PRESS:
            assert rule.methods is not None
            assert rule.methods <= {"GET", "HEAD", "OPTIONS"}, rule.rule
    templates = Path("webapp/templates")
    pages = [path for path in templates.rglob("*.html") if path.name != "press.html"]
    forms = [form for path in pages for form in re.findall(r"<form[^>]*>", path.read_text("utf-8"))]
    assert len(forms) > 5
    for form in forms:
        assert "data-post=" in form or 'method="get"' in form or "data-" in form, form
        assert 'method="post"' not in form


def test_P16_reading_any_page_again_changes_nothing(server: Server) -> None:
    # given a table in play, a lobby, and somebody who comes by the link of a seat
    playing, waiting = server.bag(), server.open(names=("Anna",), start=False)
    playing.seat(1).move({"type": "draw", "k": 2})
    page(playing, f"/s/{playing.seat(1).token}")
    for desk in (playing, waiting):
        before = desk.host.get().json
        holds = (desk.host, desk.seat(1))
        # when each page is read again and again, with and without its tokens
        for path in (
            *table_pages(desk, 1),
            "/",
            f"/{desk.code}",
            f"/join?code={desk.code}",
            f"/s/{desk.seat(1).token}",
        ):
            for _ in range(3):
                assert page(desk, path, *holds).status_code in (200, 302)
                page(desk, path)
        # then the table is where it was (a first phone that came by its link is a phone from then on)
        after = desk.host.get().json
        assert after["seq"] - before["seq"] == (1 if desk is waiting else 0)
        assert after.get("view") == before.get("view")


# P20, P22: what the code holds


def codes(text: str) -> list[str]:
    """What a camera reads from the pictures of a page."""
    found = []
    for picture in re.findall(r"<svg[^>]*shape-rendering.*?</svg>", text, re.DOTALL):
        tree = ElementTree.fromstring(picture)
        side = int(tree.attrib["viewBox"].split()[2])
        image = Image.new("L", (side, side), 255)
        path = next(one for one in tree.iter() if one.tag.endswith("path")).attrib["d"]
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path):
            for step in range(int(width)):
                image.putpixel((int(x) + step, int(y)), 0)
        found += [code.text for code in zxingcpp.read_barcodes(image.resize((side * 4, side * 4)))]
    return found


def test_P20_the_token_of_the_host_is_never_in_the_code_nor_on_the_page_of_a_seat(server: Server) -> None:
    desk = server.open()
    host = page(desk, f"/t/{desk.table}/lobby?stay=1", desk.host).text

    assert codes(host) == [f"{BASE}/{desk.code}"]
    assert codes(page(desk, "/", desk.host).text) == [f"{BASE}/"]
    for path in table_pages(desk, 1):
        assert desk.host.token not in page(desk, path, desk.seat(1)).text
    assert desk.host.token in host, "the host's own page has the way back"
    # a restart changes none of it: the link that the host has kept leads back, and the code to a seat only
    again = desk.client.get(f"/h/{desk.host.token}")
    assert (again.status_code, again.headers["Location"]) == (302, f"/t/{desk.table}")
    assert desk.host.token in again.headers["Set-Cookie"]
    assert "Set-Cookie" not in desk.client.get(f"/{desk.code}").headers


LAN = [
    Address("192.168.1.20", "wlan0"),
    Address("172.17.0.1", "docker0", "lan-container"),
    Address("127.0.0.1", "lo", "lan-localhost"),
]


@pytest.mark.parametrize(
    "opened", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "laptop:8080", "laptop.local:8080"]
)
def test_P22_the_code_on_the_page_is_reachable_whatever_the_host_had_opened(
    tmp_path: Path, store: SqliteStore, opened: str
) -> None:
    app = create_app(Settings(data=tmp_path), store, links=Links(find=lambda: LAN))
    client = app.test_client(use_cookies=False)
    players = [{"name": "Anna"}, {"name": "Boris"}]
    desk = Desk(client, client.post("/api/tables", json={"game": "roll-player", "players": players}).json)

    start = client.get("/", headers={"Host": opened}).text
    lobby = page(desk, f"/t/{desk.table}/lobby?stay=1", desk.host, Host=opened).text

    assert codes(start) == ["http://192.168.1.20:8080/"]
    assert codes(lobby) == [f"http://192.168.1.20:8080/{desk.code}"]
    assert "http://172.17.0.1:8080/" in start, "all others are listed"
