"""The host gives an entry of the history another move or other dice, and sees first what would be lost by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response, request

from companion import offer
from companion.canonical import plain
from companion.game import State
from companion.moves import IllegalMove
from companion.table import Step
from companion.view import HiddenRead, Viewer
from companion.words import Words
from webapp.access import Asker
from webapp.errors import Problem
from webapp.pages import history
from webapp.pages import seat as seats
from webapp.pages import table as tables
from webapp.pages.drawing import marks
from webapp.pages.frame import coloured_words, page, reader_language
from webapp.render import say
from webapp.services import services
from webapp.tables import Folded
from webapp.views import entry_words

FEW = 12
"""More choices than this can be narrowed down by typing."""


def correct(table: str, number: int) -> Response:
    """What else could have been done where an entry stands; of what came after it, the entries that `?lost=` names."""
    asker, folded = tables.asker_of(table), services().tables.current(table)
    services().access.require_host(asker)
    at = offer.correctable(folded.table).get(number)
    if at is None or folded.read_only:
        raise Problem(404, "correct.not_there", entry=number)
    now, lang = folded.table, reader_language()
    step, viewer = now.steps[at], _viewer(asker, now.steps[at])
    coloured = coloured_words(lang, now.game)
    lost = set(request.args.get("lost", "").split(","))
    found = _choices(folded, at, viewer, coloured)
    return page(
        "correct.html",
        now.game,
        table_id=table,
        number=number,
        page_of_history=history.page_of(folded, number),
        lines=history.lines(entry_words(coloured, folded, now.entry(number), viewer)),
        who=now.names.get(step.seat, ""),
        seq=folded.seq,
        typed=any(luck.by == "typed" for luck in step.luck),
        choices=found[0] if found else (),
        options=found[1] if found else (),
        secret=found is None,
        few=FEW,
        later=[
            {"seq": each.seq, "lines": history.lines(entry_words(coloured, folded, now.entry(each.seq), viewer))}
            for each in now.steps[at + 1 :]
            if str(each.seq) in lost
        ],
        marks=lambda: marks(lang, now.game),
    )


def _viewer(asker: Asker, step: Step) -> Viewer:
    """Whose eyes the host has: those of the seat itself, if it holds that."""
    return step.seat if step.seat in asker.seats else min(asker.seats, default=None)


def _choices(
    folded: Folded, at: int, viewer: Viewer, words: Words
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]] | None:
    """The other moves that were possible then, and the forms; None where that depends on what the host may not see.

    Asked of what the host saw then, not of the state: what somebody could have played tells what they held. Once the
    game is over nothing is hidden any more.
    """
    now, step = folded.table, folded.table.steps[at]
    state, game = now.states[at], now.game
    if now.result is None and viewer != step.seat:
        state = game.view(state, viewer)
    try:
        return list(_moves(folded, state, step, words)), _forms(folded, state, step, words)
    except (HiddenRead, IllegalMove):
        return None


def _moves(folded: Folded, state: State, step: Step, words: Words) -> Iterator[dict[str, Any]]:
    made = plain(step.plays[0][0])
    for move in folded.table.game.moves(state, step.seat):
        if plain(move) != made:
            label = say(words, folded.table.game.label(state, step.seat, move))
            yield {"move": plain(move), "said": label}


def _forms(folded: Folded, state: State, step: Step, words: Words) -> list[dict[str, Any]]:
    return [seats.form_shown(words, form, frozenset()) for form in folded.table.game.forms(state, step.seat)]
