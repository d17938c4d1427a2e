"""What several commands take: the language they speak, where they write, where the database is."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

# Each of these looks for translations of its name: one for all options.
FILE = click.Path(path_type=Path, allow_dash=True)
"""A file, or "-"."""
NAMED_FILE = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)

_LANGUAGES = ("en", "ru")


def system_language() -> str:
    """The language of the terminal, else English."""
    wished = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((lang for lang in wished if lang), "")[:2].lower()
    return found if found in _LANGUAGES else _LANGUAGES[0]


def _remember(context: click.Context, _: click.Parameter, lang: str | None) -> str:
    # Errors are told in this language, too, when the context is gone.
    chosen = lang or system_language()
    context.find_root().obj["lang"] = chosen
    return chosen


def speaks(command: Command) -> Command:
    """The command prints words, in the language of `--lang`."""
    kind = click.Choice(_LANGUAGES)
    return click.option("--lang", type=kind, callback=_remember, help="Language of the words.")(command)


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
output = click.option("-o", "--output", type=FILE, help="Write to this file.")
data = click.option("--data", type=FOLDER, help="Folder of the database.")


def short_run(command: Command) -> Command:
    """The command is over soon: to look for garbage in rings would cost it a fifth of its time."""

    @wraps(command)
    def run(**values: Any) -> Any:
        collected = gc.isenabled()
        gc.disable()
        try:
            return command(**values)
        finally:
            if collected:
                # whatever is left counts as old: the collector does not look through all of it at once
                gc.freeze()
                gc.unfreeze()
                gc.enable()

    return run  # type: ignore[return-value]  # it takes what the command takes
