"""Table 2.1, the variants of the set-up (RP-VAR-01…03) and the solo set-up (RP-SOLO-01…04, 10)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from typing import Any

import pytest

from companion.games.roll_player.constants import rounds
from companion.games.roll_player.moves import (
    BuildDeck,
    ChooseClass,
    ChooseRace,
    Deal,
    DrawClass,
    DrawDice,
    PlaceDie,
    RollStart,
)
from companion.moves import Move
from tests.unit.roll_player.given import (
    after,
    centre_text,
    luck_of,
    opened,
    play,
    refused,
)
from tests.unit.roll_player.setups import (
    COLUMNS,
    VARIANTS,
    at_class,
    at_deck,
    at_dice,
    at_race,
    column_table,
    finished_setup,
    placing,
)

# table 2.1, by column: solo, n=2, n=3, n=4

CARDS_IN_PLAY = {"solo": 3, "n2": 3, "n3": 4, "n4": 5}
COINS = {"solo": [2], "n2": [2], "n3": [2, 3], "n4": [2, 3, 4]}
STARTING_DICE = {"solo": 6, "n2": 6, "n3": 7, "n4": 8}
GOLD = {"solo": [5], "n2": [5, 5], "n3": [5, 5, 6], "n4": [5, 5, 6, 7]}
DISCARDS = {"solo": 7, "n2": 7, "n3": 3, "n4": 0}
DECK_BEFORE_MARKET = {"solo": 38, "n2": 39, "n3": 47, "n4": 53}
DECK_AFTER_MARKET = {"solo": 34, "n2": 36, "n3": 43, "n4": 48}
ROUNDS = {"solo": 12, "n2": 12, "n3": 11, "n4": 10}
BAG = {"solo": 66, "n2": 61, "n3": 52, "n4": 41}

columns = pytest.mark.parametrize("column", [pytest.param(c, id=f"table-2.1-{c}") for c in COLUMNS])


@columns
@pytest.mark.parametrize("cards", ["none", "types", "full"])
def test_constants_of_the_setup_table(column: str, cards: str) -> None:
    state = column_table(column, cards=cards)
    assert len(state.initiative) == CARDS_IN_PLAY[column]
    assert len(state.market) == CARDS_IN_PLAY[column]
    assert [card.number for card in state.initiative if card.coin] == COINS[column]
    assert [sum(map(bool, chain(*player.sheet))) for player in state.players] == [STARTING_DICE[column]] * state.n
    assert len(state.market_discard) == 2 * DISCARDS[column]
    assert len(state.deck) == DECK_AFTER_MARKET[column]
    assert len(state.deck) + len(state.market) + len(state.trash) == DECK_BEFORE_MARKET[column]
    assert len(state.bag) == BAG[column]
    assert rounds(state) == ROUNDS[column] == 18 - STARTING_DICE[column]


def combos() -> list[Any]:
    chosen = chain.from_iterable(combinations(VARIANTS, k) for k in range(5))
    return [
        pytest.param(column, variants, id=f"RP-VAR-{column}-{'+'.join(variants) or 'plain'}")
        for variants in chosen
        for column in COLUMNS
    ]


@pytest.mark.parametrize(("column", "variants"), combos())
def test_every_combination_of_variants(column: str, variants: tuple[str, ...]) -> None:
    """All 16 combinations for solo, 2, 3 and 4: bag, deck, rounds and gold."""
    short = 2 if "short_game" in variants else 0
    n, solo = COLUMNS[column]
    state = at_class(n, solo=solo, variants=list(variants))
    assert [player.gold for player in state.players] == ([5] * n if short else GOLD[column])
    state = column_table(column, variants=list(variants))
    assert len(state.bag) == BAG[column] - short * n
    assert len(state.deck) == DECK_AFTER_MARKET[column]
    assert len(state.market_discard) == 2 * DISCARDS[column]
    assert rounds(state) == ROUNDS[column] - short
    assert state.phase == "roll"
    assert state.round == 1


# the variants of the set-up


@pytest.mark.parametrize(
    ("n", "each", "gold", "in_bag"),
    [
        pytest.param(2, 8, 13, 61, id="RP-EX-15-RP-VAR-01-n2"),
        pytest.param(3, 7, 10, 52, id="RP-EX-15-RP-VAR-01-n3"),
        pytest.param(4, 6, 5, 41, id="RP-EX-15-RP-VAR-01-n4"),
    ],
)
def test_less_random_setup(n: int, each: int, gold: int, in_bag: int) -> None:
    state = at_dice(n, variants=["less_random"])
    drawn, records = luck_of(state, 1, DrawDice())
    assert [record.ask.wire[0] for record in records] == ["roll"]
    assert sorted(die.color for die in drawn.player(1).dice) == sorted(
        ["green", "blue", "red", "purple", "black", "white", *["gold"] * (n - 2)]
    )
    state = finished_setup(state)
    assert state.bag.counts == {
        **dict.fromkeys(("green", "blue", "red", "purple", "black", "white"), each),
        "gold": gold,
    }
    assert len(state.bag) == in_bag


def test_RP_VAR_01_gold_dice_pay_income() -> None:
    state = after(at_dice(3, variants=["less_random"]), 1, DrawDice(), [1, 2, 3, 4, 5, 6, 1])
    assert placing(state, 1, "STR:y1").player(1).gold == 7


def test_RP_VAR_01_with_a_short_game_two_dice_are_drawn_after_the_fixed_set() -> None:
    state = at_dice(2, variants=["less_random", "short_game"])
    state = after(state, 1, DrawDice(), ["red", "gold"], [1] * 8)
    assert Counter(die.color for die in state.player(1).dice) == Counter(
        ["green", "blue", "red", "purple", "black", "white", "red", "gold"]
    )


@pytest.mark.parametrize(("n", "discards"), [(2, 14), (3, 6), (4, 0)])
def test_RP_VAR_02_random_market_shuffles_all_cards_together(n: int, discards: int) -> None:
    state, records = luck_of(at_deck(n, cards="full", variants=["random_market"]), 1, BuildDeck())
    assert len(state.market_discard) == discards
    assert len(state.deck.segments) == 1
    assert len(dict(records[0].ask.wire[1])) == 53
    dots = {state.content.market[card].dots for card in state.deck.contents}
    assert dots == {1, 2}


def test_RP_VAR_02_dots_do_not_matter_for_the_first_market() -> None:
    found = set()
    for seed in range(10):
        state, _ = luck_of(at_deck(2, cards="full", variants=["random_market"]), 1, BuildDeck(), seed)
        found |= {state.content.market[place.card].dots for place in state.market}
    assert found == {1, 2}


@pytest.mark.parametrize(
    ("n", "dice", "length"),
    [
        pytest.param(2, 8, 10, id="RP-EX-16-RP-VAR-03-n2"),
        pytest.param(3, 9, 9, id="RP-EX-16-RP-VAR-03-n3"),
        pytest.param(4, 10, 8, id="RP-EX-16-RP-VAR-03-n4"),
    ],
)
def test_short_game(n: int, dice: int, length: int) -> None:
    state = at_dice(n, variants=["short_game"])
    assert [player.gold for player in state.players] == [5] * n
    state, _ = luck_of(state, 1, DrawDice())
    assert len(state.player(1).dice) == dice
    assert rounds(state) == length


# solo


def test_RP_SOLO_01_as_for_two_players_with_one_sheet() -> None:
    state = at_dice(solo=True)
    assert state.n == 1
    assert state.player(1).gold == 5
    assert centre_text(state) == "_ _* _"
    assert len(state.market) == 3
    state, _ = luck_of(state, 1, DrawDice())
    assert len(state.player(1).dice) == 6


@pytest.mark.parametrize("variants", [[], ["random_market"]])
def test_RP_SOLO_02_diplomacy_is_removed_before_the_deck_is_built(variants: list[str]) -> None:
    state, records = luck_of(at_deck(solo=True, cards="full", variants=variants), 1, BuildDeck())
    assert state.removed == ("diplomacy",)
    piles = [(sum(dict(r.ask.wire[1]).values()), r.ask.wire[2]) for r in records[: 1 if variants else 2]]
    assert piles == ([(52, 14)] if variants else [(26, 7), (26, 7)])
    assert all("diplomacy" not in dict(record.ask.wire[1]) for record in records)
    assert len(state.deck) + len(state.market) + len(state.trash) == 38


def test_RP_SOLO_02_diplomacy_stays_at_tables_of_more() -> None:
    state, records = luck_of(at_deck(2, cards="full"), 1, BuildDeck())
    assert state.removed == ()
    assert "diplomacy" in dict(records[1].ask.wire[1])


def test_RP_SOLO_03_the_opponent_die_is_a_gold_die_out_of_the_bag() -> None:
    state = opened(solo=True)
    assert state.bag.count("gold") == 12
    assert len(state.bag) == 72
    assert state.opponent_die is not None
    assert state.opponent_die.last_roll is None
    assert opened(2).opponent_die is None


def test_RP_SOLO_04_the_top_card_starts_the_trash_after_the_market_is_dealt() -> None:
    state, records = luck_of(at_deck(solo=True, cards="full"), 1, BuildDeck())
    assert [record.ask.wire[2] for record in records[-2:]] == [3, 1]
    assert list(state.trash) == records[-1].got
    assert (len(state.trash), len(state.deck)) == (1, 34)


@pytest.mark.parametrize("cards", ["none", "types", "full"])
def test_RP_EX_51_card_totals_after_the_solo_setup(cards: str) -> None:
    state = at_dice(solo=True, cards=cards)
    counts = [len(state.removed), len(state.market_discard), len(state.trash), len(state.market), len(state.deck)]
    assert counts == [1, 14, 1, 3, 34]
    assert sum(counts) == 53


def test_RP_SOLO_10_the_solo_player_needs_no_roll_to_begin() -> None:
    state = opened(solo=True)
    assert (state.stage, state.start_player, state.active_player) == ("race", 1, 1)
    refused(state, 1, RollStart(), "phase.not_now")


def test_every_step_of_the_setup_is_refused_out_of_its_place() -> None:
    state = at_race(2)
    move: Move
    for move in (RollStart(), DrawClass(), ChooseClass("bard"), Deal(), BuildDeck(), DrawDice(), PlaceDie("STR", "r1")):
        refused(state, 1, move, "phase.not_now")
    later = finished_setup(opened(2))
    for move in (RollStart(), ChooseRace("orc"), DrawClass(), ChooseClass("bard"), Deal(), BuildDeck(), DrawDice()):
        refused(later, 1, move, "phase.not_now")


def test_setup_questions_are_told() -> None:
    _, events = play(at_race(2), 1, ChooseRace("orc"))
    assert [event.key for event in events] == ["event.choose_race"]
