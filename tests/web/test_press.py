"""The press: an order becomes a PDF beside the tables, its pages are looked at, what is wrong is told at its field."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Server, error
from pypdf import PdfReader
from werkzeug.test import TestResponse

from printables.options import read_setting
from printables.press import print_items

PATIENCE = 120.0


@pytest.fixture
def press(server: Server) -> Iterator[Server]:
    yield server
    server.services.jobs.close()


def order(server: Server, **body: Any) -> TestResponse:
    return server.client.post("/api/press", json={"game": "pebbles", "items": ["score-pad"], **body})


def finished(server: Server, name: str) -> dict[str, Any]:
    """The job once it is over."""
    until = time.monotonic() + PATIENCE
    while True:
        found: dict[str, Any] = server.client.get(f"/api/press/{name}").json
        if found["state"] not in ("waiting", "running"):
            return found
        assert time.monotonic() < until, found
        time.sleep(0.05)


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

    assert {"key": "score-pad", "name": "Бланк подсчёта", "papers": ["A4", "Letter", "A5"]} in found["items"]
    assert found["kit"] == {"players": [1, 2, 3, 4], "papers": ["A4", "Letter"]}
    assert error(press.client.get("/api/press/games/chess")) == (404, "game.unknown")


def test_only_our_own_pages_cancel_a_job(press: Server) -> None:
    name = order(press).json["id"]

    foreign = press.client.delete(f"/api/press/{name}", headers={"Origin": "http://elsewhere.example"})
    own = press.client.delete(f"/api/press/{name}")

    assert error(foreign) == (403, "origin")
    assert own.json["state"] in ("cancelled", "done")


# the page, without a script


def text_of(answer: TestResponse) -> str:
    return answer.get_data(as_text=True)


def test_the_whole_way_without_a_script(press: Server) -> None:
    empty = text_of(press.client.get("/press?game=pebbles"))
    complaints = re.findall(r"<p class=.wrong.[^>]*>", empty)
    assert complaints
    assert all(each.endswith(" hidden>") for each in complaints), "nothing is wrong yet"
    start = text_of(press.client.get("/?game=pebbles"))
    assert 'href="/press?game=pebbles"' in start

    sent = press.client.post(
        "/press", data={"game": "pebbles", "what": "items", "items": ["score-pad"], "paper": "Letter", "lang": "ru"}
    )
    assert sent.status_code == 303
    name = re.search(r"job=([\w-]+)", sent.headers["Location"])
    assert name is not None
    finished(press, name[1])
    page = text_of(press.client.get(sent.headers["Location"]))

    assert f'href="/api/press/{name[1]}/pdf"' in page
    assert 'value="score-pad" checked' in page
    assert "<option selected>Letter</option>" in page
    assert "tableside print" in page
    assert 'src="/api/press/' in page
    (sheet,) = PdfReader(io.BytesIO(press.client.get(f"/api/press/{name[1]}/pdf").data)).pages
    assert [round(float(side), 1) for side in sheet.mediabox[2:]] == [612.0, 792.0]


def test_a_bad_choice_loses_nothing(press: Server) -> None:
    answer = press.client.post(
        "/press",
        data={"game": "pebbles", "what": "items", "items": ["score-pad"], "paper": "A3", "ink": "saver", "lang": "ru"},
        headers={"Accept-Language": "en"},
    )
    page = text_of(answer)

    assert answer.status_code == 400
    assert re.search(r'id="wrong-paper"[^>]*role="alert">[^<]*A3', page)
    assert 'value="saver" checked' in page
    assert 'value="score-pad" checked' in page
    assert "<option selected>A3</option>" in page


def test_nothing_chosen_is_told_and_not_a_fault(press: Server) -> None:
    answer = press.client.post("/press", data={"game": "pebbles", "what": "items"}, headers={"Accept-Language": "en"})

    assert answer.status_code == 400
    assert "Choose at least one thing" in text_of(answer)


def test_another_game_keeps_paper_and_ink(press: Server) -> None:
    answer = press.client.post("/press", data={"game": "roll-player", "switch": "1", "paper": "Letter", "ink": "grey"})

    assert answer.status_code == 303
    assert "game=roll-player" in answer.headers["Location"]
    assert "paper=Letter" in answer.headers["Location"]


def test_a_job_is_cancelled_on_its_page(press: Server) -> None:
    name = order(press).json["id"]

    answer = press.client.post(f"/press/{name}/cancel")

    assert (answer.status_code, answer.headers["Location"]) == (303, f"/press?job={name}")
    assert press.client.get(f"/press?job={name}").status_code == 200


def test_a_name_of_the_machine_stands_on_paper_and_an_address_of_today_never(press: Server) -> None:
    from webapp.pages.address import named_link

    with press.app.test_request_context("/press", base_url="http://192.168.1.20:8080"):
        assert named_link() == ""
    object.__setattr__(press.services.settings, "name", "tavern")
    with press.app.test_request_context("/press", base_url="http://192.168.1.20:8080"):
        assert named_link() == "http://tavern.local:8080"
