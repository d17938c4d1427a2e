"""The press on phones: two at once while a job runs, a table that goes on meanwhile, cancel, and the proof itself."""

from __future__ import annotations

import re
from pathlib import Path

from house import House
from inspection import faults
from phone import Phones
from playwright.sync_api import expect

from webapp.jobs import Task

UNDER_WAY = re.compile("waiting|running")


def test_two_phones_at_the_press_while_a_table_goes_on(own_house: House, phones: Phones, tmp_path: Path) -> None:
    # given a press that somebody keeps busy, a table, and a phone in either language
    assert own_house.services is not None
    jobs = own_house.services.jobs
    held = jobs.add("somebody", Task("tests.held_work:hold", {"until": str(tmp_path / "go")}))
    anna, boris = phones(own_house, "en"), phones(own_house, "ru")
    desk = own_house.open("bag", "Vera")
    wrong = []
    for phone in (anna, boris):
        phone.go("/press?game=roll-player&items=initiative")
        expect(phone.page.locator("html[data-ready]")).to_be_attached()
    wrong += faults(anna, "the press") + faults(boris, "the press")

    # then a question is there where it means something, and the command below follows what is chosen
    pads, fields = boris.page.locator(".of-pads"), boris.page.locator("[name='fillable']")
    expect(pads).to_be_hidden()
    boris.page.locator("[name='items'][value='score-pad']").check()
    boris.page.locator("[name='options.up'][value='4']").check()
    for fold in ("of-cards", "measured"):
        boris.page.locator(f".{fold} > summary").click()
    boris.page.locator("[name='options.bleed']").fill("2")
    expect(boris.page.locator("[data-command]")).to_contain_text("--up 4")
    expect(boris.page.locator("[data-command]")).to_contain_text("--bleed 2")
    wrong += faults(boris, "the press, everything asked")
    fields.check()
    expect(pads).to_be_hidden()
    expect(boris.page.locator("[data-command]")).not_to_contain_text("--up")
    boris.page.locator("[name='items'][value='score-pad']").uncheck()
    expect(fields).to_be_hidden()

    # when both ask for a proof, one of them with a paper that this is not made for
    anna.page.locator(".of-cards > summary").click()
    anna.page.locator("[name='options.shift']").evaluate("(one) => (one.value = 'left')")
    anna.tap(anna.page.locator("[data-print]"))
    told = anna.page.locator("#wrong-shift")
    expect(told).to_be_visible()
    wrong += faults(anna, "the press, refused")
    anna.page.locator("[name='options.shift']").fill("")
    for phone in (anna, boris):
        phone.tap(phone.page.locator("[data-print]"))
        expect(phone.page.locator("#proof")).to_have_attribute("data-state", UNDER_WAY)
    expect(told).to_be_hidden()
    assert held.state == "running"
    desk.move(1, {"type": "draw", "k": 2})
    wrong += faults(anna, "the press, waiting")

    # then one gives up, and the other has its proof when the press is free
    boris.tap(boris.page.locator("[data-cancel] button"))
    expect(boris.page.locator("#proof")).to_have_attribute("data-state", "cancelled")
    expect(boris.page.locator("[data-print]")).to_be_focused()
    wrong += faults(boris, "the press, cancelled")
    (tmp_path / "go").touch()
    expect(anna.page.locator("#proof")).to_have_attribute("data-state", "done", timeout=60_000)
    expect(anna.page.locator(".leaf img")).to_have_count(2)
    with anna.page.expect_download() as download:
        anna.page.locator("[data-download]").click()
    assert download.value.suggested_filename == "roll-player-initiative-A4-en.pdf"
    wrong += faults(anna, "the proof")
    anna.page.locator("[data-leaf]").first.click()
    expect(anna.page.locator("#loupe img")).to_have_attribute("src", re.compile("large=1"))
    wrong += faults(anna, "the loupe")
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator("#loupe [data-where]")).to_have_text("2")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("[data-leaf='2']")).to_be_focused()
    jobs.close()
    assert not wrong, "\n".join(wrong)
