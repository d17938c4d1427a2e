"""The lines that a cutting machine follows, as files beside a print."""

from __future__ import annotations

from pathlib import Path

from companion.refusals import Refusal
from printables.binding import Prepared
from printables.cutting import cut_files
from webapp.commands.files import write_bytes


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
