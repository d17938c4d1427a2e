"""Whose turn it is, and what may be seen: the parts that every game is built from."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from companion.canonical import plain
from companion.flow import Ask, Picks, Stack, after, clockwise, pending_of
from companion.moves import IllegalMove
from companion.view import HiddenRead, Unknown, allow

# turns


def test_clockwise_goes_round_from_any_seat() -> None:
    assert clockwise(4, 3) == (3, 4, 1, 2)
    assert clockwise(1, 1) == (1,)
    assert [after(3, seat) for seat in (1, 2, 3)] == [2, 3, 1]


def test_a_seat_answers_the_first_question_that_waits_for_it() -> None:
    asks = (Ask(2, "a"), Ask(1, "b"), Ask(2, "c"))
    assert pending_of(asks, 2) == Ask(2, "a")
    assert pending_of(asks, 3) is None


# secret simultaneous choices


def test_everybody_chooses_in_any_order() -> None:
    picks: Picks[str] = Picks((1, 2, 3))
    picks = picks.choose(3, "c").choose(1, "a")
    assert (picks.waiting, picks.complete) == ((2,), False)
    picks = picks.choose(2, "b")
    assert picks.complete
    assert picks.values == {1: "a", 2: "b", 3: "c"}


def test_the_newest_choice_of_a_seat_counts() -> None:
    picks: Picks[str] = Picks((1, 2))
    picks = picks.choose(1, "a").choose(1, "z")
    assert picks.chosen == ((1, "z"),)
    assert picks.waiting == (2,)


def test_the_order_of_choosing_leaves_no_trace() -> None:
    empty: Picks[str] = Picks((1, 2))
    assert empty.choose(1, "a").choose(2, "b") == empty.choose(2, "b").choose(1, "x").choose(1, "a")


def test_who_is_not_asked_cannot_choose() -> None:
    empty: Picks[str] = Picks((1, 2))
    with pytest.raises(IllegalMove, match=r"flow\.not_asked"):
        empty.choose(3, "a")


# the stack of responses


def stack() -> Stack[str]:
    return Stack()


def test_an_empty_stack_waits_for_nobody() -> None:
    assert (stack().priority, stack().ready) == (None, False)


def test_whoever_may_respond_does_so_one_after_another() -> None:
    one = stack().push("stone", (2, 3, 1))
    assert one.priority == 2
    one = one.pass_(2)
    assert one.priority == 3
    with pytest.raises(IllegalMove, match=r"flow\.not_your_turn"):
        one.pass_(2)
    one = one.pass_(3).pass_(1)
    assert (one.priority, one.ready) == (None, True)
    item, rest = one.pop()
    assert (item, rest.items, rest.ready) == ("stone", (), False)


def test_a_response_opens_a_new_round_of_responses() -> None:
    two = stack().push("stone", (2, 3)).pass_(2).push("splash", (1, 2))
    assert (two.items, two.priority) == (("stone", "splash"), 1)
    two = two.pass_(1).pass_(2)
    item, rest = two.pop()
    assert item == "splash"
    assert (rest.items, rest.ready, rest.priority) == (("stone",), False, 1)


def test_where_nobody_may_respond_it_happens_at_once() -> None:
    assert stack().push("stone", ()).ready


# what may be seen


class Hand(Struct, frozen=True):
    seat: int
    cards: tuple[str, ...]
    notes: str = ""


def test_only_listed_fields_are_seen() -> None:
    seen = allow(Hand(1, ("a", "b"), "x"), "seat")
    assert seen.seat == 1
    assert seen.cards == Unknown()
    assert isinstance(seen.notes, Unknown)


def test_a_field_can_be_replaced_by_a_count() -> None:
    seen = allow(Hand(1, ("a", "b")), "seat", "notes", cards=Unknown(2))
    assert plain(seen) == {"seat": 1, "cards": {"unknown": 2}, "notes": ""}


def test_a_name_that_the_record_does_not_have_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no field colour, face"):
        allow(Hand(1, ()), "face", colour=1)


READS: dict[str, Callable[[Any], Any]] = {
    "its length": len,
    "its items": list,
    "membership": lambda hidden: "a" in hidden,
    "an index": lambda hidden: hidden[0],
    "its truth": bool,
    "a number": int,
    "an index of another": lambda hidden: [1, 2][hidden],
    "a sum": lambda hidden: hidden + 1,
    "a sum from the left": lambda hidden: 1 + hidden,
    "a sum over it": lambda hidden: sum([hidden]),
    "a difference": lambda hidden: 3 - hidden,
    "a product": lambda hidden: 2 * hidden,
    "a remainder": lambda hidden: hidden % 2,
    "a comparison": lambda hidden: hidden < 3,
    "the highest": lambda hidden: max([hidden, 1]),
    "an equality": lambda hidden: hidden == ("a",),
    "an inequality": lambda hidden: hidden != "a",
    "a place in a list": lambda hidden: ["a", "b"].index(hidden),
    "an attribute": lambda hidden: hidden.cards,
    "a method": lambda hidden: hidden.count("a"),
    "its text": str,
    "a text with it": lambda hidden: f"{hidden}",
    "a call": lambda hidden: hidden(),
    "a mapping": lambda hidden: dict(hidden),
}


@pytest.mark.parametrize("what", READS)
def test_whoever_reads_what_is_hidden_gets_an_exception(what: str) -> None:
    with pytest.raises((HiddenRead, TypeError)):
        READS[what](Unknown(3))


def test_two_views_can_be_compared_and_kept() -> None:
    seen = allow(Hand(1, ("a",)), "seat")
    assert seen == allow(Hand(1, ("b",)), "seat")
    assert Unknown(1) != Unknown(2)
    assert len({Unknown(1), Unknown(1), Unknown()}) == 2
    assert copy.deepcopy(seen) == seen
    assert pickle.loads(pickle.dumps(Unknown(2))) == Unknown(2)
    assert repr(Unknown(2)) == "Unknown(count=2)"
