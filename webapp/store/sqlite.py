"""The store in one SQLite file: write-ahead log, a full sync for each move, one writer at a time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, exc

from webapp.store import schema
from webapp.store.records import StoreError
from webapp.store.sql import SqlStore

BUSY_MS = 5000

# SQLite's extended result codes begin with the primary one in their low byte.
_KEYS = {
    sqlite3.SQLITE_BUSY: "store-busy",
    sqlite3.SQLITE_LOCKED: "store-busy",
    sqlite3.SQLITE_CORRUPT: "store-corrupt",
    sqlite3.SQLITE_NOTADB: "store-corrupt",
    sqlite3.SQLITE_READONLY: "store-readonly",
    sqlite3.SQLITE_PERM: "store-readonly",
    sqlite3.SQLITE_CANTOPEN: "store-unopenable",
    sqlite3.SQLITE_FULL: "store-full",
    sqlite3.SQLITE_IOERR: "store-disk",
}


class SqliteStore(SqlStore):
    """Tables in the file `tableside.db` of a data folder, which is made with its parents if it is missing.

    Raises StoreError: `store-folder` (the folder cannot be made), `store-unopenable`, `store-readonly`,
    `store-corrupt`, `store-newer` (the file was written by a newer program: its `found` and our `known`
    version).
    """

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as caught:
            raise StoreError("store-folder", path=str(folder)) from caught
        self.path = folder / "tableside.db"
        # Threads queue here; left to SQLite's busy handler they would poll, and the unlucky one for seconds.
        self._one_writer = threading.Lock()
        # No upper limit: a thread that waits for the write lock holds no connection, and readers are as
        # many as threads.
        where = URL.create("sqlite", database=str(self.path))
        self._engine = create_engine(where, pool_size=16, max_overflow=-1)
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._writer = self._engine.execution_options(immediate=True)
        try:
            self._open()
        except StoreError:
            self.dispose()
            raise

    def dispose(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._told(), self._engine.begin() as db:
            yield db

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._one_writer, self._told(), self._writer.begin() as db:
            yield db

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database become ours; a broken constraint is a fault of the program and stays what
        it is.
        """
        try:
            yield
        except exc.IntegrityError:
            raise
        except exc.DBAPIError as caught:
            raise self._error(caught.orig) from caught
        except sqlite3.DatabaseError as caught:
            raise self._error(caught) from caught

    def _error(self, caught: BaseException | None) -> StoreError:
        code = getattr(caught, "sqlite_errorcode", None)
        key = _KEYS.get(code & 0xFF, "store-failed") if isinstance(code, int) else "store-failed"
        return StoreError(key, path=str(self.path), reason=str(caught))

    def _open(self) -> None:
        """Check the version, or make the tables. Writing at once finds a read-only file now and not at the
        first move.
        """
        with self._writing() as db:
            found = int(db.exec_driver_sql("PRAGMA user_version").scalar_one())
            if found > schema.VERSION:
                raise StoreError("store-newer", path=str(self.path), found=found, known=schema.VERSION)
            if found == 0:
                schema.metadata.create_all(db)
            db.exec_driver_sql(f"PRAGMA user_version = {schema.VERSION:d}")


def _prepare(connection: Any, _record: object) -> None:
    # Python's own handling would begin transactions late and deferred; `_begin` begins them instead.
    connection.isolation_level = None
    for setting in (
        f"busy_timeout = {BUSY_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {setting}").close()


def _begin(db: Connection) -> None:
    # A deferred transaction that reads and then writes fails at once when another has written in between.
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get("immediate") else "BEGIN")
