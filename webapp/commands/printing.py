"""`tableside print`: what can be printed, and the PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from companion.canonical import Plain
from companion.game import find_game
from companion.refusals import Refusal
from companion.words import Word
from printables.binding import Prepared
from printables.imposition import Setting
from printables.items import Behind, PadStock
from printables.kit import CALIBRATION, KIT
from printables.paper import PAPERS
from printables.press import items_of, prepare, prepare_calibration, words_of
from printables.proof import Proof
from printables.sizes import sizes
from webapp.commands.cuts import write_cuts
from webapp.commands.files import read_yaml, write_bytes
from webapp.commands.score import content_for, entries_of, hero_of
from webapp.commands.terms import program, speak

if TYPE_CHECKING:
    from webapp.commands.pictures import Lay


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
    backs: bool = True,
    hero: Path | None = None,
    fill: Iterable[str] = (),
    setting: Setting | None = None,
    cuts: Path | None = None,
    png: Path | None = None,
    tabletop: Path | None = None,
    strict: bool = False,
    pad: PadStock | None = None,
    fillable: bool = False,
    **wanted: Any,
) -> str:
    """Write the PDF; what is told of it. `hero` is a score file whose heroes are filled in where an item shows them,
    `fill` names what else is filled in (KEY=VALUE), `cuts` is where the lines of the cuts go (SVG or DXF). `png` and
    `tabletop` are folders for pictures of the cards; with them there is a PDF only if its name is given. The
    rest that is `wanted` goes to the press as it is."""
    items = list(items)
    players = _players(game_key, hero, wanted.get("set_"), lang) if hero is not None else []
    filled = dict(_pair(text) for text in fill)
    game = find_game(game_key)

    def laid(setting: Setting | None, backs: bool) -> Prepared:
        return prepare(
            game, items, paper, lang, ink,
            fill=filled, backs=backs, players=players, setting=setting, pad=pad, fillable=fillable, **wanted,
        )  # fmt: skip

    told = []
    if png is not None or tabletop is not None:

        def lay(setting: Setting, backs: bool) -> tuple[Prepared, None, Callable[[], None]]:
            job = laid(setting, backs)
            return job, None, partial(_check, job, strict)

        told.append(_pictures(lay, setting or Setting(), png, tabletop, lang))
    if not told or output is not None:
        target = output or Path(f"{game_key}-{items[0]}.pdf" if len(items) == 1 else f"{game_key}.pdf")
        told.append(write_job(laid(setting, backs), target, cuts, lang, strict=strict))
    return "\n".join(told)


def _pictures(lay: Lay, setting: Setting, png: Path | None, tabletop: Path | None, lang: str) -> str:
    from webapp.commands.pictures import write_pictures

    files = write_pictures(lay, setting, png, tabletop)
    folders = [str(folder) for folder in (png, tabletop) if folder is not None]
    return speak(lang)("print.pictures.written", n=len(files), folder=", ".join(folders))


def _check(job: Prepared, strict: bool) -> None:
    if strict:
        tell_proof(job.job.proof, job.job.words.lang, strict=True)


def print_alignment(paper: str, lang: str, ink: str, output: Path | None, setting: Setting) -> str:
    """Write the alignment page, which needs no game; what is told of it."""
    job = prepare_calibration(paper, lang, ink, setting=setting)
    return write_job(job, output or Path(f"{CALIBRATION}.pdf"), None, lang)


def write_job(job: Prepared, target: Path, cuts: Path | None, lang: str, *, strict: bool = False) -> str:
    """Write a print and the files of its cuts; what is told of it. What its proof notes is told on standard error; a
    strict one ends the command with 1 and writes nothing."""
    files = write_cuts(job, cuts) if cuts is not None else []
    content = job.bind()
    tell_proof(job.job.proof, lang, strict=strict)
    write_bytes(target, content)
    words = speak(lang)
    told = [words("cli.written", file=str(target))]
    told += [words("cli.cuts", file=str(path), pages=list(pages)) for path, pages in files]
    return "\n".join(told)


def tell_proof(proof: Proof, lang: str, *, strict: bool) -> None:
    """The notes on a print job on standard error, a line for each; a strict one ends the command with 1."""
    if not proof.words:
        return
    words = speak(lang)
    for note in proof.words:
        click.echo(f"tableside: {words.say(note)}", err=True)
    if strict:
        raise click.exceptions.Exit(1)


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
