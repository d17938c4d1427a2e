"""Automatic seats: they act when somebody asks, see what their seat sees, and are never asked again while folding."""

from __future__ import annotations

from typing import Any

import pebbles
import pytest
from at_table import Sitting
from msgspec.structs import replace

from companion.automa import Decision, Opponent
from companion.canonical import state_hash
from companion.chance import Chance
from companion.moves import IllegalMove, StaleMove
from companion.table import Actor, Table
from companion.view import HiddenRead, Unknown


def with_gull(seats: int = 2, **options: Any) -> Sitting:
    return Sitting.down(seats, gulls=[2], **options)


def ask(sitting: Sitting, seat: int = 2, **how: Any) -> Any:
    return sitting.play(1, "automa", seat=seat, **how)


def test_it_never_moves_by_itself_and_one_entry_holds_what_it_decided() -> None:
    sitting = with_gull()
    assert 2 in sitting.table.game.to_act(sitting.state)
    entry = ask(sitting)
    assert (entry.kind, entry.by, entry.open["seat"]) == ("played", {"seat": 1}, 2)
    assert [decision["move"] for decision in entry.open["decisions"]] == [{"type": "act", "number": 0}]
    assert entry.open["decisions"][0]["because"] == [
        {"key": "gull.likes", "args": {"n": 1, "all": 1, "rule": "PB-GULL"}}
    ]


def test_it_goes_on_up_to_the_point_where_a_person_may_act() -> None:
    # a gull alone in the air: it skims and keeps in one entry, and the next to act is a person
    sitting = with_gull(rounds=9)
    while True:
        phase, acting = sitting.table.game.phase(sitting.state), sitting.table.game.to_act(sitting.state)
        if phase == "skim" and acting == (2,):
            break
        sitting.step()
    entry = ask(sitting)
    assert len(entry.open["decisions"]) >= 2
    assert sitting.table.game.to_act(sitting.state) != (2,)


def test_its_whole_entry_is_one_step_of_undo() -> None:
    sitting = with_gull().until("turn")
    while sitting.table.game.to_act(sitting.state) != (2,):
        sitting.step()
    before = sitting.hash
    ask(sitting)
    sitting.undo(Actor(1))
    assert sitting.hash == before


def test_after_an_undo_it_decides_the_same_again() -> None:
    sitting = with_gull().until("pick")
    first = ask(sitting)
    move = [secret.value for secret in first.secrets if isinstance(secret.value, dict)]
    sitting.undo()
    again = ask(sitting)
    assert [secret.value for secret in again.secrets if isinstance(secret.value, dict)] == move


def test_it_cannot_be_asked_out_of_turn() -> None:
    sitting = with_gull().until("pick")
    ask(sitting)
    with pytest.raises(IllegalMove, match=r"automa\.not_its_turn") as caught:
        ask(sitting)
    assert type(caught.value) is IllegalMove


def test_P04_a_second_tap_for_it_is_stale_and_it_acts_once() -> None:
    sitting = with_gull()
    looked = sitting.seq
    ask(sitting)
    with pytest.raises(StaleMove) as caught:
        ask(sitting, seen=looked)
    assert caught.value.key == "automa.not_its_turn"
    assert caught.value.args_["entry"] == looked + 1


def test_P04_a_second_tap_is_stale_even_if_it_is_its_turn_again() -> None:
    # given: seat 1 draws, the gull draws, and now both are to pick: it is the gull's turn again
    sitting = with_gull()
    sitting.play(1, "act", number=0)
    looked = sitting.seq
    ask(sitting)
    assert 2 in sitting.table.game.to_act(sitting.state)
    # when, then
    with pytest.raises(StaleMove, match=r"stale\.second_tap"):
        ask(sitting, seen=looked)
    assert ask(sitting).open["seat"] == 2


@pytest.mark.parametrize(("seat", "key"), [(1, "automa.none"), (3, "table.no_seat"), (0, "table.no_seat")])
def test_a_seat_without_an_opponent_cannot_be_asked(seat: int, key: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        ask(with_gull(), seat)
    assert caught.value.key == key


def test_its_secret_move_and_its_reasons_are_sealed_until_the_move_is_shown() -> None:
    sitting = with_gull().until("pick")
    chosen = ask(sitting)
    (decision,) = chosen.open["decisions"]
    assert set(decision["move"]) == set(decision["because"]) == {"sealed"}
    shown = sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    values = [opening["value"] for opening in shown.open["opens"]]
    assert {"type": "pick", "pebble": next(iter(sitting.state.players[1].shore))} in values
    assert any(isinstance(value, list) and value[0]["key"] == "gull.likes" for value in values)


def test_its_draws_to_choose_by_use_up_numbers_and_are_not_played_again() -> None:
    sitting = with_gull().until("pick")
    number = sitting.table.next_number()
    entry = ask(sitting)
    (decision,) = entry.open["decisions"]
    assert [record["i"] for record in decision["choosing"]] == [number]
    assert decision["luck"] == []
    assert sitting.table.next_number() == number + 1
    assert sitting.refold().next_number() == number + 1


def decides(decide: Any) -> pebbles.Pebbles:
    """Pebbles with another mind behind the gull's key."""
    game = pebbles.Pebbles()
    game.opponents = (Opponent("gull", decide),)
    return game


def test_folding_never_asks_it() -> None:
    sitting = with_gull(3).finish()

    def refuse(view: Any, seat: int, chance: Chance) -> Decision:
        raise AssertionError("folding must not decide")

    folded = Table.fold(decides(refuse), sitting.table.entries, sitting.table.packs)
    assert state_hash(folded.state) == sitting.hash


def test_it_is_given_its_seats_view_and_reading_what_is_hidden_raises() -> None:
    seen: list[Any] = []

    def cheat(view: Any, seat: int, chance: Chance) -> Decision:
        seen.append(view)
        assert isinstance(view.players[0].hand, Unknown)
        return Decision(pebbles.Act(number=len(view.players[0].hand)))

    sitting = with_gull()
    sitting.table = replace(sitting.table, game=decides(cheat))
    with pytest.raises(HiddenRead):
        ask(sitting)
    assert type(seen[0]) is pebbles.State


def test_it_may_not_see_luck_to_come() -> None:
    # guess-the-die: an opponent that calls the wind from everything it is given is right no more often than chance
    guesses = hits = 0

    def guess(view: Any, seat: int, chance: Chance) -> Decision:
        if game.phase(view) == "skim":
            return Decision(pebbles.Act(number=4 + chance.pick([1] * 6)))
        legal = list(game.moves(view, seat))
        return Decision(legal[0] if view.air.items else legal[-1])  # whatever is thrown comes down safely

    game = decides(guess)
    for seed in range(25):
        sitting = Sitting.down(2, gulls=[1, 2], rounds=9, seed=seed)
        sitting.table = replace(sitting.table, game=game)
        while sitting.table.result is None:
            entry = sitting.play(1, "automa", seat=sitting.table.game.to_act(sitting.state)[0])
            for decision in entry.open["decisions"]:
                if decision["luck"] and decision["luck"][0]["ask"] == ["roll", 6, 1]:
                    guesses += 1
                    hits += decision["move"]["number"] - 3 == decision["luck"][0]["got"][0]
    assert guesses > 300
    # one in six, within four standard deviations
    assert abs(hits - guesses / 6) < 4 * (guesses * 5 / 36) ** 0.5
