"""Where the logs of the tables are kept. The store knows texts, numbers and hashes; it reads no game out of
them.
"""

from __future__ import annotations

from webapp.store.records import (
    Appended,
    CodeTaken,
    Conflict,
    Duplicate,
    KeyChange,
    NoTable,
    Row,
    Store,
    StoreError,
    TableRow,
)
from webapp.store.sqlite import SqliteStore

__all__ = [
    "Appended",
    "CodeTaken",
    "Conflict",
    "Duplicate",
    "KeyChange",
    "NoTable",
    "Row",
    "SqliteStore",
    "Store",
    "StoreError",
    "TableRow",
]
