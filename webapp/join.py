"""How people come to a table: it is opened, they sit down by the code, take a seat over, or are let in by the host."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from companion import offer
from companion.canonical import Plain
from companion.game import Game, read_options, shows_odds
from companion.moves import IllegalMove
from companion.my_copy import OWN, published
from companion.offer import Offered
from companion.packs import Pack, load_set
from companion.palette import palette
from companion.reading import Between, Length
from companion.refusals import Unreadable
from companion.side_tables import SIDE_TABLES, game_for
from companion.table import Actor, Seat, Table, open_entry
from webapp.access import HOST, Access, new_token, seat_holder, token_hash
from webapp.changes import Changes
from webapp.codes import new_code, new_table
from webapp.copies import Copies
from webapp.errors import Problem, busy
from webapp.names import clean_name, told_apart
from webapp.store import CodeTaken, KeyChange, Store, StoreError
from webapp.tables import Folded, Tables, Written, now

UNDO = ("anyone", "own", "host")
# What a phone adds to the common luck, in bytes of UTF-8 (docs/luck.md, point 2).
WORDS_BYTES = 64
# Claims that may wait at one table; whoever has the code could ask without end.
_CLAIMS = 20
# A table id or code that is taken is drawn again; so many in a row mean something else is wrong.
_DRAWS = 50

RawName = Annotated[str, Length(1000)]
Key = Annotated[str, Length(40)]
Words = Annotated[str, Length(WORDS_BYTES)]


class NewSeat(Struct, frozen=True):
    """A player of a new table. `automa` names the opponent that plays the seat."""

    name: RawName
    colour: Key | None = None
    automa: Key | None = None


class NewSettings(Struct, frozen=True):
    """What the host may change later on, too."""

    undo: Literal["anyone", "own", "host"] = "anyone"
    at_once: bool = False
    copy: bool = False
    """The owner's copy lies over a published set, and what is typed about its cards is kept in it."""
    begun: bool = False
    """The game is being played already: the host tells first how it stands."""
    odds: bool | None = None
    """Shown from the start; if nothing is said, as the game has it."""


class NewTable(Struct, frozen=True):
    """What a table is opened with. `start: false` waits for more players though there are enough."""

    game: Key
    players: Annotated[tuple[NewSeat, ...], Length(16)] = ()
    options: Mapping[Key, Any] = field(default_factory=dict)
    settings: NewSettings = NewSettings()
    seed: Annotated[int, Between(0, 2**63 - 1)] | None = None
    start: bool = True


class SeatChange(Struct, frozen=True):
    """What the host changes about a seat. `phone`: the id of a claim gives it to that phone, null takes it away."""

    name: RawName | None = None
    colour: Key | None = None
    automa: Key | None = None
    away: bool | None = None
    phone: Key | None = None
    words: Words | None = None


class Opened(Struct, frozen=True):
    """A new table: the host's token, and a token for each seat that a person takes."""

    folded: Folded
    host_token: str
    tokens: Mapping[int, str]


class Claim(Struct):
    """A phone that wants a seat which another phone has. until: seconds since 1970."""

    id: str
    seat: int
    words: str
    until: float
    state: Literal["waiting", "granted", "refused"] = "waiting"
    token: str = ""


class Claims:
    """The phones that wait for a seat at each table, in memory."""

    def __init__(self, seconds: int, changes: Changes) -> None:
        self._seconds = seconds
        self._changes = changes
        self._waiting: dict[str, dict[str, Claim]] = {}
        self._lock = threading.Lock()

    def ask(self, table: str, seat: int, words: str) -> Claim:
        """A new claim. Raises Problem 429 if too many wait already."""
        with self._lock:
            claims = self._alive(table)
            if sum(claim.state == "waiting" for claim in claims.values()) >= _CLAIMS:
                raise Problem(429, "too-many-claims", headers={"Retry-After": str(self._seconds)})
            claim = Claim(secrets.token_urlsafe(9), seat, words, time.time() + self._seconds)
            self._waiting.setdefault(table, {})[claim.id] = claim
        self._changes.tell(table)
        return claim

    def refuse(self, table: str, id_: str) -> None:
        """The host says no. Raises Problem 404."""
        self.find(table, id_).state = "refused"
        self._changes.tell(table)

    def find(self, table: str, id_: str, seat: int | None = None) -> Claim:
        """A claim by its id, to this seat if one is named. Raises Problem 404."""
        with self._lock:
            claim = self._alive(table).get(id_)
        if claim is None or seat not in (None, claim.seat):
            raise Problem(404, "claim-unknown")
        return claim

    def waiting(self, table: str) -> list[Claim]:
        with self._lock:
            return [claim for claim in self._alive(table).values() if claim.state == "waiting"]

    def _alive(self, table: str) -> dict[str, Claim]:
        claims = self._waiting.get(table, {})
        for claim in [claim for claim in claims.values() if claim.until <= time.time()]:
            del claims[claim.id]
        return claims


class Join:
    """Seats, and the tokens that stand for them."""

    def __init__(self, store: Store, tables: Tables, access: Access, claims: Claims, copies: Copies) -> None:
        self._store = store
        self._copies = copies
        self._tables = tables
        self._access = access
        self.claims = claims

    # a table

    def open(self, wanted: NewTable) -> Opened:
        """Open a table; it starts at once if all its players are named. Raises Refusal for what cannot be opened."""
        game = game_for(wanted.game, wanted.options)
        mine = self._copy(game, wanted)
        options = read_options(game, wanted.options if mine is None else known_by_name(game, wanted.options))
        allowed = game.seats_for(options)
        seats = _new_seats(game, wanted.players)
        if len(seats) > allowed[-1]:
            raise IllegalMove("table.seat_count", least=allowed[0], most=allowed[-1], n=len(seats), field="players")
        packs = (*_packs(game, options), *((mine,) if mine is not None and options["set"] != OWN else ()))
        settings = _settings(game, wanted.settings)
        entry = open_entry(game, options, seats, packs, now(), wanted.seed, settings)
        host = new_token()
        tokens = {number: new_token() for number, seat in enumerate(seats, 1) if seat.automa is None}
        keys = {token_hash(token): seat_holder(number) for number, token in tokens.items()}
        keys[token_hash(host)] = HOST
        for _ in range(_DRAWS):
            try:
                folded = self._tables.create(new_table(), new_code(), entry, packs, keys)
                break
            except CodeTaken:
                continue
            except StoreError as caught:
                if caught.key != "store-table-exists":
                    raise
        else:
            raise busy()
        if wanted.start and len(seats) in allowed:
            folded = self._tables.write(folded.id, lambda t: offer.start(t, Actor(host=True), now())).folded
        return Opened(folded, host, tokens)

    def _copy(self, game: Game, wanted: NewTable) -> Pack | None:
        """The owner's copy, if the table wants it and there is something in it."""
        if not wanted.settings.copy or published(game) is None:
            return None
        found = self._copies.read(game)
        return found if found.records else None

    def new_host(self, table: str) -> str:
        """A new token for the host; the old one ends. Raises NoTable."""
        token = new_token()
        self._store.rekey(table, KeyChange(frozenset({HOST}), {token_hash(token): HOST}))
        return token

    # sitting down

    def sit(self, table: str, name: str, colour: str | None, words: str, *, phone: bool) -> tuple[Written, str]:
        """Take the next seat, before the start; gives the entry and the seat's token."""
        name, words = clean_name(name, "name"), checked_words(words)
        token = new_token()

        def judge(now_: Table) -> Offered:
            number, change = _next_seat(now_, name, colour)
            by = Actor(number) if phone else Actor(host=True)
            return offer.seated(now_, by, now(), number, change | _sitting(words) if phone else change)

        written = self._tables.write(table, judge, keys=lambda entry: _key(int(entry.open["seat"]), token))
        return written, token

    def seat_opponent(self, table: str, name: str, colour: str | None, key: str) -> Written:
        """The host gives the next seat to an opponent, before the start; nobody has a token for it."""
        name = clean_name(name, "name")

        def judge(now_: Table) -> Offered:
            known_opponent(now_.game, key, "automa")
            number, change = _next_seat(now_, name, colour)
            return offer.seated(now_, Actor(host=True), now(), number, change | {"automa": key})

        return self._tables.write(table, judge)

    def arrive(self, table: str, seat: int) -> None:
        """A phone has opened the link of its seat: from now on the seat has a phone."""
        folded = self._tables.current(table)
        if not folded.table.seat(seat).phone and not folded.read_only:
            self._tables.write(table, lambda t: offer.seated(t, Actor(seat), now(), seat, {"phone": True}))

    def claim(self, table: str, seat: int, words: str, id_: str | None) -> Claim:
        """Take a seat over: at once if it has no phone, else as soon as the host agrees. Raises Problem."""
        words = checked_words(words)
        folded = self._tables.current(table)
        if not 1 <= seat <= len(folded.table.seats):
            raise Problem(404, "table.no_seat", seat=seat)
        if folded.table.seats[seat - 1].automa is not None:
            raise IllegalMove("seat-automa", seat=seat)
        if id_ is not None:
            claim = self.claims.find(table, id_, seat)
            if claim.state == "refused":
                raise Problem(403, "claim-refused")
            return claim
        if self._access.has_phone(folded, seat):
            return self.claims.ask(table, seat, words)
        claim = Claim("", seat, words, 0)
        self._grant(table, claim, Actor(seat), free=True)
        return claim

    def refuse(self, table: str, id_: str) -> None:
        """The host says no to a claim. Raises Problem 404."""
        self.claims.refuse(table, id_)

    def change_seat(self, table: str, seat: int, change: SeatChange, given: Iterable[str]) -> Written:
        """What the host (or, for its words, the seat itself) changes. `given` are the fields that were named at all."""
        given = set(given)
        if not given:
            raise Unreadable("read.missing", field="name")
        if change.phone is not None:
            claim = self.claims.find(table, change.phone, seat)
            return self._grant(table, claim, Actor(host=True))
        fields = _plain_fields(change, given)
        if not fields:
            raise Unreadable("read.missing", field=min(given))

        def judge(now_: Table) -> Offered:
            others = [other for number, other in enumerate(now_.seats, 1) if number != seat]
            found = dict(fields)
            if "name" in found:
                found["name"] = told_apart(found["name"], (other.name for other in others))
            if "colour" in found:
                found["colour"] = choose_colour(found["colour"], [other.colour for other in others], "colour")
            if found.get("automa") is not None:
                known_opponent(now_.game, found["automa"], "automa")
            return offer.seated(now_, Actor(host=True), now(), seat, found)

        ends = "phone" in given or change.automa is not None
        written = self._tables.write(table, judge, keys=(lambda entry: _ended(seat)) if ends else None)
        if ends:
            self._access.tokens_ended(table, seat)
        return written

    def unseat(self, table: str, seat: int) -> Written:
        """Take the last seat away, before the start."""

        def judge(now_: Table) -> Offered:
            if seat != len(now_.seats) and not now_.started:
                # The seats after it would change their numbers, and with them whose tokens are whose.
                raise IllegalMove("seat-not-last", seat=seat, last=len(now_.seats))
            return offer.unseated(now_, Actor(host=True), now(), seat)

        written = self._tables.write(table, judge, keys=lambda entry: _ended(seat))
        self._access.tokens_ended(table, seat)
        return written

    def say_words(self, table: str, seat: int, words: str) -> Written:
        """A phone tells its string for the common luck."""
        words = checked_words(words)
        return self._tables.write(table, lambda t: offer.seated(t, Actor(seat), now(), seat, {"words": words}))

    def _grant(self, table: str, claim: Claim, by: Actor, *, free: bool = False) -> Written:
        """Give the seat to whoever claims it; the tokens it had end. `free`: only if it has still no phone."""
        claim.token = claim.token or new_token()
        change = _sitting(claim.words) | {"away": False}

        def judge(now_: Table) -> Offered:
            if free and now_.seats[claim.seat - 1].phone:
                raise Problem(409, "seat-just-taken", seat=claim.seat, entry=now_.seq)
            return offer.seated(now_, by, now(), claim.seat, change)

        written = self._tables.write(table, judge, keys=lambda entry: _key(claim.seat, claim.token))
        claim.state = "granted"
        self._access.tokens_ended(table, claim.seat)
        return written


def _settings(game: Game, wanted: NewSettings) -> dict[str, Plain]:
    if wanted.begun and not any(adjustable.begins for adjustable in game.adjustables):
        raise IllegalMove("begun-not-here", field="settings.begun")
    flags = {name: True for name in ("at_once", "copy", "begun") if getattr(wanted, name)}
    odds = shows_odds(game) if wanted.odds is None else wanted.odds
    return {"undo": wanted.undo, **flags, **({"odds": True} if odds else {})}


def known_by_name(game: Game, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of a table that uses a copy: where nothing else is wished, its cards are known by name."""
    depth = next((option for option in game.options if option.key == "cards"), None)
    if depth is None or options.get("cards") or options.get("mode") in SIDE_TABLES or options.get("set") == OWN:
        return options
    return {**options, "cards": "full"}


def checked_words(words: str) -> str:
    """A phone's string for the common luck. Raises Unreadable beyond 64 bytes."""
    size = len(words.encode())
    if size > WORDS_BYTES:
        raise Unreadable("words-too-long", field="words", most=WORDS_BYTES, got=size)
    return words


def choose_colour(wanted: str | None, taken: Iterable[str | None], where: str) -> str | None:
    """The colour of a seat: the one wanted, or the first that is free. Raises Problem 409 with the free ones."""
    known, taken = list(palette()), set(taken)
    free = [colour for colour in known if colour not in taken]
    if wanted is None:
        return free[0] if free else None
    if wanted not in known:
        raise Unreadable("read.choice", field=where, choices=", ".join(known), got=wanted)
    if wanted not in free:
        raise Problem(409, "colour-taken", field=where, got=wanted, free=free)
    return wanted


def _next_seat(table: Table, name: str, colour: str | None) -> tuple[int, dict[str, Plain]]:
    """The number of the next seat, and who sits there. Raises IllegalMove where none is free."""
    if table.started:
        raise IllegalMove("table.started")
    most = table.game.seats_for(table.options)[-1]
    if len(table.seats) >= most:
        raise IllegalMove("seats-full", n=most)
    change: dict[str, Plain] = {
        "name": told_apart(name, (seat.name for seat in table.seats)),
        "colour": choose_colour(colour, [seat.colour for seat in table.seats], "colour"),
    }
    return len(table.seats) + 1, change


def _new_seats(game: Game, players: Iterable[NewSeat]) -> list[Seat]:
    players = list(players)
    names: list[str] = []
    colours: list[str | None] = []
    wanted = [player.colour for player in players if player.colour is not None]
    for number, player in enumerate(players, 1):
        where = f"players.{number}"
        names.append(told_apart(clean_name(player.name, f"{where}.name"), names))
        # Whoever leaves the colour open does not take it from somebody further down the list.
        others = colours if player.colour is not None else [*colours, *wanted]
        colours.append(choose_colour(player.colour, others, f"{where}.colour"))
        if player.automa is not None:
            known_opponent(game, player.automa, f"{where}.automa")
    return [Seat(*each) for each in zip(names, colours, [player.automa for player in players], strict=True)]


def known_opponent(game: Game, key: str, where: str) -> None:
    known = [opponent.key for opponent in game.opponents]
    if key not in known:
        raise Unreadable("read.choice", field=where, choices=", ".join(known) or "–", got=key)


def _packs(game: Game, options: Mapping[str, Plain]) -> tuple[Pack, ...]:
    """The content that a table plays with."""
    chosen = options.get("set")
    return () if chosen is None else (load_set(game.package, str(chosen)),)


def _plain_fields(change: SeatChange, given: set[str]) -> dict[str, Any]:
    """The fields of a `seated` entry; whoever plays for an opponent, or loses the seat, has no phone there."""
    found: dict[str, Any] = {}
    if change.name is not None:
        found["name"] = clean_name(change.name, "name")
    if change.colour is not None:
        found["colour"] = change.colour
    if change.away is not None:
        found["away"] = change.away
    if change.words is not None:
        found["words"] = checked_words(change.words)
    if "automa" in given:
        found["automa"] = change.automa
    if "phone" in given or change.automa is not None:
        found["phone"] = False
    return found


def _sitting(words: str) -> dict[str, Plain]:
    return {"phone": True} | ({"words": words} if words else {})


def _key(seat: int, token: str) -> KeyChange:
    return KeyChange(frozenset({seat_holder(seat)}), {token_hash(token): seat_holder(seat)})


def _ended(seat: int) -> KeyChange:
    return KeyChange(frozenset({seat_holder(seat)}))
