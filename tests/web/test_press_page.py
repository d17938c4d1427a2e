"""The page of the press: it works without a script, asks what means something, and loses nothing on a mistake."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import Server
from msgspec.structs import asdict
from press_orders import finished, order, text_of
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict

from companion.game import find_game
from printables.imposition import Calibration, Shift
from printables.options import read_setting
from printables.press import prepare
from webapp.jobs import Job, Task
from webapp.pages.press import groups
from webapp.pages.press_form import read_order
from webapp.press import PressOrder
from webapp.printers import Printers, read_alignment, shift_text, write_printers


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


def test_what_was_read_on_an_alignment_page_becomes_the_shifts(press: Server) -> None:
    # given the readings of docs/printing.md; what they come to is told by the command, too
    read = {**CARDS, "read": "1", "a": "0.5,-0.25", "b": "0.75,0", "crease": "0.5,0"}
    edge, known = read_alignment("0.5,-0.25", "0.75,0", "0.5,0", "A4", "long")

    page = text_of(press.client.post("/press", data=read))
    wrong = press.client.post("/press", data={**read, "b": "a bit"}, headers={"Accept-Language": "en"})

    assert (edge, shift_text(known.front)) == ("long", "0.5,0")
    assert 'name="options.shift" value="0.5,0"' in page
    assert f'name="options.back-shift" value="{shift_text(known.back)}"' in page
    assert wrong.status_code == 400
    assert re.search(r'id="wrong-b"[^>]*role="alert">[^<]*a bit', text_of(wrong))
    assert 'name="a" value="0.5,-0.25"' in text_of(wrong), "nothing is lost"


@pytest.mark.parametrize(
    ("asked", "beside", "pages"),
    [
        ("paired", [(1, 2), (3, 4), (5, None)], ["1–4", "5"]),
        ("fronts-then-backs", [(1, 4), (2, 5), (3, None)], ["1–2, 4–5", "3"]),
        ("fronts-then-backs-reversed", [(1, 6), (2, 5), (3, 4)], ["1–2, 5–6", "3–4"]),
    ],
)
def test_each_back_is_shown_beside_its_front(
    asked: str, beside: list[tuple[int, int | None]], pages: list[str], tmp_path: Path
) -> None:
    # given two sheets of cards with their backs, and a sheet that has none; an empty page is not the last of a PDF
    game = find_game("roll-player")
    job = prepare(game, ["backstories", "set-up"], setting=read_setting({"order": asked}))
    done = Job("job", "", Task("", {}), tmp_path, answer={"pages": [asdict(page) for page in job.printouts]})

    found = groups(done, game, "en", asked)

    sheets = [(sheet.front.number, sheet.back.number if sheet.back else None) for one in found for sheet in one.sheets]
    assert (sheets, [one.pages for one in found]) == (beside, pages)
