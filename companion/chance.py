"""Luck: one interface for the rules, five places where it comes from, and a scheme that anybody can check.

The scheme is named `tableside-1` and is written down to the byte in docs/luck.md. Rules ask a `Chance`; it hands each
ask to a source and keeps a record of what was asked and what came.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Literal, Protocol

from msgspec import Struct

from companion.bag import Bag
from companion.canonical import Plain
from companion.moves import BadMove, IllegalMove
from companion.words import Word

SCHEME = "tableside-1"

Audience = frozenset[int] | None
"""The seats that may know something; None is everybody, the empty set nobody yet."""

NOBODY: Audience = frozenset()

Of = Literal["dice", "cards", "choice"]
"""What a person would use for it: dice, cards, or nothing (an opponent's own choice is never asked of a person)."""


@dataclass(frozen=True)
class Ask:
    """A request for luck. `wire` is what stands in the record (docs/luck.md, point 6), and the only part that is
    compared: whom it is for is not asked of the dice."""

    wire: list[Plain]
    of: Of = field(default="dice", compare=False)
    to: Audience = field(default=None, compare=False)
    tag: str = field(default="luck", compare=False)
    unknown: bool = field(default=False, compare=False)
    """The request itself would tell a secret (what is left of a pile drawn from unseen, what an opponent likes): it is
    sealed for nobody, and opened with the seed only."""
    whose: tuple[int | None, ...] = field(default=(), compare=False)
    """Whose each of the dice is: a seat, or None for a die of nobody who sits here (a monster's, a rival's). Left empty
    they belong to whoever makes the move."""

    @property
    def kind(self) -> str:
        return str(self.wire[0])

    @property
    def shown(self) -> list[Plain]:
        """The request as a person may be shown it: of a pile that is secret, only how many are drawn."""
        return [self.wire[0], None, *self.wire[2:]] if self.unknown else self.wire


class Luck(Struct, frozen=True):
    """One outcome: epoch, number (None if typed), whose it is, what was asked and what came."""

    e: int
    i: int | None
    by: Literal["sealed", "typed"]
    ask: Ask
    got: Plain


class Source(Protocol):
    """Where outcomes come from."""

    def answer(self, ask: Ask) -> Luck: ...


@dataclass
class Chance:
    """What the rules draw luck from. Keeps the records of one play in `records`."""

    unheard: ClassVar[bool] = False
    """Whether nobody reads what a play tells; then nothing has to be told."""

    source: Source
    records: list[Luck] = field(default_factory=list)

    def roll(
        self,
        sides: int,
        k: int = 1,
        *,
        of: Of = "dice",
        to: Audience = None,
        tag: str = "luck",
        whose: tuple[int | None, ...] = (),
    ) -> tuple[int, ...]:
        """`k` dice of `sides` sides; `whose` says of each whose it is, where that is not whoever makes the move."""
        return tuple(self._take(Ask(["roll", sides, k], of, to, tag, whose=whose))) if k else ()

    def explode(self, sides: int, k: int = 1, *, to: Audience = None, tag: str = "luck") -> tuple[tuple[int, ...], ...]:
        """`k` dice, each rolled again for as long as it shows its highest face: the chain of each die."""
        return tuple(map(tuple, self._take(Ask(["explode", sides, k], "dice", to, tag)))) if k else ()

    def draw(
        self,
        bag: Bag,
        k: int = 1,
        *,
        of: Of = "dice",
        to: Audience = None,
        tag: str = "luck",
        unknown: bool = False,
    ) -> tuple[str, ...]:
        """`k` things out of a bag, without replacement, in the order they come.

        Where only one kind is left nothing is asked, unless that would tell others what is left of a secret pile.
        Raises IllegalMove if the bag holds fewer than `k`.
        """
        if k > len(bag):
            raise IllegalMove("bag.too_few", wanted=k, left=len(bag))
        if not k or len(bag) == 1 or (len(bag.items) == 1 and not unknown):
            return tuple(list(bag) * k)
        wire = ["draw", [[kind, count] for kind, count in bag.items], k]
        return tuple(self._take(Ask(wire, of, to, tag, unknown)))

    def pick(self, weights: Sequence[int]) -> int:
        """The index of one of several weights (positive whole numbers): an opponent's own choice.

        The weights tell what the opponent thinks of what only it sees, so they are sealed like the outcome.
        """
        if not weights or min(weights) < 1:
            raise ValueError(f"weights are positive whole numbers, not {list(weights)}")
        if len(weights) == 1:
            return 0
        return int(self._take(Ask(["pick", list(weights)], "choice", NOBODY, "automa", unknown=True)))

    def order(self, n: int, *, of: Of = "cards", to: Audience = None, tag: str = "luck") -> tuple[int, ...]:
        """An order of `n` things that people see at once (a face-down deck is never ordered in advance)."""
        return tuple(self._take(Ask(["order", n], of, to, tag))) if n > 1 else tuple(range(n))

    def _take(self, ask: Ask) -> Any:
        luck = self.source.answer(ask)
        self.records.append(luck)
        return luck.got


def commitment(seed: bytes) -> str:
    """What is shown to everybody before the first draw (docs/luck.md, point 1)."""
    return hashlib.sha256(f"{SCHEME}:commit".encode() + b"\0" + seed).hexdigest()


def known_seed(n: int) -> bytes:
    """The seed that `seed: n` stands for at a table whose dice are known in advance."""
    return hashlib.sha256(f"{SCHEME}:test".encode() + b"\0" + str(n).encode()).digest()


def client_digest(words: Sequence[str]) -> bytes:
    """The seats' own part: one hash over the strings made on the phones, in the order of the seats (point 2)."""
    parts = (word.encode() for word in words)
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def draw_key(seed: bytes, words: Sequence[str]) -> bytes:
    return hmac.new(seed, f"{SCHEME}:key".encode() + b"\0" + client_digest(words), hashlib.sha256).digest()


def block(key: bytes, i: int, b: int) -> bytes:
    """The 32 bytes of block `b` of draw `i` (point 4)."""
    text = f"{SCHEME}:draw".encode() + b"\0" + i.to_bytes(8, "big") + b.to_bytes(4, "big")
    return hmac.new(key, text, hashlib.sha256).digest()


def stream_words(key: bytes, i: int) -> Iterator[int]:
    """The 64-bit words of draw `i`, in order, without an end."""
    b = 0
    while True:
        found = block(key, i, b)
        yield from (int.from_bytes(found[at : at + 8], "big") for at in (0, 8, 16, 24))
        b += 1


def below(words: Iterator[int], n: int) -> int:
    """A whole number from 0 to n − 1 (n from 1 to 2⁶⁴), each equally likely: words beyond the last multiple of n are
    passed over."""
    if not 1 <= n <= 2**64:
        raise ValueError(f"no whole number lies from 0 to {n} - 1, or it takes more than one word")
    limit = 2**64 - 2**64 % n
    for word in words:
        if word < limit:
            return word % n
    raise ValueError("the words have come to an end")


def outcome(wire: Sequence[Plain], words: Iterator[int]) -> Plain:
    """What an ask gives on a stream of words (docs/luck.md, point 6)."""
    kind, *args = wire
    if kind == "roll":
        return [1 + below(words, args[0]) for _ in range(args[1])]
    if kind == "explode":
        return [_chain(args[0], words) for _ in range(args[1])]
    if kind == "draw":
        return _without_replacement(args[0], args[1], words)
    if kind == "pick":
        return _walk(list(args[0]), below(words, sum(args[0])))
    if kind == "order":
        found = list(range(args[0]))
        for j in range(args[0] - 1, 0, -1):
            other = below(words, j + 1)
            found[j], found[other] = found[other], found[j]
        return found
    raise ValueError(f"no such ask: {kind}")


def _chain(sides: int, words: Iterator[int]) -> list[int]:
    if sides < 2:
        raise ValueError(f"a die with {sides} sides would explode for ever")
    faces = [1 + below(words, sides)]
    while faces[-1] == sides:
        faces.append(1 + below(words, sides))
    return faces


def _walk(counts: list[int], x: int) -> int:
    for at, count in enumerate(counts):
        if x < count:
            return at
        x -= count
    raise ValueError("walked past the end")


def _without_replacement(items: Sequence[Sequence[Any]], k: int, words: Iterator[int]) -> list[str]:
    kinds, counts = [str(kind) for kind, _ in items], [int(count) for _, count in items]
    got = []
    for _ in range(k):
        at = _walk(counts, below(words, sum(counts)))
        counts[at] -= 1
        got.append(kinds[at])
    return got


@dataclass
class Sealed:
    """The committed stream: seed, the seats' strings that count, epoch, and the next number."""

    seed: bytes
    words: Sequence[str]
    epoch: int = 0
    number: int = 0
    drawn: bool = False

    def __post_init__(self) -> None:
        self._key = draw_key(self.seed, self.words)

    def answer(self, ask: Ask) -> Luck:
        i, self.number, self.drawn = self.number, self.number + 1, True
        return Luck(self.epoch, i, "sealed", ask, outcome(ask.wire, stream_words(self._key, i)))


class Wanted(Exception):
    """Real dice or cards are needed before the move can be judged: what to ask, and what is known of it so far.

    `wire` is the request as a person may be shown it: of a secret pile, null stands for what is left (`Ask.shown`).
    """

    def __init__(self, ask: Ask, wire: list[Plain], so_far: Plain) -> None:
        super().__init__(wire)
        self.ask = ask
        self.wire = wire
        self.so_far = so_far


class Typed(Struct):
    """Real dice and cards: outcomes typed in, in the order they were asked; a None among them means "draw it for me".

    What is not typed here (an opponent's own choice, cards at a table that only rolls real dice) comes from `other`.
    """

    values: Sequence[Plain]
    other: Source
    of: frozenset[Of] = frozenset({"dice", "cards"})
    epoch: int = 0
    used: int = 0

    def answer(self, ask: Ask) -> Luck:
        if ask.of not in self.of:
            return self.other.answer(ask)
        if ask.kind == "explode":
            return self._explode(ask)
        value = self._next(ask, ask.shown, None)
        if value is None:
            return self.other.answer(ask)
        return Luck(self.epoch, None, "typed", ask, checked(ask.wire, value))

    def _next(self, ask: Ask, wire: list[Plain], so_far: Plain) -> Plain:
        if self.used == len(self.values):
            raise Wanted(ask, wire, so_far)
        self.used += 1
        return self.values[self.used - 1]

    def _explode(self, ask: Ask) -> Luck:
        sides, k = ask.wire[1], ask.wire[2]
        chains: list[list[int]] = [[] for _ in range(k)]
        open_ = list(range(k))
        while open_:
            wire = ["roll", sides, len(open_)]
            value = self._next(ask, wire, [chain for chain in chains if chain] or None)
            if value is None:
                return self.other.answer(ask)
            for at, face in zip(open_, checked(wire, value), strict=True):
                chains[at].append(face)
            open_ = [at for at in open_ if chains[at][-1] == sides]
        return Luck(self.epoch, None, "typed", ask, chains)


def checked(wire: Sequence[Plain], value: Plain) -> list[Any]:
    """A typed outcome, if it is one that the ask can have.

    Raises IllegalMove: more or fewer than asked (everything goes back and is drawn anew), a face the die has not, or a
    thing that cannot come any more.
    """
    if not isinstance(value, list):
        raise BadMove("read.type", field="typed", expected=Word("kind.list"), got=str(value)[:60])
    kind, *args = wire
    wanted = args[0] if kind == "order" else args[1]
    if len(value) != wanted:
        raise IllegalMove("typed.count", field="typed", wanted=wanted, got=len(value))
    if kind == "roll":
        for face in value:
            if type(face) is not int or not 1 <= face <= args[0]:
                raise IllegalMove("typed.face", field="typed", sides=args[0], got=str(face)[:20])
    elif kind == "draw":
        left = dict(args[0])
        for thing in value:
            if not isinstance(thing, str) or left.get(thing, 0) < 1:
                raise IllegalMove("typed.not_there", field="typed", kind=str(thing)[:40])
            left[thing] -= 1
    elif kind == "order" and (any(type(n) is not int for n in value) or sorted(value) != list(range(args[0]))):
        raise IllegalMove("typed.order", field="typed", n=args[0] - 1)
    return value


class Mismatch(Exception):
    """A recorded outcome answers another request than the one that is asked now."""


class Recorded(Struct):
    """Outcomes of the log, given again while folding. Raises Mismatch if the requests are not those of the record."""

    records: Sequence[Luck]
    used: int = 0

    def answer(self, ask: Ask) -> Luck:
        if self.used == len(self.records) or self.records[self.used].ask.wire != ask.wire:
            raise Mismatch(ask.wire)
        self.used += 1
        return self.records[self.used - 1]

    def finish(self) -> None:
        """Raises Mismatch if there are outcomes that nobody asked for."""
        if self.used != len(self.records):
            raise Mismatch(self.records[self.used].ask.wire)


class Seeded(Struct):
    """Luck for simulation: a seeded generator of the standard library behind the same interface."""

    random: Random

    def answer(self, ask: Ask) -> Luck:
        return Luck(0, None, "sealed", ask, outcome(ask.wire, iter(lambda: self.random.getrandbits(64), -1)))


class Scripted(Struct):
    """Luck for tests: the outcomes that the test says, each checked against its ask. Raises AssertionError when the
    script is too short."""

    outcomes: Sequence[Plain]
    used: int = 0

    def answer(self, ask: Ask) -> Luck:
        assert self.used < len(self.outcomes), f"the script has nothing for {ask.wire}"
        value = self.outcomes[self.used]
        self.used += 1
        if ask.kind in ("roll", "draw", "order"):
            value = checked(ask.wire, list(value))
        return Luck(0, None, "sealed", ask, value)
