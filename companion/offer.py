"""What the next entry of a table would be: moves, undo, redo, corrections and everything else are judged here.

Each function takes a table and answers with an `Offered`, or raises: BadMove and IllegalMove (the trio of moves.py),
StaleMove for what was right for an earlier table only, Wanted while real dice are missing. Nothing is changed and
nothing is remembered until the entry is appended.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any, Literal

from companion.automa import AutomaMove, Decision, Opponent
from companion.canonical import Plain, plain
from companion.chance import (
    Chance,
    Luck,
    Mismatch,
    Of,
    Sealed,
    Seeded,
    Source,
    Typed,
    Wanted,
    commitment,
)
from companion.game import Event, Game, State
from companion.log import Entry, Secret, effective, seal, write_luck
from companion.moves import BadMove, IllegalMove, Move, StaleMove, read_move
from companion.reading import Length, read
from companion.refusals import Unreadable
from companion.table import Actor, Now, Seat, Step, Table, adjust

NOTE_LENGTH = 500
"""Characters of a note or a reason."""

WORDS_LENGTH = 64
"""Bytes of the string that a phone makes for the common luck (docs/luck.md, point 2)."""


@dataclass(frozen=True)
class Offered:
    """The one entry to append, and the table as it will be then."""

    entry: Entry
    table: Table


@dataclass
class Draft:
    """An entry in the making."""

    table: Table
    kind: str
    by: Actor
    now: Now
    fields: dict[str, Plain] = field(default_factory=dict)
    secrets: list[Secret] = field(default_factory=list)
    source: Sealed | None = None
    fresh: bytes | None = None
    """The seed of an epoch that begins with this entry."""

    def __post_init__(self) -> None:
        if self.table.epoch.revealed and self.kind not in ("noted", "seated") and "setting" not in self.fields:
            self._new_epoch()

    def _new_epoch(self) -> None:
        """The seed is known to everybody: whoever goes on does so under a fresh one (docs/luck.md, point 9)."""
        seed = self.now.entropy(32)
        secret = seal(seed.hex(), (), "seed", self.now.entropy)
        self.secrets.append(secret)
        self.fields |= {"commit": commitment(seed), "seed": {"sealed": secret.digest}}
        self.fresh = seed

    @property
    def seed(self) -> bytes:
        found = self.fresh or self.table.epoch.seed
        if found is None:
            raise IllegalMove("table.read_only")
        return found

    def sealed(self) -> Sealed:
        """The committed stream, standing at the next number."""
        fresh = self.fresh is not None
        words = None if fresh else self.table.epoch.words
        if words is None:
            words = tuple(seat.words for seat in self.table.seats)
        epoch = self.table.epoch.number + 1 if fresh else self.table.epoch.number
        number = 0 if fresh else self.table.next_number()
        self.source = Sealed(self.seed, words, epoch, number)
        return self.source

    def luck(self, records: Iterable[Luck]) -> list[dict[str, Plain]]:
        """The records as they stand in the open part; what has to be sealed is kept beside."""
        written = []
        for luck in records:
            record, secrets = write_luck(luck, self.now.entropy)
            written.append(record)
            self.secrets += secrets
        return written

    def move(self, move: Move, seat: int, opened: frozenset[str]) -> Plain:
        """A move as it stands in the open part: sealed if it is a secret that this very entry does not open."""
        if move.secret is None or move.secret in opened:
            return plain(move)
        secret = seal(plain(move), (seat,), move.secret, self.now.entropy)
        self.secrets.append(secret)
        return {"sealed": secret.digest}

    def finish(self, after: Table, tells: bool = True) -> Entry:
        """The entry, with what it opens on the table after it (nothing new if no event tells a secret); one that ends
        the game opens everything and reveals the seed."""
        self._note_client()
        ends = after.result is not None
        opens = after.unopened if ends else after.due if tells else []
        if opens:
            self.fields["opens"] = [secret.opening for secret in opens]
        if ends:
            self.fields["reveal"] = self.seed.hex()
        return self.entry()

    def _note_client(self) -> None:
        """The first sealed draw of an epoch fixes the seats' strings and says which counted (point 2)."""
        if self.source is None or not self.source.drawn:
            return
        if self.fresh is not None or self.table.epoch.words is None:
            self.fields["client"] = list(self.source.words)

    def entry(self) -> Entry:
        head = {
            "seq": self.table.seq + 1,
            "kind": self.kind,
            "prev": self.table.head,
            "at": self.now.at,
            "by": plain(self.by),
        }
        return Entry(head | self.fields, tuple(self.secrets))


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
    if data.get("type") == AutomaMove.type:
        return _automa(table, by, data, now, seen, typed)
    move = read_move(table.game.moves_types, data)
    if move.host_only and not by.host:
        raise IllegalMove("table.host_only")
    draft = Draft(table, "played", by, now, {"seat": seat})
    typing = None if typed is None else list(typed)
    source = _source(draft, table, typing)
    chance = Chance(source)
    try:
        after, events = table.game.play(state, seat, move, chance)
    except Wanted:
        _first_wish(table, by, seen)
        raise
    except IllegalMove as refusal:
        raise _late(table, seen, refusal, lambda then: _try(table.game, then, seat, move)) from refusal
    _all_used(source, typing)
    if chance.records:
        _first_wish(table, by, seen)
    draft.fields["move"] = draft.move(move, seat, _opened_by(events))
    if chance.records:
        draft.fields["luck"] = draft.luck(chance.records)
    return _acted(draft, Step(table.seq + 1, seat, ((move, tuple(chance.records)),)), after, events)


def _acted(draft: Draft, step: Step, state: State, events: tuple[Event, ...]) -> Offered:
    """An act is finished: its entry, and the table that its outcome makes."""
    table = draft.table
    entry = draft.finish(table.advanced(draft.entry(), step, state, events), bool(_opened_by(events)))
    return Offered(entry, table.advanced(entry, step, state, events))


def _opened_by(events: Iterable[Event]) -> frozenset[str]:
    """The tags of the secrets that these events tell."""
    return frozenset(tag for event in events for tag in event.opens)


REAL: dict[str, Of] = {"dice": "dice", "decks": "cards"}
"""Which setting of a table says that real things are used, and for which asks."""

ANY_REAL: frozenset[Of] = frozenset(REAL.values())


def _source(draft: Draft, table: Table, typed: Sequence[Plain] | None, also: frozenset[Of] = frozenset()) -> Source:
    """Where the luck of a move comes from at this table; `also` names what was real when the move was made."""
    sealed = draft.sealed()
    real = also | {of for setting, of in REAL.items() if real_things(table, setting)}
    if not real:
        if typed:
            raise IllegalMove("typed.not_here", field="typed")
        return sealed
    return Typed(list(typed or ()), sealed, real, sealed.epoch)


def real_things(table: Table, setting: str) -> bool:
    """Whether the table uses real dice (`dice`) or real cards (`decks`)."""
    return bool(table.settings.get(setting, table.options.get(setting)) == "physical")


def _all_used(source: Source, typed: Sequence[Plain] | None) -> None:
    if isinstance(source, Typed) and typed and source.used < len(typed):
        raise IllegalMove("typed.too_many", field="typed", wanted=source.used, got=len(typed))


def _first_wish(table: Table, by: Actor, seen: int) -> None:
    """A second tap is not a second wish: luck is stale unless the actor has seen its own newest entry."""
    newest = table.newest_by(by)
    if newest > seen:
        raise StaleMove("stale.second_tap", entry=newest)


def _late(table: Table, seen: int, refusal: IllegalMove, legal: Callable[[State], bool]) -> IllegalMove | StaleMove:
    """The refusal of a move: stale if it was legal on the table that the person saw, else illegal. What real dice
    cannot show they could not show then either."""
    earlier = table.state_at(seen) if seen < table.seq and refusal.field != "typed" else None
    if earlier is None or not legal(earlier):
        return refusal
    return StaleMove(refusal.key, rule=refusal.rule, **{**refusal.args_, "entry": _between(table, seen)})


def _between(table: Table, seen: int) -> int:
    """The first entry after what was seen (notes change nothing)."""
    return next((entry.seq for entry in table.entries[max(seen, 0) :] if entry.kind != "noted"), table.seq)


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
    asked: AutomaMove = _outside(AutomaMove, {k: v for k, v in data.items() if k not in ("type", "label")}, "move")
    seat, state = asked.seat, table.state
    opponent = _opponent(table, seat)
    if seat not in table.game.to_act(state):
        refusal = IllegalMove("automa.not_its_turn", seat=seat)
        raise _late(table, seen, refusal, lambda then: seat in table.game.to_act(then))
    _first_wish(table, by, seen)
    draft = Draft(table, "played", by, now, {"seat": seat})
    source = _source(draft, table, typed)
    turns: list[_Turn] = []
    while not turns or table.game.to_act(state) == (seat,):
        turns.append(_turn(table, opponent, state, seat, source))
        state = turns[-1].state
    _all_used(source, typed)
    events = tuple(event for turn in turns for event in turn.events)
    draft.fields["decisions"] = [_decided(draft, seat, _opened_by(events), turn) for turn in turns]
    plays = tuple((turn.decision.move, turn.playing) for turn in turns)
    choosing = tuple(luck for turn in turns for luck in turn.choosing)
    return _acted(draft, Step(table.seq + 1, seat, plays, choosing=choosing), state, events)


@dataclass(frozen=True)
class _Turn:
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


def undo(table: Table, by: Actor, now: Now, seen: int, seq: int, agreed: Sequence[int] = ()) -> Offered:
    """Take back the newest act, named by its seq. `agreed` are the seats that said yes where a vote was needed."""
    _names_newest(table, by, seen, seq, "undo")
    draft = Draft(table, "undone", by, now, {"undoes": seq} | ({"agreed": list(agreed)} if agreed else {}))
    return _rebuilding(table, draft)


def redo(table: Table, by: Actor, now: Now, seen: int, seq: int) -> Offered:
    """Bring back what was undone last, named by its seq."""
    _names_newest(table, by, seen, seq, "redo")
    return _rebuilding(table, Draft(table, "redone", by, now, {"redoes": seq}))


def _names_newest(table: Table, by: Actor, seen: int, seq: int, what: Literal["undo", "redo"]) -> None:
    """An undo names the newest act in effect, a redo the one that was undone last."""
    _first_wish(table, by, seen)
    at = ("undo", "redo").index(what)
    acts = (table.done, table.undone)[at]
    if acts and acts[-1] != seq:
        raise StaleMove(f"{what}.not_newest", entry=acts[-1], asked=seq)
    if not acts:
        if effective(table.entries[:seen])[at][-1:] == (seq,):
            raise StaleMove(f"{what}.nothing", entry=_between(table, seen))
        raise IllegalMove(f"{what}.nothing")


def _rebuilding(table: Table, draft: Draft) -> Offered:
    entry = draft.finish(table.push(draft.entry()))
    return Offered(entry, table.push(entry))


@dataclass(frozen=True)
class Correction:
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
    at = next((n for n, step in enumerate(table.steps) if step.seq == seq), None)
    if at is None or not table.steps[at].plays or len(table.steps[at].plays) > 1:
        raise IllegalMove("correct.not_there", entry=seq)
    step = table.steps[at]
    old_move, old_luck = step.plays[0]
    new_move = old_move if move is None else read_move(table.game.moves_types, move)
    draft = Draft(table, "corrected", by, now, {"seat": step.seat, "corrects": seq, "reason": _text(reason)})
    was_typed = any(luck.by == "typed" for luck in old_luck)
    source = _source(draft, table, typed, ANY_REAL if was_typed else frozenset())
    chance = Chance(_Patched(old_luck, typed, source))
    state, events = table.game.play(table.states[at], step.seat, new_move, chance)
    _all_used(source, typed)
    records = tuple(chance.records)
    state, lost = _without_lost(table, table.steps[at + 1 :], state)
    if dry_run:
        return Correction(lost, None)
    if tuple(sorted(drop)) != lost:
        raise StaleMove("correct.drop", lost=", ".join(map(str, lost)), asked=list(drop))
    draft.fields |= {"move": draft.move(new_move, step.seat, _opened_by(events)), "luck": draft.luck(records)}
    if lost:
        draft.fields["drop"] = list(lost)
    return Correction(lost, _rebuilding(table, draft))


@dataclass
class _Patched:
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
                return dataclasses.replace(old, ask=ask)
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


def adjustment(table: Table, by: Actor, now: Now, changes: Sequence[Mapping[str, Plain]], reason: str) -> Offered:
    """The table wins: one or more changes of what the game lets be set, made by the host in one entry."""
    if not changes:
        raise BadMove("read.missing", field="changes")
    state, events = table.state, []
    for number, change in enumerate(changes, 1):
        _outside(Mapping[str, Any], change, f"changes.{number}")
        state, event = adjust(table.game, state, change)
        events.append(event)
    draft = Draft(table, "adjusted", by, now, {"changes": [dict(c) for c in changes], "reason": _text(reason)})
    return _acted(draft, Step(table.seq + 1, 0, changes=tuple(dict(c) for c in changes)), state, tuple(events))


def setting(table: Table, by: Actor, now: Now, values: Mapping[str, Plain]) -> Offered:
    """Change a setting in play (real dice, who may undo). It is told in the log and not undone like a move."""
    _outside(Mapping[str, Any], values, "setting")
    return _facts(table, Draft(table, "adjusted", by, now, {"setting": dict(values)}))


def seated(table: Table, by: Actor, now: Now, number: int, change: Mapping[str, Plain]) -> Offered:
    """Somebody takes a seat (only before the start), or something about a seat changes.

    `change` names fields of `Seat`. Raises BadMove for what is none, or a string of more than 64 bytes for the luck.
    """
    is_new = number == len(table.seats) + 1 and not table.started
    before = {} if is_new else dataclasses.asdict(table.seat(number))
    _outside(Seat, before | dict(change), "seat")
    size = len(str(change.get("words", "")).encode())
    if size > WORDS_LENGTH:
        raise BadMove("read.length", field="seat.words", least=0, most=WORDS_LENGTH, got=size)
    return _facts(table, Draft(table, "seated", by, now, {"seat": number, "change": dict(change)}))


def unseated(table: Table, by: Actor, now: Now, number: int) -> Offered:
    """A seat is taken away; only before the start."""
    table.seat(number)
    if table.started:
        raise IllegalMove("table.started")
    return _facts(table, Draft(table, "seated", by, now, {"seat": number, "gone": True}))


def start(table: Table, by: Actor, now: Now) -> Offered:
    """The game begins with the seats as they are."""
    if table.started:
        raise IllegalMove("table.started")
    allowed = table.game.seats_for(table.options)
    if len(table.seats) not in allowed:
        raise IllegalMove("table.seat_count", least=allowed[0], most=allowed[-1], n=len(table.seats))
    return _facts(table, Draft(table, "started", by, now))


def note(table: Table, by: Actor, now: Now, text: str) -> Offered:
    """Somebody writes something into the log."""
    return _facts(table, Draft(table, "noted", by, now, {"text": _text(text)}))


def reveal(table: Table, by: Actor, now: Now) -> Offered:
    """The host ends the epoch: the seed is told, and whoever goes on does so under a fresh one."""
    if table.epoch.revealed:
        raise IllegalMove("reveal.already")
    draft = Draft(table, "revealed", by, now, {"reveal": ""})
    draft.fields["reveal"] = draft.seed.hex()
    return _facts(table, draft)


def _facts(table: Table, draft: Draft) -> Offered:
    entry = draft.entry()
    return Offered(entry, table.push(entry))


def _text(text: str) -> str:
    written: str = _outside(Annotated[str, Length(NOTE_LENGTH)], text, "text")
    return written


def _outside(kind: Any, data: Any, where: str) -> Any:
    """Data from outside, read as a kind. Raises BadMove."""
    try:
        return read(kind, data, where)
    except Unreadable as caught:
        raise BadMove(caught.key, **caught.args_) from caught
