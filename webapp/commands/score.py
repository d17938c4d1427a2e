"""`tableside score`: the score of a finished game, from what the players wrote down."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from companion.canonical import Plain
from companion.game import Game, find_game, read_options
from companion.packs import load_set, merge
from companion.refusals import Refusal
from companion.scoring import Breakdown, Hero, Place, Result
from companion.words import Word, Words
from webapp.commands.files import BadFile, Document, read_yaml
from webapp.commands.terms import program, refusal_text, speak, told

PLAYERS = "players"


def score(game_key: str, path: Path, set_: str | None, lang: str, *, as_json: bool) -> str:
    """The score of one player, or of several with their places. Raises Refusal naming file, line and field."""
    game, words = find_game(game_key), speak(lang, find_game(game_key))
    content = content_for(game, set_)
    document = read_yaml(path)
    entries = entries_of(document)
    heroes = {seat: hero_of(game, content, document, entry, lang) for seat, entry in entries}
    names = {seat: _name(entry, seat) for seat, entry in entries}
    result = game.scores.result(heroes, names)
    if PLAYERS not in document.data:
        (place,) = result.places
        return program(_one(game, words, heroes[1], place)) if as_json else _shown(game, words, heroes, names, None)
    return program(_all(game, words, heroes, names, result)) if as_json else _shown(game, words, heroes, names, result)


def content_for(game: Game, set_: str | None) -> Any:
    """The content that names in the file are looked up in."""
    chosen: dict[str, Plain] = {"mode": "score"} if any(o.key == "mode" for o in game.options) else {}
    options = read_options(game, chosen | ({"set": set_} if set_ is not None else {}))
    pack = load_set(game.package, str(options["set"])) if "set" in options else None
    return game.content(merge([pack] if pack else []), pack.hash if pack else "", options)


def entries_of(document: Document) -> list[tuple[int, Mapping[str, Plain]]]:
    """The players of a file by number, each with the place of its entry (an empty text for a file of one)."""
    data = document.data
    if not isinstance(data, Mapping):
        raise BadFile("file.record", file=document.name)
    if PLAYERS not in data:
        return [(1, data)]
    stray = next((str(key) for key in data if key != PLAYERS), None)
    if stray is not None:
        raise BadFile("file.stray", file=document.name, line=document.line(stray) or 1, key=stray[:40])
    players = data[PLAYERS]
    if not isinstance(players, list) or not players or not all(isinstance(entry, Mapping) for entry in players):
        raise BadFile("file.players", file=document.name, line=document.line(PLAYERS) or 1)
    return list(enumerate(players, 1))


def hero_of(game: Game, content: Any, document: Document, entry: Mapping[str, Plain], lang: str) -> Hero:
    """The hero of an entry. Raises BadFile naming file, line and field."""
    try:
        return game.scores.read(entry, content)
    except Refusal as caught:
        place = caught.field or ""
        if document.data is not entry:
            number = next(n for n, other in enumerate(document.data[PLAYERS], 1) if other is entry)
            place = f"{PLAYERS}.{number}.{place}"
        message = refusal_text(type(caught)(caught.key, **{**caught.args_, "field": place}), lang)
        line = document.line(place)
        if line is None:
            raise BadFile("file.field", file=document.name, message=message) from caught
        raise BadFile("file.field_line", file=document.name, line=line, message=message) from caught


def _name(entry: Mapping[str, Plain], seat: int) -> str:
    return str(entry.get("name") or seat)


# For a program


def _one(game: Game, words: Words, hero: Hero, place: Place) -> dict[str, Plain]:
    scores = game.scores
    return {
        **place.breakdown.__plain__(),
        **scores.details(hero),
        "rank": words.say(place.rank) if place.rank is not None else None,
        "advice": [
            {"key": said.key, "message": words.say(said), **told(words, said.args)} for said in scores.advice(hero)
        ],
    }


def _all(
    game: Game, words: Words, heroes: Mapping[int, Hero], names: Mapping[int, str], result: Result
) -> dict[str, Plain]:
    """Every player in the order of the file, and the places in theirs."""
    places = {place.seat: place for place in result.places}
    return {
        "players": [
            {"name": names[seat], "place": places[seat].place, **_one(game, words, hero, places[seat])}
            for seat, hero in heroes.items()
        ],
        "places": [{"place": p.place, "name": names[p.seat], "total": p.breakdown.total} for p in result.places],
        "told": [words.say(said) for said in result.told],
    }


# For people


def _shown(
    game: Game, words: Words, heroes: Mapping[int, Hero], names: Mapping[int, str], result: Result | None
) -> str:
    from rich.console import Console

    out = StringIO()
    real = Console()
    console = Console(file=out, width=min(real.width, 100), force_terminal=real.is_terminal, highlight=False)
    for seat, hero in heroes.items():
        breakdown = game.scores.breakdown(hero)
        rank = game.scores.rank(hero, breakdown.total)
        console.print(_table(words, breakdown, names[seat] if result is not None else None, rank))
        for said in game.scores.advice(hero):
            console.print(words.say(said), markup=False)
        console.print()
    if result is not None:
        console.print(_places(words, names, result))
        for said in result.told:
            console.print(words.say(said), markup=False)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).rstrip()


def _table(words: Words, breakdown: Breakdown, name: str | None, rank: Word | None) -> Any:
    """Every category, each of its points explained, and what was nearly reached."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(name) if name is not None else None, box=None, show_header=False, title_justify="left")
    table.add_column()
    table.add_column(justify="right")
    for key, line in breakdown.lines.items():
        if not (line.points or line.because or line.near):
            # A category that this game is not scored by, such as gold with several players.
            continue
        table.add_row(Text(words.say(Word(f"score.{key}")), "bold"), Text(words.say(line.points), "bold"))
        for said in line.because:
            table.add_row(Text(f"  {words.say(said)}", "dim"), "")
        for said in line.near:
            table.add_row(Text(f"  {words.say(said)}", "dim italic"), "")
    total = words.say(Word("score.total"))
    table.add_section()
    label = f"{total} · {words.say(rank)}" if rank is not None else total
    table.add_row(Text(label, "bold reverse"), Text(words.say(breakdown.total), "bold reverse"))
    return table


def _places(words: Words, names: Mapping[int, str], result: Result) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False)
    for place in result.places:
        table.add_row(f"{place.place}.", Text(names[place.seat]), Text(words.say(place.breakdown.total), "bold"))
    return table
