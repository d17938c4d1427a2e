"""The only writer: judges what somebody wants to do, appends the one entry, and publishes that the table has moved on.

Keeps the folded tables in use; the store stays the truth, and only what is new is folded.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from companion import offer
from companion.canonical import Plain, digest, state_hash
from companion.chance import Mismatch, Wanted
from companion.game import Game, State
from companion.log import Entry
from companion.moves import IllegalMove
from companion.offer import Draft, Offered
from companion.packs import Pack
from companion.refusals import Refusal
from companion.side_tables import game_for
from companion.table import Actor, Now, Step, Table, step_of
from companion.words import Word
from webapp.bus import Bus
from webapp.config import Settings
from webapp.errors import Problem, busy
from webapp.store import Conflict, Duplicate, KeyChange, NoTable, Row, Store

_log = logging.getLogger("tableside.tables")

Judge = Callable[[Table], Offered]
"""What somebody wants, asked of the table as it is now; asked again when another entry came first."""

Keys = Callable[[Entry], KeyChange]
"""How the keys of a table change with an entry."""

Heed = Callable[[str, Table, Table], None]
"""Told of every entry that was appended: the table's id, the table before it, and with it."""

# An opponent that never comes to an end is a fault of its own and must not hang the table.
_TURNS = 200


def now() -> Now:
    """The time in milliseconds, and random bytes of the operating system."""
    return Now(time.time_ns() // 1_000_000, secrets.token_bytes)


class Folded(Struct, frozen=True):
    """A table as it is served.

    entries: all that are stored; `table` has the same ones unless it is `read_only`, which is a log that the present
    rules cannot follow to its end. states: stored hashes by seq. code: what phones join by.
    """

    id: str
    code: str | None
    table: Table
    entries: tuple[Entry, ...]
    states: Mapping[int, str]
    read_only: bool = False
    labels: dict[int, Word] = field(default_factory=dict)
    """What moves were called when they were made, by seq; filled as they are asked for."""

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def whole(self) -> Table:
        """The table with every stored entry, for what needs no state (export)."""
        return replace(self.table, entries=self.entries) if self.read_only else self.table

    def label(self, entry: Entry) -> Word:
        """What a played move was called. It may be a secret: the caller knows who may hear it."""
        found = self.labels.get(entry.seq)
        if found is None:
            found = self.labels[entry.seq] = _label(self.table, entry)
        return found


class Written(Struct, frozen=True):
    """What became of a wish: its entry, the table with it, and whether it was there before (the same move id)."""

    entry: Entry
    folded: Folded
    again: bool = False

    @property
    def seq(self) -> int:
        return self.entry.seq


class _Slot:
    """One table in memory. The lock is held while somebody judges and appends; `untold` are entries that are appended
    and not published yet."""

    def __init__(self, folded: Folded) -> None:
        self.folded = folded
        self.untold: list[int] = []
        self.lock = threading.Lock()


class Tables:
    """Every table of a store. All methods may be called from any thread.

    shared: other processes append to the same tables, so that even a reader has to ask the store for news. heed: is
    told of every entry after it was appended.
    """

    def __init__(
        self, store: Store, bus: Bus, settings: Settings, *, shared: bool = False, heed: Heed | None = None
    ) -> None:
        self._store = store
        self._bus = bus
        self._keep = settings.tables_kept
        self._retries = settings.retries
        self._every = settings.states_every
        self._shared = shared
        self._heed = heed
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        self._lock = threading.Lock()
        self._loading = threading.Lock()

    # reading

    def current(self, table: str) -> Folded:
        """The table as it is now. Raises NoTable."""
        slot = self._slot(table)
        if self._shared and self._store.head(table) != slot.folded.seq:
            with slot.lock:
                self._catch_up(slot)
        return slot.folded

    def recent(self, table: str, seq: int) -> dict[str, int | None] | None:
        """The same as `describe` for an entry in memory; None for any other. Waits for nothing."""
        slot = self._slots.get(table)
        folded = slot.folded if slot is not None else None
        if folded is None or folded.seq < seq:
            return None
        return {"seat": folded.entries[seq - 1].by.get("seat")}

    def describe(self, table: str, seq: int) -> dict[str, int | None]:
        """What the live stream says of an entry: who acted. Asks the store only for what is not in memory."""
        with self._lock:
            slot = self._slots.get(table)
        folded = slot.folded if slot is not None and slot.folded.seq >= seq else self.current(table)
        return {"seat": folded.entries[seq - 1].by.get("seat")} if seq <= folded.seq else {}

    # writing

    def create(self, table: str, code: str, first: Entry, packs: tuple[Pack, ...], keys: Mapping[str, str]) -> Folded:
        """Store a new table. Raises CodeTaken, and StoreError if the id is in use."""
        body = first.open
        folded = _Folding(table, code, packs, game_for(str(body["game"]), body["options"])).fold([_row(first, None)])
        self._store.create(
            table, str(body["game"]), code, _row(first, None), keys, {pack.hash: pack.text for pack in packs}
        )
        self._put(_Slot(folded))
        return folded

    def write(
        self,
        table: str,
        judge: Judge,
        *,
        move_id: str | None = None,
        body: str = "",
        keys: Keys | None = None,
    ) -> Written:
        """Judge and append. `keys` says how the keys change in the same transaction.

        A known move id with the same `body` (a hash) gives the entry that it made. Raises what the judge raises, and
        Problem: 409 `move-id-used` for another body, 409 `table.read_only`, 503 if others always come first.
        """
        slot = self._slot(table)
        with slot.lock:
            try:
                written = self._judged(slot, judge, move_id, body, keys)
                if not written.again and _goes_on(written.entry):
                    self._let_opponents_act(slot)
            finally:
                # told at last, so that no phone shows for a moment what an opponent is about to change
                untold, slot.untold = slot.untold, []
                for seq in untold:
                    self._bus.publish(table, seq)
        return written

    def _judged(self, slot: _Slot, judge: Judge, move_id: str | None, body: str, keys: Keys | None) -> Written:
        for _ in range(self._retries):
            before = slot.folded
            if before.read_only:
                raise Problem(409, "table.read_only")
            try:
                offered = judge(before.table)
            except Exception:
                # It may have been made already, or be refused for a table that has moved on elsewhere.
                if (known := self._known(slot, move_id, body)) is not None:
                    return known
                if self._shared and self._store.head(before.id) != before.seq:
                    self._catch_up(slot)
                    continue
                raise
            row = _row(offered.entry, self._state_of(offered))
            change = None if keys is None else keys(offered.entry)
            result = self._store.append(before.id, before.seq, row, move_id, body, change)
            if isinstance(result, Duplicate):
                return self._made(slot, result, body)
            if isinstance(result, Conflict):
                self._catch_up(slot)
                continue
            states = before.states if row.state is None else {**before.states, row.seq: row.state}
            slot.folded = replace(before, table=offered.table, entries=offered.table.entries, states=states)
            if offered.entry.kind == "played":
                slot.folded.labels[row.seq] = _named(before.table.game, before.table.state, offered.table.steps[-1])
            slot.untold.append(row.seq)
            self._keep_newest(slot)
            self._tell(before.id, before.table, offered.table)
            return Written(offered.entry, slot.folded)
        raise busy()

    def _tell(self, table: str, before: Table, after: Table) -> None:
        """The entry stands, whatever becomes of what others make of it."""
        if self._heed is None:
            return
        try:
            self._heed(table, before, after)
        except Exception:
            _log.exception("table %s is at %s, and somebody who wanted to know could not be told", table, after.seq)

    def _known(self, slot: _Slot, move_id: str | None, body: str) -> Written | None:
        known = None if move_id is None else self._store.moved(slot.folded.id, move_id)
        return None if known is None else self._made(slot, known, body)

    def _made(self, slot: _Slot, known: Duplicate, body: str) -> Written:
        if known.body != body:
            raise Problem(409, "move-id-used", field="move_id", entry=known.seq)
        if known.seq > slot.folded.seq:
            self._catch_up(slot)
        return Written(slot.folded.entries[known.seq - 1], slot.folded, again=True)

    def _state_of(self, offered: Offered) -> str | None:
        if offered.entry.seq % self._every or not offered.table.started:
            return None
        return state_hash(offered.table.state)

    def _let_opponents_act(self, slot: _Slot) -> None:
        """Where the host has switched it on, automatic seats act at once, as far as no real dice are needed and as long
        as a person plays, too: a game of opponents alone is looked at entry by entry."""
        for _ in range(_TURNS):
            table = slot.folded.table
            if not table.settings.get("at_once") or not table.started or table.to_be_told or slot.folded.read_only:
                return
            if all(seat.automa is not None for seat in table.seats):
                return
            seat = next((s for s in table.game.to_act(table.state) if table.seat(s).automa is not None), None)
            if seat is None:
                return
            try:
                self._judged(slot, _opponent(seat), None, "", None)
            except (Refusal, Wanted) as caught:
                _log.info("the opponent of seat %s at %s waits: %s", seat, slot.folded.id, caught)
                return

    # memory

    def _slot(self, table: str) -> _Slot:
        with self._lock:
            slot = self._slots.get(table)
            if slot is not None:
                self._slots.move_to_end(table)
                return slot
        with self._loading:
            with self._lock:
                slot = self._slots.get(table)
            if slot is None:
                slot = _Slot(self._load(table))
                self._put(slot)
            return slot

    def _keep_newest(self, slot: _Slot) -> None:
        """The slot was perhaps dropped while it was written to, and an older state of the table read in its place."""
        with self._lock:
            newest = self._slots.get(slot.folded.id) is slot
        if not newest:
            self._put(slot)

    def _put(self, slot: _Slot) -> None:
        with self._lock:
            self._slots[slot.folded.id] = slot
            self._slots.move_to_end(slot.folded.id)
            while len(self._slots) > self._keep:
                self._slots.popitem(last=False)

    def _load(self, table: str) -> Folded:
        rows = self._store.read(table)
        if not rows:
            raise NoTable("store-no-table", table=table)
        body = json.loads(rows[0].open)
        packs = tuple(self._pack(str(known["key"]), str(known["hash"])) for known in body["packs"])
        game = game_for(str(body["game"]), body["options"])
        folded = _Folding(table, self._store.code(table), packs, game).fold(rows)
        if folded.read_only or _agreed_rules(folded.entries) == game.rules:
            return folded
        return self._under_present_rules(folded)

    def _pack(self, key: str, hash_: str) -> Pack:
        data = self._store.pack(hash_)
        if data is None:
            raise Problem(409, "no-pack", pack=key)
        return Pack.stored(key, data)

    def _under_present_rules(self, folded: Folded) -> Folded:
        """A table of other rules that the present ones follow to the same states: it goes on, and the log says so."""
        rules = folded.table.game.rules
        said = {"said": {"key": "rules-changed", "args": {"rules": rules}}, "rules": rules}
        entry = Draft(folded.table, "noted", Actor(), now(), dict(said)).entry()
        result = self._store.append(folded.id, folded.seq, _row(entry, None))
        if isinstance(result, Conflict | Duplicate):
            return self._load(folded.id)
        table = folded.table.push(entry)
        self._bus.publish(folded.id, entry.seq)
        return replace(folded, table=table, entries=table.entries)

    def _catch_up(self, slot: _Slot) -> None:
        """Fold what others have appended. The slot's lock is held."""
        before = slot.folded
        rows = self._store.read(before.id, before.seq)
        if rows:
            slot.folded = _Folding(before.id, before.code, before.table.packs, before.table.game).more(before, rows)


class _Folding(Struct, frozen=True):
    """Rows of the store into a table."""

    id: str
    code: str | None
    packs: tuple[Pack, ...]
    game: Game

    def fold(self, rows: list[Row]) -> Folded:
        first = Entry.stored(rows[0].open, rows[0].sealed)
        table = Table.fold(self.game, [first], self.packs)
        return self.more(Folded(self.id, self.code, table, (first,), {}), rows[1:])

    def more(self, folded: Folded, rows: list[Row]) -> Folded:
        """Push what is new; where the rules cannot follow, or another state comes out, the table is read only."""
        table, entries, states = folded.table, list(folded.entries), dict(folded.states)
        read_only, checked = folded.read_only, _agreed_rules(folded.entries) != self.game.rules
        for row in rows:
            entry = Entry.stored(row.open, row.sealed)
            entries.append(entry)
            if row.state is not None:
                states[row.seq] = row.state
            if read_only:
                continue
            try:
                after = table.push(entry)
                if checked and row.state is not None and state_hash(after.state) != row.state:
                    raise Mismatch(row.seq)
                table = after
            except Exception as caught:
                # Whatever it is, the log stays readable; a table that raises can be looked at and exported.
                _log.warning("table %s cannot be followed beyond entry %s: %r", self.id, row.seq, caught)
                read_only = True
            checked = checked and "rules" not in entry.open
        return Folded(self.id, self.code, table, tuple(entries), states, read_only, folded.labels)


def _agreed_rules(entries: tuple[Entry, ...]) -> int:
    """The number of the rules that the log was last known to agree with."""
    return int(next(entry.open["rules"] for entry in reversed(entries) if "rules" in entry.open))


def _row(entry: Entry, state: str | None) -> Row:
    return Row(entry.seq, entry.text, entry.sealed_text, entry.hash, state)


def _opponent(seat: int) -> Judge:
    """Let an automatic seat act."""
    return lambda table: offer.play(table, Actor(host=True), seat, {"type": "automa", "seat": seat}, now(), table.seq)


def _goes_on(entry: Entry) -> bool:
    """Whether opponents may act at once after an entry: not after one that takes something back, brings it back or
    only says something, or nobody could ever undo what came before an opponent's move."""
    body = entry.open
    if entry.kind == "seated":
        return "automa" in body.get("change", {})
    if entry.kind == "adjusted":
        return "setting" not in body or "at_once" in body["setting"]
    return entry.kind in ("started", "played")


def _label(table: Table, entry: Entry) -> Word:
    """What a move was called on the table as it was before it."""
    at = next((n for n, step in enumerate(table.steps) if step.seq == entry.seq), None)
    try:
        before = table.states[at] if at is not None else table.state_at(entry.seq - 1)
    except (IllegalMove, Mismatch):
        before = None
    return _named(table.game, before, step_of(table.game, entry))


def _named(game: Game, before: State | None, step: Step) -> Word:
    move = step.plays[0][0]
    return Word(f"move.{move.type}") if before is None else game.label(before, step.seat, move)


def body_hash(verb: str, body: Plain) -> str:
    """The hash by which the same wish is known again. Typed outcomes are not part of a wish."""
    return digest({"verb": verb, "body": body})
