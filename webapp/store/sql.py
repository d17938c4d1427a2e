"""The store in SQLAlchemy Core. What differs between databases (connections, locks, errors) is left to a
subclass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from webapp.store import schema
from webapp.store.records import (
    Appended,
    CodeTaken,
    Conflict,
    Duplicate,
    KeyChange,
    NoTable,
    Row,
    StoreError,
    TableRow,
)

_tables, _entries, _keys = schema.tables, schema.entries, schema.keys
_packs, _settings = schema.packs, schema.settings

# What every move and every waking phone asks. Made once: to build a statement costs more than to run it.
_e = _entries.c
_ROWS = (
    select(_e.seq, _e.open, _e.sealed, _e.hash, _e.state)
    .where(_e.table_id == bindparam("table"), _e.seq > bindparam("after"))
    .order_by(_e.seq)
)
_HEAD = select(func.max(_e.seq)).where(_e.table_id == bindparam("table"))
_MOVED = select(_e.seq, _e.body).where(_e.table_id == bindparam("table"), _e.move_id == bindparam("move_id"))
_PUT = insert(_entries)
_HOLDER = select(_keys.c.holder).where(_keys.c.token_hash == bindparam("token"), _keys.c.table_id == bindparam("table"))


class SqlStore(ABC):
    """Every method of `Store`, on any database that gives the two kinds of transaction below."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """A transaction that sees one moment of the database and waits for nobody."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Connection]:
        """A transaction that no other writer can come between; durable when the block ends, undone when it
        raises.
        """

    @abstractmethod
    def dispose(self) -> None:
        """Close all connections."""

    def create(
        self,
        table: str,
        game: str,
        code: str,
        first: Row,
        keys: Mapping[str, str],
        packs: Mapping[str, bytes],
    ) -> None:
        if first.seq != 1:
            raise ValueError(f"the first entry of a table is 1, got {first.seq}")
        with self._writing() as db:
            if _head(db, table) is not None:
                raise StoreError("store-table-exists", table=table)
            if _by_code(db, code) is not None:
                raise CodeTaken("store-code-taken", code=code)
            db.execute(insert(_tables).values(id=table, game=game, code=code))
            _put(db, table, first, None, "")
            _rekey(db, table, KeyChange(add=keys))
            for hash_, body in packs.items():
                if db.scalar(select(_packs.c.hash).where(_packs.c.hash == hash_)) is None:
                    db.execute(insert(_packs).values(hash=hash_, body=body))

    def append(
        self,
        table: str,
        expected_seq: int,
        row: Row,
        move_id: str | None = None,
        body: str = "",
        keys: KeyChange | None = None,
    ) -> Appended | Conflict | Duplicate:
        if row.seq != expected_seq + 1:
            raise ValueError(f"the entry after {expected_seq} cannot be {row.seq}")
        with self._writing() as db:
            known = _moved(db, table, move_id)
            if known is not None:
                return known
            head = _head(db, table)
            if head is None:
                raise NoTable("store-no-table", table=table)
            if head != expected_seq:
                return Conflict(head)
            _put(db, table, row, move_id, body)
            if keys is not None:
                _rekey(db, table, keys)
        return Appended(row.seq)

    def read(self, table: str, after: int = 0) -> list[Row]:
        with self._reading() as db:
            return [Row(*found) for found in db.execute(_ROWS, {"table": table, "after": after})]

    def moved(self, table: str, move_id: str) -> Duplicate | None:
        with self._reading() as db:
            return _moved(db, table, move_id)

    def head(self, table: str) -> int | None:
        with self._reading() as db:
            return _head(db, table)

    def holder(self, table: str, token_hash: str) -> str | None:
        with self._reading() as db:
            return db.scalar(_HOLDER, {"token": token_hash, "table": table})

    def rekey(self, table: str, change: KeyChange) -> None:
        with self._writing() as db:
            if _head(db, table) is None:
                raise NoTable("store-no-table", table=table)
            _rekey(db, table, change)

    def find(self, token_hash: str) -> tuple[str, str] | None:
        query = (
            select(_keys.c.table_id, _keys.c.holder)
            .join(_tables, _tables.c.id == _keys.c.table_id)
            .where(_keys.c.token_hash == token_hash)
            .order_by(_tables.c.created.desc())
            .limit(1)
        )
        with self._reading() as db:
            found = db.execute(query).first()
        return None if found is None else (found.table_id, found.holder)

    def by_code(self, code: str) -> str | None:
        with self._reading() as db:
            return _by_code(db, code)

    def code(self, table: str) -> str | None:
        with self._reading() as db:
            return db.scalar(select(_tables.c.code).where(_tables.c.id == table))

    def close(self, table: str) -> None:
        with self._writing() as db:
            if _head(db, table) is None:
                raise NoTable("store-no-table", table=table)
            db.execute(update(_tables).where(_tables.c.id == table).values(code=None))

    def tables(self) -> list[TableRow]:
        t, e = _tables.c, _entries.c
        head = select(func.max(e.seq)).where(e.table_id == t.id).scalar_subquery()
        query = select(t.id, t.game, t.code, t.created, head).order_by(t.created.desc())
        with self._reading() as db:
            return [TableRow(*found) for found in db.execute(query)]

    def pack(self, hash: str) -> bytes | None:
        with self._reading() as db:
            return db.scalar(select(_packs.c.body).where(_packs.c.hash == hash))

    def get_setting(self, key: str) -> str | None:
        with self._reading() as db:
            return db.scalar(select(_settings.c.value).where(_settings.c.key == key))

    def put_setting(self, key: str, value: str) -> None:
        with self._writing() as db:
            db.execute(delete(_settings).where(_settings.c.key == key))
            db.execute(insert(_settings).values(key=key, value=value))


def _head(db: Connection, table: str) -> int | None:
    found: int | None = db.scalar(_HEAD, {"table": table})
    return found


def _by_code(db: Connection, code: str) -> str | None:
    return db.scalar(select(_tables.c.id).where(_tables.c.code == code))


def _moved(db: Connection, table: str, move_id: str | None) -> Duplicate | None:
    if move_id is None:
        return None
    found = db.execute(_MOVED, {"table": table, "move_id": move_id}).first()
    return None if found is None else Duplicate(found.seq, found.body)


def _put(db: Connection, table: str, row: Row, move_id: str | None, body: str) -> None:
    values = {
        "table_id": table,
        "seq": row.seq,
        "open": row.open,
        "sealed": row.sealed,
        "hash": row.hash,
        "state": row.state,
        "move_id": move_id,
        "body": body,
    }
    db.execute(_PUT, values)


def _rekey(db: Connection, table: str, change: KeyChange) -> None:
    here = _keys.c.table_id == table
    if change.remove:
        db.execute(delete(_keys).where(here, _keys.c.holder.in_(sorted(change.remove))))
    if change.add:
        # A token that changes hands has one holder, the newest.
        db.execute(delete(_keys).where(here, _keys.c.token_hash.in_(list(change.add))))
        given = [{"token_hash": token, "table_id": table, "holder": who} for token, who in change.add.items()]
        db.execute(insert(_keys), given)
