"""Words on a terminal, and values as JSON for a program."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from companion.canonical import Plain
from companion.game import Game, games
from companion.refusals import Refusal
from companion.words import MissingWord, Text, Word, Words, catalogue


def speak(lang: str, game: Game | None = None) -> Words:
    """All words that a command can need."""
    return catalogue(lang, *((game.package,) if game is not None else ()), "printables", "webapp")


def refusal_text(refusal: Refusal, lang: str) -> str:
    """The sentence of a refusal; its key and the words in it may be those of any game."""
    text = str(refusal)
    for words in _catalogues(refusal, lang):
        with suppress(MissingWord):
            text = words.say(Word(refusal.key, refusal.args_))
            break
    return f"{text} [{refusal.rule}]" if refusal.rule else text


def _catalogues(refusal: Refusal, lang: str) -> Iterator[Words]:
    """Where the sentence of a refusal may stand; what games print has words of its own."""
    yield speak(lang)
    yield from (speak(lang, game) for game in games().values())
    if refusal.key.startswith("print."):
        from printables.press import words_of

        yield from (words_of(game, lang) for game in games().values())


def program(value: Plain) -> str:
    """A value as a program reads it, and people can."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def told(words: Words, value: Any) -> Any:
    """A plain value: words and names as text, everything else as it is."""
    if isinstance(value, Word | Text):
        return words.say(value)
    if isinstance(value, Mapping):
        return {key: told(words, item) for key, item in value.items()}
    return [told(words, item) for item in value] if isinstance(value, list | tuple) else value
