"""A unique string in every secret, and a search of everything that any other viewer receives (P12, law 5)."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import HOST, Sitting
from msgspec.structs import replace
from received import CANARIES, Knowledge, canary_table, received, sealed_from

from companion.chance import Wanted
from companion.log import ASKED
from companion.table import Actor
from companion.view import Viewer

VIEWERS: tuple[Viewer, ...] = (1, 2, 3, None)


class Watched:
    """A table of three at which after every entry everything new that anybody receives is searched, and now and then
    everything there is."""

    def __init__(self, **options: Any) -> None:
        self.sitting = canary_table(3, **options)
        self.minds = {viewer: Knowledge(viewer) for viewer in VIEWERS}
        self.searched = 0
        self.seen = 0
        self.look()

    @property
    def over(self) -> bool:
        return self.sitting.table.result is not None

    def look(self) -> None:
        """Search; when the game is over there is nothing hidden any more."""
        if self.over:
            return
        since = self.seen if self.sitting.seq % 10 else 0
        for viewer, mind in self.minds.items():
            mind.learn(self.sitting.state)
            text = received(self.sitting, viewer, since)
            hidden = mind.secrets() | sealed_from(self.sitting, viewer)
            assert not [secret for secret in hidden if secret in text], f"{viewer} at {self.sitting.seq}"
            self.searched += 1
        self.seen = self.sitting.seq

    def step(self) -> None:
        self.sitting.step()
        self.look()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("decks", ["digital", "physical"])
def test_no_secret_is_found_in_anything_that_others_receive(seed: int, decks: str) -> None:
    watched = Watched(seed=seed, decks=decks, rounds=3, gulls=[3])
    while not watched.over:
        watched.step()
    assert watched.searched > 100


def test_undo_redo_corrections_and_replaced_choices_tell_nothing() -> None:
    watched = Watched(seed=5, rounds=3)
    sitting = watched.sitting
    done = {"undo": 0, "redo": 0, "correct": 0, "again": 0}
    while not watched.over:
        watched.step()
        if watched.over:
            break
        if sitting.state.picks.chosen:
            seat = sitting.state.picks.chosen[0][0]
            sitting.typing(seat, sitting.moves(seat)[-1])
            done["again"] += 1
            watched.look()
        if sitting.seq % 5 == 0:
            sitting.undo(Actor(1))
            done["undo"] += 1
            watched.look()
        if sitting.seq % 7 == 0 and sitting.table.undone:
            sitting.redo()
            done["redo"] += 1
            watched.look()
        secret = [s.seq for s in sitting.table.steps if s.luck and len(s.plays) == 1]
        if sitting.seq % 11 == 0 and secret:
            sitting.correct(secret[-1], drop=sitting.would_lose(secret[-1]))
            done["correct"] += 1
            watched.look()
    assert min(done.values()) >= 1, done


def test_the_search_finds_what_is_there() -> None:
    # a positive control: whoever holds a hand receives it, and everybody receives what lies open
    sitting = canary_table(3).until("turn")
    for seat in (1, 2, 3):
        text = received(sitting, seat)
        assert all(kind in text for kind in sitting.hand(seat))
        assert all(kind in text for player in sitting.state.players for kind in player.shore)


def test_at_the_end_everybody_receives_every_hand_and_every_salt() -> None:
    sitting = canary_table(3, rounds=2).finish()
    text = received(sitting, None)
    for player in sitting.state.players:
        assert all(kind in text for kind in player.hand)
    assert not [secret for secret in sealed_from(sitting, None) if len(secret) == 64]


def test_what_is_asked_of_somebody_with_real_pebbles_tells_nothing() -> None:
    sitting = canary_table(3, decks="physical", seed=3)
    sitting.step(1)
    sitting.step(2)
    with pytest.raises(Wanted) as caught:
        sitting.play(3, "act", number=0)
    assert not [name for name in CANARIES if name in str((caught.value.wire, caught.value.so_far))]


def test_an_opponents_weights_and_reasons_tell_nothing_of_its_hand() -> None:
    # the gull likes a pebble by its points: its weights would tell what it holds
    sitting = canary_table(2, gulls=[2]).until("pick")
    entry = sitting.play(1, "automa", seat=2)
    (decision,) = entry.open["decisions"]
    (choosing,) = decision["choosing"]
    assert {key: set(choosing[key]) for key in ("ask", "got")} == {"ask": {"sealed"}, "got": {"sealed"}}
    assert set(decision["because"]) == set(decision["move"]) == {"sealed"}
    asked = next(secret for secret in entry.secrets if secret.tag == ASKED)
    assert sorted(asked.value[1]) == sorted(1 + sitting.state.pebbles[k]["points"] for k in sitting.hand(2))


def test_a_tag_that_is_opened_in_the_middle_of_the_game_opens_no_request() -> None:
    # given: two hands drawn one after the other, of which the second is shown (a rule of some other game)

    import pebbles

    from companion.game import Event
    from companion.words import word

    class Shown(pebbles.Pebbles):
        """As in Pebbles, but whoever throws shows the whole hand."""

        def play(self, state: Any, seat: int, move: Any, luck: Any) -> Any:
            after, told = super().play(state, seat, move, luck)
            shows = isinstance(move, pebbles.Act) and move.pebble is not None
            return after, (*told, Event(word("event.pass", name=""), opens=("hand",))) if shows else told

    sitting = canary_table(3)
    sitting.table = replace(sitting.table, game=Shown())
    sitting.until("turn")
    seat = sitting.state.turns[0]
    entry = sitting.play(seat, "act", pebble=sitting.hand(seat)[0])
    # then: hands are opened, and what was left on the beach is not
    opened = [opening["value"] for opening in entry.open["opens"]]
    assert len(opened) == 3
    assert all(value[0] in CANARIES for value in opened)
    beach = set(sitting.state.beach.contents)
    assert not [name for name in beach if name in received(sitting, None)]


# a scoring table


def test_nobody_reads_anothers_sheet_in_the_log_before_it_is_revealed() -> None:
    sitting = Sitting.down(3, mode="score")
    sitting.play(1, "enter", values={"shore": 731, "hops": 619})
    for viewer in (2, 3, None):
        text = str([entry.cut(viewer) for entry in sitting.table.entries]) + str(sitting.file(viewer))
        assert "731" not in text
        assert "619" not in text
        assert sitting.table.view(viewer).sheets[0].name == "Ann"
    for seat in (1, 2, 3):
        sitting.play(seat, "ready")
    sitting.play(1, "reveal", by=HOST)
    assert "731" in str(sitting.file(None))
    assert sitting.refold().state == sitting.state
