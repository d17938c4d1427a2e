"""Where phones find this server: the links that are given out, and the address in the code."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from webapp import lan
from webapp.lan import Address

# Interfaces come and go with the Wi-Fi; asking the system for each link would be slow.
_FRESH = 10.0


def addresses() -> list[Address]:
    """All addresses of this machine, the best first."""
    return lan.rank(lan.interfaces(), lan.route())


class Links:
    """Builds links that another phone can open, whatever name the host opened (P22).

    base_url: where a public server is found; "" finds an address in the local network.
    """

    def __init__(self, base_url: str = "", find: Callable[[], Sequence[Address]] = addresses) -> None:
        self._base = base_url.rstrip("/")
        self._find = find
        self._found: Sequence[Address] = ()
        self._until = 0.0
        self._lock = threading.Lock()

    def addresses(self) -> Sequence[Address]:
        """All addresses of this machine, the best first; at most a few seconds old."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._found, self._until = self._find(), time.monotonic() + _FRESH
            return self._found

    def url(self, opened: str, path: str) -> str:
        """The link to a path. opened: the address that the request came to (`http://localhost:8080`)."""
        return self.base(opened) + path

    def base(self, opened: str) -> str:
        if self._base:
            return self._base
        parts = urlsplit(opened)
        chosen = lan.choose(parts.hostname or "", self.addresses())
        if parts.scheme != "http" or chosen is None:
            return f"{parts.scheme}://{parts.netloc}"
        port = "" if parts.port in (None, 80) else f":{parts.port}"
        return f"http://{chosen.host}{port}"
