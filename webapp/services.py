"""What the routes work with: one of each for a running server."""

from __future__ import annotations

from flask import current_app
from msgspec import Struct

from webapp.access import Access
from webapp.bus import Bus
from webapp.changes import Changes
from webapp.config import Settings
from webapp.copies import Copies
from webapp.evenings import Evenings
from webapp.jobs import Jobs
from webapp.join import Join
from webapp.limits import Limits
from webapp.links import Links
from webapp.presence import Presence
from webapp.store import Store
from webapp.tables import Tables
from webapp.views import Views
from webapp.votes import Votes

EXTENSION = "tableside"


class Services(Struct, frozen=True):
    """The parts of a server, wired together by `app.create_app`."""

    settings: Settings
    store: Store
    bus: Bus
    presence: Presence
    tables: Tables
    access: Access
    join: Join
    votes: Votes
    views: Views
    limits: Limits
    links: Links
    changes: Changes
    copies: Copies
    evenings: Evenings
    jobs: Jobs


def services() -> Services:
    """The parts of the server that answers this request."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Services)
    return found
