"""Which games there are: found by entry point, and each loaded only when somebody wants it."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from companion import game
from companion.game import UnknownName, find_game, games


def test_one_broken_game_does_not_end_the_others_evening(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # given: beside the installed games one whose module is missing
    points = {**game._points(), "broken": EntryPoint("broken", "no_such_module:game", "tableside.games")}
    monkeypatch.setattr(game, "_points", lambda: points)
    # then: it is left out and named in the log
    assert list(games.__wrapped__()) == list(games())
    assert "the game broken cannot be loaded" in caplog.text
    with pytest.raises(UnknownName) as caught:
        find_game("broken")
    assert "pebbles" in caught.value.args_["near"]


def test_to_find_a_game_no_other_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    # given: a game that nobody may touch
    class Untouchable(EntryPoint):
        def load(self) -> object:
            raise AssertionError("loaded")

    points = {"other": Untouchable("other", "no_such_module:game", "tableside.games"), **game._points()}
    monkeypatch.setattr(game, "_points", lambda: points)
    monkeypatch.setattr(game, "games", lambda: pytest.fail("all games were loaded"))
    game._loaded.cache_clear()
    assert find_game("pebbles").key == "pebbles"
