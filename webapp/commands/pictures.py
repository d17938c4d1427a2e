"""Cards as picture files: fronts, and the sheets of a virtual table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from printables.binding import Prepared
from printables.imposition import Setting
from printables.pictures import Picture, fronts, single, table_sheets
from webapp.commands.files import BadFile, write_bytes

Lay = Callable[[Setting, bool], tuple[Prepared, list[str] | None, Callable[[], None]]]
"""Lays cards out by a setting, with backs or without: the job, what its cards are called, and what is asked once they
are drawn and before anything is written."""


def write_pictures(lay: Lay, setting: Setting, png: Path | None, tabletop: Path | None) -> list[Path]:
    """Write a picture of each front into one folder, and the sheets of a virtual table into another; their files."""
    found: list[Path] = []
    if png is not None:
        job, names, check = lay(single(setting), False)
        found += _written(fronts(job, names), png, check)
    if tabletop is not None:
        job, _, check = lay(single(setting), True)
        found += _written(table_sheets(job), tabletop, check)
    return found


def _written(pictures: Iterable[Picture], folder: Path, check: Callable[[], None]) -> list[Path]:
    found: list[Path] = []
    for picture in pictures:
        check()
        if not found:
            _made(folder)
        found.append(folder / picture.name)
        write_bytes(found[-1], picture.content)
    return found


def _made(folder: Path) -> None:
    """Raises BadFile for a folder that cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as caught:
        raise BadFile("file.unwritable", file=str(folder), detail=caught.strerror or str(caught)) from caught
