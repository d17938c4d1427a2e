"""The steps of a turn, movement and equipment (QC-TURN, QC-MOVE, QC-GEAR)."""

from __future__ import annotations

from typing import Any

from companion.games.quest_circuit import game
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.movement import reach
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
    opened,
    refused,
    started,
    strength,
    told,
    won,
)


def goals(state: State) -> list[int]:
    """The cells that are offered."""
    return [move.cell for move in offered(state) if isinstance(move, m.Go)]


def test_QC_TURN_01_the_eight_steps_in_their_order() -> None:
    state = give(lay(started(), 3, "fishers-chest"), 1, "broad-axe", worn=False)
    assert (state.turn.step, state.may_equip(1)) == ("roll", False)
    state = do(state, m.Roll(), [3])
    assert state.turn.step == "move"
    state = do(state, m.Go(3))
    assert state.turn.step == "active", "nothing there is automatic"
    state = do(state, m.Finish())
    assert (state.turn.step, state.may_equip(1)) == ("unlock", True)
    state, events = told(do(state, m.Equip("broad-axe")), m.EndTurn())
    assert keys(events) == ["turn"]
    assert (state.active_player, state.cells[3].card) == (2, "fishers-chest")


def test_QC_TURN_01_moves_of_another_step_are_refused() -> None:
    state = started()
    refused(state, m.Go(3), "step.not_now")
    refused(state, m.EndTurn(), "step.not_now")
    refused(state, m.Roll(), "turn.not_yours", 2)


def test_QC_TURN_02_a_dead_hero_goes_on_with_step_6() -> None:
    state = give(lay(on(started(), 1, 2, wounds=4), 3, "thorn-path"), 1, "padded-coat", worn=False)
    state = going(state, 3)
    assert (state.player(1).position, state.turn.step) == (0, "unlock")
    assert m.Equip("padded-coat") in offered(state)
    assert do(state, m.EndTurn()).active_player == 2


def test_QC_TURN_03_completing_the_quest_ends_it_at_once() -> None:
    state = give(lay(on(started(), 1, 18), 20, "bell-keeper", wounds=9), 1, "tide-blade")
    state = won(going(state, 20))
    assert state.phase == "finished"
    assert state.hero_of_quest == (1,)


def test_QC_GEAR_01_equipment_is_locked_in_steps_1_to_5() -> None:
    state = give(lay(started(), 2, "fishers-chest"), 1, "broad-axe", worn=False)
    for step in ("roll", "move", "active"):
        assert (state.turn.step, state.may_equip(1)) == (step, False)
        refused(state, m.Equip("broad-axe"), "gear.locked")
        state = do(state, m.Roll(), [2]) if step == "roll" else do(state, m.Go(2)) if step == "move" else state


def test_QC_GEAR_02_others_swap_freely_but_not_while_they_are_attacked() -> None:
    state = give(lay(on(started(), 2, 4), 4, "fishers-chest"), 2, "broad-axe", worn=False)
    assert m.Equip("broad-axe") in offered(state, 2)
    worn = do(state, m.Equip("broad-axe"), seat=2)
    assert worn.player(2).equipment == ("broad-axe",)
    assert do(worn, m.TakeOff("broad-axe"), seat=2).player(2).inventory == ("broad-axe",)
    attacked = do(going(state, 4), m.Attack(2))
    refused(attacked, m.Equip("broad-axe"), "gear.locked", 2)


def test_QC_GEAR_02_a_card_takes_the_house_slot_of_another() -> None:
    state = give(give(started(), 2, "short-blade"), 2, "broad-axe", worn=False)
    state = do(state, m.Equip("broad-axe"), seat=2)
    assert (state.player(2).equipment, state.player(2).inventory) == (("broad-axe",), ("short-blade",))
    refused(state, m.TakeOff("short-blade"), "card.not_yours", 2)


def test_QC_GEAR_06_what_is_won_comes_into_the_inventory() -> None:
    state = going(lay(started(), 3, "abandoned-pack"), 3, ["broad-axe"])
    assert (state.player(1).inventory, state.player(1).equipment) == (("broad-axe",), ())
    assert state.bonuses(1).attack == 1, "QC-GEAR-04: only equipped cards count"
    assert state.turn.step == "unlock"
    assert do(state, m.Equip("broad-axe")).bonuses(1).attack == 3


BOOSTER = {
    "name": "Booster", "quest": "drowned-bell", "slot": "charm",
    "usable": {"timing": "turn", "per": "turn", "does": [{"kind": "boost", "stat": "attack", "n": 2, "lasts": "turn"}]},
}  # fmt: skip


def test_QC_GEAR_07_abilities_are_used_while_equipment_is_locked() -> None:
    content = content_with(items={"booster": BOOSTER})
    state = give(lay(started(2, content), 3, "fishers-chest"), 1, "booster")
    assert not state.may_equip(1)
    state = do(state, m.Use("booster"))
    assert state.bonuses(1).attack == 3
    refused(state, m.Use("booster"), "use.not_now")
    state = do(going(state, 3), m.Finish())
    assert (state.active_player, state.bonuses(1).attack) == (2, 1), "until the end of the turn"


def test_QC_MOVE_01_distance_is_die_and_all_speed() -> None:
    state = give(on(started(), 1, 0), 1, "light-boots")
    assert reach(do(state, m.Roll(), [4])) == 5


def test_QC_MOVE_02_any_cell_from_one_step_to_the_distance() -> None:
    state = do(started(), m.Roll(), [3])
    assert goals(state) == [1, 2, 3]
    refused(state, m.Go(4), "move.too_far")


def test_QC_MOVE_03_after_the_highest_number_comes_start_then_1() -> None:
    assert goals(do(on(started(), 1, 18), m.Roll(), [4])) == [19, 20, 0, 1]


def test_QC_MOVE_04_moving_cannot_be_declined() -> None:
    state = do(on(started(), 1, 5), m.Roll(), [2])
    assert goals(state) == [6, 7]
    refused(state, m.Go(5), "move.too_far")
    assert not any(isinstance(move, m.Finish | m.EndTurn) for move in offered(state))


def test_QC_MOVE_05_cells_without_a_card_are_skipped() -> None:
    state = started().put(1, EMPTY).put(2, EMPTY)
    assert goals(do(state, m.Roll(), [2])) == [3, 4]


def test_QC_MOVE_07_a_distance_of_0_plays_the_cell_again() -> None:
    state = slowed(lay(on(started(2, SLOW), 1, 3), 3, "fishers-chest"))
    state = do(state, m.Roll(), [1])
    assert goals(state) == [3]
    state, events = told(state, m.Go(3))
    assert keys(events) == ["stays"]
    assert m.Play(0) in offered(state)


def test_QC_MOVE_07_a_fresh_card_under_the_hero_is_turned_up() -> None:
    state = do(slowed(on(started(2, SLOW), 1, 3)), m.Roll(), [1])
    state = do(state, m.Go(3), ["fishers-chest"])
    assert state.cells[3].card == "fishers-chest"


def test_QC_EX_12_the_fight_against_a_monster_left_alive_is_played_again() -> None:
    state = slowed(lay(on(started(2, SLOW), 1, 3), 3, "eel-mother", wounds=1))
    state = do(do(state, m.Roll(), [1]), m.Go(3))
    assert (state.player(1).position, state.fight is not None) == (3, True)


LEAD: dict[str, Any] = {"name": "Lead", "quest": "drowned-bell", "slot": "boots", "bonuses": {"speed": -2}}
SLOW = content_with(items={"lead": LEAD})


def slowed(state: State) -> State:
    return give(state, 1, "lead")


def test_QC_MOVE_08_crossing_start_restores_before_the_destination_is_played() -> None:
    state = lay(on(started(), 1, 19, wounds=3, mana_spent=1), 1, "thorn-path")
    state, events = told(do(state, m.Roll(), [3]), m.Go(1))
    assert keys(events)[:4] == ["goes", "restored", "terrain", "loses.card"]
    assert strength(state, 1) == (4, 5)
    assert state.mana(1) == 1
    state = do(do(on(started(), 1, 19, wounds=3), m.Roll(), [3]), m.Go(0))
    assert strength(state, 1) == (5, 5)


def test_QC_MOVE_09_a_face_down_card_is_turned_up_and_what_is_passed_stays() -> None:
    state = do(do(started(), m.Roll(), [3]), m.Go(3), ["sealed-crypt"])
    assert state.cells[3].card == "sealed-crypt"
    assert state.cells[1].covered
    assert state.cells[2].covered
    assert "sealed-crypt" not in state.unseen


def test_QC_MOVE_10_heroes_and_wounded_monsters_do_not_block() -> None:
    state = lay(on(started(), 2, 1), 2, "eel-mother", wounds=2)
    assert goals(do(state, m.Roll(), [3])) == [1, 2, 3]


def test_a_table_of_one_waits_for_nobody() -> None:
    state = started(1, rival="none")
    state = do(do(state, m.Roll(), [1]), m.Go(1), ["warm-spring"])
    assert game.to_act(state) == (1,)
    assert state.player(1).turns == 2
    assert opened(1, rival="none").rival is None
