"""A table: the log folded into a state. An immutable value; `offer` (offer.py) says what the next entry would be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from companion.canonical import Plain, plain
from companion.chance import Chance, Luck, Recorded, commitment, known_seed
from companion.game import Event, Game, SeatInfo, State
from companion.log import (
    FIRST,
    FORMAT,
    Entropy,
    Entry,
    Secret,
    follow,
    read_luck,
    seal,
    unseal,
)
from companion.moves import IllegalMove, Move, read_move
from companion.my_copy import Asking
from companion.packs import Pack, merge
from companion.scoring import Result
from companion.view import Viewer


class Now(Struct, frozen=True):
    """What companion does not have: the time (milliseconds since 1970) and random bytes."""

    at: int
    entropy: Entropy


class Actor(Struct, frozen=True):
    """Who does something: a seat, the host, or the host for a seat.

    `holds` are all seats of the same phone, and `holds_host` says that it is the host's: a second tap is known by the
    phone, not by the seat whose turn came in between.
    """

    seat: int | None = None
    host: bool = False
    holds: frozenset[int] = frozenset()
    holds_host: bool = False

    def __plain__(self) -> dict[str, Plain]:
        return ({"host": True} if self.host else {}) | ({} if self.seat is None else {"seat": self.seat})


class Seat(Struct, frozen=True):
    """A seat as the log knows it. `words` is the string that its phone made for the common luck."""

    name: str
    colour: str | None = None
    automa: str | None = None
    phone: bool = False
    away: bool = False
    words: str = ""

    @property
    def info(self) -> SeatInfo:
        return SeatInfo(self.name, self.colour, self.automa)


class Epoch(Struct, frozen=True):
    """One commitment: its number, what was committed, the seed where it is known, the strings that counted once
    something was drawn, and whether it has been revealed."""

    number: int
    commit: str
    seed: bytes | None = None
    words: tuple[str, ...] | None = None
    revealed: bool = False


class Step(Struct, frozen=True, dict=True):
    """One act in effect: the seq by which it is named, who acted, and what is played again while folding."""

    seq: int
    seat: int
    plays: tuple[tuple[Move, tuple[Luck, ...]], ...] = ()
    changes: tuple[Mapping[str, Plain], ...] = ()
    choosing: tuple[Luck, ...] = ()
    """What an opponent drew to choose by: not played again, but its numbers are used up."""

    @property
    def luck(self) -> tuple[Luck, ...]:
        return (*self.choosing, *(luck for _, records in self.plays for luck in records))

    @cached_property
    def highest(self) -> dict[int, int]:
        """The highest number of a sealed draw, by epoch."""
        found: dict[int, int] = {}
        for luck in self.luck:
            if luck.i is not None:
                found[luck.e] = max(luck.i, found.get(luck.e, -1))
        return found

    def run(self, game: Game, state: State) -> tuple[State, tuple[Event, ...]]:
        """Play it again on a state. Raises IllegalMove or Mismatch if it does not fit there."""
        events: list[Event] = []
        for move, luck in self.plays:
            source = Recorded(luck)
            state, told = game.play(state, self.seat, move, Chance(source))
            source.finish()
            events += told
        for change in self.changes:
            state, event = adjust(game, state, change)
            events.append(event)
        return state, tuple(events)


def adjust(game: Game, state: State, change: Mapping[str, Plain]) -> tuple[State, Event]:
    """One change to one adjustable. Raises IllegalMove for an unknown one."""
    for adjustable in game.adjustables:
        if adjustable.key == change.get("what"):
            return adjustable.apply(state, change)
    known = ", ".join(sorted(a.key for a in game.adjustables))
    raise IllegalMove("read.choice", field="changes.what", choices=known, got=str(change.get("what"))[:60])


def step_of(game: Game, entry: Entry) -> Step:
    """The step that an entry of the kind played or adjusted makes."""
    secrets = {secret.digest: secret.value for secret in entry.secrets}
    body = unseal(dict(entry.open), secrets)
    seat = int(body.get("seat", 0))
    if entry.kind == "adjusted":
        return Step(entry.seq, seat, changes=tuple(body["changes"]))
    parts = body.get("decisions", [body])
    plays = tuple(
        (read_move(game.moves_types, part["move"]), tuple(read_luck(r) for r in part.get("luck", ()))) for part in parts
    )
    choosing = tuple(read_luck(record) for part in parts for record in part.get("choosing", ()))
    return Step(entry.seq, seat, plays, choosing=choosing)


class Table(Struct, frozen=True):
    """A table as its log says it is.

    `states[k]` is the state after the first k steps; there are none before the game starts. `told` are the events of
    every act by its seq, those that were taken back included.
    """

    game: Game
    content: Any
    packs: tuple[Pack, ...]
    options: Mapping[str, Plain]
    seats: tuple[Seat, ...]
    settings: Mapping[str, Plain]
    epoch: Epoch
    test: bool
    entries: tuple[Entry, ...]
    done: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    states: tuple[State, ...] = ()
    told: Mapping[int, tuple[Event, ...]] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    drawn: Mapping[int, int] = field(default_factory=dict)
    """The highest number of a sealed draw among the steps, by epoch."""

    # what the table is now

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def head(self) -> str:
        """The hash of the newest entry."""
        return self.entries[-1].hash

    @property
    def started(self) -> bool:
        return bool(self.states)

    @property
    def state(self) -> State:
        """The state now. Raises IllegalMove before the game has started."""
        if not self.states:
            raise IllegalMove("table.not_started")
        return self.states[-1]

    @property
    def to_be_told(self) -> bool:
        """The game began without us, and the host has not told yet how it stands."""
        return self.started and bool(self.settings.get("begun")) and not self.done

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state) if self.started else None

    @property
    def names(self) -> dict[int, str]:
        return {number: seat.name for number, seat in enumerate(self.seats, 1)}

    def entry(self, seq: int) -> Entry:
        return self.entries[seq - 1]

    def seat(self, number: int) -> Seat:
        """A seat by its number. Raises IllegalMove if there is none."""
        if not 1 <= number <= len(self.seats):
            raise IllegalMove("table.no_seat", seat=number)
        return self.seats[number - 1]

    def view(self, viewer: Viewer) -> State:
        return self.game.view(self.state, viewer)

    @property
    def unopened(self) -> list[Secret]:
        """The secrets that no entry has opened yet, the seed apart."""
        return [
            secret
            for entry in self.entries
            for secret in entry.secrets
            if secret.tag != "seed" and secret.digest not in self.opened
        ]

    @property
    def due(self) -> list[Secret]:
        """The secrets that the acts in effect have told and that no entry has opened: all luck and all reasons under a
        tag that an event opens, and of each seat's secret moves the newest before that event."""
        corrected = {int(e.open["corrects"]): e for e in map(self.entry, self.done) if e.kind == "corrected"}
        waiting: dict[str, dict[object, Secret]] = {}
        found: list[Secret] = []
        for step in self.steps:
            for secret in corrected.get(step.seq, self.entry(step.seq)).secrets:
                is_move = isinstance(secret.value, Mapping)
                waiting.setdefault(secret.tag, {})[secret.to if is_move else secret.digest] = secret
            for tag in {tag for event in self.told[step.seq] for tag in event.opens}:
                found += waiting.pop(tag, {}).values()
        return [secret for secret in found if secret.digest not in self.opened]

    def next_number(self) -> int:
        """The number of the next sealed draw (docs/luck.md)."""
        return 1 + self.drawn.get(self.epoch.number, -1)

    def newest_by(self, actor: Actor) -> int:
        """The newest entry that this actor made, as any of the seats it holds (0: none yet)."""
        seats = actor.holds if actor.seat is None else actor.holds | {actor.seat}
        for entry in reversed(self.entries):
            if entry.is_act or entry.kind in ("undone", "redone"):
                by = entry.by
                as_host = bool(by.get("host")) and (actor.holds_host or (actor.host and actor.seat is None))
                if as_host or by.get("seat") in seats:
                    return entry.seq
        return 0

    def state_at(self, seq: int) -> State | None:
        """The state that the table was in at an earlier seq; None before the start."""
        done: list[int] = []
        undone: list[int] = []
        started = False
        for entry in self.entries[: max(seq, 0)]:
            follow(entry, done, undone)
            started = started or entry.kind == "started"
        if not started:
            return None
        return self._fold_steps(self._arrange(done))[1][-1]

    # how it comes to be

    @classmethod
    def fold(cls, game: Game, entries: Iterable[Entry], packs: Iterable[Pack]) -> Table:
        """The table of a log."""
        entries = iter(entries)
        table = _opened(game, next(entries), tuple(packs))
        for entry in entries:
            table = table.push(entry)
        return table

    def push(self, entry: Entry) -> Table:
        """The table with one more entry of its log."""
        match entry.kind:
            case "seated":
                return self._with(entry, **_seated(self.seats, entry.open))
            case "started":
                return self._with(entry, states=(self._opening(),))
            case "played":
                step = step_of(self.game, entry)
                return self.advanced(entry, step, *step.run(self.game, self.state))
            case "adjusted":
                return self._adjusted(entry)
            case "undone" | "redone" | "corrected":
                return self._rebuilt(entry)
        return self._with(entry)

    def advanced(self, entry: Entry, step: Step, state: State, events: tuple[Event, ...]) -> Table:
        """The table after an act whose outcome is already known."""
        return self._with(
            entry,
            done=(*self.done, entry.seq),
            undone=(),
            steps=(*self.steps, step),
            states=(*self.states, state),
            told={**self.told, entry.seq: events},
            drawn=_drawn((step,), self.drawn),
        )

    def _opening(self) -> State:
        return self.game.open(self.options, tuple(seat.info for seat in self.seats), self.content)

    def _adjusted(self, entry: Entry) -> Table:
        if "setting" in entry.open:
            return self._with(entry, settings={**self.settings, **entry.open["setting"]})
        step = step_of(self.game, entry)
        return self.advanced(entry, step, *step.run(self.game, self.state))

    def _rebuilt(self, entry: Entry) -> Table:
        """The table after an entry that changes which acts count, or what one of them was."""
        done, undone = list(self.done), list(self.undone)
        follow(entry, done, undone)
        steps = self._arrange(done, entry)
        steps, states, told = self._fold_steps(steps)
        said = {**self.told, **told}
        if entry.kind == "corrected":
            said[entry.seq] = told.get(int(entry.open["corrects"]), ())
        acts = {"done": tuple(done), "undone": tuple(undone), "steps": steps, "states": states, "told": said}
        return self._with(entry, **acts, drawn=_drawn(steps))

    def _arrange(self, done: Iterable[int], newest: Entry | None = None) -> tuple[Step, ...]:
        """The steps that a list of acts stands for, corrections carried out."""
        steps: list[Step] = []
        known = {step.seq: step for step in self.steps}
        touched = {int(entry.open["corrects"]) for entry in self.entries if entry.kind == "corrected"}
        for seq in done:
            entry = newest if newest is not None and newest.seq == seq else self.entry(seq)
            if entry.kind == "corrected":
                steps = corrected_steps(self.game, steps, entry)
            else:
                step = None if seq in touched else known.get(seq)
                steps.append(step_of(self.game, entry) if step is None else step)
        return tuple(steps)

    def _fold_steps(
        self, steps: tuple[Step, ...]
    ) -> tuple[tuple[Step, ...], tuple[State, ...], dict[int, tuple[Event, ...]]]:
        """The states of a list of steps; what stands unchanged at its beginning is not played again."""
        same = 0
        while same < min(len(steps), len(self.steps)) and _alike(steps[same], self.steps[same]):
            same += 1
        states = list(self.states[: same + 1]) or [self._opening()]
        told: dict[int, tuple[Event, ...]] = {}
        for step in steps[same:]:
            state, told[step.seq] = step.run(self.game, states[-1])
            states.append(state)
        return steps, tuple(states), told

    def _with(self, entry: Entry, **changes: Any) -> Table:
        opened = self.opened | {opening["digest"] for opening in entry.open.get("opens", ())}
        return replace(
            self,
            entries=(*self.entries, entry),
            opened=opened,
            epoch=_epoch_after(self.epoch, entry),
            **changes,
        )


def _alike(one: Step, other: Step) -> bool:
    return one is other or one == other


def _drawn(steps: Iterable[Step], before: Mapping[int, int] | None = None) -> Mapping[int, int]:
    """The highest number of a sealed draw by epoch, after these steps."""
    found = dict(before or {})
    for step in steps:
        for epoch, number in step.highest.items():
            found[epoch] = max(number, found.get(epoch, -1))
    return found


def corrected_steps(game: Game, steps: list[Step], entry: Entry) -> list[Step]:
    """A list of steps with a correction carried out: one step replaced, the lost ones dropped."""
    body = dict(entry.open)
    lost = set(body.get("drop", ()))
    corrects = int(body["corrects"])
    replacement = replace(step_of(game, entry), seq=corrects)
    return [replacement if step.seq == corrects else step for step in steps if step.seq not in lost]


def open_entry(
    game: Game,
    options: Mapping[str, Plain],
    seats: Iterable[Seat],
    packs: Iterable[Pack],
    now: Now,
    seed: int | None = None,
    settings: Mapping[str, Plain] | None = None,
) -> Entry:
    """The first entry of a log. `seed` opens a table whose dice are known in advance, and says so."""
    raw = known_seed(seed) if seed is not None else now.entropy(32)
    secret = seal(raw.hex(), (), "seed", now.entropy)
    fields: dict[str, Plain] = {
        "seq": 1,
        "kind": "opened",
        "prev": FIRST,
        "at": now.at,
        "format": FORMAT,
        "game": game.key,
        "rules": game.rules,
        "set": options.get("set"),
        "packs": [{"key": pack.key, "hash": pack.hash} for pack in packs],
        "options": plain(dict(options)),
        "settings": dict(settings or {}),
        "seats": [_seat_record(seat) for seat in seats],
        "commit": commitment(raw),
        "seed": {"sealed": secret.digest},
    }
    return Entry(fields | ({"test": True} if seed is not None else {}), (secret,))


def _opened(game: Game, entry: Entry, packs: tuple[Pack, ...]) -> Table:
    body = entry.open
    merged, overlay = merge(packs), merge(packs[1:])
    hash_ = "-".join(pack.hash[:16] for pack in packs)
    content = game.content(merged, hash_, body["options"])
    if overlay and isinstance(game, Asking):
        content = game.overlaid(content, merged, overlay)
    return Table(
        game=game,
        content=content,
        packs=packs,
        options=body["options"],
        seats=tuple(Seat(**record) for record in body["seats"]),
        settings=body.get("settings", {}),
        epoch=Epoch(0, body["commit"], _seed_in(entry)),
        test=bool(body.get("test")),
        entries=(entry,),
    )


def _seat_record(seat: Seat) -> dict[str, Plain]:
    return {key: value for key, value in asdict(seat).items() if value not in (None, False, "")}


def _seated(seats: tuple[Seat, ...], body: Mapping[str, Any]) -> dict[str, Any]:
    """The seats after an entry `seated`: `seat` is changed by the fields it names, or added if it is the next one;
    `gone` takes the last one away (only before the start)."""
    number = int(body["seat"])
    if body.get("gone"):
        return {"seats": seats[: number - 1] + seats[number:]}
    change = body["change"]
    if number == len(seats) + 1:
        return {"seats": (*seats, Seat(**change))}
    changed = replace(seats[number - 1], **change)
    return {"seats": (*seats[: number - 1], changed, *seats[number:])}


def _seed_in(entry: Entry) -> bytes | None:
    found = next((secret.value for secret in entry.secrets if secret.tag == "seed"), None)
    return bytes.fromhex(found) if found is not None else None


def _epoch_after(epoch: Epoch, entry: Entry) -> Epoch:
    body = entry.open
    if "commit" in body and entry.kind != "opened":
        epoch = Epoch(epoch.number + 1, body["commit"], _seed_in(entry))
    if "client" in body:
        epoch = replace(epoch, words=tuple(body["client"]))
    if "reveal" in body:
        epoch = replace(epoch, revealed=True, seed=bytes.fromhex(body["reveal"]))
    return epoch
