"""The press behind the API and the page: what can be printed, an order read with care, and the job that prints it."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from companion.canonical import Plain
from companion.game import Game, find_game, nearest
from companion.packs import sets
from companion.refusals import Refusal
from companion.words import LANGUAGES, Text, Word, Words
from printables.faces.pad_stock import rules_of
from printables.imposition import Flip, Setting
from printables.ink import INKS
from printables.kit import KIT, kit_items, kit_papers
from printables.options import BY_KEY, read_pad, read_setting
from printables.paper import PAPERS
from printables.press import all_prints, check, items_of, words_of
from webapp.errors import Problem
from webapp.jobs import Job, Jobs, Task
from webapp.press_work import FIRST
from webapp.printers import read_printers

CALL, PICTURES = "webapp.press_work:make", "webapp.press_work:pictures"

_log = logging.getLogger("tableside.press")

BATCH = 12
"""Pictures that one request may ask for."""

_FIELDS = (
    ("game.", "game"), ("print.kit.", "for"), ("print.item.", "items"), ("print.paper.", "paper"),
    ("print.ink.", "ink"), ("print.lang.", "lang"), ("print.set.", "set"),
    ("printers.", "printer"),
)  # fmt: skip
"""Which field of an order a refusal is about, by the beginning of its key."""


class PressOrder(Struct, frozen=True):
    """What is to be printed: `items` of a game by their keys, or `kit` alone, `for` a number of players or `solo`."""

    game: str
    items: tuple[str, ...] = (KIT,)
    for_: str = ""
    paper: str = "A4"
    lang: str = "en"
    ink: str = "colour"
    set_: str = ""
    backs: bool = True
    codes: bool = False
    fillable: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    """How things are laid onto sheets and how score pads are made, as `printables.options` reads it."""
    printer: str = ""

    def setting(self, folder: Path) -> Setting:
        """The same with what is known of the printer. Raises Refusal for what cannot be read, and for a printer that
        is not known in the data folder."""
        if not self.printer:
            return read_setting(self.options)
        asked = self.options.get("flip")
        wanted = read_setting({"flip": asked}).flip if asked else None
        flip, calibration = read_printers(folder).find(self.printer, wanted)
        return read_setting({**self.options, "flip": flip}, calibration)

    def arguments(self, link: str, setting: Setting) -> dict[str, Any]:
        """What the press is called with."""
        return {
            "game": self.game,
            "items": list(self.items),
            "for_": self.for_ or None,
            "paper": self.paper,
            "lang": self.lang,
            "ink": self.ink,
            "set_": self.set_ or None,
            "backs": self.backs,
            "codes": self.codes,
            "pad": read_pad(self.options),
            "fillable": self.fillable,
            "link": link,
            "setting": setting,
        }


def begin(jobs: Jobs, owner: str, order: PressOrder, *, folder: Path, link: str, lang: str) -> Job:
    """Put an order into the queue; everything that can be wrong with its names is told at once.

    `folder` is where printers are known, `lang` is the language in which it is told. Raises Problem 400 with the
    field, 429 and 503.
    """
    try:
        game = find_game(order.game)
        if order.set_ and order.set_ not in sets(game.package):
            raise nearest("print.set.unknown", order.set_, sets(game.package))
        setting = order.setting(folder)
        names = order.items, order.paper, order.lang, order.ink
        check(game, *names, for_=order.for_ or None, pad=read_pad(order.options), fillable=order.fillable)
    except Refusal as refusal:
        raise told(refusal, order.game, lang) from refusal
    return jobs.add(
        owner, Task(CALL, {"order": order.arguments(link, setting)}), {"order": order, "flip": setting.flip}
    )


def told(refusal: Refusal, game: str, lang: str) -> Problem:
    """A refusal of the press with its field; what it names is said here, where the game's own words are known."""
    where = refusal.field or next((name for start, name in _FIELDS if refusal.key.startswith(start)), None)
    args: dict[str, Any] = refusal.args_ | ({"field": where} if where else {})
    with suppress(Refusal):
        words = words_of(find_game(game), lang)
        args = {key: words.say(value) if isinstance(value, Word | Text) else value for key, value in args.items()}
    return Problem(400, refusal.key, rule=refusal.rule, **args)


def more_pictures(jobs: Jobs, job: Job, numbers: list[int], size: str) -> None:
    """Have pictures made of pages of a job that is done. Raises Problem 409 if it is not."""
    require_done(job)
    known = len(job.answer["pages"])
    wanted = [number for number in numbers if 1 <= number <= known][:BATCH]
    if wanted:
        jobs.add_to(job, Task(PICTURES, {"numbers": wanted, "size": size}))


def require_done(job: Job) -> None:
    """Raises Problem 409 for a job without a result, or the refusal that it has ended with."""
    if job.state == "refused" and job.refusal is not None:
        order: PressOrder = job.about["order"]
        raise told(job.refusal, order.game, order.lang)
    if job.refusal is not None:
        raise Problem(409, job.refusal.key, **job.refusal.args_)
    if job.state != "done":
        raise Problem(409, f"job.{job.state}")


def job_json(jobs: Jobs, job: Job, words: Words) -> dict[str, Plain]:
    """How far a job is, and what came of it."""
    found: dict[str, Plain] = {
        "id": job.id,
        "state": job.state,
        "before": jobs.before(job),
        "done": job.done,
        "total": job.total,
    }
    if job.state == "done":
        answer: dict[str, Any] = dict(job.answer)
        answer["pages"] = [
            {key: page[key] for key in ("item", "stuff", "back", "empty", "width", "height")}
            for page in answer["pages"]
        ]
        answer["missing"] = [_missing(one, job.about["order"], words.lang) for one in answer["missing"]]
        answer["flip"] = job.about["flip"]
        found["result"] = answer
    if job.refusal is not None:
        problem = job.refusal
        if job.state == "refused":
            order: PressOrder = job.about["order"]
            problem = told(job.refusal, order.game, words.lang)
        found["message"] = words(problem.key, **problem.args_)
    return found


def _missing(found: Mapping[str, Any], order: PressOrder, lang: str) -> dict[str, Plain]:
    """A character that no font has: the item and the place as the reader says them."""
    return {**found, "item": item_name(find_game(order.game), found["item"], lang), "place": found["place"][lang]}


def item_name(game: Game, key: str, lang: str) -> str:
    """What an item is called, also one that a kit brings along."""
    words, items = words_of(game, lang), items_of(game)
    return words(items[key].name if key in items else f"print.item.{key}")


class Choice(Struct, frozen=True):
    """Something that can be printed: its key, its name in the reader's language, its papers, how many of it may lie on
    a sheet where it is a score pad, and whether it can have fields to fill in on a screen."""

    key: str
    name: str
    papers: tuple[str, ...]
    up: tuple[int, ...]
    fillable: bool


class Choices(Struct, frozen=True):
    """Everything that can be chosen for a game; `kit_pads` says whether its kit has score pads, `behind` what may stand
    on the back of one."""

    game: Game
    items: tuple[Choice, ...]
    players: tuple[int, ...]
    kit_papers: tuple[str, ...]
    kit_pads: bool
    behind: tuple[str, ...]
    sets: tuple[str, ...]
    usual_set: str

    papers = tuple(PAPERS)
    inks = INKS
    languages = LANGUAGES


def choices(game: Game, lang: str) -> Choices:
    """What can be printed for a game."""
    prints, words = all_prints().get(game.key), words_of(game, lang)
    items = items_of(game, prints)
    known = sets(game.package)
    usual = next((str(option.default) for option in game.options if option.key == "set"), known[-1] if known else "")
    return Choices(
        game,
        tuple(
            Choice(
                key,
                words(item.name),
                tuple(paper.name for paper in PAPERS.values() if item.made_for(paper)),
                item.up,
                item.written_on,
            )
            for key, item in items.items()
        ),
        tuple(game.seats),
        tuple(paper.name for paper in kit_papers(game, items, prints, None)),
        any(item.up for item in kit_items(game, items, prints, None)),
        BY_KEY["behind"].choices if rules_of(game, words) else BY_KEY["behind"].choices[:-1],
        known,
        usual,
    )


def file_name(order: PressOrder) -> str:
    """What the PDF of an order is called."""
    what = order.items[0] if len(order.items) == 1 else ""
    parts = (order.game, what, order.for_, order.paper, order.lang)
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-") for part in parts if part) + ".pdf"


def printers(folder: Path) -> dict[str, tuple[Flip, ...]]:
    """The printers that are known, and for which edges; none where what is known of them cannot be read."""
    try:
        return {name: tuple(known) for name, known in read_printers(folder).by.items()}
    except Refusal as refusal:
        _log.warning("%s", refusal)
        return {}


def normal(order: PressOrder) -> PressOrder:
    """The order with the paper as it is called: `a4` is A4."""
    names = {name.lower(): name for name in PAPERS}
    return replace(order, paper=names.get(order.paper.strip().lower(), order.paper))


__all__ = ["BATCH", "FIRST", "Choices", "PressOrder", "begin", "choices", "job_json", "more_pictures", "normal"]
