"""An entry in the making, and what all judging has in common: where luck comes from, what is late, what is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Struct

from companion.canonical import Plain, plain
from companion.chance import Luck, Of, Sealed, Source, Typed, commitment
from companion.game import Event, State
from companion.log import Entry, Secret, seal, write_luck
from companion.moves import BadMove, IllegalMove, Move, StaleMove
from companion.reading import Length, read
from companion.refusals import Unreadable
from companion.table import Actor, Now, Step, Table

NOTE_LENGTH = 500
"""Characters of a note or a reason."""

WORDS_LENGTH = 64
"""Bytes of the string that a phone makes for the common luck (docs/luck.md, point 2)."""


class Offered(Struct, frozen=True):
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
        """The seed is known to everybody: whoever goes on does so under a fresh one (docs/luck.md, point 11)."""
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


def acted(draft: Draft, step: Step, state: State, events: tuple[Event, ...]) -> Offered:
    """An act is finished: its entry, and the table that its outcome makes."""
    table = draft.table
    entry = draft.finish(table.advanced(draft.entry(), step, state, events), bool(opened_by(events)))
    return Offered(entry, table.advanced(entry, step, state, events))


def opened_by(events: Iterable[Event]) -> frozenset[str]:
    """The tags of the secrets that these events tell."""
    return frozenset(tag for event in events for tag in event.opens)


REAL: dict[str, Of] = {"dice": "dice", "decks": "cards"}
"""Which setting of a table says that real things are used, and for which asks."""

ANY_REAL: frozenset[Of] = frozenset(REAL.values())


def luck_source(draft: Draft, table: Table, typed: Sequence[Plain] | None, also: frozenset[Of] = frozenset()) -> Source:
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


def all_used(source: Source, typed: Sequence[Plain] | None) -> None:
    if isinstance(source, Typed) and typed and source.used < len(typed):
        raise IllegalMove("typed.too_many", field="typed", wanted=source.used, got=len(typed))


def first_wish(table: Table, by: Actor, seen: int) -> None:
    """A second tap is not a second wish: luck is stale unless the actor has seen its own newest entry."""
    newest = table.newest_by(by)
    if newest > seen:
        raise StaleMove("stale.second_tap", entry=newest)


def late(table: Table, seen: int, refusal: IllegalMove, legal: Callable[[State], bool]) -> IllegalMove | StaleMove:
    """The refusal of a move: stale if it was legal on the table that the person saw, else illegal. What real dice
    cannot show they could not show then either."""
    earlier = table.state_at(seen) if seen < table.seq and refusal.field != "typed" else None
    if earlier is None or not legal(earlier):
        return refusal
    return StaleMove(refusal.key, rule=refusal.rule, **{**refusal.args_, "entry": between(table, seen)})


def between(table: Table, seen: int) -> int:
    """The first entry after what was seen (notes change nothing)."""
    return next((entry.seq for entry in table.entries[max(seen, 0) :] if entry.kind != "noted"), table.seq)


def rebuilding(table: Table, draft: Draft) -> Offered:
    entry = draft.finish(table.push(draft.entry()))
    return Offered(entry, table.push(entry))


def fact(table: Table, draft: Draft) -> Offered:
    entry = draft.entry()
    return Offered(entry, table.push(entry))


def checked_text(text: str) -> str:
    written: str = outside(Annotated[str, Length(NOTE_LENGTH)], text, "text")
    return written


def outside(kind: Any, data: Any, where: str) -> Any:
    """Data from outside, read as a kind. Raises BadMove."""
    try:
        return read(kind, data, where)
    except Unreadable as caught:
        raise BadMove(caught.key, **caught.args_) from caught
