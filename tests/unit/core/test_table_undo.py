"""Undo is an entry, not an eraser: any depth, after a restart, across a reshuffle, and never a new roll."""

from __future__ import annotations

import pytest
from at_table import HOST, Sitting

from companion.canonical import state_hash
from companion.moves import IllegalMove, StaleMove
from companion.table import Actor, Table
from companion.verify import verify


def test_undo_takes_back_the_newest_act_and_redo_brings_it_back() -> None:
    sitting = Sitting.down(2).until("turn")
    before = sitting.hash
    sitting.play(sitting.state.turns[0], "act")
    after, act = sitting.hash, sitting.seq
    undone = sitting.undo(Actor(2))
    assert (undone.kind, undone.open["undoes"], undone.by) == ("undone", act, {"seat": 2})
    assert sitting.hash == before
    redone = sitting.redo(Actor(1))
    assert (redone.kind, redone.open["redoes"]) == ("redone", act)
    assert sitting.hash == after


def test_there_is_nothing_to_undo_before_the_first_act_and_nothing_to_redo_without_undo() -> None:
    sitting = Sitting.down(2)
    with pytest.raises(IllegalMove, match=r"undo\.nothing"):
        sitting.undo()
    with pytest.raises(IllegalMove, match=r"redo\.nothing"):
        sitting.redo()


def test_undo_names_what_it_takes_back() -> None:
    sitting = Sitting.down(2).until("pick")
    newest = sitting.table.done[-1]
    with pytest.raises(StaleMove) as caught:
        sitting.undo(seq=newest - 1)
    assert (caught.value.key, caught.value.args_) == ("undo.not_newest", {"entry": newest, "asked": newest - 1})


def test_redo_names_what_it_brings_back() -> None:
    sitting = Sitting.down(2).until("pick")
    first, second = sitting.table.done
    sitting.undo()
    sitting.undo()
    with pytest.raises(StaleMove) as caught:
        sitting.redo(seq=second)
    assert caught.value.args_ == {"entry": first, "asked": second}


def test_a_new_act_forgets_what_could_be_redone() -> None:
    sitting = Sitting.down(2).until("turn")
    sitting.play(sitting.state.turns[0], "act")
    sitting.undo()
    sitting.step()
    with pytest.raises(IllegalMove, match=r"redo\.nothing"):
        sitting.redo()


def test_P11_the_same_roll_after_an_undo_shows_the_same_faces() -> None:
    sitting = Sitting.down(2).until("skim")
    thrower = sitting.state.turns[0]
    first = sitting.play(thrower, "act", number=0)
    sitting.undo()
    again = sitting.play(thrower, "act", number=0)
    assert again.open["luck"] == first.open["luck"]


def test_P11_the_same_hidden_draw_after_an_undo_is_the_same_hand() -> None:
    sitting = Sitting.down(2)
    sitting.play(1, "act", number=0)
    hand = sitting.state.players[0].hand
    sitting.undo()
    sitting.play(1, "act", number=0)
    assert sitting.state.players[0].hand == hand


def test_P11_another_roll_at_the_same_place_reads_the_same_words() -> None:
    # seat 2 draws where seat 1 had drawn: the same request of the same number, the same pebbles
    sitting = Sitting.down(2)
    sitting.play(1, "act", number=0)
    hand = sitting.state.players[0].hand
    sitting.undo()
    sitting.play(2, "act", number=0)
    assert sitting.state.players[1].hand == hand


def test_P11_the_log_says_who_took_back() -> None:
    sitting = Sitting.down(2).until("pick")
    assert sitting.undo(Actor(2)).by == {"seat": 2}
    assert sitting.undo(Actor(1, host=True)).by == {"host": True, "seat": 1}


def test_numbers_that_were_taken_back_are_used_again_and_others_are_not() -> None:
    sitting = Sitting.down(2).until("skim")
    number = sitting.table.next_number()
    sitting.play(sitting.state.turns[0], "act", number=0)
    assert sitting.table.next_number() == number + 2
    sitting.undo()
    assert sitting.table.next_number() == number
    sitting.redo()
    assert sitting.table.next_number() == number + 2


def test_P08_undo_across_a_reshuffle() -> None:
    # given: a beach that runs out before the game does
    sitting = Sitting.down(6, rounds=9)
    hashes = {sitting.seq: sitting.hash}
    reshuffled = 0
    while sitting.table.result is None:
        sea = len(sitting.state.sea)
        sitting.step()
        hashes[sitting.seq] = sitting.hash
        reshuffled += sea > 0 and len(sitting.state.sea) == 0
    assert reshuffled >= 1
    # when: everything is taken back, one by one; then: every state on the way is as it was
    for seq in reversed(sitting.table.done):
        sitting.undo()
        assert sitting.hash == hashes[seq - 1]
    assert sitting.state.beach.contents == sitting.table.states[0].beach.contents


def test_a_random_log_of_200_entries_is_undone_to_its_start_and_redone_to_the_same_hashes() -> None:
    sitting = Sitting.down(4, rounds=9, gulls=[3])
    hashes = [sitting.hash]
    while len(sitting.table.done) < 200:
        sitting.step()
        hashes.append(sitting.hash)
    acts = sitting.table.done
    assert len(acts) == 200
    for expected in reversed(hashes[:-1]):
        sitting.undo()
        assert sitting.hash == expected
    assert sitting.table.done == ()
    assert sitting.state == sitting.table.game.open(
        sitting.table.options, tuple(seat.info for seat in sitting.table.seats), sitting.table.content
    )
    for expected in hashes[1:]:
        sitting.redo()
        assert sitting.hash == expected
    assert sitting.table.done == acts
    assert state_hash(sitting.refold().state) == hashes[-1]
    assert verify(sitting.table.entries).good


def test_undo_goes_on_after_a_restart() -> None:
    sitting = Sitting.down(3).until("turn")
    before = sitting.hash
    sitting.play(sitting.state.turns[0], "act")
    restarted = Sitting(sitting.refold(), sitting.now)
    restarted.undo()
    assert restarted.hash == before


def test_P10_undo_at_1500_entries_is_right() -> None:
    # picks that are replaced again and again: acts that do not end the game
    sitting = Sitting.down(3, rounds=9).until("pick")
    hands = {seat: sitting.hand(seat) for seat in (1, 2)}
    hashes = {}
    for n in range(1_500 - sitting.seq):
        seat = 1 + n % 2
        sitting.play(seat, "pick", pebble=hands[seat][n // 2 % len(hands[seat])])
        hashes[sitting.seq] = sitting.hash if n % 50 == 0 or sitting.seq >= 1_499 else ""
    assert sitting.seq == 1_500
    sitting.undo()
    assert sitting.hash == hashes[1_499]
    sitting.redo()
    assert sitting.hash == hashes[1_500]
    earlier = sitting.table.state_at(1_450 - 1_450 % 50 + 5)
    assert earlier is not None


def test_the_state_of_an_earlier_moment() -> None:
    sitting = Sitting.down(2)
    hashes: dict[int, str | None] = {0: None, 1: None, 2: sitting.hash}
    while sitting.seq < 30:
        if sitting.seq % 7 == 6:
            sitting.undo()
        else:
            sitting.step()
        hashes[sitting.seq] = sitting.hash
    for seq, expected in hashes.items():
        state = sitting.table.state_at(seq)
        assert (None if state is None else state_hash(state)) == expected
    assert state_hash(sitting.table.state_at(99)) == sitting.hash
    assert sitting.table.state_at(-1) is None


def test_settings_notes_and_seats_are_not_undone_like_moves() -> None:
    sitting = Sitting.down(2).until("pick")
    act = sitting.table.done[-1]
    sitting.set(undo="host")
    assert sitting.undo().open["undoes"] == act
    assert sitting.table.settings == {"undo": "host"}


def test_who_agreed_to_an_undo_stands_in_it() -> None:
    from companion import offer

    sitting = Sitting.down(3).until("pick")
    found = offer.undo(sitting.table, Actor(1), sitting.now, sitting.seq, sitting.table.done[-1], agreed=[1, 2, 3])
    assert found.entry.open["agreed"] == [1, 2, 3]


def test_events_of_what_was_taken_back_are_still_told() -> None:
    sitting = Sitting.down(2).until("turn")
    entry = sitting.play(sitting.state.turns[0], "act")
    told = sitting.table.told[entry.seq]
    sitting.undo()
    assert sitting.table.told[entry.seq] == told
    assert Table.fold(sitting.table.game, sitting.table.entries, sitting.table.packs).told[entry.seq] == told


def test_every_way_in_is_exactly_one_step_of_undo() -> None:
    # P09: a tap, an opponent and an adjustment
    sitting = Sitting.down(2, gulls=[2]).until("turn")
    acts = len(sitting.table.done)
    sitting.adjust({"what": "hops", "seat": 1, "hops": 4}, {"what": "hops", "seat": 2, "hops": 5})
    sitting.step()
    assert len(sitting.table.done) == acts + 2
    before = sitting.table.states[-3]
    sitting.undo(HOST)
    sitting.undo(HOST)
    assert sitting.state == before
