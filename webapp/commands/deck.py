"""`tableside deck`: a maker's own deck into a PDF, a sample to begin with, and what there is to begin from."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from companion.refusals import Refusal, nearest
from companion.words import MissingWord, Word, Words, data_folder
from printables.binding import Prepared
from printables.deck.build import Laid, TooMany, Wanted, lay, paper_words
from printables.deck.problems import SHOWN, BadDeck
from printables.imposition import Setting
from printables.proof import Proof
from webapp.commands.files import write_bytes

SAMPLES = data_folder("printables.deck") / "samples"


class BadSample(Refusal):
    """A sample that is not there, or a folder that it cannot be written into."""


def words_in(lang: str) -> Words:
    """The words that this command needs, and no others."""
    return paper_words(lang)


def print_decks(
    paths: Sequence[Path], wanted: Wanted, output: Path | None, cuts: Path | None, *, strict: bool, as_json: bool
) -> tuple[str, int]:
    """Write the decks into one PDF, and its cuts: what is told, and what the command ends with."""
    proof = Proof()
    words = words_in(wanted.lang)
    target = output or Path(f"{paths[0].stem}.pdf")
    try:
        laid = _asked(paths, wanted, proof, words, may_ask=not as_json)
        built = laid.bind()
    except BadDeck as caught:
        tell_problems(caught, words, as_json=as_json)
        return "", 2
    for note in proof.words:
        click.echo(f"tableside: {words.say(note)}", err=True)
    if proof.words and strict:
        return "", 1
    files: list[str] = []
    if cuts is not None:
        from webapp.commands.cuts import write_cuts

        files = [str(path) for path, _ in write_cuts(laid.prepared, cuts)]
    write_bytes(target, built.pdf)
    if as_json:
        return _program({"file": str(target), "cards": built.cards, "pages": built.pages, "cuts": files}), 0
    told = words("homebrew.written", n=built.cards, file=str(target))
    return "\n".join([told, *(words("homebrew.cuts", file=file) for file in files)]), 0


def print_pictures(
    paths: Sequence[Path],
    wanted: Wanted,
    png: Path | None,
    tabletop: Path | None,
    *,
    strict: bool,
    as_json: bool,
) -> tuple[str, int]:
    """Write the cards as pictures: what is told, and what the command ends with."""
    from webapp.commands.pictures import write_pictures

    proof, words = Proof(), words_in(wanted.lang)

    def lay_out(setting: Setting, backs: bool) -> tuple[Prepared, list[str], Callable[[], None]]:
        laid = _asked(paths, replace(wanted, setting=setting, backs=backs), proof, words, may_ask=not as_json)

        def check() -> None:
            laid.check()
            if strict and proof.words:
                raise Incomplete

        return laid.prepared, laid.file_names, check

    files: list[Path] = []
    try:
        files = write_pictures(lay_out, wanted.setting, png, tabletop)
    except BadDeck as caught:
        tell_problems(caught, words, as_json=as_json)
        return "", 2
    except Incomplete:
        pass
    for note in proof.words:
        click.echo(f"tableside: {words.say(note)}", err=True)
    if strict and proof.words:
        return "", 1
    if as_json:
        return _program({"files": [str(path) for path in files]}), 0
    folders = ", ".join(str(folder) for folder in (png, tabletop) if folder is not None)
    return words("print.pictures.written", n=len(files), folder=folders), 0


class Incomplete(Exception):
    """Something has been noted that a strict job takes for an error."""


def _asked(paths: Sequence[Path], wanted: Wanted, proof: Proof, words: Words, *, may_ask: bool) -> Laid:
    """The decks laid out; for more than 10,000 cards after a question, where there is somebody to ask."""
    try:
        return lay(paths, wanted, proof)
    except TooMany as caught:
        if not (may_ask and sys.stdin.isatty()):
            raise
        click.confirm(words("homebrew.ask_many", n=caught.args_["n"]), abort=True, err=True)
        return lay(paths, replace(wanted, sure=True), proof)


def tell_problems(found: BadDeck, words: Words, *, as_json: bool) -> None:
    """Everything that is wrong with a deck: a line for each on standard error, or JSON for a program."""
    if as_json:
        click.echo(_program({"problems": [_record(problem, words) for problem in found.problems]}))
        return
    for line in problem_lines(found, words):
        click.echo(f"tableside: {line}", err=True)


def problem_lines(found: BadDeck, words: Words) -> Iterator[str]:
    """A sentence for each problem, but for those beyond the first forty."""
    for problem in found.problems[:SHOWN]:
        yield sentence(problem, words)
    if len(found.problems) > SHOWN:
        yield words("homebrew.more_problems", n=len(found.problems) - SHOWN)


def sentence(problem: Refusal, words: Words) -> str:
    """What people read of a refusal."""
    try:
        return words.say(Word(problem.key, problem.args_))
    except MissingWord:
        from webapp.commands.terms import refusal_text

        return refusal_text(problem, words.lang)


def _record(problem: Refusal, words: Words) -> dict[str, Any]:
    places: dict[str, Any] = {
        key: problem.args_[key] for key in ("file", "row", "line", "column", "field") if key in problem.args_
    }
    message = problem.args_.get("message")
    key = message.key if isinstance(message, Word) else problem.key
    return {**places, "key": key, "message": sentence(problem, words)}


def sample_names() -> list[str]:
    """The names of our samples."""
    return sorted(item.name for item in SAMPLES.iterdir() if item.is_dir())


def copy_sample(name: str, folder: Path, lang: str) -> str:
    """Write a sample into a folder that is not there or empty. Raises UnknownName and BadSample."""
    if name not in sample_names():
        raise nearest("homebrew.sample_unknown", name, sample_names())
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadSample("homebrew.sample_there", folder=str(folder))
    source = SAMPLES / name
    for path in sorted(source.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(target, path.read_bytes())
    deck = next(path for path in sorted(folder.iterdir()) if path.name.endswith("deck.yaml"))
    return words_in(lang)("homebrew.sample_written", folder=str(folder), file=str(deck))


def list_all(lang: str, *, as_json: bool) -> str:
    """Samples, layouts and icons: what there is to begin with."""
    from printables.deck.fill import in_language
    from printables.deck.layout import built_in, built_in_names
    from printables.icons import icons

    layouts = [{"name": name, "about": in_language(built_in(name).data["about"], lang)} for name in built_in_names()]
    found: dict[str, Any] = {"samples": sample_names(), "layouts": layouts, "icons": sorted(icons())}
    if as_json:
        return _program(found)
    words = words_in(lang)
    width = max(len(layout["name"]) for layout in layouts)
    lines = [f"  {layout['name']:{width}}  {layout['about']}" for layout in layouts]
    return "\n".join(
        (
            f"{words('homebrew.list.samples')} {', '.join(found['samples'])}",
            words("homebrew.list.layouts"),
            *lines,
            f"{words('homebrew.list.icons')} {', '.join(sorted(icons()))}",
        )
    )


def print_schema(what: str) -> str:
    """The JSON Schema of a deck file, or of a layout."""
    from printables.deck.schema import deck_schema, layout_schema

    return _program(deck_schema() if what == "deck" else layout_schema())


def _program(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2)
