"""Bags are drawn from blindly; decks hold no future. Whatever is asked of them, nothing is made and nothing is lost."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.bag import Bag, NotInBag
from companion.chance import Chance, Scripted, Seeded
from companion.deck import Deck, DeckEmpty
from companion.moves import IllegalMove

# bags


def test_a_bag_sorts_its_kinds_and_leaves_out_those_that_are_gone() -> None:
    assert Bag.of({"red": 2, "Blue": 1, "green": 0}).items == (("Blue", 1), ("red", 2))
    assert Bag.of(["b", "a", "b"]).items == (("a", 1), ("b", 2))
    assert Bag.of({}) == Bag()


def test_a_bag_counts() -> None:
    bag = Bag.of({"red": 2, "blue": 1})
    assert (len(bag), list(bag), bag.count("red"), bag.count("green")) == (3, ["blue", "red"], 2, 0)
    assert "red" in bag
    assert "green" not in bag


def test_a_bag_cannot_hold_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        Bag.of({"red": -1})


def test_what_is_added_and_removed_again_leaves_the_same_bag() -> None:
    bag = Bag.of({"red": 2})
    assert bag.add("blue", "red").remove("red", "blue") == bag


@pytest.mark.parametrize("kinds", [("green",), ("red", "red", "red"), ("blue", "green")])
def test_P15_removing_what_is_not_there_changes_nothing(kinds: tuple[str, ...]) -> None:
    bag = Bag.of({"red": 2, "blue": 1})
    with pytest.raises(NotInBag) as caught:
        bag.remove(*kinds)
    assert caught.value.key == "bag.not_there"
    assert isinstance(caught.value, IllegalMove)
    assert bag == Bag.of({"red": 2, "blue": 1})


# decks


def chance(seed: int = 1) -> Chance:
    return Chance(Seeded(Random(seed)))


def test_a_shuffled_deck_knows_what_it_holds_and_not_in_which_order() -> None:
    deck = Deck.shuffled(["b", "a", "c"])
    assert deck.segments == (Bag.of(["a", "b", "c"]),)
    assert len(deck) == 3


def test_a_card_is_drawn_when_it_is_turned_up() -> None:
    luck = Chance(Scripted([["b"]]))
    cards, rest = Deck.shuffled(["a", "b", "c"]).draw(1, luck)
    assert cards == ("b",)
    assert rest.contents == Bag.of(["a", "c"])
    assert luck.records[0].ask.wire == ["draw", [["a", 1], ["b", 1], ["c", 1]], 1]
    assert luck.records[0].ask.of == "cards"


def test_known_cards_come_without_luck_and_in_their_order() -> None:
    deck = Deck.shuffled(["x", "y"]).on_top("a", "b")
    luck = Chance(Scripted([]))
    cards, rest = deck.draw(2, luck)
    assert cards == ("a", "b")
    assert rest == Deck.shuffled(["x", "y"])
    assert luck.records == []


def test_a_draw_goes_on_from_the_known_top_into_the_unknown_rest() -> None:
    luck = Chance(Scripted([["y"]]))
    cards, rest = Deck.shuffled(["x", "y"]).on_top("a").draw(2, luck)
    assert cards == ("a", "y")
    assert rest.contents == Bag.of(["x"])


def test_a_draw_goes_on_through_piles_that_were_shuffled_one_by_one() -> None:
    luck = Chance(Scripted([["a", "b"], ["z"]]))
    cards, _ = Deck.shuffled(["a", "b"], ["y", "z"]).draw(3, luck)
    assert cards == ("a", "b", "z")


def test_cards_laid_under_the_deck_come_last() -> None:
    cards, rest = Deck.shuffled(["a"]).under("y", "z").draw(3, chance())
    assert cards == ("a", "y", "z")
    assert len(rest) == 0


def test_to_shuffle_the_discards_is_to_forget_their_order() -> None:
    assert Deck().reshuffled(["c", "a", "b"]) == Deck.shuffled(["a", "b", "c"])


@pytest.mark.parametrize("discards", [["a", "a", "b"], Bag.of({"a": 2, "b": 1})])
def test_the_discards_are_shuffled_with_every_copy_of_a_card(discards: Any) -> None:
    assert Deck().reshuffled(discards).contents == Bag.of({"a": 2, "b": 1})


def test_what_is_left_stays_on_top_of_the_reshuffled_discards() -> None:
    deck = Deck.shuffled(["x"]).reshuffled(["a", "b"])
    cards, _ = deck.draw(1, Chance(Scripted([])))
    assert cards == ("x",)


@pytest.mark.parametrize("deck", [Deck(), Deck.shuffled(["a", "b"]), Deck.shuffled(["a"]).on_top("b")])
def test_P15_more_cards_than_there_are_is_a_clear_no(deck: Deck) -> None:
    wanted = len(deck) + 1
    luck = Chance(Scripted([]))
    with pytest.raises(DeckEmpty) as caught:
        deck.draw(wanted, luck)
    assert caught.value.args_ == {"wanted": wanted, "left": wanted - 1}
    assert isinstance(caught.value, IllegalMove)
    assert luck.records == []


def test_a_named_card_is_taken_from_wherever_it_lies() -> None:
    deck = Deck.shuffled(["x", "x", "y"]).on_top("a", "b")
    assert deck.take("b").segments == (("a",), Bag.of(["x", "x", "y"]))
    assert deck.take("x").contents == Bag.of(["a", "b", "x", "y"])
    with pytest.raises(DeckEmpty, match=r"deck\.not_there"):
        deck.take("z")


def test_a_card_dealt_to_one_seat_makes_what_is_left_a_secret() -> None:
    luck = chance()
    _, deck = Deck.shuffled(["a", "b", "c", "d"]).draw(1, luck, to=frozenset({2}), tag="hand")
    assert deck.secret
    deck.draw(1, luck)
    dealt, turned_up = luck.records
    assert (dealt.ask.to, dealt.ask.tag, dealt.ask.unknown) == (frozenset({2}), "hand", True)
    assert (turned_up.ask.to, turned_up.ask.unknown) == (None, True)


def test_cards_turned_up_from_an_open_deck_are_asked_openly() -> None:
    luck = chance()
    _, deck = Deck.shuffled(["a", "b", "c"]).draw(1, luck)
    assert not deck.secret
    assert not luck.records[0].ask.unknown


def test_an_undone_draw_is_the_same_deck_and_gives_the_same_card() -> None:
    deck = Deck.shuffled([f"card {n}" for n in range(20)])
    assert deck.draw(3, chance(7)) == deck.draw(3, chance(7))


# conservation: any sequence of good and bad calls


KINDS = ("red", "blue", "green", "gold")


class BagMachine(RuleBasedStateMachine):
    """Draw, roll, return, bad ids, bad counts: dice are in the bag or on the table; a failed call changes nothing."""

    @initialize(counts=st.dictionaries(st.sampled_from(KINDS), st.integers(0, 6)), seed=st.integers(0, 99))
    def fill(self, counts: dict[str, int], seed: int) -> None:
        self.bag = Bag.of(counts)
        self.all = Counter(counts)
        self.table: list[tuple[str, int]] = []
        self.chance = chance(seed)

    @rule(k=st.integers(1, 5))
    def draw_and_roll(self, k: int) -> None:
        before, asked = self.bag, len(self.chance.records)
        try:
            kinds = self.chance.draw(self.bag, k)
        except IllegalMove:
            assert k > len(before)
            assert (self.bag, len(self.chance.records)) == (before, asked)
        else:
            self.bag = self.bag.remove(*kinds)
            self.table += zip(kinds, self.chance.roll(6, k), strict=True)

    @precondition(lambda self: self.table)
    @rule(data=st.data())
    def put_back(self, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(self.table) - 1))
        self.bag = self.bag.add(self.table.pop(at)[0])

    @rule(kind=st.sampled_from((*KINDS, "no such kind")), k=st.integers(1, 8))
    def remove_too_many(self, kind: str, k: int) -> None:
        before = self.bag
        try:
            self.bag.remove(*[kind] * k)
        except NotInBag:
            assert k > before.count(kind)
        else:
            assert k <= before.count(kind)
        assert self.bag == before

    @invariant()
    def nothing_is_made_and_nothing_is_lost(self) -> None:
        assert Counter(self.bag.counts) + Counter(kind for kind, _ in self.table) == +self.all
        assert all(1 <= face <= 6 for _, face in self.table)
        assert list(self.bag.items) == sorted(self.bag.items)
        assert all(count > 0 for _, count in self.bag.items)


class DeckMachine(RuleBasedStateMachine):
    """Draw, discard, reshuffle, lay on top and under, take out: every card is in one place."""

    @initialize(piles=st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=6), max_size=3), seed=st.integers(0, 99))
    def deal(self, piles: list[list[str]], seed: int) -> None:
        self.deck = Deck.shuffled(*piles)
        self.all = Counter(card for pile in piles for card in pile)
        self.hand: list[str] = []
        self.discards: list[str] = []
        self.chance = chance(seed)

    @rule(k=st.integers(0, 4), to=st.sampled_from([None, frozenset({1}), frozenset[int]()]))
    def draw(self, k: int, to: Any) -> None:
        before = self.deck
        try:
            cards, self.deck = self.deck.draw(k, self.chance, to=to)
        except DeckEmpty:
            assert k > len(before)
            assert self.deck == before
        else:
            assert len(cards) == k
            self.hand += cards

    @precondition(lambda self: self.hand)
    @rule(where=st.sampled_from(["discard", "on top", "under"]))
    def lay_down(self, where: str) -> None:
        card = self.hand.pop()
        if where == "discard":
            self.discards.append(card)
        else:
            self.deck = self.deck.on_top(card) if where == "on top" else self.deck.under(card)

    @rule()
    def reshuffle(self) -> None:
        self.deck, self.discards = self.deck.reshuffled(self.discards), []

    @rule(card=st.sampled_from("abcdefghz"))
    def take_out(self, card: str) -> None:
        before = self.deck
        try:
            self.deck = self.deck.take(card)
        except DeckEmpty:
            assert card not in before.contents
            assert self.deck == before
        else:
            self.hand.append(card)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        assert Counter(self.deck.contents.counts) + Counter(self.hand) + Counter(self.discards) == self.all
        assert len(self.deck) == len(self.deck.contents)
        assert all(self.deck.segments)


TestBagMachine = BagMachine.TestCase
TestBagMachine.settings = settings(max_examples=40, stateful_step_count=30)
TestDeckMachine = DeckMachine.TestCase
TestDeckMachine.settings = settings(max_examples=40, stateful_step_count=30)


@given(st.lists(st.sampled_from("abcde"), min_size=1, max_size=12), st.integers(0, 999))
@settings(max_examples=60)
def test_a_whole_deck_drawn_one_by_one_is_its_cards(cards: list[str], seed: int) -> None:
    deck = Deck.shuffled(cards)
    got: list[str] = []
    luck = chance(seed)
    for _ in cards:
        card, deck = deck.draw(1, luck)
        got += card
    assert sorted(got) == sorted(cards)
    assert deck == Deck()
