"""The `tableside` command. Whatever a command needs is imported inside it: `--help` answers at once."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from pathlib import Path
from typing import Any

import click

from webapp.cli_options import FILE, as_json, data, output, speaks, system_language
from webapp.cli_paper import PAPER


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tableside")
def cli() -> None:
    """Sits beside a board game: a dice bag, phases, a solo opponent, scores, and printed sheets.

    Start with "tableside serve" and scan the code with your phones.
    """


for _command in PAPER:
    cli.add_command(_command)


@cli.command()
@click.option("--host", help="Address to listen on; by default every address of this machine.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on (8080).")
@data
@click.option("--name", help="Announce this machine as NAME.local in the local network.")
@speaks
def serve(host: str | None, port: int | None, data: Path | None, name: str | None, lang: str) -> None:
    """Start the server: phones join by the code it prints."""
    from webapp.commands.serve import serve as run

    run(lang, host=host, port=port, data=data, name=name)


@cli.command("host")
@click.argument("table")
@data
@speaks
def host_link(table: str, data: Path | None, lang: str) -> None:
    """Print a new host link for TABLE (its id or join code) and end the old one."""
    from webapp.commands.tables import new_host_link

    click.echo(new_host_link(table, data, lang))


@cli.command()
@as_json
@speaks
def games(as_json: bool, lang: str) -> None:
    """List the installed games."""
    from webapp.commands.about import list_games

    click.echo(list_games(lang, as_json=as_json))


@cli.command()
@click.argument("game")
@click.argument("file", type=FILE)
@click.option("--set", "set_", help="Set of content that names are looked up in.")
@as_json
@speaks
def score(game: str, file: Path, set_: str | None, as_json: bool, lang: str) -> None:
    """Score a finished game of GAME that FILE describes in YAML ("-" reads standard input)."""
    from webapp.commands.score import score as run

    click.echo(run(game, file, set_, lang, as_json=as_json))


@cli.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="Games to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--level", help="How well the player plays; by default the middle way.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes; by default one for each processor.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the table (set=own).")
@as_json
@speaks
def solo(
    game: str,
    games: int,
    seed: int,
    level: str | None,
    workers: int | None,
    options: tuple[str, ...],
    as_json: bool,
    lang: str,
) -> None:
    """Let the opponent of GAME play solo games, and tell how they end."""
    from webapp.commands.solo import solo as run

    click.echo(run(game, games, seed, level, workers, options, lang, as_json=as_json))


@cli.command("compile")
@speaks
def compile_(lang: str) -> None:
    """Compile the busiest rules, once, so that "solo" takes less time. Needs a C compiler and a few minutes."""
    from webapp.commands.compile import compile_rules

    click.echo(compile_rules(lang))


@cli.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("question", required=False)
@click.argument("values", nargs=-1, type=click.UNPROCESSED, metavar="[--NAME VALUE]...")
@as_json
@speaks
def odds(game: str, question: str | None, values: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Answer a QUESTION about the odds of GAME, exactly; without one, list the questions and their options."""
    from webapp.commands.odds import odds as run

    click.echo(run(game, question, values, lang, as_json=as_json))


@cli.command()
@click.argument("game")
@click.argument("what", type=click.Choice(["score", "table"]), required=False)
@speaks
def schema(game: str, what: str | None, lang: str) -> None:
    """Print the JSON Schema of a score file of GAME, or of what a new table takes. "schema deck" and "schema layout"
    need no game: a deck of your own and its layouts."""
    if game in ("deck", "layout") and what is None:
        from webapp.commands.deck import print_schema as print_deck_schema

        click.echo(print_deck_schema(game))
        return
    if what is None:
        raise click.UsageError("Say which: score or table.")
    from webapp.commands.schema import print_schema

    click.echo(print_schema(game, what))


@cli.command()
@click.argument("game")
@click.argument("words", nargs=-1)
@as_json
@speaks
def rules(game: str, words: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Look something up in the rule book of GAME: by the id of a rule, or by WORDS."""
    from webapp.commands.rules import look_up

    click.echo(look_up(game, " ".join(words), lang, as_json=as_json))


@cli.command()
@click.option("--csv", type=FILE, help="Write a spreadsheet.")
@click.option("--bgstats", type=FILE, help="Write a play file for BG Stats.")
@as_json
@data
@speaks
def evenings(csv: Path | None, bgstats: Path | None, as_json: bool, data: Path | None, lang: str) -> None:
    """Tell who has won how often on past evenings, or write them for other programs."""
    from webapp.commands.evenings import evenings as run

    told = run(data, csv, bgstats, lang, as_json=as_json)
    if told:
        click.echo(told)


@cli.command()
@click.argument("game")
@click.argument("what", type=click.Choice(["list", "export", "import"]), default="list")
@click.argument("file", type=FILE, required=False)
@as_json
@output
@data
@speaks
def copy(
    game: str, what: str, file: Path | None, as_json: bool, output: Path | None, data: Path | None, lang: str
) -> None:
    """List, export or import (from FILE) what you have typed about the printed cards of your copy of GAME."""
    from webapp.commands.copy import export_copy, import_copy, list_copy

    if what == "import":
        if file is None:
            raise click.UsageError("Name the FILE to import.")
        click.echo(import_copy(game, file, data, lang))
    elif what == "export":
        click.echo(export_copy(game, data, output or file, lang), nl=(output or file) is not None)
    else:
        click.echo(list_copy(game, data, lang, as_json=as_json))


@cli.command()
@click.argument("file", type=FILE)
@as_json
@speaks
def verify(file: Path, as_json: bool, lang: str) -> None:
    """Check all luck of the exported table in FILE. Ends with 1 if something is wrong."""
    from webapp.commands.tables import verify as run

    told, good = run(file, lang, as_json=as_json)
    click.echo(told)
    if not good:
        raise click.exceptions.Exit(1)


@cli.command()
@click.argument("table")
@click.option("--sealed", is_flag=True, help="With every secret, to move the table to another machine.")
@output
@data
@speaks
def export(table: str, sealed: bool, output: Path | None, data: Path | None, lang: str) -> None:
    """Write TABLE (its id or join code) into one file."""
    from webapp.commands.tables import export as run

    click.echo(run(table, data, output, lang, sealed=sealed), nl=output is not None)


@cli.command("import")
@click.argument("file", type=FILE)
@data
@speaks
def import_(file: Path, data: Path | None, lang: str) -> None:
    """Open the sealed export in FILE as a table of this machine, and print its host link."""
    from webapp.commands.tables import import_table

    click.echo(import_table(file, data, lang))


def main(arguments: list[str] | None = None) -> None:
    """The entry point: 0 all is well, 1 a check has failed, 2 something was asked that cannot be done."""
    told: dict[str, Any] = {"lang": system_language()}
    # The system takes all memory back at once: to look for garbage in rings at the end would only take time.
    atexit.register(gc.freeze)
    try:
        code = cli.main(arguments, "tableside", standalone_mode=False, obj=told)
        sys.stdout.flush()
    except click.ClickException as caught:
        caught.show()
        code = 2
    except click.Abort:
        code = 130
    except BrokenPipeError:
        # Somebody has read enough (head). Nothing more is written, not even at the end of the interpreter.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as caught:
        code = _refused(caught, told)
    sys.exit(code if isinstance(code, int) else 0)


def _refused(caught: Exception, told: dict[str, Any]) -> int:
    """Tell a refusal in one sentence; anything else is a fault of ours."""
    from companion.refusals import Refusal

    if not isinstance(caught, Refusal):
        raise caught
    from webapp.commands.terms import refusal_text

    click.echo(f"tableside: {refusal_text(caught, told['lang'])}", err=True)
    return 2
