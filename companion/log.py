"""The entries of a table's log: an open part that is chained by hashes, and a sealed part that is not.

In the open part every secret value is replaced by the hash of a salt and its canonical JSON, so that everybody can
check the chain and nobody can guess a secret of few possibilities.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from companion.canonical import Plain, canonical
from companion.chance import Ask, Luck

FORMAT = "tableside-1"
FIRST = "0" * 64
"""What stands for the hash before the first entry."""

ASKED = "asked"
"""The tag of sealed requests. No event opens it: what was left of a pile, asked twice, tells what was drawn between."""

KINDS = (
    "opened", "seated", "started", "played", "undone", "redone", "corrected", "adjusted", "noted", "revealed",
)  # fmt: skip

ACTS = frozenset({"played", "corrected", "adjusted"})
"""The kinds that change the state, and that undo takes back."""

Entropy = Callable[[int], bytes]
"""That many random bytes, handed in from outside."""


class Secret(Struct, frozen=True):
    """A sealed value: what it hashes to, its salt (hex), the seats it belongs to, and the tag that opens it."""

    digest: str
    salt: str
    value: Plain
    to: tuple[int, ...]
    tag: str

    @property
    def opening(self) -> dict[str, Plain]:
        """What is written into the entry that opens it."""
        return {"digest": self.digest, "salt": self.salt, "value": self.value}

    def __plain__(self) -> dict[str, Plain]:
        return {**self.opening, "to": list(self.to), "tag": self.tag}


def secret_digest(salt: bytes, value: Plain) -> str:
    return hashlib.sha256(salt + canonical(value)).hexdigest()


def seal(value: Plain, to: Iterable[int], tag: str, entropy: Entropy) -> Secret:
    """Seal a value for some seats (none: for nobody yet) under a tag."""
    salt = entropy(16)
    return Secret(secret_digest(salt, value), salt.hex(), value, tuple(sorted(to)), tag)


class Entry(Struct, frozen=True, dict=True):
    """One entry: the open part as it is hashed, and its secrets."""

    open: Mapping[str, Any]
    secrets: tuple[Secret, ...] = ()

    @cached_property
    def text(self) -> str:
        return canonical(self.open).decode()

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def seq(self) -> int:
        return int(self.open["seq"])

    @property
    def kind(self) -> str:
        return str(self.open["kind"])

    @property
    def by(self) -> Mapping[str, Any]:
        """Who made it: `{"seat": 2}`, `{"host": true}`, or both for a host who acts for a seat."""
        found: Mapping[str, Any] = self.open.get("by", {})
        return found

    @property
    def is_act(self) -> bool:
        return self.kind in ACTS and "setting" not in self.open

    @property
    def reveals(self) -> bool:
        """It holds luck or opens something sealed: to take it back is to have peeked."""
        return bool(self.luck_records() or self.open.get("opens") or self.open.get("reveal"))

    def luck_records(self) -> list[Mapping[str, Any]]:
        """The open records of luck in this entry, those of its decisions included."""
        found = list(self.open.get("luck", ()))
        for decision in self.open.get("decisions", ()):
            found += [*decision.get("choosing", ()), *decision.get("luck", ())]
        return found

    @cached_property
    def sealed_text(self) -> str:
        """The sealed part as it is stored beside the open one; empty if there is none."""
        return canonical([s.__plain__() for s in self.secrets]).decode() if self.secrets else ""

    def cut(self, seat: int | None) -> dict[str, Plain]:
        """What a viewer is given: the open part, its hash, and the secrets that belong to this seat."""
        own = [s.opening for s in self.secrets if seat is not None and seat in s.to]
        return {**self.open, "hash": self.hash} | ({"secrets": own} if own else {})

    @classmethod
    def stored(cls, open_text: str, sealed_text: str) -> Entry:
        """An entry as the store keeps it."""
        secrets = json.loads(sealed_text) if sealed_text else ()
        return cls(json.loads(open_text), tuple(Secret(**{**s, "to": tuple(s["to"])}) for s in secrets))


def unseal(value: Plain, secrets: Mapping[str, Plain]) -> Plain:
    """A plain value with the sealed parts that are known filled in; the others stay as they are."""
    if isinstance(value, Mapping):
        if set(value) == {"sealed"}:
            return secrets.get(value["sealed"], value)
        return {key: unseal(item, secrets) for key, item in value.items()}
    if isinstance(value, list):
        return [unseal(item, secrets) for item in value]
    return value


def write_luck(luck: Luck, entropy: Entropy) -> tuple[dict[str, Plain], tuple[Secret, ...]]:
    """The record of an outcome as it stands in the open part, and what had to be sealed of it."""
    secrets: list[Secret] = []

    def maybe(value: Plain, to: Iterable[int], tag: str, hidden: bool) -> Plain:
        if not hidden:
            return value
        secret = seal(value, to, tag, entropy)
        secrets.append(secret)
        return {"sealed": secret.digest}

    record: dict[str, Plain] = {"e": luck.e, "by": luck.by}
    if luck.i is not None:
        record["i"] = luck.i
    record["ask"] = maybe(luck.ask.wire, (), ASKED, luck.ask.unknown)
    record["got"] = maybe(luck.got, luck.ask.to or (), luck.ask.tag, luck.ask.to is not None)
    return record, tuple(secrets)


def read_luck(record: Mapping[str, Any]) -> Luck:
    """An outcome out of the log, its sealed parts already filled in."""
    return Luck(record["e"], record.get("i"), record["by"], Ask(list(record["ask"])), record["got"])


def effective(entries: Iterable[Entry]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which acts count: the seqs in effect, oldest first, and those that could be redone, the last undone last."""
    done: list[int] = []
    undone: list[int] = []
    for entry in entries:
        follow(entry, done, undone)
    return tuple(done), tuple(undone)


def follow(entry: Entry, done: list[int], undone: list[int]) -> None:
    """Carry one more entry into the lists of acts in effect and acts undone."""
    if entry.is_act:
        done.append(entry.seq)
        undone.clear()
    elif entry.kind == "undone":
        undone.append(done.pop())
    elif entry.kind == "redone":
        done.append(undone.pop())
