"""Everything that is no move: adjustments, settings, seats, the start, notes, and the end of an epoch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from companion.canonical import Plain
from companion.game import Game, State
from companion.moves import BadMove, IllegalMove, StaleMove
from companion.offer.draft import (
    WORDS_LENGTH,
    Draft,
    Offered,
    acted,
    checked_text,
    fact,
    outside,
)
from companion.refusals import Broken
from companion.table import Actor, Now, Seat, Step, Table, adjust


def adjustment(
    table: Table,
    by: Actor,
    now: Now,
    changes: Sequence[Mapping[str, Plain]],
    reason: str,
    expected: int | None = None,
) -> Offered:
    """The table wins: one or more changes of what the game lets be set, made by the host in one entry.

    They are made together or not at all. expected: the seq that they were made for; StaleMove if something was done
    since.
    """
    if not changes:
        raise BadMove("read.missing", field="changes")
    if expected is not None:
        newer = next((e.seq for e in table.entries[max(expected, 0) :] if e.kind not in ("noted", "seated")), None)
        if newer is not None:
            raise StaleMove("adjustment.moved_on", entry=newer)
    state, events = table.state, []
    for number, change in enumerate(changes, 1):
        outside(Mapping[str, Any], change, f"changes.{number}")
        state, event = adjust(table.game, state, change)
        events.append(event)
    _conserved(table, state)
    draft = Draft(table, "adjusted", by, now, {"changes": [dict(c) for c in changes], "reason": checked_text(reason)})
    return acted(draft, Step(table.seq + 1, 0, changes=tuple(dict(c) for c in changes)), state, tuple(events))


def _conserved(table: Table, state: State) -> None:
    """Raises IllegalMove if the changes, taken together, make or lose something: none of them is made then."""
    if _holds(table.game, table.state):
        try:
            table.game.check(state)
        except Broken as caught:
            raise IllegalMove("adjustment.does_not_hold", rule=caught.rule, field="changes") from caught


def _holds(game: Game, state: State) -> bool:
    try:
        game.check(state)
    except Broken:
        return False
    return True


def setting(table: Table, by: Actor, now: Now, values: Mapping[str, Plain]) -> Offered:
    """Change a setting in play (real dice, who may undo). It is told in the log and not undone like a move."""
    outside(Mapping[str, Any], values, "setting")
    return fact(table, Draft(table, "adjusted", by, now, {"setting": dict(values)}))


def seated(table: Table, by: Actor, now: Now, number: int, change: Mapping[str, Plain]) -> Offered:
    """Somebody takes a seat (only before the start), or something about a seat changes.

    `change` names fields of `Seat`. Raises BadMove for what is none, or a string of more than 64 bytes for the luck.
    """
    is_new = number == len(table.seats) + 1 and not table.started
    before = {} if is_new else asdict(table.seat(number))
    outside(Seat, before | dict(change), "seat")
    size = len(str(change.get("words", "")).encode())
    if size > WORDS_LENGTH:
        raise BadMove("read.length", field="seat.words", least=0, most=WORDS_LENGTH, got=size)
    return fact(table, Draft(table, "seated", by, now, {"seat": number, "change": dict(change)}))


def unseated(table: Table, by: Actor, now: Now, number: int) -> Offered:
    """A seat is taken away; only before the start."""
    table.seat(number)
    if table.started:
        raise IllegalMove("table.started")
    return fact(table, Draft(table, "seated", by, now, {"seat": number, "gone": True}))


def start(table: Table, by: Actor, now: Now) -> Offered:
    """The game begins with the seats as they are."""
    if table.started:
        raise IllegalMove("table.started")
    allowed = table.game.seats_for(table.options)
    if len(table.seats) not in allowed:
        raise IllegalMove("table.seat_count", least=allowed[0], most=allowed[-1], n=len(table.seats))
    return fact(table, Draft(table, "started", by, now))


def note(table: Table, by: Actor, now: Now, text: str) -> Offered:
    """Somebody writes something into the log."""
    return fact(table, Draft(table, "noted", by, now, {"text": checked_text(text)}))


def reveal(table: Table, by: Actor, now: Now) -> Offered:
    """The host ends the epoch: the seed is told, and whoever goes on does so under a fresh one."""
    if table.epoch.revealed:
        raise IllegalMove("reveal.already")
    draft = Draft(table, "revealed", by, now, {"reveal": ""})
    draft.fields["reveal"] = draft.seed.hex()
    return fact(table, draft)
