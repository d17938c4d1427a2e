"""`tableside thing`: tokens, tuck boxes, dice, mats and the sheet of icons, of no game in particular."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.refusals import Refusal, nearest
from printables.binding import Prepared, Section
from printables.icons import icon_names
from printables.items import FreeJob, Page
from printables.sizes import find_card
from printables.things.box import TuckBox, box_pages
from printables.things.cube import PIPS, dice_pages
from printables.things.job import ACCENT, thing_job
from printables.things.mat import MatPlace, mat_pages
from printables.things.spec import places_of, tokens_of
from printables.things.specimen import specimen_pages
from printables.things.tokens import find_shape, token_pages
from webapp.cli_options import data, output, speaks
from webapp.cli_paper import lays_out, strict
from webapp.commands.printers import setting_of
from webapp.commands.printing import write_job

Command = TypeVar("Command", bound=Callable[..., Any])

accent = click.option("--accent", default=ACCENT, show_default=True, help="The one colour, as #rrggbb.")
paper = click.option(
    "--paper", default="a4", show_default=True, help='By name (see "sizes"), or WIDTHxHEIGHTmm (or in).'
)
ink = click.option("--ink", default="colour", show_default=True, help="colour, grey or saver.")
title = click.option("--title", help="What it is called.")


def prints(command: Command) -> Command:
    """The options that every thing has."""
    for option in (speaks, output, strict, accent, ink, paper, title):
        command = option(command)
    return command


def written(key: str, job: FreeJob, pages: Sequence[Page], output: Path | None, *, strict: bool) -> None:
    """Write the PDF of a thing, and tell so."""
    name = job.words(f"print.thing.{key}")
    target = output or Path(f"{key}.pdf")
    whole = Prepared(job, (Section(key, name, pages),), f"{job.words('game.name')}: {name}", job.whose)
    told = write_job(whole, target, None, job.words.lang, strict=strict)
    click.echo(told, err=str(target) == "-")


@click.command()
@click.argument("tokens", nargs=-1, metavar="TOKEN...", required=True)
@click.option("--shape", default="round", show_default=True, help="round, square or hex.")
@click.option("--width", type=float, default=25, show_default=True, help="From side to side, in mm.")
@click.option("--no-backs", is_flag=True, help="Print one side only.")
@lays_out
@data
@prints
def tokens(
    tokens: tuple[str, ...],
    shape: str,
    width: float,
    no_backs: bool,
    asked: Mapping[str, str],
    printer: str | None,
    data: Path | None,
    strict: bool,
    output: Path | None,
    lang: str,
    **look: Any,
) -> None:
    """Print TOKENs with two sides alike: 12x{sword}, 5@gold, "3xFirst player" (how many, what is on it, a colour)."""
    job = _job(look, lang, setting=setting_of(asked, printer, data), backs=not no_backs)
    pages = token_pages(job, find_shape(shape), width, tokens_of(tokens))
    written("tokens", job, pages, output, strict=strict)


@click.command()
@click.option("--cards", type=click.IntRange(1, 10_000), default=54, show_default=True, help="How many it holds.")
@click.option("--size", default="poker", show_default=True, help="Of its cards: a name, a sleeve, or WIDTHxHEIGHTmm.")
@click.option(
    "--stock", type=click.FloatRange(0.05, 5), default=0.32, show_default=True, help="Thickness of a card, mm."
)
@click.option("--icon", default="star", show_default=True, help="The picture on it; the sheet of icons has all names.")
@click.option("--text", default="", help="A line at the foot of its front.")
@prints
def box(
    cards: int, size: str, stock: float, icon: str, text: str, strict: bool, output: Path | None, lang: str, **look: Any
) -> None:
    """Print a tuck box for so many cards of a size and a thickness, to cut, fold and glue."""
    job = _job(look, lang)
    card = find_card(size)
    if icon not in icon_names():
        raise nearest("print.thing.icon", icon, icon_names())
    held = TuckBox(card.width, card.height, cards, stock)
    pages = box_pages(job, held, look["title"] or job.words("print.thing.untitled"), icon, text)
    written("box", job, pages, output, strict=strict)


@click.command()
@click.argument("faces", nargs=-1, metavar="[FACE]...")
@click.option("--edge", type=float, default=20, show_default=True, help="Of the die, in mm.")
@click.option("--count", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many dice.")
@prints
def dice(
    faces: tuple[str, ...], edge: float, count: int, strict: bool, output: Path | None, lang: str, **look: Any
) -> None:
    """Print dice to fold, with pips or with six FACEs of your own: 1 2 3 {star} {star} "{sword}{sword}"."""
    job = _job(look, lang)
    pages = dice_pages(job, [faces or (PIPS,) * 6] * count, edge)
    written("dice", job, pages, output, strict=strict)


@click.command()
@click.argument("places", nargs=-1, metavar="PLACE...", required=True)
@click.option("--size", default="400x280", show_default=True, help="WIDTHxHEIGHT of the mat in mm.")
@prints
def mat(places: tuple[str, ...], size: str, strict: bool, output: Path | None, lang: str, **look: Any) -> None:
    """Print a mat with named PLACEs: Deck, 5xMarket=tarot, Dice=80x40 (how many, what it is called, how large)."""
    job = _job(look, lang)
    width, height = _sides(size)
    found = [
        MatPlace(wish.text, *_place_size(wish.more or "poker")) for wish in places_of(places) for _ in range(wish.count)
    ]
    pages = mat_pages(job, width, height, look["title"] or "", found)
    written("mat", job, pages, output, strict=strict)


@click.command()
@prints
def icons(strict: bool, output: Path | None, lang: str, **look: Any) -> None:
    """Print the sheet of all icons with their names."""
    job = _job(look, lang)
    written("icons", job, specimen_pages(job), output, strict=strict)


COMMANDS: Mapping[str, click.Command] = {
    "tokens": tokens,
    "box": box,
    "dice": dice,
    "mat": mat,
    "icons": icons,
}
"""What can be printed without a game, by name."""


def _job(look: Mapping[str, Any], lang: str, **more: Any) -> FreeJob:
    return thing_job(look["title"], paper=look["paper"], lang=lang, ink=look["ink"], accent=look["accent"], **more)


def _sides(text: str) -> tuple[float, float]:
    """Raises Refusal (`print.thing.sides_unread`)."""
    try:
        width, height = (float(side) for side in text.lower().removesuffix("mm").split("x"))
    except ValueError as caught:
        raise Refusal("print.thing.sides_unread", field="size", got=text[:40]) from caught
    return width, height


def _place_size(text: str) -> tuple[float, float]:
    if text[:1].isdigit():
        return _sides(text)
    card = find_card(text)
    return card.width, card.height
