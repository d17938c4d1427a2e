"""Check every luck of a table: commitments, chain, openings, numbering under undo, and each outcome.

docs/verify.py does the same in at most 40 lines without anything of ours; this one names what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.archive import BadArchive, check_chain, with_openings
from companion.canonical import Plain
from companion.chance import checked, commitment, draw_key, outcome, stream_words
from companion.log import Entry, follow, secret_digest, unseal
from companion.refusals import Refusal
from companion.words import Word, word


@dataclass(frozen=True)
class Report:
    """What was found. `faults` are words; `sealed` and `typed` count the outcomes, `unknown` those whose epoch is not
    revealed yet (or that are still sealed)."""

    faults: tuple[Word, ...]
    sealed: int
    typed: int
    unknown: int
    epochs: tuple[tuple[int, bool], ...]
    test: bool

    @property
    def good(self) -> bool:
        return not self.faults


@dataclass
class _Epoch:
    commit: str
    key: bytes | None = None
    revealed: bool = False


def verify(entries: Iterable[Entry]) -> Report:
    """Check a log. Nothing is raised: whatever is wrong stands in the report."""
    entries = tuple(entries)
    faults: list[Word] = []
    try:
        check_chain(entries)
    except BadArchive as caught:
        faults.append(Word(f"verify.{caught.key.split('.')[-1]}", dict(caught.args_)))
    _openings(entries, faults)
    epochs = _epochs(entries, faults)
    sealed, typed, unknown = _all_luck(with_openings(entries), epochs, faults)
    shown = tuple((number, epoch.revealed) for number, epoch in enumerate(epochs))
    test = bool(entries) and bool(entries[0].open.get("test"))
    return Report(tuple(faults), sealed, typed, unknown, shown, test)


def _openings(entries: tuple[Entry, ...], faults: list[Word]) -> None:
    for entry in entries:
        for opening in entry.open.get("opens", ()):
            if secret_digest(bytes.fromhex(opening["salt"]), opening["value"]) != opening["digest"]:
                faults.append(word("verify.opening", seq=entry.seq))


def _epochs(entries: tuple[Entry, ...], faults: list[Word]) -> list[_Epoch]:
    """The commitments in order, each with its key where the seed has been revealed."""
    epochs: list[_Epoch] = []
    words: dict[int, list[str]] = {}
    for entry in entries:
        body = entry.open
        if "commit" in body:
            epochs.append(_Epoch(str(body["commit"])))
        if not epochs:
            continue
        if "client" in body:
            words[len(epochs) - 1] = [str(part) for part in body["client"]]
        if "reveal" in body:
            seed = bytes.fromhex(body["reveal"])
            epochs[-1].revealed = True
            epochs[-1].key = draw_key(seed, words.get(len(epochs) - 1, []))
            if commitment(seed) != epochs[-1].commit:
                faults.append(word("verify.commit", epoch=len(epochs) - 1, seq=entry.seq))
    return epochs


def _all_luck(entries: tuple[Entry, ...], epochs: list[_Epoch], faults: list[Word]) -> tuple[int, int, int]:
    counts = {"sealed": 0, "typed": 0, "unknown": 0}
    used: dict[int, list[tuple[int, int]]] = {}
    done: list[int] = []
    undone: list[int] = []
    for entry in entries:
        secrets = {secret.digest: secret.value for secret in entry.secrets}
        records = [unseal(dict(record), secrets) for record in entry.luck_records()]
        stands = {pair for seq in done for pair in used.get(seq, ())}
        kept = set(used.get(int(entry.open["corrects"]), ())) if entry.kind == "corrected" else set()
        fresh = [(r["e"], r["i"]) for r in records if r["by"] == "sealed" and (r["e"], r["i"]) not in kept]
        _numbers(entry, fresh, stands, faults)
        for record in records:
            _outcome(entry, record, epochs, counts, faults)
        used[entry.seq] = [(r["e"], r["i"]) for r in records if r["by"] == "sealed"]
        follow(entry, done, undone)
    return counts["sealed"], counts["typed"], counts["unknown"]


def _numbers(entry: Entry, fresh: list[tuple[int, int]], stands: set[tuple[int, int]], faults: list[Word]) -> None:
    """New draws take the numbers after the largest that stands, without a gap."""
    for epoch in {e for e, _ in fresh}:
        first = 1 + max((i for e, i in stands if e == epoch), default=-1)
        got = [i for e, i in fresh if e == epoch]
        if got != list(range(first, first + len(got))):
            faults.append(word("verify.number", seq=entry.seq, wanted=first, got=got[0]))


def _outcome(
    entry: Entry,
    record: Mapping[str, Any],
    epochs: list[_Epoch],
    counts: dict[str, int],
    faults: list[Word],
) -> None:
    ask, got = record["ask"], record["got"]
    if _is_sealed(ask) or _is_sealed(got):
        counts["unknown"] += 1
        return
    if record["by"] == "typed":
        counts["typed"] += 1
        if not _possible(ask, got):
            faults.append(word("verify.typed", seq=entry.seq))
        return
    epoch = epochs[record["e"]] if record["e"] < len(epochs) else None
    if epoch is None or epoch.key is None:
        counts["unknown"] += 1
        return
    counts["sealed"] += 1
    if outcome(ask, stream_words(epoch.key, record["i"])) != got:
        faults.append(word("verify.outcome", seq=entry.seq, number=record["i"]))


def _is_sealed(value: Plain) -> bool:
    return isinstance(value, Mapping) and set(value) == {"sealed"}


def _possible(ask: list[Plain], got: Plain) -> bool:
    """Whether a typed outcome is one that its ask can have."""
    if ask[0] == "explode":
        return all(1 <= face <= ask[1] for chain in got for face in chain) and len(got) == ask[2]
    try:
        checked(ask, got)
    except Refusal:
        return False
    return True
