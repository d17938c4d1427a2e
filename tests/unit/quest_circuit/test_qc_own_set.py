"""Our own set: the counts and figures of section 11, a second quest one step harder, and texts from the data."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.quest_circuit.card_texts import hero_text, item_text, quest_card_text, slot_word
from companion.games.quest_circuit.content import SLOTS, Item, Monster, QuestCard
from companion.games.quest_circuit.scaling import scaled_card, scaled_goal, scaled_item, steps_for
from companion.words import LANGUAGES, Text, catalogue
from tests.unit.quest_circuit.quest_cards import BELL, CONTENT, FAIR, PACKAGE

# name: Health, Attack, Shot, XP, Items, Unique (11.2)
MONSTERS: dict[str, tuple[Any, ...]] = {
    "Mud Whelp": (2, -1, None, 2, 0, None),
    "Reed Rat": (2, -1, None, 2, 0, None),
    "Bog Beetle": (3, -1, None, 2, 1, None),
    "Drift Wraith": (3, 0, None, 3, 1, None),
    "Spit Toad": (3, 0, 0, 3, 1, None),
    "Peat Golem": (4, 0, None, 3, 1, None),
    "Gnat Swarm": (2, 0, 0, 2, 0, None),
    "Sunken Guard": (3, 0, None, 3, 1, None),
    "Moss Crawler": (4, -1, None, 3, 1, None),
    "Lantern Imp": (3, 0, None, 3, 0, None),
    "Marsh Ogre": (5, 1, None, 5, 1, None),
    "Reed Stalker": (4, 1, 0, 5, 1, None),
    "Rust Knight": (5, 1, None, 5, 1, None),
    "Eel Mother": (6, 1, None, 6, 1, None),
    "Bone Archer": (4, 1, 1, 5, 1, None),
    "Toll Collector": (5, 1, None, 5, 2, None),
    "Tide Warden": (7, 2, None, 8, 1, "tide-blade"),
    "Belfry Wyrm": (8, 2, 0, 9, 1, "bell-plate"),
    "Hermit Bear": (4, 1, None, 4, 1, None),
    "Ferry Troll": (6, 2, None, 7, 2, None),
}
NEUTRAL = {"Hermit Bear", "Ferry Troll"}

# slot, bonuses in the order of a card, value (11.3)
ITEMS: dict[str, tuple[Any, ...]] = {
    "Short Blade": ("melee", "attack 1", 2),
    "Hooked Spear": ("melee", "attack 1", 2),
    "Broad Axe": ("melee", "attack 2", 4),
    "Padded Coat": ("armour", "health 1", 2),
    "Scale Vest": ("armour", "health 2", 3),
    "Spiked Mail": ("armour", "health 1 attack 1", 4),
    "Hunting Bow": ("ranged", "shot 1", 2),
    "War Crossbow": ("ranged", "shot 2", 3),
    "Light Boots": ("boots", "speed 1", 2),
    "Wind Boots": ("boots", "speed 2", 3),
    "Lock Picks": ("tool", "security 1", 1),
    "Trap Glove": ("tool", "security 1", 1),
    "Master Tools": ("tool", "security 2", 2),
    "Battle Charm": ("charm", "attack 1", 3),
    "Heart Charm": ("charm", "health 1", 2),
    "Hawk Charm": ("charm", "shot 1 security 1", 3),
}
UNIQUES: dict[str, tuple[Any, ...]] = {
    "Tide Blade": ("melee", "attack 3", 6),
    "Bell Plate": ("armour", "health 3", 5),
    "Stormcaller": ("ranged", "shot 3", 5),
}

HEROES = {
    "Gatewarden": (4, 0, 1, 0, 0, 0),
    "Picklock": (5, 1, 0, 0, 1, 2),
    "Fen Archer": (5, 1, 0, 1, 0, 1),
    "Hedge Witch": (5, 3, 0, 1, 0, 0),
}


def cards(quest: str, *, extras: bool = False) -> list[QuestCard]:
    return [CONTENT.cards[key] for key in CONTENT.quest_cards(quest, extras=extras)]


def by_name(records: Any) -> dict[str, Any]:
    return {record.name.say("en"): record for record in records}


def figures(monster: Monster) -> tuple[Any, ...]:
    items = sum(gain.n for gain in monster.loot if gain.kind == "items")
    unique = next((gain.unique for gain in monster.loot if gain.kind == "unique"), None)
    return (monster.health, monster.attack, monster.shot, monster.xp, items, unique)


def worth(item: Item) -> tuple[Any, ...]:
    return (item.slot, " ".join(f"{stat} {n}" for stat, n in item.bonuses.listed()), item.value)


def test_the_heroes_of_section_11_1_and_a_power_for_each() -> None:
    stats = ("health", "mana", "attack", "shot", "speed", "security")
    heroes = by_name(CONTENT.heroes.values())
    assert {name: tuple(getattr(hero.bonuses, s) for s in stats) for name, hero in heroes.items()} == HEROES
    powers = [hero.power for hero in CONTENT.heroes.values()]
    assert all(powers)
    assert all(powers.count(power) == 1 for power in powers)
    assert len({hero.token for hero in CONTENT.heroes.values()}) == 4


def test_the_power_of_the_witch_is_one_mana_for_one_more_on_any_roll_of_her_own() -> None:
    power = CONTENT.heroes["hedge-witch"].power
    assert power is not None
    assert (power.timing, power.cost.listed()) == ("roll", (("mana", 1),))
    assert [(doing.kind, doing.n) for doing in power.does] == [("roll", 1)]


@pytest.mark.parametrize("quest", [BELL, FAIR])
def test_a_quest_has_32_cards_and_a_goal_and_16_items_and_3_uniques(quest: str) -> None:
    assert len(cards(quest)) == 32 == 19 + 13
    assert len(cards(quest, extras=True)) == 34
    assert len(CONTENT.stack(quest, "item")) == 16
    assert len(CONTENT.stack(quest, "unique")) == 3
    monsters = [card for card in cards(quest) if card.monster is not None]
    assert len(monsters) == 20
    assert sum(card.monster is not None and card.monster.neutral for card in monsters) == 2
    # what stays on the board for good lies beside the set
    assert [card.permanent for card in cards(quest)] == [False] * 32
    assert [card.permanent for card in cards(quest, extras=True) if card.extra] == [True, True]


def test_the_monsters_of_section_11_2() -> None:
    found = {name: card.monster for name, card in by_name(cards(BELL)).items() if card.monster is not None}
    assert {name: figures(monster) for name, monster in found.items()} == MONSTERS
    assert {name for name, monster in found.items() if monster.neutral} == NEUTRAL
    goal = CONTENT.cards[CONTENT.goal(BELL)]
    assert goal.monster is not None
    assert (figures(goal.monster), goal.monster.completes_quest) == ((10, 2, 0, 10, 0, None), True)


def test_the_traps_locks_and_places_of_section_11_2() -> None:
    found = by_name(cards(BELL))
    levels = {name: card.effects[0].level for name, card in found.items() if card.effects[0].kind in ("trap", "lock")}
    assert levels == {
        "Sinkhole": 0,
        "Snare Net": 1,
        "Spore Puff": 1,
        "Falling Beam": 2,
        "Fisher’s Chest": 0,
        "Iron Box": 1,
        "Sealed Crypt": 1,
        "Vault Door": 2,
    }
    does = {
        name: [(gain.kind, gain.n) for gain in card.effects[0].does]
        for name, card in found.items()
        if card.effects[0].kind == "terrain"
    }
    assert does == {
        "Warm Spring": [("heal", 2)],
        "Old Milestone": [("xp", 2)],
        "Abandoned Pack": [("items", 1)],
        "Thorn Path": [("lose", 1)],
    }
    assert {card.effects[0].xp for card in found.values() if card.effects[0].kind == "trap"} == {1}
    rewards = {card.effects[0].reward for card in found.values() if card.effects[0].kind == "lock"}
    assert [[(gain.kind, gain.n) for gain in reward] for reward in rewards] == [[("xp", 1), ("items", 1)]]


def test_the_items_and_uniques_of_section_11_3() -> None:
    items = by_name(CONTENT.items[key] for key in CONTENT.stack(BELL, "item"))
    uniques = by_name(CONTENT.items[key] for key in CONTENT.stack(BELL, "unique"))
    assert {name: worth(item) for name, item in items.items()} == ITEMS
    assert {name: worth(item) for name, item in uniques.items()} == UNIQUES
    assert {item.slot for item in items.values()} == set(SLOTS)


def test_every_unique_is_to_be_won_somewhere() -> None:
    for quest in CONTENT.quests:
        monsters = [card.monster for card in cards(quest, extras=True) if card.monster is not None]
        won = [gain.unique for monster in monsters for gain in monster.loot if gain.kind == "unique"]
        assert sorted(won) == sorted(CONTENT.stack(quest, "unique"))


def test_the_second_quest_has_usable_cards_a_companion_a_price_and_a_card_of_two_effects() -> None:
    items = [CONTENT.items[key] for key in CONTENT.stack(FAIR, "item")]
    assert sum(item.usable is not None for item in items) == 3
    assert sum(item.companion is not None for item in items) == 1
    kinds = Counter(effect.kind for card in cards(FAIR) for effect in card.effects)
    assert kinds == {"monster": 20, "trap": 5, "lock": 4, "terrain": 3, "paid": 1}


# QC-SOLO-23: harder quests


def test_QC_SOLO_23_the_second_quest_is_one_step_harder_than_the_first() -> None:
    def all_figures(quest: str, steps: int) -> Counter[tuple[Any, ...]]:
        monsters = [scaled_card(card, steps).monster for card in cards(quest)]
        return Counter((*figures(m)[:5], m.neutral) for m in monsters if m is not None)

    assert steps_for(CONTENT, FAIR, 2) == 0
    assert all_figures(FAIR, 0) == all_figures(BELL, 1)
    values = [
        Counter(scaled_item(CONTENT.items[key], steps).value for key in CONTENT.stack(quest, "item"))
        for quest, steps in ((FAIR, 0), (BELL, 1))
    ]
    assert values[0] == values[1]


def test_QC_SOLO_23_what_a_step_does_to_a_card() -> None:
    beetle, crypt, snare = (CONTENT.cards[key] for key in ("bog-beetle", "sealed-crypt", "snare-net"))
    harder: Any = [scaled_card(beetle, 2), scaled_card(crypt, 1), scaled_card(snare, 1)]
    assert figures(harder[0].monster)[:4] == (7, 1, None, 4)
    assert [card.effects[0].level for card in harder[1:]] == [2, 2]
    assert scaled_card(CONTENT.cards["warm-spring"], 3) == CONTENT.cards["warm-spring"]
    mail, hawk = (scaled_item(CONTENT.items[key], 1) for key in ("spiked-mail", "hawk-charm"))
    assert worth(mail) == ("armour", "health 2 attack 1", 5)
    assert worth(hawk) == ("charm", "shot 2 security 1", 4)


@pytest.mark.parametrize(
    ("health", "attack", "expected"), [(9, 3, (13, 4)), (5, 0, (10, 2)), (12, 6, (18, 7)), (6, 1, (10, 2))]
)
def test_QC_SOLO_23_the_goal_is_measured_by_the_hero(health: int, attack: int, expected: tuple[int, int]) -> None:
    goal = scaled_goal(CONTENT.cards["bell-keeper"], health, attack).monster
    assert goal is not None
    assert (goal.health, goal.attack, goal.shot) == (*expected, 0)


def test_quests_are_offered_the_easier_first_and_made_harder_only_as_far_as_they_are_not_yet() -> None:
    assert CONTENT.order() == (BELL, FAIR)
    assert [steps_for(CONTENT, BELL, index) for index in (1, 2, 3)] == [0, 1, 2]
    assert [steps_for(CONTENT, FAIR, index) for index in (1, 2, 3)] == [0, 0, 1]


# texts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_says_what_it_does(lang: str) -> None:
    words = catalogue(lang, PACKAGE)
    texts = [quest_card_text(CONTENT, card) for card in CONTENT.cards.values()]
    texts += [item_text(CONTENT, item) for item in CONTENT.items.values()]
    texts += [hero_text(CONTENT, hero) for hero in CONTENT.heroes.values()]
    for text in texts:
        assert text
        assert all(words.say(said).endswith(".") for said in text)
    slots = {words.say(word) for item in CONTENT.items.values() if (word := slot_word(item)) is not None}
    assert len(slots) == len(SLOTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_is_there_and_its_own(lang: str) -> None:
    kinds = (CONTENT.heroes, CONTENT.quests, CONTENT.cards, CONTENT.items)
    names: list[Text] = [record.name for kind in kinds for record in kind.values()]
    names += [hero.power_name for hero in CONTENT.heroes.values() if hero.power_name is not None]
    said = [dict(name.by)[lang] for name in names]
    assert [name for name, count in Counter(said).items() if count > 1] == []


SAYS = {
    "cards.spit-toad": (
        "Monster: Health 3, Attack +0, Shot +0. Beaten: 3 XP and 1 Item.",
        "Монстр: Здоровье 3, Атака +0, Выстрел +0. За победу: Опыт +3 и 1 Предмет.",
    ),
    "cards.ferry-troll": (
        "Neutral monster: Health 6, Attack +2, does not shoot. Beaten: 7 XP and 2 Items.",
        "Нейтральный монстр: Здоровье 6, Атака +2, не стреляет. За победу: Опыт +7 и 2 Предмета.",
    ),
    "cards.tide-warden": (
        "Monster: Health 7, Attack +2, does not shoot. Beaten: 8 XP, 1 Item, and the Unique “Tide Blade”.",
        "Монстр: Здоровье 7, Атака +2, не стреляет. За победу: Опыт +8, 1 Предмет и Уник «Клинок прилива».",
    ),
    "cards.guarded-wagon": (
        "Trap +1. Evaded: 1 XP. Lock +3. Opened: 1 XP and 1 Item.",
        "Ловушка +1. Кто избежал: Опыт +1. Замок +3. Если открыт: Опыт +1 и 1 Предмет.",
    ),
    "cards.ferry-shrine": (
        "Pay 1 Mana: Health +2, up to the maximum. Permanent: it stays on the board.",
        "За 1 Ману: Здоровье +2, не выше максимума. Постоянная: остаётся на поле.",
    ),
    "cards.mud-whelp": (
        "Monster: Health 2, Attack −1, does not shoot. Beaten: 2 XP.",
        "Монстр: Здоровье 2, Атака −1, не стреляет. За победу: Опыт +2.",
    ),
    "items.heart-lantern": (
        "Health +1. In your turn: Health +4, up to the maximum. Then discard this card. Value 3.",
        "Здоровье +1. В свой ход: Здоровье +4, не выше максимума. После этого карта сбрасывается. Ценность 3.",
    ),
    "items.learned-mouse": (
        "Speed +1 and Security +1. Companion: Health 2, Mana 0. Value 3.",
        "Скорость +1 и Безопасность +1. Спутник: Здоровье 2, Мана 0. Ценность 3.",
    ),
    "heroes.gatewarden": (
        "Innate bonuses: Health +4 and Attack +1. In a fight, when the dice lie, for 1 Mana: you lose 2 Health less.",
        "Врождённые бонусы: Здоровье +4 и Атака +1. В бою после бросков за 1 Ману: полученный урон меньше на 2.",
    ),
}


@pytest.mark.parametrize("place", SAYS)
def test_a_card_reads_like_this(place: str) -> None:
    kind, key = place.split(".")
    text = {"cards": quest_card_text, "items": item_text, "heroes": hero_text}[kind]
    found = text(CONTENT, getattr(CONTENT, kind)[key])
    assert tuple(" ".join(map(catalogue(lang, PACKAGE).say, found)) for lang in LANGUAGES) == SAYS[place]
