"""The browser of the tests and of the pictures: the Chromium of this machine, in its own sandbox of flags."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from house import HOST
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first of these that is there; the one without windows takes half the time."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser for as long as the block lasts. Raises FileNotFoundError where none is installed."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise FileNotFoundError(f"None of {', '.join(NAMES)} is installed; tests/prepare.sh says how.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
