"""The Market phase: buying, discarding, tokens, weapons, armour, traits (RP-MARKET, RP-WEAP, RP-ARM, RP-TRAIT)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.chance import Chance, Scripted
from companion.games.roll_player.ending import hero
from companion.games.roll_player.moves import (
    Buy,
    DiscardForGold,
    DiscardWeapon,
    EndMarket,
    SkipAction,
    Tell,
    UseSkill,
)
from companion.games.roll_player.scoring import attribute_score
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    GAME,
    PUBLISHED,
    after,
    asked,
    beacon,
    centre_text,
    moves,
    opened,
    overlay,
    played_on,
    refused,
    table,
    told,
)

COSTS = overlay(
    market={
        "chain-helm": {"cost": 3},
        "chain-tunic": {"cost": 4},
        "leather-gloves": {"cost": 2},
        "mystic-robes": {"cost": 5},
        "heavy-crossbow": {"cost": 4, "hands": 2},
        "mystic-cloak": {"cost": 1},
        "honest": {"cost": 2, "arrow": "up"},
        "climb": {"cost": 4, "arrow": "left"},
        "reckless": {"arrow": "left"},
    }
)
"""Numbers that somebody typed in for a table (only Reckless 6 is known)."""


def market(*cards: str, n: int = 2, holds: dict[int, int] | None = None, **given: Any) -> State:
    """Seat 1 is to act in the Market phase; `2.1` is the first card."""
    holds = holds or {seat: seat for seat in range(1, n + 1)}
    return table(n, PUBLISHED, COSTS, phase="market", market=cards, holds=holds, **given)


def camp(*cards: str, **given: Any) -> State:
    """The same with the invented set."""
    return table(2, beacon(), phase="market", market=cards, holds={1: 1, 2: 2}, **given)


# turns


def test_RP_MARKET_01_ascending_initiative_one_turn_each() -> None:
    cards = ("chain-helm", "chain-tunic", "leather-gloves", "mystic-robes")
    state = market(*cards, n=3, holds={1: 3, 2: 1, 3: 4}, centre="_ k6* _* _", active=2)
    order = []
    while state.phase == "market":
        (seat,) = GAME.to_act(state)
        order.append(seat)
        state = after(state, seat, moves(state, seat, DiscardForGold)[0])
    assert order == [2, 1, 3]


def test_RP_MARKET_01_nobody_acts_before_the_turn_or_twice() -> None:
    state = market("chain-helm", "chain-tunic", "leather-gloves")
    refused(state, 2, DiscardForGold("2.1"), "turn.not_yours")
    refused(state, 2, Buy("2.1", 3), "turn.not_yours")
    state = after(state, 1, DiscardForGold("2.1"))
    refused(state, 1, DiscardForGold("2.2"), "turn.not_yours")
    assert state.active_player == 2


def test_RP_MARKET_02_buy_one_or_discard_one_for_2_gold() -> None:
    state = market("chain-helm", "chain-tunic", "leather-gloves")
    bought = after(state, 1, Buy("2.1", 3))
    assert [card.card for card in bought.player(1).armors] == ["chain-helm"]
    assert (bought.player(1).gold, bought.active_player) == (2, 2)
    discarded = after(state, 1, DiscardForGold("2.2"))
    assert discarded.market_discard == ("chain-tunic",)
    assert (discarded.player(1).gold, discarded.active_player) == (7, 2)
    refused(state, 1, DiscardForGold(), "read.missing")
    refused(state, 1, EndMarket(), "market.must_act", "RP-MARKET-02")


def test_RP_GOLD_02_discarding_pays_2() -> None:
    state = market("chain-helm", "chain-tunic")
    assert after(state, 1, DiscardForGold("2.1")).player(1).gold == 5 + 2
    assert told(state, 1, DiscardForGold("2.1")) == ["discard_card", "gain_gold.discard"]


def test_RP_EX_32_nothing_affordable_one_must_be_discarded() -> None:
    state = market("chain-helm", "chain-tunic", "mystic-robes", gold=(1, 5))
    assert moves(state, 1) == [DiscardForGold("2.1"), DiscardForGold("2.2"), DiscardForGold("2.3")]
    assert after(state, 1, DiscardForGold("2.3")).player(1).gold == 3


def test_RP_MARKET_03_the_printed_cost_and_the_area_of_its_type() -> None:
    state = camp("gilded-awl", "ring-cap", "hush", gold=(9, 9))
    refused(state, 1, Buy("2.1", 2), "buy.price", "RP-MARKET-03")
    refused(state, 1, Buy("2.1", 4), "buy.price", "RP-MARKET-03")
    refused(state, 1, Buy("2.4", 3), "market.not_there")
    for place, paid, area in (("2.1", 3, "weapons"), ("2.2", 3, "armors"), ("2.3", 4, "skills")):
        bought = after(state, 1, Buy(place, paid))
        assert len(getattr(bought.player(1), area)) == len(bought.player(1).owned) == 1
        assert bought.player(1).gold == 9 - paid
        assert bought.gold_supply == state.gold_supply + paid
    trait = camp("frail")
    assert [card.card for card in after(trait, 1, Buy("2.1", 3)).player(1).traits] == ["frail"]


def test_RP_MARKET_04_each_token_replaces_1_gold() -> None:
    state = market("chain-tunic", "chain-helm", tokens=(3, 0), gold=(4, 0))
    for paid, tokens in ((4, 0), (3, 1), (2, 2), (1, 3)):
        assert Buy("2.1", paid, tokens) in moves(state, 1)
        bought = after(state, 1, Buy("2.1", paid, tokens))
        assert (bought.player(1).gold, bought.player(1).charisma_tokens) == (4 - paid, 3 - tokens)
        assert bought.charisma_supply == 6 - 3 + tokens
    refused(state, 1, Buy("2.1", 0, 4), "buy.tokens", "RP-MARKET-04")
    refused(state, 1, Buy("2.1", 4, 1), "buy.price", "RP-MARKET-03")


def test_RP_EX_33_two_gold_and_a_token_for_3() -> None:
    state = market("chain-helm", "chain-tunic", tokens=(1, 0), gold=(2, 0))
    state_2 = after(state, 1, Buy("2.1", 2, 1))
    assert (state_2.player(1).gold, state_2.player(1).charisma_tokens) == (0, 0)
    poor = market("chain-helm", "chain-tunic", tokens=(1, 0), gold=(1, 0))
    assert not moves(poor, 1, Buy)
    refused(poor, 1, Buy("2.1", 2, 1), "buy.gold", "RP-GOLD-06")


def test_RP_GOLD_06_gold_is_never_negative() -> None:
    state = market("chain-helm", "chain-tunic", gold=(2, 0))
    refused(state, 1, Buy("2.1", 3), "buy.gold", "RP-GOLD-06")
    assert after(market("chain-helm", "chain-tunic", gold=(3, 0)), 1, Buy("2.1", 3)).player(1).gold == 0


def test_RP_EX_04_three_players_in_the_market() -> None:
    """Eric (seat 1) holds 2, Isaac (seat 2) 1, Claire (seat 3) 3."""
    state = market(
        "reckless", "leather-gloves", "quarterstaff", "longbow",
        n=3, holds={1: 2, 2: 1, 3: 3}, tokens=(0, 1, 0), gold=(5, 5, 5), active=2, centre="_ _ _ r6",
    )  # fmt: skip
    state = after(state, 2, Buy("2.1", 5, 1))
    assert (state.player(2).gold, state.player(2).charisma_tokens, state.player(2).alignment_pos) == (0, 0, 3)
    assert state.active_player == 1
    state = after(state, 1, DiscardForGold("2.2"))
    assert state.player(1).gold == 7
    assert (state.active_player, len(state.market)) == (3, 2)
    state = after(state, 3, Buy("2.3", 3))
    assert len(state.market) == 1
    state = after(state, 3, Tell(2))
    assert state.phase == "cleanup"
    assert state.market_discard == ("leather-gloves", "longbow")


def test_RP_MARKET_05_no_refill_during_the_phase() -> None:
    state = market("chain-helm", "chain-tunic", "leather-gloves")
    deck = len(state.deck)
    state = after(state, 1, Buy("2.1", 3))
    assert [place.place for place in state.market] == ["2.2", "2.3"]
    assert len(state.deck) == deck


def test_RP_MARKET_06_no_limit_on_armour_traits_and_skills() -> None:
    armor = ["ring-collar", "ring-cuffs", "ring-coat", "ring-hose", "hide-boots", "hide-mitts", "woven-cape"]
    traits = ["frail", "sturdy", "learned", "lucky", "humble", "odd"]
    skills = ["topple", "nudge", "shake", "polish", "lean"]
    state = camp("ring-cap", "colourful", "hush", owned={1: [*armor, *traits, *skills]}, gold=(9, 9))
    for place, paid in (("2.1", 3), ("2.2", 4), ("2.3", 4)):
        assert len(after(state, 1, Buy(place, paid)).player(1).owned) == 19


def test_RP_MARKET_07_a_trait_moves_at_once_and_a_skill_is_usable_at_once() -> None:
    state = after(camp("sturdy", "hush"), 1, Buy("2.1", 4))
    assert state.player(1).alignment_pos == 7
    state = after(camp("busking", "hush"), 1, Buy("2.1", 5))
    assert state.player(1).skills[0].exhausted is False
    assert after(state, 1, UseSkill("busking")).player(1).gold == 2


def test_RP_MARKET_08_the_initiative_card_goes_back() -> None:
    state = market("chain-helm", "chain-tunic", "leather-gloves")
    assert centre_text(state) == "- - r6"
    state = after(state, 1, Buy("2.1", 3))
    assert (state.player(1).held_initiative, centre_text(state)) == (None, "_ - r6")
    assert centre_text(after(market("chain-helm", "chain-tunic"), 1, DiscardForGold("2.1"))) == "_ - r6"


def test_RP_MARKET_09_everybody_sees_the_discard_pile_at_any_time() -> None:
    for phase in ("dice", "market"):
        holds = {1: 1, 2: 2} if phase == "market" else {}
        state = table(2, phase=phase, discard=["longbow", "climb"], market=["honest"], holds=holds)
        for viewer in (1, 2, None):
            assert GAME.view(state, viewer).market_discard == ("longbow", "climb")


def test_RP_MARKET_10_an_empty_market_skips_the_turn_without_income() -> None:
    state = market("chain-helm")
    assert told(state, 1, Buy("2.1", 3)) == ["buy_card", "market_skipped", "return_dice"]
    state = after(state, 1, Buy("2.1", 3))
    assert state.phase == "cleanup"
    assert state.player(2).gold == 5


# weapons


def test_RP_WEAP_01_weapons_use_at_most_two_hands() -> None:
    state = camp("tin-whistle", "gilded-awl", owned={1: ["iron-ladle"]})
    state = after(state, 1, Buy("2.1", 1))
    assert len(state.player(1).weapons) == 2
    full = camp("broad-lid", owned={1: ["iron-ladle", "tin-whistle"]})
    refused(full, 1, Buy("2.1", 5), "weapon.hands", "RP-WEAP-03")


@pytest.mark.parametrize("phase", ["roll", "dice", "market", "cleanup", "scoring"])
@pytest.mark.parametrize("seat", [1, 2])
def test_RP_WEAP_02_a_weapon_may_be_discarded_at_any_moment_for_nothing(phase: str, seat: int) -> None:
    state = table(
        2, beacon(), phase="market", market=["frail", "odd"], holds={1: 1, 2: 2}, owned={seat: ["boat-hook"]}
    ).replace(phase=phase, stage="deal" if phase == "cleanup" else "")
    state, _ = GAME.play(state, seat, DiscardWeapon("boat-hook"), Chance(Scripted([])))
    assert state.player(seat).weapons == ()
    assert state.player(seat).gold == 5
    assert state.market_discard == ("boat-hook",)


def test_RP_WEAP_02_only_an_own_weapon() -> None:
    state = camp("frail", owned={2: ["boat-hook"]})
    refused(state, 1, DiscardWeapon("boat-hook"), "weapon.not_yours", "RP-WEAP-02")
    assert DiscardWeapon("boat-hook") in moves(state, 2)
    refused(opened(2), 1, DiscardWeapon("boat-hook"), "phase.not_now")


def test_RP_WEAP_03_illegal_until_enough_hands_are_free() -> None:
    state = camp("boat-hook", owned={1: ["iron-ladle"]})
    refused(state, 1, Buy("2.1", 3), "weapon.hands", "RP-WEAP-03")
    state = played_on(state, (1, DiscardWeapon("iron-ladle")), (1, Buy("2.1", 3)))
    assert [weapon.card for weapon in state.player(1).weapons] == ["boat-hook"]


@pytest.mark.parametrize(
    ("held", "wanted", "cost", "discards"),
    [
        pytest.param(["gilded-awl", "tin-whistle"], "boat-hook", 3, 2, id="RP-EX-36-1+1-then-2"),
        pytest.param(["boat-hook"], "iron-ladle", 2, 1, id="RP-EX-36-2-then-1"),
        pytest.param(["gilded-awl"], "iron-ladle", 2, 0, id="RP-EX-36-1-then-1"),
    ],
)
def test_hands(held: list[str], wanted: str, cost: int, discards: int) -> None:
    state = camp(wanted, owned={1: held})
    for weapon in held[:discards]:
        refused(state, 1, Buy("2.1", cost), "weapon.hands", "RP-WEAP-03")
        state = after(state, 1, DiscardWeapon(weapon))
    assert state.player(1).gold == 5
    state = after(state, 1, Buy("2.1", cost))
    assert [weapon.card for weapon in state.player(1).weapons] == [*held[discards:], wanted]


def test_RP_WEAP_04_lasting_abilities_and_scoring_bonuses() -> None:
    state = camp("ring-cap", "frail", owned={1: ["market-scales"]})
    assert moves(state, 1, Buy) == [Buy("2.1", 2), Buy("2.2", 2)]
    sheets = ["CON[r5 b6 g6]"]
    assert attribute_score(hero(camp("frail", sheets=sheets), 1), "CON") == 17
    assert attribute_score(hero(camp("frail", sheets=sheets, owned={1: ["iron-ladle"]}), 1), "CON") == 18


# armour and traits


def test_RP_ARM_01_three_sets_that_do_nothing_during_play() -> None:
    content = opened(2).content
    sizes = {key: sum(c.set == key for c in content.market.values()) for key in ("chain", "leather", "mystic")}
    assert sizes == {"chain": 5, "leather": 4, "mystic": 3}
    assert {key: s.size for key, s in content.armor.items()} == sizes
    state = market("chain-helm", "chain-tunic", gold=(3, 5))
    bought = after(state, 1, Buy("2.1", 3))
    assert bought.player(1).alignment_pos == 4
    assert asked(bought) == []
    assert moves(bought, 1) == []


def test_RP_ARM_02_any_number_and_any_mix() -> None:
    owned = ["ring-cap", "ring-coat", "ring-hose", "hide-boots", "woven-cape"]
    state = after(camp("hide-mitts", owned={1: owned}), 1, Buy("2.1", 2))
    assert state.player(1).armor == {"chain": 3, "leather": 2, "mystic": 1}


def test_RP_TRAIT_01_a_step_at_purchase() -> None:
    state = after(camp("upright", "hush"), 1, Buy("2.1", 3))
    assert state.player(1).alignment_pos == 3
    assert told(camp("upright", "hush"), 1, Buy("2.1", 3)) == ["buy_card", "alignment_move"]


def test_RP_ALIGN_03_an_impossible_step_is_skipped_and_the_purchase_stands() -> None:
    state = camp("upright", "hush", cells=(6, 4))
    bought = after(state, 1, Buy("2.1", 3))
    assert bought.player(1).alignment_pos == 6
    assert [card.card for card in bought.player(1).traits] == ["upright"]
    assert bought.player(1).gold == 2


def test_RP_EX_37_arrow_up_at_cell_1() -> None:
    state = market("honest", "chain-helm", cells=(1, 4))
    bought = after(state, 1, Buy("2.1", 2))
    assert bought.player(1).alignment_pos == 1
    assert (bought.player(1).gold, len(bought.player(1).traits)) == (3, 1)


# the bard


def bard(*cards: str, **given: Any) -> State:
    return market(*cards, classes=("bard", "ranger"), **given)


def test_RP_NOTE_02_a_bard_may_buy_two_cards() -> None:
    state = after(bard("chain-helm", "leather-gloves", "chain-tunic", gold=(9, 5)), 1, Buy("2.1", 3))
    assert state.active_player == 1
    state = after(state, 1, Buy("2.2", 2))
    assert (state.active_player, state.player(1).gold, len(state.player(1).armors)) == (2, 4, 2)
    one = market("chain-helm", "leather-gloves", "chain-tunic", gold=(9, 5))
    assert after(one, 1, Buy("2.1", 3)).active_player == 2


def test_RP_NOTE_02_the_second_purchase_may_be_left_out() -> None:
    state = bard("chain-helm", "leather-gloves", "chain-tunic", gold=(9, 5))
    refused(state, 1, EndMarket(), "market.must_act", "RP-MARKET-02")
    state = played_on(state, (1, Buy("2.1", 3)), (1, EndMarket()))
    assert (state.active_player, state.player(1).gold) == (2, 6)


def test_RP_EX_34_a_token_counts_on_one_card_only() -> None:
    state = bard("chain-tunic", "chain-helm", "mystic-robes", gold=(6, 5), tokens=(1, 0))
    state = after(state, 1, Buy("2.1", 3, 1))
    refused(state, 1, Buy("2.2", 2, 1), "buy.tokens", "RP-MARKET-04")
    state = after(state, 1, Buy("2.2", 3))
    assert (state.player(1).gold, state.player(1).charisma_tokens) == (0, 0)
    poor = bard("chain-tunic", "chain-helm", "mystic-robes", gold=(5, 5), tokens=(1, 0))
    for first, paid in (("2.1", 3), ("2.2", 2)):
        left = after(poor, 1, Buy(first, paid, 1))
        assert [move for move in moves(left, 1, Buy) if move.place in ("2.1", "2.2")] == []  # type: ignore[attr-defined]  # of that kind


def test_RP_EX_35_a_bard_who_bought_may_not_discard_for_gold() -> None:
    state = bard("chain-helm", "leather-gloves", "chain-tunic")
    after_one = after(state, 1, Buy("2.1", 3))
    refused(after_one, 1, DiscardForGold("2.2"), "discard.after_buying", "RP-NOTE-02")
    discarded = after(state, 1, DiscardForGold("2.1"))
    assert (discarded.player(1).gold, discarded.active_player) == (7, 2)


# friendly market


def test_RP_VAR_04_RP_EX_43_two_gold_and_the_market_unchanged() -> None:
    state = market("chain-helm", "chain-tunic", "mystic-robes", variants=["friendly_market"])
    refused(state, 1, DiscardForGold("2.1"), "discard.friendly", "RP-VAR-04")
    assert DiscardForGold() in moves(state, 1)
    taken = after(state, 1, DiscardForGold())
    assert taken.player(1).gold == 7
    assert taken.market == state.market
    assert taken.market_discard == ()


def test_RP_VAR_04_what_triggers_on_a_discard_is_told_as_always() -> None:
    state = market("chain-helm", "chain-tunic", variants=["friendly_market"])
    assert told(state, 1, DiscardForGold()) == ["gain_gold.discard"]


def test_RP_EX_44_the_crossbow_alone_makes_it_free() -> None:
    state = market("mystic-cloak", "chain-helm", tokens=(1, 0), owned={1: ["heavy-crossbow"]})
    assert [move for move in moves(state, 1, Buy) if move.place == "2.1"] == [Buy("2.1", 0)]  # type: ignore[attr-defined]  # of that kind
    refused(state, 1, Buy("2.1", 0, 1), "buy.price", "RP-MARKET-03")
    state = after(state, 1, Buy("2.1", 0))
    assert (state.player(1).gold, state.player(1).charisma_tokens) == (5, 1)


def test_no_market_turn_outside_the_market_phase() -> None:
    state = table(2, centre="r1 g2* b3", market=["chain-helm"])
    for move in (Buy("2.1", 0), DiscardForGold("2.1"), EndMarket()):
        refused(state, 1, move, "phase.not_now")
    refused(market("chain-helm"), 1, SkipAction(), "phase.not_now")
