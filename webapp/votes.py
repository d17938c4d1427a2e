"""An undo past luck or a reveal: every other phone at the table has to say yes, soon. Kept in memory only."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from msgspec import Struct, field

from companion.canonical import Plain
from webapp.changes import Changes


class Vote(Struct):
    """One entry that somebody wants to take back (`undo`) or to bring back (`redo`).

    by: the seat that asked first. until: milliseconds since 1970. done: the entry that did it.
    """

    verb: str
    seq: int
    by: int
    until: int
    agreed: set[int] = field(default_factory=set)
    done: int | None = None


class VoteOpen(Exception):
    """Others still have to agree."""

    def __init__(self, vote: Vote, voters: frozenset[int]) -> None:
        super().__init__(vote)
        self.vote = vote
        self.voters = voters


class Votes:
    """At most one open vote at each table. Every method may be called from any thread."""

    def __init__(self, seconds: int, changes: Changes, clock: Callable[[], float] = time.time) -> None:
        self._ms = seconds * 1000
        self._changes = changes
        self._clock = clock
        self._open: dict[str, Vote] = {}
        self._lock = threading.Lock()

    def agree(self, table: str, verb: str, seq: int, by: int, seats: frozenset[int]) -> Vote:
        """A phone says yes for its seats; the first to do so opens the vote."""
        with self._lock:
            vote = self._alive(table)
            if vote is None or (vote.verb, vote.seq) != (verb, seq) or vote.done is not None:
                vote = self._open[table] = Vote(verb, seq, by, self._now() + self._ms)
            vote.agreed |= seats
        self._changes.tell(table)
        return vote

    def done(self, table: str, vote: Vote, entry: int) -> None:
        """All have agreed, and this entry took it back. Remembered for as long as the vote would have lasted."""
        with self._lock:
            vote.done = entry

    def carried(self, table: str, verb: str, seq: int, seats: frozenset[int]) -> int | None:
        """The entry that came of a vote, for a phone that had agreed and asks again."""
        with self._lock:
            vote = self._alive(table)
            return vote.done if vote and (vote.verb, vote.seq) == (verb, seq) and seats & vote.agreed else None

    def open(self, table: str, undo: int | None, redo: int | None = None) -> Vote | None:
        """The open vote, if it is about the entry that could be taken back, or brought back, now."""
        with self._lock:
            vote = self._alive(table)
        if vote is None or vote.done is not None:
            return None
        return vote if vote.seq == (undo if vote.verb == "undo" else redo) else None

    def _alive(self, table: str) -> Vote | None:
        for key in [key for key, vote in self._open.items() if vote.until <= self._now()]:
            del self._open[key]
        return self._open.get(table)

    def _now(self) -> int:
        return int(self._clock() * 1000)


def vote_json(vote: Vote, voters: frozenset[int]) -> dict[str, Plain]:
    """How a vote stands: who has agreed, who is still to."""
    return {
        "ask": vote.verb,
        "seq": vote.seq,
        "by": vote.by,
        "agreed": sorted(vote.agreed),
        "waiting": sorted(voters - vote.agreed),
        "until": vote.until,
    }
