"""A page says whose game it is: a trademark of its owner, or a game of our own."""

from __future__ import annotations

from types import SimpleNamespace

from companion.game import Option, find_game, published
from printables.faces.furniture import footer_key

FOOTERS = ("print.footer", "print.footer_own")


class Own:
    """A game that has no set of a printed copy."""

    options = (Option("mode", "choice", ("multi",), "multi"), Option("set", "choice", ("own",), "own"))


def test_a_game_without_a_printed_copy_is_our_own() -> None:
    assert published(find_game("roll-player"))
    assert not published(Own())  # type: ignore[arg-type]  # only its options are looked at
    told = [footer_key(SimpleNamespace(game=game)) for game in (find_game("roll-player"), Own())]  # type: ignore[arg-type]  # only the game is looked at
    assert told == list(FOOTERS)
