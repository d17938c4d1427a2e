"""`tableside pad`: a score pad for a game that we do not know, from a list of rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.reading import schema
from companion.refusals import Refusal
from companion.words import data_folder
from printables.binding import Prepared
from printables.items import PadStock
from printables.reading.geometry import Geometry, keep, kept
from printables.score_rows import PLACE, PadRecord, prepare_rows, read_rows
from webapp.commands.files import BadFile, Document, read_yaml, write_bytes
from webapp.commands.schema import DIALECT
from webapp.commands.terms import program, refusal_text, speak


def sample_rows() -> str:
    """A list of rows to begin with."""
    return data_folder("printables").joinpath("samples", "lighthouse.yaml").read_text(encoding="utf-8")


def schema_of_rows() -> str:
    """The JSON Schema of a list of rows."""
    return program({"$schema": DIALECT, "title": "tableside pad", **schema(PadRecord)})


def print_pad(
    path: Path,
    kind: str,
    paper: str,
    lang: str,
    ink: str,
    output: Path | None,
    *,
    stock: PadStock,
    fillable: bool,
    strict: bool,
) -> str:
    """Write the PDF, and beside it where its boxes lie (nowhere for standard output); what is told of it. Characters
    that no font has are told on standard error; a strict pad ends the command with 1 and writes nothing.

    Raises BadFile naming file, line and place for what is wrong in the list.
    """
    document = read_yaml(path)
    target = output or Path(f"{'pad' if str(path) == '-' else path.stem}.pdf")
    found: list[Geometry] = []

    def in_folder(layout: Geometry) -> Geometry:
        if str(target) == "-":
            return layout
        with _writing(target):
            found.append(kept(target.parent, target.stem, layout))
        return found[-1]

    try:
        record = read_rows(document.data)
        job = prepare_rows(record, kind, paper, lang, ink, stock=stock, fillable=fillable, kept=in_folder)
        content = job.bind()
    except Refusal as caught:
        raise _located(caught, document, lang) from caught
    _tell(job, document, lang, strict=strict)
    write_bytes(target, content)
    words = speak(lang)
    told = [words("cli.written", file=str(target))]
    for geometry in found:
        with _writing(target):
            told.append(words("cli.pad.kept", file=str(keep(target.parent, target.stem, geometry))))
    return "\n".join(told)


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """Raises BadFile for what cannot be read or written beside a file."""
    try:
        yield
    except (OSError, ValueError) as caught:
        detail = getattr(caught, "strerror", None) or str(caught)
        raise BadFile("file.unwritable", file=str(target.parent / target.stem), detail=detail) from caught


def _tell(job: Prepared, document: Document, lang: str, *, strict: bool) -> None:
    """Which characters stand as boxes on the pad, and where in the list."""
    for missing in job.job.proof.missing:
        found = _located(Refusal(missing.word.key, **missing.word.args), document, lang)
        click.echo(f"tableside: {refusal_text(found, lang)}", err=True)
    if strict and job.job.proof.missing:
        raise click.exceptions.Exit(1)


def _located(refusal: Refusal, document: Document, lang: str) -> Refusal:
    """A refusal of something in the list with its file and line; any other as it is."""
    if isinstance(refusal, BadFile) or refusal.field is None:
        return refusal
    place = refusal.field.removeprefix(f"{PLACE}.")
    top = place.partition(".")[0]
    if place and top not in ("rows", "title", "about", "unit", "rules", *(document.data or {})):
        return refusal
    message = refusal_text(type(refusal)(refusal.key, **{**refusal.args_, "field": place or "…"}), lang)
    return BadFile("file.field_line", file=document.name, line=document.line(place) or 1, message=message)
