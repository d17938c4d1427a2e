"""The end of a quest, the Junk Dealer, and the way to the next quest (QC-END, QC-TRADE, QC-GEAR-03)."""

from __future__ import annotations

import pytest

from companion.canonical import Plain
from companion.games.quest_circuit import game
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.state import State
from tests.unit.quest_circuit.play import (
    BELL,
    FAIR,
    content_with,
    do,
    give,
    going,
    keys,
    offered,
    on,
    refused,
    started,
    strength,
    told,
    won,
)


def completed(n: int = 2, quests: tuple[str, ...] = (BELL, FAIR), seat: int = 1, **options: Plain) -> State:
    """The first quest has just been completed by this seat."""
    state = started(n, quests=quests, **options)
    state = on(state, seat, 18, level=3, xp=0)
    state = state.replace(active_player=seat).with_cell(20, wounds=9)
    return won(going(give(state, seat, "tide-blade"), 20))


def trading(w: dict[int, tuple[int, int]], n: int = 2, stock: tuple[str, ...] = (), **options: Plain) -> State:
    """Between quests; each seat's level and XP as given, and this at the Junk Dealer."""
    state = completed(n, **options)
    for seat in range(1, n + 1):
        level, xp = w.get(seat, (1, 0))
        state = state.change(seat, level=level, xp=xp)
    rest = tuple(ref for ref in state.dealer if ref not in stock)
    return state.replace(dealer=stock, removed=rest)


def test_QC_END_01_who_completes_it_is_the_hero_of_the_quest() -> None:
    state = completed(seat=2)
    assert state.hero_of_quest == (2,)
    assert state.phase == "trade"
    assert state.player(2).xp == 0
    assert state.player(2).level == 4, "the 10 XP of the Goal count"


def test_QC_END_02_only_the_last_quest_decides() -> None:
    state = completed(quests=(BELL,), seat=2)
    result = game.result(state)
    assert (state.phase, result.winners if result else ()) == ("finished", (2,))


def test_QC_END_03_leftovers_go_to_the_junk_dealer_or_the_discard() -> None:
    state = completed()
    assert len(state.dealer) == 16 + 2, "all have a value; the Tide Blade is worn"
    assert (state.cells, len(state.items), state.uniques) == ((), 0, ())
    assert len(state.discard) == 33


def test_QC_EX_22_values_3_none_and_5() -> None:
    content = content_with(items={"scale-vest": {"value": None}})
    state = started(2, content, quests=(BELL, FAIR))
    keep = ("war-crossbow", "scale-vest", "bell-plate")
    rest = tuple(ref for ref in (*state.items, *state.uniques) if ref not in keep)
    state = give(state, 2, *rest, worn=False)
    state = on(state, 1, 18, level=30).with_cell(20, wounds=9)
    state = won(going(state, 20))
    assert sorted(state.dealer) == ["bell-plate", "war-crossbow"]
    assert "scale-vest" in state.discard


def test_QC_END_04_trade_then_equip_then_everybody_is_restored() -> None:
    state = completed().change(2, wounds=3, mana_spent=1)
    state = do(do(state, m.Ready(), seat=1), m.Ready(), seat=2)
    assert state.phase == "refit"
    assert strength(state, 2) == (3, 6)
    state = do(state, m.Ready(), seat=2)
    state, events = told(state, m.Ready(), seat=1)
    assert keys(events) == ["all_restored"]
    assert strength(state, 2) == (6, 6)
    assert state.phase == "board"


def test_QC_END_05_the_next_quest_begins_with_its_hero_and_everything_carries_over() -> None:
    state = completed(seat=2)
    for _ in range(2):
        state = do(do(state, m.Ready(), seat=1), m.Ready(), seat=2)
    assert game.to_act(state) == (2,)
    state = do(state, m.LayBoard())
    assert (state.quest, state.active_player, state.cells[20].card) == (FAIR, 2, "ringmaster")
    assert (state.player(2).level, state.player(2).equipment) == (4, ("tide-blade",))
    assert {player.position for player in state.players} == {0}
    assert len(state.items) == 16


def test_QC_EX_21_c_completes_quest_2_of_3_and_starts_quest_3() -> None:
    state = completed(3, (BELL, FAIR, BELL), seat=1)
    for _ in range(2):
        for seat in (1, 2, 3):
            state = do(state, m.Ready(), seat=seat)
    state = do(state, m.LayBoard())
    state = on(state, 3, 18, level=30).replace(active_player=3).with_cell(20, wounds=13)
    state = won(going(state, 20))
    assert state.hero_of_quest == (1, 3)
    for _ in range(2):
        for seat in (1, 2, 3):
            state = do(state, m.Ready(), seat=seat)
    assert game.to_act(state) == (3,), "C starts quest 3"
    state = do(state, m.LayBoard())
    assert state.card("bell-keeper").monster != state.content.cards["bell-keeper"].monster, "two steps harder"
    state = on(state, 2, 18, level=30).replace(active_player=2)
    state = won(going(state, 20))
    result = game.result(state)
    assert (state.phase, result.winners if result else ()) == ("finished", (2,)), "whoever completes quest 3 wins"


def test_QC_GEAR_03_equipment_is_rearranged_after_trading() -> None:
    state = completed()
    assert not state.may_equip(1)
    state = do(do(state, m.Ready(), seat=1), m.Ready(), seat=2)
    assert m.TakeOff("tide-blade") in offered(state, 1)
    state = do(state, m.TakeOff("tide-blade"), seat=1)
    assert state.player(1).inventory == ("tide-blade",)


def test_QC_TRADE_01_a_card_with_a_value_is_sold_for_it() -> None:
    state = trading({1: (2, 0)})
    state = do(state, m.Sell("tide-blade"), seat=1)
    assert (state.player(1).xp, state.dealer, state.player(1).owned) == (6, ("tide-blade",), ())


def test_QC_TRADE_01_a_card_without_a_value_is_not() -> None:
    content = content_with(items={"pebble": {"name": "Pebble", "quest": BELL}})
    state = started(2, content, quests=(BELL, FAIR))
    state = give(on(state, 1, 18, level=30).with_cell(20, wounds=9), 1, "pebble")
    state = won(going(state, 20))
    refused(state, m.Sell("pebble"), "trade.no_value", 1)


def test_QC_TRADE_02_a_card_of_the_pile_is_bought_for_its_value() -> None:
    state = trading({1: (1, 5)}, stock=("broad-axe",))
    state = do(state, m.Buy("broad-axe"), seat=1)
    assert (state.player(1).xp, state.player(1).inventory, state.dealer) == (1, ("broad-axe",), ())
    refused(state, m.Buy("broad-axe"), "card.not_there", 1)


def test_QC_TRADE_03_sales_can_raise_the_level() -> None:
    state = do(trading({1: (1, 7)}), m.Sell("tide-blade"), seat=1)
    assert (state.player(1).level, state.player(1).xp) == (2, 3)


@pytest.mark.parametrize(
    ("standing", "card", "after"),
    [
        ((3, 2), "bell-plate", (2, 7)),
        ((2, 0), "broad-axe", (1, 6)),
        ((1, 3), "broad-axe", None),
    ],
)
def test_QC_TRADE_04_levels_are_given_up_for_a_purchase(
    standing: tuple[int, int], card: str, after: tuple[int, int] | None
) -> None:
    state = trading({1: standing}, stock=(card,))
    if after is None:
        refused(state, m.Buy(card), "trade.too_dear", 1)
        return
    state = do(state, m.Buy(card), seat=1)
    assert (state.player(1).level, state.player(1).xp) == after


def test_QC_TRADE_04_one_level_for_each_purchase_if_the_table_wants_it() -> None:
    content_price = {"bell-plate": {"value": 15}}
    for setting, possible in (("repeat", True), ("one_per_purchase", False)):
        content = content_with(items=content_price)
        state = started(2, content, quests=(BELL, FAIR), sell_levels=setting)
        state = on(state, 1, 18, level=30).with_cell(20, wounds=9)
        state = won(going(state, 20)).change(1, level=3, xp=1).change(2, level=1, xp=0)
        assert (m.Buy("bell-plate") in offered(state, 1)) is possible, "QC-EX-17 gives up two levels"


def test_QC_TRADE_05_dice_decide_between_two_who_want_the_same_card() -> None:
    state = trading({1: (2, 0), 2: (2, 0), 3: (2, 0)}, 3, ("broad-axe",))
    state = do(state, m.Buy("broad-axe"), seat=1)
    assert game.to_act(state) == (2, 3)
    refused(state, m.Sell("tide-blade"), "ask.others", 1)
    state = do(state, m.Contest(want=True), seat=2)
    state = do(state, m.Contest(want=True), [4, 6, 6], [2, 5], seat=3)
    assert state.player(3).inventory == ("broad-axe",)
    assert (state.player(3).level, state.player(3).xp) == (1, 6), "the printed value"


def test_QC_TRADE_05_nobody_else_wants_it() -> None:
    state = do(trading({1: (2, 0), 2: (2, 0)}, stock=("broad-axe",)), m.Buy("broad-axe"), seat=1)
    state = do(state, m.Contest(want=False), seat=2)
    assert state.player(1).inventory == ("broad-axe",)


def test_QC_TRADE_05_an_auction_starts_at_the_value_and_the_winner_pays_the_bid() -> None:
    wealths = {1: (2, 0), 2: (2, 0)}
    state = trading(wealths, stock=("broad-axe",), dealer_dispute="auction")
    state = do(do(state, m.Buy("broad-axe"), seat=1), m.Contest(want=True), seat=2)
    assert game.to_act(state) == (2,)
    assert offered(state) == [m.Bid(5), m.Bid(6), m.Bid(7), m.Bid()]
    (form,) = game.forms(state, 2)
    assert (form.fields[0].min, form.fields[0].max) == (5, 10)
    refused(state, m.Bid(4), "trade.bid")
    refused(state, m.Bid(11), "trade.bid")
    state = do(do(state, m.Bid(7)), m.Bid(8))
    state = do(state, m.Bid())
    assert state.player(1).inventory == ("broad-axe",)
    assert (state.player(1).level, state.player(1).xp) == (1, 2)


def test_QC_TRADE_06_in_any_order_and_the_pile_stays() -> None:
    state = trading({1: (1, 0)}, stock=("broad-axe", "short-blade"))
    state = do(do(state, m.Sell("tide-blade"), seat=1), m.Buy("broad-axe"), seat=1)
    state = do(do(state, m.Buy("short-blade"), seat=1), m.Sell("broad-axe"), seat=1)
    assert (state.player(1).xp, state.dealer) == (4, ("tide-blade", "broad-axe"))
    for _ in range(2):
        state = do(do(state, m.Ready(), seat=1), m.Ready(), seat=2)
    state = do(state, m.LayBoard())
    assert state.dealer == ("tide-blade", "broad-axe")


def test_whoever_is_ready_is_done() -> None:
    state = do(trading({1: (2, 0), 2: (2, 0)}, stock=("broad-axe",)), m.Ready(), seat=2)
    refused(state, m.Ready(), "trade.ready", 2)
    assert do(state, m.Buy("broad-axe"), seat=1).player(1).inventory == ("broad-axe",)
