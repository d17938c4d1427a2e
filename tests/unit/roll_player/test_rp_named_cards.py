"""The notes on named cards and abilities (RP-NOTE)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roll_player.moves import (
    AssignInitiative,
    AttributeAction,
    Attune,
    Buy,
    ChooseInitiative,
    DiscardForGold,
    EndMarket,
    Keep,
    PlaceDie,
    SkipAction,
    SkipAttune,
    Tell,
    UseSkill,
)
from companion.games.roll_player.state import State
from tests.unit.roll_player.given import (
    after,
    asked,
    beacon,
    centre_text,
    moves,
    play,
    played_on,
    refused,
    row_text,
    sheet_text,
    table,
)
from tests.unit.roll_player.named import buying, dice_phase, named

# Attuned


def druid(n: int = 4, discard: tuple[str, ...] = ("longbow", "climb"), **given: Any) -> State:
    """The last die of the Dice phase is about to be placed by the last player; seat 1 is a druid."""
    cards = ["honest", "quarterstaff", "mystic-robes", "steadfast", "chain-helm"][: n + 1]
    seats = range(1, n)
    state = named(
        n,
        market=cards,
        discard=discard,
        classes=("druid", "cleric", "rogue", "sorcerer"),
        holds={**{seat: seat for seat in seats}, n: n},
        hand="w3",
        active=n,
        centre=" ".join(["_"] * n + ["r6"]),
        **given,
    )
    for seat in seats:
        state = state.change(seat, dice_turn_done=True)
    return state


def test_RP_NOTE_01_RP_EX_10_a_druid_s_additional_card_makes_six() -> None:
    state = played_on(druid(), (4, PlaceDie("STR")), (4, SkipAction()))
    assert (state.phase, asked(state)) == ("attune", [(1, "attune")])
    assert len(state.market) == 5
    refused(state, 2, SkipAttune(), "ask.others")
    refused(state, 1, Attune("honest"), "attune.not_there", "RP-NOTE-01")
    state = after(state, 1, Attune("climb"))
    assert len(state.market) == 6
    assert state.market[-1].card == "climb"
    assert state.market_discard == ("longbow",)
    assert (state.phase, state.active_player) == ("market", 1)
    refused(state, 1, Attune("longbow"), "ask.not_asked")


def test_RP_NOTE_01_attuned_may_be_left_out_and_needs_a_discard_pile() -> None:
    state = played_on(druid(), (4, PlaceDie("STR")), (4, SkipAction()), (1, SkipAttune()))
    assert (state.phase, len(state.market)) == ("market", 5)
    empty = played_on(druid(discard=()), (4, PlaceDie("STR")), (4, SkipAction()))
    assert (empty.phase, asked(empty)) == ("market", [])


def test_RP_NOTE_01_a_skill_used_meanwhile_keeps_its_question() -> None:
    state = table(
        2,
        beacon(),
        sheets=["STR[r2 _ _]"],
        market=["frail", "odd"],
        discard=["boat-hook"],
        owned={1: ["second-try"]},
        classes=("gardener", "mason"),
        holds={1: 1, 2: 2},
        hand="w3",
        active=2,
        centre="_ _ r6",
    ).change(1, dice_turn_done=True)
    state = played_on(state, (2, PlaceDie("STR")), (2, SkipAction()))
    state = after(state, 1, UseSkill("second-try", target="STR.1"), [5])
    state = after(state, 1, Attune("boat-hook"))
    assert asked(state) == [(1, "keep")]
    state = after(state, 1, Keep(5))
    assert (row_text(state, 1, "STR"), state.phase) == ("r5 _ _", "market")


# Climb, Intimidate, Negotiate


@pytest.mark.parametrize("card", ["climb", "intimidate"])
def test_RP_NOTE_04_only_dice_on_cards_not_yet_chosen(card: str) -> None:
    state = named(3, centre="_ y4* _* b5", holds={2: 1, 3: 3}, owned={1: [card]})
    refused(state, 1, UseSkill(card, initiative=1, face=2), "initiative.taken", "RP-NOTE-04")
    state = after(state, 1, UseSkill(card, initiative=4, face=1))
    assert centre_text(state) == "- b1* - y4"


def test_RP_NOTE_04_only_in_the_dice_phase() -> None:
    state = buying(owned={1: ["climb"]}, market=["longbow"])
    refused(state, 1, UseSkill("climb", initiative=3, face=2), "phase.not_now")
    assert moves(state, 1, UseSkill) == [UseSkill("climb", decline=True)]


def test_RP_NOTE_04_the_user_decides_between_equal_faces() -> None:
    state = dice_phase(owned={2: ["climb"]})
    state = after(state, 2, UseSkill("climb", initiative=3, face=4))
    assert asked(state) == [(2, "assign_initiative")]
    refused(state, 1, ChooseInitiative(1), "ask.others")
    state = after(state, 2, AssignInitiative(("r1", "b4", "y4")))
    assert centre_text(state) == "r1 b4* y4"


def test_RP_EX_81_the_six_becomes_one() -> None:
    state = named(4, centre="_ w3* _* r5* g6", holds={2: 1, 3: 3}, owned={1: ["climb"]})
    state = after(state, 1, UseSkill("climb", initiative=5, face=1))
    assert centre_text(state) == "- g1* - w3* r5"
    assert state.player(2).held_initiative == 1
    assert state.player(3).held_initiative == 3


def test_RP_NOTE_05_a_gold_die_pays_and_the_dice_are_laid_out_again() -> None:
    state = dice_phase(owned={1: ["negotiate"]}, sheets=["STR[k6 r2 _]"])
    state = after(state, 1, UseSkill("negotiate", initiative=2, target="STR.1"))
    assert row_text(state, 1, "STR") == "y4 r2 _"
    assert state.player(1).gold == 7
    assert centre_text(state) == "r1 b5* k6"
    plain = dice_phase(owned={1: ["negotiate"]}, sheets=["STR[k6 r2 _]"])
    assert after(plain, 1, UseSkill("negotiate", initiative=3, target="STR.1")).player(1).gold == 5


def test_RP_NOTE_05_never_with_a_chosen_card_or_an_empty_slot() -> None:
    state = dice_phase(owned={1: ["negotiate"]}, sheets=["STR[k6 r2 _]"], centre="_ y4* b5", holds={2: 1})
    refused(state, 1, UseSkill("negotiate", initiative=1, target="STR.1"), "initiative.taken")
    refused(state, 1, UseSkill("negotiate", initiative=2, target="STR.3"), "slot.empty")


def test_RP_NOTE_05_slot_3_and_action_only_if_the_card_gives_them() -> None:
    state = dice_phase(owned={1: ["negotiate"]}, sheets=["STR[k6 r2 g3]"])
    assert after(state, 1, UseSkill("negotiate", initiative=3, target="STR.3")).player(1).gold == 5
    assert after(state, 1, UseSkill("negotiate", initiative=3, target="STR.3", slot_gold=True)).player(1).gold == 6


def test_RP_EX_80_negotiate_after_card_1_is_chosen() -> None:
    state = named(centre="_ y4* b5", holds={2: 1}, sheets=["STR[r2 _ _]"], owned={1: ["negotiate"]})
    state = after(state, 1, UseSkill("negotiate", initiative=2, target="STR.1"))
    assert state.player(1).gold == 7
    assert row_text(state, 1, "STR") == "y4 _ _"
    assert centre_text(state) == "- r2* b5"


# Diplomacy


def test_RP_NOTE_06_uses_another_player_s_skill() -> None:
    state = dice_phase(owned={1: ["diplomacy"], 2: ["climb"]})
    state = after(state, 1, UseSkill("diplomacy", seat=2, skill="climb", initiative=3, face=2))
    assert centre_text(state) == "r1 b2* y4"
    assert [player.alignment_pos for player in state.players] == [3, 4]
    assert state.player(1).skills[0].exhausted
    assert not state.player(2).skills[0].exhausted


def test_RP_NOTE_06_never_an_own_skill_and_only_one_that_is_there() -> None:
    state = dice_phase(owned={1: ["diplomacy", "search"], 2: ["climb"]})
    refused(state, 1, UseSkill("diplomacy", seat=1, skill="search", decline=True), "skill.borrow_whose", "RP-NOTE-06")
    refused(state, 1, UseSkill("diplomacy", decline=True, arrow="up"), "skill.borrow_whose", "RP-NOTE-06")
    refused(state, 1, UseSkill("diplomacy", seat=2, skill="search", decline=True), "skill.not_yours")
    refused(state, 2, UseSkill("climb", seat=1, skill="search", decline=True), "skill.not_borrowing")


def test_RP_NOTE_06_where_nobody_knows_the_arrow_the_user_says_it() -> None:
    state = dice_phase(owned={1: ["diplomacy"], 2: ["pickpocket"]})
    refused(state, 1, UseSkill("diplomacy", seat=2, skill="pickpocket", decline=True), "read.missing")
    state = after(state, 1, UseSkill("diplomacy", seat=2, skill="pickpocket", decline=True, arrow="up"))
    assert state.player(1).alignment_pos == 1


def test_RP_NOTE_06_a_restriction_of_the_borrowed_card_counts() -> None:
    state = table(2, beacon(), centre="r1 y4* b5", owned={1: ["borrow"], 2: ["busking"]})
    refused(state, 1, UseSkill("borrow", seat=2, skill="busking"), "skill.other_phase", "RP-SKILL-05")
    given: dict[str, Any] = {"phase": "market", "market": ["frail"], "holds": {1: 1, 2: 2}}
    state = table(2, beacon(), owned={1: ["borrow"], 2: ["busking"]}, **given)
    assert after(state, 1, UseSkill("borrow", seat=2, skill="busking")).player(1).gold == 7


def test_RP_EX_82_diplomacy_declined() -> None:
    state = dice_phase(owned={1: ["diplomacy"], 2: ["climb"]})
    used = after(state, 1, UseSkill("diplomacy", seat=2, skill="climb", decline=True))
    assert used.player(1).alignment_pos == 3
    assert used.player(1).skills[0].exhausted
    assert used.player(2) == state.player(2)
    assert centre_text(used) == centre_text(state)


def test_RP_EX_83_diplomacy_on_cell_3() -> None:
    state = dice_phase(owned={1: ["diplomacy"], 2: ["climb"]}, cells=(3, 4))
    refused(state, 1, UseSkill("diplomacy", seat=2, skill="climb", decline=True), "skill.no_step", "RP-SKILL-03")
    assert not moves(state, 1, UseSkill)


# Move Silently, Heavy Crossbow, Open Lock


def test_RP_NOTE_08_buys_from_the_discard_pile_instead_of_the_market_turn() -> None:
    state = buying(owned={1: ["move-silently"]}, discard=["chain-helm", "mystic-robes"], gold=(9, 5), tokens=(1, 0))
    refused(state, 1, UseSkill("move-silently", bought="honest", paid=4), "attune.not_there", "RP-NOTE-08")
    refused(state, 1, UseSkill("move-silently", bought="chain-helm", paid=4), "buy.price", "RP-MARKET-03")
    bought = after(state, 1, UseSkill("move-silently", bought="chain-helm", paid=4, tokens=1))
    assert [card.card for card in bought.player(1).armors] == ["chain-helm"]
    assert bought.market_discard == ("mystic-robes",)
    assert (bought.player(1).gold, bought.player(1).charisma_tokens) == (5, 0)
    assert bought.active_player == 2
    refused(bought, 1, DiscardForGold("2.1"), "turn.not_yours")


def test_RP_NOTE_08_a_bard_who_moved_silently_may_not_discard() -> None:
    state = buying(owned={1: ["move-silently"]}, discard=["chain-helm"], gold=(9, 5), classes=("bard", "ranger"))
    state = after(state, 1, UseSkill("move-silently", bought="chain-helm", paid=5))
    refused(state, 1, DiscardForGold("2.1"), "discard.after_buying", "RP-NOTE-02")
    assert EndMarket() in moves(state, 1)


def test_RP_NOTE_08_only_in_the_own_market_turn() -> None:
    state = buying(owned={2: ["move-silently"]}, discard=["chain-helm"], gold=(9, 9))
    refused(state, 2, UseSkill("move-silently", bought="chain-helm", paid=5), "turn.not_yours")
    assert moves(state, 2, UseSkill) == [UseSkill("move-silently", decline=True)]


def test_RP_EX_41_move_silently_with_crossbow_and_token() -> None:
    state = buying(owned={1: ["move-silently", "heavy-crossbow"]}, discard=["chain-helm"], gold=(5, 5), tokens=(1, 0))
    assert UseSkill("move-silently", bought="chain-helm", paid=3, tokens=1) in moves(state, 1)
    bought = after(state, 1, UseSkill("move-silently", bought="chain-helm", paid=3, tokens=1))
    assert (bought.player(1).gold, bought.player(1).charisma_tokens) == (2, 0)
    refused(bought, 1, DiscardForGold("2.1"), "turn.not_yours")


def test_RP_NOTE_09_one_gold_less_and_never_below_0() -> None:
    state = buying(owned={1: ["heavy-crossbow"]}, market=["chain-helm", "steadfast"])
    assert [(m.place, m.paid) for m in moves(state, 1, Buy)] == [("2.1", 4), ("2.2", 0)]  # type: ignore[attr-defined]  # of that kind
    assert after(state, 1, Buy("2.1", 4)).player(1).gold == 1
    assert after(state, 1, Buy("2.2", 0)).player(1).gold == 5
    refused(state, 1, Buy("2.1", 5), "buy.price", "RP-MARKET-03")
    other = buying(owned={2: ["heavy-crossbow"]}, market=["chain-helm", "steadfast"])
    refused(other, 1, Buy("2.1", 4), "buy.price", "RP-MARKET-03")


def locked(*deck: str, **given: Any) -> State:
    owned = given.pop("owned", ["open-lock"])
    return buying(owned={1: owned}, deck=deck, market=["tower-shield", "climb"], **given)


def test_RP_NOTE_10_the_top_card_at_its_full_cost() -> None:
    state = after(locked("honest", "mystic-robes", cells=(4, 4)), 1, UseSkill("open-lock"))
    assert asked(state) == [(1, "open_lock")]
    assert state.player(1).alignment_pos == 7
    assert moves(state, 1, Tell) == [Tell(4), Tell("leave")]
    refused(state, 1, Tell(3), "read.choice", "RP-NOTE-10")
    state = after(state, 1, Tell(4))
    assert [card.card for card in state.player(1).traits] == ["honest"]
    assert (state.player(1).gold, state.player(1).alignment_pos) == (1, 4)
    assert (len(state.deck), len(state.market), state.active_player) == (1, 2, 2)


def test_RP_NOTE_10_a_trait_s_step_only_if_possible() -> None:
    state = locked("steadfast", "mystic-robes", cells=(4, 4))
    state = played_on(state, (1, UseSkill("open-lock")), (1, Tell(0)))
    assert state.player(1).alignment_pos == 7
    assert len(state.player(1).traits) == 1


def test_RP_NOTE_10_who_cannot_pay_leaves_the_card_on_top() -> None:
    state = after(locked("honest", "mystic-robes", gold=(3, 5), tokens=(1, 0)), 1, UseSkill("open-lock"))
    assert moves(state, 1, Tell) == [Tell("leave")]
    refused(state, 1, Tell(4), "read.choice", "RP-NOTE-10")
    state = after(state, 1, Tell("leave"))
    assert (state.active_player, len(state.deck), state.player(1).gold) == (1, 2, 3)
    assert state.player(1).skills[0].exhausted


def test_RP_NOTE_10_hands_and_an_empty_deck() -> None:
    state = locked("quarterstaff", owned=["open-lock", "longbow"], gold=(9, 9))
    state = state.replace(known={"longbow.hands": 1})
    state = after(state, 1, UseSkill("open-lock"))
    assert moves(state, 1, Tell) == [Tell("leave")]
    refused(locked(), 1, UseSkill("open-lock"), "deck.empty", "RP-NOTE-10")


def test_RP_NOTE_10_a_shuffled_deck_is_drawn_from_when_it_is_turned_up() -> None:
    state = buying(owned={1: ["open-lock"]}, gold=(9, 9))
    state = after(state, 1, UseSkill("open-lock"), ["honest"])
    assert state.deck.segments[0] == ("honest",)
    assert after(state, 1, Tell(4)).player(1).traits[0].card == "honest"


def test_RP_EX_42_open_lock_takes_nothing_off() -> None:
    state = locked("honest", owned=["open-lock", "heavy-crossbow"], tokens=(1, 0))
    state = played_on(state, (1, UseSkill("open-lock")), (1, Tell(4)))
    assert (state.player(1).gold, state.player(1).charisma_tokens) == (1, 1)
    state = after(state, 2, DiscardForGold("2.1"))
    assert (state.phase, state.player(1).charisma_tokens) == ("cleanup", 0)


# Search, Sleight of Hand


def test_RP_NOTE_11_a_die_is_chosen_from_the_bag() -> None:
    state = dice_phase(owned={1: ["search"]}, sheets=["STR[k6 r2 _]"])
    bag = state.bag.counts
    state = after(state, 1, UseSkill("search", color="gold", target="STR.1"), [5])
    assert row_text(state, 1, "STR") == "y5 r2 _"
    assert state.player(1).gold == 7
    assert state.bag.counts == {**bag, "gold": bag["gold"] - 1, "black": bag["black"] + 1}


def test_RP_NOTE_11_instead_of_the_die_just_taken_income_when_it_is_placed() -> None:
    state = named(centre="_ y4* b5", hand="r1", holds={1: 1}, owned={1: ["search"]})
    state = after(state, 1, UseSkill("search", color="gold"), [6])
    assert (state.player(1).gold, [die.code for die in state.player(1).dice]) == (5, ["y6"])
    assert after(state, 1, PlaceDie("STR")).player(1).gold == 7


def test_RP_NOTE_11_only_what_is_in_the_bag() -> None:
    full = "STR[w1 w2 w3] DEX[w1 w2 w3] CON[w1 w2 w3] INT[w1 _ _]"
    state = dice_phase(owned={1: ["search"]}, sheets=[full])
    refused(state, 1, UseSkill("search", color="white", target="STR.1"), "bag.not_there", "RP-NOTE-11")
    refused(state, 1, UseSkill("search", color="blue"), "read.missing")
    refused(state, 1, UseSkill("search", target="STR.1"), "read.missing")


def test_RP_NOTE_11_slot_3_and_the_action_are_asked_at_use() -> None:
    state = named(centre="_ y4* b5", hand="r1", holds={1: 1}, sheets=["CON[k1 k2 k3]"], owned={1: ["search"]})
    state = after(state, 1, PlaceDie("STR"))
    plain = after(state, 1, UseSkill("search", color="blue", target="CON.3"), [5])
    assert (plain.player(1).gold, plain.player(1).placed_row) == (5, "STR")
    both = after(state, 1, UseSkill("search", color="blue", target="CON.3", slot_gold=True, action=True), [5])
    assert both.player(1).gold == 6
    both = after(both, 1, AttributeAction("CON", "CON.1", by=1))
    assert row_text(both, 1, "CON") == "k2 k2 b5"
    used = state.change(1, attribute_action_used=True)
    again = UseSkill("search", color="blue", target="CON.3", action=True)
    refused(used, 1, again, "action.not_now", "RP-DICE-04", [5])


def test_RP_NOTE_12_moves_a_die_without_action_and_gold_and_closes_gaps() -> None:
    state = dice_phase(owned={1: ["sleight-of-hand"]}, sheets=["STR[r3 b5 g2] DEX[w4 _ _] CHA[k1 k2 k3]"])
    used = after(state, 1, UseSkill("sleight-of-hand", target="STR.1", row="DEX"))
    assert sheet_text(used.player(1).sheet) == "STR[b5 g2 _] DEX[w4 r3 _] CHA[k1 k2 k3]"
    assert (used.player(1).gold, used.active_player) == (5, 1)
    refused(state, 1, UseSkill("sleight-of-hand", target="STR.1", row="CHA"), "place.row_full", "RP-NOTE-12")
    refused(state, 1, UseSkill("sleight-of-hand", target="DEX.2", row="INT"), "slot.empty")


def test_RP_EX_77_sleight_of_hand() -> None:
    state = dice_phase(owned={1: ["sleight-of-hand"]}, sheets=["STR[r3 b5 g2] DEX[w4 _ _]"])
    state, events = play(state, 1, UseSkill("sleight-of-hand", target="STR.2", row="DEX"))
    assert sheet_text(state.player(1).sheet) == "STR[r3 g2 _] DEX[w4 b5 _]"
    assert state.player(1).gold == 5
    assert [event.key.removeprefix("event.") for event in events] == ["use_skill", "alignment_move", "move_die"]


EX_78 = "DEX[w4 b2 _] CON[r6 g5 y1]"


def test_RP_EX_78_no_gold_for_slot_3() -> None:
    state = dice_phase(owned={1: ["sleight-of-hand"]}, sheets=[EX_78])
    state = after(state, 1, UseSkill("sleight-of-hand", target="CON.1", row="DEX"))
    assert sheet_text(state.player(1).sheet) == "DEX[w4 b2 r6] CON[g5 y1 _]"
    assert state.player(1).gold == 5


def test_RP_EX_79_a_later_real_placement_pays() -> None:
    state = dice_phase(owned={1: ["sleight-of-hand"]}, sheets=[EX_78])
    state = after(state, 1, UseSkill("sleight-of-hand", target="CON.1", row="DEX"))
    state = played_on(state, (1, ChooseInitiative(3)), (1, PlaceDie("CON")))
    assert row_text(state, 1, "CON") == "g5 y1 b5"
    assert state.player(1).gold == 6
