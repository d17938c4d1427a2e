"""The press: an order is written, its real pages are looked at, the PDF is taken along. It works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from msgspec.structs import replace

from companion.game import Game, find_game, games
from companion.words import LANGUAGES, Word, Words
from printables.kit import KIT
from printables.options import OPTIONS
from printables.press import items_of, words_of
from webapp import press
from webapp.errors import Problem
from webapp.jobs import Job
from webapp.pages.address import named_link
from webapp.pages.frame import page, page_words, reader_language
from webapp.press import PressOrder
from webapp.press_work import made
from webapp.render import say
from webapp.services import services

USUAL = {"layout": "duplex", "flip": "long", "order": "paired", "marks": "ticks"}
"""What the form shows where nothing else was asked for."""

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
    def pages(self) -> str:
        last = self.sheets[-1].back or self.sheets[-1].front
        first = self.sheets[0].front.number
        return str(first) if first == last.number else f"{first}–{last.number}"


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
    """An order as a form or an address tells it: whatever is written there, the press says what is wrong with it."""
    key = given.get("game", "")[:60] or next(iter(games()))
    game = games().get(key)
    usual = press.choices(game, "en").usual_set if game is not None else ""
    wanted = tuple(each[:60] for each in given.getlist("items"))[:60]
    kit = given.get("what", "items" if wanted else KIT) == KIT
    return press.normal(
        PressOrder(
            game=key,
            items=(KIT,) if kit else wanted,
            for_=given.get("for", "")[:20] if kit else "",
            paper=given.get("paper", "A4")[:40],
            lang=given.get("lang", reader_language())[:20],
            ink=given.get("ink", "colour")[:20],
            set_=given.get("set", usual)[:60],
            backs=given.get("backs", "yes") == "yes",
            codes=given.get("codes", "no") == "yes",
            options=_options(given),
            printer=given.get("printer", "")[:60],
        )
    )


def _options(given: Any) -> dict[str, str]:
    """What is asked of the layout: only what is not as usual, so that an order stays short."""
    found = {}
    for option in OPTIONS:
        values = [each[:40] for each in given.getlist(f"options.{option.key}")[:12]]
        text = "+".join(each for each in values if each) if option.combined else "".join(values[:1]).strip()
        if text and text != USUAL.get(option.key):
            found[option.key] = text
    return found


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
        proof=_proof(job, words) if job is not None else None,
        command=_command(order, known.usual_set),
        languages=LANGUAGES,
        printers=press.printers(services().settings.folder),
        usual=USUAL,
        ways={**USUAL, **order.options},
        choices_of={option.key: option.choices for option in OPTIONS},
    )


def _set_name(words: Words, key: str) -> str:
    name = f"option.set.{key}"
    return words(name) if name in words else key


def _wrong(words: Words, problem: Problem) -> dict[str, str]:
    """What is wrong, by its field; "form" is the order as a whole."""
    known = {name.rstrip("_") for name in PressOrder.__struct_fields__} | {option.key for option in OPTIONS}
    field = problem.field if problem.field in known else "form"
    return {field: say(words, Word(problem.key, problem.args_))}


def _command(order: PressOrder, usual_set: str) -> list[str]:
    """The same order for the terminal, in pieces that stay together."""
    parts = ["tableside print", order.game, *order.items]
    parts += [f"--for {order.for_}"] if order.for_ else []
    parts += [f"--paper {order.paper}", f"--lang {order.lang}"]
    parts += [f"--ink {order.ink}"] if order.ink != "colour" else []
    parts += [f"--set {order.set_}"] if order.set_ and order.set_ != usual_set else []
    parts += ["--no-backs"] if not order.backs else []
    parts += ["--qr"] if order.codes else []
    parts += [f"--printer {order.printer}"] if order.printer else []
    parts += [f"--{key} {value}" for key, value in order.options.items()]
    return parts


def _proof(job: Job, words: Words) -> dict[str, Any]:
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
    return found


def groups(job: Job, game: Game, lang: str) -> list[Group]:
    """The sheets of a job that is done, item by item."""
    words, items = words_of(game, lang), items_of(game)
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
        name = words(items[first["item"]].name if first["item"] in items else f"print.item.{first['item']}")
        found.append(Group(name, first["stuff"], tuple(sheets)))
    return found
