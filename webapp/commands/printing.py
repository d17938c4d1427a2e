"""`tableside print`: what can be printed, and the PDF."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.game import find_game
from companion.words import Word
from printables.press import items_of, print_items, words_of
from webapp.commands.files import write_bytes
from webapp.commands.terms import program, speak


def list_items(game_key: str, lang: str, *, as_json: bool) -> str:
    """What can be printed for a game: keys and names."""
    game = find_game(game_key)
    words = words_of(game, lang)
    found = [{"key": key, "name": words.say(Word(item.name))} for key, item in items_of(game).items()]
    if as_json:
        return program({"items": found})
    width = max((len(item["key"]) for item in found), default=0)
    return "\n".join(f"{item['key']:{width}}  {item['name']}" for item in found)


def print_pdf(game_key: str, items: Iterable[str], paper: str, lang: str, ink: str, output: Path | None) -> str:
    """Write the PDF; what is told of it."""
    items = list(items)
    content = print_items(game_key, items, paper, lang, ink)
    target = output or Path(f"{game_key}-{items[0]}.pdf" if len(items) == 1 else f"{game_key}.pdf")
    write_bytes(target, content)
    return speak(lang)("cli.written", file=str(target))
