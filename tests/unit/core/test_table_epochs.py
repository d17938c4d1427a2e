"""Epochs: what was committed, which strings count, when the seed is told, and how it goes on after that."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import HOST, Sitting

from companion import offer
from companion.chance import commitment, draw_key, known_seed, outcome, stream_words
from companion.log import Entry
from companion.moves import BadMove, IllegalMove
from companion.refusals import Refusal
from companion.table import Actor, Table
from companion.verify import verify


def seed_of(entry: Entry) -> bytes:
    return bytes.fromhex(next(secret.value for secret in entry.secrets if secret.tag == "seed"))


def test_the_first_entry_commits_to_a_seed_and_seals_it_for_nobody() -> None:
    first = Sitting.down(2).table.entries[0]
    (secret,) = first.secrets
    assert secret.to == ()
    assert first.open["commit"] == commitment(seed_of(first))
    assert first.open["seed"] == {"sealed": secret.digest}


def test_a_table_whose_dice_are_known_in_advance_says_so() -> None:
    first = Sitting.down(2, seed=7, known=True).table.entries[0]
    assert first.open["test"] is True
    assert seed_of(first) == known_seed(7)
    assert verify([first]).test


def test_the_first_sealed_draw_fixes_the_strings_of_the_seats_and_lists_them() -> None:
    sitting = Sitting.down(3, words=("rain", "77", "рассвет 🎲"))
    assert sitting.table.epoch.words is None
    entry = sitting.play(2, "act", number=0)
    assert entry.open["client"] == ["rain", "77", "рассвет 🎲"]
    assert sitting.table.epoch.words == ("rain", "77", "рассвет 🎲")
    assert "client" not in sitting.play(1, "act", number=0).open


def test_the_outcome_is_the_one_of_the_scheme() -> None:
    sitting = Sitting.down(1, words=("rain",))
    entry = sitting.play(1, "act", number=0)
    secrets = {secret.digest: secret.value for secret in entry.secrets}
    (record,) = entry.open["luck"]
    key = draw_key(seed_of(sitting.table.entries[0]), ["rain"])
    assert outcome(secrets[record["ask"]["sealed"]], stream_words(key, 0)) == secrets[record["got"]["sealed"]]


def test_a_string_that_comes_before_the_first_draw_counts_and_a_later_one_in_the_next_epoch() -> None:
    sitting = Sitting.down(2, words=("rain", "77"))
    sitting.take(offer.seated(sitting.table, Actor(2), sitting.now, 2, {"words": "snow"}))
    sitting.play(1, "act", number=0)
    assert sitting.table.epoch.words == ("rain", "snow")
    sitting.take(offer.seated(sitting.table, Actor(1), sitting.now, 1, {"words": "hail"}))
    assert "client" not in sitting.play(2, "act", number=0).open
    assert sitting.table.epoch.words == ("rain", "snow")
    told = sitting.reveal().seq
    sitting.finish()
    fixed = [entry.open["client"] for entry in sitting.table.entries[told:] if "client" in entry.open]
    assert fixed == [["hail", "snow"]]
    assert verify(sitting.table.entries).good


def test_strings_stay_fixed_when_the_first_draw_is_undone() -> None:
    sitting = Sitting.down(2, words=("rain", "77"))
    first = sitting.play(1, "act", number=0)
    sitting.undo()
    sitting.take(offer.seated(sitting.table, Actor(1), sitting.now, 1, {"words": "snow"}))
    again = sitting.play(1, "act", number=0)
    assert sitting.table.epoch.words == ("rain", "77")
    assert [s.value for s in again.secrets] == [s.value for s in first.secrets]


def test_the_end_of_the_game_tells_the_seed() -> None:
    sitting = Sitting.down(2).finish()
    last = sitting.table.entries[-1]
    assert last.open["reveal"] == seed_of(sitting.table.entries[0]).hex()
    assert sitting.table.epoch.revealed
    assert verify(sitting.table.entries).epochs == ((0, True),)


def after_the_end(sitting: Sitting, what: str) -> Entry:
    match what:
        case "undo":
            return sitting.undo()
        case "adjust":
            return sitting.adjust({"what": "hops", "seat": 1, "hops": 9})
        case _:
            return sitting.correct(sitting.table.done[-1])


@pytest.mark.parametrize("what", ["undo", "adjust", "correct"])
def test_whoever_goes_on_after_the_end_commits_to_a_fresh_seed_in_that_very_entry(what: str) -> None:
    sitting = Sitting.down(2).finish()
    entry = after_the_end(sitting, what)
    assert sitting.table.epoch.number == 1
    assert entry.open["commit"] == commitment(seed_of(entry)) != sitting.table.entries[0].open["commit"]
    assert ("reveal" in entry.open) == (sitting.table.result is not None)
    sitting.finish()
    report = verify(sitting.table.entries)
    assert report.good
    assert report.epochs == ((0, True), (1, True))


def test_after_the_end_was_undone_numbers_begin_anew_and_the_strings_are_listed_anew() -> None:
    sitting = Sitting.down(1, rounds=2).finish()
    while sitting.table.game.phase(sitting.state) != "skim":
        sitting.undo()
    assert sitting.table.next_number() == 0
    entry = sitting.play(1, "act", number=0)
    assert [(record["e"], record["i"]) for record in entry.open["luck"]] == [(1, 0), (1, 1)]
    assert entry.open["client"] == ["Ann 1"]
    sitting.finish()
    assert verify(sitting.table.entries).good


def test_a_redo_to_the_end_tells_the_fresh_seed_too() -> None:
    sitting = Sitting.down(2).finish()
    undone = sitting.undo()
    redone = sitting.redo()
    assert redone.open["reveal"] == seed_of(undone).hex()
    assert "commit" not in redone.open
    assert verify(sitting.table.entries).epochs == ((0, True), (1, True))


def test_notes_seats_and_settings_after_the_end_begin_no_epoch() -> None:
    sitting = Sitting.down(2).finish()
    sitting.take(offer.note(sitting.table, HOST, sitting.now, "good game"))
    sitting.take(offer.seated(sitting.table, HOST, sitting.now, 1, {"away": True}))
    sitting.set(undo="host")
    assert sitting.table.epoch.number == 0
    assert verify(sitting.table.entries).epochs == ((0, True),)


def test_the_host_ends_an_epoch_once() -> None:
    sitting = Sitting.down(2).until("turn")
    entry = sitting.reveal()
    assert (entry.kind, entry.open["reveal"]) == ("revealed", seed_of(sitting.table.entries[0]).hex())
    with pytest.raises(IllegalMove, match=r"reveal\.already"):
        sitting.reveal()
    sitting.step()
    assert sitting.table.epoch.number == 1
    sitting.reveal()
    assert verify(sitting.table.entries).epochs == ((0, True), (1, True))


def test_until_the_seed_is_told_its_outcomes_are_unknown() -> None:
    sitting = Sitting.down(2).until("turn")
    report = verify(sitting.table.entries)
    assert (report.good, report.sealed, report.epochs) == (True, 0, ((0, False),))
    assert report.unknown == 3
    sitting.finish()
    assert verify(sitting.table.entries).unknown == 0


def test_a_public_log_that_is_not_over_cannot_be_played_on() -> None:
    sitting = Sitting.down(2)
    bare = [Entry(entry.open) for entry in sitting.table.entries]
    table = Table.fold(sitting.table.game, bare, sitting.table.packs)
    with pytest.raises(IllegalMove, match=r"table\.read_only"):
        offer.play(table, Actor(1), 1, {"type": "act", "number": 0}, sitting.now, table.seq)


# settings, seats, adjustments


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": 3}, "seat.name"),
        ({"colour": 3}, "seat.colour"),
        ({"phone": "yes"}, "seat.phone"),
        ({"hat": "red"}, "seat.hat"),
        ({"words": "x" * 65}, "seat.words"),
        ({"words": "я" * 33}, "seat.words"),
        ({"name": "\udc00"}, "seat.name"),
    ],
)
def test_a_seat_is_changed_by_its_own_fields_only(change: dict[str, Any], field: str) -> None:
    sitting = Sitting.down(2)
    with pytest.raises(BadMove) as caught:
        offer.seated(sitting.table, HOST, sitting.now, 1, change)
    assert caught.value.field == field


def test_a_string_of_64_bytes_is_short_enough() -> None:
    sitting = Sitting.down(2)
    found = offer.seated(sitting.table, HOST, sitting.now, 1, {"words": "я" * 32})
    assert found.table.seats[0].words == "я" * 32


@pytest.mark.parametrize("number", [0, -1, 3, 4])
def test_a_seat_that_is_not_there_cannot_be_changed_nor_added_in_play(number: int) -> None:
    sitting = Sitting.down(2)
    with pytest.raises(IllegalMove, match=r"table\.no_seat"):
        offer.seated(sitting.table, HOST, sitting.now, number, {"name": "Zoe"})


def test_seats_come_and_go_before_the_start() -> None:
    sitting = Sitting.down(2)
    lobby = Table.fold(sitting.table.game, sitting.table.entries[:1], sitting.table.packs)
    lobby = offer.seated(lobby, HOST, sitting.now, 3, {"name": "Zoe", "colour": "red"}).table
    lobby = offer.unseated(lobby, HOST, sitting.now, 1).table
    assert [seat.name for seat in lobby.seats] == ["Bob", "Zoe"]
    with pytest.raises(IllegalMove, match=r"table\.started"):
        offer.unseated(sitting.table, HOST, sitting.now, 1)
    with pytest.raises(BadMove, match=r"read\.missing"):
        offer.seated(lobby, HOST, sitting.now, 3, {"colour": "red"})


def test_an_adjustment_is_a_move_of_the_host_and_undone_like_one() -> None:
    sitting = Sitting.down(2).until("turn")
    before = sitting.hash
    entry = sitting.adjust({"what": "hops", "seat": 1, "hops": 9}, {"what": "hops", "seat": 2, "hops": 8})
    assert (entry.kind, entry.by, entry.open["reason"]) == ("adjusted", {"host": True}, "the table says so")
    assert [player.hops for player in sitting.state.players] == [9, 8]
    assert sitting.refold().state == sitting.state
    sitting.undo()
    assert sitting.hash == before


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ([], "read.missing"),
        ([{"what": "luck"}], "read.choice"),
        ([{}], "read.choice"),
        ([{"what": "hops", "seat": 9, "hops": 1}], "read.range"),
        ([{"what": "hops", "seat": 1, "hops": -1}], "read.range"),
        ([{"what": "hops", "seat": 1, "hops": 1, "note": 1.5}], "read.type"),
        ([{"what": "hops", "seat": 1, "hops": 1}, {"what": "hops", "seat": 1, "hops": "2"}], "read.type"),
        (["hops"], "read.type"),
    ],
)
def test_an_adjustment_that_cannot_be_changes_nothing(changes: list[Any], key: str) -> None:
    sitting = Sitting.down(2)
    before = sitting.table
    with pytest.raises(Refusal) as caught:
        sitting.adjust(*changes)
    assert caught.value.key == key
    assert sitting.table is before


def test_a_setting_holds_until_the_next() -> None:
    sitting = Sitting.down(2)
    sitting.set(undo="host", dice="physical")
    sitting.set(undo="own")
    assert sitting.table.settings == {"undo": "own", "dice": "physical"}
    with pytest.raises(BadMove):
        sitting.set(undo=1.5)
