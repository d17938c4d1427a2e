"""Printers on a terminal: what is known of each, and what somebody has read from an alignment page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import to_builtins

from companion.words import Words
from printables.imposition import Calibration, Flip, Setting
from printables.options import read_setting
from webapp.commands.terms import program, speak
from webapp.config import Settings
from webapp.printers import read_alignment, read_printers, shift_text, write_printers


def list_printers(data: Path | None, lang: str, *, as_json: bool) -> str:
    """What is known of every printer."""
    known = read_printers(_folder(data))
    if as_json:
        return program({"printers": to_builtins(known.by)})
    words = speak(lang)
    if not known.by:
        return words("cli.printers.none")
    return "\n".join(_told(words, name, flip, one) for name, flips in known.by.items() for flip, one in flips.items())


def keep_printer(
    name: str, data: Path | None, lang: str, *, paper: str, flip: str, a: str | None, b: str | None, crease: str | None
) -> str:
    """Keep what was read from an alignment page. Raises Refusal for readings that cannot be."""
    edge, found = read_alignment(a, b, crease, paper, flip)
    folder = _folder(data)
    write_printers(folder, read_printers(folder).put(name, edge, found))
    return _told(speak(lang), name.strip(), edge, found)


def forget_printer(name: str, data: Path | None, lang: str) -> str:
    folder = _folder(data)
    write_printers(folder, read_printers(folder).without(name))
    return speak(lang)("cli.printers.forgotten", name=name)


def setting_of(asked: Mapping[str, str], printer: str | None, data: Path | None) -> Setting:
    """The setting that options ask for, with what is known of a printer and the edge that it turns sheets over.

    Raises Refusal for what cannot be read, and for a printer that is not known.
    """
    if printer is None:
        return read_setting(asked)
    wanted: Flip | None = read_setting({"flip": asked["flip"]}).flip if asked.get("flip") else None
    flip, calibration = read_printers(_folder(data)).find(printer, wanted)
    return read_setting({**asked, "flip": flip}, calibration)


def _folder(data: Path | None) -> Path:
    return Settings.from_environ(os.environ, data=data).folder


def _told(words: Words, name: str, flip: str, one: Calibration) -> str:
    edge = words(f"cli.printers.edge.{flip}")
    return words("cli.printers.told", name=name, edge=edge, front=shift_text(one.front), back=shift_text(one.back))
