"""What the twelve classes of our own set can do (RP-GOLD-05, RP-GEN-01): each executed, with figures by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.canonical import plain
from companion.chance import Chance, Scripted, Seeded
from companion.games.roll_player.ending import hero
from companion.games.roll_player.moves import (
    Attune,
    Buy,
    ChooseInitiative,
    DealMarket,
    DiscardForGold,
    Keep,
    PlaceDie,
    SkipAction,
    SkipAttune,
    UseAbility,
)
from companion.games.roll_player.panels import panels
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import State
from companion.words import LANGUAGES, catalogue
from tests.unit.roll_player.given import (
    GAME,
    OWN,
    after,
    asked,
    content_of,
    moves,
    play,
    refused,
    row_text,
    table,
    told,
)
from tests.unit.roll_player.heroes import rows

SHEET_ROWS = "STR[r6 g6 b4] DEX[r5 k6 _]"


def of(side: str, other: str | None = None, **given: Any) -> State:
    """Seat 1 has that class; a table of two in the Dice phase unless something else is said."""
    if other is None:
        other = "warden" if side in ("gladiator", "blacksmith") else "gladiator"
    defaults: dict[str, Any] = {"sheets": [SHEET_ROWS], "centre": "r1 y4* b5", "classes": (side, other)}
    return table(2, OWN, **{**defaults, **given})


def placing(side: str, hand: str, **given: Any) -> State:
    """Seat 1 holds initiative card 1 and its die."""
    return of(side, **{"hand": hand, "holds": {1: 1}, "centre": "_ y4* b5", **given})


def market(side: str, *cards: str, **given: Any) -> State:
    defaults = {"phase": "market", "holds": {1: 1, 2: 2}, "centre": None, "market": cards, "gold": (9, 9)}
    return of(side, **{**defaults, **given})


# once a round


def test_healer_changes_a_die_by_1_for_2_gold_once_a_round() -> None:
    state = of("healer", gold=(3, 5))
    assert UseAbility("class", target="STR.1", by=1) not in moves(state, 1), "a 6 cannot go up"
    state, events = play(state, 1, UseAbility("class", target="STR.3", by=1))
    assert row_text(state, 1, "STR") == "r6 g6 b5"
    assert state.player(1).gold == 1
    assert [event.key for event in events] == ["event.use_ability_paid", "event.attribute_action.adjust"]
    refused(state, 1, UseAbility("class", target="STR.3", by=1), "ability.used")
    assert state.active_player == 1, "it is no turn"


def test_healer_without_gold_cannot() -> None:
    refused(of("healer", gold=(1, 5)), 1, UseAbility("class", target="STR.3", by=1), "ability.gold", "RP-GOLD-06")


def test_healer_may_again_in_the_next_round_and_in_the_other_s_turn() -> None:
    state = of("gladiator", "healer", sheets=[SHEET_ROWS, "STR[w3 _ _]"])
    state = after(state, 2, UseAbility("class", target="STR.1", by=-1))
    assert row_text(state, 2, "STR") == "w2 _ _"
    assert state.player(2).used == ("class",)
    again = GAME.play(
        state.replace(phase="cleanup", stage="deal", active_player=1), 1, DealMarket(), Chance(Seeded(Random(1)))
    )[0]
    assert again.player(2).used == ()


@pytest.mark.parametrize("phase", ["roll", "cleanup", "scoring"])
def test_a_once_a_round_ability_belongs_to_dice_and_market(phase: str) -> None:
    state = market("healer", "brawny").replace(phase=phase, stage="deal" if phase == "cleanup" else "")
    refused(state, 1, UseAbility("class", target="STR.3", by=1), "phase.not_now")


def test_a_class_without_such_an_ability_is_refused() -> None:
    refused(of("gladiator"), 1, UseAbility("class", target="STR.3", by=1), "ability.none")
    refused(of("healer"), 1, UseAbility("sling", target="STR.3", by=1), "ability.none")


def test_stargazer_re_rolls_and_keeps_either_face() -> None:
    state = of("stargazer", gold=(3, 5))
    state = after(state, 1, UseAbility("class", target="STR.3"), [2])
    assert asked(state) == [(1, "keep")]
    assert state.player(1).gold == 3, "it costs nothing"
    kept, changed = after(state, 1, Keep(4)), after(state, 1, Keep(2))
    assert (row_text(kept, 1, "STR"), row_text(changed, 1, "STR")) == ("r6 g6 b4", "r6 g6 b2")
    assert changed.active_player == 1
    same = after(of("stargazer"), 1, UseAbility("class", target="STR.3"), [4])
    assert asked(same) == []


# incomes


def test_woodward_third_slot_pays_2_more() -> None:
    state, _ = play(placing("woodward", "w3"), 1, PlaceDie("DEX"))
    assert state.player(1).gold == 5 + 1 + 2
    assert told(placing("woodward", "w3"), 1, PlaceDie("DEX")) == [
        "place_die",
        "gain_gold.third_slot",
        "gain_gold.ability",
    ]
    assert after(placing("woodward", "w3"), 1, PlaceDie("CON")).player(1).gold == 5
    assert after(placing("gladiator", "w3"), 1, PlaceDie("DEX")).player(1).gold == 5 + 1


def test_woodward_third_slot_pays_at_set_up_too() -> None:
    state = placing("woodward", "w3").replace(phase="setup", stage="dice")
    state, _ = GAME.play(state, 1, PlaceDie("DEX"), Chance(Scripted([])))
    assert state.player(1).gold == 5 + 1 + 2


def test_peddler_a_gold_die_pays_4() -> None:
    assert after(placing("peddler", "y3"), 1, PlaceDie("CON")).player(1).gold == 5 + 4
    assert after(placing("gladiator", "y3"), 1, PlaceDie("CON")).player(1).gold == 5 + 2


def test_smuggler_discarding_pays_3() -> None:
    state = market("smuggler", "brawny", "lucky", gold=(1, 1))
    assert after(state, 1, DiscardForGold("2.1")).player(1).gold == 1 + 2 + 1
    assert told(state, 1, DiscardForGold("2.1")) == ["discard_card", "gain_gold.discard", "gain_gold.ability"]
    friendly = market("smuggler", "brawny", "lucky", gold=(1, 1), variants=["friendly_market"])
    assert after(friendly, 1, DiscardForGold()).player(1).gold == 4, "RP-VAR-04: it still triggers"
    other = market("gladiator", "brawny", "lucky", gold=(1, 1))
    assert after(other, 1, DiscardForGold("2.1")).player(1).gold == 3


# prices


def test_smuggler_pays_1_less_for_traits_only() -> None:
    state = market("smuggler", "brawny", "odd-jobs")
    trait, skill = content_of(OWN).market["brawny"].cost or 0, content_of(OWN).market["odd-jobs"].cost or 0
    assert after(state, 1, Buy("2.1", trait - 1)).player(1).gold == 9 - (trait - 1)
    refused(state, 1, Buy("2.1", trait), "buy.price", "RP-MARKET-03")
    assert after(state, 1, Buy("2.2", skill)).player(1).gold == 9 - skill


def test_warden_pays_1_less_for_armour_only() -> None:
    state = market("warden", "silk-gown", "brawny", "sling")
    cost = content_of(OWN).market["silk-gown"].cost or 0
    assert [move.paid for move in moves(state, 1, Buy) if move.place == "2.1"] == [cost - 1]  # type: ignore[attr-defined]  # moves of that kind
    assert after(state, 1, Buy("2.1", cost - 1)).player(1).gold == 9 - (cost - 1)
    refused(state, 1, Buy("2.1", cost), "buy.price", "RP-MARKET-03")
    for place, key in (("2.2", "brawny"), ("2.3", "sling")):
        full = content_of(OWN).market[key].cost
        assert [move.paid for move in moves(state, 1, Buy) if move.place == place] == [full]  # type: ignore[attr-defined]  # moves of that kind


def test_blacksmith_pays_2_less_for_weapons_never_less_than_0() -> None:
    state = market("blacksmith", "war-hammer", "iron-fan", "brawny", gold=(9, 9))
    for place, key in (("2.1", "war-hammer"), ("2.2", "iron-fan")):
        full = content_of(OWN).market[key].cost or 0
        assert [move.paid for move in moves(state, 1, Buy) if move.place == place] == [max(full - 2, 0)]  # type: ignore[attr-defined]  # moves of that kind
    full = content_of(OWN).market["brawny"].cost or 0
    assert [move.paid for move in moves(state, 1, Buy) if move.place == "2.3"] == [full]  # type: ignore[attr-defined]  # moves of that kind


# dice


def test_puppeteer_swaps_two_dice_for_2_gold_once_a_round() -> None:
    state = after(of("puppeteer", gold=(3, 5)), 1, UseAbility("class", target="STR.1", other="DEX.2"))
    assert (row_text(state, 1, "STR"), row_text(state, 1, "DEX")) == ("k6 g6 b4", "r5 r6 _")
    assert (state.player(1).gold, state.active_player) == (1, 1)
    refused(state, 1, UseAbility("class", target="STR.1", other="DEX.2"), "ability.used")
    refused(of("puppeteer", gold=(3, 5)), 1, UseAbility("class", target="STR.1", other="STR.1"), "swap.same")
    refused(of("puppeteer", gold=(1, 5)), 1, UseAbility("class", target="STR.1", other="DEX.2"), "ability.gold")


def test_blacksmith_red_dice_pay_1() -> None:
    assert after(placing("blacksmith", "r3"), 1, PlaceDie("CON")).player(1).gold == 5 + 1
    assert after(placing("blacksmith", "w3"), 1, PlaceDie("CON")).player(1).gold == 5
    assert after(placing("blacksmith", "r3"), 1, PlaceDie("DEX")).player(1).gold == 5 + 1 + 1, "and the third slot"


# the market turn


def test_herbalist_adds_a_card_of_the_discard_pile_before_the_market() -> None:
    state = of(
        "gladiator",
        "herbalist",
        centre="_ _ b5",
        holds={1: 1, 2: 2},
        market=["brawny", "lucky", "sling"],
        discard=["odd-jobs"],
    )
    state = state.change(1, dice_turn_done=True).replace(active_player=2)
    state = state.change(2, placed_row="CON")
    state = after(state, 2, SkipAction())
    assert asked(state) == [(2, "attune")]
    added = after(state, 2, Attune("odd-jobs"))
    assert [place.card for place in added.market] == ["brawny", "lucky", "sling", "odd-jobs"]
    assert added.phase == "market"
    assert len(after(state, 2, SkipAttune()).market) == 3


def test_storyteller_may_buy_two_cards() -> None:
    state = market("storyteller", "brawny", "sling", "lucky", gold=(12, 9))
    market_ = content_of(OWN).market
    brawny, sling = market_["brawny"].cost or 0, market_["sling"].cost or 0
    state = after(state, 1, Buy("2.1", brawny))
    assert state.active_player == 1
    state = after(state, 1, Buy("2.2", sling))
    assert (state.active_player, state.player(1).gold) == (2, 12 - brawny - sling)


# at scoring

FULL = "STR[r6 g6 b5] DEX[r5 k6 w5] CON[b6 g6 p5] INT[r6 p6 y3] WIS[r5 y4 w5] CHA[k6 p4 y5]"
"""Sums 17, 16, 17, 15, 14, 15; two blue dice and three gold ones."""


def entry(side: str, sheet: str = FULL, **more: Any) -> Any:
    return GAME.scores.read({"class": side, "sheet": rows(sheet), "race": "valleyfolk", **more}, content_of(OWN))


def lines(hero_: Any) -> dict[str, int]:
    return {key: line.points for key, line in SHEET.breakdown(hero_).lines.items()}


def test_alchemist_gold_dice_count_as_class_dice_up_to_the_limit() -> None:
    perk = content_of(OWN).classes["alchemist"].perks[0]
    limit = perk.amount
    blue, gold = 2, 3
    assert FULL.count("b") == blue
    assert FULL.count("y") == gold
    assert lines(entry("alchemist"))["class_dice"] == blue + min(limit, gold)
    assert lines(entry("stargazer"))["class_dice"] == blue
    none = FULL.replace("y", "r")
    assert lines(entry("alchemist", none))["class_dice"] == blue


def test_alchemist_the_tie_break_counts_true_class_dice_only() -> None:
    fewest = next(tie for tie in SHEET.tie_breaks if tie.key == "class_color_dice")
    assert fewest.value(entry("alchemist")) == 2


def test_gladiator_one_goal_missed_by_1_counts_as_met() -> None:
    goals = {"STR": "18(4)", "DEX": "18(2)", "CON": "16-16(3)", "INT": "18(4)", "WIS": "14+(1)", "CHA": "14(1)"}
    # 17 misses 18 by 1 (4 stars), 16 misses 18 by 2, 17 misses 16 by 1 (3), 15 misses 18 by 3, 14 meets, 15 misses 14
    assert lines(entry("blacksmith", goals=goals))["attribute_goals"] == 1
    assert lines(entry("gladiator", goals=goals))["attribute_goals"] == 1 + 4
    met = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), "14+(1)")
    assert lines(entry("gladiator", goals=met))["attribute_goals"] == 6
    far = dict.fromkeys(met, "20-21(2)")
    assert lines(entry("gladiator", goals=far))["attribute_goals"] == 0


def test_gladiator_a_row_that_is_not_full_is_not_near() -> None:
    goals = {"STR": "18(4)", "DEX": "12(2)", "CON": "20(1)", "INT": "20(1)", "WIS": "20(1)", "CHA": "20(1)"}
    sheet = "STR[r6 g6 b4] DEX[r5 k6 _]"
    assert lines(entry("gladiator", sheet, goals=goals))["attribute_goals"] == 0


def test_the_same_at_the_table_as_in_a_score_file() -> None:
    state = of("alchemist", sheets=[FULL])
    assert lines(hero(state, 1))["class_dice"] == lines(entry("alchemist"))["class_dice"]


# what phones show


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("side", list(content_of(OWN).classes))
def test_every_ability_is_shown_with_its_moves_where_it_is_touched(side: str, lang: str) -> None:
    state = of(side)
    words = catalogue(lang, GAME.package)
    row = next(placed.panel for placed in panels(state, 1) if placed.panel.key == "ability")
    assert plain(row)
    slot = row.slots[0]  # type: ignore[union-attr]  # a row by its key
    assert words.say(slot.title)
    assert all(words.say(line) for line in slot.text)
    for move in moves(state, 1, UseAbility):
        assert move.at[0] == slot.at == "ability.class"
        assert words.say(GAME.label(state, 1, move)).startswith(words.say(slot.title))


def test_a_used_ability_is_turned() -> None:
    state = after(of("healer"), 1, UseAbility("class", target="STR.3", by=1))
    row = next(placed.panel for placed in panels(state, 1) if placed.panel.key == "ability")
    slot = row.slots[0]  # type: ignore[union-attr]  # a row by its key
    assert slot.turned
    assert slot.badge is not None


def test_a_state_that_uses_no_such_ability_keeps_its_plain_form() -> None:
    state = of("healer")
    assert "used" not in plain(state)["players"][0]
    assert plain(after(state, 1, UseAbility("class", target="STR.3", by=1)))["players"][0]["used"] == ["class"]


def test_choosing_a_card_with_its_die_is_untouched() -> None:
    state = after(of("healer"), 1, ChooseInitiative(1))
    assert [die.code for die in state.player(1).dice] == ["r1"]
