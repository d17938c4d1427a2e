"""What every route of the API begins and ends with: who asks, for what table, in which language, and the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar

from flask import Response, g, request
from msgspec import Struct
from msgspec.structs import asdict
from werkzeug.exceptions import UnsupportedMediaType

from companion.canonical import Plain, canonical
from companion.game import Game
from companion.reading import read
from companion.refusals import Unreadable
from companion.table import Actor
from companion.words import Word, Words
from webapp import render
from webapp.access import Asker, Credentials, check_origin
from webapp.errors import Problem
from webapp.services import Services, services
from webapp.tables import Folded, Written
from webapp.views import dumps, entry_json

T = TypeVar("T")


class Call(Struct, frozen=True, dict=True):
    """One request about one table. `seat` is the seat that it names by `?seat=`."""

    services: Services
    folded: Folded
    asker: Asker
    seat: int | None

    @property
    def table(self) -> str:
        return self.folded.id

    @property
    def words(self) -> Words:
        return render.speak(spoken(), self.folded.table.game)

    @cached_property
    def seen_seat(self) -> int | None:
        """Whose view is given."""
        return self.services.access.seat_to_see(self.asker, self.folded, self.seat)

    def acting(self) -> tuple[int, Actor]:
        return self.services.access.seat_to_act(self.asker, self.folded, self.seat)

    def actor(self) -> Actor:
        return self.services.access.actor(self.asker, self.folded, self.seat)

    def require_host(self) -> None:
        self.services.access.require_host(self.asker)

    def require_part(self) -> None:
        self.services.access.require_part(self.asker)


def call(table: str) -> Call:
    """Who asks, and the table as it is now. Raises NoTable and Problem."""
    found = services()
    brought = Credentials.of_request(request, table)
    asker = found.access.asker(table, brought)
    check_origin(request.method, request.headers.get("Origin"), request.host, lambda: brought.cookie)
    folded = found.tables.current(table)
    speak_for(folded.table.game)
    g.content = folded.table.content
    return Call(found, folded, asker, whole_number("seat"))


def spoken() -> str:
    """The reader's language."""
    if "lang" not in g:
        g.lang = render.language(
            request.args.get("lang"), request.cookies.get("lang"), request.headers.get("Accept-Language")
        )
    return str(g.lang)


def speak_for(game: Game) -> None:
    """From now on an error may use the words of this game."""
    g.game = game


def whole_number(name: str) -> int | None:
    """A number of the query. Raises Problem 400 for anything else."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Unreadable("read.type", field=name, expected=Word("kind.int"), got=text[:40])
    return int(text)


def body(kind: type[T]) -> T:
    """What was posted, as a record. Raises Unreadable; an empty body is an empty record."""
    return named_body(kind)[0]


def named_body(kind: type[T]) -> tuple[T, frozenset[str]]:
    """The record, and the names of the fields that were given at all."""
    data = _posted()
    found: T = read(kind, data)
    return found, frozenset(map(str, data))


def _posted() -> Mapping[str, Any]:
    raw = request.get_data(cache=False)
    if not raw:
        return {}
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    try:
        data = json.loads(raw.decode(), parse_constant=_no_constant)
        # Numbers that JSON has and we do not, and text that is no Unicode, are found here and not on the way out.
        canonical(data)
    except (ValueError, RecursionError) as caught:
        raise Problem(400, "not-json", detail=str(caught)[:80]) from caught
    if not isinstance(data, Mapping):
        raise Unreadable("read.type", field="body", expected=Word("kind-record"), got=type(data).__name__)
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def answer(value: Plain, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return raw_answer(dumps(value), status, headers)


def raw_answer(text: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(text, status, {"Content-Language": spoken(), **(headers or {})}, mimetype="application/json")


def written(asked: Call, made: Written, seat: int | None) -> Response:
    """The answer to something that was appended: `{seq, entry}`. The same again gives the same, to who did it."""
    if made.again and not _own(asked, made):
        raise Problem(409, "move-id-used", field="move_id", entry=made.seq)
    return answer({"seq": made.seq, "entry": entry_json(asked.words, made.folded, made.entry, seat)})


def _own(asked: Call, made: Written) -> bool:
    by = made.entry.by
    return asked.asker.host if by.get("host") else by.get("seat") in asked.asker.seats


def plain_body(record: Any, *without: str) -> dict[str, Plain]:
    """A record as it is hashed, to know the same wish again."""
    return {name: value for name, value in asdict(record).items() if name not in ("move_id", *without)}
