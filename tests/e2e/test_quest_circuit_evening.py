"""Whole games of Quest Circuit in browsers: a campaign on two phones, a race against the Pretender, real dice, and a
board whose cards the phone does not know."""

from __future__ import annotations

import json
import random

import pytest
from house import House
from keyboard import LAPTOP, Keyboard
from phone import Phone, Phones
from playwright.sync_api import expect
from quest_circuit_racer import hasty

from companion.games.quest_circuit.state import State

pytestmark = pytest.mark.timeout(400)

GAME = "quest-circuit"
MOST = 260


def test_two_phones_play_a_campaign_of_two_quests_in_two_languages(house: House, phones: Phones) -> None:
    # given a table of two for two quests, and a phone for each, one English, one Russian
    desk = house.open("multi", "Anna", "Boris", game=GAME, seed=76, quests=2)
    anna, boris = phones(house, "en"), phones(house, "ru", dark=True)
    anna.sit(desk, 1, host=True)
    boris.sit(desk, 2)
    # when they play to the end, each on their own phone
    rng, phases = random.Random(76), set[str]()
    for _ in range(MOST):
        view = desk.view()
        phases.add(view["phase"])
        if view["result"]:
            break
        seat = view["to_act"][0]
        phone = (anna, boris)[seat - 1]
        phone.shows(view["seq"])
        phone.make(hasty(desk.state, seat, rng))
    # then they have raced, traded, changed clothes, and raced again
    assert phases == {"heroes", "board", "turn", "trade", "refit", "finished"}
    seq, last = desk.seq, desk.state.hero_of_quest[-1]
    for phone in (anna, boris):
        phone.shows(seq)
        step = phone.page.locator(".podium .step").first
        expect(step.locator(".who")).to_contain_text(("Anna", "Boris")[last - 1])
    assert anna.prompt == f"{('Anna', 'Boris')[last - 1]} is the Hero of Heroes!"
    assert boris.prompt == f"Герой Геройский — {('Anna', 'Boris')[last - 1]}!"


def test_one_phone_races_the_pretender_to_the_end(house: House, phones: Phones) -> None:
    # given a solo table, the Pretender a knight
    desk, phone = house.open("solo", "Anna", game=GAME, seed=32, rival="knight"), phones(house, dark=True)
    phone.sit(desk, 1, host=True)
    # when it is played to the end, the Pretender's turns by a tap each
    rng, kinds = random.Random(32), list[str]()
    while not desk.view()["result"]:
        assert len(kinds) < MOST
        move = hasty(desk.state, 1, rng)
        kinds.append(move["type"])
        phone.make(move)
    # then the rank says how it went, and everything that the Pretender did was told
    assert kinds.count("rival_turn") >= 5
    expect(phone.page.locator(".podium .rank")).to_have_text("Victory")
    assert "Victory" in phone.prompt


class Racer(Keyboard):
    """Somebody at a laptop who knows the way, and whose dice are kind: one's own shows a six, the other a one."""

    def __init__(self, house: House, phone: Phone) -> None:
        super().__init__(phone, random.Random(1))
        self.house, self.table = house, phone.page.url.split("/")[-2]

    @property
    def state(self) -> State:
        found: State = self.house.state(self.table)
        return found

    def move(self) -> None:
        offer = self.phone.offer_of(hasty(self.state, 1, self.rng))
        name, value = ("move", offer.button) if offer.button is not None else ("at", offer.at[0])
        before = self.phone.seq
        self.tab_to(f"document.activeElement.dataset.{name} === {json.dumps(value)}")
        self.press(before)

    def shown(self, labels: list[str], n: int, *, dice: bool) -> list[str]:
        return ["6", *["1"] * (n - 1)] if dice else labels[:n]


def test_a_whole_game_by_keyboard_with_real_dice_and_cards(house: House, phones: Phones) -> None:
    # given a laptop without a mouse, at which a solo game with real dice and cards is opened
    phone = phones(house, width=LAPTOP)
    opening = Keyboard(phone, random.Random(1))
    phone.go(f"/?game={GAME}")
    phone.page.evaluate("() => addEventListener('pointerdown', () => (document.title = 'mouse'), true)")
    opening.tab_to_field("options.mode")
    opening.keys.press("ArrowRight")
    opening.tab_to_field("players.0.name")
    opening.keys.type("Anna")
    opening.tab_to("document.activeElement.matches('summary')")
    opening.keys.press("Enter")
    for name in ("dice", "decks"):
        opening.tab_to_field(f"options.{name}")
        opening.keys.press("ArrowDown")
        expect(phone.page.locator(f"[name='options.{name}'][value=physical]")).to_be_checked()
    opening.tab_to("document.activeElement.matches('.primary')")
    opening.keys.press("Enter")
    phone.at_seat(1)
    # when it is played to its end
    hand = Racer(house, phone)
    for _ in range(MOST):
        if hand.state.phase == "finished":
            break
        hand.move()
    # then the Pretender was slower, and no mouse was used
    expect(phone.page.locator(".podium .rank")).to_have_text("Victory")
    assert hand.refused, "a seven was refused on the way"
    assert phone.page.title() != "mouse"


def test_the_phone_asks_what_was_turned_up_where_it_does_not_know_the_stacks(house: House, phones: Phones) -> None:
    # given a table with real cards, at which Anna has rolled
    desk, phone = house.open("solo", "Анна", game=GAME, seed=5, decks="physical", rival="none"), phones(house, "ru")
    for move in ({"type": "choose_hero", "hero": "gatewarden"}, {"type": "lay_board"}, {"type": "roll"}):
        if move["type"] == "choose_hero":
            desk.move(1, next(move for move in desk.moves(1) if move["type"] == "plan_quests"))
        desk.move(1, move)
    phone.sit(desk, 1)
    before = phone.seq
    # when she taps the next cell, then the phone asks what lies there, and what is no card of the set is refused
    phone.tap(phone.page.locator("button[data-at='ring.1']"))
    line = phone.dialog.locator(".got ~ input")
    line.fill("Дракон")
    line.press("Enter")
    expect(phone.dialog.get_by_role("alert")).to_contain_text("«дракон»")
    # when the beginning of a name is typed, the list grows short, and a tap says which it is
    line.fill("Тёплый")
    keys = phone.dialog.locator(".keys button:visible")
    expect(keys).to_have_count(1)
    name = keys.first.inner_text().strip()
    phone.tap(keys.first)
    phone.tap(phone.dialog.locator("button.primary"))
    phone.shows(before + 1)
    # then it lies there face up, and nobody is asked for it again
    state = desk.state
    assert state.discard or state.cells[1].card
    assert name in phone.page.locator("main").inner_text()
    assert len(state.unseen) == 31
