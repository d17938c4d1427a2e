"""The rules of Pebbles: the example that every mechanism is proven on keeps its own rules too."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pebbles
import pytest
from at_table import Sitting
from msgspec.structs import replace
from pebbles import Act, Pick, State

from companion.bag import Bag
from companion.chance import Chance, Scripted, Seeded
from companion.deck import Deck
from companion.flow import Ask
from companion.game import SeatInfo
from companion.moves import IllegalMove
from companion.refusals import Broken
from companion.words import catalogue

KINDS: pebbles.Kinds = {
    "slate": {"count": 4, "points": 1, "dice": 3},
    "agate": {"count": 4, "points": 6, "dice": 2},
    "amber": {"count": 4, "points": 9, "dice": 1},
}
game = pebbles.game


def opened(seats: int = 2, rounds: int = 2) -> State:
    people = tuple(SeatInfo(name) for name in ("Ann", "Bob", "Cid", "Dee")[:seats])
    return game.open({"rounds": rounds}, people, KINDS)


def play(state: State, seat: int, move: Any, *outcomes: Any) -> State:
    luck = Scripted(list(outcomes))
    after, _ = game.play(state, seat, move, Chance(luck))
    assert luck.used == len(outcomes)
    game.check(after)
    return after


def dealt(*hands: str, rounds: int = 2) -> State:
    """Everybody has drawn (`"slate slate amber"`), seat 1 throws first."""
    state = opened(len(hands), rounds)
    for seat, hand in enumerate(hands, 1):
        lots = [list(range(len(hands)))] if seat == len(hands) > 1 else []
        state = play(state, seat, Act(number=0), hand.split(), *lots)
    return state


def thrown(*hands: str) -> State:
    """Everybody has drawn and picked the first of the hand; seat 1 is to throw."""
    state = dealt(*hands)
    for seat, hand in enumerate(hands, 1):
        state = play(state, seat, Pick(hand.split()[0]))
    return state


def test_PB_ROUND_a_game_begins_with_everybody_drawing() -> None:
    state = opened(3)
    assert (state.round, game.phase(state), game.to_act(state)) == (1, "draw", (1, 2, 3))


def test_PB_DRAW_a_hand_is_filled_up_to_three() -> None:
    state = play(opened(1), 1, Act(number=0), ["slate", "slate", "amber"])
    assert state.players[0].hand.counts == {"slate": 2, "amber": 1}
    assert len(state.beach) == 9


def test_PB_DRAW_the_sea_washes_up_when_the_beach_runs_out() -> None:
    state = replace(opened(1), beach=Deck.shuffled(["amber"]), sea=Bag.of({"slate": 2, "agate": 2}))
    after, _ = game.play(state, 1, Act(number=0), Chance(Scripted([["slate", "agate"]])))
    assert after.players[0].hand == Bag.of(["amber", "slate", "agate"])
    assert (after.beach.contents, after.sea) == (Bag.of(["slate", "agate"]), Bag())


def test_PB_DRAW_if_there_is_too_little_you_take_what_there_is() -> None:
    state = replace(opened(1), beach=Deck.shuffled(["amber"]))
    after, _ = game.play(state, 1, Act(number=0), Chance(Scripted([])))
    assert after.players[0].hand == Bag.of(["amber"])


def test_PB_LOTS_the_last_to_draw_draws_the_order_of_the_round() -> None:
    state = play(opened(3), 2, Act(number=0), ["slate"] * 3)
    state = play(state, 1, Act(number=0), ["agate"] * 3)
    state = play(state, 3, Act(number=0), ["amber"] * 3, [2, 0, 1])
    assert (state.turns, game.phase(state)) == ((3, 1, 2), "pick")


def test_PB_PICK_picks_go_to_the_shores_when_the_last_has_picked() -> None:
    state = dealt("slate agate agate", "amber amber slate")
    state = play(state, 1, Pick("slate"))
    assert state.players[0].shore == Bag()
    state = play(state, 2, Pick("amber"))
    assert [player.shore.counts for player in state.players] == [{"slate": 1}, {"amber": 1}]
    assert (game.phase(state), game.to_act(state)) == ("turn", (1,))


def test_PB_PICK_you_may_choose_another_until_everybody_has() -> None:
    state = play(play(dealt("slate agate agate", "amber amber slate"), 1, Pick("slate")), 1, Pick("agate"))
    state = play(state, 2, Pick("amber"))
    assert state.players[0].shore.counts == {"agate": 1}


@pytest.mark.parametrize("move", [Pick("pearl"), Pick("amber"), Act(), Act("slate"), Act(number=0)])
def test_PB_PICK_only_what_is_in_the_hand_can_be_picked(move: Any) -> None:
    with pytest.raises(IllegalMove):
        play(dealt("slate agate agate", "amber amber slate"), 1, move)


def test_PB_THROW_a_pass_ends_the_turn() -> None:
    state = play(thrown("slate agate agate", "amber amber slate"), 1, Act())
    assert (game.to_act(state), state.turns) == ((2,), (2,))


def test_PB_THROW_the_others_may_answer_in_turn() -> None:
    state = play(thrown("slate agate slate", "amber amber slate", "slate agate amber"), 1, Act("agate"))
    assert (state.air.items, game.to_act(state)) == (("agate",), (2,))
    state = play(state, 2, Act())
    assert game.to_act(state) == (3,)
    state = play(state, 3, Act("amber"))
    assert (state.air.items, game.to_act(state)) == (("agate", "amber"), (1,))


@pytest.mark.parametrize(("answers", "flies"), [([], True), ([2], False), ([2, 1], True), ([2, 1, 2], False)])
def test_PB_THROW_an_even_number_sinks_and_an_odd_one_flies(answers: list[int], flies: bool) -> None:
    state = play(thrown("agate slate amber", "agate slate amber"), 1, Act("slate"))
    for seat, kind in zip(answers, ["slate", "amber", "amber"], strict=False):
        state = play(state, seat, Act(kind))
    while state.air.items:
        state = play(state, state.air.priority or 0, Act())
    assert (game.phase(state) == "skim") == flies
    assert len(state.sea) == 1 + len(answers)
    assert game.to_act(state) == ((1,) if flies else (2,))


def test_PB_THROW_alone_everything_flies_at_once() -> None:
    state = play(thrown("agate slate amber"), 1, Act("slate"))
    assert state.pending == (Ask(1, "skim", (0,), {"dice": 3}),)


def skimming() -> State:
    return play(thrown("agate slate amber"), 1, Act("slate"))


def test_PB_SKIM_wind_and_dice_are_added_and_sixes_go_on() -> None:
    state = play(skimming(), 1, Act(number=0), [4], [[6, 6, 2], [1], [3]])
    assert state.pending == (Ask(1, "keep", (0, 22), {"n": 22}),)


def test_PB_SKIM_a_right_call_is_worth_five_more_and_a_wrong_one_nothing() -> None:
    assert play(skimming(), 1, Act(number=9), [4], [[1], [1], [3]]).pending[0].args == {"n": 14}
    assert play(skimming(), 1, Act(number=8), [4], [[1], [1], [3]]).pending[0].args == {"n": 9}


def test_PB_SKIM_calling_is_filled_in_and_not_listed() -> None:
    state = skimming()
    assert list(game.moves(state, 1)) == [Act(number=0)]
    (form,) = game.forms(state, 1)
    assert (form.type, form.fields[0].name, form.fields[0].min, form.fields[0].max) == ("act", "number", 1, 999)
    with pytest.raises(IllegalMove):
        play(state, 1, Act("slate", 9), [4], [[1], [1], [3]])


def test_PB_KEEP_the_old_throw_or_the_new_one() -> None:
    state = play(skimming(), 1, Act(number=0), [1], [[1], [1], [1]])
    assert list(game.moves(state, 1)) == [Act(number=0), Act(number=4)]
    assert play(state, 1, Act(number=4)).players[0].hops == 4
    assert play(state, 1, Act(number=0)).players[0].hops == 0
    with pytest.raises(IllegalMove):
        play(state, 1, Act(number=3))


def test_PB_ROUND_after_the_last_turn_a_new_round_begins_and_after_the_last_round_nothing() -> None:
    state = thrown("agate slate amber")
    state = play(state, 1, Act())
    assert (state.round, game.phase(state)) == (2, "draw")
    state = play(state, 1, Act(number=0), ["slate"])
    state = play(play(state, 1, Pick("slate")), 1, Act())
    assert (game.phase(state), game.to_act(state)) == ("end", ())
    assert list(game.moves(state, 1)) == []


def scored(*players: tuple[dict[str, int], int]) -> Any:
    state = opened(len(players), rounds=0)
    people = [
        replace(player, shore=Bag.of(shore), hops=hops)
        for player, (shore, hops) in zip(state.players, players, strict=True)
    ]
    return game.result(replace(state, players=tuple(people), pending=()))


def test_PB_SHORE_and_PB_HOPS_give_points() -> None:
    (place,) = scored(({"amber": 2, "slate": 1}, 11)).places
    assert {key: line.points for key, line in place.breakdown.lines.items()} == {"shore": 19, "hops": 3}


def test_PB_TIE_fewer_hops_win() -> None:
    assert scored(({"amber": 1}, 5), ({"amber": 1}, 4)).winners == (2,)
    assert scored(({"amber": 1}, 4), ({"amber": 1}, 4)).winners == (1, 2)


def test_PB_COUNT_a_lost_pebble_is_noticed() -> None:
    state = opened(2)
    game.check(state)
    with pytest.raises(Broken) as caught:
        game.check(replace(state, beach=state.beach.take("amber")))
    assert caught.value.rule == "PB-COUNT"


def test_PB_TABLE_hops_can_be_set() -> None:
    sitting = Sitting.down(2)
    sitting.adjust({"what": "hops", "seat": 2, "hops": 12})
    assert [player.hops for player in sitting.state.players] == [0, 12]


def test_PB_GULL_likes_what_is_pretty() -> None:
    state = dealt("amber slate slate", "agate agate agate")
    picks = [pebbles.gull(game.view(state, 1), 1, Chance(Seeded(Random(seed)))).move for seed in range(600)]
    # amber is worth 9 and slate 1: ten to two
    assert 450 < picks.count(Pick("amber")) < 550


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("rounds", [1, 9])
def test_random_moves_bring_every_game_to_its_end(seats: int, rounds: int) -> None:
    sitting = Sitting.down(seats, rounds=rounds).finish()
    assert sitting.state.round == rounds
    # whoever found nothing to draw in the last round had nothing to pick
    assert seats * (rounds - 1) < sum(len(player.shore) for player in sitting.state.players) <= seats * rounds


def test_every_rule_is_a_heading_in_both_books_and_every_word_stands_in_both_languages() -> None:
    books = {lang: Path(f"tests/games/pebbles/rulebook/{lang}.md").read_text(encoding="utf-8") for lang in ("en", "ru")}
    ids = {
        lang: [line.split()[1] for line in book.splitlines() if line.startswith("### ")] for lang, book in books.items()
    }
    assert ids["en"] == ids["ru"]
    named = {name.split("test_")[1] for name in globals() if name.startswith("test_PB_")}
    for rule in ids["en"]:
        assert any(
            name.startswith(rule.replace("-", "_")) or f"_{rule.replace('-', '_')}_" in name for name in named
        ), rule
    assert catalogue("en", "pebbles").entries.keys() == catalogue("ru", "pebbles").entries.keys()
