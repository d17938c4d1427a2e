"""The published set against an independent transcription of the facts (section 6 of the rules), and INV-15, 16.

Nothing here is read from the YAML to know what is right: the tables below were typed in from the sources.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.roll_player.content import Content
from companion.games.roll_player.invariants import content_warnings
from companion.games.roll_player.scoring import attribute_score
from companion.palette import palette
from tests.unit.roll_player.given import GAME, PUBLISHED, beacon, content_of, overlay

ATTRIBUTES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")

RACES = """
Human       0  0  0  0  0  0
Dwarf       0  0 +2  0  0 -2
Elf         0 +2 -2  0  0  0
Halfling   -2  0  0  0  0 +2
Orc        +2  0  0 -2  0  0
Dragonkin  +2 -2  0  0  0  0
"""

CLASSES = """
white  Cleric    Charitable  14-15(2) 16-17(2) 15-16(2) 14+(1)   18(4)    14+(1)
white  Paladin   Vigilant    17(3)    15-16(2) 17(3)    14+(1)   16-17(2) 14+(1)
green  Druid     Attuned     14-15(2) 16-17(2) 15-16(2) 14-15(2) 17-18(2) 17-18(2)
green  Ranger    Skilled     14-15(2) 16-17(2) 18(4)    14+(1)   15-16(2) 14+(1)
purple Monk      Enlightened 18+(3)   16-17(2) 17-18(2) 14+(1)   15-16(2) 14-15(2)
purple Bard      Charming    14+(1)   17(3)    14+(1)   16-17(2) 14+(1)   18(4)
black  Rogue     Mischievous 16-17(2) 18(4)    14-15(2) 14+(1)   14+(1)   15-16(2)
black  Thief     Shrewd      14+(1)   16-17(2) 14+(1)   17(3)    15-16(2) 17(3)
blue   Sorcerer  Mysterious  14+(1)   16-17(2) 15-16(2) 18(4)    14+(1)   14-15(2)
blue   Wizard    Enigmatic   14-15(2) 17(3)    14+(1)   17(3)    14+(1)   16-17(2)
red    Warrior   Prepared    18(4)    16-17(2) 17(3)    14+(1)   14+(1)   14+(1)
red    Barbarian Powerful    16-17(2) 17(3)    18+(3)   14+(1)   14-15(2) 14+(1)
"""

BACKSTORIES = """
Aristocrat    blue-3   green-2  purple-1 red-3    black-2  white-3
Brawler       green-2  red-3    blue-2   purple-3 black-3  white-1
Chosen_One    white-3  green-1  black-2  blue-3   red-3    purple-2
Craftsman     white-1  blue-3   green-3  black-2  purple-3 red-2
Devoted       black-2  green-3  red-3    white-1  purple-3 blue-2
Exonerated    blue-1   black-3  white-3  purple-3 red-2    green-2
Hunter        purple-3 black-2  red-1    blue-3   white-2  green-3
Lost_Soul     purple-2 red-1    white-2  black-3  blue-3   green-3
Mentor        black-2  white-3  blue-2   red-3    purple-1 green-3
Patrician     black-3  blue-2   green-3  white-3  red-1    purple-2
Persecuted    red-3    purple-2 white-2  green-3  black-3  blue-1
Resilient     green-3  white-3  black-1  purple-2 blue-2   red-3
Rift_Walker   red-3    white-2  purple-3 green-1  black-3  blue-2
Savage        blue-3   black-1  green-2  red-3    white-3  purple-2
Savant        red-2    green-3  blue-2   white-3  black-3  purple-1
Street_Urchin purple-2 blue-3   white-2  black-1  red-3    green-3
"""

ALIGNMENTS = """
Arbiter       1  0 -1 |  3  0 -3 |  1  0 -1
Champion      0  0 -1 |  3  0 -1 |  0  0 -1
Eccentric    -1  0  0 | -1  0  3 | -1  0  0
Free_Spirit  -1  0  1 | -3  0  3 | -1  0  1
Guardian      0  3  0 |  0  0  0 | -1 -1 -1
Hermit       -1  0 -1 |  0  3  0 | -1  0 -1
Lunatic      -3 -1  0 | -1  0  1 |  0  1  3
Maniac       -1 -1  0 | -1  0  0 |  0  0  3
Narcissist   -1 -1 -1 |  0  0  0 |  0  3  0
Neurotic      0 -1 -1 |  0  0 -1 |  3  0  0
Protector     1  3  1 |  0  0  0 | -1 -3 -1
Rebel         0  1  3 | -1  0  1 | -3 -1  0
Renegade      0  0  3 | -1  0  0 | -1 -1  0
Scoundrel    -1 -3 -1 |  0  0  0 |  1  3  1
Sentinel      3  0  0 |  0  0 -1 |  0 -1 -1
Sociopath     0 -1 -3 |  1  0 -1 |  3  1  0
Truth_Seeker  3  1  0 |  1  0 -1 |  0 -1 -3
"""

MARKET = """
Longsword        Длинный_меч            weapon          1
Blessed_Mace     Освящённая_булава      weapon          1
Jeweled_Dagger   Кинжал_с_самоцветами   weapon          1
Longbow          Длинный_лук            weapon          2
Tower_Shield     Башенный_щит           weapon          2
Ancient_Spear    Древнее_копьё          weapon          1
Quarterstaff     Боевой_посох           weapon          1
Heavy_Crossbow   Тяжёлый_арбалет        weapon          1
Steadfast        Стойкий                trait           2
Honorable        Благородный            trait           2
Nimble           Проворный              trait           2
Proud            Гордый                 trait           2
Weak             Слабый                 trait           1
Clumsy           Неуклюжий              trait           2
Foolish          Глупый                 trait           1
Reckless         Безрассудный           trait           1
Focused          Сосредоточенный        trait           2
Compassionate    Сострадательный        trait           2
Obsessed         Одержимый              trait           2
Cunning          Хитрый                 trait           1
Greedy           Жадный                 trait           2
Honest           Честный                trait           1
Loyal            Верный                 trait           1
Obnoxious        Несносный              trait           1
Concentrate      Концентрация           skill           2
Search           Поиск                  skill           2
Negotiate        Переговоры             skill           2
Pickpocket       Карманная_кража        skill           1
Acrobatics       Акробатика             skill           1
Open_Lock        Взлом_замка            skill           2
Climb            Лазание                skill           1
Intimidate       Запугивание            skill           1
Move_Silently    Бесшумное_движение     skill           2
Knowledge        Знание                 skill           2
Cure_Wounds      Лечение_ран            skill           1
Sleight_of_Hand  Ловкость_рук           skill           1
Chain_Gorget     Кольчужный_горжет      armour/Chain    2
Chain_Vambraces  Кольчужные_наручи      armour/Chain    2
Chain_Helm       Кольчужный_шлем        armour/Chain    1
Chain_Tunic      Кольчужная_рубаха      armour/Chain    2
Chain_Leggings   Кольчужные_поножи      armour/Chain    1
Mystic_Cowl      Мистический_капюшон    armour/Mystic   2
Mystic_Robes     Мистическая_мантия     armour/Mystic   2
Mystic_Cloak     Мистический_плащ       armour/Mystic   1
Leather_Greaves  Кожаные_поножи         armour/Leather  2
Leather_Boots    Кожаные_сапоги         armour/Leather  1
Leather_Gloves   Кожаные_перчатки       armour/Leather  1
Leather_Pauldron Кожаный_наплечник      armour/Leather  2
Diplomacy        Дипломатия             skill           2
Dedicated        Преданный              trait           1
Courageous       Отважный               trait           1
Envious          Завистливый            trait           2
Famous           Знаменитый             trait           2
"""

RUSSIAN = {
    "races": {
        "Human": "Человек", "Dwarf": "Дварф", "Elf": "Эльф", "Halfling": "Полурослик", "Orc": "Орк",
        "Dragonkin": "Драконид",
    },
    "classes": {
        "Cleric": "Жрец", "Paladin": "Паладин", "Druid": "Друид", "Ranger": "Следопыт", "Monk": "Монах",
        "Bard": "Бард", "Rogue": "Плут", "Thief": "Вор", "Sorcerer": "Чародей", "Wizard": "Волшебник",
        "Warrior": "Воин", "Barbarian": "Варвар",
    },
    "abilities": {
        "Charitable": "Милосердный", "Vigilant": "Бдительный", "Attuned": "Созвучный", "Skilled": "Умелый",
        "Enlightened": "Просветлённый", "Charming": "Обаятельный", "Mischievous": "Озорной",
        "Shrewd": "Ловкий делец", "Mysterious": "Таинственный", "Enigmatic": "Загадочный",
        "Prepared": "Подготовленный", "Powerful": "Могучий",
    },
    "backstories": {
        "Aristocrat": "Аристократ", "Brawler": "Драчун", "Chosen One": "Избранный", "Craftsman": "Ремесленник",
        "Devoted": "Самоотверженный", "Exonerated": "Оправданный", "Hunter": "Охотник",
        "Lost Soul": "Потерянная душа", "Mentor": "Наставник", "Patrician": "Патриций", "Persecuted": "Гонимый",
        "Resilient": "Несломленный", "Rift Walker": "Странник разломов", "Savage": "Дикарь", "Savant": "Самородок",
        "Street Urchin": "Беспризорник",
    },
    "alignments": {
        "Arbiter": "Арбитр", "Champion": "Поборник", "Eccentric": "Чудак", "Free Spirit": "Вольный дух",
        "Guardian": "Страж", "Hermit": "Отшельник", "Lunatic": "Безумец", "Maniac": "Маньяк",
        "Narcissist": "Нарцисс", "Neurotic": "Невротик", "Protector": "Защитник", "Rebel": "Бунтарь",
        "Renegade": "Отступник", "Scoundrel": "Негодяй", "Sentinel": "Часовой", "Sociopath": "Социопат",
        "Truth Seeker": "Искатель истины",
    },
}  # fmt: skip


def lines(table: str) -> list[list[str]]:
    return [[part.replace("_", " ") for part in line.split()] for line in table.strip().splitlines()]


CONTENT = content_of(PUBLISHED)


def by_name(kind: str) -> dict[str, Any]:
    return {record.name.say("en"): record for record in getattr(CONTENT, kind).values()}


@pytest.mark.parametrize(("name", "numbers"), [pytest.param(r[0], r[1:], id=r[0]) for r in lines(RACES)])
def test_race(name: str, numbers: list[str]) -> None:
    race = by_name("races")[name]
    assert [race.modifiers.get(row, 0) for row in ATTRIBUTES] == [int(n) for n in numbers]
    assert race.name.say("ru") == RUSSIAN["races"][name]
    naked = GAME.scores.read({"race": name}, CONTENT)
    assert [attribute_score(naked, row) for row in ATTRIBUTES] == [int(n) for n in numbers]


GOALS = [(r[1], row, goal) for r in lines(CLASSES) for row, goal in zip(ATTRIBUTES, r[3:], strict=True)]


@pytest.mark.parametrize(("name", "row", "goal"), [pytest.param(*g, id=f"{g[0]}-{g[1]}-{g[2]}") for g in GOALS])
def test_72_goals(name: str, row: str, goal: str) -> None:
    text, stars = goal.rstrip(")").split("(")
    found = by_name("classes")[name].goals[row]
    assert found.stars == int(stars)
    wanted = range(1, 31)
    if text.endswith("+"):
        met = [n for n in wanted if n >= int(text[:-1])]
    elif "-" in text:
        low, high = map(int, text.split("-"))
        met = [n for n in wanted if low <= n <= high]
    else:
        met = [int(text)]
    assert [n for n in wanted if found.met(n)] == met


@pytest.mark.parametrize(("color", "name", "ability"), [pytest.param(*r[:3], id=r[1]) for r in lines(CLASSES)])
def test_class_side(color: str, name: str, ability: str) -> None:
    side = by_name("classes")[name]
    assert side.color == color
    assert side.name.say("ru") == RUSSIAN["classes"][name]
    assert (side.ability_name.say("en"), side.ability_name.say("ru")) == (ability, RUSSIAN["abilities"][ability])
    assert side.ability == {"Attuned": "attuned", "Charming": "charming", "Shrewd": "shrewd"}.get(ability)
    assert side.gold_die_income == (4 if name == "Thief" else 2)


def test_INV_15_every_published_side_is_worth_12_stars_by_the_pattern() -> None:
    stars_of = {("exact", 18): 4, ("exact", 17): 3, ("min", 18): 3, ("min", 14): 1}
    for side in CONTENT.classes.values():
        assert len(side.goals) == 6
        assert sum(goal.stars for goal in side.goals.values()) == 12
        for goal in side.goals.values():
            if goal.kind == "range":
                assert goal.high == goal.low + 1
                assert goal.stars == 2
            else:
                assert goal.stars == stars_of[(goal.kind, goal.low)]
    assert Counter(side.color for side in CONTENT.classes.values()) == Counter(
        dict.fromkeys(("green", "blue", "red", "purple", "black", "white"), 2)
    )


TARGETS = [(r[0], row, target) for r in lines(BACKSTORIES) for row, target in zip(ATTRIBUTES, r[1:], strict=True)]


@pytest.mark.parametrize(("name", "row", "target"), [pytest.param(*t, id=f"{t[0]}-{t[1]}") for t in TARGETS])
def test_96_backstory_targets(name: str, row: str, target: str) -> None:
    color, slot = target.split("-")
    backstory = by_name("backstories")[name]
    (found,) = [place for place in backstory.places if place.row == row]
    assert (found.color, found.slot) == (color, int(slot))
    assert backstory.name.say("ru") == RUSSIAN["backstories"][name]
    letter = palette()[color].letter
    sheet = {row: " ".join(f"{letter}1" if at == int(slot) else "_" for at in (1, 2, 3))}
    hero = GAME.scores.read({"backstory": name, "sheet": sheet}, CONTENT)
    assert GAME.scores.breakdown(hero).lines["backstory"].because[0].args["n"] == 1


def test_INV_16_every_published_backstory_has_each_colour_once_and_slots_122333() -> None:
    assert len(CONTENT.backstories) == 16
    for backstory in CONTENT.backstories.values():
        assert [place.row for place in backstory.places] == list(ATTRIBUTES)
        assert len({place.color for place in backstory.places}) == 6
        assert sorted(place.slot for place in backstory.places) == [1, 2, 2, 3, 3, 3]


CELLS = [(r[0], cell, int(value)) for r in lines(ALIGNMENTS) for cell, value in enumerate(n for n in r[1:] if n != "|")]


def test_153_alignment_cells_are_transcribed() -> None:
    assert len(CELLS) == 153
    assert len(GOALS) == 72
    assert len(TARGETS) == 96
    assert len(lines(MARKET)) == 53


@pytest.mark.parametrize(("name", "cell", "value"), [pytest.param(*c, id=f"{c[0]}-{c[1]}") for c in CELLS])
def test_alignment_cell(name: str, cell: int, value: int) -> None:
    alignment = by_name("alignments")[name]
    assert alignment.grid[cell] == value
    assert alignment.name.say("ru") == RUSSIAN["alignments"][name]


def test_pattern_of_the_alignment_grids() -> None:
    assert len(CONTENT.alignments) == 17
    for key, alignment in CONTENT.alignments.items():
        assert len(alignment.grid) == 9
        assert max(alignment.grid) == 3
        assert min(alignment.grid) in (-1, -3)
        assert sum(alignment.grid) == (-1 if key == "hermit" else 0)
        assert alignment.grid[4] == (3 if key == "hermit" else 0)


@pytest.mark.parametrize(
    ("name", "russian", "kind", "dots"), [pytest.param(*row, id=row[0].replace(" ", "-")) for row in lines(MARKET)]
)
def test_53_market_cards(name: str, russian: str, kind: str, dots: str) -> None:
    card = by_name("market")[name]
    type_, _, set_ = kind.replace("armour", "armor").partition("/")
    assert (card.type, card.set or "", card.dots) == (type_, set_.lower(), int(dots))
    assert card.name.say("ru") == russian
    assert card.cost == (6 if name == "Reckless" else None)
    assert (card.arrow, card.hands, card.stars, card.criterion) == (None, None, None, None)


def test_composition_of_the_market() -> None:
    cards = list(CONTENT.market.values())
    assert Counter(card.type for card in cards) == {"weapon": 8, "armor": 12, "skill": 13, "trait": 20}
    assert Counter(card.dots for card in cards) == {1: 26, 2: 27}
    assert Counter(card.set for card in cards if card.set) == {"chain": 5, "leather": 4, "mystic": 3}
    assert [card.name.say("en") for card in cards if not card.solo] == ["Diplomacy"]


def test_nothing_else_is_there_and_nothing_is_invented() -> None:
    assert set(by_name("races")) == {row[0] for row in lines(RACES)}
    assert set(by_name("classes")) == {row[1] for row in lines(CLASSES)}
    assert set(by_name("backstories")) == {row[0] for row in lines(BACKSTORIES)}
    assert set(by_name("alignments")) == {row[0] for row in lines(ALIGNMENTS)}
    assert set(by_name("market")) == {row[0] for row in lines(MARKET)}
    assert all(armor.stars is None and armor.colors is None for armor in CONTENT.armor.values())
    assert all(card.text is None for card in CONTENT.market.values())


@pytest.mark.parametrize("kind", ["races", "classes", "backstories", "alignments", "market", "armor"])
def test_names_in_both_languages(kind: str) -> None:
    for record in getattr(CONTENT, kind).values():
        names = dict(record.name.by)
        assert set(names) == {"en", "ru"}
        assert names["en"].isascii()
        assert not names["ru"].isascii()


# warnings about own content


def warned(content: Content) -> list[str]:
    return [found.args["rule"] for found in content_warnings(content)]


def test_INV_15_INV_16_the_published_set_gives_no_warning() -> None:
    assert warned(CONTENT) == []
    assert warned(content_of(beacon())) == []


def test_INV_15_a_side_of_13_stars_is_a_warning_only() -> None:
    goals = {"STR": "18(4)", "DEX": "18(4)", "CON": "14+(1)", "INT": "14+(1)", "WIS": "14+(1)", "CHA": "16-17(2)"}
    content = content_of(PUBLISHED, overlay(classes={"thief": {"goals": goals}}))
    assert warned(content) == ["INV-15"]
    assert content.classes["thief"].goals["DEX"].stars == 4


@pytest.mark.parametrize(
    "targets",
    [
        {"STR": "b3", "DEX": "b2", "CON": "p1", "INT": "r3", "WIS": "k2", "CHA": "w3"},
        {"STR": "b3", "DEX": "g2", "CON": "p2", "INT": "r3", "WIS": "k2", "CHA": "w3"},
    ],
    ids=["colour-twice", "no-slot-1"],
)
def test_INV_16_another_pattern_is_a_warning_only(targets: dict[str, str]) -> None:
    content = content_of(PUBLISHED, overlay(backstories={"mentor": {"targets": targets}}))
    assert warned(content) == ["INV-16"]
