"""The press: an order is written, its real pages are looked at, the PDF is taken along. It works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Any

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game import Game, find_game, games
from companion.words import LANGUAGES, Word, Words
from printables.kit import KIT
from webapp import press
from webapp.errors import Problem
from webapp.jobs import Job
from webapp.pages import press_form as form
from webapp.pages.address import named_link
from webapp.pages.frame import page, page_words, reader_language
from webapp.press import PressOrder
from webapp.press_work import made
from webapp.render import say
from webapp.services import services

_SHARED = ("paper", "ink", "lang")
"""What stays when another game is chosen."""


@dataclass(frozen=True)
class Leaf:
    """One side of a sheet: its page in the PDF, its size (mm), and whether its picture is there."""

    number: int
    width: float
    height: float
    empty: bool
    ready: bool


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper: what is printed on its front, and on its back if it has one."""

    front: Leaf
    back: Leaf | None


@dataclass(frozen=True)
class Group:
    """The sheets of one item."""

    name: str
    stuff: str
    sheets: tuple[Sheet, ...]

    @property
    def pages(self) -> str:
        first = self.sheets[0].front.number
        return str(first) if self.single else f"{first}–{self.last}"

    @property
    def last(self) -> int:
        """The number of its last page."""
        return (self.sheets[-1].back or self.sheets[-1].front).number

    @property
    def single(self) -> bool:
        """Whether it has one page."""
        return self.sheets[0].front.number == self.last


def show() -> ResponseReturnValue:
    """The page, for a game or for a job that there is."""
    name = request.args.get("job", "")
    if name:
        job = services().jobs.find(name)
        return _page(job.about["order"], job)
    return _page(_order(request.args))


def begin() -> ResponseReturnValue:
    """What the form does without scripts. What is wrong is told at its field, and nothing is lost."""
    order = _order(request.form)
    if "switch" in request.form:
        return redirect(url_for("pages.press", game=order.game, **{key: getattr(order, key) for key in _SHARED}), 303)
    try:
        job = press.begin(
            services().jobs,
            request.remote_addr or "",
            order,
            folder=services().settings.folder,
            link=named_link(),
            lang=reader_language(),
        )
    except Problem as problem:
        return _page(order, problem=problem)
    return redirect(url_for("pages.press", job=job.id, _anchor="proof"), 303)


def cancel(job: str) -> ResponseReturnValue:
    """End a job and come back to its order."""
    services().jobs.cancel(services().jobs.find(job))
    return redirect(url_for("pages.press", job=job), 303)


def _order(given: Any) -> PressOrder:
    return form.read_order(given, services().settings.folder)


def _page(order: PressOrder, job: Job | None = None, problem: Problem | None = None) -> Response:
    game = find_game(order.game)
    lang = reader_language()
    words = page_words(lang, game)
    known = press.choices(game, lang)
    return page(
        "press.html",
        game,
        400 if problem is not None else 200,
        games=[{"key": key, "name": page_words(lang, each)("game.name")} for key, each in games().items()],
        order=order,
        known=known,
        sets=[(key, _set_name(words, key)) for key in known.sets],
        kit=order.items == (KIT,),
        wrong=_wrong(words, problem) if problem is not None else {},
        proof=_proof(job, words, known) if job is not None else None,
        command=form.command(order, known.usual_set),
        languages=LANGUAGES,
        printers=press.printers(services().settings.folder),
        form=form,
        usual=form.USUAL,
        ways={**form.USUAL, **order.options},
    )


def _set_name(words: Words, key: str) -> str:
    name = f"option.set.{key}"
    return words(name) if name in words else key


def _wrong(words: Words, problem: Problem) -> dict[str, str]:
    """What is wrong, by its field; "form" is the order as a whole."""
    known = {each.name.rstrip("_") for each in fields(PressOrder)}
    known |= form.CHOICES.keys()
    field = problem.field if problem.field in known else "form"
    return {field: say(words, Word(problem.key, problem.args_))}


def _proof(job: Job, words: Words, known: press.Choices) -> dict[str, Any]:
    """How far a job is, and its sheets once they are there."""
    order: PressOrder = job.about["order"]
    found: dict[str, Any] = dict(press.job_json(services().jobs, job, words))
    found["over"] = job.over
    found["file"] = press.file_name(order)
    if job.state == "done":
        found["groups"] = groups(job, find_game(order.game), words.lang)
        found["count"] = len(job.answer["pages"])
        found["kilobytes"] = max(1, round(job.answer["bytes"] / 1000))
        found["busy"] = services().jobs.busy_with(job)
        found["tip"] = form.tip(order, known)
    return found


def groups(job: Job, game: Game, lang: str) -> list[Group]:
    """The sheets of a job that is done, item by item."""
    pages: list[Mapping[str, Any]] = job.answer["pages"]
    ready = made(job.folder, range(1, len(pages) + 1))
    leaves = [Leaf(n, p["width"], p["height"], p["empty"], n in ready) for n, p in enumerate(pages, 1)]
    found = []
    for _, part in groupby(zip(pages, leaves, strict=True), key=lambda pair: pair[0]["item"]):
        pairs = list(part)
        sheets: list[Sheet] = []
        for told, leaf in pairs:
            if told["back"] and sheets:
                sheets[-1] = replace(sheets[-1], back=leaf)
            else:
                sheets.append(Sheet(leaf, None))
        first = pairs[0][0]
        found.append(Group(press.item_name(game, first["item"], lang), first["stuff"], tuple(sheets)))
    return found
