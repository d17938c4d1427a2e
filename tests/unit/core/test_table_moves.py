"""A move is judged on the present table: what is late, what is twice, what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from at_table import HOST, Sitting

from companion import offer
from companion.moves import BadMove, IllegalMove, StaleMove
from companion.table import Actor, Table, open_entry


def refused(kind: type[Exception], act: Any, *args: Any, **how: Any) -> Any:
    with pytest.raises(kind) as caught:
        act(*args, **how)
    assert type(caught.value) is kind
    return caught.value


def test_one_move_is_one_entry_one_seq_and_one_step_of_undo() -> None:
    sitting = Sitting.down(2)
    before = (sitting.seq, len(sitting.table.done))
    entry = sitting.play(1, "act", number=0)
    assert (entry.seq, sitting.seq, len(sitting.table.done)) == (before[0] + 1, before[0] + 1, before[1] + 1)
    assert (entry.kind, entry.by, entry.open["move"]) == ("played", {"seat": 1}, {"type": "act", "number": 0})


def test_an_offer_changes_nothing_until_it_is_appended() -> None:
    sitting = Sitting.down(2)
    table, before = sitting.table, (sitting.seq, sitting.hash)
    offer.play(table, Actor(1), 1, {"type": "act", "number": 0}, sitting.now, table.seq)
    assert (table.seq, sitting.hash) == before


def test_the_offered_table_is_the_folded_table() -> None:
    sitting = Sitting.down(3, gulls=[3]).until("skim")
    folded = sitting.refold()
    assert folded.state == sitting.table.state
    assert (folded.done, folded.steps, folded.told) == (
        sitting.table.done,
        sitting.table.steps,
        sitting.table.told,
    )


def test_a_host_who_acts_for_a_seat_is_named_beside_it() -> None:
    sitting = Sitting.down(2)
    entry = sitting.play(2, "act", number=0, by=Actor(2, host=True))
    assert entry.by == {"host": True, "seat": 2}


@pytest.mark.parametrize(
    ("data", "key", "field"),
    [
        ({}, "read.choice", "move.type"),
        ({"type": "fly"}, "read.choice", "move.type"),
        ({"type": 3}, "read.choice", "move.type"),
        ({"type": "act", "number": "0"}, "read.type", "move.number"),
        ({"type": "act", "number": 1000}, "read.range", "move.number"),
        ({"type": "act", "stone": "flint"}, "read.unknown", "move.stone"),
        ({"type": "pick"}, "read.missing", "move.pebble"),
        ({"type": "pick", "pebble": "\ud800"}, "read.type", "move.pebble"),
        ({"type": "pick", "pebble": "flint", "secret": "x"}, "read.unknown", "move.secret"),
        ({"type": "automa"}, "read.missing", "move.seat"),
        ({"type": "automa", "seat": 1, "now": True}, "read.unknown", "move.now"),
    ],
)
def test_what_cannot_be_read_is_a_bad_move_that_names_the_field(data: dict[str, Any], key: str, field: str) -> None:
    sitting = Sitting.down(2)
    error = refused(BadMove, offer.play, sitting.table, Actor(1), 1, data, sitting.now, sitting.seq)
    assert (error.key, error.field) == (key, field)


def test_the_label_that_was_written_beside_a_move_may_come_back_with_it() -> None:
    sitting = Sitting.down(2)
    assert sitting.play(1, "act", number=0, label="Fill your hand").open["move"] == {"type": "act", "number": 0}


def test_before_the_start_there_is_no_move() -> None:
    sitting = Sitting.down(2)
    table = Table.fold(sitting.table.game, sitting.table.entries[:1], sitting.table.packs)
    error = refused(IllegalMove, offer.play, table, Actor(1), 1, {"type": "act", "number": 0}, sitting.now, 1)
    assert error.key == "table.not_started"


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_a_seat_that_is_not_there_cannot_move(seat: int) -> None:
    assert refused(IllegalMove, Sitting.down(2).play, seat, "act", number=0).key == "table.no_seat"


# P01, P02: a phone that slept


def test_P01_a_phone_that_slept_is_judged_on_the_present_table() -> None:
    sitting = Sitting.down(3)
    asleep = sitting.seq
    sitting.play(2, "act", number=0)
    sitting.play(3, "act", number=0)
    entry = sitting.play(1, "act", number=0, seen=asleep)
    assert entry.seq == asleep + 3


def test_P02_every_entry_names_who_made_it() -> None:
    sitting = Sitting.down(3).until("turn")
    sitting.undo(Actor(2))
    sitting.adjust({"what": "hops", "seat": 1, "hops": 3})
    for entry in sitting.table.entries[1:]:
        assert entry.by.get("host") or entry.by.get("seat") in (1, 2, 3)


def test_late_and_illegal_now_is_stale_and_names_the_entry_that_came_between() -> None:
    # given: seat 1 looks at a table where everybody still picks
    sitting = Sitting.down(2).until("pick")
    looked, (first, *_) = sitting.seq, sitting.hand(1)
    # when: the picks are shown meanwhile, and the pick comes late
    sitting.play(1, "pick", pebble=first)
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    error = refused(StaleMove, sitting.play, 1, "pick", pebble=first, seen=looked)
    # then: it was right then and is not now; the first entry after what was seen came between
    assert (error.key, error.rule) == ("not_now", "PB-ROUND")
    assert error.args_["entry"] == looked + 1


def test_late_and_illegal_then_too_is_illegal() -> None:
    sitting = Sitting.down(2).until("pick")
    looked = sitting.seq
    sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    error = refused(IllegalMove, sitting.play, 2, "act", seen=looked)
    assert "entry" not in error.args_


def test_illegal_on_the_newest_table_is_illegal() -> None:
    sitting = Sitting.down(2).until("pick")
    assert refused(IllegalMove, sitting.play, 1, "act").key == "not_now"


def test_a_note_between_is_not_what_came_between() -> None:
    sitting = Sitting.down(2).until("pick")
    looked, first = sitting.seq, sitting.hand(1)[0]
    sitting.take(offer.note(sitting.table, HOST, sitting.now, "hello"))
    sitting.play(1, "pick", pebble=first)
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    error = refused(StaleMove, sitting.play, 1, "pick", pebble=first, seen=looked)
    assert error.args_["entry"] == looked + 2


def test_what_was_seen_may_lie_before_the_start() -> None:
    sitting = Sitting.down(2)
    error = refused(IllegalMove, sitting.play, 1, "act", seen=0)
    assert error.key == "not_now"


# P03, P04, P07: twice


def test_P03_moves_without_luck_all_count_whatever_was_seen() -> None:
    # taps of two phones that never see each other's entries: each pick replaces, none is lost or refused
    sitting = Sitting.down(3).until("pick")
    looked = sitting.seq
    for _ in range(10):
        for seat in (1, 2):
            sitting.play(seat, "pick", pebble=sitting.hand(seat)[0], seen=looked)
    assert sitting.seq == looked + 20


def test_P04_a_second_tap_on_luck_is_stale_until_the_first_was_seen() -> None:
    # given: a seat that is asked twice in a row (draw; then its own turn), and a phone that saw neither answer
    sitting = Sitting.down(1)
    looked = sitting.seq
    sitting.play(1, "act", number=0, seen=looked)
    sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    sitting.play(1, "act", pebble=sitting.hand(1)[0])
    # when: the same tap comes again, and would mean the roll of the throw now
    error = refused(StaleMove, sitting.play, 1, "act", number=0, seen=looked)
    # then
    assert error.key == "stale.second_tap"
    assert error.args_ == {"entry": sitting.seq}
    assert sitting.play(1, "act", number=0).kind == "played"


def test_P04_a_second_tap_is_stale_before_real_dice_are_asked_for() -> None:
    sitting = Sitting.down(1, dice="physical")
    looked = sitting.seq
    sitting.play(1, "act", number=0)
    sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    sitting.play(1, "act", pebble=sitting.hand(1)[0])
    assert refused(StaleMove, sitting.play, 1, "act", number=0, seen=looked).key == "stale.second_tap"


def test_P04_the_tap_of_another_seat_is_no_second_tap() -> None:
    sitting = Sitting.down(2)
    looked = sitting.seq
    sitting.play(1, "act", number=0, seen=looked)
    assert sitting.play(2, "act", number=0, seen=looked).kind == "played"


def test_P04_a_second_tap_on_the_same_draw_draws_once_and_is_explained() -> None:
    sitting = Sitting.down(2)
    looked = sitting.seq
    sitting.play(1, "act", number=0, seen=looked)
    error = refused(StaleMove, sitting.play, 1, "act", number=0, seen=looked)
    assert error.args_["entry"] == looked + 1
    assert sitting.seq == looked + 1


def test_P04_undo_and_redo_are_stale_until_the_own_newest_entry_was_seen() -> None:
    sitting = Sitting.down(2).until("turn")
    looked = sitting.seq
    sitting.undo(Actor(1), seen=looked)
    assert refused(StaleMove, sitting.undo, Actor(1), seen=looked).key == "stale.second_tap"
    assert refused(StaleMove, sitting.redo, Actor(1), seen=looked).key == "stale.second_tap"
    act, looked = sitting.table.undone[-1], sitting.seq
    sitting.redo(Actor(2), seen=looked)
    assert refused(StaleMove, sitting.redo, Actor(2), seen=looked, seq=act).key == "stale.second_tap"


def test_what_another_has_redone_or_undone_meanwhile_is_late_and_not_wrong() -> None:
    sitting = Sitting.down(2)
    sitting.play(1, "act", number=0)
    act, looked = sitting.seq, sitting.seq
    sitting.undo(Actor(1))
    error = refused(StaleMove, sitting.undo, Actor(2), seen=looked, seq=act)
    assert (error.key, error.args_) == ("undo.nothing", {"entry": looked + 1})
    looked = sitting.seq
    sitting.redo(Actor(1))
    error = refused(StaleMove, sitting.redo, Actor(2), seen=looked, seq=act)
    assert (error.key, error.args_) == ("redo.nothing", {"entry": looked + 1})
    assert refused(IllegalMove, sitting.redo, Actor(2), seq=act).key == "redo.nothing"


def test_P07_six_secret_picks_at_the_same_moment_are_all_kept() -> None:
    sitting = Sitting.down(6).until("pick")
    looked = sitting.seq
    for seat in (4, 1, 6, 2, 5, 3):
        sitting.play(seat, "pick", pebble=sitting.hand(seat)[0], seen=looked)
    assert sitting.seq == looked + 6
    assert all(len(player.shore) == 1 for player in sitting.state.players)


def test_the_newest_entry_of_an_actor() -> None:
    sitting = Sitting.down(3)
    assert sitting.table.newest_by(Actor(1)) == 0
    sitting.play(1, "act", number=0)
    sitting.play(2, "act", number=0, by=Actor(2, host=True))
    sitting.take(offer.note(sitting.table, Actor(3), sitting.now, "not an act"))
    sitting.set(undo="host")
    table = sitting.table
    assert [table.newest_by(actor) for actor in (Actor(1), Actor(2), Actor(3), HOST)] == [3, 4, 0, 4]
    sitting.undo(Actor(3))
    assert sitting.table.newest_by(Actor(3)) == sitting.seq


# the first entry and the start


def test_the_first_entry_says_what_is_played_and_with_what() -> None:
    sitting = Sitting.down(2, rounds=5, words=("rain", "77"))
    first = sitting.table.entries[0].open
    assert (first["seq"], first["kind"], first["format"], first["game"], first["rules"]) == (
        1,
        "opened",
        "tableside-1",
        "pebbles",
        1,
    )
    assert first["options"] == {"mode": "multi", "set": "own", "rounds": 5, "dice": "digital", "decks": "digital"}
    assert first["seats"] == [{"name": "Ann", "words": "rain"}, {"name": "Bob", "words": "77"}]
    assert [pack["key"] for pack in first["packs"]] == ["own"]
    assert "test" not in first


def test_options_are_plain_in_memory_as_they_are_in_the_store() -> None:
    sitting = Sitting.down(2)
    entry = open_entry(sitting.table.game, {"variants": ("a",)}, [], [], sitting.now)
    assert entry.open["options"] == json.loads(entry.text)["options"]


def test_a_table_starts_once_and_with_as_many_as_may_play() -> None:
    sitting = Sitting.down(2)
    assert refused(IllegalMove, offer.start, sitting.table, HOST, sitting.now).key == "table.started"
    lobby = Table.fold(sitting.table.game, sitting.table.entries[:1], sitting.table.packs)
    for number in range(3, 8):
        lobby = offer.seated(lobby, HOST, sitting.now, number, {"name": f"P{number}"}).table
    error = refused(IllegalMove, offer.start, lobby, HOST, sitting.now)
    assert (error.key, error.args_) == ("table.seat_count", {"least": 1, "most": 6, "n": 7})
