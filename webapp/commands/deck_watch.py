"""`tableside deck --watch`: build a deck again whenever one of its files changes, and show its pages in the browser.

A small server of its own, for this machine alone: nobody else is let in, and nothing is taken from a request but the
number of a page.
"""

from __future__ import annotations

import json
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import click
from msgspec import Struct

from companion.refusals import Refusal
from companion.words import LANGUAGES, Words, data_folder
from printables.deck.build import Wanted, lay
from printables.deck.problems import BadDeck
from printables.proof import Proof
from webapp.commands.deck import problem_lines, sentence, words_in
from webapp.commands.deck_page import ASSETS, page_html
from webapp.commands.files import write_bytes

EVERY = 0.4
"""How often files are looked at (s)."""

BEAT = 15.0
"""How often a silent stream says that it is there (s)."""

ENDINGS = {".yaml", ".yml", ".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".json", ".png", ".jpg", ".jpeg", ".svg"}
MOST_FILES = 5_000

DOTS = 130
"""Dots per inch of a page on the screen."""

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class BadPort(Refusal):
    """A port that cannot be listened on."""


class Shown(Struct, frozen=True):
    """What the page shows: the newest build (`version`), the last good pages (`good` is the build that they are of),
    and what is wrong since."""

    version: int = 0
    good: int = 0
    cards: int = 0
    sizes: tuple[tuple[float, float], ...] = ()
    wrong: tuple[Refusal, ...] = ()
    notes: tuple[Any, ...] = ()


@dataclass
class Preview:
    """Builds, keeps the last good PDF, and renders its pages when they are asked for."""

    decks: Sequence[Path]
    wanted: Wanted
    output: Path | None = None
    shown: Shown = field(default_factory=Shown)
    changed: threading.Condition = field(default_factory=threading.Condition)
    _document: Any = None
    _pictures: dict[int, bytes] = field(default_factory=dict)
    _drawing: threading.Lock = field(default_factory=threading.Lock)

    def build(self) -> None:
        """Build once. What is wrong is shown beside the last good pages."""
        proof, before = Proof(), self.shown
        wrong: tuple[Refusal, ...]
        try:
            built = lay(self.decks, self.wanted, proof).bind()
            if self.output is not None:
                write_bytes(self.output, built.pdf)
        except BadDeck as caught:
            wrong = caught.problems
        except Refusal as caught:
            wrong = (caught,)
        except Exception:  # a fault of ours: whoever is watching goes on
            traceback.print_exc()
            wrong = (Refusal("homebrew.watch.fault"),)
        else:
            wrong = ()
        if wrong:
            now = Shown(before.version + 1, before.good, before.cards, before.sizes, wrong)
        else:
            now = Shown(before.version + 1, before.version + 1, built.cards, self._open(built.pdf), (), proof.words)
        with self.changed:
            self.shown = now
            self.changed.notify_all()

    def _open(self, pdf: bytes) -> tuple[tuple[float, float], ...]:
        """Take a new PDF for the old one; the sizes of its pages in points."""
        from pypdfium2 import PdfDocument

        with self._drawing:
            if self._document is not None:
                self._document.close()
            self._document = PdfDocument(pdf)
            self._pictures.clear()
            self.pdf = pdf
            return tuple(self._document.get_page_size(n) for n in range(len(self._document)))

    def picture(self, page: int) -> bytes | None:
        """A page (from 0) of the last good PDF as a PNG; None for one that it does not have."""
        with self._drawing:
            if self._document is None or not 0 <= page < len(self._document):
                return None
            if page not in self._pictures:
                out = BytesIO()
                self._document[page].render(scale=DOTS / 72).to_pil().save(out, "PNG", compress_level=3)
                self._pictures[page] = out.getvalue()
            return self._pictures[page]

    def state(self, words: Words) -> dict[str, Any]:
        """All that the page shows, in the words of one language."""
        shown = self.shown
        wrong = list(problem_lines(BadDeck(list(shown.wrong)), words)) if shown.wrong else []
        if shown.wrong:
            told = words("homebrew.watch.wrong", n=len(shown.wrong))
        else:
            told = words("homebrew.watch.built", n=shown.cards, pages=len(shown.sizes))
        pages = [
            {
                "src": f"/page/{shown.good}/{n}.png",
                "alt": words("homebrew.watch.page", number=n + 1, total=len(shown.sizes)),
                "width": round(width * DOTS / 72),
                "height": round(height * DOTS / 72),
            }
            for n, (width, height) in enumerate(shown.sizes)
        ]
        return {
            "version": shown.version,
            "good": not shown.wrong,
            "told": told,
            "kept": words("homebrew.watch.kept") if shown.wrong and shown.sizes else "",
            "problems": wrong,
            "notes": [words.say(note) for note in shown.notes],
            "pages": pages,
        }

    def wait(self, version: int, seconds: float) -> bool:
        """Wait until there is a newer build; whether there is one."""
        with self.changed:
            return self.changed.wait_for(lambda: self.shown.version != version, timeout=seconds)


def stamps(decks: Sequence[Path]) -> dict[str, tuple[int, int]]:
    """When each file below the folders of some decks was written last, and its size."""
    found: dict[str, tuple[int, int]] = {}
    for path in _files({deck.resolve().parent for deck in decks}):
        try:
            stat = path.stat()
        except OSError:
            continue
        found[str(path)] = (stat.st_mtime_ns, stat.st_size)
    return found


def _files(folders: set[Path]) -> Iterator[Path]:
    count = 0
    for folder in sorted(folders):
        for path in folder.rglob("*"):
            if path.suffix.lower() in ENDINGS and not any(part.startswith(".") for part in path.parts[-3:]):
                count += 1
                if count > MOST_FILES:
                    return
                yield path


def follow(preview: Preview, stopped: threading.Event) -> None:
    """Build whenever a file has changed, until it is stopped."""
    before = stamps(preview.decks)
    while not stopped.wait(EVERY):
        now = stamps(preview.decks)
        if now != before:
            before = now
            preview.build()


class Handler(BaseHTTPRequestHandler):
    """Answers the browser: the page, what it shows, its pictures, and a stream that tells of every new build."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        wanted = parse_qs(address.query).get("lang", [self.server.lang])[0]
        words = words_in(wanted if wanted in LANGUAGES else self.server.lang)
        if self.headers.get("Host", "") not in self.server.hosts:
            self._send(HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", b"only on this machine\n")
        elif address.path == "/":
            state = self.server.preview.state(words)
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", page_html(state, words).encode())
        elif address.path == "/state":
            content = json.dumps(self.server.preview.state(words), ensure_ascii=False).encode()
            self._send(HTTPStatus.OK, "application/json", content)
        elif address.path == "/stream":
            self._stream()
        elif address.path in ASSETS:
            kind, name = ASSETS[address.path]
            self._send(HTTPStatus.OK, kind, data_folder("webapp").joinpath("static", *name).read_bytes())
        else:
            self._file(address.path)

    def _file(self, path: str) -> None:
        """A picture of a page, or the PDF."""
        preview = self.server.preview
        parts = path.strip("/").split("/")
        number = parts[-1].removesuffix(".png")
        if len(parts) == 3 and parts[0] == "page" and number.isdigit():
            picture = preview.picture(int(number))
            if picture is not None:
                self._send(HTTPStatus.OK, "image/png", picture)
                return
        elif path == "/deck.pdf" and preview.shown.good:
            self._send(HTTPStatus.OK, "application/pdf", preview.pdf)
            return
        self._send(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"not here\n")

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        self._headers(kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _headers(self, kind: str) -> None:
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cache-Control", "no-store")

    def _stream(self) -> None:
        """Tell of every new build: its number, nothing else."""
        self.send_response(HTTPStatus.OK)
        self._headers("text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        version = -1
        try:
            while not self.server.stopped.is_set():
                if self.server.preview.wait(version, BEAT):
                    version = self.server.preview.shown.version
                    self.wfile.write(f"event: built\ndata: {version}\n\n".encode())
                else:
                    self.wfile.write(b"event: beat\ndata:\n\n")
                self.wfile.flush()
        except OSError:
            return  # the browser has gone

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: the terminal tells of builds."""


class Server(ThreadingHTTPServer):
    """The server of one preview."""

    daemon_threads = True

    def __init__(self, preview: Preview, port: int, lang: str) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.preview, self.lang = preview, lang
        self.stopped = threading.Event()
        self.hosts = {f"{name}:{self.server_address[1]}" for name in ("127.0.0.1", "localhost")}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


def watch(decks: Sequence[Path], wanted: Wanted, output: Path | None, port: int) -> None:
    """Serve the preview until somebody presses Ctrl-C. Raises BadPort."""
    words = words_in(wanted.lang)
    preview = Preview(decks, wanted, output)
    preview.build()
    try:
        server = Server(preview, port, wanted.lang)
    except OSError as caught:
        raise BadPort("homebrew.watch.port", port=str(port), detail=caught.strerror or str(caught)) from caught
    for name, target in (("builds", follow), ("tells", _tell)):
        threading.Thread(target=target, args=(preview, server.stopped), name=name, daemon=True).start()
    click.echo(words("homebrew.watch.open", url=server.address))
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo()
    finally:
        server.stopped.set()
        server.server_close()


def _tell(preview: Preview, stopped: threading.Event) -> None:
    """Tell the terminal of every build."""
    words, version = words_in(preview.wanted.lang), 0
    while not stopped.is_set():
        if preview.wait(version, 1.0):
            shown = preview.shown
            version = shown.version
            state = preview.state(words)
            click.echo(f"{time.strftime('%H:%M:%S')}  {state['told']}")
            for problem in shown.wrong[:10]:
                click.echo(f"  {sentence(problem, words)}")
