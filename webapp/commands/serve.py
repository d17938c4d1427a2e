"""`tableside serve`: the server, and what the person who starts it needs to know."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.refusals import Refusal
from companion.words import Words
from webapp import lan, qr
from webapp.app import create_app, create_root
from webapp.asgi import serve as run
from webapp.collector import gentle_collector
from webapp.commands.files import BadFile
from webapp.commands.tables import ADDRESS
from webapp.commands.terms import speak
from webapp.config import Settings
from webapp.links import Links
from webapp.services import services
from webapp.store import SqliteStore

_EVERYWHERE = ("", "0.0.0.0", "::")
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_log = logging.getLogger("tableside.serve")


def serve(
    lang: str,
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    name: str | None = None,
) -> None:
    """Serve until Ctrl+C or SIGTERM. Raises Refusal if it cannot begin."""
    settings = Settings.from_environ(os.environ, host=host, port=port, data=data, name=name)
    if settings.name and not _LABEL.fullmatch(settings.name):
        raise BadFile("cli.bad_name", name=settings.name[:60])
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # The event loop tells every phone of a move. Python lets a thread that computes go on for 5 ms before another one
    # is heard; with eight of them the loop would wait too long.
    sys.setswitchinterval(0.001)
    words, store = speak(lang), SqliteStore(settings.folder)
    app = create_app(settings, store)
    try:
        with _Announced(settings.name) as announced:

            def ready(bound: int) -> None:
                _greet(words, settings, bound)
                store.put_setting(ADDRESS, json.dumps(_opened(settings, bound)))
                announced.at(bound)

            root = create_root(app)
            with gentle_collector():
                run(root, settings.host, settings.port, on_ready=ready, proxied=bool(settings.base_url))
    finally:
        with app.app_context():
            services().jobs.close()
        store.dispose()


def _opened(settings: Settings, port: int) -> str:
    """Where this server is found, as far as it knows by itself."""
    host = "localhost" if settings.host in _EVERYWHERE else settings.host
    return settings.base_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _greet(words: Words, settings: Settings, port: int) -> None:
    """The address for the phones, the code, all other addresses, and the start page on this machine."""
    opened = _opened(settings, port)
    everywhere = settings.host in _EVERYWHERE and not settings.base_url
    links = Links(settings.base_url)
    url = links.url(opened, "/") if everywhere else f"{opened}/"
    found = list(lan.rank(lan.interfaces(), lan.route())) if everywhere else []
    reachable = not everywhere or any(address.reachable for address in found)
    click.echo(words("cli.serve.open", url=url) if reachable else words("cli.serve.nobody"))
    if reachable and sys.stdout.isatty():
        try:
            click.echo(qr.terminal(url))
        except Refusal as caught:
            click.echo(words(caught.key, **caught.args_))
    others = [(f"http://{a.host}:{port}/", a.reason) for a in found]
    others = [(other, reason) for other, reason in others if other != url]
    if others:
        click.echo(words("cli.serve.others"))
    for other, reason in others:
        click.echo("  " + (f"{other}  ({words(reason)})" if reason else other))
    click.echo(words("cli.serve.here", url=f"http://localhost:{port}/" if everywhere else url))
    click.echo(words("cli.serve.data", path=str(settings.folder)))
    if settings.name:
        click.echo(words("cli.serve.name", url=f"http://{settings.name}.local:{port}/"))
    click.echo(words("cli.serve.stop"))
    sys.stdout.flush()


class _Announced:
    """NAME.local in the local network for as long as the block lasts: best effort, in a thread of its own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def at(self, port: int) -> None:
        if self._name:
            self._thread = threading.Thread(target=self._announce, args=(port,), name="zeroconf", daemon=True)
            self._thread.start()

    def __enter__(self) -> _Announced:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join(2)

    def _announce(self, port: int) -> None:
        try:
            with _service(self._name, port):
                self._over.wait()
        except Exception as caught:
            # Whatever the network does not allow: the address works without a name.
            _log.warning("%s.local is not announced: %r", self._name, caught)


@contextmanager
def _service(name: str, port: int) -> Iterator[None]:
    from zeroconf import ServiceInfo, Zeroconf

    addresses = [one.address for one in lan.rank(lan.interfaces(), lan.route()) if one.reachable]
    kind = "_http._tcp.local."
    info = ServiceInfo(kind, f"{name}.{kind}", port=port, server=f"{name}.local.", parsed_addresses=addresses)
    zeroconf = Zeroconf()
    try:
        zeroconf.register_service(info)
        yield
    finally:
        zeroconf.close()
