"""`tableside solo`: whole solo games, played by the game's own opponent, and how they ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from companion.automa import Opponent
from companion.canonical import Plain
from companion.game import Game, Option, find_game, nearest, read_options
from companion.refusals import Refusal
from companion.simulate import CHUNK, Run, opponent_of, rank_counts, simulate, summary
from companion.words import Word, Words
from webapp.commands.terms import program, speak
from webapp.compiled import found
from webapp.config import Settings
from webapp.simulators import simulators as processes

SOLO = "solo"
_BARS = 40


def solo(
    game_key: str,
    games: int,
    seed: int,
    level: str | None,
    workers: int | None,
    wished: Sequence[str],
    lang: str,
    *,
    as_json: bool,
) -> str:
    """How so many solo games end. What comes out is the same however many workers there are.

    Raises Refusal for a game without a solo mode or an opponent, an unknown level or option.
    """
    game = find_game(game_key)
    words = speak(lang, game)
    rival = next((option for option in game.options if option.levels), None)
    opponent = opponent_of(game, None if rival is not None else level)
    run = Run(game.key, (opponent.key,), seed, _options(game, wished, rival, level))
    count = min(workers or os.cpu_count() or 1, -(-games // CHUNK))
    with _progress(words, games) as played, processes(count, _copy(game) if count > 1 else None) as executor:
        ends = [end for (end,) in simulate(run, games, count, executor, played)]
    totals, ranks = summary([end.total for end in ends]), rank_counts(ends)
    shown = opponent.level or opponent.key if rival is None else str(run.options[rival.key])
    told = {"games": games, "level": shown, "seed": seed, "total": totals, "ranks": ranks}
    return program(told) if as_json else _shown(words, told, opponent)


def _copy(game: Game) -> Path | None:
    """The compiled companion, if there is one that fits, for a game that is a part of it."""
    inside = game.package.startswith("companion.")
    return found(Settings.from_environ(os.environ).cache_folder) if inside else None


def _options(game: Game, wished: Sequence[str], rival: Option | None, level: str | None) -> dict[str, Plain]:
    """The options of a solo table: what is said as KEY=VALUE, the level of the rival, the rest by default."""
    mode = next((option for option in game.options if option.key == "mode"), None)
    if mode is None or SOLO not in mode.choices:
        raise Refusal("cli.solo.no_mode", game=game.key)
    kinds = {option.key: option.kind for option in game.options}
    chosen: dict[str, Plain] = {}
    for text in wished:
        key, equals, value = text.partition("=")
        if not equals:
            raise Refusal("cli.solo.option", got=text[:40])
        chosen[key] = _value(kinds.get(key, "choice"), value)
    if rival is not None and level is not None:
        if level not in rival.choices:
            raise nearest("simulate.no_level", level, rival.choices)
        chosen[rival.key] = level
    return read_options(game, {**chosen, "mode": SOLO})


def _value(kind: str, text: str) -> Plain:
    if kind == "flags":
        return [part for part in text.split(",") if part]
    return int(text) if kind == "int" and text.isdecimal() else text


@contextmanager
def _progress(words: Words, games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal's standard error; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(_BARS), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words("cli.solo.playing"), total=games)
        yield lambda count: progress.update(task, advance=count)


def _shown(words: Words, told: dict[str, Any], opponent: Opponent) -> str:
    from rich.console import Console
    from rich.table import Table

    out = StringIO()
    real = Console()
    console = Console(file=out, width=min(real.width, 100), force_terminal=real.is_terminal, highlight=False)
    total = told["total"]
    name = f"opponent.{opponent.key}"
    player = Word(name) if name in words else opponent.key
    console.print(words("cli.solo.played", n=told["games"], player=player, seed=str(told["seed"])), markup=False)
    mean = words("cli.solo.mean", whole=int(total["mean"]), hundredths=f"{round(100 * (total['mean'] % 1)):02}")
    console.print(words("cli.solo.total", **{**total, "mean": mean}), markup=False)
    table = Table(box=None, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    most = max(told["ranks"].values(), default=1)
    for rank, count in told["ranks"].items():
        share = words("cli.solo.share", n=round(100 * count / told["games"]))
        table.add_row(words(f"rank.{rank}"), share, "█" * max(1, round(_BARS * count / most)))
    if told["ranks"]:
        console.print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).rstrip()
