"""Whole games that were recorded: each folds to its known state and scores, and is made again alike."""

from __future__ import annotations

import pytest

from companion.archive import Archive, BadArchive, read_archive
from companion.canonical import state_hash
from companion.game import games
from companion.verify import verify
from tests.recorded.make import EVERY, PLANS, folder, record, scores

recorded = pytest.mark.parametrize(("game", "name"), [(game, name) for game in PLANS for name in PLANS[game].GAMES])


def text_of(game: str, name: str) -> str:
    return (folder(game) / f"{name}.json").read_text(encoding="utf-8")


def archive_of(game: str, name: str) -> Archive:
    return read_archive(text_of(game, name).encode())


@recorded
def test_folds_to_its_known_state_and_scores(game: str, name: str) -> None:
    table = archive_of(game, name).table()
    assert (state_hash(table.state), scores(table)) == PLANS[game].KNOWN[name]
    table.game.check(table.state)


@recorded
def test_every_kept_state_is_met_on_the_way(game: str, name: str) -> None:
    archive = archive_of(game, name)
    table = archive.table()
    assert sorted(archive.states) == sorted({*range(EVERY, table.seq, EVERY), table.seq})
    for seq, wanted in archive.states.items():
        assert state_hash(table.state_at(seq)) == wanted


@recorded
def test_its_luck_is_proven(game: str, name: str) -> None:
    report = verify(archive_of(game, name).entries)
    assert report.good
    assert report.unknown == 0
    assert report.test
    assert (report.typed > 0) == ("real" in name)


@recorded
def test_is_made_again_byte_for_byte(game: str, name: str) -> None:
    _, text = record(PLANS[game].GAMES[name])
    assert text == text_of(game, name)


def test_every_game_of_ours_has_five_and_nothing_else_lies_in_their_folders() -> None:
    ours = {game.package.rpartition(".")[2] for game in games().values() if game.package.startswith("companion.")}
    assert ours <= set(PLANS)
    for game, plans in PLANS.items():
        assert len(plans.GAMES) >= 5 or game not in ours
        assert sorted(path.stem for path in folder(game).iterdir()) == sorted(plans.GAMES)


@pytest.mark.parametrize("game", PLANS)
def test_a_changed_byte_is_noticed(game: str) -> None:
    text = next(text for name in PLANS[game].GAMES if '"by":{"seat":2}' in (text := text_of(game, name)))
    with pytest.raises(BadArchive) as caught:
        read_archive(text.replace('"by":{"seat":2}', '"by":{"seat":1}', 1))
    assert caught.value.key == "archive.chain"
