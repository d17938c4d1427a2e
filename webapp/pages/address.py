"""The address that phones come to, as text and as a code to scan, and the others that this machine has."""

from __future__ import annotations

from typing import Any

from flask import request
from markupsafe import Markup

from companion.words import Word
from webapp import qr
from webapp.pages.frame import page_words, reader_language
from webapp.render import say
from webapp.services import services


def address_of(path: str) -> dict[str, Any]:
    """The address that phones come to, as text and as a code, and all the others."""
    links, words = services().links, page_words(reader_language())
    url = links.url(request.host_url.rstrip("/"), path)
    others = []
    for address in links.addresses():
        other = f"{request.scheme}://{address.host}{_port()}{path}"
        if other != url:
            others.append({"url": other, "why": say(words, Word(address.reason)) if address.reason else ""})
    reachable = any(address.reachable for address in links.addresses()) or bool(services().settings.base_url)
    return {
        "address": url if reachable else None,
        "qr": Markup(qr.svg(url, url)) if reachable else None,
        "others": others,
    }


def named_link() -> str:
    """Where phones find this server by a name that stays, to stand on paper: a public server's, or the one that this
    machine is announced by; "" where there is none, since an address of today is no use next year."""
    settings = services().settings
    if settings.base_url:
        return settings.base_url.rstrip("/")
    return f"http://{settings.name}.local{_port()}" if settings.name else ""


def _port() -> str:
    port = request.host.rpartition(":")[2]
    return f":{port}" if port.isdigit() and port != "80" else ""
