"""Where luck comes from: one interface for the rules, and what each source answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.bag import Bag
from companion.chance import (
    NOBODY,
    Ask,
    Chance,
    Luck,
    Mismatch,
    Recorded,
    Scripted,
    Sealed,
    Seeded,
    Source,
    Typed,
    Wanted,
    checked,
)
from companion.moves import BadMove, IllegalMove


def sealed(number: int = 0) -> Sealed:
    return Sealed(bytes(32), ("a", "b"), number=number)


def typed(*values: Any, **how: Any) -> Chance:
    return Chance(Typed(list(values), sealed(), **how))


# what the rules may ask


def test_no_dice_ask_nothing() -> None:
    chance = Chance(Scripted([]))
    assert chance.roll(6, 0) == ()
    assert chance.explode(6, 0) == ()
    assert chance.draw(Bag.of({"red": 2, "blue": 1}), 0) == ()
    assert chance.order(1) == (0,)
    assert chance.order(0) == ()
    assert chance.pick([3]) == 0
    assert chance.records == []


def test_where_only_one_kind_is_left_nothing_is_asked() -> None:
    chance = Chance(Scripted([]))
    assert chance.draw(Bag.of({"red": 3}), 2) == ("red", "red")
    assert chance.records == []


def test_of_a_secret_pile_it_is_asked_all_the_same_because_silence_would_tell() -> None:
    chance = Chance(Scripted([["red", "red"]]))
    assert chance.draw(Bag.of({"red": 3}), 2, unknown=True) == ("red", "red")
    assert len(chance.records) == 1


def test_the_last_card_of_a_secret_pile_is_no_luck() -> None:
    chance = Chance(Scripted([]))
    assert chance.draw(Bag.of({"red": 1}), 1, unknown=True) == ("red",)


@pytest.mark.parametrize(("held", "wanted"), [(0, 1), (1, 2), (5, 6)])
def test_P15_more_than_the_bag_holds_is_a_clear_no(held: int, wanted: int) -> None:
    chance = Chance(Scripted([["red"] * wanted]))
    with pytest.raises(IllegalMove) as caught:
        chance.draw(Bag.of({"red": held}), wanted)
    assert caught.value.key == "bag.too_few"
    assert caught.value.args_ == {"wanted": wanted, "left": held}
    assert chance.records == []


def test_a_draw_lists_the_kinds_by_code_point_with_their_counts() -> None:
    chance = Chance(Seeded(Random(1)))
    chance.draw(Bag.of({"red": 3, "Zebra": 1, "blue": 9, "жёлтый": 2}), 1)
    assert chance.records[0].ask.wire == ["draw", [["Zebra", 1], ["blue", 9], ["red", 3], ["жёлтый", 2]], 1]


def test_a_choice_of_an_opponent_is_sealed_for_nobody_together_with_what_it_liked() -> None:
    chance = Chance(Seeded(Random(1)))
    chance.pick([5, 2, 1])
    ask = chance.records[0].ask
    assert (ask.of, ask.to, ask.unknown) == ("choice", NOBODY, True)


@pytest.mark.parametrize("weights", [[], [0, 1], [3, -1], [0]])
def test_weights_are_positive_whole_numbers(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="positive whole numbers"):
        Chance(Seeded(Random(1))).pick(weights)


def test_every_outcome_is_kept_with_what_was_asked() -> None:
    chance = Chance(Scripted([[3, 1], ["red"], [1, 0]]))
    chance.roll(6, 2)
    chance.draw(Bag.of({"red": 1, "blue": 1}))
    chance.order(2)
    assert [(luck.ask.wire[0], luck.got) for luck in chance.records] == [
        ("roll", [3, 1]),
        ("draw", ["red"]),
        ("order", [1, 0]),
    ]


def test_asks_are_the_same_when_what_is_asked_is_the_same() -> None:
    assert Ask(["roll", 6, 1], to=frozenset({1}), tag="hand") == Ask(["roll", 6, 1])
    assert Ask(["roll", 6, 1]) != Ask(["roll", 6, 2])


# real dice and cards


def test_P14_without_an_outcome_a_person_is_asked() -> None:
    with pytest.raises(Wanted) as caught:
        typed().roll(6, 2)
    assert caught.value.wire == ["roll", 6, 2]
    assert caught.value.so_far is None


def test_P14_what_was_typed_is_what_comes_and_uses_no_number() -> None:
    chance = typed([4, 4])
    assert chance.roll(6, 2) == (4, 4)
    assert (chance.records[0].by, chance.records[0].i) == ("typed", None)


@pytest.mark.parametrize(
    ("ask", "value", "key"),
    [
        (["roll", 6, 1], [7], "typed.face"),
        (["roll", 6, 1], [0], "typed.face"),
        (["roll", 6, 1], ["3"], "typed.face"),
        (["roll", 6, 1], [True], "typed.face"),
        (["roll", 6, 1], [3.0], "typed.face"),
        (["roll", 6, 2], [3], "typed.count"),
        (["roll", 6, 2], [3, 3, 3], "typed.count"),
        (["draw", [["blue", 1], ["red", 2]], 2], ["blue", "blue"], "typed.not_there"),
        (["draw", [["blue", 1], ["red", 2]], 2], ["green", "red"], "typed.not_there"),
        (["draw", [["blue", 1], ["red", 2]], 2], [1, "red"], "typed.not_there"),
        (["draw", [["blue", 1], ["red", 2]], 2], ["red"], "typed.count"),
        (["order", 3], [0, 1, 1], "typed.order"),
        (["order", 3], [1, 2, 3], "typed.order"),
        (["order", 3], ["0", "1", "2"], "typed.order"),
        (["order", 3], [0, 1, 2, 3], "typed.count"),
    ],
)
def test_P14_what_cannot_be_is_refused(ask: list[Any], value: list[Any], key: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        checked(ask, value)
    assert caught.value.key == key
    assert caught.value.field == "typed"


@pytest.mark.parametrize("value", [3, "3", {"0": 3}, True])
def test_a_typed_outcome_is_a_list(value: Any) -> None:
    with pytest.raises(BadMove, match=r"read\.type"):
        checked(["roll", 6, 1], value)


def test_null_means_draw_it_for_me() -> None:
    chance = typed(None)
    assert chance.roll(6, 2) == Chance(sealed()).roll(6, 2)
    assert chance.records[0].by == "sealed"


def test_an_explosion_is_typed_step_by_step() -> None:
    with pytest.raises(Wanted) as caught:
        typed().explode(6, 3)
    assert (caught.value.wire, caught.value.so_far) == (["roll", 6, 3], None)
    with pytest.raises(Wanted) as caught:
        typed([6, 2, 6]).explode(6, 3)
    assert (caught.value.wire, caught.value.so_far) == (["roll", 6, 2], [[6], [2], [6]])
    with pytest.raises(Wanted) as caught:
        typed([6, 2, 6], [1, 6]).explode(6, 3)
    assert (caught.value.wire, caught.value.so_far) == (["roll", 6, 1], [[6, 1], [2], [6, 6]])
    chance = typed([6, 2, 6], [1, 6], [5])
    assert chance.explode(6, 3) == ((6, 1), (2,), (6, 6, 5))
    assert chance.records[0].ask.wire == ["explode", 6, 3]


def test_an_explosion_may_not_have_more_dice_than_still_roll() -> None:
    with pytest.raises(IllegalMove, match=r"typed\.count"):
        typed([6, 2], [1, 1]).explode(6, 2)


def test_several_requests_of_one_move_are_answered_in_their_order() -> None:
    chance = typed([3], [6], [2])
    assert chance.roll(6) == (3,)
    assert chance.explode(6) == ((6, 2),)


def test_what_is_not_real_here_comes_from_the_stream() -> None:
    chance = typed([5], of=frozenset({"dice"}))
    assert chance.draw(Bag.of({"a": 1, "b": 1}), of="cards") == Chance(sealed()).draw(Bag.of({"a": 1, "b": 1}))
    assert chance.roll(6) == (5,)
    assert [record.by for record in chance.records] == ["sealed", "typed"]


def test_nobody_is_asked_for_an_opponents_own_choice() -> None:
    assert typed().pick([1, 1, 1]) == Chance(sealed()).pick([1, 1, 1])


def test_of_a_secret_pile_a_person_is_shown_only_how_many_are_drawn() -> None:
    with pytest.raises(Wanted) as caught:
        typed().draw(Bag.of({"knave": 1, "queen": 1}), of="cards", to=frozenset({1}), unknown=True)
    assert caught.value.wire == ["draw", None, 1]
    assert caught.value.ask.wire == ["draw", [["knave", 1], ["queen", 1]], 1]


# folding, simulation, scripts


def record(ask: list[Any], got: Any) -> Luck:
    return Luck(0, 0, "sealed", Ask(ask), got)


def test_folding_gives_the_recorded_outcomes_again() -> None:
    source = Recorded([record(["roll", 6, 1], [4]), record(["roll", 8, 1], [7])])
    chance = Chance(source)
    assert (chance.roll(6), chance.roll(8)) == ((4,), (7,))
    source.finish()


@pytest.mark.parametrize("records", [[], [record(["roll", 8, 1], [4])], [record(["roll", 6, 2], [4, 4])]])
def test_a_record_does_not_answer_another_request(records: list[Luck]) -> None:
    with pytest.raises(Mismatch):
        Chance(Recorded(records)).roll(6)


def test_an_outcome_that_nobody_asked_for_is_a_mismatch() -> None:
    source = Recorded([record(["roll", 6, 1], [4])])
    with pytest.raises(Mismatch):
        source.finish()


def everything(source: Source) -> list[Any]:
    chance = Chance(source)
    bag = Bag.of({"a": 3, "b": 2})
    return [chance.roll(6, 4), chance.explode(6, 3), chance.draw(bag, 3), chance.pick([1, 2, 3]), chance.order(5)]


def test_a_simulation_is_the_same_for_the_same_seed() -> None:
    assert everything(Seeded(Random(5))) == everything(Seeded(Random(5)))
    assert everything(Seeded(Random(5))) != everything(Seeded(Random(6)))


def test_a_script_that_is_too_short_says_what_was_asked() -> None:
    with pytest.raises(AssertionError, match="nothing for"):
        Chance(Scripted([])).roll(6)


def test_a_script_cannot_say_what_dice_cannot() -> None:
    with pytest.raises(IllegalMove, match=r"typed\.face"):
        Chance(Scripted([[7]])).roll(6)


def test_sealed_draws_are_numbered_from_where_the_stream_stands() -> None:
    source = sealed(number=7)
    chance = Chance(source)
    chance.roll(6)
    chance.order(3)
    assert [luck.i for luck in chance.records] == [7, 8]
    assert (source.number, source.drawn) == (9, True)
