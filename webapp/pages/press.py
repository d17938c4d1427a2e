"""The press: an order is written, its real pages are looked at, the PDF is taken along. It works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby, pairwise
from typing import Any

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from msgspec.structs import replace

from companion.game import Game, find_game, games
from companion.refusals import Refusal
from companion.words import LANGUAGES, Word, Words
from printables.kit import CALIBRATION, KIT
from printables.kit.plan import ranges
from webapp import press
from webapp.errors import Problem
from webapp.jobs import Job
from webapp.pages import press_form as form
from webapp.pages.address import named_link
from webapp.pages.frame import page, page_words, reader_language
from webapp.press import PressOrder
from webapp.press_work import made
from webapp.printers import read_alignment, shift_text
from webapp.render import say
from webapp.services import services

_SHARED = ("paper", "ink", "lang")
"""What stays when another game is chosen."""


class Leaf(Struct, frozen=True):
    """One side of a sheet: its page in the PDF, its size (mm), and whether its picture is there."""

    number: int
    width: float
    height: float
    empty: bool
    ready: bool


class Sheet(Struct, frozen=True):
    """A sheet of paper: what is printed on its front, and on its back if it has one."""

    front: Leaf
    back: Leaf | None


class Group(Struct, frozen=True):
    """The sheets of one item."""

    name: str
    stuff: str
    sheets: tuple[Sheet, ...]

    @property
    def numbers(self) -> list[int]:
        """The numbers of its pages, as they stand in the PDF."""
        sides = [side for sheet in self.sheets for side in (sheet.front, sheet.back) if side is not None]
        return sorted(side.number for side in sides)

    @property
    def pages(self) -> str:
        """The same in short: 1–2, 5–6."""
        return ranges(self.numbers)

    @property
    def single(self) -> bool:
        """Whether it has one page."""
        return len(self.numbers) == 1


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
    if "read" in request.form:
        return _read(order)
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


def _read(order: PressOrder) -> ResponseReturnValue:
    """The docket with the shifts that follow from what was read on an alignment page."""
    a, b, crease = (request.form.get(name, "").strip()[:40] for name in form.READINGS)
    try:
        _, found = read_alignment(a, b, crease, order.paper, order.options.get("flip", form.USUAL["flip"]))
    except Refusal as refusal:
        return _page(order, problem=press.told(refusal, order.game, reader_language()))
    shifts = {"shift": shift_text(found.front), "back-shift": shift_text(found.back)}
    return _page(replace(order, options={**order.options, **shifts}))


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
        alignment=url_for("pages.press", game=order.game, items=CALIBRATION, paper=order.paper, **_edge(order)),
        readings={name: request.form.get(name, "")[:40] for name in form.READINGS},
        usual=form.USUAL,
        ways={**form.USUAL, **order.options},
    )


def _edge(order: PressOrder) -> dict[str, Any]:
    return {"options.flip": order.options["flip"]} if "flip" in order.options else {}


def _set_name(words: Words, key: str) -> str:
    name = f"option.set.{key}"
    return words(name) if name in words else key


def _wrong(words: Words, problem: Problem) -> dict[str, str]:
    """What is wrong, by its field; "form" is the order as a whole."""
    known = {name.rstrip("_") for name in PressOrder.__struct_fields__}
    known |= form.CHOICES.keys() | set(form.READINGS)
    field = problem.field if problem.field in known else "form"
    return {field: say(words, Word(problem.key, problem.args_))}


def _proof(job: Job, words: Words, known: press.Choices) -> dict[str, Any]:
    """How far a job is, and its sheets once they are there."""
    order: PressOrder = job.about["order"]
    found: dict[str, Any] = dict(press.job_json(services().jobs, job, words))
    found["over"] = job.over
    found["file"] = press.file_name(order)
    if job.state == "done":
        found["groups"] = groups(job, find_game(order.game), words.lang, order.options.get("order", "paired"))
        found["count"] = len(job.answer["pages"])
        found["kilobytes"] = max(1, round(job.answer["bytes"] / 1000))
        found["busy"] = services().jobs.busy_with(job)
        found["tip"] = form.tip(order, known)
    return found


def groups(job: Job, game: Game, lang: str, order: str = "paired") -> list[Group]:
    """The sheets of a job that is done, item by item, whatever the order of its pages."""
    pages: list[Mapping[str, Any]] = job.answer["pages"]
    ready = made(job.folder, range(1, len(pages) + 1))
    leaves = [Leaf(n, p["width"], p["height"], p["empty"], n in ready) for n, p in enumerate(pages, 1)]
    sheets = _sheets(list(zip(pages, leaves, strict=True)), order)
    found = []
    for (item, stuff), part in groupby(sheets, key=lambda pair: (pair[0]["item"], pair[0]["stuff"])):
        found.append(Group(press.item_name(game, item, lang), stuff, tuple(sheet for _, sheet in part)))
    return found


Told = tuple[Mapping[str, Any], Leaf]


def _sheets(pages: list[Told], order: str) -> list[tuple[Mapping[str, Any], Sheet]]:
    """Each front with the back that comes to lie behind it, as a pile is printed that is put in twice, or page by
    page."""
    fronts = [pair for pair in pages if not pair[0]["back"]]
    backs = [leaf for told, leaf in pages if told["back"]]
    if order == "paired":
        behind = {one.number: next_.number for (_, one), (told, next_) in pairwise(pages) if told["back"]}
        numbers = [behind.get(leaf.number) for _, leaf in fronts]
    else:
        numbers = [leaf.number for leaf in backs] + [None] * (len(fronts) - len(backs))
        numbers = numbers[::-1] if order == "fronts-then-backs-reversed" else numbers
    by = {leaf.number: leaf for leaf in backs}
    return [
        (told, Sheet(leaf, by.get(number) if number is not None else None))
        for (told, leaf), number in zip(fronts, numbers, strict=True)
    ]
