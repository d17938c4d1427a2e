"""Every weapon, skill and trait of our own set: what its effect does and when its criterion is met, with figures worked
out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.roll_player.ending import hero
from companion.games.roll_player.measures import attribute_score
from companion.games.roll_player.moves import (
    AttributeAction,
    Buy,
    Keep,
    PlaceDie,
    Tell,
    UseAbility,
    UseSkill,
)
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import State
from companion.words import catalogue
from tests.unit.roll_player.given import (
    GAME,
    OWN,
    after,
    asked,
    centre_text,
    content_of,
    moves,
    refused,
    row_text,
    table,
)
from tests.unit.roll_player.heroes import rows

MARKET = content_of(OWN).market


def of(*owned: str, sheet: str = "STR[r2 b3 g4] DEX[w1 _ _]", **given: Any) -> State:
    """Seat 1 owns these cards and stands in the centre of the alignment card; the Dice phase."""
    return table(2, OWN, **{"sheets": [sheet], "owned": {1: owned}, "centre": "r1 y4* b5", **given})


def buying(*market: str, **given: Any) -> State:
    defaults = {"phase": "market", "holds": {1: 1, 2: 2}, "centre": None, "market": market, "gold": (20, 20)}
    return of(*given.pop("owned", ()), **{**defaults, **given})


# weapons

SHEET_6 = "STR[r2 b2 g2] DEX[w2 r2 b2] CON[g2 w2 r2] INT[b2 g2 w2] WIS[r2 b2 g2] CHA[w2 r2 b2]"


@pytest.mark.parametrize(
    ("weapon", "added"),
    [
        ("iron-fan", {"DEX": 1, "CHA": 1}),
        ("billhook", {"CON": 3}),
        ("war-hammer", {"STR": 4}),
        ("rune-sceptre", {"INT": 1, "WIS": 1, "CHA": 1}),
    ],
)
def test_RP_SCORE_02_weapons_add_to_attribute_scores(weapon: str, added: Mapping[str, int]) -> None:
    state = of(weapon, sheet=SHEET_6)
    for row in ("STR", "DEX", "CON", "INT", "WIS", "CHA"):
        race = state.player(1).modifiers.get(row, 0)
        assert attribute_score(hero(state, 1), row) == 6 + race + added.get(row, 0)


def test_billhook_adds_1_for_each_die_that_is_there() -> None:
    state = of("billhook", sheet="CON[g2 w5 _]")
    assert attribute_score(hero(state, 1), "CON") == 7 + 2 + state.player(1).modifiers.get("CON", 0)


def test_throwing_knives_change_a_die_by_1_for_1_gold_once_a_round() -> None:
    state = of("throwing-knives", gold=(3, 5))
    state = after(state, 1, UseAbility("throwing-knives", target="STR.1", by=-1))
    assert (row_text(state, 1, "STR"), state.player(1).gold) == ("r1 b3 g4", 2)
    refused(state, 1, UseAbility("throwing-knives", target="STR.2", by=1), "ability.used")
    broke = of("throwing-knives", gold=(0, 5))
    refused(broke, 1, UseAbility("throwing-knives", target="STR.1", by=1), "ability.gold", "RP-GOLD-06")


def test_shepherds_crook_allows_a_step_of_the_alignment_instead() -> None:
    state = table(2, OWN, hand="w3", holds={1: 1}, centre="_ y4* b5", owned={1: ["shepherds-crook"]})
    state = after(state, 1, PlaceDie("CON"))
    assert AttributeAction("CON", "CON.1", by=1) in moves(state, 1)
    stepped = after(state, 1, AttributeAction("WIS", step="left"))
    assert (stepped.player(1).alignment_pos, stepped.active_player) == (3, 2), "still one action (RP-DICE-04)"
    refused(state, 1, AttributeAction("STR", "CON.1"), "action.other_row", "RP-DICE-04")
    bare = after(table(2, OWN, hand="w3", holds={1: 1}, centre="_ y4* b5"), 1, PlaceDie("CON"))
    refused(bare, 1, AttributeAction("WIS", step="left"), "action.other_row", "RP-DICE-04")


def test_shepherds_crook_both_actions_are_told() -> None:
    state = table(2, OWN, hand="w3", holds={1: 1}, centre="_ y4* b5", owned={1: ["shepherds-crook"]})
    word = GAME.prompt(after(state, 1, PlaceDie("CON")), 1)
    assert word.key == "prompt.action_also"
    en, ru = (catalogue(lang, GAME.package).say(word) for lang in ("en", "ru"))
    assert en.endswith("or instead of that by an ability: Wisdom: move your alignment one step.")
    assert ru.endswith("или вместо этого по способности: Мудрость — сдвинуть мировоззрение на шаг.")
    assert GAME.prompt(after(state, 1, PlaceDie("WIS")), 1).key == "prompt.action"


def test_sling_pays_1_more_for_a_coin() -> None:
    given: dict[str, Any] = {"hand": "w3", "centre": "r1 _* b5", "holds": {1: 2}, "gold": (5, 5)}
    armed = after(table(2, OWN, owned={1: ["sling"]}, **given), 1, PlaceDie("CON"))
    bare = after(table(2, OWN, **given), 1, PlaceDie("CON"))
    assert (armed.player(1).gold, bare.player(1).gold) == (5 + 1 + 1, 5 + 1)
    no_coin: dict[str, Any] = {"hand": "w3", "centre": "_ r1* b5", "holds": {1: 1}, "gold": (5, 5)}
    assert after(table(2, OWN, owned={1: ["sling"]}, **no_coin), 1, PlaceDie("CON")).player(1).gold == 5


def test_spiked_buckler_is_one_more_card_of_a_set_that_is_begun() -> None:
    silk = MARKET["silk-veil"]
    stars = content_of(OWN).armor[silk.set or ""].stars or ()
    without, with_it = (SHEET.breakdown(hero(of(*cards), 1)).lines["armor"].points for cards in (
        ("silk-veil", "silk-sash"), ("silk-veil", "silk-sash", "spiked-buckler")
    ))  # fmt: skip
    assert with_it - without == stars[2] - stars[1]
    alone = SHEET.breakdown(hero(of("spiked-buckler"), 1)).lines["armor"].points
    assert alone == 0


@pytest.mark.parametrize("key", [key for key, card in MARKET.items() if card.type == "weapon"])
def test_RP_WEAP_03_hands_are_needed_and_nothing_is_asked(key: str) -> None:
    card = MARKET[key]
    state = buying(key, "brawny")
    bought = after(state, 1, Buy("2.1", card.cost or 0))
    assert asked(bought) == []
    full = buying(key, "brawny", owned=["war-hammer" if key != "war-hammer" else "billhook"])
    refused(full, 1, Buy("2.1", card.cost or 0), "weapon.hands", "RP-WEAP-03")


# skills

ARROWS = {"up": 1, "down": 7, "left": 3, "right": 5}
"""Where the token goes from the centre."""


@pytest.mark.parametrize("key", [key for key, card in MARKET.items() if card.type == "skill" and key != "mimicry"])
def test_RP_SKILL_02_every_skill_moves_the_alignment_by_its_arrow(key: str) -> None:
    phase = (MARKET[key].when or ("dice",))[0]
    state = of(key) if phase == "dice" else buying("brawny", owned=[key])
    used = after(state, 1, UseSkill(key, decline=True))
    assert used.player(1).alignment_pos == ARROWS[MARKET[key].arrow or ""]
    assert used.player(1).skills[0].exhausted


def test_somersault_flips() -> None:
    assert row_text(after(of("somersault"), 1, UseSkill("somersault", target="STR.1")), 1, "STR") == "r5 b3 g4"


def test_practice_changes_by_exactly_2() -> None:
    state = of("practice")
    assert row_text(after(state, 1, UseSkill("practice", target="STR.3", by=1)), 1, "STR") == "r2 b3 g6"
    assert row_text(after(state, 1, UseSkill("practice", target="STR.2", by=-1)), 1, "STR") == "r2 b1 g4"
    refused(state, 1, UseSkill("practice", target="STR.1", by=-1), "adjust.no_wrap")


def test_second_wind_re_rolls_and_keeps_either() -> None:
    state = after(of("second-wind"), 1, UseSkill("second-wind", target="STR.1"), [6])
    assert row_text(after(state, 1, Keep(6)), 1, "STR") == "r6 b3 g4"
    assert row_text(after(state, 1, Keep(2)), 1, "STR") == "r2 b3 g4"


def test_juggling_swaps_two_dice() -> None:
    state = after(of("juggling"), 1, UseSkill("juggling", target="STR.1", other="DEX.1"))
    assert (row_text(state, 1, "STR"), row_text(state, 1, "DEX")) == ("w1 b3 g4", "r2 _ _")


def test_odd_jobs_pay_gold() -> None:
    assert after(of("odd-jobs"), 1, UseSkill("odd-jobs")).player(1).gold == 5 + 3


def test_flattery_takes_two_tokens_that_pay_in_this_market() -> None:
    state = after(buying("brawny", owned=["flattery"]), 1, UseSkill("flattery"))
    assert state.player(1).charisma_tokens == 2
    cost = MARKET["brawny"].cost or 0
    assert after(state, 1, Buy("2.1", cost - 2, 2)).player(1).gold == 20 - (cost - 2)
    late = buying("brawny", owned=["flattery"]).replace(phase="cleanup", stage="deal")
    refused(late, 1, UseSkill("flattery"), "skill.other_phase", "RP-SKILL-05")


def test_flattery_takes_no_more_tokens_than_there_are() -> None:
    given: dict[str, Any] = {"owned": ["flattery"], "tokens": (0, 5)}
    assert after(buying("brawny", **given), 1, UseSkill("flattery")).player(1).charisma_tokens == 1
    none: dict[str, Any] = {"owned": ["flattery"], "tokens": (0, 6)}
    refused(buying("brawny", **none), 1, UseSkill("flattery"), "charisma.none_left", "RP-DICE-CHA")


def test_rearranging_moves_a_die_without_gold() -> None:
    state = after(of("rearranging"), 1, UseSkill("rearranging", target="STR.2", row="DEX"))
    assert (row_text(state, 1, "STR"), row_text(state, 1, "DEX")) == ("r2 g4 _", "w1 b3 _")
    assert state.player(1).gold == 5


def test_distraction_flips_a_die_in_the_centre() -> None:
    state = after(of("distraction"), 1, UseSkill("distraction", initiative=3))
    assert centre_text(state) == "r1 b2* y4", "5 becomes 2; the dice lie in ascending order again"


def test_barter_exchanges_a_die_with_the_centre() -> None:
    state = after(of("barter"), 1, UseSkill("barter", initiative=2, target="STR.3"))
    assert asked(state) == [], "1, 4 and 5 have one order"
    assert (centre_text(state), row_text(state, 1, "STR")) == ("r1 g4* b5", "r2 b3 y4")
    assert state.player(1).gold == 5 + 2, "a gold die that comes to the sheet pays"


def test_treasure_sense_takes_a_die_of_a_colour_from_the_bag() -> None:
    state = of("treasure-sense")
    purple, green = state.bag.count("purple"), state.bag.count("green")
    state = after(state, 1, UseSkill("treasure-sense", target="STR.3", color="purple"), [6])
    assert row_text(state, 1, "STR") == "r2 b3 p6"
    assert (state.bag.count("purple"), state.bag.count("green")) == (purple - 1, green + 1)


def test_second_hand_buys_from_the_discard_pile() -> None:
    state = buying("brawny", owned=["second-hand"], discard=["sling"])
    cost = MARKET["sling"].cost or 0
    state = after(state, 1, UseSkill("second-hand", bought="sling", paid=cost))
    assert [weapon.card for weapon in state.player(1).weapons] == ["sling"]
    assert (state.player(1).gold, state.active_player) == (20 - cost, 2)


def test_early_bird_turns_up_the_top_card_and_buys_it_or_leaves_it() -> None:
    state = buying("brawny", owned=["early-bird"], deck=["lucky", "deft"])
    state = after(state, 1, UseSkill("early-bird"))
    assert asked(state) == [(1, "open_lock")]
    cost = MARKET["lucky"].cost or 0
    bought, left = after(state, 1, Tell(cost)), after(state, 1, Tell("leave"))
    assert [trait.card for trait in bought.player(1).traits] == ["lucky"]
    assert (left.player(1).traits, left.active_player, len(left.deck)) == ((), 1, 2)


def test_mimicry_uses_the_skill_of_another_player_by_its_arrow() -> None:
    state = of(owned={1: ["mimicry"], 2: ["somersault"]})
    state = after(state, 1, UseSkill("mimicry", seat=2, skill="somersault", target="STR.1"))
    assert row_text(state, 1, "STR") == "r5 b3 g4"
    assert state.player(1).alignment_pos == ARROWS["up"]
    assert [skill.exhausted for skill in (*state.player(1).skills, *state.player(2).skills)] == [True, False]


# traits: a hero that just meets the criterion, and one that just does not

LOW = "STR[r1 b1 g1] DEX[w1 r1 b1] CON[g1 w1 r1] INT[b1 g1 w1] WIS[r1 b1 g1] CHA[w1 r1 b1]"


def row(key: str, faces: str) -> dict[str, Any]:
    """A row with these faces; the other rows are of ones."""
    codes = " ".join(color + face for color, face in zip("rbg", faces, strict=True))
    return {"sheet": {**rows(LOW), key: codes}}


def gold_dice(count: int) -> dict[str, Any]:
    codes = ["y2"] * count + ["r2"] * (6 - count)
    return {"sheet": {**rows(LOW), "STR": " ".join(codes[:3]), "DEX": " ".join(codes[3:])}}


def sixes(count: int) -> dict[str, Any]:
    codes = ["r6"] * count + ["r2"] * (9 - count)
    return {
        "sheet": {
            **rows(LOW),
            **{r: " ".join(codes[at * 3 : at * 3 + 3]) for at, r in enumerate(("STR", "DEX", "CON"))},
        }
    }


def met_goals(count: int) -> dict[str, Any]:
    keys = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
    return {"sheet": rows(LOW), "goals": {key: "3(1)" if at < count else "4(1)" for at, key in enumerate(keys)}}


def matched(count: int) -> dict[str, Any]:
    """The backstory wants the dice of LOW in so many rows, and something else in the others."""
    right = ("r1", "w1", "g1", "b1", "r1", "w1")
    keys = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
    return {
        "sheet": rows(LOW),
        "backstory": {key: right[at] if at < count else "p1" for at, key in enumerate(keys)},
    }


CRITERIA: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "brawny": (row("STR", "664"), row("STR", "663")),
    "slight": (row("STR", "641"), row("STR", "642")),
    "deft": (row("DEX", "664"), row("DEX", "663")),
    "hardy": (row("CON", "664"), row("CON", "663")),
    "well-read": (row("INT", "664"), row("INT", "663")),
    "serene": (row("WIS", "664"), row("WIS", "663")),
    "magnetic": (row("CHA", "664"), row("CHA", "663")),
    "glittering": (gold_dice(4), gold_dice(3)),
    "thrifty": ({"gold": 5}, {"gold": 4}),
    "carefree": ({"gold": 1}, {"gold": 2}),
    "kind-hearted": ({"alignment": {"cell": 2}}, {"alignment": {"cell": 3}}),
    "ruthless": ({"alignment": {"cell": 6}}, {"alignment": {"cell": 5}}),
    "orderly": ({"alignment": {"cell": 3}}, {"alignment": {"cell": 4}}),
    "wayward": ({"alignment": {"cell": 5}}, {"alignment": {"cell": 4}}),
    "battle-ready": ({"weapons": [{"name": "sling"}]}, {}),
    "lucky": (sixes(6), sixes(5)),
    "accomplished": (met_goals(4), met_goals(3)),
    "many-sided": ({"skills": 2}, {"skills": 1}),
    "well-clad": ({"armor": {"chain": 2, "mystic": 1}}, {"armor": {"chain": 2}}),
    "storied": (matched(4), matched(3)),
}


def test_every_trait_is_in_the_table() -> None:
    assert set(CRITERIA) == {key for key, card in MARKET.items() if card.type == "trait"}


@pytest.mark.parametrize("key", sorted(CRITERIA))
def test_RP_SCORE_08_a_trait_scores_just_when_its_criterion_is_met(key: str) -> None:
    stars = MARKET[key].stars or 0
    for given, expected in zip(CRITERIA[key], (stars, 0), strict=True):
        entry = {"class": "warden", "race": "valleyfolk", "traits": [key], **given}
        found = SHEET.breakdown(GAME.scores.read(entry, content_of(OWN)))
        assert found.lines["traits"].points == expected


@pytest.mark.parametrize("key", sorted(CRITERIA))
def test_RP_ALIGN_03_buying_a_trait_moves_the_alignment(key: str) -> None:
    state = after(buying(key, "sling"), 1, Buy("2.1", MARKET[key].cost or 0))
    assert state.player(1).alignment_pos == ARROWS[MARKET[key].arrow or ""]
    assert asked(state) == []


def test_RP_TRAIT_02_weapons_never_help_a_trait() -> None:
    entry = {"class": "warden", "race": "giantkin", "traits": ["brawny"], "weapons": [{"name": "war-hammer"}]}
    found = GAME.scores.read({**entry, **row("STR", "663")}, content_of(OWN))
    assert attribute_score(found, "STR") == 15 + 2 + 4
    assert SHEET.breakdown(found).lines["traits"].points == 0


def test_the_same_at_the_table() -> None:
    state = of("many-sided", "odd-jobs", "flattery", "thrifty", "battle-ready")
    points = {key: MARKET[key].stars or 0 for key in ("many-sided", "thrifty")}
    assert SHEET.breakdown(hero(state, 1)).lines["traits"].points == sum(points.values())
