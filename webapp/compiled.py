"""A copy of the companion whose busiest modules are machine code, for processes that simulate.

`tableside compile` makes it, nothing else does. It lies in the user's cache, in a folder that is named by everything it
was made of: whoever edits a source, or has another Python, has no copy until one is made again, so none is ever stale.
Only processes that play simulations import it; serving, tests and every command itself run on the sources.

Those processes import this module before the companion, so it imports nothing of the house.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

RECIPE = 1
"""Counts how often the way of compiling has changed; what was made in another way is not used."""

LIST = "compiled.yaml"
"""Beside the modules of the house and of each game: which of them to compile."""

Build = Callable[[Path, Sequence[str]], None]
"""Compiles modules (paths inside the folder) where they stand."""

_PACKAGE = "companion"
_BEGUN = "making-"
_GIVEN_UP = 3600.0
"""Seconds after which what somebody began is taken to be left over."""

_NAME = re.compile("[0-9a-f]{24}")

_LIBRARIES = ("*.so", "*.pyd")
_MADE = ("__pycache__", "*.pyc", *_LIBRARIES)
"""What is no source."""


def sources() -> Path:
    """The companion that runs here."""
    import companion

    return Path(str(companion.__file__)).parent


def fingerprint(package: Path) -> str:
    """A hash of all that a copy depends on: every source and data file, the Python, the machine and the recipe."""
    about = (RECIPE, sys.version, sysconfig.get_config_var("SOABI"), sysconfig.get_platform())
    found = hashlib.sha256(repr(about).encode())
    for path in _files(package):
        content = path.read_bytes()
        found.update(f"\0{path.relative_to(package).as_posix()}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()[:24]


def _files(package: Path) -> Iterator[Path]:
    for path in sorted(package.rglob("*")):
        if path.is_file() and not any(part.match(made) for part in (path, path.parent) for made in _MADE):
            yield path


def modules(package: Path) -> list[str]:
    """What is to be compiled, as paths from the folder of the package: what the lists in it name."""
    from companion.words import load_yaml

    return [
        (listed.parent / name).relative_to(package.parent).as_posix()
        for listed in sorted(package.rglob(LIST))
        for name in load_yaml(listed)["modules"]
    ]


def found(cache: Path, package: Path | None = None) -> Path | None:
    """The folder of the copy that fits the sources (those that run here), if there is one."""
    if not cache.is_dir():
        return None
    place = cache / fingerprint(package or sources())
    return place if (place / _PACKAGE).is_dir() else None


def make(cache: Path, build: Build, package: Path | None = None) -> Path:
    """Make the copy and remove older ones. It appears whole or not at all, whatever happens meanwhile."""
    cache.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=_BEGUN, dir=cache) as begun:
        folder = Path(begun, "copy")
        # What Python has made of the sources fits the copy as well: files keep their times.
        copied = shutil.copytree(package or sources(), folder / _PACKAGE, ignore=shutil.ignore_patterns(*_LIBRARIES))
        # Named by what was copied: a source that changes while the compiler runs makes another copy necessary.
        place = cache / fingerprint(copied)
        build(folder, modules(copied))
        try:
            folder.rename(place)
        except OSError:
            # Somebody else has made the same copy at the same time.
            if not (place / _PACKAGE).is_dir():
                raise
    _remove_others(cache, place)
    return place


def _remove_others(cache: Path, place: Path) -> None:
    for other in cache.iterdir():
        begun = other.name.startswith(_BEGUN) and time.time() - other.stat().st_mtime > _GIVEN_UP
        # Whoever names a folder that holds something else keeps it.
        if begun or (other != place and _NAME.fullmatch(other.name)):
            shutil.rmtree(other, ignore_errors=True)


def prefer(copy: Path) -> None:
    """Import the companion from this copy, in a process that has not imported it yet; in others nothing changes."""
    if _PACKAGE not in sys.modules:
        sys.path.insert(0, str(copy))
