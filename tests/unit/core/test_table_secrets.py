"""Secret choices: others learn who has chosen and nothing else; the last one opens all, and only what counts."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import Sitting

from companion.canonical import canonical
from companion.log import secret_digest
from companion.moves import IllegalMove
from companion.table import Actor


def picking(seats: int = 2, **options: Any) -> Sitting:
    """Everybody holds at least two kinds and is about to pick."""
    for seed in range(1, 100):
        sitting = Sitting.down(seats, seed=seed, **options).until("pick")
        if all(len(sitting.hand(seat)) >= 2 for seat in range(1, seats + 1)):
            return sitting
    raise AssertionError("no seed deals two kinds to everybody")


def picked(entry: Any) -> list[str]:
    """The pebbles that an entry opens."""
    values = [opening["value"] for opening in entry.open.get("opens", ())]
    return sorted(value["pebble"] for value in values if isinstance(value, dict))


def test_a_secret_choice_is_an_entry_whose_move_is_sealed() -> None:
    sitting = picking()
    entry = sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    assert set(entry.open) == {"seq", "kind", "prev", "at", "by", "seat", "move"}
    assert set(entry.open["move"]) == {"sealed"}
    assert [(secret.value, secret.to, secret.tag) for secret in entry.secrets] == [
        ({"type": "pick", "pebble": sitting.hand(1)[0]}, (1,), "pick")
    ]


def test_others_learn_who_has_chosen() -> None:
    sitting = picking(3)
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    view = sitting.table.view(1)
    assert view.picks.waiting == (1, 3)
    assert sitting.table.game.to_act(sitting.state) == (1, 3)


def test_the_last_missing_choice_and_the_reveal_are_one_entry() -> None:
    sitting = picking()
    one, two = sitting.hand(1)[0], sitting.hand(2)[0]
    first = sitting.play(1, "pick", pebble=one)
    last = sitting.play(2, "pick", pebble=two)
    assert last.open["move"] == {"type": "pick", "pebble": two}
    assert picked(last) == [one]
    (opening,) = last.open["opens"]
    assert opening["digest"] == first.open["move"]["sealed"]
    assert secret_digest(bytes.fromhex(opening["salt"]), opening["value"]) == opening["digest"]


def test_until_the_reveal_another_choice_replaces_it_and_is_no_undo() -> None:
    sitting = picking()
    old, new = sitting.hand(1)[:2]
    sitting.play(1, "pick", pebble=old)
    entry = sitting.play(1, "pick", pebble=new)
    assert entry.kind == "played"
    last = sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    assert picked(last) == [new]
    assert sitting.state.players[0].shore.counts == {new: 1}


def test_a_choice_that_was_replaced_stays_sealed_until_the_end() -> None:
    sitting = picking()
    old, new = sitting.hand(1)[:2]
    replaced = sitting.play(1, "pick", pebble=old)
    sitting.play(1, "pick", pebble=new)
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    assert replaced.open["move"]["sealed"] in {secret.digest for secret in sitting.table.unopened}
    sitting.finish()
    assert sitting.table.unopened == []
    assert old in picked(sitting.table.entries[-1])


def test_when_the_newer_choice_was_undone_the_older_one_is_opened() -> None:
    sitting = picking()
    old, new = sitting.hand(1)[:2]
    sitting.play(1, "pick", pebble=old)
    sitting.play(1, "pick", pebble=new)
    sitting.undo(Actor(1))
    last = sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    assert picked(last) == [old]
    assert sitting.state.players[0].shore.counts == {old: 1}


def test_a_choice_of_an_earlier_round_is_not_opened_with_a_later_one() -> None:
    sitting = picking(rounds=2)
    old, new = sitting.hand(1)[:2]
    sitting.play(1, "pick", pebble=old)
    sitting.play(1, "pick", pebble=new)
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    sitting.until("draw").until("pick")
    third = sitting.hand(1)[-1]
    sitting.play(1, "pick", pebble=third)
    last = sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    assert picked(last) == [third]


def test_after_the_reveal_was_undone_what_is_known_stays_known_and_is_not_opened_twice() -> None:
    sitting = picking()
    one, two = sitting.hand(1)[0], sitting.hand(2)[0]
    sitting.play(1, "pick", pebble=one)
    sitting.play(2, "pick", pebble=two)
    sitting.undo()
    again = sitting.play(2, "pick", pebble=two)
    assert "opens" not in again.open
    assert again.open["move"] == {"type": "pick", "pebble": two}


def test_a_redone_reveal_opens_nothing_anew() -> None:
    sitting = picking()
    sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    sitting.play(2, "pick", pebble=sitting.hand(2)[0])
    sitting.undo()
    assert "opens" not in sitting.redo().open


def test_the_reveal_of_a_lone_player_has_nothing_to_open() -> None:
    sitting = picking(1)
    entry = sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    assert "opens" not in entry.open
    assert set(entry.open["move"]) == {"type", "pebble"}


def test_a_secret_that_cannot_be_is_refused_without_telling_the_others() -> None:
    sitting = picking()
    missing = next(kind for kind in sitting.state.pebbles if kind not in sitting.hand(1))
    with pytest.raises(IllegalMove) as caught:
        sitting.play(1, "pick", pebble=missing)
    assert caught.value.key == "not_now"


def test_the_end_opens_everything_and_tells_the_seed() -> None:
    sitting = picking().finish()
    last = sitting.table.entries[-1]
    assert sitting.table.unopened == []
    assert len(last.open["reveal"]) == 64
    assert {opening["digest"] for opening in last.open["opens"]} <= {
        secret.digest for entry in sitting.table.entries for secret in entry.secrets
    }


def test_what_was_asked_of_a_hidden_pile_is_opened_only_at_the_end() -> None:
    # two asks in a row would tell what was drawn between them
    sitting = picking(3)
    asked = {s.digest for entry in sitting.table.entries for s in entry.secrets if s.tag == "asked"}
    assert len(asked) == 3
    sitting.until("draw").until("turn")
    assert asked <= {secret.digest for secret in sitting.table.unopened}
    opened = canonical([entry.open.get("opens", []) for entry in sitting.table.entries]).decode()
    assert '"draw"' not in opened
