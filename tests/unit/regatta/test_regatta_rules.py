"""The rules of the sixth game, each by its id, and whole random games with everything that must always hold."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from at_table import Sitting
from msgspec.structs import replace
from regatta import game
from regatta.moves import Moor, Roll
from regatta.opponents import gain
from regatta.state import Boat, State

from companion.chance import Chance, Scripted, Seeded
from companion.game import SeatInfo
from companion.moves import IllegalMove
from companion.packs import load_set
from companion.queries import ask
from companion.refusals import Broken, Unreadable
from companion.rulebook import rulebook
from companion.words import catalogue


def race(seats: int = 2, water: str = "calm", **changes: Any) -> State:
    """A race at its beginning, or with other values."""
    content = game.content(load_set("regatta", "own").records, "", {})
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")[:seats]
    options = {"mode": "multi", "water": water}
    return replace(game.open(options, tuple(SeatInfo(name) for name in names), content), **changes)


def rolled(state: State, *faces: int) -> State:
    """The race after these rolls of whoever rolls, one after another."""
    luck = Chance(Scripted([[face] for face in faces]))
    for _ in faces:
        state, _ = game.play(state, state.turn, Roll(), luck)
        game.check(state)
    return state


def moored(state: State) -> State:
    state, _ = game.play(state, state.turn, Moor(), Chance(Scripted([])))
    return state


def test_RG_TURN_at_least_one_roll_and_then_as_many_as_one_dares() -> None:
    state = race()
    assert list(game.moves(state, 1)) == [Roll()]
    state = rolled(state, 3, 4)
    assert (state.drift, list(game.moves(state, 1)), list(game.moves(state, 2))) == (7, [Roll(), Moor()], [])


@pytest.mark.parametrize(("seat", "move"), [(1, Moor()), (2, Roll())])
def test_RG_TURN_anything_else_is_refused(seat: int, move: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        game.play(race(), seat, move, Chance(Scripted([])))
    assert (caught.value.key, caught.value.rule) == ("not_now", "RG-TURN")


@pytest.mark.parametrize(("water", "face", "lost"), [("calm", 1, True), ("calm", 2, False), ("wild", 2, True)])
def test_RG_GUST_a_low_number_loses_what_was_rolled_in_this_turn(water: str, face: int, lost: bool) -> None:
    state = rolled(race(water=water), 6, face)
    assert (state.turn, state.drift, state.picked) == ((2, 0, 0) if lost else (1, 8, 1))
    assert state.boat(1) == Boat(1, "Ann")


def test_RG_LILY_a_six_picks_one_that_is_safe_when_moored() -> None:
    state = rolled(race(), 6, 6, 3)
    assert (state.picked, moored(state).boat(1).lilies) == (2, 2)


def test_RG_MOOR_the_boat_goes_forward_and_the_next_one_rolls() -> None:
    state = moored(rolled(race(), 3, 4))
    assert (state.boat(1).at, state.turn, state.drift, state.round) == (7, 2, 0, 1)


def test_RG_LAKE_nobody_goes_beyond_it_and_the_round_is_played_to_its_end() -> None:
    state = race(boats=(Boat(1, "Ann", at=28), Boat(2, "Bob", at=20)))
    state = rolled(state, 5)
    assert list(game.moves(state, 1)) == [Moor()]
    state = moored(state)
    assert (state.boat(1).at, state.turn, game.result(state)) == (30, 2, None)
    state = moored(rolled(state, 2))
    assert (state.turn, game.to_act(state)) == (0, ())


def test_RG_LAKE_a_boat_that_was_set_there_can_still_moor() -> None:
    state = race(boats=(Boat(1, "Ann", at=30), Boat(2, "Bob")))
    assert list(game.moves(state, 1)) == [Moor()]


@pytest.mark.parametrize(("at", "points"), [(0, 0), (5, 0), (6, 2), (17, 4), (18, 7), (29, 10), (30, 14)])
def test_RG_LANDING_the_best_landing_counts(at: int, points: int) -> None:
    hero = game.scores.read({"at": at, "lilies": 3}, race().landings)
    assert game.scores.breakdown(hero).__plain__() == {
        "total": points + 6,
        "categories": {"landing": points, "lilies": 6},
    }


def test_RG_LANDING_beyond_the_lake_there_is_none() -> None:
    with pytest.raises(Unreadable) as caught:
        game.scores.read({"at": 31}, race().landings)
    assert (caught.value.field, caught.value.args_["high"]) == ("at", 30)


def test_RG_TIE_who_came_farther_is_ahead_and_side_by_side_share() -> None:
    boats = (Boat(1, "Ann", at=6), Boat(2, "Bob", at=8), Boat(3, "Cid", at=8))
    result = game.result(race(3, turn=0, boats=boats))
    assert result is not None
    assert {place.seat: place.place for place in result.places} == {2: 1, 3: 1, 1: 3}
    assert [said.key for said in result.told] == ["tie.most", "tie.shared"]


@pytest.mark.parametrize(
    "wrong", [{"drift": -1}, {"picked": 1}, {"turn": 0, "drift": 3}, {"boats": (Boat(1, "A", 31),)}]
)
def test_RG_BROOK_what_cannot_be_is_noticed(wrong: dict[str, Any]) -> None:
    with pytest.raises(Broken):
        game.check(race(**wrong))


def test_RG_TABLE_the_host_sets_a_boat_right_and_compares_it() -> None:
    sitting = Sitting.down(2, game="regatta")
    sitting.adjust({"what": "at", "seat": 2, "at": 12}, {"what": "lilies", "seat": 2, "lilies": 3})
    assert sitting.state.boat(2) == Boat(2, "Bob", 12, 3)
    told = [belief for one in game.adjustables for belief in one.beliefs(sitting.state)]
    assert [(belief.name, belief.seat, belief.input.default) for belief in told] == [
        ("at", 1, 0),
        ("at", 2, 12),
        ("lilies", 1, 0),
        ("lilies", 2, 3),
    ]
    with pytest.raises(Unreadable):
        sitting.adjust({"what": "at", "seat": 2, "at": 31})


def test_RG_FROG_does_anything() -> None:
    state, luck = rolled(race(), 4), Chance(Seeded(Random(1)))
    assert {game.opponents[0].move(game.view(state, 1), 1, luck) for _ in range(30)} == {Roll(), Moor()}


@pytest.mark.parametrize(("water", "drift", "goes_on"), [("calm", 19, True), ("calm", 20, False), ("wild", 9, False)])
def test_RG_DUCK_rolls_while_a_roll_is_worth_it(water: str, drift: int, goes_on: bool) -> None:
    # (2+3+4+5+6)/6 of a step against drift/6 on calm water, (3+4+5+6)/6 against 2·drift/6 on wild
    state = race(water=water, drift=drift)
    decision = game.opponents[1].decide(game.view(state, 1), 1, Chance(Scripted([])))
    assert decision.move == (Roll() if goes_on else Moor())
    assert decision.because[0].args["rule"] == "RG-DUCK"


def test_the_odds_of_a_roll_are_exact() -> None:
    (query,) = game.queries
    answers = {answer.key: answer.value for answer in ask(query, {"drift": 5, "water": "wild"})}
    assert answers == {"gust": Fraction(1, 3), "gain": Fraction(18, 6) - Fraction(10, 6)}
    assert gain(1, 20) == 0
    (remark,) = game.aid(race(), 1).remarks
    assert (remark.at, game.aid(race(), 2).remarks, game.aid(race(), None).remarks) == ("roll", (), ())


@pytest.mark.parametrize("seed", range(30))
def test_RG_BROOK_holds_in_random_games_to_their_end_and_after_folding_again(seed: int) -> None:
    water, dice = ("calm", "wild")[seed % 2], ("digital", "physical")[seed // 2 % 2]
    sitting = Sitting.down(2 + seed % 5, game="regatta", seed=seed, water=water, dice=dice)
    duck = game.opponents[1] if seed % 3 == 0 else None
    while sitting.table.result is None:
        if duck is not None and sitting.state.turn == 2:
            move = duck.move(game.view(sitting.state, 2), 2, Chance(Scripted([])))
            sitting.typing(2, move.__plain__())
        else:
            sitting.step()
        game.check(sitting.state)
        for viewer in (None, *sitting.table.names):
            assert game.panels(game.view(sitting.state, viewer), viewer)
    assert max(boat.at for boat in sitting.state.boats) == sitting.state.end
    assert sitting.refold().state == sitting.state


def test_every_rule_stands_in_both_books_and_has_a_test_of_its_name() -> None:
    ids = {lang: [rule.id for rule in rulebook("regatta", lang) if rule.id] for lang in ("en", "ru")}
    assert ids["en"] == ids["ru"]
    named = {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_RG_")}
    assert [rule for rule in ids["en"] if not any(name.startswith(f"{rule}-") for name in named)] == []


def test_every_word_that_its_code_makes_up_is_there() -> None:
    for lang in ("en", "ru"):
        words = catalogue(lang, "regatta")
        for opponent in game.opponents:
            assert f"opponent.{opponent.key}" in words
        for option in game.options:
            assert all(f"option.{option.key}.{choice}" in words for choice in ("name", *option.choices))
