"""Whose copy of a published game is kept on this server: read, merged, edited, and learned from what people type."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

import yaml
from flask import Request

from companion import my_copy
from companion.canonical import Plain
from companion.game import Game, find_game
from companion.my_copy import MINE, OWN, Asking
from companion.packs import Pack, read_pack
from companion.refusals import Refusal
from companion.table import Table
from companion.words import Word
from webapp.access import HOST, Access, Credentials, token_hash
from webapp.commands.files import BadFile, Document, parse_yaml
from webapp.config import Settings
from webapp.errors import Problem
from webapp.store import Store

_log = logging.getLogger("tableside.copies")

HOSTS = "hosts"
_COOKIE = "ts-"


class Copies:
    """The owner's copies, one overlay for each game. Every change is validated whole before it is kept."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._learns = settings.copy == HOSTS
        self._lock = threading.Lock()

    def read(self, game: Game) -> Pack:
        """What is kept; empty if nothing is."""
        text = self._store.get_setting(f"copy.{game.key}")
        return read_pack(MINE, json.loads(text) if text else {})

    def merge(self, game: Game, told: Pack) -> Pack:
        """Lay an overlay over the copy. Raises Refusal, and keeps what was there."""
        return self._change(game, lambda copy: my_copy.joined(game, copy, told))

    def edit(self, game: Game, kind: str, name: str, fields: Mapping[str, Plain]) -> Pack:
        """Set fields of one record; None takes a field away. Raises Refusal, and keeps what was there."""
        return self._change(game, lambda copy: my_copy.with_record(game, copy, kind, name, fields))

    def clear(self, game: Game) -> None:
        self._change(game, lambda copy: Pack(MINE, {}))

    def _change(self, game: Game, make: Callable[[Pack], Pack]) -> Pack:
        with self._lock:
            found = make(self.read(game))
            self._store.put_setting(f"copy.{game.key}", found.text.decode())
        return found

    def heed(self, before: Table, after: Table) -> None:
        """Keep what a move has told about a card that nobody knew, at a table that uses the copy."""
        game = after.game
        if not self._learns or not after.settings.get("copy") or not isinstance(game, Asking):
            return
        if len(after.steps) != len(before.steps) + 1 or after.options.get("set") == OWN:
            return
        step, told = after.steps[-1], {}
        for move, _ in step.plays[:1]:
            told = dict(game.learned(before.state, step.seat, move))
        if not told:
            return
        try:
            with self._lock:
                copy = self.read(game)
                fresh = my_copy.unknown_of(game, copy, told)
                if fresh:
                    found = my_copy.joined(game, copy, read_pack(MINE, fresh))
                    self._store.put_setting(f"copy.{game.key}", found.text.decode())
        except Refusal as caught:
            # What was typed counts at the table; the copy is a convenience and may not hold it up.
            _log.info("not kept in the copy of %s: %s", game.key, caught)


def game_of(key: str) -> Game:
    """A game that a copy is kept for. Raises Problem 404."""
    try:
        game = find_game(key)
    except Refusal as caught:
        raise Problem(404, caught.key, **caught.args_) from caught
    if my_copy.published(game) is None:
        raise Problem(404, "copy.none", pack=MINE)
    return game


def read_text(game: Game, name: str, text: str) -> Pack:
    """An overlay from the text of a YAML file. Raises BadFile with the file, the line and the field."""
    return overlay_of(game, parse_yaml(name, text))


def overlay_of(game: Game, document: Document) -> Pack:
    """An overlay from a YAML file that was read. Raises BadFile with the file, the line and the field."""
    try:
        return my_copy.overlay(game, document.data)
    except Refusal as caught:
        place = caught.field or str(caught.args_.get("where", ""))
        raise located(caught, document.name, document.line(place)) from caught


def located(refusal: Refusal, name: str, line: int | None) -> BadFile:
    """A refusal with the place in the file where it belongs."""
    message = Word(refusal.key, refusal.args_)
    if line is None:
        return BadFile("file.field", file=name, message=message)
    return BadFile("file.field_line", file=name, line=line, message=message)


def written(pack: Pack) -> str:
    """A copy as YAML, to be read and changed by people."""
    return yaml.safe_dump(pack.records, allow_unicode=True, sort_keys=False) if pack.records else "{}\n"


def may_edit(request: Request, access: Access, store: Store, settings: Settings) -> bool:
    """Whether somebody may see and change copies: the machine itself, or the host of any table of this server."""
    if at_the_machine(request, settings):
        return True
    return settings.copy == HOSTS and is_a_host(request, access, store)


def require_edit(request: Request, access: Access, store: Store, settings: Settings) -> None:
    """Raises Problem 403."""
    if not may_edit(request, access, store, settings):
        raise Problem(403, "copy.not_yours")


def is_a_host(request: Request, access: Access, store: Store) -> bool:
    """Whether the asker holds the host's token of some table."""
    kind, _, tokens = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        held = (store.find(token_hash(token)) for token in tokens.strip().split(".")[:16] if token)
        return any(found is not None and found[1] == HOST for found in held)
    for name in list(request.cookies)[:64]:
        table = name.removeprefix(_COOKIE)
        if name.startswith(_COOKIE):
            brought = Credentials.of_request(request, table)
            if any(store.holder(table, token_hash(token)) == HOST for token in brought.tokens):
                return True
    return False


def at_the_machine(request: Request, settings: Settings) -> bool:
    """Whether the browser runs on the server's own machine: by its address, and by the name it asks for, so that no
    page of somebody else's and no proxy looks like it."""
    if settings.base_url or "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        if not ip_address(request.remote_addr or "").is_loopback:
            return False
        name = urlsplit(f"//{request.host}").hostname or ""
        return name == "localhost" or ip_address(name) is not None
    except ValueError:
        return False
