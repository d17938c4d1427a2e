"""A correction gives one act another move or other dice; what no longer fits after it is lost, by name."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import HOST, Sitting

from companion import offer
from companion.chance import Wanted
from companion.moves import BadMove, IllegalMove, StaleMove
from companion.verify import verify


def skimmed(**options: Any) -> tuple[Sitting, int]:
    """A lone player who has thrown and rolled; the seq of the roll."""
    sitting = Sitting.down(1, **options).until("pick")
    sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    sitting.play(1, "act", pebble=sitting.hand(1)[0])
    sitting.typing(1, {"type": "act", "number": 0})
    return sitting, sitting.seq


def test_another_move_in_its_place() -> None:
    # given: the roll was called wrongly when it was entered (0: not called)
    sitting, roll = skimmed()
    hops = sitting.state.pending[0].args["n"]
    # when: the call that was really made is put in its place
    entry = sitting.correct(roll, {"type": "act", "number": hops})
    # then: same dice, five hops more
    assert (entry.kind, entry.open["corrects"], entry.open["seat"], entry.open["reason"]) == (
        "corrected",
        roll,
        1,
        "it was so",
    )
    assert sitting.state.pending[0].args["n"] == hops + 5
    assert entry.open["luck"] == sitting.table.entry(roll).open["luck"]
    assert "drop" not in entry.open


def test_sealed_outcomes_stay_where_the_ask_is_the_same() -> None:
    sitting, roll = skimmed()
    before = sitting.hash
    sitting.correct(roll)
    assert sitting.hash == before


def test_what_no_longer_fits_is_listed_before_and_named_to_go_on() -> None:
    # given: the roll, and the answer that kept its hops
    sitting, roll = skimmed()
    hops = sitting.state.pending[0].args["n"]
    keep = sitting.play(1, "act", number=hops).seq
    following = sitting.play(1, "act", number=0).seq
    before = sitting.table
    # when: the roll counts five more, the answer is no option any more, and the draw of the next round neither
    assert sitting.would_lose(roll, {"type": "act", "number": hops}) == (keep, following)
    assert sitting.table is before
    # then: nothing is lost silently
    with pytest.raises(StaleMove) as caught:
        sitting.correct(roll, {"type": "act", "number": hops})
    assert (caught.value.key, caught.value.args_["lost"]) == ("correct.drop", f"{keep}, {following}")
    for drop in ([keep], [following], [keep, following, roll], [keep, keep, following]):
        with pytest.raises(StaleMove):
            sitting.correct(roll, {"type": "act", "number": hops}, drop=drop)
    entry = sitting.correct(roll, {"type": "act", "number": hops}, drop=[following, keep])
    assert entry.open["drop"] == [keep, following]
    assert sitting.table.game.phase(sitting.state) == "keep"
    sitting.table.game.check(sitting.state)


def test_a_correction_is_undone_and_redone_like_any_act() -> None:
    sitting, roll = skimmed()
    hops = sitting.state.pending[0].args["n"]
    keep = sitting.play(1, "act", number=hops).seq
    before = sitting.hash
    sitting.correct(roll, {"type": "act", "number": hops}, drop=[keep])
    after = sitting.hash
    sitting.undo()
    assert sitting.hash == before
    sitting.redo()
    assert sitting.hash == after
    assert sitting.refold().state == sitting.state


def test_new_draws_get_new_numbers_and_those_of_entries_that_stand_are_kept() -> None:
    # given: a pass at seat 1, then a throw and its roll
    sitting = Sitting.down(1, rounds=2).until("pick")
    sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    rest = sitting.play(1, "act").seq
    draw = sitting.play(1, "act", number=0)
    number = draw.open["luck"][0]["i"]
    # when: the pass is corrected to a throw, the draw of the next round no longer fits there
    thrown = {"type": "act", "pebble": sitting.table.states[2].players[0].hand.items[0][0]}
    assert sitting.would_lose(rest, thrown) == (draw.seq,)
    sitting.correct(rest, thrown, drop=[draw.seq])
    roll = sitting.play(1, "act", number=0)
    # then: the lost entry gave its number back
    assert [record["i"] for record in roll.open["luck"]] == [number, number + 1]
    assert verify(sitting.table.entries).good


def test_a_correction_that_asks_for_more_takes_the_next_numbers() -> None:
    sitting, roll = skimmed(dice="physical")
    number = sitting.table.next_number()
    # the dice of the phone in the place of typed ones: new draws, after all that stand
    entry = sitting.correct(roll, typed=[None, None])
    assert [record["i"] for record in entry.open["luck"]] == [number, number + 1]
    assert entry.open["luck"][0]["by"] == "sealed"
    assert verify(sitting.table.entries).good


def test_a_second_correction_of_the_same_entry_keeps_what_the_first_one_drew() -> None:
    sitting, roll = skimmed(dice="physical")
    first = sitting.correct(roll, typed=[None, None])
    second = sitting.correct(roll, {"type": "act", "number": 3})
    assert second.open["luck"] == first.open["luck"]
    assert second.open["corrects"] == roll
    assert verify(sitting.table.entries).good
    assert sitting.refold().state == sitting.state


def test_other_typed_outcomes_in_their_place() -> None:
    sitting, roll = skimmed(dice="physical")
    dice = sitting.table.entry(roll).open["luck"][1]["ask"][2]
    entry = sitting.correct(roll, typed=[[2], [1] * dice])
    assert [record["got"] for record in entry.open["luck"]] == [[2], [[1]] * dice]
    assert sitting.state.pending[0].args["n"] == 2 + dice


@pytest.mark.parametrize(
    ("typed", "key"), [([[7]], "typed.face"), ([[1, 1]], "typed.count"), ([[2], [1], [1], [1], [1]], "typed.")]
)
def test_corrected_dice_are_checked_like_any(typed: list[Any], key: str) -> None:
    sitting, roll = skimmed(dice="physical")
    before = sitting.seq
    with pytest.raises(IllegalMove) as caught:
        sitting.correct(roll, typed=typed)
    assert caught.value.key.startswith(key)
    assert sitting.seq == before


def test_more_typed_than_asked_is_refused() -> None:
    sitting, roll = skimmed(dice="physical")
    dice = sitting.table.entry(roll).open["luck"][1]["ask"][2]
    with pytest.raises(IllegalMove, match=r"typed\.too_many"):
        sitting.correct(roll, typed=[[2], [1] * dice, [3]])


def test_a_correction_asks_for_real_dice_step_by_step_too() -> None:
    sitting, roll = skimmed(dice="physical")
    with pytest.raises(Wanted) as caught:
        sitting.correct(roll, typed=[[2]])
    assert caught.value.wire[0] == "roll"


def test_dice_that_were_typed_can_be_corrected_after_the_table_rolls_by_itself() -> None:
    sitting, roll = skimmed(dice="physical")
    dice = sitting.table.entry(roll).open["luck"][1]["ask"][2]
    sitting.set(dice="digital")
    sitting.correct(roll, typed=[[2], [1] * dice])
    assert sitting.state.pending[0].args["n"] == 2 + dice


def test_dice_of_the_phone_cannot_be_corrected_to_wished_ones() -> None:
    sitting, roll = skimmed()
    with pytest.raises(IllegalMove, match=r"typed\.not_here"):
        sitting.correct(roll, typed=[[6]])


@pytest.mark.parametrize("what", ["opened", "undone", "setting", "adjustment", "automa", "none"])
def test_only_a_move_that_counts_can_be_corrected(what: str) -> None:
    sitting = Sitting.down(2, gulls=[2], rounds=9).until("turn")
    match what:
        case "opened":
            seq = 1
        case "undone":
            seq = sitting.table.done[-1]
            sitting.undo()
        case "setting":
            seq = sitting.set(undo="own").seq
        case "adjustment":
            seq = sitting.adjust({"what": "hops", "seat": 1, "hops": 2}).seq
        case "automa":
            entry = sitting.table.entries[-1]
            while len(entry.open.get("decisions", ())) < 2:
                entry = sitting.step()
            seq = entry.seq
        case _:
            seq = 999
    with pytest.raises(IllegalMove) as caught:
        sitting.correct(seq)
    assert (caught.value.key, caught.value.args_) == ("correct.not_there", {"entry": seq})


def test_a_correction_is_judged_where_its_entry_stands() -> None:
    sitting = Sitting.down(1).until("turn")
    pick = next(
        seq for seq in sitting.table.done if sitting.table.steps[sitting.table.done.index(seq)].plays[0][0].secret
    )
    with pytest.raises(IllegalMove):
        sitting.correct(pick, {"type": "act"})
    with pytest.raises(BadMove):
        sitting.correct(pick, {"type": "fly"})


def test_a_reason_is_a_text_of_at_most_500_characters() -> None:
    sitting, roll = skimmed()
    for reason in ("x" * 501, "\ud800", 3):
        with pytest.raises(BadMove) as caught:
            offer.correct(sitting.table, HOST, sitting.now, roll, reason)  # type: ignore[arg-type]  # from outside
        assert caught.value.field == "text"


# corrections of what was or is secret


def picks() -> tuple[Sitting, int, str, str]:
    """Two players who pick; seat 1 could have picked another kind."""
    for seed in range(1, 50):
        sitting = Sitting.down(2, seed=seed).until("pick")
        if len(sitting.hand(1)) >= 2:
            old, new = sitting.hand(1)[:2]
            return sitting, sitting.play(1, "pick", pebble=old).seq, old, new
    raise AssertionError("no seed deals two kinds")


def test_a_corrected_choice_is_as_secret_as_the_choice_was() -> None:
    sitting, pick, _, new = picks()
    entry = sitting.correct(pick, {"type": "pick", "pebble": new})
    assert set(entry.open["move"]) == {"sealed"}
    assert "opens" not in entry.open
    last = sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    assert [opening["value"] for opening in last.open["opens"]] == [{"type": "pick", "pebble": new}]
    assert sitting.state.players[0].shore.counts == {new: 1}


def test_a_choice_that_was_shown_already_is_corrected_in_the_open() -> None:
    sitting, pick, _, new = picks()
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    entry = sitting.correct(pick, {"type": "pick", "pebble": new})
    assert [opening["value"] for opening in entry.open["opens"]] == [{"type": "pick", "pebble": new}]
    assert sitting.state.players[0].shore.counts == {new: 1}
    # what everybody knows is enough to play it again
    sitting.finish()
    assert sitting.refold().state == sitting.state


def test_correcting_an_earlier_round_opens_nothing_of_this_one() -> None:
    # given: both passed in the first round, drew, and one has picked in the second
    sitting, pick, _, new = picks()
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    for _ in (1, 2):
        sitting.play(sitting.state.turns[0], "act")
    sitting.until("pick")
    secret = sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    # when
    assert sitting.would_lose(pick, {"type": "pick", "pebble": new}) == ()
    entry = sitting.correct(pick, {"type": "pick", "pebble": new})
    # then
    assert [opening["value"] for opening in entry.open["opens"]] == [{"type": "pick", "pebble": new}]
    assert secret.open["move"]["sealed"] in {found.digest for found in sitting.table.unopened}


def test_a_correction_of_a_hidden_draw_keeps_the_hand_hidden() -> None:
    sitting = Sitting.down(2).until("pick")
    draw = sitting.table.done[0]
    seat = sitting.table.entry(draw).open["seat"]
    entry = sitting.correct(draw)
    assert set(entry.open["luck"][0]["got"]) == set(entry.open["luck"][0]["ask"]) == {"sealed"}
    assert {secret.to for secret in entry.secrets} == {(), (seat,)}


def test_undo_after_corrections_at_any_depth() -> None:
    sitting = Sitting.down(3, rounds=4, dice="physical")
    hashes = [sitting.hash]
    corrected = 0
    while sitting.table.result is None and len(sitting.table.done) < 90:
        rolls = [s.seq for s in sitting.table.steps if any(luck.by == "typed" for luck in s.luck)]
        if rolls and len(sitting.table.done) % 6 == 5:
            drop = sitting.would_lose(rolls[-1], typed=[None, None])
            sitting.correct(rolls[-1], typed=[None, None], drop=drop)
            corrected += 1
        else:
            sitting.step()
        hashes.append(sitting.hash)
    assert corrected >= 3
    acts = sitting.table.done
    for expected in reversed(hashes[:-1]):
        sitting.undo()
        assert sitting.hash == expected
    for expected in hashes[1:]:
        sitting.redo()
        assert sitting.hash == expected
    assert sitting.table.done == acts
    assert sitting.refold().state == sitting.state
    assert verify(sitting.table.entries).good
