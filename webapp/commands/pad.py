"""`tableside pad`: a score pad for a game that we do not know, from a list of rows."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from companion.reading import schema
from companion.refusals import Refusal
from printables.items import PadStock
from printables.reading.geometry import Geometry, keep
from printables.score_rows import PLACE, PadRecord, print_rows, read_rows
from webapp.commands.files import BadFile, Document, read_yaml, write_bytes
from webapp.commands.schema import DIALECT
from webapp.commands.terms import program, refusal_text, speak


def sample_rows() -> str:
    """A list of rows to begin with."""
    return files("printables").joinpath("samples", "lighthouse.yaml").read_text(encoding="utf-8")


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
) -> str:
    """Write the PDF, and beside it where its boxes lie (nowhere for standard output); what is told of it.

    Raises BadFile naming file, line and place for what is wrong in the list.
    """
    document = read_yaml(path)
    target = output or Path(f"{'pad' if str(path) == '-' else path.stem}.pdf")
    kept: list[str] = []

    def keeping(layout: Geometry) -> Geometry:
        if str(target) == "-" or not layout.frame.marked:
            return layout
        try:
            found = keep(target.parent, target.stem, layout)
        except (OSError, ValueError) as caught:
            detail = getattr(caught, "strerror", None) or str(caught)
            raise BadFile("file.unwritable", file=str(target.parent / target.stem), detail=detail) from caught
        kept.append(str(target.parent / f"{target.stem}-{found.file}"))
        return found

    try:
        record = read_rows(document.data)
        content = print_rows(record, kind, paper, lang, ink, stock=stock, fillable=fillable, kept=keeping)
    except Refusal as caught:
        raise _located(caught, document, lang) from caught
    write_bytes(target, content)
    words = speak(lang)
    told = [words("cli.written", file=str(target))]
    return "\n".join(told + [words("cli.pad.kept", file=file) for file in kept])


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
