"""At the table: the seat and the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.dice_table import DiceTable
from companion.game import Game
from companion.offer import REAL
from companion.panels import Aid, Placed, joined
from companion.scoring import Result
from companion.view import Viewer
from companion.words import Word, Words
from webapp.access import Asker, Credentials, cookie_name, token_hash
from webapp.errors import Problem
from webapp.join import UNDO
from webapp.pages import opponents
from webapp.pages import seat as seats
from webapp.pages.address import address_of
from webapp.pages.calculator import calculator, unit_of
from webapp.pages.drawing import drawn, marks
from webapp.pages.frame import coloured_words, page, page_words, reader_language
from webapp.render import adjustable_json
from webapp.services import services
from webapp.tables import Folded

SET_UP = "setup"
"""The phase in which the table is laid out, as most games call it."""


def set_up(game: Game) -> str:
    """The same for a game that calls it something else (`setup_phase`)."""
    return str(getattr(game, "setup_phase", SET_UP))


def asker_of(table_id: str, *, optional: bool = False) -> Asker:
    """Who looks at the page. Raises Problem for a stranger, unless that is all right."""
    try:
        return services().access.asker(table_id, Credentials.of_request(request, table_id))
    except Problem:
        if not optional:
            raise
        return Asker()


# the seat


def table(table: str) -> ResponseReturnValue:
    """To the lobby before the start; then to the seat that this phone holds (the one that is to act, if several)."""
    asker, folded = asker_of(table), services().tables.current(table)
    if not folded.table.started:
        return redirect(url_for("pages.lobby", table=table))
    if folded.table.to_be_told and asker.host:
        return redirect(url_for("pages.compare", table=table))
    seat = services().access.seat_to_see(asker, folded, None)
    if seat is not None:
        return redirect(url_for("pages.seat", table=table, number=seat))
    return _seat_page(table, asker, folded, None)


def seat(table: str, number: int) -> ResponseReturnValue:
    """A seat of the table: what to do now, and what it sees."""
    asker, folded = asker_of(table), services().tables.current(table)
    if not folded.table.started:
        return redirect(url_for("pages.lobby", table=table))
    return _seat_page(table, asker, folded, services().access.seat_to_see(asker, folded, number))


def _seat_page(table_id: str, asker: Asker, folded: Folded, number: Viewer) -> Response:
    table, game = folded.table, folded.table.game
    words, coloured = page_words(reader_language(), game), coloured_words(reader_language(), game)
    view = table.view(number)
    panels: tuple[Placed, ...] = game.panels(view, number)
    aid = game.aid(view, number) if table.settings.get("odds") and game.aid is not None else Aid()
    panels = joined(panels, aid)
    mine = sorted({*asker.seats, *_stand_ins(asker, folded)})
    found = seats.choices(folded, number, coloured, panels, aid.remarks, host=asker.host)
    return page(
        "table.html",
        game,
        table_id=table_id,
        seat=number,
        seq=folded.seq,
        code=folded.code,
        host=asker.host,
        mine=mine,
        names=table.names,
        colours={n: each.colour for n, each in enumerate(table.seats, 1)},
        phase=seats.phase_word(folded, words),
        prompt=game.prompt(table.state, number) if not table.to_be_told else Word("adjustment.to_be_told"),
        to_be_told=table.to_be_told,
        news=seats.news(folded, number, coloured),
        panels=seats.arranged(panels, found.due),
        told=opponents.told(folded, number, coloured) if _has_opponents(folded) and table.result is None else None,
        lets=opponents.to_let(folded, words) if asker.seated else (),
        odds=bool(aid.remarks or aid.panels),
        buttons=found.buttons,
        short=len(found.buttons) > 4 and all(len(move["label"]) < 4 for move in found.buttons),
        primary=len(found.buttons) < 3 and not found.due,
        options=found.options,
        marks=lambda: marks(reader_language(), game),
        draw=lambda placed: drawn(table_id, reader_language(), game, placed, found.places),
        due=found.due,
        folds=found.folds,
        hand_to=seats.hand_to(folded, number, mine),
        result=result_shown(folded, words),
        calculator=calculator(folded, number, words),
        bag=_bag(folded) if number is not None else None,
        checklists=seats.steps(folded, words) if game.phase(table.state) == set_up(game) else (),
        **steps_back(folded),
        **company(asker, folded, words),
    )


def _has_opponents(folded: Folded) -> bool:
    """Whether an opponent plays, or has played and the page may still tell of it."""
    newest = folded.entries[-1].open
    return any(seat.automa is not None for seat in folded.table.seats) or "decisions" in newest


def result_shown(folded: Folded, words: Words) -> Mapping[str, Any] | None:
    """The end, for the podium: who stands where, with what; `alone` has a rank instead of a place."""
    table = folded.table
    result = table.result
    if result is None:
        return None
    # told from the last place to the first; those who share one are told together
    turns = sorted({each.place for each in result.places}, reverse=True)
    places = [
        {
            "name": table.names[each.seat],
            "colour": table.seats[each.seat - 1].colour,
            "place": each.place,
            "turn": turns.index(each.place),
            "total": each.breakdown.total,
            "unit": unit_of(table.game.scores.unit, each.breakdown.total, words),
            "rank": each.rank,
        }
        for each in result.places
    ]
    return {
        "places": places,
        "alone": len(places) == 1,
        "turns": len(turns),
        # another end is another story
        "end": f"{folded.id}-{table.done[-1] if table.done else 0}",
        "rows": _reckoning(folded, result),
        "told": result.told,
    }


def _reckoning(folded: Folded, result: Result) -> list[dict[str, Any]]:
    """The points of everybody by category, in the order of the places; the best of each are marked."""
    found, breakdowns = [], [each.breakdown for each in result.places]
    for category in folded.table.game.scores.shown(folded.table.options, len(breakdowns), breakdowns):
        points = [each.lines[category.key].points for each in breakdowns]
        best = max(points) if max(points) > 0 and len(points) > 1 else None
        found.append({"label": Word(f"score.{category.key}"), "points": points, "best": best})
    return found


def _bag(folded: Folded) -> Mapping[str, int] | None:
    """All dice of a table that is only a bag, by colour: it can be filled with others."""
    game, state = folded.table.game, folded.table.state
    if not isinstance(game, DiceTable) or folded.read_only:
        return None
    counts: dict[str, int] = state.bag.add(*(die.color for die in state.dice)).counts
    return counts


def steps_back(folded: Folded) -> dict[str, Any]:
    """The entries that undo and redo would name."""
    done, undone = folded.table.done, folded.table.undone
    return {"undo": done[-1] if done else None, "redo": undone[-1] if undone else None}


def _stand_ins(asker: Asker, folded: Folded) -> list[int]:
    """The seats that the host plays for: those without a phone, and those that are away."""
    if not asker.host:
        return []
    access = services().access
    return [
        number
        for number, seat in enumerate(folded.table.seats, 1)
        if seat.automa is None and (seat.away or not access.has_phone(folded, number))
    ]


def company(asker: Asker, folded: Folded, words: Words) -> dict[str, Any]:
    """The others: who is away, what they want from this phone."""
    table = folded.table
    here = services().presence.here(folded.id)
    phones = services().access.phones(folded)
    away = [table.names[n] for n in sorted(phones) if f"seat:{n}" not in here and n not in asker.seats]
    away += [seat.name for seat in table.seats if seat.away]
    vote = services().votes.open(folded.id, *steps_back(folded).values())
    shown = None
    if vote is not None:
        waiting = phones - vote.agreed
        shown = {
            "verb": vote.verb,
            "seq": vote.seq,
            "name": table.names.get(vote.by, ""),
            "mine": bool(asker.seats & waiting),
            "waiting": words.say([table.names[n] for n in sorted(waiting)]),
        }
    claims = services().join.claims.waiting(folded.id) if asker.host else []
    return {
        # as it will be once this page listens
        "present": " ".join(sorted(here | asker.holders)),
        "away": words.say(away) if away else "",
        "vote": shown,
        "claims": [{"id": c.id, "seat": c.seat, "name": table.names.get(c.seat, "")} for c in claims],
    }


# the lobby


def lobby(table: str) -> ResponseReturnValue:
    """The code to scan, who is here, and the start. Once the game has begun, phones that wait here go to the table."""
    asker, folded = asker_of(table), services().tables.current(table)
    if folded.table.started and "stay" not in request.args:
        return redirect(url_for("pages.table", table=table))
    words = page_words(reader_language(), folded.table.game)
    now = folded.table
    allowed = now.game.seats_for(now.options)
    return page(
        "lobby.html",
        now.game,
        table_id=table,
        seq=folded.seq,
        code=folded.code,
        host=asker.host,
        started=now.started,
        test=now.test,
        way=words(f"option.mode.{now.options['mode']}"),
        seats=[_seat_line(folded, number, words) for number in range(1, len(now.seats) + 1)],
        enough=len(now.seats) in allowed,
        room=len(now.seats) < allowed[-1],
        least=allowed[0],
        opponents=opponents.lobby(folded, words) if asker.host else None,
        switches=opponents.switches(folded, words) if asker.host else (),
        links=_own_links(table, folded, words),
        tools=_tools(folded, words) if asker.host else None,
        checklists=seats.steps(folded, words) if now.started else (),
        going_on=now.started and now.result is None,
        **company(asker, folded, words),
        **address_of(f"/{folded.code}"),
    )


def _tools(folded: Folded, words: Words) -> dict[str, Any] | None:
    """What the host may set while the game goes on: settings, and what the table decides."""
    now = folded.table
    if not now.started or folded.read_only:
        return None
    options = {option.key: (option.choices, now.options.get(option.key)) for option in now.game.options}
    settings = [{"key": "undo", "about": "setting.undo", "choices": UNDO, "now": now.settings.get("undo", UNDO[0])}]
    for key in REAL:
        choices, value = options.get(key, ((), None))
        if len(choices) > 1:
            settings.append({"key": key, "about": f"option.{key}", "choices": choices, "now": value})
    found = [adjustable_json(words, each, now.state) for each in now.game.adjustables]
    adjustables = [each for each in found if each["fields"]]
    compare = any("beliefs" in each for each in found)
    return {"settings": settings, "adjustables": adjustables, "compare": compare, "revealed": now.epoch.revealed}


def _own_links(table_id: str, folded: Folded, words: Words) -> list[dict[str, str]]:
    """The links of what this browser holds, to come back by when its cookies are gone."""
    found, base = [], services().links.base(request.host_url.rstrip("/"))
    for token in request.cookies.get(cookie_name(table_id), "").split("."):
        holder = services().store.holder(table_id, token_hash(token)) if token else None
        if holder == "host":
            found.append({"name": words("page.lobby.host"), "url": f"{base}/h/{token}"})
        elif holder is not None:
            name = folded.table.names.get(int(holder.partition(":")[2]), "")
            found.append({"name": name, "url": f"{base}/s/{token}"})
    return found


def _seat_line(folded: Folded, number: int, words: Words) -> dict[str, Any]:
    seat = folded.table.seats[number - 1]
    key = "phone" if services().access.has_phone(folded, number) else "no_phone"
    if seat.away:
        key = "is_away"
    state = words(f"page.lobby.{key}")
    if seat.automa is not None:
        state = opponents.level_name(folded.table, seat.automa, words)
    return {
        "number": number,
        "name": seat.name,
        "colour": seat.colour,
        "automa": seat.automa,
        "away": seat.away,
        "state": state,
    }
