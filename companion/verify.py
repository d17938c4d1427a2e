"""Check every luck of a table: commitments, chain, openings, numbering under undo, and each outcome.

docs/verify.py does the same in at most 40 lines without anything of ours; this one names what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from companion.archive import BadArchive, check_chain, is_sealed, with_openings
from companion.canonical import Plain
from companion.chance import checked, commitment, draw_key, outcome, stream_words
from companion.log import Entry, Secret, follow, unseal
from companion.refusals import Refusal
from companion.words import Word

Record = Mapping[str, Any]
"""A record of luck in an entry (docs/luck.md, point 6), its sealed parts filled in where they are known."""


class Report(Struct, frozen=True):
    """What was found. `faults` are words; `sealed` and `typed` count the outcomes, `unknown` those whose epoch is not
    revealed yet (or that are still sealed); `waiting` are the entries that hold these. `standing` are the records of
    the acts in effect, as far as they are known."""

    faults: tuple[Word, ...]
    sealed: int
    typed: int
    unknown: int
    epochs: tuple[tuple[int, bool], ...]
    test: bool
    waiting: tuple[int, ...] = ()
    standing: tuple[Record, ...] = ()

    @property
    def good(self) -> bool:
        return not self.faults


def verify(entries: Iterable[Entry]) -> Report:
    """Check a log. Nothing is raised: whatever is wrong stands in the report."""
    entries = tuple(entries)
    audit = _Audit()
    try:
        check_chain(entries)
    except BadArchive as caught:
        audit.fault(caught.key.split(".")[-1], **caught.args_)
    except (KeyError, TypeError, ValueError) as caught:
        audit.fault("shape", detail=_detail(caught))
    try:
        audit.run(entries)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as caught:
        audit.fault("shape", detail=_detail(caught))
    return audit.report(bool(entries) and bool(entries[0].open.get("test")))


def _detail(caught: Exception) -> str:
    return f"{type(caught).__name__}: {caught}"[:80]


class _Epoch(Struct):
    """One commitment: its key once the seed is known, the strings that count, and the entry that tells the seed."""

    commit: str
    words: list[str] | None = None
    seed: bytes | None = None
    told: int | None = None

    @property
    def key(self) -> bytes | None:
        return None if self.seed is None else draw_key(self.seed, self.words or [])


class _Audit(Struct):
    faults: list[Word] = field(default_factory=list)
    epochs: list[_Epoch] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: {"sealed": 0, "typed": 0, "unknown": 0})
    records: dict[int, tuple[Record, ...]] = field(default_factory=dict)
    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    standing: dict[int, tuple[Record, ...]] = field(default_factory=dict)
    """The records of the acts in effect, by the seq that names the act; those of a corrected one are the newest."""

    largest: dict[int, int] = field(default_factory=dict)
    """The largest number that stands, by epoch."""

    def fault(self, key: str, **args: Any) -> None:
        self.faults.append(Word(f"verify.{key}", args))

    def report(self, test: bool) -> Report:
        shown = tuple((number, epoch.told is not None) for number, epoch in enumerate(self.epochs))
        counts = self.counts
        standing = tuple(record for records in self.standing.values() for record in records)
        return Report(
            tuple(self.faults),
            counts["sealed"],
            counts["typed"],
            counts["unknown"],
            shown,
            test,
            tuple(dict.fromkeys(self.waiting)),
            standing,
        )

    def run(self, entries: tuple[Entry, ...]) -> None:
        self._seeds(entries)
        acts = {entry.seq: entry for entry in entries}
        current = -1
        for entry in with_openings(entries):
            current += "commit" in entry.open
            self._secrets(entry)
            self._undo(entry)
            self._luck(entry, current)
            follow(entry, self.done, self.undone)
            self._follow(entry, acts)

    def _seeds(self, entries: tuple[Entry, ...]) -> None:
        """The epochs in order; a seed is the one that was committed, the strings are those that the phones sent."""
        seats: list[str] = []
        for entry in entries:
            body = entry.open
            seats = _words_after(seats, body)
            if "commit" in body:
                self.epochs.append(_Epoch(str(body["commit"])))
            epoch = self.epochs[-1]
            if "client" in body:
                if epoch.words is not None or list(body["client"]) != seats:
                    self.fault("client", seq=entry.seq)
                epoch.words = [str(part) for part in body["client"]]
            if "reveal" in body:
                epoch.seed, epoch.told = bytes.fromhex(body["reveal"]), entry.seq
                if commitment(epoch.seed) != epoch.commit:
                    self.fault("commit", epoch=len(self.epochs) - 1, seq=entry.seq)

    def _secrets(self, entry: Entry) -> None:
        """What an entry opens, and what it brings along, is what was sealed."""
        opened = [Secret(o["digest"], o["salt"], o["value"], (), "") for o in entry.open.get("opens", ())]
        if not all(map(is_sealed, (*opened, *entry.secrets))):
            self.fault("opening", seq=entry.seq)

    def _undo(self, entry: Entry) -> None:
        """Only the newest act is taken back, only the last that was taken back is done again, and only what stands is
        corrected or lost."""
        touched = [entry.open["corrects"], *entry.open.get("drop", ())] if entry.kind == "corrected" else []
        if any(seq not in self.standing for seq in touched):
            self.fault("correct", seq=entry.seq)
        acts = {"undone": self.done, "redone": self.undone}.get(entry.kind)
        if acts is not None and acts[-1:] != [entry.open.get("undoes", entry.open.get("redoes"))]:
            self.fault("undo", seq=entry.seq)

    def _luck(self, entry: Entry, current: int) -> None:
        secrets = {secret.digest: secret.value for secret in entry.secrets}
        found = tuple(unseal(dict(record), secrets) for record in entry.luck_records())
        self.records[entry.seq] = found
        kept = self.standing.get(int(entry.open["corrects"]), ()) if entry.kind == "corrected" else ()
        fresh = [r for r in found if r["by"] != "typed" and not any(_same_draw(r, old) for old in kept)]
        epoch = self.epochs[current]
        if any(r["e"] != current for r in fresh) or (fresh and epoch.told is not None and epoch.told < entry.seq):
            self.fault("epoch", seq=entry.seq, epoch=current)
        self._numbers(entry, [r["i"] for r in fresh], current)
        for record in found:
            self._outcome(entry, record)

    def _numbers(self, entry: Entry, got: list[int], current: int) -> None:
        """New draws take the numbers after the largest that stands in their epoch, without a gap."""
        first = 1 + self.largest.get(current, -1)
        if got != list(range(first, first + len(got))):
            self.fault("number", seq=entry.seq, wanted=first, got=got[0])

    def _follow(self, entry: Entry, acts: Mapping[int, Entry]) -> None:
        """Which records stand after an entry."""
        if entry.kind in ("undone", "redone", "corrected"):
            self.standing, self.largest = {}, {}
            for seq in self.done:
                self._stand(acts[seq])
            for records in self.standing.values():
                self._enlarge(records)
        elif entry.is_act:
            self._stand(entry)
            self._enlarge(self.records[entry.seq])

    def _stand(self, act: Entry) -> None:
        for lost in act.open.get("drop", ()):
            self.standing.pop(lost, None)
        self.standing[int(act.open.get("corrects", act.seq))] = self.records[act.seq]

    def _enlarge(self, records: Iterable[Record]) -> None:
        for record in records:
            if record["by"] != "typed":
                self.largest[record["e"]] = max(record["i"], self.largest.get(record["e"], -1))

    def _outcome(self, entry: Entry, record: Record) -> None:
        ask, got = record["ask"], record["got"]
        key = None if record["by"] == "typed" else self.epochs[record["e"]].key
        if _is_sealed(ask) or _is_sealed(got) or (record["by"] != "typed" and key is None):
            self.counts["unknown"] += 1
            self.waiting.append(entry.seq)
        elif key is None:
            self.counts["typed"] += 1
            if "i" in record or not _possible(ask, got):
                self.fault("typed", seq=entry.seq)
        else:
            self.counts["sealed"] += 1
            if outcome(ask, stream_words(key, record["i"])) != got:
                self.fault("outcome", seq=entry.seq, number=record["i"])


def _words_after(seats: list[str], body: Mapping[str, Any]) -> list[str]:
    """The seats' strings after an entry that may say something about a seat."""
    if body["kind"] == "opened":
        return [str(seat.get("words", "")) for seat in body["seats"]]
    if body["kind"] != "seated":
        return seats
    at = int(body["seat"]) - 1
    if body.get("gone"):
        return seats[:at] + seats[at + 1 :]
    before = seats[at] if at < len(seats) else ""
    return [*seats[:at], str(body["change"].get("words", before)), *seats[at + 1 :]]


def _same_draw(record: Record, old: Record) -> bool:
    """Whether a correction keeps this draw: the same number, for the same request as far as both are known."""
    asks_fit = record["ask"] == old["ask"] or _is_sealed(record["ask"]) or _is_sealed(old["ask"])
    return (record["e"], record.get("i")) == (old["e"], old.get("i")) and asks_fit


def _is_sealed(value: Plain) -> bool:
    return isinstance(value, Mapping) and set(value) == {"sealed"}


def _possible(ask: list[Plain], got: Plain) -> bool:
    """Whether a typed outcome is one that its ask can have. An opponent's own choice is never typed."""
    if ask[0] == "explode":
        faces = [face for chain in got for face in chain]
        ends = all(chain and all(face == ask[1] for face in chain[:-1]) and chain[-1] != ask[1] for chain in got)
        return ends and len(got) == ask[2] and all(type(face) is int and 1 <= face <= ask[1] for face in faces)
    try:
        checked(ask, got)
    except Refusal:
        return False
    return ask[0] in ("roll", "draw", "order")
