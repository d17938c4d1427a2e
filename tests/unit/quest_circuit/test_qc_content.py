"""Records of content are read strictly: what is wrong, where, and what would be right. And the settings of a table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import Option, read_options
from companion.games.quest_circuit.card_texts import item_text, usable_text
from companion.games.quest_circuit.content import (
    Bonuses,
    Cost,
    Gain,
    Hero,
    Item,
    Quest,
    QuestCard,
    Twist,
    Usable,
)
from companion.games.quest_circuit.content_reading import read_content
from companion.games.quest_circuit.settings import SETTINGS
from companion.packs import merge
from companion.reading import read, schema
from companion.refusals import Refusal, Unreadable
from companion.words import LANGUAGES, Text, Word, catalogue
from tests.unit.quest_circuit.quest_cards import CONTENT, OWN, PACKAGE, changed, read_changed

MONSTER = {"kind": "monster", "health": 3, "attack": 0}


BEAST = {"kind": "monster", "health": 2, "attack": 0}
REWARD = "cards.tide-warden.effects.1.loot.2.unique"
BOOST = {"timing": "turn", "does": [{"kind": "boost"}]}


@pytest.mark.parametrize(
    ("place", "value", "key", "field"),
    [
        ("cards.reed-rat.effects", [], "read.length", ""),
        ("cards.reed-rat.effects.1.kind", "beast", "read.choice", ""),
        ("cards.reed-rat.effects.1.health", 0, "read.range", ""),
        ("cards.reed-rat.effects.1.helth", 3, "read.unknown", ""),
        ("cards.reed-rat.effects.1.attack", "1", "read.type", ""),
        ("cards.reed-rat.quest", "dry-well", "read.choice", ""),
        ("cards.reed-rat.goal", True, "content.goals", "quests.drowned-bell"),
        ("cards.bell-keeper.goal", False, "content.goals", "quests.drowned-bell"),
        ("cards.bell-keeper.effects.1.completes_quest", False, "content.goal_completes", "cards.bell-keeper.effects"),
        (REWARD, "moon", "read.choice", ""),
        (REWARD, None, "read.missing", ""),
        # a Unique of another quest is not in this one's stack
        (REWARD, "comet-sling", "read.choice", ""),
        ("cards.shooting-gallery.effects.1.cost", {}, "content.no_cost", ""),
        ("cards.warm-spring.effects.1.does.1.kind", "roll", "read.choice", ""),
        ("cards.reed-rat.effects", [BEAST, BEAST], "content.two_monsters", "cards.reed-rat.effects"),
        ("cards.warm-spring.effects.1.does", [], "read.length", ""),
        ("items.broad-axe.value", 0, "read.range", ""),
        ("items.broad-axe.slot", "hat", "read.choice", ""),
        ("items.broad-axe.bonuses.luck", 1, "read.unknown", ""),
        ("items.broad-axe.quest", "dry-well", "read.choice", ""),
        ("items.broad-axe.usable", BOOST, "read.missing", "items.broad-axe.usable.does.1.stat"),
        ("items.jugglers-gloves.usable.timing", "dawn", "read.choice", ""),
        ("heroes.picklock.power.does.1.kind", "win", "read.choice", ""),
        ("heroes.picklock.token", "beige", "read.choice", ""),
        ("monsters", {}, "read.unknown", ""),
        ("heroes", {}, "content.nothing", ""),
    ],
)
def test_a_record_that_is_wrong_is_refused_with_its_place(place: str, value: Any, key: str, field: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_changed(place, value)
    assert (caught.value.key, caught.value.field) == (key, field or place)
    for lang in LANGUAGES:
        assert catalogue(lang, PACKAGE).say(Word(caught.value.key, caught.value.args_)).strip()


def test_a_refusal_says_what_would_be_right() -> None:
    with pytest.raises(Unreadable) as caught:
        read_changed("cards.tide-warden.effects.1.loot.2.unique", "moon")
    assert caught.value.args_["choices"] == "bell-plate, stormcaller, tide-blade"


def test_contents_are_the_same_if_their_packs_are() -> None:
    again = read_content(merge([OWN]), OWN.hash)
    assert again == CONTENT
    assert read_content(changed("quests.drowned-bell.steps", 1), "other") != CONTENT
    assert CONTENT.__plain__() == OWN.hash


def test_automatic_effects_come_by_themselves_and_the_others_are_chosen() -> None:
    assert (CONTENT.cards["reed-rat"].automatic, CONTENT.cards["reed-rat"].activated) == ((0,), ())
    assert (CONTENT.cards["hermit-bear"].automatic, CONTENT.cards["hermit-bear"].activated) == ((), (0,))
    # a trap goes off, the lock behind it waits
    assert (CONTENT.cards["guarded-wagon"].automatic, CONTENT.cards["guarded-wagon"].activated) == ((0,), (1,))
    assert CONTENT.cards["warm-spring"].automatic == (0,)
    assert CONTENT.cards["shooting-gallery"].activated == (0,)


def test_a_card_of_ones_own_may_have_every_kind_of_effect() -> None:
    effects = [
        MONSTER,
        {"kind": "lock", "level": 1, "reward": [{"kind": "restore"}]},
        {"kind": "trap", "level": -1},
        {"kind": "terrain", "does": [{"kind": "move", "n": 3}, {"kind": "by_text"}]},
        {"kind": "paid", "cost": {"xp": 2, "card": 1}, "does": [{"kind": "mana", "n": 2}], "text": "Only at night."},
    ]
    card = read_changed("cards.reed-rat.effects", effects).cards["reed-rat"]
    assert (card.automatic, card.activated) == ((0, 2, 3), (1, 4))


def test_bonuses_are_added_and_listed_in_the_order_of_a_card() -> None:
    found = Bonuses(attack=1, health=2) + Bonuses(security=1, attack=-1)
    assert found == Bonuses(health=2, security=1)
    assert found.listed() == (("health", 2), ("security", 1))
    assert Cost(mana=1, card=2).listed() == (("mana", 1), ("card", 2))


def usable(**fields: Any) -> Usable:
    found: Usable = read(Usable, {"timing": "turn", "does": [{"kind": "restore"}]} | fields, "usable")
    return found


SENTENCES = [
    (
        usable(does=[{"kind": "boost", "stat": "attack", "n": 2, "lasts": "fight"}], per="quest"),
        "In your turn: Attack +2 for this fight. Once in a quest.",
        "В свой ход: Атака +2 до конца боя. Один раз за квест.",
    ),
    (
        usable(timing="move", does=[{"kind": "boost", "stat": "speed", "lasts": "turn"}], cost={"health": 1}),
        "After your movement roll, for 1 Health: Speed +1 until the end of the turn.",
        "После броска на перемещение за 1 очко Здоровья: Скорость +1 до конца хода.",
    ),
    (
        usable(timing="exchange", does=[{"kind": "harm", "n": 2}], cost={"xp": 3, "card": 2}, per="fight"),
        "In a fight, when the dice lie, for 3 XP and 2 cards of yours: a hurt foe loses 2 Health more."
        " Once in a fight.",
        "В бою после бросков за 3 очка Опыта и 2 свои карты: нанесённый урон больше на 2. Один раз за бой.",
    ),
    (
        usable(
            does=[
                {"kind": "start"},
                {"kind": "mana", "n": 2},
                {"kind": "move"},
                {"kind": "by_text"},
            ],
            single_use=True,
        ),
        "In your turn: to Start, Mana +2, up to the maximum, 1 cell ahead, which is not played, and what the card says."
        " Then discard this card.",
        "В свой ход: на «Старт», Мана +2, не выше максимума, 1 клетка вперёд без отыгрыша и то, что сказано на карте."
        " После этого карта сбрасывается.",
    ),
    (
        usable(),
        "In your turn: all Health and Mana back.",
        "В свой ход: Здоровье и Мана восстанавливаются полностью.",
    ),
]


@pytest.mark.parametrize(("given", "english", "russian"), SENTENCES)
def test_a_use_reads_like_this(given: Usable, english: str, russian: str) -> None:
    for lang, expected in (("en", english), ("ru", russian)):
        assert " ".join(map(catalogue(lang, PACKAGE).say, usable_text(CONTENT, given))) == expected


def test_a_card_without_a_value_says_that_nobody_buys_it() -> None:
    item = Item(Text.__read__("Pebble", ""), "drowned-bell", text=Text.__read__("It is round.", ""))
    assert [catalogue("en", PACKAGE).say(said) for said in item_text(CONTENT, item)] == [
        "No value: the Junk Dealer does not want it.",
        "It is round.",
    ]


def test_every_record_has_a_schema() -> None:
    for kind in (Hero, Quest, QuestCard, Item, Usable, Gain, Twist):
        assert schema(kind)["type"] == "object"


# settings


def settle(**chosen: Any) -> dict[str, Any]:
    """The options of a game that has these settings."""
    mode = Option("mode", "choice", ("multi", "solo", "score", "bag"), "multi")
    game: Any = type("Game", (), {"options": (mode, *SETTINGS)})()
    return read_options(game, chosen)


def test_the_defaults_of_section_1_5() -> None:
    assert settle() == {
        "mode": "multi",
        "board_cells": 20,
        "goal_face_up": "yes",
        "levelup_current_health": "plus_one",
        "trap_sprung": "stays",
        "effect_retry_per_turn": "once",
        "dealer_dispute": "dice",
        "sell_levels": "repeat",
        "companions_take_damage": "owner_choice_off",
        "extras": "no",
    }


@pytest.mark.parametrize("cells", [20, 33, 40])
def test_a_board_has_20_to_40_cells(cells: int) -> None:
    assert settle(board_cells=cells)["board_cells"] == cells


@pytest.mark.parametrize("cells", [19, 41, "20"])
def test_another_board_is_refused(cells: Any) -> None:
    with pytest.raises(Refusal) as caught:
        settle(board_cells=cells)
    assert (caught.value.key, caught.value.field) == ("read.range", "options.board_cells")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_and_every_choice_has_its_words(lang: str) -> None:
    words = catalogue(lang, PACKAGE)
    for option in SETTINGS:
        assert words(f"option.{option.key}.name")
        for choice in option.choices:
            assert words(f"option.{option.key}.{choice}")
            assert words(f"option.hint.{option.key}.{choice}")
