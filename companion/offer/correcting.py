"""Giving an earlier act another move or other typed outcomes, and what is lost by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.canonical import Plain
from companion.chance import Chance, Luck, Mismatch, Source
from companion.game import State
from companion.moves import IllegalMove, StaleMove, read_move
from companion.offer.draft import (
    ANY_REAL,
    Draft,
    Offered,
    all_used,
    checked_text,
    luck_source,
    opened_by,
    rebuilding,
)
from companion.table import Actor, Now, Step, Table


class Correction(Struct, frozen=True):
    """What a correction would do: the entries that would be lost, and the entry itself if nothing speaks against it."""

    lost: tuple[int, ...]
    offered: Offered | None


def correct(
    table: Table,
    by: Actor,
    now: Now,
    seq: int,
    reason: str,
    move: Mapping[str, Any] | None = None,
    typed: Sequence[Plain] | None = None,
    drop: Sequence[int] = (),
    dry_run: bool = False,
) -> Correction:
    """Give one act in effect another move or other typed outcomes.

    Outcomes stay where the ask is the same; new sealed draws get new numbers. Raises StaleMove unless `drop` names
    exactly the entries that would be lost.
    """
    at = correctable(table).get(seq)
    if at is None:
        raise IllegalMove("correct.not_there", entry=seq)
    step = table.steps[at]
    old_move, old_luck = step.plays[0]
    new_move = old_move if move is None else read_move(table.game.moves_types, move)
    draft = Draft(table, "corrected", by, now, {"seat": step.seat, "corrects": seq, "reason": checked_text(reason)})
    was_typed = any(luck.by == "typed" for luck in old_luck)
    source = luck_source(draft, table, typed, ANY_REAL if was_typed else frozenset())
    chance = Chance(_Patched(old_luck, typed, source))
    state, events = table.game.play(table.states[at], step.seat, new_move, chance)
    all_used(source, typed)
    records = tuple(chance.records)
    state, lost = _without_lost(table, table.steps[at + 1 :], state)
    if dry_run:
        return Correction(lost, None)
    if tuple(sorted(drop)) != lost:
        raise StaleMove("correct.drop", lost=", ".join(map(str, lost)), asked=list(drop))
    draft.fields |= {"move": draft.move(new_move, step.seat, opened_by(events)), "luck": draft.luck(records)}
    if lost:
        draft.fields["drop"] = list(lost)
    return Correction(lost, rebuilding(table, draft))


def correctable(table: Table) -> Mapping[int, int]:
    """The acts in effect that can be corrected, by their seq, with the place of their step: one move of one seat."""
    return {step.seq: at for at, step in enumerate(table.steps) if len(step.plays) == 1}


class _Patched(Struct):
    """The outcomes of the entry that is corrected, where the ask is the same; others anew. Typed ones, if any are
    given, replace all typed ones."""

    records: Sequence[Luck]
    typed: Sequence[Plain] | None
    fresh: Source
    used: int = 0

    def answer(self, ask: Any) -> Luck:
        at, self.used = self.used, self.used + 1
        if at < len(self.records):
            old = self.records[at]
            again = old.by == "typed" and self.typed is not None
            if old.ask.wire == ask.wire and not again:
                return replace(old, ask=ask)
        return self.fresh.answer(ask)


def _without_lost(table: Table, steps: Sequence[Step], state: State) -> tuple[State, tuple[int, ...]]:
    """The state after later steps, and those that cannot be played any more."""
    lost: list[int] = []
    for step in steps:
        try:
            state, _ = step.run(table.game, state)
        except (IllegalMove, Mismatch):
            lost.append(step.seq)
    return state, tuple(lost)
