"""What goes into a store and what comes out of it, and the protocol that every store keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

from companion.refusals import Refusal


class Row(Struct, frozen=True):
    """One stored entry of a table's log.

    seq: its place in the log; the first entry of a table is 1.
    open: canonical JSON text of the open part, kept byte for byte, because a hash chain is computed over it.
    sealed: JSON text of the sealed part, "" if there is none.
    hash: SHA-256 of the open part, in hexadecimal.
    state: hash of the folded state where one is stored (every 50 entries), else None.
    """

    seq: int
    open: str
    sealed: str
    hash: str
    state: str | None = None


class Appended(Struct, frozen=True):
    """The row is stored, durably, as this seq."""

    seq: int


class Conflict(Struct, frozen=True):
    """Nothing was stored: the table stands at this seq, another one was expected."""

    seq: int


class Duplicate(Struct, frozen=True):
    """Nothing was stored: the move id is already stored as this seq, with this hash of its body."""

    seq: int
    body: str


class KeyChange(Struct, frozen=True):
    """Who may come in from now on.

    remove: holders ("host", "seat:3") all of whose tokens end. add: hash of a token → its holder. Removal
    comes first, so that one change can end a holder's old token and give it a new one.
    """

    remove: frozenset[str] = frozenset()
    add: Mapping[str, str] = field(default_factory=dict)


class TableRow(Struct, frozen=True):
    """A table in the list of tables. created: grows with each new table. code: None once it is closed."""

    table: str
    game: str
    code: str | None
    created: int
    seq: int


class StoreError(Refusal):
    """The store cannot do its work: `key` says why, `path` in the arguments says which file."""


class NoTable(StoreError):
    """There is no table with this id (`store-no-table`)."""


class CodeTaken(StoreError):
    """An open table has this join code already (`store-code-taken`)."""


class Store(Protocol):
    """Keeps tables. Every method may be called from any thread; every change is one transaction, all or
    nothing.

    All methods raise StoreError when the database cannot be read or written.
    """

    def create(
        self,
        table: str,
        game: str,
        code: str,
        first: Row,
        keys: Mapping[str, str],
        packs: Mapping[str, bytes],
    ) -> None:
        """Store a new table, its first entry (seq 1), its keys (hash of a token → holder) and its packs
        (hash → bytes).

        Raises CodeTaken if an open table has that code, StoreError `store-table-exists` if the id is in use.
        """

    def append(
        self,
        table: str,
        expected_seq: int,
        row: Row,
        move_id: str | None = None,
        body: str = "",
        keys: KeyChange | None = None,
    ) -> Appended | Conflict | Duplicate:
        """Store the entry after `expected_seq`. A known move id comes before a conflict. Raises NoTable."""

    def read(self, table: str, after: int = 0) -> list[Row]:
        """The entries after this seq, oldest first."""

    def moved(self, table: str, move_id: str) -> Duplicate | None:
        """What this move id was stored as, if it was."""

    def head(self, table: str) -> int | None:
        """The newest seq; None if there is no such table."""

    def holder(self, table: str, token_hash: str) -> str | None:
        """Who holds this token at this table."""

    def rekey(self, table: str, change: KeyChange) -> None:
        """Change the keys without an entry. Raises NoTable."""

    def find(self, token_hash: str) -> tuple[str, str] | None:
        """(table, holder) of a token alone; the newest table if it was given out at several."""

    def by_code(self, code: str) -> str | None:
        """The open table with this join code."""

    def code(self, table: str) -> str | None:
        """The join code of an open table."""

    def close(self, table: str) -> None:
        """Free the join code. Raises NoTable."""

    def tables(self) -> list[TableRow]:
        """All tables, newest first."""

    def pack(self, hash: str) -> bytes | None:
        """The bytes of a content pack."""

    def get_setting(self, key: str) -> str | None:
        """A small JSON text kept under a key."""

    def put_setting(self, key: str, value: str) -> None:
        """Keep a small JSON text under a key, in place of the one before."""

    def dispose(self) -> None:
        """Close all connections."""
