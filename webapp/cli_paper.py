"""The commands that print: what a game has, a maker's own decks and pads, things; and the printers they are printed
on. Whatever a command needs is imported inside it."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import click

from webapp.cli_options import FILE, FOLDER, NAMED_FILE, Command, as_json, data, output, short_run, speaks

png = click.option("--png", type=FOLDER, help="Write each front as a picture here.")
tabletop = click.option("--tabletop", type=FOLDER, help="Write sheets for Tabletop Simulator here.")
strict = click.option("--strict", is_flag=True, help="End with 1 if a character had to be replaced by a box.")

_SETTING = (
    ("--layout", "duplex, gutter-fold, strips or single: where the backs go [duplex]."),
    ("--flip", "The edge that the printer turns sheets over: long or short [long]."),
    ("--order", "paired, or fronts-then-backs (or …-reversed) for a stack that is put in twice [paired]."),
    ("--turn", "How the paper lies: upright, lying, or best to hold more [upright]."),
    ("--marks", "ticks, edge, lines, corners, crosses, outline, dashed, bleed, safe or none; joined by +."),
    ("--mark-length", "Length of marks in mm [3]."),
    ("--mark-offset", "Distance of marks from the cards in mm."),
    ("--mark-width", "Width of marks in mm [0.1]."),
    ("--bleed", "How far grounds run on beyond the cuts, in mm [3]."),
    ("--safe", "Distance of the mark “safe” from the cuts, in mm [3]."),
    ("--gutter", "Room between two cards in mm [0]."),
    ("--grid", "COLUMNSxROWS of cards on a sheet; by default as many as fit."),
    ("--registration", "yes: marks for a cutting machine."),
    ("--corner", "Round the corners of cards in cut lines by so many mm [0]."),
    ("--ruler", "no: leave out the line of 50 mm."),
    ("--shift", "Move fronts X,Y mm right and down, or X,Y,DEGREES."),
    ("--back-shift", "Move backs X,Y mm right and down, or X,Y,DEGREES."),
)


def lays_out(command: Command) -> Command:
    """The command lays things onto sheets: it gets what is asked for as `layout`, and the name of a `printer`."""

    @wraps(command)
    def asked(**values: Any) -> Any:
        names = [option.removeprefix("--") for option, _ in _SETTING]
        given = {name: values.pop(name.replace("-", "_")) for name in names}
        return command(**values, asked={name: value for name, value in given.items() if value is not None})

    found: Any = asked
    for option, text in reversed(_SETTING):
        found = click.option(option, help=text)(found)
    return click.option("--printer", help="Make up for what is known of this printer.")(found)  # type: ignore[no-any-return]


def pad_options(command: Command) -> Command:
    """How score pads are made."""
    options = (
        click.option("--up", type=int, default=1, show_default=True, help="Score pads to a sheet: 1, 2, 4, 6 or 8."),
        click.option("--binding", is_flag=True, help="Show the strip for the glue at the head of a score pad."),
        click.option("--tear-off", is_flag=True, help="Show the line along which a leaf of a score pad is torn off."),
        click.option(
            "--behind",
            type=click.Choice(["nothing", "pad", "rules"]),
            default="nothing",
            show_default=True,
            help="What stands on the back of a score pad.",
        ),
        click.option("--fillable", is_flag=True, help="Add fields to type into on a screen."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command("print")
@click.argument("game")
@click.argument("items", nargs=-1, metavar="ITEM...")
@click.option("--list", "listed", is_flag=True, help="List what can be printed.")
@click.option("--paper", default="a4", show_default=True, help='By name (see "sizes"), or WIDTHxHEIGHTmm (or in).')
@click.option("--ink", default="colour", show_default=True, help="colour, grey or saver.")
@click.option("--set", "set_", help="Set of content that is printed.")
@click.option("--for", "for_", metavar="N", help="With the item kit: for solo, 2, 3 … players.")
@click.option("--no-backs", is_flag=True, help="Leave out the backs of cards.")
@click.option("--qr", "codes", is_flag=True, help="A code on each card that has room for one: phones show the card.")
@click.option("--link", default="", metavar="URL", help="Where phones find the companion (http://tavern.local:8080).")
@click.option("--hero", type=FILE, help="Show the heroes of this score file.")
@click.option("--fill", multiple=True, metavar="KEY=VALUE", help="Fill something in beforehand, where an item can.")
@png
@tabletop
@strict
@click.option("--cuts", type=NAMED_FILE, help="Write the cuts to this file, .svg or .dxf.")
@lays_out
@pad_options
@data
@output
@as_json
@speaks
def print_(
    game: str,
    items: tuple[str, ...],
    listed: bool,
    paper: str,
    ink: str,
    set_: str | None,
    for_: str | None,
    no_backs: bool,
    codes: bool,
    link: str,
    hero: Path | None,
    fill: tuple[str, ...],
    up: int,
    binding: bool,
    tear_off: bool,
    behind: str,
    fillable: bool,
    png: Path | None,
    tabletop: Path | None,
    strict: bool,
    cuts: Path | None,
    asked: Mapping[str, str],
    printer: str | None,
    data: Path | None,
    output: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Print ITEMs of GAME into a PDF; "kit" is everything that a table needs. "print calibration" needs no game: a page
    to measure a printer with."""
    from webapp.commands.printers import setting_of
    from webapp.commands.printing import list_items, pad_stock, print_alignment, print_pdf

    if game == "calibration" and not items and not listed:
        told = print_alignment(paper, lang, ink, output, setting_of(asked, printer, data))
        click.echo(told, err=str(output) == "-")
        return
    if listed:
        click.echo(list_items(game, lang, as_json=as_json))
        return
    if not items:
        raise click.UsageError("Name at least one ITEM; --list shows what there is.")
    # Where the PDF itself goes to standard output, nothing else does.
    wanted: dict[str, Any] = {"set_": set_, "for_": for_, "codes": codes, "link": link}
    told = print_pdf(
        game, items, paper, lang, ink, output,
        backs=not no_backs, hero=hero, fill=fill, setting=setting_of(asked, printer, data), cuts=cuts,
        png=png, tabletop=tabletop, strict=strict,
        pad=pad_stock(up, behind, binding=binding, tear_off=tear_off), fillable=fillable, **wanted,
    )  # fmt: skip
    click.echo(told, err=str(output) == "-")


@click.command()
@click.argument("file", type=FILE, required=False)
@click.option("--kind", default="pencil", show_default=True, help="pencil, or bubbles that a photo can be read from.")
@click.option("--paper", default="a4", show_default=True, help="a4, letter or a5.")
@click.option("--ink", default="colour", show_default=True, help="colour, grey or saver.")
@pad_options
@strict
@click.option("--sample", is_flag=True, help="Print a list of rows to begin with.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of a list of rows.")
@output
@speaks
def pad(
    file: Path | None,
    kind: str,
    paper: str,
    ink: str,
    up: int,
    binding: bool,
    tear_off: bool,
    behind: str,
    fillable: bool,
    strict: bool,
    sample: bool,
    schema: bool,
    output: Path | None,
    lang: str,
) -> None:
    """Print a score pad for a game that Tableside does not know, from the list of rows in FILE (YAML)."""
    from webapp.commands.pad import print_pad, sample_rows, schema_of_rows
    from webapp.commands.printing import pad_stock

    if sample or schema:
        click.echo(sample_rows() if sample else schema_of_rows(), nl=schema)
        return
    if file is None:
        raise click.UsageError("Name the FILE with the rows; --sample prints one to begin with.")
    stock = pad_stock(up, behind, binding=binding, tear_off=tear_off)
    told = print_pad(file, kind, paper, lang, ink, output, stock=stock, fillable=fillable, strict=strict)
    click.echo(told, err=str(output) == "-")


@click.command()
@click.argument("decks", nargs=-1, type=NAMED_FILE, metavar="DECK...")
@click.option("--only", multiple=True, metavar="CARDS", help="Print these: 4-13, a name, or cost>=3; may be repeated.")
@click.option("--paper", default="a4", show_default=True, help="A name, or WIDTHxHEIGHT with mm or in.")
@click.option("--ink", default="colour", show_default=True, help="colour, grey or saver.")
@click.option("--size", help="The size of the cards: a name, a sleeve, or WIDTHxHEIGHT with mm or in.")
@click.option("--no-backs", is_flag=True, help="Leave out the backs of cards.")
@click.option("--cuts", type=NAMED_FILE, help="Write the cuts to this file, .svg or .dxf.")
@click.option("--yes", is_flag=True, help="Do not ask about more than 10,000 cards.")
@click.option("--watch", is_flag=True, help="Build again whenever a file changes, and show the pages in the browser.")
@click.option("--port", type=click.IntRange(0, 65535), default=8091, show_default=True, help="Port of --watch.")
@click.option("--sample", nargs=2, metavar="NAME FOLDER", help="Write a sample deck to begin with.")
@click.option("--list", "listed", is_flag=True, help="List samples, layouts and icons.")
@png
@tabletop
@strict
@lays_out
@data
@output
@as_json
@speaks
@short_run
def deck(
    decks: tuple[Path, ...],
    only: tuple[str, ...],
    paper: str,
    ink: str,
    size: str | None,
    no_backs: bool,
    cuts: Path | None,
    yes: bool,
    watch: bool,
    port: int,
    sample: tuple[str, str] | None,
    listed: bool,
    png: Path | None,
    tabletop: Path | None,
    strict: bool,
    asked: Mapping[str, str],
    printer: str | None,
    data: Path | None,
    output: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Print a DECK of your own: rows of a spreadsheet through a layout onto cards."""
    from printables.deck.build import Wanted
    from printables.options import read_setting
    from webapp.commands import deck as command

    if listed:
        click.echo(command.list_all(lang, as_json=as_json))
        return
    if sample is not None:
        click.echo(command.copy_sample(sample[0], Path(sample[1]), lang))
        return
    if not decks:
        raise click.UsageError("Name at least one DECK; --sample writes one to begin with.")
    if printer is None:
        setting = read_setting(asked)
    else:
        from webapp.commands.printers import setting_of

        setting = setting_of(asked, printer, data)
    wanted = Wanted(lang, paper, ink, setting, backs=not no_backs, size=size, only=only, sure=yes)
    if watch:
        from webapp.commands.deck_watch import watch as run

        gc.enable()
        run(decks, wanted, output, port)
        return
    if png is not None or tabletop is not None:
        told, code = command.print_pictures(decks, wanted, png, tabletop, strict=strict, as_json=as_json)
        if told:
            click.echo(told)
        if code or output is None:
            raise click.exceptions.Exit(code)
    told, code = command.print_decks(decks, wanted, output, cuts, strict=strict, as_json=as_json)
    if told:
        click.echo(told, err=str(output) == "-")
    if code:
        raise click.exceptions.Exit(code)


@click.command()
@click.argument("name", required=False)
@click.option("--a", metavar="X,Y", help="Where the cross lies on grid A: mm to the right and down.")
@click.option("--b", metavar="X,Y", help="The same on grid B.")
@click.option("--crease", metavar="X,Y", help="Where the creases cross the scales of the front.")
@click.option("--paper", default="a4", show_default=True, help="The paper of the alignment page.")
@click.option("--flip", default="long", show_default=True, help="The edge that it was turned over: long or short.")
@click.option("--forget", is_flag=True, help="Forget the printer.")
@data
@as_json
@speaks
def printers(
    name: str | None,
    a: str | None,
    b: str | None,
    crease: str | None,
    paper: str,
    flip: str,
    forget: bool,
    data: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """List what is known of printers, or keep what was read from the alignment page of the printer NAME."""
    from webapp.commands import printers as run

    if name is None:
        click.echo(run.list_printers(data, lang, as_json=as_json))
    elif forget:
        click.echo(run.forget_printer(name, data, lang))
    elif a is None and b is None and crease is None:
        raise click.UsageError("Tell what you have read: --a, --b and --crease, or --forget.")
    else:
        click.echo(run.keep_printer(name, data, lang, paper=paper, flip=flip, a=a, b=b, crease=crease))


@click.command()
@as_json
@speaks
def sizes(as_json: bool, lang: str) -> None:
    """List the papers, the cards, and the sleeves with the cards that fit them."""
    from webapp.commands.printing import list_sizes

    click.echo(list_sizes(lang, as_json=as_json))


class _Things(click.Group):
    """Its commands are read when one of them is asked for."""

    def list_commands(self, _: click.Context) -> list[str]:
        from webapp.commands.things import COMMANDS

        return sorted(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        from webapp.commands.things import COMMANDS

        return COMMANDS.get(name)


@click.group(cls=_Things)
def thing() -> None:
    """Print a thing of your own: tokens, a tuck box, dice to fold, a mat, or the sheet of all icons."""


PAPER: tuple[click.Command, ...] = (print_, pad, deck, printers, sizes, thing)
"""The commands of this module."""
