"""Files that people write and that people are sent: read with care, and with the line where something is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

from printables.documents import LARGEST as LARGEST
from printables.documents import BadFile as BadFile
from printables.documents import Document as Document
from printables.documents import decoded, read_file
from printables.documents import parse_yaml as parse_yaml

LARGEST_ARCHIVE = 200_000_000
"""Bytes of a table."""


def read_bytes(path: Path, largest: int = LARGEST) -> bytes:
    """A file, or standard input for "-". Raises BadFile."""
    if str(path) != "-":
        return read_file(path, largest)
    found = sys.stdin.buffer.read(largest + 1)
    if len(found) > largest:
        raise BadFile("file.too_large", file="-", most=largest)
    return found


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, or standard output for "-". Raises BadFile."""
    try:
        if str(path) == "-":
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        else:
            path.write_bytes(content)
    except BrokenPipeError:
        raise
    except OSError as caught:
        raise BadFile("file.unwritable", file=str(path), detail=caught.strerror or str(caught)) from caught


def read_yaml(path: Path) -> Document:
    """A YAML file, by the safe loader. Raises BadFile for what is no YAML, a key that stands twice, too much."""
    return parse_yaml(str(path), decoded(str(path), read_bytes(path)))
