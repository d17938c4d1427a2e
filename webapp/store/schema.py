"""The tables of the database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

# Raised by every change that an older program could not read or would break.
VERSION = 1

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("created", Integer, primary_key=True, autoincrement=True),
    Column("id", String, nullable=False, unique=True),
    Column("game", String, nullable=False),
    # NULL once the table is closed: many closed tables, each code at one open table.
    Column("code", String, nullable=True, unique=True),
    sqlite_autoincrement=True,
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("open", Text, nullable=False),
    Column("sealed", Text, nullable=False),
    Column("hash", String, nullable=False),
    Column("state", String, nullable=True),
    Column("move_id", String, nullable=True),
    Column("body", String, nullable=False),
    UniqueConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "move_id"),
)

keys = Table(
    "keys",
    metadata,
    Column("token_hash", String, nullable=False),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False, index=True),
    Column("holder", String, nullable=False),
    PrimaryKeyConstraint("token_hash", "table_id"),
)

packs = Table(
    "packs",
    metadata,
    Column("hash", String, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
)
