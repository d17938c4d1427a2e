"""Moves of people and of automatic seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from companion.automa import AutomaMove, Decision, Opponent
from companion.canonical import Plain, plain
from companion.chance import Chance, Luck, Seeded, Source, Wanted
from companion.game import Event, Game, State
from companion.log import seal
from companion.moves import IllegalMove, Move, read_move
from companion.offer.draft import (
    Draft,
    Offered,
    acted,
    all_used,
    first_wish,
    late,
    luck_source,
    opened_by,
    outside,
)
from companion.table import Actor, Now, Step, Table


def play(
    table: Table,
    by: Actor,
    seat: int,
    data: Mapping[str, Any],
    now: Now,
    seen: int,
    typed: Sequence[Plain] | None = None,
) -> Offered:
    """Judge a move.

    `seen` is the seq that the person was looking at, `typed` the outcomes of real dice so far. Raises Wanted while more
    of them are needed.
    """
    table.seat(seat)
    state = table.state
    if table.to_be_told:
        raise IllegalMove("adjustment.to_be_told")
    if data.get("type") == AutomaMove.type:
        return _automa(table, by, data, now, seen, typed)
    move = read_move(table.game.moves_types, data)
    if move.host_only and not by.host:
        raise IllegalMove("table.host_only")
    draft = Draft(table, "played", by, now, {"seat": seat})
    typing = None if typed is None else list(typed)
    source = luck_source(draft, table, typing)
    chance = Chance(source)
    try:
        after, events = table.game.play(state, seat, move, chance)
    except Wanted:
        first_wish(table, by, seen)
        raise
    except IllegalMove as refusal:
        raise late(table, seen, refusal, lambda then: _try(table.game, then, seat, move)) from refusal
    all_used(source, typing)
    if chance.records:
        first_wish(table, by, seen)
    draft.fields["move"] = draft.move(move, seat, opened_by(events))
    if chance.records:
        draft.fields["luck"] = draft.luck(chance.records)
    return acted(draft, Step(table.seq + 1, seat, ((move, tuple(chance.records)),)), after, events)


def _try(game: Game, state: State, seat: int, move: Move) -> bool:
    """Whether a move is legal on a state, whatever its luck would be."""
    try:
        game.play(state, seat, move, Chance(Seeded(Random(0))))
    except IllegalMove:
        return False
    return True


def _automa(
    table: Table, by: Actor, data: Mapping[str, Any], now: Now, seen: int, typed: Sequence[Plain] | None
) -> Offered:
    """Let an automatic seat act, up to the point where a person must or may. A second tap is not a second wish."""
    asked: AutomaMove = outside(AutomaMove, {k: v for k, v in data.items() if k not in ("type", "label")}, "move")
    seat, state = asked.seat, table.state
    opponent = _opponent(table, seat)
    if seat not in table.game.to_act(state):
        refusal = IllegalMove("automa.not_its_turn", seat=seat)
        raise late(table, seen, refusal, lambda then: seat in table.game.to_act(then))
    first_wish(table, by, seen)
    draft = Draft(table, "played", by, now, {"seat": seat})
    source = luck_source(draft, table, typed)
    turns: list[_Turn] = []
    while not turns or table.game.to_act(state) == (seat,):
        turns.append(_turn(table, opponent, state, seat, source))
        state = turns[-1].state
    all_used(source, typed)
    events = tuple(event for turn in turns for event in turn.events)
    draft.fields["decisions"] = [_decided(draft, seat, opened_by(events), turn) for turn in turns]
    plays = tuple((turn.decision.move, turn.playing) for turn in turns)
    choosing = tuple(luck for turn in turns for luck in turn.choosing)
    return acted(draft, Step(table.seq + 1, seat, plays, choosing=choosing), state, events)


class _Turn(Struct, frozen=True):
    """One decision of an automatic seat, carried out."""

    decision: Decision
    choosing: tuple[Luck, ...]
    playing: tuple[Luck, ...]
    events: tuple[Event, ...]
    state: State


def _turn(table: Table, opponent: Opponent, state: State, seat: int, source: Source) -> _Turn:
    choosing, playing = Chance(source), Chance(source)
    decision = opponent.decide(table.game.view(state, seat), seat, choosing)
    after, events = table.game.play(state, seat, decision.move, playing)
    return _Turn(decision, tuple(choosing.records), tuple(playing.records), events, after)


def _opponent(table: Table, seat: int) -> Opponent:
    key = table.seat(seat).automa
    found = next((o for o in table.game.opponents if o.key == key), None)
    if found is None:
        raise IllegalMove("automa.none", seat=seat)
    return found


def _decided(draft: Draft, seat: int, opened: frozenset[str], turn: _Turn) -> dict[str, Plain]:
    """One decision as it stands in the log; its reasons are sealed for as long as they would tell its secret move."""
    chosen = turn.decision
    because: Plain = [{"key": said.key, "args": plain(dict(said.args))} for said in chosen.because]
    move = draft.move(chosen.move, seat, opened)
    if isinstance(move, dict) and "sealed" in move:
        secret = seal(because, (), str(chosen.move.secret), draft.now.entropy)
        draft.secrets.append(secret)
        because = {"sealed": secret.digest}
    found = {"move": move, "because": because, "luck": draft.luck(turn.playing)}
    return found | ({"choosing": draft.luck(turn.choosing)} if turn.choosing else {})
