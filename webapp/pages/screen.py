"""The big screen: what everybody at a table may see, on a television, made from the panels of the game alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.panels import Checklist, Meter, Meters, Note, Pile, Placed, Ring, Row, Track
from webapp.codes import read_code
from webapp.errors import Problem
from webapp.pages import seat as seats
from webapp.pages import table as tables
from webapp.pages.address import address_of
from webapp.pages.drawing import drawn
from webapp.pages.frame import coloured_words, page, page_words, reader_language
from webapp.services import services
from webapp.tables import Folded


def by_code(code: str) -> ResponseReturnValue:
    """The address that is typed on a television: the join code and a word."""
    if read_code(code) is None:
        raise Problem(404, "code-unknown", code=code[:12])
    table = services().access.table_of_code(code, request.remote_addr or "")
    return redirect(url_for("pages.screen", table=table, code=read_code(code)))


def screen(table: str) -> ResponseReturnValue:
    """The table as an onlooker sees it, large; nothing on it can be touched."""
    tables.asker_of(table)
    folded = services().tables.current(table)
    now, game, lang = folded.table, folded.table.game, reader_language()
    words, coloured = page_words(lang, game), coloured_words(lang, game)
    found: dict[str, Any] = {}
    if now.started:
        panels: tuple[Placed, ...] = game.panels(now.view(None), None)
        tracks, stage, heroes = sorted_out(panels, over=now.result is not None)
        found = {
            "phase": seats.phase_word(folded, words),
            "prompt": game.prompt(now.state, None) if now.result is None else now.result.verdict(now.names),
            "news": seats.news(folded, None, coloured),
            "tracks": tracks,
            "stage": stage,
            "heroes": heroes,
            "draw": lambda placed: drawn(table, lang, game, placed, frozenset()),
        }
    return page(
        "screen.html",
        game,
        table_id=table,
        seq=folded.seq,
        code=folded.code,
        started=now.started,
        test=now.test,
        line=_line(folded),
        result=tables.result_shown(folded, words),
        **found,
        **address_of(f"/{folded.code}" if folded.code else "/"),
    )


def sorted_out(panels: Iterable[Placed], *, over: bool) -> tuple[list[Placed], list[Placed], list[tuple[Placed, ...]]]:
    """The panels by where they stand: tracks beside the headline, the shared ones (rows of places first, because they
    want the width), and those of the seats in columns: a panel whose key goes on where another's ends stands below it.

    over: the game has ended; what was counted stands in a table of its own, and sheets no longer matter.
    """
    panels = tuple(placed for placed in panels if not over or not isinstance(placed.panel, Checklist | Note))
    tracks = [placed for placed in panels if isinstance(placed.panel, Track)]
    shared = [placed for placed in panels if placed.area != "others" and placed not in tracks and _to_show(placed)]
    stage = sorted(shared, key=lambda placed: not isinstance(placed.panel, Row | Ring))
    columns: dict[str, list[Placed]] = {}
    for placed in panels:
        if placed.area == "others" and not over:
            key = placed.panel.key
            first = next((known for known in columns if key.startswith(f"{known}.")), key)
            columns.setdefault(first, []).append(placed)
    return tracks, stage, [tuple(column) for column in columns.values()]


def _to_show(placed: Placed) -> bool:
    """What is folded away on a phone is for reference; numbers take no room and are shown all the same."""
    return not placed.folded or isinstance(placed.panel, Meters | Meter | Pile)


def _line(folded: Folded) -> list[dict[str, Any]]:
    """Everybody at the table, and whose turn it is."""
    now = folded.table
    to_act = now.game.to_act(now.state) if now.started else ()
    return [
        {"number": number, "name": seat.name, "colour": seat.colour, "acts": number in to_act, "away": seat.away}
        for number, seat in enumerate(now.seats, 1)
    ]
