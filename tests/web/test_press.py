"""The press: an order becomes a PDF beside the tables, its pages are looked at, what is wrong is told at its field."""

from __future__ import annotations

import io
import re
import time
import zipfile
from typing import Any, get_args

import pytest
from conftest import Server, error
from msgspec.structs import replace
from press_orders import PATIENCE, finished, order, text_of
from pypdf import PdfReader

from companion.game import find_game
from companion.packs import load_set
from companion.refusals import Refusal
from printables.faces.styles import LABEL
from printables.items import Item, PadStock, Page
from printables.options import BY_KEY, read_pad, read_setting
from printables.pen import Pen
from printables.press import all_prints, prepare, print_items
from webapp.press_work import lacking


def test_a_kit_is_the_same_file_as_the_commands_and_has_pictures(press: Server) -> None:
    asked = order(press, items=["kit"], **{"for": "2"}, lang="ru", ink="grey", options={"flip": "short"})
    assert asked.status_code == 202
    name = asked.json["id"]
    job = finished(press, name)

    pdf = press.client.get(f"/api/press/{name}/pdf")

    assert (job["state"], pdf.status_code, pdf.mimetype) == ("done", 200, "application/pdf")
    setting = read_setting({"flip": "short"})
    assert pdf.data == print_items("pebbles", ["kit"], "A4", "ru", "grey", for_="2", setting=setting)
    assert pdf.headers["Content-Disposition"] == 'attachment; filename="pebbles-kit-2-A4-ru.pdf"'
    result = job["result"]
    assert [page["item"] for page in result["pages"]] == ["calibration"] * 2 + ["scissors"] * 2 + ["score-pad"]
    assert (result["card"], result["paper"], result["duplex"]) == (0, 3, True)
    assert job["done"] == job["total"]

    picture = press.client.get(f"/api/press/{name}/pages/1")
    assert (picture.mimetype, picture.data[:4]) == ("image/png", b"\x89PNG")
    assert error(press.client.get(f"/api/press/{name}/pages/1?large=1")) == (404, "job.no_picture")
    asked_more = press.client.post(f"/api/press/{name}/pictures", json={"pages": [1, 99], "large": True})
    assert asked_more.status_code == 202
    until = time.monotonic() + PATIENCE
    while press.client.get(f"/api/press/{name}/pages/1?large=1").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert error(press.client.get(f"/api/press/{name}/cuts/svg")) == (404, "cli.no_cuts"), "nothing of it is cut"


def test_cards_come_with_the_lines_of_their_cuts(press: Server) -> None:
    name = order(press, game="roll-player", items=["initiative"]).json["id"]
    assert finished(press, name)["result"]["cut_files"] == 1

    for kind, begins in (("svg", b"<svg"), ("dxf", b"0\nSECTION")):
        answer = press.client.get(f"/api/press/{name}/cuts/{kind}")
        with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
            (only,) = archive.namelist()
            text = archive.read(only).replace(b"\r\n", b"\n")
        assert answer.mimetype == "application/zip"
        assert begins in text[:400]


@pytest.mark.parametrize(
    ("wrong", "key", "field"),
    [
        ({"game": "pebble"}, "game.unknown", "game"),
        ({"items": ["scorepad"]}, "print.item.unknown", "items"),
        ({"items": ["kit", "score-pad"]}, "print.kit.alone", "items"),
        ({"items": ["kit"], "for": "9"}, "print.kit.players", "for"),
        ({"for": "2"}, "print.kit.for_alone", "for"),
        ({"paper": "A44"}, "print.paper.unknown", "paper"),
        ({"paper": "A3"}, "print.paper.item", "paper"),
        ({"ink": "gray"}, "print.ink.unknown", "ink"),
        ({"lang": "de"}, "print.lang.unknown", "lang"),
        ({"set": "mine"}, "print.set.unknown", "set"),
        ({"options": {"layout": "duplo"}}, "print.option.choice", "layout"),
        ({"options": {"shift": "left"}}, "print.option.shift", "shift"),
        ({"printer": "attic"}, "printers.none", "printer"),
        ({"items": []}, "read.length", "items"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(press: Server, wrong: dict[str, Any], key: str, field: str) -> None:
    answer = order(press, **wrong)

    assert error(answer) == (400, key)
    assert answer.json["error"]["field"] == field
    assert key not in answer.json["error"]["message"], "it is told in words"


def test_what_can_be_chosen(press: Server) -> None:
    found = press.client.get("/api/press/games/roll-player?lang=ru").json

    pad = {"key": "score-pad", "name": "Бланк подсчёта", "papers": ["A4", "Letter", "A5"]}
    assert pad | {"up": [1, 2, 4, 6, 8], "fillable": True} in found["items"]
    market = next(one for one in found["items"] if one["key"] == "market")
    assert (market["up"], market["fillable"]) == ([], False)
    assert found["kit"] == {"players": [1, 2, 3, 4], "papers": ["A4", "Letter"]}
    assert error(press.client.get("/api/press/games/chess")) == (404, "game.unknown")


def test_only_our_own_pages_cancel_a_job(press: Server) -> None:
    name = order(press).json["id"]

    foreign = press.client.delete(f"/api/press/{name}", headers={"Origin": "http://elsewhere.example"})
    own = press.client.delete(f"/api/press/{name}")

    assert error(foreign) == (403, "origin")
    assert own.json["state"] in ("cancelled", "done")


def test_pads_and_fields_come_as_the_command_makes_them(press: Server) -> None:
    several = {"up": "4", "binding": "yes", "tear-off": "yes", "behind": "rules"}
    paper, screen = (order(press, **asked).json["id"] for asked in ({"options": several}, {"fillable": True}))
    result = finished(press, paper)["result"]
    finished(press, screen)

    pads, fields = (press.client.get(f"/api/press/{name}/pdf").data for name in (paper, screen))

    assert pads == print_items("pebbles", ["score-pad"], pad=PadStock(4, True, True, "rules"))
    assert (len(result["pages"]), result["paper"], result["card"], result["cuts"]) == (2, 1, 0, 2)
    assert fields == print_items("pebbles", ["score-pad"], fillable=True)
    assert PdfReader(io.BytesIO(fields)).get_fields()

    # nothing is missing, so nothing is told; what would be is told in the reader's language
    job = press.services.jobs.find(paper)
    assert "lacking" not in text_of(press.client.get(f"/press?job={paper}"))
    place = {"en": "Rope, text", "ru": "Верёвка, текст"}
    job.answer["missing"] = [{"page": 3, "item": "score-pad", "place": place, "char": "\U00013080", "code": "U+13080"}]
    found = re.search(
        r'class="lacking".*?</section>', text_of(press.client.get(f"/press?job={paper}&lang=ru")), re.DOTALL
    )
    assert found is not None
    for part in ("Бланк подсчёта · Верёвка, текст", "страница 3", "\U00013080", "U+13080"):
        assert part in found[0]
    assert press.client.get(f"/api/press/{paper}?lang=en").json["result"]["missing"][0]["place"] == "Rope, text"


@pytest.mark.parametrize(
    ("wrong", "key", "field"),
    [
        ({"options": {"up": "3"}}, "print.option.choice", "up"),
        ({"options": {"up": "4"}, "paper": "A5"}, "print.pad.up", "up"),
        ({"options": {"up": "2"}, "fillable": True}, "print.pad.fillable", "up"),
        ({"options": {"up": "2"}, "items": ["bubble-pad"]}, "print.pad.small", "up"),
        ({"options": {"behind": "rule"}}, "print.option.choice", "behind"),
        ({"options": {"binding": "maybe"}}, "print.option.choice", "binding"),
    ],
)
def test_pads_that_cannot_be_are_refused_at_once(press: Server, wrong: dict[str, Any], key: str, field: str) -> None:
    answer = order(press, **wrong)

    assert error(answer) == (400, key)
    assert answer.json["error"]["field"] == field


def test_every_choice_of_pads_is_one_of_the_command() -> None:
    from printables.items import Behind

    assert BY_KEY["behind"].choices == get_args(Behind)
    assert read_pad({"up": "6", "tear-off": "on", "gutter": "4"}) == PadStock(6, tear_off=True)
    with pytest.raises(Refusal, match=r"print\.option\.unknown"):
        read_pad({"tear": "yes"})


def test_a_missing_letter_is_told_with_its_card_in_either_language() -> None:
    # given: a character of no font of ours on a card, and another beside it
    game, prints = find_game("roll-player"), all_prints()["roll-player"]
    key, card = next(iter(load_set(game.package, "own").records["market"].items()))

    def draw(pen: Pen, number: int, total: int) -> None:
        pen.text(20, 20, "\U00013080", LABEL, field=f"market.{key}.text")
        pen.text(20, 30, "\U00013080", LABEL, field="elsewhere")

    item = Item("market", "print.item.market", lambda order: [Page(draw)], set_="own", papers=None)
    job = prepare(game, ["market"], prints=replace(prints, items=(item,)))
    job.bind()

    told, other = lacking(job)

    assert (told["item"], told["page"], told["char"], told["code"]) == ("market", 1, "\U00013080", "U+13080")
    assert told["place"] == {"en": f"{card['name']['en']}, text", "ru": f"{card['name']['ru']}, текст"}
    assert other["place"] == {"en": "elsewhere", "ru": "elsewhere"}
