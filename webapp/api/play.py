"""What is done at a table: moves, undo and redo, corrections, adjustments, notes, and the reveal of the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response

from companion import offer
from companion.automa import AutomaMove
from companion.canonical import Plain
from companion.moves import IllegalMove, StaleMove
from companion.offer import Offered
from companion.refusals import Unreadable
from companion.table import Actor, Table
from companion.words import Word
from webapp import render
from webapp.access import host_only
from webapp.api.bodies import AdjustBody, CorrectBody, HostBody, NoteBody, PlayBody, StepBody
from webapp.api.context import Call, answer, body, call, plain_body, raw_answer, spoken, written
from webapp.errors import Problem
from webapp.join import UNDO
from webapp.tables import Written, body_hash, now
from webapp.votes import Vote, VoteOpen, vote_json

routes = Blueprint("api_play", __name__)


@routes.get("/tables/<table>/moves")
def possible(table: str) -> Response:
    """Every complete move of a seat, each legal now, and the forms that it may fill in."""
    asked = call(table)
    host = asked.asker.host
    return raw_answer(asked.services.views.moves(asked.folded, asked.seen_seat, spoken(), host=host))


@routes.post("/tables/<table>/moves")
def play(table: str) -> Response:
    """Make a move. 202 asks for what real dice show: the same again, with `typed` one longer."""
    asked, wanted = call(table), body(PlayBody)
    seat, actor = _who_plays(asked, wanted.move)
    typed = None if wanted.typed is None else list(wanted.typed)
    made = asked.services.tables.write(
        table,
        lambda t: offer.play(t, actor, seat, wanted.move, now(), wanted.seen_seq, typed),
        move_id=wanted.move_id,
        body=body_hash("moves", plain_body(wanted, "typed")),
    )
    return written(asked, made, seat if seat in asked.asker.seats else asked.seen_seat)


def _who_plays(asked: Call, move: Mapping[str, Any]) -> tuple[int, Actor]:
    """The seat that a move is made for, and who makes it."""
    table = asked.folded.table
    if host_only(table.game.moves_types, move):
        asked.require_host()
        to_act = table.game.to_act(table.state) if table.started else ()
        return asked.seat or next(iter(to_act), 1), Actor(host=True)
    if move.get("type") == AutomaMove.type and asked.asker.host and asked.seat is None and not asked.asker.seats:
        seat = move.get("seat")
        return (seat if type(seat) is int else 0), Actor(host=True)
    return asked.acting()


@routes.post("/tables/<table>/undo")
def undo(table: str) -> Response:
    """Take back the newest entry in effect, named by its seq. 202: the other phones have to agree."""
    return _step(call(table), "undo", body(StepBody))


@routes.post("/tables/<table>/redo")
def redo(table: str) -> Response:
    """Bring back what was undone last, named by its seq. 202: the other phones have to agree."""
    return _step(call(table), "redo", body(StepBody))


def _step(asked: Call, verb: str, wanted: StepBody) -> Response:
    actor, seats, votes = asked.actor(), asked.asker.seats, asked.services.votes
    vote: Vote | None = None

    def judge(table: Table) -> Offered:
        nonlocal vote
        offered = _taken(table, verb, actor, wanted.seen_seq, wanted.seq)
        if asked.services.access.undo_is_free(asked.asker, table, table.entry(wanted.seq)):
            return offered
        # Only what could be done is put to the vote.
        vote = _voted(asked, verb, wanted.seq, actor)
        return _taken(table, verb, Actor(vote.by), table.seq, wanted.seq, sorted(vote.agreed))

    try:
        made = asked.services.tables.write(
            asked.table, judge, move_id=wanted.move_id, body=body_hash(verb, plain_body(wanted))
        )
    except VoteOpen as open_:
        prompt = render.say(asked.words, Word(f"vote-{verb}", {"seq": wanted.seq}))
        return answer({"request": vote_json(open_.vote, open_.voters) | {"prompt": prompt}}, 202)
    except (StaleMove, IllegalMove):
        done = votes.carried(asked.table, verb, wanted.seq, seats)
        if done is None:
            raise
        folded = asked.services.tables.current(asked.table)
        made = Written(folded.entries[done - 1], folded)
    if vote is not None:
        votes.done(asked.table, vote, made.seq)
    return written(asked, made, actor.seat)


def _taken(table: Table, verb: str, by: Actor, seen: int, seq: int, agreed: Sequence[int] = ()) -> Offered:
    if verb == "redo":
        return offer.redo(table, by, now(), seen, seq)
    return offer.undo(table, by, now(), seen, seq, agreed)


def _voted(asked: Call, verb: str, seq: int, actor: Actor) -> Vote:
    """The vote, once every phone at the table has agreed. Raises VoteOpen until then."""
    by = int(actor.seat or 0)
    seats = asked.asker.seats or frozenset({by})
    voters = asked.services.access.phones(asked.folded) | seats
    vote = asked.services.votes.agree(asked.table, verb, seq, by, seats)
    if voters - vote.agreed:
        raise VoteOpen(vote, voters)
    return vote


@routes.post("/tables/<table>/correct")
def correct(table: str) -> Response:
    """Give one entry another move or other typed outcomes. `dry_run` lists the entries that would be lost."""
    asked, wanted = call(table), body(CorrectBody)
    asked.require_host()
    typed = None if wanted.typed is None else list(wanted.typed)

    def correction(table: Table) -> offer.Correction:
        return offer.correct(
            table,
            Actor(host=True),
            now(),
            wanted.seq,
            wanted.reason,
            wanted.move,
            typed,
            wanted.drop,
            wanted.dry_run,
        )

    if wanted.dry_run:
        if asked.folded.read_only:
            raise Problem(409, "table.read_only")
        return answer({"lost": list(correction(asked.folded.table).lost)})

    def judge(table: Table) -> Offered:
        offered = correction(table).offered
        assert offered is not None
        return offered

    made = asked.services.tables.write(
        asked.table, judge, move_id=wanted.move_id, body=body_hash("correct", plain_body(wanted, "typed"))
    )
    return written(asked, made, None)


@routes.get("/tables/<table>/adjust")
def adjustables(table: str) -> Response:
    """What the host may set, because the table wins."""
    asked = call(table)
    asked.require_host()
    now_, game = asked.folded.table, asked.folded.table.game
    found = [render.adjustable_json(asked.words, each, now_.state) for each in game.adjustables] if now_.started else []
    return answer({"seq": asked.folded.seq, "adjustables": found})


@routes.post("/tables/<table>/adjust")
def adjust(table: str) -> Response:
    """The table wins: changes of the game, or of a setting (`undo`, `dice`, `decks`, `at_once`, `odds`)."""
    asked, wanted = call(table), body(AdjustBody)
    asked.require_host()
    if wanted.changes and wanted.setting:
        raise Unreadable("changes-or-setting", field="setting")
    setting = checked_setting(asked.folded.table, wanted.setting)

    def judge(table: Table) -> Offered:
        if setting:
            return offer.setting(table, Actor(host=True), now(), setting)
        return offer.adjustment(table, Actor(host=True), now(), wanted.changes, wanted.reason, wanted.expected)

    made = asked.services.tables.write(
        asked.table, judge, move_id=wanted.move_id, body=body_hash("adjust", plain_body(wanted))
    )
    return written(asked, made, None)


def checked_setting(table: Table, setting: Mapping[str, Plain]) -> dict[str, Plain]:
    """Settings in play, if they are ones that this table has. Raises Unreadable."""
    options = {option.key: option.choices for option in table.game.options if option.key in offer.REAL}
    known: dict[str, tuple[Plain, ...]] = {"undo": UNDO, "at_once": (False, True), **options}
    if table.settings.get("begun"):
        known["begun"] = (False,)
    if table.game.aid is not None:
        known["odds"] = (False, True)
    for key, value in setting.items():
        if key not in known:
            raise Unreadable("read.unknown", field=f"setting.{key}", known=", ".join(known))
        if not any(type(value) is type(choice) and value == choice for choice in known[key]):
            choices = ", ".join(str(choice).lower() for choice in known[key])
            raise Unreadable("read.choice", field=f"setting.{key}", choices=choices, got=str(value)[:60])
    return dict(setting)


@routes.post("/tables/<table>/note")
def note(table: str) -> Response:
    """Write something into the log."""
    asked, wanted = call(table), body(NoteBody)
    asked.require_part()
    actor = asked.actor()
    made = asked.services.tables.write(
        asked.table,
        lambda t: offer.note(t, actor, now(), wanted.text),
        move_id=wanted.move_id,
        body=body_hash("note", plain_body(wanted)),
    )
    return written(asked, made, actor.seat)


@routes.post("/tables/<table>/reveal")
def reveal(table: str) -> Response:
    """The host ends the evening: the seed is told, and whoever goes on does so under a fresh one."""
    asked, wanted = call(table), body(HostBody)
    asked.require_host()
    made = asked.services.tables.write(
        asked.table,
        lambda t: offer.reveal(t, Actor(host=True), now()),
        move_id=wanted.move_id,
        body=body_hash("reveal", None),
    )
    return written(asked, made, None)
