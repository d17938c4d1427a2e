"""The printed card wins (RP-GEN-01), and the table wins: adjusting."""

from __future__ import annotations

from typing import Any

import pytest

from companion.canonical import Plain, state_hash
from companion.games.roll_player.ending import hero
from companion.games.roll_player.moves import (
    AttributeAction,
    Buy,
    ByCard,
    DiscardForGold,
    Done,
    Keep,
    PlaceDie,
    RefreshSkill,
    Roll,
    SkipRefresh,
)
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import State
from companion.refusals import Refusal
from companion.table import adjust
from companion.words import LANGUAGES, catalogue
from tests.unit.roll_player.depths import dice, market, scoring
from tests.unit.roll_player.given import (
    GAME,
    after,
    asked,
    at_roll,
    beacon,
    cards_out,
    centre_text,
    dice_out,
    moves,
    opened,
    play,
    played_on,
    refused,
    row_text,
    sheet_text,
    some_sheets,
    table,
)

# RP-GEN-01: the printed card wins


@pytest.mark.parametrize(
    ("move", "holds"),
    [
        pytest.param(ByCard(gold=3), lambda s: s.player(1).gold == 8, id="RP-GEN-01-gold"),
        pytest.param(ByCard(gold=-5), lambda s: s.player(1).gold == 0, id="RP-GEN-01-gold-paid"),
        pytest.param(ByCard(tokens=1), lambda s: s.player(1).charisma_tokens == 1, id="RP-GEN-01-token"),
        pytest.param(ByCard(step="down"), lambda s: s.player(1).alignment_pos == 7, id="RP-GEN-01-step"),
        pytest.param(
            ByCard(target="STR.1", face=6), lambda s: row_text(s, 1, "STR") == "r6 b3 g4", id="RP-GEN-01-face"
        ),
        pytest.param(
            ByCard(target="STR.1", other="DEX.1"),
            lambda s: sheet_text(s.player(1).sheet) == "STR[w1 b3 g4] DEX[r2 _ _]",
            id="RP-GEN-01-swap",
        ),
        pytest.param(
            ByCard(target="STR.1", row="DEX"),
            lambda s: sheet_text(s.player(1).sheet) == "STR[b3 g4 _] DEX[w1 r2 _]",
            id="RP-GEN-01-move",
        ),
        pytest.param(ByCard(skill="hush"), lambda s: s.player(1).skills[0].exhausted, id="RP-GEN-01-skill"),
    ],
)
def test_the_printed_card_wins(move: ByCard, holds: Any) -> None:
    state = dice(owned={1: ["hush"]})
    done, events = play(state, 1, move)
    assert holds(done)
    assert events[0].key == "event.by_card"
    assert done.active_player == 1
    assert sorted(dice_out(done)) == sorted(dice_out(state))


@pytest.mark.parametrize(
    ("move", "key"),
    [
        (ByCard(gold=-6), "gold.negative"),
        (ByCard(tokens=-1), "charisma.none_left"),
        (ByCard(target="STR.1", face=2), "by_card.same_face"),
        (ByCard(target="STR.1", row="STR"), "place.row_full"),
        (ByCard(target="INT.1", face=2), "slot.empty"),
        (ByCard(target="STR.1", other="STR.1"), "swap.same"),
        (ByCard(skill="topple"), "skill.not_yours"),
        (ByCard(), "by_card.nothing"),
        (ByCard(gold=0), "by_card.nothing"),
    ],
)
def test_RP_GEN_01_what_cannot_be_is_refused_whole(move: ByCard, key: str) -> None:
    refused(dice(owned={1: ["hush"]}), 1, move, key)


def test_RP_GEN_01_gold_that_cannot_be_paid_leaves_the_step_undone_too() -> None:
    refused(dice(), 1, ByCard(gold=-6, step="down"), "gold.negative", "RP-GOLD-06")
    refused(dice(cells=(8, 4)), 1, ByCard(gold=1, step="down"), "align.off_grid", "RP-ALIGN-01")


def test_RP_GEN_01_not_before_the_game_and_not_after_being_ready() -> None:
    refused(opened(2), 1, ByCard(gold=1), "phase.not_now")
    refused(at_roll(2), 1, ByCard(tokens=1), "phase.not_now")
    state = after(scoring(market=["climb", "honest"]), 1, Done())
    refused(state, 1, ByCard(gold=1), "scoring.ready")
    assert after(state, 2, ByCard(gold=1)).player(2).gold == 6


def test_RP_GEN_01_a_die_that_waits_for_its_face_is_left_alone() -> None:
    state = dice(hand="w3", holds={1: 1}, centre="_ y4* b5")
    state = played_on(state, (1, PlaceDie("INT")), (1, AttributeAction("INT", "STR.1"), [5]))
    refused(state, 1, ByCard(target="STR.1", row="DEX"), "ask.first", "RP-DICE-INT")
    refused(state, 1, ByCard(target="STR.1", face=6), "ask.first", "RP-DICE-INT")
    types = {form.type for form in GAME.forms(state, 1) if any(f.name == "target" for f in form.fields)}
    assert types == set()
    state = played_on(state, (1, ByCard(gold=1)), (1, Keep(5)))
    assert row_text(state, 1, "STR") == "r5 b3 g4"


def test_RP_GEN_01_a_skill_turned_by_hand_is_no_longer_offered_for_its_refresh() -> None:
    given: dict[str, Any] = {
        "phase": "market",
        "market": ["frail"],
        "holds": {1: 1},
        "owned": {1: ["hush!", "topple!"]},
    }
    state = table(2, beacon(), **given).change(2, market_turn_done=True)
    state = after(state, 1, DiscardForGold("2.1"))
    state = after(state, 1, ByCard(skill="hush"))
    assert moves(state, 1, RefreshSkill) == [RefreshSkill("topple")]
    assert SkipRefresh() in moves(state, 1)


# adjusting: numbers are set, things are moved


def adjusted(state: State, **change: Plain) -> State:
    """One change made by the host: dice and cards are as many as before, and every invariant holds."""
    after_: State
    after_, event = adjust(GAME, state, change)
    assert event.key.startswith(("event.adjust.", "event.discard_owned"))
    assert sorted(_all_dice(after_)) == sorted(_all_dice(state))
    assert len(cards_out(after_)) + len(after_.deck) == len(cards_out(state)) + len(state.deck)
    return after_


def _all_dice(state: State) -> list[str]:
    return dice_out(state) + [color for color, count in state.bag.items for _ in range(count)]


def not_adjusted(state: State, key: str, **change: Plain) -> None:
    before = state_hash(state)
    with pytest.raises(Refusal) as caught:
        adjust(GAME, state, change)
    assert caught.value.key == key
    for lang in LANGUAGES:
        assert catalogue(lang, GAME.package)(caught.value.key, **caught.value.args_)
    assert state_hash(state) == before


def test_adjust_numbers() -> None:
    assert adjusted(dice(), what="gold", seat=1, value=12).player(1).gold == 12
    assert adjusted(dice(), what="alignment_pos", seat=2, value=8).player(2).alignment_pos == 8
    assert adjusted(dice(), what="charisma_tokens", seat=1, value=2).player(1).charisma_tokens == 2
    not_adjusted(dice(), "read.range", what="gold", seat=1, value=-1)
    not_adjusted(dice(), "read.range", what="alignment_pos", seat=1, value=9)
    not_adjusted(dice(), "read.range", what="gold", seat=3, value=1)
    not_adjusted(dice(), "read.unknown", what="gold", seat=1, value=1, more=1)
    not_adjusted(dice(), "read.choice", what="weather", value=1)


def test_adjust_tokens_there_are_six_and_only_in_dice_and_market() -> None:
    state = dice(tokens=(3, 2))
    assert adjusted(state, what="charisma_tokens", seat=1, value=4).charisma_supply == 0
    not_adjusted(state, "charisma.none_left", what="charisma_tokens", seat=1, value=5)
    not_adjusted(at_roll(2), "phase.not_now", what="charisma_tokens", seat=1, value=1)
    assert adjusted(at_roll(2), what="charisma_tokens", seat=1, value=0) == at_roll(2)


def test_adjust_a_coin() -> None:
    state = adjusted(dice(), what="coin", card=2, value=0)
    assert centre_text(state) == "r1 y4 b5"
    assert centre_text(adjusted(state, what="coin", card=2, value=1)) == "r1 y4* b5"
    not_adjusted(state, "read.range", what="coin", card=2, value=2)
    not_adjusted(state, "adjust.no_place", what="coin", card=1, value=1)
    not_adjusted(state, "adjust.no_place", what="coin", card=3, value=1)


def test_adjust_a_face() -> None:
    state = adjusted(dice(), what="face", seat=1, slot="STR.2", value=6)
    assert row_text(state, 1, "STR") == "r2 b6 g4"
    not_adjusted(dice(), "slot.empty", what="face", seat=1, slot="INT.1", value=6)
    not_adjusted(dice(), "slot.unknown", what="face", seat=1, slot="LUK.1", value=6)
    not_adjusted(dice(), "read.range", what="face", seat=1, slot="STR.2", value=7)


def test_adjust_stars_by_hand() -> None:
    state = adjusted(dice(), what="stars", seat=1, category="traits", value=3, reason="by the card")
    state = adjusted(state, what="stars", seat=1, category="armor", value=-1, reason="")
    lines = SHEET.breakdown(hero(state, 1)).lines
    assert (lines["traits"].points, lines["armor"].points) == (3, -1)
    assert SHEET.breakdown(hero(state, 2)).total == SHEET.breakdown(hero(dice(), 2)).total
    not_adjusted(dice(), "read.choice", what="stars", seat=1, category="luck", value=3)


def full_table(**given: Any) -> State:
    """Round 3 of a table of two in the Dice phase: everybody has eight dice, seat 1 is to choose."""
    return table(2, beacon(), centre="r1 y4* b5", round=3, sheets=some_sheets(2, 8), **given)


MOVED: list[tuple[str, str, str, str]] = [
    ("g1", "sheet.1.STR.1", "sheet.1.WIS", "STR[b2 r3 _] DEX[p4 k5 w6] CON[y1 g2 _] WIS[g1 _ _]"),
    ("g1", "sheet.1.STR.1", "bag", "STR[b2 r3 _] DEX[p4 k5 w6] CON[y1 g2 _]"),
    ("k5", "sheet.1.DEX.2", "sheet.1.CON", "STR[g1 b2 r3] DEX[p4 w6 _] CON[y1 g2 k5]"),
]


@pytest.mark.parametrize(("die", "source", "target", "sheet"), MOVED)
def test_adjust_a_die_is_moved_never_made_or_lost(die: str, source: str, target: str, sheet: str) -> None:
    state = adjusted(full_table(), what="die", die=die, **{"from": source, "to": target})
    assert sheet_text(state.player(1).sheet) == sheet


def test_adjust_dice_between_sheet_bag_and_centre() -> None:
    state = adjusted(full_table(), what="die", die="r1", **{"from": "initiative.1", "to": "bag"})
    assert centre_text(state) == "_ y4* b5"
    state = adjusted(state, what="die", die="w2", **{"from": "bag", "to": "initiative.1"})
    assert centre_text(state) == "w2 y4* b5"
    state = adjusted(state, what="die", die="g1", **{"from": "sheet.1.STR.1", "to": "bag"})
    state = adjusted(state, what="die", die="k6", **{"from": "bag", "to": "sheet.1.STR"})
    assert row_text(state, 1, "STR") == "b2 r3 k6"


@pytest.mark.parametrize(
    ("die", "source", "target", "key"),
    [
        ("r6", "initiative.1", "bag", "adjust.no_die"),
        ("g1", "sheet.1.STR.2", "bag", "adjust.no_die"),
        ("g1", "shelf", "bag", "adjust.no_die"),
        ("g1", "sheet.1.STR.1", "shelf", "adjust.no_place"),
        ("g1", "sheet.1.STR.1", "initiative.2", "adjust.no_place"),
        ("g1", "sheet.1.STR.1", "sheet.1.DEX", "place.row_full"),
        ("g1", "sheet.1.STR.1", "sheet.3.DEX", "adjust.no_place"),
        ("g7", "sheet.1.STR.1", "bag", "read.pattern"),
        ("g", "bag", "sheet.1.CON", "read.pattern"),
        ("r1", "bag", "sheet.1.CON", "adjust.no_place"),
        ("r1", "initiative.1", "sheet.1.CON", "adjust.no_place"),
    ],
)
def test_adjust_a_die_that_is_not_there_or_has_no_place(die: str, source: str, target: str, key: str) -> None:
    not_adjusted(full_table(), key, what="die", die=die, **{"from": source, "to": target})


def test_adjust_a_die_out_of_an_empty_colour() -> None:
    state = dice(sheets=["STR[r1 r1 r1] DEX[r1 r1 r1] CON[r1 r1 r1]"])
    not_adjusted(state, "bag.not_there", what="die", die="r2", **{"from": "bag", "to": "sheet.2.STR"})


def test_adjust_no_die_onto_a_card_before_the_roll() -> None:
    """It would be overwritten by the roll, and lost."""
    for state in (at_roll(2), opened(2)):
        not_adjusted(state, "adjust.no_place", what="die", die="r1", **{"from": "bag", "to": "initiative.1"})


def test_adjust_a_die_must_be_left_for_everybody_who_has_not_chosen() -> None:
    state = adjusted(full_table(), what="die", die="r1", **{"from": "initiative.1", "to": "bag"})
    not_adjusted(state, "adjust.no_die", what="die", die="b5", **{"from": "initiative.3", "to": "bag"})


def test_adjust_no_dice_while_some_wait_for_a_choice() -> None:
    state = after(at_roll(2), 1, Roll(), ["red", "blue", "white"], [3, 3, 5])
    assert asked(state) == [(1, "assign_initiative")]
    not_adjusted(state, "ask.first", what="die", die="r1", **{"from": "bag", "to": "initiative.1"})
    rolled = dice(hand="w3", holds={1: 1}, centre="_ y4* b5")
    rolled = played_on(rolled, (1, PlaceDie("INT")), (1, AttributeAction("INT", "STR.1"), [5]))
    not_adjusted(rolled, "ask.first", what="die", die="r2", **{"from": "sheet.1.STR.1", "to": "bag"})
    not_adjusted(rolled, "ask.first", what="face", seat=1, slot="STR.1", value=6)


def test_adjust_no_die_for_a_sheet_that_has_not_drawn_yet() -> None:
    not_adjusted(opened(2), "adjust.no_place", what="die", die="r1", **{"from": "bag", "to": "sheet.1.STR"})


def test_adjust_a_card_goes_to_the_discard_pile() -> None:
    state = adjusted(dice(owned={1: ["hush", "ring-cap"]}), what="card", seat=1, card="hush")
    assert (state.player(1).skills, state.market_discard) == ((), ("hush",))
    not_adjusted(dice(owned={1: ["hush"]}), "card.not_yours", what="card", seat=2, card="hush")


def test_adjust_a_card_and_the_question_about_it_and_the_game_goes_on() -> None:
    """The last buyer's weapon is taken back while its hands are asked: Cleanup follows."""
    state = market("quarterstaff", "climb", holds={1: 2}).change(2, market_turn_done=True)
    state = after(state, 1, Buy("2.1", 2))
    assert asked(state) == [(1, "hands")]
    state = adjusted(state, what="card", seat=1, card="quarterstaff")
    assert asked(state) == []
    assert state.phase == "cleanup"
    assert GAME.to_act(state) == (2,)


def test_adjust_a_card_at_the_end_and_its_question() -> None:
    state = scoring(cards="types", market=["climb", "search"], owned={1: ["honest", "weak"]})
    state = adjusted(state, what="card", seat=1, card="honest")
    assert [ask.args["about"] for ask in state.pending] == ["trait.weak"]
