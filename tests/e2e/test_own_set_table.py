"""A whole game with our own set: three people on their phones, an opponent, and the host at a wide screen."""

from __future__ import annotations

import os
import random
import re

import pytest
from house import House
from phone import Offer, Phone, Phones
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(900)

SEEDS = range(10) if os.environ.get("TABLESIDE_SOAK") else range(1)
PEOPLE = (("Anna", "en"), ("Борис", "ru"), ("Vera", "en"))
SIT = {"en": ("Your name", "Sit down"), "ru": ("Ваше имя", "Сесть за стол")}
# What is allowed at any time makes a game long; it is done now and then.
SPARED = ("use_skill", "use_ability", "refresh_skill")
ENDED = ("Finished", "Конец")


def sat_down(phone: Phone, code: str, name: str) -> None:
    """Come by the code, with a name."""
    label, button = SIT[phone.lang]
    phone.go(f"/{code}")
    phone.page.get_by_label(label).fill(name)
    phone.tap(phone.button(button))
    expect(phone.page.locator(".seats")).to_contain_text(name)


def podium(phone: Phone) -> list[tuple[str, str]]:
    """Who stands where at the end, with how much."""
    steps = phone.page.locator(".podium .step").all()
    return [(one.locator(".who").inner_text().split()[-1], one.locator("b").inner_text()) for one in steps]


def offers_at(phone: Phone, seq: int) -> list[Offer]:
    """What a phone lets its finger do, once it shows the table at this entry."""
    phone.shows(seq)
    return phone.offers


@pytest.mark.parametrize("seed", SEEDS)
def test_four_browsers_play_our_own_set_with_an_opponent_to_the_reveal(house: House, phones: Phones, seed: int) -> None:
    # given a table that nobody sits at yet; its host looks on from a wide screen
    desk = house.open(
        "multi", seed=11 + seed, start=False, settings={"at_once": True}, set="own", variants=["short_game"]
    )
    host = phones(house, width=1280)
    host.sit(desk, host=True)
    # when three people come by the code, and the host gives the fourth seat to an opponent
    people = [phones(house, lang, dark=lang == "ru") for _, lang in PEOPLE]
    for phone, (name, _) in zip(people, PEOPLE, strict=True):
        sat_down(phone, desk.code, name)
    form = host.page.locator("[data-key=add-opponent]")
    expect(host.page.locator(".seats li")).to_have_count(3)
    form.get_by_label("Its name").fill("Rook")
    host.tap(host.button("Add the opponent"))
    expect(host.page.locator(".seats li").last).to_contain_text("House opponent, normal")
    expect(host.page.locator("[data-key=switch-at_once]")).to_be_checked()
    host.tap(host.button("Begin"))
    for number, phone in enumerate(people, 1):
        phone.at_seat(number)
    # when they play, each on their own phone, and the opponent at once
    rng, told, phone = random.Random(seed), 0, people[0]
    while phone.phase not in ENDED:
        able = [(one, offers) for one in rng.sample(people, 3) if (offers := offers_at(one, phone.seq))]
        if all(offer.type in SPARED for _, offers in able for offer in offers):
            # the opponent is about to act: what people may do at any time would come in between
            phone.shows(phone.seq + 1)
            continue
        phone, offers = able[0]
        due = [offer for offer in offers if offer.type not in SPARED or rng.random() < 0.2]
        phone.do(rng.choice(due or offers))
        told += phone.page.locator(".told li").count() > 0
    # then the opponent has been seen to act again and again, and nobody had to ask it
    assert told > 10
    # then all four see the same reveal, each in their language, with every star explained
    for one in (host, *people):
        one.shows(phone.seq)
    shown = [podium(phone) for phone in (host, *people)]
    assert all(places == shown[0] for places in shown)
    assert {name for name, _ in shown[0]} == {"Rook", *(name for name, _ in PEOPLE)}
    assert re.search("wins with|share the victory", people[0].prompt)
    expect(people[1].page.locator("[data-key='panel-result.4']")).to_contain_text("Кубики цвета класса")
    # then the history says why the opponent did what it did
    people[0].go(f"/t/{desk.table}/log")
    fold = people[0].page.locator("details.why", has_text="attribute goals").first
    people[0].tap(fold.locator("summary"))
    expect(fold).to_contain_text("expected gain in stars")
