"""`tableside compile`: the busiest modules as machine code, for simulations."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from companion.refusals import Refusal
from companion.words import Words
from webapp import compiled, compiling
from webapp.commands.terms import speak
from webapp.config import Settings

_LINES = 12
"""Of what a compiler said, the last ones are told."""


def compile_rules(lang: str) -> str:
    """Make the compiled copy, unless it is there. Raises Refusal for what is missing, and if it cannot be made."""
    words = speak(lang)
    cache = Settings.from_environ(os.environ).cache_folder
    place = compiled.found(cache)
    if place is not None:
        return words("cli.compile.there", path=str(place))
    _need_compilers()
    with _progress(words):
        try:
            place = compiled.make(cache, build)
        except OSError as caught:
            raise Refusal("file.unwritable", file=str(cache), detail=caught.strerror or str(caught)) from caught
    return words("cli.compile.done", path=str(place))


def build(folder: Path, modules: Sequence[str]) -> None:
    """Compile modules in this folder. Raises Refusal with the end of what the compiler said."""
    command = [sys.executable, "-P", str(compiling.__file__), *modules]
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        said = done.stdout.decode(errors="replace").strip().splitlines()
        raise Refusal("cli.compile.failed", detail="\n".join(said[-_LINES:]))


def _need_compilers() -> None:
    if any(find_spec(name) is None for name in ("mypyc", "setuptools")):
        raise Refusal("cli.compile.no_extra")
    # Elsewhere Python finds the compiler of the system by itself, and needs no such file.
    if os.name == "posix":
        compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
        if shutil.which(compiler) is None:
            raise Refusal("cli.compile.no_compiler", name=compiler)
        if not Path(sysconfig.get_path("include"), "Python.h").is_file():
            raise Refusal("cli.compile.no_headers")


@contextmanager
def _progress(words: Words) -> Iterator[None]:
    """That something happens, and for how long: on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(words("cli.compile.making"), total=None)
        yield
