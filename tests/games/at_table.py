"""A table in a test: opened, started and played in short lines, and folded again from its stored text.

Every salt, seed and moment is determined by `seed`, so a test that fails once fails always.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion import offer
from companion.archive import write_archive
from companion.canonical import Plain, state_hash
from companion.chance import Wanted
from companion.game import read_options
from companion.log import Entropy, Entry
from companion.packs import Pack, load_set
from companion.side_tables import game_for
from companion.table import Actor, Now, Seat, Table, open_entry
from companion.view import Viewer

HOST = Actor(host=True)
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def entropy(seed: object) -> Entropy:
    """Bytes that look random and are the same for the same seed."""
    drawn = 0

    def bytes_(count: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(f"{seed} {drawn}".encode()).digest(count)

    return bytes_


@dataclass
class Sitting:
    """People at a table. Each act is offered, appended, and answered with its entry."""

    table: Table
    now: Now
    random: Random = field(default_factory=lambda: Random(1))

    @classmethod
    def down(
        cls,
        seats: int = 2,
        *,
        game: str = "pebbles",
        seed: int = 1,
        known: bool = False,
        gulls: Sequence[int] = (),
        words: Sequence[str] = (),
        packs: Sequence[Pack] = (),
        **options: Plain,
    ) -> Sitting:
        """A started table. `gulls` are the automatic seats, `known` opens one whose dice are known in advance."""
        wished = {"mode": "solo" if seats == 1 else "multi", **options}
        rules = game_for(game, wished)
        chosen = read_options(rules, wished)
        used = (load_set(rules.package, str(chosen["set"])), *packs)
        sitting = [
            Seat(
                name, automa="gull" if number in gulls else None, words=words[number - 1] if words else f"{name} {seed}"
            )
            for number, name in enumerate(NAMES[:seats], 1)
        ]
        now = Now(1_750_000_000_000, entropy(seed))
        entry = open_entry(rules, chosen, sitting, used, now, seed if known else None)
        table = offer.start(Table.fold(rules, [entry], used), HOST, now).table
        return cls(table, now, Random(seed))

    # what is there

    @property
    def seq(self) -> int:
        return self.table.seq

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def hash(self) -> str:
        return state_hash(self.table.state)

    def moves(self, seat: int) -> list[dict[str, Plain]]:
        return [move.__plain__() for move in self.table.game.moves(self.state, seat)]

    def hand(self, seat: int) -> list[str]:
        """The kinds in the hand of a seat, each once."""
        return list(self.state.players[seat - 1].hand)

    def refold(self) -> Table:
        """The table folded from nothing but its stored text."""
        stored = [Entry.stored(entry.text, entry.sealed_text) for entry in self.table.entries]
        return Table.fold(self.table.game, stored, [Pack.stored(pack.key, pack.text) for pack in self.table.packs])

    def file(self, viewer: Viewer = None, **how: Any) -> dict[str, Any]:
        """What `tableside export` writes, as somebody reads it."""
        found: dict[str, Any] = json.loads(json.dumps(write_archive(self.table, viewer, **how), ensure_ascii=False))
        return found

    # what people do

    def take(self, offered: offer.Offered) -> Entry:
        self.table = offered.table
        return offered.entry

    def play(
        self,
        seat: int,
        type_: str,
        /,
        *,
        seen: int | None = None,
        typed: Sequence[Plain] | None = None,
        by: Actor | None = None,
        **fields: Plain,
    ) -> Entry:
        """A move of a seat, made while looking at the newest entry (or at `seen`)."""
        looked = self.seq if seen is None else seen
        data = {"type": type_, **fields}
        return self.take(offer.play(self.table, by or Actor(seat), seat, data, self.now, looked, typed))

    def undo(self, by: Actor = HOST, *, seq: int | None = None, seen: int | None = None) -> Entry:
        return self.take(
            offer.undo(
                self.table,
                by,
                self.now,
                self.seq if seen is None else seen,
                (self.table.done or (0,))[-1] if seq is None else seq,
            )
        )

    def redo(self, by: Actor = HOST, *, seq: int | None = None, seen: int | None = None) -> Entry:
        return self.take(
            offer.redo(
                self.table,
                by,
                self.now,
                self.seq if seen is None else seen,
                (self.table.undone or (0,))[-1] if seq is None else seq,
            )
        )

    def correct(self, seq: int, move: Mapping[str, Plain] | None = None, **how: Any) -> Entry:
        found = offer.correct(self.table, HOST, self.now, seq, "it was so", move, **how)
        assert found.offered is not None
        return self.take(found.offered)

    def would_lose(self, seq: int, move: Mapping[str, Plain] | None = None, **how: Any) -> tuple[int, ...]:
        """What a correction would lose; nothing is changed."""
        return offer.correct(self.table, HOST, self.now, seq, "it was so", move, dry_run=True, **how).lost

    def adjust(self, *changes: Mapping[str, Plain]) -> Entry:
        return self.take(offer.adjustment(self.table, HOST, self.now, changes, "the table says so"))

    def set(self, **values: Plain) -> Entry:
        return self.take(offer.setting(self.table, HOST, self.now, values))

    def reveal(self) -> Entry:
        return self.take(offer.reveal(self.table, HOST, self.now))

    # what happens by itself

    def step(self, seat: int | None = None) -> Entry:
        """Somebody who is to act makes any move that is listed; real dice and cards are typed in."""
        acting = self.table.game.to_act(self.state)
        seat = self.random.choice(acting) if seat is None else seat
        if self.table.seat(seat).automa:
            person = next((n for n in self.table.names if not self.table.seat(n).automa), 1)
            return self.typing(person, {"type": "automa", "seat": seat})
        return self.typing(seat, self.random.choice(self.moves(seat)))

    def typing(self, seat: int, move: Mapping[str, Plain]) -> Entry:
        """A move, with whatever is asked of real dice and cards typed in, one request after another."""
        typed: list[Plain] = []
        while True:
            try:
                return self.play(seat, str(move["type"]), typed=typed, **{k: v for k, v in move.items() if k != "type"})
            except Wanted as wanted:
                typed.append(self.thrown(wanted))

    def thrown(self, wanted: Wanted) -> Plain:
        """What somebody with real dice and cards types in. A secret pile is known to the pile itself."""
        kind, *args = wanted.ask.wire if wanted.ask.unknown else wanted.wire
        if kind == "roll":
            return [self.random.randint(1, args[0]) for _ in range(args[1])]
        if kind == "order":
            return self.random.sample(range(args[0]), args[0])
        return self.random.sample([thing for thing, count in args[0] for _ in range(count)], args[1])

    def until(self, phase: str) -> Sitting:
        """On and on, to the next time that the game is in a phase."""
        while self.table.game.phase(self.state) != phase:
            self.step()
        return self

    def finish(self) -> Sitting:
        """On and on, to the end of the game."""
        while self.table.result is None:
            self.step()
        return self
