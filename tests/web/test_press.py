"""The press: an order becomes a PDF beside the tables, its pages are looked at, what is wrong is told at its field."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args

import pytest
from conftest import Server, error
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.game import find_game
from companion.packs import load_set
from companion.refusals import Refusal
from printables.faces.styles import LABEL
from printables.imposition import Calibration, Shift
from printables.items import Item, PadStock, Page
from printables.options import BY_KEY, read_pad, read_setting
from printables.pen import Pen
from printables.press import all_prints, prepare, print_items
from webapp.pages.press_form import read_order
from webapp.press import PressOrder
from webapp.press_work import lacking
from webapp.printers import Printers, write_printers

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


# score pads, fields, and what is only asked where it means something


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


Given = Mapping[str, Any]
PAD: Given = {"game": "pebbles", "what": "items", "items": ["score-pad"]}
CARDS: Given = {"game": "roll-player", "what": "items", "items": ["initiative"]}


def asked(press: Server, given: Given) -> PressOrder:
    """The order that a form becomes."""
    with press.app.test_request_context("/press"):
        return read_order(MultiDict(given), press.services.settings.folder)


def shown(press: Server, given: Given) -> str:
    """The form as it comes back."""
    return text_of(press.client.get("/press", query_string=given, headers={"Accept-Language": "en"}))


def test_what_a_form_does_not_ask_is_not_asked_for(press: Server) -> None:
    # given a browser that sends whatever stands in hidden parts of the form
    left_over = {"options.up": "4", "options.behind": "pad", "options.marks": ["none", "corners"]}
    screen = {**PAD, **left_over, "fillable": "yes"}

    assert asked(press, {**CARDS, **left_over, "fillable": "yes"}).options == {"marks": "corners"}
    assert not asked(press, {**CARDS, "fillable": "yes"}).fillable
    assert asked(press, {**PAD, **left_over}).options == {"up": "4", "behind": "pad"}
    assert asked(press, {**PAD, **left_over, "items": ["bubble-pad"]}).options == {"behind": "pad"}
    assert (asked(press, screen).options, asked(press, screen).fillable) == ({}, True)
    assert asked(press, {"game": "pebbles", "what": "kit", **left_over}).options["up"] == "4", "a kit may have pads"


def test_marks_may_be_none_and_measures_are_the_commands(press: Server) -> None:
    given = {**CARDS, "options.marks": "none", "options.gutter": "4", "options.grid": "2x2"}

    assert asked(press, given).options == {"marks": "none", "gutter": "4", "grid": "2x2"}
    page = shown(press, given)
    assert "<span>--marks none</span>" in page
    assert 'name="options.gutter" value="4"' in page


def test_a_flag_of_the_command_stands_without_a_value(press: Server) -> None:
    page = shown(press, {**PAD, "options.tear-off": "yes", "options.up": "6"})

    assert "<span>--tear-off</span>" in page
    assert "<span>--up 6</span>" in page


def test_a_paper_of_any_size(press: Server) -> None:
    own = {**CARDS, "paper": "own"}
    assert asked(press, {**own, "size": "150x210 mm"}).paper == "150x210 mm"
    assert "--paper &#39;150x210 mm&#39;" in shown(press, {**own, "size": "150x210 mm"})

    answer = press.client.post("/press", data={**own, "size": "150 by 210"}, headers={"Accept-Language": "en"})
    assert answer.status_code == 400
    assert 'name="size" value="150 by 210"' in text_of(answer), "nothing is lost"
    assert re.search(r'id="wrong-paper"[^>]*role="alert">[^<]*150 by 210', text_of(answer))


def test_a_wrong_measure_is_told_at_its_box(press: Server) -> None:
    given = {**CARDS, "items": ["score-pad", "initiative"], "options.bleed": "far", "options.up": "2"}
    answer = press.client.post("/press", data=given, headers={"Accept-Language": "en"})

    assert answer.status_code == 400
    assert re.search(r'id="wrong-bleed"[^>]*role="alert">[^<]*far', text_of(answer))
    assert 'name="options.bleed" value="far"' in text_of(answer)
    assert 'name="options.up" value="2" checked' in text_of(answer)


def test_a_known_printer_brings_its_edge_and_its_shifts(press: Server) -> None:
    folder = press.services.settings.folder
    write_printers(folder, Printers().put("Kitchen", "short", Calibration(Shift(0.5, 0), Shift(-0.25, 1))))
    given = {**PAD, "printer": "Kitchen", "options.flip": "long", "options.shift": "9,9", "options.behind": "pad"}

    wanted = asked(press, given)

    assert wanted.options == {"behind": "pad"}, "what stands in hidden parts of the form is not meant"
    setting = wanted.setting(folder)
    assert (setting.flip, setting.calibration.back) == ("short", Shift(-0.25, 1))
    assert '<option value="Kitchen" selected data-one-edge>Kitchen · short edge</option>' in shown(press, given)
    name = press.client.post("/press", data=given).headers["Location"].partition("job=")[2].partition("#")[0]
    finished(press, name)
    assert "Two-sided, flip on the short edge." in text_of(press.client.get(f"/press?job={name}&lang=en"))


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
