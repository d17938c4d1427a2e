"""Our own set as a whole: how much there is of everything, the patterns of section 6, words in both languages, and sets
that are too small to be played with."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from companion.canonical import Plain
from companion.games.roll_player.card_texts import ability_text, card_text
from companion.games.roll_player.content import ATTRIBUTES, CLASS_COLORS, Content
from companion.games.roll_player.invariants import content_warnings
from companion.refusals import Unreadable
from companion.words import LANGUAGES, catalogue
from tests.unit.roll_player.given import GAME, OWN, PUBLISHED, content_of, opened

CONTENT: Content = content_of(OWN)
KINDS = ("races", "classes", "backstories", "alignments", "market", "armor")


def test_the_counts_of_section_1() -> None:
    counts = {kind: len(getattr(CONTENT, kind)) for kind in KINDS}
    assert counts == {"races": 6, "classes": 12, "backstories": 16, "alignments": 17, "market": 53, "armor": 3}
    cards = CONTENT.market.values()
    assert Counter(card.type for card in cards) == {"weapon": 8, "armor": 12, "skill": 13, "trait": 20}
    assert Counter(card.dots for card in cards) == {1: 26, 2: 27}
    assert Counter(card.set for card in cards if card.set) == {"chain": 5, "leather": 4, "mystic": 3}
    assert {key: armor.size for key, armor in CONTENT.armor.items()} == {"chain": 5, "leather": 4, "mystic": 3}


def test_each_class_colour_has_two_sides_and_every_class_an_ability_of_its_own() -> None:
    assert all(len(CONTENT.sides(color)) == 2 for color in CLASS_COLORS)
    sides = CONTENT.classes.values()
    assert all(side.ability is not None or side.perks for side in sides)
    can_do = [(side.ability, side.perks) for side in sides]
    assert all(can_do.count(one) == 1 for one in can_do)
    assert len({side.ability_name for side in sides}) == 12


def test_INV_15_goals_follow_the_pattern_and_give_12_stars() -> None:
    worth = {"exact 18": 4, "exact 17": 3, "min 18": 3, "min 14": 1}
    for side in CONTENT.classes.values():
        assert set(side.goals) == set(ATTRIBUTES)
        for goal in side.goals.values():
            if goal.kind == "range":
                assert (goal.stars, goal.high) == (2, goal.low + 1)
            else:
                assert goal.stars == worth[f"{goal.kind} {goal.low}"]
        assert sum(goal.stars for goal in side.goals.values()) == 12
    published = content_of(PUBLISHED)
    assert not {tuple(s.goals.items()) for s in CONTENT.classes.values()} & {
        tuple(s.goals.items()) for s in published.classes.values()
    }


def test_INV_16_every_backstory_has_each_colour_once_and_slots_122333() -> None:
    for backstory in CONTENT.backstories.values():
        assert sorted(target.color for target in backstory.places) == sorted(CLASS_COLORS)
        assert sorted(target.slot for target in backstory.places) == [1, 2, 2, 3, 3, 3]
    places = {backstory.places for backstory in CONTENT.backstories.values()}
    assert len(places) == 16
    assert not places & {backstory.places for backstory in content_of(PUBLISHED).backstories.values()}


def test_backstories_want_every_colour_about_equally_often_in_every_row() -> None:
    wanted = Counter((t.row, t.color) for backstory in CONTENT.backstories.values() for t in backstory.places)
    assert len(wanted) == 36
    assert set(wanted.values()) <= {2, 3}


def test_alignments_have_one_best_cell_of_3_a_worst_of_1_or_3_and_the_sum_of_the_pattern() -> None:
    for alignment in CONTENT.alignments.values():
        assert alignment.grid.count(3) == 1
        assert max(alignment.grid) == 3
        assert min(alignment.grid) in (-1, -3)
    best = Counter(alignment.grid.index(3) for alignment in CONTENT.alignments.values())
    assert best == {cell: 1 if cell == 4 else 2 for cell in range(9)}
    for alignment in CONTENT.alignments.values():
        centre = alignment.grid.index(3) == 4
        assert (alignment.grid[4], sum(alignment.grid)) == ((3, -1) if centre else (0, 0))
    grids = {alignment.grid for alignment in CONTENT.alignments.values()}
    assert len(grids) == 17
    assert not grids & {alignment.grid for alignment in content_of(PUBLISHED).alignments.values()}


def test_races_change_as_much_up_as_down_within_2() -> None:
    changes = [tuple(sorted(n for n in race.modifiers.values() if n)) for race in CONTENT.races.values()]
    assert sorted(changes) == [(), *[(-2, 2)] * 5]


def test_market_cards_say_everything_that_the_rules_ask() -> None:
    for card in CONTENT.market.values():
        assert card.cost is not None
        assert card.cost >= 1
        match card.type:
            case "weapon":
                assert card.hands in (1, 2)
                assert card.per_die or card.per_row or card.perks or card.extra_armor or card.discount
            case "skill":
                assert card.arrow
                assert card.effect is not None
                assert card.effect.kind != "prompt"
            case "trait":
                assert card.arrow
                assert card.criterion is not None
                assert card.stars
    arrows = Counter(card.arrow for card in CONTENT.market.values() if card.arrow)
    assert set(arrows.values()) <= {8, 9}


def test_armour_sets_favour_each_class_colour_once_and_grow() -> None:
    assert sorted(color for armor in CONTENT.armor.values() for color in armor.colors or ()) == sorted(CLASS_COLORS)
    for armor in CONTENT.armor.values():
        assert armor.stars is not None
        assert list(armor.stars) == sorted(set(armor.stars))
        assert len(armor.stars) == armor.size


def test_RP_SOLO_02_one_two_dot_card_leaves_solo_games() -> None:
    assert [key for key, card in CONTENT.market.items() if not card.solo] == ["mimicry"]
    assert [len(CONTENT.pile(dots, solo=True)) for dots in (1, 2)] == [26, 26]


def test_no_warning_and_nothing_shares_a_name_with_the_published_set() -> None:
    assert content_warnings(CONTENT) == []
    published = content_of(PUBLISHED)
    ours, theirs = (
        {
            (lang, name.casefold())
            for kind in ("races", "classes", "backstories", "alignments", "market")
            for record in getattr(content, kind).values()
            for text in (record.name, getattr(record, "ability_name", None))
            if text is not None
            for lang, name in text.by
        }
        for content in (CONTENT, published)
    )
    assert not ours & theirs
    assert not set(OWN.records["market"]) & set(PUBLISHED.records["market"])


def test_names_differ_and_are_there_in_both_languages() -> None:
    for kind in KINDS:
        for lang in LANGUAGES:
            names = [dict(record.name.by)[lang] for record in getattr(CONTENT, kind).values()]
            assert len(set(names)) == len(names)
            assert all(0 < len(name) <= 24 for name in names)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_one_or_two_sentences(lang: str) -> None:
    words = catalogue(lang, GAME.package)
    told: list[tuple[Any, ...]] = [ability_text(side) for side in CONTENT.classes.values()]
    told += [card_text(CONTENT, card) for card in CONTENT.market.values()]
    for kind in ("races", "backstories", "alignments"):
        told += [(record.text,) for record in getattr(CONTENT, kind).values()]
    for said in told:
        assert 1 <= len(said) <= 2
        for each in said:
            text = words.say(each)
            assert text[0] in "«" or text[0].isdigit() or text[0] == text[0].upper()
            assert text[-1] in ".?!"
            assert len(text) <= 200


def test_texts_are_made_from_the_data() -> None:
    en, ru = (catalogue(lang, GAME.package) for lang in LANGUAGES)

    def of(key: str) -> tuple[list[str], list[str]]:
        said = card_text(CONTENT, CONTENT.market[key])
        return [en.say(each) for each in said], [ru.say(each) for each in said]

    assert of("somersault") == (
        ["Flip one of your dice to its opposite face."],
        ["Перевернуть один свой кубик на противоположную грань."],
    )
    assert of("rune-sceptre") == (
        ["For your attribute goals: Intelligence +1, Wisdom +1, and Charisma +1."],
        ["Для целей атрибутов: Интеллект +1, Мудрость +1 и Харизма +1."],
    )
    assert of("kind-hearted")[0][0].endswith("if your alignment is good.")
    assert of("flattery")[1][1] == "Фазы: Кубики и Рынок."
    healer = ability_text(CONTENT.classes["healer"])
    assert ru.say(healer[0]).startswith("Раз в раунд, в фазе кубиков или рынка, можно изменить один свой кубик на 1")


# as an option


def test_set_own_is_known_whole_unless_the_table_wants_less() -> None:
    assert opened(2, OWN, set="own", cards="").cards == "full"
    assert opened(2, OWN, set="own", cards="types").cards == "types"
    assert opened(2, PUBLISHED, cards="").cards == "none"
    state = opened(2, OWN, set="own", cards="types")
    assert state.content.market["brawny"].criterion is None


# sets that are too small


def records(**changes: Plain) -> dict[str, Any]:
    found: dict[str, Any] = copy.deepcopy({kind: dict(table) for kind, table in OWN.records.items()})
    for place, value in changes.items():
        kind, _, key = place.partition("__")
        if value is None:
            del found[kind][key.replace("_", "-")]
        else:
            found[kind][key.replace("_", "-")].update(value)
    return found


def refused(found: dict[str, Any], key: str, field: str, **args: Plain) -> None:
    with pytest.raises(Unreadable) as caught:
        GAME.content(found, "", {"cards": "full"})
    assert (caught.value.key, caught.value.field) == (key, field)
    assert args.items() <= caught.value.args_.items()
    for lang in LANGUAGES:
        assert catalogue(lang, GAME.package)(caught.value.key, **caught.value.args_)


@pytest.mark.parametrize("kind", ["races", "backstories", "alignments"])
def test_fewer_than_four_of_a_kind_are_refused(kind: str) -> None:
    found = records()
    found[kind] = dict(list(found[kind].items())[:3])
    refused(found, "content.too_few", kind, n=3, least=4)
    refused({key: table for key, table in records().items() if key != kind}, "content.too_few", kind, n=0)


def test_fewer_than_four_class_colours_are_refused() -> None:
    found = records()
    found["classes"] = {k: v for k, v in found["classes"].items() if v["color"] in ("white", "red", "blue")}
    refused(found, "content.too_few", "classes", n=3, least=4)


def test_a_market_that_does_not_last_is_refused() -> None:
    found = records()
    ones = [key for key, card in found["market"].items() if card["dots"] == 1]
    for key in ones[6:]:
        del found["market"][key]
    refused(found, "content.too_few", "market.dots 1", n=6, least=7)
    few = records()
    piles = [[k for k, card in few["market"].items() if card["dots"] == dots] for dots in (1, 2)]
    few["market"] = {key: few["market"][key] for key in (*piles[0][:9], *piles[1][:9])}
    refused(few, "content.too_few", "market", n=18, least=20)


def test_a_missing_armour_set_or_a_table_of_another_length_is_refused() -> None:
    refused(records(armor__mystic=None), "read.missing", "armor.mystic")
    refused(records(armor__chain={"stars": [1, 2, 3]}), "read.count", "armor.chain.stars", expected=5, got=3)


def test_a_perk_that_lacks_what_it_needs_is_refused() -> None:
    refused(records(classes__warden={"perks": [{"kind": "action"}]}), "read.missing", "classes.warden.perks.1.row")
    refused(records(classes__healer={"perks": [{"kind": "once"}]}), "read.missing", "classes.healer.perks.1.effect")
    refused(records(market__sling={"perks": [{"kind": "class_dice"}]}), "read.missing", "market.sling.perks.1.color")
