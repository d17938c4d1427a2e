"""Real dice and real cards are first-class: a move is asked again with what was rolled so far, until it is whole."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import Sitting

from companion import offer
from companion.chance import Wanted
from companion.moves import IllegalMove
from companion.table import Actor
from companion.verify import verify


def flying(**options: Any) -> tuple[Sitting, int]:
    """A lone player whose slate (three dice) is in the air."""
    for seed in range(1, 200):
        sitting = Sitting.down(1, seed=seed, **options).until("pick")
        hand = sitting.state.players[0].hand
        if "slate" in hand and len(list(hand)) > 1:
            sitting.play(1, "pick", pebble=next(kind for kind in hand if kind != "slate"))
            sitting.play(1, "act", pebble="slate")
            return sitting, 1
    raise AssertionError("no seed deals a slate")


def wanted(sitting: Sitting, seat: int, *typed: Any, **move: Any) -> Wanted:
    with pytest.raises(Wanted) as caught:
        sitting.play(seat, "act", typed=list(typed), **move)
    return caught.value


def refused(sitting: Sitting, seat: int, *typed: Any, **move: Any) -> IllegalMove:
    before = sitting.seq
    with pytest.raises(IllegalMove) as caught:
        sitting.play(seat, "act", typed=list(typed), **move)
    assert sitting.seq == before
    return caught.value


def test_P14_the_next_request_is_asked_when_the_last_was_answered() -> None:
    sitting, seat = flying(dice="physical")
    assert wanted(sitting, seat, number=0).wire == ["roll", 6, 1]
    assert wanted(sitting, seat, [4], number=0).wire == ["roll", 6, 3]
    again = wanted(sitting, seat, [4], [6, 1, 6], number=0)
    assert (again.wire, again.so_far) == (["roll", 6, 2], [[6], [1], [6]])
    assert wanted(sitting, seat, [4], [6, 1, 6], [6, 2], number=0).wire == ["roll", 6, 1]
    entry = sitting.play(seat, "act", number=0, typed=[[4], [6, 1, 6], [6, 2], [3]])
    wind, dice = entry.open["luck"]
    assert wind == {"e": 0, "by": "typed", "ask": ["roll", 6, 1], "got": [4]}
    assert dice == {"e": 0, "by": "typed", "ask": ["explode", 6, 3], "got": [[6, 6, 3], [1], [6, 2]]}
    assert sitting.state.pending[0].args == {"n": 4 + 15 + 1 + 8}


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ([[7]], "typed.face"),
        ([[0]], "typed.face"),
        ([[1, 2]], "typed.count"),
        ([[]], "typed.count"),
        ([[4], [6, 1]], "typed.count"),
        ([[4], [6, 1, 6], [2, 2, 2]], "typed.count"),
        ([[4], [1, 1, 1], [2]], "typed.too_many"),
        ([[4], [1, 1, 1], None], "typed.too_many"),
    ],
)
def test_P14_what_real_dice_cannot_show_is_refused_and_nothing_is_lost(typed: list[Any], key: str) -> None:
    sitting, seat = flying(dice="physical")
    assert refused(sitting, seat, *typed, number=0).key == key


def test_P14_impossible_dice_are_wrong_and_not_late_whatever_happened_meanwhile() -> None:
    sitting = Sitting.down(2, dice="physical", rounds=9).until("skim")
    looked, thrower = sitting.seq, sitting.state.turns[0]
    sitting.adjust({"what": "hops", "seat": 1, "hops": 3})
    with pytest.raises(IllegalMove) as caught:
        sitting.play(thrower, "act", number=0, typed=[[7]], seen=looked)
    assert type(caught.value) is IllegalMove
    assert caught.value.key == "typed.face"


def test_asking_appends_nothing() -> None:
    sitting, seat = flying(dice="physical")
    before = sitting.table
    wanted(sitting, seat, [4], number=0)
    assert sitting.table is before


def test_null_draws_for_me_and_the_others_stay_typed() -> None:
    sitting, seat = flying(dice="physical")
    entry = sitting.play(seat, "act", number=0, typed=[[4], None])
    assert [record["by"] for record in entry.open["luck"]] == ["typed", "sealed"]
    assert "client" not in entry.open or entry.open["luck"][1]["i"] == 0


def test_typed_dice_use_no_number_and_draws_go_on_as_if_they_had_not_been() -> None:
    sitting, seat = flying(dice="physical")
    number = sitting.table.next_number()
    sitting.play(seat, "act", number=0, typed=[[4], [1, 2, 3]])
    assert sitting.table.next_number() == number


def test_undone_typed_dice_may_be_typed_anew() -> None:
    sitting, seat = flying(dice="physical")
    sitting.play(seat, "act", number=0, typed=[[4], [1, 2, 3]])
    sitting.undo()
    entry = sitting.play(seat, "act", number=0, typed=[[5], [1, 2, 3]])
    assert entry.open["luck"][0]["got"] == [5]


def test_a_table_that_rolls_by_itself_takes_no_typed_dice() -> None:
    sitting, seat = flying()
    assert refused(sitting, seat, [4], number=0).key == "typed.not_here"


def test_a_table_with_real_dice_only_draws_its_cards_by_itself() -> None:
    sitting = Sitting.down(1, dice="physical")
    entry = sitting.play(1, "act", number=0)
    assert [record["by"] for record in entry.open["luck"]] == ["sealed"]


def test_the_host_can_switch_to_real_dice_in_play_and_back() -> None:
    sitting, seat = flying()
    sitting.set(dice="physical")
    assert wanted(sitting, seat, number=0).wire == ["roll", 6, 1]
    sitting.set(dice="digital")
    assert sitting.play(seat, "act", number=0).open["luck"][0]["by"] == "sealed"


# real cards


def test_a_hand_that_is_drawn_by_hand_is_typed_in_and_sealed_for_its_seat() -> None:
    sitting = Sitting.down(2, decks="physical")
    asked = wanted(sitting, 1, number=0)
    assert asked.wire == ["draw", None, 3]
    entry = sitting.play(1, "act", number=0, typed=[["amber", "slate", "amber"]])
    assert sitting.state.players[0].hand.counts == {"amber": 2, "slate": 1}
    assert set(entry.open["luck"][0]["got"]) == {"sealed"}


def test_a_card_that_cannot_be_there_is_refused() -> None:
    sitting = Sitting.down(2, decks="physical")
    assert refused(sitting, 1, ["amber"] * 3 + ["pearl"], number=0).key == "typed.count"
    assert refused(sitting, 1, ["amber", "amber", "pearl"], number=0).key == "typed.not_there"
    sitting.play(1, "act", number=0, typed=[["amber", "amber", "amber"]])
    assert refused(sitting, 2, ["amber", "amber", "slate"], number=0).key == "typed.not_there"


def test_lots_are_typed_as_an_order() -> None:
    sitting = Sitting.down(2, decks="physical")
    sitting.play(1, "act", number=0, typed=[["slate", "slate", "slate"]])
    assert wanted(sitting, 2, ["flint", "flint", "flint"], number=0).wire == ["order", 2]
    for order in ([1, 1], ["1", "0"], [2, 1]):
        assert refused(sitting, 2, ["flint"] * 3, order, number=0).key == "typed.order"
    sitting.play(2, "act", number=0, typed=[["flint", "flint", "flint"], [1, 0]])
    assert sitting.state.turns == (2, 1)


def test_nobody_types_what_an_opponent_chooses_and_people_roll_what_it_rolls() -> None:
    # given: a gull whose pebble flies at a table with real dice
    sitting = Sitting.down(2, gulls=[2], dice="physical", rounds=9)
    while sitting.table.game.phase(sitting.state) != "skim" or sitting.table.game.to_act(sitting.state) != (2,):
        sitting.step()
    # when, then: the dice are asked of whoever lets it act; its choices are not
    with pytest.raises(Wanted) as caught:
        sitting.play(1, "automa", seat=2)
    assert caught.value.wire == ["roll", 6, 1]
    entry = sitting.step(2)
    for decision in entry.open["decisions"]:
        assert all(record["by"] == "sealed" for record in decision.get("choosing", ()))
        assert all(record["by"] == "typed" for record in decision["luck"])


def test_a_table_played_with_real_things_only_folds_again_and_can_be_verified() -> None:
    sitting = Sitting.down(3, dice="physical", decks="physical").finish()
    assert sitting.refold().state == sitting.state
    report = verify(sitting.table.entries)
    assert report.good
    assert report.sealed == 0
    assert report.typed > 10


def test_a_move_in_the_middle_of_typing_is_judged_on_the_present_table() -> None:
    # somebody undoes the throw while the dice still roll: what they show comes too late
    sitting, seat = flying(dice="physical")
    looked = sitting.seq
    wanted(sitting, seat, [4], number=0)
    sitting.undo(Actor(seat, host=True))
    with pytest.raises(IllegalMove):
        offer.play(
            sitting.table, Actor(seat), seat, {"type": "act", "number": 3}, sitting.now, looked + 1, [[4], [1, 1, 1]]
        )
