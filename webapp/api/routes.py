"""Every route of the API, registered."""

from __future__ import annotations

from flask import Flask

from webapp.api import about, cards, copy, evenings, log, play, press, seats, tables

PREFIX = "/api"


def register(app: Flask) -> None:
    """Add every route of the API."""
    for module in (about, tables, seats, play, log, copy, evenings, press, cards):
        app.register_blueprint(module.routes, url_prefix=PREFIX)
