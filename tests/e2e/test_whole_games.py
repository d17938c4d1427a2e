"""Whole games, by fingers, from the start page to the score."""

from __future__ import annotations

import os
import random
import re

import pytest
from house import House
from phone import Phone, Phones
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(400)

SEEDS = range(20) if os.environ.get("TABLESIDE_SOAK") else range(1)
"""Random whole games: one, or many when soaking."""

ENDED = ("Finished", "Конец")
RANK = r"(NPC|Mercenary|Adventurer|Luminary|Clan Leader|True Hero): −?\d+ stars?\."


def ended(phone: Phone) -> bool:
    return phone.phase in ENDED


def open_table(phone: Phone, way: str, name: str) -> None:
    """From the start page: how to play, a name, and the short game."""
    phone.go("/?game=roll-player")
    phone.tap(phone.page.locator(".ways label", has_text=way))
    phone.page.get_by_label("Your name").fill(name)
    phone.tap(phone.page.locator("summary", has_text="Variants"))
    phone.tap(phone.page.locator("label", has_text="Short game"))
    phone.tap(phone.button("Open the table"))


def code_of(phone: Phone) -> str:
    return phone.page.locator(".big-code").inner_text().strip()


def podium(phone: Phone) -> list[tuple[str, str]]:
    """Who stands where at the end, with how much, in the order of the places."""
    steps = phone.page.locator(".podium .step").all()
    return [(one.locator(".who").inner_text().split()[-1], one.locator("b").inner_text()) for one in steps]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_phones_play_a_whole_game_in_two_languages(house: House, phones: Phones, seed: int) -> None:
    # given a table that was opened on one phone, in English
    anna = phones(house, "en")
    open_table(anna, "Several players", "Anna")
    expect(anna.button("1 more player is needed")).to_be_disabled()
    # when another phone scans the code: a name, then two taps
    boris = phones(house, "ru", dark=True)
    boris.go(f"/{code_of(anna)}")
    boris.page.get_by_label("Ваше имя").fill("Борис")
    boris.tap(boris.page.locator(".swatches label", has_text="фиолетовый"))
    boris.tap(boris.button("Сесть за стол"))
    # then it is seated, and both see it
    expect(boris.page.locator(".seats")).to_contain_text("Борис")
    expect(anna.page.locator(".seats")).to_contain_text("Борис")
    anna.tap(anna.button("Begin"))
    anna.at_seat(1)
    boris.at_seat(2)
    # when both play to the end, each on their own phone
    rng = random.Random(seed)
    while not ended(anna):
        phone, offers = rng.choice([(one, offers) for one in (anna, boris) if (offers := one.offers)])
        phone.do(rng.choice(offers))
        seq = phone.seq
        anna.shows(seq)
        boris.shows(seq)
    # then both see the same result, each in their language, and every star is explained
    assert ended(boris)
    assert podium(anna) == podium(boris)
    assert re.search("wins with|share the victory", anna.prompt)
    assert re.search("победа, счёт|Победу делят", boris.prompt)
    expect(anna.page.locator("[data-key='panel-result.1']")).to_contain_text("Class-colour dice")
    expect(boris.page.locator("[data-key='panel-result.2']")).to_contain_text("Кубики цвета класса")


@pytest.mark.parametrize("seed", SEEDS)
def test_one_phone_holds_and_plays_two_seats(house: House, phones: Phones, seed: int) -> None:
    # given a phone that opened the table and wrote down somebody without one
    phone = phones(house)
    open_table(phone, "Several players", "Anna")
    phone.page.get_by_label("A player without a phone").fill("Vera")
    phone.tap(phone.button("Add"))
    expect(phone.page.locator(".seats")).to_contain_text("Vera")
    phone.tap(phone.button("Begin"))
    phone.at_seat(1)
    # when it plays for both, it is handed over before the other's turn, and shows nothing of the seat before
    rng, handed = random.Random(seed), set()
    hand = phone.page.locator("[data-key=hand]")
    while not ended(phone):
        if hand.is_visible():
            name = "Vera" if "Vera" in hand.inner_text() else "Anna"
            expect(hand).to_contain_text(f"Hand the phone to {name}.")
            expect(phone.page.locator("[data-key=mine]")).to_have_count(0)
            assert phone.offers == []
            phone.tap(phone.page.get_by_role("link", name=f"I am {name}"))
            phone.at_seat(2 if name == "Vera" else 1)
            handed.add(name)
        else:
            phone.do(rng.choice(phone.offers))
    # then both have had it in their hands, and the score is there
    assert handed == {"Anna", "Vera"}
    assert sorted(name for name, _ in podium(phone)) == ["Anna", "Vera"]


@pytest.mark.parametrize("seed", SEEDS)
def test_one_plays_solo_to_a_rank(house: House, phones: Phones, seed: int) -> None:
    # given a solo game, which begins at once
    phone = phones(house, dark=True)
    open_table(phone, "Solo", "Anna")
    phone.at_seat(1)
    rng = random.Random(seed)
    # when it is played to the end
    phone.play(rng, ended)
    # then the rank is told, and stands out on the ladder of ranks
    found = re.fullmatch(RANK, phone.prompt)
    assert found is not None, phone.prompt
    expect(phone.page.locator(".podium .rank")).to_have_text(found.group(1))
    expect(phone.page.locator("[data-key=panel-ranks] .slot.accent .title")).to_have_text(found.group(1))
    expect(phone.page.locator("[data-key='panel-result.1']")).to_contain_text("Gold ÷ 8 (solo)")
