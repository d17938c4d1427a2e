"""Whole games of Roll Player that were recorded: each folds to its known state and scores, and is made again alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from make import EVERY, FOLDER, GAMES, record, scores

from companion.archive import Archive, BadArchive, read_archive
from companion.canonical import state_hash
from companion.games.roll_player.state import dice_on
from companion.verify import verify

KNOWN: dict[str, tuple[str, tuple[int, ...]]] = {
    "two-none": ("f3ebbdaa1013e8729e1d2b613d3a5d4c69ec017df3d51efdcbc79c44ab0059c9", (7, 9)),
    "three-types": ("788c406c601265d96abe3901763b5617b85cfce0faa31c3b84123268e25d8e3e", (18, 25, 9)),
    "four-short-less-random": ("e2e1d0bb8ba5ef0efc528c1e9c559ce348678ef0a123da3674f1070c70e7ef32", (17, 13, 1, 2)),
    "solo-types": ("01a3f0522bfc3ace69ccb5b65c835371d7f995948d066b16dfaaa714c8bfa834", (23,)),
    "solo-real-dice": ("a822c37d962fed72e586197d84061279b990bb03509d0482c5bbb8d596e958d5", (21,)),
    "two-full-real-cards": ("64f686773bb2a25964f980f75a17c25e7ae8e2ac803c1afe2498dfe3418c049a", (27, 24)),
}
"""The hash of the last state and the stars from seat 1 on, as they were when the game was read.

`python tests/recorded/make.py` prints them. A change here is a change of the rules: raise `rules` of the game with it.
"""

recorded = pytest.mark.parametrize("name", list(GAMES))


def archive_of(name: str) -> Archive:
    return read_archive((FOLDER / f"{name}.json").read_bytes())


@recorded
def test_folds_to_its_known_state_and_scores(name: str) -> None:
    table = archive_of(name).table()
    assert (state_hash(table.state), scores(table)) == KNOWN[name]
    table.game.check(table.state)
    assert all(len(dice_on(player.sheet)) == 18 for player in table.state.players)


@recorded
def test_every_kept_state_is_met_on_the_way(name: str) -> None:
    archive = archive_of(name)
    table = archive.table()
    assert sorted(archive.states) == [*range(EVERY, table.seq, EVERY), table.seq]
    for seq, wanted in archive.states.items():
        assert state_hash(table.state_at(seq)) == wanted


@recorded
def test_its_luck_is_proven(name: str) -> None:
    report = verify(archive_of(name).entries)
    assert report.good
    assert report.unknown == 0
    assert report.test
    assert (report.typed > 0) == ("real" in name)


@recorded
def test_is_made_again_byte_for_byte(name: str) -> None:
    _, text = record(GAMES[name])
    assert text == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def test_nothing_else_lies_in_the_folder() -> None:
    assert sorted(path.stem for path in Path(FOLDER).iterdir()) == sorted(GAMES)


def test_a_changed_byte_is_noticed() -> None:
    text = (FOLDER / "two-none.json").read_text(encoding="utf-8")
    assert '"by":{"seat":2}' in text
    with pytest.raises(BadArchive) as caught:
        read_archive(text.replace('"by":{"seat":2}', '"by":{"seat":1}', 1))
    assert caught.value.key == "archive.chain"
