"""Every route of the API, registered."""

from __future__ import annotations

from flask import Flask

from webapp.api import about, copy, evenings, log, play, seats, tables

PREFIX = "/api"


def register(app: Flask) -> None:
    """Add every route of the API."""
    for module in (about, tables, seats, play, log, copy, evenings):
        app.register_blueprint(module.routes, url_prefix=PREFIX)
