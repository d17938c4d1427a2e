"""Playing a cell: automatic and activated effects, locks, traps, and tidying up (QC-PLAY, QC-LOCK, QC-TRAP)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.chance import Chance, Scripted
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.content import Gain
from companion.games.quest_circuit.course import settle
from companion.games.quest_circuit.gains import queued
from companion.games.quest_circuit.state import EMPTY, State
from tests.unit.quest_circuit.play import (
    content_with,
    do,
    give,
    going,
    keys,
    lay,
    offered,
    on,
    refused,
    started,
    strength,
    told,
)

BOG = "drowned-bell"


def card(*effects: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"name": "Test", "quest": BOG, "effects": list(effects), **fields}


LOCK = {"kind": "lock", "level": 1, "reward": [{"kind": "xp", "n": 3}]}
TRAP = {"kind": "trap", "level": 3, "xp": 1}
BEAST = {"kind": "monster", "health": 2, "attack": 0, "xp": 2}
SPRING = {"kind": "terrain", "does": [{"kind": "heal", "n": 2}]}
PAID = {"kind": "paid", "cost": {"mana": 1}, "does": [{"kind": "xp", "n": 2}]}


def at_cell(*effects: dict[str, Any], permanent: bool = False, seat_fields: Any = None, **options: Any) -> State:
    """Seat 1 has come to cell 3, where a card with these effects lies."""
    content = content_with(cards={"mud-whelp": card(*effects, permanent=permanent)})
    state = on(lay(started(2, content, **options), 3, "mud-whelp"), 1, 0, **(seat_fields or {}))
    return going(state, 3)


def test_QC_PLAY_01_the_effects_of_the_card_and_heroes_on_the_cell() -> None:
    content = content_with(cards={"mud-whelp": card(LOCK, PAID)})
    state = on(lay(started(2, content), 3, "mud-whelp"), 2, 3)
    moves = offered(going(state, 3))
    assert m.Play(0) in moves
    assert m.Attack(2) in moves
    assert m.Play(1) in moves
    assert m.Finish() in moves


def test_QC_PLAY_02_automatic_effects_first_in_the_order_the_player_prefers() -> None:
    state = at_cell(LOCK, TRAP, SPRING, BEAST)
    assert [move for move in offered(state) if isinstance(move, m.Play)] == [m.Play(1), m.Play(2), m.Play(3)]
    refused(state, m.Play(0), "effect.not_now")
    state, events = told(state, m.Play(2))
    assert keys(events) == ["terrain", "heals"]
    assert m.Play(2) not in offered(state)
    assert m.Play(1) in offered(state)


def test_QC_PLAY_02_the_last_automatic_effect_begins_by_itself() -> None:
    assert at_cell(BEAST).fight is not None
    assert at_cell(SPRING).active_player == 2


def test_QC_PLAY_03_activated_effects_are_free_to_try_or_leave() -> None:
    state = at_cell(LOCK, {**BEAST, "neutral": True})
    assert [*offered(state)] == [m.Play(0), m.Play(1), m.Finish()]
    assert do(state, m.Finish()).active_player == 2


def test_QC_PLAY_04_each_effect_may_be_tried_once_a_turn() -> None:
    state = at_cell(LOCK, {**LOCK, "level": 5})
    state = do(state, m.Play(0), [1, 6])
    refused(state, m.Play(0), "effect.not_now")
    assert m.Play(1) in offered(state)
    again = do(at_cell(LOCK, effect_retry_per_turn="unlimited"), m.Play(0), [1, 6])
    assert m.Play(0) in offered(again)


def test_QC_PLAY_05_the_price_is_paid_whole_or_not_at_all() -> None:
    state = at_cell(PAID, LOCK)
    state = do(state, m.Play(0))
    assert (state.mana(1), state.player(1).xp) == (0, 2)
    poor = at_cell(PAID, LOCK, seat_fields={"mana_spent": 1})
    refused(poor, m.Play(0), "effect.not_now")


@pytest.mark.parametrize(
    ("cost", "fields", "possible"),
    [
        ({"xp": 3}, {"xp": 3}, True),
        ({"xp": 3}, {"xp": 2, "level": 2}, False),
        ({"health": 2}, {"wounds": 2}, True),
        ({"health": 2}, {"wounds": 3}, False),
        ({"card": 1}, {}, False),
    ],
)
def test_QC_PLAY_05_never_a_level_and_never_the_last_health(cost: Any, fields: Any, possible: bool) -> None:
    state = at_cell({**PAID, "cost": cost}, LOCK, seat_fields=fields)
    assert (m.Play(0) in offered(state)) is possible


def test_QC_PLAY_05_a_card_of_ones_own_pays_and_is_discarded() -> None:
    content = content_with(cards={"mud-whelp": card({**PAID, "cost": {"card": 1}})})
    state = give(lay(started(2, content), 3, "mud-whelp"), 1, "broad-axe", "scale-vest", worn=False)
    state = going(state, 3)
    assert [move for move in offered(state) if isinstance(move, m.Play)] == [
        m.Play(0, ("broad-axe",)),
        m.Play(0, ("scale-vest",)),
    ]
    refused(state, m.Play(0, ("wind-boots",)), "pay.cards")
    state = do(state, m.Play(0, ("scale-vest",)))
    assert (state.player(1).owned, state.discard[:1]) == (("broad-axe",), ("scale-vest",))


def test_QC_PLAY_06_there_is_nothing_to_play_on_start() -> None:
    state = do(do(on(started(), 1, 18), m.Roll(), [3]), m.Go(0))
    assert state.active_player == 2, "seat 2 stands on Start and was not attacked"


def test_QC_PLAY_07_played_successfully_and_the_card_goes() -> None:
    state = at_cell(LOCK, SPRING)
    state = do(state, m.Play(0), [6, 1])
    assert (state.active_player, state.cells[3].covered) == (2, True)


def test_QC_PLAY_07_other_heroes_do_not_count() -> None:
    state = going(on(lay(started(), 3, "warm-spring"), 2, 3), 3)
    state = do(state, m.Finish())
    assert state.cells[3].covered


def test_QC_PLAY_08_the_next_card_comes_face_down() -> None:
    before = lay(started(), 3, "warm-spring")
    state, events = told(do(before, m.Roll(), [3]), m.Go(3))
    assert "discarded" in keys(events)
    assert (state.cells[3].covered, state.cells[3].card) == (True, None)
    assert state.stack == before.stack - 1
    assert state.discard == ("warm-spring",)


def test_QC_PLAY_09_an_empty_stack_leaves_the_cell_empty() -> None:
    state = started(board_cells=40)
    state = do(do(state, m.Roll(), [3]), m.Go(3), ["warm-spring"])
    assert state.cells[3] == EMPTY


def test_QC_PLAY_10_what_was_not_played_successfully_stays_face_up() -> None:
    neutral = do(at_cell({**BEAST, "neutral": True}), m.Finish())
    assert neutral.cells[3].card == "mud-whelp", "a neutral monster left alone"
    closed = do(at_cell(LOCK), m.Play(0), [1, 6])
    assert closed.cells[3].card == "mud-whelp"


def test_QC_PLAY_11_a_permanent_card_stays_and_rewards_again() -> None:
    state = at_cell(LOCK, permanent=True)
    state = do(state, m.Play(0), [6, 1])
    assert (state.cells[3].card, state.cells[3].done) == ("mud-whelp", ())
    assert state.player(1).xp == 3
    state = going(on(state, 2, 1), 3)
    assert do(state, m.Play(0), [6, 1]).player(2).xp == 3


def test_QC_LOCK_01_02_an_attempt_that_reaches_the_difficulty_opens() -> None:
    state, events = told(at_cell({**LOCK, "level": 2}), m.Play(0), [6, 4])
    assert (events[0].key, events[0].word.args["total"], events[0].word.args["against"]) == ("event.lock.opened", 6, 6)
    assert state.player(1).xp == 3
    _, events = told(at_cell({**LOCK, "level": 2}), m.Play(0), [5, 4])
    assert (events[0].key, events[0].word.args["total"], events[0].word.args["against"]) == ("event.lock.closed", 5, 6)


def test_QC_LOCK_02_all_security_counts() -> None:
    content = content_with(cards={"mud-whelp": card({**LOCK, "level": 2})})
    state = going(give(lay(started(2, content), 3, "mud-whelp"), 1, "lock-picks"), 3)
    assert do(state, m.Play(0), [4, 3]).player(1).xp == 3, "4 + 1 against 3 + 2"


def test_QC_LOCK_03_failure_costs_nothing_and_the_difficulty_is_rolled_anew() -> None:
    state = do(at_cell(LOCK, effect_retry_per_turn="unlimited"), m.Play(0), [1, 6])
    assert strength(state, 1) == (5, 5)
    assert do(state, m.Play(0), [2, 1]).player(1).xp == 3


def test_QC_TRAP_01_difficulty_is_die_and_level_attempt_is_die_and_security() -> None:
    _, events = told(at_cell(TRAP), m.Play(0), [2, 1])
    assert (events[0].word.args["total"], events[0].word.args["against"]) == (2, 4)


def test_QC_TRAP_02_an_evaded_trap_gives_its_xp_and_is_discarded() -> None:
    state = do(at_cell(TRAP), m.Play(0), [5, 2])
    assert (strength(state, 1), state.player(1).xp, state.cells[3].covered) == ((5, 5), 1, True)


def test_QC_TRAP_03_the_hero_loses_the_difference() -> None:
    state, events = told(at_cell(TRAP), m.Play(0), [2, 3])
    assert "trap.sprung" in keys(events)
    assert strength(state, 1) == (1, 5)


def test_QC_TRAP_04_a_trap_can_kill() -> None:
    state, events = told(at_cell(TRAP), m.Play(0), [1, 4])
    assert "dies" in keys(events)
    assert (state.player(1).position, strength(state, 1), state.active_player) == (0, (5, 5), 2)


def test_QC_TRAP_05_a_sprung_trap_stays_armed_unless_the_table_discards_it() -> None:
    state = do(at_cell(TRAP), m.Play(0), [2, 1])
    assert (state.cells[3].card, state.cells[3].done) == ("mud-whelp", ())
    gone = do(at_cell(TRAP, trap_sprung="discarded"), m.Play(0), [2, 1])
    assert gone.cells[3].covered
    assert gone.player(1).xp == 0


# what cards give


def gained(state: State, *gains: Gain, luck: Any = ()) -> State:
    """Seat 1 gets these, as if a place gave them."""
    return settle(queued(state.replace(queue=()), 1, gains), Chance(Scripted(luck)))[0]


def test_a_gain_of_each_kind() -> None:
    state = on(started(), 1, 4, wounds=3, mana_spent=1)
    assert strength(gained(state, Gain("heal", 2)), 1) == (4, 5)
    assert strength(gained(state, Gain("lose", 1)), 1) == (1, 5)
    assert gained(state, Gain("mana", 3)).mana(1) == 1
    assert strength(gained(state, Gain("restore")), 1) == (5, 5)
    assert gained(state, Gain("xp", 12)).player(1).level == 2
    assert gained(state, Gain("items", 2), luck=(["broad-axe", "short-blade"],)).player(1).inventory == (
        "broad-axe",
        "short-blade",
    )
    assert gained(state, Gain("unique", unique="tide-blade")).player(1).inventory == ("tide-blade",)
    assert gained(state, Gain("move", 3)).player(1).position == 7
    around = gained(on(state, 1, 19), Gain("move", 3))
    assert (around.player(1).position, strength(around, 1)) == (1, (5, 5))
    assert gained(state, Gain("start")).player(1).position == 0


def test_what_only_the_text_says_is_done_at_the_table() -> None:
    state = at_cell({"kind": "terrain", "does": [{"kind": "by_text"}, {"kind": "xp", "n": 1}]})
    assert offered(state) == [m.Done()]
    refused(state, m.Roll(), "ask.first")
    state = do(state, m.Done())
    assert (state.player(1).xp, state.active_player) == (1, 2)


def test_a_hero_that_a_card_moves_plays_no_more_there() -> None:
    state = at_cell({"kind": "paid", "cost": {"mana": 1}, "does": [{"kind": "start"}]}, LOCK)
    state = do(state, m.Play(0))
    assert (state.player(1).position, state.active_player) == (0, 2)
