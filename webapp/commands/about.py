"""What is installed."""

from __future__ import annotations

from companion.game import games
from companion.words import Word
from webapp.commands.terms import program, speak


def list_games(lang: str, *, as_json: bool) -> str:
    """Every installed game: its key and its name."""
    found = [{"key": key, "name": speak(lang, game).say(Word("game.name"))} for key, game in games().items()]
    if as_json:
        return program({"games": found})
    width = max((len(game["key"]) for game in found), default=0)
    return "\n".join(f"{game['key']:{width}}  {game['name']}" for game in found)
