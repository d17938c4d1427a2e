"""Who is asking, and what they may do (docs/architecture.md, section 5). A token is 128 bits; the store keeps hashes.

Tokens come as `Authorization: Bearer`, or in the cookie `ts-<table>`, several joined by "."; the live stream also takes
`?token=`. Whoever has only the join code may look on.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import parse_qs, urlsplit

from flask import Request
from msgspec import Struct
from werkzeug.http import parse_cookie

from companion.log import Entry
from companion.moves import Move
from companion.table import Actor, Table
from webapp.codes import read_code
from webapp.errors import Problem
from webapp.limits import Limits
from webapp.presence import Presence
from webapp.store import NoTable, Store
from webapp.stream import Scope
from webapp.tables import Folded

HOST = "host"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# One phone for a whole table holds a few tokens; a request that brings more is not one of ours.
_MOST_TOKENS = 16
# Seats whose token was used lately; the oldest are forgotten.
_USED = 20_000


def new_token() -> str:
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def seat_holder(seat: int) -> str:
    return f"seat:{seat}"


def cookie_name(table: str) -> str:
    return f"ts-{table}"


class Credentials(Struct, frozen=True):
    """What a request brings along. `cookie`: its tokens come from a cookie, so a foreign page may have sent it."""

    tokens: tuple[str, ...] = ()
    cookie: bool = False
    code: str | None = None
    address: str = ""

    @classmethod
    def of_request(cls, request: Request, table: str) -> Credentials:
        """Of a request that Flask answers."""
        return cls._of(
            request.headers.get("Authorization", ""),
            request.cookies.get(cookie_name(table), ""),
            request.args.get("code"),
            request.remote_addr or "",
        )

    @classmethod
    def of_scope(cls, scope: Scope, table: str) -> Credentials:
        """Of a request for a live stream, which cannot set headers in a browser."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        cookie = parse_cookie(headers.get(b"cookie", "")).get(cookie_name(table), "")
        token = scope_query(scope, "token")
        bearer = headers.get(b"authorization", "") if token is None else f"Bearer {token}"
        return cls._of(bearer, cookie or "", scope_query(scope, "code"), (scope.get("client") or ("",))[0])

    @classmethod
    def _of(cls, bearer: str, cookie: str, code: str | None, address: str) -> Credentials:
        kind, _, tokens = bearer.partition(" ")
        if kind.lower() == "bearer" and tokens.strip():
            return cls(_tokens(tokens.strip()), False, code, address)
        return cls(_tokens(cookie), bool(cookie), code, address)


def scope_query(scope: Scope, name: str) -> str | None:
    """A value of the query of an ASGI request."""
    found = parse_qs(scope["query_string"].decode("latin-1")).get(name)
    return found[-1] if found else None


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in text.split(".") if part))[:_MOST_TOKENS]


class Asker(Struct, frozen=True):
    """What somebody is at one table: host, any number of seats, or only an onlooker with the code."""

    host: bool = False
    seats: frozenset[int] = frozenset()

    @classmethod
    def holding(cls, holders: Iterable[str]) -> Asker:
        holders = set(holders)
        return cls(HOST in holders, frozenset(int(h.partition(":")[2]) for h in holders if h != HOST))

    @property
    def seated(self) -> bool:
        """It has a part in the table: host or a seat."""
        return self.host or bool(self.seats)

    @property
    def holders(self) -> frozenset[str]:
        return frozenset(map(seat_holder, self.seats)) | (frozenset({HOST}) if self.host else frozenset())


ONLOOKER = Asker()


class Access:
    """Finds out who is asking, and says what they may do. shared: other processes serve the same tables."""

    def __init__(self, store: Store, presence: Presence, limits: Limits, *, shared: bool = False) -> None:
        self._store = store
        # Where other processes give and end tokens, nothing can be remembered.
        self._remembered = 0 if shared else _USED
        self._presence = presence
        self._limits = limits
        self._used: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._seats: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._changes = 0

    def asker(self, table: str, brought: Credentials) -> Asker:
        """Who is asking. Raises NoTable, and Problem 401 (no token, a wrong one, a wrong code) or 429."""
        holders = [who for token in brought.tokens if (who := self._holder(table, token_hash(token)))]
        if holders:
            asker = Asker.holding(holders)
            for seat in asker.seats:
                self._use(table, seat)
            return asker
        if self._store.head(table) is None:
            raise NoTable("store-no-table", table=table)
        if brought.code is not None:
            self.check_code(table, brought.code, brought.address)
            return ONLOOKER
        if brought.tokens:
            self._limits.wrong_token(brought.address)
        key = "token-wrong" if brought.tokens else "token-needed"
        raise Problem(401, key, headers={"WWW-Authenticate": "Bearer"})

    def _holder(self, table: str, token: str) -> str | None:
        """Who holds a token (given as its hash). Seats are remembered, because each of their phones asks with every
        entry; the host's token may be renewed by the command, in another process, and is looked up each time."""
        found = self._seats.get((table, token))
        if found is None:
            changes = self._changes
            found = self._store.holder(table, token)
            if found is not None and found != HOST and changes == self._changes:
                self._seats[table, token] = found
                while len(self._seats) > self._remembered:
                    self._seats.popitem(last=False)
        return found

    def table_of_code(self, text: str, address: str) -> str:
        """The open table of a join code. Raises Problem 404 (no table has it) or 429 (too many wrong ones)."""
        self._limits.before_code(address)
        code = read_code(text)
        table = None if code is None else self._store.by_code(code)
        if table is None:
            self._limits.wrong_code(address)
            raise Problem(404, "code-unknown", code=text[:12])
        return table

    def check_code(self, table: str, text: str, address: str) -> None:
        """Raises Problem 401 unless this is the table's join code, 429 after too many wrong ones."""
        self._limits.before_code(address)
        code = read_code(text)
        if code is None or code != self._store.code(table):
            self._limits.wrong_code(address)
            raise Problem(401, "code-wrong", headers={"WWW-Authenticate": "Bearer"}, field="code")

    # phones

    def has_phone(self, folded: Folded, seat: int) -> bool:
        """Whether somebody sits there with a phone: by the log, or because its token is in use."""
        record = folded.table.seats[seat - 1]
        if record.automa is not None:
            return False
        used = (folded.id, seat) in self._used
        return record.phone or used or self._presence.connected(folded.id, seat_holder(seat)) > 0

    def phones(self, folded: Folded) -> frozenset[int]:
        """The seats whose phones are asked when all have to agree.

        Where nobody has come by the code or a link, the seats' tokens were handed out by a program, and each of them
        counts although it may not have been used yet.
        """
        handed_out = not any(seat.phone for seat in folded.table.seats)
        return frozenset(
            number
            for number, seat in enumerate(folded.table.seats, 1)
            if seat.automa is None and not seat.away and (handed_out or self.has_phone(folded, number))
        )

    def tokens_ended(self, table: str, seat: int) -> None:
        """The seat's tokens have ended in the store."""
        self._changes += 1
        self._used.pop((table, seat), None)
        for known in [known for known in self._seats.copy() if known[0] == table]:
            self._seats.pop(known, None)

    def _use(self, table: str, seat: int) -> None:
        self._used[table, seat] = None
        while len(self._used) > _USED:
            self._used.popitem(last=False)

    # what they may do

    def seat_to_see(self, asker: Asker, folded: Folded, asked: int | None) -> int | None:
        """Whose view is given: the seat asked for, the only one held, the one held that is to act; else the public one.

        Raises Problem 403 for a seat that is another's, 404 for one that is not there.
        """
        if asked is not None:
            self._require_seat(folded.table, asked)
            if asked in asker.seats or (asker.host and self._host_may_stand_in(folded, asked)):
                return asked
            raise Problem(403, "seat-not-yours", seat=asked, field="seat")
        return _own_seat(asker, folded.table)

    def seat_to_act(self, asker: Asker, folded: Folded, asked: int | None) -> tuple[int, Actor]:
        """Which seat acts, and what the log says of it: the seat, or the host for it (no phone, or away)."""
        if not asker.seated:
            raise Problem(403, "onlooker")
        seat = asked if asked is not None else _own_seat(asker, folded.table)
        if seat is None:
            raise Problem(400, "seat-needed", field="seat")
        self._require_seat(folded.table, seat)
        if seat in asker.seats:
            return seat, Actor(seat, holds=asker.seats, holds_host=asker.host)
        if asker.host and self._host_may_stand_in(folded, seat):
            return seat, Actor(seat, host=True, holds=asker.seats, holds_host=True)
        raise Problem(403, "host-has-phone" if asker.host else "seat-not-yours", seat=seat, field="seat")

    def actor(self, asker: Asker, folded: Folded, asked: int | None) -> Actor:
        """Who does something that needs no seat (undo, a note): the host as such unless a seat is named or held."""
        if asker.host and asked is None and not asker.seats:
            return Actor(host=True)
        return self.seat_to_act(asker, folded, asked)[1]

    @staticmethod
    def undo_is_free(asker: Asker, table: Table, entry: Entry) -> bool:
        """Whether this entry may be taken back or brought back at once; False: the other phones have to agree.

        Raises Problem 403 where the setting `undo` leaves it to the host, or to the one who acted.
        """
        if asker.host:
            return True
        setting = table.settings.get("undo", "anyone")
        if setting == "host":
            raise Problem(403, "undo-host")
        if entry.reveals:
            return False
        if setting == "own" and entry.by.get("seat") not in asker.seats:
            raise Problem(403, "undo-own")
        return True

    @staticmethod
    def require_host(asker: Asker) -> None:
        """Raises Problem 403 for anybody else."""
        if not asker.host:
            raise Problem(403, "table.host_only")

    @staticmethod
    def require_part(asker: Asker) -> None:
        """Raises Problem 403 for an onlooker."""
        if not asker.seated:
            raise Problem(403, "onlooker")

    def _host_may_stand_in(self, folded: Folded, seat: int) -> bool:
        return folded.table.seats[seat - 1].away or not self.has_phone(folded, seat)

    @staticmethod
    def _require_seat(table: Table, seat: int) -> None:
        if not 1 <= seat <= len(table.seats):
            raise Problem(404, "table.no_seat", seat=seat)


def _own_seat(asker: Asker, table: Table) -> int | None:
    """The only seat held, or the first of those held that is to act, or simply the first."""
    if len(asker.seats) <= 1:
        return next(iter(asker.seats), None)
    to_act = table.game.to_act(table.state) if table.started else ()
    return next((seat for seat in to_act if seat in asker.seats), min(asker.seats))


def host_only(kinds: Iterable[type[Move]], move: Mapping[str, object]) -> bool:
    """Whether a game leaves this move to the host."""
    return any(kind.type == move.get("type") and getattr(kind, "host_only", False) for kind in kinds)


def check_origin(method: str, origin: str | None, host: str, needed: Callable[[], bool]) -> None:
    """Only our own pages may change something with a browser's cookies; a program sends no Origin.

    Raises Problem 403 for a foreign Origin, and for none at all where one is `needed`.
    """
    if method in SAFE:
        return
    if origin is None:
        if needed():
            raise Problem(403, "origin")
    elif urlsplit(origin).netloc.lower() != host.lower():
        raise Problem(403, "origin")
