"""Fights, death and XP (QC-FIGHT, QC-DEATH, QC-XP)."""

from __future__ import annotations

from typing import Any

from companion.games.quest_circuit import game
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.fights import sides
from companion.games.quest_circuit.state import State
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


def monster(**fields: Any) -> dict[str, Any]:
    return {"kind": "monster", "health": 5, "attack": 0, "xp": 3, **fields}


def facing(
    health: int = 5, seat_fields: Any = None, items: Any = None, gear: tuple[str, ...] = (), **fields: Any
) -> State:
    """The Gatewarden (Health 5, Attack +1) has met this monster on cell 3."""
    permanent = fields.pop("permanent", False)
    card = {"effects": [monster(health=health, **fields)], "permanent": permanent}
    content = content_with(cards={"eel-mother": card}, items=items or {})
    state = give(lay(on(started(2, content), 1, 0, **(seat_fields or {})), 3, "eel-mother"), 1, *gear)
    return going(state, 3)


def test_QC_FIGHT_01_an_aggressive_monster_a_neutral_one_or_another_hero() -> None:
    assert facing().fight is not None
    neutral = facing(neutral=True)
    assert neutral.fight is None
    assert do(neutral, m.Play(0)).fight is not None
    met = going(on(lay(started(), 3, "fishers-chest"), 2, 3), 3)
    assert do(met, m.Attack(2)).fight is not None


def test_QC_FIGHT_02_one_ranged_exchange_then_melee_and_no_retreat() -> None:
    state = facing(shot=0)
    assert offered(state) == [m.Strike()]
    refused(state, m.Finish(), "fight.first")
    state, events = told(state, m.Strike(), [3, 4])
    assert keys(events) == ["exchange.ranged"]
    assert strength(state, 1) == (4, 5)
    state, events = told(state, m.Strike(), [3, 4])
    assert keys(events) == ["exchange.melee_nobody"], "3 + 1 against 4"
    _, events = told(state, m.Strike(), [3, 3])
    assert keys(events) == ["exchange.melee"]


def test_QC_FIGHT_03_a_monster_shoots_if_it_shows_a_shot_value() -> None:
    _, events = told(facing(shot=0), m.Strike(), [1, 2])
    assert keys(events) == ["exchange.ranged"]
    _, events = told(facing(), m.Strike(), [2, 2])
    assert keys(events) == ["exchange.melee"]


def test_QC_FIGHT_04_a_hero_shoots_with_a_sum_of_1_and_more() -> None:
    curse = {"curse": {"name": "Curse", "quest": BOG, "bonuses": {"shot": -1}}}
    _, events = told(facing(gear=("hunting-bow",)), m.Strike(), [3, 3])
    assert keys(events) == ["exchange.ranged"]
    _, events = told(facing(gear=("hunting-bow", "curse"), items=curse), m.Strike(), [3, 3])
    assert keys(events) == ["exchange.melee"], "QC-EX-05: 1 − 1 is no shooting"


def test_QC_FIGHT_05_both_roll_and_a_non_shooter_adds_nothing() -> None:
    curse = {"curse": {"name": "Curse", "quest": BOG, "bonuses": {"shot": -2}}}
    _, events = told(facing(gear=("curse",), items=curse, shot=0), m.Strike(), [3, 3])
    assert keys(events) == ["exchange.ranged_nobody"], "QC-EX-06: the negative sum is ignored"


def test_QC_FIGHT_06_both_shoot_and_the_lower_total_loses_the_difference() -> None:
    state = do(facing(gear=("hunting-bow",), shot=1), m.Strike(), [2, 5])
    assert strength(state, 1) == (2, 5)
    state = do(facing(gear=("hunting-bow",), shot=1), m.Strike(), [5, 2])
    assert state.cells[3].wounds == 3


def test_QC_FIGHT_08_a_ranged_exchange_can_end_it() -> None:
    state, events = told(facing(health=2, gear=("hunting-bow",)), m.Strike(), [4, 1])
    assert "beaten" in keys(events)
    assert (state.fight, state.active_player) == (None, 2)


def test_QC_FIGHT_10_melee_goes_on_while_both_live() -> None:
    state = facing()
    for wounds in (1, 2, 3, 4):
        state = do(state, m.Strike(), [3, 3])
        assert state.cells[3].wounds == wounds
    assert do(state, m.Strike(), [3, 3]).fight is None


def test_QC_FIGHT_11_it_ends_when_one_side_has_no_health() -> None:
    state, events = told(facing(attack=3), m.Strike(), [1, 6])
    assert keys(events) == ["exchange.melee", "dies", "turn"]
    assert state.fight is None
    assert state.cells[3].wounds == 0


def test_QC_FIGHT_12_abilities_are_used_when_the_dice_lie() -> None:
    content = content_with(powers=True, cards={"eel-mother": {"effects": [monster(attack=2)]}})
    state = going(lay(started(2, content), 3, "eel-mother"), 3)
    state = do(state, m.Strike(), [1, 4])
    assert game.to_act(state) == (1,)
    assert offered(state) == [m.Pass(), m.Use("power")]
    assert strength(state, 1) == (5, 5), "before damage"
    shut = do(state, m.Use("power"))
    assert strength(shut, 1) == (3, 5), "2 against 6 is 4, and the Gatewarden's power keeps off 2"
    assert shut.mana(1) == 0
    assert strength(do(state, m.Pass()), 1) == (1, 5)


def test_QC_FIGHT_12_the_defender_has_its_own_window() -> None:
    content = content_with(powers=True)
    state = lay(started(4, content), 3, "fishers-chest")
    state = going(on(state, 4, 3), 3)
    state = do(do(state, m.Attack(4)), m.Strike(), [4, 4], seat=1)
    assert set(game.to_act(state)) == {1, 4}, "the Hedge Witch nudges, the Gatewarden guards"
    state = do(state, m.Use("power"), seat=4)
    assert state.fight is not None
    assert state.fight.plus == (0, 1)
    assert game.to_act(state) == (1, 4)


def test_QC_FIGHT_12_reroll_harm_and_boost() -> None:
    trinket = {
        "name": "Trinket", "quest": BOG,
        "usable": {
            "timing": "exchange", "single_use": True,
            "does": [{"kind": "reroll"}, {"kind": "harm", "n": 2},
                     {"kind": "boost", "stat": "attack", "n": 1, "lasts": "fight"}],
        },
    }  # fmt: skip
    state = do(facing(gear=("trinket",), items={"trinket": trinket}, health=9), m.Strike(), [1, 3])
    state = do(state, m.Use("trinket"), [3])
    assert state.cells[3].wounds == 4, "3 + 1 + 1 against 3 is 2, and 2 more"
    assert state.discard == ("trinket",), "QC-AMB-20"
    assert state.bonuses(1).attack == 2
    while state.fight is not None:
        state = do(state, m.Strike(), [6, 1])
    assert state.bonuses(1).attack == 1, "for this fight only"


def test_QC_FIGHT_13_wounds_stay_for_whoever_comes_next() -> None:
    state = do(facing(seat_fields={"wounds": 3}), m.Strike(), [3, 2])
    state = do(state, m.Strike(), [1, 6])
    assert (state.player(1).position, state.cells[3].wounds, state.active_player) == (0, 2, 2)
    state = going(state, 3)
    assert state.fight is not None
    assert sides(state, state.fight)[1].health == 3


def test_QC_FIGHT_14_xp_items_and_named_uniques() -> None:
    loot = [{"kind": "items", "n": 2}, {"kind": "unique", "unique": "tide-blade"}]
    state = do(facing(health=1, loot=loot), m.Strike(), [6, 1], ["broad-axe", "scale-vest"])
    assert state.player(1).xp == 3
    assert state.player(1).inventory == ("broad-axe", "scale-vest", "tide-blade")
    assert "tide-blade" not in state.uniques


def test_QC_FIGHT_14_empty_stacks_give_nothing() -> None:
    loot = [{"kind": "items"}, {"kind": "unique", "unique": "tide-blade"}]
    state = facing(health=1, loot=loot)
    refs = tuple(state.items)
    state = state.replace(items=state.items.remove(*refs), dealer=refs)
    state = state.replace(uniques=("bell-plate", "stormcaller"), removed=("tide-blade",))
    state, events = told(state, m.Strike(), [6, 1])
    assert "draws_nothing" in keys(events)
    assert state.player(1).owned == ()


def duel(*gear: str, **fields: Any) -> State:
    """Seat 1 attacks seat 2 on cell 7."""
    state = give(give(on(on(lay(started(), 7, "fishers-chest"), 1, 4), 2, 7, **fields), 1, *gear), 2, "broad-axe")
    return do(going(state, 7), m.Attack(2))


def test_QC_FIGHT_15_the_winner_takes_a_card_and_the_loser_goes_to_start() -> None:
    state = give(duel(wounds=5), 2, "scale-vest", worn=False)
    state = do(state, m.Strike(), [6, 1])
    assert game.to_act(state) == (1,)
    assert offered(state)[:3] == [m.TakeCard("broad-axe"), m.TakeCard("scale-vest"), m.TakeCard()]
    state = do(state, m.TakeCard("broad-axe"))
    assert state.player(1).inventory == ("broad-axe",)
    assert (state.player(2).owned, state.player(2).position) == (("scale-vest",), 0)
    assert state.player(1).xp == 0, "no XP"
    assert state.active_player == 1, "the attacker has won and goes on"


def test_QC_FIGHT_15_the_winner_may_leave_the_cards() -> None:
    state = do(do(duel(wounds=5), m.Strike(), [6, 1]), m.TakeCard())
    assert state.player(2).owned == ("broad-axe",)


def test_QC_FIGHT_16_both_shoot_by_the_same_rule_and_the_attacker_who_loses_ends_the_turn() -> None:
    state, events = told(duel("hunting-bow"), m.Strike(), [1, 2])
    assert keys(events)[0] == "exchange.ranged_nobody", "2 against 2: seat 2 does not shoot and dodges"
    assert not state.may_equip(2)


def test_QC_EX_20_the_attacker_loses() -> None:
    state = give(duel(wounds=0), 1, "short-blade", worn=False).change(1, wounds=4)
    state = do(state, m.Strike(), [1, 6])
    assert game.to_act(state) == (2,), "B chooses a card of A"
    state = do(state, m.TakeCard("short-blade"))
    assert state.player(2).inventory == ("short-blade",)
    assert (state.player(1).position, strength(state, 1)) == (0, (5, 5))
    assert state.active_player == 2


HOUND = {
    "name": "Hound", "quest": BOG, "bonuses": {"attack": 1}, "companion": {"health": 2},
}  # fmt: skip


def with_hound(**options: Any) -> State:
    content = content_with(cards={"eel-mother": {"effects": [monster(attack=2)]}}, items={"hound": HOUND})
    return going(give(lay(started(2, content, **options), 3, "eel-mother"), 1, "hound"), 3)


def test_QC_FIGHT_17_companions_add_their_bonuses_and_stay_out_of_fights() -> None:
    state = with_hound()
    assert state.bonuses(1).attack == 2
    assert strength(do(state, m.Strike(), [1, 3]), 1) == (3, 5)


def test_QC_FIGHT_17_the_owner_may_divert_damage() -> None:
    state = do(with_hound(companions_take_damage="owner_choice_on"), m.Strike(), [1, 4])
    assert offered(state) == [m.Divert(), m.Divert("hound")]
    assert strength(do(state, m.Divert()), 1) == (2, 5)
    state = do(state, m.Divert("hound"))
    assert strength(state, 1) == (4, 5), "the hound bears 2 of 3"
    assert state.bonuses(1).attack == 1, "without Health it gives nothing"
    state = do(state, m.Strike(), [1, 3])
    assert strength(state, 1) == (1, 5), "nobody to divert to"


def test_QC_FIGHT_17_start_restores_companions() -> None:
    state = do(with_hound(companions_take_damage="owner_choice_on"), m.Strike(), [1, 6])
    state = do(state, m.Divert("hound"))
    assert strength(state, 1) == (2, 5)
    state = do(state, m.Strike(), [1, 6])
    assert state.player(1).position == 0
    assert state.bonuses(1).attack == 2


def test_QC_DEATH_01_a_dead_hero_goes_to_start_and_its_turn_ends() -> None:
    state = do(facing(seat_fields={"wounds": 4}), m.Strike(), [1, 6])
    assert (state.player(1).position, state.active_player) == (0, 2)


def test_QC_DEATH_02_start_restores_it() -> None:
    state = do(facing(seat_fields={"wounds": 4, "mana_spent": 1}), m.Strike(), [1, 6])
    assert (strength(state, 1), state.mana(1)) == ((5, 5), 1)


def test_QC_DEATH_03_death_costs_no_xp_level_or_cards() -> None:
    state = facing(seat_fields={"wounds": 5, "level": 2, "xp": 7}, gear=("short-blade",))
    state = do(state, m.Strike(), [1, 6])
    player = state.player(1)
    assert (player.level, player.xp, player.owned) == (2, 7, ("short-blade",))


def test_QC_XP_01_xp_comes_from_monsters_and_card_texts() -> None:
    assert do(facing(health=1), m.Strike(), [6, 1]).player(1).xp == 3
    assert going(lay(started(), 3, "old-milestone"), 3).player(1).xp == 2


def test_QC_XP_02_ten_xp_make_a_level_again_and_again() -> None:
    state = do(facing(health=1, xp=25, seat_fields={"xp": 8}), m.Strike(), [6, 1])
    assert (state.player(1).level, state.player(1).xp) == (4, 3)


def test_QC_XP_03_each_level_adds_1_to_both_maxima() -> None:
    state = do(facing(health=1, xp=20), m.Strike(), [6, 1])
    assert (state.max_health(1), state.max_mana(1)) == (7, 3)


def test_QC_XP_04_current_health_and_mana_rise_with_the_maximum() -> None:
    wounded = {"xp": 8, "wounds": 2}
    state = do(facing(health=1, xp=5, seat_fields=wounded), m.Strike(), [6, 1])
    assert strength(state, 1) == (4, 6), "QC-EX-13: 3/5 becomes 4/6"
    assert (state.player(1).level, state.player(1).xp) == (2, 3)


def test_QC_XP_04_the_table_may_settle_otherwise() -> None:
    content = content_with(cards={"eel-mother": {"effects": [monster(health=1, xp=5)]}})
    state = on(started(2, content, levelup_current_health="none"), 1, 0, xp=8, wounds=2)
    state = do(going(lay(state, 3, "eel-mother"), 3), m.Strike(), [6, 1])
    assert strength(state, 1) == (3, 6)


def test_QC_XP_05_there_is_no_highest_level() -> None:
    state = do(facing(health=1, xp=99, seat_fields={"level": 40}), m.Strike(), [6, 1])
    assert state.player(1).level == 49


def half_dead() -> State:
    """Hero A has dealt 3 to a Permanent monster of Health 5 and died; hero B arrives."""
    state = do(facing(seat_fields={"wounds": 4}, permanent=True), m.Strike(), [5, 3])
    state = do(state, m.Strike(), [1, 6])
    assert (state.player(1).position, strength(state, 1)) == (0, (5, 5))
    return going(state, 3)


def test_QC_EX_18_the_monster_enters_the_second_fight_with_health_2() -> None:
    state = half_dead()
    assert state.fight is not None
    assert sides(state, state.fight)[1].health == 2


def test_QC_EX_19_beaten_it_rewards_stays_and_heals() -> None:
    state = do(half_dead(), m.Strike(), [6, 1])
    assert state.player(2).xp == 3
    assert (state.cells[3].card, state.cells[3].wounds) == ("eel-mother", 0)
