"""`tableside print`: what can be printed, and the PDF."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.canonical import Plain
from companion.game import find_game
from companion.refusals import Refusal
from companion.words import Word
from printables.cutting import cut_files
from printables.imposition import Setting
from printables.kit import CALIBRATION, KIT
from printables.paper import PAPERS
from printables.press import Prepared, items_of, prepare, prepare_calibration, words_of
from printables.sizes import sizes
from webapp.commands.files import read_yaml, write_bytes
from webapp.commands.score import content_for, entries_of, hero_of
from webapp.commands.terms import program, speak


def list_items(game_key: str, lang: str, *, as_json: bool) -> str:
    """What can be printed for a game: keys and names."""
    game = find_game(game_key)
    words = words_of(game, lang)
    found = [{"key": KIT, "name": words("print.kit.name")}]
    found += [{"key": key, "name": words.say(Word(item.name))} for key, item in items_of(game).items()]
    if as_json:
        return program({"items": found})
    width = max((len(item["key"]) for item in found), default=0)
    return "\n".join(f"{item['key']:{width}}  {item['name']}" for item in found)


def list_sizes(lang: str, *, as_json: bool) -> str:
    """Papers, cards and sleeves by name, in mm."""
    known = sizes()
    rows = [("paper", paper.name.lower(), paper.width, paper.height, "") for paper in PAPERS.values()]
    rows += [("card", key, card.width, card.height, card.name.say(lang)) for key, card in known.cards.items()]
    for key, sleeve in known.sleeves.items():
        card = known.cards[sleeve.card]
        rows.append(("sleeve", key, card.width, card.height, sleeve.name.say(lang)))
    if as_json:
        names = ("kind", "key", "width", "height", "name")
        return program({"sizes": [dict(zip(names, row, strict=True)) for row in rows]})
    words, wide = speak(lang), max(len(row[1]) for row in rows)
    told: list[tuple[str, str]] = []
    for kind, key, width, height, name in rows:
        if not told or kind != told[-1][0]:
            told.append((kind, words(f"cli.sizes.{kind}")))
        told.append((kind, f"  {key:{wide}}  {f'{width:g} × {height:g}':15}  {name}".rstrip()))
    return "\n".join(line for _, line in told)


def print_pdf(
    game_key: str,
    items: Iterable[str],
    paper: str,
    lang: str,
    ink: str,
    output: Path | None,
    *,
    hero: Path | None = None,
    fill: Iterable[str] = (),
    cuts: Path | None = None,
    **wanted: Any,
) -> str:
    """Write the PDF; what is told of it. `hero` is a score file whose heroes are filled in where an item shows them,
    `fill` names what else is filled in (KEY=VALUE), `cuts` is where the lines of the cuts go (SVG or DXF); the rest
    that is wanted goes to the press as it is."""
    items = list(items)
    players = _players(game_key, hero, wanted.get("set_"), lang) if hero is not None else []
    filled = dict(_pair(text) for text in fill)
    job = prepare(find_game(game_key), items, paper, lang, ink, fill=filled, players=players, **wanted)
    target = output or Path(f"{game_key}-{items[0]}.pdf" if len(items) == 1 else f"{game_key}.pdf")
    return write_job(job, target, cuts, lang)


def print_alignment(paper: str, lang: str, ink: str, output: Path | None, setting: Setting) -> str:
    """Write the alignment page, which needs no game; what is told of it."""
    job = prepare_calibration(paper, lang, ink, setting=setting)
    return write_job(job, output or Path(f"{CALIBRATION}.pdf"), None, lang)


def write_job(job: Prepared, target: Path, cuts: Path | None, lang: str) -> str:
    """Write a print and the files of its cuts; what is told of it."""
    files = write_cuts(job, cuts) if cuts is not None else []
    write_bytes(target, job.bind())
    words = speak(lang)
    told = [words("cli.written", file=str(target))]
    told += [words("cli.cuts", file=str(path), pages=list(pages)) for path, pages in files]
    return "\n".join(told)


def write_cuts(job: Prepared, path: Path) -> list[tuple[Path, tuple[int, ...]]]:
    """Write a file for every different sheet; their names, and the pages that each is for.

    Raises UnknownName for a name that ends in neither .svg nor .dxf, Refusal (`cli.no_cuts`) where nothing is cut.
    """
    found = cut_files(job.pages, job.job.setting, path.suffix.lower().removeprefix("."))
    if not found:
        raise Refusal("cli.no_cuts")
    names = [path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, len(found) + 1))]
    for name, file in zip(names, found, strict=True):
        write_bytes(name, file.text.encode())
    return [(name, file.pages) for name, file in zip(names, found, strict=True)]


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
