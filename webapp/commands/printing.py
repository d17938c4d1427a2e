"""`tableside print`: what can be printed, and the PDF."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

from companion.canonical import Plain
from companion.game import find_game
from companion.refusals import Refusal
from companion.words import Word
from printables.items import Behind, PadStock
from printables.press import items_of, print_items, words_of
from webapp.commands.files import read_yaml, write_bytes
from webapp.commands.score import content_for, entries_of, hero_of
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


def print_pdf(
    game_key: str,
    items: Iterable[str],
    paper: str,
    lang: str,
    ink: str,
    output: Path | None,
    *,
    set_: str | None = None,
    backs: bool = True,
    hero: Path | None = None,
    fill: Iterable[str] = (),
    pad: PadStock | None = None,
    fillable: bool = False,
) -> str:
    """Write the PDF; what is told of it. `hero` is a score file whose heroes are filled in where an item shows them,
    `fill` names what else is filled in (KEY=VALUE)."""
    items = list(items)
    players = _players(game_key, hero, set_, lang) if hero is not None else []
    filled = dict(_pair(text) for text in fill)
    content = print_items(
        game_key, items, paper, lang, ink,
        fill=filled, set_=set_, backs=backs, players=players, pad=pad, fillable=fillable,
    )  # fmt: skip
    target = output or Path(f"{game_key}-{items[0]}.pdf" if len(items) == 1 else f"{game_key}.pdf")
    write_bytes(target, content)
    return speak(lang)("cli.written", file=str(target))


def pad_stock(up: int, behind: str, *, binding: bool, tear_off: bool) -> PadStock:
    """How score pads are made, as it was asked for."""
    return PadStock(up, binding, tear_off, cast(Behind, behind))


def _pair(text: str) -> tuple[str, str]:
    key, is_there, value = text.partition("=")
    if not is_there:
        raise Refusal("cli.fill", got=text[:40])
    return key.strip(), value.strip()


def _players(game_key: str, path: Path, set_: str | None, lang: str) -> list[Mapping[str, Plain]]:
    """The entries of a score file. Raises BadFile naming file, line and field for one that cannot be scored."""
    game = find_game(game_key)
    content = content_for(game, set_)
    document = read_yaml(path)
    entries = [entry for _, entry in entries_of(document)]
    for entry in entries:
        hero_of(game, content, document, entry, lang)
    return entries
