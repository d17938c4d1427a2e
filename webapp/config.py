"""The settings of the server, each with its help text. The environment gives them as `TABLESIDE_<NAME>`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.refusals import Unreadable
from companion.words import Word

PREFIX = "TABLESIDE_"


def _help(text: str) -> dict[str, str]:
    return {"help": text}


@dataclass(frozen=True)
class Settings:
    """What can be set. A setting that is left alone is right for a table at home."""

    data: Path | None = field(
        default=None, metadata=_help("Folder of the database; by default the one your system keeps for programs.")
    )
    cache: Path | None = field(
        default=None,
        metadata=_help("Folder of what `tableside compile` makes; by default the one for caches."),
    )
    host: str = field(default="", metadata=_help("Address to listen on; empty means every address of this machine."))
    port: int = field(default=8080, metadata=_help("Port to listen on."))
    name: str = field(default="", metadata=_help("Announce this machine as NAME.local in the local network."))
    base_url: str = field(
        default="",
        metadata=_help("Where phones find this server, such as https://games.example.org; empty finds it out."),
    )
    body_limit: int = field(default=65_536, metadata=_help("Largest body of a request, in bytes."))
    wrong_codes: int = field(default=20, metadata=_help("Wrong join codes that one address may try in a minute."))
    wrong_tokens: int = field(default=60, metadata=_help("Wrong tokens that one address may send in a minute."))
    tables_kept: int = field(
        default=200, metadata=_help("Tables kept folded in memory; others are folded again when they are used.")
    )
    views_kept: int = field(default=4_000, metadata=_help("Answers kept in memory."))
    retries: int = field(default=20, metadata=_help("How often a move is judged again when others come in between."))
    states_every: int = field(default=50, metadata=_help("A hash of the state is stored every so many entries."))
    vote_seconds: int = field(default=60, metadata=_help("How long the other phones have to agree to an undo."))
    claim_seconds: int = field(default=600, metadata=_help("How long a phone waits for the host to give it a seat."))
    copy: str = field(
        default="hosts",
        metadata=_help("Who may see and edit my copy of a game: hosts (of any table, and this machine), or machine."),
    )
    workers: int = field(default=1, metadata=_help("Processes beside the server that do what takes long: printing."))
    results_minutes: int = field(default=30, metadata=_help("Minutes that what was printed is kept for phones."))
    beat: float = field(default=15.0, metadata=_help("Seconds between the heartbeats of a live stream."))

    @property
    def folder(self) -> Path:
        """The data folder."""
        if self.data is not None:
            return self.data
        from platformdirs import user_data_path

        return user_data_path("tableside", appauthor=False)

    @property
    def cache_folder(self) -> Path:
        """Where compiled copies of the companion lie."""
        from platformdirs import user_cache_path

        return (self.cache or user_cache_path("tableside", appauthor=False)) / "compiled"

    @classmethod
    def from_environ(cls, environ: Mapping[str, str], **given: Any) -> Settings:
        """The settings of an environment; what is `given` (and not None) goes before. Raises Unreadable."""
        found = {
            each.name: _read(each.name, each.default, environ[PREFIX + each.name.upper()])
            for each in dataclasses.fields(cls)
            if PREFIX + each.name.upper() in environ
        }
        return cls(**found | {name: value for name, value in given.items() if value is not None})


def help_texts() -> dict[str, str]:
    """What each setting is for."""
    return {each.name: each.metadata["help"] for each in dataclasses.fields(Settings)}


def _read(name: str, default: Any, text: str) -> Any:
    kind: Any = Path if default is None else type(default)
    try:
        return kind(text)
    except ValueError as caught:
        raise Unreadable("read.type", field=PREFIX + name.upper(), expected=Word("kind.int"), got=text[:60]) from caught
